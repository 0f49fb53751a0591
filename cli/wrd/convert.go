package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
)

func convertCommand() *cli.Command {
	output := &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: outputFlags, Usage: "`FILE` to write"}
	return &cli.Command{
		Name:  "convert",
		Usage: "learn, inspect and apply vector converters (the paper's Algorithm 2)",
		Description: "A converter is written as letters, at most one of each step: A or S; W or U; R, P or C.\n" +
			"A all-but-the-top, S sentence-wise feature scaling, W SIF weights, U uSIF weights,\n" +
			"R common component removal, P piecewise removal, C conceptor removal.",
		Subcommands: []*cli.Command{
			{
				Name:      "fit",
				Usage:     "learn a converter from vectors, word frequencies and sentences, and save it",
				UsageText: "wrd convert fit --letters AWR --sentences FILE… -o FILE [flags]",
				Flags: append(tokenFlags(), vectorsFlag, wordsFlag, frequenciesFlag, cacheDirFlag, noCacheFlag, output,
					&cli.StringFlag{Name: "letters", Usage: "`LETTERS` of the converter, such as AWR"},
					&cli.StringSliceFlag{Name: "sentences", Usage: "`FILE` of a sentence a line, for the letters R, P and C; repeat it for more files"}),
				Action: fit,
			},
			{
				Name:      "apply",
				Usage:     "write the converted vectors in word2vec format, for use elsewhere",
				UsageText: "wrd convert apply --converter NAME|FILE -o FILE [flags]",
				Flags: []cli.Flag{vectorsFlag, wordsFlag, frequenciesFlag, cacheDirFlag, noCacheFlag, output,
					&cli.StringFlag{Name: "converter", Usage: "`NAME|FILE`: " + defaultVectors + ", or a file that wrd convert fit wrote"},
					&cli.BoolFlag{Name: "binary", Usage: "write word2vec's binary format, not its text format"}},
				Action: apply,
			},
			{
				Name:      "info",
				Usage:     "show what a converter was learned from and what it removes",
				UsageText: "wrd convert info [flags] NAME|FILE",
				Flags:     []cli.Flag{formatFlag("text", "json")},
				Action:    converterInfo,
			},
		},
	}
}

func fit(c *cli.Context) error {
	if _, err := positional(c); err != nil {
		return err
	}
	letters, err := convert.ParseLetters(c.String("letters"))
	if err != nil {
		return fmt.Errorf("--letters: %w", err)
	}
	sentences, path := c.StringSlice("sentences"), c.String("output")
	switch {
	case letters == convert.Letters{}:
		return &hintedError{errors.New("found no letters: give --letters LETTERS"), helpLine(c)}
	case path == "":
		return &hintedError{errors.New("found no file to write: give -o FILE"), helpLine(c)}
	case letters.NeedsSentences() && len(sentences) == 0:
		return &hintedError{fmt.Errorf("found no sentences, and %s learns from them: give --sentences FILE", letters), helpLine(c)}
	case !letters.NeedsSentences() && len(sentences) > 0:
		notify(c)(fmt.Sprintf("%s learns nothing from sentences; they are not read", letters))
	}
	options, err := tokenOptions(c)
	if err != nil {
		return err
	}
	converter, err := fitConverter(c, letters, options, text.Lines(sentences, c.App.Reader, notify(c)))
	if err != nil {
		return err
	}
	if err := writeFile(path, converter.Save); err != nil {
		return err
	}
	info := converter.Info()
	notify(c)(fmt.Sprintf("%s: %s@%.8s, learned from %d sentences", path, letters, info.Hash, info.Sentences))
	return nil
}

// writeFile writes a file aside and gives it its name when it is whole.
func writeFile(path string, write func(io.Writer) error) error {
	out, err := file.Create(path)
	if err != nil {
		return err
	}
	defer out.Abort()
	buffered := bufio.NewWriterSize(out, 1<<20)
	if err := write(buffered); err != nil {
		if failed := out.Failed(); failed != nil {
			return failed
		}
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	return out.Commit()
}

func apply(c *cli.Context) error {
	if _, err := positional(c); err != nil {
		return err
	}
	name, path := c.String("converter"), c.String("output")
	switch {
	case name == "":
		return &hintedError{errors.New("found no converter: give --converter NAME|FILE"), helpLine(c)}
	case path == "":
		return &hintedError{errors.New("found no file to write: give -o FILE"), helpLine(c)}
	}
	vectors, err := openVectors(c)
	if err != nil {
		return err
	}
	converter, err := loadConverter(c, name, vectors)
	if err != nil {
		return err
	}
	table, err := converter.Table(c.Context)
	if err != nil {
		return err
	}
	write := embedding.WriteWord2Vec
	if c.Bool("binary") {
		write = embedding.WriteWord2VecBinary
	}
	return writeFile(path, func(w io.Writer) error {
		if err := write(w, table); err != nil {
			return err
		}
		return vectors.Err()
	})
}

func converterInfo(c *cli.Context) error {
	args, err := positional(c, "NAME|FILE")
	if err != nil {
		return err
	}
	format, err := oneOf(c, "format", "text", "json")
	if err != nil {
		return err
	}
	info, err := vectors.ConverterInfo(args[0])
	if err != nil {
		return err
	}
	if format == "json" {
		return writeJSON(c.App.Writer, info)
	}
	return writeConverterInfo(c.App.Writer, info)
}

func writeConverterInfo(w io.Writer, info convert.Info) error {
	rows := [][]string{
		{"letters", info.Letters.String()},
		{"hash", info.Hash},
		{"vectors", fmt.Sprintf("%v, %d words, %d dimensions", info.Vectors, info.Words, info.Dim)},
	}
	if info.Frequencies != (convert.Source{}) {
		rows = append(rows, []string{"frequencies", info.Frequencies.String()})
	}
	if info.Sentences > 0 {
		rows = append(rows, []string{"sentences", fmt.Sprintf("%d, with %d known tokens", info.Sentences, info.Tokens)})
	}
	if info.StopWords > 0 {
		rows = append(rows, []string{"stop words", fmt.Sprint(info.StopWords)})
	}
	for _, s := range []struct {
		name     string
		spectrum convert.Spectrum
	}{{"vocabulary (A)", info.Vocabulary}, {"sentences (" + info.Letters.String() + ")", info.Common}} {
		if s.spectrum.Rows > 0 {
			rows = append(rows, []string{s.name, describeSpectrum(s.spectrum)})
		}
	}
	return writeColumns(w, rows, 2)
}

// describeSpectrum says how much variance the removed directions held.
func describeSpectrum(s convert.Spectrum) string {
	var total float64
	for _, v := range s.Variances {
		total += v
	}
	var shares []string
	for _, v := range s.Variances[:min(5, len(s.Variances))] {
		shares = append(shares, fmt.Sprintf("%.1f%%", 100*v/total))
	}
	return fmt.Sprintf("%d vectors; removed: %d directions with %.1f%% of the variance; the largest hold %s",
		s.Rows, len(s.Removed), 100*s.Share, strings.Join(shares, ", "))
}
