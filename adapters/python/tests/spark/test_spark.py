"""Scores on a cluster of Spark: two executors in JVMs of their own, to which the package and wrd are brought.

WRD_SPARK_PAIRS says how many pairs are scored, 20,000 by default. Without pyspark or Java all of it is skipped.
"""

import json
import math
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import warnings
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import wordrotator

pyspark = pytest.importorskip("pyspark")
pytest.importorskip("pyarrow")
np = pytest.importorskip("numpy")
if shutil.which("java") is None:
    pytest.skip("could not find java", allow_module_level=True)

from pyspark.sql import SparkSession  # noqa: E402
from pyspark.sql import functions as F  # noqa: E402

from wordrotator.spark import (  # noqa: E402
    choose_dataframe,
    corpus_means,
    distribute,
    fit_converter,
    matrix_dataframe,
    score_dataframe,
    signature,
)
from wordrotator.spark.__main__ import main  # noqa: E402
from wordrotator.spark._means import said_of, status_counts  # noqa: E402

# Spark's own sockets and threads.
pytestmark = pytest.mark.filterwarnings("ignore")

PAIRS = int(os.environ.get("WRD_SPARK_PAIRS", "20000"))
REPOSITORY = Path(__file__).parents[4]


@pytest.fixture(scope="module")
def spark(program: str) -> Iterator[SparkSession]:
    home = Path(pyspark.__file__).parent
    os.environ.update(SPARK_HOME=str(home), PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
    # What the executors have, they are sent.
    kept = {name: os.environ.pop(name, None) for name in ("WRD_BINARY", "PYTHONPATH")}
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "500")
        .config("spark.task.maxFailures", "4")
        .getOrCreate()
    )
    os.environ.update({name: value for name, value in kept.items() if value is not None})
    session.sparkContext.setLogLevel("ERROR")
    distribute(session)
    yield session
    session.stop()


def test_distributed_files_go_with_spark(spark: SparkSession) -> None:
    """They lie in the folder that Spark removes, however it ends."""
    folder = Path(spark.sparkContext._temp_dir)
    assert {"wordrotator.zip", "wrd"} <= {path.name for path in folder.rglob("*")}


@pytest.fixture(scope="module")
def pairs() -> list[tuple[int, str, str]]:
    words = sorted(
        {word for path in (REPOSITORY / "testdata" / "mt").glob("*.txt") for word in path.read_text().split()}
    )
    rng = random.Random(16)

    def text() -> str:
        return " ".join(rng.choices(words, k=rng.randint(1, 25)))

    return [(i, text(), text()) for i in range(PAIRS)]


