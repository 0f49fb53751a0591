"""Write tables of scores with the tools themselves and compare what wrd reads of them with what the tools say.

    python score_tables.py WRD FOLDER

FOLDER is an empty folder for the tables. Needs sacrebleu, pandas and pyarrow; run in the repository. COMET and
BERTScore are too large to install: their files are written by the statements of their own programs (unbabel-comet
2.2.7, bert-score 0.3.13).
"""
import json
import math
import os
import random
import subprocess
import sys

import pandas
import sacrebleu

wrd, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
os.makedirs(folder)
texts = {name: open(f"testdata/mt/{name}.txt", encoding="utf-8").read().split("\n")[:-1] for name in ["system-a", "system-b", "reference"]}
systems = ["system-a", "system-b"]
passed = 0


def path(name):
    return os.path.join(folder, name)


def check(what, arguments, column, want):
    """want maps systems to scores, None where there is none."""
    global passed
    out = subprocess.run([wrd, "compare", *arguments, "--measure", column, "--format", "json"], capture_output=True, text=True, check=True)
    got = {s["system"]: s for s in json.loads(out.stdout)["measures"][0]["systems"]}
    if set(got) != set(want):
        sys.exit(f"FAIL {what}: systems {set(got)}, expected {set(want)}")
    for system, scores in want.items():
        there = [x for x in scores if x is not None]
        mean = math.fsum(there) / len(there)
        if got[system]["segments"] != len(there) or abs(got[system]["mean"] - mean) > 1e-9:
            sys.exit(f"FAIL {what}: {system}: {got[system]['segments']} segments, mean {got[system]['mean']}, expected {len(there)}, {mean}")
    passed += 1


# sacreBLEU prints one digit after the point unless it is told otherwise.
for metric, name, scorer in [("bleu", "BLEU", sacrebleu.BLEU(effective_order=True)), ("chrf", "chrF2", sacrebleu.CHRF()), ("ter", "TER", sacrebleu.TER())]:
    want, arguments = {}, []
    for system in systems:
        with open(path(f"{system}.{metric}"), "w", encoding="utf-8") as f:
            subprocess.run([sys.executable, "-m", "sacrebleu", "testdata/mt/reference.txt", "-i", f"testdata/mt/{system}.txt", "-m", metric,
                            "--sentence-level", "-w", "12"], stdout=f, check=True)
        want[system] = [scorer.sentence_score(t, [r]).score for t, r in zip(texts[system], texts["reference"])]
        arguments += ["--table", path(f"{system}.{metric}")]
    check(f"sacreBLEU's {metric}", arguments, name, want)

# COMET and BERTScore, with invented scores.
random.seed(1)
invented = {system: [random.random() for _ in texts[system]] for system in systems}
data = {f"out/{system}.txt": [{"src": "s", "mt": t, "ref": r, "COMET": x} for t, r, x in zip(texts[system], texts["reference"], invented[system])]
        for system in systems}
data["out/system-a.txt"][3]["COMET"] = math.nan
with open(path("comet.json"), "w", encoding="utf-8") as outfile:
    json.dump(data, outfile, ensure_ascii=False, indent=4)
gaps = {**invented, "system-a": [None if i == 3 else x for i, x in enumerate(invented["system-a"])]}
check("COMET", ["--table", path("comet.json")], "COMET", gaps)
arguments = []
for system in systems:
    with open(path(f"{system}.bertscore"), "w") as f:
        print("roberta-large_L17_no-idf_version=0.3.12(hug_trans=4.30.2)" + f" P: {0.9:.6f} R: {0.9:.6f} F1: {0.9:.6f}", file=f)
        for x in invented[system]:
            print("{:.6f}\t{:.6f}\t{:.6f}".format(x / 2, x / 3, x), file=f)
    arguments += ["--table", path(f"{system}.bertscore")]
check("BERTScore", arguments, "BERTScore_F1", {s: [float(f"{x:.6f}") for x in invented[s]] for s in systems})

# pandas, in every format that it writes; texts with the characters that formats quote.
frame = pandas.DataFrame([{"sys": s, "seg": i, "note": f'{i}, "{t}"\n', "x": x} for s in systems for i, (t, x) in enumerate(zip(texts[s], gaps[s]))])
frame = frame.sample(frac=1, random_state=1)
frame.to_parquet(path("pandas.parquet"), index=False)
frame.to_parquet(path("gzip.parquet"), index=False, compression="gzip", row_group_size=7)
frame.astype({"x": "float32"}).to_parquet(path("float.parquet"))
frame.to_csv(path("pandas.csv"), index=False)
frame.drop(columns="note").to_csv(path("pandas.tsv.gz"), index=False, sep="\t", na_rep="NaN")
frame.to_json(path("pandas.jsonl"), orient="records", lines=True, double_precision=15)
frame.to_json(path("pandas.json.gz"), orient="records", indent=2, double_precision=15)
columns = ["--columns", "system=sys,segment=seg"]
for name in ["pandas.parquet", "gzip.parquet", "pandas.csv", "pandas.tsv.gz", "pandas.jsonl", "pandas.json.gz"]:
    check(name, ["--table", path(name), *columns], "x", gaps)
single = {s: [None if x is None else float(pandas.Series([x], dtype="float32")[0]) for x in gaps[s]] for s in systems}
check("float.parquet", ["--table", path("float.parquet"), *columns], "x", single)
# Ids that pandas made floats of, because one of them is missing elsewhere, still join.
frame.astype({"seg": float})[["sys", "seg"]].assign(y=1.0).to_parquet(path("ids.parquet"))
out = subprocess.run([wrd, "compare", "--table", path("pandas.jsonl"), "--table", path("ids.parquet"), *columns, "--measure", "x,y", "--format", "json"],
                     capture_output=True, text=True, check=True)
if out.stderr or json.loads(out.stdout)["measures"][1]["systems"][0]["segments"] != len(texts["reference"]):
    sys.exit(f"FAIL ids as floats: {out.stderr}")
print(f"{passed + 1} passed, 0 failed")
