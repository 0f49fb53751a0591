package say_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
	"github.com/wordrotator/wrd/metric/inspection"
)

func TestInspected(t *testing.T) {
	err := errors.New("found <x>")
	for _, c := range []struct {
		of   inspection.Note
		want string
	}{
		{inspection.Note{Kind: inspection.NoteNotCompared, Err: err}, "the systems are not compared: found <x>"},
		{inspection.Note{Kind: inspection.NoteNoAgreement, Err: err}, "no agreement with mqm: found <x>"},
		{inspection.Note{Kind: inspection.NoteSpans, N: 4}, "marked errors that are not shown, as the outputs have another text there: 4"},
		{inspection.Note{Kind: inspection.NoteNotByHuman, Err: err}, "pairs of systems are not compared by human scores: found <x>"},
		{inspection.Note{Kind: inspection.NoteShortened, N: 1, Most: 20000}, "of 1 text only the first 20000 bytes are kept"},
		{inspection.Note{Kind: inspection.NoteShortened, N: 12345, Most: 20000}, "of 12345 texts only the first 20000 bytes are kept"},
		{inspection.Note{Kind: inspection.NoteStored, N: 1}, "the alignments of 1 output are those of the input"},
		{inspection.Note{Kind: inspection.NoteStored, N: 20000}, "the alignments of 20000 outputs are those of the input"},
		{inspection.Note{Kind: inspection.NoteAligned, N: 2, Measure: metric.MeasureWRD},
			"the alignments of 2 outputs were computed by wrd for this report"},
		{inspection.Note{Kind: inspection.NoteNotAligned, Err: err}, "alignments that are not stored are left out: found <x>"},
	} {
		t.Run(c.want, func(t *testing.T) {
			in := &inspection.Inspection{Human: "mqm", Warnings: []string{"of texts"}, Warned: []inspection.Note{c.of}}
			say.Inspected(in)
			if want := []string{"of texts", c.want}; !slices.Equal(in.Warnings, want) || in.Notices != nil {
				t.Errorf("found the warnings %q and the notices %q, want %q", in.Warnings, in.Notices, want)
			}
			in = &inspection.Inspection{Human: "mqm", Noticed: []inspection.Note{c.of}}
			say.Inspected(in)
			if want := []string{c.want}; !slices.Equal(in.Notices, want) || in.Warnings != nil {
				t.Errorf("found the notices %q and the warnings %q, want %q", in.Notices, in.Warnings, want)
			}
		})
	}
}

func TestInspectedAgreement(t *testing.T) {
	in := &inspection.Inspection{Agreement: []correlate.Correlation{{NoInterval: correlate.Reason{Kind: correlate.ReasonPerfect}}}}
	say.Inspected(in)
	if got, want := in.Agreement[0].Without, "a perfect correlation shows no spread"; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
}
