#!/usr/bin/env python3
"""Writes docs/data/languages/summaries.tsv: how far n-grams agree with people on Multi_SummEval.

    pip install sacrebleu==2.6.0 pyarrow
    python3 bench/summaries.py --data ../shared/data

--data has the folder summarization. Pearson's r of each measure and what people said of coverage and of focus, over 270
summaries of 135 articles in each language, with the interval of wrd correlate, which draws articles whole. BERTScore's
numbers are those of Koto, Lau and Baldwin (2021), each with the layer that did best on these very summaries.
"""

import argparse
import json
import subprocess
import tempfile

import agreement

LANGUAGES = {"German": "de", "French": "fr", "Russian": "ru"}
HUMAN = "coverage", "focus"
CHOICE, NGRAMS = "--purpose summary", "--vectors ngrams"
TRIED = {f"{CHOICE}{flags}": ["wrd_recall"] for flags in (
    "", " --vectors ngrams2-4", " --vectors ngrams3-5", " --vectors ngrams3-6", " --mass-power 1", " --mass-power 2",
    " --context-weight 0", " --context-weight 0.25", " --order-weight 0", " --order-weight 0.5", " --tokenizer written",
    " --vectors ngrams2-4 --mass-power 1 --context-weight 0 --order-weight 0 --tokenizer written")}
TRIED |= {f"{CHOICE} --measure relaxed": ["wrd_f1"], NGRAMS: ["wrd_similarity"],
          f"{NGRAMS} --measure dynamax": ["dynamax"]}
PUBLISHED = {"BERTScore, XLM-R-large": {"de": ".903", "fr": ".691", "ru": ".675"},
             "BERTScore, mBERT": {"de": ".905", "fr": ".747", "ru": ".702"}}


def correlate(program, rows, scores):
    """Returns the value and its interval for each human score and metric."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as f:
        for i, row in enumerate(rows):
            f.write(json.dumps({"system": row["system"], "id": row["topic"], "doc": row["topic"], **row["human"],
                                **{f"m{k}": values[i] for k, values in enumerate(scores)}}) + "\n")
        f.flush()
        out = subprocess.run(
            [program, "correlate", "--table", f.name, "--human", ",".join(HUMAN), "--measure",
             ",".join(f"m{k}" for k in range(len(scores))), "--level", "segment", "--averaging", "none", "--statistic",
             "pearson", "--format", "json"], check=True, capture_output=True)
    cells = {}
    for r in json.loads(out.stdout)["rows"]:
        cells[r["human"], int(r["measure"][1:])] = [f"{r[key]:.3f}" for key in ("value", "ci_low", "ci_high")]
    return cells


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="../shared/data")
    args = parser.parse_args()
    program, chrf = agreement.build(), agreement.sacrebleu_metrics()["chrF++"]
    names, lines = [*TRIED, "chrF++"], ["metric\thuman\tlanguage\tpearson\tci_low\tci_high"]
    for language, code in LANGUAGES.items():
        rows = list(agreement.rows(f"{args.data}/summarization/multi_summeval_{code}.jsonl.gz"))
        texts = [r["candidate"] for r in rows], [r["reference"] for r in rows]
        scores = [agreement.wrd(program, f"--language {code} {flags}", columns)(*texts)[0] for flags, columns in TRIED.items()]
        scores.append([chrf.sentence_score(c, [r]).score for c, r in zip(*texts)])
        for (human, k), cell in correlate(program, rows, scores).items():
            lines.append("\t".join([names[k], human, language, *cell]))
        lines += [f"{name}\tcoverage\t{language}\t0{r[code]}\t\t" for name, r in PUBLISHED.items()]
    with open("docs/data/languages/summaries.tsv", "w", encoding="utf-8", newline="\n") as f:
        f.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
