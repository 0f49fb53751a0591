"""Correlations with human scores and their bootstrap resamples: the numbers of bench/agreement_page.py."""

import numpy as np

RESAMPLES = 2000
SEED = 12345
LEVEL = 95


class Bootstrap:
    """Draws segments with replacement, all outputs for a segment together, as they are not independent."""

    def __init__(self, segments):
        names, self.segment = np.unique(segments, return_inverse=True)
        n = len(names)
        self.counts = np.random.default_rng(SEED).multinomial(n, [1 / n] * n, RESAMPLES).astype(float)

    def sums(self, values):
        """Returns the sum of values, one or several for each row, in each resample."""
        of_segments = np.zeros((self.counts.shape[1], *values.shape[1:]))
        np.add.at(of_segments, self.segment, values)
        return self.counts @ of_segments

    def pair_sums(self, signs):
        """Returns for each of several matrices its sum over all ordered pairs of rows, and over those of each resample.

        signs takes rows and the order of the columns and yields the parts of the matrices. Copies of a row are pairs of their own.
        """
        order = np.argsort(self.segment, kind="stable")
        starts = np.searchsorted(self.segment[order], np.arange(self.counts.shape[1]))
        between = np.array([[np.add.reduceat(part.sum(axis=0, dtype=np.int32), starts) for part in signs(rows, order)]
                            for rows in np.split(order, starts[1:])], dtype=float)
        return [(sums.sum(), np.einsum("rs,rs->r", self.counts @ sums, self.counts)) for sums in between.transpose(1, 0, 2)]


class Value:
    """A number and its value in each resample."""

    def __init__(self, value, resampled):
        self.value, self.resampled = value, resampled

    def __sub__(self, other):
        return Value(self.value - other.value, self.resampled - other.resampled)

    def interval(self):
        return np.percentile(self.resampled, [50 - LEVEL / 2, 50 + LEVEL / 2])

    def __str__(self):
        low, high = self.interval()
        return f"{100 * self.value:.1f} ±{50 * (high - low):.1f}"


def mean(values):
    return Value(np.mean([v.value for v in values]), np.mean([v.resampled for v in values], axis=0))


def pearson(n, x, y, xx, yy, xy):
    """Returns r from the number of rows and the sums of x, y, x², y² and xy."""
    return (xy - x * y / n) / np.sqrt((xx - x * x / n) * (yy - y * y / n))


def segment_pearson(bootstrap, scores, human):
    x, y = scores - scores.mean(), human - human.mean()
    moments = [np.ones_like(x), x, y, x * x, y * y, x * y]
    return Value(pearson(*(m.sum() for m in moments)), pearson(*(bootstrap.sums(m) for m in moments)))


def segment_kendall(bootstrap, columns, human):
    """Returns tau-b of each column: the pairs that it orders as people do minus those that it orders the other way, over the
    geometric mean of the numbers of pairs that either orders."""
    ranks = [np.unique(values, return_inverse=True)[1].astype(np.int32) for values in (human, *columns.values())]

    def signs(rows, order):
        y, *xs = ((r[rows, None] > r[order]).view(np.int8) - (r[rows, None] < r[order]).view(np.int8) for r in ranks)
        yield y != 0
        for x in xs:
            yield x != 0
            yield x * y

    by_human, *rest = bootstrap.pair_sums(signs)
    return {name: Value(*(alike / np.sqrt(x * y) for alike, x, y in zip(together, by_metric, by_human)))
            for name, by_metric, together in zip(columns, rest[::2], rest[1::2])}


def kendall_like(bootstrap, scores):
    """Returns (concordant − discordant) / all for scores of better, then of worse translations; a tie is discordant."""
    better, worse = np.split(scores, 2)
    agrees = np.where(better > worse, 1.0, -1.0)
    return Value(agrees.mean(), bootstrap.sums(agrees) / bootstrap.sums(np.ones_like(agrees)))


class Systems:
    """The scores of systems, in all rows (an array over systems) and in each resample (systems × resamples)."""

    def __init__(self, bootstrap, systems):
        self.bootstrap, self.names = bootstrap, sorted(set(systems))
        self.rows = [np.array([s == name for s in systems], dtype=float) for name in self.names]

    def means(self, scores):
        """Returns the mean score of each system."""
        value = np.array([(rows * scores).sum() / rows.sum() for rows in self.rows])
        return value, np.stack([self.bootstrap.sums(rows * scores) / self.bootstrap.sums(rows) for rows in self.rows])

    def corpus(self, metric, candidates, references):
        """Returns sacreBLEU's score of all texts of each system together. It sums up counts of each text, as is done here for
        resamples."""
        value, resampled = [], []
        for rows in self.rows:
            at = np.flatnonzero(rows)
            texts, held_against = ([side[i].lower() for i in at] for side in (candidates, references))
            value.append(metric.corpus_score(texts, [held_against]).score)
            of_each = np.array(metric._extract_corpus_statistics(texts, [held_against]), dtype=float)
            counts = np.zeros((len(rows), of_each.shape[1]))
            counts[at] = of_each
            sums = np.rint(self.bootstrap.sums(counts)).astype(int).tolist()
            resampled.append([metric._aggregate_and_compute([c]).score for c in sums])
        return np.array(value), np.array(resampled)


def system_pearson(scores, human):
    """Returns r of two results of Systems."""
    moments = []
    for x, y in zip(scores, human):
        x, y = x - x.mean(axis=0), y - y.mean(axis=0)
        moments.append([len(x), 0, 0, (x * x).sum(axis=0), (y * y).sum(axis=0), (x * y).sum(axis=0)])
    return Value(*(pearson(*m) for m in moments))


def system_accuracy(scores, human):
    """Returns the share of pairs of systems that two results of Systems order alike."""
    return Value(*(ordered_alike(x, y) for x, y in zip(scores, human)))


def ordered_alike(x, y):
    """Returns the share of pairs of rows that two arrays order alike, for each column."""
    i, j = np.triu_indices(len(x), 1)
    return (np.sign(x[i] - x[j]) == np.sign(y[i] - y[j])).mean(axis=0)
