"""Tests of the training on a tiny random model: python3 -m unittest discover metric/encoder/training"""

import json
import tempfile
import unittest
from pathlib import Path

import torch

import model as models
import tune
from distance import distances, lean

PIECES = "[PAD] [UNK] [CLS] [SEP] [MASK] the a cat dog sat slept on mat rug".split()
ROWS = [("the cat sat on the mat", "the cat sat on the mat", 1.0), ("a dog slept", "the cat sat on the mat", 0.0),
        ("a cat on a rug", "the cat sat on the mat", 0.6), ("the dog sat", "a dog slept on the rug", 0.4),
        ("a dog slept on a rug", "a dog slept on the rug", 0.9), ("mat mat", "a dog slept on the rug", 0.1)]


def tiny(folder, projection=None):
    """Returns a random model of two layers, and its vocabulary."""
    vocabulary = Path(folder, "vocab.txt")
    vocabulary.write_text("\n".join(PIECES) + "\n", encoding="utf-8")
    config = {"model_type": "bert", "vocab_size": len(PIECES), "hidden_size": 8, "num_hidden_layers": 2,
              "num_attention_heads": 2, "intermediate_size": 16, "max_position_embeddings": 32, "type_vocab_size": 2}
    if projection:
        config[models.PROJECTION] = projection
    torch.manual_seed(3)
    tokenizer = models.BertTokenizerFast(str(vocabulary), do_lower_case=True)
    return models.Encoder(config, tokenizer).eval(), vocabulary


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
        for projection in (None, 5):
            with self.subTest(projection=projection), tempfile.TemporaryDirectory() as folder, torch.no_grad():
                model, vocabulary = tiny(folder, projection)
                models.save(model, f"{folder}/saved", vocabulary)
                config = json.loads(Path(folder, "saved/config.json").read_text(encoding="utf-8"))
                self.assertEqual(config[models.LAYER], 2)
                self.assertEqual(config.get(models.PROJECTION), projection)
                tensors = models.load_file(f"{folder}/saved/model.safetensors")
                for name in [name for name, of in tensors.items() if of.ndim == 2]:
                    scale = tensors[name].float().abs().amax(1) / 127
                    tensors[name] = (tensors[name].float() / scale[:, None]).round().to(torch.int8)
                    tensors[f"{name}.scale"] = scale
                pieces = model.pieces([row[0] for row in ROWS])
                want, lengths = model(pieces)
                again = models.load(f"{folder}/saved")(pieces)[0]
                self.assertLess((again - want).abs().max(), 0.01)
                models.save_file(tensors, f"{folder}/saved/model.safetensors")
                self.assertLess((models.load(f"{folder}/saved")(pieces)[0] - want).abs().max(), 0.1)
                self.assertEqual(models.load(f"{folder}/saved", 1).config["num_hidden_layers"], 1)
                self.assertEqual(lengths.tolist(), [len(row[0].split()) for row in ROWS])
                self.assertEqual(want[1, 3:].abs().max().item(), 0)


class TestTuning(unittest.TestCase):
    def test_learns(self):
        """Tuning makes a random model agree with the judgments that it is shown, the same weights for the same seed."""
        with tempfile.TemporaryDirectory() as folder:
            states = []
            for _ in range(2):
                model, _ = tiny(folder)
                pieces = {text: of for row in ROWS for text, of in zip(row[:2], model.pieces(list(row[:2])))}
                before = tune.agreement(model, pieces, ROWS, 0.7).item()
                tune.tune(model, [(1, "", ROWS)], 60, 3e-3, 0.1, 1)
                after = tune.agreement(model, pieces, ROWS, 0.7).item()
                states.append(model.state_dict())
            self.assertGreater(after, max(before, 0.95))
            for name, of in states[0].items():
                self.assertTrue(torch.equal(of, states[1][name]), name)

    def test_judgments(self):
        """Groups have shares by their sizes, and what is no judgment is refused with its line."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "rows.jsonl")
            rows = [{"candidate": "a", "reference": "b", "human": 1, "lp": lp} for lp in ("x", "x", "x", "y", "y")]
            path.write_text("".join(json.dumps(row) + "\n" for row in [*rows, rows[0] | {"human": None}]))
            self.assertEqual([(share, len(of)) for share, _, of in tune.judgments(f"{path}:2")], [(1.2, 3), (0.8, 2)])
            path.write_text('{"candidate": "a"}\n')
            with self.assertRaisesRegex(SystemExit, "rows.jsonl:1: expected candidate, reference and human"):
                list(tune.judgments(str(path)))


if __name__ == "__main__":
    unittest.main()
