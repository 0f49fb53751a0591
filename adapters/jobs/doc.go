// Package jobs does what people ask of files, or of texts in memory, whoever asks: the command, by flags, or the worker,
// by a request. A job is a typed request; its method Run gives a record, which others write as text, JSON or a page.
// They are [Score], [Compare], [Check], [Correlate], [MBR], [Similarity], [WordSimilarity], [Replay] and [Report];
// [Explained] is the record of an explanation.
//
// What a job is told besides is its [Host]: where settings are opened, who is told notices and how far it is. Errors name
// options as settings are named, see [setup.Error]; each host says them in its own manner.
//
// It may change with any version; README lists the packages that do not.
package jobs
