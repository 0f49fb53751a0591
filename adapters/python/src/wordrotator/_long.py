"""Long tables: data frames of pandas or polars with a row for each output of a system."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from wordrotator._frames import column_of, texts_in


@dataclass(frozen=True)
class Columns:
    """What the columns of a long table are called; None for the usual name, which then may be absent."""

    system: str | None = None
    segment: str | None = None
    candidate: str | None = None
    reference: str | Sequence[str] | None = None
    source: str | None = None
    document: str | None = None
    domain: str | None = None

    def refuse(self) -> None:
        """Raise TypeError if a name is given, where there is no table."""
        if found := [name for name, value in vars(self).items() if value is not None]:
            raise TypeError(f"found {', '.join(found)}, which name columns, and no DataFrame")


def texts_of(frame: Any, columns: Columns, human: Any) -> dict[str, Any]:
    """Return what ``WRD.compare`` is given for a long table: texts by system, and what is known of each segment.

    Raises ValueError where a segment lacks an output of a system, has two, or differs from row to row in what it is.
    """
    rows = _Rows(frame, columns)
    candidates = rows.by_system(column_of(frame, columns.candidate or "candidate", texts=True))
    for system, texts in candidates.items():
        if (missing := texts.count(None)) > 0:
            where = f"{missing} segments, first of {rows.segments[texts.index(None)]}"
            raise ValueError(f"system {system}: found no text of {where}, expected one of each")
    alone = columns.reference is None and "reference" not in frame.columns
    sources = rows.of_segment("source", columns.source) if alone or columns.source else rows.carried("source")
    references = None if alone and sources is not None else rows.references(columns.reference)
    return {
        "systems": candidates,
        "references": references,
        "sources": sources,
        "human": rows.numbers(human if human is not None else _usual(frame, "human")),
        "ids": [str(segment) for segment in rows.segments],
        "documents": rows.of_segment("document", columns.document),
        "domains": rows.of_segment("domain", columns.domain),
    }


def scores_of(frame: Any, columns: Columns, measures: str | Sequence[str], human: Any) -> dict[str, Any]:
    """Return what ``WRD.correlate`` is given for a long table of scores."""
    rows = _Rows(frame, columns)
    return {
        "scores": rows.numbers(measures),
        "human": rows.numbers(human if human is not None else "human"),
        "documents": rows.of_segment("document", columns.document),
        "domains": rows.of_segment("domain", columns.domain),
    }


def _usual(frame: Any, name: str) -> str | None:
    return name if name in frame.columns else None


class _Rows:
    """The rows of a long table, by system and segment, both in the order of their first row."""

    def __init__(self, frame: Any, columns: Columns) -> None:
        self.frame = frame
        names = column_of(frame, columns.system or "system")
        segments = column_of(frame, columns.segment or "segment")
        for what, values in (("system", names), ("segment", segments)):
            if None in values:
                raise ValueError(f"{what}: found none in row {values.index(None) + 1}, expected its name")
        self.systems = [str(name) for name in dict.fromkeys(names)]
        self.segments: list[Hashable] = list(dict.fromkeys(segments))
        places = {segment: i for i, segment in enumerate(self.segments)}
        self.places = [(str(name), places[segment]) for name, segment in zip(names, segments, strict=True)]
        seen: set[tuple[str, int]] = set()
        for system, i in self.places:
            if (system, i) in seen:
                raise ValueError(f"system {system}: found segment {self.segments[i]} twice, expected it once")
            seen.add((system, i))

    def by_system(self, values: Sequence[Any]) -> dict[str, list[Any]]:
        """Return a column as a list for each system, with None where it has no row."""
        found: dict[str, list[Any]] = {system: [None] * len(self.segments) for system in self.systems}
        for (system, i), value in zip(self.places, values, strict=True):
            found[system][i] = value
        return found

    def numbers(self, names: str | Sequence[str] | None) -> dict[str, dict[str, list[Any]]] | None:
        """Return columns of numbers by name and system; None for no name."""
        if names is None:
            return None
        listed = [names] if isinstance(names, str) else list(names)
        return {name: self.by_system(column_of(self.frame, name)) for name in listed}

    def of_segment(self, what: str, name: str | None) -> list[Any] | None:
        """Return a column that says the same in all rows of a segment; None if it has the usual name and is absent."""
        if name is None and what not in self.frame.columns:
            return None
        return self._same(what, column_of(self.frame, name or what))

    def carried(self, name: str) -> list[str] | None:
        """Return a column of texts that need not be there, None if it says something else in some rows of a segment."""
        if name not in self.frame.columns:
            return None
        texts = [value if isinstance(value, str) else "" for value in column_of(self.frame, name)]
        try:
            return self._same(name, texts) if any(texts) else None
        except ValueError:
            return None

    def references(self, names: str | Sequence[str] | None) -> list[list[str]]:
        """Return the references of each segment: of one column or several, each a text or a list of texts."""
        listed = [names] if isinstance(names, str) else list(names or ["reference"])
        entries = [column_of(self.frame, name) for name in listed]
        return self._same("reference", [texts_in(row) for row in zip(*entries, strict=True)])

    def _same(self, what: str, values: Sequence[Any]) -> list[Any]:
        found: list[Any] = [None] * len(self.segments)
        given = [False] * len(self.segments)
        for (system, i), value in zip(self.places, values, strict=True):
            if given[i] and found[i] != value:
                where = f"segment {self.segments[i]} beside system {system}"
                raise ValueError(f"{what}: found another one of {where}, expected one")
            found[i], given[i] = value, True
        return found


__all__ = ["Columns", "scores_of", "texts_of"]
