#!/usr/bin/env python3
"""Writes the tables of encoders and layers of docs/agreement.md.

    pip install sacrebleu==2.6.0 pyarrow numpy scipy
    python3 bench/encoders.py --data ../shared/data --encoder DIR --encoder DIR --scores FOLDER

--data has the folders mt and summarization. context-en is always there; --encoder names the folder of another encoder,
all-MiniLM-L6-v2 or bge-small-en-v1.5. What is not given stands as – in the tables, unless --scores has its scores.
Layers are compared on WMT15 and SummEval alone; the layer that wrd takes by itself is scored on the other sets.
--scores keeps the scores in a folder, and reads those that it finds: bge-small takes milliseconds a sentence, and the
sets have 100,000. Intervals are those of a paired bootstrap of segments within language pairs, or of topics.
"""

import argparse
import os
import shlex
import subprocess
import tempfile

import numpy as np
import pyarrow.parquet as pq

import agreement
import purposes
from agreement_statistics import Bootstrap, Value, mean, segment_pearson

LAYERS = {"context-en": 3, "all-MiniLM-L6-v2": 6, "bge-small-en-v1.5": 12}
DEFAULT = {"context-en": 3, "all-MiniLM-L6-v2": 4, "bge-small-en-v1.5": 7}
SETS = {
    "WMT15": ["mt/wmt15_da.jsonl"],
    "WMT17": ["mt/wmt17_da.jsonl"],
    "WMT21": [f"mt/wmt21_{pair}_da.jsonl.gz" for pair in ("is-en", "ja-en", "ru-en")],
    "TED 2021": ["mt/ted2021_zh-en_mqm.jsonl.gz"],
}
MEASURES = "--measure wrd,relaxed,bertscore"
NONE = "–"


class Scores:
    """Scores of wrd and sacreBLEU by set and setting, each computed once."""

    def __init__(self, data, encoders, folder):
        self.data, self.encoders, self.folder, self.program, self.rows = data, encoders, folder, agreement.build(), {}
        os.makedirs(folder, exist_ok=True)

    def texts(self, name):
        """Returns the rows of a set."""
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
        if encoder in LAYERS and encoder not in self.encoders:
            return None
        with tempfile.TemporaryDirectory() as folder:
            for name, texts in (("c", candidates), ("r", references)):
                with open(f"{folder}/{name}", "w", encoding="utf-8") as f:
                    f.writelines(text.replace("\n", " ") + "\n" for text in texts)
            subprocess.run([self.program, "score", "-c", f"{folder}/c", "-r", f"{folder}/r", "-o", f"{folder}/out",
                            *shlex.split(flags)], check=True, stdout=subprocess.DEVNULL)
            table = pq.read_table(f"{folder}/out/segments.parquet")
            return {name: table[name].to_numpy() for name in table.column_names
                    if table[name].type == "double" and name != "human"}

    def encoded(self, name, encoder, layer, weight):
        """Returns the columns of scores on the states of a layer, with a context weight."""
        flags = f"--encoder {self.encoders.get(encoder, encoder)} --layer {layer} --context-weight {weight} {MEASURES}"
        return self(name, f"{encoder}@{layer} {weight}", flags)


