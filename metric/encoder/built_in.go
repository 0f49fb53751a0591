package encoder

import (
	_ "embed"
	"sync"

	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// Names of the built-in encoders.
const (
	ContextENName      = "context-en"
	ContextENLargeName = "context-en-large"
)

// The built-in encoders. Each has a licence of its own, in its folder. Both have the same pieces, which the program holds
// once.
//
//go:generate go run ./internal/contextgen -model ../../../shared/encoders/context-en -o context-en
//go:generate go run ./internal/contextgen -vocabulary=false -model ../../../shared/encoders/context-en-large -o context-en-large
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

var (
	openedContextEN = sync.OnceValues(func() (*Model, error) {
		return readBuiltIn(ContextENName, contextENConfig, contextENWeights,
			"c2bc2766337250a04d5e475fd2d062c97caa9480912325e20639d3d28a28bfc6")
	})
	openedContextENLarge = sync.OnceValues(func() (*Model, error) {
		return readBuiltIn(ContextENLargeName, contextENLargeConfig, contextENLargeWeights,
			"09cc497c808ab47623853c9bf3c6585f4d1fa2ec7fdc5499e0c099665a6d725c")
	})
)

// readBuiltIn reads what a test has looked at: that the digest is that of the files, and that the weights are within their
// bounds.
func readBuiltIn(name string, config, weights []byte, digest string) (*Model, error) {
	m, err := Read(Files{Name: name, Config: config, Weights: weights, Files: pieces.Files{Vocabulary: contextENVocabulary}})
	if err == nil {
		m.digest, m.tested = func() (string, error) { return digest, nil }, true
	}
	return m, err
}
