#!/usr/bin/env python3
"""Times whole pairs of texts, from their tokens' rows in a large table of vectors to the distance, against Python
programs.

    python3 bench/pairs.py                       # the table of docs/benchmarks.md
    python3 bench/pairs.py --rounds 1 --pairs 50 # a quick look

Needs Go and ../shared/data/sts/STS-B/dev.tsv (score, sentence, sentence) with the vectors
../shared/vectors/distilled-en.vec.gz; installs NumPy, POT, gensim and wmd (wmd-relax, with a C++ compiler) from PyPI into
--cache. The table has 400,000 rows of 300 components with the words at random places. S is STS-B dev; T and D are such
sentences concatenated up to about 100 and 200 tokens. Tokens without a vector are left out.

All programs run in turn on one processor, and the time is that of the process: microseconds per pair, the median of
--rounds; × is how many times as long another program takes. gensim computes another distance (WMD) of the same texts.
"""

import argparse
import gzip
import json
import os
import statistics
import subprocess
import sys
import time

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--rounds", type=int, default=5)
parser.add_argument("--pairs", type=int, default=300, help="how many of each size the Python peers are timed on, at most")
parser.add_argument("--cpu", type=int, default=0, help="the processor to run on")
parser.add_argument("--cache", default="/tmp/wrd-bench-pairs")
parser.add_argument("--peer", help=argparse.SUPPRESS)  # what this program calls itself with
args = parser.parse_args()
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
cache = os.path.abspath(args.cache)
os.makedirs(cache, exist_ok=True)
sizes = {"S": 0, "T": 90, "D": 190}


def run(*command, **options):
    return subprocess.run(command, check=True, text=True, **options)


def lists(known):
    """The token lists of both texts of each pair, for each size."""
    program = f"{cache}/wrd"
    run("go", "build", "-o", program, "./cli/wrd", cwd=root)
    with open(f"{root}/../shared/data/sts/STS-B/dev.tsv", encoding="utf-8") as f:
        rows = [line.rstrip("\n").split("\t")[1:3] for line in f]
    tokens = run(program, "tokenize", input="".join(text + "\n" for row in rows for text in row), capture_output=True).stdout
    tokens = [[t for t in json.loads(line) if t in known] for line in tokens.splitlines()]
    result = {}
    for size, least in sizes.items():
        result[size], current = [], [[], []]
        for i in range(0, len(tokens), 2):
            current = [current[0] + tokens[i], current[1] + tokens[i + 1]]
            shorter = min(map(len, current))
            if shorter > 0 and shorter >= least:
                result[size].append(current)
                current = [[], []]
            elif least == 0:
                current = [[], []]
    return result


