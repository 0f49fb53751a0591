package scores_test

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/internal/shareddata"
)

// Sizes are those of the data's own README; the means were computed by Python's json module.
func TestSharedData(t *testing.T) {
	data := shareddata.Path(t, "data")
	for _, c := range []struct {
		file                       string
		layout                     []string
		column                     string
		systems, segments, numbers int
		mean                       float64
	}{
		{"mt/wmt15_da.jsonl", nil, "human", 1, 2000, 2000, -0.028873133455},
		{"mt/wmt17_da.jsonl", nil, "human", 129, 3559, 3920, -0.033047943289},
		{"mt/wmt21_is-en_da.jsonl.gz", nil, "human_raw", 10, 1000, 8903, 72.401269235089},
		{"mt/wmt21_ja-en_da.jsonl.gz", nil, "human", 16, 1005, 14482, -0.033646627222},
		{"mt/wmt21_ru-en_da.jsonl.gz", nil, "human", 10, 1000, 8926, 0.040515817957},
		{"mt/ted2021_zh-en_mqm.jsonl.gz", nil, "human", 14, 529, 7406, -2.473224412638},
		{"mt/wmt19_gu-en_darr.jsonl.gz", nil, "human", 2, 20110, 40220, 0.5},
		{"mt/wmt19_kk-en_darr.jsonl.gz", nil, "human", 2, 9728, 19456, 0.5},
		{"summarization/summeval.jsonl.gz", []string{"segment=topic", "coherence=human.coherence"}, "coherence", 16,
			100, 1600, 3.412499991875},
	} {
		t.Run(filepath.Base(c.file), func(t *testing.T) {
			if c.numbers > 8000 {
				parts.Need(t, parts.Thorough)
			}
			o := scores.Options{Columns: []string{c.column}, Layout: layout(t, c.layout...)}
			tab, err := scores.Open(filepath.Join(data, filepath.FromSlash(c.file)), nil, o, func(string) {})
			if err != nil {
				t.Fatal(err)
			}
			g, err := tab.Grid(c.column)
			if err != nil {
				t.Fatal(err)
			}
			sum, n := 0.0, 0
			for _, v := range g.Values {
				if !math.IsNaN(v) {
					sum += v
					n++
				}
			}
			if g.Systems != c.systems || g.Segments != c.segments || n != c.numbers ||
				math.Abs(sum/float64(n)-c.mean) > 1e-9 {
				t.Errorf("%d systems, %d segments, %d numbers, mean %.12f", g.Systems, g.Segments, n, sum/float64(n))
			}
		})
	}
}
