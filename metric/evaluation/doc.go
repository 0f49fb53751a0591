// Package evaluation answers what is asked of a corpus: how good the outputs of systems are, which systems really
// differ, whether a change made them worse, and how well measures agree with people.
//
// Each question is one call that takes plain values and returns a report:
//
//   - Score scores the texts of systems and sums the results up, with intervals; Collect keeps the score of each segment;
//   - Compare shows which systems really differ;
//   - Check decides whether outputs got worse than a baseline by more than chance;
//   - Correlate measures how well measures agree with human scores;
//   - Pairs and Words do the same for the similarity of sentences and of words.
//
// A report holds numbers, names and reasons, and says of each number that is absent why it is. How it is shown, and
// where texts and scores come from, is the caller's business: the package knows no files, flags or terminals.
package evaluation
