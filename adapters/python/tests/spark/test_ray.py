"""The example of docs/scale.md for Ray Data, as it stands there."""

import re
from pathlib import Path

import pytest

import wordrotator

ray = pytest.importorskip("ray")
pq = pytest.importorskip("pyarrow.parquet")
pa = pytest.importorskip("pyarrow")

pytestmark = pytest.mark.filterwarnings("ignore")

PAGE = Path(__file__).parents[4] / "docs" / "scale.md"


def test_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (example,) = re.findall(r"```py\n(import ray\n.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    # Its workers, too, find the package here.
    monkeypatch.setenv("PYTHONPATH", str(Path(wordrotator.__file__).parents[1]))
    ray.init(num_cpus=2, include_dashboard=False)
    candidates = [f"{i} cats" for i in range(2000)]
    references = [f"{i % 7} dogs" for i in range(2000)]
    table = pa.table({"id": list(range(2000)), "candidate": candidates, "references": references})
    Path("pairs").mkdir()
    pq.write_table(table, "pairs/0.parquet", row_group_size=500)
    for _ in range(2):  # the output is replaced
        # As a program of its own, whose classes Ray sends along.
        exec(compile(example.replace("/data/", f"{tmp_path}/"), "docs/scale.md", "exec"), {"__name__": "__main__"})
    ray.shutdown()
    rows = sorted(pq.read_table("scored").to_pylist(), key=lambda row: row["id"])
    with wordrotator.WRD() as wrd:
        assert [row["wrd_similarity"] for row in rows] == list(wrd.score(candidates, references).scores)
