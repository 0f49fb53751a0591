"""Scores of record batches of Arrow."""

from __future__ import annotations

import array
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from wordrotator._frames import MISSING
from wordrotator._types import COUNTS, FRAME_COUNTS, SOURCE_COUNTS
from wordrotator._worker import Hello, Worker

#: The status of a row with a longer text than max_text_bytes.
TOO_LONG = "too_long"

#: How many segments, and about how many bytes of text, go to the worker at once.
_ROWS = 8192
_BYTES = 8 << 20


def added(hello: Hello) -> list[tuple[str, Any]]:
    """Return the names and types of the columns of scores."""
    columns = [(column["name"], pa.float64()) for column in hello.columns]
    counts = COUNTS + (SOURCE_COUNTS if hello.reads[1] else ())
    return [*columns, ("status", pa.string()), *((name, pa.int32()) for name in counts)]


def check_columns_read(hello: Hello, references: str | None, source: str | None) -> None:
    """Raise ValueError unless the columns that measures read are named."""
    reads_references, reads_sources = hello.reads
    measure = hello.main["measure"]
    if source is None and reads_sources:
        raise ValueError("source: found no column, expected that of the sources, which wrd_source reads")
    if references is None and reads_references:
        raise ValueError(f"references: found no column, expected that of the references, which {measure} reads")


def segments_of(
    hello: Hello,
    batch: pa.RecordBatch,
    candidate: str,
    references: str | None,
    max_text_bytes: int | None = None,
    source: str | None = None,
) -> Segments:
    """Return the rows of a batch that can be scored: none with a text of more than ``max_text_bytes``.

    ``references`` and ``source`` name the columns that the measures read; where they read none, they are not. Raises
    KeyError if a column is not there, ValueError if the batch has a column of a name that is added, TypeError if the
    columns hold no texts.
    """
    check_columns_read(hello, references, source)
    for name in (candidate, references, source):
        if name is not None and name not in batch.schema.names:
            raise KeyError(f"found no column {name}, expected one of: {', '.join(batch.schema.names)}")
    for name, _ in added(hello):
        if name in batch.schema.names:
            raise ValueError(f"found a column {name}, which the scores would have, expected none: rename it")
    read = (candidate, references if hello.reads[0] else None, source if hello.reads[1] else None)
    candidates, others, sources = (None if name is None else batch.column(name) for name in read)
    return Segments.of(candidates, others, sources, max_text_bytes)


def score_segments(
    worker: Worker, batch: pa.RecordBatch, segments: Segments, tell: Callable[[Sequence[str]], None] = lambda _: None
) -> pa.RecordBatch:
    """Return a batch with the scores of its rows in further columns.

    The texts go from the memory of the batch into frames, and the scores from the answers into columns, without an
    object of Python for any of them. A row that is not among the segments has the status "missing" or "too_long" and
    no score. ``tell`` is told what the worker warns of.
    """
    new = added(worker.hello())
    parts = []
    for result, frame in worker.frames(part.frame() for part in segments.parts()):
        tell(result.get("warnings", ()))
        parts.append(_answer(result, frame))
    columns = [
        _spread(pa.concat_arrays([part[name] for part in parts]) if parts else pa.nulls(0, kind), segments, name)
        for name, kind in new
    ]
    fields = [*batch.schema, *(pa.field(name, kind) for name, kind in new)]
    return pa.RecordBatch.from_arrays(
        [*batch.columns, *columns], schema=pa.schema(fields, metadata=batch.schema.metadata)
    )


def texts_of(batch: pa.RecordBatch, column: str, most: int) -> list[str]:
    """Return the first texts of a column of texts or lists of texts, none for another one."""
    found: list[str] = []
    for value in batch.column(column) if column in batch.schema.names else ():
        if len(found) >= most:
            break
        said = value.as_py()
        found += [text for text in (said if isinstance(said, list) else [said]) if isinstance(text, str)]
    return found[:most]


