#!/usr/bin/env python3
"""Measures which errors metrics see: the table of docs/what-it-sees.md, and docs/data/what-it-sees.tsv.

    pip install sacrebleu==2.6.0 pyarrow
    python3 bench/demetr.py --data ../shared/data

--data has demetr/demetr.jsonl.gz: DEMETR (Karpinska et al., EMNLP 2022), translations into English with and without one error
that people put in, of 35 kinds. A metric sees an error if it scores the translation better than the one with the error; equal scores
do not count. In the kind reference the better text is the reference itself. Scores come from wrd score, and from sacreBLEU on texts
as they are.
"""

import argparse
import collections
import os
import shlex
import subprocess
import tempfile

import agreement

SETTINGS = {
    "`wrd score`": "",
    "`--purpose translation`": "--purpose translation",
    "with `--encoder context-en`": "--purpose translation --encoder context-en",
    "with `--encoder context-multi`": "--purpose translation --encoder context-multi",
    "with `--vectors distilled-en`": "--purpose translation --vectors distilled-en",
    "`--purpose estimation`": "--purpose estimation",
}
# The page has the settings that most people use, and no kinds that are a check; the data have all.
LEFT_OUT = {"with `--encoder context-en`", "with `--encoder context-multi`", "BLEU"}
SHORT = {"BLEU": "sentence-BLEU", "chrF++": "chrF++"}
SEVERITIES = ["critical", "major", "minor"]
LEFT = "a word left out: adjective, verb, noun, subject, name"
# Kinds of one severity with the same words are one row of the page.
KINDS = {
    "base_id33_empty": "nothing but a full stop", "base_id33_shuffle_trans": "another translation", "base_id35_reference": "the reference itself",
    "critical_id4_codemix": "a word left in the source's language", "critical_id6_addition": "a phrase added",
    "critical_id7_antonym": "a word by its opposite", "critical_id8_negation": "negation", "critical_id9_ne_replaced": "another name",
    "critical_id10_numbers_replaced": "another number", "critical_id11_gender": "another gender", "critical_id20_shuffled": "words shuffled",
    "critical_id21_adj_adv_removed": LEFT, "critical_id22_verb_removed": LEFT,
    "critical_id23_noun_removed": LEFT, "critical_id24_subj_removed": LEFT,
    "critical_id25_ne_removed": LEFT, "major_id3_hypernym": "a more general word", "major_id5_pp_removed": "a phrase left out",
    "major_id17_tense": "tense", "major_id18_aspect": "aspect", "major_id19_question": "a statement as a question",
    "minor_id1_repeat2": "a word twice or four times", "minor_id2_repeat4": "a word twice or four times", "minor_id12_conj_removed": "a conjunction left out",
    "minor_id13_pos_shift": "a word in another place", "minor_id14_word_swap": "two neighbours swapped",
    "minor_id15_case": "a pronoun's case", "minor_id16_function_word": "another function word", "minor_id26_misspelled": "a misspelled word",
    "minor_id27_char_removed": "a misspelled word", "minor_id28_final_punc_removed": "a mark left out or added",
    "minor_id29_punc_addition": "a mark left out or added", "minor_id30_tokenized": "spacing (tokenised)", "minor_id31_full_lower": "all in lower case",
    "minor_id32_first_lower": "the first letter in lower case",
}


def estimated(program, candidates, sources):
    """Returns the similarities to sources."""
    import pyarrow.parquet as pq
    with tempfile.TemporaryDirectory() as folder:
        for name, texts in (("candidate", candidates), ("source", sources)):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
                f.writelines(text.replace("\n", " ") + "\n" for text in texts)
        subprocess.run([program, "score", "-c", f"{folder}/candidate", "-s", f"{folder}/source", "-o", f"{folder}/out",
                        *shlex.split("--purpose estimation")], check=True, stdout=subprocess.DEVNULL)
        return pq.read_table(f"{folder}/out/segments.parquet")["wrd_source_similarity"].to_pylist()


def shares(rows, scores):
    """Returns the share of each kind in which the better text has the better score; scores are those of both of each row."""
    right, all_of = collections.Counter(), collections.Counter()
    for row, good, bad in zip(rows, scores[::2], scores[1::2]):
        kind = row["perturbation"]
        all_of[kind] += 1
        right[kind] += bad > good if kind == "base_id35_reference" else good > bad
    return {kind: 100 * right[kind] / n for kind, n in all_of.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="../shared/data")
    parser.add_argument("--program", help="wrd, in place of one that is built")
    args = parser.parse_args()
    program = args.program or agreement.build()
    # Equal references next to each other, so that an encoder reads them once.
    rows = sorted(agreement.rows(f"{args.data}/demetr/demetr.jsonl.gz"), key=lambda row: row["reference"])
    candidates = [row[side] for row in rows for side in ("translation", "perturbed")]
    references, sources = ([row[side] for row in rows for _ in range(2)] for side in ("reference", "source"))
    found = {}
    for title, flags in SETTINGS.items():
        scores = estimated(program, candidates, sources) if "estimation" in flags else \
            agreement.wrd(program, flags)(candidates, references)[0]
        found[title] = shares(rows, scores)
    metrics = agreement.sacrebleu_metrics()
    for title, name in SHORT.items():
        found[title] = shares(rows, [metrics[name].sentence_score(c, [r]).score for c, r in zip(candidates, references)])
    counts = collections.Counter(row["perturbation"] for row in rows)
    with open("docs/data/what-it-sees.tsv", "w", encoding="utf-8", newline="\n") as f:
        f.write("\t".join(["kind", "severity", "items", *(title.replace("`", "") for title in found)]) + "\n")
        for kind in KINDS:
            f.write("\t".join([kind, kind.split("_")[0], str(counts[kind]), *(f"{of[kind]:.1f}" for of in found.values())]) + "\n")

    shown = {title: of for title, of in found.items() if title not in LEFT_OUT}

    def line(title, kinds):
        return f"| {title} | " + " | ".join(f"{sum(of[k] for k in kinds) / len(kinds):.0f}" for of in shown.values()) + " |"
    lines = ["| | " + " | ".join(shown) + " |", "|---" + "|---:" * len(shown) + "|",
             "| **mean of the kinds** | " + " | ".join(f"**{sum(of.values()) / len(of):.1f}**" for of in shown.values()) + " |"]
    for severity in SEVERITIES:
        kinds = [kind for kind in KINDS if kind.startswith(severity + "_")]
        lines.append(line(f"**{severity}**", kinds))
        for words in dict.fromkeys(KINDS[kind] for kind in kinds):
            lines.append(line(words, [kind for kind in kinds if KINDS[kind] == words]))
    agreement.write("docs/what-it-sees.md", {"kinds": lines})


if __name__ == "__main__":
    main()
