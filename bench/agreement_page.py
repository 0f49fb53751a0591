#!/usr/bin/env python3
"""Writes the tables in docs/data/agreement and one of docs/agreement.md: how well wrd's measures, chrF++ and BLEU agree
with people.

    pip install sacrebleu==2.6.0 pyarrow numpy scipy
    python3 bench/agreement_page.py --data ../shared/data

--data has the folders mt and summarization. Scores come from wrd score, and from sacreBLEU on the same rows,
lower-cased. docs/agreement.md has a selection of the rows, and keeps its prose: only the text between the
marks <!-- NAME --> and <!-- end of NAME --> is replaced. --tables DIR keeps the
scores there, one table for each set of rows, and reads those that it finds. The output is the same in every run. Each
correlation is computed a second time, by wrd correlate, and the two must be equal. --worst N prints the segments of
WMT15 and WMT17 whose ranks by wrd and by people are furthest apart, N in each direction.
"""

import argparse
import collections
import json
import os
import subprocess
import tempfile

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from scipy import stats

import agreement
from agreement_statistics import (Bootstrap, Systems, kendall_like, mean, segment_kendall, segment_pearson,
                                  system_accuracy, system_pearson)

# The rows of the tables: a name, the flags of wrd score, and the column of its output that is the score. Distances are
# negated.
MEASURES = "--measure wrd,wmd,add,bertscore,dynamax"
RELAXED = "--measure relaxed"
EXTENDED = "--mass-power 0.5 --spelling --order-weight 0.25"
ENCODER = "--encoder context-en --measure wrd,bertscore"
LARGE = "--purpose translation --measure wrd,bertscore"
DEFAULT = "`wrd`, the default"
ALL = "all three"
TRANSLATION = "`--purpose translation`"
FAST = "`--purpose translation`, vectors of words"
LARGE_STATES = "`--purpose translation`, `bertscore`"
SMALL = "`--encoder context-en --context-weight 0.7`"
SAME_STATES = "`--encoder context-en`, `bertscore`"
RECALL = "`relaxed`, recall"
# What the built-in encoders compute, and the task on whose judgments they were tuned: it is no column of the tables that
# have all tasks, and its own tables leave them out.
SUPERVISED, TUNED_ON = {TRANSLATION, LARGE_STATES, SMALL, "`--encoder context-en`", SAME_STATES}, "WMT15"
RIVALS = ["chrF++", "sentence-BLEU"]
METRICS = [
    (DEFAULT, MEASURES, "wrd_similarity"),
    ("`--convert A`", "--convert A", "wrd_similarity"),
    ("`--convert AW`", "--convert AW", "wrd_similarity"),
    ("`--convert AWR`", "--convert AWR", "wrd_similarity"),
    ("`--convert WR`", "--convert WR", "wrd_similarity"),
    ("`--convert UP`", "--convert UP", "wrd_similarity"),
    ("`--convert SUP`", "--convert SUP", "wrd_similarity"),
    ("`--convert SWC`", "--convert SWC", "wrd_similarity"),
    ("`--convert SUC`", "--convert SUC", "wrd_similarity"),
    ("`--converter distilled-en`", "--converter distilled-en", "wrd_similarity"),
    ("`--oov skip`", "--oov skip", "wrd_similarity"),
    ("`--mass-power 0.5`", "--mass-power 0.5", "wrd_similarity"),
    ("`--spelling`", "--spelling", "wrd_similarity"),
    ("`--order-weight 0.25`", "--order-weight 0.25", "wrd_similarity"),
    (ALL, EXTENDED, "wrd_similarity"),
    ("`--context-weight 0.7`", "--context-weight 0.7", "wrd_similarity"),
    (FAST, "--purpose translation --vectors distilled-en", "wrd_similarity"),
    (TRANSLATION, LARGE, "wrd_similarity"),
    (LARGE_STATES, LARGE, "bertscore_f1"),
    (SMALL, "--encoder context-en --context-weight 0.7", "wrd_similarity"),
    ("`--encoder context-en`", ENCODER, "wrd_similarity"),
    (SAME_STATES, ENCODER, "bertscore_f1"),
    ("`relaxed`, F1", RELAXED, "wrd_f1"),
    (RECALL, RELAXED, "wrd_recall"),
    ("`wmd`", MEASURES, "wmd"),
    ("`add`", MEASURES, "add"),
    ("`bertscore`", MEASURES, "bertscore_f1"),
    ("`dynamax`", MEASURES, "dynamax"),
    ("chrF++", None, None),
    ("sentence-BLEU", None, None),
]
SELECTED = [DEFAULT, FAST, TRANSLATION, SMALL, RECALL, "`wmd`", "`bertscore`", *RIVALS]
PAIRS = [(DEFAULT, "chrF++"), (DEFAULT, "sentence-BLEU"), (ALL, "chrF++"), (ALL, "sentence-BLEU"),
         ("`--order-weight 0.25`", DEFAULT), ("`--context-weight 0.7`", DEFAULT), (FAST, DEFAULT), (FAST, "chrF++"),
         (TRANSLATION, DEFAULT), (TRANSLATION, LARGE_STATES), (TRANSLATION, "chrF++"), (TRANSLATION, "sentence-BLEU"),
         (SMALL, DEFAULT), (SMALL, SAME_STATES), (SMALL, "chrF++"), (SMALL, "sentence-BLEU"),
         ("`--encoder context-en`", SAME_STATES), (RECALL, DEFAULT), ("`--convert A`", DEFAULT)]
