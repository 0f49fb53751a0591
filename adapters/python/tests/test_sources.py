"""Scores without references: candidates against what they translate."""

import pickle
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import wordrotator
from wordrotator import WRD, mt_metrics_eval

#: A small random encoder, of which nobody says which languages it knows.
ENCODER = Path(__file__).parents[3] / "metric" / "encoder" / "testdata" / "xlm-roberta"

PREDICTIONS = ["the cat sat", "a dog", "nobody was there"]
SOURCES = ["die Katze saß", "ein Hund", "niemand war da"]
REFERENCES = ["a cat sat", ["the dog", "one dog"], "no one was there"]


@pytest.fixture
def estimation() -> Iterator[WRD]:
    with WRD(purpose="estimation", encoder=ENCODER) as metric:
        yield metric


def test_alone_is_beside_is_as_a_reference() -> None:
    alone = wordrotator.score(PREDICTIONS, sources=SOURCES, encoder=ENCODER)
    both = {"measures": "wrd,wrd_source", "encoder": ENCODER}
    beside = wordrotator.score(PREDICTIONS, REFERENCES, sources=SOURCES, **both)
    as_reference = wordrotator.score(PREDICTIONS, SOURCES, encoder=ENCODER)
    without = wordrotator.score(PREDICTIONS, REFERENCES, encoder=ENCODER)
    assert list(alone.columns) == ["wrd_source", "wrd_source_similarity"]
    assert alone.columns["wrd_source"] == beside.columns["wrd_source"] == as_reference.columns["wrd"]
    assert beside.columns["wrd"] == without.columns["wrd"]
    assert (alone.measure, beside.measure) == ("wrd_source", "wrd")
    assert alone.scores == alone.columns["wrd_source_similarity"] == as_reference.scores
    assert alone.distances == alone.columns["wrd_source"]
    assert "|src:1|" in alone.signature
    assert "refs:" not in alone.signature
    assert "|refs:1-2|src:1|" in beside.signature
    assert alone.coverage.reference is None
    assert alone.coverage.source == beside.coverage.source is not None
    assert "src:" not in without.signature
    assert without.coverage.source is None


def test_beside_references_they_go_along() -> None:
    beside = wordrotator.score(PREDICTIONS, REFERENCES, sources=SOURCES, documents=["a", "a", "b"], encoder=ENCODER)
    without = wordrotator.score(PREDICTIONS, REFERENCES, documents=["a", "a", "b"], encoder=ENCODER)
    assert (beside.columns, beside.signature) == (without.columns, without.signature)
    assert beside.sources == beside.rows()["source"] == SOURCES
    assert beside.to_dict()["sources"] == SOURCES
    assert "source" not in without.rows()
    german = ["Die Katze saß gestern auf der Matte und wartete lange."] * 6
    with WRD() as metric, pytest.warns(UserWarning, match='language="en"'):  # the references decide, not the sources
        scored = metric.score(german, german, sources=PREDICTIONS * 2)
    assert "vectors:ngrams" in scored.signature


def test_purpose(estimation: WRD) -> None:
    result = estimation.score(PREDICTIONS, sources=SOURCES, documents=["a", "a", "b"])
    assert result.measure == "wrd_source"
    assert "activations:int8" in result.signature
    assert not estimation._others, "one process is enough"
    assert result.rows()["doc"] == ["a", "a", "b"]
    both = estimation.score(PREDICTIONS, REFERENCES, sources=SOURCES)
    assert (both.columns, both.signature) == (result.columns, result.signature)
    again = pickle.loads(pickle.dumps(estimation))
    assert again.score(PREDICTIONS, sources=SOURCES).scores == result.scores
    again.close()
    computed = estimation.compute(predictions=PREDICTIONS, sources=SOURCES)
    assert computed["score"] == result.score
    assert computed["wrd_source"] == result.distance


