"""Tests of the training on a tiny random model: python3 -m unittest discover metric/encoder/training"""

import collections
import contextlib
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np
import torch
from safetensors.numpy import save_file as save_arrays
from tokenizers import Tokenizer, pre_tokenizers, processors
from tokenizers.models import Unigram

import model as models
import tune
from distance import distances, lean

torch.set_num_threads(1)  # of models this small, threads only wait for each other

PIECES = "[PAD] [UNK] [CLS] [SEP] [MASK] the a cat dog sat slept on mat rug".split()
ROWS = [("the cat sat on the mat", "the cat sat on the mat", 1.0), ("a dog slept", "the cat sat on the mat", 0.0),
        ("a cat on a rug", "the cat sat on the mat", 0.6), ("the dog sat", "a dog slept on the rug", 0.4),
        ("a dog slept on a rug", "a dog slept on the rug", 0.9), ("mat mat", "a dog slept on the rug", 0.1)]


def tiny(folder, projection=None, narrow=None):
    """Returns a random model of two layers: of a vocab.txt, or with a factorised table of a packed tokenizer.json."""
    folder = Path(folder)
    config = {"model_type": "bert", "vocab_size": len(PIECES), "hidden_size": 8, "num_hidden_layers": 2,
              "num_attention_heads": 2, "intermediate_size": 16, "max_position_embeddings": 32, "type_vocab_size": 2}
    if projection:
        config[models.PROJECTION] = projection
    if narrow:
        config[models.NARROW] = narrow
        texts = [piece if piece[0] == "[" else f"▁{piece}" for piece in PIECES]
        tokenizer = Tokenizer(Unigram([(text, -1.0 - k) for k, text in enumerate(texts)], unk_id=1))
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()])
        tokenizer.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
        settings = json.loads(tokenizer.to_str())
        del settings["model"]["vocab"]
        (folder / "tokenizer.json").write_text(json.dumps(settings), encoding="utf-8")
        save_arrays({"texts": np.frombuffer("".join(f"{text}\0" for text in texts).encode(), np.int8),
                     "scores": -1 - np.arange(len(texts), dtype=np.float32)}, folder / "pieces.safetensors")
    else:
        (folder / "vocab.txt").write_text("\n".join(PIECES) + "\n", encoding="utf-8")
    torch.manual_seed(3)
    return models.Encoder(config, models.load_tokenizer(config, folder)).eval()


def group(rows, **fields):
    """Returns a group of the judgments of rows, by segments."""
    segments = {}
    for candidate, reference, human in rows:
        segments.setdefault(reference, []).append(tune.Output(candidate, reference, None, human))
    return tune.Group(1, "", list(segments.values()), **fields)


def pieces_of(model):
    return {text: of for row in ROWS for text, of in zip(row[:2], model.pieces(list(row[:2])))}


class TestDistance(unittest.TestCase):
    def test_gradient(self):
        """The gradient is that of finite differences, for states of any norm, with and without neighbours."""
        generator = torch.Generator().manual_seed(5)
        lengths = torch.tensor([4, 3]), torch.tensor([5, 2])
        states = [torch.randn(2, int(n.max()), 6, generator=generator, dtype=torch.float64) for n in lengths]
        for weight in (0, 0.7):
            def total(*states):
                masked = [s * (torch.arange(s.shape[1])[None] < n[:, None])[..., None] for s, n in zip(states, lengths)]
                return distances(*((*lean(s, n, weight), n) for s, n in zip(masked, lengths))).sum()

            inputs = [s.clone().requires_grad_() for s in states]
            total(*inputs).backward()
            for side, given in enumerate(inputs):
                for at in torch.cartesian_prod(*map(torch.arange, given.shape)):
                    values = []
                    for step in (1e-6, -1e-6):
                        moved = [s.clone() for s in states]
                        moved[side][tuple(at)] += step
                        values.append(total(*moved))
                    expected = (values[0] - values[1]) / 2e-6
                    self.assertAlmostEqual(given.grad[tuple(at)].item(), expected.item(), delta=1e-7)

    def test_values(self):
        """Equal texts have the distance 0, orthogonal ones 1, and padding changes nothing."""
        x, y = torch.eye(4, dtype=torch.float64)[None, :2], torch.eye(4, dtype=torch.float64)[None, 2:]
        two, padded = torch.tensor([2]), torch.nn.functional.pad(y, (0, 0, 0, 3))
        for a, b, want in ((x, x, 0), (x, y, 1), (x, padded, 1)):
            got = distances((*lean(a, two, 0), two), (*lean(b, two, 0), two)).item()
            self.assertAlmostEqual(got, want, delta=1e-6)


