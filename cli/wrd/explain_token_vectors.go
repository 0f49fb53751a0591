package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/tokenvectors"
	"github.com/wordrotator/wrd/metric"
)

// pickFlags are the flags of explain that pick two texts from a file of token vectors.
func pickFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: tokenVectorsFlag, Usage: "`FILE` of tokens with a vector each, as for wrd score, in place of CANDIDATE and REFERENCE"},
		&cli.Int64Flag{Name: "segment", Usage: "with --token-vectors: `N`, the number of the segment, from 0"},
		&cli.StringFlag{Name: "system", Usage: "with --token-vectors: `NAME` of the candidate's system", DefaultText: "the only one"},
		&cli.IntFlag{Name: "reference", Usage: "with --token-vectors: `N`, the number of the reference, from 0"},
	}
}

// explainPicked explains a candidate and a reference of a file of token vectors.
func explainPicked(c *cli.Context) (e metric.Explanation, signature string, err error) {
	if _, err := positional(c); err != nil {
		return e, "", err
	}
	file, err := openTokenVectors(c)
	if err != nil {
		return e, "", err
	}
	defer file.Close()
	system, err := pickSystem(c, file)
	if err != nil {
		return e, "", err
	}
	reference := c.Int("reference")
	if n := file.References(); reference < 0 || reference >= n {
		return e, "", fmt.Errorf("--reference: found %d, expected 0 to %d", reference, n-1)
	}
	line, err := pickLine(c, file)
	if err != nil {
		return e, "", err
	}
	options, err := tokenVectorOptions(c, file)
	if err != nil {
		return e, "", err
	}
	scorer, err := metric.NewScorer(options)
	if err != nil {
		return e, "", err
	}
	e, err = scorer.ExplainVectors(line.CandidateVectors[system], line.ReferenceVectors[reference])
	return e, scorer.Signature(1).String(), err
}

// pickSystem returns the index of the system that --system names, or of the only one.
func pickSystem(c *cli.Context, file *tokenvectors.File) (int, error) {
	systems := file.Systems()
	if !c.IsSet("system") && len(systems) == 1 {
		return 0, nil
	}
	i := slices.Index(systems, c.String("system"))
	if i < 0 {
		return 0, fmt.Errorf("--system: found %q, expected one of: %s", c.String("system"), strings.Join(systems, ", "))
	}
	return i, nil
}

// pickLine returns the segment with the number that --segment says.
func pickLine(c *cli.Context, file *tokenvectors.File) (metric.Line, error) {
	segment, n := c.Int64("segment"), int64(0)
	for line, err := range file.Lines() {
		if err != nil || n == segment {
			return line, err
		}
		n++
	}
	return metric.Line{}, fmt.Errorf("--segment: found %d, expected 0 to %d", segment, n-1)
}
