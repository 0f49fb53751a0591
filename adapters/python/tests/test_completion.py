"""Tab shows the keywords of every call, in notebooks and in editors, and signatures say what they are."""

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import get_type_hints

import pytest

import wordrotator
from wordrotator import _settings, _types

#: Calls, and some of the keywords of each besides the settings.
CALLS = {
    "score": ["sources", "ids", "progress"],
    "score_frame": ["candidate", "reference", "source"],
    "explain": ["source"],
    "similarity": ["source"],
    "compare": ["sources", "human", *_types.Comparing.__annotations__],
    "check": ["sources", "update", *_types.Checking.__annotations__],
    "report": ["output", "human", *_types.Reporting.__annotations__],
    "WRD": ["options"],
    "Options": [],
}
SETTINGS = list(_settings.MEANINGS)


def keywords(call: str) -> list[str]:
    return [*CALLS[call], *SETTINGS] if call in CALLS else list(_types.Correlating.__annotations__)


def annotated(call: Callable[..., object]) -> Mapping[str, inspect.Parameter]:
    return inspect.signature(call).parameters


@pytest.mark.parametrize("call", [*CALLS, "correlate"])
def test_editors(call: str) -> None:
    """As jedi reads sources: in Spyder, Vim, and the language servers that are made of it."""
    jedi = pytest.importorskip("jedi")
    code = f"import wordrotator\nwordrotator.{call}("
    project = jedi.Project(Path(wordrotator.__file__).parents[1])
    shown = {one.name for one in jedi.Script(code, project=project).complete(2, len(f"wordrotator.{call}("))}
    assert {f"{name}=" for name in keywords(call)} <= shown


@pytest.mark.parametrize("call", [*CALLS, "correlate"])
def test_notebooks(call: str) -> None:
    completer = pytest.importorskip("IPython.core.completer")
    shell = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell.instance()
    shell.user_ns["wordrotator"] = wordrotator
    text = f"wordrotator.{call}("
    for jedi in (True, False):
        shell.Completer.use_jedi = jedi
        with completer.provisionalcompleter():
            shown = {one.text.removesuffix("=") for one in shell.Completer.completions(text, len(text))}
        assert set(keywords(call)) <= shown
    shell.clear_instance()


def test_signatures() -> None:
    for call in CALLS:
        parameters = inspect.signature(getattr(wordrotator, call)).parameters
        assert set(keywords(call)) <= parameters.keys()
        assert not any(one.kind is one.VAR_KEYWORD for one in parameters.values())
        assert all(one.default is None for name, one in parameters.items() if name in SETTINGS)
    assert inspect.signature(wordrotator.WRD.compare).parameters.keys() <= {
        "self", *inspect.signature(wordrotator.compare).parameters
    }  # fmt: skip


def test_keywords_are_those_of_type_checkers() -> None:
    for declared, taken, call in (
        (_settings.Settings, _settings.taken, wordrotator.Options),
        (_types.Comparing, _types.comparing, wordrotator.WRD.compare),
        (_types.Comparing, _types.comparing, wordrotator.compare),
        (_types.Checking, _types.checking, wordrotator.check),
        (_types.Reporting, _types.reporting, wordrotator.WRD.report),
        (_types.Reporting, _types.reporting, wordrotator.report),
        (_types.Correlating, _types.correlating, wordrotator.WRD.correlate),
        (_types.Correlating, _types.correlating, wordrotator.correlate),
    ):
        keywords = {name: of_it.__forward_arg__ for name, of_it in declared.__annotations__.items()}
        assert {name: one.annotation for name, one in annotated(taken).items() if name != "_"} == keywords
        assert annotated(call).items() >= {name: annotated(taken)[name] for name in keywords}.items()
    assert set(get_type_hints(_settings.Settings)) == set(SETTINGS)
    assert set(_settings.NAMES.values()) <= set(SETTINGS)
