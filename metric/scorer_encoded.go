package metric

import (
	"context"

	"github.com/wordrotator/wrd/metric/internal/states"
	"github.com/wordrotator/wrd/metric/internal/texts"
)

// encodeAhead encodes the texts of lines in one batch, up to the first one with too many bytes. What fails here fails
// again when its line is scored.
func (w *worker) encodeAhead(lines []Line) {
	var texts []string
	bytes := 0
	for i := range lines {
		if bytes += lines[i].bytes(); bytes > 2*states.EncodedBytes {
			break
		}
		if w.scorer.readsReferences {
			texts = append(texts, lines[i].References...)
		}
		if w.scorer.readsSources {
			texts = append(texts, lines[i].Source)
		}
		texts = append(texts, lines[i].Candidates...)
	}
	w.encoding.EncodeAhead(texts)
}

// prepareEncoded prepares a text of a line.
func (w *worker) prepareEncoded(s *texts.Text, texts []string, i int) error {
	e := &w.encoding
	others, keep := &e.References, true
	if s == &w.candidate {
		others, keep = &e.Candidates, false
	}
	v, err := e.Find(others, texts, i, keep)
	if err != nil {
		return err
	}
	return w.reader.ReadGiven(s, v, texts[i])
}

// encodedReferences returns what is to be encoded of the references of a group, nil without Options.Encoder.
func (s *Scorer) encodedReferences(ctx context.Context, group *Group) *states.References {
	if s.options.Encoder == nil {
		return nil
	}
	return states.NewReferences(ctx, group.References)
}

// prepareOfGroup prepares a text of a group: a reference that is packed, or another one, which stays with those before
// it.
func (w *worker) prepareOfGroup(s *texts.Text, texts []string, i int) (err error) {
	v := w.all.encoded.Find(texts[i])
	if v == nil {
		if v, err = w.encoding.Find(&w.encoding.Candidates, texts, i, true); err != nil {
			return err
		}
	}
	return w.reader.ReadGiven(s, v, texts[i])
}
