"""What a score is: the settings of a worker."""

from __future__ import annotations

import difflib
import functools
import inspect
import math
import numbers
import os
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from wordrotator._errors import SettingError
from wordrotator._inputs import labels
from wordrotator._settings import FILES, MEANINGS, OF_RUNS, Settings, Values, taken
from wordrotator._types import NAMING, WRITTEN

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: How the letters of a converter are told from its name or file.
_LETTERS = re.compile(r"none|[A-Z]{1,3}")
#: The letters that are learned from sentences.
_LEARNED = frozenset("RPC")

_Call = TypeVar("_Call", bound=Callable[..., Any])


def documented(function: _Call) -> _Call:
    """Have a function that takes settings say which: to ``help``, to Tab, and where a name is none of them."""
    lines = [
        textwrap.fill(f"{name}: {meaning}", 96, initial_indent="  ", subsequent_indent="      ")
        for name, meaning in MEANINGS.items()
    ]
    said = inspect.cleandoc(function.__doc__ or "")
    function.__doc__ = "\n".join([said, "", "Settings; None is what the purpose or the default says:", "", *lines, ""])
    return forwarding(taken)(function)


def forwarding(*calls: Callable[..., Any]) -> Callable[[_Call], _Call]:
    """Have a function take the keywords of what it calls, and refuse others by TypeError with what may be meant."""
    forwarded = [one for call in calls for one in inspect.signature(call).parameters.values()]

    def forward(function: _Call) -> _Call:
        signature = inspect.signature(function)
        own = [one for one in signature.parameters.values() if one.kind is not one.VAR_KEYWORD]
        there = signature.parameters
        more = [one for one in forwarded if one.kind is one.KEYWORD_ONLY and one.name not in there]
        known = [one.name for one in (*more, *own) if one.name != "self" and one.kind is not one.VAR_POSITIONAL]

        @functools.wraps(function)
        def checked(*args: Any, **keywords: Any) -> Any:
            check_names(keywords, known)
            return function(*args, **keywords)

        checked.__signature__ = signature.replace(parameters=[*own, *more])  # type: ignore[attr-defined]
        return cast("_Call", checked)

    return forward


def check_names(found: Iterable[str], known: Sequence[str] = tuple(MEANINGS)) -> None:
    """Raise TypeError, with the name that may be meant, unless all names are known: those of settings."""
    for name in found:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            remedy = f"did you mean {near[0]}?" if near else f"expected one of: {', '.join(known)}"
            raise TypeError(f"found the unknown setting {name}: {remedy}")


#: The kinds of numbers that annotations name, which NumPy's are, too, and what an error calls them.
_NUMBERS: dict[str, tuple[Any, Any, str]] = {
    "int": (numbers.Integral, int, "a whole number"),
    "float": (numbers.Real, float, "a number"),
}


def _as(kind: str, name: str, value: Any) -> Any:
    """Return the value of a setting whose annotation is ``kind``; numbers are those of Python.

    Raises TypeError for another kind of value, SettingError for a number that is not finite.
    """
    if kind in _NUMBERS:
        accepted, python, expected = _NUMBERS[kind]
        if isinstance(value, bool) or not isinstance(value, accepted):
            raise TypeError(f"{name}: found {value!r}, expected {expected}")
        if not math.isfinite(value):
            raise SettingError(f"{name}: found {value}, expected a finite number")
        return value if isinstance(value, int) else python(value)
    if kind == "str" and name not in FILES and not isinstance(value, str):
        raise TypeError(f"{name}: found {value!r}, expected a string")
    return value


@dataclass(frozen=True, init=False, repr=False)
class Options(Values):
    """Everything that a score depends on besides the texts; the flags of ``wrd score`` of the same names.

    Equal options give comparable scores, and so does an equal ``signature`` of two results.
    """

    @documented
    def __init__(self, **settings: Unpack[Settings]) -> None:
        """Take settings by their names.

        Raises TypeError for names and kinds of values that no setting has. Which values they may have is for ``wrd``
        to say, when it opens them.
        """
        given = taken(**settings)
        for field in fields(self):
            value = given[field.name]
            kind = str(field.type).removesuffix(" | None")
            object.__setattr__(self, field.name, field.default if value is None else _as(kind, field.name, value))
        measures: object = self.measures
        if isinstance(measures, str):
            object.__setattr__(self, "measures", tuple(name.strip() for name in measures.split(",")))
        elif isinstance(measures, Sequence):
            object.__setattr__(self, "measures", tuple(measures))
        elif measures is not None:
            raise TypeError(f"measures: found {type(measures).__name__}, expected names of measures")
        for name in self.measures or ():
            if not isinstance(name, str):
                raise TypeError(f"measures: found {name!r}, expected names of measures")
        for option in FILES:
            value = getattr(self, option)
            if value is not None and not isinstance(value, str | os.PathLike):
                raise TypeError(f"{option}: found {type(value).__name__}, expected a name or a path")
            if value is not None:
                object.__setattr__(self, option, os.fspath(value))
        if not isinstance(self.cache, bool):
            if not isinstance(self.cache, str | os.PathLike) or not os.fspath(self.cache):
                raise TypeError(f"cache: found {self.cache!r}, expected a folder, True or False")
            object.__setattr__(self, "cache", os.fspath(self.cache))
        if not 0 <= self.threads < 1 << 31:
            raise SettingError(f"threads: found {self.threads}, expected 0 or more, below 2**31")

    def __repr__(self) -> str:
        values = ((field, getattr(self, field.name)) for field in fields(self))
        given = (f"{field.name}={value!r}" for field, value in values if value != field.default)
        return f"Options({', '.join(given)})"

    @property
    def auto(self) -> bool:
        """Whether the references decide on the language, because nothing says what it stands for."""
        undecided = self.encoder is None and (self.tokenizer is None or self.vectors is None)
        return undecided and self.language in (None, "auto")

    @property
    def letters(self) -> str | None:
        """The letters of a converter that is to be learned, None if there is none."""
        convert = self.convert or ""
        return convert if _LETTERS.fullmatch(convert) and not _LEARNED.isdisjoint(convert) else None

    def flags(self) -> list[str]:
        """The flags of ``wrd serve`` that no score depends on."""
        flags = [f"--threads={self.threads}"]
        if self.cache:
            flags.append("--cache-scores")
        if isinstance(self.cache, str):
            flags.append(f"--cache-dir={self.cache}")
        return flags

    def settings(self) -> dict[str, Any]:
        """The settings as ``wrd`` has them in JSON, all but those of a converter that is to be learned."""
        said = {field.name: getattr(self, field.name) for field in fields(self) if field.name not in OF_RUNS}
        measures, convert = said.pop("measures"), said.pop("convert")
        said["measure"] = list(measures) if measures is not None else None
        if convert is not None and self.letters is None:
            said["convert" if _LETTERS.fullmatch(convert) else "converter"] = convert
        return {name: value for name, value in said.items() if value is not None}


def asked(how: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keywords that were given as the worker wants them."""
    return {name: _of_json(name, value) for name, value in how.items() if value is not None}


def _of_json(name: str, value: Any) -> Any:
    if name in NAMING:
        return labels(value, name)
    if name in WRITTEN:
        return str(Path(value).absolute())
    return dict(value) if isinstance(value, Mapping) else value