@pytest.fixture(scope="module")
def alone(pairs: list[tuple[int, str, str]], program: str, tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """The same pairs by wrd score: what it says of each."""
    folder = tmp_path_factory.mktemp("alone")
    for name, column in (("c", 1), ("r", 2)):
        (folder / name).write_text("".join(row[column] + "\n" for row in pairs), encoding="utf-8")
    command = [program, "score", "-c", str(folder / "c"), "-r", str(folder / "r"), "--format", "jsonl"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout.splitlines()
    segments = [found for line in lines if "status" in (found := json.loads(line))]
    assert len(segments) == len(pairs)
    return segments


@pytest.fixture(scope="module")
def stored(spark: SparkSession, pairs: list[tuple[int, str, str]], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The pairs as Parquet."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = tmp_path_factory.mktemp("stored") / "pairs.parquet"
    columns = dict(zip(("id", "candidate", "references"), map(list, zip(*pairs, strict=True)), strict=True))
    pq.write_table(pa.table(columns), path)
    return str(path)


def scores(rows: list[Any]) -> list[tuple[float, str]]:
    """The scores of rows in the order of their ids, of which each must be there once."""
    rows = sorted(rows, key=lambda row: row["id"])
    assert [row["id"] for row in rows] == list(range(PAIRS))
    return [(row["wrd_similarity"], row["status"]) for row in rows]


def said(segments: list[Any]) -> list[tuple[float, str]]:
    return [(segment["wrd_similarity"], segment["status"]) for segment in segments]


def test_rows(spark: SparkSession, stored: str, alone: list[Any], tmp_path: Path) -> None:
    """Every row as wrd score has it; its other columns, and the signature in the files."""
    df = spark.read.parquet(stored).repartition(7).withColumn("kept", F.col("id") % 3)
    scored = score_dataframe(df)
    for _ in range(2):
        scored.write.mode("overwrite").parquet(str(tmp_path / "out"))
    written = spark.read.parquet(str(tmp_path / "out"))
    rows = written.collect()
    assert scores(rows) == said(alone)
    assert all(row["kept"] == row["id"] % 3 for row in rows)
    with wordrotator.WRD() as wrd:
        assert signature(written) == wrd.hello().signature


def killing(scored: Any, victim: str, marker: Path) -> Any:
    """Kill, in the middle of the first task that comes to it, one of the processes that score for it."""

    def kill(batches: Iterator[Any]) -> Iterator[Any]:
        def parent(pid: int) -> int:
            return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])

        executor = parent(os.getppid())
        for batch in batches:
            yield batch
            if marker.exists():
                continue
            for entry in Path("/proc").iterdir():
                if not entry.name.isdigit():
                    continue
                try:
                    command = (entry / "cmdline").read_bytes().split(b"\0")
                    wrd = int(entry.name)
                    worker = parent(wrd)
                    if command[1:2] != [b"serve"] or parent(parent(worker)) != executor:
                        continue
                except (OSError, ValueError):
                    continue
                try:
                    marker.touch(exist_ok=False)
                except FileExistsError:
                    break
                os.kill({"wrd": wrd, "Python worker": worker, "executor": executor}[victim], signal.SIGKILL)
                break

    return scored.mapInArrow(kill, scored.schema)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")
@pytest.mark.parametrize("victim", ["wrd", "Python worker", "executor"])
def test_killed(spark: SparkSession, stored: str, alone: list[Any], tmp_path: Path, victim: str) -> None:
    """kill -9 of a process in the middle: every row once, and as it was."""
    scored = score_dataframe(spark.read.parquet(stored).repartition(4))
    killing(scored, victim, tmp_path / "killed").write.parquet(str(tmp_path / "out"))
    assert (tmp_path / "killed").exists()
    assert scores(spark.read.parquet(str(tmp_path / "out")).collect()) == said(alone)


def test_poison(spark: SparkSession, tmp_path: Path) -> None:
    """60 MB of text in one row: that row has no score, the others have theirs."""
    poison = F.when(F.col("id") == 500, F.repeat(F.lit("word "), 12_000_000)).otherwise(F.lit("a cat"))
    df = spark.range(0, 1000, 1, 4).withColumn("candidate", poison).withColumn("references", F.lit("the cat"))
    score_dataframe(df).drop("candidate").write.parquet(str(tmp_path / "out"))
    written = spark.read.parquet(str(tmp_path / "out"))
    assert written.filter("status = 'ok' and wrd is not null").count() == 999
    (row,) = written.filter("status != 'ok'").collect()
    assert (row["id"], row["status"], row["wrd"]) == (500, "too_long", None)


def test_sources(spark: SparkSession) -> None:
    """Sources alone, and beside references."""
    encoder = REPOSITORY / "metric" / "encoder" / "testdata" / "xlm-roberta"
    candidates, sources, references = ["the cat sat", "a dog"], ["die Katze saß", "ein Hund"], ["a cat sat", "the dog"]
    rows = list(zip(range(2), candidates, sources, references, strict=True))
    df = spark.createDataFrame([*rows, (2, "a", None, "b")], "id long, candidate string, source string, ref string")
    estimated: dict[str, Any] = {"purpose": "estimation", "encoder": str(encoder)}
    both: dict[str, Any] = {**estimated, "measures": "wrd,wrd_source"}
    alone = score_dataframe(df, source="source", **estimated)
    beside = score_dataframe(df, references="ref", source="source", **both)
    for scored, wanted in (
        (alone, wordrotator.score(candidates, sources=sources, **estimated)),
        (beside, wordrotator.score(candidates, references, sources=sources, **both)),
    ):
        found = scored.orderBy("id").collect()
        assert [row["status"] for row in found] == ["ok", "ok", "missing"]
        for name, values in wanted.columns.items():
            assert [row[name] for row in found] == [*values, None], name
    assert "wrd" not in alone.columns
    assert "|refs:1|src:1|" in (signature(beside) or "")
    assert score_dataframe(df, references="ref", source="source", **estimated).columns == alone.columns


def test_missing_and_lists(spark: SparkSession) -> None:
    rows = [
        (0, "a cat", ["the cat", "a cat"]),
        (1, None, ["a"]),
        (2, "a", None),
        (3, "a", []),
        (4, "a", [None]),
        (5, "", ["a"]),
    ]
    df = spark.createDataFrame(rows, "id long, candidate string, references array<string>")
    scored = score_dataframe(df, measures="bertscore,wrd")
    found = {row["id"]: row for row in scored.collect()}
    assert [found[i]["status"] for i in range(6)] == ["ok", *["missing"] * 4, "empty_candidate"]
    assert found[0]["wrd_similarity"] == pytest.approx(1)
    assert [name for name in scored.columns if name.startswith("bertscore")] == [
        "bertscore_p",
        "bertscore_r",
        "bertscore_f1",
    ]
    assert "|refs:*|" in str(signature(scored))


def test_files(spark: SparkSession, tmp_path: Path) -> None:
    """Files and folders of the driver are brought to the executors, as they are when the data frame is made."""
    df = spark.createDataFrame([("cat", "dog")], "candidate string, references string")

    def similarity(**options: Any) -> float:
        (row,) = score_dataframe(df, **options).collect()
        return float(row["wrd_similarity"])

    vectors = tmp_path / "own.vec"
    vectors.write_text("2 2\ncat 1 0\ndog 0.6 0.8\n")
    assert similarity(vectors=str(vectors), oov="skip") == pytest.approx(0.6)
    vectors.write_text("2 2\ncat 1 0\ndog 0.8 0.60\n")
    assert similarity(vectors=str(vectors), oov="skip") == pytest.approx(0.8)
    (tmp_path / "other").mkdir()
    with zipfile.ZipFile(tmp_path / "other" / "own.vec", "w") as archive:
        archive.writestr("a/x.vec", "2 2\ncat 1 0\ndog 0 1\n")
        archive.writestr("b/x.vec", "2 2\ncat 1 0\ndog 1 0\n")
    assert similarity(vectors=str(tmp_path / "other" / "own.vec:b/x.vec"), oov="skip") == pytest.approx(1)
    np.save(tmp_path / "array.npy", np.array([[3, 4], [4, 3]], np.float32))
    (tmp_path / "array.words").write_text("cat\ndog\n")
    assert similarity(vectors=str(tmp_path / "array.npy"), oov="skip") == pytest.approx(0.96)
    folder = shutil.copytree(REPOSITORY / "metric" / "encoder" / "context-en", tmp_path / "encoder")
    with wordrotator.WRD(encoder=str(folder)) as wrd:
        assert similarity(encoder=str(folder)) == wrd.similarity("cat", "dog")


def test_kept(spark: SparkSession) -> None:
    """Columns of all kinds come back as they were."""
    df = spark.sql("""
        select "a cat" as candidate, "the cat" as references, 1Y as byte, cast(null as string) as none,
            X"00FF" as bytes, 12345.678901bd as amount, date"2024-02-29" as day,
            timestamp"2024-02-29 12:00:00.123456" as moment, timestamp_ntz"1900-01-01 00:00:00" as local,
            interval "1 02:03:04" day to second as span, map("x", 1, "y", null) as counts,
            named_struct("a", array(named_struct("b", "c"), null)) as nested
    """)
    (row,), (scored,) = df.collect(), score_dataframe(df).collect()
    assert scored["status"] == "ok"
    assert {name: scored[name] for name in df.columns} == row.asDict()


def test_distribute(spark: SparkSession) -> None:
    """A cell of a notebook may run twice."""
    distribute(spark)


def test_language(spark: SparkSession) -> None:
    """Texts that surely are not English are no English scores, but an error, unless a language is named."""
    rows = spark.createDataFrame(
        [("雨だ", "雨が降った"), ("猫は好き", "猫が好きです")], "candidate string, references string"
    )
    groups = rows.select(F.array("candidate").alias("candidates"), F.array("references").alias("references"))
    for scored in (score_dataframe(rows), matrix_dataframe(groups), choose_dataframe(groups)):
        with pytest.raises(
            Exception, match=r"most letters of the references are Japanese: language ja, .*; name it, as language=.ja."
        ):
            scored.collect()
    with pytest.raises(ValueError, match="language: found auto, expected a code such as de or ja"):
        score_dataframe(rows, language="auto")
    found = [row["wrd_similarity"] for row in score_dataframe(rows, language="ja").collect()]
    assert found == list(wordrotator.score(["雨だ", "猫は好き"], ["雨が降った", "猫が好きです"], language="ja").scores)


def test_refusals(spark: SparkSession) -> None:
    """What is wrong is said before a task starts."""
    df = spark.createDataFrame([("a", "b", 1)], "candidate string, references string, status int")
    with pytest.raises(ValueError, match="found a column status"):
        score_dataframe(df)
    df = df.drop("status")
    with pytest.raises(ValueError, match="found a column WRD"):
        score_dataframe(df.withColumn("WRD", F.lit(1)))
    with pytest.raises(KeyError, match="found no column text"):
        score_dataframe(df, "text")
    with pytest.raises(TypeError, match=r"found array<string>, expected string"):
        score_dataframe(df.withColumn("candidate", F.array("candidate")))
    with pytest.raises(wordrotator.SettingError, match="nosuch"):
        score_dataframe(df, measures="nosuch")
    with pytest.raises(TypeError, match=r"found the unknown setting purpse: did you mean purpose"):
        score_dataframe(df, purpse="summary")  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="found the letters AWR"):
        score_dataframe(df, convert="AWR")
    with pytest.raises(ValueError, match="found no column of scores"):
        corpus_means(df, "candidate")
    with pytest.raises(TypeError, match="column references: found string, expected numbers"):
        corpus_means(df, "candidate", ["references"])
    with pytest.raises(ValueError, match=r"found the confidence 95, expected one in \(0, 1\)"):
        corpus_means(df.withColumn("x", F.lit(1)), "candidate", ["x"], confidence=95)
    with pytest.raises(FileNotFoundError, match="nosuch"):
        fit_converter(df, "AWR", "nosuch/awr.fit")


