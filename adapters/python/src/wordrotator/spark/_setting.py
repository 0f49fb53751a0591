"""What a score is, checked where the job starts and carried to where it runs."""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pyspark import SparkFiles
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import ArrayType, DataType, StringType, StructField

from wordrotator import _binary
from wordrotator._arrow import check_columns_read
from wordrotator._errors import WRDError
from wordrotator._metric import WRD, shared
from wordrotator._options import Options
from wordrotator._settings import FILES, Settings
from wordrotator.spark._files import bring, staging

#: The keys of the signature and of the settings in the metadata of a column.
SIGNATURE = "wrd.signature"
SETTINGS = "wrd.settings"

#: The name under which Spark brings the program to the executors.
_PROGRAM = "wrd"


@dataclass(frozen=True)
class Setting:
    """Options that a worker on the driver has accepted."""

    options: Options
    #: Which of the options are names of files that Spark has brought.
    files: tuple[str, ...]
    #: Of scores against one reference, and against numbers of references that are not known.
    signature: str
    several: str
    #: The settings that these are short for, in JSON.
    settings: str
    #: The names of the columns of a score.
    columns: tuple[str, ...]

    @classmethod
    def of(
        cls, spark: SparkSession, settings: Settings, references: str | None = "references", source: str | None = None
    ) -> Setting:
        """Start a worker with settings, and have Spark distribute the files that they name.

        Raises what ``WRD`` does for options that are wrong, and ValueError for letters of a converter, for the language
        auto, and unless the columns that are named, of references and of sources, are those that measures read.
        """
        options = options_of(settings)
        if options.language == "auto":
            raise ValueError(
                "language: found auto, expected a code such as de or ja: the rows of a DataFrame have no order, and so "
                "no first references"
            )
        if options.letters is not None:
            raise ValueError(
                f"convert: found the letters {options.letters}, which learn from the references of one call, "
                "expected a saved converter: a name, or a file such as fit_converter writes"
            )
        with WRD(options) as wrd:
            hello, several = wrd.hello(), wrd.worker().signature(0, 0)
            check_columns_read(hello, references, source)
        files = []
        for name in FILES:
            value = getattr(options, name)
            place = bring(spark, str(value)) if value is not None else None
            if place is not None:
                changed: dict[str, Any] = {name: place}
                options = replace(options, **changed)
                files.append(name)
        columns = tuple(column["name"] for column in hello.columns)
        return cls(options, tuple(files), hello.signature, several, json.dumps(hello.settings), columns)

    def metric(self) -> WRD:
        """Return the metric of this process, an executor's, for these options; it is kept for the next task.

        Raises WRDError if the program here is not the one that the driver asked.
        """
        metric = shared(self.here())
        found = metric.hello().signature
        if found != self.signature:
            raise WRDError(
                f"found a worker with the signature {found} on an executor, expected that of the driver, "
                f"{self.signature}: the versions of wrd or the files of vectors differ"
            )
        return metric

    def here(self) -> Options:
        """Return the options with the places of files on this executor, and have the program found that is here."""
        program = Path(SparkFiles.get(_PROGRAM))
        if not os.environ.get(_binary.VARIABLE) and program.is_file():
            os.environ[_binary.VARIABLE] = str(program)
        places: dict[str, Any] = {name: SparkFiles.get(getattr(self.options, name)) for name in self.files}
        return replace(self.options, **places)

    def field(self, name: str, kind: DataType, signature: str | None = None) -> StructField:
        """Return a column that carries the signature."""
        return StructField(name, kind, True, {SIGNATURE: signature or self.signature, SETTINGS: self.settings})


def check_language(metric: WRD, references: Iterable[str]) -> None:
    """Raise ValueError for references that surely are not English, unless a setting says what they are."""
    language, notice = metric._language_of(references)
    if language != "en":
        raise ValueError(
            f'{notice}; name it, as language="{language}" does, or "en" for texts that are mixed: the rows of a '
            "DataFrame have no order, and so no first references that could decide"
        )


def options_of(settings: Settings) -> Options:
    """Return options with one thread, unless they say another number: a task of Spark has one core."""
    one: Settings = {"threads": 1, **settings}
    return Options(**one)


def distribute(spark: SparkSession) -> None:
    """Bring this package and the program ``wrd`` to the executors, where neither need be installed.

    The program must be one for the system of the executors; an executor with a ``WRD_BINARY`` in its environment uses
    that one.
    """
    archive, program = staging(spark) / "wordrotator.zip", staging(spark) / _PROGRAM
    if not archive.exists():
        package = Path(__file__).parents[1]
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as packed:
            for path in sorted(package.rglob("*.py")):
                packed.write(path, path.relative_to(package.parent))
    if not program.exists():
        shutil.copy(_binary.find(), program)
    spark.sparkContext.addPyFile(str(archive))
    # Spark gives what it brings the right to be run.
    spark.sparkContext.addFile(str(program))


def signature(df: DataFrame) -> str | None:
    """Return the signature of the scores in a data frame, None if there are none.

    It is metadata of the columns, which Parquet keeps.
    """
    for field in df.schema.fields:
        if SIGNATURE in field.metadata:
            found: str = field.metadata[SIGNATURE]
            return found
    return None


def check_columns(df: DataFrame, texts: Sequence[str], lists: Sequence[str], either: Sequence[str] = ()) -> None:
    """Raise unless the columns of a data frame are texts, lists of texts, or either.

    Raises KeyError for a column that is not there, TypeError for one of another type, ValueError for a name that two
    columns have.
    """
    names = df.columns
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"found two columns {name}, expected one: rename it")
    for name in (*texts, *lists, *either):
        if name not in names:
            raise KeyError(f"found no column {name}, expected one of: {', '.join(names)}")
        kind = df.schema[name].dataType
        text = isinstance(kind, StringType) and name not in lists
        several = isinstance(kind, ArrayType) and isinstance(kind.elementType, StringType) and name not in texts
        if not text and not several:
            wanted = "string" if name in texts else "array<string>" if name in lists else "string or array<string>"
            raise TypeError(f"column {name}: found {kind.simpleString()}, expected {wanted}")


def check_new(df: DataFrame, fields: Sequence[StructField]) -> None:
    """Raise ValueError if a data frame has a column of a name that is added, as Spark tells names apart."""
    exact = df.sparkSession.conf.get("spark.sql.caseSensitive") == "true"
    there = {name if exact else name.lower(): name for name in df.columns}
    for field in fields:
        if field.name in there:
            raise ValueError(
                f"found a column {there[field.name]}, which the scores would have, expected none: rename it"
            )
