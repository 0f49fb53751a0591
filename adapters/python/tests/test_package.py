"""What the package is made of: modules that import each other one way, and names that users need."""

import ast
import graphlib
import subprocess
import sys
from pathlib import Path

import pytest

import wordrotator

SOURCES = Path(wordrotator.__file__).parent

#: The modules by layer: each imports from its own and from those before it.
LAYERS = {
    "data": [
        "settings", "errors", "hosts", "reading", "records", "inputs", "types", "frames", "long", "plots", "results",
        "options",
    ],
    "transport": ["progress", "binary", "worker", "arrow"],
    "faces": ["metric", "jobs"],
}  # fmt: skip
#: The modules with documented names beside those of the package.
DOCUMENTED = [
    "deepeval", "evaluate", "inspect_ai", "lm_eval", "mt_metrics_eval", "pytest_plugin", "rewards", "sacrebleu",
    "spark", "torchmetrics",
]  # fmt: skip


def modules() -> dict[str, Path]:
    """Return the files of all modules by their names."""
    found = {}
    for path in SOURCES.rglob("*.py"):
        name = ".".join(["wordrotator", *path.relative_to(SOURCES).with_suffix("").parts])
        found[name.removesuffix(".__init__")] = path
    return found


def imports() -> dict[str, set[str]]:
    """Return what each module imports of the package, wherever and for whatever it does so."""
    known = modules()
    graph: dict[str, set[str]] = {name: set() for name in known}
    for name, path in known.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                graph[name] |= {alias.name for alias in node.names if alias.name in known}
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0
                for alias in node.names:
                    submodule = f"{node.module}.{alias.name}"
                    graph[name] |= {submodule if submodule in known else node.module or ""} & known.keys()
    return graph


def test_no_circles() -> None:
    graph = imports()
    assert len(graph) > 30
    assert "wordrotator._worker" in graph["wordrotator._metric"]
    graphlib.TopologicalSorter(graph).prepare()


def test_layers() -> None:
    graph, before = imports(), set[str]()
    for layer in LAYERS.values():
        names = {f"wordrotator._{name}" for name in layer}
        before |= names
        for name in names:
            assert graph[name] <= before, name
    assert graph["wordrotator"] <= before
    others = {name.removeprefix("wordrotator.").partition(".")[0] for name in graph.keys() - before - {"wordrotator"}}
    assert others == {*DOCUMENTED, "__main__"}


def test_names() -> None:
    """A notebook offers what users need, and no submodule: in a Python of its own, as tests import more."""
    code = "import wordrotator; print(*(name for name in dir(wordrotator) if not name.startswith('_')))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(SOURCES.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == sorted(wordrotator.__all__)


def test_errors() -> None:
    for name in wordrotator.__all__:
        error = getattr(wordrotator, name)
        if isinstance(error, type) and issubclass(error, Exception):
            assert issubclass(error, wordrotator.WRDError)
            assert f"{error.__module__}.{error.__qualname__}" == f"wordrotator.{name}"
    with pytest.raises(ValueError, match="oov") as wrong:
        wordrotator.WRD(oov="guess")  # type: ignore[arg-type]
    assert isinstance(wrong.value, wordrotator.StartError)
