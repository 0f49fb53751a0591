"""WRD as a scorer of inspect-ai: install wordrotator[inspect-ai].

::

    from wordrotator.inspect_ai import wrd

    Task(dataset=dataset, solver=generate(), scorer=wrd(purpose="summary"))
"""

from __future__ import annotations

import asyncio
import math
from typing import Any

import wordrotator
from wordrotator.hosts import require
from wordrotator.options import Options
from wordrotator.reading import Once

require("inspect-ai", "0.3.100")

from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr  # noqa: E402
from inspect_ai.solver import TaskState  # noqa: E402


@scorer(metrics=[mean(), stderr()])
def wrd(**options: Any) -> Scorer:
    """Score the output of the model against the target or targets; the explanation is the alignment.

    ``options`` are those of ``wordrotator.Options``.
    """
    metric = wordrotator.metric.shared(Options(**options))
    tell = Once()

    async def score(state: TaskState, target: Target) -> Score:
        return await asyncio.to_thread(_score, metric, tell, state.output.completion, list(target))

    return score


def _score(metric: wordrotator.WRD, tell: Once, answer: str, targets: list[str]) -> Score:
    result = metric._score([answer], [targets])
    tell(result.warnings)
    best = targets[result.best_references[0]]
    value = result.scores[0]
    return Score(
        # NaN is inspect-ai's own sign for a sample without a score, which its means leave out.
        value=math.nan if value is None else value,
        answer=answer,
        explanation=str(metric._explain(answer, best)[0]),
        metadata={"status": result.statuses[0], "signature": result.signature},
    )
