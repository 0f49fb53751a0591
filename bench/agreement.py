#!/usr/bin/env python3
"""Segment-level agreement with human scores, of wrd with any flags, and of sentence-BLEU and chrF++.

    pip install sacrebleu pyarrow
    python3 bench/agreement.py wmt15_da.jsonl wmt17_da.jsonl --sacrebleu --wrd '' --wrd '--oov skip' --wrd '--converter distilled-en'

A .jsonl file (or .jsonl.gz) has candidate, reference (or references, of which the first is used), human (a score, or an
object of scores by name) and perhaps lp (language pair) on each line; lines with a true is_human are left out. A .tsv
file has score, sentence and sentence. Prints Pearson's r × 100 with the human scores, the mean over language pairs.
BLEU and chrF++ are sacreBLEU's on lower-cased text. bench/agreement_page.py makes docs/agreement.md with the same
functions.
"""

import argparse
import collections
import gzip
import json
import os
import re
import shlex
import statistics
import subprocess
import tempfile


def build():
    """Compiles wrd and returns the path of the program."""
    program = os.path.join(tempfile.mkdtemp(), "wrd")
    subprocess.run(["go", "build", "-o", program, "./cli/wrd"], check=True)
    return program


def rows(path):
    """Yields the lines of a .jsonl file as objects, without candidates that people wrote."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as f:
        for line in f:
            row = json.loads(line)
            if not row.get("is_human"):
                yield row


def read(path):
    """Yields (group, candidate, reference, {name: human score})."""
    if ".tsv" in path:
        with open(path, encoding="utf-8") as f:
            for line in f:
                score, candidate, reference = line.rstrip("\n").split("\t")
                yield "", candidate, reference, {"": float(score)}
        return
    for row in rows(path):
        human = row["human"] if isinstance(row["human"], dict) else {"": row["human"]}
        reference = row["reference"] if "reference" in row else row["references"][0]
        yield row.get("lp", ""), row["candidate"], reference, human


def wrd(program, flags, columns=("wrd_similarity",)):
    """Returns a function of candidates and references that runs wrd score and gives a list of scores for each column."""
    import pyarrow.parquet as pq

    def score(candidates, references):
        with tempfile.TemporaryDirectory() as folder:
            for name, texts in [("candidate", candidates), ("reference", references)]:
                with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
                    f.writelines(text.replace("\n", " ") + "\n" for text in texts)
            subprocess.run([program, "score", "-c", f"{folder}/candidate", "-r", f"{folder}/reference", "-o", f"{folder}/out",
                            *shlex.split(flags)], check=True, stdout=subprocess.DEVNULL)
            table = pq.read_table(f"{folder}/out/segments.parquet")
            return [table[column].to_pylist() for column in columns]
    return score


def sacrebleu_metrics():
    """Returns sacreBLEU's chrF++ and BLEU by name, set up for single sentences."""
    from sacrebleu.metrics import BLEU, CHRF
    return {"chrF++": CHRF(word_order=2), "sentence-BLEU": BLEU(effective_order=True)}


def sacrebleu_corpus_metrics():
    """Returns sacreBLEU's chrF++ and BLEU by name, set up for all texts of a system together."""
    from sacrebleu.metrics import BLEU, CHRF
    return {"chrF++ of the corpus": CHRF(word_order=2), "BLEU of the corpus": BLEU(force=True)}


def sentence_scores(metric):
    """Returns a function of candidates and references that gives sacreBLEU's scores of each lower-cased pair."""
    return lambda candidates, references: [[
        metric.sentence_score(c.lower(), [r.lower()]).score for c, r in zip(candidates, references)]]


def write(path, tables):
    """Puts tables, lists of lines by name, into a page between the marks <!-- NAME --> and <!-- end of NAME -->."""
    with open(path, encoding="utf-8") as f:
        page = f.read()
    for name, lines in tables.items():
        print(f"\n{name}\n" + "\n".join(lines), flush=True)
        start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, rest = page.split(start, 1)
        page = before + start + "\n".join(lines) + "\n" + end + rest.split(end, 1)[1]
    with open(path, "w", encoding="utf-8", newline="\n") as f:
        f.write(page)


NUMBER = r"[-+]?[\d.,]+%?"
# What a cell may hold besides a number, and the columns that it becomes.
PARTS = [
    (re.compile(rf"({NUMBER}) ±({NUMBER})"), ["", " ±"]),
    (re.compile(rf"({NUMBER}) (?:\(|\[)({NUMBER})(?: to |, )({NUMBER})[)\]]"), ["", " low", " high"]),
]


def data(tables):
    """Writes tables, lists of lines of Markdown by name, into docs/data/agreement/NAME.tsv. Intervals get columns of their
    own."""
    for name, lines in tables.items():
        cells = [[cell.strip().replace("`", "").replace("**", "") for cell in line.strip("| ").split(" | ")]
                 for line in lines if not line.startswith("|---")]
        cells[0] = [""] * (len(cells[-1]) - len(cells[0])) + cells[0]  # the first head may be empty
        cells[0] = [f"{before} rank" if head == "rank" else head for before, head in zip([""] + cells[0], cells[0])]
        columns = []
        for head, *column in zip(*cells):
            pattern, parts = next(((p, parts) for p, parts in PARTS if any(p.fullmatch(cell) for cell in column)), (None, [""]))
            found = [pattern and pattern.fullmatch(cell) for cell in column]
            for i, part in enumerate(parts):
                columns.append([(head or "scores") + part] + [
                    match.group(i + 1) if match else "" if i or cell == "–" else cell for match, cell in zip(found, column)])
        path = os.path.join("docs", "data", "agreement", name.lower().replace(" ", "-") + ".tsv")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="\n") as f:
            f.writelines("\t".join(row) + "\n" for row in zip(*columns))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+")
    parser.add_argument("--wrd", action="append", default=[], metavar="FLAGS", help="a row for wrd score with these flags")
    parser.add_argument("--sacrebleu", action="store_true", help="rows for chrF++ and sentence-BLEU")
    args = parser.parse_args()
    program = build() if args.wrd else ""
    metrics = {f"wrd {flags}".strip(): wrd(program, flags) for flags in args.wrd}
    if args.sacrebleu:
        metrics |= {name: sentence_scores(metric) for name, metric in sacrebleu_metrics().items()}

    columns, table = [], {name: [] for name in metrics}
    for path in args.files:
        groups = collections.defaultdict(list)
        for group, *row in read(path):
            groups[group].append(row)
        names = sorted({name for group in groups.values() for *_, human in group for name in human})
        columns += [f"{os.path.basename(path).split('.')[0]} {name}".strip() for name in names]
        for metric, score in metrics.items():
            r = collections.defaultdict(list)
            for group in groups.values():
                scores, = score([c for c, _, _ in group], [ref for _, ref, _ in group])
                for name in names:
                    r[name].append(100 * statistics.correlation(scores, [human[name] for *_, human in group]))
            table[metric] += [statistics.mean(r[name]) for name in names]

    print("| | " + " | ".join(columns) + " |")
    print("|---" + "|---:" * len(columns) + "|")
    for name, values in table.items():
        print(f"| {name} | " + " | ".join(f"{v:.1f}" for v in values) + " |")


if __name__ == "__main__":
    main()
