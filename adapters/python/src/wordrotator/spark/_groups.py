"""A row, a group of texts: which is best, or how similar each is to each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import ArrayType, DoubleType, IntegerType, StringType, StructType

from wordrotator._frames import MISSING
from wordrotator._metric import WRD
from wordrotator._options import documented
from wordrotator.spark._setting import Setting, check_columns, check_language, check_new, options_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from wordrotator._settings import Settings

#: How many groups, and about how many letters, go to the worker at once.
_GROUPS = 256
_LETTERS = 4 << 20

_Group = dict[str, list[str]]


@documented
def choose_dataframe(
    df: DataFrame,
    candidates: str = "candidates",
    references: str | None = None,
    *,
    by: str | Sequence[str] | None = None,
    best_only: bool = False,
    **settings: Unpack[Settings],
) -> DataFrame:
    """Choose from each group the candidate that minimum Bayes risk decoding takes.

    Without ``by``, each row is a group: ``candidates`` is a column of arrays of strings, ``references`` another one of
    texts to compare them with, or None to compare the candidates with each other. With ``by``, the names of one or more
    columns, each row has one candidate, and the rows with equal values in these columns are a group; its candidates
    come in the order of their bytes, its references are the different texts of their column. The groups keep their
    columns and get ``best`` (an index from 0), ``text``, ``utility``, ``utilities`` (not with ``best_only``) and
    ``status``: "missing" for a group without a candidate. A null is no candidate, and no reference.
    """
    if by is not None:
        names = [by] if isinstance(by, str) else list(by)
        check_columns(df, texts=[candidates, *([references] if references else [])], lists=[])
        gathered = [F.array_sort(F.collect_list(candidates)).alias(candidates)]
        if references:
            gathered.append(F.array_sort(F.collect_set(references)).alias(references))
        df = df.groupBy(*names).agg(*gathered)
    lists = [candidates, *([references] if references else [])]
    check_columns(df, texts=[], lists=lists)
    setting = Setting.of(df.sparkSession, settings)
    with WRD(options_of(settings)) as wrd:
        chosen = wrd.mbr(["a"]).signature
    fields = [
        setting.field("best", IntegerType(), chosen),
        setting.field("text", StringType(), chosen),
        setting.field("utility", DoubleType(), chosen),
        *([] if best_only else [setting.field("utilities", ArrayType(DoubleType()), chosen)]),
        setting.field("status", StringType(), chosen),
    ]
    check_new(df, fields)
    return df.mapInArrow(partial(_choose, setting, lists, best_only), StructType([*df.schema.fields, *fields]))


@documented
def matrix_dataframe(
    df: DataFrame, candidates: str = "candidates", references: str = "references", **settings: Unpack[Settings]
) -> DataFrame:
    """Score, in each row, every candidate against every reference, both arrays of strings.

    Adds a column for each column of the measures, with a list for each candidate of a score for each reference, and
    ``statuses``, in the same way. A null among the texts has the status "missing" and no score; so has a whole row
    without lists.
    """
    check_columns(df, texts=[], lists=[candidates, references])
    setting = Setting.of(df.sparkSession, settings)
    fields = [
        *(setting.field(name, ArrayType(ArrayType(DoubleType()))) for name in setting.columns),
        setting.field("statuses", ArrayType(ArrayType(StringType()))),
    ]
    check_new(df, fields)
    return df.mapInArrow(partial(_matrix, setting, candidates, references), StructType([*df.schema.fields, *fields]))


def _choose(
    setting: Setting, lists: Sequence[str], best_only: bool, batches: Iterator[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        listed = [batch.column(name).to_pylist() for name in lists]
        places = [[i for i, text in enumerate(texts or ()) if text is not None] for texts in listed[0]]
        groups: list[_Group] = []
        for row, where in enumerate(places):
            group = {"candidates": [listed[0][row][i] for i in where]}
            if len(listed) > 1:
                group["references"] = [text for text in listed[1][row] or () if text is not None]
            groups.append(group)
        rows = [row for row, group in enumerate(groups) if all(group.values())]
        found: list[dict[str, Any]] = [{"status": MISSING}] * len(groups)
        for part in _parts(rows, groups):
            params = {"groups": [groups[row] for row in part], "best_only": best_only}
            said = _worker(setting, [groups[row] for row in part]).call("mbr", params)["choices"]
            for row, choice in zip(part, said, strict=True):
                utilities = [None] * len(listed[0][row])
                for i, utility in zip(places[row], choice.get("utilities") or (), strict=False):
                    utilities[i] = utility
                found[row] = {**choice, "best": places[row][choice["best"]], "utilities": utilities, "status": "ok"}
        kinds = [
            ("best", pa.int32()),
            ("text", pa.string()),
            ("utility", pa.float64()),
            *([] if best_only else [("utilities", pa.list_(pa.float64()))]),
            ("status", pa.string()),
        ]
        yield _extended(batch, [(name, pa.array([one.get(name) for one in found], kind)) for name, kind in kinds])


def _matrix(
    setting: Setting, candidates: str, references: str, batches: Iterator[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        listed = [batch.column(name).to_pylist() for name in (candidates, references)]
        places = [[[i for i, text in enumerate(texts or ()) if text is not None] for texts in side] for side in listed]
        groups = [
            {
                "candidates": [listed[0][row][i] for i in places[0][row]],
                "references": [listed[1][row][i] for i in places[1][row]],
            }
            for row in range(batch.num_rows)
        ]
        rows = [row for row, group in enumerate(groups) if all(group.values())]
        found: dict[str, list[Any]] = {}
        for name in (*setting.columns, "statuses"):
            empty = MISSING if name == "statuses" else None
            found[name] = [
                None if left is None or right is None else [[empty] * len(right) for _ in left]
                for left, right in zip(*listed, strict=True)
            ]
        for part in _parts(rows, groups):
            asked = [groups[row] for row in part]
            said = _worker(setting, asked).call("matrix", {"groups": asked})["groups"]
            for row, matrix in zip(part, said, strict=True):
                for name, values in {**matrix["scores"], "statuses": matrix["status"]}.items():
                    for i, of_it in zip(places[0][row], values, strict=True):
                        for j, value in zip(places[1][row], of_it, strict=True):
                            found[name][row][i][j] = value
        yield _extended(
            batch,
            [
                (name, pa.array(values, pa.list_(pa.list_(pa.string() if name == "statuses" else pa.float64()))))
                for name, values in found.items()
            ],
        )


def _worker(setting: Setting, groups: Sequence[_Group]) -> Any:
    metric = setting.metric()
    check_language(metric, (text for group in groups for text in group.get("references") or group["candidates"]))
    return metric.worker([])


def _parts(rows: Sequence[int], groups: Sequence[_Group]) -> Iterator[list[int]]:
    """Cut rows into parts of bounded size."""
    part: list[int] = []
    size = 0
    for row in rows:
        part.append(row)
        size += sum(len(text) for texts in groups[row].values() for text in texts)
        if len(part) >= _GROUPS or size >= _LETTERS:
            yield part
            part, size = [], 0
    if part:
        yield part


def _extended(batch: pa.RecordBatch, columns: Sequence[tuple[str, pa.Array]]) -> pa.RecordBatch:
    fields = [*batch.schema, *(pa.field(name, column.type) for name, column in columns)]
    return pa.RecordBatch.from_arrays(
        [*batch.columns, *(column for _, column in columns)], schema=pa.schema(fields, metadata=batch.schema.metadata)
    )
