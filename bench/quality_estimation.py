#!/usr/bin/env python3
"""Writes the table of docs/quality-estimation.md: how far scores without a reference agree with people.

    pip install sacrebleu==2.6.0 pyarrow
    python3 bench/quality_estimation.py --data ../shared/data

--data has the folder mt. Of each set segments are taken at even steps, about 160, with the outputs of all systems. The
scores come from wrd score, sacreBLEU and, for the sets of WMT23, from the other metrics of the task as they were
submitted. The page keeps its prose: only the text between the marks is replaced.
"""

import argparse
import collections
import itertools
import json
import os
import subprocess
import tempfile

import agreement
import languages

SETS = {
    "Chinese to English, WMT23": "wmt23_zh-en_mqm", "Hebrew to English, WMT23": "wmt23_he-en_mqm",
    "English to Czech, WMT24": "wmt24_en-cs_esa", "English to Japanese, WMT24": "wmt24_en-ja_esa",
}
PUBLISHED = ("COMET", "CometKiwi[noref]", "MetricX-23-QE[noref]", "MS-COMET-QE-22[noref]")
CHRF, SOURCE, REFERENCE = "chrF++", "**`wrd_source`**", "`wrd` of the same encoder, with the reference"
PAIRS = "pairs within segments"
COLUMNS = {"Pearson": ("segment", "none", "pearson"), "pairs of systems": ("system", "none", "pairwise_accuracy")}


def some(rows, segments):
    """Returns the places of the rows of about so many segments."""
    ids = sorted({row["seg_id"] for row in rows})
    kept = set(ids[::max(1, len(ids) // segments)])
    return [i for i, row in enumerate(rows) if row["seg_id"] in kept]


def wrd(program, rows):
    """Returns what wrd score says of candidates with references and sources."""
    import pyarrow.parquet as pq
    with tempfile.TemporaryDirectory() as folder:
        for name in ("candidate", "reference", "source"):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
                f.writelines(row[name].replace("\n", " ").replace("\r", " ") + "\n" for row in rows)
        subprocess.run([program, "score", *(f"--{name}={folder}/{name}" for name in ("candidate", "reference", "source")),
                        "-o", f"{folder}/out"], check=True, stdout=subprocess.DEVNULL)
        table = pq.read_table(f"{folder}/out/segments.parquet")
        return {SOURCE: table["wrd_source_similarity"].to_pylist(), REFERENCE: table["wrd_similarity"].to_pylist()}


def accuracy(rows, scores):
    """Returns the share of pairs of outputs of a segment, of those that people tell apart, that scores order alike; a pair
    with equal scores, often of equal outputs, counts half."""
    segments = collections.defaultdict(list)
    for row, score in zip(rows, scores):
        segments[row["doc"], row["seg_id"]].append((row["human"], score))
    right = [0.5 if y == b else (x > a) == (y > b) for of in segments.values()
             for (a, b), (x, y) in itertools.combinations(of, 2) if a != x]
    return sum(right) / len(right)


def correlate(program, rows, scores):
    """Returns the values of wrd correlate, by metric and column."""
    found = {}
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as f:
        for i, row in enumerate(rows):
            f.write(json.dumps({"system": row["system"], "id": f"{row['doc']}#{row['seg_id']}", "doc": row["doc"],
                                "human": row["human"], **{f"m{k}": v[i] for k, v in enumerate(scores.values())}}) + "\n")
        f.flush()
        for column, (level, averaging, statistic) in COLUMNS.items():
            out = subprocess.run(
                [program, "correlate", "--table", f.name, "--human", "human", "--measure",
                 ",".join(f"m{k}" for k in range(len(scores))), "--level", level, "--averaging", averaging, "--statistic",
                 statistic, "--interval", "none", "--format", "json"], check=True, capture_output=True)
            for row in json.loads(out.stdout)["rows"]:
                found[list(scores)[int(row["measure"][1:])], column] = row["value"]
    return found


def table(program, data, name, segments):
    rows = list(agreement.rows(f"{data}/mt/{name}.jsonl.gz"))
    places = some(rows, segments)
    chrf = agreement.sacrebleu_metrics()[CHRF]
    scores = {}
    if name.startswith("wmt23"):
        found = languages.submitted(f"{data}/mt/{name.rsplit('_', 1)[0]}_metrics.tsv.gz", PUBLISHED)
        scores |= {metric.removesuffix("[noref]") + (", no reference" if "[noref]" in metric else ", with the reference"):
                   [values[i] for i in places] for metric, values in found.items()}
    rows = [rows[i] for i in places]
    scores = {**wrd(program, rows),
              f"{CHRF}, with the reference": [chrf.sentence_score(r["candidate"], [r["reference"]]).score for r in rows],
              **scores}
    values = correlate(program, rows, scores) | {(metric, PAIRS): accuracy(rows, of) for metric, of in scores.items()}
    columns = [PAIRS, *COLUMNS]
    lines = ["| | " + " | ".join(columns) + " |", "|---" + "|---:" * len(columns) + "|"]
    return lines + [f"| {metric} | " + " | ".join(f"{values[metric, c]:.3f}" for c in columns) + " |" for metric in scores]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="../shared/data")
    parser.add_argument("--segments", type=int, default=160)
    parser.add_argument("--program", help="wrd, in place of one that is built")
    parser.add_argument("--only", help="one of the tables, which is printed and not written", choices=SETS)
    args = parser.parse_args()
    program = args.program or agreement.build()
    tables = {title: table(program, args.data, name, args.segments) for title, name in SETS.items()
              if args.only in (None, title)}
    if args.only:
        print("\n".join(tables[args.only]))
    else:
        agreement.write("docs/quality-estimation.md", tables)


if __name__ == "__main__":
    main()
