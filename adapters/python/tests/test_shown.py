"""What people see of results: sentences, tables of notebooks, plots."""

import html.parser
import sys
from pathlib import Path
from typing import Any

import pytest

import wordrotator

OLD = [f"a cat sat on {i} mats" for i in range(12)]
NEW = [f"dogs {i}" for i in range(12)]
REFERENCES = [f"the cat sat on {i} mats" for i in range(12)]
#: A name that is markup and a formula, where it is not escaped.
ODD = "<b onclick=x>$new$"


def results() -> dict[str, Any]:
    human = {"old": [2.0] * 12, ODD: [1.0] * 12}
    return {
        "score": wordrotator.score(OLD, REFERENCES),
        "explain": wordrotator.explain("a cat <b> sat", "the cat sat"),
        "compare": wordrotator.compare({"old": OLD, ODD: NEW}, REFERENCES, human=human),
        "check": wordrotator.check({ODD: NEW}, REFERENCES, OLD),
        "correlate": wordrotator.correlate({ODD: [1, 2, 3, 5]}, [1, 3, 2, 4]),
        "matrix": wordrotator.WRD().matrix(OLD[:2], REFERENCES[:2]),
        "choose": wordrotator.WRD().mbr(["<b>a cat", "the cat"]),
    }


class Tags(html.parser.HTMLParser):
    """The elements of a page, and their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]


def test_html() -> None:
    """Texts are escaped; there is no script and, but for pictures, no colour that a dark page would swallow."""
    formatted = pytest.importorskip("IPython.core.formatters").HTMLFormatter()
    for name, result in results().items():
        shown = formatted(result)
        page = Tags()
        page.feed(shown)
        assert not {"script", "b", "iframe", "link"} & set(page.tags), name
        assert not any(attribute.startswith("on") for attribute in page.attributes), name
        if name != "explain":
            assert set(page.attributes) <= {"dir"}, name
        if name in ("score", "compare", "check", "correlate"):
            assert page.tags[:2] == ["p", "strong"], name


def test_comparison() -> None:
    found = wordrotator.compare({"old": OLD, "new": NEW}, REFERENCES, measures="wrd,bertscore")
    means = found.means
    assert list(means) == ["wrd", "bertscore_f1"]
    assert means["wrd"]["old"] == wordrotator.score(OLD, REFERENCES).distance
    assert found.difference == pytest.approx(means["wrd"]["new"] - means["wrd"]["old"])
    assert found.interval is not None
    assert 0 < found.interval[0] < found.difference < found.interval[1]
    first = f"old is significantly better than new by wrd: +{found.difference:.4f} (95% interval +"
    assert found.verdict.startswith(first)
    lines = str(found).splitlines()
    assert lines[0] == found.verdict
    assert lines[1].startswith("old is significantly better than new by bertscore_f1: ")
    head = lines.index("") + 1
    assert lines[head].split() == ["measure", "system", "mean", "difference", "95%", "interval", "p"]
    assert [line.split()[:2] for line in lines[head + 1 : head + 3]] == [["wrd", "old"], ["wrd", "new"]]
    assert f"{-found.difference:+.4f}" in lines[head + 2]
    assert "0.0000" not in lines[head + 2].split()[-1]
    example = found.example
    assert example is not None
    first, second = example["outputs"]
    place = example["segment"]
    assert example["reference"] == REFERENCES[int(place)]
    assert (first["system"], first["candidate"]) == ("old", OLD[int(place)])
    assert first["score"] < second["score"]
    assert found.verdict in found._repr_html_()
    assert [(pair["system"], pair["against"]) for pair in found.pairs] == [("old", "new")] * 2
    turned = wordrotator.compare({"new": NEW, "old": OLD}, REFERENCES)
    assert turned.difference == -found.difference
    assert turned.interval == tuple(-end for end in reversed(found.interval))
    assert turned.verdict == found.verdict
    based = wordrotator.compare({"new": NEW, "old": OLD}, REFERENCES, baseline="new")
    assert (based.pairs[0]["system"], based.difference > 0) == ("old", True)
    one = wordrotator.compare({"old": OLD, "new": NEW}, REFERENCES, documents=["a"] * 12)
    assert one.interval is None
    assert "all segments are in one document: there is no interval" in str(one)


def test_comparison_of_many_systems() -> None:
    """A print of many systems is their ranking, the best first, and not all pairs."""
    systems = {f"s{i}": NEW[:i] + OLD[i:] for i in range(9)}
    domains = ["a", "b", "c"] * 4
    found = wordrotator.compare(systems, REFERENCES, domains=domains)
    lines = repr(found).splitlines()
    assert lines[0] == found.verdict
    assert lines[2].split()[:3] == ["cluster", "system", "wrd"]
    order = sorted(systems, key=found.means["wrd"].__getitem__)
    assert [line.split()[1] for line in lines[3:12]] == order
    assert found._repr_html_().count("<tr>") == 10
    assert len(found.pairs) == 36
    with pytest.raises(wordrotator.RequestError, match=r"domains: found 1, expected one for each of 12 segments"):
        wordrotator.compare(systems, REFERENCES, domains=["a"])


def test_check_has_the_same_sign() -> None:
    worse = wordrotator.check(NEW, REFERENCES, OLD)
    assert worse.tests[0]["drop"] > 0
    assert f"{-worse.tests[0]['drop']:+.4f}" in str(worse)
    assert "difference: now minus before, turned for distances: positive where now is better" in str(worse)


def test_result_headline() -> None:
    assert wordrotator.score(OLD, OLD).headline == (
        "wrd: a distance of 0.0000, the mean of 12 predictions; lower is better. Similarity: 1.0000."
    )
    assert wordrotator.score(OLD[:1], OLD[:1], measures="add").headline == (
        "add: 1.0000, of 1 prediction; higher is better."
    )
    nothing = wordrotator.score([""], ["a"], empty="skip")
    assert nothing.headline == "Nothing to compare by wrd: none of 1 prediction has a score."


def test_plots(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib").use("Agg")
    from matplotlib import pyplot

    found = results()
    axes = found["compare"].plot()
    assert [label.get_text() for label in axes.get_yticklabels()] == ["old", r"<b onclick=x>\$new\$"]
    assert len(axes.lines) == 4, "a mean and an interval of each system"
    assert axes.get_xlabel() == "wrd, lower is better"
    with pytest.raises(ValueError, match="measure: found wmd, expected one of: wrd"):
        found["compare"].plot("wmd")
    old, new = found["score"], wordrotator.score(NEW, REFERENCES)
    axes = new.plot(old, label="old")
    assert list(axes.lines[0].get_xdata()) == old.scores
    assert list(axes.lines[0].get_ydata()) == new.scores
    assert axes.get_xlabel() == "old"
    assert list(new.plot().lines[0].get_xdata()) == list(range(12))
    assert len(new.plot([1.0, None] * 6, label="people").lines[0].get_xdata()) == 6
    with pytest.raises(ValueError, match="against: found 1 scores, expected 12"):
        new.plot([1.0])
    names = [f"n{i}" for i in range(12)]
    named = wordrotator.score(NEW, REFERENCES, ids=names)
    turned = wordrotator.score(OLD[::-1], REFERENCES[::-1], ids=names[::-1])
    assert list(named.plot(turned).lines[0].get_xdata()) == old.scores
    renamed = wordrotator.score(OLD, REFERENCES, ids=["n0", *(f"m{i}" for i in range(11))])
    with pytest.raises(ValueError, match=r"11 only in this result \(n1, n2, n3, …\), 11 only in the other \(m0, m1"):
        named.plot(renamed)
    alignment = found["explain"]
    axes = alignment.plot()
    assert axes.images[0].get_array().sum() == pytest.approx(1)
    assert [label.get_text() for label in axes.get_xticklabels()] == ["the", "cat", "sat"]
    mine = pyplot.subplots()[1]
    assert found["compare"].plot(ax=mine) is mine
    for number in pyplot.get_fignums():
        pyplot.figure(number).savefig(tmp_path / f"{number}.png")
    pyplot.close("all")


def test_plots_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ModuleNotFoundError, match=r"found no matplotlib, .*: pip install 'wordrotator\[plot\]'"):
        wordrotator.score(OLD, REFERENCES).plot()
