"""The worker process behind every score: wrd serve --stdio."""

from __future__ import annotations

import array
import atexit
import base64
import contextlib
import io
import itertools
import json
import math
import os
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import IO, Any, cast

from wordrotator import _binary
from wordrotator._errors import ProtocolError, RequestError, SettingError, StartError, WorkerDiedError
from wordrotator._progress import Progress, Tell
from wordrotator._reading import warn
from wordrotator._settings import NAMES, VERSION
from wordrotator._types import FRAME_COUNTS

PROTOCOL = 2

#: The methods that may take long. All but mbr can tell how far they are.
_LONG = ("matrix", "mbr", "compare", "check", "correlate", "report", "replay")

#: How long a worker may take until it says what it is, in seconds: it may read large files of vectors first.
_START = 300.0
#: How long a worker that was asked to end may take, in seconds, before it is killed.
_PATIENCE = 5.0


class _Dead(Exception):
    """The worker ended, or its pipes did."""


class Hello:
    """The first line of a worker: what it is and what it can do."""

    def __init__(self, line: Mapping[str, Any]) -> None:
        self.version: str = line["version"]
        self.signature: str = line["signature"]
        #: The settings that this is short for, each with its value, as ``wrd`` has them in JSON.
        self.settings: dict[str, Any] = line["settings"]
        #: The columns of a score in order, each with "name", "measure", "main" and "distance".
        self.columns: list[dict[str, Any]] = line["columns"]
        #: Whether scores have points in some language.
        self.points: bool = line.get("points", False)

    @property
    def main(self) -> dict[str, Any]:
        """The column that is the value of the first measure."""
        return next(column for column in self.columns if column["main"])

    @property
    def reads(self) -> tuple[bool, bool]:
        """Whether measures read references, and whether they read sources."""
        return any(not c.get("source") for c in self.columns), any(c.get("source") for c in self.columns)

    @property
    def similarity(self) -> str | None:
        """The name of the column that is one minus the first measure; None for a measure without one."""
        name = f"{self.main['name']}_similarity"
        return name if any(column["name"] == name for column in self.columns) else None


class Lesson:
    """What a converter is learned from: sentences, and sums that were learned from other ones."""

    def __init__(self, letters: str, sentences: Iterable[str] = (), add: Sequence[bytes] = ()) -> None:
        self.letters = letters
        self.sentences = sentences
        self.add = add

    def requests(self, asked: Mapping[str, object]) -> Iterator[bytes]:
        """Return the requests of it, each with as much as one may have; the last asks for a result."""
        params: dict[str, Any] = {"letters": self.letters, "sentences": [], "add": [], "after": 0, "more": True}
        size = 0
        sums = (("add", base64.b64encode(one).decode()) for one in self.add)
        for kind, one in itertools.chain(sums, (("sentences", sentence) for sentence in self.sentences)):
            if size >= _BATCH_BYTES:
                yield _request("fit", params)
                after = params["after"] + len(params["sentences"]) + len(params["add"])
                params, size = {**params, "sentences": [], "add": [], "after": after}, 0
            params[kind].append(one)
            size += len(one)
        yield _request("fit", {**params, "more": False, **asked})


@contextlib.contextmanager
def _refused() -> Iterator[None]:
    """Call it a wrong setting if a converter cannot be learned."""
    try:
        yield
    except RequestError as error:
        raise SettingError(str(error)) from None


