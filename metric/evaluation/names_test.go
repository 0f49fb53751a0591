package evaluation_test

import (
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
	"github.com/wordrotator/wrd/tokenize"
)

func TestNamesOfHumanScores(t *testing.T) {
	for name, want := range map[string][2]bool{ // near, maybe
		"human": {false, false}, "Human": {true, false}, "human_score": {true, false}, "score_human": {true, false},
		"Human Rating": {true, false}, "human-judgments": {true, false}, "human1": {true, false}, "mean_human": {true, false},
		"humanity": {false, false}, "human_reference": {false, false}, "human.fluency": {false, false}, "superhuman": {false, false},
		"DA": {false, true}, "da_score": {false, true}, "mean_da": {false, true}, "MQM": {false, true}, "ESA score": {false, true},
		"z_da": {false, true}, "human_fluency": {false, true}, "data": {false, false}, "score": {false, false}, "mqm_spans": {false, false},
	} {
		if near := evaluation.NearHuman(name); near != want[0] {
			t.Errorf("%s: near %v, want %v", name, near, want[0])
		}
		if maybe := evaluation.MaybeHuman(name); maybe != want[1] {
			t.Errorf("%s: maybe %v, want %v", name, maybe, want[1])
		}
	}
}

// What texts tell of stored scores is counted once for each output, whatever the order and how often it comes.
func TestAddTexts(t *testing.T) {
	s := &evaluation.Scores{Systems: []string{"a", "b"}, Segments: evaluation.Numbered(2),
		Columns: []evaluation.Column{{Signature: "wrd|norm:unicode", Grid: agreement.Grid{Systems: 2, Segments: 2, Values: make([]float64, 4)}}}}
	texts := func(yield func(evaluation.Texts, error) bool) {
		for range 2 {
			for _, system := range []string{"b", "a", "another"} {
				for k, segment := range evaluation.Numbered(3) {
					text := evaluation.Texts{Output: evaluation.Output{System: system, Segment: segment}, Candidate: "it’s",
						References: []string{[]string{"it's", "it’s", "it's"}[k]},
						Details: reading.Details{Counted: true,
							Counts: metric.Counts{CandidateTokens: 3, CandidateOOV: 1, ReferenceTokens: 2}}}
					if !yield(text, nil) {
						return
					}
				}
			}
		}
	}
	candidates, err := s.AddTexts(texts)
	if err != nil || !candidates {
		t.Fatalf("candidates %v, %v", candidates, err)
	}
	for i, read := range s.Read {
		if read.System != s.Systems[i] || read.Signature != "wrd|norm:unicode" || read.Candidates.Tokens != 6 ||
			read.Candidates.OOV != 2 || read.Candidates.Texts != 2 || read.Spelling != (tokenize.Spelling{Apostrophes: 1}) {
			t.Errorf("read %+v, want 2 texts of 3 tokens, one of them with another apostrophe", read)
		}
	}
	if len(s.References) != 4 {
		t.Errorf("%d references, want those of 4 outputs", len(s.References))
	}
	none := func(yield func(evaluation.Texts, error) bool) {
		yield(evaluation.Texts{Output: evaluation.Output{System: "a", Segment: s.Segments[0]}, References: []string{"it's"}}, nil)
	}
	if candidates, err := s.AddTexts(none); err != nil || candidates {
		t.Errorf("of references alone: candidates %v, %v", candidates, err)
	}
}
