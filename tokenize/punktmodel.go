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
	abbreviations map[string]bool // without the final period
	collocations  map[string]bool // "first,second": word before the period, word after it
	collocates    map[string]bool // the first words of the collocations
	starters      map[string]bool // words that often begin a sentence
	// orthography tells how a word occurred: bits begUpper to unkLower. Few texts need it, and it takes longest to read.
	orthography func() map[string]uint8
}

// punktAsset is NLTK's English model (punkt/PY3/english.pickle, trained by Jan Strunk on the Wall Street
// Journal), as another module carries it. A test pins its hash.
const punktAsset = "data/english.json"

// english returns the English model, which it reads on the first call.
var english = sync.OnceValue(newEnglish)

func newEnglish() *model {
	asset := string(data.MustAsset(punktAsset))
	contexts, rest := cutOrthography(asset)
	m, err := readModel(rest)
	must(err)
	m.orthography = sync.OnceValue(func() map[string]uint8 {
		orthography, err := readOrthography(contexts)
		must(err)
		return orthography
	})
	return m
}

func must(err error) {
	if err != nil {
		panic("tokenize: the built-in Punkt model: " + err.Error()) // only a change of the module can cause it
	}
}

// cutOrthography cuts a model in two: what is between the braces of OrthoContext, and all else.
func cutOrthography(asset string) (contexts, rest string) {
	const begin = "  \"OrthoContext\": {\n"
	before, after, found := strings.Cut(asset, begin)
	if !found {
		return "", asset
	}
	contexts, after, _ = strings.Cut(after, "  }")
	return contexts, before + after
}

// eachEntry calls visit for the keys and values of the JSON form of a model. It relies on the layout of the asset, one
// word a line and no escapes, which makes it several times faster than encoding/json.
func eachEntry(asset string, visit func(word, value string) error) error {
	for line := range strings.Lines(asset) {
		key, value, ok := strings.Cut(strings.Trim(line, " ,\r\n"), `": `)
		if !ok {
			continue // a brace
		}
		if err := visit(strings.TrimPrefix(key, `"`), value); err != nil {
			return err
		}
	}
	return nil
}

func readOrthography(contexts string) (map[string]uint8, error) {
	orthography := make(map[string]uint8, 20366)
	return orthography, eachEntry(contexts, func(word, value string) error {
		seen, err := strconv.ParseUint(value, 10, 8)
		if err != nil {
			return fmt.Errorf("%q: %w", word, err)
		}
		orthography[word] = uint8(seen)
		return nil
	})
}

// readModel reads a model but for the orthography: an object of objects, whose keys are the words.
func readModel(asset string) (*model, error) {
	m := &model{
		abbreviations: make(map[string]bool),
		collocations:  make(map[string]bool),
		collocates:    make(map[string]bool),
		starters:      make(map[string]bool),
	}
	part := ""
	err := eachEntry(asset, func(word, value string) error {
		if value == "{" {
			part = word
			return nil
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
		default:
			return fmt.Errorf("unknown part %q", part)
		}
		return nil
	})
	return m, err
}
