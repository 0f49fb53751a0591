package points

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/internal/signed"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// A Scale turns the scores of a column into points, linearly:
//
//	points = 100·(1 − distance/unrelated)
//
// The distance is 1 − score for similarities. BERTScore's rescaling (Zhang et al., 2020, section 5) is the same.
// Texts that are further apart than unrelated ones have fewer than 0 points.
type Scale struct {
	unrelated  float64 // the mean distance of unrelated texts, above 0
	similarity bool
}

// Of returns the scale of the scores of a column, given their signature and the first references; ok is false where it was
// not measured how far apart unrelated texts are: for settings that are not built in, several references, other measures,
// languages in other scripts, and where it is not clear that references are in English.
func Of(column, signature string, references []string) (scale Scale, ok bool) {
	of, ok := unrelatedOf(column, signature)
	if !ok || len(references) == 0 {
		return Scale{}, false
	}
	unrelated, ok := of[groupOf(references)]
	return Scale{unrelated, column != metric.WRD.String()}, ok
}

// Known says whether there is a scale for the scores of a column with this signature, of references in some language.
func Known(column, signature string) bool {
	_, ok := unrelatedOf(column, signature)
	return ok
}

// unrelatedOf returns the mean distances of unrelated texts by groups of languages.
func unrelatedOf(column, signature string) (of map[string]float64, ok bool) {
	if column == metric.WRDSimilarity.String() {
		column = metric.WRD.String()
	}
	settings := signed.Settings(signature, "precision", "activations", "scores") // which round, or are of other programs
	of, ok = measured()[key{settings, column}]
	return of, ok && settings != ""
}

// groupOf returns the group of languages that references are in, as the table calls it; "" if it is not clear.
func groupOf(references []string) string {
	switch found := reading.LanguageOf(references); {
	case found.Code != reading.English:
		return reading.ScriptOf(references)
	case found.Sure:
		return "English"
	}
	return ""
}

// Points returns the points of a score, or of a mean of scores.
func (s Scale) Points(score float64) float64 {
	if s.similarity {
		score = 1 - score
	}
	return 100 * (1 - score/s.unrelated)
}

// Unrelated returns the mean distance of unrelated texts.
func (s Scale) Unrelated() float64 { return s.unrelated }

// Width returns by how much scores differ that are so many points apart.
func (s Scale) Width(points float64) float64 { return points / 100 * s.unrelated }

// PointsOf returns how many points apart scores are that differ by so much: the inverse of Width.
func (s Scale) PointsOf(width float64) float64 { return 100 * width / s.unrelated }

// A key is what a row of the table is found by, before the language.
type key struct{ settings, column string }

//go:embed points.tsv
var table string

// measured has for each setting and column the mean distances of unrelated texts by groups of languages.
var measured = sync.OnceValue(func() map[key]map[string]float64 {
	of := map[key]map[string]float64{}
	for line := range strings.Lines(table) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) < 4 {
			continue // the comment
		}
		unrelated, err := strconv.ParseFloat(fields[3], 64)
		if err != nil || !(unrelated > 0) {
			continue // the names of columns
		}
		k := key{fields[0], fields[1]}
		if of[k] == nil {
			of[k] = map[string]float64{}
		}
		of[k][fields[2]] = unrelated
	}
	return of
})
