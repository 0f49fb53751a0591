"""The language of texts: named, or what the references look like."""

import json
import subprocess
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

import wordrotator
from wordrotator import WRD, Options
from wordrotator.pytest_plugin import Tester
from wordrotator.rewards import Reward

JAPANESE = ["猫が好きです", "コーヒーを飲む", "雨が降った"]
OTHERS = ["猫は好き", "お茶を飲む", "雪が降った"]
SETTINGS = {"tokenizer": "written", "vectors": "ngrams", "case": "lower"}


def test_named() -> None:
    with WRD(language="tr") as wrd:
        assert wrd.tokenize(["IŞIK İyi"]) == [["\u0131ş\u0131k", "iyi"]]
        assert {**wrd.hello().settings, **SETTINGS, "case": "turkic"} == wrd.hello().settings
    with pytest.raises(wordrotator.WRDError, match=r"language: found ['\"]german"):
        wordrotator.score(["ein"], ["ein"], language="german")


def test_found(wrd: WRD) -> None:
    """Every call that has the references takes their language, says so once, and scores as if it were named."""
    with pytest.warns(
        UserWarning,
        match="^most letters of the references are Japanese: language ja, tokenizer written, vectors ngrams; "
        'purpose translation takes the encoder context-multi, which sees words in context; language="en", for ',
    ) as said:
        result = wrd.score(OTHERS, JAPANESE)
    assert [warning.filename for warning in said] == [__file__]
    assert {**result.settings, **SETTINGS} == result.settings
    with WRD(language="ja") as named:
        again = named.score(OTHERS, JAPANESE)
        assert (again.scores, again.signature) == (result.scores, result.signature)
        calls: list[Callable[[WRD], object]] = [
            lambda metric: metric.similarity(OTHERS[0], JAPANESE[0]),
            lambda metric: metric.compute(predictions=OTHERS, references=[[text] for text in JAPANESE]),
            lambda metric: metric.explain(OTHERS[0], JAPANESE[0]).moves,
            lambda metric: metric.matrix(OTHERS, JAPANESE).columns,
            lambda metric: metric.mbr(OTHERS),
            lambda metric: metric.mbr(OTHERS, JAPANESE),
            lambda metric: str(metric.compare({"a": OTHERS, "b": JAPANESE}, JAPANESE)),
        ]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for i, call in enumerate(calls):
                assert call(wrd) == call(named), i
            english = wrd.score(["a cat sat"], ["the “café” sat"])
    assert "tok:usif" in english.signature


def test_found_beside_settings() -> None:
    """The sentence says what the settings take for the language; n-grams and encoders leave it nothing."""
    with pytest.warns(UserWarning, match="Japanese: language ja, encoder context-multi; language="):
        wordrotator.score(OTHERS, JAPANESE, purpose="translation")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        alone = wordrotator.score(OTHERS, JAPANESE, vectors="ngrams")
        assert alone.signature == wordrotator.score(OTHERS, JAPANESE, vectors="ngrams", language="en").signature


@pytest.mark.filterwarnings("ignore:most letters of the references are Japanese")
def test_hosts(wrd: WRD) -> None:
    """Hosts that ask for one text or batch at a time get it scored in the language of its references."""
    with WRD(language="ja") as named:
        want = named.score(OTHERS, JAPANESE)
    reward = Reward("answer")
    assert reward(completions=OTHERS, answer=JAPANESE) == list(want.scores)
    assert wrd._score(OTHERS[:1], JAPANESE[:1]).signature == want.signature
    similarity = Tester(wrd).similarity(OTHERS[0], JAPANESE[0])
    assert similarity == want.scores[0]
    assert similarity.explain()[-1] == want.signature


@pytest.mark.filterwarnings("ignore:most letters of the references are Japanese")
def test_batches(wrd: WRD) -> None:
    """The first 1,000 references of all batches decide on the language of all of them, the first one's too."""
    pa = pytest.importorskip("pyarrow")
    table = pa.table(
        {"candidate": ["a cat"] * 10 + OTHERS * 100, "references": [["the cat"]] * 10 + [[r] for r in JAPANESE] * 100}
    )
    with WRD(language="ja") as named:
        want = [batch.to_pylist() for batch in named.score_batches(table.to_batches(max_chunksize=10))]
    assert [batch.to_pylist() for batch in wrd.score_batches(table.to_batches(max_chunksize=10))] == want
    english = pa.table(
        {"candidate": ["a cat"] * 1000 + OTHERS, "references": ["the cats are here to stay"] * 1000 + JAPANESE}
    )
    with pytest.warns(UserWarning, match="no words"):
        assert [b["wrd"][-1].as_py() for b in wrd.score_batches(english.to_batches(max_chunksize=501))][-1] == 1


