// Package evaluation answers questions about a corpus. [Score] scores the texts of systems and returns means with intervals;
// [Collect] keeps the score of each segment. Each other question has a package below this one, and one call of it:
//
//   - compare: which systems differ significantly;
//   - check: whether outputs are significantly worse than a baseline;
//   - correlate: how well measures agree with people;
//   - similarity: the same for pairs of sentences and of words;
//   - repeat: whether scores come out the same again.
//
// Calls take plain values and return reports. A report holds numbers, names and reasons, also the reason why a
// number is absent. The caller reads the texts and shows the report: these packages know no files, flags or terminals.
// This package has what they share: [Scores] of systems on [Segment]s, and [Judgments] of people.
package evaluation
