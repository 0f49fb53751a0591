package flags

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/adapters/tokenvectors"
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

// CorpusOf returns what evaluation scores.
func CorpusOf(source ScoredCorpus) evaluation.Corpus {
	c := evaluation.Corpus{
		Systems: source.Systems(), References: source.References(), Lines: source.Lines(), Position: source.Progress,
	}
	if texts, ok := source.(*corpus.Corpus); ok {
		c.Fewest, c.Sources, c.Humans = texts.FewestReferences(), texts.Sources(), texts.Humans()
	}
	return c
}

// TextOptions say which texts are scored, and how.
type TextOptions struct {
	Settings   setup.Settings
	Systems    []text.System // the files of candidates
	References []string
	Texts      corpus.Options
	Vectors    string // a file of token vectors in place of texts, "" for none
	Alignments bool
	Certify    bool
	given      bool   // people see the systems in the order of the flags
	tabled     bool   // a file must be a table, as --columns is given
	lacking    string // what is said where there are no references, "" for the usual
	help       string // what says more of the flags
}

// Files are those that say what is scored: of references or, without them, of candidates.
func (o *TextOptions) Files() (paths []string) {
	if len(o.References) > 0 {
		return o.References
	}
	for _, system := range o.Systems {
		paths = append(paths, system.Path)
	}
	return paths
}

// ReadTexts reads the flags.
func ReadTexts(c *cli.Context) (o TextOptions, err error) {
	o = TextOptions{Alignments: AlignmentsFlag.Get(c), Certify: CertifyFlag.Get(c), given: AsGiven(c),
		help:   args.HelpLine(c),
		tabled: c.IsSet(ColumnsFlag.Name) && c.Command.Name != "check"} // whose baseline may be the table
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
	if o.Texts, err = corpusOptions(c); err != nil {
		return o, err
	}
	return o, o.read(c, complete)
}

// read says which texts there must be besides candidates.
func (o *TextOptions) read(c *cli.Context, complete setup.Settings) error {
	references, sources := complete.Reads()
	o.Texts.Sources, o.Texts.ReadSources, o.Texts.WithoutReferences = SourceFlag.Get(c), sources, !references
	if o.Texts.Sources != "" && !sources {
		return args.Hint(fmt.Errorf("--%s: found no measure in --%s that reads sources, expected %s", SourceFlag.Name,
			MeasureFlag.Name, metric.MeasureSource), fmt.Sprintf("--%s %s,%s has both", MeasureFlag.Name,
			strings.Join(complete.Measures, ","), metric.MeasureSource))
	}
	return nil
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
	o = TextOptions{Systems: []text.System{system}, References: files[1:], help: args.HelpLine(c),
		lacking: "found the file " + args.Quote(files[0]) + " alone, expected CANDIDATE REFERENCE, or a table with both",
		tabled:  c.IsSet(ColumnsFlag.Name)}
	if o.Settings, err = SettingsOf(c); err != nil {
		return o, err
	}
	o.Texts, err = corpusOptions(c)
	return o, err
}

// Order returns the order in which people see the systems of what was opened: those of a table stand where it is named.
func (o *TextOptions) Order(source ScoredCorpus) (order show.Order) {
	if !o.given {
		return order
	}
	order.Given = slices.Clone(source.Systems())
	texts, ok := source.(*corpus.Corpus)
	if !ok {
		return order
	}
	files := texts.Files()
	place := func(name string) int {
		i := slices.IndexFunc(o.Systems, func(s text.System) bool { return s.Name == name && s.Path == files[name] })
		if i < 0 {
			i = slices.IndexFunc(o.Systems, func(s text.System) bool { return s.Path == files[name] })
		}
		return i
	}
	slices.SortStableFunc(order.Given, func(a, b string) int { return cmp.Compare(place(a), place(b)) })
	return order
}

// OpenScored opens what is to be scored, and the settings that say how.
func (h Host) OpenScored(ctx context.Context, o *TextOptions) (ScoredCorpus, setup.Opened, error) {
	if o.Vectors == "" {
		texts, opened, err := h.OpenCorpus(ctx, o)
		if err != nil {
			return nil, opened, err
		}
		return texts, opened, nil
	}
	file, err := tokenvectors.Open(ctx, o.Vectors)
	if err != nil {
		return nil, setup.Opened{}, err
	}
	h.TokenVectors, h.Tokens = file.Origin(), file.ReferenceTokens()
	opened, err := h.openScoring(ctx, o)
	if err != nil {
		file.Close()
		return nil, opened, err
	}
	return file, opened, nil
}

// OpenCorpus opens the files of texts, and the settings that say how they are scored.
func (h Host) OpenCorpus(ctx context.Context, o *TextOptions) (*corpus.Corpus, setup.Opened, error) {
	opened := false
	open := sync.OnceValues(func() (*corpus.Corpus, error) {
		texts, err := o.Open(ctx)
		opened = err == nil
		return texts, err
	})
	h.Sentences = func(yield func(string, error) bool) {
		texts, err := open()
		if err != nil {
			yield("", err)
			return
		}
		texts.Sentences()(yield)
	}
	h.Environment.References = func(most int) ([]string, error) {
		texts, err := open()
		if err != nil {
			return nil, err
		}
		return texts.FirstReferences(most), nil
	}
	if o.Texts.WithoutReferences {
		h.Sentences, h.Environment.References = nil, nil
	}
	settings, err := h.openScoring(ctx, o)
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

// openScoring opens the settings, with what scores are printed with.
func (h Host) openScoring(ctx context.Context, o *TextOptions) (setup.Opened, error) {
	opened, err := h.Open(ctx, o.Settings)
	opened.Options.Alignments, opened.Options.Certify = o.Alignments, o.Certify
	return opened, err
}

// Open opens the texts.
func (o *TextOptions) Open(ctx context.Context) (*corpus.Corpus, error) {
	texts, err := corpus.Open(ctx, o.Systems, o.References, o.Texts)
	if errors.Is(err, corpus.ErrNoReferences) {
		return nil, args.Hint(errors.New(cmp.Or(o.lacking, "found no references: give -r FILE")), o.help)
	}
	if errors.Is(err, corpus.ErrNoSources) {
		return nil, args.Hint(errors.New("found no sources: give -s FILE"), o.help)
	}
	if err == nil && o.tabled && !texts.Tabled() {
		texts.Close()
		err = fmt.Errorf("--%s: found no table among the files of texts, expected one", ColumnsFlag.Name)
	}
	return texts, err
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
