#!/usr/bin/env python3
"""Measures how far apart unrelated texts are: the data of metric/evaluation/points.

    python3 bench/points.py --data ../shared/data > metric/evaluation/points/points.tsv
    python3 bench/points.py --page     # the table of docs/reading-a-score.md, from that file

--data has the folders mt and summarization. Texts that people wrote in one language are scored against the same texts,
shifted by half of them: pairs of texts about other things, never of one document. At least 300 pairs of each language are
scored, by each built-in setting. Prints the mean distance of each group of languages, one row for each setting, column and
group. Several languages of a group count alike. With --languages the languages stand by themselves.
"""

import argparse
import collections
import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile

import agreement

LEAST, MOST = 300, 400  # pairs of a language
# Group: languages, each a file and the side of its rows that people wrote. References are translations, sources originals.
TRANSLATIONS = {
    "English": [("wmt23_he-en_mqm", "reference")],
    "Latin": [("wmt24_en-cs_esa", "reference"), ("mlqe_en-de_da", "reference"), ("mlqe_ro-en_da", "source"),
              ("mlqe_et-en_da", "source")],
    "Cyrillic": [("mlqe_ru-en_da", "source")],
    "Chinese": [("wmt23_zh-en_mqm", "source")],
    "Japanese": [("wmt24_en-ja_esa", "reference")],
    "Hebrew": [("wmt23_he-en_mqm", "source")],
    "Devanagari": [("mlqe_ne-en_da", "source")],
}
SUMMARIES = {
    "English": [("summeval", "reference")],
    "Latin": [("multi_summeval_de", "reference"), ("multi_summeval_fr", "reference")],
    "Cyrillic": [("multi_summeval_ru", "reference")],
}
ENGLISH = ["English"]
WRD, RECALL = "wrd", "wrd_recall,wrd_precision"
# Flags, kinds of texts, and the groups that a setting is for: None for all.
SETTINGS = [
    ("--language en", WRD, TRANSLATIONS, ENGLISH),
    ("--language en --purpose translation --vectors distilled-en", WRD, TRANSLATIONS, ENGLISH),
    ("--purpose translation --encoder context-en-large", WRD, TRANSLATIONS, ENGLISH),
    ("--purpose translation --encoder context-en", WRD, TRANSLATIONS, ENGLISH),
    ("--purpose translation --encoder context-multi", WRD, TRANSLATIONS, None),
    ("--vectors ngrams", WRD, TRANSLATIONS, None),
    ("--encoder context-en-large", WRD, TRANSLATIONS, ENGLISH),
    ("--encoder context-en", WRD, TRANSLATIONS, ENGLISH),
    ("--encoder context-multi", WRD, TRANSLATIONS, None),
    ("--language en --purpose summary", RECALL, SUMMARIES, ENGLISH),
    ("--purpose summary --vectors ngrams", RECALL, SUMMARIES, None),
    ("--language en --purpose similarity", "relaxed", TRANSLATIONS, ENGLISH),
    ("--purpose similarity --vectors ngrams", "relaxed", TRANSLATIONS, None),
]
# What signatures say that does not move these means: another version, texts that are empty, and rounding.
LEFT_OUT = {"refs", "empty", "norm", "version", "precision", "activations"}


def texts(data, name, side):
    """Returns the different texts of one side of a set, in its order, each with its document or topic."""
    folder = "summarization" if "summeval" in name else "mt"
    path = os.path.join(data, folder, name + ".jsonl.gz")
    found = {}
    for row in agreement.rows(path):
        text = row["references"][0] if "references" in row else row[side]
        if text.strip():
            found.setdefault(text, row["topic"] if "topic" in row else row.get("doc"))
    return list(found.items())


