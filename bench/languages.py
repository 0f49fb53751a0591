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
import collections
import csv
import gzip
import json
import statistics
import subprocess
import tempfile

import agreement

NGRAMS, ENGLISH = "--vectors ngrams", "--language en"
TRIED = [f"{NGRAMS} {flags}" for flags in (
    "--tokenizer unicode", "--case keep", "--mass-power 1", "--mass-power 3", "--context-weight 0", "--context-weight 1",
    "--order-weight 0", "--order-weight 0.6", "--spelling all", "--spelling all --mass-power 1",
    "--measure relaxed", "--measure wrd_recall", "--measure add", "--purpose paper")]
SETS = {
    "Czech": ("wmt24_en-cs_esa", [NGRAMS, *TRIED, ENGLISH], []),
    "Japanese": ("wmt24_en-ja_esa", [NGRAMS, *TRIED, ENGLISH], []),
    "German": ("wmt23_en-de_mqm", [NGRAMS, ENGLISH],
               ["chrF", "f200spBLEU", "BERTscore", "YiSi-1", "BLEURT-20", "COMET", "XCOMET-Ensemble"]),
}
COLUMNS = {"Pearson": ("segment", "none", "pearson"), "within segments": ("segment", "item", "acc_eq"),
           "pairs of systems": ("system", "none", "pairwise_accuracy"), "systems, Pearson": ("system", "none", "pearson")}
CHRF, CORPUS = "chrF++", "chrF++ of the corpus"


def submitted(path, names):
    """Returns the scores of other metrics, in the order of the judged rows."""
    with gzip.open(path, "rt", encoding="utf-8", newline="") as f:
        rows = list(csv.DictReader(f, delimiter="\t"))
    return {name: [float(row[name]) if row[name] else None for row in rows] for name in names}


def columns_of(flags):
    for name, column in (("relaxed", "wrd_f1"), ("wrd_recall", "wrd_recall"), ("add", "add")):
        if f"--measure {name}" in flags:
            return [column]
    return ["wrd_similarity"]


def of_corpora(rows):
    """Returns a row for each system with the mean of what people said, and chrF++ of all of its outputs together."""
    systems = collections.defaultdict(list)
    for row in rows:
        systems[row["system"]].append(row)
    metric = agreement.sacrebleu_corpus_metrics()[CORPUS]
    return [{"system": name, "doc": "", "seg_id": 0, "human": statistics.mean(r["human"] for r in of)}
            for name, of in systems.items()], {CORPUS: [
                metric.corpus_score([r["candidate"] for r in of], [[r["reference"] for r in of]]).score
                for of in systems.values()]}


def correlate(program, rows, scores, with_intervals, columns=COLUMNS.values()):
    """Returns the rows of wrd correlate by metric, level, averaging and statistic, and the difference of NGRAMS and CHRF by
    the last three."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as f:
        for i, row in enumerate(rows):
            measures = {f"m{k}": values[i] for k, values in enumerate(scores.values())}
            f.write(json.dumps({"system": row["system"], "id": f"{row['doc']}#{row['seg_id']}", "doc": row["doc"],
                                "human": row["human"], **measures}) + "\n")
        f.flush()
        found, differences, names = {}, {}, list(scores)
        for shown in (True, False):
            measures = [f"m{k}" for k, name in enumerate(names) if (name in with_intervals) == shown]
            for level, averaging, statistic in columns if measures else ():
                out = subprocess.run(
                    [program, "correlate", "--table", f.name, "--human", "human", "--measure", ",".join(measures), "--level",
                     level, "--averaging", averaging, "--statistic", statistic, "--format", "json",
                     *(["--compare", "bootstrap"] if shown else ["--interval", "none"])], check=True, capture_output=True)
                out = json.loads(out.stdout)
                found |= {(names[int(r["measure"][1:])], level, averaging, statistic): r for r in out["rows"]}
                for pair in out.get("pairs", ()):
                    names_of = [names[int(pair[side][1:])] for side in ("better", "worse")]
                    if sorted(names_of) == sorted([CHRF, f"`{NGRAMS}`"]):
                        sign = 1 if names_of[1] == CHRF else -1
                        ends = sorted(sign * pair[end] for end in ("ci_low", "ci_high"))
                        differences[level, averaging, statistic] = sign * pair["difference"], *ends
    return found, differences


def table(program, data, name, settings, others):
    rows = list(agreement.rows(f"{data}/mt/{name}.jsonl.gz"))
    texts = [r["candidate"].replace("\r", " ") for r in rows], [r["reference"].replace("\r", " ") for r in rows]
    chrf = agreement.sacrebleu_metrics()[CHRF]
    scores = {CHRF: [chrf.sentence_score(c, [r]).score for c, r in zip(*texts)]}
    for flags in settings:
        scores[f"`{flags}`"], = agreement.wrd(
            program, flags, columns_of(flags))(*texts)
    if others:
        found = submitted(f"{data}/mt/{name.rsplit('_', 1)[0]}_metrics.tsv.gz", others)
        if any(len(values) != len(rows) for values in found.values()):
            raise SystemExit(f"{name}: the table of metrics has other rows than the judgments")
        scores |= found
    with_intervals = list(scores)[:None if others else 2]
    values, differences = correlate(program, rows, scores, with_intervals)
    values |= correlate(program, *of_corpora(rows), [], [c for c in COLUMNS.values() if c[0] == "system"])[0]

    def cell(metric, column):
        r = values.get((metric, *COLUMNS[column]))
        if r is None or r["value"] is None:
            return "–"
        interval = f" ({r['ci_low']:.3f} to {r['ci_high']:.3f})" if metric in with_intervals else ""
        return f"{r['value']:.3f}{interval}"
    def difference(column):
        return "{:+.3f} ({:+.3f} to {:+.3f})".format(*differences[COLUMNS[column]])
    lines = ["| | " + " | ".join(COLUMNS) + " |", "|---" + "|---:" * len(COLUMNS) + "|"]
    lines += [f"| {metric} | " + " | ".join(cell(metric, c) for c in COLUMNS) + " |" for metric in scores]
    at = lines.index(next(line for line in lines if line.startswith(f"| `{NGRAMS}` |"))) + 1
    lines.insert(at, f"| `{NGRAMS}` − {CHRF} | " + " | ".join(map(difference, COLUMNS)) + " |")
    lines.insert(at + 1, f"| {CORPUS} | " + " | ".join(cell(CORPUS, c) for c in COLUMNS) + " |")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="../shared/data")
    parser.add_argument("--only", help="one of the tables", choices=SETS)
    args = parser.parse_args()
    program = agreement.build()
    agreement.write("docs/languages.md", {title: table(program, args.data, *of) for title, of in SETS.items()
                                          if args.only in (None, title)})


if __name__ == "__main__":
    main()
