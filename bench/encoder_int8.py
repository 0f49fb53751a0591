#!/usr/bin/env python3
"""Times the int8 encoders of wrd and onnxruntime on one core, with the same sentences and weights.

    python3 bench/encoder_int8.py [--sentences 200] [--rounds 5]

Needs Go; numpy, onnx, onnxruntime, safetensors and tokenizers; ../shared/encoders/context-en-large and
../shared/data/mt/wmt15_da.jsonl, of which the references are encoded. onnxruntime gets the graph that its optimizer for
transformers makes (one node for attention, for a sum and LayerNorm, for GELU with its bias), with weights that
quantize_dynamic rounds, by tensor or by column, whichever is faster; the numbers of the tokens, so that its time is
without tokenizing; and sentences sorted by length, in batches of several sizes, of which the fastest counts. wrd starts
from text. Programs take turns; processor time, the least of the rounds counts. wrd runs with the instructions of the
machine and without AMX.
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile
import time

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import load_file
from tokenizers import BertWordPieceTokenizer

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--sentences", type=int, default=200)
parser.add_argument("--rounds", type=int, default=5)
parser.add_argument("--batches", default="1,8,32")
args = parser.parse_args()
root = pathlib.Path(__file__).resolve().parent.parent
name = "context-en-large"
shared = root.parent / "shared"
folder = shared / "encoders" / name
config = json.loads((folder / "config.json").read_text())
tensors = {key: value.astype(numpy.float32) for key, value in load_file(folder / "model.safetensors").items()}
heads, epsilon = config["num_attention_heads"], config["layer_norm_eps"]


def graph():
    """The model as an ONNX graph of onnxruntime's own operators."""
    nodes, kept = [], []

    def tensor(name, value):
        kept.append(numpy_helper.from_array(numpy.ascontiguousarray(value), name))
        return name

    def node(op, inputs, out, domain="com.microsoft", **attributes):
        nodes.append(helper.make_node(op, inputs, [out], domain=domain, **attributes))
        return out

    def norm(name):
        return [tensor(f"{name}.{part}", tensors[f"{name}.LayerNorm.{part}"]) for part in ("weight", "bias")]

    def weight(name):
        return tensor(f"{name}.weight", tensors[f"{name}.weight"].T), tensor(f"{name}.bias", tensors[f"{name}.bias"])

    tables = [tensor(f"{kind}s", tensors[f"embeddings.{kind}_embeddings.weight"])
              for kind in ("word", "position", "token_type")]
    x = "embedded"
    nodes.append(helper.make_node("EmbedLayerNormalization", ["ids", "types", *tables, *norm("embeddings"), "mask"],
                                  [x, "lengths"], domain="com.microsoft", epsilon=epsilon))
    for i in range(config["num_hidden_layers"]):
        layer = f"encoder.layer.{i}"
        parts = [f"{layer}.attention.self.{part}" for part in ("query", "key", "value")]
        asked = [tensor(f"{layer}.qkv.weight", numpy.concatenate([tensors[f"{p}.weight"].T for p in parts], axis=1)),
                 tensor(f"{layer}.qkv.bias", numpy.concatenate([tensors[f"{p}.bias"] for p in parts]))]
        mixed = node("Attention", [x, *asked, "mask"], f"{layer}.mixed", num_heads=heads)
        w, b = weight(f"{layer}.attention.output.dense")
        out = node("MatMul", [mixed, w], f"{layer}.attended", domain="")
        x = node("SkipLayerNormalization", [out, x, *norm(f"{layer}.attention.output"), b], f"{layer}.middle",
                 epsilon=epsilon)
        w, b = weight(f"{layer}.intermediate.dense")
        wide = node("BiasGelu", [node("MatMul", [x, w], f"{layer}.wide", domain=""), b], f"{layer}.activated")
        w, b = weight(f"{layer}.output.dense")
        out = node("MatMul", [wide, w], f"{layer}.narrow", domain="")
        x = node("SkipLayerNormalization", [out, x, *norm(f"{layer}.output"), b], f"{layer}.states", epsilon=epsilon)
    made = helper.make_graph(
        nodes, name,
        [helper.make_tensor_value_info(key, TensorProto.INT32, ["batch", "length"]) for key in ("ids", "types", "mask")],
        [helper.make_tensor_value_info(x, TensorProto.FLOAT, ["batch", "length", config["hidden_size"]])], kept)
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)],
                             ir_version=8)


