package tokenvectors

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wordrotator/wrd/internal/safetensors"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
)

// A tensorSet is the three tensors of one system or reference.
type tensorSet struct {
	name                     string // such as candidate/a
	vectors, lengths, tokens *safetensors.Tensor
}

// openSafeTensors reads the header, which says everything but the numbers.
func openSafeTensors(in io.ReaderAt, size int64, name string) (layout, iter.Seq2[metric.Line, error], error) {
	tensors, begin, err := safetensors.ReadHeader(bufio.NewReader(io.NewSectionReader(in, 0, size)))
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = fmt.Errorf("cut off in the header: %w", io.ErrUnexpectedEOF)
	}
	if err != nil {
		return layout{}, nil, err
	}
	sets, err := tensorSets(tensors)
	if err != nil {
		return layout{}, nil, err
	}
	for i := range sets {
		if err := sets[i].check(size - begin); err != nil {
			return layout{}, nil, err
		}
		if found, expected := sets[i].texts(), sets[0].texts(); found != expected {
			return layout{}, nil, fmt.Errorf("tensor %q: found %d texts, expected %d as in %q", sets[i].lengths.Name,
				found,
				expected, sets[0].lengths.Name)
		}
		if found, expected := sets[i].vectors.Shape[1], sets[0].vectors.Shape[1]; found != expected {
			return layout{}, nil, fmt.Errorf("tensor %q: found vectors of %d components, expected %d as in %q",
				sets[i].vectors.Name, found, expected, sets[0].vectors.Name)
		}
	}
	l, err := layoutOfSets(sets, name)
	numbers := io.NewSectionReader(in, begin, size-begin)
	return l, func(yield func(metric.Line, error) bool) { eachText(numbers, sets, l, yield) }, err
}

// tensorSets groups tensors by what their names begin with: those of candidates, by name, then those of references, by
// number.
func tensorSets(tensors []*safetensors.Tensor) ([]tensorSet, error) {
	var sets []tensorSet
	for _, t := range tensors {
		at := strings.LastIndexByte(t.Name, '/')
		set, part := t.Name[:max(at, 0)], t.Name[at+1:]
		side, _, _ := strings.Cut(set, "/")
		if side != "candidate" && side != "reference" {
			return nil,
				fmt.Errorf(`found the tensor %q, expected names such as "candidate/vectors" and "reference/0/lengths"`,
					t.Name)
		}
		k := slices.IndexFunc(sets, func(s tensorSet) bool { return s.name == set })
		if k < 0 {
			k = len(sets)
			sets = append(sets, tensorSet{name: set})
		}
		switch part {
		case "vectors":
			sets[k].vectors = t
		case "lengths":
			sets[k].lengths = t
		case "tokens":
			sets[k].tokens = t
		default:
			return nil, fmt.Errorf("found the tensor %q, expected the last part of its name to be vectors, lengths "+
				"or tokens",
				t.Name)
		}
	}
	for _, s := range sets {
		for _, part := range []struct {
			tensor *safetensors.Tensor
			name   string
		}{{s.vectors, "vectors"}, {s.lengths, "lengths"}, {s.tokens, "tokens"}} {
			if part.tensor == nil {
				return nil, fmt.Errorf("found no tensor %q, expected %s/vectors, %s/lengths and %s/tokens together",
					s.name+"/"+part.name, s.name, s.name, s.name)
			}
		}
	}
	return sets, nil
}

