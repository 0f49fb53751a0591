// Package evaluation answers what is asked of a corpus. [Score] scores the texts of systems and sums the results up, with
// intervals; [Collect] keeps the score of each segment. Each other question is a package below this one, and one call of it:
//
//   - compare: which systems really differ;
//   - check: whether outputs are significantly worse than a baseline;
//   - correlate: how well measures agree with people;
//   - similarity: the same for pairs of sentences and of words;
//   - repeat: whether scores come out the same again.
//
// Calls take plain values and return reports. A report holds numbers, names and reasons, and says of each number that is
// absent why it is. How it is shown, and where texts and scores come from, is the caller's business: these packages know no
// files, flags or terminals. Here is what they share: [Scores] of systems on [Segment]s, and [Judgments] of people.
package evaluation
