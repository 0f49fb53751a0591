package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
)

const (
	intervalBCa        = "bca"
	intervalPercentile = "percentile"
	deltaAbsolute      = "absolute"
	deltaPercent       = "percent"
)

// compareConfidenceFlag is confidenceFlag, which compare once called --level.
var compareConfidenceFlag = &cli.Float64Flag{Name: confidenceFlag.Name, Aliases: []string{"level"}, Value: confidenceFlag.Value,
	Category: confidenceFlag.Category, Usage: confidenceFlag.Usage}

func compareCommand() *cli.Command {
	return &cli.Command{
		Name:  "compare",
		Usage: "tell which systems really differ",
		UsageText: "wrd compare -c FILE… -r FILE… [flags]\nwrd compare --table FILE… [flags]\n\n" +
			"wrd compare -c new=a.txt -c old=b.txt -r reference.txt --baseline old\n" +
			"wrd compare --table results/segments.parquet --measure wrd,bertscore_f1\n" +
			"wrd compare --table comet.json --measure COMET --test bootstrap --seed 12345",
		Description: "Compares the mean scores of systems on the same segments, all pairs or each system with --baseline.\n" +
			"The scores are computed from texts (-c, -r), as wrd score does, or read from tables that wrd score -o\n" +
			"or other programs wrote. ~ stands where no difference can be shown: where p, corrected for the number\n" +
			"of pairs, is above --alpha. Where segments have documents these are resampled whole.\n" +
			"The seed is that of NumPy's default_rng, and the bootstrap test that of sacreBLEU.",
		Flags: slices.Concat([]cli.Flag{
			candidateFlag,
			referenceFlag,
			multiReferenceFlag,
			&cli.StringFlag{Name: "documents", Category: textCategory, Usage: "`FILE` with the name of each segment's document, one a line"},
			&cli.StringFlag{Name: "baseline", Usage: "compare each system with the system `NAME`", DefaultText: "all pairs"},
			testFlag,
			correctionFlag,
			&cli.StringFlag{Name: "interval", Value: intervalBCa, Category: testCategory, Usage: "`KIND` of bootstrap interval of a difference: bca (bias-corrected and accelerated) or percentile"},
			samplesFlag,
			seedFlag,
			alphaFlag,
			compareConfidenceFlag,
			&cli.BoolFlag{Name: "by-document", Category: testCategory, Usage: "resample whole documents; --by-document=false treats segments alone", DefaultText: "where every segment has a document"},
			threadsFlag,
			&cli.StringFlag{Name: "delta", Value: deltaAbsolute, Category: outputFlags, Usage: "`KIND` of difference in the first table: absolute or percent"},
			formatFlag(gridFormats...),
		}, tableFlags(), compareMeasureFlags(), scoringFlags()),
		Action: compare,
	}
}

// compareMeasureFlags are the flags of measures, which may be columns of a table as well.
func compareMeasureFlags() []cli.Flag {
	flags := measureFlags()
	flags[0] = &cli.StringFlag{Name: "measure", Value: string(metric.MeasureWRD),
		Usage: "`LIST` of measures: for texts those of wrd score, for tables columns of scores", DefaultText: "wrd, or the only column of a table"}
	return flags
}

func compare(c *cli.Context) error {
	if _, err := positional(c); err != nil {
		return err
	}
	format, err := gridFormat(c)
	if err != nil {
		return err
	}
	settings, err := compareSettings(c)
	if err != nil {
		return err
	}
	scores, err := scoresToCompare(c)
	if err != nil {
		return err
	}
	report := &comparisonReport{comparedScores: scores, comparisonSettings: settings}
	if err := report.compare(c); err != nil {
		return err
	}
	if format == "json" {
		return report.writeJSON(c.App.Writer)
	}
	return report.write(c.App.Writer, format)
}

// comparisonSettings say how systems are compared and shown.
type comparisonSettings struct {
	agreement.CompareOptions
	baseline string // "" for all pairs
	interval string
	percent  bool
}

