package embedding

// A Finder is Store.Index with a memory of words that it was asked for lately, few enough to stay in a processor's cache:
// most tokens of a text are among a few thousand words, while the index of a large vocabulary lies in slow memory. It
// must not be shared between goroutines.
type Finder struct {
	store  *Store
	recent [1 << finderBits]recentWord
}

// finderBits make 192 KiB, which hold nine of ten tokens of news.
const finderBits = 13

// A recentWord is what Index says of a word of up to 16 bytes.
type recentWord struct {
	head, tail uint64 // see packWord
	size       uint8  // bytes of the word, 0 for none
	known      bool
	id         uint32 // at most MaxWords
}

// NewFinder returns a Finder of the words of a Store.
func NewFinder(store *Store) *Finder { return &Finder{store: store} }

// Index returns what Store.Index does.
func (f *Finder) Index(word string) (id int, ok bool) {
	if len(word) == 0 || len(word) > 16 {
		return f.store.Index(word)
	}
	head, tail := packWord(word)
	hash := (head*0x9e3779b97f4a7c15 ^ tail) * 0xbf58476d1ce4e5b9 // multiplied, the upper bits depend on all
	at := &f.recent[hash>>(64-finderBits)]
	if at.head == head && at.tail == tail && int(at.size) == len(word) {
		return int(at.id), at.known
	}
	id, ok = f.store.Index(word)
	*at = recentWord{head: head, tail: tail, size: uint8(len(word)), known: ok, id: uint32(id)}
	return id, ok
}

// packWord returns two numbers that only one word of its length, 1 to 16 bytes, has: its first and last bytes, which may
// overlap.
func packWord(word string) (head, tail uint64) {
	n := len(word)
	switch {
	case n >= 8:
		return eightBytes(word), eightBytes(word[n-8:])
	case n >= 4:
		return fourBytes(word), fourBytes(word[n-4:])
	}
	return uint64(word[0]) | uint64(word[n/2])<<8 | uint64(word[n-1])<<16, 0
}

func eightBytes(s string) uint64 { return fourBytes(s) | fourBytes(s[4:])<<32 }

func fourBytes(s string) uint64 {
	_ = s[3]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24
}
