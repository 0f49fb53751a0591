package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/numpy"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/metric"
)

var matrixOutputFlag = &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: flags.OutputFlags,
	Usage: "`FILE`: write to FILE.parquet or FILE.npy"}

func matrixCommand() *cli.Command {
	return &cli.Command{
		Name:  "matrix",
		Usage: "compare every candidate of a group with every reference",
		UsageText: "wrd matrix CANDIDATES REFERENCES [flags]\nwrd matrix -c FILE… -r FILE… [flags]\n" +
			"wrd matrix TABLE [flags]\n\n" +
			"wrd matrix texts.txt texts.txt -o distances.npy\n" +
			"wrd matrix -c samples.txt --candidates-per-group 10 \\\n" +
			"    -r references.txt --references-per-group 1 -o scores.parquet",
		Description: "By default whole files are one group. FILE.parquet has a row for each pair (group, candidate, reference, status\n" +
			"and the measures, from 0). FILE.npy is an array of the first measure, candidates × references, or groups ×\n" +
			"candidates × references. Without -o the matrix of the first measure is printed.",
		Flags: args.Often(append([]cli.Flag{
			matrixOutputFlag, flags.PlainFormat,
		}, append(flags.MeasureFlags(), flags.GroupFlags("all")...)...),
			"output", "purpose", "candidates-per-group", "references-per-group", "format"),
		Action: flags.Verb(readMatrix, runMatrix),
	}
}

// matrixOptions are what matrix is asked.
type matrixOptions struct {
	flags.GroupOptions
	output string // a file that ends in .parquet or .npy, "" for standard output
	format string
}

// readMatrix reads the flags.
func readMatrix(c *cli.Context) (o matrixOptions, err error) {
	if err := flags.CheckTexts(c); err != nil {
		return o, err
	}
	o.output, o.format = matrixOutputFlag.Get(c), flags.PlainFormat.Get(c)
	if extension := filepath.Ext(o.output); o.output != "" && extension != ".parquet" && extension != ".npy" {
		return o, fmt.Errorf("-o: found %s, expected a name that ends in .parquet or .npy", o.output)
	}
	if err := flags.KeepInputs(c, flags.OutputFile(matrixOutputFlag.Name, o.output)); err != nil {
		return o, err
	}
	o.GroupOptions, err = flags.ReadGroups(c, true)
	return o, err
}

// runMatrix compares all candidates of a group with all of its references.
func runMatrix(ctx context.Context, h flags.Host, o matrixOptions) error {
	groups, err := h.OpenGroups(ctx, &o.Groups, nil)
	if err != nil {
		return o.Explain(err)
	}
	defer groups.Close()
	run := parquet.Run{Signature: groups.Signature(1).String(), Settings: groups.Settings.String()}
	main := groups.Measures()[0].Main()
	var blocks show.Matrix
	switch {
	case filepath.Ext(o.output) == ".npy":
		blocks, err = numpy.CreateMatrix(ctx, o.output, main)
	case o.output != "":
		blocks, err = parquet.CreateMatrix(ctx, o.output, run, groups.Columns())
	default:
		blocks = show.NewMatrix(h.Out, o.format, main, groups.Columns(), run)
	}
	if err != nil {
		return err
	}
	defer blocks.Abort()
	pairs := int64(0)
	warnings, err := groups.Over(h.Host, func(all iter.Seq2[metric.Group, error], count jobs.CountGroup) error {
		return groups.StreamMatrix(ctx, all, h.Workers, func(_ metric.Group, b metric.Block) error {
			pairs += int64(len(b.Status))
			count(b.LongTexts, b.CandidateReading, b.ReferenceReading)
			return blocks.Write(b)
		})
	})
	h.Tell(warnings)
	switch {
	case err != nil:
		return err
	case pairs == 0:
		return errors.New("found no pairs: expected at least one candidate and one reference")
	}
	if err := blocks.Commit(); err != nil {
		return err
	}
	if o.output != "" {
		h.Notify(fmt.Sprintf("%d pairs in %s; %s", pairs, o.output, run.Signature))
	}
	return nil
}
