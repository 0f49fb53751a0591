"""What a score is: the settings of a worker."""

from __future__ import annotations

import difflib
import inspect
import math
import numbers
import os
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar

from wordrotator._errors import SettingError
from wordrotator._inputs import Names, labels
from wordrotator._settings import FILES, MEANINGS, OF_RUNS, Settings, Values

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: How the letters of a converter are told from its name or file.
_LETTERS = re.compile(r"none|[A-Z]{1,3}")
#: The letters that are learned from sentences.
_LEARNED = frozenset("RPC")

_Documented = TypeVar("_Documented", bound=Callable[..., Any])


def documented(function: _Documented) -> _Documented:
    """Add all settings with their meaning to what ``help`` says of a function that takes them."""
    lines = [
        textwrap.fill(f"{name}: {meaning}", 96, initial_indent="  ", subsequent_indent="      ")
        for name, meaning in MEANINGS.items()
    ]
    said = inspect.cleandoc(function.__doc__ or "")
    function.__doc__ = "\n".join([said, "", "Settings; None is what the purpose or the default says:", "", *lines, ""])
    return function


def check_names(found: Iterable[str], *more: str) -> None:
    """Raise TypeError, with the name that may be meant, unless all names are those of settings or of ``more``."""
    _refuse_unknown(found, [*MEANINGS, *more])


def check_files(found: Iterable[str]) -> None:
    """Raise TypeError, with the name that may be meant, unless all names are those of files that results hold."""
    _refuse_unknown(found, ["vectors", "words", "frequencies", "converter", "encoder"])


def _refuse_unknown(found: Iterable[str], known: Sequence[str]) -> None:
    for name in found:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            remedy = f"did you mean {near[0]}?" if near else f"expected one of: {', '.join(known)}"
            raise TypeError(f"found the unknown setting {name}: {remedy}")


def split(found: Mapping[str, Any], *kinds: type) -> list[dict[str, Any]]:
    """Return the settings of scores among keyword arguments, and after them the arguments of each kind.

    Raises TypeError, with the name that may be meant, for a name that nothing has.
    """
    check_names(found, *(name for kind in kinds for name in kind.__annotations__))
    rest = dict(found)
    return [rest, *[{name: rest.pop(name) for name in kind.__annotations__ if name in rest} for kind in kinds]]


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
        check_names(settings)
        for field in fields(self):
            value = settings.get(field.name)
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
        if self.threads < 0:
            raise SettingError(f"threads: found {self.threads}, expected 0 or more")

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


class Testing(TypedDict, total=False):
    """How differences are tested, in comparisons and gates."""

    test: Literal["randomisation", "bootstrap", "exact", "wilcoxon"]
    #: Of p for the number of tests.
    correction: Literal["holm", "bh", "none"]
    #: How often is drawn; enough for the number of tests without it.
    samples: int
    seed: int
    #: A difference is significant if its p is at most this.
    alpha: float


class Comparing(Testing, total=False):
    """How systems are compared: the flags of ``wrd compare``."""

    #: The system that each other one is compared with; all pairs without one.
    baseline: str
    confidence: float
    #: The document of each segment: documents are drawn whole.
    documents: Names
    #: What people say of the predictions, higher is better: scores by system, None for a prediction that nobody
    #: judged; or, for several kinds of human scores, these by their names.
    human: Mapping[str, Any]
    #: Names of systems whose texts people wrote, which are left out of people's order; by default ref, refA, …
    human_systems: Sequence[str]


class ComparingTexts(Settings, Comparing, total=False):
    """How texts are scored and compared."""


class Correlating(TypedDict, total=False):
    """How scores are correlated with human scores: the flags of ``wrd correlate``."""

    #: Names of measures that are distances.
    lower_is_better: Sequence[str]
    #: The document, domain and group, such as a language pair, of each segment.
    documents: Names
    domains: Names
    groups: Names
    #: Names of systems whose texts people wrote, and whether they are taken in.
    human_systems: Sequence[str]
    include_human: bool
    #: Names of systems that are left out.
    outliers: Sequence[str]
    levels: Sequence[str]
    averagings: Sequence[str]
    statistics: Sequence[str]
    micro: bool
    interval: str
    #: What is drawn: by default documents, if every segment has one.
    units: Literal["documents", "segments"]
    resample: str
    samples: int
    confidence: float
    seed: int
    #: The test by which measures are compared with each other.
    compare: str
    alpha: float


#: The arguments that name something for each segment.
_NAMES = ("documents", "domains", "groups")


def asked(kind: type, found: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments of such a kind as the worker wants them; TypeError for an unknown name."""
    _refuse_unknown(found, list(kind.__annotations__))
    return {
        name: labels(value, name) if name in _NAMES else value for name, value in found.items() if value is not None
    }
