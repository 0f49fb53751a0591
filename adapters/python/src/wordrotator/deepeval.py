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

from typing import TYPE_CHECKING, Any

from wordrotator._hosts import require
from wordrotator._metric import shared
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
    """

    @documented
    def __init__(self, threshold: float, options: Options | None = None, **settings: Unpack[Settings]) -> None:
        """Take the threshold and the settings, or ``Options``; they are checked here."""
        # deepeval copies a metric by the attributes that have the names of these parameters.
        self.threshold = threshold
        self.options = options or Options(**settings)
        shared(self.options).open()._check_similarity()
        self._tell = Once()

    def measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float:
        """Score a test case."""
        self.score = self.success = self.reason = self.error = None
        try:
            said, expected = test_case.actual_output, test_case.expected_output
            if said is None or expected is None:
                raise MissingTestCaseParamsError("found no actual_output or no expected_output, expected both")
            metric = shared(self.options).for_references([expected])
            result = metric._score([said], [expected])
            self._tell(result.warnings)
            if result.score is None:
                raise ValueError(f"found nothing to compare: {result.statuses[0]}")
            self.reason = str(metric._explain(said, expected)[0])
        except Exception as error:
            self.error = str(error)
            raise
        self.score = result.score
        self.success = self.score >= self.threshold
        return self.score

    async def a_measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float:
        """Score a test case, as ``measure`` does."""
        return self.measure(test_case)  # some milliseconds, in the order of the cases

    def is_successful(self) -> bool:
        """Whether the last test case reached the threshold."""
        return bool(self.success)

    @property
    def __name__(self) -> str:
        return "WRD"
