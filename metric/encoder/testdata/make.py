"""Makes the models of this folder and what PyTorch computes with them:

    python3 make.py [MODEL ...]      # with torch, transformers, tokenizers, safetensors

Each model has random weights from a fixed seed and the files that Hugging Face saves. states.safetensors has, for text
t of texts.json, its token numbers with the special ones ("t/tokens") and its states after layer n ("t/n"), without the
special tokens. Texts longer than the model's positions are read in windows; the rule stands in windows.go and, written
apart from it, below.
"""

import json
import math
import os
import sys

import torch
from safetensors.torch import save_file
from tokenizers import (AddedToken, ByteLevelBPETokenizer, Regex, Tokenizer, normalizers, pre_tokenizers, processors,
                        trainers)
from tokenizers.models import BPE, Unigram
from transformers import (BertConfig, BertModel, BertTokenizerFast, DistilBertConfig, DistilBertModel, GemmaTokenizerFast,
                          ModernBertConfig, ModernBertModel, RobertaConfig, RobertaModel, RobertaTokenizerFast, XLMRobertaConfig, XLMRobertaModel,
                          XLMRobertaTokenizerFast)

HERE = os.path.dirname(os.path.abspath(__file__))
TEXTS = [
    "the cat sat on the mat.",
    "A dog!",
    "unwanted, unknown words: zebras 42",
    "",
    "Café naïve — élan",
    "the dogs sat; the cats sat on mats in the sun and the sea was blue",
    # Longer than the models' positions, by little and by much.
    " ".join("the cat sat on a mat and saw a dog in the sea of words under the sun".split() * 2),
    " ".join("one two three four dogs saw the cats in the sun".split() * 12),
]
KEPT = set("""model_type vocab_size max_position_embeddings hidden_size num_hidden_layers num_attention_heads
intermediate_size hidden_act layer_norm_eps type_vocab_size pad_token_id position_embedding_type dim n_layers n_heads
hidden_dim activation token_projection hidden_activation norm_eps global_attn_every_n_layers local_attention
global_rope_theta local_rope_theta""".split())
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
WORDS = ("the cat cats dog dogs sat on mat mats in sun sea was blue and saw of words under one two three four un ##ing "
         "##ed")


def wordpieces(folder):
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + list("!,.:;—") + list(LETTERS)
    vocabulary += ["##" + letter for letter in LETTERS] + [word for word in WORDS.split()]
    with open(os.path.join(folder, "vocab.txt"), "w", encoding="utf-8") as out:
        out.writelines(word + "\n" for word in vocabulary)
    with open(os.path.join(folder, "tokenizer_config.json"), "w", encoding="utf-8") as out:
        json.dump({"do_lower_case": True, "tokenizer_class": "BertTokenizer"}, out, indent=1)
    return BertTokenizerFast(os.path.join(folder, "vocab.txt"), do_lower_case=True), len(vocabulary)


def bytepairs(folder):
    bpe = ByteLevelBPETokenizer()
    bpe.train_from_iterator(TEXTS, vocab_size=320, min_frequency=2, show_progress=False,
                            special_tokens=["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    bpe.save_model(folder)
    tokenizer = RobertaTokenizerFast(os.path.join(folder, "vocab.json"), os.path.join(folder, "merges.txt"))
    return tokenizer, len(tokenizer)


def around(tokenizer, begin, end):
    """Puts special tokens around each text."""
    tokens = [(token, tokenizer.token_to_id(token)) for token in (begin, end)]
    tokenizer.post_processor = processors.TemplateProcessing(single=f"{begin} $A {end}", special_tokens=tokens)


def unigram(texts, learned, size=0):
    """A Unigram tokenizer as XLM-RoBERTa has it, trained on texts, and filled up to a size with pieces of no text."""
    specials = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    words = pre_tokenizers.Metaspace(prepend_scheme="always")
    trained = Tokenizer(Unigram())
    trained.pre_tokenizer = words
    trained.train_from_iterator(texts, trainers.UnigramTrainer(
        vocab_size=learned, special_tokens=specials, unk_token="<unk>", show_progress=False))
    vocabulary = [tuple(pair) for pair in json.loads(trained.to_str())["model"]["vocab"]]
    vocabulary[5:5] = [(f"\u2581\u00b6{i}", -40.0) for i in range(size - len(vocabulary))]
    tokenizer = Tokenizer(Unigram(vocabulary, unk_id=3))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Replace(Regex(" {2,}"), " ")])
    tokenizer.pre_tokenizer = words
    around(tokenizer, "<s>", "</s>")
    return XLMRobertaTokenizerFast(tokenizer_object=tokenizer)


