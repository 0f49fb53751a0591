"""The settings of scores and the version, as the program has them: written by go test ./adapters/setup -update."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

#: The version of this package and of its program, whose place is metric/signature.go.
VERSION = "0.1.0"


class Settings(TypedDict, total=False):
    """What a score depends on besides the texts: keyword arguments of everything that scores.

    What is left out or None is as in ``wrd score``, or as ``purpose`` says; ``MEANINGS`` says what each means.
    """

    measures: str | Sequence[str] | None
    multi_reference: Literal["nearest", "mean"] | None
    language: str | None
    purpose: Literal["translation", "summary", "similarity", "paper", "estimation"] | None
    encoder: str | os.PathLike[str] | None
    layer: int | None
    precision: Literal["float32", "int8"] | None
    vectors: str | os.PathLike[str] | None
    words: str | os.PathLike[str] | None
    frequencies: str | os.PathLike[str] | None
    tokenizer: Literal["usif", "nltk", "nltk3.10", "unicode", "written", "whitespace", "prose"] | None
    case: Literal["lower", "turkic", "keep"] | None
    convert: str | os.PathLike[str] | None
    oov: Literal["own", "skip"] | None
    empty: Literal["worst", "skip", "error"] | None
    mass_power: float | None
    spelling: Literal["none", "all", "unknown"] | None
    order_weight: float | None
    context_weight: float | None
    threads: int | None
    cache: str | os.PathLike[str] | bool | None


def taken(
    *,
    measures: str | Sequence[str] | None = None,
    multi_reference: Literal["nearest", "mean"] | None = None,
    language: str | None = None,
    purpose: Literal["translation", "summary", "similarity", "paper", "estimation"] | None = None,
    encoder: str | os.PathLike[str] | None = None,
    layer: int | None = None,
    precision: Literal["float32", "int8"] | None = None,
    vectors: str | os.PathLike[str] | None = None,
    words: str | os.PathLike[str] | None = None,
    frequencies: str | os.PathLike[str] | None = None,
    tokenizer: Literal["usif", "nltk", "nltk3.10", "unicode", "written", "whitespace", "prose"] | None = None,
    case: Literal["lower", "turkic", "keep"] | None = None,
    convert: str | os.PathLike[str] | None = None,
    oov: Literal["own", "skip"] | None = None,
    empty: Literal["worst", "skip", "error"] | None = None,
    mass_power: float | None = None,
    spelling: Literal["none", "all", "unknown"] | None = None,
    order_weight: float | None = None,
    context_weight: float | None = None,
    threads: int | None = None,
    cache: str | os.PathLike[str] | bool | None = None,
) -> dict[str, Any]:
    """Return the settings that somebody gives by their names, which editors that follow calls show from here."""
    return dict(locals())


@dataclass(frozen=True)
class Values:
    """The settings as ``Options`` holds them."""

    measures: tuple[str, ...] | None = None
    multi_reference: str | None = None
    language: str | None = None
    purpose: str | None = None
    encoder: str | None = None
    layer: int | None = None
    precision: str | None = None
    vectors: str | None = None
    words: str | None = None
    frequencies: str | None = None
    tokenizer: str | None = None
    case: str | None = None
    convert: str | None = None
    oov: str | None = None
    empty: str | None = None
    mass_power: float | None = None
    spelling: str | None = None
    order_weight: float | None = None
    context_weight: float | None = None
    threads: int = 0
    cache: str | bool = False


#: What each setting means.
MEANINGS: dict[str, str] = {
    "measures": (
        "wrd, wrd_without_stopwords, relaxed, wrd_recall, wmd, wmd_without_stopwords, wmd_sif_weights, add, "
        "add_without_norm, bertscore, dynamax, wrd_source (default: wrd)"
    ),
    "multi_reference": "POLICY for several references: nearest or mean (default: nearest)",
    "language": (
        "the language of the texts, CODE|auto: an ISO 639 code such as en, de, ja or zh, which sets tokenizer, case, "
        "vectors and the meaning of purpose, unless they are given; auto is what the first 1,000 references surely "
        "look like, and otherwise English (default: auto)"
    ),
    "purpose": (
        "the settings that agreed best with people, for NAME: translation, summary, similarity, paper (as the paper "
        "has it), estimation (translations by their sources, without references); settings beside it override single "
        "ones; translation uses the encoder context-en-large, or context-multi in the languages other than English "
        "that it knows; encoder context-en takes a fifth of the time, and vectors distilled-en, vectors of words, less "
        "than a hundredth"
    ),
    "encoder": (
        "use the states of an encoder as vectors: NAME|DIR, context-en or context-en-large (built in, English), "
        "context-multi (built in, a hundred languages), one that wrd vectors pull has downloaded, or a folder with "
        "config.json, model.safetensors and its vocabulary"
    ),
    "layer": (
        "with encoder: use the states of layer N; layer 0 is the embeddings (default: the one that agrees best with "
        "people)"
    ),
    "precision": (
        "with encoder: compute in float32|int8; int8 is up to three times as fast and changes scores slightly "
        "(default: float32)"
    ),
    "vectors": (
        "distilled-en (built in, English), ngrams (how words are spelled, any language; ngrams4-6: by runs of 4 to 6 "
        "characters), a set that wrd vectors pull has downloaded, or a file of word2vec, GloVe, fastText, NumPy or "
        "safetensors, plain, .gz or .zip (default: distilled-en)"
    ),
    "words": "FILE with the words of a NumPy array, one per line (default: x.words next to x.npy)",
    "frequencies": (
        "FILE with a word and its count per line, plain or gzip, for the letters A, M, Z, W and U and the measure "
        "wmd_sif_weights (default: those of distilled-en)"
    ),
    "tokenizer": "usif, nltk, nltk3.10, unicode, written, whitespace, prose (default: usif)",
    "case": "lower (lower-case every token), turkic (lower-case it as Turkish) or keep (default: lower)",
    "convert": (
        "vector converter by its LETTERS, such as AWR, learned from the references of this run; none leaves the "
        "vectors as they are; or vector converter from NAME|FILE: distilled-en (built in, AWR), or a file that wrd "
        "convert fit wrote (default: none)"
    ),
    "oov": (
        "POLICY for tokens without a vector: own (a direction of their own) or skip (leave them out, as the paper "
        "does) (default: own)"
    ),
    "empty": (
        "POLICY for segments with nothing to compare: worst (distance 1), skip (no value) or error (default: worst)"
    ),
    "mass_power": "use norms to the power P, from 0 to 4, as the masses of wrd; 1 is the paper's (default: 1)",
    "spelling": (
        "cap costs of wrd at one minus the similarity of spelling (Dice of character 2- to 4-grams), for PAIRS of "
        "words: all or unknown (a word has no vector) (default: none)"
    ),
    "order_weight": (
        "add W, from 0 to 10, times the difference of the relative positions of two words to the cost of wrd (default: "
        "0)"
    ),
    "context_weight": (
        "mix LAMBDA, from 0 to 10, times the neighbouring words into the direction of each word of wrd (default: 0)"
    ),
    "threads": "how many threads the worker uses, 0 for one per core; no score depends on it (default: 0)",
    "cache": (
        "a folder to keep scores in, or True for that of wrd cache: the same texts with the same settings are not "
        "scored again, in later runs neither (default: False)"
    ),
}

#: The settings that may name a file or a folder.
FILES = ("encoder", "vectors", "words", "frequencies", "convert")
#: The settings that no score depends on.
OF_RUNS = ("threads", "cache")
