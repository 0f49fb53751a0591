"""Means of whole corpora with intervals, from sums that can be added in any order."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import NumericType

from wordrotator.arrow import COUNTS, MISSING, TOO_LONG
from wordrotator.metric import WRD
from wordrotator.reading import WORDLESS, warn
from wordrotator.spark.setting import SIGNATURE, options_of

#: Values are summed as multiples of 2**-40, each in two parts of 26 bits, so that sums are exact.
_SCALE = 2.0**40
_PART = 2.0**26
_LARGEST = 2.0**12

#: The column of the sums under which a partition counts its texts: no column of scores.
_READ = -1

#: How many rows are drawn for at once: a matrix of rows × draws is in memory.
_ROWS = 2048


@dataclass(frozen=True)
class Mean:
    """The mean of a column over the rows that have a value, and how sure it is."""

    mean: float
    #: The bounds of the interval.
    low: float
    high: float
    #: How many rows have a value.
    rows: int
    #: The mean of each draw, None of one without a row. Those of two systems belong together, draw by draw: segments
    #: have the same weights.
    draws: tuple[float | None, ...]
    confidence: float

    def difference(self, other: Mean) -> tuple[float, float, float]:
        """Return this mean minus another one of the same segments and draws, and the bounds of its interval."""
        pairs = zip(self.draws, other.draws, strict=True)
        drawn = [None if a is None or b is None else a - b for a, b in pairs]
        return (self.mean - other.mean, *_bounds(drawn, self.confidence))


#: The means of each system by column; the system is None where there is no column of systems.
Means = dict[str | None, dict[str, Mean]]


def corpus_means(
    df: DataFrame,
    key: str,
    columns: Sequence[str] | None = None,
    *,
    system: str | None = None,
    draws: int = 1000,
    seed: int = 1,
    confidence: float = 0.95,
) -> Means:
    """Return the means of columns with intervals by a Poisson bootstrap, in one pass over the rows.

    ``key`` is the column that names the segment. In each draw a segment has a weight of Poisson(1), which follows from
    its key, the number of the draw and ``seed`` alone: the results do not depend on how Spark cuts the data, to the
    last bit, and all systems have the same weights for a segment. ``columns`` are those with a signature unless they
    are given; ``system`` names a column by which rows are told apart.

    The interval holds the ``confidence`` in the middle of the draws' means. ``wrd compare`` draws as many segments as
    there are; here their number varies with the draw, and the mean is over it. For more than a few hundred segments
    the intervals agree.

    Where ``score_dataframe`` made the scores, warns as ``wordrotator.score`` does of texts that could hardly be read.

    Raises KeyError, TypeError or ValueError for columns and numbers that are wrong, before a task starts.
    """
    found, read = summed(df, key, columns, system=system, draws=draws, seed=seed, confidence=confidence)
    warn(said_of(read))
    return found


def summed(
    df: DataFrame,
    key: str,
    columns: Sequence[str] | None = None,
    *,
    system: str | None = None,
    draws: int = 1000,
    seed: int = 1,
    confidence: float = 0.95,
) -> tuple[Means, list[list[int]]]:
    """Return what ``corpus_means`` does, and what ``said_of`` wants to know of the rows."""
    columns = check_means(df, key, columns, system=system, draws=draws, seed=seed, confidence=confidence)
    rows = df.select(
        F.xxhash64(key).alias("key"),
        (F.col(system).cast("string") if system else F.lit(None).cast("string")).alias("system"),
        *(F.col(name).cast("double").alias(f"value{i}") for i, name in enumerate(columns)),
        *(F.col(name) for name in _counted(df)),
    )
    parts = rows.mapInArrow(partial(_sums, len(columns), draws, seed), "system string, column int, sums string")
    whole = parts.repartition("system", "column").mapInArrow(_merged, "system string, column int, sums string")
    found: Means = {}
    read: list[list[int]] = []
    for row in whole.collect():
        sums = json.loads(row["sums"])
        if row["column"] == _READ:
            read.append(sums["counts"])
            continue
        mean, *drawn = (s / _SCALE / n if n else None for s, n in zip(sums["values"], sums["counts"], strict=True))
        if mean is not None:
            found.setdefault(row["system"], {})[columns[row["column"]]] = Mean(
                mean, *_bounds(drawn, confidence), sums["counts"][0], tuple(drawn), confidence
            )
    return found, read


def _counted(df: DataFrame) -> list[str]:
    """Return the columns that say what of the texts could be read, if score_dataframe made them."""
    ours = {field.name for field in df.schema.fields if SIGNATURE in field.metadata}
    names = ["status", *COUNTS]
    return names if ours.issuperset(names) else []


#: What is counted of each side, in the order of lists: candidates, then references.
_READING = ("texts", "without_words", "tokens", "oov")


def said_of(read: Sequence[Sequence[int]]) -> Sequence[str]:
    """Return, on the driver, what there is to say of the texts that such lists count."""
    if not read:
        return []
    counts = [sum(column) for column in zip(*read, strict=True)]
    sides = {
        side: dict(zip(_READING, counts[i * len(_READING) :], strict=False))
        for i, side in enumerate(("candidates", "references"))
    }
    with WRD(options_of({})) as wrd:  # the settings have no part in it
        said: list[str] = wrd.worker().call("warnings", sides)["warnings"]
    return said


def status_counts(df: DataFrame) -> tuple[dict[str, int], list[list[int]]]:
    """Return how many rows of score_dataframe have each status, and what ``said_of`` wants to know of them."""
    rows = df.groupBy("status").agg(
        F.count(F.lit(1)).alias("rows"),
        *(F.sum(name).alias(name) for name in COUNTS),
        *(F.sum((F.col(name) == 0).cast("long")).alias(f"no_{name}") for name in (COUNTS[0], COUNTS[2])),
    )
    counts: dict[str, int] = {}
    read: list[list[int]] = []
    for row in rows.orderBy("status").collect():
        counts[row["status"]] = row["rows"]
        if row["status"] in (MISSING, TOO_LONG):
            continue
        wordless = row["status"].startswith(WORDLESS)
        read.append([])
        for tokens, unknown in (COUNTS[:2], COUNTS[2:]):
            read[-1] += [row["rows"], row[f"no_{tokens}"] if wordless else 0, row[tokens], row[unknown]]
    return counts, read


def _read(batch: pa.RecordBatch) -> list[int]:
    """Count the texts of a batch that were scored."""
    statuses = batch.column("status")
    scored = pc.invert(pc.is_in(statuses, value_set=pa.array([MISSING, TOO_LONG])))
    wordless = pc.starts_with(statuses, WORDLESS)
    found = []
    for tokens, unknown in (COUNTS[:2], COUNTS[2:]):
        n = batch.column(tokens)
        found += [
            pc.sum(scored).as_py() or 0,
            pc.sum(pc.and_(wordless, pc.equal(n, 0))).as_py() or 0,
            pc.sum(n).as_py() or 0,
            pc.sum(batch.column(unknown)).as_py() or 0,
        ]
    return found


def check_means(
    df: DataFrame,
    key: str,
    columns: Sequence[str] | None = None,
    *,
    system: str | None = None,
    draws: int = 1000,
    seed: int = 1,
    confidence: float = 0.95,
) -> Sequence[str]:
    """Return the columns that corpus_means takes, or raise what it raises for what is wrong."""
    if draws < 1 or not 0 < confidence < 1 or not 0 <= seed < 1 << 64:
        raise ValueError(
            f"found {draws} draws, confidence {confidence} and seed {seed}, "
            "expected at least 1, one in (0, 1), and one of 64 bits"
        )
    if columns is None:
        columns = [f.name for f in df.schema.fields if SIGNATURE in f.metadata and f.dataType.typeName() == "double"]
        if not columns:
            raise ValueError("found no column of scores, expected some, or the names of others in columns")
    for name in (key, *columns, *([system] if system else [])):
        if name not in df.columns:
            raise KeyError(f"found no column {name}, expected one of: {', '.join(df.columns)}")
    for name in columns:
        kind = df.schema[name].dataType
        if not isinstance(kind, NumericType):
            raise TypeError(f"column {name}: found {kind.simpleString()}, expected numbers")
    return columns


def weights(keys: NDArray[np.uint64], draws: int, seed: int) -> NDArray[np.uint8]:
    """Return the weights of segments, a row for each key with one of Poisson(1) for each draw."""
    with np.errstate(over="ignore"):
        start = _mixed(keys ^ _mixed(np.array([seed], np.uint64)))
        steps = np.arange(1, (draws + 3) // 4 + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        numbers = _mixed(start[:, None] + steps[None, :])
    found: NDArray[np.uint8] = _POISSON[numbers.astype("<u8").view("<u2")[:, :draws]]
    return found


def _mixed(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Mix the bits of numbers, by the finalizer of splitmix64 (Steele, Lea and Flood 2014)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def _poisson() -> NDArray[np.uint8]:
    """Return what a number of 16 bits stands for, so that each k has the probability of Poisson(1) within 2**-16."""
    table = np.zeros(1 << 16, np.uint8)
    below = 0.0
    for k in range(1, 12):
        below += math.exp(-1) / math.factorial(k - 1)
        table[round(below * (1 << 16)) :] = k
    return table


_POISSON = _poisson()


def _sums(count: int, draws: int, seed: int, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Add up a partition: for each system and column the weights and the weighted values, of all rows and each draw."""
    totals: dict[str | None, NDArray[np.int64]] = {}
    read: list[list[int]] = []
    for batch in batches:
        if "status" in batch.schema.names:
            read.append(_read(batch))
        keys = batch.column("key").to_numpy(zero_copy_only=False).view(np.uint64)
        systems = batch.column("system").dictionary_encode()
        names, which = systems.dictionary.to_pylist(), systems.indices.fill_null(-1).to_numpy(zero_copy_only=False)
        values = np.column_stack([
            batch.column(f"value{i}").to_numpy(zero_copy_only=False).astype(np.float64) for i in range(count)
        ])  # fmt: skip
        for code in np.unique(which):
            name = names[code] if code >= 0 else None
            of_it = which == code
            for start in range(0, int(of_it.sum()), _ROWS):
                rows = slice(start, start + _ROWS)
                found = add_up(keys[of_it][rows], values[of_it][rows], draws, seed)
                totals[name] = totals[name] + found if name in totals else found
    rows_out = [(name, column, _packed(total[column])) for name, total in totals.items() for column in range(count)]
    if read:
        counts = [sum(column) for column in zip(*read, strict=True)]
        rows_out.append((None, _READ, json.dumps({"counts": counts, "values": []})))
    yield _table(rows_out)


def add_up(keys: NDArray[np.uint64], values: NDArray[np.float64], draws: int, seed: int) -> NDArray[np.int64]:
    """Return for each column of values (rows × columns, NaN for none) three rows of sums: of weights, and of both parts
    of the weighted values. The first of their entries is for all rows, the others are for the draws.
    """
    there = ~np.isnan(values)
    if np.any(np.abs(values[there]) >= _LARGEST):
        raise ValueError(f"found a value of {_LARGEST:.0f} or more, expected scores: they are summed exactly up to it")
    fixed = np.where(there, np.rint(np.where(there, values, 0) * _SCALE), 0)
    high = np.floor(fixed / _PART)
    low = fixed - high * _PART
    drawn = np.concatenate([np.ones((len(keys), 1)), weights(keys, draws, seed)], axis=1)
    # All numbers are integers below 2**53, so their products and sums are exact in any order.
    sums = np.stack([drawn.T @ part for part in (there.astype(np.float64), high, low)])
    found: NDArray[np.int64] = sums.transpose(2, 0, 1).astype(np.int64)
    return found


def _packed(total: NDArray[np.int64]) -> str:
    counts, high, low = total.tolist()
    values = [h * int(_PART) + rest for h, rest in zip(high, low, strict=True)]
    return json.dumps({"counts": counts, "values": values})


def _merged(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Add up the sums of partitions."""
    totals: dict[tuple[str | None, int], dict[str, list[int]]] = {}
    for batch in batches:
        for row in batch.to_pylist():
            sums, key = json.loads(row["sums"]), (row["system"], row["column"])
            before = totals.get(key)
            if before:
                sums = {what: [a + b for a, b in zip(before[what], sums[what], strict=True)] for what in sums}
            totals[key] = sums
    yield _table([(system, column, json.dumps(sums)) for (system, column), sums in totals.items()])


def _table(rows: Sequence[tuple[str | None, int, str]]) -> pa.RecordBatch:
    schema = pa.schema([("system", pa.string()), ("column", pa.int32()), ("sums", pa.string())])
    return pa.RecordBatch.from_arrays(
        [pa.array([row[i] for row in rows], field.type) for i, field in enumerate(schema)], schema=schema
    )


def _bounds(drawn: Sequence[float | None], confidence: float) -> tuple[float, float]:
    tail = 50 * (1 - confidence)
    low, high = np.percentile([value for value in drawn if value is not None], [tail, 100 - tail])
    return float(low), float(high)
