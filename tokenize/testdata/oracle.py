#!/usr/bin/env python3
"""Answers of NLTK for the tests of package tokenize.

    pip install nltk==3.8.1          # or 3.10.4, for golden310.jsonl
    python3 oracle.py PUNKT.json < texts.jsonl > golden.jsonl

PUNKT.json is data/english.json of the Go module gopkg.in/neurosnap/sentences.v1: the parameters of NLTK's English Punkt
model. Each line of texts.jsonl is a JSON string, or an object with a field "text" (so a golden file can be fed back in).
Each output line has the text, its sentences, NLTK's tokens, and the tokens after the uSIF clean-up.
"""
import json
import re
import sys

from nltk.tokenize.destructive import NLTKWordTokenizer
from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer


def punkt(path):
    with open(path, encoding="utf-8") as f:
        data = json.load(f)
    params = PunktParameters()
    params.abbrev_types = set(data["AbbrevTypes"])
    params.sent_starters = set(data["SentStarters"])
    params.collocations = {tuple(pair.split(",", 1)) for pair in data["Collocations"]}
    for word, flags in data["OrthoContext"].items():
        params.add_ortho_context(word, flags)
    return PunktSentenceTokenizer(params)


def usif(tokens):
    """The clean-up of Ethayarajh (2018), as his program does it; pieces may be empty."""
    out = []
    for token in tokens:
        if re.match(".*[A-Za-z0-9].*", token):
            token = token.lower().strip("';.:()").strip('"')
            out += re.split("[-]", "not" if token == "n't" else token)
    return out


def main():
    sentences, words = punkt(sys.argv[1]), NLTKWordTokenizer()
    for line in sys.stdin:
        text = json.loads(line)
        if isinstance(text, dict):
            text = text["text"]
        spans = sentences.tokenize(text)
        tokens = [token for span in spans for token in words.tokenize(span)]
        case = {"text": text, "sentences": spans, "nltk": tokens, "usif": usif(tokens)}
        print(json.dumps(case, ensure_ascii=True))


if __name__ == "__main__":
    main()
