package states

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/wordrotator/wrd/metric/encoder"
)

// statesOf are the states of a text of three pieces, which its number tells apart.
func statesOf(number int) *encoder.HiddenStates {
	s := &encoder.HiddenStates{Windows: 1}
	for i := range 3 {
		s.Pieces = append(s.Pieces, encoder.Piece{Text: fmt.Sprint(number), Word: i})
		s.Vectors = append(s.Vectors, []float32{float32(number), float32(i)})
	}
	return s
}

func TestKeptForgetsTheOldest(t *testing.T) {
	size := bytesOf(statesOf(0))
	k := NewKept(4 * size)
	for number := range 10 {
		k.keep(fmt.Sprint(number), statesOf(number))
		k.keep(fmt.Sprint(number), statesOf(number)) // takes no more room
	}
	for number := range 10 {
		found := k.find(fmt.Sprint(number))
		if (found != nil) != (number >= 6) {
			t.Errorf("text %d of 10: found %t, expected the last four", number, found != nil)
		}
		if want := statesOf(number); found != nil && (found.Windows != 1 || !slices.Equal(found.Pieces, want.Pieces) ||
			!slices.Equal(found.Vectors[2], want.Vectors[2])) {
			t.Errorf("text %d: found the states %v, expected %v", number, found, want)
		}
	}
	if k.bytes != 4*size || len(k.states) != 4 || len(k.texts) != 4 {
		t.Errorf("found %d bytes of %d texts, expected %d of 4", k.bytes, len(k.states), 4*size)
	}
	k.keep("a text that is too long", &encoder.HiddenStates{Pieces: make([]encoder.Piece, 1000), Vectors: make([][]float32, 1000)})
	if k.find("9") == nil {
		t.Error("a text that does not fit took the place of others")
	}
}

// What is kept shares no memory with the states that it was made of, which are filled again.
func TestKeptIsACopy(t *testing.T) {
	k, s := NewKept(KeptBytes), statesOf(1)
	k.keep("a", s)
	s.Vectors[0][0], s.Pieces[0].Text = 7, "b"
	if found := k.find("a"); found.Vectors[0][0] != 1 || found.Pieces[0].Text != "1" {
		t.Errorf("found %v, expected those of before", found)
	}
}

func TestKeptIsShared(t *testing.T) {
	k := NewKept(5 * bytesOf(statesOf(0)))
	var group sync.WaitGroup
	for worker := range 4 {
		group.Go(func() {
			for i := range 1000 {
				number := (i*7 + worker) % 13
				k.keep(fmt.Sprint(number), statesOf(number))
				if found := k.find(fmt.Sprint(number)); found != nil && found.Vectors[1][0] != float32(number) {
					t.Errorf("found the states of %v, expected those of %d", found.Vectors[1][0], number)
				}
			}
		})
	}
	group.Wait()
}
