#!/usr/bin/env python3
"""Makes the files of this folder: small cases with values computed from the definitions, independently of wrd.

    pip install numpy==2.4.6 scipy==1.17.1
    python3 oracle.py

The texts, vectors, counts and scores are made up. Every value comes from NumPy and SciPy: transport from
scipy.optimize.linprog, correlations from scipy.stats, converters from numpy.linalg, all else from its definition by
brute force. Nothing is taken from wrd, and wrd is not run.
"""

import itertools
import json
import os
import re
import unicodedata

import numpy as np
from scipy import optimize, stats

here = os.path.dirname(os.path.abspath(__file__))

PAIRS = [
    ("The old ferry left the harbour at noon.", "At noon the old boat left the harbour."),
    ("A cook burned the bread and opened a window.", "The cook opened the window because the bread burned."),
    ("The minister met the farmers in Velmora.", "Farmers met the minister at Velmora."),
    ("Rain would flood the lower fields.", "The rain would ruin the lower road and the fields."),
    ("She would not sell the blue bicycle.", "She will sell the red bicycle."),
    ("Two children found a map of the island.", "The children lost two maps of the islands."),
    ("The train is late.", "The train is late."),
    ("Zubrik wept.", "The violin was silent and Zubrika wept for the singer."),
    ("Snow closed the mountain road for three days.", "For three days the road was closed by snow."),
    ("The judge read the letter aloud.", "A river crosses the plain."),
]
MORE = [  # sentences that converters also learn from
    "The harbour is closed in winter.", "A farmer sold the bread at noon.", "The singer read a letter to the children.",
    "The old road crosses the river.", "Three boats left the island.", "The cook was late and the bread was cold.",
]
UNKNOWN = {"velmora", "zubrik", "zubrika", "maps", "crosses"}  # have no vector
UNCOUNTED = {"violin", "bicycle", "ferry", "islands"}          # have a vector, but no count
STOP = set("a and at because by for in is not of old she the three to two was will would".split())  # on the SMART list
STOP_TWICE = "would"                                           # stands twice on that list
DIM = 12
OWN, SKIP = "own", "skip"


def tokens(text):
    return text.lower().rstrip(".").split()


def make_resources():
    """Writes vectors.txt and counts.tsv. Frequent words are short and share a direction, as in learned vectors."""
    rng = np.random.default_rng(2020)
    seen = {}
    for text in [t for pair in PAIRS for t in pair] + MORE:
        for word in tokens(text):
            seen[word] = seen.get(word, 0) + 1
    words = sorted(seen, key=lambda w: (-seen[w], w))
    common, topics = rng.normal(size=DIM), rng.normal(size=(5, DIM))
    with open(os.path.join(here, "vectors.txt"), "w") as f:
        known = [w for w in words if w not in UNKNOWN]
        f.write("%d %d\n" % (len(known), DIM))
        for rank, word in enumerate(known):
            row = 0.6 * common + topics[rng.integers(5)] + rng.normal(size=DIM)
            row *= np.log(2 + rank) / np.linalg.norm(row)
            f.write(word + " " + " ".join("%.4f" % x for x in row) + "\n")
    with open(os.path.join(here, "counts.tsv"), "w") as f:
        for rank, word in enumerate(words):
            if word not in UNCOUNTED:
                f.write("%s\t%d\n" % (word, 5000 / (1 + rank)))
        f.write("elsewhere\t7\n")  # a word that has a count, but no vector


def read_resources():
    vectors, counts = {}, {}
    with open(os.path.join(here, "vectors.txt")) as f:
        next(f)
        for line in f:
            word, *row = line.split()
            vectors[word] = np.array(row, dtype=np.float32).astype(np.float64)
    with open(os.path.join(here, "counts.tsv")) as f:
        for line in f:
            word, count = line.split("\t")
            counts[word] = int(count)
    return vectors, counts


# Converters: f3(alpha2(w) * f1(w)), the paper's Algorithm 2.


