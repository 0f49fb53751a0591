package flags

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// Flags that ask the scorer for more than scores.
var (
	CertifyFlag = &cli.BoolFlag{Name: "certify", Category: MeasureCategory, Usage: "prove that every distance is optimal (dual potentials)"}
	ResultsFlag = &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: OutputFlags,
		Usage: "`DIR`: write segments.parquet and systems.parquet there"}
	AlignmentsFlag = &cli.BoolFlag{Name: "alignments", Category: OutputFlags,
		Usage: "also write the alignments (-o, --format jsonl)"}
)

// TextOptions say which texts are scored, and how.
type TextOptions struct {
	jobs.TextFiles
	given   bool   // people see the systems in the order of the flags
	lacking string // what is said where there are no references, "" for the usual
	help    string // what says more of the flags
}

// ReadTexts reads the flags.
func ReadTexts(c *cli.Context) (o TextOptions, err error) {
	aligned := c.Command.Name != "report" && AlignmentsFlag.Get(c) // where it is a number, of the page's
	o = TextOptions{TextFiles: jobs.TextFiles{Alignments: aligned, Certify: CertifyFlag.Get(c),
		Tabled: c.IsSet(ColumnsFlag.Name) && c.Command.Name != "check"}, // whose baseline may be the table
		given: AsGiven(c), help: args.HelpLine(c)}
	if c.IsSet(TokenVectorsFlag) {
		if _, err := args.Positional(c); err != nil {
			return o, err
		}
		for _, flag := range []string{CandidateFlag.Name, ReferenceFlag.Name, SourceFlag.Name, ColumnsFlag.Name} {
			if c.IsSet(flag) {
				return o, fmt.Errorf("found --%s and --%s, whose file holds texts, tokens and their vectors: "+
					"expected one or the other", flag, TokenVectorsFlag)
			}
		}
		o.Vectors = c.String(TokenVectorsFlag)
	} else if o.Systems, err = systemsOf(c); err != nil {
		return o, err
	}
	complete, err := CompleteSettings(c) // before files are opened; the references decide what auto is
	if err != nil {
		return o, err
	}
	if o.Settings, err = SettingsOf(c); err != nil {
		return o, err
	}
	if _, err := Threads(c); err != nil {
		return o, err
	}
	if measure := metric.Measure(complete.Measures[0]); o.Alignments && !measure.Aligns() {
		return o, &metric.NoAlignmentError{Measure: measure}
	}
	if o.Alignments && ResultsFlag.Get(c) == "" && c.String("format") != show.FormatJSONL {
		return o, errors.New("--alignments: found neither -o DIR nor --format jsonl, expected one of them")
	}
	if o.Vectors != "" {
		return o, nil
	}
	o.References = referencesOf(c)
	if o.Options, err = corpusOptions(c); err != nil {
		return o, err
	}
	o.read(c, complete)
	return o, nil
}

// read says which texts there must be besides candidates.
func (o *TextOptions) read(c *cli.Context, complete setup.Settings) {
	references, sources := complete.Reads()
	o.Options.Sources, o.Options.NeedSources, o.Options.WithoutReferences = SourceFlag.Get(c), sources, !references
}

// FileArguments are the options of arguments of a verb without -c and -r: CANDIDATE REFERENCE, or a table with both.
func FileArguments(c *cli.Context, files []string) (o TextOptions, err error) {
	system, err := text.ParseSystem(files[0])
	if err != nil || file.Exists(files[0]) { // a file whose name has an =
		system, err = text.ParseSystem("./" + files[0])
		system.Path = files[0]
	}
	if err != nil {
		return o, err
	}
	o = TextOptions{TextFiles: jobs.TextFiles{Systems: []text.SystemFile{system}, References: files[1:],
		Tabled: c.IsSet(ColumnsFlag.Name)},
		lacking: "found the file " + args.Quote(files[0]) + " alone, expected CANDIDATE REFERENCE, or a table with both",
		help:    args.HelpLine(c)}
	if o.Settings, err = SettingsOf(c); err != nil {
		return o, err
	}
	o.Options, err = corpusOptions(c)
	return o, err
}

// Order is that in which people see systems, of which given is the order of the files.
func (o *TextOptions) Order(given []string) (order show.Order) {
	if o.given {
		order.Given = given
	}
	return order
}

// Explain says by which flags texts that are missing are given.
func (o *TextOptions) Explain(err error) error {
	switch {
	case errors.Is(err, corpus.ErrNoReferences):
		return args.Hint(errors.New(cmp.Or(o.lacking, "found no references: give -r FILE")), o.help)
	case errors.Is(err, corpus.ErrNoSources):
		return args.Hint(errors.New("found no sources: give -s FILE"), o.help)
	}
	return err
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
	for _, name := range layout.Scores() {
		if name != evaluation.UsualHuman {
			return layout, fmt.Errorf("--%s: found %s=, expected one of: %s, %s", ColumnsFlag.Name, name,
				strings.Join(wording.Names(textRoles), ", "), evaluation.UsualHuman)
		}
	}
	return layout, nil
}

// textRoles are what the columns of a table of texts can be.
var textRoles = []rows.Role{rows.Candidate, rows.Reference, rows.Source, rows.System, rows.ID, rows.SegmentID,
	rows.Doc, rows.Domain}

// noTexts is the error of a line that names no candidates or no references.
func noTexts(c *cli.Context, what string) error {
	return args.Missing(c, "found no %s", what)
}

// systemsOf reads -c, or the argument that stands for it.
func systemsOf(c *cli.Context) ([]text.SystemFile, error) {
	candidates := CandidatesOf(c)
	if len(candidates) == 0 {
		return nil, noTexts(c, "candidates: give -c FILE")
	}
	systems := make([]text.SystemFile, len(candidates))
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
			args.Quote(c.Args().First())), "give -c before each candidate, and -r before each reference: "+c.Command.HelpName+
			" -c CANDIDATE -r REFERENCE -r REFERENCE")

	}
	if c.NArg() > 2 && !c.IsSet(ReferenceFlag.Name) && !c.IsSet(SourceFlag.Name) && !comparesCandidates(c) {
		return args.Hint(fmt.Errorf("found %d files and no -r, expected CANDIDATE REFERENCE", c.NArg()),
			"several candidates: "+c.Command.HelpName+" CANDIDATE… -r REFERENCE; several references: "+
				c.Command.HelpName+" CANDIDATE -r REFERENCE -r REFERENCE")

	}
	return CheckFiles(c)
}
