"""The blocks of docs/python-recipes.md, each run with the real program; skipped where that is not installed."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import wordrotator

REPOSITORY = Path(__file__).parents[3]
PAGE = (REPOSITORY / "docs" / "python-recipes.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^<!-- recipe (\S+)(?: (\S+))? -->\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)

PREDICTIONS = ["a cat sat on the mat", "stocks fell", "it rains"]
REFERENCES = ["the cat sat on the mat", "the market was down", "a dog ran"]

#: What comes before the blocks of a recipe, and the expression that is looked at after them.
AROUND: dict[str, tuple[str, str]] = {
    "deepeval": ("", "[[m.score for m in test.metrics_data] + [test.success] for test in found.test_results]"),
    "dspy": (
        "import dspy\n"
        "devset = [dspy.Example(text=a, answer=b).with_inputs('text') for a, b in zip(predictions, references)]\n"
        "class program(dspy.Module):\n"
        "    def forward(self, text):\n"
        "        return dspy.Prediction(answer=text)\n"
        "program = program()\n",
        "[found.score, metric(devset[0], program('a cat sat on the mat'), trace=[])]",
    ),
    "datasets": (
        "from datasets import Dataset\n"
        "dataset = Dataset.from_dict({'prediction': predictions, 'reference': references})\n",
        "dataset['wrd'][:]",
    ),
    "mlflow": (
        "",
        "[mlflow.get_run(run.info.run_id).data.metrics, mlflow.get_run(run.info.run_id).data.params, found.metrics]",
    ),
    "wandb": (
        "import wandb\nlog, logged = wandb.Run.log, []\n"
        "wandb.Run.log = lambda run, data: (logged.append(data), log(run, data))\n",
        "[logged[0]['wrd_recall'], logged[0]['segments'].data, run.config['wrd_signature']]",
    ),
    "mbr": (
        "prompts = ['?', '?']\nsaid = iter((['a cat sat'] * 5 + ['stocks fell', 'the cat sat', 'cats sit']) * 2)\n"
        "def generate(prompt):\n    return next(said)\n",
        "answers",
    ),
}


def blocks(recipe: str) -> list[tuple[str, str]]:
    """Return the blocks of a recipe, each with the name of its file, if it has one."""
    found = [(name, code) for of, name, code in BLOCK.findall(PAGE) if of == recipe]
    assert found, f"the page has no recipe {recipe}"
    return found


def environment(folder: Path) -> dict[str, str]:
    """Return an environment without networks, in which everything that programs keep is in a folder."""
    return {
        **os.environ,
        "PYTHONPATH": str(Path(wordrotator.__file__).parents[1]),
        "HOME": str(folder),
        "HF_HUB_OFFLINE": "1",
        "DEEPEVAL_TELEMETRY_OPT_OUT": "YES",
        "DSPY_CACHEDIR": str(folder / "dspy"),
        "MLFLOW_TRACKING_URI": f"sqlite:///{folder / 'mlflow.db'}",
        "MLFLOW_DISABLE_TELEMETRY": "true",
        "WANDB_MODE": "offline",
        "PROMPTFOO_DISABLE_TELEMETRY": "1",
        "PROMPTFOO_DISABLE_UPDATE": "1",
        "PROMPTFOO_PYTHON": sys.executable,
        "WRD_CACHE_DIR": str(folder / "cache"),
    }


def run(recipe: str, folder: Path) -> Any:
    """Run the blocks of a recipe in a process of its own and return what is looked at after them."""
    before, look = AROUND[recipe]
    code = f"import json\npredictions = {PREDICTIONS!r}\nreferences = {REFERENCES!r}\n{before}"
    code += "\n".join(block for _, block in blocks(recipe))
    path = folder / "recipe.py"
    path.write_text(f"{code}\nprint()\nprint(json.dumps({look}))\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, path.name], cwd=folder, env=environment(folder), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads([line for line in done.stdout.splitlines() if line.startswith(("[", "{"))][-1])


def scores(**settings: Any) -> list[float]:
    result = wordrotator.score(PREDICTIONS, REFERENCES, language="en", **settings)
    return [score for score in result.scores if score is not None]


def test_deepeval(tmp_path: Path) -> None:
    pytest.importorskip("deepeval")
    assert run("deepeval", tmp_path) == [[score, score >= 0.9] for score in scores(purpose="summary")]


def test_dspy(tmp_path: Path) -> None:
    pytest.importorskip("dspy")
    mean, yes = run("dspy", tmp_path)
    expected = scores(purpose="summary")
    assert mean == pytest.approx(100 * sum(expected) / 3, abs=0.01)
    assert yes == (expected[0] >= 0.9)


def test_datasets(tmp_path: Path) -> None:
    pytest.importorskip("datasets")
    assert run("datasets", tmp_path) == scores(purpose="translation", vectors="distilled-en")


def test_mlflow(tmp_path: Path) -> None:
    pytest.importorskip("mlflow")
    pytest.importorskip("sqlalchemy")
    metrics, params, found = run("mlflow", tmp_path)
    result = wordrotator.score(PREDICTIONS, REFERENCES, purpose="summary")
    assert metrics == result.means()
    assert params == {"wrd_signature": result.signature}
    assert found["wrd/mean"] == pytest.approx(result.score)


def test_wandb(tmp_path: Path) -> None:
    pytest.importorskip("wandb")
    result = wordrotator.score(PREDICTIONS, REFERENCES, purpose="summary")
    assert run("wandb", tmp_path) == [result.score, [[score] for score in result.scores], result.signature]


def test_mbr(tmp_path: Path) -> None:
    assert run("mbr", tmp_path) == ["a cat sat", "a cat sat"]


def test_promptfoo(tmp_path: Path) -> None:
    """By promptfoo itself if PROMPTFOO names it, else as it calls the assertion."""
    files = dict(blocks("promptfoo"))
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    (expected,) = wordrotator.score(["Say it: a cat sat"], ["the cat sat"], purpose="summary", language="en").scores
    program = os.environ.get("PROMPTFOO") or shutil.which("promptfoo")
    if program is None:
        names: dict[str, Any] = {}
        exec(files["wrd_assert.py"].replace('"cache": True', '"cache": False'), names)
        context = {"vars": {"reference": "the cat sat"}, "config": {"threshold": 0.9}}
        found = names["get_assert"]("Say it: a cat sat", context)
    else:
        arguments = [program, "eval", "--no-cache", "--no-write", "-o", "out.json"]
        subprocess.run(arguments, cwd=tmp_path, env=environment(tmp_path), capture_output=True)
        (case,) = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["results"]["results"]
        found = {"score": case["score"], "pass": case["success"]}
    assert found["score"] == expected
    assert found["pass"] == (expected is not None and expected >= 0.9)


def test_every_recipe_is_run() -> None:
    """The blocks of trl are run by test_rewards.py, whose trainer is the real one."""
    assert {recipe for recipe, _, _ in BLOCK.findall(PAGE)} == {*AROUND, "promptfoo", "trl"}
    assert PAGE.count("```") == 2 * len(BLOCK.findall(PAGE))
