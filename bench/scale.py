#!/usr/bin/env python3
"""Measures what Spark costs next to wrd score: pairs per core second, start-up apart, for growing numbers of pairs.

    python3 bench/scale.py [--pairs 100000 1000000] [--batch 10000] [--cores 2]

Needs Go, Linux, Java, pyspark, pyarrow; ../shared/data/sts/STS-B/dev.tsv, whose sentences are paired again and again.
Both read the pairs from files, score them and write the scores of each as Parquet. What counts is the time on
processors of all processes (JVM, Python, wrd), looked up five times a second. Spark runs jobs one after another in one
session: what it takes to start and to score the first 1,000 pairs is printed first and is no part of the others.
Wall-clock times mean something on an idle machine only.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
import uuid

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import SparkSession

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--pairs", type=int, nargs="+", default=[100_000, 1_000_000])
parser.add_argument("--batch", type=int, nargs="+", default=[10_000], help="spark.sql.execution.arrow.maxRecordsPerBatch")
parser.add_argument("--cores", type=int, default=2)
args = parser.parse_args()
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
folder = tempfile.TemporaryDirectory()
program = os.environ.get("WRD_BINARY") or f"{folder.name}/wrd"
if program.startswith(folder.name):
    subprocess.run(["go", "build", "-o", program, "./cli/wrd"], check=True, cwd=root)
with open(f"{root}/../shared/data/sts/STS-B/dev.tsv", encoding="utf-8") as lines:
    rows = [line.rstrip("\n").split("\t")[1:3] for line in lines]
ticks = os.sysconf("SC_CLK_TCK")


def write(n):
    """Write n pairs as Parquet, in files for as many tasks, and as lines."""
    os.makedirs(f"{folder.name}/{n}.parquet")
    tasks = max(args.cores, n // 125_000)
    with open(f"{folder.name}/{n}.c", "w") as c, open(f"{folder.name}/{n}.r", "w") as r:
        for task in range(tasks):
            ids = range(n * task // tasks, n * (task + 1) // tasks)
            candidates = [rows[i % len(rows)][0] for i in ids]
            references = [rows[(i * 7 + i // len(rows)) % len(rows)][1] for i in ids]
            table = pa.table({"id": list(ids), "candidate": candidates, "references": references})
            pq.write_table(table, f"{folder.name}/{n}.parquet/{task:05}.parquet")
            c.writelines(text + "\n" for text in candidates)
            r.writelines(text + "\n" for text in references)


def times(mark):
    """Return the seconds on processors of the processes that have the mark in their environment, all but this one."""
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as environ:
                if mark.encode() not in environ.read():
                    continue
            with open(f"/proc/{pid}/stat") as stat:
                fields = stat.read().rpartition(")")[2].split()
            found[pid, fields[19]] = (int(fields[11]) + int(fields[12])) / ticks
        except OSError:
            continue
    return found


def measured(call, mark):
    """Call and return seconds: on processors, of all marked processes, and by the clock."""
    before, after, over = times(mark), {}, threading.Event()

    def watch():
        while not over.wait(0.2):
            after.update(times(mark))

    watcher = threading.Thread(target=watch)
    start = time.perf_counter()
    watcher.start()
    try:
        call()
    finally:
        over.set()
        watcher.join()
    after.update(times(mark))
    return sum(after.values()) - sum(before.get(key, 0) for key in after), time.perf_counter() - start


def alone(n):
    """Score n pairs by wrd score; the kernel says what it took."""
    command = [
        program, "score", "-c", f"{folder.name}/{n}.c", "-r", f"{folder.name}/{n}.r", "--no-cache",
        f"--threads={args.cores}", "-o", f"{folder.name}/alone-{n}",
    ]  # fmt: skip
    start, before = time.perf_counter(), os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    cores = after.children_user + after.children_system - before.children_user - before.children_system
    return cores, time.perf_counter() - start


mark = uuid.uuid4().hex
os.environ.update(WRD_SCALE_MARK=mark, WRD_BINARY=program, PYSPARK_PYTHON=sys.executable)
os.environ["PYTHONPATH"] = f"{root}/adapters/python/src"
sys.path.insert(0, os.environ["PYTHONPATH"])
from wordrotator.spark import score_dataframe  # noqa: E402


def session():
    return (
        SparkSession.builder.master(f"local[{args.cores}]").config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false").getOrCreate()
    )  # fmt: skip


def spark(batch):
    def job(n):
        session().conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", batch)
        df = session().read.parquet(f"{folder.name}/{n}.parquet")
        score_dataframe(df).write.mode("overwrite").parquet(f"{folder.name}/spark")

    return lambda n: measured(lambda: job(n), mark)


programs = {"wrd score": alone, **{f"Spark, batches of {batch:,}": spark(batch) for batch in args.batch}}
for n in (1000, *args.pairs):
    write(n)
print("| pairs | program | core seconds | pairs per core second | of wrd score | seconds |")
print("|---:|---|---:|---:|---:|---:|", flush=True)
for n in (1000, *args.pairs):
    rates = {}
    for name, run in programs.items():
        cores, seconds = run(n)
        rates[name] = n / cores
        share = f"{100 * rates[name] / rates['wrd score']:.0f} %"
        print(f"| {n:,} | {name} | {cores:.2f} | {rates[name]:,.0f} | {share} | {seconds:.1f} |", flush=True)
session().stop()
