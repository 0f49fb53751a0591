"""Reports and gates from Python: the program's own, without a shell."""

import json
import re
import subprocess
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

import wordrotator
from wordrotator import RequestError

TEXTS = [f"a cat sat on {i} mats" for i in range(12)]
WORSE = [f"dogs {i}" for i in range(12)]
REFERENCES = [["the cat sat on a mat", "cats"]] * 12


def test_check(tmp_path: Path) -> None:
    baseline = tmp_path / "baseline.parquet"
    first = wordrotator.check(TEXTS, REFERENCES, baseline, update=True, oov="skip")
    assert (first.verdict, first.passed, bool(first), baseline.exists()) == ("new baseline", True, True, True)
    again = wordrotator.check(TEXTS, REFERENCES, baseline, oov="skip", margin=0.005)
    assert again.passed
    assert again.verdict in ("pass", "inconclusive")
    worse = wordrotator.check(
        WORSE, REFERENCES, baseline, oov="skip", ids=range(12), report=tmp_path / "r.html", junit=tmp_path / "j.xml"
    )
    assert (worse.verdict, worse.passed, bool(worse)) == ("broken", False, False)
    assert worse.tests[0]["drop"] == pytest.approx(
        wordrotator.score(WORSE, REFERENCES, oov="skip").distance
        - wordrotator.score(TEXTS, REFERENCES, oov="skip").distance  # type: ignore[operator]
    )
    assert worse.worst[0]["candidate_text"].startswith("dogs")
    assert json.loads(worse.to_json())["signature"] == worse.signature
    assert "regression" in str(worse)
    assert [reason["question"] for reason in worse.reasons] == ["findings", "mean", "tail"]
    assert any(found.kind == "length" and found.failed for found in worse.broken[0].findings)
    assert (tmp_path / "r.html").stat().st_size > 10_000
    assert "<testsuite" in (tmp_path / "j.xml").read_text()
    with pytest.raises(
        RequestError, match=r"their signatures differ: oov is skip in .*, own in this run\n.*update and force"
    ):
        wordrotator.check(TEXTS, REFERENCES, baseline)


@pytest.mark.filterwarnings("ignore:.* of the candidates have no words")
def test_check_of_broken_outputs(tmp_path: Path) -> None:
    """They fail however little they do to the mean, unless so many may be."""
    baseline = tmp_path / "baseline.parquet"
    references = [[f"the cat sat on {i} mats"] for i in range(12)]
    first = wordrotator.check(["", *TEXTS[1:]], references, baseline, update=True)
    assert (first.verdict, first.broken[0].new, first.broken[0].baseline_system) == ("new baseline", 1, "")
    emptied = ["", "", *TEXTS[2:11], "…"]
    with pytest.warns(UserWarning, match="the baseline is kept"):
        gate = wordrotator.check(emptied, references, baseline, update=True)
    assert (gate.verdict, gate.passed) == ("broken", False)
    (broken,) = gate.broken
    assert (broken.new, broken.empty, broken.no_words, broken.repeated, broken.before) == (2, 1, 1, 0, 1)
    assert (broken.segments, broken.allowed, broken.failed, broken.baseline_system) == (12, 0, True, "predictions")
    assert [(o.segment, o.kind, o.candidate_text, o.baseline_text) for o in broken.outputs] == [
        ("1", "empty", "", TEXTS[1]),
        ("11", "no_words", "…", TEXTS[11]),
    ]
    assert str(gate).splitlines()[0] == f"broken: {broken.reason}."
    for allowed in (2, "2", "17%"):
        assert wordrotator.check(emptied, references, baseline, max_broken=allowed).verdict != "broken"
    sorry = wordrotator.check(["I am sorry."] * 12, references, baseline, max_broken="50%")
    assert (sorry.verdict, sorry.broken[0].repeated, sorry.broken[0].allowed) == ("broken", 11, 6)
    with pytest.raises(RequestError, match=r'max_broken: found "many", expected a number of outputs'):
        wordrotator.check(emptied, references, baseline, max_broken="many")