DISTANCES = {"wmd"}


class Data:
    """A set of rows that is one column of a table: a language pair, or all of SummEval."""

    def __init__(self, task, name, path, rows):
        self.task, self.name, self.path = task, name, path
        self.candidates = [row["candidate"] for row in rows]
        self.references = [row["reference"] if "reference" in row else row["references"][0] for row in rows]
        self.systems = [row["system"] or "unnamed" for row in rows]
        self.segments = [str(row.get("seg_id", row.get("topic"))) for row in rows]
        human = [row["human"] if isinstance(row["human"], dict) else {"": row["human"]} for row in rows]
        self.human = {name: [h[name] for h in human] for name in sorted(human[0])}


class Preferences(Data):
    """Rows of a better and a worse translation: first all that are better, then all that are worse."""

    def __init__(self, task, name, path, rows):
        self.task, self.name, self.path = task, name, path
        self.candidates = [row["better"] for row in rows] + [row["worse"] for row in rows]
        self.references = [row["reference"] for row in rows] * 2
        self.systems = ["better"] * len(rows) + ["worse"] * len(rows)
        self.segments = [str(i) for i in range(len(rows))] * 2
        self.human = {"": [1.0] * len(rows) + [0.0] * len(rows)}


def read(folder):
    """Returns all sets of rows in the order of the tables."""
    sets = []
    for task, kind, files in [
        ("WMT15", Data, ["mt/wmt15_da.jsonl"]),
        ("WMT17", Data, ["mt/wmt17_da.jsonl"]),
        ("WMT21", Data, ["mt/wmt21_is-en_da.jsonl.gz", "mt/wmt21_ja-en_da.jsonl.gz", "mt/wmt21_ru-en_da.jsonl.gz"]),
        ("TED 2021", Data, ["mt/ted2021_zh-en_mqm.jsonl.gz"]),
        ("SummEval", Data, ["summarization/summeval.jsonl.gz"]),
        ("WMT19", Preferences, ["mt/wmt19_gu-en_darr.jsonl.gz", "mt/wmt19_kk-en_darr.jsonl.gz"]),
    ]:
        for path in files:
            groups = collections.defaultdict(list)
            for row in agreement.rows(os.path.join(folder, path)):
                groups[row.get("lp", "")].append(row)
            sets += [kind(task, name, path, groups[name]) for name in sorted(groups)]
    return sets


def key(name):
    """Returns the name of a metric's column in tables of scores. All rise with quality, so none is named like a distance."""
    name = {DEFAULT: "wrd_similarity", "`wmd`": "minus_wmd"}.get(name, name)
    return "".join(c if c.isalnum() or c in "+-." else "_" for c in name.replace("`", "")).strip("-_")


def human_key(name):
    """Returns the name of a human score's column in tables of scores."""
    return f"human_{name}".strip("_")


