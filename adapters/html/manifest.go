package html

import (
	"math"

	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/inspection"
)

// A manifest says what the data are.
type manifest struct {
	Systems  []string         `json:"systems"`
	Measures []manifestColumn `json:"measures"`
	Statuses []string         `json:"statuses"`
	Findings []string         `json:"findings"`
	Segments int              `json:"segments"` // rows
	All      int              `json:"all"`
	// References is how many fields of references a row has; they are after id, document, domain and source.
	References int             `json:"references"`
	Columns    []packedNumbers `json:"columns"`
	Texts      bool            `json:"texts"`   // whether there are any
	Aligned    bool            `json:"aligned"` // all outputs that can be
	Sources    bool            `json:"sources"`
	OfSources  bool            `json:"of_sources"` // whether alignments are with sources
	FromZero   bool            `json:"from_zero"`  // files count the segments from 0, people from 1
	// Buckets of the segments: for each of them there is a column "bucket_" and its key.
	Buckets []manifestBuckets `json:"buckets"`
	// Pair are the systems that are side by side first; one if there is no other. Sort is what they are sorted by.
	Pair []int  `json:"pair"`
	Sort string `json:"sort"`
	// Unit is what intervals take as independent; Confidence is theirs, with the normal quantile Z.
	Unit       evaluation.Unit `json:"unit"`
	Confidence float64         `json:"confidence"`
	// Draws, their Halves and Seed are those of the randomisation test that compared the systems, 0 if none did.
	Draws  int     `json:"draws"`
	Halves bool    `json:"halves"`
	Seed   uint64  `json:"seed"`
	Z      float64 `json:"z"`
	// Documents and Domains that are summed up, the worst first; there are columns with the numbers of the rows.
	Documents manifestGroups `json:"documents"`
	Domains   manifestGroups `json:"domains"`
}

// manifestGroups are what rows are part of. Their means are in a column, with both ends of the intervals: for each column
// of scores and system the mean of each group, then the low ends, then the high ones.
type manifestGroups struct {
	All      int      `json:"all"`
	Numbers  []int    `json:"numbers"`
	Names    []string `json:"names"`
	Segments []int    `json:"segments"`
}

type manifestBuckets struct {
	Key     string   `json:"key"`
	Names   []string `json:"names"`
	Choices []string `json:"choices"` // what they are called among others
	Score   bool     `json:"score"`   // they are made by scores
}

type manifestColumn struct {
	Name  string `json:"name"`
	Lower bool   `json:"lower"` // is better
	Human bool   `json:"human"`
	// Range is between which numbers scores can be, [-1.8e308, 1.8e308] if that is not known.
	Range [2]float64 `json:"range"`
	Ties  float64    `json:"ties"` // how far apart two scores may be that are equal
	// Points are those of the scores 0 and 1, between and beyond which they are linear; nil where they are not known.
	Points []float64 `json:"points,omitempty"`
}

// packedNumbers is a column of the numbers.
type packedNumbers struct {
	Name  string `json:"name"`
	Bytes int    `json:"bytes"` // of a number: 1, 2 or 4
	Float bool   `json:"float"`
	Count int    `json:"count"`
}

// newManifest returns what is known before the data are packed.
func newManifest(r *Report) manifest {
	m := manifest{
		Systems:    visibleAll(systemNames(r)),
		Findings:   inspection.FindingNames(),
		Segments:   len(r.Rows),
		All:        len(r.All),
		Buckets:    []manifestBuckets{},
		References: r.References,
		Texts:      r.Texts,
		Aligned:    r.Chosen == 0,
		Sources:    r.Sources,
		OfSources:  r.OfSources,
		FromZero:   len(r.Rows) > 0 && r.Rows[0].FromZero,
	}
	for _, column := range r.Columns {
		low, high := metric.ParseSignature(column.Signature).Range(column.Name)
		low, high = max(low, -math.MaxFloat64), min(high, math.MaxFloat64) // JSON has no infinity
		measure := manifestColumn{Range: [2]float64{low, high}, Name: visible.Text(column.Name),
			Lower: column.LowerIsBetter, Ties: column.Ties(), Human: column.Name == r.Human}
		if scale, ok := r.Scales[column.Name]; ok {
			measure.Points = []float64{scale.Points(0), scale.Points(1)}
		}
		m.Measures = append(m.Measures, measure)
	}
	m.Pair, m.Sort = r.Pair, "score"
	if len(r.Pair) > 1 {
		m.Sort = "why"
	}
	m.Unit, m.Confidence, m.Z = r.Unit, r.Confidence, math.Sqrt2*math.Erfinv(r.Confidence)
	if c := r.Comparison; c != nil && c.Test == significance.TestRandomisation {
		m.Draws, m.Halves, m.Seed = c.Draws, c.Halves, c.Seed
	}
	return m
}

func systemNames(r *Report) (names []string) {
	for _, s := range r.Systems {
		names = append(names, s.System)
	}
	return names
}

func visibleAll(list []string) (out []string) {
	for _, s := range list {
		out = append(out, visible.Text(s))
	}
	return out
}
