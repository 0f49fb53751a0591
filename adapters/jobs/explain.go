package jobs

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/adapters/tokenvectors"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// Explain asks which word of a candidate went to which of a reference or, if the measure reads sources, of a source: of
// two texts, of a segment of files, or of one of a file of token vectors.
type Explain struct {
	Settings setup.Settings
	Texts    []string   // the candidate and the other one, of which - is read from standard input; nil for files
	Files    *TextFiles // nil for texts and token vectors; their settings are those of Settings
	Vectors  string     // a file of token vectors

	// Which segment of files: of Line, counted from 1; of System, nil for the only one; with the reference of this number,
	// counted from 1, or 0 for the closest, of token vectors the first.
	Line      int64
	System    *string
	Reference int
}

// Run explains.
func (x Explain) Run(ctx context.Context, h Host) (*Explained, error) {
	how := x.ofVectors
	switch {
	case x.Texts != nil:
		how = x.ofTexts
	case x.Files != nil:
		how = x.ofFiles
	}
	record, err := how(ctx, h)
	if err != nil {
		return nil, err
	}
	long := 0
	e := &record.Explanation
	for _, windows := range []int{e.CandidateWindows, e.ReferenceWindows, e.SourceWindows} {
		if windows > 1 {
			long++
		}
	}
	TellLongTexts(h.notify, long)
	read := reading.SystemReading{Signature: record.Signature}
	read.Add(&e.Result, !e.OfSource, e.OfSource)
	h.Tell(say.Reading(read))
	return record, nil
}

// explaining returns settings with the measure by which texts are explained: wrd, which moves mass, whatever they score by;
// where they score by sources first, the distance to the source, which the second text is then.
func explaining(s setup.Settings) setup.Settings {
	measure := metric.MeasureWRD
	if s.Measures == nil && s.Purpose != nil && metric.Purpose(*s.Purpose) == metric.PurposeEstimation ||
		len(s.Measures) > 0 && metric.Measure(s.Measures[0]).OfSource() {
		measure = metric.MeasureSource
	}
	s.Measures = setup.Measures{string(measure)}
	return s
}

// ofTexts explains two texts.
func (x *Explain) ofTexts(ctx context.Context, h Host) (*Explained, error) {
	texts, err := readGiven(h.Stdin, x.Texts)
	if err != nil {
		return nil, err
	}
	opened, err := h.Open(ctx, explaining(x.Settings), setup.Material{References: texts[1:]})
	if err != nil {
		return nil, err
	}
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		return nil, err
	}
	e, err := scorer.Explain(texts[0], texts[1])
	return explainedWith(e, scorer, opened), err
}

// explainedWith returns the record of what a scorer explained.
func explainedWith(e metric.Explanation, scorer *metric.Scorer, opened setup.Opened) *Explained {
	return ExplainedOf(e, scorer.Signature(1).String(), opened.Settings.OfPairs().String(), scorer.Columns())
}

// ofVectors explains a candidate and a reference of a file of token vectors.
func (x *Explain) ofVectors(ctx context.Context, h Host) (*Explained, error) {
	file, err := tokenvectors.Open(ctx, x.Vectors)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	system, err := x.pickSystem(file.Systems())
	if err != nil {
		return nil, err
	}
	reference := max(x.Reference, 1)
	if err := checkReference(reference, file.References()); err != nil {
		return nil, err
	}
	n := int64(0)
	for line, err := range file.Lines() {
		if err != nil {
			return nil, err
		}
		if n++; n < x.Line {
			continue
		}
		opened, err := h.Open(ctx, explaining(x.Settings), setup.Material{TokenVectors: file.Origin(), Tokens: file.ReferenceTokens()})
		if err != nil {
			return nil, err
		}
		scorer, err := metric.NewScorer(opened.Options)
		if err != nil {
			return nil, err
		}
		e, err := scorer.ExplainVectors(line.CandidateVectors[system], line.ReferenceVectors[reference-1])
		return explainedWith(e, scorer, opened), err
	}
	return nil, setup.Errorf("%v: found %d, expected 1 to %d", setup.Name("segment"), x.Line, n)
}

