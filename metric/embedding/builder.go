package embedding

// A tableBuilder collects the rows of a file that is being read. Its memory follows what comes in, not what a
// header promises.
type tableBuilder struct {
	words *vocabularyBuilder
	table matrix // holds words.v.len() rows, and room for more

	// expect returns how many rows the table will have as far as anybody knows, 0 if nobody does. It is asked
	// when the table has to grow, and need not tell the truth.
	expect func() int
}

func newTableBuilder(dim int, expect func() int) *tableBuilder {
	return &tableBuilder{words: newVocabularyBuilder(), table: newMatrix(0, dim), expect: expect}
}

// add enters a word and returns the row that the caller has to fill, nil if the word came before. It keeps no
// reference to word.
func (b *tableBuilder) add(word []byte) ([]float32, error) {
	// The conversion needs no memory for words up to 32 bytes.
	id, added, err := b.words.add(string(word))
	if err != nil || !added {
		return nil, err
	}
	b.table.reserve(id+1, b.expect)
	return b.table.row(id), nil
}

// finish makes the Store. The builder must not be used afterwards.
func (b *tableBuilder) finish(name string) *Store {
	words := b.words.finish()
	b.table.cut(words.len())
	return newStore(name, words, b.table)
}

// reserve makes room for n rows. It believes what is expected once a sixteenth of that has come in, and doubles
// until then: an expectation that is wrong costs at most sixteen times what the file backs, while for an
// honest header little is copied and thrown away.
func (m *matrix) reserve(n int, expect func() int) {
	const (
		firstBytes = 1 << 20
		believe    = 16
	)
	have := len(m.data) / m.stride
	if n <= have {
		return
	}
	room := max(2*have, firstBytes/4/m.stride, n)
	if expected := expect(); expected > 0 && room >= expected/believe {
		room = max(expected, n+n/believe)
		if n <= expected {
			room = expected
		}
	}
	grown := newMatrix(room, m.dim)
	copy(grown.data, m.data)
	*m = grown
}

// cut drops the room behind n rows.
func (m *matrix) cut(n int) { m.data = m.data[: n*m.stride : n*m.stride] }