class Converter:
    def __init__(self, letters, vectors, counts, sentences):
        self.vectors = vectors
        total = sum(counts.values())
        self.p = {w: c / total for w, c in counts.items()}
        self.f1 = next((x for x in letters if x in "AS"), None)
        self.alpha = next((x for x in letters if x in "WU"), None)
        if self.f1 == "A":
            counted = np.array([row for w, row in vectors.items() if w in counts])
            self.mean = counted.mean(axis=0)
            self.top = np.linalg.svd(counted - self.mean)[2][:3]
        if self.alpha == "U":
            n = len(counts)
            threshold = 1 - (1 - 1 / n) ** 11
            share = sum(p > threshold for p in self.p.values()) / n
            self.a = (1 - share) / (share * n / 2)
        self.matrix = np.eye(DIM)
        f3 = next((x for x in letters if x in "RPC"), None)
        if f3:
            means = [np.mean(rows, axis=0) for rows in map(self.before_f3, sentences) if len(rows)]
            self.matrix = self.removal(f3, np.array(means))

    def weight(self, word):
        if self.alpha == "W":
            return 1e-3 / (self.p.get(word, 0) + 1e-3)
        if self.alpha == "U":
            return self.a / (self.p.get(word, min(self.p.values())) + self.a / 2)
        return 1

    def before_f3(self, words):
        """alpha2(w) * f1(w) of the known ones of words, a text."""
        known = [w for w in words if w in self.vectors]
        if not known:
            return np.zeros((0, DIM))
        rows = np.array([self.vectors[w] for w in known])
        if self.f1 == "A":
            rows = rows - self.mean
            rows = rows - rows @ self.top.T @ self.top
        if self.f1 == "S":
            rows = rows / np.linalg.norm(rows, axis=0)
        return rows * np.array([[self.weight(w)] for w in known])

    def removal(self, f3, means):
        _, sigma, directions = np.linalg.svd(means)
        if f3 == "R":
            return np.eye(DIM) - np.outer(directions[0], directions[0])
        if f3 == "P":
            shares = sigma[:5] ** 2 / sum(sigma[:5] ** 2)
            return np.eye(DIM) - directions[:5].T @ np.diag(shares) @ directions[:5]
        stop = [self.vectors[w] for w in STOP | {STOP_TWICE} if w in self.vectors] + [self.vectors[STOP_TWICE]]
        inverse, eye = np.linalg.inv, np.eye(DIM)

        def conceptor(rows):
            r = rows.T @ rows / len(rows)
            return r @ inverse(r + eye)

        return inverse(inverse(eye - conceptor(means)) + inverse(eye - conceptor(np.array(stop))) - eye)

    def convert(self, words):
        return self.before_f3(words) @ self.matrix.T

    def vocabulary_norms(self):
        return np.linalg.norm(self.convert(list(self.vectors)), axis=1)


class Text:
    """The tokens of a text that count, with their rows and their positions among all tokens."""

    def __init__(self, words, converter, oov, axes):
        converted = iter(converter.convert(words))
        known = [w in converter.vectors for w in words]
        if converter.f1 == "S":
            norms = np.linalg.norm(converter.convert(words), axis=1)
        else:
            norms = converter.vocabulary_norms()
        mu, self.mean_norm = (np.median(norms), np.mean(norms)) if len(norms) else (1, 1)
        self.words, self.rows, self.positions, self.indices, self.known = [], [], [], [], []
        for i, word in enumerate(words):
            row = np.zeros(DIM + len(axes))
            if known[i]:
                row[:DIM] = next(converted)
            elif oov == OWN:
                row[DIM + axes.index(word)] = mu
            else:
                continue
            self.words.append(word)
            self.known.append(known[i])
            self.rows.append(row)
            self.positions.append(i / len(words))
            self.indices.append(i)
        self.rows = np.array(self.rows)
        self.norms = np.linalg.norm(self.rows, axis=1)
        self.units = self.rows / self.norms[:, None]

    def in_context(self, weight):
        """The directions, each mixed with those of the tokens next to it."""
        at = {index: k for k, index in enumerate(self.indices)}
        mixed = self.units.copy()
        for k, index in enumerate(self.indices):
            for near in (index - 1, index + 1):
                if near in at:
                    mixed[k] += weight * self.norms[at[near]] / self.mean_norm * self.units[at[near]]
        return mixed / np.linalg.norm(mixed, axis=1)[:, None]

    def only(self, keep):
        other = object.__new__(Text)
        at = [i for i, word in enumerate(self.words) if keep(word)]
        other.words, other.positions = [self.words[i] for i in at], [self.positions[i] for i in at]
        other.known = [self.known[i] for i in at]
        other.rows, other.norms, other.units = self.rows[at], self.norms[at], self.units[at]
        return other


# Measures of two texts.


def emd(a, b, cost):
    a, b = np.array(a) / sum(a), np.array(b) / sum(b)
    n, m = cost.shape
    equations = np.vstack([np.kron(np.eye(n), np.ones(m)), np.kron(np.ones(n), np.eye(m))])[:-1]  # the last one follows
    tight = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    solved = optimize.linprog(cost.ravel(), A_eq=equations, b_eq=np.concatenate([a, b])[:-1], method="highs-ds", options=tight)
    assert solved.success, solved.message
    return solved.fun


