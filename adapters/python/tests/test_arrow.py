"""Record batches: every row as ``WRD.score`` has it, whatever the shape of the columns."""

import random
from typing import Any

import pytest

from wordrotator import WRD

pa = pytest.importorskip("pyarrow")

MOST = 400


def references_of(entry: Any) -> list[str]:
    return [entry] if isinstance(entry, str) else [text for text in entry or () if text is not None]


def expected(wrd: WRD, candidates: list[Any], references: list[Any]) -> list[tuple[float | None, str]]:
    """Return the scores and statuses of rows, by WRD.score and the rules of the other rows."""
    listed = [references_of(entry) for entry in references]
    long = [
        len((candidate or "").encode()) > MOST or any(len(text.encode()) > MOST for text in of_it)
        for candidate, of_it in zip(candidates, listed, strict=True)
    ]
    rows = [i for i, c in enumerate(candidates) if c is not None and listed[i] and not long[i]]
    result = wrd.score([candidates[i] for i in rows], [listed[i] for i in rows])
    found: list[tuple[float | None, str]] = [(None, "too_long" if one else "missing") for one in long]
    for i, score, status in zip(rows, result.scores, result.statuses, strict=True):
        found[i] = score, status
    return found


def text(rng: random.Random) -> str:
    words = ["", "the", "a", "cat", "sat", "naïve", "東京", "xqzzy", "word " * 100]
    return " ".join(rng.choices(words, weights=[2, 9, 9, 9, 9, 2, 2, 2, 0.3], k=rng.randrange(9)))


@pytest.mark.parametrize("kind", ["string", "large_string", "list", "large_list", "one each"])
@pytest.mark.parametrize("cut", [0, 7])
def test_rows(wrd: WRD, kind: str, cut: int) -> None:
    rng = random.Random(7)
    several = kind not in ("string", "large_string")
    candidates = [None if rng.random() < 0.1 else text(rng) for _ in range(300)]
    references: list[Any] = [
        None if rng.random() < 0.1
        else [text(rng)] if kind == "one each"
        else [None if rng.random() < 0.1 else text(rng) for _ in range(rng.randrange(4))] if several
        else text(rng)
        for _ in candidates
    ]  # fmt: skip
    types = {
        "string": pa.string(),
        "large_string": pa.large_string(),
        "list": pa.list_(pa.string()),
        "large_list": pa.large_list(pa.large_string()),
        "one each": pa.list_(pa.string()),
    }
    batch = pa.record_batch(
        {"key": list(range(300)), "candidate": candidates, "references": pa.array(references, types[kind])}
    ).slice(cut, 250)
    scored = wrd._score_batch(batch, "candidate", "references", MOST)
    scored.validate(full=True)
    assert scored.select(batch.schema.names).equals(batch)
    pairs = list(zip(scored["wrd_similarity"].to_pylist(), scored["status"].to_pylist(), strict=True))
    assert pairs == expected(wrd, candidates[cut : cut + 250], references[cut : cut + 250])
    assert {"ok", "missing", "too_long"} <= {status for _, status in pairs}


@pytest.mark.parametrize("rows", [0, 1, 8192, 8193, 20001])
def test_parts(wrd: WRD, rows: int) -> None:
    candidates = [f"there are {i} cats" for i in range(rows)]
    references = [f"{i % 7} dogs" for i in range(rows)]
    batch = pa.record_batch([pa.array(candidates, pa.string()), pa.array(references, pa.string())], names=["c", "r"])
    scored = wrd._score_batch(batch, "c", "r")
    assert scored["wrd_similarity"].to_pylist() == list(wrd.score(candidates, references).scores)


def test_only_missing(wrd: WRD) -> None:
    batch = pa.record_batch({"c": pa.array([None], pa.string()), "r": pa.nulls(1)})
    assert wrd._score_batch(batch, "c", "r")["status"].to_pylist() == ["missing"]


def test_no_texts(wrd: WRD) -> None:
    with pytest.raises(TypeError, match="found int64, expected strings"):
        wrd._score_batch(pa.record_batch({"c": [1], "r": ["a"]}), "c", "r")


def test_tables_and_single_batches() -> None:
    table = pa.table({"candidate": ["a cat", "a dog"], "references": ["the cat", "dogs"]})
    with WRD() as wrd:
        expected = wrd.score(["a cat", "a dog"], ["the cat", "dogs"]).columns["wrd"]
        for data in (table, table.to_batches()[0], table.to_reader(), pa.concat_tables([table[:1], table[1:]])):
            scored = pa.Table.from_batches(list(wrd.score_batches(data)))
            assert scored["wrd"].to_pylist() == expected
        assert list(wrd.score_batches(table[:0])) == []
