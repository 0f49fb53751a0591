package main

import (
	"fmt"
	"iter"

	"github.com/wordrotator/wrd/adapters/tokenvectors"
	"github.com/wordrotator/wrd/internal/scores"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
)

// A givenPairs is the pairs of a data file as token vectors of an encoder: the first sentence is the candidate, the second
// one the reference.
type givenPairs struct {
	encoder string
	file    *tokenvectors.File
}

// openGiven opens what --token-vectors has for files of pairs: a list for each file, in one order.
func (run *similarityRun) openGiven() error {
	c := run.Context
	sources, err := scores.ParseSources(c.StringSlice(tokenVectorsFlag))
	if err != nil {
		return fmt.Errorf("--%s: %w", tokenVectorsFlag, err)
	}
	encoders := scores.Names(sources)
	called := make([][]string, len(run.files))
	for i := range run.files {
		called[i] = run.files[i].called()
	}
	paths, err := scores.Arrange(sources, encoders, called, nil)
	if err != nil {
		return fmt.Errorf("--%s: %w", tokenVectorsFlag, err)
	}
	run.given = make([][]givenPairs, len(run.files))
	for i := range run.files {
		for k, encoder := range encoders {
			file, err := tokenvectors.Open(c.Context, paths[k][i])
			if err != nil {
				return err
			}
			run.given[i] = append(run.given[i], givenPairs{encoder, file})
			if systems, references := len(file.Systems()), file.References(); systems != 1 || references != 1 {
				return fmt.Errorf("%s: found %d systems and %d references, expected one candidate and one reference a pair", paths[k][i], systems, references)
			}
		}
	}
	return nil
}

// closeGiven closes what openGiven has opened.
func (run *similarityRun) closeGiven() {
	for _, list := range run.given {
		for _, g := range list {
			g.file.Close()
		}
	}
}

// score scores the pairs by every measure.
func (g *givenPairs) score(run *similarityRun, f *dataFile) ([]similarityRow, []prediction, error) {
	options := metric.Options{TokenVectors: g.file.Origin(), Empty: run.options.Empty, Measures: run.measures, Frequencies: run.frequencies}
	options.TokenVectors.Name = g.encoder
	extend(run.Context, &options)
	if run.Context.Bool("idf") {
		var err error
		if options.IDF, err = metric.LearnTokenIDF(run.Context.Context, g.file.Tokens()); err != nil {
			return nil, nil, err
		}
	}
	scorer, err := metric.NewScorer(options)
	if err != nil {
		return nil, nil, err
	}
	scored, err := run.predict(scorer, f, g.lines(f))
	if err != nil {
		return nil, nil, err
	}
	rows := make([]similarityRow, len(run.measures))
	for m, measure := range run.measures {
		rows[m] = newSimilarityRow(&scored[m])
		rows[m].Data, rows[m].Vectors, rows[m].Measure, rows[m].Convert = f.path, g.encoder, string(measure), convert.None
		rows[m].Signature, rows[m].given = scorer.Signature(1).String(), true
		run.warnWithout(&rows[m], &scored[m], len(f.pairs))
	}
	return rows, scored, nil
}

// lines yields the segments of the file, of which there must be one for each pair.
func (g *givenPairs) lines(f *dataFile) iter.Seq2[metric.Line, error] {
	return func(yield func(metric.Line, error) bool) {
		n := 0
		for line, err := range g.file.Lines() {
			if err == nil && n == len(f.pairs) {
				err = fmt.Errorf("%s: found more than %d segments, expected one for each pair", g.file.Path(), n)
			}
			if !yield(line, err) || err != nil {
				return
			}
			n++
		}
		if n < len(f.pairs) {
			yield(metric.Line{}, fmt.Errorf("%s: found %d segments, expected %d, one for each pair", g.file.Path(), n, len(f.pairs)))
		}
	}
}
