"""Files of the driver that options name, packed there and unpacked by Spark where the tasks run."""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections.abc import Sequence
from pathlib import Path

from pyspark.sql import SparkSession

#: What is part of the program, whatever the current folder holds.
_BUILT_IN = ("distilled-en", "context-en", "context-en-large", "context-multi")


def staging(spark: SparkSession) -> Path:
    """Return the folder for what Spark is to bring to the executors; Spark removes it, also when Python is killed."""
    folder = Path(spark.sparkContext._temp_dir, "wordrotator")
    folder.mkdir(exist_ok=True)
    return folder


def bring(spark: SparkSession, value: str) -> str | None:
    """Have Spark bring the files of an option to the executors, and return where ``SparkFiles.get`` finds them there.

    ``value`` may be a file, a file in a zip archive ("archive.zip:member") or the folder of a model. Returns None if it
    is neither, but a name. The place is another one if a file has changed, so that no executor takes it for the old.
    """
    path, member = _split(value)
    if path is None or value in _BUILT_IN:
        return None
    files = _files(path)
    state = [(str(file), stat.st_size, stat.st_mtime_ns) for file in files for stat in [file.stat()]]
    archive = staging(spark) / (hashlib.sha256(repr(state).encode()).hexdigest()[:16] + ".zip")
    # A signature has the name of the file, or that of its folder, and so both are kept.
    root = path.parent.parent
    if not archive.exists():
        partial = archive.with_suffix(".partial")
        with zipfile.ZipFile(partial, "w", strict_timestamps=False) as packed:
            for file in files:
                packed.write(file, file.relative_to(root))
        partial.replace(archive)
    spark.sparkContext.addArchive(str(archive))
    return f"{archive.name}/{path.relative_to(root).as_posix()}{member}"


def _split(value: str) -> tuple[Path | None, str]:
    """Return the file or folder that an option names, None if there is none, and what of an archive it names."""
    end = len(value)
    while end > 0:
        path = Path(os.path.abspath(value[:end]))  # noqa: PTH100  (not resolved: the names of links are kept)
        if path.is_file() or (path.is_dir() and end == len(value)):
            return path, value[end:]
        end = value.rfind(":", 0, end)
    return None, ""


def _files(path: Path) -> Sequence[Path]:
    """Return what belongs to a file or folder: where words lie in a second file, wrd looks for that next to it."""
    if path.is_dir():
        folders = (path, path / "0_StaticEmbedding")
        patterns = ("*.json", "*.txt", "model.safetensors")
        return sorted(file for folder in folders for pattern in patterns for file in folder.glob(pattern))
    bare = path.name.removesuffix(".gz").removesuffix(".npy")
    beside = (path.with_name("tokenizer.json"), path.with_name(f"{bare}.words"))
    return [path, *(file for file in beside if file.is_file())]
