"""WRD as a metric of lm-eval, the Language Model Evaluation Harness: install wordrotator[lm-eval].

Importing this module registers the metric ``wrd``. A task in YAML names it by a file next to it::

    # utils.py
    from wordrotator.lm_eval import wrd

    # task.yaml
    output_type: generate_until
    metric_list:
      - metric: !function utils.wrd
        aggregation: mean
        higher_is_better: true
        purpose: summary

Settings, also those in YAML, are checked when the task is built, before a model is asked.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

from wordrotator._hosts import require
from wordrotator._inputs import ReferenceLists, References, Texts
from wordrotator._metric import shared
from wordrotator._options import Options, documented
from wordrotator._reading import Once

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from wordrotator._settings import Settings

require("lm-eval", "0.4.5")

_Call = TypeVar("_Call", bound=Callable[..., Any])

#: The settings whose texts were warned of: lm-eval asks for one score at a time.
_tell: dict[Options, Once] = {}

import lm_eval.api.metrics  # noqa: E402, F401 - registers the aggregations, which register_metric looks up
from lm_eval.api.registry import register_metric  # noqa: E402
from lm_eval.api.task import ConfigurableTask  # noqa: E402


def _without_type_error(function: _Call) -> _Call:
    """Have a function raise ValueError for TypeError, which lm-eval takes for a metric of another kind."""

    @functools.wraps(function)
    def valued(*args: Any, **keywords: Any) -> Any:
        try:
            return function(*args, **keywords)
        except TypeError as error:
            raise ValueError(str(error)) from error

    return cast("_Call", valued)


@register_metric(metric="wrd", higher_is_better=True, output_type="generate_until", aggregation="mean")
@_without_type_error
@documented
def wrd(
    references: ReferenceLists | None, predictions: Texts, sources: Texts | None = None, **settings: Unpack[Settings]
) -> float:
    """Return the similarity of a prediction to its reference, as lm-eval asks for it: one at a time.

    Settings are in YAML further members of the metric. For several references, and for sources, use ``results``: of
    several targets lm-eval only asks whether any scores more than 0.
    """
    setting = Options(**settings)
    result = shared(setting)._score(predictions, references, sources=sources)
    _tell.setdefault(setting, Once())(result.warnings)
    score = result.score
    if score is None:
        raise ValueError('found nothing to compare, and lm-eval has no place for that: use empty="worst"')
    return score


def _checking(build: Callable[..., None]) -> Callable[..., None]:
    """Return what builds a task and checks the settings of its metrics; lm-eval hands them on only after generation."""

    @functools.wraps(build)
    def checked(task: ConfigurableTask, *args: Any, **more: Any) -> None:
        build(task, *args, **more)
        for name, metric in task._metric_fn_list.items():
            if wrd in (metric, getattr(metric, "__self__", None)):
                shared(Options(**task._metric_fn_kwargs[name])).open()

    return checked


ConfigurableTask.__init__ = _checking(ConfigurableTask.__init__)


@documented
def results(
    target: str | Callable[[Mapping[str, Any]], References] | None = None,
    *,
    source: str | Callable[[Mapping[str, Any]], str] | None = None,
    **settings: Unpack[Settings],
) -> Callable[..., dict[str, float]]:
    """Return a function for ``process_results`` of a task, for documents with several references, or with sources.

    ``target`` is the member of a document that has its references, or a function that returns them; ``source`` in the
    same way what is to be translated, which purpose="estimation" compares with::

        # utils.py
        from wordrotator.lm_eval import results

        process_results = results("references", purpose="translation")

        # task.yaml
        process_results: !function utils.process_results
        metric_list:
          - {metric: wrd, aggregation: mean, higher_is_better: true}
    """
    shared(Options(**settings)).open()

    def of(doc: Mapping[str, Any], member: str | Callable[[Mapping[str, Any]], Any] | None) -> list[Any] | None:
        if member is None:
            return None
        return [member(doc) if callable(member) else doc[member]]

    def process_results(doc: Mapping[str, Any], generated: Sequence[str]) -> dict[str, float]:
        return {"wrd": wrd(of(doc, target), [generated[0]], of(doc, source), **settings)}

    return process_results
