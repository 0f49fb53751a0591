#!/usr/bin/env python3
"""What `wrd check` catches: real outputs, damaged on purpose, and harmless changes, which it should let pass.

    python3 bench/gate.py --data ../shared/data --out docs/data/check
    python3 bench/gate.py --data ../shared/data --sets en-cs --settings none --kinds html,json --show

--data has the folders mt and summarization. A case is a baseline (the outputs of one system), a candidate (the same
outputs, or those of a system that people find as good or better) and a damage to a share of the candidate's outputs. Each is
checked by the program, with no flags and as the docs recommend for the task (recommended), or without references (estimation). Prints how many fail, and with
--out writes all cases. Each text is scored once: the checks read stored scores, so encoders need not be fast.
"""

import argparse
import collections
import gzip
import json
import math
import os
import random
import re
import statistics
import subprocess
import tempfile

from damages import FACTS, KINDS, ONLY, Context, typography

SETS = {  # name: file, task, language of the outputs
    "is-en": ("mt/wmt21_is-en_da.jsonl.gz", "into English", "en"),
    "he-en": ("mt/wmt23_he-en_mqm.jsonl.gz", "into English", "en"),
    "zh-en": ("mt/wmt23_zh-en_mqm.jsonl.gz", "into English", "en"),
    "en-cs": ("mt/wmt24_en-cs_esa.jsonl.gz", "out of English", "cs"),
    "en-ja": ("mt/wmt24_en-ja_esa.jsonl.gz", "out of English", "ja"),
    "summeval": ("summarization/summeval.jsonl.gz", "summaries", "en"),
    "summaries-de": ("summarization/multi_summeval_de.jsonl.gz", "summaries", "de"),
    "summaries-fr": ("summarization/multi_summeval_fr.jsonl.gz", "summaries", "fr"),
    "summaries-ru": ("summarization/multi_summeval_ru.jsonl.gz", "summaries", "ru"),
}
FOREIGN = {  # texts in a language that is not the one of the outputs, by the set they come from
    "en": "summaries-de", "cs": "summaries-de", "ja": "summaries-de", "de": "summaries-fr", "fr": "summaries-de", "ru": "summaries-de"}
SYSTEMS = ("equal", "better")  # another system's outputs, which may have flaws that people's mean does not show
FAILED = ("broken", "regression")
HARMLESS = ("same", "typography", "mixture", *SYSTEMS)


def read(data, name):
    """Returns {system: {segment: row}} of a set, and people's scores of each output."""
    of = collections.defaultdict(dict)
    with gzip.open(os.path.join(data, SETS[name][0]), "rt", encoding="utf-8") as lines:
        for line in lines:
            r = json.loads(line)
            human = r["human"]
            if isinstance(human, dict):
                human = statistics.fmean(human.values())
            segment = f"{r.get('doc')}:{r['seg_id']}" if "seg_id" in r else r["topic"]
            of[r["system"]][segment] = {"now": r["candidate"].replace("\n", " "), "references": [(r.get("reference") or
                r["references"][0]).replace("\n", " ")], "source": r.get("source", "").replace("\n", " "), "human": human, "lang": SETS[name][2]}
    return of


def preference(of, a, b):
    """How people see system b against a: the mean difference and its standard error."""
    d = [of[b][s]["human"] - of[a][s]["human"] for s in of[a].keys() & of[b].keys()]
    return statistics.fmean(d), statistics.stdev(d) / math.sqrt(len(d)), len(d)


def pairs(of):
    """Pairs of a baseline and a candidate that people find equal, and those in which the candidate is better."""
    equal, better = [], []
    for a in sorted(of):
        for b in sorted(of):
            if a == b or len(of[a].keys() & of[b].keys()) < 60:
                continue
            mean, error, n = preference(of, a, b)
            if abs(mean) < 1.96 * error:
                equal.append((a, b))
            elif mean > 0:
                better.append((a, b))
    return equal, better


