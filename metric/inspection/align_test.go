package inspection_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/evaluation/explained"
	"github.com/wordrotator/wrd/metric/inspection"
)

// Stored alignments stay those of the worst outputs; without them they are computed if the signature is that of the
// scores.
func TestInspectAlignments(t *testing.T) {
	stored := []explained.Move{{CandidateToken: "x", ReferenceToken: "y", Mass: 1, Cost: 0.5}}
	list := []inspected{
		{"", "a cat sat here", []string{"a dog sat there", "a cat was here"}, 0.1, stored},
		{"", "east north", []string{"west", "east north"}, 0.9, nil},
		{"", "a cat", []string{"a dog", "a cat"}, 0.5, stored},
	}
	options := metric.Options{Vectors: compass(t)}
	scorer, err := metric.NewScorer(options)
	if err != nil {
		t.Fatal(err)
	}
	aligned := inspection.Note{Kind: inspection.NoteAligned, N: 1, Measure: metric.MeasureWRD}
	for _, c := range []struct {
		name      string
		signature string
		most      int
		want      []int             // moves of each row
		reference int               // of row 1
		noticed   []inspection.Note // their errors aside
	}{
		{"all", scorer.Signature(2).String(), 0, []int{1, 2, 1}, 1, []inspection.Note{{Kind: inspection.NoteStored, N: 2}, aligned}},
		{"two", scorer.Signature(2).String(), 2, []int{0, 2, 1}, 1, []inspection.Note{{Kind: inspection.NoteStored, N: 1}, aligned}},
		{"none", scorer.Signature(2).String(), -1, []int{0, 0, 0}, 0, nil},
		{"another signature", scorer.Signature(1).String(), 0, []int{1, 0, 1}, 0,
			[]inspection.Note{{Kind: inspection.NoteStored, N: 2}, {Kind: inspection.NoteNotAligned}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			input := inspectInput(t, list)
			input.Columns[0].Signature = c.signature
			in, err := inspection.Inspect(t.Context(), inspection.Contents{Alignments: c.most,
				Scoring: func() (metric.Options, error) { return options, nil }}, input)
			if err != nil {
				t.Fatal(err)
			}
			var got []int
			for _, row := range in.Rows {
				got = append(got, len(row.Outputs[0].Alignment))
			}
			if !slices.Equal(got, c.want) || in.Rows[1].Outputs[0].BestReference != c.reference {
				t.Errorf(
					"found %v moves with reference %d, expected %v with %d",
					got,
					in.Rows[1].Outputs[0].BestReference,
					c.want,
					c.reference,
				)
			}
			for i := range in.Noticed {
				if n := &in.Noticed[i]; (n.Err != nil) != (n.Kind == inspection.NoteNotAligned) {
					t.Errorf("%s: because %v", n.Kind, n.Err)
				}
				in.Noticed[i].Err = nil
			}
			if !slices.Equal(in.Noticed, c.noticed) {
				t.Errorf("found %+v, expected %+v", in.Noticed, c.noticed)
			}
		})
	}
}

// Of few alignments half are of the worst outputs, and the others of the worst and the best output of the segments on
// which systems differ most.
func TestInspectAlignmentsOfDifferences(t *testing.T) {
	stored := []explained.Move{{CandidateToken: "x", ReferenceToken: "y", Mass: 1, Cost: 0.5}}
	var a, b []inspected
	for _, scores := range [][2]float64{{0.9, 0.9}, {0.1, 0.2}, {0.7, 0}, {0.3, 0.3}} {
		a = append(a, inspected{"", "a text", []string{"its reference"}, scores[0], stored})
		b = append(b, inspected{"", "another text", []string{"its reference"}, scores[1], stored})
	}
	in, err := inspection.Inspect(t.Context(), inspection.Contents{Alignments: 4}, inspectInput(t, a, b))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, row := range in.Rows {
		for k, output := range row.Outputs {
			if len(output.Alignment) > 0 {
				got = append(got, fmt.Sprint(i, k))
			}
		}
	}
	if want := []string{"0 0", "0 1", "2 0", "2 1"}; !slices.Equal(got, want) {
		t.Errorf("found alignments of %v, expected %v", got, want)
	}
}

// compass returns vectors of three words.
func compass(t testing.TB) *embedding.Store {
	t.Helper()
	store, err := embedding.New("compass", []string{"east", "north", "west"}, 2, []float32{1, 0, 0, 1, -3, 0})
	if err != nil {
		t.Fatal(err)
	}
	return store
}
