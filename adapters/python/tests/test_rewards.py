"""Rewards: called as trl calls them, and by its trainer where it is installed."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import wordrotator
from wordrotator.rewards import Reward


def chat(*said: Any) -> list[dict[str, Any]]:
    return [{"role": "assistant", "content": text} for text in said]


SCORE = 0.9652587751392601

COMPLETIONS = [
    "a cat sat",
    chat("a cat sat"),
    [*chat("hmm", "a cat sat"), {"role": "tool", "content": "no"}],
    chat([{"type": "text", "text": "a cat "}, {"type": "text", "text": "sat"}]),
]


@pytest.mark.parametrize("completion", COMPLETIONS)
@pytest.mark.parametrize("reference", ["the cat sat", ["a dog ran", None, "the cat sat"], chat("the cat sat")])
def test_forms(completion: Any, reference: Any) -> None:
    assert Reward()(prompts=["?"], completions=[completion], reference=[reference], other=[1]) == [SCORE]


@pytest.mark.parametrize("reference", [None, "", " ", [], [None], [""]])
def test_no_reference(reference: Any) -> None:
    rewards = Reward("answer")(["?"] * 3, ["a", "a cat sat", ""], answer=[reference, "the cat sat", reference])
    assert rewards == [None, SCORE, None]


def test_empty_completion() -> None:
    silent: list[Any] = ["", [{"role": "assistant", "content": None}], [{"role": "tool", "content": "x"}]]
    assert Reward()(None, silent, reference=["a"] * 3) == [0, 0, 0]
    assert Reward(empty="skip")(None, silent, reference=["a"] * 3) == [None] * 3
    assert Reward()(None, [], reference=[]) == []


def test_same_as_score(corpus: tuple[list[str], list[str]]) -> None:
    predictions, references = corpus
    rewards = Reward(measures="bertscore")(None, predictions, reference=references)
    assert rewards == wordrotator.score(predictions, references, measures="bertscore").scores


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"completions": ["a"], "answer": ["a"]}, ValueError, "no column 'reference' .* expected one of: 'answer'"),
        ({"completions": ["a"], "reference": None}, ValueError, "no column 'reference'"),
        ({"completions": ["a"], "reference": ["a", "b"]}, ValueError, "1 completions and 2 references"),
        ({"completions": ["a", 1], "reference": ["a", "b"]}, TypeError, r"completions\[1\]: found 1, expected a text"),
        ({"completions": [["a"]], "reference": ["a"]}, TypeError, "expected a text, or chat messages"),
        ({"completions": ["a"], "reference": [1]}, TypeError, r"reference\[0\]: found 1, expected a text, or chat"),
        ({"completions": ["a"], "reference": [["a", 1]]}, TypeError, r"reference\[0\]: found 1, expected a text"),
    ],
)
def test_refusals(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Reward()(**arguments)


def test_representation() -> None:
    assert repr(Reward()) == "Reward('reference')"
    assert repr(Reward("summary", purpose="summary")) == "Reward('summary', purpose='summary')"


def test_unknown_setting() -> None:
    """Before a model has written anything."""
    with pytest.raises(TypeError, match="did you mean purpose"):
        Reward(purpse="summary")  # type: ignore[call-arg]
    with pytest.raises(wordrotator.SettingError, match="sumary"):
        Reward(purpose="sumary")  # type: ignore[arg-type]


TRAIN = """
import json, sys, torch
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import GRPOConfig, GRPOTrainer
from wordrotator.rewards import Reward

words = "<pad> <eos> <unk> a the cat dog sat ran on mat stocks fell . ? say it".split()
tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, unk_token="<unk>"))
tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
tokenizer = PreTrainedTokenizerFast(
    tokenizer_object=tokenizer, pad_token="<pad>", eos_token="<eos>", unk_token="<unk>",
    chat_template="{% for message in messages %}{{ message['content'] }} {% endfor %}",
)
torch.manual_seed(1)
model = LlamaForCausalLM(LlamaConfig(
    vocab_size=len(words), hidden_size=16, intermediate_size=16, num_hidden_layers=1, num_attention_heads=2,
    pad_token_id=0, eos_token_id=1, bos_token_id=None,
))
chats = sys.argv[1] == "chats"
prompt = [{"role": "user", "content": "say it ?"}] if chats else "say it ?"
references = ["the cat sat on a mat .", None, ["stocks fell", "a dog ran"], ""]
data = Dataset.from_list([{"prompt": prompt, "summary": json.dumps(text)} for text in references])
seen = []

class Spied(Reward):
    def __call__(self, prompts, completions, **columns):
        columns["summary"] = [json.loads(text) for text in columns["summary"]]
        rewards = super().__call__(prompts, completions, **columns)
        seen.append((completions, columns["summary"], rewards))
        return rewards

arguments = GRPOConfig(
    output_dir="out", per_device_train_batch_size=4, num_generations=4, max_completion_length=6, max_steps=4,
    logging_steps=1, report_to=[], use_cpu=True, bf16=False, save_strategy="no", seed=1, disable_tqdm=True,
)
trainer = GRPOTrainer(
    model, reward_funcs=Spied("summary", cache="kept"), args=arguments, train_dataset=data, processing_class=tokenizer
)
trainer.train()
logged = [entry["rewards/wrd/mean"] for entry in trainer.state.log_history if "rewards/wrd/mean" in entry]
print(json.dumps([seen, [value if value == value else None for value in logged]]))
"""


@pytest.mark.parametrize("form", ["texts", "chats"])
def test_trl(tmp_path: Path, form: str) -> None:
    """The real trainer, four steps of a small random model, with the rewards that score gives."""
    pytest.importorskip("trl")
    import json
    import os

    environment = {**os.environ, "PYTHONPATH": str(Path(wordrotator.__file__).parents[1]), "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", TRAIN, form], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-3000:]
    seen, logged = json.loads(done.stdout.splitlines()[-1])
    assert len(seen) == len(logged) == 4
    scored = 0
    for (completions, references, rewards), mean in zip(seen, logged, strict=True):
        assert len(completions) == len(references) == len(rewards) == 4
        found = [reward for reward in rewards if reward is not None]
        for completion, reference, reward in zip(completions, references, rewards, strict=True):
            assert isinstance(completion, list) == (form == "chats")
            text = completion[-1]["content"] if form == "chats" else completion
            if not reference:
                assert reward is None
                continue
            scored += 1
            assert reward == wordrotator.score([text], [reference], language="en").scores[0]
        assert mean == (pytest.approx(sum(found) / len(found)) if found else None)
    assert scored >= 4
    assert list((tmp_path / "kept" / "scores").iterdir())
