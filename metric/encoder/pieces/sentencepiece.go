package pieces

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/wordrotator/wrd/metric/internal/jsonfile"
)

// Fields of the messages of a SentencePiece model (sentencepiece_model.proto).
const (
	modelPieces, modelTrainer, modelNormalizer = 1, 2, 3
	pieceText, pieceScore, pieceType           = 1, 2, 3
	trainerType                                = 3
	normalizerCharsMap                         = 2
)

// Types of pieces, and of models.
const (
	normalPiece, unknownPiece, controlPiece = 1, 2, 3
	unigramModel                            = 1
)

// A sentencePieceModel is what is read of a SentencePiece model.
type sentencePieceModel struct {
	pieces   []sentencePiece
	charsMap []byte
	kind     uint64
}

type sentencePiece struct {
	text  string
	score float64
	kind  uint64
}

// readSentencePiece reads sentencepiece.bpe.model as XLM-RoBERTa has it: a Unigram model, whatever its name says. Its
// tokenizer in transformers has other ids: those of fairseq, with the special tokens in front and <mask> at the end.
func readSentencePiece(content []byte, c *config) (*Tokenizer, error) {
	if err := c.isOf("XLMRobertaTokenizer"); err != nil {
		return nil, err
	}
	m := sentencePieceModel{kind: unigramModel}
	if err := m.read(content); err != nil {
		return nil, err
	}
	if m.kind != unigramModel {
		return nil, fmt.Errorf("found a model of type %d, expected 1, which is Unigram", m.kind)
	}
	const ownSpecials = 3
	for i, kind := range []uint64{unknownPiece, controlPiece, controlPiece} {
		if i >= len(m.pieces) || m.pieces[i].kind != kind {
			return nil, errors.New("found other pieces, expected <unk>, <s> and </s> as the first three")
		}
	}
	c.names("<unk>", "<s>", "</s>", "<pad>", "<mask>")
	texts := []string{c.Begin.Content, c.Pad.Content, c.End.Content, c.Unknown.Content}
	const unknown = 3
	scores := make([]float64, len(texts), len(m.pieces)+2)
	for i, p := range m.pieces[ownSpecials:] {
		if p.kind != normalPiece {
			return nil, fmt.Errorf("piece %d, %q: found type %d, expected 1, a normal piece", i+ownSpecials,
				jsonfile.Shortened(p.text), p.kind)
		}
		texts, scores = append(texts, p.text), append(scores, p.score)
	}
	texts, scores = append(texts, c.Mask.Content), append(scores, 0)
	if c.Mask.Special && !c.Mask.object {
		c.Mask.StripLeft = true // as XLMRobertaTokenizer of transformers has it
	}
	normalization := steps{stripping{right: true}, collapsing{isSpace, 2, spaceMark}}
	if len(m.charsMap) > 0 {
		charsMap, err := readCharsMap(bytes.Clone(m.charsMap))
		if err != nil {
			return nil, fmt.Errorf("precompiled_charsmap: %w", err)
		}
		normalization = append(steps{charsMap}, normalization...)
	}
	v, err := vocabularyList(texts)
	if err != nil {
		return nil, err
	}
	v.scores = scores
	added, err := c.added(v)
	if err != nil {
		return nil, err
	}
	t := &Tokenizer{normalizer: normalization}
	if err := t.setVocabulary(v, added, c); err != nil {
		return nil, err
	}
	return t, t.setUnigram(v, unknown, false, metaspace{mark: spaceMark, prefix: true, whiteSplit: true, split: true})
}

// spaceMark stands for a space in the pieces of SentencePiece.
const spaceMark = "▁"

func isSpace(r rune) bool { return r == ' ' }

// read reads a model.
func (m *sentencePieceModel) read(content []byte) error {
	if len(content) == 0 {
		return errors.New("found an empty file, expected a SentencePiece model")
	}
	err := fields(content, func(number protowire.Number, value uint64, message []byte) error {
		switch {
		case number == modelPieces && message != nil:
			p := sentencePiece{kind: normalPiece}
			if err := p.read(message); err != nil {
				return fmt.Errorf("piece %d: %w", len(m.pieces), err)
			}
			if m.pieces = append(m.pieces, p); len(m.pieces) > maxPieces {
				return fmt.Errorf("found more than %d pieces, expected fewer", maxPieces)
			}
			return nil
		case number == modelTrainer && message != nil:
			return fields(message, func(number protowire.Number, value uint64, _ []byte) error {
				if number == trainerType {
					m.kind = value
				}
				return nil
			})
		case number == modelNormalizer && message != nil:
			return fields(message, func(number protowire.Number, _ uint64, value []byte) error {
				if number == normalizerCharsMap {
					m.charsMap = value
				}
				return nil
			})
		}
		return nil
	})
	if err == nil && len(m.pieces) == 0 {
		err = errors.New("found no pieces, expected a SentencePiece model")
	}
	return err
}

func (p *sentencePiece) read(content []byte) error {
	err := fields(content, func(number protowire.Number, value uint64, message []byte) error {
		switch number {
		case pieceText:
			p.text = string(message)
		case pieceScore:
			p.score = float64(math.Float32frombits(uint32(value)))
		case pieceType:
			p.kind = value
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case math.IsNaN(p.score) || math.IsInf(p.score, 0):
		return fmt.Errorf("%q: found the score %v, expected a finite number", jsonfile.Shortened(p.text), p.score)
	}
	return jsonfile.CheckUTF8([]byte(p.text))
}

// fields calls each for every field of a message: with its number, and its value or its bytes.
func fields(content []byte, each func(protowire.Number, uint64, []byte) error) error {
	for rest := content; len(rest) > 0; {
		number, kind, n := protowire.ConsumeTag(rest)
		if n < 0 {
			return damagedAt(len(content)-len(rest), n)
		}
		rest = rest[n:]
		var value uint64
		var message []byte
		switch kind {
		case protowire.VarintType:
			value, n = protowire.ConsumeVarint(rest)
		case protowire.Fixed32Type:
			var bits uint32
			bits, n = protowire.ConsumeFixed32(rest)
			value = uint64(bits)
		case protowire.BytesType:
			message, n = protowire.ConsumeBytes(rest)
			if n >= 0 && message == nil {
				message = []byte{}
			}
		default:
			n = protowire.ConsumeFieldValue(number, kind, rest)
		}
		if n < 0 {
			return damagedAt(len(content)-len(rest), n)
		}
		rest = rest[n:]
		if err := each(number, value, message); err != nil {
			return err
		}
	}
	return nil
}

func damagedAt(at, code int) error {
	return fmt.Errorf("byte %d of a message: found no protocol buffer (%w), expected a SentencePiece model", at,
		protowire.ParseError(code))
}
