"""The metric: texts in, scores out."""

from __future__ import annotations

import itertools
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from wordrotator._errors import SettingError
from wordrotator._frames import MISSING, DataFrame, Frame, column_of, extended, is_frame, texts_in
from wordrotator._hosts import module
from wordrotator._inputs import (
    Names,
    ReferenceLists,
    References,
    Texts,
    check_order,
    human_columns,
    names,
    reference_lists,
    references_of,
    score_columns,
    source_list,
    system_lists,
    text_list,
)
from wordrotator._long import Columns, scores_of, texts_of
from wordrotator._options import (
    Options,
    asked,
    check_names,
    documented,
    forwarding,
)
from wordrotator._progress import Progress
from wordrotator._reading import JUDGED, Once, reading, warn
from wordrotator._results import (
    Alignment,
    Choice,
    Comparison,
    Correlations,
    Matrix,
    Replay,
    Result,
    mean,
)
from wordrotator._settings import taken
from wordrotator._types import (
    COUNTS,
    SOURCE_COUNTS,
    Comparing,
    ComparingTexts,
    Correlating,
    Coverage,
    Move,
    Reporting,
    Word,
    comparing,
    correlating,
    reporting,
)
from wordrotator._worker import Hello, Lesson, Worker

if TYPE_CHECKING:
    import pyarrow
    from typing_extensions import Unpack

    from wordrotator._settings import Settings

#: How many pairs of a matrix are asked for at once: the worker takes four times as many.
_PAIRS = 1_000_000


