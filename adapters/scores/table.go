package scores

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/limit"
	"github.com/wordrotator/wrd/internal/nearest"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// A Table holds scores: for each system and segment at most one number of each column and rater. It does not change
// after Open or Join, so any number of goroutines may use one Table.
type Table struct {
	// Systems are the names of the systems, sorted, so that nothing depends on the order of rows or files. A table that
	// names no system has one, called as Options.System or the file.
	Systems []string
	// HumanSystems are those of them whose texts people wrote, sorted, by the column is_human or the references of a test
	// set; nil if no table says so.
	HumanSystems []string
	// Segments are the segments in the order in which the first table has them.
	Segments []evaluation.Segment
	// Raters are the names of those who judged, sorted; empty if no table has raters.
	Raters []string
	// ByLine says that the segments have no ids: segment n of each system is its n-th row.
	ByLine bool
	// ChosenBy are the conditions of Options.Where on columns that the file has, or one of the files.
	ChosenBy []Condition

	parts    []*part
	byNumber bool // whether segments of some tables were paired by number, as they have no ids
	placed   bool // whether they are ours, which are numbered by their places
	byID     bool // whether Segments are called by ids that somebody gave them
	// numbers are the segments as the column segment calls them, where Segments are called by ids; otherwise nil.
	numbers []evaluation.Segment
	// someIDs are the ids of segments of which some have none, and unnamed the error for who needs all; otherwise nil.
	someIDs []string
	unnamed error
	// repeatedID is the error for who needs ids where two segments have the same; otherwise nil.
	repeatedID error
	// references are those of Segments; nil if the table has none.
	references []digests
}

// A part holds the rows of one file. The columns of numbers have one number for each row.
type part struct {
	source    string // the name of the file
	name      string // what messages call it, if that is another
	signature string // "" if it has none
	settings  string // "" if it has none
	raters    bool   // whether rows have raters
	system    []int32
	segment   []int32 // -1 where it was left out
	rater     []int32
	line      []int64          // 1-based: of a text file the line, of Parquet the row
	offered   []string         // all columns that could be scores
	columns   []string         // those of them that were read
	values    [][]float64      // of each column; NaN where there is no number
	refused   map[string]error // why a column that was offered was not read
}

// refuse says why a column is not read.
func (p *part) refuse(column string, err error) {
	if p.refused == nil {
		p.refused = map[string]error{}
	}
	p.refused[column] = err
}

// Columns returns the names of the columns of scores, in the order of files and columns.
func (t *Table) Columns() []string {
	var names []string
	for _, p := range t.parts {
		for _, name := range p.columns {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// Has says whether the table has a column of scores of that name.
func (t *Table) Has(column string) bool { return slices.Contains(t.Columns(), column) }

// Signature returns the signature that the file of a column carries in its metadata, as the files of wrd score do; ""
// if it has none, or if several files make up the column and differ.
func (t *Table) Signature(column string) string {
	return t.saidOf(column, func(p *part) string { return p.signature })
}

// saidOf returns what the files of a column say, "" if they differ.
func (t *Table) saidOf(column string, by func(*part) string) (said string) {
	first := true
	for _, p := range t.parts {
		if !slices.Contains(p.columns, column) {
			continue
		}
		if !first && by(p) != said {
			return ""
		}
		said, first = by(p), false
	}
	return said
}

// Grid returns the scores of a column, len(Systems) × len(Segments), NaN where there is none; of several raters the
// mean. It fails if there is no such column.
func (t *Table) Grid(column string) (agreement.Grid, error) {
	return t.grid(column, -1)
}

// RaterGrid is Grid for the scores of one rater. It is all NaN if the rater gave none.
func (t *Table) RaterGrid(column, rater string) (agreement.Grid, error) {
	r := slices.Index(t.Raters, rater)
	if r < 0 {
		return agreement.Grid{}, fmt.Errorf("found no rater %s, expected one of: %s", wording.Quote(rater),
			wording.List(t.Raters))
	}
	return t.grid(column, int32(r))
}

func (t *Table) grid(column string, rater int32) (agreement.Grid, error) {
	if !t.Has(column) {
		return agreement.Grid{}, t.noColumn(column)
	}
	if err := t.checkCells(); err != nil {
		return agreement.Grid{}, err
	}
	n := len(t.Systems) * len(t.Segments)
	sums, counts := make([]float64, n), make([]int32, n)
	for _, p := range t.parts {
		c := slices.Index(p.columns, column)
		if c < 0 {
			continue
		}
		for i, v := range p.values[c] {
			if p.segment[i] < 0 || math.IsNaN(v) || rater >= 0 && p.rater[i] != rater {
				continue
			}
			cell := int(p.system[i])*len(t.Segments) + int(p.segment[i])
			sums[cell] += v
			counts[cell]++
		}
	}
	for i, count := range counts {
		switch count {
		case 0:
			sums[i] = math.NaN()
		case 1:
		default:
			sums[i] /= float64(count)
		}
	}
	return agreement.NewGrid(len(t.Systems), len(t.Segments), sums)
}

// checkCells fails if there are more outputs than may be in memory.
func (t *Table) checkCells() error {
	err := limit.CheckPairs(len(t.Systems), len(t.Segments), "%d systems and %d segments", "outputs")
	if err != nil {
		err = fmt.Errorf("%s: %w", sources(t.parts), err)
	}
	return err
}

// noColumn says which columns there are.
func (t *Table) noColumn(column string) error {
	var sources, offered []string
	for _, p := range t.parts {
		sources = append(sources, p.source)
		for _, name := range p.offered {
			if name == column && p.refused[name] != nil {
				return p.refused[name]
			}
			if name == column {
				return fmt.Errorf("%s: found no number in the column %s, expected scores", p.source,
					wording.Quote(column))
			}
			if !slices.Contains(offered, name) {
				offered = append(offered, name)
			}
		}
	}
	if len(offered) == 0 {
		offered = []string{"none, there are no columns of scores"}
	}
	meant := ""
	if near := nearest.Of(column, offered); near != "" {
		meant = "; did you mean " + wording.Clip(near) + "?"
	}
	return fmt.Errorf("%s: found no column %s of scores, expected one of: %s%s", strings.Join(sources, ", "),
		wording.Quote(column), wording.List(offered), meant)
}
