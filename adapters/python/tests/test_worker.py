"""The process behind the scores: its deaths, threads, forks and pickles."""

import io
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import types
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import wordrotator
from wordrotator import (
    WRD,
    BinaryNotFoundError,
    ProtocolError,
    RequestError,
    SettingError,
    StartError,
    WorkerDiedError,
    _binary,
)

VERSION = wordrotator.__version__
HELLO = json.dumps(
    {"protocol": 2, "version": VERSION, "signature": "wrd|refs:1|", "settings": {}, "columns": [], "max_request": 1000}
)
unix = pytest.mark.skipif(sys.platform == "win32", reason="signals and forks of Unix")


def process(wrd: WRD) -> "subprocess.Popen[bytes]":
    """Return the process of a worker that has started."""
    started = wrd.worker([])._process
    assert started is not None
    return started._popen


@unix
def test_killed_between_calls(wrd: WRD) -> None:
    first = wrd.score(["a cat"], ["a dog"])
    process(wrd).send_signal(signal.SIGKILL)
    process(wrd).wait()
    assert wrd.score(["a cat"], ["a dog"]) == first


@unix
@pytest.mark.filterwarnings("ignore:only .* of the words in")
def test_killed_within_a_call(wrd: WRD) -> None:
    texts = [f"word{i} and word{i * i} and a {i}" * 3 for i in range(20000)]
    expected = wrd.score(texts, texts[::-1])
    victim = process(wrd)
    victim.send_signal(signal.SIGSTOP)  # so that the call cannot be over before the kill
    killer = threading.Timer(0.2, lambda: victim.send_signal(signal.SIGKILL))
    killer.start()
    assert wrd.score(texts, texts[::-1]) == expected
    killer.join()
    assert victim.wait() == -signal.SIGKILL
    assert process(wrd) is not victim


@unix
def test_a_worker_that_always_dies(tmp_path: Path, program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mortal = tmp_path / "wrd"
    mortal.write_text(f'#!/bin/sh\nhead -c 0 | "{program}" "$@"\nread request\necho "out of memory" >&2\nexit 9\n')
    mortal.chmod(0o755)
    monkeypatch.setenv("WRD_BINARY", str(mortal))
    with WRD() as wrd, pytest.raises(WorkerDiedError, match=r"twice \(exit status -?9\): out of memory|twice"):
        wrd.score(["a"], ["a"])


@unix
@pytest.mark.parametrize(
    ("script", "error", "message"),
    [
        ("echo hello", ProtocolError, r"/wrd: found b'hello\\n', expected .*: install the package anew"),
        (
            """echo '{"protocol": 99, "version": "9.9"}'""",
            ProtocolError,
            "/wrd: found wrd 9.9 with protocol 99, expected",
        ),
        (
            f"echo '{HELLO.replace(VERSION, '0.0.9')}'",
            ProtocolError,
            f"found wrd 0.0.9 .*, expected wrd {VERSION} .*: in",
        ),
        ("""echo '{"protocol": 1}'""", ProtocolError, "expected the first line of a worker"),
        ("""printf '{"protocol": 1, "versi'""", ProtocolError, "expected the first line of a worker"),
        ("echo broken >&2; exit 3", ProtocolError, f"/wrd: found 'broken', expected wrd {VERSION} .*: install"),
        ("exit 3", ProtocolError, "/wrd: found a program that says nothing, expected .*: install"),
        ("echo wrd version 0.0.9", ProtocolError, "/wrd: found .*wrd version 0.0.9.*, expected .*: install"),
        (
            f"[ $1 = version ] && echo wrd version {VERSION} && exit; echo 'wrd: oov: found x' >&2; exit 2",
            SettingError,
            "^wrd: oov: found x$",
        ),
        (f"[ $1 = version ] && echo wrd version {VERSION}", StartError, "/wrd ended without a word: install"),
    ],
)
def test_another_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, error: type[Exception], message: str
) -> None:
    other = tmp_path / "wrd"
    other.write_text(f"#!/bin/sh\n{script}\n")
    other.chmod(0o755)
    monkeypatch.setenv("WRD_BINARY", str(other))
    with pytest.raises(error, match=message):
        WRD().score(["a"], ["a"])


@unix
def test_a_program_that_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    silent = tmp_path / "wrd"
    silent.write_text("#!/bin/sh\necho $$ >pid\necho hm >&2\nsleep 1000\n")
    silent.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WRD_BINARY", str(silent))
    monkeypatch.setattr(wordrotator._worker, "_START", 2)
    monkeypatch.setattr(_binary, "_PATIENCE", 2)
    with pytest.raises(
        StartError, match=r"/wrd was started 2 s ago and did not answer, .* serve --stdio; or install .*; it said: hm"
    ):
        WRD()
    assert not Path("/proc", (tmp_path / "pid").read_text().strip()).exists()


