"""Warnings of texts that could hardly be read, such as those of a language that the vectors were not made for."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Sequence

#: How many references, the first of a run, decide on its language.
JUDGED = 1000

#: What the statuses begin with of segments in which a text has no words.
WORDLESS = "no_words_"


def warn(said: Iterable[str]) -> None:
    """Issue what a worker says as a UserWarning, at the line outside of this package that led here."""
    for text in said:
        level, frame = 1, sys._getframe()
        while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == __package__:
            level, frame = level + 1, frame.f_back
        warnings.warn(text, UserWarning, stacklevel=level)


class Once:
    """Warns the first time that there is something to say: for texts that come one at a time."""

    def __init__(self) -> None:
        self._done = False

    def __call__(self, said: Sequence[str]) -> None:
        if said and not self._done:
            self._done = True
            warn(said)


def reading(statuses: Sequence[str], tokens: Sequence[int], unknown: Sequence[int]) -> dict[str, int]:
    """Count the texts of one side as the method ``warnings`` of the worker wants them counted."""
    such = {status for status in set(statuses) if status.startswith(WORDLESS)}
    wordless = [n == 0 and status in such for status, n in zip(statuses, tokens, strict=True)] if such else []
    return {
        "texts": len(statuses),
        "without_words": sum(wordless),
        "tokens": sum(tokens),
        "oov": sum(unknown),
    }
