"""What the program says, in the words of Python: --language=de is language="de"."""

from __future__ import annotations

import re

from wordrotator._settings import MEANINGS

#: A command, whose flags are right as they are, or a flag alone, with a value or a word for one. "wrd in --measure" is
#: about the measure wrd.
_SPOKEN = re.compile(
    r"\bwrd(?! in )(?: [a-z]+)+(?: --?\w[\w-]*(?:=\S+| [A-Z|]+\b)?)+"
    r"|(?<![\w-])--(?P<name>[a-z][a-z-]+)(?:=(?P<value>[\w./-]*\w)| (?P<word>[A-Z][A-Z|]*)\b)?"
)

#: What the program calls a setting that has another name here.
_RENAMED = {"measure": "measures", "converter": "convert", "cache_dir": "cache", "cache_scores": "cache"}

#: A setting that the program names as files of settings do, before what it found.
_NAMED = re.compile(r"^(?P<before>(?:wrd: )?)(?P<name>measure|converter)(?=: )")
#: A hint that is of no use without a command.
_HELP = re.compile(r"\nwrd: hint: wrd [a-z ]+ --help lists the flags$")


def in_python(said: str) -> str:
    """Return what the program says with its flags as keywords, those that there are."""
    said = _SPOKEN.sub(_keyword, _HELP.sub("", said))
    return _NAMED.sub(lambda found: found["before"] + _RENAMED[found["name"]], said)


def _keyword(found: re.Match[str]) -> str:
    name = (found["name"] or "").replace("-", "_")
    name = _RENAMED.get(name, name)
    if name not in MEANINGS:
        return found[0]
    if found["word"]:
        return f"{name}={found['word']}"
    if found["value"]:
        value = found["value"]
        return f"{name}={value}" if re.fullmatch(r"[\d.]+", value) else f'{name}="{value}"'
    return name