class WRD:
    """Word Rotator's Distance, and the other measures of wrd, with one setting.

    One process of wrd answers all calls; it starts with this object and ends with it, or with ``close()``. The object
    may be used by several threads, copied by fork, pickled (by its options) and used as a context manager::

        with WRD(measures="wrd", purpose="translation") as wrd:
            print(wrd.score(predictions, references))
    """

    @documented
    def __init__(self, options: Options | None = None, **settings: Unpack[Settings]) -> None:
        """Take ``options``, or the settings of ``Options`` by their names, and start wrd with them.

        Raises TypeError for a setting that there is not, SettingError for what wrd cannot open.
        """
        if options is not None and settings:
            raise TypeError("found options and settings, expected one or the other")
        if options is not None and not isinstance(options, Options):
            raise TypeError(f"options: found {type(options).__name__}, expected Options, or settings by their names")
        self._set(options or Options(**settings))
        self.open()

    @classmethod
    def _unopened(cls, options: Options, sources_alone: bool = False) -> WRD:
        """Return a metric whose process starts with the first call.

        ``sources_alone`` is that of ``wrd serve``: settings follow for texts with sources in place of references.
        """
        metric = cls.__new__(cls)
        metric._set(options, sources_alone)
        return metric

    def _set(self, options: Options, sources_alone: bool = False) -> None:
        self.options = options
        self._sources_alone = sources_alone
        self._worker = Worker(self._said(), self._flags())
        #: The last worker with a converter of its own, and the sentences that this was learned from.
        self._learned: tuple[tuple[str, ...], Worker] | None = None
        #: The metrics for other languages, which references were in, and for texts with sources alone.
        self._others: dict[str, WRD] = {}
        self._tell_language = Once()

    def _said(self) -> dict[str, Any]:
        """Return the settings of a worker, which is for English where the references decide: see ``for_references``."""
        return {**self.options.settings(), **({"language": "en"} if self.options.auto else {})}

    def _flags(self) -> list[str]:
        """Return the flags of a worker."""
        return self.options.flags() + (["--sources-alone"] if self._sources_alone else [])

    def open(self) -> WRD:
        """Start the process, if it does not run, and return this object.

        Raises SettingError for settings that are wrong, also for letters of a converter, which is learned later.
        """
        self._worker.hello()
        if self.options.letters is not None and self._learned is None:
            self._worker.check_letters(self.options.letters)
        return self

    def for_references(self, references: Iterable[str]) -> WRD:
        """Return the metric for references: this one, or that for the language which they surely look like.

        For hosts that have all references of a run. A UserWarning says once which language that is.
        """
        language, notice = self._language_of(references)
        if language == "en":
            self._tell_language([notice] if notice else [])
            return self
        self._tell_language([notice + '; language="en", for example, says that it is another'])
        other = self._others.get(language)
        if other is None:
            other = self._others.setdefault(language, WRD._unopened(replace(self.options, language=language)))
        return other

    def _for_texts(self, listed: Sequence[Sequence[str]] | None, sources: Sequence[str] | None) -> WRD:
        """Return the metric for texts with references, sources or both: the settings follow from what there is.

        With sources alone and nothing said they are those of purpose="estimation", as of -s of the command.
        """
        if sources is None and listed is None:
            raise TypeError("found no references and no sources, expected references, sources or both")
        said = self._sources_alone or self.options.measures is not None or self.options.purpose == "estimation"
        if sources is not None and said and self.hello().reads in ((listed is not None, True), (False, True)):
            return self
        if listed is not None:
            return self.for_references(itertools.chain.from_iterable(listed))
        return self._others.get("alone") or self._others.setdefault("alone", WRD._unopened(self.options, True))

    def _with_source(self) -> WRD:
        """Return the opened metric of a host that gives sources: they are read alone unless measures ask for both.

        Raises SettingError if no measure reads sources.
        """
        metric = self._for_texts(None, []).open()
        metric._check_sources()
        return metric

    def _check_sources(self) -> None:
        if not self.hello().reads[1]:
            raise SettingError("measures: found none that reads sources, expected wrd_source; wrd,wrd_source is both")

    def _language_of(self, references: Iterable[str]) -> tuple[str, str]:
        """Return the language that the first references look like, and what is to be said of it.

        It is "en", and nothing is said, where settings leave nothing to the language, such as an encoder or n-grams.
        """
        if not self.options.auto:
            return "en", ""
        first = list(itertools.islice(references, JUDGED))
        said = self.worker().call("language", {"references": first})
        return said["language"], said.get("notice", "")

    def score(
        self,
        predictions: Texts,
        references: ReferenceLists | None = None,
        *,
        sources: Texts | None = None,
        ids: Names | None = None,
        documents: Names | None = None,
        domains: Names | None = None,
        progress: bool | None = None,
    ) -> Result:
        """Score predictions, each against its reference or references, its source, or both.

        ``references`` has an entry for each prediction: a text or a list of texts. ``sources`` has what was translated:
        without references wrd_source says how near a prediction is to it, with the settings of purpose="estimation"
        where none are said; beside them it needs measures="wrd,wrd_source". ``ids``, ``documents``, ``domains`` and
        ``sources`` stand in the rows of the result. ``progress`` shows how far it is: None for work of more than two
        seconds on a terminal or in a notebook, True always, False never. It is a bar of tqdm or, where that is not
        installed, a line: ``pip install 'wordrotator[progress]'``.

        A UserWarning says so, with the remedy, if more than 1 % of the texts of a side have no words, or less than 70 %
        of their tokens a vector, as of texts in another language.

        Raises TypeError for a string where a list is due, ValueError for lists of different lengths.
        """
        check_order({"predictions": predictions, "references": references, "sources": sources})
        candidates = text_list(predictions, "predictions")
        listed = None if references is None else reference_lists(references)
        origins = source_list(sources, len(candidates))
        named = [
            names(values, what, len(candidates))
            for what, values in (("ids", ids), ("documents", documents), ("domains", domains))
        ]
        metric = self._for_texts(listed, origins)
        result = metric._with_points(metric._scored(candidates, listed, progress, origins), listed)
        warn(result.warnings)
        index = getattr(predictions, "index", None) if type(predictions).__name__ == "Series" else None
        return replace(result, ids=named[0], documents=named[1], domains=named[2], sources=origins, index=index)

    def _score(
        self,
        predictions: Texts,
        references: ReferenceLists | None,
        *,
        sources: Texts | None = None,
        progress: bool | None = None,
    ) -> Result:
        """Score as ``score`` does, and leave it to the caller to warn of what cannot be read."""
        check_order({"predictions": predictions, "references": references, "sources": sources})
        candidates = text_list(predictions, "predictions")
        listed = None if references is None else reference_lists(references)
        origins = source_list(sources, len(candidates))
        return self._for_texts(listed, origins)._scored(candidates, listed, progress, origins)

    def _score_one(self, candidate: str, references: list[str] | None, source: str | None = None) -> Result:
        """Score one text as ``_score`` does."""
        return self._score(
            [candidate], None if references is None else [references], sources=None if source is None else [source]
        )

    def _scored(
        self,
        candidates: list[str],
        listed: list[list[str]] | None,
        progress: bool | None,
        sources: list[str] | None = None,
    ) -> Result:
        """Score texts that were found to be such."""
        if listed is not None and len(candidates) != len(listed):
            what = f"found {len(candidates)} predictions and references for {len(listed)}"
            raise ValueError(f"{what}, expected the same number")
        worker = self.worker(listed or [])
        hello = worker.hello()
        reads_references, reads_sources = hello.reads
        if listed is None:
            self._check_sources()
        if listed is None and reads_references:
            raise TypeError(f"found no references, which {hello.main['measure']} reads, expected some")
        if reads_sources and sources is None:
            raise TypeError(f"found no sources, which {hello.main['measure']} reads, expected some")
        columns: dict[str, list[float | None]] = {}
        statuses: list[str] = []
        best: list[int] = []
        counts: dict[str, list[int]] = {name: [] for name in COUNTS + SOURCE_COUNTS}
        said: list[str] = []
        copies, languages = 0, set[str]()
        batched = False
        with Progress("scoring", len(candidates), progress) as shown:
            read = (listed if reads_references else None, sources if reads_sources else None)
            for start, end, scores in worker.scores(candidates, *read):
                for name, values in scores.columns.items():
                    columns.setdefault(name, []).extend(values)
                statuses += scores.statuses
                best += scores.counts["best_reference"]
                for name in counts:
                    counts[name] += scores.counts.get(name, [])
                copies += scores.copies
                languages.add(scores.source_language)
                said, batched = scores.warnings, start > 0
                shown.update(end - start)
        for column in hello.columns:
            columns.setdefault(column["name"], [])
        numbers_of = iter(counts.values())  # of tokens and of those without a vector, in turn
        sides = {
            side: reading(statuses, tokens, unknown)
            for side, read, tokens, unknown in zip(
                ("candidates", "references", "sources"),
                (True, *hello.reads),
                numbers_of,
                numbers_of,
                strict=True,
            )
            if read
        }
        if batched:  # each answer was about its own texts
            language = languages.pop() if len(languages) == 1 else ""
            counted: dict[str, Any] = {**sides, "copies": copies, "source_language": language}
            if listed is not None:
                counted["first_candidates"] = candidates[:JUDGED]
                counted["first_references"] = [several[0] if several else "" for several in listed[:JUDGED]]
            said = worker.call("warnings", counted)["warnings"]
        main = hello.main
        values = columns[main["name"]]
        higher = values
        if similarity := hello.similarity:
            higher = columns[similarity]
        elif main["distance"]:
            higher = [None if value is None else 0.0 - value for value in values]
        numbers = set(map(len, listed or ())) or {1}
        return Result(
            measure=main["measure"],
            score=mean(higher),
            distance=mean(values) if main["distance"] else None,
            scores=higher,
            distances=values if main["distance"] else None,
            statuses=statuses,
            signature=worker.signature(min(numbers), max(numbers)),
            coverage=Coverage(*(_coverage(sides.get(side)) for side in ("candidates", "references", "sources"))),
            columns=columns,
            best_references=best,
            warnings=said,
            settings=dict(hello.settings),
        )

    def _with_points(self, result: Result, listed: list[list[str]] | None) -> Result:
        """Return a result with the points of the first measure after its columns, where their scale is known."""
        worker = self.worker(listed or [])
        hello = worker.hello()
        if not hello.points or not listed:
            return result
        unrelated: float | None = worker.call("points", {"references": listed[:JUDGED]}).get("unrelated")
        if unrelated is None:
            return result
        main = hello.main
        distances = result.columns[main["name"]]
        if not main["distance"]:
            distances = [None if value is None else 1 - value for value in distances]
        points = [None if value is None else 100 * (1 - value / unrelated) for value in distances]
        first = sum(column["measure"] == main["measure"] for column in hello.columns)
        columns = list(result.columns.items())
        return replace(result, columns=dict([*columns[:first], ("points", points), *columns[first:]]))

    @forwarding()
    def score_frame(
        self,
        frame: Frame,
        candidate: str = "candidate",
        reference: str | Sequence[str] | None = None,
        *,
        source: str | None = None,
        progress: bool | None = None,
    ) -> Frame:
        """Score the rows of a data frame: ``wordrotator.score_frame`` says how."""
        if reference is None and source is None:
            reference = "reference"
        candidates = column_of(frame, candidate, texts=True)
        references = [
            column_of(frame, name) for name in ([reference] if isinstance(reference, str) else reference or ())
        ]
        listed = [texts_in(row) for row in zip(*references, strict=True)]
        sources = None if source is None else column_of(frame, source, texts=True)
        if references and sources is not None and not self.hello().reads[1]:
            sources = None  # the frame has them
        rows = [
            i
            for i, text in enumerate(candidates)
            if text is not None and (not listed or listed[i]) and (sources is None or sources[i] is not None)
        ]
        result = self.score(
            [candidates[i] for i in rows],
            [listed[i] for i in rows] if references else None,
            sources=None if sources is None else [sources[i] for i in rows],
            progress=progress,
        )
        places = dict(zip(rows, range(len(rows)), strict=True))

        def spread(values: Sequence[Any], otherwise: Any) -> list[Any]:
            return [values[places[i]] if i in places else otherwise for i in range(len(candidates))]

        numbers = {name: spread(values, None) for name, values in result.columns.items()}
        return extended(frame, numbers, spread(result.statuses, MISSING))

    def compute(
        self, *, predictions: Texts, references: ReferenceLists | None = None, sources: Texts | None = None
    ) -> dict[str, Any]:
        """Score as ``score`` does and return plain values: the means of all columns, "score", "scores", "signature"."""
        result = self.score(predictions, references, sources=sources)
        return {
            **result.means(),
            "score": result.score,
            "scores": list(result.scores),
            "statuses": list(result.statuses),
            "signature": result.signature,
        }

    def similarity(self, candidate: str, reference: References | None = None, *, source: str | None = None) -> float:
        """Return the similarity of one text, higher is better; ValueError if there is nothing to compare.

        Raises ValueError, too, for a measure without a similarity, such as wmd.
        """
        if source is None:
            self._check_similarity()
        listed = None
        if source is None or reference is not None:
            listed = [references_of(candidate, reference)]
        result = self.score([candidate], listed, sources=None if source is None else [source])
        if result.score is None:
            raise ValueError(f"found nothing to compare: {result.statuses[0]}")
        return result.score

    def _check_similarity(self) -> None:
        """Raise ValueError if the first measure is a distance without a largest value, and so without a similarity."""
        hello = self.hello()
        if hello.main["distance"] and hello.similarity is None:
            name = hello.main["measure"]
            raise ValueError(f"{name} has no similarity, as its distances have no end: use score(…).distance")

    def explain(self, candidate: str, reference: str | None = None, *, source: str | None = None) -> Alignment:
        """Show which word of the candidate went to which of the reference, by the first measure, or of the source.

        A measure such as bertscore or wrd_recall has no alignment; then it is by wrd, with the same settings. Warns as
        ``score`` does.
        """
        if source is not None:
            if reference is not None:
                raise TypeError("found a reference and a source, expected the one that the candidate is aligned with")
            metric = self._for_texts(None, [source])
        else:
            metric = self.for_references([reference]) if isinstance(reference, str) else self
        alignment, said = metric._explain(candidate, reference, source)
        warn(said)
        return alignment

    def _explain(
        self, candidate: str, reference: str | None, source: str | None = None
    ) -> tuple[Alignment, Sequence[str]]:
        """Explain as ``explain`` does, and return what to warn of."""
        if source is None and (not self.hello().main["distance"] or self.hello().main.get("source")):
            return shared(replace(self.options, measures=("wrd",)))._explain(candidate, reference)
        name, other = ("reference", reference) if source is None else ("source", source)
        for what, text in (("candidate", candidate), (name, other)):
            if not isinstance(text, str):
                raise TypeError(f"{what}: found {type(text).__name__}, expected a text")
        worker = self.worker([] if reference is None else [[reference]])
        said = worker.call("explain", {"candidate": candidate, name: other, "svg": True})
        scores = {name: float(value) for name, value in said["scores"].items()}
        hello = worker.hello()
        alignment = Alignment(
            candidate=[Word(**word) for word in said["candidate"]],
            reference=[Word(**word) for word in said[name]],
            moves=[
                Move(
                    move["candidate_token"],
                    move["reference_token"],
                    move["mass"],
                    move["cost"],
                    move.get("differs", ""),
                )
                for move in said["alignment"]
            ],
            missing=said["missing"],
            invented=said["invented"],
            status=said["status"],
            scores=scores,
            signature=said["signature"],
            distance=scores.get(hello.main["name"]),
            svg=said.get("svg"),
            similarity=scores.get(hello.similarity or ""),
            of_source=source is not None,
        )
        return alignment, said.get("warnings", [])

    def tokenize(self, texts: Texts) -> list[list[str]]:
        """Return the tokens of each text, as scores see them."""
        found: list[list[str]] = self.worker().call("tokenize", {"texts": text_list(texts, "texts")})["tokens"]
        return found

    def matrix(self, candidates: Texts, references: Texts) -> Matrix:
        """Score every candidate against every reference."""
        rows, across = text_list(candidates, "candidates"), text_list(references, "references")
        worker = self.for_references(across).worker([across])
        columns: dict[str, list[list[float | None]]] = {}
        statuses: list[list[str]] = []
        signature = ""
        tell = Once()
        step = max(1, _PAIRS // max(1, len(across)))
        worker.hello()
        with Progress("matrix", len(rows) * len(across)) as shown:
            for start in range(0, max(1, len(rows)), step):
                group = {"candidates": rows[start : start + step], "references": across}
                said = worker.call("matrix", {"groups": [group]}, shown.tell(start * len(across)))
                tell(said.get("warnings", []))
                found = said["groups"][0]
                for name, values in found["scores"].items():
                    columns.setdefault(name, []).extend(_floats(row) for row in values)
                statuses.extend(found["status"])
                signature = said["signature"]
        return Matrix(columns=columns, statuses=statuses, signature=signature)

    def mbr(
        self,
        candidates: Texts,
        references: Texts | None = None,
        *,
        source: str | None = None,
        best_only: bool = False,
    ) -> Choice:
        """Choose the candidate that is most similar to the references or, without any, to the other candidates.

        With ``source``, what was translated, it is the one that is nearest to that. ``best_only`` saves the comparisons
        that cannot change the choice, and the utilities of the others with them.
        """
        group: dict[str, Any] = {"candidates": text_list(candidates, "candidates")}
        if references is not None:
            group["references"] = text_list(references, "references")
        if source is not None:
            if references is not None:
                raise TypeError("found references and a source, expected what the candidates are compared with")
            group["source"] = text_list([source], "source")[0]
            metric = self._for_texts(None, [source])
        else:
            metric = self.for_references(group.get("references") or group["candidates"])
        said = metric.worker([group["candidates"]]).call("mbr", {"groups": [group], "best_only": best_only})
        warn(said.get("warnings", []))
        choice = said["choices"][0]
        utilities = None if "utilities" not in choice else _floats(choice["utilities"])
        return Choice(choice["best"], choice["text"], _float(choice["utility"]), utilities, said["signature"])

    @forwarding(comparing)
    def compare(
        self,
        systems: Mapping[str, Texts],
        references: ReferenceLists | None = None,
        *,
        sources: Texts | None = None,
        human: Mapping[str, Any] | None = None,
        **keywords: Unpack[Comparing],
    ) -> Comparison:
        """Compare the mean scores of systems: ``wordrotator.compare`` says how."""
        how = asked(comparing(**keywords))
        if human is not None:
            how["human"] = human_columns(human)
        metric, texts, listed = self._outputs(systems, references, sources)
        report = metric.worker(listed).call("compare", {**texts, "order": list(map(str, systems)), **how})
        warn(report.get("warnings", []))
        return Comparison(report, report.pop("shown"), report.pop("table"), _drawn)

    @forwarding(reporting)
    def report(
        self,
        systems: Mapping[str, Texts] | Texts,
        references: ReferenceLists | None = None,
        output: str | os.PathLike[str] = "report.html",
        *,
        sources: Texts | None = None,
        human: Mapping[str, Any] | Names | None = None,
        **keywords: Unpack[Reporting],
    ) -> Path:
        """Write a web page to search and compare segments: ``wordrotator.report`` says how."""
        how = asked(reporting(**keywords))
        metric, texts, listed = self._outputs(_by_name(systems), references, sources)
        if human is not None:
            how["human"] = human_columns(human if isinstance(human, Mapping) else {"predictions": human})
        page = Path(output).absolute()
        answer = metric.worker(listed).call("report", {**texts, **how, "output": str(page)})
        warn(answer.get("warnings", ()))
        return page

    def check(
        self,
        predictions: Texts | Mapping[str, Texts],
        references: ReferenceLists | None,
        baseline: str | os.PathLike[str] | Texts | Mapping[str, Texts] | None,
        sources: Texts | None,
        how: Mapping[str, Any],
    ) -> dict[str, Any]:
        """Return what the worker says of a check, with "passed": ``wordrotator.check`` says how."""
        metric, texts, listed = self._outputs(_by_name(predictions), references, sources)
        request = {**texts, **asked(how)}
        if isinstance(baseline, str | os.PathLike):
            request["baseline"] = str(Path(baseline).absolute())
        elif baseline is not None:
            try:
                request["baseline_systems"] = metric._systems(
                    _by_name(baseline), texts.get("references"), texts.get("sources")
                )
            except (TypeError, ValueError) as error:
                raise type(error)(f"baseline: {error}") from None
        worker = metric.worker(listed)
        found: dict[str, Any] = worker.call("check", request)
        warn(found.get("warnings", ()))
        if isinstance(baseline, str | os.PathLike) and "baseline" in found:
            found["baseline"] = os.fspath(baseline)
        return found

    def _outputs(
        self, systems: Mapping[str, Texts], references: ReferenceLists | None, sources: Texts | None
    ) -> tuple[WRD, dict[str, Any], list[list[str]]]:
        """Return the metric for outputs of systems, these as a request has them, and the references as lists."""
        given = systems if isinstance(systems, Mapping) else {}
        check_order({"references": references, "sources": sources, **{f"system {name}": given[name] for name in given}})
        listed = None if references is None else reference_lists(references)
        origins = None if sources is None else text_list(sources, "sources")
        metric = self._for_texts(listed, origins)
        texts: dict[str, Any] = {"systems": self._systems(systems, listed, origins)}
        if listed is not None:
            texts["references"] = listed
        if origins is not None:
            texts["sources"] = origins
        return metric, texts, listed or []

    @staticmethod
    def _systems(
        systems: Mapping[str, Texts], listed: list[list[str]] | None, sources: list[str] | None
    ) -> dict[str, list[str]]:
        """Return the predictions of systems, as many as there are references and sources."""
        if listed is not None and sources is not None and len(listed) != len(sources):
            found = f"found {len(sources)} and references for {len(listed)}"
            raise ValueError(f"sources: {found}, expected the same number")
        return system_lists(systems, sources or [], "sources") if listed is None else system_lists(systems, listed)

    @forwarding(correlating)
    def correlate(
        self, scores: Mapping[str, Any], human: Mapping[str, Any] | Names, **keywords: Unpack[Correlating]
    ) -> Correlations:
        """Correlate scores with human scores: ``wordrotator.correlate`` says how."""
        how = asked(correlating(**keywords))
        check_order({"human": human, **(dict(scores.items()) if hasattr(scores, "items") else {})})
        params = {"measures": score_columns(scores, "scores"), "human": human_columns(human), **how}
        return Correlations(self.worker().call("correlate", params))

    def replay(self, path: str | os.PathLike[str], **files: str | os.PathLike[str]) -> Replay:
        """Score stored results again: ``wordrotator.replay`` says how."""
        check_names(files, ["vectors", "words", "frequencies", "converter", "encoder"])
        said = {
            name: str(Path(value).absolute()) if Path(value).exists() else os.fspath(value)
            for name, value in files.items()
        }
        return Replay(self.worker().call("replay", {"path": str(Path(path).absolute()), "settings": said}))

    def score_batches(
        self,
        batches: Iterable[pyarrow.RecordBatch] | pyarrow.RecordBatch | pyarrow.Table,
        *,
        candidate: str = "candidate",
        references: str | None = None,
        source: str | None = None,
    ) -> Iterator[pyarrow.RecordBatch]:
        """Score record batches of Arrow as they come, for engines that cut data into them; pyarrow must be installed.

        A single batch, or a Table, is as good.

        The column ``candidate`` holds strings, ``references`` strings or lists of strings, and ``source`` strings: what
        was translated. Without ``source`` the references are in the column references, unless another one is named;
        with it they are read where their column is named. A column that no measure reads may be named, too. Each batch
        comes back with all of its columns, those of the measures, and ``status``, ``candidate_tokens``,
        ``candidate_oov``, ``reference_tokens``, ``reference_oov``, and of sources ``source_tokens`` and ``source_oov``.
        A null candidate, source or list of references, or an empty one, gives the status "missing" and no score, not an
        error.
        Warns once, as ``score`` does, of the first such batch. The first 1,000 references decide on the language: their
        batches are taken before the first one comes back.
        """
        arrow = module("pyarrow", "arrow")
        from wordrotator._arrow import texts_of

        tell = Once()
        if isinstance(batches, arrow.RecordBatch):
            batches = [batches]
        elif isinstance(batches, arrow.Table):
            batches = batches.to_batches()
        if references is None and source is None:
            references = "references"
        coming, begun, first = iter(batches), list[Any](), list[str]()
        judged = JUDGED if self.options.auto and not (source and self.hello().reads[1]) else 0
        while references is not None and len(first) < judged and (batch := next(coming, None)) is not None:
            begun.append(batch)
            first += texts_of(batch, references, JUDGED - len(first))
        listed: list[list[str]] | None = None if references is None else [first]
        metric = self._for_texts(listed, None if source is None else ())
        for batch in itertools.chain(begun, coming):
            yield metric._score_batch(batch, candidate, references, source=source, tell=tell)

    def _score_batch(
        self,
        batch: pyarrow.RecordBatch,
        candidate: str,
        references: str | None,
        max_text_bytes: int | None = None,
        source: str | None = None,
        tell: Callable[[Sequence[str]], None] = lambda _: None,
    ) -> pyarrow.RecordBatch:
        """Score one batch as ``score_batches`` does; a text of more than ``max_text_bytes`` is "too_long"."""
        from wordrotator._arrow import score_segments, segments_of

        segments = segments_of(self.hello(), batch, candidate, references, max_text_bytes, source)
        learned = [] if self.options.letters is None else segments.listed()
        worker = self.worker(learned)
        return score_segments(worker, batch, segments, tell)

    def hello(self) -> Hello:
        """Return what the worker says of itself: its version, its signature, the columns of its scores.

        For letters of a converter it is the worker that learned last, if any has.
        """
        return self.worker().hello()

    def close(self) -> None:
        """End the process. The next call starts another one."""
        learned, self._learned = self._learned, None
        if learned is not None:
            learned[1].close()
        for other in self._others.values():
            other.close()
        self._worker.close()

    def __enter__(self) -> WRD:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Callable[[Options, bool], WRD], tuple[Options, bool]]:
        return WRD._unopened, (self.options, self._sources_alone)

    def __repr__(self) -> str:
        return repr(self.options).replace("Options", "WRD", 1)

    def worker(self, references: Sequence[Sequence[str]] | None = None) -> Worker:
        """Return the worker for references, which a converter given by letters learns from.

        None stands for a call that no converter matters to: any worker will do.
        """
        # Without a lock, which a fork might copy while it is held: of threads that come here at once each may get a
        # worker of its own, with the same scores, which ends when nobody uses it.
        learned = self._learned
        if self.options.letters is None or (references is None and learned is None):
            return self._worker
        if references is not None:
            sentences = tuple(text for listed in references for text in listed)
            if learned is None or learned[0] != sentences:
                lesson = Lesson(self.options.letters, sentences)
                before = self._worker if learned is None else learned[1]
                learned = self._learned = sentences, Worker(self._said(), self._flags(), lesson).succeed(before)
        assert learned is not None
        return learned[1]