def test_many_segments(estimation: WRD) -> None:
    few = estimation.score(PREDICTIONS, sources=SOURCES)
    many = estimation.score(PREDICTIONS * 400, sources=SOURCES * 400)
    assert many.scores == list(few.scores) * 400
    assert estimation.score([], sources=[]).scores == []


def test_statuses(estimation: WRD) -> None:
    result = estimation.score(["", "a cat", ""], sources=["eine Katze", "", ""])
    assert result.statuses == ["empty_candidate", "empty_source", "both_empty"]
    assert result.distances == [1, 1, 0]
    skipping = wordrotator.score(["a cat"], sources=[""], purpose="estimation", encoder=ENCODER, empty="skip")
    assert skipping.scores == [None]


@pytest.mark.parametrize("n", [1, 3000])  # one answer of the worker, and several
def test_copies_are_told(estimation: WRD, n: int) -> None:
    with pytest.warns(UserWarning, match=r"of the candidates are copies of their source, which wrd_source takes"):
        estimation.score([*PREDICTIONS[:2], SOURCES[2]] * n, sources=SOURCES * n)
    with pytest.warns(UserWarning, match=r"most sources look like the language of the candidates \(English\)"):
        estimation.score(["nobody was there at all"] * 6 * n, sources=["there was a dog in the house"] * 6 * n)


@pytest.mark.filterwarnings("ignore:.* of the candidates are copies of their source", "ignore:.* limit of the encoder")
def test_copies_fail_a_check() -> None:
    """Their distance is the least there is."""
    sources = ["ein Hund schläft im Garten", *SOURCES]
    before, now = ["a dog sleeps in the garden", *PREDICTIONS], [sources[0], *PREDICTIONS]
    gate = wordrotator.check(now, baseline=before, sources=sources, encoder=ENCODER)
    assert (gate.verdict, gate.passed) == ("broken", False)
    (broken,) = gate.broken
    assert (broken.new, broken.copied, broken.repeated) == (1, 1, 0)
    assert [(o.line, o.kind, o.candidate_text, o.source) for o in broken.outputs] == [
        (None, "copied", sources[0], sources[0])
    ]
    assert "1 copy of its source, which wrd_source takes for the best translation" in str(gate)
    assert wordrotator.check(now, baseline=before, sources=sources, encoder=ENCODER, max_broken=1).passed


def test_explain(estimation: WRD) -> None:
    alignment = estimation.explain("the cat sat", source="die Katze saß")
    scored = estimation.score(["the cat sat"], sources=["die Katze saß"])
    assert alignment.of_source
    assert alignment.distance == scored.distance == alignment.scores["wrd_source"]
    assert sum(move.mass * move.cost for move in alignment.moves) == pytest.approx(alignment.distance)
    assert {move.reference for move in alignment.moves} <= {"die", "Katze", "saß"}
    assert str(alignment).startswith("candidate  source")
    assert estimation.similarity("the cat sat", source="die Katze saß") == scored.score
    assert not wordrotator.explain("a cat", "the cat").of_source