def scored(data, metrics, program, folder):
    """Returns the path of a table of the rows in the folder, with the scores of metrics, and its columns by name."""
    path = os.path.join(folder, f"{data.task} {data.name}.parquet".replace(" ", "_"))
    columns = {}
    if os.path.exists(path):
        columns = pq.read_table(path).to_pydict()
    runs = collections.defaultdict(list)
    for name, flags, column in metrics:
        if key(name) not in columns and flags is not None:
            runs[flags].append((name, column))
    for flags, wanted in runs.items():
        score = agreement.wrd(program, flags, [column for _, column in wanted])
        for (name, column), values in zip(wanted, score(data.candidates, data.references)):
            columns[key(name)] = [-x for x in values] if column in DISTANCES else values
    for name, metric in agreement.sacrebleu_metrics().items():
        if key(name) not in columns:
            columns[key(name)], = agreement.sentence_scores(metric)(data.candidates, data.references)
    columns |= {"system": data.systems, "segment": data.segments} | {human_key(name): h for name, h in data.human.items()}
    pq.write_table(pa.table(columns), path)
    return path, columns


class Scored:
    """A set of rows with the scores of all metrics and their agreement with people."""

    def __init__(self, data, program, folder):
        self.data = data
        self.path, columns = scored(data, METRICS, program, folder)
        self.scores = {name: np.array(columns[key(name)]) for name, *_ in METRICS}
        if isinstance(data, Preferences):
            bootstrap = Bootstrap(data.references[:len(data.references) // 2])
            self.preferences = {name: kendall_like(bootstrap, scores) for name, scores in self.scores.items()}
            return
        bootstrap = Bootstrap(data.segments)
        human = {name: np.array(values) for name, values in data.human.items()}
        self.pearson = {h: {name: segment_pearson(bootstrap, x, y) for name, x in self.scores.items()} for h, y in human.items()}
        self.kendall = {h: segment_kendall(bootstrap, self.scores, y) for h, y in human.items()}
        if len(set(data.systems)) < 3 or data.task == "WMT17":
            return  # WMT17 judged most segments of one system only, so its systems did not translate the same text
        systems = Systems(bootstrap, data.systems)
        self.systems = len(systems.names)
        by_system = {name: systems.means(x) for name, x in self.scores.items()}
        by_system |= {name: systems.corpus(metric, data.candidates, data.references)
                      for name, metric in agreement.sacrebleu_corpus_metrics().items()}
        by_people = {h: systems.means(y) for h, y in human.items()}
        self.system_pearson = {h: {name: system_pearson(x, y) for name, x in by_system.items()} for h, y in by_people.items()}
        self.system_accuracy = {h: {name: system_accuracy(x, y) for name, x in by_system.items()} for h, y in by_people.items()}


def check(s, program):
    """Compares the correlations of a set of rows with those that wrd correlate computes from the same table."""
    if isinstance(s.data, Preferences):
        expected = {("segment", "kendall_like", "", name): v.value for name, v in s.preferences.items()}
        flags = ["--averaging", "item", "--micro"]
    else:
        kinds = {("segment", "pearson"): s.pearson, ("segment", "kendall_b"): s.kendall}
        if hasattr(s, "systems"):
            kinds |= {("system", "pearson"): s.system_pearson, ("system", "pairwise_accuracy"): s.system_accuracy}
        expected = {(*kind, h, name): v.value for kind, by in kinds.items() for h, values in by.items() for name, v in values.items() if name in s.scores}
        flags = ["--averaging", "none"]
    levels, statistics = (",".join(sorted({k[i] for k in expected})) for i in (0, 1))
    out = subprocess.run([program, "correlate", "--table", s.path, "--human", ",".join(map(human_key, s.data.human)),
                          "--measure", ",".join(key(name) for name in s.scores), "--level", levels, "--statistic", statistics, *flags,
                          "--interval", "none", "--format", "json"], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    found = {(r["level"], r["statistic"], r["human"], r["measure"]): r["value"] for r in json.loads(out)["rows"]}
    for (level, statistic, h, name), value in expected.items():
        by_wrd = found[level, statistic, human_key(h), key(name)]
        if abs(by_wrd - value) > 1e-9:
            raise SystemExit(f"{s.path}: {level} {statistic} of {name} with {human_key(h)} is {by_wrd} by wrd correlate, {value} here")


def markdown(head, rows):
    """Returns a table with right-aligned numbers."""
    lines = ["| " + " | ".join(head) + " |", "|---" + "|---:" * (len(head) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join([name, *map(str, values)]) + " |" for name, values in rows])


def each_metric(names, columns):
    """Returns a row for each metric; columns are functions of its name."""
    return [(name, [column(name) for column in columns]) for name in names]


def tasks(sets):
    """Returns the sets of rows with scores of each task, in order."""
    groups = collections.defaultdict(list)
    for s in sets:
        if not isinstance(s.data, Preferences):
            groups[s.data.task].append(s)
    return groups


def overall(group, name, statistic="pearson"):
    return mean([by[name] for s in group for by in getattr(s, statistic).values()])


def tables(sets, names):
    """Yields the names and contents of all tables, with rows for the named metrics."""
    groups = tasks(sets)
    unseen = {t: g for t, g in groups.items() if t != TUNED_ON}
    yield "summary", markdown(["", *unseen], each_metric(
        names, [lambda name, g=g: overall(g, name) for g in unseen.values()]))
    yield "kendall", markdown(["", *unseen], each_metric(
        names, [lambda name, g=g: overall(g, name, "kendall") for g in unseen.values()]))
    yield "differences", markdown(["", *unseen], [
        (f"{name} − {other}", [difference(overall(g, name) - overall(g, other)) for g in unseen.values()])
        for name, other in PAIRS if name in names])
    for task, group in groups.items():
        rows = [name for name in names if task != TUNED_ON or name not in SUPERVISED]
        label = lambda s, h: h or s.data.name
        columns = [(label(s, h), s, h) for s in group for h in s.data.human]
        if len(columns) == 1:
            continue
        yield f"pearson {task}", markdown(["", *(c[0] for c in columns)], each_metric(
            rows, [lambda name, s=s, h=h: s.pearson[h][name] for _, s, h in columns]))
        yield f"kendall {task}", markdown(["", *(c[0] for c in columns)], each_metric(
            rows, [lambda name, s=s, h=h: s.kendall[h][name] for _, s, h in columns]))
    preferences = [s for s in sets if isinstance(s.data, Preferences)]
    yield "preferences", markdown(["", *(f"{s.data.task} {s.data.name}" for s in preferences)], each_metric(
        names, [lambda name, s=s: s.preferences[name] for s in preferences]))
    for what in ("pearson", "accuracy"):
        columns = [(f"{s.data.task} {h or s.data.name} ({s.systems})", s, h) for s in sets if hasattr(s, "systems") for h in s.data.human]
        with_corpus = names + list(agreement.sacrebleu_corpus_metrics())
        yield f"systems {what}", markdown(["", *(c[0] for c in columns)], each_metric(
            with_corpus, [lambda name, s=s, h=h: getattr(s, f"system_{what}")[h][name] for _, s, h in columns]))
    yield "length", length([s for s in sets if s.data.task in ("TED 2021", "SummEval")])
    yield "worst", worst([s for s in sets if s.data.task in MANY_RATERS])


def difference(value):
    low, high = value.interval()
    return f"{100 * value.value:+.1f} [{100 * low:+.1f}, {100 * high:+.1f}]"


SHARE = 0.05  # the share of segments that count as worst
MANY_RATERS = ("WMT15", "WMT17")  # the sets whose human scores are means of many raters
SHOWN = [DEFAULT, ALL, SMALL, "`wmd`", "`bertscore`", *RIVALS]


def worst(sets):
    """Returns the gaps between ranks by metrics and by people for the segments where that of the default is widest."""
    features, gaps, names = [], [], [name for name in SHOWN if name not in SUPERVISED]
    for s in sets:
        gaps.append(rank_gaps(s, names))
        features += [shape(c.lower().split(), r.lower().split()) for c, r in zip(s.data.candidates, s.data.references)]
    gaps, features = np.concatenate(gaps), np.array(features)
    order, n = np.argsort(gaps[:, 0], kind="stable"), int(SHARE * len(gaps))
    return markdown(["", "segments", "words", "shared words", *names], [
        (name, [len(at), f"{features[at, 0].mean():.1f}", f"{100 * features[at, 1].mean():.0f}%", *(f"{100 * gap:+.0f}" for gap in gaps[at].mean(axis=0))])
        for name, at in [("ranked much too low", order[:n]), ("ranked much too high", order[-n:]), ("all others", order[n:-n])]])


def list_worst(sets, n):
    """Prints, for each task, the n segments that the default ranks most too low, then the n that it ranks most too high."""
    for task, group in tasks(sets).items():
        rows = []
        for s in group:
            gaps = rank_gaps(s, [DEFAULT])[:, 0]
            rows += zip(gaps, [s.data.name] * len(gaps), s.data.segments, s.data.candidates, s.data.references)
        rows.sort(key=lambda row: row[0])
        for gap, name, segment, candidate, reference in rows[:n] + rows[::-1][:n]:
            print(f"{task} {name} {segment}: {100 * gap:+.0f}\n  candidate  {candidate}\n  reference  {reference}")


def rank_gaps(s, names):
    """Returns rank by metric minus rank by people, as shares of the number of rows: rows × metrics."""
    human = stats.rankdata(s.data.human[""])
    return np.stack([stats.rankdata(s.scores[name]) - human for name in names], axis=1) / len(human)


def length(sets):
    """Returns how human scores and metrics correlate with the number of words of the candidate."""
    words = [[len(c.split()) for c in s.data.candidates] for s in sets]
    r = lambda w, scores: f"{100 * np.corrcoef(w, scores)[0, 1]:+.1f}"
    people = [", ".join(f"{h} {r(w, scores)}".strip() for h, scores in s.data.human.items()) for s, w in zip(sets, words)]
    return markdown(["", *(s.data.task for s in sets)], [("people", people)] + [
        (name, [r(w, s.scores[name]) for s, w in zip(sets, words)]) for name in SHOWN + ["`add`"]])


def shape(candidate, reference):
    """Returns the number of words of a reference and the share of words that it shares with a candidate."""
    shared = sum((collections.Counter(candidate) & collections.Counter(reference)).values())
    return len(reference), 2 * shared / (len(candidate) + len(reference))


POWERS = ["1", "0.75", "0.5", "0.25", "0"]
WEIGHTS = ["0", "0.1", "0.25", "0.4"]


def choice(sets, program, folder):
    """Returns the agreement for each value of the options on the sets on which they are chosen."""
    metrics = [(f"P {p} W {w}", f"--spelling --mass-power {p} --order-weight {w}", "wrd_similarity") for p in POWERS for w in WEIGHTS]
    found = {}
    for task, group in tasks(sets).items():
        if task not in ("WMT15", "SummEval"):
            continue
        columns = [(scored(s.data, metrics, program, folder)[1], h) for s in group for h in s.data.human.values()]
        for name, *_ in metrics:
            found[task, name] = 100 * np.mean([np.corrcoef(scores[key(name)], h)[0, 1] for scores, h in columns])
    cell = lambda p, w: [found[task, f"P {p} W {w}"] for task in ("WMT15", "SummEval")]
    return markdown(["", *(f"`--order-weight {w}`" for w in WEIGHTS)], [
        (f"`--mass-power {p}`", ["{:.1f} · {:.1f} · **{:.1f}**".format(*cell(p, w), np.mean(cell(p, w))) for w in WEIGHTS]) for p in POWERS])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default="../shared/data")
    parser.add_argument("--tables", default=tempfile.mkdtemp())
    parser.add_argument("--worst", type=int, default=0, metavar="N")
    args = parser.parse_args()
    os.makedirs(args.tables, exist_ok=True)
    program = agreement.build()
    sets = [Scored(data, program, args.tables) for data in read(args.data)]
    for s in sets:
        check(s, program)
    found = dict(tables(sets, [name for name, *_ in METRICS])) | {"choice": choice(sets, program, args.tables)}
    agreement.data({name: table.split("\n") for name, table in found.items()})
    agreement.write("docs/agreement.md", {"summary": dict(tables(sets, SELECTED))["summary"].split("\n")})
    list_worst([s for s in sets if s.data.task in MANY_RATERS], args.worst)


if __name__ == "__main__":
    main()
