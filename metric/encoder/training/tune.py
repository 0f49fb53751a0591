#!/usr/bin/env python3
"""Tunes an encoder on judgments of people, through the exact Word Rotator's Distance. docs/tuning.md explains it.

    pip install torch transformers safetensors pot
    python3 metric/encoder/training/tune.py START OUT --judgments FILE [--steps 200] [--seed 1]

START is the folder of a BERT with config.json, model.safetensors and vocab.txt or tokenizer.json, such as
metric/encoder/context-en or context-multi. OUT is the folder that is written, for wrd --encoder. FILE has JSON Lines,
perhaps compressed: candidate and human (higher is better), or better and worse, two outputs of which the first is
better; reference, source or both; and perhaps lp or group, whose judgments alone are compared with each other.
--judgments FILE:SHARE, given several times, says how often a batch comes from which file.

For a batch of one group the distance to the references, or to the sources, is computed, with directions that mix in
their neighbours as --purpose translation has it in three of four batches of references. The loss is one minus Pearson's r
between minus the distance and the judgments; with --within, that inside segments is added; of two outputs it is a logistic
function of the difference of their distances. One thread computes, so the same files, seed, steps and versions give the
same weights on one machine.
"""

import argparse
import collections
import gzip
import json
import math
import random
import typing

import torch

import model as models
from distance import distances, lean

CONTEXT_WEIGHT, PLAIN = 0.7, 0.25  # what directions lean by, and the share of batches in which they do not
PIECES = 2800  # of a batch
OUTPUTS = 8  # of a segment in a batch, at most
SCALE = 0.02  # of differences between the distances of two outputs
WARM_UP = 30  # steps


class Output(typing.NamedTuple):
    """A judged output; reference or source may be None."""

    candidate: str
    reference: str | None
    source: str | None
    human: float


class Group(typing.NamedTuple):
    """Judgments that are compared with each other. Each segment has outputs with the same reference and source; in a
    ranked group these are a better one and a worse one."""

    share: float
    name: str
    segments: list[list[Output]]
    ranked: bool = False


def judgments(argument):
    """Yields the groups of a file."""
    path, _, share = argument.rpartition(":")
    if not path:
        path, share = argument, "1"
    groups, total = collections.defaultdict(lambda: collections.defaultdict(list)), 0
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            row = json.loads(line)
            texts = row.get("reference"), row.get("source")
            ranked = "better" in row
            try:
                if row.get("is_human") or not ranked and row["human"] is None:
                    continue
                outputs = [(row["better"], 1), (row["worse"], 0)] if ranked else [(row["candidate"], row["human"])]
                outputs = [Output(text, *texts, float(human)) for text, human in outputs]
                if texts == (None, None) or not all(isinstance(of.candidate, str) for of in outputs):
                    raise ValueError
            except (KeyError, TypeError, ValueError):
                raise SystemExit(f"{path}:{number}: expected candidate and human, a number, or better and worse; and "
                                 "reference, source or both") from None
            group = row.get("lp", row.get("group", "")), ranked, *(text is not None for text in texts)
            groups[group][number if ranked else texts] += outputs
            total += len(outputs)
    for (name, ranked, *_), segments in groups.items():
        size = sum(map(len, segments.values()))
        if size < 2:
            raise SystemExit(f"{path}: found one judgment of the group {name!r}, expected more to compare it with")
        yield Group(float(share) * size / total, f"{path} {name}", list(segments.values()), ranked)


class Batches:
    """Draws batches: a group by its share, then outputs of it, each once before any comes again; whole segments, of at
    most OUTPUTS outputs, if the group is ranked or within is true."""

    def __init__(self, groups, pieces, within):
        self.groups, self.pieces = list(groups), pieces
        self.units = [group.segments if within or group.ranked else [[of] for s in group.segments for of in s]
                      for group in self.groups]
        self.left = [[] for _ in self.groups]

    def draw(self, sources):
        """Returns a group, whether its outputs are held against sources, and segments of (candidate, other text, judgment).
        Where there are both references and sources, sources is the probability of these."""
        at = random.choices(range(len(self.groups)), [group.share for group in self.groups])[0]
        first = self.groups[at].segments[0][0]
        held = first.reference is None or first.source is not None and random.random() < sources
        segments, seen, size = [], set(), 0
        for _ in self.units[at]:
            if size >= PIECES:
                break
            if not self.left[at]:
                self.left[at] = random.sample(self.units[at], len(self.units[at]))
            unit = self.left[at].pop()
            if len(unit) > OUTPUTS:
                unit = random.sample(unit, OUTPUTS)
            rows = [(of.candidate, of.source if held else of.reference, of.human) for of in unit]
            # A text without a piece has no distance.
            rows = [row for row in rows if min(len(self.pieces[text]) for text in row[:2]) > 2]
            if len(rows) < (2 if self.groups[at].ranked else 1):
                continue
            segments.append(rows)
            new = {text for row in rows for text in row[:2]} - seen
            size += sum(len(self.pieces[text]) for text in new)
            seen |= new
        return self.groups[at], held, segments


