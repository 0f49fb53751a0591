"""WRD as a metric of deepeval: install wordrotator[deepeval].

::

    from deepeval import assert_test
    from deepeval.test_case import LLMTestCase
    from wordrotator.deepeval import WRDMetric

    def test_answer():
        case = LLMTestCase(input="…", actual_output=answer(), expected_output="the cat sat on the mat")
        assert_test(case, [WRDMetric(threshold=0.9, purpose="summary")])
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from wordrotator._hosts import require
from wordrotator._metric import WRD, shared
from wordrotator._options import Options, documented
from wordrotator._reading import Once

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from wordrotator._settings import Settings

require("deepeval", "4")

from deepeval.errors import MissingTestCaseParamsError  # noqa: E402
from deepeval.metrics import BaseMetric  # noqa: E402
from deepeval.test_case import LLMTestCase  # noqa: E402


class WRDMetric(BaseMetric):
    """The similarity of ``actual_output`` to ``expected_output``, higher is better; the reason is the alignment.

    A test case passes from ``threshold`` on, which has no default: what is good depends on texts and settings. No model
    is asked. Each case is scored in the language of its ``expected_output``: name one that is written in Latin letters.
    A case with nothing to compare, under ``empty="skip"``, is an error, which deepeval shows.

    ``source`` is the member of a test case that has what is to be translated, such as "input", or a function that
    returns it: it is read in place of ``expected_output``, with the settings of purpose="estimation" where none are
    said, or beside it where measures=["wrd", "wrd_source"] asks for both.
    """

    @documented
    def __init__(
        self,
        threshold: float,
        options: Options | None = None,
        source: str | Callable[[LLMTestCase], str] | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        """Take the threshold and the settings, or ``Options``; they are checked here."""
        # deepeval copies a metric by the attributes that have the names of these parameters.
        self.threshold = threshold
        self.options = options or Options(**settings)
        self.source = source
        self._metric()._check_similarity()
        self._tell = Once()

    def _metric(self) -> WRD:
        metric = shared(self.options)
        return metric.open() if self.source is None else metric._with_source()

    def _texts(self, test_case: LLMTestCase, reads_references: bool) -> tuple[str, str | None, str | None]:
        """Return what a model said, what was expected and what was to be translated: those that are read."""
        source = self.source
        asked = None if source is None else source(test_case) if callable(source) else getattr(test_case, source)
        said, expected = test_case.actual_output, test_case.expected_output if reads_references else None
        names = source if isinstance(source, str) else "source"
        for name, text, read in (
            ("actual_output", said, True),
            ("expected_output", expected, reads_references),
            (names, asked, source is not None),
        ):
            if read and text is None:
                raise MissingTestCaseParamsError(f"found no {name}, expected it")
        return said, expected, asked

    def measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float:
        """Score a test case."""
        self.score = self.success = self.reason = self.error = None
        try:
            metric = self._metric()
            said, expected, asked = self._texts(test_case, metric.hello().reads[0])
            if asked is None:
                metric = metric.for_references([expected or ""])
            result = metric._score_one(said, None if expected is None else [expected], asked)
            self._tell(result.warnings)
            if result.score is None:
                raise ValueError(f"found nothing to compare: {result.statuses[0]}")
            source = asked if expected is None else None
            self.reason = str(metric._explain(said, expected, source)[0])
        except Exception as error:
            self.error = str(error)
            raise
        self.score = result.score
        self.success = result.score >= self.threshold
        return result.score

    async def a_measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float:
        """Score a test case, as ``measure`` does."""
        return self.measure(test_case)  # some milliseconds, in the order of the cases

    def is_successful(self) -> bool:
        """Whether the last test case reached the threshold."""
        return bool(self.success)

    @property
    def __name__(self) -> str:
        return "WRD"