def test_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WRD_BINARY", str(tmp_path / "nothing"))
    with pytest.raises(BinaryNotFoundError, match=r"WRD_BINARY: found no file .*/nothing, .*, or unset WRD_BINARY"):
        WRD().score(["a"], ["a"])
    monkeypatch.setenv("WRD_BINARY", str(tmp_path))
    with pytest.raises(BinaryNotFoundError, match=f"WRD_BINARY: found the folder {tmp_path}, .*, or unset WRD_BINARY"):
        WRD()
    (tmp_path / "wrd").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WRD_BINARY", "wrd")
    assert _binary.find() == str(tmp_path / "wrd")
    (tmp_path / "wrd").unlink()
    monkeypatch.delenv("WRD_BINARY")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(_binary, "_script_folders", lambda: [tmp_path])
    with pytest.raises(BinaryNotFoundError, match="go install"):
        _binary.find()


@unix
def test_program_of_a_prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found where pip install --prefix and --target put it."""
    monkeypatch.delenv("WRD_BINARY")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sysconfig.get_path", lambda *_, **__: str(tmp_path))
    for folder in ("lib/python3.13/site-packages", "."):
        monkeypatch.setattr(_binary, "__file__", str(tmp_path / folder / "wordrotator" / "_binary.py"))
        (tmp_path / "bin").mkdir(exist_ok=True)
        (tmp_path / "bin" / "wrd").touch()
        assert Path(_binary.find()).resolve() == tmp_path / "bin" / "wrd"


@unix
@pytest.mark.parametrize(
    ("content", "message"), [(b"\x7fELF of another machine", "cannot be started"), (None, "WRD_BINARY: found")]
)
def test_module_without_a_program(tmp_path: Path, content: bytes | None, message: str) -> None:
    wrong = tmp_path / "wrd"
    if content is not None:
        wrong.write_bytes(content)
        wrong.chmod(0o755)
    source = str(Path(wordrotator.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-m", "wordrotator", "version"],
        env={**os.environ, "PYTHONPATH": source, "WRD_BINARY": str(wrong)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 3
    assert done.stderr.startswith("wrd: ")
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


@unix
def test_a_file_that_is_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = tmp_path / "wrd"
    wrong.write_bytes(b"\x7fELF of another machine")
    wrong.chmod(0o755)
    monkeypatch.setenv("WRD_BINARY", str(wrong))
    with pytest.raises(StartError, match="cannot be started"):
        WRD().score(["a"], ["a"])


def test_threads(wrd: WRD) -> None:
    def one(i: int) -> float | None:
        return wrd.score([f"the cat number {i}"], ["the cat number 7"]).score

    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(one, range(64)))
    assert together == [one(i) for i in range(64)]


@unix
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_fork(wrd: WRD) -> None:
    before = wrd.score(["a cat"], ["a dog"])
    pid = process(wrd).pid
    readable, writable = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            same = wrd.score(["a cat"], ["a dog"]) == before and process(wrd).pid != pid
            wrd.close()
            status = 0 if same else 2
        finally:
            os._exit(status)
    os.close(readable)
    os.close(writable)
    assert os.waitpid(child, 0)[1] == 0
    assert wrd.score(["a cat"], ["a dog"]) == before
    assert process(wrd).pid == pid


def test_a_converter_needs_no_other_process() -> None:
    """The worker that is there learns it, also of other references; one that is busy is left alone."""
    with WRD(convert="AWR", language="en") as wrd:
        opened = wrd._worker._process
        first = wrd.score(["a cat"], ["a dog"])
        other = wrd.score(["a cat"], ["the sea is cold"])
        assert first.signature != other.signature
        learned = wrd._learned
        assert learned is not None
        assert learned[1]._process is opened
        assert wrd._worker._process is None
        with learned[1]._lock:
            assert wrd.score(["a cat"], ["a dog"]) == first
        assert learned[1]._process is opened


@unix
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_fork_while_a_converter_is_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()
    requests = wordrotator._worker.Lesson.requests
    monkeypatch.setattr(wordrotator._worker.Lesson, "requests", lambda *args: (begun.set(), requests(*args))[1])
    with WRD(convert="AWR") as wrd:
        learning = threading.Thread(target=lambda: wrd.score(["a cat"], ["a dog"]))
        learning.start()
        begun.wait()
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            wrd.score(["a cat"], ["a dog"])
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        learning.join()


@unix
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_fork_outlives_a_converter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A learned converter is no file that anybody must keep: not for a fork, nor for a worker that is started again."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    wrd = WRD(convert="SUP")
    first = wrd.score(["a cat"], ["a dog"])
    assert not list(tmp_path.iterdir())
    readable, writable = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.read(readable, 1)
            status = 0 if wrd.score(["a cat"], ["a dog"]) == first else 2
        finally:
            os._exit(status)
    wrd.close()
    os.write(writable, b"x")
    assert os.waitpid(child, 0)[1] == 0
    assert wrd.score(["a cat"], ["a dog"]) == first
    wrd.close()
    os.close(readable)
    os.close(writable)


def test_pickle() -> None:
    with WRD(purpose="translation", threads=1) as wrd, pickle.loads(pickle.dumps(wrd)) as copy:
        assert copy.options == wrd.options
        assert copy.score(["a cat"], ["a dog"]) == wrd.score(["a cat"], ["a dog"])


@unix
def test_no_orphans(program: str) -> None:
    """However Python ends, its workers end too."""
    source = Path(wordrotator.__file__).parents[1]
    for ending in ("pass", "import os; os._exit(0)", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"):
        code = (
            "import wordrotator\n"
            "w = wordrotator.WRD()\n"
            "w.score(['a'], ['a'])\n"
            "print(w.worker([])._process._popen.pid, flush=True)\n" + ending
        )
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": str(source), "WRD_BINARY": program},
            stdout=subprocess.PIPE,
            text=True,
        )
        pid = int(done.stdout)
        for _ in range(100):
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                break
            if Path(f"/proc/{pid}/stat").exists() and " Z " in Path(f"/proc/{pid}/stat").read_text():
                break
            time.sleep(0.1)
        else:
            pytest.fail(f"{ending}: process {pid} goes on")


def test_calls_while_python_ends(program: str) -> None:
    """A call from __del__, after the workers have ended, is an error at once: no thread starts any more."""
    code = """
