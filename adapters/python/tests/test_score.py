"""Scores, and the values around them."""

import json
import math
import pickle
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import wordrotator
from wordrotator import WRD, Options, RequestError, SettingError
from wordrotator._records import Table
from wordrotator._settings import MEANINGS, OF_RUNS

#: The corpus has a system that is a copy of the references, which is said.
copies = pytest.mark.filterwarnings("ignore:good equals the reference")


def command(
    program: str, folder: Path, candidates: list[str], references: list[str], *flags: str
) -> list[dict[str, Any]]:
    """Return the segments of wrd score --format jsonl."""
    for name, lines in (("c.txt", candidates), ("r.txt", references)):
        (folder / name).write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    arguments = [
        program,
        "score",
        "-c",
        str(folder / "c.txt"),
        "-r",
        str(folder / "r.txt"),
        "--format",
        "jsonl",
        *flags,
    ]
    done = subprocess.run(arguments, capture_output=True, check=True, text=True, encoding="utf-8")
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("settings", "flags"),
    [
        ({}, []),
        ({"measures": ["bertscore", "wrd"]}, ["--measure", "bertscore,wrd"]),
        ({"purpose": "translation"}, ["--purpose", "translation"]),
        ({"convert": "distilled-en", "oov": "skip"}, ["--converter", "distilled-en", "--oov", "skip"]),
        ({"convert": "AWR"}, ["--convert", "AWR"]),
        ({"measures": "wmd", "empty": "skip", "threads": 2}, ["--measure", "wmd", "--empty", "skip"]),
    ],
)
def test_same_bits_as_the_command(
    program: str, tmp_path: Path, corpus: tuple[list[str], list[str]], settings: dict[str, Any], flags: list[str]
) -> None:
    candidates, references = [*corpus[0], ""], [*corpus[1], "something"]
    rows = command(program, tmp_path, candidates, references, *flags)
    with WRD(**settings) as wrd:
        result = wrd.score(candidates, references)
    for name, values in result.columns.items():
        assert values == [row[name] for row in rows], name
    assert result.statuses == [row["status"] for row in rows]
    assert len(result) == len(rows)


def test_result(corpus: tuple[list[str], list[str]], wrd: WRD, program: str, tmp_path: Path) -> None:
    result = wrd.score(*corpus)
    assert result.score is not None
    assert result.distance is not None
    assert result.score == pytest.approx(1 - result.distance)
    assert result.distances is not None
    assert result.scores == result.columns["wrd_similarity"]
    assert result.measure == "wrd"
    assert set(result.statuses) == {"ok"}
    assert result.coverage.candidate == pytest.approx(0.99, abs=0.02)
    (tmp_path / "c").write_text("\n".join(corpus[0]) + "\n", encoding="utf-8")
    (tmp_path / "r").write_text("\n".join(corpus[1]) + "\n", encoding="utf-8")
    arguments = [program, "score", "-c", str(tmp_path / "c"), "-r", str(tmp_path / "r"), "--format", "json"]
    summary = json.loads(subprocess.run(arguments, capture_output=True, check=True).stdout)
    assert result.distance == pytest.approx(summary["systems"][0]["scores"]["wrd"]["mean"], abs=1e-15)
    assert result.coverage.candidate == summary["systems"][0]["coverage"]["candidate"]
    assert result.signature == summary["signature"].replace("|seed:12345", "")
    assert "wrd: " in str(result)
    assert "<table>" in result._repr_html_()


def test_points(corpus: tuple[list[str], list[str]], wrd: WRD, program: str, tmp_path: Path) -> None:
    """Points are the column of ``wrd score``, also of texts in several batches, and none where they are not known."""
    predictions, references = (side * 40 for side in corpus)  # more than a batch
    result = wrd.score(predictions, references)
    rows = [{"candidate": c, "reference": r} for c, r in zip(predictions, references, strict=True)]
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    arguments = [program, "score", str(tmp_path / "t.jsonl"), "--format", "jsonl"]
    lines = subprocess.run(arguments, capture_output=True, check=True).stdout.splitlines()
    assert list(result.columns) == ["wrd", "wrd_similarity", "points"]
    assert result.columns["points"] == [json.loads(line)["points"] for line in lines]
    assert result.rows()["points"] == result.columns["points"]
    with WRD(empty="skip", measures="wrd_recall,wrd") as several:
        result = several.score([*corpus[0], ""], [*corpus[1], "a cat"])
    assert list(result.columns) == ["wrd_recall", "points", "wrd", "wrd_similarity"]
    recall, points = result.columns["wrd_recall"], result.columns["points"]
    assert points[-1] is recall[-1] is None
    assert points[0] == pytest.approx(100 * (1 - (1 - recall[0]) / 0.661))
    with WRD(mass_power=0.5) as other:
        assert "points" not in other.score(*corpus).columns
    assert "points" not in wrd.score(corpus[0], [[text, text] for text in corpus[1]]).columns, "two references"
    with pytest.warns(UserWarning, match="have no words"):
        assert "points" not in wrd.score(["a cat"], ["!"]).columns, "in no language"


def test_several_references(wrd: WRD) -> None:
    result = wrd.score(["a cat", "a dog", "x"], [["a bird", "a cat"], "a dog", ("y", "x", "z")])
    assert result.distances == [0, 0, 0]
    assert result.best_references == [1, 0, 1]
    assert "|refs:1-3|" in result.signature


def test_nothing_to_compare() -> None:
    with WRD(empty="skip") as wrd:
        result = wrd.score(["", "a"], ["a", "a"])
    assert result.scores == [None, 1]
    assert result.score == 1
    assert result.statuses == ["empty_candidate", "ok"]
    with WRD(empty="error") as wrd, pytest.raises(RequestError, match="empty_candidate") as raised:
        wrd.score(["a", ""], ["a", "a"])
    assert raised.value.code == "undefined"
    assert raised.value.data["segment"] == 1
    assert pickle.loads(pickle.dumps(raised.value)).data == raised.value.data


