"""Scores that are kept: the same bits, in later processes and under several at once."""

import concurrent.futures
import dataclasses
import os
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

import wordrotator
from wordrotator import WRD, Options, SettingError
from wordrotator.rewards import Reward

pytestmark = pytest.mark.filterwarnings("ignore:.* have no words")

TEXTS = [f"a cat sat on {i} mats" for i in range(40)] + ["", "猫"]
REFERENCES: list[Any] = [f"the cat was on mat {i}" for i in range(40)] + [["a", "b"], "a cat"]


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("scores/*"))


@pytest.mark.parametrize(
    "settings", [{}, {"measures": ["bertscore", "wrd"], "empty": "skip"}, {"convert": "WR", "multi_reference": "mean"}]
)
def test_same_result(tmp_path: Path, settings: dict[str, Any]) -> None:
    expected = wordrotator.score(TEXTS, REFERENCES, **settings)
    for _ in range(2):
        with WRD(cache=tmp_path, **settings) as wrd:
            for _ in range(2):
                assert dataclasses.asdict(wrd.score(TEXTS, REFERENCES)) == dataclasses.asdict(expected)
    (kept,) = files(tmp_path)
    size = kept.stat().st_size
    assert size > 40 * 16
    with WRD(cache=str(tmp_path), **settings) as wrd:
        wrd.score(TEXTS[::-1], REFERENCES[::-1])
    if "convert" not in settings:  # which learns from the references, in their order
        assert kept.stat().st_size == size


def test_damage(tmp_path: Path) -> None:
    expected = wordrotator.score(TEXTS, REFERENCES).scores
    with WRD(cache=tmp_path) as wrd:
        wrd.score(TEXTS, REFERENCES)
    (kept,) = files(tmp_path)
    data = bytearray(kept.read_bytes())
    data[len(data) // 2] ^= 1
    kept.write_bytes(data[:-5])
    with WRD(cache=tmp_path) as wrd:
        assert wrd.score(TEXTS, REFERENCES).scores == expected


def test_several_at_once(tmp_path: Path) -> None:
    expected = wordrotator.score(TEXTS, REFERENCES).scores
    metrics = [WRD(cache=tmp_path) for _ in range(3)]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        found = [pool.submit(metric.score, TEXTS, REFERENCES) for metric in metrics for _ in range(4)]
        assert all(result.result().scores == expected for result in found)
    for metric in metrics:
        metric.close()


def test_default_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    monkeypatch.setenv("WRD_CACHE_DIR", str(tmp_path))
    with WRD(cache=True) as wrd:
        wrd.score(["a cat"], ["the cat"])
    assert len(files(tmp_path)) == 1
    listed = subprocess.run([program, "cache", "list"], capture_output=True, text=True, check=True)
    assert "scores" in listed.stdout
    with WRD() as wrd:
        wrd.score(["a dog"], ["the dog"])
    assert len(files(tmp_path)) == 1


def test_option(tmp_path: Path) -> None:
    options = Options(cache=tmp_path)
    assert pickle.loads(pickle.dumps(options)) == options
    assert options.settings() == Options().settings()
    for wrong in ("", 1, [str(tmp_path)]):
        with pytest.raises(TypeError, match="cache: found"):
            Options(cache=wrong)  # type: ignore[arg-type]


def test_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """It is an error when the metric is built, with the path and what to do."""
    (tmp_path / "file").touch()
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    folders = [tmp_path / "file", tmp_path / "file" / "below"]
    if sys.platform == "linux":
        folders.append(Path("/proc/nope"))
    if hasattr(os, "geteuid") and os.geteuid() != 0:
        folders += [closed, closed / "below"]
    for folder in folders:
        message = f"scores cannot be kept in {re.escape(str(folder))}: .*\n.*name a folder that can be written by cache"
        for build in (lambda folder=folder: WRD(cache=folder), lambda folder=folder: Reward(cache=folder)):
            with pytest.raises(SettingError, match=message):
                build()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become another user")
def test_folder_without_permission(tmp_path: Path, program: str) -> None:
    """Root may write everywhere, so another user tries."""
    closed = Path(tempfile.mkdtemp(prefix="closed"))
    closed.chmod(0o555)
    copy = closed / "wrd"
    shutil.copy(program, copy)
    copy.chmod(0o755)
    try:
        for folder in (closed, closed / "below"):
            done = subprocess.run(
                [copy, "serve", "--stdio", "--cache-scores", f"--cache-dir={folder}"],
                user=65534,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                cwd="/",
            )
            assert done.returncode == 2
            assert f"scores cannot be kept in {folder}: " in done.stderr
            assert "permission denied" in done.stderr
    finally:
        shutil.rmtree(closed)


def test_folder_that_goes_away(tmp_path: Path) -> None:
    """A training goes on without, and is told once."""
    with WRD(cache=tmp_path) as wrd:
        (tmp_path / "scores").rmdir()
        (tmp_path / "scores").touch()
        expected = wordrotator.score(TEXTS, REFERENCES).scores
        with pytest.warns(UserWarning, match=f"scores are not kept any more: .*{tmp_path}") as found:
            assert wrd.score(TEXTS, REFERENCES).scores == expected
        assert [warning.filename for warning in found if "any more" in str(warning.message)] == [__file__]
        assert wrd.score(TEXTS, REFERENCES).scores == expected
        wrd.score(["something else"], ["something"])
