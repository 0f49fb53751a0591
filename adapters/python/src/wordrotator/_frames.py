"""Data frames of pandas and polars: their columns of texts, and frames with columns of scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from wordrotator._hosts import module
from wordrotator._inputs import is_missing

#: A frame of pandas or polars; what comes back is of the same kind.
Frame = TypeVar("Frame")

#: The status of a row that lacks a text.
MISSING = "missing"


class DataFrame(Protocol):
    """A frame of pandas or polars that is read."""

    @property
    def columns(self) -> Any:
        """Its names of columns."""


def column_of(frame: Any, name: str, texts: bool = False) -> list[Any]:
    """Return a column, in which None stands where there is nothing.

    Raises TypeError for what is no frame in memory, or where ``texts`` are something else, KeyError if there is no such
    column.
    """
    if _kind(frame) is None:
        lazy = "collect() it first" if hasattr(frame, "collect") else "a list is for wordrotator.score"
        raise TypeError(f"found a {type(frame).__name__}, expected a DataFrame of pandas or polars: {lazy}")
    if name not in frame.columns:
        raise KeyError(f"found no column {name}, expected one of: {', '.join(map(str, frame.columns))}")
    values = frame[name]
    if not hasattr(values, "to_list"):
        raise ValueError(f"found two columns {name}, expected one: rename it")
    listed = [None if is_missing(value) else value for value in values.to_list()]
    for i, value in enumerate(listed if texts else ()):
        if not isinstance(value, str | None):
            raise TypeError(f"column {name}: found {type(value).__name__} at {i}, expected a string")
    return listed


def is_frame(value: object) -> bool:
    """Whether a value is a DataFrame in memory."""
    return _kind(value) is not None


def texts_in(row: Sequence[Any]) -> list[Any]:
    """Return the references of a row, of which each column has one, several or none."""
    entries = [[entry] if isinstance(entry, str) or not hasattr(entry, "__iter__") else list(entry) for entry in row]
    return [text for entry in entries for text in entry if not is_missing(text)]


def extended(frame: Frame, numbers: Mapping[str, Sequence[float | None]], statuses: Sequence[str]) -> Frame:
    """Return a frame with columns of numbers and of statuses after its own; a frame of pandas keeps its index.

    Raises ValueError if it has a column of such a name.
    """
    given: Any = frame
    for name in (*numbers, "status"):
        if name in given.columns:
            raise ValueError(f"found a column {name}, which the scores would have, expected none: rename it")
    library = module(_kind(frame) or "")
    if _kind(frame) == "pandas":
        added = library.DataFrame({**numbers, "status": statuses}, index=given.index)
        scored: Frame = library.concat([given, added.astype(dict.fromkeys(numbers, "float64"))], axis=1)
        return scored
    series = [library.Series(name, list(values), library.Float64) for name, values in numbers.items()]
    with_columns: Frame = given.with_columns(*series, library.Series("status", list(statuses), library.String))
    return with_columns


def _kind(frame: object) -> str | None:
    """Return which library a frame is of: pandas, polars or none."""
    for kind in type(frame).__mro__:
        library = kind.__module__.partition(".")[0]
        if kind.__name__ == "DataFrame" and library in ("pandas", "polars"):
            return library
    return None