@pytest.mark.parametrize(
    ("candidate", "reference", "cells"),
    [
        ("我喝茶", "我喝水", "茶         水         "),  # each is as wide as two letters
        ("मिलीं पानी", "भूल पानी", "मिलीं       भूल         "),  # five characters in four columns
        ("وجدت في", "نسيت في", "\u200eوجدت\u200e       \u200eنسيت\u200e       "),
    ],
)
@pytest.mark.filterwarnings("ignore:most letters")
def test_columns(wrd: WRD, candidate: str, reference: str, cells: str) -> None:
    """Tables for people are aligned as terminals show them, and their order is that of the columns."""
    lines = str(wrd.explain(candidate, reference)).splitlines()
    assert lines[0].startswith("candidate  reference ")
    assert any(line.startswith(cells) for line in lines), lines


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_candidates_do_not_count(wrd: WRD) -> None:
    assert "tok:usif" in wrd.score(JAPANESE, ["a cat", "coffee", "it rained"]).signature


@pytest.mark.parametrize(
    ("options", "signature"),
    [
        (Options(language="en"), "tok:usif"),
        (Options(tokenizer="nltk", vectors="ngrams"), "tok:nltk"),
        (Options(encoder="context-en"), "encoder:context-en"),
        (Options(encoder="context-multi", precision="int8", language="ja"), "encoder:context-multi"),
        (Options(language="auto", vectors="distilled-en"), "tok:unicode"),
    ],
)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_what_is_said_wins(options: Options, signature: str) -> None:
    with WRD(options) as wrd:
        assert signature in wrd.score(OTHERS, JAPANESE).signature


@pytest.mark.parametrize("kind", ["lines", "table", "several references"])
def test_as_the_command(wrd: WRD, program: str, tmp_path: Path, kind: str) -> None:
    """The first 1,000 references decide for the command and for Python, in the order of the segments."""
    english, japanese = ["a cat sat on the mat, by itself"] * 999, ["猫が好きです" * 400]
    first, later = english + japanese, ["a cat"] * 2000
    references = [*first, *later]
    if kind == "several references":  # half of them are further ones
        listed = [list(pair) for pair in zip(references[::2], references[1::2], strict=False)]
    else:
        listed = [[text] for text in references]
    candidates = ["猫 cat"] * len(listed)
    table = tmp_path / "table.jsonl"
    rows = [{"candidate": c, "references": r} for c, r in zip(candidates, listed, strict=True)]
    table.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    arguments = [str(table)]
    if kind == "lines":
        for name, texts in (("c.txt", candidates), ("r.txt", references)):
            (tmp_path / name).write_text("\n".join(texts) + "\n", encoding="utf-8")
        arguments = [str(tmp_path / "c.txt"), str(tmp_path / "r.txt")]
    done = subprocess.run([program, "score", *arguments, "--format", "json"], capture_output=True, check=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = wrd.score(candidates, listed)
    said = json.loads(done.stdout)
    assert said["signature"].split("|")[1:6] == result.signature.split("|")[1:6]
    assert "tok:usif" in result.signature


GERMAN = [
    "Gestern hat es in der ganzen Stadt fuerchterlich geregnet",
    "Dieses Buch gefällt meiner Schwester",
    "Wo befindet sich der nächste Bahnhof",
]


def test_latin_but_not_english(wrd: WRD) -> None:
    """References in Latin letters tell if they are not too few, for an encoder, too; otherwise words are looked up."""
    with pytest.warns(
        UserWarning, match="^3 of 3 references look German: language de, tokenizer written, .* language="
    ) as said:
        result = wrd.score(GERMAN, GERMAN)
    assert [warning.filename for warning in said] == [__file__]
    assert {**result.settings, **SETTINGS} == result.settings
    with (
        WRD(purpose="translation") as translation,
        pytest.warns(UserWarning, match="^3 of 3 references look German"),
    ):
        assert "encoder:context-multi" in translation.score(GERMAN, GERMAN).signature
    with WRD(purpose="translation") as translation:
        with pytest.warns(UserWarning, match="^only .* of the words in the references .* set their language "):
            translation.score(GERMAN[:2], GERMAN[:2])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            translation.score(["It rained all day"] * 3, ["Yesterday it rained all over the town"] * 3)


def test_mixed(wrd: WRD) -> None:
    """References in two languages are told, with what they are taken as."""
    with pytest.warns(
        UserWarning,
        match="^of 21 references, 12 look English and 9 German, and all are taken as English: score each language by "
        "itself, or set one$",
    ):
        result = wrd.score(["a"] * 21, GERMAN * 3 + ["Yesterday it rained all over the town"] * 12)
    assert "tok:usif" in result.signature


def test_candidates_in_another_language() -> None:
    """Predictions in another language than the references are told, also where several answers make a result."""
    english = ["Yesterday it rained all over the town"]
    for times in (2, 10_000):
        with (
            WRD(language="de") as wrd,
            pytest.warns(UserWarning, match="candidates look English, .* references German"),
        ):
            wrd.score(english * 3 * times, GERMAN * times)


def test_too_few_to_be_latin(wrd: WRD) -> None:
    with pytest.warns(UserWarning, match="Japanese"):
        assert "tok:written" in wrd.score(["猫"] * 3, ["cat", "猫が好き", "犬"]).signature
