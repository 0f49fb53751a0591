#!/usr/bin/env python3
"""Writes the tables of docs/reading-a-score.md: what typical pairs score, and where a score stands among others.

    pip install numpy pyarrow
    python3 bench/anchors.py --data ../shared/data

--data has the folder mt. Percentiles are those of 4,000 outputs of systems, drawn with seed 12345 in equal parts from
WMT21 is-en and WMT23 he-en, next to their own reference and to that of another segment. The page keeps its prose: only
the text between the marks <!-- NAME --> and <!-- end of NAME --> is replaced.
"""

import argparse
import os

import numpy as np

import agreement

DOCS = os.path.join(os.path.dirname(__file__), "..", "docs")
PAGE = os.path.join(DOCS, "reading-a-score.md")
SHOWN = {"plain", "translation", "any language"}  # whose percentiles the page has; the data have all
SETTINGS = {
    "plain": ("wrd", ""),
    "translation": ("wrd", "--purpose translation"),
    "translation, fast": ("wrd", "--purpose translation --vectors distilled-en"),
    "any language": ("wrd", "--purpose translation --vectors ngrams"),
    "similarity": ("wrd_f1", "--purpose similarity"),
    "summary": ("wrd_recall", "--purpose summary"),
}
REFERENCE = "The minister said on Monday that 35 people were injured in the accident near Lyon."
ANCHORS = {
    "equal": REFERENCE,
    "other words, same meaning": "On Monday the minister stated that 35 persons were hurt in the crash close to Lyon.",
    "same words, other order": "On Monday near Lyon the minister said that 35 people were injured in the accident.",
    "one number wrong": REFERENCE.replace("35", "53"),
    "one name wrong": REFERENCE.replace("Lyon", "Nice"),
    "negated": REFERENCE.replace("were injured", "were not injured"),
    "roles swapped": "35 people said on Monday that the minister was injured in the accident near Lyon.",
    "second half missing": "The minister said on Monday that",
    "half as much again, invented": REFERENCE[:-1] + " and that the driver had been arrested on Sunday.",
    "another sentence of the news": "The central bank kept its interest rate unchanged for the third time this year.",
    "no word in common": "Boil two litres of milk slowly.",
}


def score(program, setting, candidates, references):
    """The first measure of a setting for each pair."""
    return agreement.wrd(program, setting[1], [setting[0]])(candidates, references)[0]


def table(head, lines):
    rows = ["| " + " | ".join(row) + " |" for row in [head, *lines]]
    return [rows[0], "|---|" + "---:|" * (len(head) - 1), *rows[1:]]


def anchors(program):
    settings = {name: s for name, s in SETTINGS.items() if name != "translation, fast"}
    columns = [score(program, s, list(ANCHORS.values()), [REFERENCE] * len(ANCHORS)) for s in settings.values()]
    head = [f"candidate for *{REFERENCE}*", *(f"{name}<br>`{s[0]}`" for name, s in settings.items())]
    lines = [[f"{name}<br>*{text}*", *(f"{c[i]:.3f}" for c in columns)] for i, (name, text) in enumerate(ANCHORS.items())]
    return table(head, lines)


def percentiles(program, data):
    draw, candidates, references, others = np.random.default_rng(12345), [], [], []
    for file in ("wmt21_is-en_da.jsonl.gz", "wmt23_he-en_mqm.jsonl.gz"):
        rows = list(agreement.rows(os.path.join(data, "mt", file)))
        for i in draw.choice(len(rows), 2000, replace=False):
            candidates.append(rows[i]["candidate"])
            references.append(rows[i]["reference"])
            others.append(next(r["reference"] for r in (rows[k] for k in draw.permutation(len(rows)))
                               if r["seg_id"] != rows[i]["seg_id"]))
    shares = (1, 5, 25, 50, 75, 95, 99)
    lines = []
    for name, setting in SETTINGS.items():
        for what, against in (("own reference", references), ("another reference", others)):
            values = np.percentile(score(program, setting, candidates, against), shares)
            lines.append([name, setting[0], what, *(f"{v:.3f}" for v in values)])
    head = [f"{s} %" for s in shares]
    with open(os.path.join(DOCS, "data", "percentiles.tsv"), "w", encoding="utf-8", newline="\n") as f:
        for line in [["settings", "measure", "reference", *head], *lines]:
            f.write("\t".join(line) + "\n")
    return table(["", *head], [[f"{name}, `{measure}`, {what}", *values] for name, measure, what, *values in lines
                               if name in SHOWN])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="folder with mt")
    data = parser.parse_args().data
    program = agreement.build()
    agreement.write(PAGE, {"anchors": anchors(program), "percentiles": percentiles(program, data)})


if __name__ == "__main__":
    main()
