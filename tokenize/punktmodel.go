package tokenize

import (
	"encoding/json"
	"strings"
	"sync"

	"gopkg.in/neurosnap/sentences.v1/data"
)

// A model is what Punkt has learned about a language. It does not change, so goroutines may share it.
type model struct {
	abbreviations map[string]bool  // without the final period
	collocations  map[string]bool  // "first,second": word before the period, word after it
	collocates    map[string]bool  // the first words of the collocations
	starters      map[string]bool  // words that often begin a sentence
	orthography   map[string]uint8 // how a word occurred: bits begUpper to unkLower
}

// punktAsset is the English model of NLTK's punkt package (punkt/PY3/english.pickle), trained by Jan Strunk on a newspaper corpus,
// as a module that is linked anyway carries it. A test pins its hash.
const punktAsset = "data/english.json"

// english returns the English model, which it reads on the first call.
var english = sync.OnceValue(func() *model {
	m, err := readModel(asset())
	if err != nil {
		panic("tokenize: the embedded Punkt model: " + err.Error()) // the build is broken
	}
	return m
})

// readModel reads a model from the JSON form of neurosnap/sentences, where sets are objects whose values mean nothing.
func readModel(asset []byte) (*model, error) {
	type set = map[string]int
	var in struct {
		AbbrevTypes, Collocations, SentStarters, OrthoContext set
	}
	if err := json.Unmarshal(asset, &in); err != nil {
		return nil, err
	}
	m := &model{
		abbreviations: make(map[string]bool, len(in.AbbrevTypes)),
		collocations:  make(map[string]bool, len(in.Collocations)),
		collocates:    make(map[string]bool),
		starters:      make(map[string]bool, len(in.SentStarters)),
		orthography:   make(map[string]uint8, len(in.OrthoContext)),
	}
	for word := range in.AbbrevTypes {
		m.abbreviations[word] = true
	}
	for pair := range in.Collocations {
		m.collocations[pair] = true
		first, _, _ := strings.Cut(pair, ",")
		m.collocates[first] = true
	}
	for word := range in.SentStarters {
		m.starters[word] = true
	}
	for word, seen := range in.OrthoContext {
		m.orthography[word] = uint8(seen)
	}
	return m, nil
}

func asset() []byte { return data.MustAsset(punktAsset) }
