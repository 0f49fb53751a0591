package main

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
)

// certifiedGap is how far a certified distance may be from the optimum.
const certifiedGap = 1e-9

func scoreCommand() *cli.Command {
	return &cli.Command{
		Name:  "score",
		Usage: "score the outputs of one or more systems against references",
		UsageText: "wrd score -c FILE… -r FILE… [flags]\nwrd score --token-vectors FILE [flags]\n\n" +
			"wrd score -c output.txt -r reference.txt\n" +
			"wrd score -c new=a.txt -c old=b.txt.gz -r ref1.txt -r ref2.txt -o results\n" +
			"translate < source.txt | wrd score -c - -r reference.txt --format json",
		Description: "Each file holds one text a line (UTF-8, plain or gzip; - is standard input); line n of every\n" +
			"file belongs to segment n. The distance wrd goes down as texts get closer, from 2 to 0;\n" +
			"its similarity is 1 - wrd. With several measures the first one decides what status and\n" +
			"best reference are.",
		Flags: append([]cli.Flag{
			candidateFlag,
			referenceFlag,
			&cli.StringFlag{Name: tokenVectorsFlag, Usage: "`FILE` of candidates and references as tokens with a vector each, in place of -c, -r and --vectors: Parquet or safetensors"},
			multiReferenceFlag,
			scoresFlag("they stand beside ours; PART names the system where there are several"),
			seedFlag,
			threadsFlag,
			&cli.BoolFlag{Name: "certify", Usage: "prove by dual potentials that every distance is optimal"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: outputFlags, Usage: "write segments.parquet and systems.parquet into `DIR`"},
			&cli.BoolFlag{Name: "alignments", Category: outputFlags, Usage: "with -o: write which word went where"},
			formatFlag("text", "json"),
		}, append(measureFlags(), scoringFlags()...)...),
		Action: score,
	}
}

func score(c *cli.Context) error {
	if _, err := positional(c); err != nil {
		return err
	}
	format, err := oneOf(c, "format", "text", "json")
	if err != nil {
		return err
	}
	corpus, options, err := openScored(c)
	if err != nil {
		return err
	}
	defer corpus.Close()
	scorer, err := metric.NewScorer(options)
	if err != nil {
		return err
	}
	outside, err := openOutside(c, corpus.Systems(), parquet.IsSegmentColumn)
	if err != nil {
		return err
	}
	defer outside.close()
	signature := scorer.Signature(corpus.References()).With("seed", strconv.FormatUint(seedFlag.Get(c), 10))
	if len(outside.names) > 0 {
		signature = signature.With("scores", strings.Join(outside.names, ","))
	}
	summary := newSummary(signature.String(), corpus.Systems(), scorer, outside.names)
	if err := scoreCorpus(c, scorer, corpus, outside, summary); err != nil {
		return err
	}
	for _, notice := range append(corpus.Notices(), summary.notices()...) {
		notify(c)(notice)
	}
	if format == "json" {
		return summary.writeJSON(c.App.Writer)
	}
	return summary.writeTable(c.App.Writer)
}

// openScored opens what is to be scored, and reads the flags that say how.
func openScored(c *cli.Context) (scoredCorpus, metric.Options, error) {
	if c.IsSet(tokenVectorsFlag) {
		file, err := openTokenVectors(c, "candidate", "reference")
		if err != nil {
			return nil, metric.Options{}, err
		}
		options, err := scoreOptionsOf(c, nil, func() (metric.Options, error) { return tokenVectorOptions(c, file) })
		if err != nil {
			file.Close()
		}
		return file, options, err
	}
	systems, err := systemsOf(c)
	if err != nil {
		return nil, metric.Options{}, err
	}
	options, err := scoreOptions(c)
	if err != nil {
		return nil, options, err
	}
	texts, err := text.OpenCorpus(systems, c.StringSlice("reference"), c.App.Reader)
	return texts, options, err
}

