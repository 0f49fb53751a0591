"""Write tables of texts with pandas, pyarrow, datasets and polars, in every form that wrd reads, and check that they all
score the same.

    python text_tables.py WRD FOLDER

FOLDER is an empty folder for the tables. Needs pandas, pyarrow, datasets and polars.
"""
import io
import os
import subprocess
import sys

import datasets
import pandas
import polars
import pyarrow
import pyarrow.feather
import pyarrow.parquet

wrd, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
os.makedirs(folder)
os.chdir(folder)
rows = pandas.DataFrame({
    "system": ["a", "a", "b", "b"], "id": [1, 2, 1, 2], "doc": ["d", None, "d", None], "human": [0.5, None, 1, 2],
    "candidate": ["the \"cat\"\nsat", "the dog, barking", "a\tcat", ""],
    "references": [["the cat", "a cat"], ["the dog"], ["the cat", "a cat"], ["the dog"]],
})
wide = rows.drop(columns="references")
wide["reference"] = [r[0] for r in rows.references]
wide["reference_2"] = [r[1] if len(r) > 1 else None for r in rows.references]

rows.to_parquet("pandas.parquet")
rows.to_parquet("groups.parquet", compression="zstd", row_group_size=1)
rows.assign(system=rows.system.astype("category")).to_parquet("category.parquet")
wide.to_parquet("wide.parquet")
rows.to_json("lines.jsonl", orient="records", lines=True)
rows.to_json("lines.jsonl.gz", orient="records", lines=True, compression="gzip")
rows.to_json("array.json", orient="records", indent=2)
wide.to_csv("plain.csv", index=False)
wide.to_csv("index.csv")
large = pyarrow.large_string()
table = pyarrow.table({
    **{name: pyarrow.array(rows[name].tolist(), from_pandas=True) for name in ["system", "id", "doc", "human"]},
    "candidate": pyarrow.array(rows.candidate.tolist(), large),
    "references": pyarrow.array(rows.references.tolist(), pyarrow.large_list(large)),
})
pyarrow.parquet.write_table(table, "large.parquet")
pyarrow.parquet.write_table(table, "old_lists.parquet", use_compliant_nested_type=False)
pyarrow.parquet.write_table(table, "pages2.parquet", data_page_version="2.0", compression="brotli")

views = table.set_column(4, "candidate", table["candidate"].cast(pyarrow.string_view()))
views = views.set_column(0, "system", views["system"].dictionary_encode())
for codec in None, "lz4", "zstd":
    for name, new in ("file", pyarrow.ipc.new_file), ("stream", pyarrow.ipc.new_stream):
        with new(f"pyarrow-{name}-{codec}.arrow", views.schema, options=pyarrow.ipc.IpcWriteOptions(compression=codec)) as out:
            out.write_table(views, max_chunksize=1)
    pyarrow.feather.write_feather(table, f"{codec}.feather", compression=codec or "uncompressed")
frame = polars.from_arrow(table)
frame = frame.with_columns(frame["system"].cast(polars.Categorical))
for codec in "uncompressed", "lz4", "zstd":
    for name, level in ("old", polars.CompatLevel.oldest()), ("new", polars.CompatLevel.newest()):
        frame.write_ipc(f"polars-{codec}-{name}.arrow", compression=codec, compat_level=level)
        frame.write_ipc_stream(f"polars-stream-{codec}-{name}.arrow", compression=codec, compat_level=level)
polars.concat([frame[:1], frame[1:]], rechunk=False).write_ipc("polars-chunks.arrow")
datasets.Dataset(table).save_to_disk("dataset", num_shards=2)
datasets.DatasetDict({"test": datasets.Dataset.from_pandas(rows)}).save_to_disk("splits")

files = sorted(f + ":test" if f == "splits" else f for f in os.listdir())
outputs = {f: subprocess.run([wrd, "score", "--format", "jsonl", f], capture_output=True, text=True) for f in files}
first = outputs[files[0]].stdout
scored = pandas.read_json(io.StringIO(first), lines=True) if first else None
if first == "" or scored.candidate.tolist() != [rows.candidate[i] for i in (0, 2, 1, 3)]:
    sys.exit(f"FAIL {files[0]}: {outputs[files[0]]}")
for f, out in outputs.items():
    if out.returncode != 0 or out.stdout != first:
        sys.exit(f"FAIL {f}: {out}, expected {first}")
print(f"{len(files)} tables of texts by pandas {pandas.__version__}, pyarrow {pyarrow.__version__}, datasets {datasets.__version__} "
      f"and polars {polars.__version__} score the same")