def test_no_predictions(wrd: WRD) -> None:
    result = wrd.score([], [])
    assert (result.score, result.distance, list(result.scores)) == (None, None, [])
    assert list(result.columns) == ["wrd", "wrd_similarity"]


def test_missing_references(wrd: WRD) -> None:
    """A reference that is missing is none beside one that has text."""
    result = wrd.score(["", "a cat", "a cat"], [["a dog", None], ["", "a cat"], [math.nan, "the dog"]])
    assert list(result.statuses) == ["empty_candidate", "ok", "ok"]
    assert result.distances == wrd.score(["", "a cat", "a cat"], ["a dog", "a cat", "the dog"]).distances
    assert list(wrd.score(["a", "a", ""], [None, [math.nan], [None, ""]]).statuses) == [
        "empty_reference",
        "empty_reference",
        "both_empty",
    ]


@pytest.mark.parametrize(
    ("predictions", "references", "error", "message"),
    [
        (["a"], [], ValueError, "found 1 predictions and references for 0"),
        ("a", ["a"], TypeError, "predictions: found a string, expected a list"),
        (["a"], "a", TypeError, "references: found a string, expected a list"),
        (["a", None], ["a", "b"], TypeError, r"predictions: found NoneType at 1 \(a missing value\)"),
        (["a"], [3], TypeError, r"references\[0\]: found int, expected a string or a list"),
        ({"a": 1}, ["a"], TypeError, "predictions: found dict, expected a list of strings"),
        ({"a"}, ["a"], TypeError, "predictions: found set"),
        (b"a", ["a"], TypeError, "predictions: found bytes"),
        (3, ["a"], TypeError, "predictions: found int"),
        (["a"], [[]], ValueError, "references: found none at 0"),
        (["a"], [["a", 3]], TypeError, r"references\[0\]: found int at 1"),
        (["a"], ["so \ud800 far"], ValueError, r"half of a surrogate pair, '\\ud800', in .*so \\ud800 far"),
    ],
)
def test_wrong_input(wrd: WRD, predictions: Any, references: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        wrd.score(predictions, references)
    assert wrd.score(["a"], ["a"]).score == 1


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"vectors": "nowhere.vec"}, SettingError, "nowhere.vec"),
        ({"oov": "guess"}, SettingError, 'oov: found "guess"'),
        ({"convert": "AAA"}, SettingError, "A"),
        ({"threads": -1}, SettingError, "threads: found -1, expected 0 or more"),
        ({"threads": "2"}, TypeError, "threads: found '2', expected a whole number"),
        ({"threads": True}, TypeError, "threads: found True, expected a whole number"),
        ({"layer": 2.5}, TypeError, "layer: found 2.5, expected a whole number"),
        ({"mass_power": "2"}, TypeError, "mass_power: found '2', expected a number"),
        ({"mass_power": math.nan}, SettingError, "mass_power: found nan, expected a finite number"),
        ({"purpose": 1}, TypeError, "purpose: found 1, expected a string"),
        ({"measures": "magic"}, SettingError, 'measures: found "magic"'),
        ({"measures": 3}, TypeError, "measures: found int"),
        ({"vectors": 3}, TypeError, "vectors: found int, expected a name or a path"),
        ({"vectors": Path("nowhere.vec")}, SettingError, "nowhere.vec"),
        ({"convert": "APR"}, SettingError, "A"),
        ({"purpose": "summry"}, SettingError, "summry"),
        ({"purpse": "summary"}, TypeError, "found the unknown setting purpse: did you mean purpose?"),
        ({"colour": "red"}, TypeError, "found the unknown setting colour: expected one of: measures,"),
        ({"options": "wrd"}, TypeError, "options: found str, expected Options"),
    ],
)
def test_wrong_settings(settings: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=re.escape(message)):
        WRD(**settings)


def test_wrong_arguments_of_functions() -> None:
    for call, meant in (
        (lambda **wrong: wordrotator.score(["a"], ["a"], **wrong), "documents"),
        (lambda **wrong: wordrotator.compare({"a": ["a"]}, ["a"], **wrong), "documents"),
        (lambda **wrong: wordrotator.correlate({"a": [1]}, [1], **wrong), "documents"),
    ):
        with pytest.raises(TypeError, match=f"found the unknown setting docments: did you mean {meant}"):
            call(docments=["x"])


def test_settings_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    found = Options(threads=numpy.int64(2), layer=numpy.int8(1), mass_power=numpy.float32(0.5), order_weight=1)
    assert repr(found) == "Options(layer=1, mass_power=0.5, order_weight=1, threads=2)"
    texts = ["a cat", "a dog"]
    samples = wordrotator.compare({"a": texts, "b": texts}, texts, samples=numpy.int64(10)).to_dict()["samples"]
    assert samples == 10
    with pytest.raises(TypeError, match=r"found <object .*>, expected numbers"):
        wordrotator.compare({"a": texts, "b": texts}, texts, samples=object())  # type: ignore[arg-type]


def test_none_is_the_default() -> None:
    assert Options(**dict.fromkeys(MEANINGS)) == Options()


def test_help_has_all_settings() -> None:
    for of_it in (wordrotator.score, wordrotator.explain, wordrotator.compare, WRD.__init__, Options.__init__):
        said = of_it.__doc__ or ""
        for name, meaning in MEANINGS.items():
            assert f"  {name}: {meaning.split()[0]}" in said, (of_it, name)
        assert "flag" not in said


def test_options_show_what_was_given() -> None:
    assert repr(Options(vectors=Path("a.vec"), layer=0)) == "Options(layer=0, vectors='a.vec')"
    assert repr(WRD(measures="wrd")) == "WRD(measures=('wrd',))"