// layoutOfSets names the systems and sorts the sets: candidates by name, then references by number.
func layoutOfSets(sets []tensorSet, name string) (l layout, err error) {
	references := map[string]int{}
	for _, s := range sets {
		side, rest, named := strings.Cut(s.name, "/")
		switch {
		case side == "candidate" && !named:
			l.systems = append(l.systems, name)
		case side == "candidate":
			l.systems = append(l.systems, rest)
		case !named:
			references[s.name] = 0
		default:
			n, err := strconv.Atoi(rest)
			if err != nil || n < 0 || strconv.Itoa(n) != rest {
				return l, fmt.Errorf("found the tensors %s/…, expected the number of a reference, from 0", s.name)
			}
			references[s.name] = n
		}
	}
	if len(l.systems) == 0 || len(references) == 0 {
		return l, fmt.Errorf("found the tensors of %d systems and %d references, expected at least one of each",
			len(l.systems), len(references))
	}
	number := func(s tensorSet) int {
		if n, ok := references[s.name]; ok {
			return n
		}
		return noReference
	}
	slices.SortStableFunc(sets, func(a, b tensorSet) int { return number(a) - number(b) })
	for i, s := range sets[len(l.systems):] {
		if number(s) != i {
			return l, fmt.Errorf("found the tensors %s/…, expected those of reference %d", s.name, i)
		}
		l.references++
	}
	return l, nil
}

// texts returns how many texts there are.
func (s *tensorSet) texts() int64 { return s.lengths.Shape[0] }

// check fails if types and shapes do not fit, in a file that has so many bytes behind its header.
func (s *tensorSet) check(size int64) error {
	for _, t := range []*safetensors.Tensor{s.vectors, s.lengths, s.tokens} {
		if t.Offsets[1] > size {
			return fmt.Errorf("tensor %s: found %d bytes behind the header, expected at least %d: the file is cut off",
				wording.Quote(t.Name),
				size, t.Offsets[1])
		}
	}
	if t := s.vectors; len(t.Shape) != 2 || !slices.Contains([]safetensors.Type{"F64", "F32", "F16", "BF16"}, t.Type) {
		return fmt.Errorf("tensor %s: found %s %d, expected two dimensions of F64, F32, F16 or BF16",
			wording.Quote(t.Name), t.Type, t.Shape)
	}
	if t := s.lengths; len(t.Shape) != 1 || t.Type != "I64" && t.Type != "I32" {
		return fmt.Errorf("tensor %s: found %s %d, expected one dimension of I64 or I32", wording.Quote(t.Name), t.Type,
			t.Shape)
	}
	if t := s.tokens; len(t.Shape) != 1 || t.Type != "U8" || t.Shape[0] != t.Offsets[1]-t.Offsets[0] {
		return fmt.Errorf("tensor %s: found %s %d in %d bytes, expected one dimension of U8", wording.Quote(t.Name),
			t.Type, t.Shape,
			t.Offsets[1]-t.Offsets[0])
	}
	if dim := s.vectors.Shape[1]; dim < 1 || dim > maxDim {
		return fmt.Errorf("tensor %q: found vectors of %d components, expected 1 to %d", s.vectors.Name, dim, maxDim)
	}
	return nil
}

// eachText yields the segments from the first one.
func eachText(numbers io.ReaderAt, sets []tensorSet, l layout, yield func(metric.Line, error) bool) {
	readers := make([]*textReader, len(sets))
	for i := range sets {
		readers[i] = newTextReader(numbers, &sets[i])
	}
	n := len(l.systems)
	for segment := range sets[0].texts() {
		vectors := make([]metric.TokenVectors, len(readers))
		for i, r := range readers {
			var err error
			if vectors[i], err = r.next(); err != nil {
				yield(metric.Line{}, fmt.Errorf("%s: segment %d: %w", sets[i].name, segment, err))
				return
			}
		}
		if !yield(metric.Line{CandidateVectors: vectors[:n:n], ReferenceVectors: vectors[n:]}, nil) {
			return
		}
	}
	for i, r := range readers {
		if err := r.end(); err != nil {
			yield(metric.Line{}, fmt.Errorf("%s: %w", sets[i].name, err))
			return
		}
	}
}

// A textReader reads the texts of one set in order.
type textReader struct {
	set                      *tensorSet
	vectors, lengths, tokens *bufio.Reader
	left                     int64 // rows of vectors that belong to no text yet
	ended                    bool  // whether the last token was read
	buffer                   []byte
}

