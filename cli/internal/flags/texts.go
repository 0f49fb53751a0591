package flags

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// Flags that ask the scorer for more than scores.
var (
	CertifyFlag = &cli.BoolFlag{Name: "certify", Usage: "prove by dual potentials that every distance is optimal"}
	ResultsFlag = &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: OutputFlags,
		Usage: "write segments.parquet and systems.parquet into `DIR`"}
	AlignmentsFlag = &cli.BoolFlag{Name: "alignments", Category: OutputFlags,
		Usage: "with -o or --format jsonl: write which word went where"}
)

// CorpusOf returns what evaluation scores.
func CorpusOf(source ScoredCorpus) evaluation.Corpus {
	c := evaluation.Corpus{
		Systems: source.Systems(), References: source.References(), Lines: source.Lines(), Position: source.Progress,
	}
	if texts, ok := source.(corpus.Corpus); ok {
		c.Fewest = texts.FewestReferences()
	}
	return c
}

// OpenScored opens what is to be scored, and the settings that say how.
func OpenScored(c *cli.Context) (ScoredCorpus, setup.Opened, error) {
	if c.IsSet(TokenVectorsFlag) {
		if _, err := args.Positional(c); err != nil {
			return nil, setup.Opened{}, err
		}
		names := []string{CandidateFlag.Name, ReferenceFlag.Name}
		if c.Command.Name != "check" { // whose baseline may be a table
			names = append(names, ColumnsFlag.Name)
		}
		return openScoredVectors(c, names)
	}
	texts, opened, err := OpenTexts(c)
	if err != nil {
		return nil, opened, err
	}
	return texts, opened, nil
}

// openScoredVectors is openScored for --token-vectors, which takes the place of some flags.
func openScoredVectors(c *cli.Context, texts []string) (_ ScoredCorpus, opened setup.Opened, err error) {
	file, err := openTokenVectors(c, texts...)
	if err != nil {
		return nil, opened, err
	}
	defer func() {
		if err != nil {
			file.Close()
		}
	}()
	s, err := scoringSettings(c)
	if err != nil {
		return nil, opened, err
	}
	opened, err = OpenSettings(c, s, nil)
	addOutputs(c, &opened.Options)
	return file, opened, err
}

// OpenTexts opens the files of -c and -r, and the settings that say how they are scored.
func OpenTexts(c *cli.Context) (corpus.Corpus, setup.Opened, error) {
	systems, err := systemsOf(c)
	if err != nil {
		return nil, setup.Opened{}, err
	}
	opened := false
	open := sync.OnceValues(func() (corpus.Corpus, error) {
		texts, err := openCorpus(c, systems)
		opened = err == nil
		return texts, err
	})
	settings, err := openScoring(c, open)
	if err != nil {
		if opened {
			texts, _ := open()
			texts.Close()
		}
		return nil, settings, err
	}
	texts, err := open()
	return texts, settings, err
}

// openCorpus opens the texts of systems, and of -r.
func openCorpus(c *cli.Context, systems []text.System) (corpus.Corpus, error) {
	options, err := corpusOptions(c)
	if err != nil {
		return nil, err
	}
	texts, err := corpus.Open(c.Context, systems, referencesOf(c), options)
	if errors.Is(err, corpus.ErrNoReferences) {
		return nil, noTexts(c, "references: give -r FILE")
	}
	if err != nil {
		return nil, err
	}
	if err := usesColumns(c, texts.Tabled()); err != nil {
		texts.Close()
		return nil, err
	}
	return texts, nil
}

// usesColumns fails if --columns is given and no file of texts is a table. That of check may be about the baseline.
func usesColumns(c *cli.Context, tabled bool) error {
	if tabled || !c.IsSet(ColumnsFlag.Name) || c.Command.Name == "check" {
		return nil
	}
	return fmt.Errorf("--%s: found no table among the files of texts, expected one", ColumnsFlag.Name)
}

// corpusOptions says how files of texts are read.
func corpusOptions(c *cli.Context) (corpus.Options, error) {
	layout, err := textLayout(c)
	return corpus.Options{Stdin: c.App.Reader, Layout: layout, Common: CommonFlag.Get(c), Reread: func(path string) iter.Seq2[string, error] {
		return rereadLines(c, []string{path}, learnedBefore, learnedBeforeHint)
	}}, err
}

// textLayout reads --columns for tables of texts. Of the two tables of check they are the second.
func textLayout(c *cli.Context) (layout rows.Layout, err error) {
	i, n := 0, 1
	if c.Command.Name == "check" {
		i, n = 1, 2
	}
	columns, err := forTable(c, ColumnsFlag, i, n)
	if err != nil || columns == "" {
		return layout, err
	}
	if layout, err = rows.ParseLayout(strings.Split(columns, ",")); err != nil {
		return layout, fmt.Errorf("--%s: %w", ColumnsFlag.Name, err)
	}
	if unknown := layout.Scores(); len(unknown) > 0 {
		return layout, fmt.Errorf("--%s: found %s=, expected one of: %s", ColumnsFlag.Name, unknown[0],
			strings.Join(args.Names(textRoles), ", "))
	}
	return layout, nil
}

