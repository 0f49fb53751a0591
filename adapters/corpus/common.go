package corpus

import (
	"io"

	"github.com/wordrotator/wrd/internal/pairing"
)

// commonReferences returns the stream of the references that several systems of tables repeat. Their rows are in the same
// order, and the references of a segment must be the same in all of them. The first stream has its references themselves;
// one alone is returned as it is.
func commonReferences(list []*stream) (*stream, error) {
	first, others := list[0], list[1:]
	for _, other := range others {
		if other.rows != first.rows {
			return nil, pairing.OtherCount(int(first.rows), first.name, int(other.rows), other.name)
		}
		if err := sameReferences(first, other); err != nil {
			return nil, err
		}
	}
	first.of.read.Store(0) // this was no pass over the segments
	return first, nil
}

// sameReferences fails if two streams of equally many rows differ in their references.
func sameReferences(first, other *stream) error {
	expected, found := first.reader(), other.reader()
	var e, o entry
	for {
		err := expected.next(&e)
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = found.next(&o)
		}
		if err != nil {
			return err
		}
		if e.digestOf(first.of) != o.digestOf(first.of) {
			return otherReferences(other.name, &o, first.name, &e)
		}
	}
}
