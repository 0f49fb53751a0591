package vectors

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric/embedding"
)

// read reads vectors in whatever format the input turns out to have. It is the one place where formats are told
// apart, by content.
func (p *place) read(ctx context.Context, in *file.Input) (*embedding.Store, embedding.Report, error) {
	buffered := bufio.NewReaderSize(in, embedding.RecognizeBytes)
	head, err := buffered.Peek(embedding.RecognizeBytes)
	if err != nil && err != io.EOF {
		return nil, embedding.Report{}, err
	}
	format, err := embedding.Recognize(head)
	if err != nil {
		return nil, embedding.Report{}, fmt.Errorf("%s: %w", in.Name, err)
	}
	beside, err := p.wordsOf(format)
	if err != nil {
		return nil, embedding.Report{}, err
	}
	var words *file.Input
	if beside != "" {
		if words, err = file.Open(beside, file.Interruptible(ctx, nil)); err != nil {
			return nil, embedding.Report{}, err
		}
		defer words.Close()
	}
	content := progressReader{buffered, in}
	switch format {
	case embedding.Word2VecText:
		return embedding.ReadWord2Vec(ctx, content, in.Name, p.name())
	case embedding.Word2VecBinary:
		return embedding.ReadWord2VecBinary(ctx, content, in.Name, p.name())
	case embedding.FastTextModel:
		return embedding.ReadFastText(ctx, content, in.Name, p.name())
	case embedding.NumPyArray:
		return embedding.ReadNumPy(ctx, content, in.Name, words, beside, p.name())
	case embedding.SafeTensors:
		return embedding.ReadSafeTensors(ctx, content, in.Name, words, beside, p.name())
	case embedding.GloVeText:
		return embedding.ReadGloVe(ctx, content, in.Name, p.name())
	}
	panic("vectors: no reader for the format " + string(format))
}

// A progressReader is an input that tells readers how far it is.
type progressReader struct {
	*bufio.Reader
	in *file.Input
}

// Progress is what embedding.ReadGloVe asks for.
func (r progressReader) Progress() (done, total int64) { return r.in.Consumed(), r.in.Size }