def case(of, a, b, n, seed):
    """Returns n rows of outputs of b, with those of a before."""
    common = [s for s in of[a] if s in of[b] and of[a][s]["now"].strip() and of[b][s]["now"].strip()]
    rng = random.Random(seed)
    chosen = sorted(rng.sample(range(len(common)), min(n, len(common))))
    return [{"id": common[k], "before": of[a][common[k]]["now"], **of[b][common[k]]} for k in chosen]


def damaged(rows, name, lang, task, kind, count, foreign_texts, seed):
    """Returns rows of which count are damaged, and how many of these changed."""
    rng = random.Random(seed)
    context = Context(rng, lang, task, rows, foreign_texts)
    out = [dict(r) for r in rows]
    if kind == "shifted":
        for k in range(len(rows) - count, len(rows)):
            out[k].update(now=rows[k - 1]["now"], damaged=True)
        return out, count
    changed = 0
    for k in rng.sample(range(len(rows)), len(rows)):
        if changed == count:
            break
        text = KINDS[kind](rows[k]["now"], k, context)
        if text != rows[k]["now"]:
            out[k].update(now=text, damaged=True)
            changed += 1
    return out, changed


def recommended(task):
    if task == "summaries":  # both measures that the check asks
        return ["--purpose", "summary", "--measure", "wrd_recall,wrd_precision"]
    return ["--purpose", "translation"]


SETTINGS = {  # flags, by the task
    "none": lambda task: [],
    "recommended": recommended,
    "estimation": lambda task: ["--purpose", "estimation"],
}