class Worker:
    """A process of wrd that answers requests, one at a time.

    It is started by the first request, and again by the next one after it died. Any number of threads may use it; after
    a fork, the child has a process of its own.
    """

    def __init__(
        self,
        settings: Mapping[str, Any],
        flags: Sequence[str] = (),
        lesson: Lesson | None = None,
    ) -> None:
        """Take the settings of wrd serve, and flags beside them; a ``lesson`` is learned by each process first."""
        self._settings = dict(settings)
        self._flags = tuple(flags)
        self._lesson = lesson
        self._process: _Process | None = None
        self._lock = threading.Lock()
        _all.add(self)

    def succeed(self, other: Worker) -> Worker:
        """Take the process of a worker with the same settings, unless it is busy, and return this one."""
        if other._lock.acquire(blocking=False):
            self._process, other._process = other._process, None
            other._lock.release()
        return self

    def learn(self, lesson: Lesson, *, sums: bool = False, output: str | None = None) -> bytes:
        """Learn a converter, and write it to a file or, with ``sums``, return what was added up.

        Raises SettingError for letters, or settings of this worker, that are wrong.
        """
        requests = lesson.requests({"sums": sums, "output": output or ""})
        with _refused(), text_only(), Progress("learning a converter"):
            *_, (answer, _) = self._answers(requests)
        return base64.b64decode(answer.get("sums", ""))

    def check_letters(self, letters: str) -> None:
        """Raise SettingError for letters that no converter can be learned of."""
        with _refused(), Progress("learning a converter"):
            self._call("fit", {"letters": letters, "more": True}, None)

    def hello(self) -> Hello:
        """Return what the worker says of itself; start it if need be."""
        with self._lock:
            return self._started().hello

    def call(self, method: str, params: Mapping[str, object], tell: Tell | None = None) -> Any:
        """Send a request and return its result; ``tell`` is told how far the work is, where the worker can say it.

        Raises RequestError if the worker cannot answer it, StartError if the worker cannot be started, SettingError if
        its settings are wrong, and WorkerDiedError if it crashes twice.
        """
        if tell is None and method in _LONG:
            if self._process is None:
                self.hello()  # shows itself
            with Progress(method) as shown:
                return self._call(method, params, shown.tell())
        return self._call(method, params, tell)

    def _call(self, method: str, params: Mapping[str, object], tell: Tell | None) -> Any:
        with text_only():
            line = _request(method, params, tell is not None)
        (answer,) = self._answers(iter([line]), tell)
        return answer[0]

    def signature(self, fewest: int, most: int) -> str:
        """Return the signature of scores against from fewest to most references; 0, 0 if that is not known."""
        if (fewest, most) == (1, 1):
            return self.hello().signature
        found: str = self.call("signature", {"fewest": fewest, "most": most})["signature"]
        return found

    def scores(
        self,
        candidates: Sequence[str],
        references: Sequence[Sequence[str]] | None,
        sources: Sequence[str] | None = None,
    ) -> Iterator[tuple[int, int, Scores]]:
        """Score segments in batches of bounded size, and return the start, the end and the scores of each."""
        pace, cuts = Pace(), deque[tuple[int, int]]()

        def frames() -> Iterator[bytes]:
            for start, end in batches(candidates, references, sources, pace):
                cuts.append((start, end))
                part = slice(start, end)
                yield pack(
                    candidates[part],
                    None if references is None else references[part],
                    None if sources is None else sources[part],
                )

        try:
            for answer in self.frames(frames()):
                start, end = cuts.popleft()
                pace.answered(end - start)
                yield start, end, Scores(*answer)
        except RequestError as error:
            raise error.after(cuts[0][0] if cuts else 0) from None

    def frames(self, frames: Iterator[bytes]) -> Iterator[tuple[dict[str, Any], bytes]]:
        """Send frames to the method score, and return the result and the frame of each answer."""
        answered = True
        # Other threads have their turn in between.
        while answered:
            answered = False
            turn = itertools.islice(frames, _TURN)
            requests = (b'{"id":1,"method":"score","frame":%d}\n%b' % (len(frame), frame) for frame in turn)
            for answer in self._answers(requests):
                answered = True
                yield answer

    def close(self) -> None:
        """End the process. The next request starts another one."""
        with self._lock:
            if self._process is not None:
                self._process.end()
                self._process = None

    def _answers(self, requests: Iterator[bytes], tell: Tell | None = None) -> Iterator[tuple[Any, bytes]]:
        """Send requests and return the result and the frame of each answer.

        The next request is made and sent while the worker is busy with one: it reads one ahead, not more.
        """
        unanswered: list[bytes] = []
        died = False
        with self._lock:
            try:
                while True:
                    process = self._started()
                    try:
                        for request in unanswered[process.waiting :]:
                            process.send(request)
                        while len(unanswered) < 2 and (request := next(requests, b"")):
                            unanswered.append(request)
                            process.send(request)
                        if not unanswered:
                            return
                        answer = process.receive(tell)
                    except _Dead as death:
                        self._process = None
                        said = process.bury()
                        if died:
                            raise WorkerDiedError(f"the worker died in the middle of a call, twice{said}") from death
                        died = True
                        continue
                    died = False
                    del unanswered[0]
                    yield answer
            except RequestError:
                with contextlib.suppress(_Dead):
                    process.skip()
                raise
            finally:
                # After KeyboardInterrupt, for example, what the pipes hold belongs to no request.
                if self._process is not None and self._process.waiting:
                    self._process.bury()
                    self._process = None

    def _started(self) -> _Process:
        if self._process is None:
            with Progress("starting"):
                self._process = _Process(self._settings, self._flags)
        if self._process.lesson is not self._lesson:
            try:
                with _refused(), text_only(), Progress("learning a converter"):
                    self._process.learn(self._lesson)
            except _Dead as death:
                process, self._process = self._process, None
                raise WorkerDiedError(f"the worker died while it learned a converter{process.bury()}") from death
            except BaseException:  # KeyboardInterrupt, for example
                if self._process.waiting:
                    self._process.bury()
                    self._process = None
                raise
        return self._process

    def _forked(self) -> None:
        """Leave the process to the parent."""
        self._lock = threading.Lock()
        if self._process is not None:
            self._process.abandon()
            self._process = None

    def __del__(self) -> None:
        process = getattr(self, "_process", None)
        if process is not None:
            process.end()