// compareSettings reads the flags of the tests.
func compareSettings(c *cli.Context) (s comparisonSettings, err error) {
	if s.CompareOptions, err = testSettings(c); err != nil {
		return s, err
	}
	if s.Confidence, err = shareOf(c, confidenceFlag); err != nil {
		return s, err
	}
	if s.interval, err = oneOf(c, "interval", intervalBCa, intervalPercentile); err != nil {
		return s, err
	}
	delta, err := oneOf(c, "delta", deltaAbsolute, deltaPercent)
	if err != nil {
		return s, err
	}
	s.percent = delta == deltaPercent
	s.baseline = c.String("baseline")
	return s, nil
}

// A comparisonReport is what is printed of a comparison.
type comparisonReport struct {
	*comparedScores
	comparisonSettings
	measures []measureReport
	notes    footnotes
}

// A measureReport holds the comparison of one column of scores.
type measureReport struct {
	comparedColumn
	*agreement.Comparison
}

// compare compares the systems by each column.
func (r *comparisonReport) compare(c *cli.Context) error {
	if len(r.systems) < 2 {
		return fmt.Errorf("found one system, %s, expected two or more to compare", r.systems[0])
	}
	if err := r.choosePairs(); err != nil {
		return err
	}
	if err := r.chooseUnits(c); err != nil {
		return err
	}
	for _, column := range r.columns {
		if err := r.checkShared(column); err != nil {
			return err
		}
		comparison, err := agreement.Compare(c.Context, column.grid, r.CompareOptions)
		if err != nil {
			if r.Test == agreement.TestExact && c.Context.Err() == nil {
				return &hintedError{fmt.Errorf("column %s: %w", column.name, err), "--test randomisation draws some of the assignments, where listing all takes too long"}
			}
			return fmt.Errorf("column %s: %w", column.name, err)
		}
		r.measures = append(r.measures, measureReport{column, comparison})
	}
	r.gatherNotes()
	return nil
}

// choosePairs puts the baseline first and lists the pairs, each a system and the one that it is held against.
func (r *comparisonReport) choosePairs() error {
	if r.baseline != "" {
		i := slices.Index(r.systems, r.baseline)
		if i < 0 {
			return fmt.Errorf("--baseline: found %q, expected one of: %s", r.baseline, joined(r.systems))
		}
		r.moveFirst(i)
	}
	for against := range r.systems {
		if against > 0 && r.baseline != "" {
			break
		}
		for system := against + 1; system < len(r.systems); system++ {
			r.Pairs = append(r.Pairs, [2]int{system, against})
		}
	}
	return nil
}

// chooseUnits says whether documents or segments are resampled.
func (r *comparisonReport) chooseUnits(c *cli.Context) error {
	asked := c.IsSet("by-document")
	switch {
	case asked && !c.Bool("by-document"):
	case r.undocumented == 0:
		r.Documents = r.documents
	case asked && r.undocumented == len(r.segments):
		return &hintedError{errors.New("--by-document: found no documents"), "a table needs a column doc (--columns doc=NAME), texts need --documents FILE"}
	case asked:
		return fmt.Errorf("--by-document: found %d of %d segments without a document, expected one for each", r.undocumented, len(r.segments))
	case r.undocumented < len(r.segments):
		notify(c)(fmt.Sprintf("%d of %d segments have no document, so segments are resampled alone", r.undocumented, len(r.segments)))
	}
	return nil
}

// checkShared refuses a system without scores, and pairs that share no segment.
func (r *comparisonReport) checkShared(column comparedColumn) error {
	for i, name := range r.systems {
		if sharedSegments(column.grid, i, i) == 0 {
			return fmt.Errorf("column %s: found no score of system %s", column.name, name)
		}
	}
	for _, pair := range r.Pairs {
		if sharedSegments(column.grid, pair[0], pair[1]) == 0 {
			return fmt.Errorf("column %s: found no segment that systems %s and %s both have a score for", column.name, r.systems[pair[1]], r.systems[pair[0]])
		}
	}
	return nil
}
