package pieces

import (
	"errors"
	"fmt"
)

// Files are the contents of the files of a model's folder that concern its tokenizer; nil for a file that is not
// there. Packed is kept, and no other.
type Files struct {
	Vocabulary      []byte // vocab.txt: WordPiece, a piece per line
	VocabularyJSON  []byte // vocab.json: byte-level BPE, the id of each piece
	Merges          []byte // merges.txt, with vocab.json
	TokenizerJSON   []byte // tokenizer.json, which decides where it is there
	TokenizerConfig []byte // tokenizer_config.json
	SentencePiece   []byte // sentencepiece.bpe.model: the Unigram model of XLM-RoBERTa
	Packed          []byte // pieces.safetensors, with a tokenizer.json without pieces: see Pack; not copied
}

// Read reads a tokenizer: from tokenizer.json if it is there, else from sentencepiece.bpe.model, else from vocab.txt,
// else from vocab.json and merges.txt; tokenizer_config.json says how texts are normalized and what the special tokens
// are, if tokenizer.json does not. Errors say where, what was found, and what was expected.
func Read(files Files) (*Tokenizer, error) {
	config, err := readConfig(files.TokenizerConfig)
	if err != nil {
		return nil, fmt.Errorf("tokenizer_config.json: %w", err)
	}
	var t *Tokenizer
	switch {
	case files.TokenizerJSON != nil:
		if t, err = readTokenizerJSON(files.TokenizerJSON, files.Packed, config); err != nil {
			err = fmt.Errorf("tokenizer.json: %w", err)
		}
	case files.SentencePiece != nil:
		if t, err = readSentencePiece(files.SentencePiece, config); err != nil {
			err = fmt.Errorf("sentencepiece.bpe.model: %w", err)
		}
	case files.Vocabulary != nil:
		t, err = readWordPiece(files.Vocabulary, config)
	case files.VocabularyJSON != nil || files.Merges != nil:
		t, err = readBPE(files.VocabularyJSON, files.Merges, config)
	default:
		err = errors.New("found no vocabulary, expected tokenizer.json, vocab.txt, sentencepiece.bpe.model, or vocab.json with merges.txt")
	}
	if err != nil { // of a reader that has a tokenizer, but not all of it
		return nil, err
	}
	return t, nil
}
