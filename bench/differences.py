#!/usr/bin/env python3
"""Fits what a difference of two systems' means says about people: how often they prefer the better one.

    pip install numpy pyarrow
    python3 bench/differences.py --data ../shared/data

--data has the folder mt: the systems of WMT21, WMT23 and WMT24. A pair of systems is one observation: the difference of
the means of the metric on the segments that both have, and whether people's means on them agree. The share that agrees is

    1/2 + (top - 1/2) * (1 - exp(-difference / scale))

which is 1/2 where nothing differs and never more than top; both are fitted by maximum likelihood. Intervals are those of a
bootstrap of systems within test sets, sets drawn too. What was left out is a set that the fit has not seen. Prints the
table of docs/reading-a-score.md, that of docs/data/differences-unseen.tsv and the numbers of metric/evaluation/people.go.
"""

import argparse
import collections
import itertools
import os

import numpy as np

import agreement
import languages

INTO_ENGLISH = ("wmt21_is-en_da", "wmt21_ja-en_da", "wmt21_ru-en_da", "wmt23_he-en_mqm", "wmt23_zh-en_mqm")
DEVELOPMENT = ("wmt24_en-cs_esa", "wmt24_en-ja_esa", "wmt23_he-en_mqm", "wmt23_zh-en_mqm")
FROM_ENGLISH = ("wmt23_en-de_mqm", "wmt24_en-cs_esa", "wmt24_en-ja_esa")
SETTINGS = {
    "translation": ("--purpose translation", INTO_ENGLISH),
    "translation, --encoder context-en": ("--purpose translation --encoder context-en", INTO_ENGLISH),
    "translation, --vectors distilled-en": ("--purpose translation --vectors distilled-en", INTO_ENGLISH),
    "no flags": ("", INTO_ENGLISH),
    "translation, --vectors ngrams": ("--purpose translation --vectors ngrams", INTO_ENGLISH + FROM_ENGLISH),
    "translation, --encoder context-multi": ("--purpose translation --encoder context-multi", DEVELOPMENT),
}
SEGMENTS = 160  # of each set, about, where it would take long
TOPS, SCALES = np.linspace(0.55, 0.995, 90), np.geomspace(1e-4, 0.2, 150)


def systems(program, flags, path):
    """The scores of metric and people of each segment, by system."""
    rows = list(agreement.rows(path))
    if "context-multi" in flags:
        rows = [rows[i] for i in languages.some(rows, SEGMENTS)]
    scores = [-similarity for similarity in languages.wrd(program, flags, rows)]
    of = collections.defaultdict(dict)
    for row, score in zip(rows, scores):
        of[row["system"]][row["seg_id"]] = (-score, row["human"])
    return of


def pairs(of, names):
    """(difference of the metric, whether people agree) of each pair of names, which may repeat."""
    out = []
    for a, b in itertools.combinations(sorted(set(names)), 2):
        common = of[a].keys() & of[b].keys()
        metric, human = (np.mean([np.subtract(of[a][s], of[b][s]) for s in sorted(common)], axis=0))
        if metric and human:
            out.extend([(abs(metric), metric * human > 0)] * (names.count(a) * names.count(b)))
    return out


def share(top, scale, difference):
    return 0.5 + (top - 0.5) * -np.expm1(-np.asarray(difference) / scale)


def fit(observed):
    """The (top, scale) of the largest likelihood on a grid."""
    difference, agree = (np.array(x, dtype=float) for x in zip(*observed))
    p = share(TOPS[:, None, None], SCALES[None, :, None], difference)
    likelihood = (np.log(p) * agree + np.log1p(-p) * (1 - agree)).sum(axis=2)
    i, k = np.unravel_index(likelihood.argmax(), likelihood.shape)
    return TOPS[i], SCALES[k]


def brier(observed, predicted):
    return np.mean([(p - agree) ** 2 for p, (_, agree) in zip(predicted, observed)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="folder with mt")
    parser.add_argument("--draws", type=int, default=200)
    parser.add_argument("--only", help="only the settings of this name")
    arguments = parser.parse_args()
    program = agreement.build()
    draw = np.random.default_rng(12345)
    for name, (flags, sets) in SETTINGS.items():
        if arguments.only not in (None, name):
            continue
        of = [systems(program, flags, os.path.join(arguments.data, "mt", s + ".jsonl.gz")) for s in sets]
        each = [pairs(o, list(o)) for o in of]
        observed = sum(each, [])
        top, scale = fit(observed)
        drawn = []
        for _ in range(arguments.draws):
            sample = []
            for k in draw.choice(len(of), len(of)):
                names = sorted(of[k])
                sample += pairs(of[k], [names[i] for i in draw.choice(len(names), len(names))])
            drawn.append(fit(sample))
        print(f"\n{name}: {len(observed)} pairs of {len(sets)} sets, {sum(a for _, a in observed) / len(observed):.3f} agree; "
              f"top {top:.3f}, scale {scale:.5f}")
        for percent in (60, 70, 75, 80, 85, 90):
            room = (percent / 100 - 0.5) / (top - 0.5)
            print(f"  {percent} %: {-scale * np.log1p(-room):.4f}" if room < 1 else f"  {percent} %: never")
        for d in (0.001, 0.002, 0.005, 0.01, 0.02, 0.05):
            low, high = np.percentile([share(*f, d) for f in drawn], [2.5, 97.5])
            print(f"  {d}: {share(top, scale, d):.3f} [{low:.3f}, {high:.3f}]")
        print("  left out: Brier of the fit of the others, of their mean share; expected and observed share by third")
        for k, s in enumerate(sets):
            others = sum(each[:k] + each[k + 1:], [])
            f, flat = fit(others), np.mean([a for _, a in others])
            found = sorted(each[k])
            predicted = [share(*f, d) for d, _ in found]
            thirds = [f"{np.mean([share(*f, d) for d, _ in t]):.2f}/{np.mean([a for _, a in t]):.2f}"
                      for t in (found[i * len(found) // 3:(i + 1) * len(found) // 3] for i in range(3))]
            print(f"    {s}: {brier(found, predicted):.3f} {brier(found, [flat] * len(found)):.3f}  {'  '.join(thirds)}")


if __name__ == "__main__":
    main()