// textRoles are what the columns of a table of texts can be.
var textRoles = []rows.Role{rows.Candidate, rows.Reference, rows.System, rows.ID, rows.SegmentID,
	rows.Doc, rows.Domain}

// noTexts is the error of a line that names no candidates or no references.
func noTexts(c *cli.Context, what string) error {
	return args.Missing(c, "found no %s", what)
}

// systemsOf reads -c, or the argument that stands for it.
func systemsOf(c *cli.Context) ([]text.System, error) {
	candidates := CandidatesOf(c)
	if len(candidates) == 0 {
		return nil, noTexts(c, "candidates: give -c FILE")
	}
	systems := make([]text.System, len(candidates))
	for i, arg := range candidates {
		var err error
		if systems[i], err = text.ParseSystem(arg); err != nil {
			return nil, fmt.Errorf("-c: %w", err)
		}
	}
	return systems, nil
}

// CandidatesOf returns the files of -c, or the arguments that stand for them: with -r all, otherwise a table that has
// references too, or CANDIDATE before REFERENCE. What compare and mbr compare is there already without -r.
func CandidatesOf(c *cli.Context) []string {
	args := c.Args().Slice()
	switch {
	case c.IsSet(CandidateFlag.Name) || len(args) == 0:
		return CandidateFlag.Get(c)
	case argumentIsReference(c):
		return args[:1]
	}
	return args
}

// referencesOf returns the files of -r, or the argument that stands for them.
func referencesOf(c *cli.Context) []string {
	if argumentIsReference(c) {
		return c.Args().Slice()[1:]
	}
	return ReferenceFlag.Get(c)
}

// argumentIsReference says whether the arguments are CANDIDATE REFERENCE.
func argumentIsReference(c *cli.Context) bool {
	return c.NArg() == 2 && !c.IsSet(CandidateFlag.Name) && !c.IsSet(ReferenceFlag.Name) && !comparesCandidates(c)
}

// comparesCandidates says whether a verb compares candidates with each other, so that all its arguments are some.
func comparesCandidates(c *cli.Context) bool {
	return c.Command.Name == "compare" || c.Command.Name == "mbr"
}

// CheckTexts checks the arguments of a verb that takes flags, or files instead of -c and -r.
func CheckTexts(c *cli.Context) error {
	if c.NArg() == 0 {
		return nil
	}
	if c.IsSet(CandidateFlag.Name) {
		return args.Hint(fmt.Errorf("found candidates by -c and the argument %s, expected one or the other",
			args.Quote(c.Args().First())), "give -c before each candidate, or none: "+c.Command.HelpName+
			" CANDIDATE… -r REFERENCE")

	}
	if c.NArg() > 2 && !c.IsSet(ReferenceFlag.Name) && !comparesCandidates(c) {
		return args.Hint(fmt.Errorf("found %d files and no -r, expected CANDIDATE REFERENCE", c.NArg()),
			"several candidates: "+c.Command.HelpName+" CANDIDATE… -r REFERENCE; several references: "+
				c.Command.HelpName+" CANDIDATE -r REFERENCE -r REFERENCE")

	}
	return nil
}

// openScoring opens the settings that the flags say texts are scored by, with the flags that score alone has. open opens
// the texts, if something is learned from them.
func openScoring(c *cli.Context, open func() (corpus.Corpus, error)) (setup.Opened, error) {
	s, err := scoringSettings(c)
	if err != nil {
		return setup.Opened{}, err
	}
	opened, err := OpenSettings(c, s, func(yield func(string, error) bool) {
		texts, err := open()
		if err != nil {
			yield("", err)
			return
		}
		texts.Sentences()(yield)
	})
	addOutputs(c, &opened.Options)
	return opened, err
}

// scoringSettings reads the flags that say how texts are scored, and checks those beside them.
func scoringSettings(c *cli.Context) (setup.Settings, error) {
	s, err := CompleteSettings(c)
	if err != nil {
		return s, err
	}
	if _, err := Threads(c); err != nil {
		return s, err
	}
	if AlignmentsFlag.Get(c) && ResultsFlag.Get(c) == "" && c.String("format") != show.FormatJSONL {
		return s, errors.New("--alignments: found neither -o DIR nor --format jsonl, expected where to write them")
	}
	return s, nil
}

// addOutputs asks for what scores are printed with.
func addOutputs(c *cli.Context, options *metric.Options) {
	options.Alignments = AlignmentsFlag.Get(c)
	options.Certify = CertifyFlag.Get(c)
}
