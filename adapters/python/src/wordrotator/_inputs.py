"""What calls are given, as lists: texts, references, names, numbers, from lists and from columns of tables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, Protocol


class ArrowColumn(Protocol):
    """A column of Arrow: an Array or a ChunkedArray of pyarrow."""

    def to_pylist(self) -> list[Any]: ...


#: Texts: a list, or a column of pandas, polars, NumPy or Arrow.
Texts = Iterable[str] | ArrowColumn
#: The reference or references of one text.
References = str | Texts
#: The references of several texts: a list or a column with an entry for each.
ReferenceLists = Iterable[References] | ArrowColumn
#: What predictions or segments are called, or the documents of each.
Names = Iterable[Any] | ArrowColumn


def text_list(values: Texts, what: str, expected: str = "a list of strings") -> list[str]:
    """Return texts as a list; TypeError if they are one string, or no strings."""
    if type(values) is list and set(map(type, values)) == {str}:  # as nearly always, and soon said
        return values.copy()
    listed = entries(values, what, expected)
    for i, text in enumerate(listed):
        if not isinstance(text, str):
            raise TypeError(f"{what}: found {type(text).__name__} at {i}{_missing(text)}, expected a string")
    return listed


def is_missing(value: object) -> bool:
    """Whether a value is what tables have where there is none."""
    return value is None or (isinstance(value, float) and math.isnan(value)) or type(value).__name__ == "NAType"


def _missing(value: object) -> str:
    """Return a note for an error if a value is what tables have where there is none."""
    return " (a missing value)" if is_missing(value) else ""


_ONE_OR_SEVERAL = "a string or a list of strings"


def reference_lists(references: ReferenceLists) -> list[list[str]]:
    """Return the references of each text as a list; TypeError or ValueError if that is not what they are.

    An empty text stands for a missing value: a reference that is not there.
    """
    if type(references) is list and set(map(type, references)) == {str}:  # as nearly always, and soon said
        return [[reference] for reference in references]
    listed = []
    for i, entry in enumerate(entries(references, "references", "a list with the reference or references of each")):
        several = [entry] if isinstance(entry, str) else _several(entry, f"references[{i}]")
        listed.append(several)
        if not several:
            raise ValueError(f"references: found none at {i}, expected at least one")
    return listed


def references_of(candidate: object, reference: References | None) -> list[str]:
    """Return the reference or references of one text; TypeError or ValueError unless both are what they are to be."""
    if not isinstance(candidate, str):
        raise TypeError(f"candidate: found {type(candidate).__name__}{_missing(candidate)}, expected a text")
    if reference is None:
        raise TypeError(f"reference: found NoneType{_missing(reference)}, expected {_ONE_OR_SEVERAL}")
    several = [reference] if isinstance(reference, str) else _several(reference, "reference")
    if not several:
        raise ValueError("reference: found none, expected at least one")
    return several


def _several(references: Texts, what: str) -> list[str]:
    if is_missing(references):
        return [""]
    listed = entries(references, what, _ONE_OR_SEVERAL)
    return text_list(["" if is_missing(text) else text for text in listed], what, _ONE_OR_SEVERAL)


def source_list(sources: Texts | None, n: int) -> list[str] | None:
    """Return the sources of n predictions, None if there are none; ValueError unless there are as many."""
    if sources is None:
        return None
    listed = text_list(sources, "sources")
    if len(listed) != n:
        raise ValueError(f"found {n} predictions and sources for {len(listed)}, expected the same number")
    return listed


def check_order(columns: Mapping[str, Any]) -> None:
    """Raise ValueError if columns of pandas have the same index in another order: rows are paired by their places."""
    given = [(what, values.index) for what, values in columns.items() if _is_indexed(values)]
    for what, index in given[1:]:
        first, order = given[0]
        if len(index) == len(order) and not index.equals(order) and set(index) == set(order):
            raise ValueError(
                f"{first} and {what}: found columns with the same index in another order, expected one order, as rows "
                f"are paired by their places: .loc[{first}.index] puts them in order, .to_list() takes them as they are"
            )


def _is_indexed(values: Any) -> bool:
    """Whether values are a Series of pandas."""
    return type(values).__name__ == "Series" and hasattr(getattr(values, "index", None), "equals")


def system_lists(systems: object, references: Sequence[object], what: str = "references") -> dict[str, list[str]]:
    """Return the predictions of systems by their names; ValueError unless there are as many as other texts."""
    if not isinstance(systems, Mapping):
        raise TypeError(f"systems: found {type(systems).__name__}, expected predictions by the names of systems")
    found: dict[str, list[str]] = {}
    for name, predictions in systems.items():
        if str(name) in found:  # 1 and "1", for example
            raise ValueError(f"systems: found two that are called {name}, expected different names")
        found[str(name)] = text_list(predictions, f"system {name}")
        if len(found[str(name)]) != len(references):
            raise ValueError(
                f"system {name}: found {len(found[str(name)])} predictions and {what} for {len(references)}, "
                "expected the same number"
            )
    return found


def entries(values: object, what: str, expected: str) -> list[Any]:
    """Return what a list holds, or anything else that has an order, such as a column of pandas; TypeError if none."""
    _refuse_table(values, what, expected)
    listed: object = values
    # Arrow, NumPy and pandas, polars: with values of Python, not with their own.
    for name in ("to_pylist", "tolist", "to_list"):
        if hasattr(values, name):
            listed = getattr(values, name)()
            break
    if isinstance(listed, str | bytes | Mapping | Set) or not isinstance(listed, Iterable):
        kind = "a string" if isinstance(values, str) else type(values).__name__
        raise TypeError(f"{what}: found {kind}{_missing(values)}, expected {expected}")
    return list(listed)


def _refuse_table(values: object, what: str, expected: str) -> None:
    """Raise TypeError, which says how to give a column, for a whole table, also one that is not in memory."""
    for name in ("column_names", "columns"):
        if not hasattr(type(values), name):
            continue
        # The columns of a LazyFrame are a warning.
        lazy = getattr(values, "collect_schema", None)
        names = lazy().names() if lazy else getattr(values, name)
        columns = [] if names is None else list(names)
        remedy = "give one of its columns" if hasattr(values, "__len__") else "bring it into memory and give a column"
        such = f", such as [{columns[0]!r}]" if columns else ""
        raise TypeError(f"{what}: found a {type(values).__name__}, expected {expected}: {remedy}{such}")


def names(values: Names | None, what: str, n: int) -> list[Any] | None:
    """Return what predictions are called, None if nobody says it."""
    if values is None:
        return None
    listed = entries(values, what, "a list with one for each prediction")
    if len(listed) != n:
        raise ValueError(f"{what}: found {len(listed)} and {n} predictions, expected the same number")
    return listed


def labels(values: Names, what: str) -> list[str]:
    """Return what segments are called as texts; TypeError for a missing value, which would be a name of its own."""
    listed = entries(values, what, "a list with one for each segment")
    for i, value in enumerate(listed):
        if missing := _missing(value):
            raise TypeError(f"{what}: found {type(value).__name__} at {i}{missing}, expected a name")
    return [str(value) for value in listed]


def score_columns(columns: Any, what: str) -> dict[str, dict[str, list[float | None]]]:
    """Return columns of scores by system: a plain list is that of one system."""
    if not hasattr(columns, "items"):
        raise TypeError(f"{what}: found {type(columns).__name__}, expected lists of scores by their names")
    return {
        name: {
            system: _numbers(values, name)
            for system, values in (column.items() if isinstance(column, Mapping) else (("corpus", column),))
        }
        for name, column in columns.items()
    }


def human_columns(human: Any) -> dict[str, dict[str, list[float | None]]]:
    """Return human scores by their names and by system; those of one kind have the name human."""
    several = isinstance(human, Mapping) and any(isinstance(column, Mapping) for column in human.values())
    return score_columns(human if several else {"human": human}, "human")


def _numbers(values: Iterable[Any], what: str) -> list[float | None]:
    """Return numbers of any kind, such as NumPy's; NaN is what pandas has for a number that is not there."""
    listed: list[float | None] = []
    for i, value in enumerate(entries(values, what, "a list of numbers")):
        if value is None:
            listed.append(None)
            continue
        if isinstance(value, str) or not hasattr(value, "__float__"):
            raise TypeError(f"{what}: found {value!r} at {i}, expected a number or None")
        number = float(value)
        if math.isinf(number):
            raise ValueError(f"{what}: found {number} at {i}, expected a finite number or None")
        listed.append(None if math.isnan(number) else number)
    return listed
