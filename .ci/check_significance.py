"""Checks that `wrd compare` gives the p-values of sacreBLEU's paired tests for the same scores of segments, with its
defaults and, as sacreBLEU does not, without a correction.

Usage: check_significance.py WRD

sacreBLEU is given a metric whose score is the mean of its segments' scores; the segments' texts are the scores.
"""

import json
import os
import subprocess
import sys
import tempfile

import numpy as np
from sacrebleu.metrics.base import Metric, Score, Signature
from sacrebleu.significance import PairedTest


class MeanOfScores(Metric):
    """A metric whose texts are numbers."""

    _SIGNATURE_TYPE = Signature

    def _extract_corpus_statistics(self, hypotheses, references):
        return [[float(text), 1.0] for text in hypotheses]

    def _compute_score_from_stats(self, stats):
        return Score("mean", float(stats[0]) / float(stats[1]))

    def _aggregate_and_compute(self, stats):
        return self._compute_score_from_stats(np.sum(np.array(stats, dtype=float), axis=0))

    def get_signature(self):
        return Signature({"num_refs": 1})

    # What the base class asks for and nothing here calls.
    def _check_sentence_score_args(self, *args): ...
    def _check_corpus_score_args(self, *args): ...
    def _preprocess_segment(self, sent): ...
    def _extract_reference_info(self, refs): ...
    def _compute_segment_statistics(self, hypothesis, ref_kwargs): ...


def sacrebleu_p(systems, test, seed):
    """Returns the p-value of each system against the first."""
    os.environ["SACREBLEU_SEED"] = str(seed)
    texts = [(name, [repr(float(x)) for x in scores]) for name, scores in systems.items()]
    segments = len(texts[0][1])
    _, results = PairedTest(texts, {"mean": MeanOfScores()}, [["-"] * segments], test_type=test)()
    return {name: result.p_value for (name, _), result in zip(texts[1:], results["mean"][1:])}


def wrd_p(wrd, table, test, seed):
    """Returns the same of wrd compare."""
    line = [wrd, "compare", "--table", table, "--baseline", "base", "--test", test, "--seed", str(seed)]
    line += ["--correction", "none", "--format", "json"]
    report = json.loads(subprocess.run(line, check=True, stdout=subprocess.PIPE).stdout)
    return {pair["system"]: pair["p_value"] for pair in report["measures"][0]["pairs"]}


def main(wrd):
    checked = 0
    for seed, segments in [(12345, 100), (12345, 501), (7, 64), (2**40 + 1, 333)]:
        random = np.random.default_rng(segments)
        base = random.random(segments)
        systems = {"base": base}
        for name, shift in [("alike", 0.5), ("better", 0.45), ("worse", 0.58)]:
            systems[name] = base + (random.random(segments) - shift) * 0.4
        with tempfile.TemporaryDirectory() as folder:
            table = os.path.join(folder, "scores.tsv")
            with open(table, "w") as out:
                out.write("system\tsegment\tscore\n")
                for name, scores in systems.items():
                    out.writelines(f"{name}\t{i}\t{float(x)!r}\n" for i, x in enumerate(scores))
            for theirs, ours in [("bs", "bootstrap"), ("ar", "randomisation")]:
                want, got = sacrebleu_p(systems, theirs, seed), wrd_p(wrd, table, ours, seed)
                for name, p in want.items():
                    # sacreBLEU sums up in 32 bits: a sample on the edge may fall to the other side.
                    if abs(got[name] - p) > 1e-12 + (theirs == "bs") / 1001:
                        sys.exit(f"{ours}, {segments} segments, seed {seed}, {name}: wrd {got[name]}, sacreBLEU {p}")
                    checked += got[name] == p
    if checked < 20:
        sys.exit(f"only {checked} of 24 p-values are equal to the last bit")
    print(f"{checked} of 24 p-values equal those of sacreBLEU to the last bit, the others but for rounding")


if __name__ == "__main__":
    main(sys.argv[1])
