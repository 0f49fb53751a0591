// Package metric scores generated texts against references with Word Rotator's Distance (Yokoi, Takahashi,
// Akama, Suzuki and Inui, EMNLP 2020): the exact earth mover's distance between two texts in which a word
// weighs as much as the norm of its vector and moving one word onto another costs one minus their cosine.
//
// For most uses one call is enough:
//
//	scorer, err := metric.NewScorer(metric.Options{})
//	result, err := scorer.Score(metric.Segment{Candidate: "a cat sat", References: []string{"the cat sat"}})
//	distance, ok := result.Value(metric.WRD) // no value: see Options.Empty
//
// Options.Measures asks for other measures with it or in its place, see [Measure].
//
// [Scorer.Stream] scores a corpus of any length on all cores in bounded memory, [Scorer.Explain] shows which word went
// where, [Scorer.Matrix] compares texts all with all, and [Scorer.Choose] makes minimum Bayes risk decisions. A
// [Signature] says what scores depend on, and whether two can be compared. The package knows texts, not files; what is
// asked of whole corpora, such as which systems differ, package evaluation answers.
//
// # Words
//
// The same words mean the same things in code, columns and documentation:
//
//   - candidate, reference: a generated text; the human text it is compared with. A segment is one candidate
//     with its references, a system a named set of candidates, one for each segment.
//   - token: a piece of a text. A token that has a vector is known, one that has none is out of vocabulary.
//   - norm λ and direction u of a word w = λu with ‖u‖ = 1. Its mass is its norm divided by the sum of the
//     norms of its text, so masses sum to 1.
//   - cost: what moving one unit of mass from one word to another costs, here 1 − cos, in [0, 2].
//   - transport plan: how much mass moves from each word to each other; its entries are the alignment.
//     distance: the cost of the best plan. It goes down as texts get closer; similarity = 1 − distance goes up.
//   - coverage: the share of a text's tokens that are known.
//   - signature: one line that names everything a score depends on.
package metric
