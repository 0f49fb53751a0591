"""Type checkers accept every documented use, and refuse wrong names and kinds."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import wordrotator

PAGE = Path(__file__).parent / "typed" / "documented.py"


@pytest.mark.parametrize(
    ("module", "command", "error"),
    [
        ("mypy", ["mypy", "--strict", "--config-file=", "--follow-imports=silent"], r":(\d+): error:"),
        ("pyright", ["pyright", "--pythonpath", sys.executable], r":(\d+):\d+ - error:"),
    ],
)
def test_documented_uses(tmp_path: Path, module: str, command: list[str], error: str) -> None:
    for name in (module, "numpy", "pandas", "polars", "pyarrow", "sacrebleu"):
        pytest.importorskip(name)
    page = tmp_path / "documented.py"
    # What tables have types for is for them to say: pandas and pyarrow may have none.
    page.write_text(re.sub(r"^import (pandas|pyarrow)$", r"\g<0>  # type: ignore", PAGE.read_text(), flags=re.M))
    environment = {**os.environ, "MYPYPATH": str(Path(wordrotator.__file__).parents[1])}
    if shutil.which("node"):
        environment["PYRIGHT_PYTHON_GLOBAL_NODE"] = "1"
    (tmp_path / "pyrightconfig.json").write_text(f'{{"extraPaths": ["{environment["MYPYPATH"]}"]}}')
    done = subprocess.run(
        [sys.executable, "-m", *command, str(page)], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    if module == "pyright" and "error" not in done.stdout:
        pytest.skip(f"pyright does not run here: {done.stderr[-200:]}")
    found = sorted({int(line) for line in re.findall(error, done.stdout)})
    lines = page.read_text().splitlines()
    refused = [i for i, line in enumerate(lines, 1) if line.endswith("# refused")]
    assert len(refused) > 10
    assert found == refused, done.stdout + done.stderr
