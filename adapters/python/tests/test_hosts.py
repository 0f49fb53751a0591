"""The metric inside the programs that people evaluate with, each the real one; skipped where it is not installed."""

import doctest
import importlib
import importlib.util
import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import wordrotator
from wordrotator import mt_metrics_eval
from wordrotator._settings import MEANINGS

PREDICTIONS = ["A cat sat on the mat.", "Stocks fell sharply.", ""]
REFERENCES = ["The cat was sitting on a mat.", "Shares dropped.", "Nothing happened."]
SECOND = ["A cat sat on a mat.", None, "Nothing at all."]


SOURCES = str(Path(wordrotator.__file__).parents[1])


def run(arguments: list[str], folder: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run Python in a folder, with the package that is tested."""
    environment = {**os.environ, "PYTHONPATH": SOURCES, **environment}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8"
    )


@pytest.fixture
def scores() -> list[float]:
    found = wordrotator.score(PREDICTIONS, REFERENCES).scores
    return [score for score in found if score is not None]


def test_sacrebleu(scores: list[float]) -> None:
    pytest.importorskip("sacrebleu")
    from wordrotator.sacrebleu import WRD

    wrd = WRD()
    score = wrd.corpus_score(PREDICTIONS, [REFERENCES])
    assert score.score == pytest.approx(100 * sum(scores) / 3, abs=1e-12)
    assert str(score) == f"WRD = {score.score:.2f}"
    assert score.segments == 3
    sentence = wrd.sentence_score(PREDICTIONS[0], [REFERENCES[0]])
    assert sentence.score == pytest.approx(100 * scores[0], abs=1e-12)
    signature = wrd.get_signature()
    assert signature.info["nrefs"] == 1
    assert signature.info["vectors"].startswith("distilled-en@")
    assert json.loads(score.format(signature=str(signature), is_json=True))["measure"] == "wrd"
    short = signature.format(short=True).split("|")
    assert len({member.split(":")[0] for member in short}) == len(short), short


@pytest.mark.parametrize(
    ("settings", "name", "members"),
    [
        ({"measures": ["bertscore"]}, "BERTSCORE", {"measure": "bertscore"}),
        ({"purpose": "summary"}, "WRD_RECALL", {"measure": "wrd_recall"}),
        ({"multi_reference": "mean"}, "WRD", {"multi-reference": "mean"}),
        ({"convert": "SUP"}, "WRD", {}),
    ],
)
def test_sacrebleu_signature(settings: dict[str, Any], name: str, members: dict[str, str]) -> None:
    """The signature names the measure, and the converter that this score learned."""
    pytest.importorskip("sacrebleu")
    from wordrotator.sacrebleu import WRD

    wrd = WRD(**settings)
    assert wrd.corpus_score(PREDICTIONS, [REFERENCES, REFERENCES]).name == name
    listed = [[text, text] for text in REFERENCES]
    theirs = dict(m.split(":") for m in wordrotator.score(PREDICTIONS, listed, **settings).signature.split("|")[1:])
    found = wrd.get_signature().info
    assert found["convert"] == theirs["convert"]
    assert members.items() <= found.items()
    assert ("multi-reference" in found) == ("multi_reference" in settings)


def test_sacrebleu_has_no_place_for_nothing() -> None:
    pytest.importorskip("sacrebleu")
    from wordrotator.sacrebleu import WRD

    with pytest.raises(ValueError, match="found nothing to compare"):
        WRD(empty="skip").corpus_score(["", ""], [["a", "b"]])


def test_sacrebleu_streams_and_cache() -> None:
    pytest.importorskip("sacrebleu")
    from wordrotator.sacrebleu import WRD

    streams = [REFERENCES, SECOND]
    listed = [[text for text in texts if text is not None] for texts in zip(*streams, strict=True)]
    expected = 100 * (wordrotator.score(PREDICTIONS, listed, purpose="translation").score or 0)
    wrd = WRD(streams, purpose="translation")
    assert wrd.corpus_score(PREDICTIONS, None).score == pytest.approx(expected, abs=1e-12)
    assert wrd.get_signature().info["nrefs"] == "var"
    with pytest.raises(RuntimeError, match="No references"):
        WRD().corpus_score(PREDICTIONS, None)
    with pytest.raises(TypeError):
        wrd.corpus_score("a text", None)


def test_sacrebleu_refuses_texts_for_streams() -> None:
    pytest.importorskip("sacrebleu")
    from wordrotator.sacrebleu import WRD

    for call in (lambda: WRD().corpus_score(["a", "b"], ["an", "be"]), lambda: WRD(references=["an", "be"])):
        with pytest.raises(TypeError, match=r"references\[0\]: found a string, .* lists of such lists, \[references\]"):
            call()


def test_sacrebleu_significance(corpus: tuple[list[str], list[str]]) -> None:
    pytest.importorskip("sacrebleu")
    from sacrebleu.metrics import BLEU
    from sacrebleu.significance import PairedTest

    from wordrotator.sacrebleu import WRD

    folder = Path(__file__).parents[3] / "testdata" / "mt"
    other = (folder / "system-a.txt").read_text(encoding="utf-8").splitlines()
    wrd = WRD()
    interval = wrd.corpus_score(corpus[0], [corpus[1]], n_bootstrap=200)
    assert "μ = " in str(interval)
    for test_type in ("bs", "ar"):
        metrics: dict[str, Any] = {"WRD": WRD(), "BLEU": BLEU()}
        test = PairedTest(
            [("b", corpus[0]), ("a", other)], metrics, references=[corpus[1]], test_type=test_type, n_samples=500
        )
        signatures, found = test()
        assert found["System"] == ["b", "a"]
        assert found["WRD"][0].score == pytest.approx(interval.score)
        assert found["WRD"][1].score > found["WRD"][0].score
        assert found["WRD"][1].p_value < 0.01
        assert f"{test_type}:500" in str(signatures["WRD"])


def test_evaluate(scores: list[float], tmp_path: Path) -> None:
    pytest.importorskip("evaluate")
    # In a process of its own: evaluate reads these variables when it is imported, and says much.
    program = """
import evaluate, json
from wordrotator.evaluate import SCRIPT
def refused(call, *arguments, **settings):
    try:
        call(*arguments, **settings)
    except Exception as error:
        return str(error)
metric = evaluate.load(SCRIPT)
texts = json.load(open("texts.json"))
print(json.dumps([
    metric.compute(**texts),
    metric.compute(predictions=["a cat"], references=[["a dog", "a cat"]], measures=["bertscore"]),
    evaluate.combine([SCRIPT]).compute(predictions=["a cat"], references=["a cat"]),
    evaluate.load(SCRIPT, purpose="summary").compute(**texts),
    refused(evaluate.load, SCRIPT, purpse="summary"),
    refused(evaluate.load, SCRIPT, purpose="summry"),
    refused(metric.compute, **texts, purpse="summary"),
]))
"""
    (tmp_path / "texts.json").write_text(json.dumps({"predictions": PREDICTIONS, "references": REFERENCES}))
    done = run(["-c", program], tmp_path, HF_HOME=str(tmp_path), HF_EVALUATE_OFFLINE="1", HF_HUB_OFFLINE="1")
    assert done.returncode == 0, done.stderr
    first, second, third, summary, *refused = json.loads(done.stdout.splitlines()[-1])
    assert summary["score"] == wordrotator.score(PREDICTIONS, REFERENCES, purpose="summary").score
    assert "did you mean purpose?" in refused[0]
    assert 'found "summry"' in refused[1]
    assert "did you mean purpose?" in refused[2]
    assert first["scores"] == scores
    assert first["wrd_similarity"] == first["score"]
    assert first["signature"].startswith("wrd|")
    assert second["score"] == pytest.approx(1)
    assert third["score"] == 1


def test_inspect_ai(scores: list[float], tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai")
    program = """
import json
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from wordrotator.inspect_ai import wrd
texts = json.load(open("texts.json"))
samples = [Sample(input="?", target=reference) for reference in texts["references"]]
outputs = [ModelOutput.from_content("mockllm/model", text) for text in texts["predictions"]]
for output in outputs:
    output.usage = ModelUsage()  # or inspect-ai downloads a tokenizer to count
model = get_model("mockllm/model", custom_outputs=outputs)
log = eval(Task(dataset=samples, scorer=wrd()), model=model, max_samples=1, max_connections=1)[0]
assert log.status == "success", log.error
found = [sample.scores["wrd"] for sample in log.samples]
print(json.dumps([
    [score.value for score in found], found[0].explanation, log.results.scores[0].metrics["mean"].value
]))
"""
    (tmp_path / "texts.json").write_text(json.dumps({"predictions": PREDICTIONS, "references": REFERENCES}))
    done = run(["-c", program], tmp_path, INSPECT_LOG_DIR=str(tmp_path), INSPECT_DISPLAY="none")
    assert done.returncode == 0, done.stdout + done.stderr
    values, explanation, mean = json.loads(done.stdout.splitlines()[-1])
    assert values == scores
    assert mean == pytest.approx(sum(scores) / 3)
    assert "mass × cost" in explanation


#: A small random encoder, of which nobody says which languages it knows.
ENCODER = str(Path(__file__).parents[3] / "metric" / "encoder" / "testdata" / "xlm-roberta")
ORIGINALS = ["die Katze saß", "ein Hund bellt", "die Kurse fielen"]


def test_inspect_ai_with_sources(tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai")
    program = """
import json
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from wordrotator.inspect_ai import wrd
texts = json.load(open("texts.json"))
def scores(scorer, **target):
    samples = [
        Sample(input=source, metadata={"de": source}, **{name: values[i] for name, values in target.items()})
        for i, source in enumerate(texts["sources"])
    ]
    outputs = [ModelOutput.from_content("mockllm/model", text) for text in texts["predictions"]]
    for output in outputs:
        output.usage = ModelUsage()  # or inspect-ai downloads a tokenizer to count
    model = get_model("mockllm/model", custom_outputs=outputs)
    log = eval(Task(dataset=samples, scorer=scorer), model=model, max_samples=1, max_connections=1)[0]
    assert log.status == "success", log.error
    return [[sample.scores["wrd"].value, sample.scores["wrd"].explanation] for sample in log.samples]
encoder = texts["encoder"]
print(json.dumps([
    scores(wrd(source="de", encoder=encoder)),
    scores(wrd(source=lambda state: state.input_text, encoder=encoder)),
    scores(wrd(source="de", encoder=encoder, measures=["wrd", "wrd_source"]), target=texts["references"]),
]))
"""
    texts = {"predictions": PREDICTIONS, "references": REFERENCES, "sources": ORIGINALS, "encoder": ENCODER}
    (tmp_path / "texts.json").write_text(json.dumps(texts))
    done = run(["-c", program], tmp_path, INSPECT_LOG_DIR=str(tmp_path), INSPECT_DISPLAY="none")
    assert done.returncode == 0, done.stdout + done.stderr
    alone, of_input, both = json.loads(done.stdout.splitlines()[-1])
    assert [value for value, _ in alone] == wordrotator.score(PREDICTIONS, sources=ORIGINALS, encoder=ENCODER).scores
    assert alone == of_input
    assert alone[0][1].startswith("candidate  source")
    assert [value for value, _ in both] == wordrotator.score(PREDICTIONS, REFERENCES, encoder=ENCODER).scores
    assert both[0][1].startswith("candidate  reference")


def test_deepeval_with_sources() -> None:
    pytest.importorskip("deepeval")
    from deepeval.errors import MissingTestCaseParamsError
    from deepeval.metrics.utils import copy_metrics
    from deepeval.test_case import LLMTestCase

    from wordrotator.deepeval import WRDMetric

    case = LLMTestCase(input=ORIGINALS[0], actual_output=PREDICTIONS[0], expected_output="the cat sat")
    alone = wordrotator.score(PREDICTIONS[:1], sources=ORIGINALS[:1], encoder=ENCODER)
    by_reference = wordrotator.score(PREDICTIONS[:1], ["the cat sat"], encoder=ENCODER)
    for source in ("input", lambda case: case.input):
        (metric,) = copy_metrics([WRDMetric(threshold=0.1, source=source, encoder=ENCODER)])
        assert [metric.measure(case)] == alone.scores
        assert metric.reason.startswith("candidate  source")
    both = WRDMetric(threshold=0.1, source="input", measures=["wrd", "wrd_source"], encoder=ENCODER)
    assert [both.measure(case)] == by_reference.scores
    with pytest.raises(MissingTestCaseParamsError, match="found no expected_output, expected it"):
        both.measure(LLMTestCase(input=ORIGINALS[0], actual_output="a"))
    with pytest.raises(wordrotator.SettingError, match="measures: found none that reads sources"):
        WRDMetric(threshold=0.1, source="input", measures="wrd")


def test_torchmetrics_with_sources() -> None:
    torchmetrics = pytest.importorskip("torchmetrics")
    from wordrotator.torchmetrics import WordRotator

    alone = wordrotator.score(PREDICTIONS, sources=ORIGINALS, encoder=ENCODER)
    by_reference = wordrotator.score(PREDICTIONS, REFERENCES, encoder=ENCODER)
    metric = WordRotator(encoder=ENCODER)
    metric.update(PREDICTIONS[:2], sources=ORIGINALS[:2])
    metric.update(PREDICTIONS[2], sources=ORIGINALS[2])
    assert metric.compute().item() == pytest.approx(alone.score)
    with pytest.raises(ValueError, match="found other kinds of texts than before"):
        metric.update(PREDICTIONS, REFERENCES)
    with pytest.raises(ValueError, match="found 3 predictions and sources for 1"):
        metric.update(PREDICTIONS, sources=ORIGINALS[:1])
    both = torchmetrics.MetricCollection({"wrd": WordRotator(encoder=ENCODER)})
    both.update(PREDICTIONS, REFERENCES, sources=ORIGINALS)
    assert both.compute()["wrd"].item() == pytest.approx(by_reference.score)
    with pytest.raises(TypeError, match="found no references and no sources"):
        WordRotator().update(PREDICTIONS)


def test_inspect_ai_without_a_score() -> None:
    pytest.importorskip("inspect_ai")
    from wordrotator._reading import Once
    from wordrotator.inspect_ai import _score

    score = _score(wordrotator.WRD(empty="skip"), Once(), "", ["a"])
    assert math.isnan(score.as_float())
    assert score.metadata is not None
    assert score.metadata["status"] == "empty_candidate"


@pytest.mark.filterwarnings("ignore:most letters of the references are Japanese")
def test_inspect_ai_explains_in_the_language_of_the_score() -> None:
    pytest.importorskip("inspect_ai")
    from wordrotator._reading import Once
    from wordrotator.inspect_ai import _score

    score = _score(wordrotator.WRD(), Once(), "猫は好き", ["猫が好きです"])
    assert score.metadata is not None
    assert (score.explanation or "").splitlines()[-1] == score.metadata["signature"]


def test_torchmetrics(scores: list[float]) -> None:
    pytest.importorskip("torchmetrics")
    import copy
    import pickle

    import torch

    from wordrotator.torchmetrics import WordRotator

    metric = WordRotator()
    metric.update(PREDICTIONS[:2], [[text] for text in REFERENCES[:2]])
    metric.update(PREDICTIONS[2], REFERENCES[2])
    assert metric.compute().item() == pytest.approx(sum(scores) / 3, abs=1e-7)
    for again in (pickle.loads(pickle.dumps(metric)), copy.deepcopy(metric)):
        assert again.compute() == metric.compute()
    value = metric(PREDICTIONS[:1], REFERENCES[:1])
    assert value.item() == pytest.approx(scores[0], abs=1e-7)
    metric.reset()
    assert int(metric.segments) == 0
    assert isinstance(metric.total, torch.Tensor)


@pytest.mark.filterwarnings("ignore:most letters")
def test_torchmetrics_of_one_language() -> None:
    """A batch is scored in the language of its references, which must be that of the batches before it."""
    pytest.importorskip("torchmetrics")
    import pickle

    from wordrotator.torchmetrics import WordRotator

    metric, named = WordRotator(), WordRotator(language="ja")
    for of_it in (metric, named):
        of_it.update(["雨だ"], ["雨が降った"])
    assert metric.compute() == named.compute() > 0
    with pytest.raises(ValueError, match=r'^found references in another language than before.* language="ja" does$'):
        pickle.loads(pickle.dumps(metric)).update(PREDICTIONS, REFERENCES)
    metric.reset()
    metric.update(PREDICTIONS, REFERENCES)
    with pytest.raises(ValueError, match=r'language="ja" does$'):
        metric.update(["雨だ"], ["雨が降った"])


def test_torchmetrics_is_a_metric() -> None:
    """The arguments of torchmetrics' own base class stand beside the settings, and it draws."""
    pytest.importorskip("torchmetrics")
    import inspect

    import torchmetrics

    from wordrotator.torchmetrics import WordRotator

    of_base = re.findall(r'kwargs\.pop\(\s*"(\w+)"', inspect.getsource(torchmetrics.Metric.__init__))
    assert set(of_base) <= inspect.signature(WordRotator).parameters.keys()
    assert "sync_on_compute" in of_base
    metric = WordRotator(sync_on_compute=False, compute_with_cache=False, compute_on_cpu=True, lang="en", oov="skip")
    assert (metric.sync_on_compute, metric.compute_with_cache, metric.compute_on_cpu) == (False, False, True)
    assert metric.wrd.options.language == "en"
    with pytest.raises(TypeError, match=r"did you mean sync_on_compute\?"):
        WordRotator(sync_on_comput=False)
    metric.update(PREDICTIONS, REFERENCES)
    pytest.importorskip("matplotlib").use("Agg")
    figure, axes = metric.plot()
    assert figure is not None
    assert axes.lines[0].get_ydata()[0] == pytest.approx(metric.compute().item())
    WordRotator().plot([metric.compute(), metric.compute()])


GATHER = """
import os
import sys
import torch.distributed as distributed
from wordrotator.torchmetrics import WordRotator
rank = int(sys.argv[1])
distributed.init_process_group("gloo", init_method="file://" + sys.argv[2], rank=rank, world_size=2)
metric = WordRotator()
metric.update([["a cat", "a dog", "stocks fell"], ["a bird"]][rank], [["a cat", "a cat", "a cat"], ["a bird"]][rank])
print(metric.compute().item(), flush=True)
os._exit(0)  # PyTorch 2.4 now and then waits for itself for ever when it takes the group down
"""


def test_torchmetrics_gathers(tmp_path: Path) -> None:
    pytest.importorskip("torchmetrics")
    started = [
        subprocess.Popen(
            [sys.executable, "-c", GATHER, str(rank), str(tmp_path / "meet")], stdout=subprocess.PIPE, text=True
        )
        for rank in range(2)
    ]
    found = [float(process.communicate(timeout=120)[0]) for process in started]
    expected = wordrotator.score(["a cat", "a dog", "stocks fell", "a bird"], ["a cat", "a cat", "a cat", "a bird"])
    assert found == [pytest.approx(expected.score, abs=1e-7)] * 2


LM_EVAL = """
import json, sys
import lm_eval
from lm_eval.api.model import LM
from wordrotator.evaluate import SCRIPT
from wordrotator.lm_eval import results, wrd

class Parrot(LM):
    def generate_until(self, requests, disable_tqdm=False):
        return [request.doc["said"] for request in requests]
    loglikelihood = loglikelihood_rolling = None

task = {
    "dataset_path": "json",
    "dataset_kwargs": {"data_files": {"test": "documents.jsonl"}},
    "test_split": "test",
    "output_type": "generate_until",
    "doc_to_text": "{{said}}",
    "doc_to_target": "{{reference}}",
}
mean = {"aggregation": "mean", "higher_is_better": True}
tasks = [
    {**task, "task": "registered", "metric_list": [{"metric": "wrd", **mean}]},
    {**task, "task": "function", "metric_list": [{"metric": wrd, "purpose": "translation", **mean}]},
    {**task, "task": "several", "metric_list": [{"metric": "wrd", **mean}], "process_results": results("references")},
    {**task, "task": "hf", "metric_list": [{"metric": SCRIPT, "hf_evaluate": True, "means_only": True, **mean}]},
]
found = lm_eval.simple_evaluate(Parrot(), tasks=tasks, bootstrap_iters=0)["results"]
print(json.dumps([
    found["registered"]["wrd,none"],
    found["function"]["wrd,none"],
    found["several"]["wrd,none"],
    found["hf"]["score,none"],
]))
"""


def test_lm_eval(scores: list[float], tmp_path: Path) -> None:
    pytest.importorskip("lm_eval")
    documents = [
        {"said": said, "reference": reference, "references": [other or "x", reference]}
        for said, reference, other in zip(PREDICTIONS, REFERENCES, SECOND, strict=True)
    ]
    lines = "".join(json.dumps(document) + "\n" for document in documents)
    (tmp_path / "documents.jsonl").write_text(lines, encoding="utf-8")
    done = run(["-c", LM_EVAL], tmp_path, HF_HOME=str(tmp_path), HF_HUB_OFFLINE="1", HF_EVALUATE_OFFLINE="1")
    assert done.returncode == 0, done.stderr[-3000:]
    registered, function, several, hf = json.loads(done.stdout.splitlines()[-1])
    assert registered == hf == pytest.approx(sum(scores) / 3)
    assert function == pytest.approx(wordrotator.score(PREDICTIONS, REFERENCES, purpose="translation").score)
    listed = [document["references"] for document in documents]
    assert several == pytest.approx(wordrotator.score(PREDICTIONS, listed).score)


LM_EVAL_YAML = """
task: wrong
dataset_path: json
dataset_kwargs: {data_files: {test: documents.jsonl}}
test_split: test
output_type: generate_until
doc_to_text: "{{said}}"
doc_to_target: "{{reference}}"
metric_list:
  - {metric: METRIC, aggregation: mean, higher_is_better: true, SETTING}
"""

LM_EVAL_BUILD = """
from lm_eval.tasks import TaskManager
import wordrotator.lm_eval
TaskManager(include_path=".").load(["wrong"])
"""


@pytest.mark.parametrize("metric", ["wrd", "!function utils.wrd"])
@pytest.mark.parametrize(
    ("setting", "message"),
    [("purpse: summary", "did you mean purpose?"), ("purpose: summry", "expected one of: translation, summary")],
)
def test_lm_eval_refuses_in_yaml(tmp_path: Path, metric: str, setting: str, message: str) -> None:
    """Settings that are wrong are refused when the task is built, before a model is asked."""
    pytest.importorskip("lm_eval")
    (tmp_path / "documents.jsonl").write_text('{"said": "a cat", "reference": "the cat"}\n')
    (tmp_path / "utils.py").write_text("from wordrotator.lm_eval import wrd\n")
    (tmp_path / "wrong.yaml").write_text(LM_EVAL_YAML.replace("METRIC", metric).replace("SETTING", setting))
    done = run(["-c", LM_EVAL_BUILD], tmp_path, HF_HOME=str(tmp_path), HF_HUB_OFFLINE="1", HF_EVALUATE_OFFLINE="1")
    assert done.returncode != 0
    assert message in done.stderr.splitlines()[-1], done.stderr[-3000:]


def test_hosts_refuse_settings_when_they_are_built() -> None:
    """Each says which setting may be meant, before anything is scored."""
    modules = [("sacrebleu", "WRD"), ("torchmetrics", "WordRotator"), ("inspect_ai", "wrd"), ("lm_eval", "results")]
    builders = [
        getattr(importlib.import_module(f"wordrotator.{module}"), name)
        for module, name in modules
        if importlib.util.find_spec(module)
    ]
    needed = {"results": ["references"], "score_test_set": ["", "", ["refA"]]}
    for build in (*builders, mt_metrics_eval.score_test_set):
        arguments = needed.get(build.__name__, [])
        with pytest.raises(TypeError, match=r"found the unknown setting purpse: did you mean purpose\?"):
            build(*arguments, purpse="summary")
        with pytest.raises(wordrotator.SettingError, match="summry"):
            build(*arguments, purpose="summry")
        described = build.__init__ if isinstance(build, type) else build
        assert f"  purpose: {MEANINGS['purpose'][:20]}" in (described.__doc__ or "")


def test_lm_eval_refuses() -> None:
    pytest.importorskip("lm_eval")
    from wordrotator.lm_eval import wrd

    with pytest.raises(ValueError, match="colour"):
        wrd(references=["a"], predictions=["a"], colour="red")
    with pytest.raises(ValueError, match="no place"):
        wrd(references=["a"], predictions=[""], empty="skip")


def layout(folder: Path) -> Path:
    """Write a test set in the layout of mt-metrics-eval."""
    for name, lines in {
        "sources/en-de.txt": ["eins", "zwei"],
        "documents/en-de.docs": ["news d1", "news d2"],
        "references/en-de.refA.txt": ["a cat sat", "stocks fell"],
        "references/en-de.refB.txt": ["the cat sat", "shares dropped"],
        "system-outputs/en-de/good.txt": ["the cat sat", "shares fell"],
        "system-outputs/en-de/bad.txt": ["a dog", ""],
        "system-outputs/en-de/refA.txt": ["a cat sat", "stocks fell"],
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    (folder / "human-scores").mkdir()
    (folder / "human-scores" / "en-de.mqm.seg.score").write_text("good\t-1\ngood\t-2\nbad\t-9\nbad\tNone\n")
    return folder


def test_mt_metrics_eval(program: str, tmp_path: Path) -> None:
    folder = layout(tmp_path / "wmt99")
    segments, systems = mt_metrics_eval.score_test_set(folder, "en-de", ["refA"])
    assert segments == folder / "metric-scores" / "en-de" / "WRD-refA.seg.score"
    good = wordrotator.score(["the cat sat", "shares fell"], ["a cat sat", "stocks fell"])
    rows = [line.split("\t") for line in segments.read_text().splitlines()]
    assert [name for name, _ in rows] == ["bad", "bad", "good", "good"]
    assert [float(score) for _, score in rows[2:]] == good.scores
    means = dict(line.split("\t") for line in systems.read_text().splitlines())
    assert float(means["good"]) == good.score
    both, _ = mt_metrics_eval.score_test_set(folder, "en-de", ["refA", "refB"], name="WRD-T", purpose="translation")
    assert both.name == "WRD-T-refA.refB.seg.score"
    # The layout is read back by wrd, which reads Google's.
    arguments = ["correlate", "--table", str(folder), "--human", "mqm", "--measure", "WRD-refA", "--format", "json"]
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["rows"]


@pytest.mark.parametrize(
    ("references", "settings", "error", "message"),
    [
        (["refA"], {"empty": "skip"}, ValueError, "system bad: found no score for segment 2"),
        (["all"], {}, ValueError, "reference 'all'"),
        (["ref.A"], {}, ValueError, "without dots"),
        ("refA", {}, TypeError, "expected a list"),
        (["refC"], {}, FileNotFoundError, "refC"),
        (["refA"], {"name": "a/b"}, ValueError, "name 'a/b'"),
    ],
)
def test_mt_metrics_eval_refuses(
    tmp_path: Path, references: list[str], settings: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        mt_metrics_eval.score_test_set(layout(tmp_path), "en-de", references, **settings)
    assert not (tmp_path / "metric-scores").exists()


def test_mt_metrics_eval_without_outputs(tmp_path: Path) -> None:
    (layout(tmp_path) / "system-outputs" / "en-de").rename(tmp_path / "elsewhere")
    with pytest.raises(FileNotFoundError, match="found no system outputs"):
        mt_metrics_eval.score_test_set(tmp_path, "en-de", ["refA"])


PLUGIN_TESTS = """
def test_fails(wrd):
    assert wrd.similarity("a cat sat on the rug", ["stocks fell", "the cat sat on a mat"]) > 0.99

def test_fails_the_other_way(wrd):
    assert 0.99 < wrd.similarity("a cat", "a dog")

def test_passes(wrd):
    assert wrd.similarity("a cat", "a cat") == 1
    assert wrd.metric.score(["a"], ["a"]).score == 1
"""


def test_pytest_plugin(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(PLUGIN_TESTS)
    arguments = ["-m", "pytest", "-p", "wordrotator.pytest_plugin", "-p", "no:cacheprovider", "test_it.py"]
    done = run(arguments, tmp_path)
    assert "2 failed, 1 passed" in done.stdout
    assert "assert wrd.similarity 0." in done.stdout
    assert "reference: 'the cat sat on a mat'" in done.stdout
    assert "rug        mat" in done.stdout
    (tmp_path / "conftest.py").write_text(
        "import pytest, wordrotator\n"
        "@pytest.fixture(scope='session')\n"
        "def wrd_options():\n    return wordrotator.Options(measures='bertscore')\n"
    )
    done = run(arguments, tmp_path)
    assert "2 failed, 1 passed" in done.stdout


def test_hosts_of_other_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    from wordrotator._hosts import require

    monkeypatch.setattr("importlib.metadata.version", lambda name: "2.10.1rc1")
    require("sacrebleu", "2.9")
    with pytest.raises(
        ImportError, match=r"found sacrebleu 2.10.1rc1, expected 3 or later: pip install 'wordrotator\["
    ):
        require("sacrebleu", "3")
    monkeypatch.undo()
    with pytest.raises(ImportError, match="found no wordrotator-nothing, expected 1 or later"):
        require("wordrotator-nothing", "1")


@pytest.mark.parametrize("name", ["wordrotator", "_metric", "sacrebleu", "torchmetrics"])
def test_examples_of_docstrings(name: str) -> None:
    if name in ("sacrebleu", "torchmetrics"):
        pytest.importorskip(name)
    module = importlib.import_module(name if name == "wordrotator" else f"wordrotator.{name}")
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed
