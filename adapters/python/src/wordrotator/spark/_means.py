"""Means of whole corpora with intervals, from sums that can be added in any order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pyspark.sql import Column, DataFrame, Row
from pyspark.sql import functions as F
from pyspark.sql.types import NumericType

from wordrotator._arrow import TOO_LONG
from wordrotator._frames import MISSING
from wordrotator._metric import WRD
from wordrotator._reading import WORDLESS, warn
from wordrotator._records import Table
from wordrotator._types import COUNTS
from wordrotator.spark._setting import SIGNATURE, options_of

#: Values are summed as decimal numbers with 18 places, so that sums are exact, and the same in any order.
_EXACT = "decimal(38,18)"
_LARGEST = 1e12

#: Up to how many keys are told apart. Of more, those of one hash are taken as one, the same ones as wrd does.
_MOST = 1 << 16


@dataclass(frozen=True, repr=False)
class Mean(Table):
    """The mean of a column over the rows that have a value, and how sure it is."""

    mean: float
    #: The bounds of the interval, None where all rows are of one key.
    low: float | None
    high: float | None
    #: How many rows have a value.
    rows: int
    #: How many keys, or groups of them, these rows have: what the interval takes as independent.
    units: int
    confidence: float
    column: str
    #: The signature of the column, "" if it has none.
    signature: str
    #: For each of the units the sum of its values, and their number.
    sums: Mapping[str, tuple[float, int]] = field(repr=False)

    def _table(self) -> dict[str, Sequence[object]]:
        names = ("column", "mean", "low", "high", "rows", "units", "confidence", "signature")
        return {name: [getattr(self, name)] for name in names}

    def __repr__(self) -> str:
        bounds = f", {self.low:.4f} to {self.high:.4f}" if self.low is not None and self.high is not None else ""
        return f"Mean({self.mean:.4f}{bounds}, rows={self.rows}, units={self.units})"

    def difference(self, other: Mean, *, lower_is_better: bool = False) -> tuple[float, float | None, float | None]:
        """Return this mean minus that of another system on the same segments, and the bounds of its interval.

        It is that of ``wrd compare``, from the differences within each unit: positive where this system is better, for
        distances, too. Distances of ours and TER are known; of other columns ``lower_is_better`` says so. Raises
        ValueError if a unit has fewer rows with a value in one of the systems.
        """
        for unit in sorted(self.sums.keys() | other.sums.keys()):
            rows = [mean.sums.get(unit, (0, 0))[1] for mean in (self, other)]
            if rows[0] != rows[1]:
                raise ValueError(
                    f"key {unit}: found {rows[0]} rows with a value of the one system and {rows[1]} of the other, "
                    "expected the same segments: leave out those that one of them lacks"
                )
        with WRD(options_of({})) as wrd:  # the settings have no part in it
            said = _mean(wrd, self.column, self.signature, self.sums, self.confidence, other.sums, lower_is_better)
        return said["mean"], said["ci_low"], said["ci_high"]


#: The means of each system by column; the system is None where there is no column of systems.
Means = dict[str | None, dict[str, Mean]]


def corpus_means(
    df: DataFrame,
    key: str,
    columns: Sequence[str] | None = None,
    *,
    system: str | None = None,
    confidence: float = 0.95,
) -> Means:
    """Return the means of columns with the intervals of ``wrd score``, in one pass over the rows.

    ``key`` is the column that names what is independent of each other: the document or, where there are none, the
    segment. ``columns`` are those with a signature unless they are given; ``system`` names a column by which rows are
    told apart. Rows in which a column is null or NaN do not count for it. The results do not depend on how Spark cuts
    the data, to the last bit.

    Of more than 65,536 different keys, those with the same hash are taken as one.

    Where ``score_dataframe`` made the scores, warns as ``wordrotator.score`` does of texts that could hardly be read.

    Raises KeyError, TypeError or ValueError for columns and numbers that are wrong, before a task starts, and
    ValueError for a row without a key and for values of 1e12 or more.
    """
    found, read = summed(df, key, columns, system=system, confidence=confidence)
    warn(said_of(read))
    return found


def summed(
    df: DataFrame,
    key: str,
    columns: Sequence[str] | None = None,
    *,
    system: str | None = None,
    confidence: float = 0.95,
) -> tuple[Means, list[list[int]]]:
    """Return what ``corpus_means`` does, and what ``said_of`` wants to know of the rows."""
    columns = check_means(df, key, columns, system=system, confidence=confidence)
    counts = _counts(df)
    sums = df.groupBy(
        F.col(key).cast("string").alias("unit"),
        (F.col(system).cast("string") if system else F.lit(None).cast("string")).alias("system"),
    ).agg(*(part for i, name in enumerate(columns) for part in _parts(name, i)), *counts)
    sums.persist()
    try:
        units = sums.select("unit").distinct().limit(_MOST + 1).count()
        if sums.where("unit is null").limit(1).count():
            raise ValueError(f"column {key}: found a row without a value, expected a document or segment in each")
        if units > _MOST:
            place = F.substring(F.sha2(F.col("unit").cast("binary"), 256), 1, 4).alias("unit")  # 16 bits, as _MOST
            names = [name for name in sums.columns if name not in ("unit", "system")]
            both = [(F.max if name.startswith("largest") else F.sum)(name).alias(name) for name in names]
            rows = sums.groupBy(place, "system").agg(*both).collect()
        else:
            rows = sums.collect()
    finally:
        sums.unpersist()
    read = [[row[f"count{i}"] or 0 for i in range(len(counts))] for row in rows] if counts else []
    return _means(rows, df, columns, confidence), read


def _parts(name: str, i: int) -> list[Column]:
    """Return what is known of a column in one place: the sum of its values, their number, the largest in size."""
    value = F.col(name).cast("double")
    there = value.isNotNull() & ~F.isnan(value)
    exact = F.when(there & (F.abs(value) < _LARGEST), value).cast(_EXACT)
    return [
        F.sum(exact).alias(f"sum{i}"),
        F.sum(there.cast("long")).alias(f"rows{i}"),
        F.max(F.when(there, F.abs(value))).alias(f"largest{i}"),
    ]


def _means(rows: Sequence[Row], df: DataFrame, columns: Sequence[str], confidence: float) -> Means:
    sums: dict[str | None, dict[int, dict[str, tuple[float, int]]]] = {}
    for row in sorted(rows, key=lambda row: str(row["unit"])):
        for i, name in enumerate(columns):
            if not row[f"rows{i}"]:
                continue
            if row[f"largest{i}"] >= _LARGEST or row[f"sum{i}"] is None:
                raise ValueError(
                    f"column {name}: found the value {row[f'largest{i}']}, "
                    f"expected scores: they are summed exactly up to {_LARGEST:g}"
                )
            of_it = sums.setdefault(row["system"], {}).setdefault(i, {})
            of_it[row["unit"]] = (float(row[f"sum{i}"]), row[f"rows{i}"])
    found: Means = {}
    with WRD(options_of({})) as wrd:  # the settings have no part in it
        for system, by_column in sums.items():
            for i, of_it in sorted(by_column.items()):
                signature = df.schema[columns[i]].metadata.get(SIGNATURE, "")
                said = _mean(wrd, columns[i], signature, of_it, confidence)
                found.setdefault(system, {})[columns[i]] = Mean(
                    mean=said["mean"],
                    low=said["ci_low"],
                    high=said["ci_high"],
                    rows=said["segments"],
                    units=said["units"],
                    confidence=confidence,
                    column=columns[i],
                    signature=signature,
                    sums=of_it,
                )
    return found


def _mean(
    wrd: WRD,
    column: str,
    signature: str,
    sums: Mapping[str, tuple[float, int]],
    confidence: float,
    against: Mapping[str, tuple[float, int]] | None = None,
    lower_is_better: bool = False,
) -> dict[str, Any]:
    """Ask wrd for the mean and its interval."""
    params: dict[str, Any] = {
        "column": column,
        "signature": signature,
        "sums": [total for total, _ in sums.values()],
        "sizes": [rows for _, rows in sums.values()],
        "confidence": confidence,
    }
    if against is not None:
        params |= {"against": [against[unit][0] for unit in sums], "lower_is_better": lower_is_better}
    said: dict[str, Any] = wrd.worker().call("mean", params)
    return said


def _counts(df: DataFrame) -> list[Column]:
    """Return what is counted of the texts, as ``said_of`` wants it; nothing unless score_dataframe counted."""
    ours = {field.name for field in df.schema.fields if SIGNATURE in field.metadata}
    if not ours.issuperset(["status", *COUNTS]):
        return []
    scored = ~F.col("status").isin(MISSING, TOO_LONG)
    wordless = F.col("status").startswith(WORDLESS)
    found = []
    for tokens, unknown in (COUNTS[:2], COUNTS[2:]):
        found += [
            F.sum(scored.cast("long")),
            F.sum((wordless & (F.col(tokens) == 0)).cast("long")),
            F.sum(tokens),
            F.sum(unknown),
        ]
    return [count.alias(f"count{i}") for i, count in enumerate(found)]


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


def check_means(
    df: DataFrame,
    key: str,
    columns: Sequence[str] | None = None,
    *,
    system: str | None = None,
    confidence: float = 0.95,
) -> Sequence[str]:
    """Return the columns that corpus_means takes, or raise what it raises for what is wrong."""
    if not 0 < confidence < 1:
        raise ValueError(f"found the confidence {confidence}, expected one in (0, 1)")
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
