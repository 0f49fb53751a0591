"""What the program does with files, called without a shell: reports and gates."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wordrotator import _binary
from wordrotator._errors import SettingError
from wordrotator._frames import is_frame
from wordrotator._inputs import (
    Names,
    ReferenceLists,
    Texts,
    check_order,
    labels,
    names,
    reference_lists,
    system_lists,
    text_list,
)
from wordrotator._long import Columns, texts_of
from wordrotator._metric import shared
from wordrotator._options import Correction, Options, Test, documented
from wordrotator._reading import warn
from wordrotator._results import Check
from wordrotator._wording import in_python
from wordrotator._worker import text_only

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from wordrotator._settings import Settings

_Path = str | os.PathLike[str]

#: What the lines begin with by which wrd says what a reader should know.
_SAID = "wrd: "


@documented
def report(
    systems: Mapping[str, Texts] | Texts | _Path | Any,
    references: ReferenceLists | None = None,
    output: _Path = "report.html",
    *,
    system: str | None = None,
    segment: str | None = None,
    candidate: str | None = None,
    reference: str | Sequence[str] | None = None,
    source: str | None = None,
    document: str | None = None,
    domain: str | None = None,
    sources: Texts | None = None,
    ids: Names | None = None,
    documents: Names | None = None,
    domains: Names | None = None,
    human: Mapping[str, Any] | Names | str | None = None,
    **settings: Unpack[Settings],
) -> Path:
    """Write a web page, one file, to search and compare segments, as ``wrd report`` does; return its path.

    ``systems`` has the predictions of each system by its name, or is the predictions of one, scored against
    ``references``, ``sources`` or both, as ``score`` does; or, without any, it is the folder or file of results of
    ``wrd score -o``, or a table of scores.
    ``ids``, ``documents`` and ``domains`` name the predictions, and ``human`` has what people say of them, as for
    ``compare``. A DataFrame with a row for each output is read as by ``compare``.

    Raises SettingError with what wrd says if it cannot write the page.
    """
    columns = Columns(system, segment, candidate, reference, source, document, domain)
    if is_frame(systems):
        long = texts_of(systems, columns, human)
        return shared(Options(**settings)).report(long.pop("systems"), long.pop("references"), output, **long)
    columns.refuse()
    given: dict[str, Any] = {"ids": ids, "documents": documents, "domains": domains, "human": human}
    if references is not None or sources is not None:
        if isinstance(systems, str | os.PathLike):
            raise TypeError(f"systems: found the path {systems} and texts to score against, expected predictions")
        return shared(Options(**settings)).report(systems, references, output, sources=sources, **given)
    if not isinstance(systems, str | os.PathLike):
        raise TypeError("found no references and no sources, expected them, or results by their path")
    if found := [name for name, value in {**settings, **given}.items() if value is not None]:
        raise TypeError(f"found {', '.join(found)}, expected no settings: results have theirs")
    page = Path(output).absolute()
    answer = shared(Options()).worker().call("report", {"results": str(Path(systems).absolute()), "output": str(page)})
    warn(answer.get("warnings", ()))
    return page


@documented
def check(
    predictions: Texts | Mapping[str, Texts],
    references: ReferenceLists | None = None,
    baseline: _Path | Texts | Mapping[str, Texts] | None = None,
    *,
    sources: Texts | None = None,
    ids: Names | None = None,
    documents: Names | None = None,
    domains: Names | None = None,
    margin: float | Mapping[str, float] | None = None,
    floor: Mapping[str, float] | None = None,
    system: str | None = None,
    max_broken: int | str | None = None,
    require_conclusive: bool = False,
    update: bool = False,
    force: bool = False,
    worst: int | None = None,
    report: _Path | None = None,
    junit: _Path | None = None,
    test: Test | None = None,
    correction: Correction | None = None,
    samples: int | None = None,
    seed: int | None = None,
    alpha: float | None = None,
    **settings: Unpack[Settings],
) -> Check:
    """Say whether predictions are significantly worse than a baseline, as ``wrd check`` does.

    ``predictions`` are those of one system, or of several by their names; they are scored against ``references``,
    ``sources`` or both, as ``score`` does. ``baseline`` is a file ``NAME.parquet`` of an
    earlier check with ``update=True``, which writes it, or the results of ``wrd score -o``; ``floor`` does without. Or
    it is the predictions of the last accepted run, which are scored too: a list, lists by the names of their systems,
    or a file of them by its path, one text a line or a table.

    How it decides is said as to ``wrd check``. ``margin`` is the largest drop of the mean allowed, and ``floor`` the
    worst mean, by measure; ``{"points": 1}`` is a margin of one point. ``system`` is the one of the baseline that is
    compared with. ``max_broken`` says how many outputs of a system may be newly broken, or what share: 3 or "0.5%". A
    check that is inconclusive fails with ``require_conclusive``. With ``update`` the scores become the new baseline,
    unless the check fails, and with ``force`` also then. ``worst`` is how many of the segments that got worse most are
    listed. ``report`` and ``junit``
    name files to write: a web page, and JUnit XML.

    Raises SettingError with what wrd says if they cannot be compared, as scores of other settings.
    """
    if not isinstance(floor, Mapping | None):
        raise TypeError(f"floor: found {floor!r}, expected numbers by measure, such as {{'wrd': 0.5}}")
    how: dict[str, Any] = {
        "margin": margin,
        "floor": floor,
        "system": system,
        "max_broken": max_broken,
        "require_conclusive": require_conclusive,
        "update": update,
        "force": force,
        "worst": worst,
        "report": report,
        "junit": junit,
        "test": test,
        "correction": correction,
        "samples": samples,
        "seed": seed,
        "alpha": alpha,
    }
    flags: list[str] = []
    for name, value in how.items():
        flag = "--" + name.replace("_", "-")
        if isinstance(value, Mapping):
            flags += [f"{flag}={measure}={number}" for measure, number in value.items()]
        elif isinstance(value, bool):
            flags += [flag] if value else []
        elif value is not None:
            flags.append(f"{flag}={value if not isinstance(value, os.PathLike) else os.fspath(value)}")
    given = {"ids": ids, "documents": documents, "domains": domains}
    check_order({"predictions": predictions, "references": references, "sources": sources, "baseline": baseline})
    beside = _Beside.of(references, sources)  # read once, for both sides
    named = {name: names(values, name, len(beside.listed)) for name, values in given.items()}
    with (
        _table(predictions, beside, Options(**settings), named) as texts,
        _baseline(baseline, beside, named, update) as before,
    ):
        done = _run("check", ["check", *texts, *before, *flags, "--format", "json"], failing=True)
    found = json.loads(done.stdout)
    if not isinstance(baseline, str | os.PathLike | None):
        found["baseline"] = _BASELINE
    return Check(found, passed=done.returncode == 0)


#: The path of a table that _written wrote.
_WRITTEN = re.compile(r"\S*[\\/]wordrotator-\w+[\\/](texts|baseline)\.jsonl")


def _run(what: str, arguments: Sequence[str], failing: bool = False) -> subprocess.CompletedProcess[str]:
    """Run wrd; what it says besides what it prints becomes warnings."""
    done = _binary.run(what, arguments, failing=failing)
    said = (line.removeprefix(_SAID) for line in done.stderr.splitlines() if line.startswith(_SAID))
    warn(in_python(_WRITTEN.sub(r"the \1", line)) for line in said)
    return done


@dataclass(frozen=True)
class _Beside:
    """What predictions are scored against."""

    references: list[list[str]] | None
    sources: list[str] | None

    @classmethod
    def of(cls, references: ReferenceLists | None, sources: Texts | None) -> _Beside:
        if references is None and sources is None:
            raise TypeError("found no references and no sources, expected references, sources or both")
        found = cls(
            None if references is None else reference_lists(references),
            None if sources is None else text_list(sources, "sources"),
        )
        if found.references is not None and found.sources is not None and len(found.references) != len(found.sources):
            raise ValueError(
                f"sources: found {len(found.sources)} and references for {len(found.references)}, "
                "expected the same number"
            )
        return found

    @property
    def listed(self) -> Sequence[object]:
        return self.sources or [] if self.references is None else self.references

    def systems(self, systems: object) -> dict[str, list[str]]:
        """Return the predictions of systems by their names."""
        by_name = systems if isinstance(systems, Mapping) else {"predictions": systems}
        return system_lists(by_name, self.listed, "sources" if self.references is None else "references")

    def row(self, i: int) -> dict[str, Any]:
        """Return the members of a row of a table."""
        texts = {"references": self.references, "source": self.sources}
        return {name: values[i] for name, values in texts.items() if values is not None}

    def flags(self, table: str) -> list[str]:
        """Return the arguments of wrd for a table, whose sources it reads only where it is told to."""
        if self.sources is None:
            return [table]
        return ["-c", table, "-s", table, *([] if self.references is None else ["-r", table])]


@contextmanager
def _table(
    systems: Any,
    beside: _Beside,
    options: Options,
    named: Mapping[str, Any],
) -> Iterator[list[str]]:
    """Write texts to a table for wrd, and return the arguments that name it, and the settings."""
    if options.cache:
        raise TypeError("cache: found it, expected none: checks keep no scores")
    with _written(systems, beside, named, "the texts") as table:
        yield [*beside.flags(table), *_flags(options)]


#: What a report calls a baseline of texts that are in no file.
_BASELINE = "the baseline"


@contextmanager
def _baseline(
    baseline: _Path | Texts | Mapping[str, Texts] | None,
    beside: _Beside,
    named: Mapping[str, Any],
    update: bool,
) -> Iterator[list[str]]:
    """Return the flags of a baseline, whose texts are written to a table for wrd."""
    if baseline is None:
        yield []
    elif isinstance(baseline, str | os.PathLike):
        yield [f"--baseline={os.fspath(baseline)}"]
    elif update:
        raise TypeError("update: found a baseline of texts, expected the path of a file NAME.parquet to write")
    else:
        try:
            systems = beside.systems(baseline)
        except (TypeError, ValueError) as error:
            raise type(error)(f"baseline: {error}") from None
        with _written(systems, beside, named, _BASELINE) as table:
            yield [f"--baseline={table}"]


@contextmanager
def _written(
    systems: Any,
    beside: _Beside,
    named: Mapping[str, Any],
    called: str,
) -> Iterator[str]:
    """Write texts to a table and return its path, which errors call as said."""
    texts, segments = beside.systems(systems), len(beside.listed)
    columns = {
        column: labels(values, name)
        for name, column in (("ids", "id"), ("documents", "doc"), ("domains", "domain"))
        if (values := names(named.get(name), name, segments)) is not None
    }
    with tempfile.TemporaryDirectory(prefix="wordrotator-") as folder:
        path = Path(folder, called.removeprefix("the ") + ".jsonl")
        with path.open("w", encoding="utf-8", newline="\n") as file, text_only():
            for name, predictions in texts.items():
                for i, prediction in enumerate(predictions):
                    row: dict[str, Any] = {"system": name, "candidate": prediction, **beside.row(i)}
                    row |= {column: values[i] for column, values in columns.items()}
                    file.write(json.dumps(row, ensure_ascii=False) + "\n")
        try:
            yield str(path)
        except SettingError as error:  # a line of the table is a row of texts
            raise SettingError(str(error).replace(str(path), called)) from None


def _flags(options: Options) -> list[str]:
    """Return settings as flags."""
    said = options.settings()
    if options.letters is not None:
        said["convert"] = options.letters
    written = {name: ",".join(value) if isinstance(value, list) else value for name, value in said.items()}
    return [f"--threads={options.threads}", *(f"--{name.replace('_', '-')}={value}" for name, value in written.items())]
