package metric

import "github.com/wordrotator/wrd/metric/internal/texts"

// A Reading counts texts of one side, and how many of their tokens a Scorer could use. The zero value counts none.
type Reading struct {
	Texts        int64 `json:"texts"`
	WithoutWords int64 `json:"without_words"` // of the texts: not one token
	Tokens       int64 `json:"tokens"`
	OOV          int64 `json:"oov"` // of the tokens: out of vocabulary
}

// Add counts more texts.
func (r *Reading) Add(more Reading) {
	r.Texts += more.Texts
	r.WithoutWords += more.WithoutWords
	r.Tokens += more.Tokens
	r.OOV += more.OOV
}

// Coverage returns the share of the tokens that are not out of vocabulary, in [0, 1], and whether there are any.
func (r Reading) Coverage() (share float64, ok bool) {
	if r.Tokens == 0 {
		return 0, false
	}
	return float64(r.Tokens-r.OOV) / float64(r.Tokens), true
}

// Readings counts the texts of a result: the candidate, the best reference if references were read, and the source if
// that was. A blank text counts as one without words only if the other text has none.
func (r *Result) Readings(references, sources bool) (candidate, reference, source Reading) {
	wordless := r.Status == NoWordsCandidate || r.Status == NoWordsReference || r.Status == NoWordsSource
	candidate = readingOf(wordless, r.CandidateTokens, r.CandidateOOV)
	if references {
		reference = readingOf(wordless, r.ReferenceTokens, r.ReferenceOOV)
	}
	if sources {
		source = readingOf(wordless, r.SourceTokens, r.SourceOOV)
	}
	return candidate, reference, source
}

func readingOf(wordless bool, tokens, oov int) Reading {
	r := Reading{Texts: 1, Tokens: int64(tokens), OOV: int64(oov)}
	if wordless && tokens == 0 {
		r.WithoutWords = 1
	}
	return r
}

// reading counts texts that were prepared.
func reading(texts []texts.Text) (sum Reading) {
	for i := range texts {
		sum.Add(readingOf(texts[i].Wordless, texts[i].Tokens, texts[i].Unknown))
	}
	return sum
}
