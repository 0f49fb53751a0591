"""The program wrd for the tests: that of WRD_BINARY, or one built from the sources of this checkout."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import wordrotator

REPOSITORY = Path(__file__).parents[3]


@pytest.fixture(scope="session", autouse=True)
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    named = os.environ.get("WRD_BINARY")
    if named:
        yield named
        return
    path = str(tmp_path_factory.mktemp("bin") / "wrd")
    subprocess.run(["go", "build", "-o", path, "./cli/wrd"], cwd=REPOSITORY, check=True)
    os.environ["WRD_BINARY"] = path
    yield path


@pytest.fixture
def wrd() -> Iterator[wordrotator.WRD]:
    with wordrotator.WRD() as metric:
        yield metric


@pytest.fixture(scope="session")
def corpus() -> tuple[list[str], list[str]]:
    folder = REPOSITORY / "testdata" / "mt"
    return (
        (folder / "system-b.txt").read_text(encoding="utf-8").splitlines(),
        (folder / "reference.txt").read_text(encoding="utf-8").splitlines(),
    )
