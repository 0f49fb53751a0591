"""Writes token vectors with the example of the documentation and with other programs, has `wrd score --token-vectors`
score them, and compares every segment with what NumPy and SciPy make of the same arrays.

    python token_vectors.py WRD FOLDER
"""

import json
import os
import pathlib
import subprocess
import sys

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from scipy.optimize import linprog

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "docs" / "examples"))
import token_vectors  # noqa: E402

wrd, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
random = np.random.default_rng(0)
DIM, SEGMENTS = 100, 300


def text():
    n = random.integers(1, 12)
    return [f"t{k}é" for k in random.integers(0, 30, n)], random.normal(size=(n, DIM)).astype(np.float32)


segments = [
    {"candidates": {"a": text(), "b": text()}, "references": [text(), text()]} for _ in range(SEGMENTS)
]


def unit(x):
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def word_rotators_distance(x, y):
    a, b = np.linalg.norm(x, axis=1), np.linalg.norm(y, axis=1)
    cost = 1 - unit(x) @ unit(y).T
    n, m = cost.shape
    rows = np.kron(np.eye(n), np.ones(m))
    columns = np.kron(np.ones(n), np.eye(m))
    solution = linprog(cost.ravel(), A_eq=np.vstack([rows, columns]), b_eq=np.concatenate([a / a.sum(), b / b.sum()]), method="highs")
    return solution.fun


def oracle(candidate, references):
    """The columns of a segment: of each the best over the references."""
    values = []
    for reference in references:
        x, y = candidate.astype(np.float64), reference.astype(np.float64)
        s, t = x.sum(axis=0), y.sum(axis=0)
        cosines = unit(x) @ unit(y).T
        p, r = cosines.max(axis=1).mean(), cosines.max(axis=0).mean()
        values.append({
            "wrd": -word_rotators_distance(x, y), "add": s @ t / np.linalg.norm(s) / np.linalg.norm(t),
            "bertscore_p": p, "bertscore_r": r, "bertscore_f1": 2 * p * r / (p + r) if p * r > 0 else 0,
        })
    best = {name: max(v[name] for v in values) for name in values[0]}
    best["wrd"] = -best["wrd"]
    return best


expected = {
    (name, number): oracle(segment["candidates"][name][1], [vectors for _, vectors in segment["references"]])
    for number, segment in enumerate(segments) for name in ("a", "b")
}

path = (folder + "/{}").format
token_vectors.write_parquet(path("example.parquet"), segments)
token_vectors.write_safetensors(path("example.safetensors"), segments)
table = pq.read_table(path("example.parquet"))
pq.write_table(table, path("defaults.parquet"))
pq.write_table(table, path("pages.parquet"), data_page_version="2.0", data_page_size=10_000, row_group_size=77, compression="gzip")
flat = pa.array([np.concatenate(row) if row else [] for row in table["vectors"].to_pylist()], pa.list_(pa.float64()))
pq.write_table(table.set_column(5, "vectors", flat), path("flat.parquet"), use_dictionary=False)
fixed = table["vectors"].cast(pa.list_(pa.list_(pa.float32(), DIM)))
pq.write_table(table.set_column(5, "vectors", fixed), path("fixed.parquet"), compression="none")
table.to_pandas().to_parquet(path("pandas.parquet"))
duckdb.sql(f"copy (select vectors, tokens, side, system, segment, reference from '{path('example.parquet')}' order by segment, side desc) to '{path('duckdb.parquet')}' (format parquet)")

files = sorted(os.listdir(folder))
for name in files:
    if name.startswith("out-"):
        continue
    out = path("out-" + name)
    ran = subprocess.run([wrd, "score", "--token-vectors", path(name), "--measure", "wrd,add,bertscore", "--format", "json", "-o", out],
                         capture_output=True, text=True)
    if ran.returncode:
        sys.exit(f"{name}: {ran.stderr}")
    summary = json.loads(ran.stdout)
    if [s["system"] for s in summary["systems"]] != ["a", "b"] or f"|token-vectors:{name.rsplit('.', 1)[0]}@" not in summary["signature"]:
        sys.exit(f"{name}: found {summary}")
    rows = pq.read_table(out + "/segments.parquet").to_pylist()
    if len(rows) != len(expected):
        sys.exit(f"{name}: found {len(rows)} rows, expected {len(expected)}")
    for row in rows:
        key = row["system"], row["segment"]
        tokens = segments[row["segment"]]["candidates"][row["system"]][0]
        if row["candidate"] != " ".join(tokens) or row["candidate_tokens"] != len(tokens):
            sys.exit(f"{name}: {key}: found {row}, expected {tokens}")
        for column, want in expected[key].items():
            # wrd adds up products in float32, HiGHS solves within 1e-7.
            if not abs(row[column] - want) <= 1e-6:
                sys.exit(f"{name}: {key}: {column}: found {row[column]}, expected {want}")
    print(f"{name}: {len(rows)} rows agree")