def test_compute(wrd: WRD) -> None:
    found = wrd.compute(predictions=["a cat", "a dog"], references=["a cat", ["a cat", "a dog"]])
    assert found["wrd_similarity"] == found["score"] == 1
    assert found["scores"] == [1, 1]
    assert found["signature"].startswith("wrd|")


def test_functions_share_a_worker() -> None:
    first = wordrotator.score(["a cat sat"], ["the cat sat"])
    assert first.score == wordrotator.similarity("a cat sat", "the cat sat")
    assert wordrotator._metric.shared(Options()) is wordrotator._metric.shared(Options())
    with pytest.raises(ValueError, match="nothing to compare"):
        wordrotator.similarity("", "a", empty="skip")


def test_explain(wrd: WRD) -> None:
    alignment = wrd.explain("a cat sat on the rug", "the cat sat on a mat")
    assert alignment.distance == pytest.approx(sum(move.mass * move.cost for move in alignment.moves))
    assert sum(move.mass for move in alignment.moves) == pytest.approx(1)
    assert (alignment.moves[0].candidate, alignment.moves[0].reference) == ("rug", "mat")
    assert alignment.similarity == wrd.score(["a cat sat on the rug"], ["the cat sat on a mat"]).score
    assert alignment._repr_svg_().startswith("<svg")  # type: ignore[union-attr]
    assert "rug" in str(alignment)
    lacking = wrd.explain("the dog barked at seven penguins", "the dog barked")
    assert (lacking.missing, lacking.invented) == ([], ["at", "seven", "penguins"])
    assert "without a counterpart in the reference: at seven penguins" in str(lacking)
    assert "without a counterpart in the reference: at seven penguins" in lacking._repr_html_()
    assert "without a counterpart in the candidate: at seven penguins" in str(
        wrd.explain("the dog barked", "the dog barked at seven penguins")
    )
    nothing = wrd.explain("", "a")
    assert (nothing.status, nothing.moves, nothing._repr_svg_()) == ("empty_candidate", [], None)
    assert "nothing to align" in nothing._repr_html_()
    assert isinstance(wrd.explain("a cat", "a cat").distance, float)
    by_words = wordrotator.explain("a cat sat on the rug", "the cat sat on a mat", purpose="summary")
    assert (by_words.moves, by_words.distance) == (alignment.moves, alignment.distance)
    with pytest.raises(TypeError, match="reference: found list"):
        wrd.explain("a", ["b"])  # type: ignore[arg-type]


def test_large_matrix(wrd: WRD, monkeypatch: pytest.MonkeyPatch) -> None:
    candidates, references = [f"cat {i}" for i in range(7)], ["a cat", "a dog"]
    whole = wrd.matrix(candidates, references)
    monkeypatch.setattr("wordrotator._metric._PAIRS", 5)  # two candidates at once
    assert wrd.matrix(candidates, references) == whole
    assert len(whole.statuses) == 7


def test_tokenize_matrix_mbr(wrd: WRD) -> None:
    assert wrd.tokenize(["Hello, World!", ""]) == [["hello", "world"], []]
    matrix = wrd.matrix(["a cat", "a dog"], ["a cat", "the sky", "a dog"])
    assert [row.index(0) for row in matrix.columns["wrd"]] == [0, 2]
    assert {type(value) for row in matrix.columns["wrd"] for value in row} == {float}
    assert repr(matrix).splitlines()[1].split() == ["0", "0.0000", "0.9574", "0.4824"]
    choice = wrd.mbr(["a cat sat", "a cat sits", "stocks fell"])
    assert wrd.matrix([], ["a"]).statuses == []
    assert choice.text in ("a cat sat", "a cat sits")
    assert f"text: {choice.text}" in str(choice)
    assert choice.utilities is not None
    assert choice.utility == max(u for u in choice.utilities if u is not None)
    assert wrd.mbr(["x", "y"], ["y"], best_only=True).best == 1


@copies
def test_compare(corpus: tuple[list[str], list[str]]) -> None:
    systems = {"good": corpus[1], "bad": corpus[0]}
    comparison = wordrotator.compare(systems, corpus[1], baseline="bad", samples=1000)
    (pair,) = comparison.pairs
    assert (pair["system"], pair["against"], pair["verdict"]) == ("good", "bad", "better")
    assert "samples:1000" in comparison.signature
    assert "better" in str(comparison)
    assert '<th dir="auto">' in comparison._repr_html_()
    assert "bad" in repr(comparison).splitlines()[0]
    with pytest.raises(ValueError, match="system bad: found 1 predictions"):
        wordrotator.compare({"bad": ["a"]}, corpus[1])
    with pytest.raises(TypeError, match="system bad: found a string"):
        wordrotator.compare({"bad": "a"}, ["a"])
    with pytest.raises(TypeError, match="systems: found list"):
        wordrotator.compare([["a"]], ["a"])  # type: ignore[arg-type]
    once = {"good": (text for text in corpus[1]), "bad": (text for text in corpus[0])}
    assert wordrotator.compare(once, corpus[1], baseline="bad", samples=1000) == comparison  # type: ignore[arg-type]


@copies
def test_compare_many(corpus: tuple[list[str], list[str]]) -> None:
    """Any number of systems can be shown to differ, and who fixes too few draws hears how many would do."""
    systems = {f"bad{i}": corpus[0][i:] + corpus[0][:i] for i in range(8)} | {"good": corpus[1]}
    report = wordrotator.compare(systems, corpus[1]).to_dict()
    assert (report["samples"], report["halves"]) == (10_000, True)
    with pytest.warns(UserWarning, match="^300 samples are few for 36 pairs: .* 14399 are enough"):
        said = wordrotator.compare(systems, corpus[1], samples=300).to_dict()
    assert any(sentence.startswith("300 samples are few") for sentence in said["warnings"])


