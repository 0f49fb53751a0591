"""A fixture for tests of programs that write text: ``assert wrd.similarity(out, reference) > 0.9``.

When the assertion fails, the message shows which word went where. The plugin comes with the package; pytest finds it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from wordrotator._inputs import References, references_of
from wordrotator._metric import WRD
from wordrotator._options import Options
from wordrotator._reading import Once


class Similarity(float):
    """A similarity that can say how it came about."""

    metric: WRD
    candidate: str
    reference: str | None
    source: str | None

    def explain(self) -> list[str]:
        """Return the lines of the alignment."""
        return [
            f"candidate: {self.candidate!r}",
            f"source: {self.source!r}" if self.reference is None else f"reference: {self.reference!r}",
            *str(self.metric._explain(self.candidate, self.reference, self.source)[0]).splitlines(),
        ]


class Tester:
    """The fixture ``wrd``: a metric whose similarities explain themselves when an assertion fails."""

    __test__ = False  # a name for annotations, not a class of tests

    def __init__(self, metric: WRD) -> None:
        #: For everything else: ``score``, ``explain``, ``compare``, …
        self.metric = metric
        self._tell = Once()

    def similarity(
        self, candidate: str, reference: References | None = None, *, source: str | None = None
    ) -> Similarity:
        """Return the similarity of a text to its reference or the nearest of several, or to its source.

        Higher is better. Raises ValueError if there is nothing to compare.
        """
        if source is not None:
            if reference is not None:
                raise TypeError("found a reference and a source, expected the one that the text is compared with")
            references, metric = None, self.metric._for_texts(None, [source])
        else:
            references = references_of(candidate, reference)
            metric = self.metric.for_references(references)  # of the score and of its explanation
        metric._check_similarity()
        result = metric._score_one(candidate, references, source)
        self._tell(result.warnings)
        if result.score is None:
            raise ValueError(f"found nothing to compare: {result.statuses[0]}")
        similarity = Similarity(result.score)
        similarity.metric = metric
        similarity.candidate = candidate
        similarity.reference = None if references is None else references[result.best_references[0]]
        similarity.source = source
        return similarity


@pytest.fixture(scope="session")
def wrd_options() -> Options:
    """Say by a fixture of this name in conftest.py which ``wordrotator.Options`` the fixture ``wrd`` has."""
    return Options()


@pytest.fixture(scope="session")
def wrd(wrd_options: Options) -> Iterator[Tester]:
    """Word Rotator's Distance: ``wrd.similarity(text, reference)``."""
    with WRD(wrd_options) as metric:
        yield Tester(metric)


def pytest_assertrepr_compare(op: str, left: Any, right: Any) -> list[str] | None:
    """Show the alignment behind a similarity in a comparison that failed."""
    for value in (left, right):
        if isinstance(value, Similarity):
            return [f"{_shown(left)} {op} {_shown(right)}", *value.explain()]
    return None


def _shown(value: Any) -> str:
    return f"wrd.similarity {float(value):.4f}" if isinstance(value, Similarity) else repr(value)
