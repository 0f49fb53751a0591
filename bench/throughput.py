#!/usr/bin/env python3
"""Times whole runs of wrd, from raw text to Parquet, by number of pairs and of processors, and reranking by wrd mbr.

    python3 bench/throughput.py [--pairs 10000,100000,1000000] [--processors 1,2] [--flags FLAGS] [--tsv throughput.tsv]
                                [--against PROGRAM] [--runs runs.tsv] [--only pairs|settings|mbr]

Needs Go and ../shared/data/sts/STS-B/dev.tsv (score, sentence, sentence). Its 1,500 pairs are the first ones; all others
are these with 30 % of their words replaced by those of other sentences, so that no line comes twice and nothing that is
remembered of one helps with another. Every run is a process that may use the given number of processors and has as many
threads; runs take turns. The time is wall-clock time, the median of --rounds, which means something on an idle machine
only; processor time is the least of the rounds, and so is its ratio to that of --against, another wrd such as the last
release. Peak memory is the largest. --runs keeps every run, in the order in which they were made.
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
parser.add_argument("--against", help="another program wrd, which takes turns with this one")
parser.add_argument("--only", choices=("pairs", "settings", "mbr"), help="one of the three tables")
parser.add_argument("--runs", help="write every run to this file")
parser.add_argument("--tsv", help="also write pairs, processors and seconds to this file")
args = parser.parse_args()
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
folder = tempfile.TemporaryDirectory()
wrd = f"{folder.name}/wrd"
subprocess.run(["go", "build", "-o", wrd, "./cli/wrd"], check=True, cwd=root)
with open(f"{root}/../shared/data/sts/STS-B/dev.tsv", encoding="utf-8") as f:
    rows = [line.rstrip("\n").split("\t")[1:3] for line in f]
words = [w for row in rows for text in row for w in text.split()]
kept = []


def distinct(pairs):
    """Yields so many pairs of texts, of which no two have the same text on a side: the same ones each time."""
    source, seen = random.Random(1), (set(), set())
    for i in range(pairs):
        pair = rows[i % len(rows)]
        while i >= len(rows) and (pair[0] in seen[0] or pair[1] in seen[1]):
            pair = [" ".join(source.choice(words) if source.random() < 0.3 else w for w in text.split()) for text in rows[i % len(rows)]]
        seen[0].add(pair[0])
        seen[1].add(pair[1])
        yield pair


def write_pairs(pairs):
    """Writes the texts, and returns the flags that name them."""
    with open(f"{folder.name}/c.txt", "w", encoding="utf-8") as c, open(f"{folder.name}/r.txt", "w", encoding="utf-8") as r:
        for candidate, reference in distinct(pairs):
            c.write(candidate + "\n")
            r.write(reference + "\n")
    return "-c", f"{folder.name}/c.txt", "-r", f"{folder.name}/r.txt"


def timed(*command, processors=None, program=wrd):
    """Returns the seconds of a command, its processor seconds, and its peak memory in MB."""
    start = time.perf_counter()
    process = subprocess.Popen([program, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               preexec_fn=processors and (lambda: os.sched_setaffinity(0, range(processors))))
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit(f"wrd {' '.join(command)} failed")
    run = time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
    kept.append((program, processors or "", " ".join(command).replace(folder.name + "/", ""), *run))
    return run


if args.only in (None, "pairs"):
    head = "| pairs | processors | seconds | pairs a second | processors busy | peak memory, MB | times one | processor µs a pair |"
    head += " of the other |" if args.against else ""
    print(head + "\n|" + "---:|" * (head.count("|") - 1))
growth = []
for pairs in map(int, args.pairs.split(",") if args.only in (None, "pairs") else ()):
    texts = write_pairs(pairs)
    runs, others = {int(n): [] for n in args.processors.split(",")}, {}
    for _ in range(args.rounds):
        for n, of in runs.items():
            command = ("score", *texts, "-o", f"{folder.name}/out", *args.flags.split())
            of.append(timed(*command, processors=n))
            if args.against:
                others.setdefault(n, []).append(timed(*command, processors=n, program=args.against))
    for n, of in runs.items():
        seconds, used, peak = statistics.median(r[0] for r in of), statistics.median(r[1] / r[0] for r in of), max(r[2] for r in of)
        growth.append((pairs, n, seconds))
        one, least = statistics.median(r[0] for r in runs[min(runs)]) / seconds, min(r[1] for r in of)
        print(f"| {pairs:,} | {n} | {seconds:.2f} | {pairs / seconds:,.0f} | {used:.2f} | {peak:.0f} | {one:.2f} | {least / pairs * 1e6:.2f} |"
              + (f" {least / min(r[1] for r in others[n]):.2f} |" if args.against else ""))
if args.tsv:
    with open(args.tsv, "w") as f:
        f.write("pairs\tprocessors\tseconds\n")
        f.writelines(f"{p}\t{n}\t{s:.4f}\n" for p, n, s in growth)

# Settings on the same pairs: fewer of them for encoders, as many again for the start, which is taken off.
SETTINGS = {"the defaults": ("", 100_000), "`--vectors ngrams`": ("--vectors ngrams", 100_000),
            "`--purpose translation --vectors distilled-en`": ("--purpose translation --vectors distilled-en", 100_000),
            "`--purpose translation --encoder context-en`": ("--purpose translation --encoder context-en", 2_000),
            "`--purpose translation`": ("--purpose translation", 1_000)}
if args.only in (None, "settings"):
    least = {}
    for _ in range(args.rounds):
        for name, (flags, pairs) in SETTINGS.items():
            for n in (pairs // 2, pairs):
                used = timed("score", *write_pairs(n), "--format", "json", "--threads", "1", *flags.split())[1]
                least[name, n] = min(used, least.get((name, n), used))
    print("\n| settings | processor µs a pair | times the defaults |\n|---|---:|---:|")
    each = {name: (least[name, n] - least[name, n // 2]) / (n - n // 2) * 1e6 for name, (_, n) in SETTINGS.items()}
    for name, cost in each.items():
        print(f"| {name} | {cost:.2f} | {cost / each['the defaults']:.1f} |")

# Samples of a sentence: each word is dropped or replaced by one of another sentence now and then.
random.seed(1)
if args.only in (None, "mbr"):
    with open(f"{folder.name}/samples.txt", "w", encoding="utf-8") as f:
        for i in range(1000):
            for _ in range(100):
                sample = [random.choice(words) if random.random() < 0.15 else w for w in rows[i][0].split() if random.random() > 0.05]
                f.write(" ".join(sample) + "\n")
    print("\n| wrd mbr, 1,000 segments of 100 samples | seconds |\n|---|---:|")
    for name, flags in (("all utilities", []), ("--best-only", ["--best-only"])):
        seconds, _, _ = timed("mbr", "-c", f"{folder.name}/samples.txt", "--candidates-per-group", "100", *flags)
        print(f"| {name} | {seconds:.1f} |")
if args.runs:
    with open(args.runs, "w") as f:
        f.write("program\tprocessors\tcommand\tseconds\tprocessor seconds\tMB\n")
        f.writelines("\t".join(map(str, run)) + "\n" for run in kept)