import wordrotator
class Holder:
    def __init__(self): self.wrd = wordrotator.WRD()
    def __del__(self):
        try: self.wrd.similarity("a", "b")
        except wordrotator.StartError as error: print(error)
holder = Holder()
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(Path(wordrotator.__file__).parents[1]), "WRD_BINARY": program},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "found Python at its end, where no program is started any more" in done.stdout, done.stderr


@unix
def test_no_more_files(program: str) -> None:
    code = """
import resource, wordrotator
resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16))
open_ones = [wordrotator.WRD() for _ in range(9)]
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(Path(wordrotator.__file__).parents[1]), "WRD_BINARY": program},
        capture_output=True,
        text=True,
    )
    assert "Too many open files: close what is not used" in done.stderr
    assert "reinstall" not in done.stderr


def test_close_and_go_on(wrd: WRD) -> None:
    first = wrd.score(["a"], ["b"])
    wrd.close()
    assert wrd.score(["a"], ["b"]) == first


@unix
@pytest.mark.parametrize("answer", ["", '{"id":1,"res', "nonsense\\n", '{"frame":100,"result":{}}\\n12345'])
def test_half_an_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    other = tmp_path / "wrd"
    other.write_text(f"#!/bin/sh\necho '{HELLO}'\nread request\necho $$ >>'{tmp_path}/pids'\nprintf '{answer}'\n")
    other.chmod(0o755)
    monkeypatch.setenv("WRD_BINARY", str(other))
    with WRD() as wrd, pytest.raises(WorkerDiedError, match="twice"):
        wrd.tokenize(["a"])
    pids = (tmp_path / "pids").read_text().split()
    assert len(pids) == 2
    assert not any(Path("/proc", pid).exists() for pid in pids)


@unix
def test_a_request_refused_in_the_middle(program: str) -> None:
    texts = ["a cat sat"] * 40000
    with WRD(empty="error") as wrd:
        first = wrd.score(texts, texts)
        started = process(wrd)
        for at in (0, 9000, 20000, 39999):
            with pytest.raises(RequestError, match=f"^segment {at + 1},.*empty_candidate") as raised:
                wrd.score([*texts[:at], "", *texts[at + 1 :]], texts)
            assert raised.value.data["segment"] == at
            assert wrd.score(["a cat"], ["a dog"]).distance
        assert process(wrd) is started
        assert wrd.score(texts, texts) == first


def test_more_batches_than_a_turn(monkeypatch: pytest.MonkeyPatch, wrd: WRD) -> None:
    texts = [f"a cat number {i}" for i in range(500)]
    expected = wrd.score(texts, texts[::-1])
    monkeypatch.setattr(wordrotator._worker, "_BATCH", 7)
    monkeypatch.setattr(wordrotator._worker, "_TURN", 3)
    assert wrd.score(texts, texts[::-1]) == expected
    with ThreadPoolExecutor(4) as pool:
        assert all(result == expected for result in pool.map(lambda _: wrd.score(texts, texts[::-1]), range(8)))


@unix
def test_interrupted_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(io.BufferedReader):
        def readline(self, size: int | None = -1) -> bytes:
            raise KeyboardInterrupt

    started: list[subprocess.Popen[bytes]] = []

    class Recorded(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            started.append(self)

    monkeypatch.setattr("wordrotator._worker.io", types.SimpleNamespace(BufferedReader=Interrupted))
    monkeypatch.setattr("wordrotator._worker.subprocess.Popen", Recorded)
    with pytest.raises(KeyboardInterrupt):
        WRD()
    assert [process.returncode is not None for process in started] == [True]


def test_interrupted_between_batches(monkeypatch: pytest.MonkeyPatch, wrd: WRD) -> None:
    monkeypatch.setattr(wordrotator._worker, "_BATCH", 2)
    worker = wrd.worker([])
    answers = worker.scores(["a cat", "a dog"] * 10, [["a cat"]] * 20)
    next(answers)
    answers.close()
    assert wrd.score(["a cat"], ["a cat"]).score == 1