def ngrams(word):
    marked = ["<start>", *word, "<end>"]
    return {tuple(marked[i:i + n]) for n in (2, 3, 4) for i in range(len(marked) - n + 1)}


def dice(x, y):
    return dice_of(ngrams(x), ngrams(y))


def dice_of(x, y):
    return 2 * len(x & y) / (len(x) + len(y))


def costs(a, b, spelling="none", weight=0.0, order=0.0, context=0.0):
    cost = 1 - (a.in_context(context) @ b.in_context(context).T if context else a.units @ b.units.T)
    alike = np.array([[1 - dice(x, y) for y in b.words] for x in a.words])
    cost = (1 - weight) * cost + weight * alike
    if spelling == "unknown":
        alike[np.outer(a.known, b.known)] = 2
    if spelling != "none":
        cost = np.minimum(cost, alike)
    return cost + order * np.abs(np.subtract.outer(a.positions, b.positions))


def wrd(a, b, power=1.0, **options):
    return emd(a.norms ** power, b.norms ** power, costs(a, b, **options))


def relaxed(a, b, power=1.0, **options):
    cost = costs(a, b, **options)
    precision, recall = [1 - np.average(cost.min(axis=axis), weights=side.norms ** power) for axis, side in ((1, a), (0, b))]
    return {"wrd_recall": recall, "wrd_precision": precision, "wrd_f1": harmonic_mean(precision, recall)}


def harmonic_mean(x, y):
    return 2 * x * y / (x + y) if x * y > 0 else 0  # there is none across 0


def wmd(a, b, weight=lambda word: 1):
    cost = np.linalg.norm(a.rows[:, None] - b.rows[None], axis=2)
    return emd([weight(w) for w in a.words], [weight(w) for w in b.words], cost)


def cosine(x, y):
    return x @ y / np.linalg.norm(x) / np.linalg.norm(y)


def dynamax(a, b):
    universe = np.vstack([a.rows, b.rows])
    x, y = [np.maximum(0, (side.rows @ universe.T).max(axis=0)) for side in (a, b)]
    return np.minimum(x, y).sum() / np.maximum(x, y).sum()


def measures(a, b, sif):
    cosines = a.units @ b.units.T
    precision, recall = cosines.max(axis=1).mean(), cosines.max(axis=0).mean()
    distance = wrd(a, b)
    values = {
        "wrd": distance, "wrd_similarity": 1 - distance, "wmd": wmd(a, b), "wmd_sif_weights": wmd(a, b, sif),
        "add": cosine(a.rows.sum(axis=0), b.rows.sum(axis=0)),
        "add_without_norm": cosine(a.units.sum(axis=0), b.units.sum(axis=0)),
        "bertscore_p": precision, "bertscore_r": recall, "bertscore_f1": harmonic_mean(precision, recall),
        "dynamax": dynamax(a, b), **relaxed(a, b),
    }
    a, b = (side.only(lambda word: word not in STOP) for side in (a, b))
    if len(a.words) and len(b.words):
        values["wrd_without_stopwords"], values["wmd_without_stopwords"] = wrd(a, b), wmd(a, b)
    return values


OPTIONS = {
    "mass-power": {"power": 0.5},
    "spelling": {"spelling": "all"},
    "spelling-unknown": {"spelling": "unknown"},
    "spelling-weight": {"weight": 0.1},
    "order-weight": {"order": 0.25},
    "context-weight": {"context": 0.7},
    "all": {"power": 0.5, "spelling": "all", "order": 0.25},
    "all-in-context": {"power": 0.5, "spelling": "unknown", "order": 0.25, "context": 1.5},
    "mixed-in-context": {"power": 0.5, "weight": 0.6, "order": 0.25, "context": 1.5},
}
CONVERTERS = ["none", "A", "AW", "AWR", "WR", "UP", "SUP", "SWC", "SUC"]


