"""Scores of record batches of Arrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

if TYPE_CHECKING:
    from wordrotator.metric import WRD

#: The status of a row without a candidate or without a reference.
MISSING = "missing"

_COUNTS = ("candidate_tokens", "candidate_oov", "reference_tokens", "reference_oov")


def added(metric: WRD) -> list[tuple[str, Any]]:
    """Return the names and types of the columns that score_batch adds."""
    columns = [(column["name"], pa.float64()) for column in metric.hello().columns]
    return [*columns, ("status", pa.string()), *((name, pa.int32()) for name in _COUNTS)]


def score_batch(metric: WRD, batch: pa.RecordBatch, candidate: str, references: str) -> pa.RecordBatch:
    """Return a batch with the scores of its rows in further columns.

    Raises KeyError if a column is not there, ValueError if the batch has a column of a name that is added.
    """
    for name in (candidate, references):
        if name not in batch.schema.names:
            raise KeyError(f"found no column {name}, expected one of: {', '.join(batch.schema.names)}")
    new = added(metric)
    for name, _ in new:
        if name in batch.schema.names:
            raise ValueError(f"found a column {name}, which the scores would have, expected none: rename it")
    candidates: list[str] = []
    listed: list[list[str]] = []
    rows: list[int] = []
    for row, (text, of_it) in enumerate(
        zip(batch.column(candidate).to_pylist(), batch.column(references).to_pylist(), strict=True)
    ):
        found = [of_it] if isinstance(of_it, str) else [text for text in of_it or () if text is not None]
        if text is None or not found:
            continue
        rows.append(row)
        candidates.append(text)
        listed.append(found)
    values: dict[str, list[Any]] = {name: [None] * batch.num_rows for name, _ in new}
    values["status"] = [MISSING] * batch.num_rows
    for start, end, scores in metric.worker(listed).scores(candidates, listed):
        parts: dict[str, list[Any]] = {
            **scores.columns,
            "status": scores.statuses,
            **{name: getattr(scores, name) for name in _COUNTS},
        }
        for name, part in parts.items():
            column = values[name]
            for row, value in zip(rows[start:end], part, strict=True):
                column[row] = value
    columns = [*batch.columns, *(pa.array(values[name], type=kind) for name, kind in new)]
    fields = [*batch.schema, *(pa.field(name, kind) for name, kind in new)]
    return pa.RecordBatch.from_arrays(columns, schema=pa.schema(fields, metadata=batch.schema.metadata))