@copies
def test_people_are_named_where_a_difference_is_shown(corpus: tuple[list[str], list[str]], tmp_path: Path) -> None:
    """How often people would agree is said of differences that the test shows, nowhere else."""
    worse, references = corpus
    shown = wordrotator.compare({"good": references, "bad": worse}, references)
    (sentence,) = shown.people
    assert re.fullmatch(
        r"In WMT's translations into English, people preferred the better-scoring of two systems that differ by "
        r"0\.05 or more \(here 0\.2469\) with these settings in about 92 of 100 cases\.",
        sentence,
    )
    assert "At WMT, people agreed with 92% of such differences." in str(shown)
    assert "people agreed with 92%" in shown._repr_html_()
    assert "people" not in shown.pairs[0], "it is said once"
    with pytest.warns(UserWarning, match="^a and b give the same text in 100% of the segments"):
        same = wordrotator.compare({"a": worse, "b": worse}, references)
    assert same.people == []
    assert "people_agree" not in same.pairs[0]
    assert "eople" not in str(same)
    baseline = tmp_path / "baseline.parquet"
    wordrotator.check(references, references, baseline, update=True)
    dropped = wordrotator.check(worse, references, baseline)
    assert f"the drop is significant and above the margin 0.0241 (3 points). {sentence}" in str(dropped)
    unchanged = wordrotator.check(references, references, baseline)
    assert "no score has changed." in str(unchanged)
    assert "eople" not in str(unchanged)
    unknown = wordrotator.check(worse, references, floor={"wrd": 0.1}, mass_power=2)
    assert "eople" not in str(unknown.to_dict())  # nobody judges a floor


@copies
def test_compare_with_people(corpus: tuple[list[str], list[str]]) -> None:
    """People who judged the predictions are asked first."""
    systems = {"good": corpus[1], "bad": corpus[0], "worse": corpus[0][::-1]}
    n = len(corpus[0])
    human = {"good": [1.0] * n, "bad": [2.0 + i % 2 for i in range(n)], "worse": [None] * n}
    comparison = wordrotator.compare(systems, corpus[1], human=human)
    (order,) = comparison.judged
    assert (order.best_by_measure, order.best_by_people, order.same_best) == (["good"], ["bad"], False)
    assert [(s.system, s.rank, s.human_rank) for s in order.systems] == [("bad", 2, 1), ("good", 1, 2)]
    assert order.unjudged == ["worse"]
    assert (order.pairs, order.alike, order.agreement) == (1, 0, 0.0)
    assert order.difference is not None
    assert order.difference.verdict == "better"
    assert order.difference.p_value == order.difference.p_corrected  # people had no other to prefer
    first = "People put bad first, 2nd of 2 by wrd; "
    assert str(order).startswith(first)
    assert comparison.verdict.startswith("People put bad first, ")
    assert str(comparison).startswith(comparison.verdict)
    assert first in str(comparison)
    assert first in comparison._repr_html_()
    several = wordrotator.compare(systems, corpus[1], human={"clear": human, "right": {}}, human_systems=["bad"])
    assert [(one.human, one.reason) for one in several.judged] == [
        ("clear", "people judged one system only, good"),
        ("right", "people judged no output that wrd scored"),
    ]
    assert several.judged[0].left_out == ["bad"]
    assert wordrotator.compare(systems, corpus[1]).judged == []
    with pytest.raises(RequestError, match='human: human: found the system "other"'):
        wordrotator.compare(systems, corpus[1], human={"other": [1] * n})


