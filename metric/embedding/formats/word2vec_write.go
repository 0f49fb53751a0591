package formats

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/metric/embedding"
)

// WriteWord2Vec writes s in word2vec's text format, each component with the fewest digits that give the
// same float32 back, so that [ReadWord2Vec] makes a Store with the same digest. A word with a space or a
// line feed cannot be written in this format and is an error, before anything is written. It fails with the cause of
// ctx when ctx ends.
func WriteWord2Vec(ctx context.Context, w io.Writer, s *embedding.Store) error {
	return writeWord2Vec(ctx, w, s, func(line []byte, row []float32) []byte {
		for _, x := range row {
			line = strconv.AppendFloat(append(line, ' '), float64(x), 'g', -1, 32)
		}
		return line
	})
}

// WriteWord2VecBinary writes s in word2vec's binary format, as the original program does: the header "count
// dimensions", then for each word the word, a space, its components as little-endian float32, and a line end. It
// rejects the words that WriteWord2Vec rejects, and fails with the cause of ctx when ctx ends.
func WriteWord2VecBinary(ctx context.Context, w io.Writer, s *embedding.Store) error {
	return writeWord2Vec(ctx, w, s, func(line []byte, row []float32) []byte {
		line = append(line, ' ')
		for _, x := range row {
			line = binary.LittleEndian.AppendUint32(line, math.Float32bits(x))
		}
		return line
	})
}

// writeWord2Vec writes the header and a line for each word, to which components appends what comes behind the word.
func writeWord2Vec(ctx context.Context, w io.Writer, s *embedding.Store,
	components func(line []byte, row []float32) []byte) error {
	for id := range s.Len() {
		if word := s.Word(id); strings.ContainsAny(word, " \n") { // of which no reader could tell the end
			return fmt.Errorf("vectors %s: word %d, %q: word2vec's formats have no spaces or line ends in words",
				s.Name(), id+1, word)
		}
	}
	out := bufio.NewWriterSize(w, 1<<20)
	fmt.Fprintf(out, "%d %d\n", s.Len(), s.Dim())
	var line []byte
	for id := range s.Len() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		line = components(append(line[:0], s.Word(id)...), s.Row(id))
		if _, err := out.Write(append(line, '\n')); err != nil {
			return fmt.Errorf("vectors %s: %w", s.Name(), err)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("vectors %s: %w", s.Name(), err)
	}
	return nil
}
