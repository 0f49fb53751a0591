//go:build wrd_no_context_multi

package encoder

// A program that leaves context-multi out has none of its files.
var contextMultiConfig, contextMultiWeights, contextMultiTokenizer, contextMultiPieces []byte
