"""Reports and gates: what the program does with files, asked of a worker."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from wordrotator._frames import DataFrame, is_frame
from wordrotator._inputs import Names, ReferenceLists, Texts, check_order
from wordrotator._long import Columns, texts_of
from wordrotator._metric import check_alone, shared
from wordrotator._options import Options, documented, forwarding
from wordrotator._reading import warn
from wordrotator._results import Check
from wordrotator._settings import taken
from wordrotator._types import CheckingTexts, ReportingTexts, checking, reporting

if TYPE_CHECKING:
    from typing_extensions import Unpack

_Path = str | os.PathLike[str]


@documented
@forwarding(reporting, taken)
def report(
    systems: Mapping[str, Texts] | Texts | _Path | DataFrame,
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
    human: Mapping[str, Any] | Names | str | None = None,
    **keywords: Unpack[ReportingTexts],
) -> Path:
    """Write a web page, one file, to search and compare segments, as ``wrd report`` does; return its path.

    ``systems`` has the predictions of each system by its name, or is the predictions of one, scored against
    ``references``, ``sources`` or both, as ``score`` does; or, without any, it is the folder or file of results of
    ``wrd score -o``, or a table of scores.
    ``ids``, ``documents`` and ``domains`` name the predictions, and ``human`` has what people say of them, as for
    ``compare``. A DataFrame with a row for each output is read as by ``compare``.

    Raises RequestError with what wrd says if it cannot write the page.
    """
    columns = Columns(system, segment, candidate, reference, source, document, domain)
    settings, how = taken(**keywords), reporting(**keywords)
    if is_frame(systems):
        check_alone(references=references, sources=sources, **how)
        long = texts_of(systems, columns, human)
        return shared(Options(**settings)).report(long.pop("systems"), long.pop("references"), output, **long)
    columns.refuse()
    if references is not None or sources is not None:
        if isinstance(systems, str | os.PathLike):
            raise TypeError(f"systems: found the path {systems} and texts to score against, expected predictions")
        texts = cast("Mapping[str, Texts] | Texts", systems)
        return shared(Options(**settings)).report(texts, references, output, sources=sources, human=human, **how)
    if not isinstance(systems, str | os.PathLike):
        raise TypeError("found no references and no sources, expected them, or results by their path")
    if found := [name for name, value in {**settings, **how, "human": human}.items() if value is not None]:
        raise TypeError(f"found {', '.join(found)}, expected no settings: results have theirs")
    page = Path(output).absolute()
    answer = shared(Options()).worker().call("report", {"results": str(Path(systems).absolute()), "output": str(page)})
    warn(answer.get("warnings", ()))
    return page


@documented
@forwarding(checking, taken)
def check(
    predictions: Texts | Mapping[str, Texts],
    references: ReferenceLists | None = None,
    baseline: _Path | Texts | Mapping[str, Texts] | None = None,
    *,
    sources: Texts | None = None,
    update: bool = False,
    **keywords: Unpack[CheckingTexts],
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

    Raises RequestError with what wrd says if they cannot be compared, as scores of other settings.
    """
    options, how = Options(**taken(**keywords)), {"update": update, **checking(**keywords)}
    if not isinstance(how["floor"], Mapping | None):
        raise TypeError(f"floor: found {how['floor']!r}, expected numbers by measure, such as {{'wrd': 0.5}}")
    if options.cache:
        raise TypeError("cache: found it, expected none: checks keep no scores")
    check_order({"predictions": predictions, "references": references, "sources": sources, "baseline": baseline})
    found = shared(options).check(predictions, references, baseline, sources, how)
    return Check(found, passed=found.pop("passed"))
