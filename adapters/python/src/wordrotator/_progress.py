"""How far long work is: a bar of tqdm or a line, once it takes longer than two seconds and a person looks on."""

from __future__ import annotations

import sys
import threading
import time
import warnings
from collections.abc import Callable
from typing import Any

#: After how many seconds there is something to see.
_SILENT = 2.0
#: How often it changes, in seconds.
_EVERY = 0.5

#: Is told what is done, how much of it, and of how much; 0 if that is not known.
Tell = Callable[[str, int, int], None]


class Progress:
    """Shows on standard error how far some work is, or for how long it goes on, from a thread of its own.

    So there is something to see after two seconds also while nothing is done yet. It lasts as long as a with block.
    """

    def __init__(self, what: str, total: int = 0, shown: bool | None = None) -> None:
        """``shown`` is True for at once, False for never, None for after two seconds and only before a person."""
        self.total = total
        self._position: tuple[str, int, int] = (what, 0, total)
        self._silent = 0.0 if shown else _SILENT
        self._thread: threading.Thread | None = None
        self._over = threading.Event()
        self.wanted = interactive() if shown is None else shown

    def update(self, n: int) -> None:
        """Say that so many more are done."""
        what, done, total = self._position
        self._position = what, done + n, total

    def tell(self, done_before: int | None = None) -> Tell | None:
        """Return what a worker is to tell; None if nobody looks.

        Its counts are of all of the work or, with ``done_before``, of a part of it, before which so many were done.
        """

        def at(what: str, done: int, total: int) -> None:
            self._position = (what, done, total) if done_before is None else (what, done_before + done, self.total)

        return at if self.wanted else None

    def __enter__(self) -> Progress:
        if self.wanted:
            self._thread = threading.Thread(target=self._show, daemon=True)
            self._thread.start()
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        if error is None:
            what, done, total = self._position
            self._position = what, total or done, total
        self._over.set()
        if self._thread is not None:
            self._thread.join()

    def _show(self) -> None:
        start = time.monotonic()
        if self._silent and self._over.wait(self._silent):
            return
        shown: _Shown | None = None
        over = False
        while True:
            what, done, total = self._position
            if shown is None or (what, total > 0) != (shown.what, shown.counts):
                if shown is not None:
                    shown.close()
                    start = time.monotonic()  # of the next part of the work
                shown = (_bar(what, total, start) if total else None) or _Line(what, total > 0, start)
            shown.draw(done, total)
            if over:
                break
            over = self._over.wait(_EVERY)
        shown.close()


class _Shown:
    """What a person sees of a part of the work."""

    def __init__(self, what: str, counts: bool, start: float) -> None:
        self.what = what
        self.counts = counts
        self.start = start

    def draw(self, done: int, total: int) -> None: ...

    def close(self) -> None: ...


class _Line(_Shown):
    """A line of text."""

    _shown = ""

    def draw(self, done: int, total: int) -> None:
        elapsed = time.monotonic() - self.start
        said = f"wordrotator: {self.what}"
        if total:
            said += f", {done:,} of {total:,}"
        if done and total:
            self._write(f"{said}, {(total - done) * elapsed / done:.0f} s left")
        else:
            self._write(f"{said}, {elapsed:.0f} s")

    def close(self) -> None:
        self._write("")

    def _write(self, line: str) -> None:
        """Write a line in place of the last one."""
        print("\r" + line.ljust(len(self._shown)), end="" if line else "\r", file=sys.stderr, flush=True)
        self._shown = line


class _Bar(_Shown):
    """A bar of tqdm."""

    def __init__(self, bar: Any, what: str, start: float) -> None:
        super().__init__(what, True, start)
        self._bar = bar

    def draw(self, done: int, total: int) -> None:
        self._bar.n, self._bar.total = done, total
        self._bar.refresh()

    def close(self) -> None:
        self._bar.close()


def interactive() -> bool:
    """Whether a person looks on: at a terminal, or at a notebook."""
    if sys.is_finalizing():  # no thread starts any more
        return False
    if "ipykernel" in sys.modules:
        return True
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):  # there is none, or it was closed
        return False


def _bar(what: str, total: int, start: float) -> _Shown | None:
    """Return a bar of tqdm; None if it is not installed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of notebooks without widgets, where it is a bar of text
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return None
        bar = tqdm(total=total, unit="", desc=f"wordrotator: {what}")
    bar.start_t -= time.monotonic() - start
    return _Bar(bar, what, start)