def test_names_of_predictions(corpus: tuple[list[str], list[str]]) -> None:
    """What the predictions are called stays with them, and no score depends on it."""
    n = len(corpus[0])
    ids, documents = [f"n{i}" for i in range(n)], [i // 4 for i in range(n)]
    named = wordrotator.score(*corpus, ids=ids, documents=(name for name in documents))  # type: ignore[arg-type]
    plain = wordrotator.score(*corpus)
    assert named.scores == plain.scores
    assert (named.ids, named.documents, named.domains) == (ids, documents, None)
    assert list(named.rows())[:3] == ["id", "doc", "wrd"]
    assert named.rows()["id"] == ids
    assert next(iter(plain.rows())) == "wrd"
    with pytest.raises(ValueError, match=f"ids: found 1 and {n} predictions, expected the same number"):
        wordrotator.score(*corpus, ids=["n0"])
    with pytest.raises(TypeError, match="domains: found a string"):
        wordrotator.score(*corpus, domains="news")


def test_replay(program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("a cat sat\nit rained\n")
    (tmp_path / "r.txt").write_text("the cat sat\nrain fell\n")
    (tmp_path / "toy.vec").write_text("cat 1 0\nsat 0 1\nrained 1 1\nfell 2 1\n")
    command = ["score", "a.txt", "r.txt", "--vectors", "toy.vec", "-o", "results"]
    subprocess.run([program, *command], cwd=tmp_path, check=True, capture_output=True)
    with pytest.raises(wordrotator.RequestError, match=r"toy\.vec"):  # is elsewhere now
        wordrotator.replay(tmp_path / "results")
    monkeypatch.chdir(tmp_path)
    again = wordrotator.replay("results", vectors="toy.vec")
    assert again.same
    assert (again.differences, again.changed) == ([], [])
    assert "has the same bits" in str(again)
    (tmp_path / "toy.vec").write_text("cat 1 0\nsat 0 1\nrained 3 1\nfell 2 1\n")
    other = wordrotator.replay(tmp_path / "results", vectors=tmp_path / "toy.vec")
    assert not other.same
    assert {change["system"] for change in other.differences} == {"a"}
    assert other.changed[0]["part"] == "vectors"
    assert "values differ" in repr(other)
    with pytest.raises(wordrotator.RequestError, match=r"found no settings|Parquet"):
        wordrotator.replay("a.txt")


def test_correlate() -> None:
    scores = {"up": {"a": [1, 2, 3, 4], "b": [2, 3, 4, None]}, "down": {"a": [4, 3, 2, 1], "b": [3, 2, 1, 0]}}
    human = {"a": [1, 2, 3, 4], "b": [2, 3, 4, 5]}
    found = wordrotator.correlate(scores, human, lower_is_better=["down"], levels=["segment"], statistics=["pearson"])
    assert {row["measure"]: round(row["value"], 6) for row in found.rows if row["averaging"] == "none"} == {
        "up": 1,
        "down": 1,
    }
    several = wordrotator.correlate({"m": [1, 2, 3]}, {"x": {"corpus": [1, 2, 3]}, "y": {"corpus": [3, 2, 1]}})
    assert {row["human"] for row in several.rows} == {"x", "y"}
    assert "pearson" in str(several)


def test_correlate_leaves_out() -> None:
    """Human systems, by name or as said, and outliers."""
    human = {"a": [1, 2, 3], "b": [2, 3, 4], "refA": [9, 9, 8], "bad": [0, 0, 1]}
    found = wordrotator.correlate({"m": human}, human, outliers=["bad"])
    assert found.left_out == {"human": ["refA"], "outliers": ["bad"]}
    assert found.warnings == [
        "left out the system refA, taken to be human, as mt-metrics-eval does; include_human includes all",
    ]
    assert {row["n_systems"] for row in found.rows} == {2}
    known = wordrotator.correlate({"m": human}, human, human_systems=["a", "b"])
    assert known.left_out == {"human": ["a", "b"], "outliers": []}
    everyone = wordrotator.correlate({"m": human}, human, human_systems=["a", "b"], include_human=True)
    assert everyone.left_out == {"human": [], "outliers": []}


@pytest.mark.parametrize(
    ("scores", "error", "message"),
    [
        ([1, 2, 3], TypeError, "scores: found list, expected lists of scores by their names"),
        ({"m": "123"}, TypeError, "m: found a string, expected a list of numbers"),
        ({"m": ["1", "2", "3"]}, TypeError, "m: found '1' at 0, expected a number or None"),
        ({"m": [1, 2, float("inf")]}, ValueError, "m: found inf at 2, expected a finite number or None"),
        ({"m": [1, 2]}, ValueError, "column m: found 2 segments, expected 3, as the other columns have"),
    ],
)
def test_correlate_refuses(scores: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        wordrotator.correlate(scores, [1, 2, 3])


def test_correlate_tables() -> None:
    """Columns of pandas, polars and NumPy, integers too, in which NaN stands for a score that is not there."""
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    settings: dict[str, Any] = {"levels": ["segment"], "statistics": ["pearson"]}
    expected = wordrotator.correlate({"m": [1, 2, 4, None]}, [1, 2, 3, 4], **settings)
    human = pandas.Series([1, 2, 3, 4])
    assert wordrotator.correlate(pandas.DataFrame({"m": [1, 2, 4, None]}), human, **settings) == expected
    assert wordrotator.correlate({"m": polars.Series([1, 2, 4, None])}, human.to_numpy(), **settings) == expected
    assert wordrotator.correlate({"m": [1, 2, 4, float("nan")]}, human, **settings) == expected


def test_tables(wrd: WRD) -> None:
    result = wrd.score(["a cat", ""], ["a cat", "b"])
    pandas = pytest.importorskip("pandas")
    frame = result.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["status"]) == ["ok", "empty_candidate"]
    pytest.importorskip("polars")
    assert result.to_polars()["wrd"].to_list() == [0, 1]


def test_arrow(wrd: WRD) -> None:
    pa = pytest.importorskip("pyarrow")
    batch = pa.record_batch(
        {
            "key": [1, 2, 3, 4],
            "candidate": ["a cat", None, "x", ""],
            "references": [["a dog", "a cat"], ["a"], [], ["b"]],
        }
    )
    (scored,) = wrd.score_batches([batch])
    table = scored.to_pydict()
    assert table["key"] == [1, 2, 3, 4]
    assert table["wrd"] == [0, None, None, 1]
    assert table["status"] == ["ok", "missing", "missing", "empty_candidate"]
    with pytest.raises(ValueError, match="found a column wrd"):
        list(wrd.score_batches([scored]))
    with pytest.raises(KeyError, match="no column text"):
        list(wrd.score_batches([batch], candidate="text"))


def test_progress(wrd: WRD, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tqdm")
    wrd.score(["a"] * 20, ["a"] * 20, progress=True)
    assert "20/20" in capsys.readouterr().err
    # Without tqdm it is a line, which goes at the end.
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    wrd.score(["a"] * 200, ["a"] * 200, progress=True)
    said = capsys.readouterr().err
    assert "wordrotator: scoring, 200 of 200, 0 s left" in said
    assert said.rsplit("\r", 2)[1].strip() == ""


@pytest.mark.parametrize("bar", [True, False])
def test_progress_by_itself(
    wrd: WRD, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, bar: bool
) -> None:
    """It is there for long work before a person, and for nothing else."""
    if bar:
        pytest.importorskip("tqdm")
    else:
        monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    texts = ["a cat sat on the mat"] * 500
    for silent, person in ((2, True), (0, False), (0, True)):
        monkeypatch.setattr("wordrotator._progress._SILENT", silent * 1000)
        monkeypatch.setattr("wordrotator._progress.interactive", lambda person=person: person)
        for shown in (None, False):
            wrd.score(texts, texts, progress=shown)
            said = capsys.readouterr().err
            assert bool(said) == (silent == 0 and person and shown is None)
    wrd.compute(predictions=texts, references=texts)
    assert ("500/500" if bar else "500 of 500") in capsys.readouterr().err


@pytest.mark.parametrize("bar", [True, False])
def test_progress_before_anything_is_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, bar: bool
) -> None:
    """A first part that takes long shows that it is at work."""
    from wordrotator._progress import Progress

    if bar:
        pytest.importorskip("tqdm")
    else:
        monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    monkeypatch.setattr("wordrotator._progress._EVERY", 0.01)
    monkeypatch.setattr("wordrotator._progress._SILENT", 0.01)
    monkeypatch.setattr("wordrotator._progress.interactive", lambda: True)
    said = ""
    with Progress("scoring", 5):
        while ("0/5" if bar else "scoring, 0 of 5, ") not in said:
            time.sleep(0.01)
            said += capsys.readouterr().err


def test_progress_of_workers(wrd: WRD, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Methods that take long say how far they are, or at least for how long they go on; others say nothing."""
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    monkeypatch.setattr("wordrotator._progress._SILENT", 0)
    texts = ["a cat", "a dog", "a bird"]

    def shown() -> str:
        lines = capsys.readouterr().err.split("\r")
        assert lines[-1] == ""
        return lines[-3].rstrip() if len(lines) > 1 else ""

    for person in (True, False):
        monkeypatch.setattr("wordrotator._progress.interactive", lambda person=person: person)
        monkeypatch.setattr("wordrotator._metric._PAIRS", 3)  # three requests
        wrd.matrix(texts, texts)
        assert shown() == ("wordrotator: comparing, 9 of 9, 0 s left" if person else "")
        wrd.compare({"a": texts, "b": texts[::-1]}, texts, samples=100)
        assert shown() == ("wordrotator: comparing, 300 of 300, 0 s left" if person else "")  # draws
        wrd.mbr(texts)
        assert re.fullmatch(r"wordrotator: mbr, \d+ s" if person else "", shown())
        wrd.explain("a cat", "a dog")
        assert shown() == ""


@pytest.mark.parametrize(
    ("what", "call"),
    [
        ("starting", lambda _: WRD().close()),
        ("learning a converter", lambda _: WRD(convert="AWR").close()),
        ("report", lambda folder: wordrotator.report(["a cat"], ["a cat"], folder / "report.html")),
        ("check", lambda _: wordrotator.check(["a cat"], ["a cat"], floor={"wrd": 0.5})),
    ],
)
def test_progress_of_programs(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    what: str,
    call: Callable[[Path], object],
) -> None:
    """What may take long before the first score, or without any, says for how long it goes on."""
    monkeypatch.setattr("wordrotator._progress._SILENT", 0)
    for person in (True, False):
        monkeypatch.setattr("wordrotator._progress.interactive", lambda person=person: person)
        call(tmp_path)
        assert bool(re.search(rf"wordrotator: {what}, \d+ s\r", capsys.readouterr().err)) == person


def test_encoder(program: str, tmp_path: Path, corpus: tuple[list[str], list[str]]) -> None:
    candidates, references = corpus[0][:8], corpus[1][:8]
    with WRD(encoder="context-en", layer=2, purpose="translation") as wrd:
        result = wrd.score(candidates, references)
        alignment = wrd.explain("a cat sat", "the cat sits")
    flags = ["--encoder", "context-en", "--layer", "2", "--purpose", "translation"]
    assert result.distances == [row["wrd"] for row in command(program, tmp_path, candidates, references, *flags)]
    assert "encoder:context-en@" in result.signature
    assert "layer:2" in result.signature
    assert {move.candidate for move in alignment.moves} == {"a", "cat", "sat"}
    with WRD(encoder="context-en", purpose="translation", convert="AR", threads=1) as wrd:
        result = wrd.score(candidates, references)
    flags = ["--encoder", "context-en", "--purpose", "translation", "--convert", "AR"]
    assert result.distances == [row["wrd"] for row in command(program, tmp_path, candidates, references, *flags)]
    assert "|convert:AR@" in result.signature
    bad = [{"encoder": "nothing-en"}, {"encoder": "context-en", "layer": 99}, {"layer": 1}]
    for settings in (*bad, {"encoder": "context-en", "convert": "AW"}):
        with pytest.raises(SettingError, match=r"encoder|layer"):
            WRD(**settings).score(["a"], ["a"])


def test_notebook(wrd: WRD) -> None:
    wide = wrd.matrix(["a cat", "a dog"], ["a <cat>"] * 30)._repr_html_()
    assert wide.count("<td ") == 2 * 21
    assert "…" in wide
    assert "a &lt;cat&gt;" in wrd.mbr(["a <cat>", "a <cat>", "a dog"])._repr_html_()


def test_converter_learns_from_json() -> None:
    """References are texts, also where the first one looks like JSON."""
    references = ['{"text": "the cat sat"}', "a dog ran", "birds fly"]
    with WRD(convert="AWR") as wrd:
        assert wrd.score(references, references).score == pytest.approx(1)


def test_options_are_the_settings_of_the_program(program: str) -> None:
    """Each option has the name of a setting; what else the program can set needs a corpus."""
    said = subprocess.run([program, "serve", "--stdio", '--settings={"nosuch": 1}'], capture_output=True, text=True)
    settings = set(said.stderr.partition("expected one of: ")[2].strip().split(", "))
    assert "mass_power" in settings
    options = {field.name for field in fields(Options)} - {*OF_RUNS, "measures"} | {"measure", "converter"}
    assert options <= settings
    assert settings - options == {"idf", "token_vectors"}


def test_results_say_their_settings() -> None:
    with WRD(purpose="summary", oov="skip") as wrd:
        settings = wrd.score(["a cat"], ["a dog"]).settings
    assert settings["measure"] == ["wrd_recall"]
    assert settings["oov"] == "skip"
    assert settings["vectors"] == "distilled-en"
    assert "purpose" not in settings
    with WRD(convert="AWR") as wrd:
        settings = wrd.score(["a cat", "the dog"], ["a dog", "the dog"]).settings
    assert settings["convert"] == "AWR"
    assert "converter" not in settings


def test_columns_of_tables(wrd: WRD) -> None:
    """Columns of pandas, polars, Arrow and NumPy are taken as they are; a whole table is not taken for its names."""
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pyarrow, numpy = pytest.importorskip("pyarrow"), pytest.importorskip("numpy")
    candidates, references = ["a cat", "a dog"], [["the cat", "a cat"], ["dogs"]]
    expected = wrd.score(candidates, references, ids=[1, 2])
    table = pyarrow.table({"out": candidates, "ref": references, "id": [1, 2]})
    frame = pandas.DataFrame({"out": candidates, "ref": references, "id": [1, 2]}, index=[7, 3])
    lists = polars.DataFrame({"out": candidates, "ref": references, "id": [1, 2]})
    for out, ref, ids in (
        (table["out"], table["ref"], table["id"]),
        (table["out"].combine_chunks(), table["ref"].combine_chunks(), table["id"].to_numpy()),
        (pyarrow.chunked_array([candidates[:1], candidates[1:]]), frame["ref"], frame["id"]),
        (frame["out"], frame["ref"], lists["id"]),
        (frame["out"].astype("category"), table.to_pandas()["ref"], (1, 2)),
        (lists["out"], lists["ref"], frame["id"]),
        (
            numpy.array(candidates),
            numpy.array([numpy.array(r, dtype=object) for r in references], dtype=object),
            [1, 2],
        ),
        (numpy.array(candidates, dtype=numpy.dtypes.StringDType()), references, [1, 2]),
    ):
        found = wrd.score(out, ref, ids=ids)
        assert found == expected
        assert {type(name) for name in found.ids or ()} == {int}
    batch = pyarrow.record_batch({"out": candidates})

    class Distant:
        """A table as those of Spark: what its columns hold is elsewhere."""

        @property
        def columns(self) -> list[str]:
            return ["out", "ref"]

    here, elsewhere = "give one of its columns", "bring it into memory and give a column"
    remedies = [(whole, here) for whole in (frame, lists, table, batch)]
    for whole, remedy in (*remedies, (lists.lazy(), elsewhere), (Distant(), elsewhere)):
        with pytest.raises(
            TypeError, match=rf"predictions: found a \w+, expected a list of strings: {remedy}, such as \['out'\]"
        ):
            wrd.score(whole, candidates)
        with pytest.raises(TypeError, match="references: found a"):
            wrd.score(candidates, whole)
    for numbers in (pandas.Series([1, 2]), polars.Series([1, 2]), pyarrow.array([1, 2]), numpy.array([1, 2])):
        with pytest.raises(TypeError, match="predictions: found int at 0, expected a string"):
            wrd.score(numbers, candidates)
    for scalar in (numpy.array("a cat"), numpy.str_("a cat")):
        with pytest.raises(TypeError, match=r"predictions: found .*, expected a list of strings"):
            wrd.score(scalar, candidates)
    for missing in (pandas.Series(["a", None]), polars.Series(["a", None]), pyarrow.array(["a", None])):
        with pytest.raises(TypeError, match=r"predictions: found \w+ at 1 \(a missing value\), expected a string"):
            wrd.score(missing, candidates)


def test_results_go_everywhere(wrd: WRD) -> None:
    """Plain values, JSON, and tables that keep ids and the index of the predictions."""
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    texts = ["a cat", "a dog", ""]
    result = wrd.score(texts, texts, ids=["x", "y", "z"], documents=[1, 1, 2])
    assert json.loads(result.to_json()) == result.to_dict()
    assert result.to_dict()["ids"] == ["x", "y", "z"]
    assert result.to_dict()["coverage"]["candidate"] == result.coverage.candidate
    rows = result.rows()
    for table in (
        result.to_arrow().to_pydict(),
        result.to_polars().to_dict(as_series=False),
        result.to_pandas().to_dict("list"),
    ):
        assert table == rows
    series = pandas.Series(texts, index=[7, 3, 1])
    assert list(wrd.score(series, series).to_pandas().index) == [7, 3, 1]
    frame = pandas.DataFrame({"text": series})
    frame["wrd"] = wrd.score(frame["text"], frame["text"]).to_pandas()["wrd"]
    assert not frame["wrd"].isna().any()

    matrix = wrd.matrix(["a cat", "a dog"], ["a cat", "a dog", "a bird"])
    pairs = matrix.to_arrow().to_pylist()
    assert [(row["candidate"], row["reference"]) for row in pairs] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert [row["wrd"] for row in pairs] == [value for row in matrix.columns["wrd"] for value in row]
    assert wrd.explain("a cat sat", "the cat sits").to_polars()["mass"].sum() == pytest.approx(1)


def test_the_same_index_in_another_order_is_no_pair(wrd: WRD, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    texts = pandas.Series(["a cat sat", "a dog ran", "it rained"], index=["x", "y", "z"])
    turned, others = texts[::-1], texts.set_axis([1, 2, 3])
    for call in (
        lambda: wrd.score(texts, turned),
        lambda: wrd.score(texts, texts, sources=turned),
        lambda: wrd.compare({"a": texts, "b": turned}, texts),
        lambda: wrd.correlate(
            {"m": pandas.Series([1, 2, 3], index=["x", "y", "z"])}, pandas.Series([1, 2, 3], index=["z", "y", "x"])
        ),
        lambda: wordrotator.check(texts, turned, texts),
        lambda: wordrotator.report({"a": texts, "b": turned}, texts, tmp_path / "page.html"),
    ):
        with pytest.raises(ValueError, match="the same index in another order"):
            call()
    by_place = wrd.score(texts.to_list(), turned.to_list()).scores
    assert wrd.score(texts, others[::-1]).scores == by_place, "other labels say nothing"
    assert wrd.score(texts, turned.loc[texts.index]).scores == [1, 1, 1]


@pytest.mark.filterwarnings("ignore:the columns")
def test_every_result_goes_everywhere(wrd: WRD, tmp_path: Path, program: str) -> None:
    """No class of results is without one of the five."""
    for name in ("pandas", "polars", "pyarrow"):
        pytest.importorskip(name)
    texts = ["a cat", "a dog", "a bird", "a cat sat on the mat"] * 4
    systems = {"a": texts, "b": [text + " ran" for text in texts]}
    (tmp_path / "texts").write_text("a cat\na dog\n")
    stored = tmp_path / "stored"
    command = [program, "score", "-c", tmp_path / "texts", "-r", tmp_path / "texts", "-o", stored]
    subprocess.run(command, check=True, capture_output=True)
    choice = wrd.mbr(texts)
    best = wrd.mbr(texts, best_only=True)
    alignment = wrd.explain("a cat sat", "the cat sits")
    correlations = wordrotator.correlate({"m": [1, 2, 3, None]}, [1, 3, 2, 4])
    results: list[tuple[Table, list[str], int]] = [
        (wrd.score(texts, texts), ["wrd", "wrd_similarity", "status", "best_reference"], 16),
        (wrd.score([], []), ["wrd", "wrd_similarity", "status", "best_reference"], 0),
        (alignment, ["candidate", "reference", "mass", "cost"], len(alignment.moves)),
        (wrd.matrix(texts, texts), ["candidate", "reference", "wrd", "wrd_similarity", "status"], 256),
        (choice, ["candidate", "utility", "best"], 16),
        (best, ["candidate", "utility", "best"], 1),
        (wrd.compare(systems, texts, samples=400), ["measure", "system", "against", "verdict", "p_value"], 1),
        (correlations, ["measure", "human", "statistic", "value"], len(correlations.rows)),
        (wrd.replay(stored), ["system", "segment", "value", "stored", "now"], 0),
        (wordrotator.check(texts, texts, floor={"wrd": 0.5}), ["system", "measure", "drop", "verdict", "reason"], 1),
        (wordrotator.check(texts, texts, tmp_path / "b.parquet", update=True), ["system", "measure"], 0),
    ]
    assert {type(result) for result, *_ in results} == {
        of_it for of_it in Table.__subclasses__() if of_it.__module__ == "wordrotator._results"
    }
    for result, names, rows in results:
        assert json.loads(result.to_json()) == result.to_dict()
        assert len(repr(result)) < 3000
        arrow = result.to_arrow()
        assert arrow.num_rows == rows, result
        assert set(names) <= set(arrow.column_names)
        columns = result.to_polars().to_dict(as_series=False)
        assert columns == arrow.to_pydict()
        frame = result.to_pandas()
        assert [list(frame.columns), len(frame)] == [arrow.column_names, rows]
    assert choice.to_pandas().query("best")["utility"].item() == choice.utility == best.utility


def test_representations_are_short(wrd: WRD) -> None:
    text = " ".join(["a cat sat on the mat"] * 300)
    assert len(repr(wrd.score([text] * 50, [text] * 50))) < 1000
    assert len(repr(wrd.explain(text, text))) < 1000
    assert len(repr(wrd.mbr([text, text]))) < 1000
    systems = {f"system-{i}": [f"cat {i}", f"dog {i}"] * 3 for i in range(12)}
    comparison = wrd.compare(systems, ["a cat", "a dog"] * 3, samples=100)
    assert len(str(comparison).splitlines()) == 18  # a line for each system
    assert repr(comparison).splitlines()[-1] == comparison.signature


@pytest.mark.parametrize("name", ["pandas", "polars", "pyarrow"])
def test_what_is_not_installed_is_named(wrd: WRD, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    result = wrd.score(["a"], ["a"])
    monkeypatch.setitem(sys.modules, name, None)
    extra = "arrow" if name == "pyarrow" else name
    with pytest.raises(ImportError, match=rf"found no {name}, expected it: pip install 'wordrotator\[{extra}\]'"):
        getattr(result, f"to_{extra}")()
    if name == "pyarrow":
        with pytest.raises(ImportError, match=r"wordrotator\[arrow\]"):
            list(wrd.score_batches([]))


def test_similarity_of_measures_without_one() -> None:
    with WRD(measures="wmd") as wrd:
        assert wrd.explain("a cat", "a dog").similarity is None
        assert wrd.explain("a cat", "a dog").distance
        with pytest.raises(ValueError, match=r"wmd has no similarity, .*: use score\(…\)\.distance"):
            wrd.similarity("a cat", "a dog")
        assert wrd.score(["a cat"], ["a dog"]).to_dict().get("similarity") is None
    assert wordrotator.similarity("a cat", "a cat", measures="bertscore") == pytest.approx(1)


@pytest.mark.parametrize(
    ("candidate", "reference", "error", "message"),
    [
        (["a"], "a", TypeError, "candidate: found list, expected a text"),
        ("a", None, TypeError, "reference: found NoneType (a missing value), expected a string or a list of strings"),
        ("a", ["a", 1], TypeError, "reference: found int at 1, expected a string"),
        ("a", [], ValueError, "reference: found none, expected at least one"),
    ],
)
def test_similarity_refuses(candidate: Any, reference: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=re.escape(message)):
        wordrotator.similarity(candidate, reference)


def test_systems_of_the_same_name() -> None:
    with pytest.raises(ValueError, match="systems: found two that are called 1, expected different names"):
        wordrotator.compare({1: ["a"], "1": ["b"], "2": ["a"]}, ["a"])  # type: ignore[dict-item]


def test_replay_takes_files_alone() -> None:
    with pytest.raises(TypeError, match="found the unknown setting purpose: expected one of: vectors, words"):
        wordrotator.replay("results", purpose="summary")