// systemsOf reads -c and checks that there are candidates and references.
func systemsOf(c *cli.Context) ([]text.System, error) {
	candidates, references := c.StringSlice("candidate"), c.StringSlice("reference")
	for _, missing := range []struct {
		files []string
		what  string
	}{{candidates, "candidates: give -c FILE"}, {references, "references: give -r FILE"}} {
		if len(missing.files) == 0 {
			return nil, &hintedError{fmt.Errorf("found no %s", missing.what), helpLine(c)}
		}
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

// scoreOptions reads the flags that say how texts are scored.
func scoreOptions(c *cli.Context) (metric.Options, error) {
	references := c.StringSlice("reference")
	sentences := text.Lines(references, c.App.Reader, func(string) {}) // their notices come when they are scored
	if slices.Contains(references, file.Stdin) {
		sentences = onlyOnce
	}
	return scoreOptionsOf(c, sentences, func() (metric.Options, error) { return scoringOptions(c, sentences) })
}

// scoreOptionsOf reads the flags that only score has, besides the scoring flags, which scoring reads. sentences are what
// --idf learns from.
func scoreOptionsOf(c *cli.Context, sentences iter.Seq2[string, error], scoring func() (metric.Options, error)) (metric.Options, error) {
	measures, err := measuresOf(c)
	if err != nil {
		return metric.Options{}, err
	}
	multiReference, err := oneOf(c, "multi-reference", names(metric.MultiReferencePolicies())...)
	if err != nil {
		return metric.Options{}, err
	}
	if _, err := threads(c); err != nil {
		return metric.Options{}, err
	}
	if c.Bool("alignments") && c.String("output") == "" {
		return metric.Options{}, errors.New("--alignments: found no -o DIR, expected a folder to write them to")
	}
	options, err := scoring()
	if err != nil {
		return options, err
	}
	options.MultiReference = metric.MultiReferencePolicy(multiReference)
	options.Alignments = c.Bool("alignments")
	options.Certify = c.Bool("certify")
	return options, addMeasures(c, &options, measures, sentences)
}

// scoreCorpus scores the corpus into summary and, where the user wants them, into Parquet files, beside the scores from
// outside.
func scoreCorpus(c *cli.Context, scorer *metric.Scorer, corpus scoredCorpus, outside *outsideCorpus, summary *summary) error {
	var results *parquet.Results
	if dir := c.String("output"); dir != "" {
		var err error
		results, err = parquet.CreateResults(dir, summary.signature, scorer.Columns(), c.Bool("alignments"), outside.names...)
		if err != nil {
			return err
		}
		defer results.Abort()
	}
	stop := startProgress(c.App.ErrWriter, "scoring", corpus.Progress)
	defer stop()
	var segment int64
	largestGap := 0.0
	err := scorer.Stream(c.Context, corpus.Lines(), threadsFlag.Get(c), func(line metric.Line, scored []metric.Result) error {
		for i := range scored {
			others, err := outside.next(i)
			if err != nil {
				return err
			}
			summary.systems[i].add(&scored[i], others)
			largestGap = max(largestGap, scored[i].Gap)
			if results == nil {
				continue
			}
			if err := results.Write(parquet.Segment{
				System: summary.systems[i].name, Number: segment,
				Candidate: line.Candidates[i], References: line.References, Result: scored[i], Outside: others,
			}); err != nil {
				return err
			}
		}
		segment++
		return nil
	})
	stop()
	if errors.Is(err, errFewScores) {
		if segment, err = corpus.Length(); err == nil {
			_, err = outside.ended(segment)
		}
		return err
	}
	if err != nil && c.IsSet(tokenVectorsFlag) {
		return explainTokenVectors(c, err, corpus.Systems())
	}
	if err != nil {
		return explainSegment(err, corpus.Systems())
	}
	if segment == 0 {
		return errors.New("found no segments: all files are empty, expected at least one line")
	}
	notices, err := outside.ended(segment)
	if err != nil {
		return err
	}
	for _, notice := range notices {
		notify(c)(notice)
	}
	summary.finish(agreement.Bootstrap{Draws: defaultDraws, Confidence: defaultConfidence, Seed: seedFlag.Get(c), Workers: threadsFlag.Get(c)})
	if c.Bool("certify") {
		if err := certify(c, largestGap); err != nil {
			return err
		}
	}
	if results == nil {
		return nil
	}
	return results.Commit(summary.rows())
}

// explainSegment puts the names that a user knows into the error of a segment.
func explainSegment(err error, systems []string) error {
	failed, ok := errors.AsType[*metric.SegmentError](err)
	if !ok {
		return err
	}
	return fmt.Errorf("line %d of system %s: %w", failed.Segment+1, systems[failed.System], failed.Err)
}

// certify says how far the distances can be from the optimum.
func certify(c *cli.Context, largestGap float64) error {
	if largestGap > certifiedGap {
		return &metric.Fault{Value: fmt.Sprintf("a distance is %.3g above its lower bound, more than %g", largestGap, certifiedGap)}
	}
	fmt.Fprintf(c.App.ErrWriter, "wrd: certified: every distance is within %.1e of the optimum\n", largestGap)
	return nil
}
