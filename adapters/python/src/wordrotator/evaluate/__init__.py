"""WRD as a metric of Hugging Face's evaluate: install wordrotator[evaluate].

>>> import evaluate
>>> from wordrotator.evaluate import SCRIPT
>>> metric = evaluate.load(SCRIPT)
>>> round(metric.compute(predictions=["a cat sat"], references=["the cat sat"])["score"], 4)
0.9653

The script is a file, so nothing is downloaded.
"""

from pathlib import Path

#: The folder of the script, for ``evaluate.load``.
SCRIPT = str(Path(__file__).parent / "wrd")
