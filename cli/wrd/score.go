package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/internal/fault"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/inspection"
)

// certifiedGap is how far a certified distance may be from the optimum, as metric.Result.Gap says it.
const certifiedGap = 1e-9

// gapUnit says what metric.Result.Gap is counted in.
const gapUnit = "times its largest cost, where that is above 1"

var scoreFormat = args.Format(flags.OutputFlags, "text", "json", show.FormatJSONL, show.FormatTSV)

var (
	scoredTokenVectorsFlag = &cli.StringFlag{Name: flags.TokenVectorsFlag, Category: flags.TextCategory,
		Usage: "`FILE`: candidates and references as tokens with vectors (Parquet, safetensors), instead of -c, -r and --vectors"}
)

func scoreCommand() *cli.Command {
	return &cli.Command{
		Name:  "score",
		Usage: "score outputs of systems against references or sources",
		UsageText: "wrd score CANDIDATE REFERENCE [flags]\nwrd score -c FILE… -r FILE… [flags]\n" +
			"wrd score -c FILE… -s FILE [flags]\nwrd score TABLE [flags]\n" +
			"wrd score --token-vectors FILE [flags]\n\n" +
			"wrd score output.txt reference.txt\n" +
			"wrd score -c new=a.txt -c old=b.txt.gz -r ref1.txt -r ref2.txt -o results\n" +
			"translate < source.txt | wrd score -c - -r reference.txt --format json",
		Description: "Files have one text per line (UTF-8, plain, .gz or .zst; - is standard input), line n for segment n. Or they are\n" +
			"tables (JSONL, JSON, CSV, TSV, Parquet) with the columns candidate and reference or references, and optionally\n" +
			"system, doc, id and human. wrd is a distance: 0 for equal texts, at most 2. --format jsonl and tsv print every\n" +
			"segment.",
		Flags: args.Often(slices.Concat([]cli.Flag{
			flags.CandidateFlag,
			flags.ReferenceFlag,
			flags.SourceFlag,
			flags.TextColumnsFlag,
			flags.CommonFlag,
			scoredTokenVectorsFlag,
			flags.MultiReferenceFlag,
			flags.ScoresFlag("PART is the system if there are several"),
			flags.SeedFlag,
			flags.ThreadsFlag, flags.LimitFlag,
			flags.CertifyFlag,
			flags.ResultsFlag,
			flags.AlignmentsFlag,
			pageFlag,
			flags.SortFlag,
			scoreFormat,
		}, flags.MeasureFlags(), flags.ScoringFlags()), "candidate", "reference", "purpose", "output", "format"),
		Action: flags.Verb(readScore, runScore),
	}
}

// scoreOptions are what score is asked.
type scoreOptions struct {
	flags.TextOptions
	scores []scores.Source // of other programs
	seed   uint64          // of the tests on the page
	output string          // a folder for results, "" for none
	page   string          // a file for a report, "" for none
	format string
}

// readScore reads the flags.
func readScore(c *cli.Context) (o scoreOptions, err error) {
	o = scoreOptions{seed: flags.SeedFlag.Get(c), output: flags.ResultsFlag.Get(c), page: pageFlag.Get(c),
		format: scoreFormat.Get(c)}
	if err := flags.CheckTexts(c); err != nil {
		return o, err
	}
	outputs := append(flags.InFolder(c, flags.ResultsFlag, parquet.SegmentsFile, parquet.SystemsFile),
		flags.OutputFile(pageFlag.Name, o.page))
	if err := flags.KeepInputs(c, outputs...); err != nil {
		return o, err
	}
	if o.TextOptions, err = flags.ReadTexts(c); err != nil {
		return o, err
	}
	o.Texts.ReadSpans = o.page != ""
	o.scores, err = flags.ScoreSources(c)
	return o, err
}

// runScore scores the outputs of systems.
func runScore(ctx context.Context, h flags.Host, o scoreOptions) error {
	source, opened, err := h.OpenScored(ctx, &o.TextOptions)
	if err != nil {
		return err
	}
	defer source.Close()
	if o.page != "" {
		alignForPage(&opened.Options)
	}
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		return err
	}
	external, err := scores.OpenBeside(ctx, "--"+flags.ScoresName, o.scores, source.Systems(), parquet.IsSegmentColumn)
	if err != nil {
		return err
	}
	defer external.Close()
	corpus := flags.CorpusOf(source)
	corpus.External = evaluation.ExternalScores{Names: external.Names, Next: external.Next}
	settings := h.ScoreSettings()
	settings.Seed = o.seed
	signature := settings.Signature(scorer, corpus).String()
	var results []*parquet.Results
	var printer *show.Segments
	var sinks []func(parquet.Segment) error
	kept, err := o.keptResults(opened.Options, source)
	if err != nil {
		return err
	}
	defer kept.close()
	for _, out := range []segmentsFile{{o.output, o.Alignments}, {kept.dir(), opened.Options.Alignments}} {
		if out.path == "" {
			continue
		}
		r, err := parquet.CreateResults(ctx, out.path, runOf(signature, opened.Settings), scorer.Columns(), corpus.Humans,
			out.aligned, external.Names...)
		if err != nil {
			return err
		}
		defer r.Abort()
		results, sinks = append(results, r), append(sinks, r.Write)
	}
	if show.PrintsSegments(o.format) {
		printer, err = show.NewSegments(h.Out, o.format, scorer.Columns(), corpus.Humans, o.Alignments, external.Names)
		if err != nil {
			return err
		}
		sinks = append(sinks, printer.Write)
	}
	summary, err := evaluation.Score(ctx, scorer, corpus, settings, sinkOf(corpus.Systems, sinks))
	if err != nil {
		return explainScore(err, o.Vectors, source, external)
	}
	notices, err := external.Ended(summary.Systems[0].Segments)
	if err != nil {
		return err
	}
	h.Tell(notices)
	if o.Certify {
		if err := certify(h, summary.LargestGap); err != nil {
			return err
		}
	}
	for _, r := range results {
		if err := r.Commit(parquet.SystemsOf(summary)); err != nil {
			return err
		}
	}
	if err := o.writePage(ctx, h, kept); err != nil {
		return err
	}
	for _, system := range summary.Systems {
		flags.TellWindows(h.Notify, system.SeveralWindows, "segment", " of system "+system.System)
	}
	h.Tell(slices.Concat(source.Notices(), uncomparable(summary), summary.Warnings))
	if printer != nil {
		h.Notify(signature)
		return printer.Close()
	}
	return o.printSummary(h, summary, o.Order(source), opened.Settings)
}

