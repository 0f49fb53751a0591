package tokenize

import (
	"fmt"
	"strconv"
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

// punktAsset is NLTK's English model (punkt/PY3/english.pickle, trained by Jan Strunk on the Wall Street
// Journal), as a module that prose needs anyway carries it. A test pins its hash.
const punktAsset = "data/english.json"

// english returns the English model, which it reads on the first call.
var english = sync.OnceValue(func() *model {
	m, err := readModel(string(data.MustAsset(punktAsset)))
	if err != nil {
		panic("tokenize: the built-in Punkt model: " + err.Error()) // only a change of the module can cause it
	}
	return m
})

// readModel reads the JSON form of a model: an object of objects, whose keys are the words and whose values mean
// something in OrthoContext alone. It relies on the layout of the asset, one word a line and no escapes, which
// makes it several times faster than encoding/json.
func readModel(asset string) (*model, error) {
	m := &model{
		abbreviations: make(map[string]bool),
		collocations:  make(map[string]bool),
		collocates:    make(map[string]bool),
		starters:      make(map[string]bool),
		orthography:   make(map[string]uint8, 20366),
	}
	part := ""
	for line := range strings.Lines(asset) {
		key, value, ok := strings.Cut(strings.Trim(line, " ,\r\n"), `": `)
		if !ok {
			continue // a brace
		}
		word := strings.TrimPrefix(key, `"`)
		if value == "{" {
			part = word
			continue
		}
		switch part {
		case "AbbrevTypes":
			m.abbreviations[word] = true
		case "Collocations":
			m.collocations[word] = true
			first, _, _ := strings.Cut(word, ",")
			m.collocates[first] = true
		case "SentStarters":
			m.starters[word] = true
		case "OrthoContext":
			seen, err := strconv.ParseUint(value, 10, 8)
			if err != nil {
				return nil, fmt.Errorf("%s: %q: %w", part, word, err)
			}
			m.orthography[word] = uint8(seen)
		default:
			return nil, fmt.Errorf("unknown part %q", part)
		}
	}
	return m, nil
}
