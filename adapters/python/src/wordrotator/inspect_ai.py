"""WRD as a scorer of inspect-ai: install wordrotator[inspect-ai].

::

    from wordrotator.inspect_ai import wrd

    Task(dataset=dataset, solver=generate(), scorer=wrd(purpose="summary"))
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
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
def wrd(*, source: str | Callable[[TaskState], str] | None = None, **settings: Unpack[Settings]) -> Scorer:
    """Score the output of the model against the target or targets; the explanation is the alignment.

    ``source`` is the member of a sample's metadata that has what is to be translated, or a function that returns it:
    it is read in place of targets, with the settings of purpose="estimation" where none are said, or beside them where
    measures=["wrd", "wrd_source"] asks for both. Settings are checked here, before a model is asked.
    """
    metric = shared(Options(**settings))
    metric = metric.open() if source is None else metric._with_source()
    tell = Once()

    async def score(state: TaskState, target: Target) -> Score:
        origin = None if source is None else source(state) if callable(source) else state.metadata[source]
        return await asyncio.to_thread(_score, metric, tell, state.output.completion, list(target), origin)

    return score


def _score(metric: WRD, tell: Once, answer: str, targets: list[str], source: str | None = None) -> Score:
    reads_references, _ = metric.hello().reads
    if source is None:
        metric = metric.for_references(targets)  # of the score and of its explanation
    result = metric._score_one(answer, targets if reads_references else None, source)
    tell(result.warnings)
    value = result.scores[0]
    aligned = (targets[result.best_references[0]], None) if reads_references else (None, source)
    return Score(
        # NaN is inspect-ai's own sign for a sample without a score, which its means leave out.
        value=math.nan if value is None else value,
        answer=answer,
        explanation=str(metric._explain(answer, *aligned)[0]),
        metadata={"status": result.statuses[0], "signature": result.signature},
    )
