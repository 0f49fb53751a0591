// Package reading counts what a scorer could read of texts ([SystemReading]), decides whether somebody should know, of words
// without a vector ([FewKnown]) or texts without words ([ManyWordless]), and finds which language references are in
// ([LanguageOf]). What it finds are numbers and names; adapters/say makes sentences of them.
package reading
