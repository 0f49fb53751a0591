#!/usr/bin/env python3
"""Measures how far metrics agree with people in several languages: the table of docs/languages.md, and docs/data.

    pip install sacrebleu==2.6.0 pyarrow
    python3 bench/languages.py --data ../shared/data             # docs/languages.md, docs/data/languages/agreement.tsv
    python3 bench/languages.py --data ../shared/data --settings  # docs/data/languages/settings.tsv

--data has the folders mt and summarization. Of each set of translations segments are taken at even steps, about 160, with
the outputs of all systems; --settings takes all of them for n-grams. Scores come from wrd score, sacreBLEU (texts as they
are, capitals and all), and for WMT23 from the other metrics of the task as they were submitted. Intervals are those of wrd
correlate, which draws documents whole.
"""

import argparse
import collections
import csv
import gzip
import itertools
import json
import random
import subprocess
import tempfile

import agreement
import summaries

SEEN = {"dev": "development", "new": "unseen"}
# Title, file, and whether something was chosen on it.
SETS = [
    ("English to Czech, WMT24", "wmt24_en-cs_esa", "dev"), ("English to Japanese, WMT24", "wmt24_en-ja_esa", "dev"),
    ("English to German, WMT23", "wmt23_en-de_mqm", "new"), ("Hebrew to English, WMT23", "wmt23_he-en_mqm", "dev"),
    ("Chinese to English, WMT23", "wmt23_zh-en_mqm", "dev"), ("Icelandic to English, WMT21", "wmt21_is-en_da", "dev"),
    ("Russian to English, WMT21", "wmt21_ru-en_da", "new"),
]
TRAINED = {("wmt23_en-de_mqm", "context-multi")}
CHRF, NGRAMS, MULTI = "chrF++", "n-grams", "context-multi"
FLAGS = {NGRAMS: "--vectors ngrams", MULTI: "--purpose translation --encoder context-multi"}
PUBLISHED = {"BERTscore": "BERTScore", "YiSi-1": "YiSi-1", "COMET": "COMET"}
PAIRS, PEARSON, SYSTEMS = "pairs within segments", "Pearson", "pairs of systems"
COLUMNS = {PEARSON: ("segment", "none", "pearson"), SYSTEMS: ("system", "none", "pairwise_accuracy")}
SHOWN = (PAIRS, 3), (PEARSON, 2), (SYSTEMS, 2)  # with how many digits
TRIED = {
    "wmt24_en-cs_esa": ["--vectors ngrams" + flags for flags in (
        "", " --tokenizer unicode", " --case keep", " --mass-power 1", " --mass-power 3", " --context-weight 0",
        " --context-weight 1", " --order-weight 0", " --order-weight 0.6", " --spelling all", " --measure relaxed",
        " --measure wrd_recall", " --purpose paper")],
}
TRIED["wmt24_en-ja_esa"] = TRIED["wmt24_en-cs_esa"]
TRIED_MULTI = [FLAGS[MULTI] + flags for flags in (
    "", *(f" --spelling-weight {weight}" for weight in (0, 0.05, 0.1, 0.15, 0.2, 0.3)), " --spelling all",
    " --context-weight 0.7", " --order-weight 0.25", " --mass-power 0.5", " --measure wrd_recall")]
DRAWS = 1000


