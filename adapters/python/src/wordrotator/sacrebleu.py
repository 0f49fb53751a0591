"""WRD as a metric of sacreBLEU, next to BLEU, chrF and TER: install wordrotator[sacrebleu].

>>> from wordrotator.sacrebleu import WRD
>>> wrd = WRD()
>>> wrd.corpus_score(["a cat sat", "a dog ran"], [["the cat sat", "the dog ran"]])
WRD = 96.34
>>> print(wrd.get_signature().format(short=True).split("|")[2])
vec:distilled-en@b3e6dbc6

The score is the mean of the similarities times 100, so higher is better, and what sacreBLEU does with any metric works:
references as streams, ``n_bootstrap``, cached references and ``sacrebleu.significance.PairedTest``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import wordrotator
from wordrotator._hosts import require
from wordrotator._options import documented
from wordrotator._reading import Once

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from wordrotator._settings import Settings

require("sacrebleu", "2.3")

from sacrebleu.metrics.base import Metric, Score, Signature  # noqa: E402


class WRDSignature(Signature):
    """sacreBLEU's own members, then those of the signature of wrd."""

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(dict(args))
        own: Mapping[str, str] = args["wrd_signature"]
        self._abbr.update({**{name: name for name in own}, "measure": "m", "vectors": "vec", "convert": "conv"})
        self.info.update(own)


class WRDScore(Score):
    """A score of the first measure, times 100, over so many segments."""

    def __init__(self, name: str, score: float, segments: int) -> None:
        super().__init__(name, score)
        self.segments = segments


class WRD(Metric):
    """Word Rotator's Distance, or another measure of wrd, as sacreBLEU computes metrics.

    ``references`` are streams, as everywhere in sacreBLEU: one list for each set of references. They are cached, for
    many systems against the same ones.
    """

    _SIGNATURE_TYPE = WRDSignature

    @documented
    def __init__(self, references: Sequence[Sequence[str | None]] | None = None, **settings: Unpack[Settings]) -> None:
        """Take settings such as ``purpose="translation"``, which are checked here."""
        super().__init__()
        self._metric = wordrotator.WRD(**settings)
        self._tell = Once()
        #: wrd's signature of the last scores.
        self._signature: str | None = None
        if references is not None:
            self._ref_cache = self._cache_references(references)

    @property
    def name(self) -> str:
        """The name in tables of sacreBLEU, that of the measure."""
        return str(self._metric.hello().main["measure"]).upper()

    def get_signature(self) -> WRDSignature:
        """Return the signature of the last score."""
        return WRDSignature({**self.__dict__, "wrd_signature": self._own_signature()})

    def _own_signature(self) -> dict[str, str]:
        """Return the members of wrd's signature, without the number of references, which sacreBLEU counts itself."""
        hello = self._metric.hello()
        _, *members = (self._signature or hello.signature).split("|")
        own = {"measure": hello.main["measure"], **dict(member.split(":", 1) for member in members)}
        own["wrd"] = own.pop("version")
        if own.pop("refs").endswith(".mean"):
            own["multi-reference"] = "mean"
        # sacreBLEU splits members at their colon, and expects one.
        return {name: value.replace(":", ".") for name, value in own.items()}

    def _cache_references(self, references: Sequence[Sequence[str | None]]) -> list[dict[str, Any]]:
        """Cache references as sacreBLEU does, which would take the letters of a text for texts."""
        for i, stream in enumerate(references):
            if isinstance(stream, str):
                raise TypeError(
                    f"references[{i}]: found a string, expected a list with one for each prediction: references are "
                    "lists of such lists, [references]"
                )
        cached: list[dict[str, Any]] = super()._cache_references(references)
        return cached

    def _preprocess_segment(self, sent: str) -> str:
        return sent

    def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, Any]:
        return {"references": list(refs)}

    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict[str, Any]) -> list[float]:
        return self._statistics([hypothesis], [ref_kwargs["references"]])[0]

    def _extract_corpus_statistics(
        self, hypotheses: Sequence[str], references: Sequence[Sequence[str | None]] | None
    ) -> list[list[float]]:
        """Score all segments at once: what sacreBLEU calls for a corpus and for each system of a paired test."""
        cached = self._cache_references(references) if references else self._ref_cache
        if not cached:
            raise RuntimeError("No references provided and the cache is empty.")
        listed = [entry["references"] for entry in cached]
        return self._statistics(hypotheses, listed, self._metric.for_references(text for of in listed for text in of))

    def _statistics(
        self, hypotheses: Sequence[str], references: Sequence[list[str]], metric: wordrotator.WRD | None = None
    ) -> list[list[float]]:
        """Return for each segment its score, and 1 or, if it has none, 0 and 0: sums of these make the mean."""
        result = (metric or self._metric)._score(hypotheses, references)
        self._tell(result.warnings)
        if result.score is None:
            raise ValueError('found nothing to compare, and sacreBLEU has no place for that: use empty="worst"')
        self._signature = result.signature
        return [[0.0, 0.0] if score is None else [score, 1.0] for score in result.scores]

    def _compute_score_from_stats(self, stats: Sequence[float]) -> WRDScore:
        total, segments = float(stats[0]), round(float(stats[1]))
        return WRDScore(self.name, 100 * total / segments if segments else 0.0, segments)

    def _aggregate_and_compute(self, stats: Sequence[Sequence[float]]) -> WRDScore:
        return self._compute_score_from_stats([sum(row[0] for row in stats), sum(row[1] for row in stats)])