def test_groups(spark: SparkSession) -> None:
    lists = [["a cat", "the cat", None, "a dog sat"], [], None]
    df = spark.createDataFrame(
        [(i, texts, ["the cat sat"]) for i, texts in enumerate(lists)],
        "id long, candidates array<string>, references array<string>",
    )
    texts = ["a cat", "the cat", "a dog sat"]
    with wordrotator.WRD() as wrd:
        choice, other = wrd.mbr(texts), wrd.mbr(texts, ["the cat sat"])
        matrix = wrd.matrix(texts, ["the cat sat"]).columns["wrd"]
    chosen = choose_dataframe(df)
    rows = {row["id"]: row for row in chosen.collect()}
    assert (rows[0]["text"], rows[0]["utility"]) == (choice.text, choice.utility)
    assert [u for u in rows[0]["utilities"] if u is not None] == list(choice.utilities or ())
    assert [rows[i]["status"] for i in range(3)] == ["ok", "missing", "missing"]
    assert signature(chosen) == choice.signature
    rows = {row["id"]: row for row in choose_dataframe(df, references="references", best_only=True).collect()}
    assert (rows[0]["best"], rows[0]["text"], rows[0]["utility"]) == (3, other.text, other.utility)
    rows = {row["id"]: row for row in matrix_dataframe(df).collect()}
    assert [row for row in rows[0]["wrd"] if row != [None]] == matrix
    flat = spark.createDataFrame([(7, text) for text in texts], "segment long, text string").repartition(3)
    (row,) = choose_dataframe(flat.withColumnRenamed("text", "candidate"), "candidate", by="segment").collect()
    assert (row["segment"], row["text"], row["utility"]) == (7, choice.text, pytest.approx(choice.utility, abs=1e-12))