def some(rows, segments):
    """Returns the places of the rows of about so many segments."""
    ids = sorted({row["seg_id"] for row in rows})
    kept = set(ids[::max(1, len(ids) // segments)])
    return [i for i, row in enumerate(rows) if row["seg_id"] in kept]


def submitted(path, names):
    """Returns the scores of other metrics, in the order of the judged rows."""
    with gzip.open(path, "rt", encoding="utf-8", newline="") as f:
        rows = list(csv.DictReader(f, delimiter="\t"))
    return {name: [float(row[name]) if row[name] else None for row in rows] for name in names}


def accuracy(rows, scores):
    """Returns the share of pairs of outputs of a segment, of those that people tell apart, that scores order alike, with
    its 95 % interval; a pair with equal scores, often of equal outputs, counts half."""
    segments = collections.defaultdict(list)
    for row, score in zip(rows, scores):
        segments[row["doc"], row["seg_id"]].append((row["human"], score))
    documents = collections.defaultdict(lambda: [0, 0])
    for (doc, _), of in segments.items():
        for (a, x), (b, y) in itertools.combinations(of, 2):
            if a != b:
                documents[doc][0] += 0.5 if x == y else (a > b) == (x > y)
                documents[doc][1] += 1
    documents, draw = [d for d in documents.values() if d[1]], random.Random(1)

    def share(of):
        return sum(right for right, _ in of) / sum(n for _, n in of)
    drawn = sorted(share(draw.choices(documents, k=len(documents))) for _ in range(DRAWS))
    return share(documents), drawn[DRAWS // 40], drawn[-1 - DRAWS // 40]


def correlate(program, rows, scores, columns=COLUMNS):
    """Returns what wrd correlate says, by metric and column: a value with its interval."""
    found, names = {}, list(scores)
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as f:
        for i, row in enumerate(rows):
            f.write(json.dumps({"system": row["system"], "id": f"{row['doc']}#{row['seg_id']}", "doc": row["doc"],
                                "human": row["human"], **{f"m{k}": scores[name][i] for k, name in enumerate(names)}}) + "\n")
        f.flush()
        for column, (level, averaging, statistic) in columns.items():
            out = subprocess.run(
                [program, "correlate", "--table", f.name, "--human", "human", "--measure",
                 ",".join(f"m{k}" for k in range(len(names))), "--level", level, "--averaging", averaging, "--statistic",
                 statistic, "--format", "json"], check=True, capture_output=True)
            for r in json.loads(out.stdout)["rows"]:
                found[names[int(r["measure"][1:])], column] = r["value"], r["ci_low"], r["ci_high"]
    return found


def column_of(flags):
    measures = {"--measure relaxed": "wrd_f1", "--measure wrd_recall": "wrd_recall"}
    return next((column for flag, column in measures.items() if flag in flags), "wrd_similarity")


def wrd(program, flags, rows):
    """Returns the scores. Equal references stand next to each other, so that an encoder reads them once."""
    order = sorted(range(len(rows)), key=lambda i: rows[i]["reference"])
    texts = ([rows[i][side].replace("\r", " ") for i in order] for side in ("candidate", "reference"))
    scores = agreement.wrd(program, flags, [column_of(flags)])(*texts)[0]
    return [score for _, score in sorted(zip(order, scores))]


def agree(program, rows, scores):
    """Returns all values with their intervals, by metric and column."""
    return correlate(program, rows, scores) | {(name, PAIRS): accuracy(rows, of) for name, of in scores.items()}


def of_set(program, data, name, segments):
    rows = list(agreement.rows(f"{data}/mt/{name}.jsonl.gz"))
    places = some(rows, segments)
    others = {}
    if name.startswith("wmt23"):
        found = submitted(f"{data}/mt/{name.rsplit('_', 1)[0]}_metrics.tsv.gz", PUBLISHED)
        if any(len(values) != len(rows) for values in found.values()):
            raise SystemExit(f"{name}: the table of metrics has other rows than the judgments")
        others = {PUBLISHED[metric]: [values[i] for i in places] for metric, values in found.items()}
    rows, chrf = [rows[i] for i in places], agreement.sacrebleu_metrics()[CHRF]
    scores = {CHRF: [chrf.sentence_score(r["candidate"], [r["reference"]]).score for r in rows]}
    scores |= {metric: wrd(program, flags, rows) for metric, flags in FLAGS.items()}
    return agree(program, rows, scores | others)


def of_summaries(program, data):
    """Returns Pearson's r with coverage, by language and metric."""
    chrf, found = agreement.sacrebleu_metrics()[CHRF], {}
    for language, code in summaries.LANGUAGES.items():
        rows = list(agreement.rows(f"{data}/summarization/multi_summeval_{code}.jsonl.gz"))
        rows = [{**r, "doc": r["topic"], "seg_id": 0, "human": r["human"]["coverage"]} for r in rows]
        scores = {CHRF: [chrf.sentence_score(r["candidate"], [r["reference"]]).score for r in rows],
                  NGRAMS: wrd(program, f"--language {code} --purpose summary --measure wrd_recall", rows),
                  MULTI: wrd(program, "--encoder context-multi --precision int8 --measure wrd_recall", rows)}
        found[language] = correlate(program, rows, scores, {PEARSON: COLUMNS[PEARSON]})
    return found


def write(path, rows):
    """Writes (set, metric, column): (value, low, high) as TSV."""
    with open(path, "w", encoding="utf-8", newline="\n") as f:
        f.write("set\tmetric\tstatistic\tvalue\tci_low\tci_high\n")
        for of, values in rows.items():
            f.write("\t".join([*of, *("" if x is None else f"{x:.4f}" for x in values)]) + "\n")


def settings(program, data, segments):
    found = {}
    for title, name, seen in SETS:
        if seen != "dev":
            continue
        rows = list(agreement.rows(f"{data}/mt/{name}.jsonl.gz"))
        drawn = [rows[i] for i in some(rows, segments)]
        for of, tried in ((rows, TRIED.get(name)), (drawn, TRIED_MULTI)):
            if tried:
                values = agree(program, of, {flags: wrd(program, flags, of) for flags in tried})
                found |= {(title, *key): value for key, value in values.items()}
    write("docs/data/languages/settings.tsv", found)


def page(program, data, segments):
    metrics, found = [CHRF, NGRAMS, MULTI, *PUBLISHED.values()], {}
    lines = ["| | " + " | ".join(["", *metrics]) + " |", "|---|---" + "|---:" * len(metrics) + "|"]
    for title, name, seen in SETS:
        values = of_set(program, data, name, segments)
        found |= {(title, *key): value for key, value in values.items()}
        cells = []
        for metric in metrics:
            cell = "–"
            if (metric, PAIRS) in values:
                cell = " / ".join(f"{values[metric, column][0]:.{digits}f}" for column, digits in SHOWN)
            cells.append(cell + (" †" if (name, metric) in TRAINED else ""))
        lines.append(f"| {title} | " + " | ".join([SEEN[seen], *cells]) + " |")
    for language, values in of_summaries(program, data).items():
        found |= {(f"Summaries, {language}", *key): value for key, value in values.items()}
    write("docs/data/languages/agreement.tsv", found)
    agreement.write("docs/languages.md", {"languages": lines})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="../shared/data")
    parser.add_argument("--segments", type=int, default=160)
    parser.add_argument("--program", help="wrd, in place of one that is built")
    parser.add_argument("--settings", action="store_true", help="what other settings give on the development sets")
    args = parser.parse_args()
    (settings if args.settings else page)(args.program or agreement.build(), args.data, args.segments)


if __name__ == "__main__":
    main()
