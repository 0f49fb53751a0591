"""Computes what wrd correlate does a second time, from the definitions of mt-metrics-eval, with NumPy and SciPy.

python3 bench/correlate_oracle.py WRD TABLE.tsv.gz METRIC…

TABLE has the columns system, segment, human and those of metrics. Fails if a value differs by more than 1e-9. Soft
pairwise accuracy is added up in float64, where mt-metrics-eval adds in float32.
"""

import csv
import gzip
import json
import subprocess
import sys
import warnings

import numpy as np
import scipy.stats

CORRELATIONS = {"pearson": scipy.stats.pearsonr, "spearman": scipy.stats.spearmanr, "kendall_b": scipy.stats.kendalltau}


def both(h, m):
    known = ~np.isnan(h) & ~np.isnan(m)
    return h[known], m[known]


def averaged(correlation, human, metric, averaging):
    groups = {"none": [(human.ravel(), metric.ravel())], "sys": zip(human, metric), "item": zip(human.T, metric.T)}
    pairs = [both(h, m) for h, m in groups[averaging]]
    return np.nanmean([correlation(h, m)[0] for h, m in pairs if len(h) > 1])


def acc_eq(human, metric):
    """The best share of pairs within segments that are ordered alike, over all thresholds up to which metrics tie."""
    sizes, changes, ordered, segments = [], [], 0.0, 0
    for h, m in (both(h, m) for h, m in zip(human.T, metric.T)):
        if len(h) < 2:
            continue
        i, j = np.triu_indices(len(h), 1)
        alike = (np.sign(h[i] - h[j]) == np.sign(m[i] - m[j])) & (m[i] != m[j])
        sizes.append(np.abs(m[i] - m[j]))
        changes.append(((h[i] == h[j]) * 1.0 - alike) / len(i))
        ordered, segments = ordered + alike.mean(), segments + 1
    sizes, changes = np.concatenate(sizes), np.concatenate(changes)
    order = np.argsort(sizes, kind="stable")
    sums = ordered + np.cumsum(changes[order])
    last = np.append(np.diff(sizes[order]) != 0, True)
    return max([*sums[last], ordered if sizes.min() > 0 else 0]) / segments


def soft(human, metric):
    whole = ~np.isnan(human).any(axis=0) & ~np.isnan(metric).any(axis=0)
    drawn = np.random.default_rng(4).random((1000, whole.sum()), dtype=np.float32)
    signs = np.rint(drawn).astype(float) * 2 - 1
    i, j = np.triu_indices(len(human), 1)

    def p(scores):
        moved, sums = signs @ scores.T, scores.sum(axis=1)
        return (moved[:, i] - moved[:, j] >= sums[i] - sums[j] - 1e-9).mean(axis=0)

    return 1 - np.abs(p(human[:, whole]) - p(metric[:, whole])).mean()


def expected(row, human, metric):
    """Returns None for what is not computed here."""
    statistic, level = row["statistic"], row["level"]
    if statistic == "spa":
        return soft(human, metric)
    if level == "segment" and statistic in CORRELATIONS:
        return averaged(CORRELATIONS[statistic], human, metric, row["averaging"])
    if level == "segment":
        return acc_eq(human, metric) if row["averaging"] == "item" else None
    means = [both(h, m) for h, m in zip(human, metric)]
    h, m = (np.array([side[k].mean() for side in means]) for k in (0, 1))
    if statistic in CORRELATIONS:
        return CORRELATIONS[statistic](h, m)[0]
    i, j = np.triu_indices(len(h), 1)
    return np.mean(np.sign(h[i] - h[j]) == np.sign(m[i] - m[j])) if statistic == "pairwise_accuracy" else None


def main(wrd, table, *metrics):
    warnings.simplefilter("ignore")
    with gzip.open(table, "rt") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    systems = {name: i for i, name in enumerate(dict.fromkeys(row["system"] for row in rows))}
    segments = {name: k for k, name in enumerate(dict.fromkeys(row["segment"] for row in rows))}
    grids = {}
    for column in ("human", *metrics):
        grids[column] = np.full((len(systems), len(segments)), np.nan)
        for row in rows:
            if row[column]:
                grids[column][systems[row["system"]], segments[row["segment"]]] = float(row[column])
    statistics = "pearson,spearman,kendall_b,acc_eq,pairwise_accuracy,spa"
    said = subprocess.run([wrd, "correlate", "--table", table, "--human", "human", "--measure", ",".join(metrics),
                           "--statistic", statistics, "--averaging", "none,item,sys", "--interval", "none",
                           "--format", "json"], check=True, capture_output=True, text=True).stdout
    differences = []
    for row in json.loads(said)["rows"]:
        want = expected(row, grids["human"], grids[row["measure"]])
        if want is not None:
            differences.append(abs(want - row["value"]))
            if differences[-1] > 1e-9:
                print("found", row, "expected", want)
    print(f"{table}: {len(differences)} values, the largest difference is {max(differences):.1e}")
    return 1 if max(differences) > 1e-9 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
