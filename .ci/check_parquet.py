"""Reads the files of `wrd score -o` with two independent programs, pyarrow and DuckDB, and compares them with the JSON
output of the same run: each column of each measure, the alignments, and systems.parquet.

usage: check_parquet.py COLUMNS FOLDER SUMMARY.json

COLUMNS are those expected after the texts, with commas between them, in the order of the file; `alignment` is the last
of them if the run asked for it, and the words without a counterpart follow it.
"""

import json
import math
import statistics
import sys

import duckdb
import pyarrow.parquet as pq

columns, folder, summary_file = sys.argv[1:]
columns = columns.split(",")
alignments = columns[-1] == "alignment"
with open(summary_file) as f:
    summary = json.load(f)
external = summary.get("external", [])

TEXTS = [
    ("system", "string"), ("segment", "int64"), ("id", "string"), ("doc", "string"), ("domain", "string"),
    ("candidate", "string"), ("references", "list<element: string not null>"), ("source", "string"),
    ("candidate_tokens", "int32"), ("reference_tokens", "int32"), ("candidate_oov", "int32"), ("reference_oov", "int32"),
    ("best_reference", "int32"), ("status", "string"),
]
ALIGNMENT = ("list<element: struct<candidate_token: string not null, reference_token: string not null, "
             "mass: double not null, cost: double not null> not null>")
SYSTEMS = [("system", "string"), ("measure", "string"), ("segments", "int64"), ("mean", "double"), ("stddev", "double"),
           ("ci_low", "double"), ("ci_high", "double"), ("human", "double"),
           *([("points", "double")] if any("points" in said for s in summary["systems"] for said in s["scores"].values()) else []),
           ("units", "string")]
checks = 0


def check(what, got, want):
    global checks
    checks += 1
    if got != want:
        sys.exit(f"{what}: found {got}, expected {want}")


def near(what, got, want, tolerance=1e-9):
    global checks
    checks += 1
    if (got is None) != (want is None) or got is not None and not math.isclose(got, want, rel_tol=tolerance, abs_tol=tolerance):
        sys.exit(f"{what}: found {got}, expected {want}")


# The schema, the signature and the compression.
measured = [c for c in columns if c not in ("human", "alignment", "points")]
SEGMENTS = TEXTS + [(c, ALIGNMENT if c == "alignment" else "double") for c in columns]
if alignments:
    SEGMENTS += [(c, "list<element: string not null>") for c in ("missing", "invented")]
for name, wanted in [("segments", SEGMENTS), ("systems", SYSTEMS)]:
    path = f"{folder}/{name}.parquet"
    schema = pq.read_schema(path)
    check(f"{name}: columns", [(f.name, str(f.type)) for f in schema], wanted)
    check(f"{name}: signature", schema.metadata[b"wrd.signature"].decode(), summary["signature"])
    metadata = pq.ParquetFile(path).metadata
    compressions = {metadata.row_group(g).column(c).compression for g in range(metadata.num_row_groups) for c in range(metadata.num_columns)}
    check(f"{name}: compression", compressions, {"ZSTD"})
    described = duckdb.sql(f"select key, value from parquet_kv_metadata('{path}')").fetchall()
    check(f"{name}: signature in DuckDB", dict(described)[b"wrd.signature"].decode(), summary["signature"])
check("columns of the JSON", sorted({c for s in summary["systems"] for c in s["scores"]}), sorted(measured))
check("external", [c for c in measured if c in external], external)

# Both programs read the same rows.
rows, systems = {}, {}
for name, into in [("segments", rows), ("systems", systems)]:
    path = f"{folder}/{name}.parquet"
    into["pyarrow"] = pq.read_table(path).to_pylist()
    found = duckdb.sql(f"select * from '{path}'")
    into["DuckDB"] = [dict(zip(found.columns, row)) for row in found.fetchall()]
    check(f"{name}: rows of pyarrow and DuckDB", into["pyarrow"], into["DuckDB"])

for program in rows:
    for system in summary["systems"]:
        name = system["system"]
        own = [r for r in rows[program] if r["system"] == name]
        where = f"{program}, {name}"
        check(f"{where}: segments", [r["segment"] for r in own], list(range(system["segments"])))
        statuses = {s: sum(r["status"] == s for r in own) for s in {r["status"] for r in own}}
        check(f"{where}: status", statuses, system["status"])
        for side in ("candidate", "reference"):
            tokens = sum(r[f"{side}_tokens"] for r in own)
            near(f"{where}: {side} coverage", 1 - sum(r[f"{side}_oov"] for r in own) / tokens, system["coverage"][side])
        stored = {r["measure"]: r for r in systems[program] if r["system"] == name}
        check(f"{where}: measures of systems.parquet", list(stored), measured)
        for measure in measured:
            values = [r[measure] for r in own if r[measure] is not None]
            said = system["scores"][measure]
            near(f"{where}: mean of {measure}", statistics.fmean(values), said["mean"])
            near(f"{where}: stddev of {measure}", statistics.stdev(values), said["stddev"])
            if "points" in columns and measure == measured[0]:
                near(f"{where}: points of {measure}", statistics.fmean(r["points"] for r in own if r["points"] is not None), said["points"])
            check(f"{where}: {measure} in systems.parquet", {k: stored[measure][k] for k in said}, said)
            check(f"{where}: number of {measure}", stored[measure]["segments"], len(values))
            if not said["ci_low"] <= said["mean"] <= said["ci_high"]:
                sys.exit(f"{where}: {measure}: the mean {said['mean']} is not in its interval")

    for row in rows[program]:
        where = f"{program}, {row['system']}, segment {row['segment']}"
        check(f"{where}: what is unknown", [row[c] for c in ("human", "id", "doc", "domain")], [None] * 4)
        if "wrd_similarity" in measured and row["wrd"] is not None:
            check(f"{where}: similarity", row["wrd_similarity"], 1 - row["wrd"])
        for measure in measured:
            if row[measure] is not None and not math.isfinite(row[measure]):
                sys.exit(f"{where}: {measure} is {row[measure]}")
        if not alignments:
            continue
        # An alignment moves all of the mass, at the cost of the first measure to the best reference.
        if row["status"] != "ok":
            check(f"{where}: alignment", row["alignment"], [])
            continue
        near(f"{where}: mass", sum(m["mass"] for m in row["alignment"]), 1)
        near(f"{where}: cost", sum(m["mass"] * m["cost"] for m in row["alignment"]), row[measured[0]])
        check(f"{where}: missing words are the reference's",
              set(row["missing"]) <= {m["reference_token"] for m in row["alignment"]}, True)
        check(f"{where}: invented words are the candidate's",
              set(row["invented"]) <= {m["candidate_token"] for m in row["alignment"]}, True)

# DuckDB's own arithmetic over the nested column.
if alignments:
    wrong = duckdb.sql(f"""
        select count(*) from (
            select any_value({measured[0]}) as distance, sum(move.mass) as mass, sum(move.mass * move.cost) as cost
            from (select system, segment, {measured[0]}, unnest(alignment) as move from '{folder}/segments.parquet')
            group by system, segment)
        where abs(mass - 1) > 1e-9 or abs(cost - distance) > 1e-9""").fetchall()[0][0]
    check("alignments whose sums are wrong in DuckDB", wrong, 0)
print(f"{checks} checks passed")
