"""A converter that is learned from all references of a data frame, by sums that can be added in any order."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame

from wordrotator import binary
from wordrotator.errors import StartError
from wordrotator.options import Options
from wordrotator.spark.setting import Setting, check_columns

#: How many sums are added by one program.
_AT_ONCE = 64

#: No sentence, as no vectors know this word. Without it, a first text that looks like JSON would be taken for JSON.
_NO_SENTENCE = "wordrotatorsentences\n"


def fit_converter(
    df: DataFrame, letters: str, output: str | os.PathLike[str], references: str = "references", **words: Any
) -> None:
    """Learn a converter from the references of a data frame, and write it to a file of the driver.

    ``letters`` are those of ``wrd convert fit``, with R, P or C among them; ``references`` is a column of strings or
    of arrays of strings. ``words`` are the options ``vectors``, ``frequencies``, ``tokenizer`` and ``case``. Each
    partition adds up its sentences, a matrix of the size of the vectors squared, and these matrices are added up: the
    converter is that of ``wrd convert fit`` on one machine up to rounding, whatever the partitioning. Its hash
    differs, as its last bits depend on the partitioning: keep the file, and score with ``convert=output``.

    Raises TypeError for other options and StartError for letters or options that are wrong, before a task starts.
    """
    other = words.keys() - {"vectors", "frequencies", "tokenizer", "case"}
    if other:
        raise TypeError(f"found {', '.join(sorted(other))}, expected vectors, frequencies, tokenizer or case")
    check_columns(df, texts=[], lists=[], either=[references])
    setting = Setting.of(df.sparkSession, words)
    with tempfile.TemporaryDirectory(prefix="wordrotator-") as folder:
        # Says what is wrong with the letters.
        _fit(Options(**words), letters, Path(folder) / "nothing", [_NO_SENTENCE], [], sums=True)
    parts = df.select(references).mapInArrow(partial(_learned, setting, letters), "sums binary")
    count = df.rdd.getNumPartitions()
    while count > _AT_ONCE:
        count = -(-count // _AT_ONCE)
        parts = parts.repartition(count).mapInArrow(partial(_added, setting, letters), "sums binary")
    rows = [bytes(row["sums"]) for row in parts.collect()]
    _fit(Options(**words), letters, Path(output), [], rows, sums=False)


def _learned(setting: Setting, letters: str, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Return the sums of the sentences of a partition."""
    first = next(batches, None)
    if first is None:
        return
    lines = chain([_NO_SENTENCE], _lines(chain([first], batches)))
    yield _row(_sums(setting, letters, lines, []))


def _lines(batches: Iterator[pa.RecordBatch]) -> Iterator[str]:
    for batch in batches:
        for entry in batch.column(0).to_pylist():
            for text in [entry] if isinstance(entry, str) else entry or ():
                if text is not None:
                    yield " ".join(text.splitlines()) + "\n"


def _added(setting: Setting, letters: str, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Return what the sums of a partition add up to."""
    rows = [row for batch in batches for row in batch.column(0).to_pylist()]
    if rows:
        yield _row(_sums(setting, letters, [], rows))


def _sums(setting: Setting, letters: str, lines: Iterator[str] | Sequence[str], rows: Sequence[bytes]) -> bytes:
    with tempfile.TemporaryDirectory(prefix="wordrotator-") as folder:
        path = Path(folder) / "learned"
        _fit(setting.here(), letters, path, lines, rows, sums=True)
        return path.read_bytes()


def _fit(
    options: Options,
    letters: str,
    output: Path,
    lines: Iterator[str] | Sequence[str],
    rows: Sequence[bytes],
    *,
    sums: bool,
) -> None:
    """Run wrd convert fit for sentences and sums."""
    with tempfile.TemporaryDirectory(prefix="wordrotator-") as folder:
        sentences = Path(folder) / "sentences.txt"
        with sentences.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
        command = [binary.find(), "convert", "fit", "--letters", letters, "-o", str(output)]
        if sentences.stat().st_size:
            command += ["--sentences", str(sentences)]
        for i, row in enumerate(rows):
            path = Path(folder) / f"{i}.sums"
            path.write_bytes(row)
            command += ["--add", str(path)]
        if sums:
            command.append("--sums")
        # A task has one core.
        environment = {**os.environ, "GOMAXPROCS": "1"}
        flags = [flag for flag in options.flags() if not flag.startswith("--threads")]
        done = subprocess.run([*command, *flags], capture_output=True, text=True, encoding="utf-8", env=environment)
    if done.returncode != 0:
        raise StartError(done.stderr.strip())


def _row(sums: bytes) -> pa.RecordBatch:
    return pa.record_batch({"sums": pa.array([sums], pa.binary())})
