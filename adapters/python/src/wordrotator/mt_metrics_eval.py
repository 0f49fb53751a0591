"""Scores in the layout of Google's mt-metrics-eval, so that its tools read them as those of any metric.

::

    from wordrotator.mt_metrics_eval import score_test_set

    score_test_set("~/.mt-metrics-eval/mt-metrics-eval-v2/wmt22", "en-de", ["refA"], purpose="translation")

writes ``metric-scores/en-de/WRD-refA.seg.score`` and ``WRD-refA.sys.score`` of that test set. Nothing needs to be
installed for it. (The package mt-metrics-eval on PyPI is another one; Google's is on GitHub.)
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wordrotator._metric import shared
from wordrotator._options import Options, documented
from wordrotator._reading import Once
from wordrotator._results import mean

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from wordrotator._settings import Settings

#: What the names of references may not be, by the documentation of mt-metrics-eval.
_RESERVED = ("all",)
#: What it calls the source, for metrics that need no reference.
_SOURCE = "src"


@documented
def score_test_set(
    folder: str | os.PathLike[str],
    languages: str,
    references: Sequence[str],
    *,
    name: str = "WRD",
    output: str | os.PathLike[str] | None = None,
    **settings: Unpack[Settings],
) -> tuple[Path, Path]:
    """Score all system outputs of a test set and return the files of scores by segment and by system.

    ``languages`` are such as "en-de", ``references`` names of references such as ["refA"]; the nearest of several
    counts. ["src"] stands for the sources instead, as the format has it for metrics without references: their scores
    are wrd_source's. A reference that is among the system outputs is left out of them, as the format asks. ``name`` is
    that of the metric. The files go to ``output``, by default the folder ``metric-scores`` of the test set.

    Raises FileNotFoundError, or ValueError where the format cannot be had.
    """
    root = Path(folder).expanduser()
    _check(name, references)
    wrd = shared(Options(**settings))
    sources = _lines(root / "sources" / f"{languages}.txt") if _SOURCE in references else None
    if sources is None:
        wrd.open()
        lists = [_lines(root / "references" / f"{languages}.{reference}.txt") for reference in references]
    outputs = {
        path.stem: _lines(path)
        for path in sorted((root / "system-outputs" / languages).glob("*.txt"))
        if path.stem not in references
    }
    if not outputs:
        raise FileNotFoundError(f"{root / 'system-outputs' / languages}: found no system outputs, expected NAME.txt")
    listed = None if sources is not None else [list(several) for several in zip(*lists, strict=True)]
    metric = wrd._for_texts(listed, sources)
    tell = Once()
    scores = {}
    for system, texts in outputs.items():
        result = metric._score(texts, listed, sources=sources)
        tell(result.warnings)
        scores[system] = result.scores
    return write_scores(output or root / "metric-scores" / languages, scores, references, name=name)


def write_scores(
    folder: str | os.PathLike[str],
    scores: Mapping[str, Sequence[float | None]],
    references: Sequence[str],
    *,
    name: str = "WRD",
) -> tuple[Path, Path]:
    """Write scores of segments by system, and their means, as ``NAME-REF.seg.score`` and ``NAME-REF.sys.score``.

    Higher must be better. Raises ValueError for a segment without a score, which the format has no place for.
    """
    _check(name, references)
    for system, values in scores.items():
        if re.search(r"\s", system) or not system:
            raise ValueError(f"system {system!r}: found white space or nothing, expected a name")
        if None in values:
            raise ValueError(
                f"system {system}: found no score for segment {list(values).index(None) + 1}, expected one: "
                'mt-metrics-eval has no place for it; use empty="worst"'
            )
    folder = Path(folder).expanduser()
    folder.mkdir(parents=True, exist_ok=True)
    start = folder / f"{name}-{'.'.join(references)}"
    segments, systems = Path(f"{start}.seg.score"), Path(f"{start}.sys.score")
    _write(segments, "".join(f"{system}\t{value!r}\n" for system, values in scores.items() for value in values))
    means = {system: mean(values) for system, values in scores.items()}
    _write(systems, "".join(f"{system}\t{value!r}\n" for system, value in means.items()))
    return segments, systems


def _check(name: str, references: Sequence[str]) -> None:
    if isinstance(references, str) or not references:
        raise TypeError(f"references: found {references!r}, expected a list of names of references")
    for reference in references:
        if not re.fullmatch(r"[^\s./-]+", reference) or reference in _RESERVED:
            raise ValueError(f"reference {reference!r}: expected a name without dots, dashes and slashes, not all")
    if _SOURCE in references and len(references) > 1:
        raise ValueError(f"references: found {_SOURCE}, the source, among {references!r}, expected it alone")
    if not re.fullmatch(r"[^\s/]+", name):
        raise ValueError(f"name {name!r}: expected one without white space and slashes")


def _lines(path: Path) -> list[str]:
    # Not splitlines, which takes more for ends of lines than files do.
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def _write(path: Path, text: str) -> None:
    """Write aside and rename, so that a file is whole or not there."""
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        aside.write_text(text, encoding="utf-8", newline="\n")
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)