// writePage writes the page of --report, if there are results that are kept for it.
func (o *scoreOptions) writePage(ctx context.Context, h flags.Host, kept *keptRun) error {
	if kept == nil {
		return nil
	}
	settings := inspection.Settings{}
	settings.Compare.Tests.Seed, settings.Compare.Tests.Workers = o.seed, h.Workers
	return kept.write(ctx, h, o.page, settings, o.Files())
}

// printSummary prints what is known of the systems.
func (o *scoreOptions) printSummary(h flags.Host, summary *evaluation.Summary, order show.Order,
	settings setup.Settings) error {
	if o.format == "json" {
		return render.JSON(h.Out, struct {
			*evaluation.Summary
			Settings setup.Settings `json:"settings"`
		}{summary, settings})
	}
	if err := show.Summary(h.Out, summary, order); err != nil {
		return err
	}
	return tellSettings(h, o.Settings, settings)
}

// runOf says in a file how its numbers were made.
func runOf(signature string, settings setup.Settings) parquet.Run {
	return parquet.Run{Signature: signature, Settings: settings.String()}
}

// keptResults says where the results are from which the page is made: in the folder of -o if they are the same, or else in
// one that is removed; nil if nobody asks for a page.
func (o *scoreOptions) keptResults(options metric.Options, source flags.ScoredCorpus) (kept *keptRun, err error) {
	switch {
	case o.page == "":
		return nil, nil
	case o.output != "" && options.Alignments == o.Alignments:
		kept = &keptRun{path: filepath.Join(o.output, parquet.SegmentsFile)}
	default:
		if kept, err = keepRun(); err != nil {
			return nil, err
		}
	}
	if o.Vectors == "" {
		kept.scoring = &options
	}
	if texts, ok := source.(*corpus.Corpus); ok {
		kept.spans = texts.Spans()
	}
	return kept, nil
}

// sinkOf returns a sink that gives each segment to all of some, nil for none.
func sinkOf(systems []string, sinks []func(parquet.Segment) error) evaluation.LineSink {
	if len(sinks) == 0 {
		return nil
	}
	return parquet.SegmentSink(systems, func(s parquet.Segment) error {
		for _, sink := range sinks {
			if err := sink(s); err != nil {
				return err
			}
		}
		return nil
	})
}

// explainScore puts what a user knows, such as names and lines, into an error of evaluation.Score. vectors is the file of
// token vectors, "" for texts.
func explainScore(err error, vectors string, source flags.ScoredCorpus, external *scores.Beside) error {
	switch {
	case errors.Is(err, scores.ErrFew):
		segments, err := source.Length()
		if err != nil {
			return err
		}
		_, err = external.Ended(segments)
		return err
	case vectors != "":
		return flags.ExplainTokenVectors(vectors, err, source.Systems())
	}
	texts, _ := source.(*corpus.Corpus)
	return flags.ExplainSegment(err, texts)
}

// certify says how far the distances can be from the optimum.
func certify(h flags.Host, largestGap float64) error {
	if !(largestGap <= certifiedGap) {
		return &fault.Fault{
			Value: fmt.Sprintf("a distance is %.3g above its lower bound, more than %g (%s)",
				largestGap, certifiedGap, gapUnit),
		}
	}
	h.Notify(fmt.Sprintf("certified: every distance is within %.1e of the optimum (%s)", largestGap, gapUnit))
	return nil
}

// uncomparable says which measures find nothing to compare where the status, which is that of the first measure, does
// not say so.
func uncomparable(summary *evaluation.Summary) (notices []string) {
	first := summary.Measures[0]
	for _, system := range summary.Systems {
		said := system.Scores[first.Main().String()].Undefined
		for _, measure := range summary.Measures[1:] {
			if n := system.Scores[measure.Main().String()].Undefined; n > said {
				notices = append(notices, fmt.Sprintf("%s has no value in %d of %s of system "+
					"%s, %s in %d",
					measure, n, wording.Counted(system.Segments, "segment"), system.System, first, said))
			}
		}
	}
	return notices
}
