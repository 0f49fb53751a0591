// Package metric scores texts against references by Word Rotator's Distance (Yokoi et al., EMNLP 2020): the earth mover's
// distance in which a word weighs as much as its vector is long, and moving it onto another costs 1 − their cosine.
//
//	scorer, err := metric.NewScorer(metric.Options{})
//	result, err := scorer.Score(metric.Segment{Candidate: "a cat sat", References: []string{"the cat sat"}})
//	distance, ok := result.Value(metric.WRD) // no value: see Options.Empty
//
// [Scorer.Stream] scores a corpus, [Scorer.Explain] shows which word went where, [Scorer.Matrix] compares all with all, and
// [Scorer.Choose] decides by minimum Bayes risk. A [Signature] says what scores depend on. [Segment], [Word] and [Move]
// define the words used everywhere. Package evaluation answers questions about whole corpora.
package metric