// checkReference rejects the number of a reference that a segment does not have.
func checkReference(number, references int) error {
	if number > references {
		return setup.Errorf("%v: found %d, expected 1 to %d", setup.Name("reference"), number, references)
	}
	return nil
}

// pickSystem returns the place of the system that is asked for.
func (x *Explain) pickSystem(systems []string) (int, error) {
	if x.System == nil {
		if len(systems) > 1 {
			return 0, setup.Errorf("found the systems %s, expected one: %v NAME", strings.Join(systems, ", "), setup.Name("system"))
		}
		return 0, nil
	}
	i := slices.Index(systems, *x.System)
	if i < 0 {
		return 0, setup.Errorf("%v: found %q, expected one of: %s", setup.Name("system"), *x.System, strings.Join(systems, ", "))
	}
	return i, nil
}

// ofFiles explains a segment of files as Score reads and scores them: what is learned is learned of all references.
func (x *Explain) ofFiles(ctx context.Context, h Host) (*Explained, error) {
	texts := *x.Files
	settings, err := SettingsOfResults(texts.Systems[0].Path, x.Settings)
	if err != nil {
		return nil, err
	}
	texts.Settings = explaining(settings)
	from := &ExplainedLine{Files: append([]string{texts.Systems[0].Path}, texts.References...), Unit: "line", Line: x.Line}
	ofSource := metric.Measure(texts.Settings.Measures[0]).OfSource()
	if ofSource {
		texts.Options.NeedSources, texts.Options.WithoutReferences = true, true
		if len(texts.References) > 0 {
			texts.Options.Sources, texts.References = texts.References[0], nil
		}
	}
	source, opened, err := h.OpenCorpus(ctx, &texts)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	system, err := x.pickSystem(source.Systems())
	if err != nil {
		return nil, err
	}
	var line metric.Line
	if line, from.Lines, err = pickLine(source, x.Line); err != nil {
		return nil, err
	}
	h.Tell(source.Notices())
	if source.Tabled() {
		from.Unit = "segment" // of several rows, where there are several systems
	}
	if i := slices.Index(from.Files, file.Stdin); i >= 0 {
		from.Files[i] = "standard input"
	}
	if from.Lines < x.Line {
		return nil, setup.Errorf("%s: found %s, expected %s %d, as %v says", strings.Join(from.Files, " and "),
			wording.Counted(int(from.Lines), from.Unit), from.Unit, x.Line, setup.Name("line"))
	}
	others := line.References
	if ofSource {
		others = []string{line.Source}
	}
	if err := checkReference(x.Reference, len(others)); err != nil {
		return nil, err
	}
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		return nil, err
	}
	e, number, err := explainNearest(scorer, line.Candidates[system], others, x.Reference)
	record := explainedWith(e, scorer, opened)
	from.CandidateText, from.References = line.Candidates[system], len(others)
	if len(source.Systems()) > 1 {
		from.System = source.Systems()[system]
	}
	if ofSource {
		from.SourceText = &others[0]
	} else {
		from.Number, from.ReferenceText = number, &others[number-1]
	}
	record.ExplainedLine = from
	return record, err
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

// mostGiven is how many lines one text from standard input may have; nobody reads the alignment of more.
const mostGiven = 1000

// readGiven returns two texts with what standard input holds in the place of -: all of it for one, a line each for two.
func readGiven(stdin io.Reader, given []string) (texts []string, err error) {
	texts = slices.Clone(given)
	var from []int
	for i, text := range texts {
		if text == file.Stdin {
			from = append(from, i)
		}
	}
	if from == nil {
		return texts, nil
	}
	var lines []string
	for line, err := range text.Lines([]string{file.Stdin}, stdin, func(string) {}) {
		if err != nil {
			return nil, err
		}
		if lines = append(lines, line); len(lines) > mostGiven {
			return nil, fmt.Errorf("standard input: found more than %d lines, expected two texts to explain", mostGiven)
		}
	}
	if len(from) == 1 {
		texts[from[0]] = strings.Join(lines, "\n")
		return texts, nil
	}
	if len(lines) != len(from) {
		return nil, fmt.Errorf("standard input: found %s, expected 2: the candidate and the reference",
			wording.Counted(len(lines), "line"))
	}
	for i, at := range from {
		texts[at] = lines[i]
	}
	return texts, nil
}
