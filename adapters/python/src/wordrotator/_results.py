"""What the calls of this package return."""

from __future__ import annotations

import functools
import html
import itertools
import operator
import reprlib
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from wordrotator import _plots, _types
from wordrotator._records import Table, columns
from wordrotator._types import (
    BrokenOutput,
    BrokenOutputs,
    Coverage,
    Finding,
    JudgedDifference,
    JudgedSystem,
    Move,
    Word,
)

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

#: How many rows and columns of a matrix a notebook shows.
_SHOWN = 20


@dataclass(frozen=True)
class Result(Table):
    """The scores of predictions, as a whole and one by one.

    A list has an entry for each prediction, in order; None stands where the policy for empty texts gives no value. No
    number is ever NaN.
    """

    #: The name of the first measure, which ``score`` and ``scores`` are of.
    measure: str
    #: The mean of ``scores``: higher is better. None if no prediction has a value.
    score: float | None
    #: The mean of ``distances``: lower is better. None for a measure that is no distance.
    distance: float | None
    #: Higher is better: for wrd one minus the distance, for a distance without a similarity its negative.
    scores: Sequence[float | None] = field(repr=False)
    #: None for a measure that is no distance.
    distances: Sequence[float | None] | None = field(repr=False)
    #: "ok", or why there was nothing to compare: "empty_candidate", "no_words_reference", …
    statuses: Sequence[str] = field(repr=False)
    #: One line that names everything the scores depend on. Report it with them.
    signature: str
    coverage: Coverage
    #: All columns of all measures by their names, as ``wrd score`` calls them. "points" are those of the first
    #: measure: 0 for unrelated texts of that language, 100 for equal ones; absent where their scale is not known.
    columns: Mapping[str, Sequence[float | None]] = field(repr=False)
    #: Which of several references was the nearest, from 0.
    best_references: Sequence[int] = field(repr=False)
    #: What a reader should know, in sentences: of texts that could hardly be read.
    warnings: Sequence[str] = field(default=(), repr=False)
    #: The settings that the signature is short for, each with its value, as ``wrd`` stores them.
    settings: Mapping[str, Any] = field(default_factory=dict, repr=False)
    #: What the caller calls the predictions, and their documents and domains: as they were given.
    ids: Sequence[Any] | None = field(default=None, repr=False)
    documents: Sequence[Any] | None = field(default=None, repr=False)
    domains: Sequence[Any] | None = field(default=None, repr=False)
    #: What was translated, as it was given.
    sources: Sequence[str] | None = field(default=None, repr=False)
    #: The index of the predictions, if these are a Series of pandas: that of ``to_pandas()``.
    index: Any = field(default=None, repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.scores)

    def means(self) -> dict[str, float | None]:
        """Return the mean of each column over the predictions that have a value."""
        return {name: mean(values) for name, values in self.columns.items()}

    def rows(self) -> dict[str, Sequence[object]]:
        """Return a table of all predictions as columns, named as ``wrd score`` names them.

        They are id, doc, domain and source, where these were given, those of the measures, the status, the nearest
        reference.
        """
        names = {"id": self.ids, "doc": self.documents, "domain": self.domains, "source": self.sources}
        given = {name: values for name, values in names.items() if values is not None}
        return {**given, **self.columns, "status": self.statuses, "best_reference": self.best_references}

    def _table(self) -> dict[str, Sequence[object]]:
        return self.rows()

    def to_pandas(self) -> pandas.DataFrame:
        """Return the rows as a DataFrame of pandas, which must be installed, with the index of the predictions."""
        frame = super().to_pandas()
        return frame if self.index is None else frame.set_axis(self.index, axis=0)

    @property
    def headline(self) -> str:
        """The score in a sentence."""
        if self.score is None:
            return f"Nothing to compare by {self.measure}: none of {_counted(len(self), 'prediction')} has a score."
        of = _counted(sum(score is not None for score in self.scores), "prediction")
        mean = f"the mean of {of}" if len(self) != 1 else f"of {of}"
        if self.distance is None:
            return f"{self.measure}: {_number(self.score)}, {mean}; higher is better."
        distance = f"{self.measure}: a distance of {_number(self.distance)}, {mean}; lower is better"
        return f"{distance}. Similarity: {_number(self.score)}." if self.score >= 0 else f"{distance}."

    def plot(
        self,
        against: Result | Sequence[float | None] | None = None,
        ax: Axes | None = None,
        *,
        label: str | None = None,
    ) -> Axes:
        """Draw a point for each prediction, and return the axes of matplotlib, which must be installed.

        The scores, higher is better, stand above those of ``against``, another result of the same segments or other
        numbers, such as human scores, whose name is ``label``; or above the places of the predictions. Results that
        both have ids are paired by them, in any order.

        Raises ValueError if the segments are not the same.
        """
        mine = f"{self.measure}, higher is better"
        if against is None:
            return _plots.scatter(ax, list(range(len(self))), self.scores, (label or "prediction", mine), same=False)
        other = self._paired(against) if isinstance(against, Result) else against
        if len(other) != len(self):
            raise ValueError(f"against: found {len(other)} scores, expected {len(self)}, one for each prediction")
        same = isinstance(against, Result) and against.signature == self.signature
        default = f"{against.measure} of the other" if isinstance(against, Result) else "against"
        return _plots.scatter(ax, other, self.scores, (label or default, mine), same)

    def _paired(self, other: Result) -> Sequence[float | None]:
        """Return the scores of another result in the order of this one, by id if both have ids."""
        if self.ids is None or other.ids is None:
            return other.scores
        mine, theirs = ([str(name) for name in ids] for ids in (self.ids, other.ids))
        for side, names in (("this result", mine), ("the other", theirs)):
            if repeated := [name for name, n in Counter(names).items() if n > 1]:
                raise ValueError(f"against: found the id {repeated[0]} twice in {side}, expected each id once")
        scores = dict(zip(theirs, other.scores, strict=True))
        gone = sorted(set(mine) - set(theirs), key=mine.index)
        added = sorted(set(theirs) - set(mine), key=theirs.index)
        if gone or added:
            found = [
                f"{len(names)} only in {side} ({', '.join(names[:3])}{', …' if len(names) > 3 else ''})"
                for names, side in ((gone, "this result"), (added, "the other"))
                if names
            ]
            raise ValueError(f"against: found different segments, expected the same ids in both: {', '.join(found)}")
        return [scores[name] for name in mine]

    def _lines(self) -> Iterator[tuple[str, str]]:
        for name, value in self.means().items():
            yield name, _number(value)
        yield "predictions", str(len(self))
        for status, n in sorted(Counter(self.statuses).items()):
            if status != "ok":
                yield status, str(n)
        known = [self.coverage.candidate, self.coverage.reference]
        known += [] if self.coverage.source is None else [self.coverage.source]
        yield "coverage", " / ".join(map(_share, known))
        for warning in self.warnings:
            yield "warning", warning
        yield "signature", self.signature

    def __str__(self) -> str:
        return "\n".join(f"{name}: {value}" for name, value in self._lines())

    def _repr_html_(self) -> str:
        *rows, (_, signature) = self._lines()
        return _headline(self.headline) + _table([list(row) for row in rows]) + _small(signature)


