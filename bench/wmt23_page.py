#!/usr/bin/env python3
"""Writes the tables of WMT23 in docs/data/agreement and README.md: wrd beside every metric of the metrics
shared task.

    python3 bench/wmt23_page.py --data ../shared/data

Needs Go alone. --data has the folder mt with wmt23_PAIR_mqm.jsonl.gz (texts and MQM of systems, reference A) and
wmt23_PAIR_metrics.tsv.gz (the scores that the metrics were submitted with, row by row for the same outputs). Scores of
wrd come from wrd score, all statistics, intervals and ranks from wrd correlate, which draws documents whole. --scores
FOLDER keeps the joined tables of scores, and uses those that it finds. The pages keep their prose: only the text between
the marks <!-- NAME --> and <!-- end of NAME --> is replaced.
"""

import argparse
import csv
import gzip
import json
import os
import shlex
import subprocess
import tempfile

import agreement

# What of ours stands in the tables of a language pair: the flags of wrd score, and for each column of its output that
# rises with quality, a name and whether judgments of people made it.
ENGLISH = [
    ("--purpose translation --measure wrd,relaxed,bertscore", {
        "wrd_similarity": ("`--purpose translation`", "yes"),
        "wrd_recall": ("`--purpose translation --measure wrd_recall`", "yes"),
        "bertscore_f1": ("`--purpose translation --measure bertscore`", "yes")}),
    ("--purpose translation --encoder context-en", {
        "wrd_similarity": ("`--purpose translation --encoder context-en`", "yes")}),
    ("--purpose translation --vectors distilled-en", {
        "wrd_similarity": ("`--purpose translation --vectors distilled-en`", "no")}),
    ("", {"wrd_similarity": ("`wrd`, the default", "no")}),
]
GERMAN = [("--vectors ngrams", {"wrd_similarity": ("`--vectors ngrams`", "no")})]
PAIRS = {"zh-en": ENGLISH, "he-en": ENGLISH, "en-de": GERMAN}
OURS = {name for of in (ENGLISH, GERMAN) for _, columns in of for name, _ in columns.values()}
LENGTH = "words of the candidate, negated"
# Metrics of the task that were trained on judgments of people, and those that ask a language model. All others were not.
SUPERVISED = {"BLEURT-20", "COMET", "docWMT22CometDA", "CometKiwi", "MS-COMET-QE-22", "MetricX-23", "MetricX-23-QE",
              "MaTESe", "XCOMET-Ensemble", "XCOMET-XL", "XLsim"}
PROMPTED = {"GEMBA-MQM"}
WITHOUT_REFERENCE = "[noref]"
# PERM-BOTH is not defined for soft pairwise accuracy, and a bootstrap of the differences of all metrics takes hours.
STATISTICS = {
    "Pearson": ("segment", "none", "pearson", "perm_both"),
    "acc_eq": ("segment", "item", "acc_eq", "perm_both"),
    "SPA": ("system", "none", "spa", "none"),
}


def rows(path):
    """Returns the rows of a compressed table of tabs as objects."""
    with gzip.open(path, "rt", encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))


def ours(program, texts, flags):
    """Returns the rows that wrd score gives for a file of texts, None if this wrd does not know the flags."""
    with tempfile.NamedTemporaryFile("w+", encoding="utf-8") as out:
        run = subprocess.run([program, "score", texts, "--format", "jsonl", *shlex.split(flags)], stdout=out,
                             stderr=subprocess.PIPE, text=True)
        if run.returncode == 2 and "ngrams" in flags:
            return None
        if run.returncode:
            raise SystemExit(run.stderr)
        out.seek(0)
        return {(row["system"], row["id"]): row for row in map(json.loads, out)}


