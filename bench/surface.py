#!/usr/bin/env python3
"""Measures what --surface-weight costs and brings: docs/data/purposes/surface.tsv.

    pip install numpy pyarrow
    python3 bench/surface.py --data ../shared/data

--data has the folder mt. For each whole set and weight: the share of pairs of outputs of a segment that the metric orders as people do
(equal scores count half), acc_eq, and Pearson's r over all outputs, each with its difference from the first settings of the
encoder and the 95 % interval of that, by a paired bootstrap of segments (of acc_eq with the tie threshold of the whole set).
"""

import argparse

import agreement
import languages
import numpy as np

DRAWS = 1000
EN = "--purpose translation"
MULTI = "--purpose translation --encoder context-multi"
TRIED = {
    EN: ["--surface-weight 0", *(f"--surface-weight {w}" for w in ("0.002", "0.005", "0.01", "0.02", "0.05"))],
    MULTI: ["--spelling-weight 0.1", *(f"--surface-weight {w}" for w in ("0", "0.005", "0.01", "0.02", "0.05", "0.1"))],
}
SETS = {
    EN: ["wmt21_is-en_da", "wmt23_he-en_mqm", "wmt23_zh-en_mqm"],
    MULTI: ["wmt24_en-cs_esa", "wmt24_en-ja_esa", "wmt21_is-en_da", "wmt23_he-en_mqm", "wmt23_zh-en_mqm"],
}


def grid(rows, values):
    """Returns values by system and segment, NaN for gaps."""
    systems, segments = {}, {}
    for row in rows:
        systems.setdefault(row["system"], len(systems))
        segments.setdefault((row["doc"], row["seg_id"]), len(segments))
    g = np.full((len(systems), len(segments)), np.nan)
    for row, value in zip(rows, values):
        g[systems[row["system"]], segments[row["doc"], row["seg_id"]]] = value
    return g


def statistics(human, metric):
    """Returns a function of weights of segments that gives the share of pairs, acc_eq and Pearson's r."""
    a, b = np.triu_indices(len(human), 1)
    h, m = human[a] - human[b], metric[a] - metric[b]
    both = ~np.isnan(h)
    agree = np.sign(h) == np.sign(m)
    told = both & (h != 0)
    right = np.where(told, np.where(m == 0, 0.5, agree), 0).sum(0)
    # With a threshold up to each difference: a pair that people do not tell apart is won by it, one that was right is lost.
    distance, order = np.abs(m[both]), np.argsort(np.abs(m[both]), kind="stable")
    gain = np.where(h[both] == 0, 1, -1.0 * agree[both])[order].cumsum()
    threshold = distance[order][gain.argmax()] if gain.max() > 0 else -1
    equal = np.where(both, np.where(np.abs(m) <= threshold, h == 0, agree & (h != 0)), 0).sum(0)
    there = ~np.isnan(human)
    x, y = np.where(there, metric, 0), np.where(there, human, 0)
    sums = np.array([there.sum(0), x.sum(0), y.sum(0), (x * x).sum(0), (y * y).sum(0), (x * y).sum(0)])

    def of(weights):
        n, sx, sy, sxx, syy, sxy = sums @ weights
        r = (n * sxy - sx * sy) / np.sqrt((n * sxx - sx * sx) * (n * syy - sy * sy))
        return np.array([right @ weights / (told.sum(0) @ weights), equal @ weights / (both.sum(0) @ weights), r])
    return of


def lines(encoder, name, rows, scores):
    """Yields a line of the table for each of the settings, of which the first is what the others are compared with."""
    human = grid(rows, [row["human"] for row in rows])
    draw = np.random.default_rng(12345)
    draws = draw.multinomial(human.shape[1], np.full(human.shape[1], 1 / human.shape[1]), size=DRAWS).astype(float)
    base = None
    for flags, values in scores.items():
        of = statistics(human, grid(rows, values))
        value, drawn = of(np.ones(human.shape[1])), np.array([of(w) for w in draws])
        if base is None:
            base = value, drawn
        cells = []
        for k in range(3):
            low, high = np.percentile(drawn[:, k] - base[1][:, k], [2.5, 97.5])
            cells += [f"{value[k]:.4f}", f"{value[k] - base[0][k]:+.4f}", f"{low:+.4f}", f"{high:+.4f}"]
        yield "\t".join([encoder, name, flags, *cells])


def write(table):
    head = ["settings", "set", "beside them"]
    for statistic in ("pairs within segments", "acc_eq", "Pearson"):
        head += [statistic, "difference", "low", "high"]
    with open("docs/data/purposes/surface.tsv", "w", encoding="utf-8", newline="\n") as f:
        f.write("\t".join(head) + "\n" + "".join(line + "\n" for line in table))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="../shared/data")
    parser.add_argument("--program", help="wrd, in place of one that is built")
    args = parser.parse_args()
    program, table = args.program or agreement.build(), []
    for settings, sets in SETS.items():
        for name in sets:
            rows = list(agreement.rows(f"{args.data}/mt/{name}.jsonl.gz"))
            table += lines(settings, name, rows, {flags: languages.wrd(program, f"{settings} {flags}", rows) for flags in TRIED[settings]})
    write(table)


if __name__ == "__main__":
    main()
