"""What the program says of wrong calls names keywords, not flags."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import wordrotator
from wordrotator import RequestError, SettingError


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda _: wordrotator.WRD(vectors="nowhere"), "hint: vectors takes distilled-en"),
        (lambda _: wordrotator.WRD(encoder="nowhere"), "hint: encoder takes context-en"),
        (lambda _: wordrotator.WRD(convert="nowhere"), "hint: a converter is"),
        (lambda _: wordrotator.WRD(measures="magic"), 'wrd: measures: found "magic"'),
        (lambda f: wordrotator.WRD(measures="wmd_sif_weights", vectors=f / "my.vec"), "hint: give frequencies FILE"),
        (lambda _: wordrotator.check(["a"], ["a"]), "give baseline FILE or floor MEASURE=VALUE"),
        (lambda _: wordrotator.check(["a"], ["a"], floor={"wmd": 1}), "floor wmd: found the measures wrd in measures,"),
        (lambda _: wordrotator.WRD(mass_power=9), "mass power"),
        (lambda _: wordrotator.WRD(language="xxxx"), "language"),
        (lambda f: wordrotator.check(["a cat"], ["a cat"], f / "base.parquet"), "hint: update makes this run"),
        (lambda f: wordrotator.WRD(cache=f / "file"), "hint: name a folder that can be written by cache, or leave out"),
    ],
)
def test_errors(tmp_path: Path, call: Callable[[Path], object], expected: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "my.vec").write_text("2 2\na 1 2\ncat 2 1\n")
    with pytest.raises((SettingError, RequestError)) as error:
        call(tmp_path)
    assert expected in str(error.value)
    assert not re.search(r"(?<!\S)--[a-z]", re.sub(r"\bwrd [a-z ]+ --[a-z]+", "", str(error.value)))
