"""WRD as a scorer of inspect-ai: install wordrotator[inspect-ai].

::

    from wordrotator.inspect_ai import wrd

    Task(dataset=dataset, solver=generate(), scorer=wrd(purpose="summary"))
"""

from __future__ import annotations

import asyncio
import math
from typing import TYPE_CHECKING

from wordrotator._hosts import require
from wordrotator._metric import WRD, shared
from wordrotator._options import Options, documented
from wordrotator._reading import Once

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from wordrotator._settings import Settings

require("inspect-ai", "0.3.100")

from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr  # noqa: E402
from inspect_ai.solver import TaskState  # noqa: E402


@scorer(metrics=[mean(), stderr()])
@documented
def wrd(**settings: Unpack[Settings]) -> Scorer:
    """Score the output of the model against the target or targets; the explanation is the alignment.

    Settings are checked here, before a model is asked.
    """
    metric = shared(Options(**settings)).open()
    tell = Once()

    async def score(state: TaskState, target: Target) -> Score:
        return await asyncio.to_thread(_score, metric, tell, state.output.completion, list(target))

    return score


def _score(metric: WRD, tell: Once, answer: str, targets: list[str]) -> Score:
    metric = metric.for_references(targets)  # of the score and of its explanation
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