def _by_name(predictions: Any) -> Mapping[str, Texts]:
    """Return predictions by the names of their systems."""
    return predictions if isinstance(predictions, Mapping) else {"predictions": predictions}


def _coverage(side: Mapping[str, int] | None) -> float | None:
    """Return the share of the tokens of a side that have a vector; None without any."""
    return (side["tokens"] - side["oov"]) / side["tokens"] if side and side["tokens"] else None


def _float(value: float | None) -> float | None:
    """Return a number of JSON, which has 1 for 1.0, as what it is."""
    return None if value is None else float(value)


def _floats(values: Iterable[float | None]) -> list[float | None]:
    return [_float(value) for value in values]


#: The workers behind the functions of this module, those used last at the end.
_shared: OrderedDict[Options, WRD] = OrderedDict()
_shared_lock = threading.Lock()
_MOST_SHARED = 4


def shared(options: Options) -> WRD:
    """Return the WRD with these options that all calls of functions share; a few are kept."""
    with _shared_lock:
        metric = _shared.pop(options, None) or WRD._unopened(options)
        _shared[options] = metric
        oldest = _shared.popitem(last=False) if len(_shared) > _MOST_SHARED else None
    del oldest  # without the lock: its process may take a moment to end
    return metric


def _drawn(table: Mapping[str, Any], form: str, digits: int) -> str:
    """Return the table of a comparison as the program draws it."""
    return str(shared(Options()).worker().call("table", {"table": table, "format": form, "digits": digits})["text"])


