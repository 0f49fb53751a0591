"""Data frames: every row as ``score`` has it, in columns after those that were there."""

import re
from collections.abc import Callable
from typing import Any

import pytest

import wordrotator

ROWS: dict[str, list[Any]] = {
    "out": ["a cat", None, "a dog", "x", "a cat"],
    "ref": ["the cat", "b", None, "", "cats"],
    "more": [["a", "b"], [], ["c"], [], [None]],
}


def test_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(ROWS, index=[5, 5, 7, "k", "l"])
    scored = wordrotator.score_frame(frame, candidate="out", reference="ref")
    result = wordrotator.score(["a cat", "x", "a cat"], ["the cat", "", "cats"])
    assert list(scored.index) == [5, 5, 7, "k", "l"]
    assert list(scored.columns) == ["out", "ref", "more", "wrd", "wrd_similarity", "points", "status"]
    assert scored["status"].tolist() == ["ok", "missing", "missing", "empty_reference", "ok"]
    assert scored["wrd_similarity"].dropna().tolist() == result.scores
    assert scored["wrd"].dtype == "float64"
    assert list(frame.columns) == ["out", "ref", "more"], "the frame that was given is as it was"
    without_points = scored.columns.drop("points").tolist()  # in which language is nothing?
    assert wordrotator.score_frame(frame.iloc[:0], "out", "ref").columns.tolist() == without_points


def test_polars() -> None:
    polars = pytest.importorskip("polars")
    scored = wordrotator.score_frame(polars.DataFrame(ROWS), "out", ["ref", "more"], measures="bertscore")
    result = wordrotator.score(
        ["a cat", "a dog", "x", "a cat"], [["the cat", "a", "b"], ["c"], [""], ["cats"]], measures="bertscore"
    )
    assert isinstance(scored, polars.DataFrame)
    assert scored.columns == [*ROWS, "bertscore_p", "bertscore_r", "bertscore_f1", "status"]
    assert scored["bertscore_f1"].drop_nulls().to_list() == result.scores
    assert scored["status"].to_list() == ["ok", "missing", "ok", "empty_reference", "ok"]
    with wordrotator.WRD(oov="skip") as wrd:
        assert "wrd" in wrd.score_frame(polars.DataFrame({"candidate": ["a"], "reference": ["a"]})).columns


def test_sources() -> None:
    pandas = pytest.importorskip("pandas")
    from test_sources import ENCODER, PREDICTIONS, SOURCES

    frame = pandas.DataFrame({"candidate": [*PREDICTIONS, "a"], "de": [*SOURCES, None]})
    scored = wordrotator.score_frame(frame, source="de", encoder=ENCODER)
    expected = wordrotator.score(PREDICTIONS, sources=SOURCES, encoder=ENCODER)
    assert scored["wrd_source"].tolist()[:3] == expected.distances
    assert scored["status"].tolist()[3] == "missing"


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda p: wordrotator.score_frame(p.DataFrame(ROWS), "o", "ref"), KeyError, "found no column o, expected one"),
        (lambda p: wordrotator.score_frame(p.DataFrame(ROWS), "out"), KeyError, "found no column reference, expected"),
        (
            lambda p: wordrotator.score_frame(p.DataFrame({**ROWS, "wrd": [1] * 5}), "out", "ref"),
            ValueError,
            "found a column wrd, which the scores would have, expected none: rename it",
        ),
        (
            lambda p: wordrotator.score_frame(p.DataFrame({**ROWS, "out": [1] * 5}), "out", "ref"),
            TypeError,
            "column out: found int at 0, expected a string",
        ),
        (
            lambda p: wordrotator.score_frame(p.DataFrame(ROWS)["out"], "out", "ref"),
            TypeError,
            "found a Series, expected a DataFrame of pandas or polars",
        ),
        (
            lambda p: wordrotator.score_frame(p.DataFrame(ROWS), "out", "ref", purpse="paper"),
            TypeError,
            "did you mean purpose?",
        ),
    ],
)
@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_refusals(library: str, call: Callable[[Any], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=re.escape(message)):
        call(pytest.importorskip(library))


def test_lazy_frames() -> None:
    polars = pytest.importorskip("polars")
    with pytest.raises(TypeError, match=r"found a LazyFrame, .*: collect\(\) it first"):
        wordrotator.score_frame(polars.DataFrame(ROWS).lazy(), "out", "ref")