def test_means(spark: SparkSession, pairs: list[tuple[int, str, str]], alone: list[Any]) -> None:
    """They are those of wrd compare, by document and by segment; nothing depends on how the rows are cut."""
    n = min(PAIRS, 4000)
    rows = [(i, "ab"[i % 2], i // 2, f"d{i // 2 % 61 % 37}", float(alone[i]["wrd_similarity"])) for i in range(n)]
    df = spark.createDataFrame(rows, "id long, system string, segment long, doc string, score double")
    scores = {system: [row[4] for row in rows if row[1] == system] for system in "ab"}
    for key, place in (("doc", 3), ("segment", 2)):
        found = corpus_means(df, key, ["score"], system="system")
        assert found == corpus_means(df.repartition(7, "id"), key, ["score"], system="system")
        _as_compared(found, scores, [str(row[place]) for row in rows if row[1] == "a"])
    # A unit alone has no interval, and systems without scores have no mean.
    one = spark.createDataFrame(
        [(1, "a", 0.5), (1, "b", 0.25), (2, "c", None), (2, "c", math.nan)], "segment long, name string, x double"
    )
    few = corpus_means(one, "segment", ["x"], system="name")
    assert set(few) == {"a", "b"}
    assert repr(few["a"]) == "{'x': Mean(0.5000, rows=1, units=1)}"
    assert (few["a"]["x"].mean, few["a"]["x"].low, few["a"]["x"].high, few["a"]["x"].units) == (0.5, None, None, 1)
    assert few["a"]["x"].difference(few["b"]["x"]) == (0.25, None, None)
    assert few["a"]["x"].difference(few["b"]["x"], lower_is_better=True) == (-0.25, None, None)
    for name in ("wrd", "wmd", "TER"):  # lower is better: b is
        far = corpus_means(one.withColumnRenamed("x", name), "segment", [name], system="name")
        assert far["a"][name].difference(far["b"][name]) == (-0.25, None, None)
        assert far["b"][name].difference(far["a"][name]) == (0.25, None, None)
    more = corpus_means(one.union(spark.createDataFrame([(2, "b", 0.0)], one.schema)), "segment", ["x"], system="name")
    with pytest.raises(ValueError, match="key 2: found 0 rows with a value of the one system and 1 of the other"):
        more["a"]["x"].difference(more["b"]["x"])
    with pytest.raises(ValueError, match="column segment: found a row without a value"):
        corpus_means(one.union(spark.createDataFrame([(None, "b", 0.0)], one.schema)), "segment", ["x"])
    with pytest.raises(ValueError, match="column x: found the value 1e\\+20, expected scores"):
        corpus_means(one.union(spark.createDataFrame([(3, "b", 1e20)], one.schema)), "segment", ["x"])


def test_means_of_many_documents(spark: SparkSession) -> None:
    """Of too many to tell apart, the same are taken together as wrd takes."""
    n, rng = 70_000, np.random.default_rng(5)
    rows = [(f"é{i}", system, float(x)) for system in "ab" for i, x in enumerate(rng.exponential(size=n))]
    found = corpus_means(spark.createDataFrame(rows, "doc string, system string, x double"), "doc", system="system",
                         columns=["x"])  # fmt: skip
    assert found["a"]["x"].units < 1 << 16
    scores = {system: [row[2] for row in rows if row[1] == system] for system in "ab"}
    _as_compared({k: {"score": v["x"]} for k, v in found.items()}, scores, [row[0] for row in rows[:n]])


def _as_compared(found: Any, scores: dict[str, list[float]], documents: list[str]) -> None:
    params = {"scores": scores, "documents": documents, "samples": 1, "name": "x", "baseline": "b"}
    with wordrotator.WRD() as wrd:
        (said,) = wrd.worker().call("compare", params)["measures"]
    bounds = [found[system]["score"] for system in "ba"]
    for mean, want in zip(bounds, said["systems"], strict=True):
        assert (mean.mean, mean.low, mean.high) == pytest.approx(
            (want["mean"], want["ci_low"], want["ci_high"]), rel=0, abs=1e-12
        )
    (pair,) = said["pairs"]
    assert (bounds[0].units, bounds[0].rows) == (pair["units"], pair["segments"])
    assert bounds[1].difference(bounds[0]) == pytest.approx(
        (pair["difference"], pair["ci_low"], pair["ci_high"]), rel=0, abs=1e-12
    )


@pytest.mark.parametrize(
    ("letters", "settings", "count"), [("AWR", {}, 2000), ("ZR", {"encoder": "context-en", "layer": 1}, 300)]
)
def test_converter(
    spark: SparkSession,
    pairs: list[tuple[int, str, str]],
    tmp_path: Path,
    program: str,
    letters: str,
    settings: dict[str, Any],
    count: int,
) -> None:
    """A converter learned on the cluster is that of one machine, and scores as it does."""
    some = [row[2] for row in pairs[:count]]
    (tmp_path / "sentences.txt").write_text("".join(text + "\n" for text in some), encoding="utf-8")
    fit = [program, "convert", "fit", f"--letters={letters}", f"--sentences={tmp_path / 'sentences.txt'}"]
    flags = [f"--{name}={value}" for name, value in settings.items()]
    subprocess.run([*fit, *flags, "-o", str(tmp_path / "alone.fit")], check=True, capture_output=True)
    df = spark.createDataFrame([(text, text[::2]) for text in some], "references string, candidate string")
    fit_converter(df.repartition(5), letters, tmp_path / "cluster.fit", **settings)
    known = []
    for name in ("alone", "cluster"):
        command = [program, "convert", "info", "--format=json", str(tmp_path / f"{name}.fit")]
        known.append(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
    assert (known[1]["sentences"], known[1]["tokens"]) == (known[0]["sentences"], known[0]["tokens"])
    assert known[1]["common"]["variances"] == pytest.approx(known[0]["common"]["variances"], abs=1e-9)
    rows = score_dataframe(df.limit(50), convert=str(tmp_path / "cluster.fit"), **settings).collect()
    with wordrotator.WRD(convert=str(tmp_path / "alone.fit"), **settings) as wrd:
        found = wrd.score([row["candidate"] for row in rows], [row["references"] for row in rows])
    assert [row["wrd_similarity"] for row in rows] == pytest.approx(list(found.scores), abs=1e-9)
    with pytest.raises(wordrotator.SettingError, match="learns nothing from sentences"):
        fit_converter(df, "AW", tmp_path / "none.fit")


def test_texts_that_cannot_be_read(spark: SparkSession, recwarn: pytest.WarningsRecorder) -> None:
    """The driver says so, of all partitions together and once."""
    rows = [(i, "a cat sat", "the cat sat") if i % 25 else (i, "猫が好き", "犬が好き") for i in range(100)]
    df = spark.createDataFrame([*rows, (100, None, "a")], "id int, candidate string, references string")
    scored = score_dataframe(df.repartition(3)).cache()
    warnings.simplefilter("always")
    corpus_means(scored, "id")
    (found,) = (str(w.message) for w in recwarn if w.category is UserWarning)
    assert found.startswith("4.0 % of the candidates and 4.0 % of the references have no words")
    counts, read = status_counts(scored)
    assert counts == {"missing": 1, "no_words_candidate": 4, "ok": 96}
    assert said_of(read) == [found]
    recwarn.clear()
    corpus_means(scored.where("status = 'ok'"), "id")
    corpus_means(scored.drop("candidate_tokens"), "id")  # nothing is known of the texts
    assert not [w for w in recwarn if w.category is UserWarning]


def test_page(spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of docs/scale.md run as they stand there, but for the bucket."""
    monkeypatch.chdir(tmp_path)
    page = (REPOSITORY / "docs" / "scale.md").read_text(encoding="utf-8").replace("s3a://bucket", str(tmp_path))
    first, *others = [block for block in re.findall(r"```py\n(.*?)```", page, re.DOTALL) if "import ray" not in block]
    rows = [(i // 2, "ab"[i % 2], f"{i} cats", f"{i % 3} dogs and a cat") for i in range(40)]
    df = spark.createDataFrame(rows, "segment int, system string, candidate string, references string")
    df.write.parquet(str(tmp_path / "pairs"))
    names: dict[str, Any] = {"spark": spark}
    exec(first, names)
    assert 0 < spark.read.parquet(str(tmp_path / "good")).count() < 40
    lists = df.withColumn("candidates", F.array("candidate")).withColumn("references", F.array("references"))
    assert len(others) == 3
    for block in others:
        exec(block, {**names, "df": lists if "matrix_dataframe" in block else df})
    assert Path("awr.fit").exists()


def test_program_refuses(spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """What is wrong ends the program with status 2 and a line, before a task starts, and the input stays."""
    monkeypatch.setattr(SparkSession, "stop", lambda _: None)
    spark.range(10).selectExpr("id", "'a' as candidate", "'b' as references").write.parquet(str(tmp_path / "a b"))
    (tmp_path / "link").symlink_to(tmp_path / "a b")
    place = str(tmp_path / "a b")
    for arguments, said in [
        ([place, place], "PATH_ALREADY_EXISTS.*--overwrite replaces it"),
        ([place, place, "--overwrite"], "found file:.*, which is input"),
        ([place, str(tmp_path / "link"), "--overwrite"], "found file:.*, which is input"),
        ([place, str(tmp_path), "--overwrite"], "found file:.*, which is input"),
        ([str(tmp_path / "none"), str(tmp_path / "out")], "PATH_NOT_FOUND"),
        ([place, str(tmp_path / "out"), "--key=none"], "found no column none"),
        ([place, str(tmp_path / "out"), "--oov=none"], "oov: found"),
    ]:
        assert main([*arguments, "--quiet"]) == 2
        assert re.search(f"^wrd-spark: .*{said}", capsys.readouterr().err, re.MULTILINE)
    with pytest.raises(SystemExit):
        main([place, str(tmp_path / "out"), "--system=id"])
    assert spark.read.parquet(place).count() == 10
    assert not (tmp_path / "out").exists()


def test_program(
    spark: SparkSession, stored: str, alone: list[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The program, which ends Spark; after that no worker is left. It must be the last test."""
    arguments = [stored, str(tmp_path / "out"), "--key=id", "--quiet", "--measures=wrd"]
    work = str(Path(os.environ["SPARK_HOME"]) / "work")
    import pyarrow.parquet as pq

    assert main(arguments) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["rows"], report["status"]) == (PAIRS, {"ok": PAIRS})
    mean = math.fsum(segment["wrd"] for segment in alone) / PAIRS
    assert {m["column"]: m["mean"] for m in report["means"]}["wrd"] == pytest.approx(mean, abs=1e-9)
    assert scores(pq.read_table(tmp_path / "out").to_pylist()) == said(alone)
    if not sys.platform.startswith("linux"):
        return
    for _ in range(50):
        left = []
        for entry in Path("/proc").iterdir():
            try:
                command = (entry / "cmdline").read_bytes().decode().split("\0")
            except OSError:
                continue
            if command[0].startswith(work) and command[1:2] == ["serve"]:
                left.append(entry.name)
        if not left:
            return
        time.sleep(0.2)
    raise AssertionError(f"found workers without a parent: {left}")
