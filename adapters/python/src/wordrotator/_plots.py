"""Plots of results by matplotlib, which must be installed."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wordrotator._hosts import module

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: How large a row of a plot is, and its margins, in inches.
_ROW, _MARGIN, _WIDTH = 0.35, 1.0, 6.4
#: The largest picture of an alignment, in words of a side: more cannot be read.
_WORDS = 60


def axes(ax: Axes | None, rows: int | None = None) -> Axes:
    """Return the axes that somebody gave, or new ones, as high as so many rows need.

    Raises ModuleNotFoundError, with the remedy, if matplotlib is not installed.
    """
    module("matplotlib", "plot")
    if ax is not None:
        return ax
    size = None if rows is None else (_WIDTH, _MARGIN + _ROW * rows)
    made: Axes = importlib.import_module("matplotlib.pyplot").subplots(figsize=size, layout="constrained")[1]
    return made


def means(
    ax: Axes | None,
    names: Sequence[str],
    values: Sequence[float],
    bounds: Sequence[tuple[float, float] | None],
    label: str,
) -> Axes:
    """Draw means with their intervals in rows, the first at the top."""
    ax = axes(ax, len(names))
    for row, (value, bound) in enumerate(zip(values, bounds, strict=True)):
        if bound is not None:
            ax.plot(bound, [row, row], color="C0", linewidth=2, alpha=0.5)
        ax.plot([value], [row], "o", color="C0")
    ax.set_yticks(range(len(names)), [_plain(name) for name in names])
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.set_xlabel(_plain(label))
    ax.grid(axis="x", alpha=0.3)
    return ax


def scatter(
    ax: Axes | None, x: Sequence[float | None], y: Sequence[float | None], labels: tuple[str, str], same: bool
) -> Axes:
    """Draw a point for each segment that has both values; of the ``same`` kind with a line where they are equal."""
    ax = axes(ax)
    there = [(a, b) for a, b in zip(x, y, strict=True) if a is not None and b is not None]
    ax.plot([a for a, _ in there], [b for _, b in there], "o", alpha=0.5, markersize=4)
    if same and there:
        ends = [min(map(min, there)), max(map(max, there))]
        ax.plot(ends, ends, color="0.5", linewidth=1, zorder=0)
    ax.set_xlabel(_plain(labels[0]))
    ax.set_ylabel(_plain(labels[1]))
    ax.grid(alpha=0.3)
    return ax


def plan(
    ax: Axes | None, candidate: Sequence[str], reference: Sequence[str], mass: Sequence[Sequence[float]], label: str
) -> Axes:
    """Draw how much of the mass of each word went to which word of the other side."""
    candidate, reference = candidate[:_WORDS], reference[:_WORDS]
    ax = axes(ax, len(candidate) + 2)
    shown: Any = ax.imshow(
        [row[: len(reference)] for row in mass[: len(candidate)]], cmap="Blues", aspect="auto", vmin=0
    )
    ax.set_xticks(range(len(reference)), [_plain(word) for word in reference], rotation=45, ha="right")
    ax.set_yticks(range(len(candidate)), [_plain(word) for word in candidate])
    ax.set_xlabel(label)
    ax.set_ylabel("candidate")
    if ax.figure is not None:
        ax.figure.colorbar(shown, ax=ax, label="mass")
    return ax


def _plain(text: str) -> str:
    """Return a text that matplotlib draws as it is: a dollar begins no formula."""
    return text.replace("$", r"\$")
