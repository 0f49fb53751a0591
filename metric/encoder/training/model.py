"""BERT with an optional token projection, as wrd reads it from a folder: loading, saving, and states of texts."""

import base64
import json
import shutil
from pathlib import Path

import torch
from safetensors.numpy import load_file as load_arrays
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel, BertTokenizerFast, PreTrainedTokenizerFast

# Members of config.json that are wrd's own: the width of the projected states, and the layer that was tuned.
PROJECTION, LAYER = "token_projection", "token_layer"
# The width of a factorised table of pieces, as ALBERT and ELECTRA call it.
NARROW = "embedding_size"
# Longer texts are cut off in training.
MOST_PIECES = 120


class Encoder(torch.nn.Module):
    """The states of a BERT's last layer, projected if the model has a projection. A factorised table of pieces is narrow,
    and a matrix of its own widens its rows."""

    def __init__(self, config, tokenizer):
        super().__init__()
        self.config, self.tokenizer = config, tokenizer
        known = {key: value for key, value in config.items() if key not in (PROJECTION, LAYER, NARROW, "architectures")}
        wide, narrow = config["hidden_size"], config.get(NARROW, config["hidden_size"])
        if narrow != wide:
            known |= {"vocab_size": 1, "pad_token_id": None}  # the table comes below
        self.bert = BertModel(BertConfig(**known | {"hidden_dropout_prob": 0, "attention_probs_dropout_prob": 0}),
                              add_pooling_layer=False)
        if narrow != wide:
            self.bert.embeddings.word_embeddings = torch.nn.Embedding(config["vocab_size"], narrow)
            self.bert.embeddings.word_embeddings_projection = torch.nn.Linear(narrow, wide, bias=False)
        width = config.get(PROJECTION)
        self.projection = torch.nn.Linear(wide, width) if width else None

    def pieces(self, texts):
        """Returns the numbers of each text's pieces, with the special ones at its ends."""
        return self.tokenizer(texts, truncation=True, max_length=MOST_PIECES)["input_ids"]

    def forward(self, pieces):
        """Returns the states of the pieces of texts without the special ones, texts × length × dim, 0 behind a text's end,
        and the number of pieces of each."""
        lengths = torch.tensor([len(of) for of in pieces])
        ids = torch.nn.utils.rnn.pad_sequence([torch.tensor(of) for of in pieces], batch_first=True)
        mask = torch.arange(ids.shape[1])[None] < lengths[:, None]
        embeddings = self.bert.embeddings
        rows = embeddings.word_embeddings(ids)
        if hasattr(embeddings, "word_embeddings_projection"):
            rows = embeddings.word_embeddings_projection(rows)
        states = self.bert(inputs_embeds=rows, attention_mask=mask.long()).last_hidden_state
        if self.projection is not None:
            states = self.projection(states)
        kept = mask[:, 2:, None]  # position i of a text without special pieces has as many before it as i + 2 with both
        return states[:, 1:-1] * kept, lengths - 2


def load_tokenizer(config, folder, vocabulary=None):
    """Reads the pieces of a BERT's vocab.txt, or of a tokenizer.json, whose vocabulary may be packed as the built-in
    encoders have it."""
    path = Path(vocabulary or next((path for name in ("vocab.txt", "tokenizer.json") if (path := folder / name).exists()),
                                   folder / "vocab.txt"))
    if path.suffix == ".txt":
        lower = config.get("do_lower_case", True)
        if (settings := folder / "tokenizer_config.json").exists():
            lower = json.loads(settings.read_text(encoding="utf-8")).get("do_lower_case", lower)
        tokenizer = BertTokenizerFast(str(path), do_lower_case=lower)
        tokenizer.vocabulary = path  # which save copies
        return tokenizer
    content = path.read_text(encoding="utf-8")
    if (packed := path.with_name("pieces.safetensors")).exists():
        content = unpacked(json.loads(content), load_arrays(packed))
    return PreTrainedTokenizerFast(tokenizer_object=Tokenizer.from_str(content))


def unpacked(settings, packed):
    """Returns the text of a tokenizer.json from what is left of it and the file that has its pieces."""
    texts = packed["texts"].tobytes().decode("utf-8").split("\0")
    settings["model"]["vocab"] = [[text, float(score)] for text, score in zip(texts, packed["scores"])]
    normalizer = settings["normalizer"] or {"type": None}
    for step in normalizer.get("normalizers", [normalizer]):
        if step["type"] == "Precompiled":
            step["precompiled_charsmap"] = base64.b64encode(packed["characters"].tobytes()).decode("ascii")
    return json.dumps(settings)


def nibbles(pairs):
    """Returns the integers of 4 bits, in two's complement, of which a matrix of bytes has two in each."""
    return ((torch.stack((pairs & 15, pairs >> 4), -1).flatten(1) ^ 8).to(torch.int8) - 8)


def load(folder, layers=None, vocabulary=None):
    """Reads the first layers of a model, all by default, from a folder with config.json, model.safetensors and vocab.txt or
    tokenizer.json, which may be elsewhere. Numbers may be wide, or integers with a scale for each row: I8, or U8 with two
    of 4 bits in a byte, the first one in its lower half."""
    folder = Path(folder)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    if layers and layers < config["num_hidden_layers"]:
        config["num_hidden_layers"] = layers
        if config.pop(PROJECTION, None):
            print(f"the token projection of {folder} is left out: it is that of its last layer", flush=True)
    model = Encoder(config, load_tokenizer(config, folder, vocabulary))
    tensors = load_file(folder / "model.safetensors")
    tensors = {name: nibbles(of) if of.dtype == torch.uint8 else of for name, of in tensors.items()}
    tensors = {name: of.float() * tensors[f"{name}.scale"][:, None] if f"{name}.scale" in tensors else of.float()
               for name, of in tensors.items() if not name.endswith(".scale")}
    tensors = {name if name.startswith("projection.") else "bert." + name.removeprefix("bert."): of
               for name, of in tensors.items()}
    lacking = [name for name in model.load_state_dict(tensors, strict=False).missing_keys if "_ids" not in name]
    if lacking:
        raise SystemExit(f"{folder / 'model.safetensors'}: found no tensor {lacking[0]}")
    return model


def save(model, folder):
    """Writes a folder that wrd reads with --encoder, in float16."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    tensors = {name.removeprefix("bert."): of.detach().half().contiguous() for name, of in model.state_dict().items()
               if "_ids" not in name}
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    config = model.config | {LAYER: model.config["num_hidden_layers"]}
    if vocabulary := getattr(model.tokenizer, "vocabulary", None):
        config["do_lower_case"] = model.tokenizer.do_lower_case
        shutil.copyfile(vocabulary, folder / "vocab.txt")
    else:
        model.tokenizer.backend_tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")