class Agreement:
    """Pearson's r with people of a set, the mean over its language pairs."""

    def __init__(self, scores, name):
        rows = scores.texts(name)
        self.groups = [np.array(g) for g in purposes.grouped(rows, "lp")]
        human = np.array([row["human"] for row in rows], float)
        self.human = [human[g] for g in self.groups]
        self.bootstraps = [Bootstrap([str(rows[i]["seg_id"]) for i in g]) for g in self.groups]

    def __call__(self, scores):
        return mean([segment_pearson(b, scores[g], h) for b, g, h in zip(self.bootstraps, self.groups, self.human)])


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
    yield "vectors of words, `--purpose translation`", words("fast", "--purpose translation --vectors distilled-en")
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
    """Returns the table of agreement on translations, and that of differences."""
    agreements = {name: Agreement(scores, name) for name in SETS}
    found, lines = {}, ["| | " + " | ".join(SETS) + " |", "|---" + "|---:" * len(SETS) + "|"]
    for row, of in settings():
        cells = []
        for name, agree in agreements.items():
            values = of(scores, name)
            if values is None:
                cells.append(NONE)
                continue
            found[row, name] = agree(values)
            cells.append(str(found[row, name]))
        lines.append(f"| {row} | " + " | ".join(cells) + " |")
    differences = ["| | " + " | ".join(SETS) + " |", "|---" + "|---:" * len(SETS) + "|"]
    for encoder, layer in DEFAULT.items():
        row = f"{encoder}, layer {layer}, "
        for first, second in ((row + "`wrd`", "vectors of words, `wrd`, the default"),
                              (row + "`wrd`", row + "`bertscore`"),
                              (row + "`--context-weight 0.7`", row + "`wrd`"),
                              (row + "`--context-weight 0.7`", "vectors of words, `--purpose translation`"),
                              (row + "`--context-weight 0.7`", "chrF++")):
            cells = [shown(found[first, name] - found[second, name])
                     if (first, name) in found and (second, name) in found else NONE for name in SETS]
            differences.append(f"| {first} − {second.removeprefix(row)} | " + " | ".join(cells) + " |")
    return lines, differences


def of_layers(scores):
    """Returns the table of agreement by layer: WMT15, plain and with neighbours, and SummEval."""
    agree, rows = Agreement(scores, "WMT15"), scores.texts("SummEval")
    topics = purposes.grouped(rows, "topic")
    relevance = purposes.Kendall(topics, [row["human"]["relevance"] for row in rows])
    lines = ["| | WMT15, `wrd` | `--context-weight 0.7` | `relaxed`, F1, 0.7 | `bertscore` | "
             "SummEval, relevance, `wrd_recall` | `bertscore` |",
             "|---|---:|---:|---:|---:|---:|---:|"]
    for encoder, layers in LAYERS.items():
        for layer in range(layers + 1):
            plain, near = (scores.encoded("WMT15", encoder, layer, weight) for weight in ("0", "0.7"))
            cells = [NONE if columns is None else str(agree(columns[column])) for columns, column in (
                (plain, "wrd_similarity"), (near, "wrd_similarity"), (near, "wrd_f1"), (plain, "bertscore_f1"))]
            summaries = scores.encoded("SummEval", encoder, layer, "0") if layer in (layers, DEFAULT[encoder]) else None
            for column in ("wrd_recall", "bertscore_f1"):
                if summaries is None:
                    cells.append("")
                    continue
                value, draws = relevance(summaries[column])
                cells.append(str(Value(value / 100, draws / 100)))
            if not any(cell.strip(NONE) for cell in cells):
                continue
            mark = "**" if layer == DEFAULT[encoder] else ""
            lines.append(f"| {encoder}, layer {mark}{layer}{mark} | " + " | ".join(cells) + " |")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="../shared/data")
    parser.add_argument("--page", default="docs/agreement.md")
    parser.add_argument("--encoder", action="append", default=[], metavar="DIR")
    parser.add_argument("--scores", default=tempfile.mkdtemp(), metavar="FOLDER")
    args = parser.parse_args()
    encoders = {"context-en": "context-en"} | {os.path.basename(os.path.abspath(d)): d for d in args.encoder}
    scores = Scores(args.data, encoders, args.scores)
    layers = of_layers(scores)
    encoders, differences = of_encoders(scores)
    with open(args.page, encoding="utf-8") as f:
        page = f.read()
    for name, lines in (("encoders", encoders), ("encoder differences", differences), ("layers", layers)):
        print(f"\n{name}\n" + "\n".join(lines), flush=True)
        start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, rest = page.split(start, 1)
        page = before + start + "\n".join(lines) + "\n" + end + rest.split(end, 1)[1]
    with open(args.page, "w", encoding="utf-8") as f:
        f.write(page)


if __name__ == "__main__":
    main()
