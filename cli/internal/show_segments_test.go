package internal_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"testing"

	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
	"pgregory.net/rapid"
)

// Texts are written as encoding/json does, which Python's json.dumps(…, ensure_ascii=False) reads back.
func TestShowSegmentsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching("[a\"\\\\\n<&é\u2028\x00-\x1f]*"),
			rapid.Just("\xff half"), rapid.Just(""))
		candidate, references := text.Draw(t, "candidate"), rapid.SliceOfN(text, 1, 3).Draw(t, "references")
		var out, want bytes.Buffer
		p, err := show.NewSegments(&out, show.FormatJSONL, outcome.Shape{})
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Write(outcome.Row{System: candidate, Candidate: candidate, References: references}); err != nil {
			t.Fatal(err)
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		written := func(value any) []byte {
			var b bytes.Buffer
			encoder := json.NewEncoder(&b)
			encoder.SetEscapeHTML(false)
			if err := encoder.Encode(value); err != nil {
				t.Fatal(err)
			}
			return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
		}
		fmt.Fprintf(&want, `{"system":%s,"segment":0,"id":null,"doc":null,"domain":null,"candidate":%s,"references":%s,"source":null,`+
			`"candidate_tokens":0,"reference_tokens":0,"candidate_oov":0,"reference_oov":0,"best_reference":0,"status":"ok",`+
			`"human":null}`+"\n", written(candidate), written(candidate), written(references))
		if out.String() != want.String() {
			t.Fatalf("got %s, want %s", &out, &want)
		}
	})
}

func BenchmarkShowSegmentsJSON(b *testing.B) {
	p, err := show.NewSegments(io.Discard, show.FormatJSONL,
		outcome.Shape{Measures: []metric.Column{metric.WRD, metric.WRDSimilarity}})
	if err != nil {
		b.Fatal(err)
	}
	s := outcome.Row{System: "a", Candidate: `A man is playing a "flute".`, References: []string{"A man plays a large flute."}}
	s.Result.SetValue(metric.WRD, 0.12345678901234)
	b.ReportAllocs()
	for b.Loop() {
		if err := p.Write(s); err != nil {
			b.Fatal(err)
		}
	}
}
