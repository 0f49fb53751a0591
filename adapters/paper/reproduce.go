package paper

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// Materials are what Reproduce computes from.
type Materials struct {
	Dir     string         // of the data
	Vectors []VectorSource // in the order of the result
	// Encoders are those of which the paper's claim about contextual vectors is tested.
	Encoders []EncoderSource
	// Systems names the systems whose scores are given, and Scores returns the path of those for one of Parts, "" if
	// there are none; nil where no system is named.
	Systems []string
	Scores  func(system, part string) string
	// Hint says how to get vectors of the paper that are not among Vectors; nil says nothing.
	Hint     func(VectorSet) string
	Notify   func(string)        // see Inputs
	Progress evaluation.Progress // of each set of vectors
}

// A VectorSource is one set of vectors.
type VectorSource struct {
	Name string // of a VectorSet, or embedding.DefaultName
	// Open returns the vectors and the words' counts, nil if there are none. It is called when their turn comes.
	Open func() (*embedding.Store, *embedding.Frequencies, error)
}

// A Reproduction is what wrd reproduce prints.
type Reproduction struct {
	Data    string   `json:"data"`    // Materials.Dir
	Absent  []string `json:"absent"`  // files below Data
	Vectors []Block  `json:"vectors"` // in the order of Materials.Vectors
	// Encoders are in the order of Materials.Encoders.
	Encoders []EncoderBlock `json:"encoders,omitempty"`
	External []Table        `json:"external"` // of systems of which other programs gave the scores
	Without  []NotUsed      `json:"without"`
}

// A Block is the part of one set of vectors.
type Block struct {
	Name        string    `json:"name"`
	Source      string    `json:"source"`           // name and digest
	Origin      string    `json:"origin,omitempty"` // of the embedded vectors: embedding.DefaultOrigin
	Words       int       `json:"words"`
	Dim         int       `json:"dim"`
	Frequencies *string   `json:"frequencies"` // name and digest, nil if there are none
	ComparedTo  string    `json:"compared_to"` // the vectors whose numbers the paper's are
	Tables      []Table   `json:"tables"`
	Claims      []Verdict `json:"claims"`
}

// NotUsed are vectors of the paper that Materials do not name.
type NotUsed struct {
	Name string `json:"name"`
	Hint string `json:"hint"` // see Materials
}

// Reproduce recomputes the tables of the paper for each set of vectors and says which of its claims hold. Files that
// are absent are listed; one that cannot be read is an error, and so is the end of ctx.
func Reproduce(ctx context.Context, s Materials) (*Reproduction, error) {
	r := &Reproduction{Data: s.Dir, Without: s.without()}
	var keys []Key
	for _, vectors := range s.Vectors {
		entries, _ := For(vectors.Name)
		keys = append(keys, Keys(entries)...)
	}
	var err error
	if r.Absent, err = Absent(s.Dir, keys); err != nil {
		return nil, err
	}
	if r.External, err = s.external(ctx); err != nil {
		return nil, err
	}
	var all []Numbers
	for _, vectors := range s.Vectors {
		block, numbers, err := s.block(ctx, vectors)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", vectors.Name, err)
		}
		r.Vectors, all = append(r.Vectors, *block), append(all, numbers)
	}
	for _, source := range s.Encoders {
		block, err := s.encoded(ctx, source, r.Vectors, all)
		if err != nil {
			return nil, err
		}
		r.Encoders = append(r.Encoders, *block)
	}
	return r, nil
}

// without lists the vectors of the paper that are not used.
func (s *Materials) without() []NotUsed {
	list := []NotUsed{}
	for _, set := range Vectors() {
		if slices.ContainsFunc(s.Vectors, func(v VectorSource) bool { return v.Name == set.Name }) {
			continue
		}
		not := NotUsed{Name: set.Name}
		if s.Hint != nil {
			not.Hint = s.Hint(set)
		}
		list = append(list, not)
	}
	return list
}

// external computes the tables of all systems that the paper quotes or Materials name.
func (s *Materials) external(ctx context.Context) ([]Table, error) {
	find := s.Scores
	if find == nil {
		find = func(string, string) string { return "" }
	}
	entries := ExternalWith(s.Systems)
	numbers, err := RecomputeExternal(ctx, s.Dir, Keys(entries), find, s.Notify)
	if err != nil {
		return nil, err
	}
	return Compare(entries, numbers), nil
}

// block computes all that the paper reports for one set of vectors.
func (s *Materials) block(ctx context.Context, vectors VectorSource) (*Block, Numbers, error) {
	store, frequencies, err := vectors.Open()
	if err != nil {
		return nil, nil, err
	}
	entries, reportedFor := For(vectors.Name)
	inputs, stop := s.inputs(vectors.Name)
	defer stop()
	inputs.Vectors, inputs.Frequencies = store, frequencies
	numbers, err := Recompute(ctx, inputs, Keys(entries))
	if err != nil {
		return nil, nil, err
	}
	block := &Block{
		Name: vectors.Name, Source: identity(store.Name(), store.Digest()), Words: store.Len(), Dim: store.Dim(),
		ComparedTo: reportedFor,
		Tables:     Compare(entries, numbers),
		Claims:     Judge(Claims(), numbers.Value, ReportedIn(entries)),
	}
	if vectors.Name == embedding.DefaultName {
		block.Origin = embedding.DefaultOrigin
	}
	if frequencies != nil {
		block.Frequencies = new(identity(frequencies.Name(), frequencies.Digest()))
	}
	return block, numbers, nil
}

// inputs are those of one set of vectors or encoder but its vectors, with how far the computation is; stop ends that.
func (s *Materials) inputs(name string) (inputs Inputs, stop func()) {
	var done, total atomic.Int64
	stop = s.Progress.Start("computing "+name, evaluation.CountsBytes, func() (int64, int64) { return done.Load(), total.Load() })
	return Inputs{Dir: s.Dir, Notify: s.Notify, Done: func(d, t int64) { total.Store(t); done.Store(d) }}, stop
}

// identity names content as signatures do.
func identity(name, digest string) string { return name + "@" + digest[:8] }