class _Process:
    """One process of wrd serve, from its start to its end."""

    def __init__(self, settings: Mapping[str, Any], flags: Sequence[str]) -> None:
        data = [f"--settings={json.dumps(settings)}", f"--names={json.dumps(NAMES)}"]
        command = [_binary.find(), "serve", "--stdio", *data, *flags]
        self._said = bytearray()
        try:
            self._popen = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                **_binary.own_group(),
            )
        except OSError as error:
            raise StartError(_binary.explain(command[0], error)) from error
        # Three pipes were asked for, so none of them is None.
        self._in = cast("IO[bytes]", self._popen.stdin)
        self._out = io.BufferedReader(cast("io.FileIO", self._popen.stdout), 1 << 16)
        self._err = cast("IO[bytes]", self._popen.stderr)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        #: How many requests were sent and not answered.
        self.waiting = 0
        #: What it learned, by which it scores.
        self.lesson: Lesson | None = None
        late = threading.Event()
        timer = threading.Timer(_START, self._give_up, [late])
        timer.daemon = True
        timer.start()
        try:
            line = self._out.readline(1 << 20)
        except BaseException:  # KeyboardInterrupt, for example
            self.bury()
            raise
        finally:
            timer.cancel()
        if not line:
            said = self._last_words()
            self.end()
            if late.is_set():
                said = said and f"; it said: {said}"
                raise StartError(
                    f"{command[0]} was started {_START:g} s ago and did not answer, expected the first line of a "
                    f"worker of wrd: see what it waits for by {command[0]} serve --stdio; or {_binary.REMEDY}{said}"
                )
            _binary.verify(command[0])
            said = said or f"{command[0]} ended without a word: {_binary.REMEDY}"
            raise SettingError.of(self._popen.returncode, said)
        try:
            hello = json.loads(line)
            version, protocol = hello["version"], hello["protocol"]
            if protocol == PROTOCOL and version == VERSION:
                self.hello = Hello(hello)
                return
        except (ValueError, KeyError, TypeError):
            self.end()
            raise ProtocolError(
                f"{command[0]}: found {line[:200]!r}, expected the first line of a worker of wrd: {_binary.REMEDY}"
            ) from None
        self.end()
        raise ProtocolError(
            f"{command[0]}: found wrd {version} with protocol {protocol}, expected wrd {VERSION} with "
            f"protocol {PROTOCOL}, as the package wordrotator is: {_binary.REMEDY}"
        )

    def _give_up(self, late: threading.Event) -> None:
        """Kill a process that takes too long to start."""
        late.set()
        _binary.kill(self._popen)

    def send(self, request: bytes) -> None:
        self.waiting += 1
        try:
            _write(self._in, request)
        except (OSError, ValueError) as error:
            raise _Dead from error

    def receive(self, tell: Tell | None = None) -> tuple[Any, bytes]:
        """Return the result and the frame of the next answer."""
        try:
            while True:
                line = self._out.readline()
                if not line.endswith(b"\n"):
                    raise _Dead
                answer = json.loads(line)
                if "progress" not in answer:
                    break
                if tell is not None:
                    position = answer["progress"]
                    tell(position["what"], position["done"], position["total"])
            size = answer.get("frame", 0)
            frame = self._out.read(size) if size else b""
            if len(frame) < size:
                raise _Dead
        except (OSError, ValueError) as error:
            raise _Dead from error
        self.waiting -= 1
        warn(answer.get("notices", ()))
        refusal = answer.get("error")
        if refusal is not None:
            data = refusal.get("data", {})
            hint = f"\nhint: {data['hint']}" if "hint" in data else ""
            raise RequestError(refusal["code"], refusal["message"] + hint, data)
        return answer["result"], frame

    def learn(self, lesson: Lesson | None) -> None:
        """Learn a converter and score with it from now on."""
        answer: dict[str, Any] = {}
        for request in lesson.requests({}) if lesson else ():
            self.send(request)
            answer, _ = self.receive()
        self.hello, self.lesson = Hello(answer["hello"]), lesson

    def skip(self) -> None:
        """Read the answers that are still to come, for nobody."""
        while self.waiting:
            with contextlib.suppress(RequestError):
                self.receive()

    def end(self) -> None:
        """Ask the process to end by closing its pipes, and kill it if it takes too long."""
        for pipe in (self._in, self._out):
            with contextlib.suppress(OSError):
                pipe.close()
        try:
            self._popen.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()
        with contextlib.suppress(RuntimeError):
            self._listener.join(_PATIENCE)

    def bury(self) -> str:
        """End the process at once, and return how it ended and what it last said, for a message."""
        self._popen.kill()
        self.end()
        words = self._last_words()
        return f" (exit status {self._popen.returncode})" + (f": {words}" if words else "")

    def abandon(self) -> None:
        """Let go of this process's ends of the pipes, which a fork copied; the worker is the parent's.

        Nothing is closed by its object: a thread of the parent may hold the lock of one, which nobody frees here.
        """
        null = os.open(os.devnull, os.O_RDWR)
        for pipe in (self._in, self._out, self._err):
            if not pipe.closed:
                os.dup2(null, pipe.fileno())
        os.close(null)
        self._popen.returncode = 0  # not to be waited for here

    def _listen(self) -> None:
        """Keep the end of what the worker says on standard error, so that it never waits for a reader."""
        with contextlib.suppress(OSError, ValueError), self._err:
            while said := self._err.read(4096):
                self._said += said
                del self._said[:-8192]

    def _last_words(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(_PATIENCE)
        self._listener.join(_PATIENCE)
        return self._said.decode(errors="replace").strip()


def _write(pipe: IO[bytes], data: bytes) -> None:
    """Write everything: an unbuffered pipe may take less than it is given."""
    rest = memoryview(data)
    while rest:
        rest = rest[pipe.write(rest) :]


#: All workers of this process, to be ended with it and left alone by its children.
_all: weakref.WeakSet[Worker] = weakref.WeakSet()


@atexit.register
def _end_all() -> None:
    for worker in list(_all):
        worker.close()


def _leave_all() -> None:
    for worker in list(_all):
        worker._forked()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_all)


