//go:build !wrd_no_context_multi

package encoder

import _ "embed"

// The files of context-multi, which are a third of the program.
var (
	//go:embed context-multi/config.json
	contextMultiConfig []byte
	//go:embed context-multi/model.safetensors
	contextMultiWeights []byte
	//go:embed context-multi/tokenizer.json
	contextMultiTokenizer []byte
	//go:embed context-multi/pieces.safetensors
	contextMultiPieces []byte
)
