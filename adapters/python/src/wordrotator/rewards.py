"""WRD as a reward function of trl, and of what takes functions in trl's form.

::

    from trl import GRPOTrainer
    from wordrotator.rewards import Reward

    reward = Reward("summary", purpose="summary", cache=True)  # the column "summary" has the references
    trainer = GRPOTrainer(model, reward_funcs=reward, train_dataset=dataset)

Nothing needs to be installed for it.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wordrotator._metric import WRD
from wordrotator._options import Options, documented
from wordrotator._reading import Once

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from wordrotator._settings import Settings


class Reward:
    """The similarity of each completion to its reference, higher is better, in [0, 1] for most measures.

    It is called as trl calls a reward function: with ``prompts``, ``completions`` and the other columns of the data
    set. Completions are texts, or lists of chat messages, of which the last of the assistant counts; so are references,
    which may be several texts, too. The reward is None, which trl leaves out, where there is no reference, and where
    the setting ``empty="skip"`` gives no score.

    ``column`` is the column of the references, "reference" unless ``source`` is given. ``source`` is the column of what
    was to be translated, read alone, with the settings of purpose="estimation" where none are said, or beside
    ``column`` where measures ask for both. The language is that of each batch, as its references look: name it, as few
    of them do not always tell. ``__name__`` is what trl logs the rewards as, "wrd".

    >>> reward = Reward("answer")
    >>> reward(prompts=["?", "?"], completions=["a cat sat", "a cat"], answer=["the cat sat", None])
    [0.9652587751392601, None]
    """

    @documented
    def __init__(self, column: str | None = None, source: str | None = None, **settings: Unpack[Settings]) -> None:
        """Take the columns and the settings, which are checked here, before a model writes anything."""
        self.column = "reference" if column is None and source is None else column
        self.source = source
        self.metric = WRD(Options(**settings))
        if source is not None and column is None:
            self.metric._with_source()
        self.__name__ = "wrd"
        self._tell = Once()

    def __call__(
        self, prompts: Sequence[Any] | None = None, completions: Sequence[Any] = (), **columns: Any
    ) -> list[float | None]:
        """Return the reward of each completion; ``prompts`` are not looked at.

        Raises ValueError if there is no such column, or it has not as many entries as there are completions.
        """
        n = len(completions)
        listed: list[list[str]] | None = None
        sources: list[str] | None = None
        if self.column is not None:
            listed = [
                [text for text in _texts(entry, f"{self.column}[{i}]") if text.strip()]
                for i, entry in enumerate(_column(columns, self.column, "references", n))
            ]
        if self.source is not None:
            entries = _column(columns, self.source, "sources", n)
            sources = ["" if entry is None else _said(entry, f"{self.source}[{i}]") for i, entry in enumerate(entries)]
        scored = [i for i in range(n) if (listed is None or listed[i]) and (sources is None or sources[i].strip())]
        said = [_said(completions[i], f"completions[{i}]") for i in scored]
        result = self.metric._score(
            said,
            None if listed is None else [listed[i] for i in scored],
            sources=None if sources is None else [sources[i] for i in scored],
        )
        self._tell(result.warnings)
        rewards: list[float | None] = [None] * n
        for i, score in zip(scored, result.scores, strict=True):
            rewards[i] = score
        return rewards

    def __repr__(self) -> str:
        given = repr(self.metric).removeprefix("WRD(")
        named = [repr(self.column)] if self.column is not None else []
        named += [f"source={self.source!r}"] if self.source is not None else []
        return f"Reward({', '.join(named)}{'' if given == ')' else ', '}{given}"


def _column(columns: Mapping[str, Any], name: str, what: str, n: int) -> Sequence[Any]:
    """Return a column of n entries; ValueError if there is none."""
    if columns.get(name) is None:
        known = ", ".join(map(repr, columns)) or "none"
        raise ValueError(f"found no column {name!r} with {what}, expected one of: {known}")
    column: Sequence[Any] = columns[name]
    if len(column) != n:
        raise ValueError(f"found {n} completions and {len(column)} {what}, expected the same number")
    return column


def _texts(entry: Any, what: str) -> list[str]:
    """Return the references that an entry has: none, a text, chat messages, or several of these."""
    if entry is None:
        return []
    if isinstance(entry, str | Mapping) or _chat(entry) or not isinstance(entry, Iterable):
        return [_said(entry, what)]
    return [_said(text, what) for text in entry if text is not None]


def _said(entry: Any, what: str) -> str:
    """Return a text, or what the assistant said last in chat messages."""
    if isinstance(entry, str):
        return entry
    messages = [entry] if isinstance(entry, Mapping) else entry
    if not _chat(messages):
        found = reprlib.repr(entry)
        raise TypeError(f"{what}: found {found}, expected a text, or chat messages with role and content")
    content: Any = ""
    for message in messages:
        if message.get("role", "assistant") == "assistant":
            content = message.get("content")
    if isinstance(content, str):
        return content
    # Nothing beside calls of tools, or parts of several kinds.
    return "".join(part.get("text") or "" for part in content or ())


def _chat(entry: Any) -> bool:
    """Whether something is a list of chat messages, not an empty one."""
    return isinstance(entry, Sequence) and bool(entry) and all(isinstance(m, Mapping) and "content" in m for m in entry)
