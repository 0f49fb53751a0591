"""Write tables with pyarrow, DuckDB, pandas, polars and fastparquet in every codec, page version and encoding, of texts
that compress well, a little and not at all, and check that wrd reads the same texts and numbers of each.

    python parquet_writers.py WRD FOLDER

FOLDER is an empty folder for the tables.
"""
import itertools
import json
import os
import random
import subprocess
import sys

import duckdb
import fastparquet
import pandas
import polars
import pyarrow
import pyarrow.parquet

wrd, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
os.makedirs(folder)
os.chdir(folder)
random.seed(20)
words = "the a cat dog sat slept on mat rug rain all day Ünïcode wörds".split()


def text(kind):
    if kind == "repeated":
        return "the cat sat on the mat " * 3
    if kind == "words":
        return " ".join(random.choice(words) for _ in range(12))
    return " ".join(chr(random.randrange(0x4E00, 0x9FFF)) + f"{random.getrandbits(200):x}" for _ in range(4))


def rows(kind, n):
    half = n // 2
    return pandas.DataFrame({
        "system": ["a"] * half + ["b"] * half, "id": [f"seg-{i}" for i in range(half)] * 2, "candidate": [text(kind) for _ in range(n)],
        "references": [[text(kind) for _ in range(1 + i % 3)] for i in range(half)] * 2,
        "human": [None if i % 7 == 3 else 0.5 if kind == "repeated" else random.random() for i in range(n)],
    })


def run(*arguments):
    out = subprocess.run([wrd, *arguments], capture_output=True, text=True)
    return out.returncode, out.stdout, out.stderr


def read(file):
    """What wrd says of a table: of its texts, and of its numbers."""
    texts = run("score", "--measure", "add", "--format", "jsonl", file)
    scores = run("compare", "--table", file, "--columns", "segment=id", "--measure", "human", "--format", "json")
    return texts[:2] + scores[:2], texts[2] + scores[2]


passed, failed = 0, []


def check(what, file):
    global passed
    got, errors = read(file)
    if got == want and errors == want_errors.replace("model.jsonl", file):
        passed += 1
    else:
        failed.append(f"{what}: {errors or 'other texts or numbers'}")


def connection(frame):
    con = duckdb.connect()
    con.register("frame", frame)
    return con


for kind, n in itertools.product(["random", "words", "repeated"], [20, 1500]):
    frame = rows(kind, n)
    with open("model.jsonl", "w", encoding="utf-8") as f:
        for row in frame.to_dict("records"):
            row["human"] = None if pandas.isna(row["human"]) else row["human"]
            print(json.dumps(row, ensure_ascii=False), file=f)
    want, want_errors = read("model.jsonl")
    if want[0] != 0 or want[2] != 0:
        sys.exit(f"FAIL model.jsonl: {want_errors}")
    read_back = [json.loads(line) for line in want[1].splitlines()]
    for i, candidate, references in zip(range(n), frame.candidate, frame.references):
        row = read_back[i * 2 if i < n // 2 else i * 2 - n + 1]  # the systems stand side by side
        if row["candidate"] != candidate or row["references"] != references:
            sys.exit(f"FAIL {kind}: found {row}")

    table = pyarrow.Table.from_pandas(frame)
    strings, numbers = ["system", "id", "candidate", "references.list.element"], ["human"]
    encodings = {
        "dictionary": {}, "plain": {"use_dictionary": False},
        "lengths": {"use_dictionary": False, "column_encoding": dict.fromkeys(strings, "DELTA_LENGTH_BYTE_ARRAY")},
        "prefixes": {"use_dictionary": False, "column_encoding": {
            **dict.fromkeys(strings, "DELTA_BYTE_ARRAY"), **dict.fromkeys(numbers, "BYTE_STREAM_SPLIT")}},
    }
    for codec, version, encoding in itertools.product(["none", "snappy", "gzip", "brotli", "zstd", "lz4"], ["1.0", "2.0"], encodings):
        pyarrow.parquet.write_table(table, "pyarrow.parquet", compression=codec, data_page_version=version, data_page_size=8192,
                                    row_group_size=random.choice([7, 400, 10**6]), **encodings[encoding])
        check(f"pyarrow, {codec}, pages {version}, {encoding}, {kind}, {n}", "pyarrow.parquet")
    con = connection(frame)
    for codec, version in itertools.product(["uncompressed", "snappy", "gzip", "brotli", "zstd", "lz4", "lz4_raw"], ["V1", "V2"]):
        for dictionary in ["", ", DICTIONARY_SIZE_LIMIT 1"]:
            con.execute(f"COPY frame TO 'duckdb.parquet' (FORMAT parquet, COMPRESSION {codec}, PARQUET_VERSION {version}{dictionary})")
            check(f"DuckDB, {codec}, {version}{dictionary}, {kind}, {n}", "duckdb.parquet")
    for codec in ["uncompressed", "snappy", "gzip", "brotli", "zstd", "lz4"]:
        polars.from_pandas(frame).write_parquet("polars.parquet", compression=codec)
        check(f"polars, {codec}, {kind}, {n}", "polars.parquet")
    # fastparquet writes lists as texts of JSON, in a column that says so.
    for codec in ["UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"]:
        fastparquet.write("fastparquet.parquet", frame, compression=codec, write_index=False, object_encoding={
            "system": "utf8", "id": "utf8", "candidate": "utf8", "references": "json"})
        check(f"fastparquet, {codec}, {kind}, {n}", "fastparquet.parquet")
    # Lists as texts of JSON, in a column that says so and in one of ordinary texts.
    con.execute("COPY (SELECT * REPLACE (\"references\"::JSON AS \"references\") FROM frame) TO 'json.parquet' (FORMAT parquet, COMPRESSION lz4)")
    check(f"DuckDB's JSON, {kind}, {n}", "json.parquet")
    con.execute("COPY (SELECT * REPLACE (\"references\"::JSON::VARCHAR AS \"references\") FROM frame) TO 'text.parquet' (FORMAT parquet)")
    check(f"DuckDB's JSON as text, {kind}, {n}", "text.parquet")
    con.execute("COPY (SELECT * REPLACE (\"references\"::JSON AS \"references\") FROM frame) TO 'text.csv' (HEADER)")
    check(f"DuckDB's JSON in CSV, {kind}, {n}", "text.csv")

    # Lists as Python and DuckDB print them are an error with the way to write them.
    for what, file in [("str()", "python.csv"), ("VARCHAR", "duckdb.csv")]:
        if what == "str()":
            frame.assign(references=frame.references.map(str)).to_csv(file, index=False)
        else:
            con.execute(f"COPY (SELECT * REPLACE (\"references\"::VARCHAR AS \"references\") FROM frame) TO '{file}' (HEADER)")
        code, out, errors = run("score", file)
        if code != 2 or out or "json" not in errors.lower() or f"{file}:" not in errors:
            failed.append(f"a list by {what}, {kind}: {code} {out[:200]} {errors}")
        else:
            passed += 1

if failed:
    sys.exit("\n".join(["FAIL"] + failed[:40] + [f"{len(failed)} failed, {passed} passed"]))
print(f"attacks: {passed} of Parquet by other writers, 0 failed: pyarrow {pyarrow.__version__}, DuckDB {duckdb.__version__}, polars {polars.__version__}")
