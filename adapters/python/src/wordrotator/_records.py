"""What every result can be made into: plain values, JSON, and tables of Arrow, pandas and polars."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from wordrotator._hosts import module

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class Table:
    """A result, which can be written down and has rows.

    They are predictions, pairs of a matrix, moves of an alignment, candidates, comparisons, coefficients, tests.
    """

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values: dictionaries, lists, texts, numbers and None."""
        found: dict[str, Any] = _plain(self)
        return found

    def to_json(self, *, indent: int | None = None) -> str:
        """Return ``to_dict()`` as JSON. What JSON does not know, such as a date among ids, is written as its text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False, indent=indent, default=str)

    def _table(self) -> Mapping[str, Sequence[object]]:
        """Return the rows as columns by their names."""
        raise NotImplementedError

    def to_arrow(self) -> pyarrow.Table:
        """Return the rows as a Table of pyarrow, which must be installed."""
        pyarrow = module("pyarrow", "arrow")
        return pyarrow.table({name: pyarrow.array(values) for name, values in self._table().items()})

    def to_pandas(self) -> pandas.DataFrame:
        """Return the rows as a DataFrame of pandas, which must be installed."""
        frame: pandas.DataFrame = module("pandas").DataFrame(self._table())
        return frame

    def to_polars(self) -> polars.DataFrame:
        """Return the rows as a DataFrame of polars, which must be installed."""
        frame: polars.DataFrame = module("polars").DataFrame(self._table(), strict=False)
        return frame


def columns(rows: Sequence[Mapping[str, Any]], *always: str) -> dict[str, Sequence[object]]:
    """Return rows as columns, of which some are there without rows, too; None stands where a row has no value."""
    names = dict.fromkeys([*always, *(name for row in rows for name in row)])
    return {name: [row.get(name) for row in rows] for name in names}


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value) if field.compare}
    if isinstance(value, Mapping):
        return {name: _plain(of_it) for name, of_it in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(of_it) for of_it in value]
    return value
