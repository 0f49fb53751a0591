package pieces

import "errors"

type symbol struct{}

func (t *Tokenizer) setBPE(v *vocabulary, file *tokenizerFile, c *config) error {
	return errors.New("model: found type BPE, expected WordPiece")
}

func readBPE(vocabulary, merges []byte, c *config) (*Tokenizer, error) {
	return nil, errors.New("vocab.json: found byte-level BPE, expected WordPiece")
}