def _unlock() -> None:
    """Free the lock in a process that was forked while another thread held it."""
    global _shared_lock
    _shared_lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock)


@documented
def score(
    predictions: Texts,
    references: ReferenceLists | None = None,
    *,
    sources: Texts | None = None,
    ids: Names | None = None,
    documents: Names | None = None,
    domains: Names | None = None,
    progress: bool | None = None,
    **settings: Unpack[Settings],
) -> Result:
    """Score predictions, each against its reference or references, its source, or both.

    All are lists, or columns of pandas, polars, NumPy or Arrow. ``sources`` are what was translated: wrd_source
    compares with them where there are no references, or measures="wrd,wrd_source" asks for both. ``ids``,
    ``documents``, ``domains`` and ``sources`` stand in the rows of the result. ``progress`` shows how far it is: None
    for work of more than two seconds on a terminal or in a notebook, True always, False never.

    >>> print(score(["a cat sat"], ["the cat sat"]).score)
    0.9652587751392601
    """
    return shared(Options(**settings)).score(
        predictions,
        references,
        sources=sources,
        ids=ids,
        documents=documents,
        domains=domains,
        progress=progress,
    )


@documented
def score_frame(
    frame: Frame,
    candidate: str = "candidate",
    reference: str | Sequence[str] | None = None,
    *,
    source: str | None = None,
    progress: bool | None = None,
    **settings: Unpack[Settings],
) -> Frame:
    """Score the rows of a DataFrame of pandas or polars, and return one with the scores in columns after its own.

    ``candidate`` names the column of texts; ``reference`` that of references, a text or a list of texts in each row, or
    several columns; it is "reference" unless ``source`` is given, which names the column of what was translated. The
    new columns are those of the measures and "status". A frame of pandas keeps its index. A row that lacks a text has
    the status "missing" and no score.

    Raises KeyError for a column that is not there, ValueError for one that has the name of a new one.
    """
    return shared(Options(**settings)).score_frame(frame, candidate, reference, source=source, progress=progress)