@dataclass(frozen=True)
class Alignment(Table):
    """Which word went where, and at what cost. In a notebook it is a picture.

    With ``of_source`` the reference is not one, but the source of the candidate.
    """

    candidate: Sequence[Word] = field(repr=False)
    reference: Sequence[Word] = field(repr=False)
    #: The moves that add most to the distance first; none if there was nothing to compare.
    moves: Sequence[Move] = field(repr=False)
    #: The words of the reference that have no counterpart in the candidate.
    missing: Sequence[str]
    #: The words of the candidate that have none in the reference.
    invented: Sequence[str]
    status: str
    #: All columns of the measures by their names.
    scores: Mapping[str, float]
    signature: str
    #: The sum of mass times cost: the value of the first measure, or of wrd if that has no alignment.
    distance: float | None
    svg: str | None = field(repr=False)
    #: One minus the distance; None for a measure whose distance has no largest value, such as wmd.
    similarity: float | None
    of_source: bool = False

    def _table(self) -> dict[str, Sequence[object]]:
        return {
            name: [getattr(move, name) for move in self.moves] for name in ("candidate", "reference", "mass", "cost")
        }

    def __str__(self) -> str:
        if not self.moves:
            return f"nothing to align: {self.status}\n{self.signature}"
        rows = [("candidate", self._other, "mass", "cost", "mass × cost")]
        rows += [
            (move.candidate, move.reference, f"{move.mass:.4f}", f"{move.cost:.4f}", f"{move.mass * move.cost:.4f}")
            for move in self.moves
        ]
        return "\n".join([*_aligned(rows, 2), f"distance {_number(self.distance)}", *self._lacking(), self.signature])

    @property
    def _other(self) -> str:
        return "source" if self.of_source else "reference"

    def _lacking(self) -> Iterator[str]:
        for other, words in (("candidate", self.missing), (self._other, self.invented)):
            if words:
                yield f"without a counterpart in the {other}: {' '.join(map(_in_place, words))}"

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw how much mass went from which word to which, and return the axes of matplotlib, which must be installed.

        A word that stands in a text several times is one row or column, as it is in ``moves``.
        """
        rows, across = (list(dict.fromkeys(w.token for w in side)) for side in (self.candidate, self.reference))
        mass = [[0.0] * len(across) for _ in rows]
        places = {word: i for i, word in enumerate(rows)}, {word: j for j, word in enumerate(across)}
        for move in self.moves:
            mass[places[0][move.candidate]][places[1][move.reference]] += move.mass
        return _plots.plan(ax, rows, across, mass, self._other)

    def _repr_svg_(self) -> str | None:
        return self.svg

    def _repr_html_(self) -> str:
        if self.svg:
            return self.svg + "".join(map(_small, self._lacking()))
        return f"<pre>{html.escape(str(self))}</pre>"


@dataclass(frozen=True, repr=False)
class Matrix(Table):
    """What every candidate scores against every reference alone: rows are candidates."""

    #: By column of the measures; None where a pair has no value.
    columns: Mapping[str, Sequence[Sequence[float | None]]]
    statuses: Sequence[Sequence[str]]
    signature: str

    def _table(self) -> dict[str, Sequence[object]]:
        pairs = [(i, j) for i, row in enumerate(self.statuses) for j in range(len(row))]
        return {
            "candidate": [i for i, _ in pairs],
            "reference": [j for _, j in pairs],
            **{name: list(itertools.chain.from_iterable(values)) for name, values in self.columns.items()},
            "status": list(itertools.chain.from_iterable(self.statuses)),
        }

    def _rows(self) -> Iterator[list[str]]:
        name, values = next(iter(self.columns.items()))
        width = len(values[0]) if values else 0
        yield [name, *map(str, range(min(width, _SHOWN))), *(["…"] if width > _SHOWN else [])]
        for i, row in enumerate(values[:_SHOWN]):
            yield [str(i), *map(_number, row[:_SHOWN])]
        if len(values) > _SHOWN:
            yield ["…"]

    def __str__(self) -> str:
        return "\n".join([*_aligned(list(self._rows()), 0), self.signature])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return _table(list(self._rows()), head=True) + _small(self.signature)


@dataclass(frozen=True)
class Choice(Table):
    """The candidate that minimum Bayes risk decoding takes."""

    #: Its index.
    best: int
    text: str
    #: Its mean similarity to the others, or to the references; None if there are none.
    utility: float | None
    #: Those of all candidates; None if only the best was asked for.
    utilities: Sequence[float | None] | None = field(repr=False)
    signature: str

    def _table(self) -> dict[str, Sequence[object]]:
        """Return a row for each candidate; for the best alone if only that was asked for."""
        if self.utilities is None:
            return {"candidate": [self.best], "utility": [self.utility], "best": [True]}
        every = range(len(self.utilities))
        return {"candidate": every, "utility": self.utilities, "best": [i == self.best for i in every]}

    def _rows(self) -> list[list[str]]:
        return [["best", str(self.best)], ["text", self.text], ["utility", _number(self.utility)]]

    def __repr__(self) -> str:
        return f"Choice(best={self.best}, text={reprlib.repr(self.text)}, utility={self.utility})"

    def __str__(self) -> str:
        return "\n".join([*(f"{name}: {value}" for name, value in self._rows()), f"signature: {self.signature}"])

    def _repr_html_(self) -> str:
        return _table(self._rows()) + _small(self.signature)


class JudgedOrder(_types.JudgedOrder):
    """How the order in which a measure has systems agrees with that of the people who judged these very outputs."""

    @classmethod
    def _of(cls, said: Mapping[str, Any]) -> JudgedOrder:
        order = _members(cls, said)
        order["systems"] = [JudgedSystem(**_members(JudgedSystem, system)) for system in said["systems"]]
        if order["difference"] is not None:
            order["difference"] = JudgedDifference(**_members(JudgedDifference, said["difference"]))
        return cls(**order)

    def __str__(self) -> str:
        return " ".join(self.sentences)


def _members(kind: type, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return the members of an object of JSON that a dataclass has; None for those that are absent."""
    return {one.name: said.get(one.name) for one in fields(kind)}


