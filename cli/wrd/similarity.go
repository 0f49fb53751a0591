package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
)

// A similarityRow is how one measure with one converter agrees with the human scores of one file. Correlations are
// times 100; nil stands for one that is not defined, and Reason says why.
type similarityRow struct {
	Data      string   `json:"data"`
	Vectors   string   `json:"vectors,omitempty"` // their name; "" if the scores are another program's
	Measure   string   `json:"measure"`
	Convert   string   `json:"convert"`
	Pearson   *float64 `json:"pearson"`
	Spearman  *float64 `json:"spearman"`
	Pairs     int      `json:"pairs"` // that have a score
	Reason    string   `json:"reason,omitempty"`
	Signature string   `json:"signature"`
	Outside   bool     `json:"outside,omitempty"` // the scores are another program's

	given bool // Vectors are token vectors
}

// label says what a row is about in messages and titles.
func (r *similarityRow) label() string {
	if r.given {
		return fmt.Sprintf("%s: %s of %s", r.Data, r.Measure, r.Vectors)
	}
	return fmt.Sprintf("%s: %s, converter %s", r.Data, r.Measure, r.Convert)
}

func newSimilarityRow(p *prediction) similarityRow {
	row := similarityRow{Pairs: len(p.gold)}
	if r, ok := agreement.Pearson(p.gold, p.scores); ok {
		row.Pearson = hundredfold(r)
	}
	if rho, ok := agreement.Spearman(p.gold, p.scores); ok {
		row.Spearman = hundredfold(rho)
	}
	row.Reason = undefinedReason(p)
	return row
}

func hundredfold(x float64) *float64 {
	x *= 100
	return &x
}

// undefinedReason says why a correlation is not defined, "" if it is.
func undefinedReason(p *prediction) string {
	_, rising := agreement.Pearson(p.gold, p.scores)
	switch {
	case rising:
		return ""
	case len(p.gold) < 2:
		return fmt.Sprintf("found %d pairs with a score, expected at least 2", len(p.gold))
	case allEqual(p.gold):
		return "all gold scores are equal"
	}
	return "all predicted scores are equal"
}

func allEqual(x []float64) bool {
	for _, v := range x {
		if v != x[0] {
			return false
		}
	}
	return true
}

// A similarityMean is the mean over the files, each counting alike; nil if one of the files has no number.
type similarityMean struct {
	Vectors  string   `json:"vectors,omitempty"`
	Measure  string   `json:"measure"`
	Convert  string   `json:"convert"`
	Pearson  *float64 `json:"pearson"`
	Spearman *float64 `json:"spearman"`
	Files    int      `json:"files"`
	Reason   string   `json:"reason,omitempty"`
}

// byMeasure groups the rows of several files, which stand file by file in one order of measures and converters: the rows of
// all files for each measure and converter.
func byMeasure[Row any](rows []Row, files int) [][]Row {
	each := len(rows) / files
	groups := make([][]Row, each)
	for i := range groups {
		for f := range files {
			groups[i] = append(groups[i], rows[f*each+i])
		}
	}
	return groups
}

// similarityMeans returns the means in the order in which measures and converters stand for the first file.
func similarityMeans(rows []similarityRow, files int) []similarityMean {
	var means []similarityMean
	for _, same := range byMeasure(rows, files) {
		mean := similarityMean{Vectors: same[0].Vectors, Measure: same[0].Measure, Convert: same[0].Convert, Files: files}
		var pearson, spearman []*float64
		for _, row := range same {
			pearson, spearman = append(pearson, row.Pearson), append(spearman, row.Spearman)
			if row.Reason != "" {
				mean.Reason = "not defined for " + row.Data
			}
		}
		mean.Pearson, mean.Spearman = meanOf(pearson), meanOf(spearman)
		means = append(means, mean)
	}
	return means
}

// meanOf returns the mean of numbers, nil if one of them is.
func meanOf(numbers []*float64) *float64 {
	var mean agreement.Mean
	for _, x := range numbers {
		if x == nil {
			return nil
		}
		mean.Add(*x)
	}
	m, ok := mean.Value()
	if !ok {
		return nil
	}
	return &m
}

// writeSimilarity writes the rows of all files and the means over them.
func writeSimilarity(c *cli.Context, format string, rows []similarityRow, files int) error {
	means := similarityMeans(rows, files)
	if format == "json" {
		return writeJSON(c.App.Writer, struct {
			Rows  []similarityRow  `json:"rows"`
			Means []similarityMean `json:"means"`
		}{rows, means})
	}
	// Which vectors they are stands once, in the signature, unless token vectors stand beside them.
	several := slices.ContainsFunc(rows, func(row similarityRow) bool { return row.given })
	left := 3
	if several {
		left++
	}
	grid := [][]string{}
	add := func(data, vectors string, cells ...string) {
		row := []string{data}
		if several {
			row = append(row, cmp.Or(vectors, absent))
		}
		grid = append(grid, append(row, cells...))
	}
	add("data", "vectors", "measure", "convert", "Pearson r × 100", "Spearman ρ × 100", "pairs")
	var signatures, outside []metric.Signature
	for _, row := range rows {
		add(row.Data, row.Vectors, row.Measure, row.Convert, hundredths(row.Pearson), hundredths(row.Spearman), fmt.Sprint(row.Pairs))
		if signature := metric.ParseSignature(row.Signature); row.Outside || row.given {
			outside = append(outside, signature)
		} else {
			signatures = append(signatures, signature)
		}
		if row.Reason != "" {
			notify(c)(fmt.Sprintf("%s: no correlation: %s", row.label(), row.Reason))
		}
	}
	if files > 1 {
		for _, mean := range means {
			add(fmt.Sprintf("mean of %d files", files), mean.Vectors, mean.Measure, mean.Convert, hundredths(mean.Pearson), hundredths(mean.Spearman), "")
		}
	}
	return writeGrid(c.App.Writer, format, grid, left, metric.MergeSignatures(signatures, outside).String())
}
