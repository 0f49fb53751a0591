package states

import (
	"sync"
	"unsafe"

	"github.com/wordrotator/wrd/metric/encoder"
)

// KeptBytes is how much memory the states of earlier texts may take: those of some 3,000 sentences, so that the
// references of a usual test set, which meet outputs and then those of a baseline, are encoded once.
const KeptBytes = 128 << 20

// Kept are states of the latest texts, of as many as fit into its memory. States depend on the text alone, so it does
// not matter who encoded it. Any number of goroutines may use one; nil keeps nothing.
type Kept struct {
	limit int // in bytes

	mutex  sync.Mutex
	states map[string]*encoder.HiddenStates
	texts  []string // of states, the oldest first
	bytes  int
}

// NewKept returns an empty Kept for so many bytes.
func NewKept(limit int) *Kept { return &Kept{limit: limit, states: map[string]*encoder.HiddenStates{}} }

// find returns the states of a text, nil if they are not there. They must not be modified.
func (k *Kept) find(text string) *encoder.HiddenStates {
	if k == nil {
		return nil
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	return k.states[text]
}

// keep copies the states of a text, in place of the oldest ones.
func (k *Kept) keep(text string, states *encoder.HiddenStates) {
	if k == nil || bytesOf(states) > k.limit {
		return
	}
	kept := states.Clone()
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.states[text] != nil { // another worker was faster
		return
	}
	k.states[text] = &kept
	k.texts = append(k.texts, text)
	for k.bytes += bytesOf(&kept); k.bytes > k.limit; {
		oldest := k.texts[0]
		k.texts[0], k.texts = "", k.texts[1:]
		k.bytes -= bytesOf(k.states[oldest])
		delete(k.states, oldest)
	}
}

// bytesOf is about how much memory states take.
func bytesOf(states *encoder.HiddenStates) (n int) {
	for i, vector := range states.Vectors {
		n += 4*len(vector) + int(unsafe.Sizeof(vector)+unsafe.Sizeof(states.Pieces[i]))
	}
	return n
}
