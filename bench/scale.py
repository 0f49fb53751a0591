#!/usr/bin/env python3
"""Measures what Spark costs next to wrd score: pairs per core second, start-up apart, for growing numbers of pairs.

    python3 bench/scale.py [--pairs 100000 1000000] [--batch 10000] [--cores 2]

Needs Go, Linux, Java, pyspark, pyarrow; ../shared/data/sts/STS-B/dev.tsv, whose sentences are paired again and again.
Both programs read the pairs from files, score them and write the scores of each as Parquet. What counts is the time on
processors of all processes that a program starts (JVM, Python, wrd), looked up ten times a second; that of 1,000 pairs
is the start-up, which is subtracted. Wall-clock times are those of the whole run, on a machine that should be idle.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
import uuid

import pyarrow as pa
import pyarrow.parquet as pq

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


def measured(command, **environment):
    """Run a command and return seconds: on processors, of all processes with its environment, and by the clock."""
    mark = uuid.uuid4().hex
    start, times, ours = time.perf_counter(), {}, {}
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            command, stdout=said, stderr=said, env={**os.environ, **environment, "WRD_SCALE_MARK": mark}
        )
        while True:
            over = process.poll() is not None
            for pid in filter(str.isdigit, os.listdir("/proc")):
                try:
                    with open(f"/proc/{pid}/stat") as stat:
                        fields = stat.read().rpartition(")")[2].split()
                    key = pid, fields[19]  # numbers of processes come back
                    if key not in ours:
                        with open(f"/proc/{pid}/environ", "rb") as environ:
                            ours[key] = mark.encode() in environ.read()
                    if ours[key]:
                        times[key] = (int(fields[11]) + int(fields[12])) / ticks
                except OSError:
                    continue
            if over:
                break
            time.sleep(0.1)
        if process.returncode:
            said.seek(0)
            sys.exit(said.read().decode(errors="replace"))
    return sum(times.values()), time.perf_counter() - start


def alone(n):
    return measured([
        program, "score", "-c", f"{folder.name}/{n}.c", "-r", f"{folder.name}/{n}.r", "--no-cache",
        f"--threads={args.cores}", "-o", f"{folder.name}/alone-{n}",
    ])  # fmt: skip


def spark(batch):
    def run(n):
        submit = f"--master local[{args.cores}] --conf spark.ui.enabled=false "
        submit += f"--conf spark.sql.execution.arrow.maxRecordsPerBatch={batch} pyspark-shell"
        command = [sys.executable, "-m", "wordrotator.spark", f"{folder.name}/{n}.parquet"]
        return measured(
            [*command, f"{folder.name}/spark-{batch}-{n}", "--quiet"],
            WRD_BINARY=program,
            PYTHONPATH=f"{root}/adapters/python/src",
            PYSPARK_PYTHON=sys.executable,
            PYSPARK_SUBMIT_ARGS=submit,
        )

    return run


programs = {"wrd score": alone, **{f"Spark, batches of {batch:,}": spark(batch) for batch in args.batch}}
start = 1000
for n in (start, *args.pairs):
    write(n)
print("| pairs | program | core seconds | less start-up | pairs per core second | seconds | of wrd score |")
print("|---:|---|---:|---:|---:|---:|---:|", flush=True)
starts, rates = {}, {}
for n in (start, *args.pairs):
    for name, run in programs.items():
        cores, seconds = run(n)
        if n == start:
            starts[name] = cores
            print(f"| {n:,} | {name} | {cores:.2f} | | | {seconds:.1f} | |", flush=True)
            continue
        net = cores - starts[name]
        rates[name] = (n - start) / net
        share = rates[name] / rates["wrd score"]
        print(
            f"| {n:,} | {name} | {cores:.2f} | {net:.2f} | {rates[name]:,.0f} | {seconds:.1f} | {100 * share:.0f} % |",
            flush=True,
        )
