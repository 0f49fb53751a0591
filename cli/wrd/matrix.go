package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/numpy"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

var matrixOutputFlag = &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: outputFlags,
	Usage: "write to `FILE`, which ends in .parquet or .npy"}

func matrixCommand() *cli.Command {
	return &cli.Command{
		Name:  "matrix",
		Usage: "compare all candidates of a group with all of its references",
		UsageText: "wrd matrix CANDIDATES REFERENCES [flags]\nwrd matrix -c FILE… -r FILE… [flags]\n" +
			"wrd matrix TABLE [flags]\n\n" +
			"wrd matrix texts.txt texts.txt -o distances.npy\n" +
			"wrd matrix -c samples.txt --candidates-per-group 10 -r references.txt --references-per-group 1 -o " +
			"scores.parquet",
		Description: "By default whole files are one group. With -o FILE.parquet a row for each pair is written " +
			"(group,\n" +
			"candidate, reference, status and the measures, counted from 0); with -o FILE.npy an array of the first\n" +
			"measure, candidates × references, or groups × candidates × references if there are several groups.\n" +
			"Without -o the matrix of the first measure is printed. Each text is split into words once.",
		Flags: append([]cli.Flag{
			matrixOutputFlag, plainFormat,
		}, append(measureFlags(), groupFlags("all")...)...),
		Action: matrix,
	}
}

func matrix(c *cli.Context) error {
	format, err := textsFormat(c, textOrJSON)
	if err != nil {
		return err
	}
	if _, err := completeSettings(c); err != nil {
		return err
	}
	output := matrixOutputFlag.Get(c)
	if extension := filepath.Ext(output); output != "" && extension != ".parquet" && extension != ".npy" {
		return fmt.Errorf("-o: found %s, expected a name that ends in .parquet or .npy", output)
	}
	if err := keepInputs(c, outputFile(matrixOutputFlag.Name, output)); err != nil {
		return err
	}
	groups, err := openGroups(c, true)
	if err != nil {
		return err
	}
	defer groups.Close()
	scorer, settings, err := groupScorer(c, groups)
	if err != nil {
		return err
	}
	signature := scorer.Signature(1).String()
	blocks, err := createBlocks(c, output, format, scorer.Measures()[0].Main(), scorer.Columns(), runOf(signature, settings.OfPairs()))
	if err != nil {
		return err
	}
	defer blocks.Abort()
	pairs, err := writeBlocks(c, scorer, groups, blocks)
	if err != nil {
		return err
	}
	if output != "" {
		notify(c)(fmt.Sprintf("%d pairs in %s; %s", pairs, output, signature))
	}
	return nil
}

// createBlocks returns where the matrix goes: that of main where there is one alone, otherwise of all columns.
func createBlocks(c *cli.Context, output, format string, main metric.Column, columns []metric.Column,
	run parquet.Run) (show.Matrix, error) {
	switch {
	case filepath.Ext(output) == ".npy":
		return numpy.CreateMatrix(c.Context, output, main)
	case output != "":
		return parquet.CreateMatrix(c.Context, output, run, columns)
	}
	return show.NewMatrix(c.App.Writer, format, main, columns, run), nil
}

// writeBlocks compares the groups and returns the number of pairs.
func writeBlocks(c *cli.Context, scorer *metric.Scorer, groups *corpus.Groups,
	blocks show.Matrix) (pairs int64, err error) {
	stop := render.Progress(c.App.ErrWriter, "comparing", true, groups.Progress)
	defer stop()
	long := 0
	var read evaluation.SystemReading
	err = scorer.StreamMatrix(c.Context, groups.All(), threadsFlag.Get(c), func(_ metric.Group, b metric.Block) error {
		pairs += int64(len(b.Status))
		long += b.LongTexts
		read.Candidates.Add(b.CandidateReading)
		read.References.Add(b.ReferenceReading)
		return blocks.Write(b)
	})
	stop()
	if err != nil {
		return 0, explainGroup(err)
	}
	tellLongTexts(notify(c), long)
	for _, notice := range append(groups.Notices(), evaluation.ReadingWarnings(read)...) {
		notify(c)(notice)
	}
	if pairs == 0 {
		return 0, errors.New("found no pairs: expected at least one candidate and one reference")
	}
	return pairs, blocks.Commit()
}
