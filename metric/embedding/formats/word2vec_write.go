package formats

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/metric/embedding"
)

// WriteWord2Vec writes s in word2vec's text format, each component with the fewest digits that give the
// same float32 back, so that [ReadWord2Vec] makes a Store with the same digest. A word with a space or a
// line feed cannot be written in this format and is an error, before anything is written. It fails with the cause of
// ctx when ctx ends.
func WriteWord2Vec(ctx context.Context, w io.Writer, s *embedding.Store) error {
	if err := checkWritable(s); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%d %d\n", s.Len(), s.Dim())
	var line []byte
	for id := range s.Len() {
		if err := interrupted(ctx, id); err != nil {
			return err
		}
		line = append(line[:0], s.Word(id)...)
		for _, x := range s.Row(id) {
			line = append(line, ' ')
			line = strconv.AppendFloat(line, float64(x), 'g', -1, 32)
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return fmt.Errorf("vectors %s: %w", s.Name(), err)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("vectors %s: %w", s.Name(), err)
	}
	return nil
}

// interrupted returns why ctx has ended, if it has; it is asked now and then while words are written.
func interrupted(ctx context.Context, id int) error {
	const often = 256
	if id%often != 0 || ctx.Err() == nil {
		return nil
	}
	return context.Cause(ctx)
}

// checkWritable rejects words of which no reader of word2vec's formats could tell the end.
func checkWritable(s *embedding.Store) error {
	for id := range s.Len() {
		if word := s.Word(id); strings.ContainsAny(word, " \n") {
			return fmt.Errorf("vectors %s: word %d, %q: word2vec's formats have no spaces or line ends in words",
				s.Name(), id+1, word)
		}
	}
	return nil
}
