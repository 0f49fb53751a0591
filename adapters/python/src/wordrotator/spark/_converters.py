"""A converter that is learned from all references of a data frame, by sums that can be added in any order."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
from pyspark.sql import DataFrame

from wordrotator._metric import shared
from wordrotator._options import Options, check_names
from wordrotator._worker import Lesson
from wordrotator.spark._setting import Setting, check_columns

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from wordrotator._settings import Settings

#: The options that words and vectors depend on, and so a converter that is learned.
OF_WORDS = ("language", "vectors", "words", "frequencies", "tokenizer", "case", "normalize")
#: The same for the states of an encoder.
OF_STATES = ("encoder", "layer", "precision", "purpose", "normalize")

#: How many sums are added by one program.
_AT_ONCE = 64


def fit_converter(
    df: DataFrame,
    letters: str,
    output: str | os.PathLike[str],
    references: str = "references",
    **words: Unpack[Settings],
) -> None:
    """Learn a converter from the references of a data frame, and write it to a file of the driver.

    ``letters`` are those of ``wrd convert fit``, with R, P or C among them; ``references`` is a column of strings or
    of arrays of strings. ``words`` are the options of that kind (vectors, words, frequencies, tokenizer, case), or for
    the states of an encoder ``encoder``, ``layer``, ``precision`` and ``purpose``, and any letters but ``S``. Each
    partition adds up its sentences, a matrix of the size of the vectors squared, and these matrices are added up: the
    converter is that of ``wrd convert fit`` on one machine up to rounding, whatever the partitioning. Its hash
    differs, as its last bits depend on the partitioning: keep the file, and score with ``convert=output``.

    Before a task starts, raises TypeError for other options, SettingError for letters or options that are wrong, and
    FileNotFoundError if there is no folder for the output.
    """
    check_names(words)
    known = OF_STATES if words.get("encoder") else OF_WORDS
    other = words.keys() - set(known)
    if other:
        raise TypeError(f"found {', '.join(sorted(other))}, expected {', '.join(known)}")
    check_columns(df, texts=[], lists=[], either=[references])
    if not Path(output).absolute().parent.is_dir():
        raise FileNotFoundError(f"found no folder {Path(output).absolute().parent}, expected it, for the converter")
    setting = Setting.of(df.sparkSession, words)
    worker = shared(Options(**words)).worker()
    worker.check_letters(letters)
    parts = df.select(references).mapInArrow(partial(_learned, setting, letters), "sums binary")
    count = df.rdd.getNumPartitions()
    while count > _AT_ONCE:
        count = -(-count // _AT_ONCE)
        parts = parts.repartition(count).mapInArrow(partial(_added, setting, letters), "sums binary")
    sums = [bytes(row["sums"]) for row in parts.collect()]
    worker.learn(Lesson(letters, add=sums), output=str(Path(output).absolute()))


def _learned(setting: Setting, letters: str, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Return the sums of the sentences of a partition."""
    first = next(batches, None)
    if first is None:
        return
    yield _sums(setting, Lesson(letters, _sentences(chain([first], batches))))


def _sentences(batches: Iterator[pa.RecordBatch]) -> Iterator[str]:
    for batch in batches:
        for entry in batch.column(0).to_pylist():
            texts = [entry] if isinstance(entry, str) else entry or ()
            yield from (text for text in texts if text is not None)


def _added(setting: Setting, letters: str, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Return what the sums of a partition add up to."""
    rows = [row for batch in batches for row in batch.column(0).to_pylist()]
    if rows:
        yield _sums(setting, Lesson(letters, add=rows))


def _sums(setting: Setting, lesson: Lesson) -> pa.RecordBatch:
    # A task has one core.
    sums = shared(replace(setting.here(), threads=1)).worker().learn(lesson, sums=True)
    return pa.record_batch({"sums": pa.array([sums], pa.binary())})
