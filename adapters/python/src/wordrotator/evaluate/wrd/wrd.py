"""Word Rotator's Distance for Hugging Face's evaluate, as a script that evaluate.load opens.

evaluate reads the imports of a script line by line, so each is a line of its own.
"""

import inspect

import datasets
import evaluate

import wordrotator

_DESCRIPTION = """
Word Rotator's Distance (Yokoi et al., EMNLP 2020): the exact cost of turning the words of one text into those of the
other, in which the norm of a vector is the importance of a word and its direction the meaning. "score" is the mean
similarity, one minus the distance: higher is better.
"""

_CITATION = """
@inproceedings{yokoi-etal-2020-word,
    title = "Word Rotator's Distance",
    author = "Yokoi, Sho and Takahashi, Ryo and Akama, Reina and Suzuki, Jun and Inui, Kentaro",
    booktitle = "Proceedings of the 2020 Conference on Empirical Methods in Natural Language Processing (EMNLP)",
    year = "2020",
    url = "https://aclanthology.org/2020.emnlp-main.236",
}
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: texts to score.
    references: for each prediction a reference, or a list of references.
    sources: what was translated, for measures=["wrd", "wrd_source"].
    means_only: True leaves out what is no number, for programs that average what they are given, such as lm-eval.
    **settings: those of wordrotator.score, such as measures=["wrd", "bertscore"] or purpose="translation", over those
        that evaluate.load was given; lang is another name of language.
Returns:
    score: the mean of scores.
    scores: one for each prediction, higher is better; None where there is nothing to compare.
    statuses: "ok" for each prediction, or what kept it from being compared.
    signature: what the scores depend on: report it with them.
    and the mean of each column of the measures, such as wrd and wrd_similarity.
"""


class Wrd(evaluate.Metric):
    """evaluate takes the first metric of the script."""

    def __init__(self, *args, **settings):
        """Take settings beside the arguments of evaluate, which ignores what it does not know, and check them."""
        own = {name: settings.pop(name) for name in inspect.signature(super().__init__).parameters if name in settings}
        super().__init__(*args, **own)
        self.settings = settings
        self._metric({}).open()

    def _metric(self, settings):
        settings = {**self.settings, **settings}
        if "lang" in settings:  # as bert_score calls it
            settings["language"] = settings.pop("lang")
        return wordrotator._metric.shared(wordrotator.Options(**settings))

    def _info(self):
        text = datasets.Value("string", id="sequence")
        several = datasets.Sequence(datasets.Value("string", id="sequence"), id="references")
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_KWARGS_DESCRIPTION,
            features=[
                datasets.Features({"predictions": text, "references": several}),
                datasets.Features({"predictions": text, "references": text}),
            ],
            reference_urls=["https://aclanthology.org/2020.emnlp-main.236"],
        )

    def _compute(self, predictions, references, sources=None, means_only=False, **settings):
        found = self._metric(settings).compute(predictions=predictions, references=references, sources=sources)
        return {name: value for name, value in found.items() if isinstance(value, float)} if means_only else found
