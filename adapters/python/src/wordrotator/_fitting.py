"""Vector converters that are learned from sentences: wrd convert fit."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from wordrotator import _binary
from wordrotator._options import Options
from wordrotator._worker import text_only

#: The options that words and vectors depend on, and so a converter that is learned.
OF_WORDS = ("language", "vectors", "words", "frequencies", "tokenizer", "case", "normalize")
#: The same for the states of an encoder.
OF_STATES = ("encoder", "layer", "precision", "purpose", "normalize")


def fit(
    options: Options,
    letters: str,
    output: Path,
    sentences: Iterable[str] | None,
    *,
    add: Sequence[bytes] = (),
    sums: bool = False,
    cores: int | None = None,
) -> None:
    """Learn a converter from sentences, and from sums that were learned from other ones, and write it to a file.

    With ``sums`` the file has the sums of all of them instead, to be added up later. No more than ``cores`` cores are
    used. Raises SettingError for letters or options that are wrong.
    """
    with tempfile.TemporaryDirectory(prefix="wordrotator-") as folder:
        command = ["convert", "fit", "--letters", letters, "-o", str(output)]
        if sentences is not None:
            path = Path(folder) / "sentences.txt"
            with path.open("w", encoding="utf-8", newline="\n") as file, text_only():
                file.write("\n")  # or a first sentence that looks like JSON would be taken for JSON
                file.writelines(sentence.replace("\n", " ") + "\n" for sentence in sentences)
            command += ["--sentences", str(path)]
        for i, learned in enumerate(add):
            path = Path(folder) / f"{i}.sums"
            path.write_bytes(learned)
            command += ["--add", str(path)]
        if sums:
            command.append("--sums")
        names = OF_WORDS if options.encoder is None else OF_STATES
        settings = Options(**{name: getattr(options, name) for name in names}).settings()
        command += [f"--settings={json.dumps(settings)}", f"--threads={options.threads}"]
        environment = os.environ if cores is None else {**os.environ, "GOMAXPROCS": str(cores)}
        _binary.run("learning a converter", command, env=environment)
