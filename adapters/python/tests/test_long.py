"""Long tables, a row for each output, and the tables for papers that come of them."""

import pickle
from pathlib import Path
from typing import Any

import pytest

import wordrotator

REFERENCES = [f"the cat sat on {i} mats" for i in range(8)]
SYSTEMS = {
    "a": REFERENCES,
    "b": [f"a cat sat on {i} mats" for i in range(8)],
    "c_1%": [f"dogs {i}" for i in range(8)],
}
HUMAN = {"a": [3.0] * 8, "b": [4.0] * 8, "c_1%": [1.0] * 8}
ROWS: dict[str, list[Any]] = {
    "model": [name for name in SYSTEMS for _ in range(8)],
    "n": [i for _ in SYSTEMS for i in range(8)],
    "mt": [text for texts in SYSTEMS.values() for text in texts],
    "reference": [text for _ in SYSTEMS for text in REFERENCES],
    "mqm": [score for scores in HUMAN.values() for score in scores],
}
NAMES: dict[str, Any] = {"system": "model", "segment": "n", "candidate": "mt", "human": "mqm"}


@pytest.fixture(params=["pandas", "polars"])
def frame(request: pytest.FixtureRequest) -> Any:
    return pytest.importorskip(request.param).DataFrame(ROWS)


def test_compare(frame: Any) -> None:
    """A long table, in any order of rows, is what lists are."""
    expected = wordrotator.compare(SYSTEMS, REFERENCES, human={"mqm": HUMAN})
    found = wordrotator.compare(frame, **NAMES)
    assert found.to_dict() == expected.to_dict()
    turned = wordrotator.compare(frame[::-1], **NAMES)
    assert turned.means["wrd"] == pytest.approx(expected.means["wrd"])


def test_sources_go_along(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    plain = wordrotator.compare(pandas.DataFrame(ROWS), **NAMES)
    told = [f"Quelle {i}" for _ in SYSTEMS for i in range(8)]
    for source in (told, [None, *told[1:]], ["wmt", *told[1:]], range(len(told))):
        frame = pandas.DataFrame({**ROWS, "source": source})
        assert wordrotator.compare(frame, **NAMES).to_dict() == plain.to_dict()
        page = wordrotator.report(frame, output=tmp_path / "page.html", **NAMES).read_text(encoding="utf-8")
        assert ('"sources":true' in page) == (source is told)


def test_ranking_and_tables() -> None:
    compared = wordrotator.compare(SYSTEMS, REFERENCES, human=HUMAN)
    assert [row["system"] for row in compared.ranking] == ["a", "b", "c_1%"]
    assert [row["cluster"] for row in compared.ranking] == [1, 2, 3]
    assert [row["human"] for row in compared.ranking] == [3, 4, 1]
    assert [row["wrd"] for row in compared.ranking] == sorted(compared.means["wrd"].values())
    latex = compared.to_latex()
    assert "system & wrd $\\downarrow$ & human $\\uparrow$ & cluster \\\\" in latex
    assert "a & \\textbf{0.00} & 3.00 & 1 \\\\" in latex
    assert "c\\_1\\% & " in latex
    for signature in compared.signature.split(" "):
        assert signature.replace("|", "$|$\\allowbreak ") in latex
    markdown = pickle.loads(pickle.dumps(compared)).to_markdown(digits=2)
    header, _, first, *_ = markdown.splitlines()
    assert (header, first) == ("| system | wrd ↓ | human ↑ | cluster |", "| a | **0.0** | 3.0 | 1 |")
    with pytest.raises(wordrotator.RequestError, match="digits: found 99, expected 1 to 17"):
        compared.to_latex(digits=99)
    many = wordrotator.compare({f"s{i}": SYSTEMS["b"] for i in range(15)} | {"a": REFERENCES}, REFERENCES)
    assert len(str(many).splitlines()) < 25, "a ranking, and not 120 pairs"


def test_correlate(frame: Any) -> None:
    scores = {"m": {name: [len(text) * 1.0 for text in texts] for name, texts in SYSTEMS.items()}}
    m = [len(text) * 1.0 for text in ROWS["mt"]]
    frame = frame.assign(m=m) if hasattr(frame, "assign") else frame.with_columns(m=__import__("polars").Series(m))
    expected = wordrotator.correlate(scores, {"mqm": HUMAN}, samples=50)
    found = wordrotator.correlate(frame, "mqm", measures="m", system="model", segment="n", samples=50)
    assert found.rows == expected.rows


def test_report(frame: Any, tmp_path: Path) -> None:
    page = wordrotator.report(frame, output=tmp_path / "page.html", **NAMES)
    assert "c_1%" in page.read_text(encoding="utf-8")


def test_refused(frame: Any) -> None:
    pandas = pytest.importorskip("pandas")
    rows = pandas.DataFrame(ROWS)
    for table, names, error, message in (
        (rows.iloc[1:], NAMES, ValueError, "system a: found no text of 1 segments, first of 0, expected one of each"),
        (pandas.concat([rows, rows[:1]]), NAMES, ValueError, "system a: found segment 0 twice, expected it once"),
        (rows.assign(reference=ROWS["mt"]), NAMES, ValueError, "reference: found another one of segment 0"),
        (rows, {**NAMES, "system": "x"}, KeyError, "found no column x"),
        (SYSTEMS, NAMES, TypeError, "found system, segment, candidate, which name columns, and no DataFrame"),
    ):
        with pytest.raises(error, match=message):
            wordrotator.compare(table, **names)
    with pytest.raises(TypeError, match="found a DataFrame and documents, expected the names of its columns"):
        wordrotator.compare(frame, documents=["x"], **NAMES)
    with pytest.raises(TypeError, match="found a DataFrame and ids, expected the names of its columns"):
        wordrotator.report(frame, ids=["x"], **NAMES)