class Segments:
    """The rows of a batch that can be scored: they have all texts that are read, and none is too long."""

    def __init__(
        self,
        candidates: pa.Array,
        references: pa.ListArray | None,
        sources: pa.Array | None,
        scored: pa.Array,
        too_long: pa.Array,
    ) -> None:
        self.candidates = candidates  # large_string, without nulls, as sources
        self.references = references  # large_list<large_string>, without nulls and empty lists
        self.sources = sources
        self.scored = scored  # which rows of the batch these are
        self.too_long = too_long  # the rows that are left out for their length

    @classmethod
    def of(
        cls, candidates: pa.Array, references: pa.Array | None, sources: pa.Array | None, most: int | None
    ) -> Segments:
        candidates = _texts(candidates)
        lists = None if references is None else _lists(references)
        sources = None if sources is None else _texts(sources, "source")
        scored = candidates.is_valid()
        if lists is not None:  # null where there is no list
            scored = pc.and_(scored, pc.fill_null(pc.greater(pc.list_value_length(lists), 0), False))
        if sources is not None:
            scored = pc.and_(scored, sources.is_valid())
        columns = [column for column in (candidates, lists, sources) if column is not None]
        too_long = pa.repeat(False, len(candidates))
        # Most batches hold fewer bytes than one text may have.
        if most is not None and sum(column.nbytes for column in columns) > most:
            for texts in (candidates, sources):
                if texts is not None:
                    long = pc.fill_null(pc.greater(pc.binary_length(texts), most), False)
                    too_long = pc.or_(too_long, long)
            if lists is not None:
                too_long = pc.or_(too_long, _rows_of(lists, pc.greater(pc.binary_length(lists.flatten()), most)))
            scored = pc.and_(scored, pc.invert(too_long))
        if not pc.all(scored, min_count=0).as_py():
            candidates, lists, sources = (
                None if column is None else column.filter(scored) for column in (candidates, lists, sources)
            )
        return cls(candidates, lists, sources, scored, too_long)

    def listed(self) -> list[list[str]]:
        """Return the references as lists, for a converter that learns from them."""
        found: list[list[str]] = [] if self.references is None else self.references.to_pylist()
        return found

    def parts(self) -> Iterator[Segments]:
        """Cut the segments into parts of bounded size; a part of one row may be larger."""
        n = len(self.candidates)
        if n == 0:
            return
        columns = (self.candidates, self.references, self.sources)
        if n > 1 and (n > _ROWS or sum(column.nbytes for column in columns if column is not None) > _BYTES):
            half = min(_ROWS * ((n // 2 + _ROWS - 1) // _ROWS), n - 1) if n > _ROWS else n // 2
            for rows in (slice(0, half), slice(half, n)):
                candidates, references, sources = (None if column is None else column[rows] for column in columns)
                yield from Segments(candidates, references, sources, self.scored, self.too_long).parts()
            return
        yield self

    def frame(self) -> bytes:
        """Pack the segments into a frame, as docs/serve.md has it."""
        n = len(self.candidates)
        numbers = array.array("I", [n, int(self.sources is not None)])
        assert numbers.itemsize == 4
        if self.references is None:
            numbers.extend([0] * n)
        else:
            numbers += _numbers("I", pc.list_value_length(self.references).cast(pa.uint32()))
        flat = None if self.references is None else self.references.flatten()
        texts = [column for column in (self.candidates, self.sources, flat) if column is not None]
        for column in texts:
            numbers += _numbers("I", pc.binary_length(column).cast(pa.uint32()))
        if sys.byteorder == "big":
            numbers.byteswap()
        return b"".join((numbers, *map(_bytes, texts)))


def _is_text(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or str(kind) == "string_view")


def _texts(column: pa.Array, name: str = "candidates") -> pa.Array:
    """Return texts with offsets of 64 bits, so that no batch is too large to be put together."""
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if not _is_text(column.type) and not pa.types.is_null(column.type):
        raise TypeError(f"{name}: found {column.type}, expected strings")
    return column.cast(pa.large_string())


def _lists(references: pa.Array) -> pa.Array:
    """Return texts, or lists of texts, as lists of texts."""
    if _is_text(references.type):
        return _lists_of_one(_texts(references))
    if pa.types.is_list(references.type) or pa.types.is_large_list(references.type):
        return _without_nulls(references)
    if pa.types.is_null(references.type):
        return pa.nulls(len(references), pa.large_list(pa.large_string()))
    raise TypeError(f"references: found {references.type}, expected strings or lists of strings")


def _lists_of_one(texts: pa.Array) -> pa.Array:
    """Return lists of one text each, and of none for a null."""
    if texts.null_count:
        ends = pc.cumulative_sum(texts.is_valid().cast(pa.int64()))
        offsets = pa.concat_arrays([pa.array([0], pa.int64()), ends])
        texts = texts.drop_null()
    else:
        offsets = _range(len(texts) + 1)
    return pa.LargeListArray.from_arrays(offsets, texts)


def _without_nulls(lists: pa.Array) -> pa.Array:
    """Return lists of texts without the nulls in them; a list that is null is empty."""
    lists = lists.cast(pa.large_list(lists.type.value_type))
    values = _texts(lists.flatten())
    lengths = pc.fill_null(pc.list_value_length(lists), 0)
    if values.null_count:
        rows = pc.list_parent_indices(lists).filter(values.is_valid())
        found = pc.value_counts(rows)
        values = values.drop_null()
        where = pc.index_in(_range(len(lists)), value_set=found.field(0).cast(pa.int64()))
        lengths = pc.fill_null(found.field(1).take(where), 0)
    offsets = pa.concat_arrays([pa.array([0], pa.int64()), pc.cumulative_sum(lengths.cast(pa.int64()))])
    return pa.LargeListArray.from_arrays(offsets, values)


def _range(n: int) -> pa.Array:
    return pa.array(array.array("q", range(n)), pa.int64())


def _rows_of(lists: pa.Array, of_values: pa.Array) -> pa.Array:
    """Return for each list whether something holds for one of its values."""
    rows = pc.unique(pc.list_parent_indices(lists).filter(of_values)).cast(pa.int64())
    return pc.is_in(_range(len(lists)), value_set=rows)


def _numbers(kind: str, column: pa.Array) -> array.array[int]:
    """Return the numbers of a column without nulls, of 4 bytes each."""
    numbers = array.array(kind)
    numbers.frombytes(column.buffers()[1][4 * column.offset : 4 * (column.offset + len(column))])
    return numbers


def _bytes(texts: pa.Array) -> memoryview | bytes:
    """Return the bytes of texts without nulls one after the other, as they lie in memory."""
    _, offsets, data = texts.buffers()
    if data is None:
        return b""
    ends = memoryview(offsets).cast("q")
    return memoryview(data)[ends[texts.offset] : ends[texts.offset + len(texts)]]


def _answer(result: Mapping[str, Any], frame: bytes) -> dict[str, pa.Array]:
    """Return the columns of an answer, which lie in its frame; only the statuses are written out."""
    n: int = result["segments"]
    data = pa.py_buffer(frame)
    columns, at = {}, 0
    for name in result["columns"]:
        values = pa.Array.from_buffers(pa.float64(), n, [None, data.slice(at, 8 * n)])
        missing = pc.is_nan(values)
        if pc.any(missing, min_count=0).as_py():
            values = pc.if_else(missing, pa.scalar(None, pa.float64()), values)
        columns[name] = values
        at += 8 * n
    for name in FRAME_COUNTS:
        if at + n < len(frame):
            columns[name] = pa.Array.from_buffers(pa.int32(), n, [None, data.slice(at, 4 * n)])
            at += 4 * n
    statuses = pa.Array.from_buffers(pa.uint8(), n, [None, data.slice(at, n)])
    columns["status"] = pa.array(result["statuses"], pa.string()).take(statuses)
    return columns


def _spread(column: pa.Array, segments: Segments, name: str) -> pa.Array:
    """Return a column for all rows of the batch from one for those that were scored."""
    if len(column) == len(segments.scored):
        return column
    ranks = pc.subtract(pc.cumulative_sum(segments.scored.cast(pa.int64())), 1)
    column = column.take(pc.if_else(segments.scored, ranks, pa.scalar(None, pa.int64())))
    if name != "status":
        return column
    return pc.fill_null(column, pc.if_else(segments.too_long, TOO_LONG, MISSING))
