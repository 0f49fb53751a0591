"""Every way in which the documentation calls the package, for type checkers; it is not run.

What ends in "# refused" a type checker must refuse, everything else it must accept.
"""

from pathlib import Path

import numpy
import pandas
import polars
import pyarrow

import wordrotator
from wordrotator import sacrebleu
from wordrotator.mt_metrics_eval import score_test_set

TEXTS = ["a cat"]
FRAME = pandas.DataFrame({"out": TEXTS, "ref": TEXTS})
POLARS = polars.DataFrame({"out": TEXTS, "ref": TEXTS})
TABLE = pyarrow.table({"out": TEXTS, "ref": TEXTS})

# Settings.
wordrotator.score(TEXTS, TEXTS, purpose="translation", language="de", threads=2)
wordrotator.score(TEXTS, TEXTS, measures="wrd", vectors=Path("a.vec"), convert="AWR", oov="skip")
wordrotator.score(TEXTS, TEXTS, measures=["wrd", "bertscore"], vectors="ngrams", empty="skip")
wordrotator.score(TEXTS, TEXTS, measures=("wrd",), mass_power=0.5, order_weight=1, context_weight=None)
wordrotator.score(TEXTS, TEXTS, encoder=Path("model"), layer=3, precision="int8", multi_reference="mean")
wordrotator.score(predictions=TEXTS, references=[["a", "b"]], ids=["x"], documents=[1], domains=["news"])
wordrotator.Options(measures="wrd", vectors=Path("a.vec"))
wordrotator.WRD(wordrotator.Options(purpose="summary"))
with wordrotator.WRD(purpose="summary", measures=["wrd", "relaxed"]) as wrd:
    wrd.compute(predictions=TEXTS, references=TEXTS)["score"]
    wrd.similarity("a cat", ["the cat", "a dog"])
    wrd.matrix(TEXTS, TEXTS)
    wrd.mbr(TEXTS).text.upper()
    wrd.tokenize(TEXTS)
    wrd.score_batches([pyarrow.record_batch({"candidate": TEXTS, "references": TEXTS})])
settings: wordrotator.Settings = {"purpose": "summary", "oov": "skip"}
wordrotator.explain("a", "b", **settings).moves[0].cost.hex()
wordrotator.similarity("a", "b", spelling="all").hex()
wordrotator.compare({"old": TEXTS, "new": TEXTS}, TEXTS, baseline="old", samples=1000, purpose="summary")
judged = wordrotator.compare({"a": TEXTS, "b": TEXTS}, TEXTS, human={"a": [1, None], "b": [2.0, 3]}).judged[0]
judged.best_by_people[0].upper()
judged.systems[0].human_rank.bit_length()
wordrotator.correlate({"wrd": [1.0, None]}, [1, 2], levels=["segment"], units="segments")
wordrotator.replay("results", vectors=Path("moved.vec"))
wordrotator.report({"old": TEXTS, "new": TEXTS}, TEXTS, "report.html", purpose="translation", ids=["x"]).exists()
wordrotator.report(Path("results"))
gate = wordrotator.check(TEXTS, TEXTS, "baseline.parquet", update=True, margin={"wrd": 0.005}, language="en")
assert gate, gate.tests[0]["reason"]
sacrebleu.WRD([TEXTS], purpose="translation", cache=True).corpus_score(TEXTS, None)
score_test_set("wmt22", "en-de", ["refA"], purpose="translation")

# Columns of tables.
wordrotator.score(FRAME["out"], FRAME["ref"], ids=FRAME["out"])
wordrotator.score(POLARS["out"], POLARS["ref"], ids=POLARS["out"])
wordrotator.score(TABLE["out"], TABLE["ref"])
wordrotator.score(pyarrow.array(TEXTS), pyarrow.chunked_array([TEXTS]))
wordrotator.score(numpy.array(TEXTS), numpy.array(TEXTS, dtype=object))
wordrotator.score((text for text in TEXTS), [("a", "b")])
wordrotator.score(TEXTS, TEXTS).to_pandas().head()
wordrotator.score(TEXTS, TEXTS).to_arrow()
wordrotator.score(TEXTS, TEXTS).to_polars().height.bit_length()
wordrotator.score(TEXTS, TEXTS, progress=False).to_json(indent=1).upper()
with wordrotator.WRD() as wrd:
    for result in (
        wrd.score(TEXTS, TEXTS),
        wrd.explain("a", "b"),
        wrd.matrix(TEXTS, TEXTS),
        wrd.mbr(TEXTS),
        wrd.compare({"a": TEXTS}, TEXTS),
        wrd.correlate({"wrd": [1.0]}, [1]),
        wrd.replay("results"),
        wordrotator.check(TEXTS, TEXTS, "baseline.parquet"),
    ):
        result.to_dict().keys()
        result.to_json().upper()
        result.to_arrow()
        result.to_pandas().head()
        result.to_polars().height.bit_length()
with wordrotator.WRD() as wrd:
    list(wrd.score_batches(TABLE, candidate="out", references="ref"))

# What is wrong.
sacrebleu.WRD(purpse="translation")  # refused
score_test_set("wmt22", "en-de", ["refA"], purpse="translation")  # refused
wordrotator.report(TEXTS, TEXTS, margin=1)  # refused
wordrotator.check(TEXTS, TEXTS, margni=1)  # refused
wordrotator.score(TEXTS, TEXTS, cache=3)  # refused
wordrotator.score(TEXTS, TEXTS, purpse="translation")  # refused
wordrotator.score(TEXTS, TEXTS, purpose="translatoin")  # refused
wordrotator.score(TEXTS, TEXTS, measures=3)  # refused
wordrotator.score(TEXTS, TEXTS, threads="2")  # refused
wordrotator.score([1], TEXTS)  # refused
wordrotator.score(TEXTS, 3)  # refused
wordrotator.WRD(vector="a.vec")  # refused
wordrotator.Options(layer="3")  # refused
wordrotator.explain("a", "b", colour="red")  # refused
wordrotator.explain(["a"], "b")  # refused
wordrotator.similarity("a", "b", oov="guess")  # refused
wordrotator.compare({"old": TEXTS}, TEXTS, sample=10)  # refused
wordrotator.compare([TEXTS], TEXTS)  # refused
wordrotator.compare({"old": TEXTS}, TEXTS, human=[1])  # refused
wordrotator.correlate({"wrd": [1.0]}, [1], level=["segment"])  # refused
