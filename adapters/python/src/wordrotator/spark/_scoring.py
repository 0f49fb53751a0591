"""A row, a pair of texts: its scores in further columns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql.types import ArrayType, DoubleType, IntegerType, StringType, StructType

from wordrotator._arrow import texts_of
from wordrotator._options import documented
from wordrotator._reading import JUDGED
from wordrotator._types import COUNTS, SOURCE_COUNTS
from wordrotator.spark._setting import Setting, check_columns, check_language, check_new

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from wordrotator._settings import Settings

#: How many bytes a text may have, unless somebody says another number: some ten thousand words.
MAX_TEXT_BYTES = 1 << 16


@documented
def score_dataframe(
    df: DataFrame,
    candidate: str = "candidate",
    references: str | None = None,
    *,
    source: str | None = None,
    max_text_bytes: int = MAX_TEXT_BYTES,
    **settings: Unpack[Settings],
) -> DataFrame:
    """Add the scores of each row: the columns of the measures, ``status`` and the four counts of tokens.

    ``candidate`` is a column of strings, ``references`` one of strings or of arrays of strings: the column references
    unless it is named, or ``source`` is. ``source`` names the column of sources, strings, which purpose="estimation"
    reads alone, and measures="wrd,wrd_source" beside references. All other columns are kept. A row that lacks one of
    these texts gets the status "missing" and no score; one with a text of more than ``max_text_bytes`` the status
    "too_long". Settings are checked here, before a task starts. Files that they name (vectors, a saved converter,
    frequencies) are brought to the executors. The signature is metadata of the new columns: see ``signature``. Where
    there are arrays of references, it has ``refs:*``.

    Raises KeyError, TypeError or ValueError for columns that cannot be scored, and what ``WRD`` raises for options.
    """
    if references is None and source is None:
        references = "references"
    texts = [candidate] if source is None else [candidate, source]
    check_columns(df, texts=texts, lists=[], either=[] if references is None else [references])
    setting = Setting.of(df.sparkSession, settings, references, source)
    several = references is not None and isinstance(df.schema[references].dataType, ArrayType)
    signature = setting.several if several else setting.signature
    counts = COUNTS + (SOURCE_COUNTS if "wrd_source" in setting.columns else ())
    fields = [
        *(setting.field(name, DoubleType(), signature) for name in setting.columns),
        setting.field("status", StringType(), signature),
        *(setting.field(name, IntegerType(), signature) for name in counts),
    ]
    check_new(df, fields)
    score = partial(_score, setting, candidate, references, source, max_text_bytes)
    return df.mapInArrow(score, StructType([*df.schema.fields, *fields]))


def _score(
    setting: Setting,
    candidate: str,
    references: str | None,
    source: str | None,
    max_text_bytes: int,
    batches: Iterator[pa.RecordBatch],
) -> Iterator[pa.RecordBatch]:
    metric = None
    for batch in batches:
        metric = metric or setting.metric()
        if references is not None and "wrd_source" not in setting.columns:
            check_language(metric, texts_of(batch, references, JUDGED))
        yield metric._score_batch(batch, candidate, references, max_text_bytes, source)
