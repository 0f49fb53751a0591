package encoder

import (
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// Names of the built-in encoders.
const (
	ContextENName      = "context-en"
	ContextENLargeName = "context-en-large"
	ContextMultiName   = "context-multi"
)

// What context-multi is: the digest of its files, and the build tag that leaves them out.
const (
	contextMultiDigest = "7031795e5b8f2b65d8a376cd5c6a8239632a6994416af74cd1797558f11cd26e"
	contextMultiTag    = "wrd_no_context_multi"
)

// The built-in encoders. Each has a licence of its own, in its folder. Those for English have the same pieces, which the
// program holds once.
//
//go:generate go run ./internal/contextgen -model ../../../shared/encoders/context-en -o context-en
//go:generate go run ./internal/contextgen -vocabulary=false -model ../../../shared/encoders/context-en-large -o context-en-large
//go:generate go run ./internal/contextgen -model ../../../shared/encoders/context-multi -o context-multi
var (
	//go:embed context-en/vocab.txt
	contextENVocabulary []byte
	//go:embed context-en/config.json
	contextENConfig []byte
	//go:embed context-en/model.safetensors
	contextENWeights []byte
	//go:embed context-en-large/config.json
	contextENLargeConfig []byte
	//go:embed context-en-large/model.safetensors
	contextENLargeWeights []byte
)

// A BuiltIn is an encoder that is a part of the program.
type BuiltIn struct {
	Name string
	// Languages are those that it knows, as codes of ISO 639, sorted.
	Languages []string
	// Absent says that it was left out when the program was built: see ContextMulti. Open fails then.
	Absent bool
	// Open opens it. The first call takes time, later calls return the same Model.
	Open func() (*Model, error)
}

// undetermined is the code of ISO 639 for a language that nobody knows.
const undetermined = "und"

// Knows says whether the encoder knows a language, by the shortest code that ISO 639 has for it. An undetermined one, und,
// is among those of an encoder for many.
func (b BuiltIn) Knows(language string) bool {
	_, ok := slices.BinarySearch(b.Languages, language)
	return ok || language == undetermined && len(b.Languages) > 1
}

// BuiltIns returns all encoders that are a part of the program, or can be.
func BuiltIns() []BuiltIn {
	return []BuiltIn{
		{Name: ContextENName, Languages: []string{"en"}, Open: ContextEN},
		{Name: ContextENLargeName, Languages: []string{"en"}, Open: ContextENLarge},
		{Name: ContextMultiName, Languages: multiLanguages(), Absent: contextMultiWeights == nil, Open: ContextMulti},
	}
}

// FindBuiltIn returns the built-in encoder of a name, and whether there is one.
func FindBuiltIn(name string) (b BuiltIn, ok bool) {
	all := BuiltIns()
	i := slices.IndexFunc(all, func(b BuiltIn) bool { return b.Name == name })
	if i < 0 {
		return b, false
	}
	return all[i], true
}

// ContextEN returns the smaller built-in encoder, a BERT for English of 3 layers that was distilled from a larger
// encoder and tuned on judgments of translations (MLQE-PE, WMT15) through the Word Rotator's Distance, with weights of 8
// bits: scores with it are those of a supervised metric. The first call opens it, later calls return the same Model.
//
// Its licence is CC BY-SA 4.0, not the program's; it is next to the data in the folder context-en.
func ContextEN() (*Model, error) { return openedContextEN() }

// ContextENLarge returns the larger built-in encoder: the first 7 layers of bge-small-en-v1.5, tuned as ContextEN was. It
// agrees better with people and takes four times as long. The first call opens it, later calls return the same Model.
//
// Its licence is CC BY-SA 4.0, not the program's; it is next to the data in the folder context-en-large.
func ContextENLarge() (*Model, error) { return openedContextENLarge() }

// ContextMulti returns the built-in encoder for about a hundred languages: the first 8 layers of multilingual-e5-small with
// a factorised table of 250,002 pieces, tuned as ContextEN was on judgments of translations into and from several languages
// (MLQE-PE, MQM of TED and WMT23), with references and with sources. Scores with it are those of a supervised metric. The
// first call opens it, later calls return the same Model. It fails in a program that was built with the tag
// wrd_no_context_multi, which is 38 MB smaller.
//
// Its licence is MIT; it is next to the data in the folder context-multi.
func ContextMulti() (*Model, error) { return openedContextMulti() }

var (
	openedContextEN = sync.OnceValues(func() (*Model, error) {
		return readBuiltIn(Files{Name: ContextENName, Config: contextENConfig, Weights: contextENWeights,
			Files: pieces.Files{Vocabulary: contextENVocabulary}},
			"c2bc2766337250a04d5e475fd2d062c97caa9480912325e20639d3d28a28bfc6")
	})
	openedContextENLarge = sync.OnceValues(func() (*Model, error) {
		return readBuiltIn(Files{Name: ContextENLargeName, Config: contextENLargeConfig, Weights: contextENLargeWeights,
			Files: pieces.Files{Vocabulary: contextENVocabulary}},
			"09cc497c808ab47623853c9bf3c6585f4d1fa2ec7fdc5499e0c099665a6d725c")
	})
	openedContextMulti = sync.OnceValues(func() (*Model, error) {
		if contextMultiWeights == nil {
			return nil, fmt.Errorf("%s: found a program that was built without it, by the tag %s, expected one that was built "+
				"without the tag, as releases are", ContextMultiName, contextMultiTag)
		}
		return readBuiltIn(Files{Name: ContextMultiName, Config: contextMultiConfig, Weights: contextMultiWeights,
			Files: pieces.Files{TokenizerJSON: contextMultiTokenizer, Packed: contextMultiPieces}}, contextMultiDigest)
	})
)

// readBuiltIn reads what a test has looked at: that the digest is that of the files, and that the weights are within their
// bounds.
func readBuiltIn(files Files, digest string) (*Model, error) {
	m, err := Read(files)
	if err == nil {
		m.digest, m.tested = func() (string, error) { return digest, nil }, true
	}
	return m, err
}