def test_check_without_a_baseline() -> None:
    assert wordrotator.check({"a": TEXTS, "b": WORSE}, REFERENCES, floor={"wrd": 1.5}).passed
    found = wordrotator.check({"a": TEXTS, "b": WORSE}, REFERENCES, floor={"wrd": 0.4}, measures=["wrd", "bertscore"])
    assert {test["system"]: test["verdict"] for test in found.tests} == {"a": "pass", "b": "regression"}
    with pytest.raises(RequestError, match="baseline"):
        wordrotator.check(TEXTS, REFERENCES)
    with pytest.raises(TypeError, match="found the unknown setting margni: did you mean margin"):
        wordrotator.check(TEXTS, REFERENCES, margni=1)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="system b: found 1 predictions and references for 12"):
        wordrotator.check({"a": TEXTS, "b": ["x"]}, REFERENCES, floor={"wrd": 1})


def test_check_against_texts(tmp_path: Path) -> None:
    """A baseline of texts says what the stored scores of these texts say."""
    stored, lines = tmp_path / "stored.parquet", tmp_path / "old.txt"
    lines.write_text("".join(f"{text}\n" for text in TEXTS), encoding="utf-8")
    wordrotator.check(TEXTS, REFERENCES, stored, update=True, oov="skip")
    expected = wordrotator.check(WORSE, REFERENCES, stored, oov="skip")
    for baseline in (TEXTS, tuple(TEXTS), iter(TEXTS), {"predictions": TEXTS}, lines, str(lines)):
        is_path = isinstance(baseline, (str, Path))
        with pytest.warns(UserWarning, match=r"old\.txt has no ids.*those of the texts") if is_path else nullcontext():
            found = wordrotator.check(WORSE, iter(REFERENCES), baseline, oov="skip", ids=iter(range(12)))
        assert (found.verdict, found.passed) == ("broken", False)
        assert found.signature == expected.signature
        for name in ("baseline", "candidate", "drop", "p_value", "worse", "equal", "better"):
            assert found.tests[0][name] == expected.tests[0][name]
        assert found.worst[0]["baseline_text"] == expected.worst[0]["baseline_text"]
        assert json.loads(found.to_json())["baseline"] == (str(lines) if is_path else "the baseline")
    assert wordrotator.check({"a": TEXTS, "b": TEXTS}, REFERENCES, {"a": TEXTS, "b": TEXTS}).passed
    with pytest.raises(ValueError, match=r"^baseline: system predictions: found 11 predictions and references for 12"):
        wordrotator.check(WORSE, REFERENCES, TEXTS[1:])
    with pytest.raises(TypeError, match=r"^baseline: system predictions: found int at 0, expected a string"):
        wordrotator.check(["a"], ["a"], [1])  # type: ignore[list-item]
    with pytest.raises(RequestError, match=r"^update: found a baseline of texts, expected the path"):
        wordrotator.check(WORSE, REFERENCES, TEXTS, update=True)
    with pytest.raises(RequestError, match=r"^update.*old\.txt, which is no baseline that wrd stored"):
        wordrotator.check(WORSE, REFERENCES, lines, update=True)
    with pytest.raises(RequestError, match=r"found no system .*c.* in the baseline, which has a"):
        wordrotator.check({"c": WORSE, "d": WORSE}, REFERENCES, {"a": TEXTS})
    lines.write_text("a cat\n", encoding="utf-8")
    with pytest.raises(RequestError, match=r"different length \(.*old\.txt: 1 segment, the texts: 12 segments\)"):
        wordrotator.check(WORSE, REFERENCES, lines)


def test_warnings() -> None:
    """What wrd says besides is a warning, or the error where it refuses."""
    with pytest.warns(UserWarning, match="most letters of the references are Japanese"):
        assert wordrotator.check(["猫が好き"], ["猫が好き"], floor={"wrd": 1}).passed
    with pytest.raises(RequestError, match="found no words in 1 of 1 references"):
        wordrotator.check(["猫が好き"], ["猫が好き"], floor={"wrd": 1}, language="en")


def test_report(tmp_path: Path) -> None:
    page = wordrotator.report(
        {"old": TEXTS, "new": WORSE}, REFERENCES, tmp_path / "a.html", ids=[f"n{i}" for i in range(12)], purpose="paper"
    )
    assert page == tmp_path / "a.html"
    written = page.read_text(encoding="utf-8")
    assert "old" in written
    assert "n11" in written
    one = wordrotator.report(TEXTS, REFERENCES, tmp_path / "b.html", convert="AWR")
    assert "convert:AWR@" in one.read_text(encoding="utf-8")
    table = tmp_path / "scores.jsonl"
    table.write_text("".join(json.dumps({"system": "a", "segment": i, "bleu": i / 12}) + "\n" for i in range(12)))
    assert "bleu" in wordrotator.report(table, output=tmp_path / "c.html").read_text(encoding="utf-8")
    with pytest.raises(RequestError, match="nowhere"):
        wordrotator.report(tmp_path / "nowhere", output=tmp_path / "d.html")
    with pytest.raises(TypeError, match="found no references and no sources, expected them, or results"):
        wordrotator.report(TEXTS)
    with pytest.raises(TypeError, match="did you mean purpose"):
        wordrotator.report(TEXTS, REFERENCES, purpse="paper")  # type: ignore[call-arg]
    assert not (tmp_path / "d.html").exists()


