#!/usr/bin/env python3
"""Writes the tables of encoders and layers in docs/data/agreement, and that of docs/encoders.md.

    pip install sacrebleu==2.6.0 pyarrow numpy scipy
    python3 bench/encoders.py --data ../shared/data --encoder DIR --encoder DIR --scores FOLDER

--data has the folders mt, summarization and sts. The built-in encoders are always there, context-en-large computed in
int8 as --purpose translation has it, all others in float32; --encoder names the folder of another one, all-MiniLM-L6-v2
or bge-small-en-v1.5. What is not given stands as – in the tables, unless --scores has its scores. Layers are compared
on WMT15, SummEval and STS-B dev alone, the built-in encoders not on WMT15, on which they were tuned; the layer that wrd
takes by itself is scored on the other sets. --scores keeps the scores in a folder, and reads those that it finds:
bge-small takes milliseconds a sentence, and the sets have 100,000. Intervals are those of a paired bootstrap of segments within language pairs, or of
topics, or of pairs of sentences. --rounds N times the settings in turns, N times each, in processor time on one thread;
the median counts. With --rounds 0, or without a folder for each encoder, docs/encoders.md stays as it is.
"""

import argparse
import os
import resource
import shlex
import statistics
import subprocess
import tempfile

import numpy as np
import pyarrow.parquet as pq

import agreement
import purposes
from agreement_statistics import Bootstrap, Value, mean, segment_pearson

BUILT_IN = ["context-en-large", "context-en"]
LAYERS = {"context-en-large": 7, "context-en": 3, "all-MiniLM-L6-v2": 6, "bge-small-en-v1.5": 12}
DEFAULT = {"context-en-large": 7, "context-en": 3, "all-MiniLM-L6-v2": 4, "bge-small-en-v1.5": 7}
SETS = {
    "WMT15": ["mt/wmt15_da.jsonl"],
    "WMT17": ["mt/wmt17_da.jsonl"],
    "WMT21": [f"mt/wmt21_{pair}_da.jsonl.gz" for pair in ("is-en", "ja-en", "ru-en")],
    "TED 2021": ["mt/ted2021_zh-en_mqm.jsonl.gz"],
}
BETTER = "WMT21, better half"
COLUMNS = ["WMT17", "WMT21", BETTER, "TED 2021"]
MEASURES = "--measure wrd,relaxed,bertscore"
WORDS = "--purpose translation --vectors distilled-en"
FASTER = "--encoder context-en --precision int8 --context-weight 0.7"
NONE = "–"


