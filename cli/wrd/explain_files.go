package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
)

// explainFiles explains a segment of files as wrd score reads and scores them: what is learned is learned of all
// references.
func explainFiles(ctx context.Context, h flags.Host, o *explainOptions) (e show.Explained, err error) {
	if o.files.Settings, err = jobs.SettingsOfResults(o.files.Systems[0].Path, o.files.Settings); err != nil {
		return e, err
	}
	files, unit := append([]string{o.files.Systems[0].Path}, o.files.References...), "line"
	o.files.Settings.Measures = explainedBy(o.files.Settings)
	ofSource := metric.Measure(o.files.Settings.Measures[0]).OfSource()
	if texts := &o.files.Options; ofSource {
		texts.NeedSources, texts.WithoutReferences = true, true
		if len(o.files.References) > 0 {
			texts.Sources, o.files.References = o.files.References[0], nil
		}
	}
	source, opened, err := h.OpenCorpus(ctx, o.files)
	if err != nil {
		return e, err
	}
	defer source.Close()
	system, err := o.pickSystem(source.Systems())
	if err != nil {
		return e, err
	}
	line, segments, err := pickLine(source, o.line)
	if err != nil {
		return e, err
	}
	h.Tell(source.Notices())
	if source.Tabled() {
		unit = "segment" // of several rows, where there are several systems
	}
	if i := slices.Index(files, file.Stdin); i >= 0 {
		files[i] = "standard input"
	}
	if segments < o.line {
		return e, fmt.Errorf("%s: found %s, expected %s %d, as --%s says", strings.Join(files, " and "),
			wording.Counted(int(segments), unit), unit, o.line, pickedLineFlag.Name)
	}
	others := line.References
	if ofSource {
		others = []string{line.Source}
	}
	if o.reference > len(others) {
		return e, fmt.Errorf("--%s: found %d, expected 1 to %d", pickedReferenceFlag.Name, o.reference, len(others))
	}
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		return e, err
	}
	e.Run = parquet.Run{Signature: scorer.Signature(1).String(), Settings: opened.Settings.OfPairs().String()}
	e.Columns = scorer.Columns()
	e.From = &show.ExplainedLine{Files: files, Line: o.line, Lines: segments, Unit: unit, Asked: o.lineGiven,
		Candidate: line.Candidates[system], References: len(others)}
	if len(source.Systems()) > 1 {
		e.From.System = source.Systems()[system]
	}
	e.Explanation, e.From.Number, err = explainNearest(scorer, line.Candidates[system], others, o.reference)
	e.From.Reference = others[e.From.Number-1]
	return e, err
}

// pickLine reads a corpus to its end, so that files which do not belong together are found out, and returns segment n,
// counted from 1, and how many there are.
func pickLine(source *corpus.Corpus, n int64) (picked metric.Line, segments int64, err error) {
	for line, err := range source.Lines() {
		if err != nil {
			return picked, 0, err
		}
		if segments++; segments == n {
			picked = line
		}
	}
	return picked, segments, nil
}

// explainNearest explains a candidate against its source, or against the reference of a number, counted from 1; for 0
// the closest of them. It returns which one it was.
func explainNearest(scorer *metric.Scorer, candidate string, references []string, number int) (
	nearest metric.Explanation, of int, err error) {
	least := 0.0
	for i, reference := range references {
		if number > 0 && i+1 != number {
			continue
		}
		e, err := scorer.Explain(candidate, reference)
		if err != nil {
			return nearest, max(of, 1), err
		}
		if distance, ok := e.Value(scorer.Measures()[0].Main()); of == 0 || ok && distance < least {
			nearest, of, least = e, i+1, distance
		}
	}
	return nearest, of, nil
}
