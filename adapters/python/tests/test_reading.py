"""Texts that can hardly be read are said so, once, wherever they are scored."""

import importlib
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import wordrotator
from wordrotator import WRD
from wordrotator._reading import Once, reading

JAPANESE = ["猫が好きです", "昨日は雨でした", "この本は面白い"]
CHINESE = ["我喜欢猫", "昨天下雨了", "这本书很有趣"]
GERMAN = ["Gestern hat es fürchterlich geregnet", "Dieses Buch gefällt meiner Schwester sehr", "Wo ist der Bahnhof"]

NO_WORDS = (
    "^100 % of the candidates and 100 % of the references have no words .*: "
    r".*, set their language \(docs/odd-output\.md#no-words\)$"
)


def said(call: Callable[[], object]) -> list[warnings.WarningMessage]:
    """Return the warnings of a call."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        call()
    return found


@pytest.fixture
def english() -> Iterator[WRD]:
    with WRD(language="en") as metric:
        yield metric


@pytest.mark.parametrize(
    ("candidates", "references"),
    [(JAPANESE, CHINESE), (["Я люблю кошек"], ["Он ненавидит собак"]), (["أحب القطط"], ["أكره"]), (["!!!"], ["???"])],
)
def test_no_words(english: WRD, candidates: list[str], references: list[str]) -> None:
    with pytest.warns(UserWarning, match=NO_WORDS) as found:
        result = english.score(candidates, references)
    assert [warning.filename for warning in found] == [__file__]
    assert result.score == 0
    assert set(result.statuses) == {"no_words_candidate"}
    assert [f"warning: {text}" for text in result.warnings] == [
        line for line in str(result).splitlines() if line.startswith("warning")
    ]


def test_calls(english: WRD) -> None:
    one, other = JAPANESE[0], CHINESE[0]
    calls: list[Callable[[], object]] = [
        lambda: wordrotator.score(JAPANESE, CHINESE, language="en"),
        lambda: english.compute(predictions=JAPANESE, references=CHINESE),
        lambda: english.similarity(one, other),
        lambda: english.explain(one, other),
        lambda: english.matrix(JAPANESE, CHINESE),
        lambda: english.mbr(JAPANESE),
        lambda: english.compare({"a": JAPANESE, "b": CHINESE}, CHINESE),
    ]
    for i, call in enumerate(calls):
        found = said(call)
        assert [warning.category for warning in found] == [UserWarning], i
        assert found[0].filename == __file__
        assert "no words" in str(found[0].message)


def test_few_known_words(wrd: WRD) -> None:
    with pytest.warns(UserWarning, match="^only [0-9.]+ % of the words in the candidates"):
        wrd.score(GERMAN, ["He is here", "It was raining", "She likes it"])
    # A few unknown names are no other language.
    assert not said(lambda: wrd.score(["Xyzzyx"], ["Plughh"]))


def test_several_batches(wrd: WRD) -> None:
    """What is said of many texts is said of all, not of those of one answer."""
    texts = ["a cat sat"] * 20_000
    assert not said(lambda: wrd.score([*texts, *["!!!"] * 150], [*texts, *["a dog"] * 150]))
    (found,) = said(lambda: wrd.score([*texts, *["!!!"] * 300], [*texts, *["a dog"] * 300]))
    assert str(found.message).startswith("1.5 % of the candidates have no words")


def test_reading() -> None:
    statuses = ["ok", "no_words_candidate", "no_words_reference", "empty_candidate"]
    assert reading(statuses, [3, 0, 2, 0], [1, 0, 0, 0]) == {"texts": 4, "without_words": 1, "tokens": 5, "oov": 1}


def test_once() -> None:
    tell = Once()
    assert not said(lambda: tell([]))
    assert len(said(lambda: tell(["a"]))) == 1
    assert not said(lambda: tell(["a"]))


def test_batches_of_arrow(wrd: WRD) -> None:
    pa = pytest.importorskip("pyarrow")
    batch = pa.record_batch({"candidate": JAPANESE, "references": CHINESE})
    assert len(said(lambda: list(wrd.score_batches([batch] * 3)))) == 1


def host(name: str) -> Any:
    try:
        return importlib.import_module(f"wordrotator.{name}")
    except ImportError as error:
        pytest.skip(str(error))


def test_sacrebleu() -> None:
    wrd = host("sacrebleu").WRD(language="en")
    found = said(lambda: [wrd.corpus_score(JAPANESE, [CHINESE]) for _ in range(2)])
    assert len(found) == 1
    assert wrd.corpus_score(JAPANESE, [CHINESE]).score == 0
    unsaid = host("sacrebleu").WRD()
    found = said(lambda: [unsaid.corpus_score(JAPANESE, [CHINESE]) for _ in range(2)])
    assert ["Chinese" in str(warning.message) for warning in found] == [True]
    assert "ngrams" in str(unsaid.get_signature())


def test_evaluate() -> None:
    script = host("evaluate").SCRIPT
    evaluate = pytest.importorskip("evaluate")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        metric = evaluate.load(script)
    found = said(lambda: metric.compute(predictions=JAPANESE, references=CHINESE, lang="en"))
    assert ["no words" in str(warning.message) for warning in found] == [True]
    wordrotator._metric._shared.clear()  # a worker says once which language it takes
    found = said(lambda: metric.compute(predictions=JAPANESE, references=CHINESE))
    assert ["Chinese" in str(warning.message) for warning in found] == [True]


def test_lm_eval() -> None:
    wrd = host("lm_eval").wrd
    pairs = list(zip(JAPANESE, CHINESE, strict=True))
    found = said(lambda: [wrd([reference], [text], language="en") for text, reference in pairs])
    assert len(found) == 1
    said(
        lambda: [wrd([reference], [text]) for text, reference in pairs]
    )  # of the language, if nobody has in this process


def test_inspect_ai() -> None:
    score = host("inspect_ai")._score
    tell = Once()
    with WRD() as metric:
        found = said(lambda: [score(metric, tell, text, CHINESE) for text in JAPANESE])
    assert len(found) == 1


def test_torchmetrics() -> None:
    metric = host("torchmetrics").WordRotator()
    found = said(lambda: [metric.update(text, reference) for text, reference in zip(JAPANESE, CHINESE, strict=True)])
    assert len(found) == 1
    assert metric.compute().item() > 0
    english = host("torchmetrics").WordRotator(lang="en")
    found = said(lambda: [english.update(text, reference) for text, reference in zip(JAPANESE, CHINESE, strict=True)])
    assert len(found) == 1
    assert english.compute().item() == 0


def test_pytest_plugin() -> None:
    from wordrotator.pytest_plugin import Tester

    with WRD() as metric:
        tester = Tester(metric)
        found = said(lambda: [tester.similarity(text, CHINESE).explain() for text in JAPANESE])
    assert len(found) == 1


def test_mt_metrics_eval(tmp_path: Path) -> None:
    from wordrotator.mt_metrics_eval import score_test_set

    for name, texts in {
        "references/ja-zh.refA": CHINESE,
        "system-outputs/ja-zh/a": JAPANESE,
        "system-outputs/ja-zh/b": CHINESE,
    }.items():
        path = tmp_path / f"{name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    found = said(lambda: score_test_set(tmp_path, "ja-zh", ["refA"], output=tmp_path / "scores", language="en"))
    assert len(found) == 1
