package corpus

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/pairing"
)

// pair puts the rows of the same segment in the same place, as package pairing says, and says where only places tell.
func (o *openFiles) pair(ctx context.Context, sides []side) error {
	var list []*stream
	var first string // that has ids
	var unnamed []string
	for i := range sides {
		s := &sides[i]
		if s.stream == nil && o.common {
			return fmt.Errorf("%s: found files of lines, which have no ids, expected tables with a column id: segments "+
				"that all inputs have are known by id", s.path)
		}
		name := s.called()
		if s.stream != nil {
			list, name = append(list, s.stream), s.stream.table
		}
		switch {
		case s.stream == nil || s.stream.ids.named == 0:
			unnamed = append(unnamed, name)
		case first == "":
			first = name
		}
	}
	if err := o.pairStreams(ctx, list); err != nil {
		return err
	}
	if unnamed = slices.Compact(unnamed); unnamed != nil && first != "" {
		o.notices = append(o.notices, pairing.ByNumber(first, unnamed...))
	}
	return nil
}

// pairStreams puts the rows of those that have ids in the order of the first of these, which costs nothing if they are.
// They must have the same ids, or all ids if only the segments in common are taken: the others are left out then.
func (o *openFiles) pairStreams(ctx context.Context, list []*stream) error {
	if !o.common {
		list = slices.DeleteFunc(slices.Clone(list), func(s *stream) bool { return s.ids.named == 0 })
	}
	var most int64
	different := false
	for _, s := range list {
		most = max(most, s.rows)
		different = different || !s.ids.same(&list[0].ids) || o.common && s.ids.named < s.rows
	}
	if !different {
		return nil
	}
	r := ranking{list: list, common: o.common}
	defer r.ranks.Close()
	if err := r.rank(ctx); err != nil {
		return err
	}
	if r.segments == 0 {
		return pairing.NothingCommon(len(list))
	}
	if err := r.reorder(ctx); err != nil {
		return err
	}
	o.kept.read.Store(0) // this was no pass over the segments
	if r.segments < most {
		o.notices = append(o.notices, pairing.TookCommon(int(r.segments), int(most)))
	}
	return nil
}

// A ranking finds out in which place each row belongs. What does not fit into memory is sorted in temporary files.
type ranking struct {
	list     []*stream
	common   bool
	segments int64       // that all have
	ranks    file.Sorter // the places in the first stream, by number of the stream and place there

	differences []*pairing.Difference // of the first stream and each other
}

// A member is a row of a segment.
type member struct {
	stream      int
	place, line int64
}

// rank fills in the ranks of the segments that all streams have, and fails if some lack one unless common says so.
func (r *ranking) rank(ctx context.Context) error {
	var byID file.Sorter
	defer byID.Close()
	var value []byte
	for i, s := range r.list {
		r.differences = append(r.differences, pairing.Between(r.list[0].name, s.name))
		place := uint64(0)
		for e, err := range s.checked(ctx) {
			if err == nil && e.ID == "" {
				err = pairing.NoID(s.name, e.Line)
			}
			if err != nil {
				return err
			}
			value = binary.AppendUvarint(value[:0], uint64(i))
			value = binary.AppendUvarint(value, place)
			value = binary.AppendUvarint(value, uint64(e.Line))
			if err := byID.Add([]byte(e.ID), value); err != nil {
				return err
			}
			place++
		}
	}
	var id []byte
	var members []member // of this id
	for record, err := range checked(ctx, byID.Sorted()) {
		if err == nil && string(record.Key) != string(id) {
			err = r.take(string(id), members)
			id, members = append(id[:0], record.Key...), members[:0]
		}
		if err != nil {
			return err
		}
		stream, n := binary.Uvarint(record.Value)
		place, m := binary.Uvarint(record.Value[n:])
		line, _ := binary.Uvarint(record.Value[n+m:])
		members = append(members, member{int(stream), int64(place), int64(line)})
	}
	if err := r.take(string(id), members); err != nil {
		return err
	}
	for _, d := range r.differences {
		if err := d.Err(); err != nil {
			return err
		}
	}
	return nil
}

// take takes the rows of an id, in the order of the streams.
func (r *ranking) take(id string, members []member) error {
	if len(members) == len(r.list) {
		r.segments++
		for _, m := range members {
			if !r.common && r.list[m.stream].ids.same(&r.list[0].ids) {
				continue // it has the order already
			}
			key := binary.BigEndian.AppendUint32(make([]byte, 0, 12), uint32(m.stream))
			key = binary.BigEndian.AppendUint64(key, uint64(m.place))
			if err := r.ranks.Add(key, binary.BigEndian.AppendUint64(nil, uint64(members[0].place))); err != nil {
				return err
			}
		}
		return nil
	}
	if r.common || len(members) == 0 {
		return nil
	}
	if members[0].stream > 0 {
		for _, m := range members {
			r.differences[m.stream].Only(1, m.place, m.line, id)
		}
		return nil
	}
	has := 0
	for i := range r.list {
		if has < len(members) && members[has].stream == i {
			has++
		} else {
			r.differences[i].Only(0, members[0].place, members[0].line, id)
		}
	}
	return nil
}

// reorder makes each stream one of its rows that have a rank, by rank. A stream without ranks stays as it is.
func (r *ranking) reorder(ctx context.Context) error {
	var s *stream
	var from *streamReader
	var next uint64 // the place that from has come to
	var ranked *file.Sorter
	finish := func() error {
		if s == nil {
			return nil
		}
		err := s.replace(ctx, ranked)
		ranked.Close()
		ranked = nil
		return err
	}
	defer func() {
		if ranked != nil {
			ranked.Close()
		}
	}()
	var row []byte
	for record, err := range checked(ctx, r.ranks.Sorted()) {
		if err != nil {
			return err
		}
		if of := r.list[binary.BigEndian.Uint32(record.Key)]; of != s {
			if err := finish(); err != nil {
				return err
			}
			s, from, next, ranked = of, of.reader(), 0, new(file.Sorter)
		}
		for place := binary.BigEndian.Uint64(record.Key[4:]); next <= place; next++ {
			if row, err = from.raw(row[:0]); err != nil {
				return err
			}
		}
		if err := ranked.Add(record.Value, row); err != nil {
			return err
		}
	}
	return finish()
}

// replace makes the stream one of the rows of ranked.
func (s *stream) replace(ctx context.Context, ranked *file.Sorter) error {
	for _, c := range s.chunks {
		s.of.dead += int64(c.length)
	}
	s.chunks, s.rows, s.ids = nil, 0, ids{}
	var e entry
	for record, err := range checked(ctx, ranked.Sorted()) {
		if err != nil {
			return err
		}
		r := streamReader{from: s.of, rest: string(record.Value)}
		if err := r.next(&e); err != nil {
			return err
		}
		s.ids.add(e.ID)
		if !e.digested {
			s.count(len(e.References))
		}
		s.rows++
		if err := s.keep(record.Value); err != nil {
			return err
		}
	}
	return s.flush()
}
