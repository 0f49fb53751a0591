#!/usr/bin/env python3
"""Writes docs/data/languages/found.tsv: how often the language of references is found, in percent of draws.

    cargo fetch                       # in a folder whose Cargo.toml depends on lingua = "1.8"
    python3 bench/found.py --sentences ~/.cargo/registry/src/INDEX --data ../shared/data

--sentences has the folders lingua-LANGUAGE-language-model-VERSION, each with 1,000 test sentences; --data has mt, sts and
summarization. What is asked is the method language of wrd serve. Of each set so many sentences are drawn, half of the time
at random and half of the time in a row. "Latin" is the mean over the languages in Latin letters that whatlanggo knows, "Other"
over those in scripts that several languages share.
"""

import argparse
import csv
import gzip
import json
import pathlib
import random
import statistics
import subprocess

SIZES = {2: 60, 3: 60, 5: 60, 10: 60, 20: 60, 50: 20, 300: 20}  # of a draw, and how many
# Languages that whatlanggo knows beside English and that share a script, by the folders of their sentences.
KNOWN = {
    "Latin": dict(afrikaans="af", azerbaijani="az", bokmal="no", croatian="hr", czech="cs", danish="da", dutch="nl",
                  esperanto="eo", estonian="et", finnish="fi", french="fr", german="de", hungarian="hu", indonesian="id",
                  italian="it", latvian="lv", lithuanian="lt", nynorsk="no", polish="pl", portuguese="pt", romanian="ro",
                  shona="sn", slovene="sl", somali="so", spanish="es", swedish="sv", tagalog="tl", turkish="tr",
                  vietnamese="vi", yoruba="yo", zulu="zu"),
    "Other": dict(arabic="ar", belarusian="be", bulgarian="bg", hebrew="he", hindi="hi", macedonian="mk", marathi="mr",
                  persian="fa", russian="ru", serbian="sr", ukrainian="uk", urdu="ur"),
}
NEAR = dict(bosnian="hr", malay="id", xhosa="zu", catalan="es", slovak="cs")
UNKNOWN = ["albanian", "basque", "icelandic", "irish", "swahili", "welsh", "kazakh", "mongolian"]


class Worker:
    """A wrd serve that says which language references are in."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, encoding="utf-8")
        self.process.stdout.readline()  # shows itself

    def found(self, references):
        print(json.dumps({"method": "language", "params": {"references": references}}), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())["result"]["language"]


def draws(lines, size, times, rng):
    for i in range(times):
        start = rng.randrange(len(lines) - size + 1)
        yield rng.sample(lines, size) if i % 2 else lines[start:start + size]


def shares(worker, lines, expected, seed):
    """For each size, how often what is expected is found, und, English, or another language, in percent."""
    rng = random.Random(seed)
    result = {}
    for size, times in SIZES.items():
        if size > len(lines):
            continue
        found = [worker.found(list(draw)) for draw in draws(lines, size, times, rng)]
        right = sum(code == expected for code in found)
        und, english = found.count("und"), found.count("en")
        others = sum(code not in (expected, "und", "en") for code in found)
        result[size] = [100 * n / times for n in (right, und, english, others)]
    return result


def english_sets(data):
    """Yield the names and lines of references in English, and of both sentences of STS."""
    for path in sorted([*data.glob("mt/*-en_*.jsonl.gz"), *data.glob("mt/wmt1*_da.jsonl")]):
        with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as file:
            yield path.name, list(dict.fromkeys(json.loads(line)["reference"] for line in file))
    with gzip.open(data / "summarization/summeval.jsonl.gz", "rt", encoding="utf-8") as file:
        yield "SummEval", list(dict.fromkeys(text for line in file for text in json.loads(line)["references"]))
    for path in sorted(data.glob("sts/*/*.tsv")):
        with open(path, encoding="utf-8") as file:
            rows = [row for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if len(row) == 3]
        if rows:
            yield path.name, list(dict.fromkeys(text for row in rows for text in row[1:]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sentences", type=pathlib.Path, required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--wrd", default="wrd")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("docs/data/languages/found.tsv"))
    options = parser.parse_args()
    worker = Worker(options.wrd)

    def measured(name, expected):
        folder, = options.sentences.glob(f"lingua-{name}-language-model-*")
        lines = (folder / "testdata/sentences.txt").read_text(encoding="utf-8").splitlines()
        result = shares(worker, lines, expected, name)
        print(name, *(f"{size}: {[round(share) for share in row]}" for size, row in result.items()), flush=True)
        return result

    groups = {script: [measured(name, code) for name, code in known.items()] for script, known in KNOWN.items()}
    for name in [*NEAR, *UNKNOWN]:
        measured(name, NEAR.get(name, "und"))
    english = []
    for name, lines in english_sets(options.data):
        english.append(shares(worker, lines, "en", name))
        if any(row[0] < 100 for row in english[-1].values()):
            print(name, english[-1], flush=True)
    print(len(english), "English sets")

    lines = ["references\tscript\tfound\tleast_found\tund\tenglish\tanother"]
    for size in SIZES:
        for script, results in {"English": english, **groups}.items():
            rows = [row[size] for row in results if size in row]
            found, und, as_english, another = (statistics.mean(column) for column in zip(*rows))
            least = min(row[0] for row in rows)
            if script == "English":
                lines.append(f"{size}\t{script}\t{found:.2f}\t\t\t\t")
            else:
                said = f"{as_english:.0f}" if script == "Latin" else ""
                lines.append(f"{size}\t{script}\t{found:.0f}\t{least:.0f}\t{und:.0f}\t{said}\t{another:.1f}")
    options.output.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