#: After how many batches another thread may use the worker.
_TURN = 32
#: How many segments, and about how many bytes, go to the worker at once.
_BATCH = 8192
_BATCH_BYTES = 8 << 20
#: How many segments go to it first, before anybody knows how long they take.
_FIRST = 64
#: How long a batch is to take, in seconds, so that it can be seen how far the work is.
_BATCH_TIME = 0.25


class Pace:
    """How many segments make a batch: as many as take a quarter of a second."""

    def __init__(self) -> None:
        self.size = min(_FIRST, _BATCH)
        self._last = time.monotonic()

    def answered(self, segments: int) -> None:
        """Say that a batch was answered. Two are on the way, so that the worker has worked since the last answer."""
        now = time.monotonic()
        fitting = segments * _BATCH_TIME / max(now - self._last, 1e-6)
        self.size = int(min(max(fitting, self.size / 2, 1), 4 * self.size, _BATCH))
        self._last = now


def batches(
    candidates: Sequence[str],
    references: Sequence[Sequence[str]] | None,
    sources: Sequence[str] | None,
    pace: Pace,
) -> Iterator[tuple[int, int]]:
    """Cut segments into batches of bounded size."""

    def size_of(start: int, end: int) -> int:
        size = sum(map(len, candidates[start:end])) + sum(map(len, (sources or ())[start:end]))
        return size + sum(map(len, itertools.chain.from_iterable((references or ())[start:end])))

    start = 0
    while start < len(candidates):
        end = min(start + pace.size, len(candidates))
        if size_of(start, end) >= _BATCH_BYTES:  # long texts, of which fewer may be enough
            size = 0
            for i in range(start, end):
                size += size_of(i, i + 1)
                if size >= _BATCH_BYTES:
                    end = i + 1
                    break
        yield start, end
        start = end