@dataclass(frozen=True, repr=False)
class Comparison(Table):
    """Which systems really differ: what ``wrd compare --format json`` prints.

    A difference is the first system minus the second, and positive where the first is better, for distances, too.
    """

    report: Mapping[str, Any]
    #: What people see of it: "rows", of which the first "texts" columns are words, and what is said below them.
    shown: Mapping[str, Any] = field(repr=False)
    #: A row for each system, which ``to_latex`` and ``to_markdown`` draw.
    table: Mapping[str, Any] = field(repr=False)
    #: Draws a table in a format, with so many significant digits: asks the program.
    draw: Callable[[Mapping[str, Any], str, int], str] = field(repr=False, compare=False)

    @property
    def ranking(self) -> list[dict[str, Any]]:
        """The systems, the best by the first measure first, with their means by each measure and by people.

        "cluster", where all pairs of more than two systems were compared, counts from 1: each system is significantly
        better than all of later clusters.
        """
        clusters = self.table["clusters"]
        return [
            {
                "system": system,
                **({} if clusters is None else {"cluster": clusters[i]}),
                **{column["name"]: column["means"][i] for column in self.table["columns"]},
            }
            for i, system in enumerate(self.table["systems"])
        ]

    def to_latex(self, digits: int = 3) -> str:
        """Return a table for a paper, a row for each system, as ``wrd compare --format latex`` has it.

        Means have so many significant digits. It needs the package booktabs.
        """
        return self.draw(self.table, "latex", digits)

    def to_markdown(self, digits: int = 3) -> str:
        """Return the table of ``to_latex`` in Markdown."""
        return self.draw(self.table, "markdown", digits)

    @property
    def verdict(self) -> str:
        """Who is better by the first measure, by how much, how sure that is, and whether people who judged agree."""
        return " ".join(self.report["measures"][0]["sentences"])

    @property
    def means(self) -> dict[str, dict[str, float]]:
        """The mean of each system, by measure."""
        return {
            measure["measure"]: {system["system"]: system["mean"] for system in measure["systems"]}
            for measure in self.report["measures"]
        }

    @property
    def difference(self) -> float:
        """The difference of the first pair of systems by the first measure; ``pairs`` has those of the others."""
        return float(self.pairs[0]["difference"])

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval of ``difference``; None where one document or segment is all there is."""
        low, high = self.pairs[0]["ci_low"], self.pairs[0]["ci_high"]
        return None if low is None else (float(low), float(high))

    def plot(self, measure: str | None = None, ax: Axes | None = None) -> Axes:
        """Draw the means of the systems with their intervals, the best first.

        ``measure`` is the first one unless it is named. Returns the axes of matplotlib, which must be installed. Raises
        ValueError for a measure that was not compared.
        """
        known = [of_it["measure"] for of_it in self.report["measures"]]
        if measure is not None and measure not in known:
            raise ValueError(f"measure: found {measure}, expected one of: {', '.join(known)}")
        found = self.report["measures"][0 if measure is None else known.index(measure)]
        lower = found["lower_is_better"]
        systems = sorted(found["systems"], key=lambda system: system["mean"] if lower else -system["mean"])
        return _plots.means(
            ax,
            [system["system"] for system in systems],
            [system["mean"] for system in systems],
            [None if system["ci_low"] is None else (system["ci_low"], system["ci_high"]) for system in systems],
            f"{found['measure']}, {'lower' if lower else 'higher'} is better",
        )

    @property
    def judged(self) -> list[JudgedOrder]:
        """How each measure's order of the systems agrees with that of the people who judged the outputs."""
        return [JudgedOrder._of(order) for order in self.report.get("judged", [])]

    @property
    def signature(self) -> str:
        """What the numbers depend on: the signatures of the metric, as far as they are known, then that of the test."""
        metrics = dict.fromkeys(measure["signature"] for measure in self.report["measures"] if measure["signature"])
        return " ".join([*metrics, str(self.report["signature"])])

    @property
    def pairs(self) -> list[dict[str, Any]]:
        """The comparisons of two systems by each measure, with "verdict" ("better", "worse" or "~") and "p_value"."""
        return [
            {"measure": measure["measure"], **pair} for measure in self.report["measures"] for pair in measure["pairs"]
        ]

    @property
    def systems(self) -> list[dict[str, Any]]:
        """The mean of each system by each measure, with its interval."""
        return [
            {"measure": measure["measure"], **system}
            for measure in self.report["measures"]
            for system in measure["systems"]
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return what ``wrd compare --format json`` prints."""
        return dict(self.report)

    def _table(self) -> dict[str, Sequence[object]]:
        return columns(self.pairs, "measure", "system", "against")

    @property
    def people(self) -> list[str]:
        """How often people prefer the better of systems that differ so much, or why that is not known.

        A sentence for each measure of which somebody expects it; none where no difference is shown.
        """
        return [measure["people"] for measure in self.report["measures"] if "people" in measure]

    @property
    def example(self) -> Mapping[str, Any] | None:
        """A segment in which the first system of ``verdict`` is far ahead of the next one.

        It has "segment" (an index, counted from 0), "reference" and "source" where these are known, and "outputs", two
        objects with "system", "score", "human" where people scored both, and "candidate". None where there are no
        texts, or no segment that can be read at a glance.
        """
        example: Mapping[str, Any] | None = self.report["measures"][0].get("example")
        return example

    def _said(self) -> list[str]:
        """Return the verdict by each measure."""
        return [" ".join(measure["sentences"]) for measure in self.report["measures"]]

    def _notes(self) -> list[str]:
        """Return what is said below the table."""
        return [*self.shown["people"], self.shown["note"], *self.shown["warnings"], self.signature]

    def __str__(self) -> str:
        return "\n".join([*self._said(), "", *_aligned(self.shown["rows"], self.shown["texts"]), "", *self._notes()])

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        table = _table(self.shown["rows"], head=True)
        return "".join([*map(_headline, self._said()), table, *map(_small, self._notes())])


@dataclass(frozen=True, repr=False)
class Correlations(Table):
    """How well measures agree with people: what ``wrd correlate --format json`` prints."""

    report: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return what ``wrd correlate --format json`` prints."""
        return dict(self.report)

    @property
    def rows(self) -> list[dict[str, Any]]:
        return list(self.report["rows"])

    @property
    def pairs(self) -> list[dict[str, Any]]:
        """The tests of measures with each other."""
        return list(self.report["pairs"])

    @property
    def sentences(self) -> list[str]:
        """Which measure agrees best with people: a sentence for each column of human scores and level."""
        return list(self.report["sentences"])

    @property
    def warnings(self) -> list[str]:
        return list(self.report["warnings"])

    @property
    def signature(self) -> str:
        return str(self.report["signature"])

    @property
    def units(self) -> str:
        """What was drawn for intervals and p: ``documents``, or ``segments``, which are taken as independent."""
        return str(self.report["units"])

    @property
    def left_out(self) -> dict[str, list[str]]:
        """The systems that were not correlated, ``human`` ones and ``outliers``."""
        return dict(self.report["left_out"])

    def _table(self) -> dict[str, Sequence[object]]:
        return columns(self.rows, "measure", "human")

    def _rows(self) -> Iterator[list[str]]:
        yield ["measure", "human", "level", "averaging", "statistic", "value", "low", "high", "p"]
        for row in self.rows:
            yield [
                *(str(row[name]) for name in ("measure", "human", "level", "averaging", "statistic")),
                *(_number(row[name]) for name in ("value", "ci_low", "ci_high")),
                _p(row["p_value"]),
            ]

    def __str__(self) -> str:
        warnings = [f"warning: {warning}" for warning in self.warnings]
        return "\n".join([*self.sentences, *_aligned(list(self._rows()), 5), *warnings, self.signature])

    def __repr__(self) -> str:
        return _shortened(str(self))

    def _repr_html_(self) -> str:
        said = "".join(map(_headline, self.sentences))
        warnings = "".join(_small(f"warning: {warning}") for warning in self.warnings)
        return said + _table(list(self._rows()), head=True) + warnings + _small(self.signature)


@dataclass(frozen=True, repr=False)
class Replay(Table):
    """Whether stored results are what their texts and settings give now: what ``wrd replay --format json`` prints."""

    report: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return what ``wrd replay --format json`` prints."""
        return dict(self.report)

    @property
    def same(self) -> bool:
        """Whether every value has the same bits."""
        return bool(self.report["same"])

    @property
    def signature(self) -> str:
        return str(self.report["signature"])

    @property
    def changed(self) -> list[dict[str, str]]:
        """The parts of the signature that are not what they were, with "part", "stored" and "now"."""
        return list(self.report["changed"])

    @property
    def differences(self) -> list[dict[str, str]]:
        """The first values that differ, with "system", "segment" (a mean has none), "value", "stored" and "now"."""
        return list(self.report["differences"])

    def _table(self) -> dict[str, Sequence[object]]:
        return columns(self.differences, "system", "segment", "value", "stored", "now")

    def _said(self) -> list[str]:
        values, different = self.report["values"], self.report["different"]
        lines = [
            f"each of {values} values has the same bits"
            if self.same
            else f"{different} of {values} values differ{'s' if different == 1 else ''}"
        ]
        return lines + [f"changed since: {p['part']} was {p['stored']} and is {p['now']}" for p in self.changed]

    def __str__(self) -> str:
        return "\n".join([*self._said(), self.signature])

    def _repr_html_(self) -> str:
        first, *others = self._said()
        return _headline(first) + "".join(f"<p>{html.escape(text)}</p>" for text in others) + _small(self.signature)

    __repr__ = __str__


@dataclass(frozen=True, repr=False)
class Check(Table):
    """Whether texts got worse than a baseline or a floor: what ``wrd check --format json`` prints.

    A ``drop`` is positive where the texts got worse; the difference that is printed, now minus before, has the other
    sign.
    """

    report: Mapping[str, Any]
    #: False for broken outputs, a regression and, with ``require_conclusive``, where nothing can be said.
    passed: bool

    def to_dict(self) -> dict[str, Any]:
        """Return what ``wrd check --format json`` prints."""
        return dict(self.report)

    @property
    def verdict(self) -> str:
        """What it is: "pass", "broken", "regression", "inconclusive", "new baseline" or, with force, "forced"."""
        return str(self.report["verdict"])

    @property
    def signature(self) -> str:
        return str(self.report["signature"])

    @property
    def reasons(self) -> list[dict[str, Any]]:
        """Why it failed, the largest reason first, with "question" (mean, tail, findings), "outputs" and "said"."""
        return list(self.report["reasons"])

    @property
    def tests(self) -> list[dict[str, Any]]:
        """The tests of each system and measure, with "drop", "p_adjusted", "margin", "verdict" and "reason"."""
        return list(self.report["tests"])

    @property
    def broken(self) -> list[BrokenOutputs]:
        """What is newly broken, of each system of which more than scores is known."""
        return [
            BrokenOutputs(
                **{
                    **found,
                    "outputs": tuple(BrokenOutput(**output) for output in found["outputs"]),
                    "findings": tuple(Finding(**one) for one in found.get("findings", ())),
                }
            )
            for found in self.report["broken"]
        ]

    @property
    def worst(self) -> list[dict[str, Any]]:
        """The segments that got worse most, with both texts and their scores."""
        return list(self.report["worst"])

    def _table(self) -> dict[str, Sequence[object]]:
        return columns(self.tests, "system", "measure")

    def _rows(self) -> Iterator[list[str]]:
        yield ["system", "measure", "before", "now", "difference", "p", "verdict"]
        for test in self.tests:
            yield [
                test["system"],
                test["measure"],
                *(_number(test[name]) for name in ("baseline", "candidate")),
                _signed(None if test["drop"] is None else 0.0 - test["drop"]),
                _p(test.get("p_adjusted")),
                test["verdict"],
            ]

    def __bool__(self) -> bool:
        """Whether it passed, for ``assert``."""
        return self.passed

    def __str__(self) -> str:
        table = _aligned(list(self._rows()), 2) if self.tests else []
        return "\n".join([self._failed(), *self._broken(), *table, *self._reasons(), self.signature])

    def _repr_html_(self) -> str:
        table = _table(list(self._rows()), head=True) if self.tests else ""
        said = "".join(f"<p>{html.escape(text)}</p>" for text in [self._failed(), *self._broken(), *self._reasons()])
        return _headline(self.verdict) + said + table + _small(self.signature)

    def _broken(self) -> list[str]:
        return [found.reason for found in self.broken if found.new and not found.failed]

    def _failed(self) -> str:
        """Say the verdict, and all that failed."""
        said = "; ".join(dict.fromkeys(reason["said"] for reason in self.reasons))
        return f"{self.verdict}: {said}." if said else self.verdict

    def _reasons(self) -> Iterator[str]:
        """Why each test came to its verdict, and what the difference means to people where that is known."""
        for test in self.tests:
            why = f"{test['system']}, {test['measure']} against {test['against']}: {test['reason']}."
            yield f"{why} {test['people']}" if "people_agree" in test else why
        if "people_unknown" in self.report:
            yield self.report["people_unknown"]
        if self.tests:
            yield "difference: now minus before, turned for distances: positive where now is better."

    def __repr__(self) -> str:
        return _shortened(str(self))


def mean(values: Sequence[float | None]) -> float | None:
    """Return the mean of the values that are there, added up in order, as wrd compare does; None if there are none."""
    present = [value for value in values if value is not None]
    return functools.reduce(operator.add, present, 0.0) / len(present) if present else None


def _shortened(text: str, shown: int = _SHOWN) -> str:
    """Return the first lines and the last one of a long table, for a repr."""
    lines = text.splitlines()
    if len(lines) > shown:
        lines = [*lines[: shown - 1], f"… {len(lines) - shown} more lines", lines[-1]]
    return "\n".join(lines)


def _aligned(rows: Sequence[Sequence[str]], texts: int) -> list[str]:
    """Return the lines of a table, of which the first columns, so many, are texts and the others numbers."""
    widths = [max(map(_width, column)) for column in itertools.zip_longest(*rows, fillvalue="")]
    lines = []
    for row in rows:
        cells = []
        for column, (cell, width) in enumerate(zip(row, widths, strict=False)):
            space = " " * (width - _width(cell))
            cells.append(_in_place(cell) + space if column < texts else space + cell)
        lines.append("  ".join(cells).rstrip())
    return lines


def _width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return sum(
        1 + (unicodedata.east_asian_width(c) in "WF")
        for c in text
        if unicodedata.category(c) not in ("Mn", "Me", "Cf")  # written on the character before it, or not at all
    )


def _in_place(text: str) -> str:
    """Return a text that is read from right to left between two marks, which keep the columns in their order."""
    if any(unicodedata.bidirectional(c) in ("R", "AL") for c in text):
        return f"\u200e{text}\u200e"
    return text


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"


def _p(value: float | None) -> str:
    """Write a p-value, which is never 0."""
    return "<0.0001" if value is not None and value < 0.0001 else _number(value)


def _signed(value: float | None) -> str:
    return "–" if value is None else f"{value:+.4f}"


def _interval(row: Mapping[str, Any], number: Callable[[float | None], str]) -> str:
    return "–" if row["ci_low"] is None else f"{number(row['ci_low'])} to {number(row['ci_high'])}"


def _counted(n: int, what: str) -> str:
    return f"{n:,} {what}{'' if n == 1 else 's'}"


def _share(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f} %"


def _headline(text: str) -> str:
    return f'<p dir="auto"><strong>{html.escape(text)}</strong></p>'


def _small(text: str) -> str:
    return f"<p><small>{html.escape(text)}</small></p>"


def _table(rows: Sequence[Sequence[str]], head: bool = False) -> str:
    lines = ["<table>"]
    for i, row in enumerate(rows):
        cell = "th" if head and i == 0 else "td"
        lines.append("<tr>" + "".join(f'<{cell} dir="auto">{html.escape(text)}</{cell}>' for text in row) + "</tr>")
    return "\n".join([*lines, "</table>"])
