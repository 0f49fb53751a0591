#!/usr/bin/env python3
"""Times whole runs of wrd, from raw text to Parquet, by number of pairs and of processors, and reranking by wrd mbr.

    python3 bench/throughput.py [--pairs 10000,100000,1000000] [--processors 1,2] [--flags FLAGS] [--tsv throughput.tsv]

Needs Go and ../shared/data/sts/STS-B/dev.tsv (score, sentence, sentence), whose pairs are repeated. Every run is a
process that may use the given number of processors and has as many threads; runs take turns on an idle machine. The
time is wall-clock time, the median of --rounds, and peak memory the largest of them.
"""

import argparse
import os
import random
import statistics
import subprocess
import tempfile
import time

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--pairs", default="10000,100000,1000000")
parser.add_argument("--processors", default="1,2")
parser.add_argument("--rounds", type=int, default=5)
parser.add_argument("--flags", default="", help="further flags of wrd score, such as '--purpose translation'")
parser.add_argument("--tsv", help="also write pairs, processors and seconds to this file")
args = parser.parse_args()
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
folder = tempfile.TemporaryDirectory()
wrd = f"{folder.name}/wrd"
subprocess.run(["go", "build", "-o", wrd, "./cli/wrd"], check=True, cwd=root)
with open(f"{root}/../shared/data/sts/STS-B/dev.tsv", encoding="utf-8") as f:
    rows = [line.rstrip("\n").split("\t")[1:3] for line in f]


def timed(*command, processors=None):
    """Returns the seconds of a command, its processor seconds, and its peak memory in MB."""
    start = time.perf_counter()
    process = subprocess.Popen([wrd, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               preexec_fn=processors and (lambda: os.sched_setaffinity(0, range(processors))))
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit(f"wrd {' '.join(command)} failed")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


print("| pairs | processors | seconds | pairs a second | processors busy | peak memory, MB | times one |\n|---:|---:|---:|---:|---:|---:|---:|")
growth = []
for pairs in map(int, args.pairs.split(",")):
    for name, k in (("c", 0), ("r", 1)):
        with open(f"{folder.name}/{name}.txt", "w", encoding="utf-8") as f:
            f.writelines(rows[i % len(rows)][k] + "\n" for i in range(pairs))
    runs = {int(n): [] for n in args.processors.split(",")}
    for _ in range(args.rounds):
        for n, of in runs.items():
            of.append(timed("score", "-c", f"{folder.name}/c.txt", "-r", f"{folder.name}/r.txt", "-o", f"{folder.name}/out", *args.flags.split(),
                            processors=n))
    for n, of in runs.items():
        seconds, used, peak = statistics.median(r[0] for r in of), statistics.median(r[1] / r[0] for r in of), max(r[2] for r in of)
        growth.append((pairs, n, seconds))
        one = statistics.median(r[0] for r in runs[min(runs)]) / seconds
        print(f"| {pairs:,} | {n} | {seconds:.2f} | {pairs / seconds:,.0f} | {used:.2f} | {peak:.0f} | {one:.2f} |")
if args.tsv:
    with open(args.tsv, "w") as f:
        f.write("pairs\tprocessors\tseconds\n")
        f.writelines(f"{p}\t{n}\t{s:.4f}\n" for p, n, s in growth)

# Samples of a sentence: each word is dropped or replaced by one of another sentence now and then.
random.seed(1)
words = [w for row in rows for text in row for w in text.split()]
with open(f"{folder.name}/samples.txt", "w", encoding="utf-8") as f:
    for i in range(1000):
        for _ in range(100):
            sample = [random.choice(words) if random.random() < 0.15 else w for w in rows[i][0].split() if random.random() > 0.05]
            f.write(" ".join(sample) + "\n")
print("\n| wrd mbr, 1,000 segments of 100 samples | seconds |\n|---|---:|")
for name, flags in (("all utilities", []), ("--best-only", ["--best-only"])):
    seconds, _, _ = timed("mbr", "-c", f"{folder.name}/samples.txt", "--candidates-per-group", "100", *flags)
    print(f"| {name} | {seconds:.1f} |")
