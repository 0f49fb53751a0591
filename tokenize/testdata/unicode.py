#!/usr/bin/env python3
"""Python's view of the characters, for the tests of package tokenize (made with Python 3.11, Unicode 14.0).

    python3 unicode.py classes > classes.tsv    ranges of each class: name, first, last (hexadecimal)
    python3 unicode.py lower > lower.jsonl      pairs [text, text.lower()]
"""
import itertools
import json
import re
import sys
import unicodedata

CLASSES = {
    "assigned": lambda c: unicodedata.category(c) != "Cn",
    "word": re.compile(r"\w").match,
    "digit": re.compile(r"\d").match,
    "space": re.compile(r"\s").match,
    "upper": str.isupper,
    "lower": str.islower,
}


def classes():
    for name, test in CLASSES.items():
        first = None
        for i in range(0x110001):
            inside = i < 0x110000 and bool(test(chr(i)))
            if inside and first is None:
                first = i
            elif not inside and first is not None:
                print(f"{name}\t{first:x}\t{i - 1:x}")
                first = None


def lower():
    for i in range(0x110000):
        if chr(i).lower() != chr(i):
            yield chr(i)
    # A final sigma: whether it is one depends on the next character to each side that case does not ignore.
    around = ["", "a", "Σ", "1", " ", "'", ".", ":", "’", "·", "\u0301", "ª", "ʰ", "ⅷ", "ǅ", "漢", "\u00ad", "^", "-", "_"]
    for before, between, after in itertools.product(around, ["", "'"], around):
        yield before + between + "Σ" + after
        yield before + "Σ" + between + after + "a"
    yield "ΟΔΥΣΣΕΥΣ ΣΑΣ ΑΣ. ΑΣ.Α"
    yield "İSTANBUL DİYARBAKIR"


if sys.argv[1] == "classes":
    classes()
else:
    for text in lower():
        print(json.dumps([text, text.lower()]))
