"""Reads what wrd matrix and wrd mbr wrote with NumPy, pyarrow and DuckDB, and compares it with what wrd score says.

Usage: check_groups.py WRD FOLDER, where FOLDER is for files in between."""

import json
import subprocess
import sys

import duckdb
import numpy as np
import pyarrow.parquet as pq

wrd, folder = sys.argv[1:]
files = ["testdata/mt/system-a.txt", "testdata/mt/system-b.txt", "testdata/mt/reference.txt"]
texts = [open(name, encoding="utf-8").read().splitlines() for name in files]


def run(*args):
    return subprocess.run([wrd, *args], check=True, capture_output=True, text=True).stdout


def scores(candidates, references):
    """The distances of texts side by side, by wrd score."""
    for name, lines in (("c.txt", candidates), ("r.txt", references)):
        with open(f"{folder}/{name}", "w", encoding="utf-8") as f:
            f.write("".join(line + "\n" for line in lines))
    run("score", "-c", f"{folder}/c.txt", "-r", f"{folder}/r.txt", "-o", f"{folder}/scores")
    table = pq.read_table(f"{folder}/scores/segments.parquet")
    return np.array(table["wrd"])


# Every candidate with every reference.
a, r = texts[0][:7], texts[2][:5]
want = scores([x for x in a for _ in r], r * len(a)).reshape(len(a), len(r))
for name, lines in (("a.txt", a), ("b.txt", r)):
    with open(f"{folder}/{name}", "w", encoding="utf-8") as f:
        f.write("".join(line + "\n" for line in lines))
run("matrix", "-c", f"{folder}/a.txt", "-r", f"{folder}/b.txt", "-o", f"{folder}/matrix.npy")
run("matrix", "-c", f"{folder}/a.txt", "-r", f"{folder}/b.txt", "-o", f"{folder}/matrix.parquet", "--measure", "wrd,add")
array = np.load(f"{folder}/matrix.npy")
assert array.dtype == np.float64 and array.shape == want.shape, (array.dtype, array.shape)
assert (array == want).all()
rows = duckdb.sql(f"select candidate, reference, status, wrd, wrd_similarity, add from '{folder}/matrix.parquet' order by 1, 2").fetchall()
assert len(rows) == want.size
for i, j, status, distance, similarity, add in rows:
    assert status == "ok" and distance == want[i, j] and similarity == 1 - distance and -1 <= add <= 1
assert b"wrd.signature" in pq.read_schema(f"{folder}/matrix.parquet").metadata

# Groups of one shape make an array of three dimensions.
run("matrix", "-c", files[0], "-c", files[1], "-r", files[2], "--candidates-per-group", "1", "--references-per-group", "1",
    "-o", f"{folder}/three.npy")
three = np.load(f"{folder}/three.npy")
assert three.shape == (len(texts[0]), 2, 1), three.shape
for k in (0, 1):
    assert (three[:, k, 0] == scores(texts[k], texts[2])).all()

# The choice of least risk, by its definition.
n = len(files)
similarity = np.ones((len(texts[0]), n, n))
for i in range(n):
    for j in range(i):
        similarity[:, i, j] = similarity[:, j, i] = 1 - scores(texts[j], texts[i])
utilities = (similarity.sum(axis=2) - 1) / (n - 1)
named = [arg for i, name in enumerate(files) for arg in ("-c", f"s{i}={name}")]
for only in ([], ["--best-only"]):
    out = json.loads(run("mbr", *named, "--format", "json", "-o", f"{folder}/choices.parquet", *only))
    for row, want_row in zip(out["choices"], utilities, strict=True):
        assert abs(row["utility"] - want_row.max()) < 1e-12 and want_row[row["best"]] > want_row.max() - 1e-12
        assert only or np.abs(np.array(row["utilities"]) - want_row).max() < 1e-12
    table = pq.read_table(f"{folder}/choices.parquet").to_pylist()
    assert len(table) == len(out["choices"]) * (1 if only else n)
    for row in table:
        choice = out["choices"][row["group"]]
        assert row["chosen"] == (row["candidate"] == choice["best"]) and row["text"] == texts[row["candidate"]][row["group"]]
        assert row["utility"] == (choice["utility"] if only else choice["utilities"][row["candidate"]])
print("matrices and choices agree with wrd score")