class TestModel(unittest.TestCase):
    def test_folder(self):
        """A saved model is read again, with the same states up to float16, also from I8 with scales, and by layers."""
        for projection, narrow in ((None, None), (5, None), (None, 3)):
            with self.subTest(projection=projection, narrow=narrow), tempfile.TemporaryDirectory() as folder, torch.no_grad():
                model = tiny(folder, projection, narrow)
                models.save(model, f"{folder}/saved")
                config = json.loads(Path(folder, "saved/config.json").read_text(encoding="utf-8"))
                self.assertEqual(config[models.LAYER], 2)
                self.assertEqual(config.get(models.PROJECTION), projection)
                tensors = models.load_file(f"{folder}/saved/model.safetensors")
                self.assertEqual(tensors["embeddings.word_embeddings.weight"].shape, (len(PIECES), narrow or 8))
                self.assertEqual("embeddings.word_embeddings_projection.weight" in tensors, narrow is not None)
                for name in [name for name, of in tensors.items() if of.ndim == 2]:
                    scale = tensors[name].float().abs().amax(1) / 127
                    tensors[name] = (tensors[name].float() / scale[:, None]).round().to(torch.int8)
                    tensors[f"{name}.scale"] = scale
                pieces = model.pieces([row[0] for row in ROWS])
                self.assertEqual(pieces[1], [2, 6, 8, 10, 3])
                want, lengths = model(pieces)
                again = models.load(f"{folder}/saved")
                self.assertEqual(again.pieces([row[0] for row in ROWS]), pieces)
                self.assertLess((again(pieces)[0] - want).abs().max(), 0.01)
                models.save_file(tensors, f"{folder}/saved/model.safetensors")
                self.assertLess((models.load(f"{folder}/saved")(pieces)[0] - want).abs().max(), 0.1)
                for name in [name for name, of in tensors.items() if of.ndim == 2 and of.shape[1] % 2 == 0]:
                    integers = (tensors[name].int() * 7 / 127).round().int() & 15
                    tensors[name] = (integers[:, ::2] | integers[:, 1::2] << 4).to(torch.uint8)
                    tensors[f"{name}.scale"] *= 127 / 7
                models.save_file(tensors, f"{folder}/saved/model.safetensors")
                self.assertLess((models.load(f"{folder}/saved")(pieces)[0] - want).abs().max(), 1)
                self.assertEqual(models.load(f"{folder}/saved", 1).config["num_hidden_layers"], 1)
                self.assertEqual(lengths.tolist(), [len(row[0].split()) for row in ROWS])
                self.assertEqual(want[1, 3:].abs().max().item(), 0)

    def test_gradient_of_factors(self):
        """Both matrices of a factorised table have, of each loss, the gradient of finite differences."""
        segments = [[row for row in ROWS if row[1] == text] for text in dict.fromkeys(row[1] for row in ROWS)]
        rows = [row for of in segments for row in of]
        for ranked, within in ((False, 0), (False, 2), (True, 0)):
            with self.subTest(ranked=ranked, within=within), tempfile.TemporaryDirectory() as folder, \
                    mock.patch.object(torch, "autocast", lambda *args, **kwargs: contextlib.nullcontext()), \
                    mock.patch.object(torch.Tensor, "float", torch.Tensor.double):
                model = tiny(folder, narrow=3).double()
                pieces = pieces_of(model)

                def loss():
                    return tune.loss_of(tune.distances_of(model, pieces, rows, 0.7), segments, ranked, within)[0]

                loss().backward()
                for factor in (model.bert.embeddings.word_embeddings, model.bert.embeddings.word_embeddings_projection):
                    given, values = factor.weight.grad.flatten(), factor.weight.data.view(-1)
                    self.assertGreater(given.abs().max(), 1e-4)
                    for at in range(len(values)):
                        was, ends = values[at].item(), []
                        for step in (1e-6, -1e-6):
                            values[at] = was + step
                            ends.append(loss().item())
                        values[at] = was
                        self.assertAlmostEqual(given[at].item(), (ends[0] - ends[1]) / 2e-6, delta=1e-6)


