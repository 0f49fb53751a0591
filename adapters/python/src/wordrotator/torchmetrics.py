"""WRD as a metric of torchmetrics: install wordrotator[torchmetrics].

>>> from wordrotator.torchmetrics import WordRotator
>>> metric = WordRotator()
>>> metric.update(["a cat sat"], ["the cat sat"])
>>> metric.compute()
tensor(0.9653)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from wordrotator._hosts import require
from wordrotator._inputs import ReferenceLists, References, Texts, reference_lists, source_list, text_list
from wordrotator._metric import WRD
from wordrotator._options import documented
from wordrotator._reading import Once

require("torchmetrics", "1")

import torch  # noqa: E402
from torchmetrics import Metric  # noqa: E402

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from wordrotator._settings import Settings


class WordRotator(Metric):
    """The mean similarity, higher is better, over everything that ``update`` was given.

    ``update`` scores, so the states are two numbers, which add up over batches and over processes. A segment with
    nothing to compare counts as the setting ``empty`` has it. The settings must be the same for all batches: name the
    language if it is not English, as few references do not always tell.
    """

    is_differentiable = False
    higher_is_better = True
    full_state_update = False

    total: torch.Tensor
    segments: torch.Tensor

    @documented
    def __init__(
        self,
        *,
        lang: str | None = None,
        compute_on_cpu: bool | None = None,
        dist_sync_on_step: bool | None = None,
        process_group: Any = None,
        dist_sync_fn: Callable[..., Any] | None = None,
        distributed_available_fn: Callable[..., Any] | None = None,
        sync_on_compute: bool | None = None,
        compute_with_cache: bool | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        """Take settings, ``lang`` as another name of ``language``, and the arguments of ``torchmetrics.Metric``."""
        of_base = {
            "compute_on_cpu": compute_on_cpu,
            "dist_sync_on_step": dist_sync_on_step,
            "process_group": process_group,
            "dist_sync_fn": dist_sync_fn,
            "distributed_available_fn": distributed_available_fn,
            "sync_on_compute": sync_on_compute,
            "compute_with_cache": compute_with_cache,
        }
        super().__init__(**{name: value for name, value in of_base.items() if value is not None})
        if lang is not None:  # as the BERTScore of torchmetrics calls it
            settings["language"] = lang
        self.wrd = WRD(**settings)
        self._tell = Once()
        #: What the texts so far were scored with, and which they were.
        self._settings: dict[str, Any] | None = None
        self._reads: tuple[bool, bool] | None = None
        self._language: str | None = None
        self.add_state("total", torch.zeros((), dtype=torch.float64), dist_reduce_fx="sum")
        self.add_state("segments", torch.zeros((), dtype=torch.int64), dist_reduce_fx="sum")

    def update(
        self,
        preds: str | Texts,
        target: References | ReferenceLists | None = None,
        *,
        sources: str | Texts | None = None,
    ) -> None:
        """Score predictions, each against its reference or references, its source, or both.

        One prediction may be given alone. ``sources`` has what was translated, as in ``wordrotator.score``.
        """
        one = isinstance(preds, str)
        given: list[Any] = [[side] if one and side is not None else side for side in (preds, target, sources)]
        candidates = text_list(given[0], "predictions")
        listed = None if given[1] is None else reference_lists(given[1])
        origins = source_list(given[2], len(candidates))
        wrd = self.wrd._for_texts(listed, origins)
        hello = wrd.hello()
        if self.segments and hello.settings != self._settings:
            if hello.reads != self._reads:
                raise ValueError(
                    "found other kinds of texts than before, and a mean is of one metric: give references, sources or "
                    "both to each update"
                )
            language = wrd.options.language or self._language
            raise ValueError(
                "found references in another language than before, by how they look, and a mean is of one metric: name "
                f'it, as language="{language}" does'
            )
        self._settings, self._reads, self._language = hello.settings, hello.reads, wrd.options.language
        result = wrd._scored(candidates, listed, None, origins)
        self._tell(result.warnings)
        scores = [score for score in result.scores if score is not None]
        self.total += sum(scores)
        self.segments += len(scores)

    def compute(self) -> torch.Tensor:
        """Return the mean, NaN (as torchmetrics does) if nothing was scored."""
        return (self.total / self.segments).to(torch.float32)

    def plot(self, val: torch.Tensor | Sequence[torch.Tensor] | None = None, ax: Any = None) -> Any:
        """Draw a value of ``compute`` or ``forward``, or several, one after the other; that of ``compute`` if none.

        Returns the figure and the axes of matplotlib, which must be installed.
        """
        return self._plot(val, ax)
