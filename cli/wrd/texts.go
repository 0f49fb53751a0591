package main

import (
	"errors"
	"fmt"
	"iter"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// corpusOf returns what evaluation scores.
func corpusOf(source scoredCorpus) evaluation.Corpus {
	return evaluation.Corpus{
		Systems: source.Systems(), References: source.References(), Lines: source.Lines(), Position: source.Progress,
	}
}

// openScored opens what is to be scored, and reads the flags that say how.
func openScored(c *cli.Context) (scoredCorpus, metric.Options, error) {
	if c.IsSet(tokenVectorsFlag) {
		file, err := openTokenVectors(c, candidateFlag.Name, referenceFlag.Name)
		if err != nil {
			return nil, metric.Options{}, err
		}
		options, err := scoreOptionsOf(c, nil, func() (metric.Options, error) { return tokenVectorOptions(c, file) })
		if err != nil {
			file.Close()
		}
		return file, options, err
	}
	texts, options, err := openTexts(c)
	return texts, options, err
}

// openTexts opens the files of -c and -r, and reads the flags that say how they are scored.
func openTexts(c *cli.Context) (*text.Corpus, metric.Options, error) {
	systems, err := systemsOf(c)
	if err != nil {
		return nil, metric.Options{}, err
	}
	options, err := scoreOptions(c)
	if err != nil {
		return nil, options, err
	}
	corpus, err := text.OpenCorpus(systems, referenceFlag.Get(c), c.App.Reader)
	return corpus, options, err
}

// systemsOf reads -c and checks that there are candidates and references.
func systemsOf(c *cli.Context) ([]text.System, error) {
	candidates, references := candidateFlag.Get(c), referenceFlag.Get(c)
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
	references := referenceFlag.Get(c)
	sentences := rereadLines(c, references, learnedBefore, learnedBeforeHint)
	return scoreOptionsOf(c, sentences, func() (metric.Options, error) { return scoringOptions(c, sentences) })
}

// scoreOptionsOf reads the flags that only score has, besides the scoring flags, which scoring reads. sentences are
// what --idf learns from.
func scoreOptionsOf(c *cli.Context, sentences iter.Seq2[string, error], scoring func() (metric.Options, error)) (
	metric.Options, error) {
	measures, err := measuresOf(c)
	if err != nil {
		return metric.Options{}, err
	}
	multiReference, err := oneOf(c, multiReferenceFlag.Name, names(metric.MultiReferencePolicies())...)
	if err != nil {
		return metric.Options{}, err
	}
	if _, err := threads(c); err != nil {
		return metric.Options{}, err
	}
	if alignmentsFlag.Get(c) && resultsFlag.Get(c) == "" && c.String(formatName) != formatJSONL {
		return metric.Options{}, errors.New("--alignments: found neither -o DIR nor --format jsonl, expected where to " +
			"write them")
	}
	options, err := scoring()
	if err != nil {
		return options, err
	}
	options.MultiReference = metric.MultiReferencePolicy(multiReference)
	options.Alignments = alignmentsFlag.Get(c)
	options.Certify = certifyFlag.Get(c)
	return options, addMeasures(c, &options, measures, sentences)
}