def joined(program, data, pair, folder):
    """Returns the path of a table with the scores of all metrics for a language pair."""
    path = os.path.join(folder, f"wmt23_{pair}.tsv")
    if os.path.exists(path):
        return path
    texts = os.path.join(data, "mt", f"wmt23_{pair}_mqm.jsonl.gz")
    table = rows(os.path.join(data, "mt", f"wmt23_{pair}_metrics.tsv.gz"))
    with gzip.open(texts, "rt", encoding="utf-8") as f:
        judged = list(map(json.loads, f))
    for row, of in zip(table, judged, strict=True):
        if (row["system"], row["segment"]) != (of["system"], str(of["seg_id"])):
            raise SystemExit(f"{texts}: found {of['system']} {of['seg_id']}, expected {row['system']} {row['segment']}")
        row["doc"], row[LENGTH] = of["doc"], -len(of["candidate"].split())
    for flags, columns in PAIRS[pair]:
        scores = ours(program, texts, flags)
        for column, (name, _) in columns.items() if scores else ():
            for row in table:
                row[name] = scores[row["system"], row["segment"]][column]
    with open(path, "w", encoding="utf-8", newline="") as f:
        writer = csv.DictWriter(f, table[0], delimiter="\t", quoting=csv.QUOTE_NONE, lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
    return path


def correlate(program, path):
    """Returns a dictionary with the row that wrd correlate gives for each metric and statistic."""
    found = {}
    for title, (level, averaging, statistic, test) in STATISTICS.items():
        out = subprocess.run([program, "correlate", "--table", path, "--human", "human", "--level", level, "--averaging",
                              averaging, "--statistic", statistic, "--compare", test, "--format", "json"],
                             check=True, stdout=subprocess.PIPE).stdout
        found |= {(row["measure"], title): row for row in json.loads(out)["rows"]}
    return found


def trained(name):
    """Returns whether judgments of people made a metric."""
    plain = name.removesuffix(WITHOUT_REFERENCE)
    if name in OURS:
        return next(kind for of in (ENGLISH, GERMAN) for _, columns in of for of_name, kind in columns.values() if of_name == name)
    return "yes" if plain in SUPERVISED else "prompted" if plain in PROMPTED else "no"


def estimate(row, with_interval=True):
    """Returns a value, with its interval if there is one and it is asked for."""
    interval = ""
    if with_interval and row.get("ci_low") is not None:
        interval = f" ({100 * row['ci_low']:.1f} to {100 * row['ci_high']:.1f})"
    return f"{100 * row['value']:.1f}{interval}"


def cell(row):
    """Returns a value with its interval, and its rank if it was tested."""
    return estimate(row) + (f" | {row['rank']}" if row.get("rank") else "")


def table(found):
    """Returns the lines of a table of all metrics, the one with the best acc_eq first."""
    names = sorted({name for name, _ in found}, key=lambda name: -found[name, "acc_eq"]["value"])
    heads = [title + (" | rank" if test != "none" else "") for title, (*_, test) in STATISTICS.items()]
    lines = ["| | trained on judgments | " + " | ".join(heads) + " |",
             "|---|---" + "|---:" * " | ".join(heads + [""]).count("|") + "|"]
    for name in names:
        shown = name.removesuffix(WITHOUT_REFERENCE) + (", without reference" if name.endswith(WITHOUT_REFERENCE) else "")
        lines.append(f"| {f'**{shown}**' if name in OURS else shown} | {trained(name)} | "
                     + " | ".join(cell(found[name, title]) for title in STATISTICS) + " |")
    return lines


# What README has of all metrics.
BESIDE = ["XCOMET-Ensemble", "MetricX-23", "COMET", "BLEURT-20", "YiSi-1", "BERTscore", "chrF", "BLEU"]


CHOSEN = BESIDE + [name for of in (ENGLISH, GERMAN) for _, columns in of for name, _ in columns.values()
                   if "--measure" not in name]


def short(found):
    """Returns the lines of a table with acc_eq and SPA of all pairs, of ours and of some well-known metrics."""
    names = [name for name in CHOSEN if any((name, "acc_eq") in by for by in found.values())]
    names.sort(key=lambda name: -found["zh-en"].get((name, "acc_eq"), {"value": 0})["value"])
    lines = ["| | trained on judgments | " + " | ".join(f"{pair} acc_eq | SPA" for pair in found) + " |",
             "|---|---" + "|---:" * 2 * len(found) + "|"]
    for name in names:
        cells = [estimate(by[name, title], False) if (name, title) in by else "–"
                 for by in found.values() for title in ("acc_eq", "SPA")]
        lines.append(f"| {f'**{name}**' if name in OURS else name} | {trained(name)} | " + " | ".join(cells) + " |")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="../shared/data")
    parser.add_argument("--scores", default=tempfile.mkdtemp(), metavar="FOLDER")
    args = parser.parse_args()
    os.makedirs(args.scores, exist_ok=True)
    program = agreement.build()
    found = {pair: correlate(program, joined(program, args.data, pair, args.scores)) for pair in PAIRS}
    agreement.data({f"WMT23 {pair}": table(by) for pair, by in found.items()})
    agreement.write("README.md", {"WMT23": short(found)})


if __name__ == "__main__":
    main()
