#!/usr/bin/env python3
"""Tunes an encoder on judgments of people, through the exact Word Rotator's Distance. docs/tuning.md explains it.

    pip install torch transformers safetensors pot
    OMP_NUM_THREADS=1 python3 metric/encoder/training/tune.py START OUT --judgments FILE [--steps 200] [--seed 1]

START is the folder of a BERT with config.json, model.safetensors and vocab.txt, such as metric/encoder/context-en. OUT
is the folder that is written, for wrd --encoder. FILE has JSON Lines, perhaps compressed, with candidate, reference,
human (higher is better), and perhaps lp or group, whose judgments alone are compared with each other. --judgments
FILE:SHARE, given several times, says how often a batch comes from which file.

For a batch of outputs of one group the distance to the references is computed, with directions that mix in their
neighbours as --purpose translation has it in three of four batches; the loss is one minus Pearson's r between minus the
distance and the judgments. The same files, seed, steps and versions give the same weights on one machine and thread.
"""

import argparse
import collections
import gzip
import json
import math
import random

import torch

import model as models
from distance import distances, lean

CONTEXT_WEIGHT, PLAIN = 0.7, 0.25  # what directions lean by, and the share of batches in which they do not
PIECES = 2800  # of a batch
WARM_UP = 30  # steps


def judgments(argument):
    """Yields (share, group, [(candidate, reference, score)]) for each group of a file."""
    path, _, share = argument.rpartition(":")
    if not path:
        path, share = argument, "1"
    groups = collections.defaultdict(list)
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            row = json.loads(line)
            try:
                human = row["human"]
                if human is not None and not row.get("is_human"):
                    groups[row.get("lp", row.get("group", ""))].append((row["candidate"], row["reference"], float(human)))
            except (KeyError, TypeError, ValueError):
                raise SystemExit(f"{path}:{number}: expected candidate, reference and human, a number") from None
    total = sum(map(len, groups.values()))
    for name, rows in groups.items():
        if len(rows) < 2:
            raise SystemExit(f"{path}: found one judgment of the group {name!r}, expected more to compare it with")
        yield float(share) * len(rows) / total, f"{path} {name}", rows


class Batches:
    """Draws batches: a group by its share, then judgments of it, each once before any comes again."""

    def __init__(self, groups, pieces):
        self.groups, self.pieces = list(groups), pieces
        self.left = [[] for _ in self.groups]

    def draw(self):
        """Returns the judgments of a batch."""
        at = random.choices(range(len(self.groups)), [share for share, *_ in self.groups])[0]
        rows, seen, size = [], set(), 0
        while size < PIECES and len(rows) < len(self.groups[at][2]):
            if not self.left[at]:
                self.left[at] = random.sample(self.groups[at][2], len(self.groups[at][2]))
            row = self.left[at].pop()
            if min(len(self.pieces[text]) for text in row[:2]) > 2:  # a text without a piece has no distance
                rows.append(row)
                size += sum(len(self.pieces[text]) for text in set(row[:2]) - seen)
                seen |= set(row[:2])
        return rows


def agreement(model, pieces, rows, weight):
    """Returns Pearson's r of minus the distance and the judgments of rows, with gradients."""
    texts = sorted({text for row in rows for text in row[:2]}, key=lambda text: len(pieces[text]))
    states, lengths = [], []
    for part in split(texts, 3):  # so short texts are not padded to the longest
        with torch.autocast("cpu", dtype=torch.bfloat16):
            of, n = model([pieces[text] for text in part])
        states.append(of.float())
        lengths.append(n)
    longest = max(of.shape[1] for of in states)
    states = torch.cat([torch.nn.functional.pad(of, (0, 0, 0, longest - of.shape[1])) for of in states])
    masses, directions = lean(states, lengths := torch.cat(lengths), weight)
    place = {text: k for k, text in enumerate(texts)}
    sides = [torch.tensor([place[row[side]] for row in rows]) for side in (0, 1)]
    distance = distances(*((masses[at], directions[at], lengths[at]) for at in sides))
    people = torch.tensor([row[2] for row in rows])
    x, y = distance.mean() - distance, people - people.mean()
    return (x * y).sum() / (x.norm() * y.norm()).clamp_min(1e-9)


def split(list_, n):
    """Returns n parts of a list, of nearly the same length, without empty ones."""
    ends = [len(list_) * k // n for k in range(n + 1)]
    return [list_[a:b] for a, b in zip(ends, ends[1:]) if a < b]


def tune(model, groups, steps, rate, embeddings, seed):
    """Tunes a model in place. embeddings times the rate is that of the table of pieces, 0 leaves it as it is; positions
    and types stay."""
    random.seed(seed)
    torch.manual_seed(seed)
    groups = list(groups)
    texts = sorted({text for _, _, rows in groups for row in rows for text in row[:2]})
    pieces = dict(zip(texts, model.pieces(texts)))
    batches = Batches(groups, pieces)
    words = model.bert.embeddings.word_embeddings
    words.sparse = True  # only pieces of the batch move
    for table in (words, model.bert.embeddings.position_embeddings, model.bert.embeddings.token_type_embeddings):
        table.weight.requires_grad_(table is words and embeddings > 0)
    dense = [p for p in model.parameters() if p.requires_grad and p is not words.weight]
    optimizers = [(1, torch.optim.AdamW(dense, lr=rate, betas=(0.9, 0.98), weight_decay=0))]
    if embeddings > 0:
        optimizers.append((embeddings, torch.optim.SparseAdam([words.weight], lr=rate, betas=(0.9, 0.98))))
    model.train()
    recent = collections.deque(maxlen=20)
    for step in range(steps):
        cosine = 0.97 * (1 + math.cos(math.pi * step / steps)) / 2 + 0.03
        for times, optimizer in optimizers:
            optimizer.param_groups[0]["lr"] = rate * times * cosine * min(1, (step + 1) / WARM_UP)
            optimizer.zero_grad(set_to_none=True)
        r = agreement(model, pieces, batches.draw(), CONTEXT_WEIGHT if random.random() >= PLAIN else 0)
        (1 - r).backward()
        torch.nn.utils.clip_grad_norm_(dense, 1.0)
        for _, optimizer in optimizers:
            optimizer.step()
        recent.append(r.item())
        if (step + 1) % 20 == 0 or step + 1 == steps:
            print(f"step {step + 1} of {steps}: r {sum(recent) / len(recent):.3f}", flush=True)
    return model.eval()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("start", metavar="START")
    parser.add_argument("out", metavar="OUT")
    parser.add_argument("--judgments", action="append", required=True, metavar="FILE[:SHARE]")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=5e-5, help="learning rate, falls by a cosine")
    parser.add_argument("--embeddings", type=float, default=0.1, help="times the rate for the embeddings of pieces")
    parser.add_argument("--layers", type=int, help="keep the first layers alone")
    parser.add_argument("--vocabulary", metavar="FILE", help="vocab.txt, if START has none")
    args = parser.parse_args()
    vocabulary = args.vocabulary or f"{args.start}/vocab.txt"
    model = models.load(args.start, args.layers, vocabulary)
    groups = [group for argument in args.judgments for group in judgments(argument)]
    tune(model, groups, args.steps, args.rate, args.embeddings, args.seed)
    models.save(model, args.out, vocabulary)


if __name__ == "__main__":
    main()