def make_measures():
    """Writes measures.jsonl: a line for each pair, values by "oov/converter/column", "oov/converter/wrd+option"."""
    vectors, counts = read_resources()
    total = sum(counts.values())
    sentences = [tokens(t) for pair in PAIRS for t in pair] + [tokens(t) for t in MORE]
    converters = {c: Converter("" if c == "none" else c, vectors, counts, sentences) for c in CONVERTERS}
    with open(os.path.join(here, "measures.jsonl"), "w") as f:
        f.write(json.dumps({"sentences": [t for pair in PAIRS for t in pair] + MORE}) + "\n")
        for pair in PAIRS:
            words = [tokens(text) for text in pair]
            axes = sorted({w for side in words for w in side if w not in vectors})
            values = {}
            for oov, (letters, converter) in itertools.product((OWN, SKIP), converters.items()):
                a, b = (Text(side, converter, oov, axes) for side in words)
                all_values = measures(a, b, lambda w: 1e-3 / (counts.get(w, 0) / total + 1e-3))
                if letters not in ("none", "AWR", "SUC"):  # the others show the converters, not the measures
                    all_values = {k: all_values[k] for k in ("wrd", "add")}
                    all_values["wrd+context-weight"] = wrd(a, b, context=0.7)
                if letters in ("none", "AWR"):
                    all_values |= {"wrd+" + name: wrd(a, b, **o) for name, o in OPTIONS.items()}
                    for option in ("all-in-context", "mixed-in-context"):
                        all_values |= {f"{column}+{option}": value
                                       for column, value in relaxed(a, b, **OPTIONS[option]).items()}
                values |= {"%s/%s/%s" % (oov, letters, k): round(float(v), 9) + 0.0 for k, v in all_values.items()}
            f.write(json.dumps({"candidate": pair[0], "reference": pair[1], "values": values}) + "\n")


SURFACES = [
    ("The cat sat, and 3.5 cats left.", "the cat sat , and 3.5 Cats left."),
    ("He said: \u201cIt's May.\u201d", "he said \u201cIt 's may\u201d."),
    ("\u201cÉcole\u201d is not école.", "Not École is e\u0301cole."),
    ("猫が座った。", "猫 が座った"),
    ("17 cats", "17 Cats"),
]


def is_word(character):
    return unicodedata.category(character)[0] in "LM" or unicodedata.category(character) == "Nd"


def surfaces(text):
    """Cuts a text into pieces of at most three letters or one other character, and returns for each where it stands, in
    bytes, and the n-grams of how it is written."""
    first = next((i for i, c in enumerate(text) if c.isalpha()), -1)
    padded, found = " " + text + " ", []
    for m in re.finditer(r"\s?(\w{1,3}|[^\w\s])", text):
        written, (start, end) = list(m[1]), m.span(1)
        if start <= first < end:
            written[first - start] = written[first - start].swapcase()

        def mark(own, beside):
            return "+" if (is_word(own) and is_word(beside)) or not (is_word(own) or beside.isspace()) else " "
        marked = [mark(text[start], padded[start]), *written, mark(text[end - 1], padded[end + 1])]
        found.append(([len(text[:i].encode()) for i in m.span()],
                      {tuple(marked[i:i + n]) for n in (2, 3, 4) for i in range(len(marked) - n + 1)}))
    return found


def make_surface():
    """Writes surface.jsonl: two texts with where their pieces stand, costs, a weight and what the costs become, row-major."""
    rng = np.random.default_rng(50)
    with open(os.path.join(here, "surface.jsonl"), "w") as f:
        for (a, b), weight in itertools.product(SURFACES, (0.005, 0.3)):
            rows, columns = surfaces(a), surfaces(b)
            cost = rng.random((len(rows), len(columns))).round(3)
            unlike = np.array([[1 - dice_of(x, y) for _, y in columns] for _, x in rows])
            f.write(json.dumps({"a": a, "spans": [s for s, _ in rows], "b": b, "b_spans": [s for s, _ in columns], "weight": weight,
                                "cost": cost.ravel().tolist(),
                                "expect": ((1 - weight) * cost + weight * unlike).round(9).ravel().tolist()}) + "\n")


def make_transport():
    """Writes transport.jsonl: masses, costs (row-major) and the optimum."""
    rng = np.random.default_rng(7)
    with open(os.path.join(here, "transport.jsonl"), "w") as f:
        for k, (n, m) in enumerate([(1, 1), (1, 5), (2, 3), (3, 3), (4, 7), (6, 6), (9, 5), (8, 11), (12, 12)]):
            a, b = rng.integers(1, 20, n).astype(float), rng.integers(1, 20, m).astype(float)
            cost = rng.integers(0, 7, (n, m)) / 4 if k % 3 == 0 else rng.random((n, m)).round(4)  # the first kind ties
            a, b = a / a.sum(), b / b.sum()
            case = {"a": a.tolist(), "b": b.tolist(), "cost": cost.ravel().tolist(), "optimum": emd(a, b, cost)}
            f.write(json.dumps(case) + "\n")