def distances_of(model, pieces, rows, weight):
    """Returns the distance of each row's first text from its second, with gradients."""
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
    return distances(*((masses[at], directions[at], lengths[at]) for at in sides))


def agreement(distance, people, segments=None):
    """Returns Pearson's r of minus the distances and the judgments; given the number of each one's segment, r of what is
    left when each segment's mean is taken away."""
    if segments is None:
        segments = torch.zeros(len(distance), dtype=torch.long)
    counts = torch.bincount(segments).to(distance.dtype)

    def centred(x):
        return x - (torch.zeros_like(counts).index_add(0, segments, x) / counts)[segments]

    x, y = centred(-distance), centred(people)
    return (x * y).sum() / (x.norm() * y.norm()).clamp_min(1e-9)


def loss_of(distance, segments, ranked, within):
    """Returns the loss of a batch, and what it says of the batch: r, or the share of pairs in order."""
    if ranked:
        further = distance[1::2] - distance[::2]  # the worse output than the better one
        return torch.nn.functional.softplus(-further / SCALE).mean(), (further > 0).float().mean().item()
    people = torch.tensor([row[2] for rows in segments for row in rows], dtype=distance.dtype)
    r = agreement(distance, people)
    loss = 1 - r
    if within and any(len({row[2] for row in rows}) > 1 for rows in segments):
        number = torch.tensor([k for k, rows in enumerate(segments) for _ in rows])
        loss = loss + within * (1 - agreement(distance, people, number))
    return loss, r.item()


def split(list_, n):
    """Returns n parts of a list, of nearly the same length, without empty ones."""
    ends = [len(list_) * k // n for k in range(n + 1)]
    return [list_[a:b] for a, b in zip(ends, ends[1:]) if a < b]


def tune(model, groups, steps, rate, embeddings, seed, sources=0, within=0):
    """Tunes a model in place, on one thread. embeddings times the rate is that of the table of pieces, 0 leaves it as it
    is; positions and types stay. sources is the share of batches in which outputs are held against the source where they
    have one beside a reference, and within the weight of agreement inside segments."""
    torch.set_num_threads(1)  # the same bits on any number of processors
    random.seed(seed)
    torch.manual_seed(seed)
    groups = list(groups)
    texts = sorted({text for group in groups for outputs in group.segments for of in outputs for text in of[:3] if text})
    pieces = {"": [0, 0]} | dict(zip(texts, model.pieces(texts)))
    batches = Batches(groups, pieces, within > 0)
    words = model.bert.embeddings.word_embeddings
    words.sparse = True  # only pieces of the batch move
    for table in (words, model.bert.embeddings.position_embeddings, model.bert.embeddings.token_type_embeddings):
        table.weight.requires_grad_(table is words and embeddings > 0)
    dense = [p for p in model.parameters() if p.requires_grad and p is not words.weight]
    optimizers = [(1, torch.optim.AdamW(dense, lr=rate, betas=(0.9, 0.98), weight_decay=0))]
    if embeddings > 0:
        optimizers.append((embeddings, torch.optim.SparseAdam([words.weight], lr=rate, betas=(0.9, 0.98))))
    model.train()
    recent = collections.defaultdict(lambda: collections.deque(maxlen=20))
    for step in range(steps):
        cosine = 0.97 * (1 + math.cos(math.pi * step / steps)) / 2 + 0.03
        for times, optimizer in optimizers:
            optimizer.param_groups[0]["lr"] = rate * times * cosine * min(1, (step + 1) / WARM_UP)
            optimizer.zero_grad(set_to_none=True)
        group, held, segments = batches.draw(sources)
        rows = [row for of in segments for row in of]
        if len(rows) < 2:
            continue
        weight = 0 if held or random.random() < PLAIN else CONTEXT_WEIGHT
        loss, figure = loss_of(distances_of(model, pieces, rows, weight), segments, group.ranked, within)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(dense, 1.0)
        for _, optimizer in optimizers:
            optimizer.step()
        recent["in order" if group.ranked else "r"].append(figure)
        if (step + 1) % 20 == 0 or step + 1 == steps:
            means = ", ".join(f"{name} {sum(of) / len(of):.3f}" for name, of in sorted(recent.items(), reverse=True))
            print(f"step {step + 1} of {steps}: {means}", flush=True)
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
    parser.add_argument("--sources", type=float, default=0, metavar="SHARE",
                        help="of batches that hold outputs against the source where there is a reference, too")
    parser.add_argument("--within", type=float, default=0, metavar="WEIGHT", help="of agreement inside segments")
    parser.add_argument("--layers", type=int, help="keep the first layers alone")
    parser.add_argument("--vocabulary", metavar="FILE", help="vocab.txt or tokenizer.json, if START has none")
    args = parser.parse_args()
    model = models.load(args.start, args.layers, args.vocabulary)
    groups = [group for argument in args.judgments for group in judgments(argument)]
    tune(model, groups, args.steps, args.rate, args.embeddings, args.seed, args.sources, args.within)
    models.save(model, args.out)


if __name__ == "__main__":
    main()