class Scores:
    """Scores of wrd and sacreBLEU by set and setting, each computed once."""

    def __init__(self, data, encoders, folder):
        self.data, self.encoders, self.folder, self.program, self.rows = data, encoders, folder, agreement.build(), {}
        os.makedirs(folder, exist_ok=True)

    def texts(self, name):
        """Returns the rows of a set."""
        if name == "STS-B dev":
            candidates, (references,), by = purposes.sts(self.data, "dev")
            return [{"candidate": c, "reference": r, "human": h, "lp": "", "seg_id": i}
                    for i, (c, r, h) in enumerate(zip(candidates, references, by[""].human[0]))]
        if name not in self.rows:
            files = SETS.get(name, ["summarization/summeval.jsonl.gz"])
            self.rows[name] = [row for file in files for row in agreement.rows(os.path.join(self.data, file))
                               if row["human"] is not None]
        return self.rows[name]

    def __call__(self, name, label, flags=None):
        """Returns the columns of scores of a set, None if the encoder is not given."""
        path = os.path.join(self.folder, f"{name} {label}.npz".replace(" ", "_"))
        if not os.path.exists(path):
            candidates, references = ([row[key] if key in row else row["references"][0] for row in self.texts(name)]
                                      for key in ("candidate", "reference"))
            columns = self.columns(candidates, references, label, flags)
            if columns is None:
                return None
            np.savez(path, **columns)
        return np.load(path)

    def columns(self, candidates, references, label, flags):
        if flags is None:
            metric = agreement.sacrebleu_metrics()[label]
            return {"score": np.array(agreement.sentence_scores(metric)(candidates, references)[0])}
        encoder = label.split("@")[0]
        if encoder in DEFAULT and encoder not in self.encoders:
            return None
        files, at = in_systems(candidates, references)
        with tempfile.TemporaryDirectory() as folder:
            for number, texts in enumerate(files):
                with open(f"{folder}/{number}", "w", encoding="utf-8") as f:
                    f.writelines(text.replace("\n", " ") + "\n" for text in texts)
            systems = [x for number in range(1, len(files)) for x in ("-c", f"{folder}/{number}")]
            subprocess.run([self.program, "score", "-r", f"{folder}/0", *systems, "-o", f"{folder}/out",
                            *shlex.split(flags)], check=True, stdout=subprocess.DEVNULL)
            table = pq.read_table(f"{folder}/out/segments.parquet")
            numbers = zip(table["system"].to_pylist(), table["segment"].to_pylist())
            found = {number: i for i, number in enumerate(numbers)}
            rows = [found[str(system), line] for system, line in at]
            return {name: table[name].to_numpy()[rows] for name in table.column_names
                    if table[name].type == "double" and name != "human"}

    def encoded(self, name, encoder, layer, weight):
        """Returns the columns of scores on the states of a layer, with a context weight."""
        precision = "int8" if encoder == BUILT_IN[0] else "float32"
        flags = (f"--encoder {self.encoders.get(encoder, encoder)} --layer {layer} --context-weight {weight} "
                 f"--precision {precision} {MEASURES}")
        return self(name, f"{encoder}@{layer} {weight}", flags)


def in_systems(candidates, references, most=16):
    """Returns lists of texts, first references, then candidates for them, as if of several systems, and the number of
    the list and of the line of each candidate. So a reference of several candidates is encoded once."""
    lines, at, last = [], [], {}
    for candidate, reference in zip(candidates, references):
        line = last.get(reference)
        if line is None or len(lines[line]) > most:
            line = last[reference] = len(lines)
            lines.append([reference])
        at.append((len(lines[line]), line))
        lines[line].append(candidate)
    width = max(map(len, lines))
    return [[line[i] if i < len(line) else line[0] for line in lines] for i in range(width)], at


class Agreement:
    """Pearson's r with people of a column, the mean over its language pairs."""

    def __init__(self, scores, column):
        self.set = "WMT21" if column == BETTER else column
        rows = scores.texts(self.set)
        self.groups = [np.array(g) for g in purposes.grouped(rows, "lp")]
        if column == BETTER:
            self.groups = [better_half(rows, g) for g in self.groups]
        human = np.array([row["human"] for row in rows], float)
        self.human = [human[g] for g in self.groups]
        self.bootstraps = [Bootstrap([str(rows[i]["seg_id"]) for i in g]) for g in self.groups]

    def __call__(self, scores):
        return mean([segment_pearson(b, scores[g], h) for b, g, h in zip(self.bootstraps, self.groups, self.human)])


