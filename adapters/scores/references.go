package scores

import (
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/internal/pairing"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// Rows of one segment have the same references, where they have some, or one has some of those of the other: others show
// that the pair is wrong. Where scores depend on sources, these count as references do.

// digests are those of the references of a segment that are not blank.
type digests []uint64

// seed makes digests of references, which last for one run.
var seed = maphash.MakeSeed()

// digestsOf returns the digests of references.
func digestsOf(references []string) (d digests) {
	for _, text := range references {
		if strings.TrimSpace(text) != "" {
			d = append(d, maphash.String(seed, text))
		}
	}
	return d
}

// contradicts says whether both have references that the other has not.
func (d digests) contradicts(other digests) bool {
	lacks := func(a, b digests) bool {
		return slices.ContainsFunc(a, func(x uint64) bool { return !slices.Contains(b, x) })
	}
	return lacks(d, other) && lacks(other, d)
}

// takeReferences reads the digests of the references of a row, and of its source where scores depend on it. Those of a column
// that cannot be read as texts are not compared, as no score needs them.
func (in *intake) takeReferences(r rows.Row, w *row) {
	if in.unread == nil && len(in.references) > 0 {
		if in.texts, _, in.unread = r.References(in.texts[:0], in.references, in.options.Layout); in.unread == nil {
			w.references = digestsOf(in.texts)
		}
	}
	for _, column := range in.sources {
		if source, ok, err := r.Text(column); ok && err == nil && strings.TrimSpace(source) != "" {
			w.references = append(w.references, maphash.String(seed, "source of "+source))
		}
	}
}

// assignReferences finds out which columns hold references.
func (in *intake) assignReferences(columns []string) {
	played, err := in.options.Layout.Assign(columns, rows.Reference)
	if err == nil {
		in.references = played[rows.Reference]
	}
	if !slices.ContainsFunc(columns, metric.IsOfSource) {
		return
	}
	if played, err := in.options.Layout.Assign(columns, rows.Source); err == nil {
		in.sources = played[rows.Source]
	}
}

// addReferences keeps the digests of the references of a segment, and fails if it had others.
func (b *builder) addReferences(segment int32, r *row) {
	if r.references == nil {
		return
	}
	for len(b.references) < len(b.list) {
		b.references, b.referenced = append(b.references, nil), append(b.referenced, 0)
	}
	switch known := b.references[segment]; {
	case !r.references.contradicts(known):
		if len(r.references) > len(known) {
			b.references[segment], b.referenced[segment] = r.references, r.line
		}
	default:
		if b.err == nil {
			b.err = fmt.Errorf("%s:%d: found other references of segment %s than in line %d, expected the same", b.part.source,
				r.line, wording.Clip(b.list[segment].String()), b.referenced[segment])
		}
	}
}

// sameReferences fails if tables have other references for a segment than the first of them that has some.
func sameReferences(joined *Table, tables []*Table) error {
	at := map[segmentKey]int{}
	for k, s := range joined.Segments {
		at[segmentKey{s.Group, s.ID}] = k
	}
	first := make([]*Table, len(joined.Segments))
	known := make([]digests, len(joined.Segments))
	for _, t := range tables {
		var different []evaluation.Segment
		var from *Table
		both := 0
		for i, references := range t.references {
			s := t.Segments[i]
			k := at[segmentKey{s.Group, s.ID}]
			switch {
			case references == nil:
			case first[k] == nil:
				first[k], known[k] = t, references
			default:
				if both++; references.contradicts(known[k]) {
					different, from = append(different, s), first[k]
				}
			}
		}
		if different != nil {
			what := "references"
			if slices.ContainsFunc(t.Columns(), metric.IsOfSource) {
				what = "references or sources"
			}
			return errors.New(pairing.OtherTexts(what, different, both, from.parts[0].source, t.parts[0].source) +
				": they are not the same segments")
		}
	}
	return nil
}