def gemma(texts, learned, size=0):
    """A BPE tokenizer with bytes for rare characters as Gemma has it, made as unigram makes one."""
    specials = ["<pad>", "<eos>", "<bos>", "<unk>", "<mask>"]
    spaces = normalizers.Replace(" ", "\u2581")
    trained = Tokenizer(BPE())
    trained.normalizer = spaces
    trained.pre_tokenizer = pre_tokenizers.Split("\u2581", "merged_with_next")
    trained.train_from_iterator(texts, trainers.BpeTrainer(
        vocab_size=learned, limit_alphabet=learned // 2, special_tokens=specials, show_progress=False))
    model = json.loads(trained.to_str())["model"]
    pieces = sorted(model["vocab"], key=model["vocab"].get)
    pieces[5:5] = [f"<0x{b:02X}>" for b in range(256)] + ["\n\n", "\u2581\u2581"]
    pieces[5:5] = [f"\u2581\u00b6{i}" for i in range(size - len(pieces))]
    merges = [tuple(pair.split(" ") if isinstance(pair, str) else pair) for pair in model["merges"]]
    tokenizer = Tokenizer(BPE({piece: i for i, piece in enumerate(pieces)}, merges + [("\u2581", "\u2581")],
                              byte_fallback=True, fuse_unk=True, unk_token="<unk>"))
    tokenizer.normalizer = spaces
    tokenizer.pre_tokenizer = pre_tokenizers.Split(" ", "merged_with_previous")
    tokenizer.add_special_tokens([AddedToken(token, normalized=False, special=True) for token in specials])
    tokenizer.add_tokens([AddedToken(token, normalized=False) for token in ("\n\n", "\u2581\u2581")])
    around(tokenizer, "<bos>", "<eos>")
    return GemmaTokenizerFast(tokenizer_object=tokenizer, add_eos_token=True, cls_token="<bos>", sep_token="<eos>",
                              mask_token="<mask>")


def unigrams(folder):
    return saved(unigram(TEXTS, 120), folder)


def spaced(folder):
    return saved(gemma(TEXTS, 120), folder)


def saved(tokenizer, folder):
    tokenizer.backend_tokenizer.save(os.path.join(folder, "tokenizer.json"))
    return tokenizer, len(tokenizer)


def bert(size):
    return BertModel(BertConfig(vocab_size=size, hidden_size=32, num_hidden_layers=2, num_attention_heads=2,
                                intermediate_size=64, max_position_embeddings=24, attn_implementation="eager"))


def roberta(size):
    return RobertaModel(RobertaConfig(vocab_size=size, hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
                                      intermediate_size=48, max_position_embeddings=26, type_vocab_size=1,
                                      hidden_act="gelu_new", layer_norm_eps=1e-5, attn_implementation="eager"))


def distilbert(size):
    return DistilBertModel(DistilBertConfig(vocab_size=size, dim=32, n_layers=2, n_heads=1, hidden_dim=80,
                                            max_position_embeddings=24, activation="relu",
                                            attn_implementation="eager"))


def xlm_roberta(size):
    return XLMRobertaModel(XLMRobertaConfig(vocab_size=size, hidden_size=32, num_hidden_layers=2, num_attention_heads=2,
                                            intermediate_size=64, max_position_embeddings=26, type_vocab_size=1,
                                            layer_norm_eps=1e-5, attn_implementation="eager"))


def modernbert(size):
    return ModernBertModel(ModernBertConfig(
        vocab_size=size, hidden_size=32, num_hidden_layers=5, num_attention_heads=2, intermediate_size=40,
        max_position_embeddings=24, global_attn_every_n_layers=3, local_attention=6, global_rope_theta=1000.0,
        local_rope_theta=50.0, pad_token_id=0, attn_implementation="eager", reference_compile=False))


def windows(n, most):
    """Yields (from, to, pieces whose states count) of a text of n pieces."""
    if n <= most:
        yield 0, n, range(n)
        return
    count = 1 + math.ceil((n - most) / (most - most // 4))
    starts = [i * (n - most) // (count - 1) for i in range(count)]
    nearest = [min(range(count), key=lambda i: (abs(starts[i] + (most - 1) / 2 - p), i)) for p in range(n)]
    for i, start in enumerate(starts):
        yield start, start + most, [p for p in range(n) if nearest[p] == i]


def encoded(model, linear, pieces, begin, end, most):
    """The states of the pieces after each layer, read in windows of at most so many: a tensor for each layer."""
    states = [[None] * len(pieces) for _ in range(model.config.num_hidden_layers + 1)]
    for start, to, kept in windows(len(pieces), most):
        with torch.inference_mode():
            out = model(torch.tensor([[begin] + pieces[start:to] + [end]]), output_hidden_states=True)
            layers = [layer[0] for layer in out.hidden_states[:-1]] + [out.last_hidden_state[0]]
            if linear:
                layers[-1] = linear(layers[-1])
        for rows, layer in zip(states, layers):
            for p in kept:
                rows[p] = layer[1 + p - start]
    return [torch.stack(rows) for rows in states] if pieces else []


def make(name, build, tokenize, dtype, prefix, projection, positions):
    folder = os.path.join(HERE, name)
    os.makedirs(folder, exist_ok=True)
    torch.manual_seed(len(name))
    tokenizer, size = tokenize(folder)
    model = build(size).eval()
    state = {}
    for key, value in model.state_dict().items():
        if "pooler" in key or "position_ids" in key:
            continue
        spread = 0.3 if value.dim() == 2 else 0.2
        value = torch.randn(value.shape) * spread + (1 if key.endswith("orm.weight") else 0)
        state[key] = value.to(dtype)
    model.load_state_dict({key: value.float() for key, value in state.items()}, strict=False)
    config = model.config.to_dict()
    linear = None
    if projection:
        linear = torch.nn.Linear(32, projection)
        config["token_projection"] = projection
    tensors = {prefix + key: value.contiguous() for key, value in state.items()}
    if linear:
        tensors |= {"projection." + key: value.detach().to(dtype) for key, value in linear.state_dict().items()}
    save_file(tensors, os.path.join(folder, "model.safetensors"), metadata={"format": "pt"})
    config = {key: value for key, value in config.items() if key in KEPT and value is not None}
    with open(os.path.join(folder, "config.json"), "w", encoding="utf-8") as out:
        json.dump(config, out, indent=1, sort_keys=True)
    results = {}
    for t, text in enumerate(TEXTS):
        pieces = tokenizer.encode(text, add_special_tokens=False)
        begin, end = tokenizer.cls_token_id, tokenizer.sep_token_id
        results[f"{t}/tokens"] = torch.tensor([begin] + pieces + [end], dtype=torch.int32)
        for n, rows in enumerate(encoded(model, linear, pieces, begin, end, positions - 2)):
            results[f"{t}/{n}"] = rows
    save_file(results, os.path.join(folder, "states.safetensors"))


def main():
    for name, *how in (
        ("bert", bert, wordpieces, torch.float32, "", 24, 24),
        ("roberta", roberta, bytepairs, torch.float16, "roberta.", 0, 24),
        ("distilbert", distilbert, wordpieces, torch.bfloat16, "distilbert.", 0, 24),
        ("xlm-roberta", xlm_roberta, unigrams, torch.float16, "roberta.", 0, 24),
        ("modernbert", modernbert, spaced, torch.float16, "model.", 0, 24),
    ):
        if name in sys.argv[1:] or not sys.argv[1:]:
            make(name, *how)
    with open(os.path.join(HERE, "texts.json"), "w", encoding="utf-8") as out:
        json.dump(TEXTS, out, indent=1, ensure_ascii=False)


if __name__ == "__main__":
    main()
