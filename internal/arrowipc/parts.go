package arrowipc

import (
	"bytes"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// parts are what the columns of a batch take of it, one after another.
type parts struct {
	*Reader
	m                     *message
	rows                  int
	body                  []byte
	nodes, buffers, views []int64 // what nobody took
	packing               *packing
}

func (r *Reader) parts(t table, body []byte) *parts {
	p := &parts{Reader: r, m: t.m, body: body, rows: int(t.number(0, 8, 0)),
		nodes: t.numbers(1, 2), buffers: t.numbers(2, 2), views: t.numbers(4, 1), packing: &packing{codecs: &r.codecs, room: mostBatch, codec: -1}}
	if compression := t.table(3); compression.at != 0 {
		p.packing.codec = int(compression.number(0, 1, 0))
	}
	return p
}

// take returns the first number of list that is from 0 to most, and drops it.
func (p *parts) take(list *[]int64, most int) int {
	if len(*list) == 0 || (*list)[0] < 0 || (*list)[0] > int64(most) {
		p.m.damaged = true
		return 0
	}
	n := int((*list)[0])
	*list = (*list)[1:]
	return n
}

// column takes a column, of indices or of values, and those below it.
func (p *parts) column(f *Field, indices bool) *Array {
	c := &Array{field: f, kind: f.kind, packing: p.packing, indices: indices}
	if indices {
		c.kind, c.dictionary = f.dictionary.index, p.dictionaries[f.dictionary.id]
	}
	c.length = p.take(&p.nodes, mostRows)
	nulls := p.take(&p.nodes, mostRows)
	n := c.buffers
	if c.typ == TextView || c.typ == BinaryView {
		n += p.take(&p.views, len(p.buffers))
	}
	for range n {
		at := p.take(&p.buffers, len(p.body))
		c.data = append(c.data, p.body[at:at+p.take(&p.buffers, len(p.body)-at)])
	}
	if nulls == 0 && n > 0 {
		c.data[0] = nil
	}
	if !indices {
		for i := range f.Children {
			below := &f.Children[i]
			c.children = append(c.children, p.column(below, below.dictionary != nil))
		}
	}
	return c
}

// A packing says how the buffers of a batch are compressed.
type packing struct {
	codec int // of the format, -1 for none
	room  int // how many bytes the buffers may still have
	*codecs
}

// codecs are used for one buffer after another; nil before the first.
type codecs struct {
	zstd *zstd.Decoder
	lz4  *lz4.Reader
}

// unpack returns a buffer without compression.
func (p *packing) unpack(b []byte) (_ []byte, err error) {
	if p.codec < 0 || len(b) == 0 {
		return b, nil
	}
	if len(b) < 8 {
		return nil, errDamaged
	}
	size, in := signed(b, 8), io.Reader(bytes.NewReader(b[8:]))
	switch {
	case size == -1: // this buffer is as it was
		return b[8:], nil
	case size < 0 || size > int64(p.room):
		return nil, fmt.Errorf("a compressed buffer of %d bytes in a batch of more than %d", size, mostBatch)
	case p.codec == 0:
		if p.lz4 == nil {
			p.lz4 = lz4.NewReader(nil)
		}
		p.lz4.Reset(in)
		in = p.lz4
	case p.codec == 1:
		if p.zstd == nil {
			p.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
				zstd.WithDecoderMaxWindow(zstdWindow))
		}
		if err == nil {
			err = p.zstd.Reset(in)
		}
		in = p.zstd
	default:
		err = fmt.Errorf("the compression %d, which this program does not know", p.codec)
	}
	if err != nil {
		return nil, err
	}
	p.room -= int(size)
	b, err = readAll(in, int(size))
	if err == nil {
		var more [1]byte
		if _, err = in.Read(more[:]); err != io.EOF {
			return nil, errDamaged
		}
		err = nil
	}
	return b, err
}

// zstdWindow is how far back Zstandard may point, in bytes: what the zstd command accepts without being asked.
const zstdWindow = 128 << 20
