"""The metric: texts in, scores out."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import weakref
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wordrotator.errors import RequestError
from wordrotator.fitting import fit
from wordrotator.options import Options
from wordrotator.results import (
    Alignment,
    Choice,
    Comparison,
    Correlations,
    Coverage,
    Matrix,
    Move,
    Result,
    Word,
    mean,
)
from wordrotator.worker import Hello, Worker

if TYPE_CHECKING:
    import pyarrow

#: References of a prediction: one, or several.
References = str | Sequence[str]


class WRD:
    """Word Rotator's Distance, and the other measures of wrd, with one setting.

    One process of wrd answers all calls; it starts with the first and ends with this object, or with ``close()``. The
    object may be used by several threads, copied by fork, pickled (by its options) and used as a context manager::

        with WRD(measures="wrd", purpose="translation") as wrd:
            print(wrd.score(predictions, references))
    """

    def __init__(self, options: Options | None = None, **settings: Any) -> None:
        """Take ``options``, or the settings of ``Options`` by their names."""
        if options is not None and settings:
            raise TypeError("found options and settings, expected one or the other")
        self.options = options or Options(**settings)
        #: The last worker, and the sentences that its converter learned from, None if it learned nothing.
        self._last: tuple[tuple[str, ...] | None, Worker] | None = None
        self._lock = threading.Lock()

    def score(self, predictions: Sequence[str], references: Sequence[References], *, progress: bool = False) -> Result:
        """Score predictions, each against its reference or references.

        ``references`` has an entry for each prediction: a text or a list of texts. ``progress`` shows a bar of tqdm,
        which must be installed.

        Raises TypeError for a string where a list is due, ValueError for lists of different lengths.
        """
        candidates, listed = texts(predictions, "predictions"), reference_lists(references)
        if len(candidates) != len(listed):
            raise ValueError(f"found {len(candidates)} predictions and references for {len(listed)}, expected as many")
        worker = self.worker(listed)
        columns: dict[str, list[float | None]] = {}
        statuses: list[str] = []
        best: list[int] = []
        counts = [0, 0, 0, 0]
        hello = worker.hello()
        bar = _bar(len(candidates)) if progress else None
        for start, end, scores in worker.scores(candidates, listed):
            for name, values in scores.columns.items():
                columns.setdefault(name, []).extend(values)
            statuses += scores.statuses
            best += scores.best_reference
            for k, tokens in enumerate(
                (scores.candidate_tokens, scores.candidate_oov, scores.reference_tokens, scores.reference_oov)
            ):
                counts[k] += sum(tokens)
            if bar is not None:
                bar.update(end - start)
        if bar is not None:
            bar.close()
        for column in hello.columns:
            columns.setdefault(column["name"], [])
        main = next(column for column in hello.columns if column["main"])
        values = columns[main["name"]]
        higher = values
        if main["name"] == "wrd":
            higher = columns["wrd_similarity"]
        elif main["distance"]:
            higher = [None if value is None else -value for value in values]
        numbers = {len(of_it) for of_it in listed} or {1}
        return Result(
            measure=main["measure"],
            score=mean(higher),
            distance=mean(values) if main["distance"] else None,
            scores=higher,
            distances=values if main["distance"] else None,
            statuses=statuses,
            signature=_with_references(hello.signature, min(numbers), max(numbers), self.options),
            coverage=Coverage(_known(counts[0], counts[1]), _known(counts[2], counts[3])),
            columns=columns,
            best_references=best,
        )

    def compute(self, *, predictions: Sequence[str], references: Sequence[References]) -> dict[str, Any]:
        """Score as ``score`` does and return plain values: the means of all columns, "score", "scores", "signature"."""
        result = self.score(predictions, references)
        return {
            **result.means(),
            "score": result.score,
            "scores": list(result.scores),
            "statuses": list(result.statuses),
            "signature": result.signature,
        }

    def similarity(self, candidate: str, reference: References) -> float:
        """Return the score of one text, higher is better; ValueError if there is nothing to compare."""
        result = self.score([candidate], [reference])
        if result.score is None:
            raise ValueError(f"found nothing to compare: {result.statuses[0]}")
        return result.score

    def explain(self, candidate: str, reference: str) -> Alignment:
        """Show which word of the candidate went to which of the reference, by the first measure, a distance."""
        return self._alignment(candidate, reference, svg=True)

    def describe(self, candidate: str, reference: str) -> str:
        """Return what ``explain`` shows as text; for a measure without an alignment, that it has none."""
        try:
            return str(self._alignment(candidate, reference, svg=False))
        except RequestError as error:
            return str(error)

    def _alignment(self, candidate: str, reference: str, *, svg: bool) -> Alignment:
        for name, text in (("candidate", candidate), ("reference", reference)):
            if not isinstance(text, str):
                raise TypeError(f"{name}: found {type(text).__name__}, expected a text")
        worker = self.worker([[reference]])
        said = worker.call("explain", {"candidate": candidate, "reference": reference, "svg": svg})
        main = next(column["name"] for column in worker.hello().columns if column["main"])
        return Alignment(
            candidate=[Word(**word) for word in said["candidate"]],
            reference=[Word(**word) for word in said["reference"]],
            moves=[
                Move(move["candidate_token"], move["reference_token"], move["mass"], move["cost"])
                for move in said["alignment"]
            ],
            status=said["status"],
            scores=said["scores"],
            signature=said["signature"],
            distance=said["scores"].get(main),
            svg=said.get("svg"),
        )

    def tokenize(self, text: Sequence[str]) -> list[list[str]]:
        """Return the tokens of each text, as scores see them."""
        found: list[list[str]] = self.worker([]).call("tokenize", {"texts": texts(text, "texts")})["tokens"]
        return found

    def matrix(self, candidates: Sequence[str], references: Sequence[str]) -> Matrix:
        """Score every candidate against every reference."""
        group = {"candidates": texts(candidates, "candidates"), "references": texts(references, "references")}
        said = self.worker([group["references"]]).call("matrix", {"groups": [group]})
        found = said["groups"][0]
        return Matrix(columns=found["scores"], statuses=found["status"], signature=said["signature"])

    def mbr(
        self, candidates: Sequence[str], references: Sequence[str] | None = None, *, best_only: bool = False
    ) -> Choice:
        """Choose the candidate that is most similar to the references or, without any, to the other candidates.

        ``best_only`` saves the comparisons that cannot change the choice, and the utilities of the others with them.
        """
        group: dict[str, list[str]] = {"candidates": texts(candidates, "candidates")}
        if references is not None:
            group["references"] = texts(references, "references")
        said = self.worker([group["candidates"]]).call("mbr", {"groups": [group], "best_only": best_only})
        choice = said["choices"][0]
        return Choice(choice["best"], choice["text"], choice["utility"], choice.get("utilities"), said["signature"])

    def compare(
        self, systems: Mapping[str, Sequence[str]], references: Sequence[References], **settings: Any
    ) -> Comparison:
        """Compare the mean scores of systems: which ones really differ?

        ``systems`` has the predictions of each by its name. The settings are those of ``wrd compare``: baseline, test,
        correction, interval, samples, seed, alpha, confidence, documents.
        """
        listed = reference_lists(references)
        for name, predictions in systems.items():
            if len(texts(predictions, name)) != len(listed):
                raise ValueError(
                    f"system {name}: found {len(predictions)} predictions and references for {len(listed)}, "
                    "expected as many"
                )
        params = {
            "systems": {name: list(predictions) for name, predictions in systems.items()},
            "references": listed,
            **settings,
        }
        return Comparison(self.worker(listed).call("compare", params))

    def correlate(
        self,
        scores: Mapping[str, Any],
        human: Mapping[str, Any] | Sequence[float | None],
        **settings: Any,
    ) -> Correlations:
        """Correlate scores with human scores: ``wordrotator.correlate`` says how."""
        several = isinstance(human, Mapping) and any(isinstance(column, Mapping) for column in human.values())
        params = {
            "measures": _columns(scores),
            "human": _columns(human if several else {"human": human}),  # type: ignore[arg-type]
            **settings,
        }
        said = self.worker([]).call("correlate", params)
        return Correlations(said["rows"], said["pairs"], said["warnings"], said["signature"])

    def score_batches(
        self,
        batches: Iterable[pyarrow.RecordBatch],
        *,
        candidate: str = "candidate",
        references: str = "references",
    ) -> Iterator[pyarrow.RecordBatch]:
        """Score record batches of Arrow as they come, for engines that cut data into them; pyarrow must be installed.

        The column ``candidate`` holds strings, ``references`` strings or lists of strings. Each batch comes back with
        all of its columns, those of the measures, and ``status``, ``candidate_tokens``, ``candidate_oov``,
        ``reference_tokens``, ``reference_oov``. A null candidate or a null or empty list of references gives the
        status "missing" and no score, not an error.
        """
        from wordrotator.arrow import score_batch

        for batch in batches:
            yield score_batch(self, batch, candidate, references)

    def hello(self) -> Hello:
        """Return what the worker says of itself: its version, its signature, the columns of its scores."""
        return self.worker([]).hello()

    def close(self) -> None:
        """End the process. The next call starts another one."""
        with self._lock:
            if self._last is not None:
                self._last[1].close()
            self._last = None

    def __enter__(self) -> WRD:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[type[WRD], tuple[Options]]:
        return WRD, (self.options,)

    def __repr__(self) -> str:
        return f"WRD({self.options!r})"

    def worker(self, references: Sequence[Sequence[str]]) -> Worker:
        """Return the worker for references, which a converter given by letters learns from."""
        key = tuple(text for listed in references for text in listed) if self.options.letters else None
        with self._lock:
            if self._last is None or self._last[0] != key:
                # Another thread may still use the worker before this one, which ends when nobody does.
                self._last = key, _start(self.options, key)
            return self._last[1]


def _start(options: Options, sentences: tuple[str, ...] | None) -> Worker:
    """Return a worker with options and, if there are sentences, with a converter that learned from them."""
    if sentences is None or options.letters is None:
        return Worker(options.flags())
    folder = Path(tempfile.mkdtemp(prefix="wordrotator-"))
    try:
        converter = folder / "converter"
        fit(options, options.letters, converter, sentences)
        worker = Worker([*options.flags(), f"--converter={converter}"])
    except BaseException:
        shutil.rmtree(folder)
        raise
    weakref.finalize(worker, remove_folder, folder, os.getpid())
    return worker


def remove_folder(folder: Path, pid: int) -> None:
    """Remove a folder, but not in a process that was forked from the one it belongs to."""
    if os.getpid() == pid:
        shutil.rmtree(folder, ignore_errors=True)


def texts(values: Sequence[str], what: str) -> list[str]:
    """Return texts as a list; TypeError if they are one string, or no strings."""
    if isinstance(values, str):
        raise TypeError(f"{what}: found a string, expected a list of strings")
    listed = list(values)
    for i, text in enumerate(listed):
        if not isinstance(text, str):
            raise TypeError(f"{what}: found {type(text).__name__} at {i}, expected a string")
    return listed


def reference_lists(references: Sequence[References]) -> list[list[str]]:
    """Return the references of each text as a list; TypeError or ValueError if that is not what they are."""
    if isinstance(references, str):
        raise TypeError("references: found a string, expected a list with the reference or references of each text")
    listed = []
    for i, entry in enumerate(references):
        if isinstance(entry, str):
            listed.append([entry])
            continue
        if not isinstance(entry, Sequence) and not hasattr(entry, "__iter__"):
            raise TypeError(f"references: found {type(entry).__name__} at {i}, expected a string or a list of strings")
        listed.append(texts(entry, f"references[{i}]"))
        if not listed[-1]:
            raise ValueError(f"references: found none at {i}, expected at least one")
    return listed


def _known(tokens: int, unknown: int) -> float | None:
    return (tokens - unknown) / tokens if tokens else None


def _with_references(signature: str, fewest: int, most: int, options: Options) -> str:
    """Put the numbers of references into a signature for one."""
    if most == 1:
        return signature
    numbers = f"{fewest}-{most}" if fewest < most else f"{most}"
    return signature.replace("|refs:1|", f"|refs:{numbers}{'.mean' if options.multi_reference == 'mean' else ''}|", 1)


def _bar(total: int) -> Any:
    from tqdm.auto import tqdm

    return tqdm(total=total, unit="segment")


def _columns(columns: Mapping[str, Any]) -> dict[str, dict[str, list[float | None]]]:
    """Return columns of scores by system: a plain list is that of one system."""
    return {
        name: (
            {system: list(values) for system, values in column.items()}
            if isinstance(column, Mapping)
            else {"corpus": list(column)}
        )
        for name, column in columns.items()
    }


#: The workers behind the functions of this module, those used last at the end.
_shared: OrderedDict[Options, WRD] = OrderedDict()
_shared_lock = threading.Lock()
_MOST_SHARED = 4


def shared(options: Options) -> WRD:
    """Return the WRD with these options that all calls of functions share; a few are kept."""
    with _shared_lock:
        metric = _shared.pop(options, None) or WRD(options)
        _shared[options] = metric
        while len(_shared) > _MOST_SHARED:
            _shared.popitem(last=False)
        return metric


def score(
    predictions: Sequence[str],
    references: Sequence[References],
    *,
    measures: Sequence[str] | str | None = None,
    vectors: str | None = None,
    convert: str | None = None,
    oov: str | None = None,
    progress: bool = False,
    threads: int = 0,
    **settings: Any,
) -> Result:
    """Score predictions, each against its reference or references.

    ``measures`` are names such as "wrd" (the default), "bertscore" or "relaxed"; ``vectors`` a name or a file;
    ``convert`` the letters of a converter or a saved one; ``oov`` "own" or "skip". Other settings are those of
    ``Options``, such as ``purpose="translation"``, the settings that agreed best with people.

    >>> print(score(["a cat sat"], ["the cat sat"]).score)
    0.9652587751392601
    """
    options = Options(measures=measures, vectors=vectors, convert=convert, oov=oov, threads=threads, **settings)  # type: ignore[arg-type]
    return shared(options).score(predictions, references, progress=progress)


def explain(candidate: str, reference: str, **settings: Any) -> Alignment:
    """Show which word of the candidate went to which of the reference. The settings are those of ``Options``."""
    return shared(Options(**settings)).explain(candidate, reference)


def similarity(candidate: str, reference: References, **settings: Any) -> float:
    """Return the score of one text, higher is better. The settings are those of ``Options``."""
    return shared(Options(**settings)).similarity(candidate, reference)


#: What compare takes for itself; everything else is a setting of Options.
_COMPARE = frozenset(
    ("baseline", "test", "correction", "interval", "samples", "seed", "alpha", "confidence", "documents")
)


def compare(systems: Mapping[str, Sequence[str]], references: Sequence[References], **settings: Any) -> Comparison:
    """Compare the mean scores of systems: which ones really differ?

    ``systems`` has the predictions of each by its name. The settings are those of ``wrd compare`` (baseline, test,
    correction, interval, samples, seed, alpha, confidence, documents) and those of ``Options``.
    """
    own = {name: settings.pop(name) for name in _COMPARE & settings.keys()}
    return shared(Options(**settings)).compare(systems, references, **own)


def correlate(
    scores: Mapping[str, Any], human: Mapping[str, Any] | Sequence[float | None], **settings: Any
) -> Correlations:
    """Measure how well scores agree with human scores.

    ``scores`` has the scores of each measure by its name: a list with one for each segment or, for several systems,
    such lists by the names of the systems. ``human`` has the human scores in the same way, a list or lists by system;
    or, for several kinds of human scores, these by their names. None stands for a score that is not there. The settings
    are those of the method ``correlate`` of the worker: lower_is_better (names of measures that are distances),
    documents, domains, groups, levels, averagings, statistics, micro, interval, resample, samples, confidence, seed,
    compare, alpha.
    """
    return shared(Options()).correlate(scores, human, **settings)


__all__ = ["WRD", "References", "compare", "correlate", "explain", "score", "similarity"]
