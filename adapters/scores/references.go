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
	"github.com/wordrotator/wrd/metric/evaluation"
)

// Rows of one segment have the same references, where they have some: others show that the pair is wrong.

// seed makes digests of references, which last for one run.
var seed = maphash.MakeSeed()

// digestOf returns the digest of references, 0 for none. A blank one counts only where all are blank.
func digestOf(references []string) uint64 {
	blank := func(text string) bool { return strings.TrimSpace(text) == "" }
	all := !slices.ContainsFunc(references, func(text string) bool { return !blank(text) })
	var h maphash.Hash
	h.SetSeed(seed)
	n := 0
	for _, text := range references {
		if all || !blank(text) {
			maphash.WriteComparable(&h, len(text))
			h.WriteString(text)
			n++
		}
	}
	if all {
		return 0
	}
	return max(h.Sum64(), 1)
}

// takeReferences reads the digest of the references of a row. Those of a column that cannot be read as texts are not
// compared, as no score needs them.
func (in *intake) takeReferences(r rows.Row, w *row) {
	if in.unread != nil || len(in.references) == 0 {
		return
	}
	if in.texts, in.unread = r.References(in.texts[:0], in.references, in.options.Layout); in.unread == nil {
		w.references = digestOf(in.texts)
	}
}

// assignReferences finds out which columns hold references.
func (in *intake) assignReferences(columns []string) {
	played, err := in.options.Layout.Assign(columns, rows.Reference)
	if err == nil {
		in.references = played[rows.Reference]
	}
}

// addReferences keeps the digest of the references of a segment, and fails if it had others.
func (b *builder) addReferences(segment int32, r *row) {
	if r.references == 0 {
		return
	}
	for len(b.references) < len(b.list) {
		b.references, b.referenced = append(b.references, 0), append(b.referenced, 0)
	}
	switch b.references[segment] {
	case 0:
		b.references[segment], b.referenced[segment] = r.references, r.line
	case r.references:
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
	digests := make([]uint64, len(joined.Segments))
	for _, t := range tables {
		var different []evaluation.Segment
		var from *Table
		both := 0
		for i, digest := range t.references {
			s := t.Segments[i]
			k := at[segmentKey{s.Group, s.ID}]
			switch {
			case digest == 0:
			case first[k] == nil:
				first[k], digests[k] = t, digest
			default:
				if both++; digests[k] != digest {
					different, from = append(different, s), first[k]
				}
			}
		}
		if different != nil {
			return errors.New(pairing.OtherTexts("references", different, both, from.parts[0].source, t.parts[0].source) +
				": they are not the same segments")
		}
	}
	return nil
}
