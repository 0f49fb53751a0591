"""Scores that are kept: the same bits, in later processes and under several at once."""

import concurrent.futures
import dataclasses
import pickle
import subprocess
from pathlib import Path
from typing import Any

import pytest

import wordrotator
from wordrotator import WRD, Options

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