class TestTuning(unittest.TestCase):
    def test_agreement(self):
        """Inside segments only differences from a segment's mean count."""
        distance, people = torch.tensor([0.1, 0.2, 0.9, 0.8]), torch.tensor([1.0, 0.0, 1.0, 2.0])
        segments = torch.tensor([0, 0, 1, 1])
        self.assertAlmostEqual(tune.agreement(distance, people, segments).item(), 1, delta=1e-6)
        want = np.corrcoef(-distance.numpy(), people.numpy())[0, 1]
        self.assertAlmostEqual(tune.agreement(distance, people).item(), want, delta=1e-6)

    def test_learns(self):
        """Tuning makes a random model agree with the judgments that it is shown, over all outputs and inside segments; the
        same weights for the same seed, whatever the number of threads."""
        for narrow, within in ((None, 0), (6, 1)):
            with self.subTest(narrow=narrow), tempfile.TemporaryDirectory() as folder:
                states = []
                for threads in (1, 3):
                    torch.set_num_threads(threads)
                    model = tiny(folder, narrow=narrow)
                    pieces, people = pieces_of(model), torch.tensor([row[2] for row in ROWS])
                    before = tune.agreement(tune.distances_of(model, pieces, ROWS, 0.7), people).item()
                    tune.tune(model, [group(ROWS)], 60, 3e-3, 0.1, 1, within=within)
                    distance = tune.distances_of(model, pieces, ROWS, 0.7)
                    after = tune.agreement(distance, people).item()
                    if within:
                        segments = torch.tensor([0, 0, 0, 1, 1, 1])
                        self.assertGreater(tune.agreement(distance, people, segments).item(), 0.95)
                    states.append(model.state_dict())
                self.assertEqual(torch.get_num_threads(), 1)
                self.assertGreater(after, max(before, 0.95))
                for name, of in states[0].items():
                    self.assertTrue(torch.equal(of, states[1][name]), name)

    def test_learns_order(self):
        """Tuning on pairs puts the better output nearer."""
        pairs = [("a dog slept", "the cat sat on the mat", 1.0), ("the cat sat", "the cat sat on the mat", 0.0)]
        with tempfile.TemporaryDirectory() as folder:
            model = tiny(folder)
            pieces = {text: of for row in pairs for text, of in zip(row[:2], model.pieces(list(row[:2])))}
            better, worse = tune.distances_of(model, pieces, pairs, 0)
            self.assertGreater(better, worse)
            tune.tune(model, [group(pairs, ranked=True)], 100, 1e-2, 0.1, 1)
            better, worse = tune.distances_of(model, pieces, pairs, 0)
            self.assertLess(better, worse)

    def test_batches(self):
        """A share of batches is held against sources, all if there is nothing else, and segments stay whole."""
        segments = [[tune.Output(f"a {s} {k}", f"r {s}", f"s {s}", k) for k in range(3)] for s in range(4)]
        pieces = collections.defaultdict(lambda: [0, 1, 2])
        for sources, within, expected in ((0, False, {"r"}), (1, True, {"s"}), (0.5, True, {"r", "s"})):
            batches = tune.Batches([tune.Group(1, "", segments)], pieces, within)
            found = set()
            for _ in range(30):
                _, held, drawn = batches.draw(sources)
                found |= {row[1][0] for of in drawn for row in of}
                self.assertEqual({row[1][0] for of in drawn for row in of}, {"s" if held else "r"})
                self.assertEqual({len(of) for of in drawn}, {3 if within else 1})
                self.assertEqual(sum(map(len, drawn)), 12)
            self.assertEqual(found, expected)
        alone = [[of._replace(reference=None) for of in segment] for segment in segments]
        self.assertTrue(tune.Batches([tune.Group(1, "", alone)], pieces, True).draw(0)[1])

    def test_judgments(self):
        """Groups have shares by their sizes and segments by their texts, and what is no judgment is refused with its line."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "rows.jsonl")
            rows = [{"candidate": "a", "reference": "b", "human": 1, "lp": lp} for lp in ("x", "x", "x", "y", "y")]
            path.write_text("".join(json.dumps(row) + "\n" for row in [*rows, rows[0] | {"human": None}]))
            self.assertEqual([(of.share, [len(s) for s in of.segments]) for of in tune.judgments(f"{path}:2")],
                             [(1.2, [3]), (0.8, [2])])
            pairs = [{"better": "a", "worse": "b", "source": "c"}, {"candidate": "a", "source": "c", "human": 1},
                     {"candidate": "b", "source": "d", "human": 2}]
            path.write_text("".join(json.dumps(row) + "\n" for row in pairs))
            ranked, judged = tune.judgments(str(path))
            self.assertEqual(ranked.segments, [[("a", None, "c", 1), ("b", None, "c", 0)]])
            self.assertEqual((ranked.ranked, judged.ranked, len(judged.segments)), (True, False, 2))
            for line in ('{"candidate": "a"}', '{"candidate": "a", "human": 1}', '{"better": "a", "source": "c"}'):
                path.write_text(line + "\n")
                with self.assertRaisesRegex(SystemExit, "rows.jsonl:1: expected candidate and human, a number, or better"):
                    list(tune.judgments(str(path)))


if __name__ == "__main__":
    unittest.main()