def pack(
    candidates: Sequence[str],
    references: Sequence[Sequence[str]] | None,
    sources: Sequence[str] | None = None,
) -> bytes:
    """Pack segments into a frame, as docs/serve.md has it."""
    n = len(candidates)
    numbers = array.array("I", [n, int(sources is not None)])
    assert numbers.itemsize == 4
    numbers.extend([0] * n if references is None else map(len, references))
    texts = [*candidates, *(sources or ()), *itertools.chain.from_iterable(references or ())]
    joined = "".join(texts)
    if joined.isascii():
        content = joined.encode()
        numbers.extend(map(len, texts))
    else:
        with text_only():
            encoded = list(map(str.encode, texts))
        content = b"".join(encoded)
        numbers.extend(map(len, encoded))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes() + content


def _request(method: str, params: Mapping[str, object], progress: bool = False) -> bytes:
    """Return the line of a request."""
    request = {"id": 1, "method": method, "params": params, "progress": progress}
    return json.dumps(request, ensure_ascii=False, allow_nan=False, default=_of_python).encode() + b"\n"


def _of_python(value: Any) -> Any:
    """Return a number or an array of NumPy as JSON knows it; TypeError for anything else."""
    if not hasattr(value, "tolist"):
        raise TypeError(f"found {value!r}, expected numbers, texts, or lists of them")
    return value.tolist()


@contextlib.contextmanager
def text_only() -> Iterator[None]:
    """Say what is wrong with a string that cannot be written in UTF-8."""
    try:
        yield
    except UnicodeEncodeError as error:
        around = error.object[max(error.start - 30, 0) : error.end + 30]
        raise ValueError(
            f"found half of a surrogate pair, {error.object[error.start]!r}, in {around!r}, expected text"
        ) from None


class Scores:
    """The scores of a frame, unpacked: lists with an entry for each segment."""

    def __init__(self, result: Mapping[str, Any], frame: bytes) -> None:
        n: int = result["segments"]
        self.signature: str = result["signature"]
        self.warnings: list[str] = result.get("warnings", [])
        #: How many candidates are their sources, and the language of both, where most are in one.
        self.copies: int = result.get("copies", 0)
        self.source_language: str = result.get("source_language", "")
        self.columns: dict[str, list[float | None]] = {}
        at = 0
        for name in result["columns"]:
            values = _numbers("d", frame[at : at + 8 * n])
            at += 8 * n
            self.columns[name] = values
            if math.isnan(sum(values)):  # there is a NaN, where there is no value
                self.columns[name] = [None if value != value else value for value in values]
        #: What is counted of texts, as ``FRAME_COUNTS`` has it: of sources nothing where no measure reads them.
        self.counts: dict[str, list[int]] = {}
        for name in FRAME_COUNTS:
            if at + n < len(frame) or not n:
                self.counts[name] = _numbers("i", frame[at : at + 4 * n])
                at += 4 * n
        names: list[str] = result["statuses"]
        self.statuses = list(map(names.__getitem__, frame[len(frame) - n :]))


def _numbers(kind: str, data: bytes) -> list[Any]:
    numbers = array.array(kind)
    numbers.frombytes(data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tolist()
