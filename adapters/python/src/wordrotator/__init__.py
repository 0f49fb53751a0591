"""Word Rotator's Distance (Yokoi et al., EMNLP 2020) for Python: how far a text is from a reference.

>>> import wordrotator
>>> result = wordrotator.score(predictions=["a cat sat"], references=["the cat sat"])
>>> round(result.score, 4)
0.9653
>>> print(wordrotator.explain("a cat", "the cat").moves[-1].candidate)
cat

A process of the program ``wrd``, which comes with the package, computes everything; numbers are the bits of
``wrd score``.
"""

from wordrotator import _settings
from wordrotator._errors import (
    BinaryNotFoundError,
    ProtocolError,
    RequestError,
    SettingError,
    StartError,
    WorkerDiedError,
    WRDError,
)
from wordrotator._jobs import check, report
from wordrotator._metric import WRD, compare, correlate, explain, replay, score, score_frame, similarity
from wordrotator._options import Options
from wordrotator._results import (
    Alignment,
    Check,
    Choice,
    Comparison,
    Correlations,
    JudgedOrder,
    Matrix,
    Replay,
    Result,
)
from wordrotator._settings import Settings
from wordrotator._types import (
    BrokenOutput,
    BrokenOutputs,
    Coverage,
    Finding,
    JudgedDifference,
    JudgedSystem,
    Move,
    Word,
)

__version__ = _settings.VERSION

__all__ = [
    "WRD",
    "Alignment",
    "BinaryNotFoundError",
    "BrokenOutput",
    "BrokenOutputs",
    "Check",
    "Choice",
    "Comparison",
    "Correlations",
    "Coverage",
    "Finding",
    "JudgedDifference",
    "JudgedOrder",
    "JudgedSystem",
    "Matrix",
    "Move",
    "Options",
    "ProtocolError",
    "Replay",
    "RequestError",
    "Result",
    "SettingError",
    "Settings",
    "StartError",
    "WRDError",
    "Word",
    "WorkerDiedError",
    "check",
    "compare",
    "correlate",
    "explain",
    "replay",
    "report",
    "score",
    "score_frame",
    "similarity",
]

# Tracebacks call them by the names that callers catch them by.
for _error in (
    BinaryNotFoundError,
    ProtocolError,
    RequestError,
    SettingError,
    StartError,
    WorkerDiedError,
    WRDError,
):
    _error.__module__ = __name__
