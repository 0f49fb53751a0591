#!/usr/bin/env python3
"""Segment-level agreement with human scores: WRD beside sentence-BLEU and chrF++.

    pip install sacrebleu pyarrow
    python3 bench/agreement.py wmt15_da.jsonl wmt17_da.jsonl

Each line of a file is a JSON object with lp (language pair), candidate, reference and human. Prints the mean over language
pairs of the Pearson correlation with the human scores. BLEU and chrF++ are computed on lower-cased text.
"""

import collections
import json
import os
import statistics
import subprocess
import sys
import tempfile

import pyarrow.parquet as pq
from sacrebleu.metrics import BLEU, CHRF


def wrd(candidates, references, *flags):
    with tempfile.TemporaryDirectory() as folder:
        for name, texts in [("candidate", candidates), ("reference", references)]:
            with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
                f.writelines(text.replace("\n", " ") + "\n" for text in texts)
        subprocess.run(["go", "run", "./cli/wrd", "score", "-c", f"{folder}/candidate", "-r", f"{folder}/reference",
                        "-o", f"{folder}/out", *flags], check=True, stdout=subprocess.DEVNULL)
        return pq.read_table(f"{folder}/out/segments.parquet")["wrd_similarity"].to_pylist()


def sentence_scores(metric, candidates, references):
    return [metric.sentence_score(c.lower(), [r.lower()]).score for c, r in zip(candidates, references)]


METRICS = {
    "WRD": wrd,
    "WRD, --oov skip": lambda c, r: wrd(c, r, "--oov", "skip"),
    "chrF++": lambda c, r: sentence_scores(CHRF(word_order=2), c, r),
    "sentence-BLEU": lambda c, r: sentence_scores(BLEU(effective_order=True), c, r),
}

table = {name: [] for name in METRICS}
for path in sys.argv[1:]:
    pairs = collections.defaultdict(list)
    with open(path, encoding="utf-8") as f:
        for line in f:
            row = json.loads(line)
            pairs[row["lp"]].append(row)
    for name, metric in METRICS.items():
        table[name].append(statistics.mean(
            statistics.correlation(metric([r["candidate"] for r in rows], [r["reference"] for r in rows]), [r["human"] for r in rows])
            for rows in pairs.values()))

print("| metric | " + " | ".join(os.path.basename(p) for p in sys.argv[1:]) + " |")
print("|---" * (len(sys.argv)) + "|")
for name, values in table.items():
    print(f"| {name} | " + " | ".join(f"{v:.3f}" for v in values) + " |")
