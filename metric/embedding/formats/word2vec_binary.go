package formats

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/wordrotator/wrd/metric/embedding"
)

// WriteWord2VecBinary writes s in word2vec's binary format, as the original program does: the header "count
// dimensions", then for each word the word, a space, its components as little-endian float32, and a line end. It
// rejects the words that WriteWord2Vec rejects, and fails with the cause of ctx when ctx ends.
func WriteWord2VecBinary(ctx context.Context, w io.Writer, s *embedding.Store) error {
	if err := checkWritable(s); err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<20)
	fmt.Fprintf(out, "%d %d\n", s.Len(), s.Dim())
	for id := range s.Len() {
		if err := interrupted(ctx, id); err != nil {
			return err
		}
		out.WriteString(s.Word(id))
		out.WriteByte(' ')
		for _, x := range s.Row(id) {
			out.Write(binary.LittleEndian.AppendUint32(out.AvailableBuffer(), math.Float32bits(x)))
		}
		out.WriteByte('\n')
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("vectors %s: %w", s.Name(), err)
	}
	return nil
}
