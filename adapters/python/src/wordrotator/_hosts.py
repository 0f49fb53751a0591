"""What the modules for other programs need of them."""

from __future__ import annotations

import importlib
import importlib.metadata
import re
from typing import Any


def require(name: str, version: str, extra: str | None = None) -> None:
    """Raise ImportError, with the remedy, if a package is not installed, or in a version before ``version``."""
    remedy = f"pip install 'wordrotator[{extra or name}]'"
    try:
        found = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        raise ImportError(f"found no {name}, expected {version} or later: {remedy}", name=name) from None
    if _numbers(found) < _numbers(version):
        raise ImportError(f"found {name} {found}, expected {version} or later: {remedy}", name=name)


def module(name: str, extra: str | None = None) -> Any:
    """Import a package that something needs; ImportError, with the remedy, if it is not installed."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        remedy = f"pip install 'wordrotator[{extra or name}]'"
        raise ModuleNotFoundError(f"found no {name}, expected it: {remedy}", name=name) from None


def _numbers(version: str) -> list[int]:
    """Return the numbers that a version begins with: 2.0.1rc1 is 2, 0, 1."""
    start = re.match(r"\d+(\.\d+)*", version)
    return [int(number) for number in start[0].split(".")] if start else []
