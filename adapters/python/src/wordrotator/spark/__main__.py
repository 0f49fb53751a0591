"""python -m wordrotator.spark INPUT OUTPUT: scores files of Parquet on a cluster."""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession

from wordrotator._errors import WRDError
from wordrotator._options import Options
from wordrotator._settings import OF_RUNS
from wordrotator.spark import distribute, score_dataframe, signature
from wordrotator.spark._means import check_means, said_of, status_counts, summed
from wordrotator.spark._scoring import MAX_TEXT_BYTES

#: The options that are numbers.
_NUMBERS: dict[str, type] = {
    "mass_power": float,
    "spelling_weight": float,
    "surface_weight": float,
    "order_weight": float,
    "context_weight": float,
    "layer": int,
}


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line: the options of scores are those of ``Options``."""
    p = argparse.ArgumentParser(
        prog="wrd-spark",
        description="Score the rows of Parquet files on Apache Spark and write them with their scores as Parquet. "
        "Counts by status go to standard output as JSON.",
        epilog="Run it with spark-submit, or alone: it then takes the settings of spark-defaults.conf.",
    )
    p.add_argument("input", metavar="INPUT", help="a file, folder or address of Parquet that Spark can read")
    p.add_argument("output", metavar="OUTPUT", help="the folder or address to write")
    p.add_argument("--candidate", default="candidate", help="the column of candidates (candidate)")
    p.add_argument("--references", help="the column of references (references, unless --source is given)")
    p.add_argument(
        "--source", help="the column of sources: alone, or beside --references with wrd,wrd_source as measures"
    )
    p.add_argument("--overwrite", action="store_true", help="replace the output if it is there")
    p.add_argument("--distribute", action="store_true", help="bring the package and wrd to the executors")
    p.add_argument("--partitions", type=int, metavar="N", help="cut the rows into N parts of equal size first")
    p.add_argument("--max-text-bytes", type=int, default=MAX_TEXT_BYTES, metavar="N", help="leave out longer texts")
    p.add_argument(
        "--key",
        metavar="COLUMN",
        help="also print means with intervals; COLUMN names the document or, without any, the segment",
    )
    p.add_argument("--system", metavar="COLUMN", help="the means of each system")
    p.add_argument("--master", help="the master of Spark, such as local[2]; spark-submit knows it already")
    p.add_argument("--quiet", action="store_true", help="show no progress")
    group = p.add_argument_group("what a score is", "as in wrd score")
    for field in fields(Options):
        if field.name not in OF_RUNS:
            group.add_argument("--" + field.name.replace("_", "-"), type=_NUMBERS.get(field.name, str))
    return p


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status."""
    command = parser()
    args = command.parse_args(arguments)
    if args.system and not args.key:
        command.error("--system: found no --key, the column that names the document or segment")
    builder = SparkSession.builder.appName("wrd-spark").config("spark.ui.showConsoleProgress", "false")
    if args.master:
        builder = builder.master(args.master)
    spark = builder.getOrCreate()
    try:
        print(json.dumps(_run(spark, args), ensure_ascii=False, indent=1))
    except (WRDError, KeyError, TypeError, ValueError) as error:
        print(f"wrd-spark: {error.args[0] if isinstance(error, KeyError) else error}", file=sys.stderr)
        return 2
    except AnalysisException as error:
        # The input is not there or no Parquet, or the output is there.
        said = str(error).splitlines()[0]
        hint = ": --overwrite replaces it" if "PATH_ALREADY_EXISTS" in said else ""
        print(f"wrd-spark: {said}{hint}", file=sys.stderr)
        return 2
    finally:
        spark.stop()
    return 0


def _run(spark: SparkSession, args: argparse.Namespace) -> dict[str, Any]:
    options = {
        field.name: getattr(args, field.name)
        for field in fields(Options)
        if field.name not in OF_RUNS and getattr(args, field.name) is not None
    }
    if args.distribute:
        distribute(spark)
    df = spark.read.parquet(args.input)
    if args.overwrite:
        _check_apart(spark, df, args.output)
    if args.partitions:
        df = df.repartition(args.partitions)
    scored = score_dataframe(
        df, args.candidate, args.references, source=args.source, max_text_bytes=args.max_text_bytes, **options
    )
    if args.key:
        check_means(scored, args.key, system=args.system)
    done = threading.Event()
    shown = threading.Thread(target=_show, args=(spark, done), daemon=True)
    if not args.quiet:
        shown.start()
    try:
        scored.write.mode("overwrite" if args.overwrite else "errorifexists").parquet(args.output)
    finally:
        done.set()
    # What was written is counted, not what tasks did: a task that was repeated wrote its rows once.
    written = spark.read.parquet(args.output)
    counts, read = status_counts(written)
    for said in said_of(read):
        print(f"wrd-spark: {said}", file=sys.stderr)
    report: dict[str, Any] = {"rows": sum(counts.values()), "status": counts, "signature": signature(written)}
    if args.key:
        means, _ = summed(written, args.key, system=args.system)
        report["means"] = [
            {
                "system": system,
                "column": name,
                "mean": m.mean,
                "low": m.low,
                "high": m.high,
                "rows": m.rows,
                "units": m.units,
            }
            for system, of_it in sorted(means.items(), key=lambda item: item[0] or "")
            for name, m in of_it.items()
        ]
    return report


def _check_apart(spark: SparkSession, df: DataFrame, output: str) -> None:
    """Raise ValueError if a file that is read lies in the output, which Spark would remove before it reads."""

    def place(address: str) -> tuple[str, str, Path]:
        parts = urlsplit(address)
        path = Path(unquote(parts.path))
        return parts.scheme, parts.netloc, path.resolve() if parts.scheme == "file" else path

    path = spark._jvm.org.apache.hadoop.fs.Path(output)
    files = path.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration())
    scheme, host, folder = place(files.makeQualified(path).toUri().toString())
    for name in df.inputFiles():
        found = place(name)
        if found[:2] == (scheme, host) and (folder == found[2] or folder in found[2].parents):
            raise ValueError(f"{output}: found {name} there, which is input, expected another output")


def _show(spark: SparkSession, done: threading.Event) -> None:
    """Say on standard error how many tasks are done, whenever that has changed."""
    tracker, said, start = spark.sparkContext.statusTracker(), "", time.monotonic()
    while not done.wait(2):
        for stage in tracker.getActiveStageIds():
            info = tracker.getStageInfo(stage)
            if info is None:
                continue
            failed = f", {info.numFailedTasks} failed and repeated" if info.numFailedTasks else ""
            line = f"stage {stage}: {info.numCompletedTasks} of {info.numTasks} tasks{failed}"
            if line != said:
                print(f"wrd-spark: {time.monotonic() - start:.0f} s: {line}", file=sys.stderr)
                said = line


def script() -> None:
    """Run the program, for the console script wrd-spark."""
    sys.exit(main())


if __name__ == "__main__":
    script()