def test_choose_and_compare(estimation: WRD) -> None:
    candidates = ["zzz", "a dog", "there"]
    scores = estimation.score(candidates, sources=["ein Hund"] * 3).scores
    choice = estimation.mbr(candidates, source="ein Hund")
    assert choice.utilities == scores
    assert choice.best == scores.index(max(score or 0 for score in scores))
    systems = {"good": PREDICTIONS, "bad": ["zzz"] * 3}
    compared = estimation.compare(systems, sources=SOURCES)
    assert [measure["measure"] for measure in compared.report["measures"]] == ["wrd_source"]
    measures = ["wrd", "wrd_source"]
    both = wordrotator.compare(systems, REFERENCES, sources=SOURCES, measures=measures, encoder=ENCODER)
    assert [measure["measure"] for measure in both.report["measures"]] == measures
    beside = wordrotator.compare(systems, REFERENCES, sources=SOURCES, encoder=ENCODER)
    assert [measure["measure"] for measure in beside.report["measures"]] == ["wrd"]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: wordrotator.score(["a"]),
            TypeError,
            "found no references and no sources, expected references, sources",
        ),
        (
            lambda: wordrotator.score(["a"], sources=["b", "c"], encoder=ENCODER),
            ValueError,
            "found 1 predictions and sources for 2, expected the same number",
        ),
        (lambda: wordrotator.score(["a"], sources="b", encoder=ENCODER), TypeError, "sources: found a string"),
        (
            lambda: wordrotator.score(["a"], sources=["b"], encoder="context-en"),
            wordrotator.SettingError,
            "measures wrd_source: found encoder context-en, expected an encoder that knows the languages of both",
        ),
        (
            lambda: wordrotator.score(["a"], ["b"], purpose="estimation", encoder=ENCODER),
            TypeError,
            "found no sources, which wrd_source reads, expected some",
        ),
        (
            lambda: wordrotator.explain("a", "b", source="c"),
            TypeError,
            "found a reference and a source, expected the one",
        ),
    ],
)
def test_refusals(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=re.escape(message)):
        call()


