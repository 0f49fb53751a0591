#!/usr/bin/env python3
"""Measures how far apart unrelated texts are: the data of metric/evaluation/points.

    python3 bench/points.py --data ../shared/data > metric/evaluation/points/points.tsv
    python3 bench/points.py --data ../shared/data --marks    # where texts lie on the scale: docs/reading-a-score.md, docs/data

--data has the folders mt and summarization. Texts that people wrote in one language are scored against the same texts,
shifted by half of them: pairs of texts about other things, never of one document. At least 300 pairs of each language are
scored, by each built-in setting. Prints the mean distance of each group of languages, one row for each setting, column and
group. Several languages of a group count alike. With --languages the languages stand by themselves. --marks scores 100
references of a set against systems that people put first, in the middle and last, copies of the sources, and the
references themselves: their words shuffled, their first halves, and those of other segments; it writes the mean points.
"""

import argparse
import collections
import json
import os
import random
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


MARKED = {"English": "wmt23_he-en_mqm", "Czech": "wmt24_en-cs_esa", "Japanese": "wmt24_en-ja_esa"}
# The settings whose marks the page shows; docs/data/points/marks.tsv has all.
SHOWN = {"no flags", "`--purpose translation --encoder context-en-large`", "`--purpose translation --encoder context-multi`",
         "`--vectors ngrams`", "`--purpose summary`", "`--purpose similarity`"}
MARKS = ["best system", "middle", "worst", "first half", "words shuffled", "copied source", "another text"]


def marked(data, path):
    """Returns references of a set, and for each of MARKS a candidate for each; None where there is none."""
    systems, people = collections.defaultdict(dict), collections.defaultdict(list)
    texts = {}
    for row in agreement.rows(os.path.join(data, path)):
        segment = row.get("topic") or (row["doc"], row["seg_id"])
        systems[row["system"]][segment] = row["candidate"]
        human = row["human"]
        people[row["system"]].append(statistics.fmean(human.values()) if isinstance(human, dict) else human)
        texts[segment] = row["references"][0] if "references" in row else row["reference"], row.get("source")
    most = max(map(len, systems.values()))
    ranked = sorted((s for s in systems if len(systems[s]) == most), key=lambda s: -statistics.fmean(people[s]))
    everywhere = [s for s in texts if all(s in systems[name] for name in ranked)]
    chosen = [everywhere[i * len(everywhere) // 100] for i in range(100)]
    references = [texts[s][0] for s in chosen]
    spaced = statistics.fmean(r.count(" ") / len(r) for r in references) > 0.05
    draw = random.Random(12345)

    def shuffled(text):
        words = text.split()
        draw.shuffle(words)
        return " ".join(words)

    def half(text):
        words = text.split() if spaced else list(text)
        return (" " if spaced else "").join(words[:(len(words) + 1) // 2])

    of = [[systems[ranked[k]][s] for s in chosen] for k in (0, len(ranked) // 2, -1)]
    of.append([half(r) for r in references])
    of.append([shuffled(r) for r in references] if spaced else None)
    of.append([texts[s][1] for s in chosen] if texts[chosen[0]][1] else None)
    return references, [*of, references[50:] + references[:50]]


def marks(program, data):
    """Writes where texts lie on the scale."""
    lines = []
    for flags, _, kinds, groups in SETTINGS:
        sets = MARKED if kinds is TRANSLATIONS else {"English": "summeval"}
        for language, name in sets.items():
            if groups and language not in groups:
                continue
            references, of = marked(data, ("mt/" if kinds is TRANSLATIONS else "summarization/") + name + ".jsonl.gz")
            present = [candidates for candidates in of if candidates]
            with tempfile.TemporaryDirectory() as folder:
                for file, list_ in (("candidate", sum(present, [])), ("reference", references * len(present))):
                    with open(os.path.join(folder, file), "w", encoding="utf-8") as f:
                        f.writelines(" ".join(text.split()) + "\n" for text in list_)
                command = [program, "score", f"{folder}/candidate", f"{folder}/reference", "--format", "jsonl"]
                out = subprocess.run([*command, *shlex.split(flags)], check=True, stdout=subprocess.PIPE, text=True).stdout
            points = [json.loads(line)["points"] for line in out.splitlines()]
            means = iter(statistics.fmean(points[i:i + 100]) for i in range(0, len(points), 100))
            shown = flags.replace("--language en", "").strip()
            lines.append([f"`{shown}`" if shown else "no flags", language,
                          *(f"{round(next(means))}".replace("-", "−") if candidates else "–" for candidates in of)])
            print(*lines[-1], sep="\t", flush=True)
    head = ["settings", "references", *MARKS]
    docs = os.path.join(os.path.dirname(__file__), "..", "docs")
    with open(os.path.join(docs, "data", "points", "marks.tsv"), "w", encoding="utf-8", newline="\n") as f:
        for row in [head, *lines]:
            f.write("\t".join(cell.strip("`").replace("−", "-").replace("–", "") for cell in row) + "\n")
    rows = ["| " + " | ".join(row) + " |" for row in [head, *(line for line in lines if line[0] in SHOWN)]]
    agreement.write(os.path.join(docs, "reading-a-score.md"),
                    {"marks": [rows[0], "|---|---|" + "---:|" * len(MARKS), *rows[1:]]})


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--data")
    parser.add_argument("--marks", action="store_true", help="write where texts lie on the scale")
    parser.add_argument("--languages", action="store_true", help="each language by itself")
    parser.add_argument("--program", help="wrd, in place of building it")
    arguments = parser.parse_args()
    if not arguments.data:
        parser.error("--data is missing")
    program = arguments.program or agreement.build()
    if arguments.marks:
        return marks(program, arguments.data)
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
