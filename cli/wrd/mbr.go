package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/metric"
)

func mbrCommand() *cli.Command {
	return &cli.Command{
		Name:  "mbr",
		Usage: "choose the best of several candidates by minimum Bayes risk",
		UsageText: "wrd mbr -c FILE --candidates-per-group N [flags]\n\n" +
			"wrd mbr -c samples.txt --candidates-per-group 100 > chosen.txt\n" +
			"wrd mbr -c system1.txt -c system2.txt -c system3.txt -o choices.parquet > chosen.txt",
		Description: "Prints, a line for each group, the candidate that is most similar to the others on average: what a\n" +
			"model says most consistently is seldom wrong. With -r the candidates are compared with these\n" +
			"texts instead. Similarity is 1 - wrd, or what --measure says; minus the distance for other distances.\n" +
			"With -o FILE.parquet the utilities of all candidates are written, counted from 0.",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "measure", Value: string(metric.MeasureWRD), Usage: "`NAME` of the measure"},
			&cli.BoolFlag{Name: "best-only", Usage: "leave out comparisons that cannot change the choice; the other utilities stay unknown"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: outputFlags, Usage: "write the utilities to `FILE`, which ends in .parquet"},
			formatFlag("text", "json"),
		}, groupFlags("1", "1")...),
		Action: mbr,
	}
}

func mbr(c *cli.Context) error {
	if _, err := positional(c); err != nil {
		return err
	}
	format, err := oneOf(c, "format", "text", "json")
	if err != nil {
		return err
	}
	measures, err := metric.ParseMeasures(c.String("measure"))
	if err != nil {
		return fmt.Errorf("--%w", err)
	}
	if len(measures) > 1 {
		return fmt.Errorf("--measure: found %d measures, expected one to choose by", len(measures))
	}
	output := c.String("output")
	if output != "" && filepath.Ext(output) != ".parquet" {
		return fmt.Errorf("-o: found %s, expected a name that ends in .parquet", output)
	}
	if len(c.StringSlice("candidate")) == 1 && !c.IsSet(candidatesPerGroup) {
		return &hintedError{errors.New("found one file of candidates and no --candidates-per-group: there is nothing to choose from"),
			"say how many consecutive lines are candidates of the same segment: --candidates-per-group N"}
	}
	source, err := openGroups(c, false)
	if err != nil {
		return err
	}
	defer source.close()
	scorer, err := groupScorer(c, measures)
	if err != nil {
		return err
	}
	column, _ := measures[0].Utility()
	signature := scorer.Signature(1).With("utility", column.String()).String()
	var rows *parquet.ChoiceFile
	if output != "" {
		if rows, err = parquet.CreateChoices(output, signature); err != nil {
			return err
		}
		defer rows.Abort()
	}
	choices := newChoiceWriter(c.App.Writer, format, signature)
	stop := startProgress(c.App.ErrWriter, "comparing", source.progress)
	defer stop()
	var number int64
	err = scorer.StreamChoices(c.Context, source.groups, c.Bool("best-only"), threadsFlag.Get(c), func(group metric.Group, choice metric.Choice) error {
		if rows != nil {
			if err := rows.Write(number, group, choice); err != nil {
				return err
			}
		}
		number++
		return choices.write(number-1, group, choice)
	})
	stop()
	if err != nil {
		return explainGroup(err)
	}
	for _, notice := range source.notices() {
		notify(c)(notice)
	}
	if number == 0 {
		return errors.New("found no groups: expected at least one candidate")
	}
	if rows != nil {
		if err := rows.Commit(); err != nil {
			return err
		}
	}
	if format == "text" {
		notify(c)(signature)
	}
	return choices.close()
}

// A choiceWriter prints choices: as text the chosen texts, a line each; as JSON {"signature": …, "choices": [{"group",
// "best", "text", "utility", "utilities"}]}, where null stands for a utility that does not exist.
type choiceWriter struct {
	out     *bufio.Writer
	json    bool
	written int
}

func newChoiceWriter(w io.Writer, format, signature string) *choiceWriter {
	c := &choiceWriter{out: bufio.NewWriter(w), json: format == "json"}
	if c.json {
		quoted, _ := json.Marshal(signature)
		fmt.Fprintf(c.out, "{\"signature\": %s, \"choices\": [", quoted)
	}
	return c
}

func (c *choiceWriter) write(number int64, group metric.Group, choice metric.Choice) error {
	text := group.Candidates[choice.Best]
	if !c.json {
		if strings.ContainsAny(text, "\r\n") {
			return fmt.Errorf("group %d: the chosen text has several lines, and --format text writes one a group: expected --format json", number)
		}
		c.out.WriteString(text)
		return c.out.WriteByte('\n')
	}
	row := struct {
		Group     int64      `json:"group"`
		Best      int        `json:"best"`
		Text      string     `json:"text"`
		Utility   *float64   `json:"utility"`
		Utilities []*float64 `json:"utilities,omitempty"`
	}{Group: number, Best: choice.Best, Text: text, Utility: orNull(choice.Utility)}
	for _, u := range choice.Utilities {
		row.Utilities = append(row.Utilities, orNull(u))
	}
	if c.written++; c.written > 1 {
		c.out.WriteByte(',')
	}
	c.out.WriteByte('\n')
	line, err := json.Marshal(row)
	if err != nil {
		return err
	}
	_, err = c.out.Write(line)
	return err
}

// orNull returns nil for NaN.
func orNull(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}

func (c *choiceWriter) close() error {
	if c.json {
		c.out.WriteString("\n]}\n")
	}
	return c.out.Flush()
}
