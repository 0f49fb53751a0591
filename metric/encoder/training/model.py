"""BERT with an optional token projection, as wrd reads it from a folder: loading, saving, and states of texts."""

import json
import shutil
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from transformers import BertConfig, BertModel, BertTokenizerFast

# Members of config.json that are wrd's own: the width of the projected states, and the layer that was tuned.
PROJECTION, LAYER = "token_projection", "token_layer"
# Longer texts are cut off in training.
MOST_PIECES = 120


class Encoder(torch.nn.Module):
    """The states of a BERT's last layer, projected if the model has a projection."""

    def __init__(self, config, tokenizer):
        super().__init__()
        self.config, self.tokenizer = config, tokenizer
        known = {key: value for key, value in config.items() if key not in (PROJECTION, LAYER, "architectures")}
        self.bert = BertModel(BertConfig(**known | {"hidden_dropout_prob": 0, "attention_probs_dropout_prob": 0}),
                              add_pooling_layer=False)
        width = config.get(PROJECTION)
        self.projection = torch.nn.Linear(config["hidden_size"], width) if width else None

    def pieces(self, texts):
        """Returns the numbers of each text's pieces, with [CLS] and [SEP]."""
        return self.tokenizer(texts, truncation=True, max_length=MOST_PIECES)["input_ids"]

    def forward(self, pieces):
        """Returns the states of the pieces of texts without [CLS] and [SEP], texts × length × dim, 0 behind a text's end,
        and the number of pieces of each."""
        lengths = torch.tensor([len(of) for of in pieces])
        ids = torch.nn.utils.rnn.pad_sequence([torch.tensor(of) for of in pieces], batch_first=True)
        mask = torch.arange(ids.shape[1])[None] < lengths[:, None]
        states = self.bert(input_ids=ids, attention_mask=mask.long()).last_hidden_state
        if self.projection is not None:
            states = self.projection(states)
        kept = mask[:, 2:, None]  # position i of a text without [CLS] has as many pieces before it as i + 2 with both
        return states[:, 1:-1] * kept, lengths - 2


def load(folder, layers=None, vocabulary=None):
    """Reads the first layers of a model, all by default, from a folder with config.json, model.safetensors and vocab.txt,
    which may be elsewhere. Numbers may be wide, or I8 with a scale for each row."""
    folder = Path(folder)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    vocabulary = Path(vocabulary or folder / "vocab.txt")
    lower = config.get("do_lower_case", True)
    if (settings := folder / "tokenizer_config.json").exists():
        lower = json.loads(settings.read_text(encoding="utf-8")).get("do_lower_case", lower)
    if layers and layers < config["num_hidden_layers"]:
        config["num_hidden_layers"] = layers
        if config.pop(PROJECTION, None):
            print(f"the token projection of {folder} is left out: it is that of its last layer", flush=True)
    model = Encoder(config, BertTokenizerFast(str(vocabulary), do_lower_case=lower))
    tensors = load_file(folder / "model.safetensors")
    tensors = {name: of.float() * tensors[f"{name}.scale"][:, None] if f"{name}.scale" in tensors else of.float()
               for name, of in tensors.items() if not name.endswith(".scale")}
    tensors = {name if name.startswith("projection.") else "bert." + name.removeprefix("bert."): of
               for name, of in tensors.items()}
    lacking = [name for name in model.load_state_dict(tensors, strict=False).missing_keys if "_ids" not in name]
    if lacking:
        raise SystemExit(f"{folder / 'model.safetensors'}: found no tensor {lacking[0]}")
    return model


def save(model, folder, vocabulary):
    """Writes a folder that wrd reads with --encoder, in float16."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    tensors = {name.removeprefix("bert."): of.detach().half().contiguous() for name, of in model.state_dict().items()
               if "_ids" not in name}
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    config = model.config | {LAYER: model.config["num_hidden_layers"], "do_lower_case": model.tokenizer.do_lower_case}
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")
    shutil.copyfile(vocabulary, folder / "vocab.txt")
