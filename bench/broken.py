#!/usr/bin/env python3
"""How many outputs of good systems `wrd check` takes for broken: each is checked against each other one of its test set.

    python3 bench/broken.py --data ../shared/data
    python3 bench/broken.py --data ../shared/data --words 2

--data has the folder mt. Two systems are compared on the segments that both have. --words cuts outputs and references
to their first N words, which are as alike as short answers are. Prints the numbers of docs/check.md, and with --show what
was found.
"""

import argparse
import collections
import glob
import itertools
import json
import os
import subprocess
import tempfile

import agreement

KINDS = ("empty", "no_words", "repeated")
LEAST = 200  # segments that two systems have


def systems(path, words):
    """Returns {system: {segment: texts}} of each language pair."""
    of = collections.defaultdict(lambda: collections.defaultdict(dict))
    for row in agreement.rows(path):
        if row.get("system") and "reference" in row:
            texts = [" ".join(row[name].split()[:words]) if words else row[name] for name in ("candidate", "reference")]
            of[row["lp"]][row["system"]][f"{row.get('doc')}:{row['seg_id']}"] = texts
    return of


def score(program, of, names, segments, folder):
    """Scores systems on segments; returns the folder of results."""
    table, results = os.path.join(folder, "texts.jsonl"), os.path.join(folder, "results")
    with open(table, "w", encoding="utf-8") as out:
        for name, segment in itertools.product(names, segments):
            candidate, reference = of[name][segment]
            row = {"system": name, "segment": segment, "candidate": candidate, "reference": reference}
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    run(program, "score", table, "-o", results)
    return results


def check(program, results, *flags):
    """What is newly broken, by system."""
    found = run(program, "check", "--results", results, "--format", "json", "--samples", "100", "--worst", "3", *flags)
    return {b["system"]: b for b in json.loads(found)["broken"]}


def run(program, *arguments):
    done = subprocess.run([program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode > 1:
        raise SystemExit(done.stderr.decode())
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="folder with mt")
    parser.add_argument("--words", type=int, help="cut texts to the first N words")
    parser.add_argument("--show", action="store_true", help="print what was found")
    parser.add_argument("--wrd", default="wrd", help="the program")
    arguments = parser.parse_args()
    pairs = outputs = alone = 0
    found = collections.Counter()

    def count(path, against, b):
        for kind in KINDS:
            found[kind, "systems" if against is None else "pairs"] += b[kind] > 0
            found[kind, "outputs"] += b[kind] if against else 0
        if arguments.show and b["new"]:
            print(os.path.basename(path), "against", against, b["reason"])
            for o in b["outputs"]:
                print("   ", o["kind"], [o.get(k) for k in ("candidate_text", "baseline_text", "reference")])

    for path in sorted(glob.glob(os.path.join(arguments.data, "mt", "*.jsonl*"))):
        for of in systems(path, arguments.words).values():
            for name in of:
                if len(of[name]) >= LEAST and len(of) > 1:
                    with tempfile.TemporaryDirectory() as folder:
                        results = score(arguments.wrd, of, [name], sorted(of[name]), folder)
                        count(path, None, check(arguments.wrd, results, "--floor", "wrd=2")[name])
                    alone += 1
            for pair in itertools.combinations(sorted(of), 2):
                common = sorted(of[pair[0]].keys() & of[pair[1]].keys())
                if len(common) < LEAST:
                    continue
                with tempfile.TemporaryDirectory() as folder:
                    results = score(arguments.wrd, of, pair, common, folder)
                    for baseline, name in (pair, pair[::-1]):
                        against = check(arguments.wrd, results, "--baseline", results, "--system", baseline)
                        count(path, baseline, against[name])
                        pairs, outputs = pairs + 1, outputs + len(common)
    print(f"{pairs} pairs of {alone} systems, {outputs} outputs")
    print("| | pairs | outputs | systems without a baseline |\n|---|---:|---:|---:|")
    for kind in KINDS:
        print("|", " | ".join([kind, *(str(found[kind, of]) for of in ("pairs", "outputs", "systems"))]), "|")


if __name__ == "__main__":
    main()
