"""WRD as a metric of torchmetrics: install wordrotator[torchmetrics].

>>> from wordrotator.torchmetrics import WordRotator
>>> metric = WordRotator()
>>> metric.update(["a cat sat"], ["the cat sat"])
>>> metric.compute()
tensor(0.9653)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import wordrotator
from wordrotator.hosts import require
from wordrotator.metric import References
from wordrotator.options import Options
from wordrotator.reading import Once

require("torchmetrics", "1")

import torch  # noqa: E402
from torchmetrics import Metric  # noqa: E402


class WordRotator(Metric):
    """The mean similarity, higher is better, over everything that ``update`` was given.

    ``update`` scores, so the states are two numbers, which add up over batches and over processes. A segment with
    nothing to compare counts as the option ``empty`` has it. ``options`` are those of ``wordrotator.Options``; ``lang``
    is another name of ``language``, which is English unless it is named: no batch knows the others.
    """

    is_differentiable = False
    higher_is_better = True
    full_state_update = False

    total: torch.Tensor
    segments: torch.Tensor

    def __init__(self, *, torchmetrics_settings: dict[str, Any] | None = None, **options: Any) -> None:
        super().__init__(**(torchmetrics_settings or {}))
        if "lang" in options:  # as the BERTScore of torchmetrics calls it
            options["language"] = options.pop("lang")
        self.wrd = wordrotator.WRD(Options(**options))
        self._tell = Once()
        self.add_state("total", torch.zeros((), dtype=torch.float64), dist_reduce_fx="sum")
        self.add_state("segments", torch.zeros((), dtype=torch.int64), dist_reduce_fx="sum")

    def update(self, preds: str | Sequence[str], target: References | Sequence[References]) -> None:
        """Score predictions, each against its reference or references; one prediction may be given alone."""
        if isinstance(preds, str):
            preds, target = [preds], [target]  # type: ignore[list-item]
        result = self.wrd._score(preds, target)
        self._tell(result.warnings)
        scores = [score for score in result.scores if score is not None]
        self.total += sum(scores)
        self.segments += len(scores)

    def compute(self) -> torch.Tensor:
        """Return the mean, NaN (as torchmetrics does) if nothing was scored."""
        return (self.total / self.segments).to(torch.float32)
