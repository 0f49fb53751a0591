"""Runs the blocks of Python in pages of documentation, one after the other, with the texts that they speak of.

    python .ci/python_examples.py PAGE...

A comment <!-- needs NAME... --> before a block names modules without which it is skipped, and says so.
"""

import importlib.util
import os
import re
import sys
import tempfile
from pathlib import Path

BLOCK = re.compile(r"(?:^<!-- needs ([^\n]*) -->\n)?^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OLD = ["A cat sat on the mat.", "Stocks fell.", "It rains."] * 10
NEW = ["The cat sat on a mat.", "Shares dropped.", "It is raining."] * 10
REFERENCES = ["The cat was sitting on a mat.", "Shares dropped sharply.", "It is raining hard."] * 10

tests = Path(tempfile.mkdtemp())
ran = 0
for page in sys.argv[1:]:
    text = Path(page).read_text(encoding="utf-8")
    os.chdir(tests)
    names = {"old": OLD, "new": NEW, "references": REFERENCES, "predictions": NEW, "candidates": NEW}
    names |= {"samples": OLD[:3], "human": [float(i % 7) for i in range(30)], "bleu": [float(i % 5) for i in range(30)]}
    for needs, code in BLOCK.findall(text):
        line = text[: text.index(code)].count("\n") + 1
        missing = [name for name in needs.split() if importlib.util.find_spec(name) is None]
        if missing:
            print(f"{page}:{line}: skipped, no {', '.join(missing)}")
            continue
        exec(compile("\n" * (line - 1) + code, page, "exec"), names)
        ran += 1
if not ran:
    sys.exit("found no block of Python that runs here: the test is blind")
print(f"{ran} blocks of Python ran")
