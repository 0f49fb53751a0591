#!/usr/bin/env python3
"""Writes docs/data/purposes: what was tried for wrd's --purpose. Also three files of docs/data/agreement: how the choices
do on unseen data, and where they are wrong.

    pip install sacrebleu==2.6.0 pyarrow numpy scipy
    python3 bench/purposes.py --data ../shared/data

--data has the folders mt, summarization and sts. Scores come from wrd score. Development: WMT15 (Pearson's r with
people, mean over language pairs) for vectors of words, and for the built-in encoders, which were tuned on WMT15, WMT21
is-en and WMT23 he-en (Kendall's tau-b within segments, mean over segments); SummEval (Kendall's tau-b within topics,
mean over topics), STS-B train and dev (Pearson's r). Intervals are those of a paired bootstrap of 1,000 draws: of
segments within language pairs, all translations of a segment together, of topics, of pairs. bench/wrong.tsv has the segments with the largest
disagreement, each with the cause that a reader gave it. Of docs/data/purposes, mixes.tsv, partial.tsv, partial-words.tsv and
without-option.tsv are not made here: trial programs computed the same distances, checked against wrd's to 1e-6.
"""

import argparse
import collections
import os
import shlex
import subprocess
import tempfile

import numpy as np
import pyarrow.parquet as pq
from scipy.stats import kendalltau

import agreement

DRAWS = 1000
CONTEXT, TRANSLATION = "--context-weight 0.7", "--purpose translation"
FAST = "--purpose translation --vectors distilled-en"
ENCODER = "--encoder context-en"
SUMMARY, SIMILARITY = "--purpose summary", "--purpose similarity"
TRIED = {
    "translation": [
        TRANSLATION, f"{TRANSLATION} {ENCODER}", FAST, "",
        *(f"{TRANSLATION} {flags}" for flags in (
            "--precision float32", "--context-weight 0", "--context-weight 0.3", "--context-weight 0.5",
            "--context-weight 1", "--context-weight 1.5", "--mass-power 0.5", "--mass-power 2", "--measure wrd_recall",
            "--measure relaxed", "--measure bertscore"))],
    "words": [
        FAST, "", "--context-weight 0.3", "--context-weight 0.5", CONTEXT, "--context-weight 1",
        "--context-weight 1.5", "--order-weight 0.25", "--order-weight 0.25 --mass-power 0.5",
        *(f"{FAST} {flags}" for flags in (
            "--context-weight 0.5", "--context-weight 1", "--order-weight 0.1", "--order-weight 0.5",
            "--order-weight 1", "--mass-power 0.5", "--mass-power 0.75", "--mass-power 1.25", "--spelling unknown",
            "--spelling all", "--oov skip", "--convert A", "--convert AW", "--converter distilled-en", "--measure wrd_recall",
            "--measure relaxed"))],
    "summary": [
        SUMMARY, "", f"{ENCODER} {CONTEXT}", "--measure relaxed",
        *(f"{SUMMARY} {flags}" for flags in (
            "--context-weight 0.15", "--context-weight 0.3", "--context-weight 0.7", "--order-weight 0.1",
            "--order-weight 0.25", "--mass-power 0.5", "--mass-power 1.5", "--spelling unknown", "--spelling all",
            "--oov skip", "--convert A", "--convert AW", "--converter distilled-en", ENCODER,
            f"{ENCODER} --context-weight 0.3", f"{ENCODER}-large --precision int8"))],
    "references": [
        f"{flags} --multi-reference {policy}".strip()
        for flags in (SUMMARY, "", f"{ENCODER} {CONTEXT}", "--measure relaxed") for policy in ("nearest", "mean")],
    "similarity": [
        SIMILARITY, "", "--oov own", *(f"--oov own {flags}" for flags in (
            "--convert A", "--convert AW", "--convert UP", "--converter distilled-en",
            "--converter distilled-en --spelling unknown", "--measure relaxed")),
        *(f"{SIMILARITY} {flags}" for flags in (
            "--measure wrd", "--measure wrd_recall", "--spelling none", "--spelling all", "--oov skip",
            "--convert none", "--convert AW", "--convert UP", "--context-weight 0.1", "--context-weight 0.3",
            "--order-weight 0.1", "--mass-power 0.75", "--mass-power 1.25", "--mass-power 1.5", ENCODER,
            f"{ENCODER} --measure relaxed"))],
}
UNSEEN = ["", TRANSLATION, f"{ENCODER} {CONTEXT}", FAST, "--purpose summary", "--purpose similarity", "--purpose paper"]