def test_report_with_people(tmp_path: Path) -> None:
    human = {"old": [1] * 12, "new": [2.5] * 11 + [None]}
    page = wordrotator.report({"old": TEXTS, "new": WORSE}, REFERENCES, tmp_path / "a.html", human=human)
    assert "first, 2nd of 2 by <b><bdi>wrd</bdi></b>; " in page.read_text(encoding="utf-8")
    kinds = {"fluency": human, "human.sense": {"old": [2] * 12, "new": [1] * 12}}
    page = wordrotator.report({"old": TEXTS, "new": WORSE}, REFERENCES, tmp_path / "c.html", human=kinds)
    for name in ("fluency", "sense"):
        assert f"wrd</th><td>human.{name}</td>" in page.read_text(encoding="utf-8")
    wordrotator.report(TEXTS, REFERENCES, tmp_path / "b.html", human=[float(i) for i in range(12)])
    with pytest.raises(ValueError, match='human: human: found the system "other", expected some of: old'):
        wordrotator.report({"old": TEXTS}, REFERENCES, human={"other": [1] * 12})
    with pytest.raises(ValueError, match="human: human: system old: found 1 scores, expected one for each of 12"):
        wordrotator.report({"old": TEXTS}, REFERENCES, human={"old": [1]})


def test_missing_names() -> None:
    with pytest.raises(TypeError, match=r"documents: found NoneType at 1 \(a missing value\), expected a name"):
        wordrotator.report(TEXTS[:2], REFERENCES[:2], documents=["a", None])
    with pytest.raises(TypeError, match=r"documents: found float at 0 \(a missing value\)"):
        wordrotator.compare({"a": TEXTS[:2], "b": WORSE[:2]}, REFERENCES[:2], documents=[float("nan"), "a"])


def test_refusals_are_about_the_texts(tmp_path: Path) -> None:
    """They name no file that nobody knows."""
    with pytest.raises(RequestError, match=r'ids: found "a" of segment 1 again at segment 2, expected each once'):
        wordrotator.report(TEXTS[:2], REFERENCES[:2], tmp_path / "page.html", ids=["a", "a"])
    with pytest.raises(TypeError, match=r"floor: found 0.5, expected numbers by measure, such as \{'wrd': 0.5\}"):
        wordrotator.check(TEXTS, REFERENCES, floor=0.5)  # type: ignore[arg-type]


def test_no_cache() -> None:
    with pytest.raises(TypeError, match="cache: found it, expected none"):
        wordrotator.check(TEXTS, REFERENCES, floor={"wrd": 1}, cache=True)


