"""How far long work is: a bar of tqdm or a line, once it takes longer than two seconds and a person looks on."""

from __future__ import annotations

import sys
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

#: After how many seconds there is something to see.
_SILENT = 2.0
#: How often the line of text changes, in seconds.
_EVERY = 0.5


class Progress(AbstractContextManager["Progress"]):
    """Shows how many of some texts are done, on standard error."""

    def __init__(self, total: int, shown: bool | None = None) -> None:
        """``shown`` is True for at once, False for never, None for after two seconds and only before a person."""
        self._total = total
        self._start = time.monotonic()
        self._from = self._start if shown else self._start + _SILENT
        self._wanted = interactive() if shown is None else shown
        self._done = 0
        self._bar: Any = None
        self._line = ""
        self._said = 0.0

    def update(self, n: int) -> None:
        """Say that so many more are done."""
        self._done += n
        now = time.monotonic()
        if not self._wanted or now < self._from:
            return
        if self._bar is None and not self._line:
            self._bar = _bar(self._total, now - self._start)
            n = self._done
        if self._bar is not None:
            self._bar.update(n)
        elif now - self._said >= _EVERY:
            self._said = now
            left = (self._total - self._done) * (now - self._start) / max(1, self._done)
            self._write(f"wordrotator: {self._done:,} of {self._total:,} texts scored, {left:.0f} s left")

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
        elif self._line:
            self._write("")

    def _write(self, line: str) -> None:
        """Write a line in place of the last one."""
        print("\r" + line.ljust(len(self._line)), end="" if line else "\r", file=sys.stderr, flush=True)
        self._line = line


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Show for how long something goes on whose end nobody knows."""
    if not interactive():
        yield
        return
    over = threading.Event()

    def show() -> None:
        start, line = time.monotonic(), ""
        wait = _SILENT
        while not over.wait(wait):
            line = f"wordrotator: {what}, {time.monotonic() - start:.0f} s"
            print("\r" + line, end="", file=sys.stderr, flush=True)
            wait = _EVERY
        if line:
            print("\r" + " " * len(line), end="\r", file=sys.stderr, flush=True)

    shown = threading.Thread(target=show, daemon=True)
    shown.start()
    try:
        yield
    finally:
        over.set()
        shown.join()


def interactive() -> bool:
    """Whether a person looks on: at a terminal, or at a notebook."""
    if "ipykernel" in sys.modules:
        return True
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):  # there is none, or it was closed
        return False


def _bar(total: int, elapsed: float) -> Any:
    """Return a bar of tqdm; None if it is not installed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of notebooks without widgets, where it is a bar of text
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return None
        bar = tqdm(total=total, unit=" texts", desc="wordrotator")
    bar.start_t -= elapsed
    return bar