def read(data, name):
    return list(agreement.rows(os.path.join(data, name)))


class Pearson:
    """Pearson's r × 100, the mean over groups of rows, and its bootstrap of segments within groups."""

    def __init__(self, groups, human, segments):
        human = np.array(human, float)
        self.groups = [np.array(g) for g in groups]
        self.human = [human[g] for g in self.groups]
        self.segments = segments
        draw = np.random.default_rng(12345)
        self.counts = []
        for g in self.groups:
            numbers = {}
            at = [numbers.setdefault(segments[i], len(numbers)) for i in g]
            n = len(numbers)
            self.counts.append(draw.multinomial(n, np.ones(n) / n, size=DRAWS).T.astype(float)[at])

    def __call__(self, scores):
        values = [np.corrcoef(scores[g], h)[0, 1] for g, h in zip(self.groups, self.human)]
        draws = [self.draw(scores[g], h, c) for g, h, c in zip(self.groups, self.human, self.counts)]
        return 100 * np.mean(values), 100 * np.mean(draws, axis=0)

    @staticmethod
    def draw(x, y, counts):
        x, y, n = x - x.mean(), y - y.mean(), counts.sum(0)
        mx, my = x @ counts / n, y @ counts / n
        variances = ((x * x) @ counts / n - mx ** 2) * ((y * y) @ counts / n - my ** 2)
        return ((x * y) @ counts / n - mx * my) / np.sqrt(variances)


class Kendall:
    """Kendall's tau-b × 100 within groups of rows, the mean over those that have one, and its bootstrap of groups."""

    def __init__(self, groups, human):
        self.groups, self.human = [np.array(g) for g in groups], np.array(human, float)
        n = len(self.groups)
        self.counts = np.random.default_rng(12345).multinomial(n, np.ones(n) / n, size=DRAWS).T.astype(float)

    def __call__(self, scores):
        tau = np.array([kendalltau(scores[g], self.human[g]).statistic for g in self.groups])
        known = ~np.isnan(tau)
        draws = (np.where(known, tau, 0) @ self.counts) / (known.astype(float) @ self.counts)
        return 100 * tau[known].mean(), 100 * draws


def grouped(rows, key):
    groups = collections.defaultdict(list)
    for i, row in enumerate(rows):
        groups[row[key]].append(i)
    return list(groups.values())


def score(program, flags, candidates, references):
    """Returns the scores of wrd score, higher for closer texts. references has a list of texts for each reference."""
    with tempfile.TemporaryDirectory() as folder:
        names = ["c"] + [f"r{k}" for k in range(len(references))]
        for name, texts in zip(names, [candidates, *references]):
            with open(f"{folder}/{name}", "w", encoding="utf-8") as f:
                f.writelines(text.replace("\n", " ") + "\n" for text in texts)
        given = [x for name in names[1:] for x in ("-r", f"{folder}/{name}")]
        subprocess.run([program, "score", "-c", f"{folder}/c", *given, "-o", f"{folder}/out", *shlex.split(flags)],
                       check=True, stdout=subprocess.DEVNULL)
        table = pq.read_table(f"{folder}/out/segments.parquet")
        column = next(c for c in ("wrd_similarity", "wrd_f1", "wrd_recall", "bertscore_f1") if c in table.column_names)
        return table[column].to_numpy()


