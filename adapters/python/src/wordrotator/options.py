"""What a score is: the settings of a worker."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

#: The options that may name a file or a folder.
FILES = ("vectors", "words", "convert", "frequencies", "encoder")

#: The options that no score depends on.
OF_RUNS = ("threads", "cache")

_LETTERS = re.compile(r"[A-Z]{1,3}")


@dataclass(frozen=True, repr=False)
class Options:
    """Everything that a score depends on besides the texts; the flags of ``wrd score`` of the same names.

    ``None`` leaves a setting to ``wrd``, or to ``purpose``. Equal options give comparable scores, and so does an equal
    ``signature`` of two results.
    """

    #: The measures, of which the first is that of ``Result.score``: "wrd", "bertscore", "relaxed", …
    measures: tuple[str, ...] | None = None
    #: The settings that agreed best with people for "translation", "summary" or "similarity", or those of the "paper".
    #: For "translation" these are states of "context-en-large", the larger built-in encoder, unless ``encoder`` names
    #: the smaller one, "context-en", or ``vectors``, the fast way, vectors of words.
    purpose: str | None = None
    #: The language of the texts: a code such as "en", "de", "ja" or "zh", or "auto", which is None as well: English if
    #: the letters of the first 1,000 references of a call are mostly Latin, otherwise any other. It stands for
    #: tokenizer, case and vectors.
    language: str | None = None
    #: A name of built-in or downloaded vectors, ``"ngrams"`` (how words are spelled, any language), or a file.
    vectors: str | os.PathLike[str] | None = None
    #: Letters of a vector converter such as "AWR", learned from the references of each call, or from their states with
    #: ``encoder``; or the name or file of a saved one.
    convert: str | os.PathLike[str] | None = None
    #: "own" or "skip": what becomes of words without a vector.
    oov: str | None = None
    #: "worst", "skip" or "error": what a segment scores in which there is nothing to compare.
    empty: str | None = None
    #: "nearest" or "mean": how several references make one score.
    multi_reference: str | None = None
    tokenizer: str | None = None
    #: "lower", "turkic" (lower-case as Turkish does: I without a dot) or "keep".
    case: str | None = None
    mass_power: float | None = None
    spelling: str | None = None
    order_weight: float | None = None
    context_weight: float | None = None
    #: A file with a word and its count per line.
    frequencies: str | os.PathLike[str] | None = None
    #: A file with the words of a NumPy array, one per line, unless it lies beside the array.
    words: str | os.PathLike[str] | None = None
    #: A name or folder of an encoder, whose states are used in place of vectors, and its layer.
    encoder: str | os.PathLike[str] | None = None
    layer: int | None = None
    #: "float32" or "int8": what the encoder computes in.
    precision: str | None = None
    #: How many threads the worker uses; 0 for one a core. No score depends on it.
    threads: int = 0
    #: A folder to keep scores in, or True for that of ``wrd cache``: the same texts with the same settings are not
    #: scored again, in later runs neither. Every value has the same bits with and without it.
    cache: str | os.PathLike[str] | bool = False

    def __post_init__(self) -> None:
        measures: object = self.measures
        if isinstance(measures, str):
            object.__setattr__(self, "measures", tuple(measures.split(",")))
        elif isinstance(measures, Sequence):
            object.__setattr__(self, "measures", tuple(measures))
        elif measures is not None:
            raise TypeError(f"measures: found {type(measures).__name__}, expected names of measures")
        for name in self.measures or ():
            if not isinstance(name, str):
                raise TypeError(f"measures: found {name!r}, expected names of measures")
        for option in FILES:
            value = getattr(self, option)
            if value is not None and not isinstance(value, str | os.PathLike):
                raise TypeError(f"{option}: found {type(value).__name__}, expected a name or a path")
            if value is not None:
                object.__setattr__(self, option, os.fspath(value))
        if not isinstance(self.cache, bool):
            if not isinstance(self.cache, str | os.PathLike) or not os.fspath(self.cache):
                raise TypeError(f"cache: found {self.cache!r}, expected a folder, True or False")
            object.__setattr__(self, "cache", os.fspath(self.cache))
        if not isinstance(self.threads, int) or self.threads < 0:
            raise ValueError(f"threads: found {self.threads!r}, expected 0 or more")

    def __repr__(self) -> str:
        values = ((field, getattr(self, field.name)) for field in fields(self))
        given = (f"{field.name}={value!r}" for field, value in values if value != field.default)
        return f"Options({', '.join(given)})"

    @property
    def auto(self) -> bool:
        """Whether the references decide on the language, because nothing says what it stands for."""
        undecided = self.encoder is None and (self.tokenizer is None or self.vectors is None)
        return undecided and self.language in (None, "auto")

    @property
    def letters(self) -> str | None:
        """The letters of a converter that is to be learned, None if there is none."""
        return self.convert if isinstance(self.convert, str) and _LETTERS.fullmatch(self.convert) else None

    def flags(self) -> list[str]:
        """The flags of ``wrd serve`` that no score depends on."""
        flags = [f"--threads={self.threads}"]
        if self.cache:
            flags.append("--cache-scores")
        if isinstance(self.cache, str):
            flags.append(f"--cache-dir={self.cache}")
        return flags

    def settings(self) -> dict[str, Any]:
        """The settings as ``wrd`` has them in JSON, all but those of a converter that is to be learned."""
        said = {field.name: getattr(self, field.name) for field in fields(self) if field.name not in OF_RUNS}
        measures, convert = said.pop("measures"), said.pop("convert")
        said["measure"] = list(measures) if measures is not None else None
        said["converter"] = convert if self.letters is None else None
        return {name: value for name, value in said.items() if value is not None}