# Agreement of two grids, systems by segments; NaN is a gap.


def orderings(human, metric, epsilon):
    for i, j in itertools.combinations(range(len(human)), 2):
        h, m = human[i] - human[j], metric[i] - metric[j]
        yield np.sign(h), 0 if abs(m) <= epsilon else np.sign(m)


def acc23(human, metric, epsilon=0.0):
    agreed = [h == m for h, m in orderings(human, metric, epsilon)]
    return np.mean(agreed) if agreed else np.nan


def kendall_like(human, metric):
    verdicts = [1 if h == m else -1 for h, m in orderings(human, metric, 0) if h != 0]
    return np.mean(verdicts) if verdicts else np.nan


def scipy_statistic(f):
    def of(human, metric):
        if len(set(human)) < 2 or len(set(metric)) < 2:
            return np.nan
        return f(human, metric).statistic
    return of


AVERAGED = {
    "pearson": scipy_statistic(stats.pearsonr),
    "spearman": scipy_statistic(stats.spearmanr),
    "kendall_b": scipy_statistic(lambda h, m: stats.kendalltau(h, m, variant="b")),
    "kendall_c": scipy_statistic(lambda h, m: stats.kendalltau(h, m, variant="c")),
    "acc23": acc23,
    "tau23": lambda h, m: 2 * acc23(h, m) - 1,
    "kendall_like": kendall_like,
}


def groups_of(human, metric, averaging):
    both = ~(np.isnan(human) | np.isnan(metric))
    if averaging == "none":
        return [(human[both], metric[both])]
    if averaging == "item":
        human, metric, both = human.T, metric.T, both.T
    return [(h[k], m[k]) for h, m, k in zip(human, metric, both) if k.sum() > 1]


def agreement(human, metric):
    values = {}
    for averaging in ("none", "item", "sys"):
        groups = groups_of(human, metric, averaging)
        for name, f in AVERAGED.items():
            of_groups = [v for v in (f(h, m) for h, m in groups) if not np.isnan(v)]
            values[name + "/" + averaging] = np.mean(of_groups) if of_groups else np.nan
        values["acc_eq/" + averaging] = values["pdp/" + averaging] = np.nan
        if not groups:
            continue
        thresholds = {0.0} | {abs(x - y) for _, m in groups for x, y in itertools.combinations(m, 2)}
        values["acc_eq/" + averaging] = max(np.mean([acc23(h, m, e) for h, m in groups]) for e in thresholds)
        differences = [(h[i] - h[j], m[i] - m[j]) for h, m in groups for i, j in itertools.permutations(range(len(h)), 2)]
        values["pdp/" + averaging] = AVERAGED["pearson"](*np.array(differences).T)
    both = ~(np.isnan(human) | np.isnan(metric))
    means = [[grid[s][both[s]].mean() for s in range(len(grid)) if both[s].any()] for grid in (human, metric)]
    values["pairwise_accuracy/none"] = acc23(*means)
    return {k: None if np.isnan(v) else float(v) for k, v in values.items()}


def make_agreement():
    """Writes agreement.jsonl: grids of systems by segments, row-major, null for a gap, and "statistic/averaging" values."""
    rng = np.random.default_rng(23)
    with open(os.path.join(here, "agreement.jsonl"), "w") as f:
        for kind, systems, segments in [("plain", 4, 6), ("plain", 7, 5), ("plain", 1, 9), ("ties", 5, 6), ("ties", 3, 8), ("gaps", 5, 7),
                                        ("gaps", 4, 9), ("ties and gaps", 6, 6), ("constant", 3, 4)]:
            human = rng.normal(size=(systems, segments)) + rng.normal(size=(systems, 1))
            metric = (human + rng.normal(size=human.shape)).round(2)
            human = human.round(2)
            if "ties" in kind:
                human, metric = human.round(0), (2 * metric).round(0) / 2
            if "gaps" in kind:
                human[rng.random(human.shape) < 0.15] = np.nan
                metric[rng.random(human.shape) < 0.1] = np.nan
            if kind == "constant":
                metric[:] = 1
                human[:, 0] = 2
            flat = [[None if np.isnan(x) else float(x) + 0.0 for x in grid.ravel()] for grid in (human, metric)]
            case = {"kind": kind, "systems": systems, "human": flat[0], "metric": flat[1], "expect": agreement(human, metric)}
            f.write(json.dumps(case) + "\n")


if __name__ == "__main__":
    make_resources()
    make_measures()
    make_surface()
    make_transport()
    make_agreement()
