// Package reading says what a scorer could read of texts, and whether somebody should know: words without a vector, texts
// without words ([Warnings]), and which language references are in ([LanguageOf]).
package reading