class Scorer:
    """The scores of texts by a setting, each computed once."""

    def __init__(self, program, folder, lang, setting, task, kept):
        self.kept, self.program, self.folder, self.sources = kept, program, folder, setting == "estimation"
        self.flags = ["--language", lang, *SETTINGS[setting](task)]
        self.scores, self.margins = {}, None
        if kept and os.path.exists(kept):
            with open(kept, encoding="utf-8") as lines:
                for line in lines:
                    key, score = json.loads(line)
                    self.scores[tuple(key)] = score

    def key(self, row, column):
        return row[column], row["source"] if self.sources else row["references"][0]

    def run(self, *arguments):
        done = subprocess.run([self.program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode > 1:
            raise SystemExit(done.stderr.decode())
        return done.stdout.decode()

    def write(self, name, rows, line):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as out:
            for i, r in enumerate(rows):
                print(json.dumps(line(i, r), ensure_ascii=False), file=out)
        return path

    def texts(self, keys):
        other = "source" if self.sources else "reference"
        return self.write("texts.jsonl", keys, lambda i, k: {"id": str(i), "system": "now", "candidate": k[0], other: k[1]})

    def score(self, cases):
        """Scores the texts of cases that are not scored yet."""
        todo = list(dict.fromkeys(k for rows in cases for r in rows for k in (self.key(r, "before"), self.key(r, "now"))))
        todo = [k for k in todo if k not in self.scores]
        if todo:
            lines = self.run("score", self.texts(todo), "--format", "jsonl", *self.flags).rstrip("\n").split("\n")
            self.scores.update(zip(todo, map(json.loads, lines)))
            if self.kept:
                with open(self.kept, "a", encoding="utf-8") as out:
                    for k in todo:
                        print(json.dumps((k, self.scores[k]), ensure_ascii=False), file=out)
        if self.margins is None:  # stored scores have no scale, texts have
            path = self.texts(list(dict.fromkeys(self.key(r, "before") for r in cases[0]))[:12])
            tests = json.loads(self.run("check", path, "--baseline", path, "--format", "json", *self.flags))["tests"]
            self.margins = [x for t in tests for x in ("--margin", f"{t['measure']}={t['margin']}")]

    def check(self, rows):
        """Checks rows that are scored."""
        def line(column):
            return lambda i, r: {**self.scores[self.key(r, column)], "segment": i, "id": str(i), **({"source": r["source"]} if r["source"] else {})}

        now, before = (self.write(column + ".jsonl", rows, line(column)) for column in ("now", "before"))
        measures = ",".join(x.partition("=")[0] for x in self.margins[1::2])
        return json.loads(self.run("check", "--results", now, "--baseline", before, "--format", "json", "--worst", "0",
                                   "--measure", measures, *self.margins))


def harmless(a, name, sets):
    """Yields kind, others, damaged outputs and rows of each case of a set that nothing breaks."""
    of = sets[name]
    equal, better = pairs(of)
    rng = random.Random(5)
    for size in map(int, a.sizes.split(",")):
        for kind, list_ in (("equal", equal), ("better", better)):
            for base, system in rng.sample(list_, min(a.harmless, len(list_))):
                rows = case(of, base, system, size, 7)
                yield kind, "", 0, rows
                if kind == "equal":
                    mixed = [dict(r) for r in rows]
                    for r in mixed:
                        both = (r["before"], r["now"])
                        r["before"], r["now"] = rng.choice(both), rng.choice(both)
                    yield "mixture", "", 0, mixed


def chosen(name, sets):
    """Returns pairs of systems that people find equal, else better ones, in the order in which they are tried."""
    equal, better = pairs(sets[name])
    list_ = equal or better
    return random.Random(5).sample(list_, len(list_))


def breaking(a, name, sets, base, system):
    """Yields for each size and each kind of others the case without damage, and then a list of the damaged ones."""
    task, lang = SETS[name][1:]
    noun = "summary" if task == "summaries" else "translation"
    of = sets[name]
    foreign = [r["now"] for rows in sets[FOREIGN[lang]].values() for r in rows.values()]
    for size, share in zip(map(int, a.sizes.split(",")), a.shares.split(",")):
        for others in a.others.split(","):
            rows = case(of, base, base if others == "same" else system, size, 11)
            count = round(len(rows) * float(share[:-1]) / 100) if share.endswith("%") else int(share)
            list_ = []
            if others == "same":
                list_.append(("typography", others, 0, [dict(r, now=typography(r["now"], 0, None)) for r in rows]))
            for kind in (k for k in a.kinds.split(",") if k in KINDS):
                if lang not in ONLY.get(kind, {lang}) or "source" in kind and not rows[0]["source"]:
                    continue
                done, changed = damaged(rows, name, lang, noun, kind, count, foreign, 3)
                if changed == count:
                    list_.append((kind, others, changed, done))
            yield ("same" if others == "same" else "equal", others, 0, rows), list_


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="folder with mt and summarization")
    parser.add_argument("--sets", default=",".join(SETS), help="comma-separated")
    parser.add_argument("--settings", default="none,recommended", help=", ".join(SETTINGS))
    parser.add_argument("--kinds", default=",".join(KINDS), help="comma-separated; none for harmless changes alone")
    parser.add_argument("--sizes", default="400,40", help="outputs of a case")
    parser.add_argument("--shares", default="3%,5", help="outputs that are damaged, one for each size: a number or a share")
    parser.add_argument("--others", default="other", help="same: the rest is the baseline's; other: another system's")
    parser.add_argument("--pairs", type=int, default=1, help="pairs of systems for each set")
    parser.add_argument("--harmless", type=int, default=10, help="pairs of systems for each set that nothing is done to")
    parser.add_argument("--out", help="folder for tables; cases of other sets and settings that are there stay")
    parser.add_argument("--keep", help="folder where scores stay for another run")
    parser.add_argument("--show", action="store_true", help="print what was found")
    parser.add_argument("--wrd", default="wrd", help="the program")
    a = parser.parse_args()
    names = a.sets.split(",")
    sets = {name: read(a.data, name) for name in dict.fromkeys([*names, *(FOREIGN[SETS[s][2]] for s in names)])}
    lines = []
    for name in names:
        task, lang = SETS[name][1:]
        for setting in a.settings.split(","):
            if setting == "estimation" and not any(r["source"] for r in next(iter(sets[name].values())).values()):
                continue
            with tempfile.TemporaryDirectory() as folder:
                kept = a.keep and os.path.join(a.keep, f"{name}-{setting}.jsonl")
                scorer = Scorer(a.wrd, folder, lang, setting, task, kept)

                def check(list_):
                    """Checks cases, and returns whether the last one failed."""
                    scorer.score([rows for *_, rows in list_])
                    for kind, others, damage, rows in list_:
                        report = scorer.check(rows)
                        asked = "+".join(dict.fromkeys(r["question"] for r in report["reasons"]))
                        said = "; ".join(r["said"] for r in report["reasons"] or report.get("noticed", []))
                        where = {int(w) for r in report["reasons"] + report.get("noticed", []) for w in r.get("where", [])}
                        named = sum(r.get("damaged", False) and i in where for i, r in enumerate(rows))
                        line = (task, name, setting, kind, others, str(len(rows)), str(damage), report["verdict"], asked, str(named), said)
                        lines.append(line)
                        if a.show:
                            print(*line, sep="\t", flush=True)
                    return report["verdict"] in FAILED

                if a.harmless:
                    check(list(harmless(a, name, sets)))
                found = collections.Counter()
                for base, system in chosen(name, sets):
                    for k, (undamaged, list_) in enumerate(breaking(a, name, sets, base, system)):
                        if found[k] == a.pairs:
                            continue
                        failed = check([undamaged])
                        if undamaged[0] != "same":
                            lines.pop()
                        if not failed:  # what fails by itself would fail with any damage
                            found[k] += 1
                            check(list_)
                    if found.total() == a.pairs * len(a.sizes.split(",")) * len(a.others.split(",")):
                        break
    summary(lines)
    if a.out:
        store(lines, os.path.join(a.out, "cases.tsv"))


COLUMNS = ("task", "set", "setting", "kind", "others", "outputs", "damaged", "verdict", "by", "named", "said")


def store(lines, path):
    """Writes cases in place of those of the same sets and settings."""
    done, old = {x[1:3] for x in lines}, []
    if os.path.exists(path):
        with open(path, encoding="utf-8") as table:
            old = [tuple(line.rstrip("\n").split("\t")) for line in table][1:]
    with open(path, "w", encoding="utf-8") as table:
        for line in [COLUMNS, *sorted([x for x in old if x[1:3] not in done] + lines, key=lambda x: (list(SETS).index(x[1]), x[2]))]:
            print(*line, sep="\t", file=table)


def summary(lines):
    """Prints shares: of damages, of wrong facts, of harmless changes, and of systems that people find as good or better."""
    print("| set | setting | outputs | damaged | fail | wrong facts | one is named | harmless that fail | other systems that fail | by the mean alone | inconclusive |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    failed = lambda x: x[7] in FAILED
    for name, setting, large in sorted({(x[1], x[2], int(x[5]) > 60) for x in lines}):
        of = [x for x in lines if (x[1], x[2], int(x[5]) > 60) == (name, setting, large)]
        systems = [x for x in of if x[3] in SYSTEMS]
        harmless = [x for x in of if x[3] in HARMLESS and x[3] not in SYSTEMS]
        breaking, facts = ([x for x in of if x[3] in KINDS and (x[3] in FACTS) == wrong] for wrong in (False, True))
        of_all = lambda list_: f"{sum(map(failed, list_))} of {len(list_)}"
        sizes, damages = sorted({int(x[5]) for x in of}), sorted({int(x[6]) for x in of} - {0})
        print("|", " | ".join([name, setting, ", ".join(map(str, sizes)), ", ".join(map(str, damages)), of_all(breaking), of_all(facts),
              f"{sum(x[9] != '0' for x in breaking)}", of_all(harmless), of_all(systems), str(sum(x[8] == "mean" for x in systems)),
              str(sum(x[7] == "inconclusive" for x in harmless + systems))]), "|")


if __name__ == "__main__":
    main()