def pearson_set(data, name):
    rows = [row for row in read(data, name) if row["human"] is not None]
    human, segments = ([row[key] for row in rows] for key in ("human", "seg_id"))
    statistic = Pearson(grouped(rows, "lp"), human, segments)
    return [r["candidate"] for r in rows], [[r["reference"] for r in rows]], {"": statistic}


def item_set(data, name):
    rows = [row for row in read(data, name) if row["human"] is not None]
    statistic = Kendall(grouped(rows, "seg_id"), [row["human"] for row in rows])
    return [r["candidate"] for r in rows], [[r["reference"] for r in rows]], {"": statistic}


def joined(sets):
    """One set of several files, each a group of its own."""
    candidates, references, groups, human, segments = [], [], [], [], []
    for c, (r,), statistic in sets:
        segments += statistic[""].segments
        for g, h in zip(statistic[""].groups, statistic[""].human):
            groups.append(g + len(candidates))
            human += [(i + len(candidates), x) for i, x in zip(g, h)]
        candidates, references = candidates + c, references + r
    return candidates, [references], {"": Pearson(groups, [x for _, x in sorted(human)], segments)}


def summeval(data, references):
    rows = read(data, "summarization/summeval.jsonl.gz")
    qualities = ("relevance", "consistency", "coherence", "fluency")
    statistics = {q: Kendall(grouped(rows, "topic"), [row["human"][q] for row in rows]) for q in qualities}
    return [r["candidate"] for r in rows], [[r["references"][k] for r in rows] for k in range(references)], statistics


def sts(data, part):
    with open(f"{data}/sts/STS-B/{part}.tsv", encoding="utf-8") as f:
        gold, a, b = zip(*(line.rstrip("\n").split("\t") for line in f))
    return list(a), [list(b)], {"": Pearson([range(len(a))], gold, range(len(a)))}


def write_data(name, rows):
    """Writes docs/data/purposes/NAME.tsv."""
    with open(f"docs/data/purposes/{name}.tsv", "w", encoding="utf-8", newline="\n") as f:
        f.writelines("\t".join(row) + "\n" for row in rows)


def tried(program, name, sets):
    """A table of settings: values, and differences to the first with their intervals."""
    columns = [f"{title} {statistic}".strip() for title, (_, _, statistics) in sets.items() for statistic in statistics]
    rows = [["settings", *(head for c in columns for head in (c, f"{c} difference"))]]
    first = {}
    for flags in TRIED[name]:
        cells = []
        for title, (candidates, references, statistics) in sets.items():
            # The flags are those of wrd sts there, which leaves unknown words out unless told otherwise.
            skips = name == "similarity" and "--purpose" not in flags and "--oov" not in flags
            scores = score(program, f"{flags} --oov skip".strip() if skips else flags, candidates, references)
            for key, statistic in statistics.items():
                value, draws = statistic(scores)
                if (title, key) not in first:
                    first[title, key] = value, draws
                    cells += [f"{value:.2f}", ""]
                    continue
                other, others = first[title, key]
                low, high = np.percentile(draws - others, [2.5, 97.5])
                cells += [f"{value:.2f}", f"{value - other:+.2f} ({low:+.2f} to {high:+.2f})"]
        rows.append([flags or "no flags", *cells])
    return rows


def unseen(program, sets):
    chrf = agreement.sacrebleu_metrics()["chrF++"]
    lines = ["| | " + " | ".join(sets) + " |", "|---" + "|---:" * len(sets) + "|"]
    for flags in [*UNSEEN, "chrF++"]:
        cells = []
        for candidates, references, statistics in sets.values():
            if flags == "chrF++":
                scores, = agreement.sentence_scores(chrf)(candidates, references[0])
                scores = np.array(scores)
            else:
                scores = score(program, flags, candidates, references)
            value, draws = statistics[""](scores)
            cells.append(f"{value:.1f} ±{1.96 * draws.std():.1f}")
        lines.append(f"| {f'`{flags}`' if flags.startswith('--') else flags or 'no flags'} | " + " | ".join(cells) + " |")
    return lines


