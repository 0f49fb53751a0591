"""Reads the files of `wrd score -o` with two independent programs and compares them with its JSON output."""

import json
import math
import sys

import duckdb
import pyarrow.parquet as pq

folder, summary_file = sys.argv[1:]
with open(summary_file) as f:
    summary = json.load(f)

SEGMENTS = [
    ("system", "string"), ("segment", "int64"), ("doc", "string"), ("candidate", "string"),
    ("references", "list<element: string not null>"), ("candidate_tokens", "int32"), ("reference_tokens", "int32"),
    ("candidate_oov", "int32"), ("reference_oov", "int32"), ("best_reference", "int32"), ("status", "string"),
    ("wrd", "double"), ("wrd_similarity", "double"), ("human", "double"),
    ("alignment", "list<element: struct<candidate_token: string not null, reference_token: string not null, "
                  "mass: double not null, cost: double not null> not null>"),
]
SYSTEMS = [("system", "string"), ("measure", "string"), ("segments", "int64"), ("mean", "double"), ("stddev", "double"),
           ("ci_low", "double"), ("ci_high", "double"), ("human", "double")]


def check(what, got, want):
    if got != want:
        sys.exit(f"{what}: found {got}, expected {want}")


def near(what, got, want, tolerance=1e-12):
    if not math.isclose(got, want, rel_tol=0, abs_tol=tolerance):
        sys.exit(f"{what}: found {got}, expected {want}")


for name, columns in [("segments", SEGMENTS), ("systems", SYSTEMS)]:
    table = pq.read_table(f"{folder}/{name}.parquet")
    check(f"{name}: columns", [(f.name, str(f.type)) for f in table.schema], columns)
    check(f"{name}: signature", table.schema.metadata[b"wrd.signature"].decode(), summary["signature"])
    check(f"{name}: compression", pq.ParquetFile(f"{folder}/{name}.parquet").metadata.row_group(0).column(0).compression, "ZSTD")

db = duckdb.connect()
segments, systems = f"'{folder}/segments.parquet'", f"'{folder}/systems.parquet'"
for system in summary["systems"]:
    name = system["system"]
    rows, mean, stddev, ok = db.execute(
        f"select count(*), avg(wrd), stddev_samp(wrd), count(*) filter (status = 'ok') from {segments} where system = ?", [name]
    ).fetchone()
    check(f"{name}: rows", rows, system["segments"])
    check(f"{name}: ok", ok, system["status"].get("ok", 0))
    near(f"{name}: mean", mean, system["scores"]["wrd"]["mean"])
    near(f"{name}: stddev", stddev, system["scores"]["wrd"]["stddev"])
    stored = db.execute(f"select mean, stddev, ci_low, ci_high from {systems} where system = ? and measure = 'wrd'", [name]).fetchone()
    check(f"{name}: systems.parquet", dict(zip(["mean", "stddev", "ci_low", "ci_high"], stored)), system["scores"]["wrd"])

# Each alignment moves all of the mass, at the cost of the distance to the best (here the only) reference.
for row in pq.read_table(f"{folder}/segments.parquet").to_pylist():
    where = f"{row['system']}, segment {row['segment']}"
    near(f"{where}: similarity", row["wrd_similarity"], 1 - row["wrd"])
    if row["status"] == "ok":
        near(f"{where}: mass", sum(m["mass"] for m in row["alignment"]), 1)
        near(f"{where}: cost", sum(m["mass"] * m["cost"] for m in row["alignment"]), row["wrd"])
print("1 passed, 0 failed")
