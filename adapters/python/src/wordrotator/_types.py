"""What the program says and is asked, as its records in Go are: written by go test ./adapters/setup -update."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

from wordrotator._inputs import Names
from wordrotator._settings import Settings

#: What is counted of candidates and references: how many tokens, and how many of them have no vector.
COUNTS = ("candidate_tokens", "candidate_oov", "reference_tokens", "reference_oov")
#: The same of sources, for measures that read them.
SOURCE_COUNTS = ("source_tokens", "source_oov")
#: All that a frame of the worker may have, in its order.
FRAME_COUNTS = (
    "candidate_tokens",  # how many tokens the candidate has
    "candidate_oov",  # how many of the candidate's have no vector
    "reference_tokens",  # how many the best reference has
    "reference_oov",  # how many of the best reference's have none
    "best_reference",  # which reference is the closest, from 0
    "source_tokens",  # how many tokens the source has
    "source_oov",  # how many of the source's have no vector
)

Test = Literal["randomisation", "bootstrap", "exact", "wilcoxon"]
Correction = Literal["holm", "bh", "none"]
Unit = Literal["documents", "segments"]

#: The keywords that name something for each segment.
NAMING = ("ids", "documents", "domains", "groups")
#: Those that name files to write.
WRITTEN = ("report", "junit")


class Comparing(TypedDict, total=False):
    """The keywords of ``compare``."""

    documents: Names | None
    domains: Names | None
    human_systems: Sequence[str] | None
    baseline: str | None
    test: Test | None
    correction: Correction | None
    samples: int | None
    seed: int | None
    alpha: float | None
    confidence: float | None


def comparing(
    *,
    documents: Names | None = None,
    domains: Names | None = None,
    human_systems: Sequence[str] | None = None,
    baseline: str | None = None,
    test: Test | None = None,
    correction: Correction | None = None,
    samples: int | None = None,
    seed: int | None = None,
    alpha: float | None = None,
    confidence: float | None = None,
    **_: object,
) -> dict[str, Any]:
    """Return those of ``compare`` among keywords, which editors that follow calls show from here."""
    return {name: value for name, value in locals().items() if name != "_"}


class ComparingTexts(Comparing, Settings, total=False):
    """The keywords of ``compare`` with the settings of scores."""


class Checking(TypedDict, total=False):
    """The keywords of ``check``."""

    ids: Names | None
    documents: Names | None
    domains: Names | None
    floor: Mapping[str, float] | None
    margin: float | Mapping[str, float] | None
    system: str | None
    max_broken: int | str | None
    require_conclusive: bool | None
    force: bool | None
    worst: int | None
    test: Test | None
    correction: Correction | None
    samples: int | None
    seed: int | None
    alpha: float | None
    report: str | os.PathLike[str] | None
    junit: str | os.PathLike[str] | None


def checking(
    *,
    ids: Names | None = None,
    documents: Names | None = None,
    domains: Names | None = None,
    floor: Mapping[str, float] | None = None,
    margin: float | Mapping[str, float] | None = None,
    system: str | None = None,
    max_broken: int | str | None = None,
    require_conclusive: bool | None = None,
    force: bool | None = None,
    worst: int | None = None,
    test: Test | None = None,
    correction: Correction | None = None,
    samples: int | None = None,
    seed: int | None = None,
    alpha: float | None = None,
    report: str | os.PathLike[str] | None = None,
    junit: str | os.PathLike[str] | None = None,
    **_: object,
) -> dict[str, Any]:
    """Return those of ``check`` among keywords, which editors that follow calls show from here."""
    return {name: value for name, value in locals().items() if name != "_"}


class CheckingTexts(Checking, Settings, total=False):
    """The keywords of ``check`` with the settings of scores."""


class Reporting(TypedDict, total=False):
    """The keywords of ``report``."""

    ids: Names | None
    documents: Names | None
    domains: Names | None


def reporting(
    *,
    ids: Names | None = None,
    documents: Names | None = None,
    domains: Names | None = None,
    **_: object,
) -> dict[str, Any]:
    """Return those of ``report`` among keywords, which editors that follow calls show from here."""
    return {name: value for name, value in locals().items() if name != "_"}


class ReportingTexts(Reporting, Settings, total=False):
    """The keywords of ``report`` with the settings of scores."""


class Correlating(TypedDict, total=False):
    """The keywords of ``correlate``."""

    lower_is_better: Sequence[str] | None
    documents: Names | None
    domains: Names | None
    groups: Names | None
    human_systems: Sequence[str] | None
    include_human: bool | None
    outliers: Sequence[str] | None
    levels: Sequence[str] | None
    averagings: Sequence[str] | None
    statistics: Sequence[str] | None
    micro: bool | None
    interval: str | None
    units: Unit | None
    resample: str | None
    samples: int | None
    confidence: float | None
    seed: int | None
    compare: str | None
    alpha: float | None


def correlating(
    *,
    lower_is_better: Sequence[str] | None = None,
    documents: Names | None = None,
    domains: Names | None = None,
    groups: Names | None = None,
    human_systems: Sequence[str] | None = None,
    include_human: bool | None = None,
    outliers: Sequence[str] | None = None,
    levels: Sequence[str] | None = None,
    averagings: Sequence[str] | None = None,
    statistics: Sequence[str] | None = None,
    micro: bool | None = None,
    interval: str | None = None,
    units: Unit | None = None,
    resample: str | None = None,
    samples: int | None = None,
    confidence: float | None = None,
    seed: int | None = None,
    compare: str | None = None,
    alpha: float | None = None,
    **_: object,
) -> dict[str, Any]:
    """Return those of ``correlate`` among keywords, which editors that follow calls show from here."""
    return {name: value for name, value in locals().items() if name != "_"}


@dataclass(frozen=True)
class Coverage:
    """Coverage is the share of tokens that have a vector, in [0, 1], None where there are no tokens."""

    candidate: float | None
    reference: float | None
    #: None also where no measure reads sources.
    source: float | None = None


@dataclass(frozen=True)
class Word:
    """A Word is a token of a text."""

    token: str
    start: int
    #: Bytes of the text in UTF-8, both 0 for words of an encoder's pieces.
    end: int
    #: Whether it has a vector.
    known: bool
    #: Of its vector.
    norm: float
    #: As a share of the text.
    mass: float
    #: Unmatched is the share of its mass without a counterpart in the other text. Above 0.5 it has none: a word of
    #: the reference is missing in the candidate, one of the candidate was invented.
    unmatched: float


@dataclass(frozen=True)
class Move:
    """A Move is a part of an alignment: so much mass goes from a word of the candidate to one of the reference."""

    candidate: str
    reference: str
    #: The share of the text that moves, in (0, 1].
    mass: float
    #: Of a unit of mass: for wrd one minus the cosine.
    cost: float
    #: Differs is case or spacing, where words of the same letters differ under surface_weight.
    differs: str = ""


@dataclass(frozen=True)
class JudgedSystem:
    """A JudgedSystem is the rank of a system on both sides. Ranks count from 1; equal means have the same rank."""

    system: str
    #: How many both scored, which the means are of.
    outputs: int
    #: By the measure.
    mean: float
    rank: int
    human_mean: float
    human_rank: int


@dataclass(frozen=True)
class JudgedDifference:
    """A JudgedDifference is the difference between the human scores of the best system by people and those of the
    best system by the measure, on the segments on which both were judged.
    """

    system: str
    against: str
    #: Why it cannot be tested; the numbers mean nothing then.
    reason: str | None
    #: Verdict is better if people are shown to prefer system, ~ if they are not. It can be worse only if the two
    #: were judged on different segments.
    verdict: str
    difference: float
    #: None where there is no interval.
    ci_low: float | None
    ci_high: float | None
    #: That was done.
    test: str
    samples: int
    p_value: float
    #: Corrected for all pairs of systems that people judged.
    p_corrected: float
    #: The least that p_corrected can be with so many units that differ.
    least_p: float
    segments: int
    units: int


@dataclass(frozen=True)
class JudgedOrder:
    """A JudgedOrder compares the ranking of systems by a measure with the ranking by the people who judged these
    very outputs. (How often people agree in other test sets is something else.) Both rankings are by the means
    over the outputs that both people and the measure scored, of each system over its own, as in mt-metrics-eval.
    If reason is not empty, there is no ranking by people, and the fields after it are absent.
    """

    measure: str
    #: The column of human scores, of which higher is better.
    human: str
    #: Whether less is better, as of a distance.
    lower_is_better: bool
    #: Sentences are all that there is to say: the first whether they agree. brief is that sentence for one of
    #: several columns of human scores.
    sentences: Sequence[str] = field(repr=False)
    brief: str = field(repr=False)
    #: Unjudged are the systems without an output that both scored, and left_out those whose texts people wrote, both
    #: sorted.
    unjudged: Sequence[str]
    left_out: Sequence[str]
    #: Why people have no order, in a sentence without its full stop.
    reason: str | None
    #: The best by people first.
    systems: Sequence[JudgedSystem]
    #: Those with an output that both scored.
    segments: int
    #: Those of systems that both scored.
    outputs: int
    #: Those of systems that the measure scored.
    scored: int
    #: best_by_measure and best_by_people are the systems of rank 1, several where their means are equal: the one
    #: that the other side ranks highest first.
    best_by_measure: Sequence[str]
    best_by_people: Sequence[str]
    #: Whether a system is in both.
    same_best: bool
    #: tied_by_people are people's best system and those that the test of all pairs of human scores does not show to
    #: be worse, the best first.
    tied_by_people: Sequence[str]
    #: Pairs of systems that the same test shows to differ.
    apart_by_people: int
    #: Pairs of systems, and how many of them both sides order alike. As in mt-metrics-eval's pairwise accuracy, a
    #: pair that both tie is ordered alike, and one that one side alone ties is not.
    pairs: int
    alike: int
    #: Agreement is alike/pairs, with the interval of a bootstrap of units: for these systems on other such segments.
    agreement: float | None
    #: None where there is no interval.
    ci_low: float | None
    ci_high: float | None
    #: Why there is no interval.
    interval_reason: str | None
    #: Difference is people's own between the two bests; None where these are the same.
    difference: JudgedDifference | None
    #: That the interval and the test take as independent.
    units: str
    #: Of the bootstrap.
    samples: int
    #: Of the bootstrap and the test.
    seed: int
    #: Of intervals.
    confidence: float
    #: Of the test.
    alpha: float


@dataclass(frozen=True)
class BrokenOutput:
    """A BrokenOutput is one that is newly broken."""

    system: str
    #: By its name in files.
    segment: str
    #: Empty, no_words, repeated (the same text for different references) or copied: its source.
    kind: str
    #: From 1, where that is known.
    line: int | None = None
    doc: str = ""
    candidate_text: str = ""
    baseline_text: str = ""
    #: The first one.
    reference: str = ""
    #: Where there is no reference.
    source: str = ""


@dataclass(frozen=True)
class Finding:
    """A Finding is something that texts show without a score, and how much more often they do than those of the
    baseline.
    """

    #: Its name, such as html.
    kind: str
    #: Outputs that have it where the baseline's do not.
    new: int
    #: Outputs that do not have it where the baseline's do.
    gone: int
    #: Outputs that are not the baseline's.
    changed: int
    #: Of as many between systems that are equally good, by itself.
    p_value: float
    #: Corrected for all kinds.
    p_adjusted: float
    #: Whether it fails the check.
    failed: bool


@dataclass(frozen=True)
class BrokenOutputs:
    """BrokenOutputs count the outputs of a system that are newly broken: a mean hardly shows that a few are gone.

    An output is broken if it is of a BrokenKind. It is newly broken if the baseline's output of the segment was
    not blank, had words and was another text; where no baseline is compared with, every broken output is. Where
    the closest reference is blank or has no words, nothing is expected of the output, and it is neither empty nor
    without words. Another system changes nothing about a system.
    """

    system: str
    #: How many the system has.
    segments: int
    #: How many are newly broken, the sum of the next four.
    new: int
    empty: int
    no_words: int
    repeated: int
    copied: int
    #: How many more are broken but for repeated ones, where the baseline has the same, a broken one or none.
    before: int
    #: How many may be newly broken.
    allowed: int
    #: Failed says that more are. The outputs of a first baseline, or of one that replaces by force another that
    #: cannot be compared with, do not fail.
    failed: bool
    #: What was found, a sentence without its full stop.
    reason: str
    #: Outputs has the first of those that are newly broken, by kind and segment: of each kind as many as worst says.
    outputs: tuple[BrokenOutput, ...]
    #: That of the baseline, "" where nothing was compared with.
    baseline_system: str = ""
    #: Changed are outputs that are not the baseline's.
    changed: int = 0
    #: Findings are the others that texts show, of kinds that are new somewhere. They fail where they are more than
    #: outputs of equal quality have.
    findings: tuple[Finding, ...] = ()
