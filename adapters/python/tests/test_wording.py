"""What the program says names keywords, not flags."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import wordrotator
from wordrotator import RequestError, SettingError
from wordrotator._wording import in_python


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("set it, such as --language=de", 'set it, such as language="de"'),
        ("--vectors takes distilled-en, a name or a file", "vectors takes distilled-en, a name or a file"),
        ("found the measures wrd in --measure, expected", "found the measures wrd in measures, expected"),
        ("wrd: measure: found it", "wrd: measures: found it"),
        ("wrd: found it\nwrd: hint: wrd check --help lists the flags", "wrd: found it"),
        ("choose by --measure LIST", "choose by measures=LIST"),
        ("give --converter NAME|FILE, or --mass-power=0.5.", "give convert=NAME|FILE, or mass_power=0.5."),
        ("by --cache-dir, or leave out --cache-scores", "by cache, or leave out cache"),
        ("a file that wrd convert fit --encoder wrote", "a file that wrd convert fit --encoder wrote"),
        ("--converter FILE of wrd convert fit --letters AWR", "convert=FILE of wrd convert fit --letters AWR"),
        ("wrd vectors pull --list lists them; --vectors", "wrd vectors pull --list lists them; vectors"),
        ("--common takes the segments; a--language, -r FILE", "--common takes the segments; a--language, -r FILE"),
    ],
)  # fmt: skip
def test_flags(said: str, expected: str) -> None:
    assert in_python(said) == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda _: wordrotator.WRD(vectors="nowhere"), "hint: vectors takes distilled-en"),
        (lambda _: wordrotator.WRD(encoder="nowhere"), "hint: encoder takes context-en"),
        (lambda _: wordrotator.WRD(convert="nowhere"), "hint: a converter is"),
        (lambda _: wordrotator.WRD(measures="magic"), 'wrd: measures: found "magic"'),
        (lambda _: wordrotator.check(["a"], ["a"]), "give baseline FILE or floor MEASURE=VALUE"),
        (lambda _: wordrotator.WRD(mass_power=9), "mass power"),
        (lambda _: wordrotator.WRD(language="xxxx"), "language"),
        (lambda f: wordrotator.check(["a cat"], ["a cat"], f / "base.parquet"), "hint: update makes this run"),
        (lambda f: wordrotator.WRD(cache=f / "file"), "hint: name a folder that can be written by cache, or leave out"),
    ],
)
def test_errors(tmp_path: Path, call: Callable[[Path], object], expected: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises((SettingError, RequestError)) as error:
        call(tmp_path)
    assert expected in str(error.value)
    assert not re.search(r"(?<!\S)--[a-z]", re.sub(r"\bwrd [a-z ]+ --[a-z]+", "", str(error.value)))