@documented
def explain(
    candidate: str, reference: str | None = None, *, source: str | None = None, **settings: Unpack[Settings]
) -> Alignment:
    """Show which word of the candidate went to which of the reference, or of the source."""
    return shared(Options(**settings)).explain(candidate, reference, source=source)


@documented
def similarity(
    candidate: str, reference: References | None = None, *, source: str | None = None, **settings: Unpack[Settings]
) -> float:
    """Return the similarity of one text to its references, or to its source, higher is better.

    Raises ValueError if there is nothing to compare, or the measure has no similarity, as wmd has none.
    """
    return shared(Options(**settings)).similarity(candidate, reference, source=source)


def check_alone(**given: object) -> None:
    """Raise TypeError for lists beside a table."""
    if found := [name for name, value in given.items() if value is not None]:
        raise TypeError(f"found a DataFrame and {', '.join(found)}, expected the names of its columns")


@documented
@forwarding(comparing, taken)
def compare(
    systems: Mapping[str, Texts] | DataFrame,
    references: ReferenceLists | None = None,
    *,
    system: str | None = None,
    segment: str | None = None,
    candidate: str | None = None,
    reference: str | Sequence[str] | None = None,
    source: str | None = None,
    document: str | None = None,
    domain: str | None = None,
    sources: Texts | None = None,
    human: Mapping[str, Any] | str | Sequence[str] | None = None,
    **keywords: Unpack[ComparingTexts],
) -> Comparison:
    """Compare the mean scores of systems: which ones really differ?

    ``systems`` has the predictions of each by its name. How they are compared is said as to ``wrd compare``.
    ``baseline`` is the system that each other one is compared with; without one all pairs are. ``documents`` names the
    document of each segment: documents are drawn whole. ``domains`` names their domains, on which systems may differ by
    more or less. ``human`` has what people say of the predictions, higher is
    better: scores by system, None where nobody judged; or, for several kinds of human scores, these by their names.
    Then ``Comparison.judged`` says whether people prefer the same systems. ``human_systems`` names those whose texts
    people wrote, which are left out of people's order: by default ref, refA, …

    Or ``systems`` is a DataFrame of pandas or polars with a row for each output; ``system``, ``segment``,
    ``candidate``, ``reference`` (one or several), ``source``, ``document``, ``domain`` and ``human`` (one or several)
    name its columns, which by default have these names: ``compare(frame, candidate="mt", human="mqm")``.
    """
    columns, how = Columns(system, segment, candidate, reference, source, document, domain), comparing(**keywords)
    if is_frame(systems):
        check_alone(references=references, sources=sources, documents=how["documents"], domains=how["domains"])
        given = texts_of(systems, columns, human)
        systems, references, sources, human = (given[name] for name in ("systems", "references", "sources", "human"))
        how.update(documents=given["documents"], domains=given["domains"])
    else:
        columns.refuse()
    if not (human is None or isinstance(human, Mapping)):
        raise TypeError(f"human: found {type(human).__name__}, expected scores by the names of systems")
    metric = shared(Options(**taken(**keywords)))
    return metric.compare(cast("Mapping[str, Texts]", systems), references, sources=sources, human=human, **how)


