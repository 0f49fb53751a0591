#!/usr/bin/env python3
"""Writes the table of docs/quality-estimation.md: how far scores without a reference agree with people.

    pip install sacrebleu==2.6.0 pyarrow
    python3 bench/quality_estimation.py --data ../shared/data

--data has the folder mt. Of each set segments are taken at even steps, about 160, with the outputs of all systems. The
scores come from wrd score, sacreBLEU and, for the sets of WMT23, from the other metrics of the task as they were
submitted. The page keeps its prose: only the text between the marks is replaced.
"""

import argparse
import os
import subprocess
import tempfile

import agreement
import languages

SETS = {
    "Chinese to English, WMT23": "wmt23_zh-en_mqm", "Hebrew to English, WMT23": "wmt23_he-en_mqm",
    "English to Czech, WMT24": "wmt24_en-cs_esa", "English to Japanese, WMT24": "wmt24_en-ja_esa",
}
SOURCE, REFERENCE, CHRF = "**`wrd_source`**", "with a reference: `wrd` of the same encoder", "with a reference: chrF++"
QE = {"CometKiwi": "CometKiwi[noref]", "MetricX-23-QE": "MetricX-23-QE[noref]", "MS-COMET-QE-22": "MS-COMET-QE-22[noref]"}
WITH_REFERENCE = {"with a reference: COMET": "COMET"}
PUBLISHED = {metric: name for name, metric in (QE | WITH_REFERENCE).items()}


def wrd(program, rows):
    """Returns what wrd score says of candidates with references and sources."""
    import pyarrow.parquet as pq
    with tempfile.TemporaryDirectory() as folder:
        for name in ("candidate", "reference", "source"):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
                f.writelines(row[name].replace("\n", " ").replace("\r", " ") + "\n" for row in rows)
        subprocess.run([program, "score", *(f"--{name}={folder}/{name}" for name in ("candidate", "reference", "source")),
                        "-o", f"{folder}/out"], check=True, stdout=subprocess.DEVNULL)
        table = pq.read_table(f"{folder}/out/segments.parquet")
        return {SOURCE: table["wrd_source_similarity"].to_pylist(), REFERENCE: table["wrd_similarity"].to_pylist()}


def of_set(program, data, name, segments):
    """Returns a cell for each metric."""
    rows = list(agreement.rows(f"{data}/mt/{name}.jsonl.gz"))
    places = languages.some(rows, segments)
    chrf = agreement.sacrebleu_metrics()["chrF++"]
    others = {}
    if name.startswith("wmt23"):
        found = languages.submitted(f"{data}/mt/{name.rsplit('_', 1)[0]}_metrics.tsv.gz", PUBLISHED)
        others = {PUBLISHED[metric]: [values[i] for i in places] for metric, values in found.items()}
    rows = [rows[i] for i in places]
    scores = {**wrd(program, rows), CHRF: [chrf.sentence_score(r["candidate"], [r["reference"]]).score for r in rows], **others}
    values = languages.agree(program, rows, scores)
    return {metric: " / ".join(f"{values[metric, column][0]:.{digits}f}" for column, digits in languages.SHOWN)
            for metric in scores}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="../shared/data")
    parser.add_argument("--segments", type=int, default=160)
    parser.add_argument("--program", help="wrd, in place of one that is built")
    args = parser.parse_args()
    program = args.program or agreement.build()
    cells = {title: of_set(program, args.data, name, args.segments) for title, name in SETS.items()}
    lines = ["| | " + " | ".join(SETS) + " |", "|---" + "|---:" * len(SETS) + "|"]
    lines += [f"| {metric} | " + " | ".join(cells[title].get(metric, "–") for title in SETS) + " |"
              for metric in (SOURCE, *QE, REFERENCE, CHRF, *WITH_REFERENCE)]
    agreement.write("docs/quality-estimation.md", {"estimation": lines})


if __name__ == "__main__":
    main()