def peer(name):
    """Prints the microseconds a pair of one peer, a line for each size."""
    os.sched_setaffinity(0, {args.cpu})
    import numpy as np

    rng = np.random.default_rng(1)
    with gzip.open(f"{root}/../shared/vectors/distilled-en.vec.gz", "rt", encoding="utf-8") as f:
        count, dim = map(int, next(f).split())
        lines = [line.rstrip("\n").split(" ") for line in f]
    small = np.array([line[1 : dim + 1] for line in lines], dtype=np.float32)
    places = rng.permutation(400_000)[:count]
    table = np.zeros((400_000, 300), dtype=np.float32)
    table[places, :dim], table[places, 300 - dim:] = small, small[:, ::-1]
    row = {line[0]: place for line, place in zip(lines, places)}
    with open(f"{cache}/lists.json", encoding="utf-8") as f:
        texts = json.load(f)
    if name == "pot":
        import ot

        def distance(pair):
            a, b = table[pair[0]], table[pair[1]]
            na, nb = np.linalg.norm(a, axis=1), np.linalg.norm(b, axis=1)
            cost = 1 - (a / na[:, None]) @ (b / nb[:, None]).T
            na, nb = na.astype(np.float64), nb.astype(np.float64)
            return ot.emd2(na / na.sum(), nb / nb.sum(), cost.astype(np.float64))

    elif name == "wmd":
        import libwmdrelax

        solver = libwmdrelax.emd_cache_init(1000)

        def distance(pair):
            # wmd-relax wants both texts over one vocabulary.
            words, places = np.unique(np.concatenate(pair), return_inverse=True)
            a, b = (np.bincount(side, minlength=len(words)).astype(np.float32) for side in np.split(places, [len(pair[0])]))
            vectors = table[words]
            squares = (vectors * vectors).sum(axis=1)
            cost = np.sqrt(np.maximum(squares - 2 * vectors @ vectors.T + squares[:, None], 0))
            return libwmdrelax.emd(a / a.sum(), b / b.sum(), cost, solver)

    else:
        from gensim.models import KeyedVectors

        vectors = KeyedVectors(2 * dim)
        vectors.add_vectors([line[0] for line in lines], table[places])

        def distance(pair):
            return vectors.wmdistance(*pair)

    if name != "gensim":
        texts = {size: [[[row[t] for t in side] for side in pair] for pair in pairs] for size, pairs in texts.items()}
    for size, pairs in texts.items():
        pairs = pairs[: args.pairs] if name == "pot" or size == "S" else pairs[: max(args.pairs // 10, 1)]
        distance(pairs[0])
        start = time.process_time()
        for pair in pairs:
            distance(pair)
        print(size, (time.process_time() - start) / len(pairs) * 1e6)


if args.peer:
    peer(args.peer)
    sys.exit()

python = f"{cache}/venv/bin/python"
if not os.path.exists(python):
    run(sys.executable, "-m", "venv", f"{cache}/venv")
    run(python, "-m", "pip", "install", "--quiet", "numpy", "POT", "gensim", "setuptools", "wheel")
    run(python, "-m", "pip", "install", "--quiet", "--no-build-isolation", "wmd")
with gzip.open(f"{root}/../shared/vectors/distilled-en.vec.gz", "rt", encoding="utf-8") as f:
    next(f)
    texts = lists({line.split(" ", 1)[0] for line in f})
with open(f"{cache}/lists.json", "w", encoding="utf-8") as f:
    json.dump(texts, f)
run("go", "test", "-c", "-o", f"{cache}/metric.test", "./metric", cwd=root)
single = {**os.environ, **{f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")}}


def spent(size, count):
    """The processor seconds of a process that makes its table and then scores so many pairs."""
    process = subprocess.Popen(["taskset", "-c", str(args.cpu), f"{cache}/metric.test", "-test.run", "^$", "-test.bench", f"^BenchmarkPair$/^{size}$/^pair$",
                                "-test.benchtime", f"{count}x", "-test.cpu", "1"], cwd=f"{root}/metric", stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit("the benchmark of wrd failed")
    return usage.ru_utime + usage.ru_stime


def ours():
    counts = {"S": 400_000, "T": 10_000, "D": 4_000}
    return {size: (spent(size, n) - spent(size, 1)) / (n - 1) * 1e6 for size, n in counts.items()}


def python_peer(name):
    out = run(python, __file__, "--peer", name, "--cache", cache, "--cpu", str(args.cpu), "--pairs", str(args.pairs),
              capture_output=True, env=single).stdout
    return {line.split()[0]: float(line.split()[1]) for line in out.splitlines()}


runners = {"wrd": ours, "NumPy and POT": lambda: python_peer("pot"), "gensim": lambda: python_peer("gensim"),
           "wmd-relax": lambda: python_peer("wmd")}
times = {name: {size: [] for size in sizes} for name in runners}
for number in range(args.rounds):
    for name, runner in runners.items():
        for size, t in runner().items():
            times[name][size].append(t)
    print(f"round {number + 1} of {args.rounds}", file=sys.stderr)
print("| | " + " | ".join(f"{size}, {sum(len(s) for p in texts[size] for s in p) / 2 / len(texts[size]):.0f} tokens" for size in sizes) + " |")
print("|---|" + "---:|" * len(sizes))
medians = {name: {size: statistics.median(t) for size, t in of.items()} for name, of in times.items()}
for name, of in medians.items():
    cells = [f"{t:.3g}" if t < 1000 else f"{t:,.0f}" for t in of.values()]
    if name != "wrd":
        cells = [f"{cell} ({of[size] / medians['wrd'][size]:.1f} ×)" for cell, size in zip(cells, sizes)]
    print(f"| {name} | " + " | ".join(cells) + " |")