@forwarding(correlating)
def correlate(
    scores: Mapping[str, Any] | DataFrame,
    human: Mapping[str, Any] | Names | str | None = None,
    *,
    measures: str | Sequence[str] | None = None,
    system: str | None = None,
    segment: str | None = None,
    document: str | None = None,
    domain: str | None = None,
    **keywords: Unpack[Correlating],
) -> Correlations:
    """Measure how well scores agree with human scores.

    ``scores`` has the scores of each measure by its name: a list with one for each segment or, for several systems,
    such lists by the names of the systems. ``human`` has the human scores in the same way, a list or lists by system;
    or, for several kinds of human scores, these by their names. None stands for a score that is not there. The settings
    are those of the method ``correlate`` of the worker: lower_is_better (names of distances and penalties),
    documents (which are drawn whole, unless units is "segments"), domains, groups, levels, averagings, statistics,
    micro, interval, units, resample, samples, confidence, seed, compare, alpha; human_systems (of people's texts,
    left out unless include_human; by default those called ref, refA, …), outliers (systems to leave out).

    Or ``scores`` is a DataFrame of pandas or polars with a row for each output; ``measures`` and ``human`` (one or
    several each), ``system``, ``segment``, ``document`` and ``domain`` name its columns:
    ``correlate(frame, "mqm", measures=["wrd", "COMET"])``.
    """
    columns = Columns(system, segment, document=document, domain=domain)
    if measures is not None:
        given = scores_of(scores, columns, measures, human)
        scores, human = given["scores"], given["human"]
        for name in ("documents", "domains"):
            if given[name] is not None:
                keywords.setdefault(name, given[name])  # type: ignore[misc]
    else:
        columns.refuse()
        if human is None:
            raise TypeError("found no human scores, expected some")
    return shared(Options()).correlate(cast("Mapping[str, Any]", scores), human, **keywords)


def replay(path: str | os.PathLike[str], **files: str | os.PathLike[str]) -> Replay:
    """Score stored results again and say whether every value has the same bits.

    ``path`` is the folder that ``wrd score -o`` wrote, a ``segments.parquet`` or a baseline of ``wrd check``; texts and
    settings are in it. Files that are elsewhere now are named by their settings: vectors, words, frequencies,
    converter, encoder. Raises RequestError where the results cannot be scored again.
    """
    return shared(Options()).replay(path, **files)


__all__ = ["WRD", "References", "compare", "correlate", "explain", "replay", "score", "score_frame", "similarity"]