def test_mt_metrics_eval(tmp_path: Path) -> None:
    for name, lines in {
        "sources/de-en.txt": SOURCES,
        "system-outputs/de-en/good.txt": PREDICTIONS,
        "system-outputs/de-en/bad.txt": ["zzz"] * 3,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    segments, _ = mt_metrics_eval.score_test_set(tmp_path, "de-en", ["src"], encoder=ENCODER)
    assert segments.name == "WRD-src.seg.score"
    rows = [line.split("\t") for line in segments.read_text().splitlines()]
    good = wordrotator.score(PREDICTIONS, sources=SOURCES, encoder=ENCODER)
    assert [float(score) for name, score in rows if name == "good"] == good.scores
    with pytest.raises(ValueError, match="found src, the source, among"):
        mt_metrics_eval.score_test_set(tmp_path, "de-en", ["src", "refA"], encoder=ENCODER)


def test_arrow(estimation: WRD) -> None:
    pa = pytest.importorskip("pyarrow")
    batch = pa.RecordBatch.from_pydict({"candidate": [*PREDICTIONS, "a", None], "source": [*SOURCES, None, "b"]})
    (scored,) = estimation.score_batches(batch, source="source")
    wanted = estimation.score(PREDICTIONS, sources=SOURCES)
    assert scored.column("wrd_source").to_pylist() == [*(wanted.distances or ()), None, None]
    assert scored.column("status").to_pylist() == ["ok"] * 3 + ["missing"] * 2
    assert scored.column("source_tokens").to_pylist()[0] > 0
    (same,) = WRD(encoder=ENCODER).score_batches(batch, source="source")
    assert same.column("status").to_pylist() == ["ok"] * 3 + ["missing"] * 2
    with pytest.raises(
        ValueError, match="source: found no column, expected that of the sources, which wrd_source reads"
    ):
        next(estimation.score_batches(batch, references="source"))


def test_arrow_beside(estimation: WRD) -> None:
    pa = pytest.importorskip("pyarrow")
    columns: dict[str, list[Any]] = {
        "candidate": [*PREDICTIONS, "a", "b", None, "c"],
        "source": [*SOURCES, None, "b", "c", "c"],
        "ref": [[text] if isinstance(text, str) else text for text in REFERENCES] + [["a"], [], ["c"], None],
    }
    metric = WRD(measures="wrd,wrd_source", purpose="estimation", encoder=ENCODER)
    wanted = metric.score(PREDICTIONS, REFERENCES, sources=SOURCES)
    for cut in (len(PREDICTIONS), len(columns["source"])):
        batch = pa.RecordBatch.from_pydict({name: values[:cut] for name, values in columns.items()})
        (scored,) = metric.score_batches(batch, references="ref", source="source")
        missing = cut - len(PREDICTIONS)
        for name, values in wanted.columns.items():
            assert scored.column(name).to_pylist() == [*values, *[None] * missing]
        assert scored.column("status").to_pylist() == ["ok"] * 3 + ["missing"] * missing
    one = pa.RecordBatch.from_pydict({"candidate": PREDICTIONS, "source": SOURCES, "references": PREDICTIONS})
    with metric:
        both = metric.score(PREDICTIONS, PREDICTIONS, sources=SOURCES)
        (scored,) = metric.score_batches(one, references="references", source="source")
        assert scored.column("wrd").to_pylist() == both.columns["wrd"] == [0, 0, 0]
        assert scored.column("wrd_source").to_pylist() == both.columns["wrd_source"]
        with pytest.raises(ValueError, match="references: found no column, expected that of the references, which wrd"):
            metric._score_batch(one, "candidate", None, source="source")
    reading: list[tuple[str, dict[str, Any]]] = [("references", {}), ("source", {"purpose": "estimation"})]
    for named, settings in reading:  # the other column goes along
        with WRD(encoder=ENCODER, **settings) as other:
            (scored,) = other.score_batches(one, references="references", source="source")
            (same,) = other.score_batches(one, **{named: named})
            assert scored == same
            assert scored.column("source").to_pylist() == SOURCES
    wrong = pa.RecordBatch.from_pydict({"candidate": ["a"], "source": [1]})
    with pytest.raises(TypeError, match="source: found int64, expected strings"):
        next(estimation.score_batches(wrong, source="source"))


@pytest.mark.parametrize("measures", ["wrd", ["bertscore"]])
def test_sources_that_nothing_reads(measures: Any) -> None:
    with pytest.raises(wordrotator.SettingError, match="measures: found none that reads sources, expected wrd_source"):
        wordrotator.score(PREDICTIONS, sources=SOURCES, measures=measures, encoder=ENCODER)
    with pytest.raises(TypeError, match="found no references, which wrd reads, expected some"):
        wordrotator.score(PREDICTIONS, sources=SOURCES, measures="wrd,wrd_source", encoder=ENCODER)


def test_check(tmp_path: Path) -> None:
    """A gate by sources, and by both: its means are those of the scores."""
    worse = ["zzz", "a dog", "there"]
    settings: dict[str, Any] = {"encoder": ENCODER}
    alone = wordrotator.check(PREDICTIONS, sources=SOURCES, floor={"wrd_source": 1.9}, **settings)
    scored = wordrotator.score(PREDICTIONS, sources=SOURCES, encoder=ENCODER)
    assert [(test["measure"], test["candidate"]) for test in alone.tests] == [("wrd_source", scored.distance)]
    assert alone.signature == scored.signature
    measures: dict[str, Any] = {"measures": "wrd,wrd_source", **settings}
    both = wordrotator.check(PREDICTIONS, REFERENCES, worse, sources=SOURCES, **measures)
    beside = wordrotator.score(PREDICTIONS, REFERENCES, sources=SOURCES, **measures)
    assert {test["measure"]: test["candidate"] for test in both.tests} == {
        name: beside.means()[name] for name in ("wrd", "wrd_source")
    }
    file = tmp_path / "baseline.parquet"
    wordrotator.check({"a": PREDICTIONS, "b": worse}, sources=SOURCES, baseline=file, update=True, **settings)
    again = wordrotator.check({"a": worse, "b": PREDICTIONS}, sources=SOURCES, baseline=file, **settings)
    assert [test["drop"] > 0 for test in again.tests] == [True, False]
    copied = ["ein Hund hat die Katze gesehen", *PREDICTIONS[1:]]
    sources = [copied[0], *SOURCES[1:]]
    gate = wordrotator.check(copied, REFERENCES, PREDICTIONS, sources=sources, max_broken=0, vectors="ngrams")
    outputs = gate.broken[0].outputs
    assert [(output.kind, output.candidate_text) for output in outputs] == [("copied", copied[0])]
    with pytest.raises(wordrotator.RequestError, match="found no sources, which wrd_source reads"):
        wordrotator.check(PREDICTIONS, REFERENCES, floor={"wrd_source": 1}, purpose="estimation", **settings)
    with pytest.raises(
        ValueError, match="system predictions: found 3 predictions and sources for 2, expected the same"
    ):
        wordrotator.check(PREDICTIONS, sources=SOURCES[:2], floor={"wrd_source": 1}, **settings)
    with pytest.raises(ValueError, match="sources: found 2 and references for 3, expected the same number"):
        wordrotator.check(PREDICTIONS, REFERENCES, sources=SOURCES[:2], floor={"wrd_source": 1}, **settings)
    with pytest.raises(TypeError, match="found no references and no sources"):
        wordrotator.check(PREDICTIONS, floor={"wrd": 1})


def test_report(tmp_path: Path) -> None:
    systems = {"good": PREDICTIONS, "bad": ["zzz", "a\ndog", "there"]}
    alone = wordrotator.report(systems, output=tmp_path / "a.html", sources=SOURCES, encoder=ENCODER).read_text()
    with pytest.warns(UserWarning, match=r"candidates and references differ in line breaks"):
        page = wordrotator.report(systems, REFERENCES, tmp_path / "b.html", sources=SOURCES, encoder=ENCODER)
    both = page.read_text()
    for page, signature in (
        (alone, wordrotator.score(PREDICTIONS, sources=SOURCES, encoder=ENCODER).signature),
        (both, wordrotator.score(PREDICTIONS, REFERENCES, sources=SOURCES, encoder=ENCODER).signature),
    ):
        assert signature in page
    with pytest.raises(TypeError, match="found no references and no sources, expected them, or results by their path"):
        wordrotator.report(systems)


def test_pytest() -> None:
    from wordrotator.pytest_plugin import Tester

    with WRD(encoder=ENCODER) as metric:
        similarity = Tester(metric).similarity("the cat sat", source="die Katze saß")
        assert similarity == metric.score(["the cat sat"], sources=["die Katze saß"]).score
        assert "source: 'die Katze saß'" in similarity.explain()
        assert any(line.startswith("candidate  source") for line in similarity.explain())


def test_rewards() -> None:
    from wordrotator.rewards import Reward

    alone, both = Reward(source="de", encoder=ENCODER), Reward("en", "de", encoder=ENCODER)
    columns: dict[str, Any] = {"de": [*SOURCES, None], "en": [*REFERENCES, "a"]}
    rewards = alone(None, [*PREDICTIONS, "a"], **columns)
    assert rewards == [*wordrotator.score(PREDICTIONS, sources=SOURCES, encoder=ENCODER).scores, None]
    rewards = both(None, [*PREDICTIONS, "a"], **columns)
    assert rewards == [*wordrotator.score(PREDICTIONS, REFERENCES, encoder=ENCODER).scores, None]
    with pytest.raises(TypeError, match=r"de\[0\]: found 1, expected a text"):
        alone(None, ["a"], de=[1])
    assert (repr(alone), repr(both)) == (
        f"Reward(source='de', encoder={str(ENCODER)!r})",
        f"Reward('en', source='de', encoder={str(ENCODER)!r})",
    )
    with pytest.raises(ValueError, match="found no column 'de' with sources, expected one of: 'fr'"):
        alone(None, ["a"], fr=["b"])
    with pytest.raises(wordrotator.SettingError, match="measures: found none that reads sources"):
        Reward(source="de", measures="wrd")
    with pytest.raises(TypeError, match="found no references, which wrd reads"):
        Reward(source="de", measures="wrd,wrd_source", encoder=ENCODER)(None, ["a"], de=["b"])