const readAhead = 64 << 10

func newTextReader(numbers io.ReaderAt, s *tensorSet) *textReader {
	open := func(t *safetensors.Tensor) *bufio.Reader {
		return bufio.NewReaderSize(io.NewSectionReader(numbers, t.Offsets[0], t.Offsets[1]-t.Offsets[0]), readAhead)
	}
	return &textReader{set: s, vectors: open(s.vectors), lengths: open(s.lengths), tokens: open(s.tokens),
		left: s.vectors.Shape[0]}
}

// next returns the next text.
func (r *textReader) next() (v metric.TokenVectors, err error) {
	n, err := r.length()
	if err != nil {
		return v, err
	}
	dim := int(r.set.vectors.Shape[1])
	r.buffer = resized(r.buffer, dim*r.set.vectors.Type.Size())
	v = metric.TokenVectors{Tokens: make([]string, n), Vectors: make([][]float32, n)}
	flat := make([]float32, n*dim) // the file is as large
	for i := range n {
		token, err := r.token()
		if err != nil {
			return v, fmt.Errorf("token %d: %w", i, err)
		}
		if _, err := io.ReadFull(r.vectors, r.buffer); err != nil {
			return v, fmt.Errorf("token %d (%s): %w", i, wording.Quote(token), err)
		}
		row := flat[i*dim : (i+1)*dim : (i+1)*dim]
		if err := r.set.vectors.Type.Row(row, r.buffer); err != nil {
			return v, fmt.Errorf("token %d (%s): %w", i, wording.Quote(token), err)
		}
		v.Tokens[i], v.Vectors[i] = token, row
	}
	return v, nil
}

// length returns how many tokens the next text has.
func (r *textReader) length() (int, error) {
	t := r.set.lengths
	r.buffer = resized(r.buffer, t.Type.Size())
	if _, err := io.ReadFull(r.lengths, r.buffer); err != nil {
		return 0, err
	}
	n := t.Type.Number(r.buffer)
	if n < 0 || n > float64(r.left) {
		return 0, fmt.Errorf("found a length of %.0f, expected 0 to the %d rows of vectors that are left", n, r.left)
	}
	r.left -= int64(n)
	return int(n), nil
}

// maxToken bounds the memory that tokens without line feeds can take, in bytes.
const maxToken = 1 << 20

// token returns the next token.
func (r *textReader) token() (string, error) {
	if r.ended {
		return "", fmt.Errorf("found no token any more, expected one for each of %d rows of vectors",
			r.set.vectors.Shape[0])
	}
	var token []byte
	for {
		part, err := r.tokens.ReadSlice('\n')
		token = append(token, part...)
		switch {
		case err == nil:
			token = token[:len(token)-1]
		case err == bufio.ErrBufferFull && len(token) <= maxToken:
			continue
		case err == bufio.ErrBufferFull:
			return "", fmt.Errorf("found a token of more than %d bytes", maxToken)
		case err != io.EOF:
			return "", err
		default:
			r.ended = true
		}
		if !utf8.Valid(token) {
			return "", fmt.Errorf("found %s, expected UTF-8", wording.Quote(string(token)))
		}
		return string(token), nil
	}
}

// end checks that nothing is left after the last text.
func (r *textReader) end() error {
	if r.left > 0 {
		return fmt.Errorf("found %d rows of vectors after those of the last text, expected the lengths to sum up to %d",
			r.left, r.set.vectors.Shape[0])
	}
	if _, err := r.tokens.ReadByte(); err != io.EOF || !r.ended && r.set.vectors.Shape[0] > 0 {
		return errors.New("found more tokens than vectors, expected one for each")
	}
	return nil
}

func resized(b []byte, n int) []byte {
	if cap(b) < n {
		return make([]byte, n)
	}
	return b[:n]
}
