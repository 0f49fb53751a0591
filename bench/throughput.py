#!/usr/bin/env python3
"""Times whole runs of wrd: from raw text lines to Parquet, over the number of pairs and of threads, and reranking by wrd mbr.

    python3 bench/throughput.py [--pairs 10000,100000,1000000] [--threads 1,2] [--tsv growth.tsv]

Needs Go and ../shared/data/sts/STS-B/dev.tsv (score, sentence, sentence), whose pairs are repeated. Every run is a process of its own on
an idle machine; the time is what the clock on the wall says, the least of --rounds, and peak memory the largest.
"""

import argparse
import os
import random
import subprocess
import tempfile
import time

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--pairs", default="10000,100000,1000000")
parser.add_argument("--threads", default="1,2")
parser.add_argument("--rounds", type=int, default=3)
parser.add_argument("--tsv", help="write pairs, threads, seconds to this file, too")
args = parser.parse_args()
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
folder = tempfile.TemporaryDirectory()
wrd = f"{folder.name}/wrd"
subprocess.run(["go", "build", "-o", wrd, "./cli/wrd"], check=True, cwd=root)
with open(f"{root}/../shared/data/sts/STS-B/dev.tsv", encoding="utf-8") as f:
    rows = [line.rstrip("\n").split("\t")[1:3] for line in f]


def timed(*command):
    """Returns the least seconds of a command, its processor seconds, and the peak memory of all in MB."""
    best, used, peak = float("inf"), 0, 0
    for _ in range(args.rounds):
        start = time.perf_counter()
        process = subprocess.Popen([wrd, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        elapsed = time.perf_counter() - start
        if status != 0:
            raise SystemExit(f"wrd {' '.join(command)} failed")
        if elapsed < best:
            best, used = elapsed, usage.ru_utime + usage.ru_stime
        peak = max(peak, usage.ru_maxrss / 1024)
    return best, used, peak


threads = [int(n) for n in args.threads.split(",")]
print("| pairs | threads | seconds | pairs a second | processors busy | peak memory, MB |\n|---:|---:|---:|---:|---:|---:|")
growth = []
for pairs in map(int, args.pairs.split(",")):
    for name, k in (("c", 0), ("r", 1)):
        with open(f"{folder.name}/{name}.txt", "w", encoding="utf-8") as f:
            f.writelines(rows[i % len(rows)][k] + "\n" for i in range(pairs))
    for n in threads:
        seconds, used, peak = timed("score", "-c", f"{folder.name}/c.txt", "-r", f"{folder.name}/r.txt", "-o", f"{folder.name}/out", "--threads", str(n))
        growth.append((pairs, n, seconds))
        print(f"| {pairs:,} | {n} | {seconds:.2f} | {pairs / seconds:,.0f} | {used / seconds:.2f} | {peak:.0f} |")
if args.tsv:
    with open(args.tsv, "w") as f:
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
