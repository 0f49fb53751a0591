"""What the program says, in the words of Python: --language=de is language="de"."""

from __future__ import annotations

import functools
import re

#: A command, whose flags are right as they are, or a flag alone, with a value or a word for one.
_SPOKEN = re.compile(
    r"\bwrd(?: [a-z]+)+(?: --?\w[\w-]*(?:=\S+| [A-Z|]+\b)?)+"
    r"|(?<![\w-])--(?P<name>[a-z][a-z-]+)(?:=(?P<value>[\w./-]*\w)| (?P<word>[A-Z][A-Z|]*)\b)?"
)

#: What the program calls a setting that has another name here.
_RENAMED = {"measure": "measures", "converter": "convert", "cache_dir": "cache", "cache_scores": "cache"}


def in_python(said: str) -> str:
    """Return what the program says with its flags as keywords, those that there are."""
    return _SPOKEN.sub(_keyword, said)


def _keyword(found: re.Match[str]) -> str:
    name = (found["name"] or "").replace("-", "_")
    name = _RENAMED.get(name, name)
    if name not in _keywords():
        return found[0]
    if found["word"]:
        return f"{name}={found['word']}"
    if found["value"]:
        value = found["value"]
        return f"{name}={value}" if re.fullmatch(r"[\d.]+", value) else f'{name}="{value}"'
    return f"{name}=True" if _keywords()[name] else name


@functools.cache
def _keywords() -> dict[str, bool]:
    """Return the names of all keywords that are flags, and whether each is on or off."""
    from wordrotator.options import Correlating
    from wordrotator.program import Checking

    found: dict[str, bool] = {}
    for kind in (Correlating, Checking):
        for name, of_it in kind.__annotations__.items():
            found[name] = getattr(of_it, "__forward_arg__", of_it) == "bool"
    return found
