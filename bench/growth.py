#!/usr/bin/env python3
"""Plots how times grow: with the size of a transport problem, with the number of pairs, and with processors.

    python3 bench/transport.py --kinds text --sizes 12,25,50,100,200,350,500,700,1000 --rounds 5 --tsv transport.tsv
    python3 bench/throughput.py --pairs 10000,30000,100000,300000,1000000 --tsv throughput.tsv
    python3 bench/growth.py transport.tsv throughput.tsv

Writes docs/growth-transport.svg and docs/growth-pairs.svg, and prints the exponent that fits each solver: the slope of
the regression of log time on log n. Installs matplotlib from PyPI into --cache.
"""

import argparse
import csv
import math
import os
import subprocess
import sys

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("transport")
parser.add_argument("throughput")
parser.add_argument("--cache", default="/tmp/wrd-bench-growth")
args = parser.parse_args()
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
python = f"{args.cache}/bin/python"
if os.path.realpath(sys.prefix) != os.path.realpath(args.cache):
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", args.cache], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "matplotlib"], check=True)
    os.execv(python, [python, *sys.argv])

import matplotlib  # noqa: E402  (only the environment above has it)

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "wrd", "font.family": "sans-serif", "font.size": 11,
                     "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.alpha": 0.25})


def read(path):
    with open(path, encoding="utf-8") as f:
        return list(csv.DictReader(f, delimiter="\t"))


def slope(x, y):
    x, y = [math.log(v) for v in x], [math.log(v) for v in y]
    mx, my = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)


def save(figure, name):
    figure.tight_layout()
    figure.savefig(f"{root}/docs/{name}", metadata={"Date": None})


rows = read(args.transport)
sizes = [int(row["n"]) for row in rows]
figure, axes = plt.subplots(figsize=(7.2, 4.6))
for column, label, color, marker in (("POT", "POT", "#b0413e", "s"), ("LEMON", "LEMON", "#d98e2b", "^"),
                                     ("portable", "wrd, portable Go", "#7a9cc6", "v"), ("ours", "wrd", "#1f4e8c", "o")):
    times = [float(row[column]) for row in rows]
    print(f"{label}: n^{slope(sizes, times):.2f}")
    axes.loglog(sizes, times, marker=marker, color=color, label=f"{label}, n$^{{{slope(sizes, times):.2f}}}$")
axes.set_xticks(sizes, [str(n) for n in sizes])
axes.minorticks_off()
axes.set_xlabel("words on each side, n")
axes.set_ylabel("µs a problem")
axes.legend(frameon=False)
save(figure, "growth-transport.svg")

rows = read(args.throughput)
processors = sorted({int(row["processors"]) for row in rows})
figure, (left, right) = plt.subplots(1, 2, figsize=(9.2, 4.2))
for n, color, marker in zip(processors, ("#7a9cc6", "#1f4e8c", "#0b2545"), "o^s"):
    of = [row for row in rows if int(row["processors"]) == n]
    left.loglog([int(row["pairs"]) for row in of], [float(row["seconds"]) for row in of], marker=marker, color=color,
                label=f"{n} processor{'s' * (n > 1)}")
left.set_xlabel("pairs")
left.set_ylabel("seconds")
left.legend(frameon=False)
most = max(int(row["pairs"]) for row in rows)
rates = [most / float(row["seconds"]) / 1000 for n in processors for row in rows if int(row["pairs"]) == most and int(row["processors"]) == n]
right.plot(processors, rates, marker="o", color="#1f4e8c", label=f"{most:,} pairs")
right.plot(processors, [rates[0] * n / processors[0] for n in processors], linestyle=":", color="gray", label="in proportion")
right.set_xticks(processors)
right.set_ylim(0)
right.set_xlabel("processors")
right.set_ylabel("thousand pairs a second")
right.legend(frameon=False)
save(figure, "growth-pairs.svg")