def unrelated(found):
    """Returns pairs of texts, none of one document, each text at most as often as LEAST asks for."""
    if len(found) > MOST:
        found = [found[i * len(found) // MOST] for i in range(MOST)]
    pairs = []
    for parts in range(2, len(found)):
        shift = len(found) // parts
        for (a, doc), (b, other) in zip(found, found[shift:] + found[:shift]):
            if doc is None or doc != other:
                pairs.append((a, b))
        if len(pairs) >= LEAST:
            return pairs
    raise ValueError(f"found {len(pairs)} pairs, expected at least {LEAST}")


def score(program, pairs, flags, measure):
    """Returns the signature of wrd score, and for each column that is a distance or a similarity its mean distance."""
    with tempfile.TemporaryDirectory() as folder:
        for side, name in enumerate(["candidate", "reference"]):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
                f.writelines(pair[side].replace("\n", " ") + "\n" for pair in pairs)
        out = subprocess.run([program, "score", f"{folder}/candidate", f"{folder}/reference", "--format", "json",
                              "--measure", measure, *shlex.split(flags)], check=True, stdout=subprocess.PIPE, text=True).stdout
    summary = json.loads(out)
    means = {}
    for column, of in summary["systems"][0]["scores"].items():
        if column != "wrd_similarity":
            means[column] = of["mean"] if column == "wrd" else 1 - of["mean"]
    return summary["signature"], means


def settings_of(signature):
    """Returns what of a signature decides how far apart texts are."""
    _, *parts = signature.split("|")
    return "|".join(part for part in parts if part.split(":")[0] not in LEFT_OUT)


def page():
    """Writes the table of the page: a row for each setting, a column for each group."""
    root = os.path.join(os.path.dirname(__file__), "..")
    with open(os.path.join(root, "metric", "evaluation", "points", "points.tsv"), encoding="utf-8") as f:
        lines = [line.rstrip("\n").split("\t") for line in f][2:]
    rows = collections.defaultdict(dict)
    for _, column, group, mean, _, _, flags in lines:
        rows[flags.replace("--language en", "").strip(), column][group] = mean
    table = ["| settings | measure | " + " | ".join(TRANSLATIONS) + " |", "|---|---|" + "---:|" * len(TRANSLATIONS)]
    for (flags, column), of in rows.items():
        name = f"`{flags}`" if flags else "no flags"
        table.append(f"| {name} | `{column}` | " + " | ".join(of.get(group, "–") for group in TRANSLATIONS) + " |")
    path = os.path.join(root, "docs", "reading-a-score.md")
    with open(path, encoding="utf-8") as f:
        before, rest = f.read().split("<!-- unrelated -->\n")
    after = rest.split("<!-- end of unrelated -->")[1]
    with open(path, "w", encoding="utf-8") as f:
        f.write(before + "<!-- unrelated -->\n" + "\n".join(table) + "\n<!-- end of unrelated -->" + after)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--data")
    parser.add_argument("--page", action="store_true", help="write the table of docs/reading-a-score.md")
    parser.add_argument("--languages", action="store_true", help="each language by itself")
    parser.add_argument("--program", help="wrd, in place of building it")
    arguments = parser.parse_args()
    if arguments.page:
        return page()
    if not arguments.data:
        parser.error("--data is missing")
    program = arguments.program or agreement.build()
    print("# Mean distances of unrelated texts, printed by bench/points.py")
    print("settings", "column", "group", "unrelated", "pairs", "texts", "flags", sep="\t")
    for flags, measure, groups, wanted in SETTINGS:
        for group, sets in groups.items():
            if wanted and group not in wanted:
                continue
            means, count = collections.defaultdict(list), 0
            for name, side in sets:
                pairs = unrelated(texts(arguments.data, name, side))
                signature, of = score(program, pairs, flags, measure)
                count += len(pairs)
                for column, mean in of.items():
                    means[column].append(mean)
                    if arguments.languages:
                        print(settings_of(signature), column, group, f"{mean:.3f}", len(pairs), f"{name} {side}", flags, sep="\t")
            if not arguments.languages:
                for column, values in means.items():
                    print(settings_of(signature), column, group, f"{statistics.fmean(values):.3f}", count,
                          ", ".join(f"{name} {side}" for name, side in sets), flags, sep="\t")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
