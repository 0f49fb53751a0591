package main

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/tokenvectors"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric"
)

// The flags of explain that pick two texts from a file of token vectors.
var (
	pickedTokenVectorsFlag = &cli.StringFlag{Name: tokenVectorsFlag,
		Usage: "`FILE` of tokens, each with a vector, as for wrd score, instead of CANDIDATE and REFERENCE"}
	pickedSegmentFlag = &cli.Int64Flag{Name: "segment",
		Usage: "with --token-vectors: `N`, the number of the segment, from 0"}
	pickedSystemFlag = &cli.StringFlag{Name: "system", DefaultText: "the only one",
		Usage: "with --token-vectors: `NAME` of the candidate's system"}
	pickedReferenceFlag = &cli.IntFlag{Name: "reference",
		Usage: "with --token-vectors: `N`, the number of the reference, from 0"}
)

func pickFlags() []cli.Flag {
	return []cli.Flag{pickedTokenVectorsFlag, pickedSegmentFlag, pickedSystemFlag, pickedReferenceFlag}
}

// explainPicked explains a candidate and a reference of a file of token vectors.
func explainPicked(c *cli.Context) (e metric.Explanation, a aligner, err error) {
	if _, err := positional(c); err != nil {
		return e, a, err
	}
	file, err := openTokenVectors(c)
	if err != nil {
		return e, a, err
	}
	defer file.Close()
	system, err := pickSystem(c, file)
	if err != nil {
		return e, a, err
	}
	reference := pickedReferenceFlag.Get(c)
	if n := file.References(); reference < 0 || reference >= n {
		return e, a, fmt.Errorf("--reference: found %d, expected 0 to %d", reference, n-1)
	}
	line, err := pickLine(c, file)
	if err != nil {
		return e, a, err
	}
	if a, err = newAligner(c); err != nil {
		return e, a, err
	}
	e, err = a.ExplainVectors(line.CandidateVectors[system], line.ReferenceVectors[reference])
	return e, a, err
}

// pickSystem returns the index of the system that --system names, or of the only one.
func pickSystem(c *cli.Context, file *tokenvectors.File) (int, error) {
	systems := file.Systems()
	name := pickedSystemFlag.Get(c)
	if !c.IsSet(pickedSystemFlag.Name) && len(systems) == 1 {
		return 0, nil
	}
	i := slices.Index(systems, name)
	if i < 0 {
		return 0, fmt.Errorf("--system: found %q, expected one of: %s", name, render.Joined(systems))
	}
	return i, nil
}

// pickLine returns the segment with the number that --segment says.
func pickLine(c *cli.Context, file *tokenvectors.File) (metric.Line, error) {
	segment, n := pickedSegmentFlag.Get(c), int64(0)
	for line, err := range file.Lines() {
		if err != nil || n == segment {
			return line, err
		}
		n++
	}
	return metric.Line{}, fmt.Errorf("--segment: found %d, expected 0 to %d", segment, n-1)
}
