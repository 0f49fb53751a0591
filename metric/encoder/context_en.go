package encoder

import (
	_ "embed"
	"sync"

	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// ContextENName is the name of the built-in encoder.
const ContextENName = "context-en"

// The built-in encoder. It has a licence of its own, in the same folder.
//
//go:generate go run ./internal/contextgen -model ../../../shared/encoders/context-en -o context-en
var (
	//go:embed context-en/config.json
	contextENConfig []byte
	//go:embed context-en/vocab.txt
	contextENVocabulary []byte
	//go:embed context-en/model.safetensors
	contextENWeights []byte
)

// ContextEN returns the built-in encoder, a small BERT for English that was distilled from a larger encoder and tuned on
// judgments of translations (MLQE-PE, WMT15) through the Word Rotator's Distance, with weights of 8 bits: scores with it
// are those of a supervised metric. The first call opens it, later calls return the same Model.
//
// Its licence is CC BY-SA 4.0, not the program's; it is next to the data in the folder context-en.
func ContextEN() (*Model, error) { return openedContextEN() }

var openedContextEN = sync.OnceValues(func() (*Model, error) {
	return Read(Files{Name: ContextENName, Config: contextENConfig, Weights: contextENWeights,
		Files: pieces.Files{Vocabulary: contextENVocabulary}})
})