def better_half(rows, group):
    """Returns the rows of a group that are of the half of its systems with the higher mean human score."""
    systems = {rows[i]["system"]: [] for i in group}
    for i in group:
        systems[rows[i]["system"]].append(rows[i]["human"])
    best = sorted(systems, key=lambda system: -np.mean(systems[system]))[:len(systems) // 2]
    return np.array([i for i in group if rows[i]["system"] in best])


def settings():
    """Yields the rows of the table: a name, and a function of scores and a set's name that gives scores or None."""
    def words(label, flags, column="wrd_similarity"):
        return lambda scores, name: scores(name, label, flags)[column]

    def states(encoder, weight, column):
        def of(scores, name):
            columns = scores.encoded(name, encoder, DEFAULT[encoder], weight)
            return None if columns is None else columns[column]
        return of

    yield "vectors of words, `wrd`, the default", words("default", MEASURES)
    yield "vectors of words, `bertscore`", words("default", MEASURES, "bertscore_f1")
    yield "vectors of words, `--purpose translation`", words("fast", WORDS)
    for encoder, layer in DEFAULT.items():
        yield f"{encoder}, layer {layer}, `wrd`", states(encoder, "0", "wrd_similarity")
        yield f"{encoder}, layer {layer}, `--context-weight 0.7`", states(encoder, "0.7", "wrd_similarity")
        yield f"{encoder}, layer {layer}, `bertscore`", states(encoder, "0", "bertscore_f1")
    yield "chrF++", lambda scores, name: scores(name, "chrF++")["score"]
    yield "sentence-BLEU", lambda scores, name: scores(name, "sentence-BLEU")["score"]


def shown(value):
    low, high = value.interval()
    return f"{100 * value.value:+.1f} [{100 * low:+.1f}, {100 * high:+.1f}]"


def of_encoders(scores):
    """Returns the table of agreement on translations, that of differences, and the agreement by row and column."""
    agreements = {column: Agreement(scores, column) for column in COLUMNS}
    head = ["| | " + " | ".join(COLUMNS) + " |", "|---" + "|---:" * len(COLUMNS) + "|"]
    found, lines = {}, list(head)
    for row, of in settings():
        for column, agree in agreements.items():
            values = of(scores, agree.set)
            if values is not None:
                found[row, column] = agree(values)
        lines.append(f"| {row} | " + " | ".join(str(found.get((row, column), NONE)) for column in COLUMNS) + " |")
    differences = list(head)
    for encoder, layer in DEFAULT.items():
        row = f"{encoder}, layer {layer}, "
        for first, second in ((row + "`wrd`", "vectors of words, `wrd`, the default"),
                              (row + "`wrd`", row + "`bertscore`"),
                              (row + "`--context-weight 0.7`", row + "`wrd`"),
                              (row + "`--context-weight 0.7`", row + "`bertscore`"),
                              (row + "`--context-weight 0.7`", "vectors of words, `--purpose translation`"),
                              (row + "`--context-weight 0.7`", "chrF++")):
            cells = [shown(found[first, column] - found[second, column])
                     if (first, column) in found and (second, column) in found else NONE for column in COLUMNS]
            differences.append(f"| {first} − {second.removeprefix(row)} | " + " | ".join(cells) + " |")
    return lines, differences, found


def of_layers(scores):
    """Returns the table of agreement by layer: WMT15, plain and with neighbours, SummEval, and STS-B dev."""
    translation, similarity = Agreement(scores, "WMT15"), Agreement(scores, "STS-B dev")
    rows = scores.texts("SummEval")
    kendall = purposes.Kendall(purposes.grouped(rows, "topic"), [row["human"]["relevance"] for row in rows])

    def relevance(values):
        value, draws = kendall(values)
        return Value(value / 100, draws / 100)

    columns = [("WMT15, `wrd`", "WMT15", "0", "wrd_similarity", translation),
               ("WMT15, `--context-weight 0.7`", "WMT15", "0.7", "wrd_similarity", translation),
               ("WMT15, `relaxed`, F1, 0.7", "WMT15", "0.7", "wrd_f1", translation),
               ("WMT15, `bertscore`", "WMT15", "0", "bertscore_f1", translation),
               ("SummEval, `wrd_recall`", "SummEval", "0", "wrd_recall", relevance),
               ("SummEval, `bertscore`, recall", "SummEval", "0", "bertscore_r", relevance),
               ("STS-B dev, `wrd`", "STS-B dev", "0", "wrd_similarity", similarity),
               ("STS-B dev, `bertscore`", "STS-B dev", "0", "bertscore_f1", similarity)]
    lines = ["| | " + " | ".join(title for title, *_ in columns) + " |", "|---" + "|---:" * len(columns) + "|"]
    for encoder, layers in LAYERS.items():
        for layer in range(layers + 1):
            cells = []
            for _, name, weight, column, agree in columns:
                tuned = name == "WMT15" and encoder in BUILT_IN
                found = None if tuned else scores.encoded(name, encoder, layer, weight)
                cells.append(NONE if found is None else str(agree(found[column])))
            if not any(cell.strip(NONE) for cell in cells):
                continue
            mark = "**" if layer == DEFAULT[encoder] else ""
            lines.append(f"| {encoder}, layer {mark}{layer}{mark} | " + " | ".join(cells) + " |")
    return lines


def of_worth(scores, found, rounds):
    """Returns the table of agreement and of the seconds for the texts of WMT15, None if an encoder is not given."""
    rows = [("vectors of words (`distilled-en`)", "", "vectors of words, `wrd`, the default"),
            (f"`{WORDS}`", WORDS, "vectors of words, `--purpose translation`")]
    for encoder, layer in DEFAULT.items():
        if encoder not in scores.encoders:
            return None
        if encoder == "all-MiniLM-L6-v2":
            continue  # behind the built-in encoders, and slower: the page has others
        flags, of = f"--encoder {scores.encoders[encoder]}", f"{encoder}, layer {layer}, "
        precision = " --precision int8" if encoder == BUILT_IN[0] else ""
        if encoder == BUILT_IN[1]:
            rows.append((f"`{FASTER}`", FASTER, FASTER))
            found |= {(FASTER, column): Agreement(scores, column)(scores(column, "faster", FASTER)["wrd_similarity"])
                      for column in COLUMNS if column != BETTER}
        rows.append((f"`--encoder {encoder}{precision}`", flags + precision, of + "`wrd`"))
        rows.append(("the same with `--context-weight 0.7`", flags + precision + " --context-weight 0.7",
                     of + "`--context-weight 0.7`"))
    spent = seconds(scores, [flags for _, flags, _ in rows], rounds)
    sets = [name for name in COLUMNS if name != BETTER]
    lines = ["| | " + " | ".join(sets) + " | seconds |", "|---" + "|---:" * (len(sets) + 1) + "|"]
    for (name, flags, row), used in zip(rows, spent):
        cells = [f"{100 * found[row, c].value:.1f}" if (row, c) in found else NONE for c in sets]
        lines.append(f"| {name} | " + " | ".join(cells) + f" | {used:.{1 if used >= 1 else 2}f} |")
    return lines


def seconds(scores, settings, rounds):
    """Returns the median processor time of wrd score on one thread for WMT15 with each of the flags."""
    spent = [[] for _ in settings]
    rows = scores.texts("WMT15")
    with tempfile.TemporaryDirectory() as folder:
        for number in range(rounds + 1):
            for key in ("candidate", "reference"):
                with open(f"{folder}/{key}", "w", encoding="utf-8") as f:
                    f.writelines(row[key].replace("\n", " ") + "\n" for row in (rows if number else rows[:1]))
            for flags, of in zip(settings, spent):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                subprocess.run([scores.program, "score", "--threads", "1", "-c", f"{folder}/candidate", "-r",
                                f"{folder}/reference", *shlex.split(flags)], check=True, stdout=subprocess.DEVNULL)
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                if number:  # the first turn, with one pair, fills the cache
                    of.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return [statistics.median(of) for of in spent]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="../shared/data")
    parser.add_argument("--encoder", action="append", default=[], metavar="DIR")
    parser.add_argument("--scores", default=tempfile.mkdtemp(), metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    args = parser.parse_args()
    encoders = {name: name for name in BUILT_IN} | {os.path.basename(os.path.abspath(d)): d for d in args.encoder}
    scores = Scores(args.data, encoders, args.scores)
    layers = of_layers(scores)
    table, differences, found = of_encoders(scores)
    agreement.data({"encoders": table, "encoder differences": differences, "layers": layers})
    if args.rounds and (worth := of_worth(scores, found, args.rounds)):
        agreement.write("docs/encoders.md", {"worth": worth})


if __name__ == "__main__":
    main()
