#!/usr/bin/env python3
"""Writes the tables of docs/languages.md: how far wrd agrees with people on translations that are not into English.

    pip install sacrebleu==2.6.0 pyarrow
    python3 bench/languages.py --data ../shared/data

--data has the folder mt. The scores come from wrd score, sacreBLEU (texts as they are, capitals and all) and, for
English to German, from the other metrics of the task as they were submitted; every number and interval is one of wrd
correlate. Settings were chosen on Czech and Japanese; German is only reported. The page keeps its prose: only the text
between the marks <!-- NAME --> and <!-- end of NAME --> is replaced.
"""

import argparse
import csv
import gzip
import json
import subprocess
import tempfile

import agreement

NGRAMS, ENGLISH = "--vectors ngrams", "--language en"
TRIED = [f"{NGRAMS} {flags}" for flags in (
    "--tokenizer unicode", "--case keep", "--mass-power 1", "--mass-power 3", "--context-weight 0", "--context-weight 1",
    "--order-weight 0", "--order-weight 0.6", "--spelling all", "--measure relaxed", "--measure wrd_recall",
    "--purpose paper")]
SETS = {
    "Czech": ("wmt24_en-cs_esa", [NGRAMS, *TRIED, ENGLISH], []),
    "Japanese": ("wmt24_en-ja_esa", [NGRAMS, *TRIED, ENGLISH], []),
    "German": ("wmt23_en-de_mqm", [NGRAMS, ENGLISH],
               ["chrF", "f200spBLEU", "BERTscore", "YiSi-1", "BLEURT-20", "COMET", "XCOMET-Ensemble"]),
}
COLUMNS = {"Pearson": ("segment", "none", "pearson"), "within segments": ("segment", "item", "acc_eq"),
           "pairs of systems": ("system", "none", "pairwise_accuracy"), "systems, Pearson": ("system", "none", "pearson")}


def submitted(path, names):
    """Returns the scores of other metrics, in the order of the judged rows."""
    with gzip.open(path, "rt", encoding="utf-8", newline="") as f:
        rows = list(csv.DictReader(f, delimiter="\t"))
    return {name: [float(row[name]) if row[name] else None for row in rows] for name in names}


def columns_of(flags):
    for name, column in (("relaxed", "wrd_f1"), ("wrd_recall", "wrd_recall")):
        if f"--measure {name}" in flags:
            return [column]
    return ["wrd_similarity"]


def correlate(program, rows, scores, with_intervals):
    """Returns the rows of wrd correlate by metric, level, averaging and statistic."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as f:
        for i, row in enumerate(rows):
            measures = {f"m{k}": values[i] for k, values in enumerate(scores.values())}
            f.write(json.dumps({"system": row["system"], "id": f"{row['doc']}#{row['seg_id']}", "doc": row["doc"],
                                "human": row["human"], **measures}) + "\n")
        f.flush()
        found, names = {}, list(scores)
        for shown in (True, False):
            measures = [f"m{k}" for k, name in enumerate(names) if (name in with_intervals) == shown]
            for level, averaging, statistic in COLUMNS.values() if measures else ():
                out = subprocess.run(
                    [program, "correlate", "--table", f.name, "--human", "human", "--measure", ",".join(measures), "--level",
                     level, "--averaging", averaging, "--statistic", statistic, "--format", "json",
                     *([] if shown else ["--interval", "none"])], check=True, capture_output=True)
                found |= {(names[int(r["measure"][1:])], level, averaging, statistic): r for r in json.loads(out.stdout)["rows"]}
    return found


def table(program, data, name, settings, others):
    rows = list(agreement.rows(f"{data}/mt/{name}.jsonl.gz"))
    texts = [r["candidate"].replace("\r", " ") for r in rows], [r["reference"].replace("\r", " ") for r in rows]
    chrf = agreement.sacrebleu_metrics()["chrF++"]
    scores = {"chrF++": [chrf.sentence_score(c, [r]).score for c, r in zip(*texts)]}
    for flags in settings:
        scores[f"`{flags}`"], = agreement.wrd(
            program, flags, columns_of(flags))(*texts)
    if others:
        found = submitted(f"{data}/mt/{name.rsplit('_', 1)[0]}_metrics.tsv.gz", others)
        if any(len(values) != len(rows) for values in found.values()):
            raise SystemExit(f"{name}: the table of metrics has other rows than the judgments")
        scores |= found
    with_intervals = list(scores)[:None if others else 2]
    values = correlate(program, rows, scores, with_intervals)

    def cell(metric, column):
        r = values.get((metric, *COLUMNS[column]))
        if r is None or r["value"] is None:
            return "none"
        interval = f" ({r['ci_low']:.3f} to {r['ci_high']:.3f})" if metric in with_intervals else ""
        return f"{r['value']:.3f}{interval}"
    lines = ["| | " + " | ".join(COLUMNS) + " |", "|---" + "|---:" * len(COLUMNS) + "|"]
    return lines + [f"| {metric} | " + " | ".join(cell(metric, c) for c in COLUMNS) + " |" for metric in scores]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="../shared/data")
    parser.add_argument("--only", help="one of the tables", choices=SETS)
    args = parser.parse_args()
    data, program, path = args.data, agreement.build(), "docs/languages.md"
    with open(path, encoding="utf-8") as f:
        page = f.read()
    for title, (name, settings, others) in SETS.items():
        if args.only not in (None, title):
            continue
        lines = table(program, data, name, settings, others)
        print(f"\n{title}\n" + "\n".join(lines), flush=True)
        start, end = f"<!-- {title} -->\n", f"<!-- end of {title} -->"
        before, rest = page.split(start, 1)
        page = before + start + "\n".join(lines) + "\n" + end + rest.split(end, 1)[1]
    with open(path, "w", encoding="utf-8") as f:
        f.write(page)


if __name__ == "__main__":
    main()
