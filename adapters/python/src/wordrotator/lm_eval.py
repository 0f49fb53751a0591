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
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import wordrotator
from wordrotator.hosts import require
from wordrotator.metric import References
from wordrotator.options import Options
from wordrotator.reading import Once

require("lm-eval", "0.4.5")

#: The settings whose texts were warned of: lm-eval asks for one score at a time.
_tell: dict[Options, Once] = {}

import lm_eval.api.metrics  # noqa: E402, F401 - registers the aggregations, which register_metric looks up
from lm_eval.api.registry import register_metric  # noqa: E402


@register_metric(metric="wrd", higher_is_better=True, output_type="generate_until", aggregation="mean")
def wrd(references: Sequence[References], predictions: Sequence[str], **options: Any) -> float:
    """Return the similarity of a prediction to its reference, as lm-eval asks for it: one at a time.

    ``options`` are those of ``wordrotator.Options``, in YAML as further members of the metric. For several references
    use ``results``: of several targets lm-eval only asks whether any scores more than 0.
    """
    try:
        setting = Options(**options)
        result = wordrotator.metric.shared(setting)._score(predictions, references)
    except TypeError as error:
        raise ValueError(str(error)) from error  # lm-eval takes a TypeError for a metric of another kind
    _tell.setdefault(setting, Once())(result.warnings)
    score = result.score
    if score is None:
        raise ValueError('found nothing to compare, and lm-eval has no place for that: use empty="worst"')
    return score


def results(target: str | Callable[[Mapping[str, Any]], References], **options: Any) -> Callable[..., dict[str, float]]:
    """Return a function for ``process_results`` of a task, for documents with several references.

    ``target`` is the member of a document that has its references, or a function that returns them::

        # utils.py
        from wordrotator.lm_eval import results

        process_results = results("references", purpose="translation")

        # task.yaml
        process_results: !function utils.process_results
        metric_list:
          - {metric: wrd, aggregation: mean, higher_is_better: true}
    """

    def process_results(doc: Mapping[str, Any], generated: Sequence[str]) -> dict[str, float]:
        references = target(doc) if callable(target) else doc[target]
        return {"wrd": wrd([references], [generated[0]], **options)}

    return process_results