def test_one_record(program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``to_dict()`` is what the command prints of the same texts, scores and results."""
    monkeypatch.chdir(tmp_path)

    def printed(*arguments: str) -> dict[str, Any]:
        done = subprocess.run([program, *arguments, "--format=json"], capture_output=True, encoding="utf-8")
        assert done.returncode in (0, 1), done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    references = [texts[0] for texts in REFERENCES]
    for name, texts in {"a": TEXTS, "b": WORSE, "ref": references}.items():
        Path(f"{name}.txt").write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        with Path(f"{name}.jsonl").open("w", encoding="utf-8") as file:
            for text, reference in zip(texts, references, strict=True):
                row = {"system": "predictions", "candidate": text, "reference": reference}
                file.write(json.dumps(row) + "\n")
    scores = {"m": {"a": [1, 2, 4, 3], "b": [2, 1, 5, 3]}, "n": {"a": [0.5, 0.1, 1, 2], "b": [3, 1, 4, 2]}}
    human = {"a": [1, 2, 3, 4], "b": [2, 1, 4, 3]}
    rows = [f"{s},{i},{human[s][i]},{scores['m'][s][i]},{scores['n'][s][i]}\n" for s in human for i in range(4)]
    Path("scores.csv").write_text("system,segment,human,m,n\n" + "".join(rows))
    for folder, flags in {
        "results": [],
        "summaries": ["--purpose=summary", "--measure=wrd_recall,wrd_precision"],
    }.items():
        subprocess.run([program, "score", "a.txt", "ref.txt", "-o", folder, *flags], check=True, capture_output=True)

    checked = wordrotator.check(WORSE, references, TEXTS, margin=0.1).to_dict()
    assert {**checked, "baseline": "a.jsonl"} == printed("check", "b.jsonl", "--baseline=a.jsonl", "--margin=0.1")
    stored = wordrotator.check(TEXTS, references, tmp_path / "summaries", purpose="summary", floor={"wrd_recall": 2})
    arguments = ["a.jsonl", f"--baseline={tmp_path / 'summaries'}", "--purpose=summary", "--floor=wrd_recall=2"]
    assert stored.to_dict() == printed("check", *arguments)
    compared = wordrotator.compare({"a": TEXTS, "b": WORSE}, references, baseline="a").to_dict()
    assert compared == printed("compare", "a.txt", "b.txt", "-r", "ref.txt", "--baseline=a")
    correlated = wordrotator.correlate(scores, human, seed=7).to_dict()
    assert correlated == printed("correlate", "scores.csv", "--seed=7")
    assert wordrotator.replay("results").to_dict() == printed("replay", "results")
    chosen = wordrotator.WRD(measures="bertscore").mbr([TEXTS[0], WORSE[0], references[0]])
    for name, text in {"1": TEXTS[0], "2": WORSE[0], "3": references[0]}.items():
        Path(f"{name}.txt").write_text(f"{text}\n")
    found = printed("mbr", "1.txt", "2.txt", "3.txt", "--measure=bertscore")
    (choice,) = found["choices"]
    assert chosen.to_dict() == {
        **{name: choice[name] for name in ("best", "text", "utility", "utilities")},
        "signature": found["signature"],
    }
    aligned = wordrotator.explain(WORSE[0], references[0]).to_dict()
    found = printed("explain", WORSE[0], references[0])
    for name in ("candidate", "reference", "missing", "invented", "status", "scores", "signature"):
        assert aligned[name] == found[name], name
    assert aligned["moves"] == [
        {"differs": "", **{name.removesuffix("_token"): value for name, value in move.items()}}
        for move in found["alignment"]
    ]


@pytest.mark.parametrize("settings", [{}, {"measures": "bertscore,wrd", "purpose": "summary"}])
def test_one_score(program: str, tmp_path: Path, settings: dict[str, Any]) -> None:
    """Each number of a result, and a page, is what the command makes of the same texts."""
    flags = [f"--{name.replace('measures', 'measure')}={value}" for name, value in settings.items()]
    with (tmp_path / "a.jsonl").open("w", encoding="utf-8") as file:
        for text, listed in zip(TEXTS, REFERENCES, strict=True):
            file.write(json.dumps({"system": "predictions", "candidate": text, "references": listed}) + "\n")

    def said(*arguments: str) -> str:
        command = [program, "score", str(tmp_path / "a.jsonl"), *flags, *arguments]
        return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout

    result = wordrotator.score(TEXTS, REFERENCES, **settings)
    rows = [json.loads(line) for line in said("--format=jsonl").splitlines()]
    for name, values in result.rows().items():
        assert values == [row[name] for row in rows], name
    summary = json.loads(said("--format=json", f"--report={tmp_path / 'theirs.html'}"))
    (system,) = summary["systems"]
    assert result.signature == summary["signature"]
    assert result.settings == summary["settings"]
    means = {name: system["scores"][name]["mean"] for name in result.columns}
    assert result.means() == pytest.approx(means, rel=1e-15)  # of which score adds what rounding takes
    coverage = result.to_dict()["coverage"]
    assert {name: coverage[name] for name in system["coverage"]} == system["coverage"]
    page = wordrotator.report({"predictions": TEXTS}, REFERENCES, tmp_path / "ours.html", **settings)
    ours, theirs = (path.read_text(encoding="utf-8") for path in (page, tmp_path / "theirs.html"))
    for kind in ("numbers", "alignments"):
        assert element(ours, kind) == element(theirs, kind)


def element(page: str, name: str) -> str:
    """Return the data of a page of a name."""
    found = re.search(f'id="{name}"[^>]*>([^<]*)<', page)
    assert found is not None
    return found[1]