def causes(program, data):
    """What the segments of each cause cost: the correlation without them, and without as many others at random."""
    wrong = collections.defaultdict(lambda: collections.defaultdict(list))
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "wrong.tsv"), encoding="utf-8") as f:
        next(f)
        for line in f:
            name, number, cause = line.rstrip("\n").split("\t")
            wrong[name][cause].append(int(number) - 1)
    tables = {}
    for name, flags, (candidates, references, statistics), key in (
            ("WMT15", FAST, pearson_set(data, "mt/wmt15_da.jsonl"), ""),
            ("SummEval", SUMMARY, summeval(data, 1), "relevance")):
        statistic = statistics[key]
        scores = score(program, flags, candidates, references)
        human = np.empty(len(scores))
        for k, g in enumerate(statistic.groups):
            human[g] = statistic.human[k] if key == "" else statistic.human[g]

        def value(without):
            kept = [g[~np.isin(g, without)] for g in statistic.groups]
            if key == "":
                return 100 * np.mean([np.corrcoef(scores[g], human[g])[0, 1] for g in kept])
            return 100 * np.nanmean([kendalltau(scores[g], human[g]).statistic for g in kept if len(g) > 2])

        base, draw = value([]), np.random.default_rng(12345)
        lines = [f"| cause | segments | ranked too high | without them, from {base:.2f} | without as many others |",
                 "|---|---:|---:|---:|---:|"]
        everything = [i for list_ in wrong[name].values() for i in list_]
        rank = np.empty(len(scores))
        for g in statistic.groups:
            rank[g] = (np.argsort(np.argsort(scores[g])) - np.argsort(np.argsort(human[g]))) / len(g)
        for cause, list_ in [*sorted(wrong[name].items(), key=lambda c: -len(c[1])), ("all of them", everything)]:
            others = []
            for _ in range(100):
                removed = [draw.choice(g, np.isin(g, list_).sum(), replace=False) for g in statistic.groups]
                others.append(value(np.concatenate(removed)))
            low, high = np.percentile(others, [2.5, 97.5])
            lines.append(f"| {cause} | {len(list_)} | {(rank[list_] > 0).sum()} | {value(list_) - base:+.2f} | "
                         f"{low - base:+.2f} to {high - base:+.2f} |")
        tables[f"wrong {name}"] = lines
    return tables


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="../shared/data")
    data = parser.parse_args().data
    program = agreement.build()
    wmt21 = {pair: pearson_set(data, f"mt/wmt21_{pair}_da.jsonl.gz") for pair in ("is-en", "ja-en", "ru-en")}
    tables = {
        "translation": tried(program, "translation", {
            "WMT21 is-en": wmt21["is-en"], "WMT23 he-en, τ": item_set(data, "mt/wmt23_he-en_mqm.jsonl.gz")}),
        "words": tried(program, "words", {"WMT15": pearson_set(data, "mt/wmt15_da.jsonl")}),
        "summary": tried(program, "summary", {"": summeval(data, 1)}),
        "references": tried(program, "references", {"": summeval(data, 11)}),
        "similarity": tried(program, "similarity", {"STS-B dev": sts(data, "dev"), "STS-B train": sts(data, "train")}),
    }
    for name, rows in tables.items():
        write_data(name, rows)
    agreement.data({
        "unseen purposes": unseen(program, {
            "WMT17": pearson_set(data, "mt/wmt17_da.jsonl"), "WMT21 ja-en, ru-en": joined([wmt21["ja-en"], wmt21["ru-en"]]),
            "TED 2021": pearson_set(data, "mt/ted2021_zh-en_mqm.jsonl.gz"), "STS-B test": sts(data, "test")}),
    })
    agreement.data(causes(program, data))


if __name__ == "__main__":
    main()
