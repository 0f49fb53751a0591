package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strconv"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/internal/numpy"
	"github.com/wordrotator/wrd/metric"
)

func matrixCommand() *cli.Command {
	return &cli.Command{
		Name:  "matrix",
		Usage: "compare all candidates of a group with all of its references",
		UsageText: "wrd matrix -c FILE… -r FILE… [flags]\n\n" +
			"wrd matrix -c texts.txt -r texts.txt -o distances.npy\n" +
			"wrd matrix -c samples.txt --candidates-per-group 10 -r references.txt --references-per-group 1 -o scores.parquet",
		Description: "By default whole files are one group. With -o FILE.parquet a row for each pair is written (group,\n" +
			"candidate, reference, status and the measures, counted from 0); with -o FILE.npy an array of the first\n" +
			"measure, candidates × references, or groups × candidates × references if there are several groups.\n" +
			"Without -o the matrix of the first measure is printed. Each text is split into words once.",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: outputFlags, Usage: "write to `FILE`, which ends in .parquet or .npy"},
			formatFlag("text", "json"),
		}, append(measureFlags(), groupFlags("all", "all")...)...),
		Action: matrix,
	}
}

// A blockWriter is where blocks of a matrix go. Exactly one of Commit and Abort ends it; Abort after Commit does nothing.
type blockWriter interface {
	Write(metric.Block) error
	Commit() error
	Abort()
}

func matrix(c *cli.Context) error {
	if _, err := positional(c); err != nil {
		return err
	}
	format, err := oneOf(c, "format", "text", "json")
	if err != nil {
		return err
	}
	measures, err := measuresOf(c)
	if err != nil {
		return err
	}
	output := c.String("output")
	if extension := filepath.Ext(output); output != "" && extension != ".parquet" && extension != ".npy" {
		return fmt.Errorf("-o: found %s, expected a name that ends in .parquet or .npy", output)
	}
	source, err := openGroups(c, true)
	if err != nil {
		return err
	}
	defer source.close()
	scorer, err := groupScorer(c, measures)
	if err != nil {
		return err
	}
	signature := scorer.Signature(1).String()
	var blocks blockWriter
	switch {
	case filepath.Ext(output) == ".npy":
		blocks, err = numpy.CreateMatrix(output, scorer.Columns()[0])
	case output != "":
		blocks, err = parquet.CreateMatrix(output, signature, scorer.Columns())
	case format == "json":
		blocks = newMatrixJSON(c, scorer.Columns(), signature)
	default:
		blocks = &matrixText{out: bufio.NewWriter(c.App.Writer), column: scorer.Columns()[0], signature: signature}
	}
	if err != nil {
		return err
	}
	defer blocks.Abort()
	pairs, err := writeBlocks(c, scorer, source, blocks)
	if err != nil {
		return err
	}
	if output != "" {
		fmt.Fprintf(c.App.ErrWriter, "wrd: %d pairs in %s; %s\n", pairs, output, signature)
	}
	return nil
}

// writeBlocks compares the groups and returns the number of pairs.
func writeBlocks(c *cli.Context, scorer *metric.Scorer, source *groupSource, blocks blockWriter) (pairs int64, err error) {
	stop := startProgress(c.App.ErrWriter, "comparing", source.progress)
	defer stop()
	err = scorer.StreamMatrix(c.Context, source.groups, threadsFlag.Get(c), func(_ metric.Group, b metric.Block) error {
		pairs += int64(len(b.Status))
		return blocks.Write(b)
	})
	stop()
	if err != nil {
		return 0, explainGroup(err)
	}
	for _, notice := range source.notices() {
		notify(c)(notice)
	}
	if pairs == 0 {
		return 0, errors.New("found no pairs: expected at least one candidate and one reference")
	}
	return pairs, blocks.Commit()
}

// matrixText prints the matrix of one measure, a line for each candidate.
type matrixText struct {
	out       *bufio.Writer
	column    metric.Column
	signature string
	cell      []byte
}

func (t *matrixText) Write(b metric.Block) error {
	for i := range b.Candidates {
		if b.First+i == 0 {
			if b.Group > 0 {
				t.out.WriteByte('\n')
			}
			fmt.Fprintf(t.out, "group %d, %v: a line for each candidate, a column for each reference\n", b.Group, t.column)
		}
		for j, x := range b.Values(t.column)[i*b.References:][:b.References] {
			if j > 0 {
				t.out.WriteByte('\t')
			}
			if math.IsNaN(x) {
				t.out.WriteString(absent)
				continue
			}
			t.cell = strconv.AppendFloat(t.cell[:0], x, 'f', 4, 64)
			t.out.Write(t.cell)
		}
		t.out.WriteByte('\n')
	}
	return t.out.Flush()
}

func (t *matrixText) Commit() error {
	fmt.Fprintf(t.out, "\n%s\n", t.signature)
	return t.out.Flush()
}

func (t *matrixText) Abort() {}

// matrixJSON prints {"signature": …, "groups": [{"group", "first", "status": [[…]], "scores": {measure: [[…]]}}]}, a line
// for each block of rows. A pair without a value has null.
type matrixJSON struct {
	out     *bufio.Writer
	columns []metric.Column
	blocks  int
}

func newMatrixJSON(c *cli.Context, columns []metric.Column, signature string) *matrixJSON {
	j := &matrixJSON{out: bufio.NewWriter(c.App.Writer), columns: columns}
	quoted, _ := json.Marshal(signature)
	fmt.Fprintf(j.out, "{\"signature\": %s, \"groups\": [", quoted)
	return j
}

func (j *matrixJSON) Write(b metric.Block) error {
	type rows struct {
		Group  int64                   `json:"group"`
		First  int                     `json:"first_candidate"`
		Status [][]string              `json:"status"`
		Scores map[string][][]*float64 `json:"scores"`
	}
	block := rows{Group: b.Group, First: b.First, Scores: map[string][][]*float64{}}
	for i := range b.Candidates {
		status := make([]string, b.References)
		for k := range status {
			status[k] = b.Status[i*b.References+k].String()
		}
		block.Status = append(block.Status, status)
		for _, c := range j.columns {
			values := make([]*float64, b.References)
			for k := range values {
				if x, ok := b.Value(c, i, k); ok {
					values[k] = &x
				}
			}
			block.Scores[c.String()] = append(block.Scores[c.String()], values)
		}
	}
	line, err := json.Marshal(block)
	if err != nil {
		return err
	}
	if j.blocks++; j.blocks > 1 {
		j.out.WriteByte(',')
	}
	j.out.WriteByte('\n')
	j.out.Write(line)
	return j.out.Flush()
}

func (j *matrixJSON) Commit() error {
	j.out.WriteString("\n]}\n")
	return j.out.Flush()
}

func (j *matrixJSON) Abort() {}