def states(ids):
    """The states of a sentence, by NumPy."""
    from math import erf
    gelu = numpy.vectorize(lambda x: x * (1 + erf(x / 2 ** .5)) / 2)

    def norm(x, name):
        x = (x - x.mean(-1, keepdims=True)) / numpy.sqrt(x.var(-1, keepdims=True) + epsilon)
        return x * tensors[f"{name}.LayerNorm.weight"] + tensors[f"{name}.LayerNorm.bias"]

    def linear(x, name):
        return x @ tensors[f"{name}.weight"].T + tensors[f"{name}.bias"]

    tables = [tensors[f"embeddings.{kind}_embeddings.weight"] for kind in ("word", "position", "token_type")]
    x = norm(tables[0][ids] + tables[1][:len(ids)] + tables[2][0], "embeddings")
    for i in range(config["num_hidden_layers"]):
        layer = f"encoder.layer.{i}"
        q, k, v = (linear(x, f"{layer}.attention.self.{part}").reshape(len(ids), heads, -1).swapaxes(0, 1)
                   for part in ("query", "key", "value"))
        weights = numpy.exp(q @ k.swapaxes(1, 2) / q.shape[-1] ** .5)
        mixed = (weights / weights.sum(-1, keepdims=True) @ v).swapaxes(0, 1).reshape(len(ids), -1)
        x = norm(x + linear(mixed, f"{layer}.attention.output.dense"), f"{layer}.attention.output")
        wide = gelu(linear(x, f"{layer}.intermediate.dense"))
        x = norm(x + linear(wide, f"{layer}.output.dense"), f"{layer}.output")
    return x


with open(shared / "data/mt/wmt15_da.jsonl", encoding="utf-8") as lines:
    texts = [json.loads(line)["reference"] for line in lines][:args.sentences]
tokenizer = BertWordPieceTokenizer(str(folder / "vocab.txt"), lowercase=True)
ids = sorted((row.ids for row in tokenizer.encode_batch(texts)), key=len)


def batches(size):
    """Sentences of similar length, padded."""
    for start in range(0, len(ids), size):
        part = ids[start:start + size]
        width = max(map(len, part))
        rows = numpy.array([row + [0] * (width - len(row)) for row in part], numpy.int32)
        mask = numpy.array([[1] * len(row) + [0] * (width - len(row)) for row in part], numpy.int32)
        yield {"ids": rows, "types": numpy.zeros_like(rows), "mask": mask}


work = tempfile.TemporaryDirectory()
onnx.save(graph(), f"{work.name}/float32.onnx")
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = options.inter_op_num_threads = 1
session = {"float32": onnxruntime.InferenceSession(f"{work.name}/float32.onnx", options)}
for kind, by_column in (("int8 by tensor", False), ("int8 by column", True)):
    quantize_dynamic(f"{work.name}/float32.onnx", f"{work.name}/int8.onnx", per_channel=by_column,
                     weight_type=QuantType.QInt8,
                     extra_options={"DefaultTensorType": TensorProto.FLOAT})
    session[kind] = onnxruntime.InferenceSession(f"{work.name}/int8.onnx", options)
first = next(batches(1))
want = states(first["ids"][0].tolist())
for kind, most in (("float32", 1e-3), ("int8 by tensor", 0.5), ("int8 by column", 0.5)):
    found = session[kind].run(None, first)[0][0]
    away = numpy.linalg.norm(found - want) / numpy.linalg.norm(want)
    assert away < most, f"onnxruntime, {kind}: states are off by {away:.3f} of their size"

subprocess.run(["go", "test", "-c", "-o", f"{work.name}/encoder.test", "./metric/encoder"], check=True, cwd=root)


def wrd(amx):
    """The seconds of wrd for all sentences, from text."""

    def spent(passes):
        env = os.environ | {"WRD_BENCH_SENTENCES": str(len(texts)), "WRD_AMX": amx}
        command = [f"{work.name}/encoder.test", "-test.run", "^$", "-test.bench", f"^BenchmarkEncode$/^{name}_int8$",
                   "-test.benchtime", f"{passes}x", "-test.cpu", "1"]
        before = os.times()
        subprocess.run(command, check=True, cwd=root / "metric/encoder", env=env, stdout=subprocess.DEVNULL)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    passes = 4
    return (spent(1 + passes) - spent(1)) / passes


def onnx_runtime(kind, size):
    """Those of onnxruntime."""
    start = time.process_time()
    for batch in batches(size):
        session[kind].run(None, batch)
    return time.process_time() - start


seconds = {}
for _ in range(args.rounds):
    for amx in ("on", "off"):
        seconds.setdefault(f"wrd, AMX {amx}", []).append(wrd(amx))
    for kind in session:
        for size in map(int, args.batches.split(",")):
            seconds.setdefault(f"onnxruntime, {kind}, batches of {size}", []).append(onnx_runtime(kind, size))
base = min(seconds["wrd, AMX on"])
print("| program | sentences a second | of wrd's |\n|---|---:|---:|")
for program, all_rounds in seconds.items():
    print(f"| {program} | {len(texts) / min(all_rounds):.0f} | {base / min(all_rounds):.2f} × |")
print(f"\n{name}, {len(texts)} references of WMT15, {sum(map(len, ids)) / len(ids):.1f} tokens each, one thread, "
      f"processor time; onnxruntime {onnxruntime.__version__}")
