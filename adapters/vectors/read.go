package vectors

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/embedding/formats"
)

// read reads vectors in whatever format the input turns out to have. It is the one place where formats are told
// apart, by content.
func (p *source) read(ctx context.Context, in *file.Input) (*embedding.Store, formats.Report, error) {
	buffered := bufio.NewReaderSize(in, formats.RecognizeBytes)
	head, err := buffered.Peek(formats.RecognizeBytes)
	if err != nil && err != io.EOF {
		return nil, formats.Report{}, err
	}
	format, err := formats.Recognize(head)
	if err != nil {
		return nil, formats.Report{}, fmt.Errorf("%s: %w", in.Name, err)
	}
	beside, err := p.wordsOf(format)
	if err != nil {
		return nil, formats.Report{}, err
	}
	var words *file.Input
	if beside != "" {
		if words, err = file.Open(beside, file.Interruptible(ctx, nil)); err != nil {
			return nil, formats.Report{}, err
		}
		defer words.Close()
	}
	content := progressReader{buffered, in}
	switch format {
	case formats.Word2VecText:
		return formats.ReadWord2Vec(ctx, content, in.Name, p.name())
	case formats.Word2VecBinary:
		return formats.ReadWord2VecBinary(ctx, content, in.Name, p.name())
	case formats.FastTextModel:
		return formats.ReadFastText(ctx, content, in.Name, p.name())
	case formats.NumPyArray:
		return formats.ReadNumPy(ctx, content, in.Name, words, beside, p.name())
	case formats.SafeTensors:
		return formats.ReadSafeTensors(ctx, content, in.Name, words, beside, p.name())
	case formats.GloVeText:
		return formats.ReadGloVe(ctx, content, in.Name, p.name())
	}
	panic("vectors: no reader for the format " + string(format))
}

// A progressReader is an input that tells readers how far it is.
type progressReader struct {
	*bufio.Reader
	in *file.Input
}

// Progress is what formats.ReadGloVe asks for.
func (r progressReader) Progress() (done, total int64) { return r.in.Consumed(), r.in.Size }
