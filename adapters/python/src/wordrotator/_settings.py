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
    normalize: Literal["unicode", "none"] | None
    convert: str | os.PathLike[str] | None
    oov: Literal["own", "skip"] | None
    empty: Literal["worst", "skip", "error"] | None
    mass_power: float | None
    spelling: Literal["none", "all", "unknown"] | None
    spelling_weight: float | None
    surface_weight: float | None
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
    normalize: Literal["unicode", "none"] | None = None,
    convert: str | os.PathLike[str] | None = None,
    oov: Literal["own", "skip"] | None = None,
    empty: Literal["worst", "skip", "error"] | None = None,
    mass_power: float | None = None,
    spelling: Literal["none", "all", "unknown"] | None = None,
    spelling_weight: float | None = None,
    surface_weight: float | None = None,
    order_weight: float | None = None,
    context_weight: float | None = None,
    threads: int | None = None,
    cache: str | os.PathLike[str] | bool | None = None,
    **_: object,
) -> dict[str, Any]:
    """Return the settings among keywords, which editors that follow calls show from here."""
    return {name: value for name, value in locals().items() if name != "_"}


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
    normalize: str | None = None
    convert: str | None = None
    oov: str | None = None
    empty: str | None = None
    mass_power: float | None = None
    spelling: str | None = None
    spelling_weight: float | None = None
    surface_weight: float | None = None
    order_weight: float | None = None
    context_weight: float | None = None
    threads: int = 0
    cache: str | bool = False


#: What each setting means.
MEANINGS: dict[str, str] = {
    "measures": (
        "wrd, wrd_without_stopwords, relaxed, wrd_recall, wrd_precision, wmd, wmd_without_stopwords, wmd_sif_weights, "
        "add, add_without_norm, bertscore, dynamax, wrd_source (default: wrd)"
    ),
    "multi_reference": "take the nearest of several references, or their mean (default: nearest)",
    "language": (
        "language of the texts, such as de or ja; sets the defaults of tokenizer, case and vectors, and what purpose "
        "sets; auto detects it from the first 1,000 references (default: auto)"
    ),
    "purpose": (
        "settings that agree best with people for translation, summary, similarity, paper (as published), estimation "
        "(without references); other settings override them"
    ),
    "encoder": (
        "compare words in context: context-en-large, context-en (5 times as fast; both built in, English), "
        "context-multi (built in, 93 languages), a downloaded encoder, or a model folder"
    ),
    "layer": "layer of encoder; 0 is the embeddings (default: the one that agrees best with people)",
    "precision": "precision of encoder; int8 is up to 3 times as fast and changes scores slightly (default: float32)",
    "vectors": (
        "distilled-en (built in, English; over 100 times as fast as an encoder), ngrams (character n-grams, any "
        "language; ngrams4-6 sets their lengths), downloaded vectors, or a file: word2vec, GloVe, fastText, NumPy, "
        "safetensors (default: distilled-en)"
    ),
    "words": "words of a NumPy array, one per line (default: x.words next to x.npy)",
    "frequencies": (
        "a word and its count per line, for converters with A, M, Z, W or U and for wmd_sif_weights (default: those of "
        "distilled-en)"
    ),
    "tokenizer": "usif, nltk, nltk3.10, unicode, written, whitespace, prose (default: usif)",
    "case": "lower-case tokens (lower), as in Turkish (turkic), or keep (default: lower)",
    "normalize": (
        "read as one what looks the same, such as curly and straight apostrophes (unicode), or nothing, as in the "
        "paper (none) (default: unicode)"
    ),
    "convert": (
        "vector converter, such as AWR, learned from the references of this run; or saved vector converter: "
        "distilled-en (built in, AWR), or a file of wrd convert fit (default: none)"
    ),
    "oov": "words without a vector match only themselves (own), or are left out as in the paper (skip) (default: own)",
    "empty": (
        "segments with nothing to compare get the worst score (worst), none (skip), or stop the run (error) (default: "
        "worst)"
    ),
    "mass_power": "use norms to the power P, 0 to 4, as masses; 1 is the paper's (default: 1)",
    "spelling": (
        "words with a similar spelling cost less (Dice of 2- to 4-grams): all pairs (all), or those with an unknown "
        "word (unknown) (default: none)"
    ),
    "spelling_weight": (
        "take LAMBDA, 0 to 1, of the cost of two words from their spelling, compared as by spelling (default: 0)"
    ),
    "surface_weight": (
        "take LAMBDA, 0 to 1, of the cost of two pieces of encoder from how they are written in the text: spelling, "
        "case, spacing (default: 0)"
    ),
    "order_weight": "add W, 0 to 10, times the distance in relative position to the cost of two words (default: 0)",
    "context_weight": "mix LAMBDA, 0 to 10, times the neighbouring words into the direction of each word (default: 0)",
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
#: What the program calls settings that have another name here, for its messages.
NAMES = {"measure": "measures", "converter": "convert", "cache_dir": "cache", "cache_scores": "cache"}
