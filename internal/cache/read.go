package cache

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

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
		if words, err = file.Open(beside, nil); err != nil {
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
	panic("cache: no reader for the format " + string(format))
}

// A progressReader is an input that tells readers how far it is.
type progressReader struct {
	*bufio.Reader
	in *file.Input
}

// Progress is what embedding.ReadGloVe asks for.
func (r progressReader) Progress() (done, total int64) { return r.in.Consumed(), r.in.Size }

// compositeKey returns the key of vectors of which the main file has the given key.
func (v *vectorFile) compositeKey(ctx context.Context, main string, progress Progress) (string, error) {
	beside := ""
	if v.beside != "" {
		var err error
		if beside, err = v.keyOf(ctx, v.beside, progress); err != nil {
			return "", err
		}
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "file %s\nmember %q\nwords %s\n", main, v.member, beside))
	return hex.EncodeToString(sum[:]), nil
}

// keyOf returns the key of a file, which is computed if it is not remembered.
func (v *vectorFile) keyOf(ctx context.Context, path string, progress Progress) (string, error) {
	absolute, err := filepath.Abs(path)
	if err == nil {
		if info, err := os.Stat(path); err == nil {
			if key, ok := v.cache.recall(absolute, info); ok {
				return key, nil
			}
		}
	}
	return v.hash(ctx, path, progress)
}

// compileComposite reads vectors that depend on more than the bytes of one file, and makes an entry of them
// unless one of the files has changed since the key was computed. before is what the file system said then.
func (v *vectorFile) compileComposite(ctx context.Context, key string, before fs.FileInfo, progress Progress) (*embedding.Store, error) {
	in, closeInput, err := v.place.open(nil)
	if err != nil {
		return nil, err
	}
	defer closeInput()
	return v.readInput(ctx, in, progress, func(s *embedding.Store, report embedding.Report) {
		if v.unchanged(ctx, key, before) {
			v.cache.write(v.cache.entryFile(KindVectors, key, before.Size()), s,
				about{Kind: KindVectors, Source: v.origin(), Report: &report})
		}
	})
}

// origin is what List says the entry was made from.
func (v *vectorFile) origin() string {
	if v.member != "" {
		return v.absolute + ":" + v.member
	}
	return v.absolute
}

// unchanged reports whether the files still have the key that was computed before they were read.
func (v *vectorFile) unchanged(ctx context.Context, key string, before fs.FileInfo) bool {
	after, err := os.Stat(v.path)
	if err != nil || !newRecord(v.absolute, before, "").matches(newRecord(v.absolute, after, "")) {
		return false
	}
	main, err := v.keyOf(ctx, v.path, noProgress)
	if err != nil {
		return false
	}
	now, err := v.compositeKey(ctx, main, noProgress)
	return err == nil && now == key
}
