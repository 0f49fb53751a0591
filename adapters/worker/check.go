package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// checkParams are outputs, as texts, files or results, what they are compared with, and when the check fails.
type checkParams struct {
	outputParams
	Files   *fileParams `json:"files"`   // in place of texts: candidates (a list, of which each may be name=FILE), references and sources by their paths
	Results string      `json:"results"` // in place of both: what score -o of the command wrote, or a table of scores
	Measure []string    `json:"measure"` // those of results

	Baseline        string              `json:"baseline"`         // the path of scores or texts
	BaselineSystems map[string][]string `json:"baseline_systems"` // in its place, texts by system
	Common          bool                `json:"common"`           // compare the segments that both sides have

	Floor             map[string]float64 `json:"floor"`      // by measure, the worst mean
	Margin            margins            `json:"margin"`     // one number, or by measure
	System            string             `json:"system"`     // that of the baseline to compare with
	MaxBroken         *brokenLimit       `json:"max_broken"` // a number, or a share such as 0.5%
	RequireConclusive bool               `json:"require_conclusive"`
	Update            bool               `json:"update"`
	Force             bool               `json:"force"`
	Worst             *int               `json:"worst"` // as the flags of wrd check
	testParams

	Report string `json:"report"` // and
	JUnit  string `json:"junit"`  // paths of files to write
}

// fileParams name files of texts, as the flags of the command do.
type fileParams struct {
	Candidates []string `json:"candidates"` // FILE or name=FILE
	References []string `json:"references"`
	Sources    string   `json:"sources"`
}

// texts returns the request for files, as they are scored by settings.
func (p *fileParams) texts(c *call, common bool) (*jobs.TextFiles, error) {
	t := &jobs.TextFiles{Settings: c.server.config.Said, References: p.References}
	references, sources := c.opened.Settings.Reads()
	t.Options = corpus.Options{Common: common, Sources: p.Sources, NeedSources: sources, WithoutReferences: !references}
	for _, candidate := range p.Candidates {
		system, err := text.ParseSystem(candidate)
		if err != nil {
			return nil, fmt.Errorf("candidates: %w", err)
		}
		t.Systems = append(t.Systems, system)
	}
	if len(t.Systems) == 0 {
		return nil, errors.New("candidates: found none, expected files")
	}
	return t, nil
}

// margins are numbers by the names of measures, or one for all of them.
type margins map[string]float64

func (m *margins) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(data, []byte("{")) {
		return json.Unmarshal(data, (*map[string]float64)(m))
	}
	var all *float64
	if err := json.Unmarshal(data, &all); err != nil || all == nil {
		return err
	}
	*m = margins{jobs.AllColumns: *all}
	return nil
}

// A brokenLimit is a number, or what check.ParseBrokenLimit reads.
type brokenLimit string

func (l *brokenLimit) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(data, []byte(`"`)) {
		return json.Unmarshal(data, (*string)(l))
	}
	*l = brokenLimit(data)
	return nil
}

// A Check is the result of the method check.
type Check struct {
	*jobs.Checked
	Passed bool `json:"passed"`
}

// check answers with what wrd check --format json prints.
func (c *call) check(ctx context.Context, p *checkParams) (*Check, error) {
	h := c.hostOfFiles()
	job := jobs.Check{Common: p.Common, Baseline: scores.File{Path: p.Baseline}, Update: p.Update, Page: p.Report,
		JUnit: p.JUnit, Scoring: c.server.config.Said}
	job.Rules = check.Rules{System: p.System, RequireConclusive: p.RequireConclusive, Force: p.Force,
		Worst: jobs.UsualWorst}
	if p.Worst != nil {
		job.Rules.Worst = *p.Worst
	}
	if p.MaxBroken != nil {
		limit, err := check.ParseBrokenLimit(string(*p.MaxBroken))
		if err != nil {
			return nil, fmt.Errorf("max_broken: %w", err)
		}
		job.Rules.MaxBroken = &limit
	}
	var err error
	if job.Rules.Tests, err = p.options(c); err != nil {
		return nil, err
	}
	if err := c.whatToCheck(ctx, h, p, &job); err != nil {
		return nil, err
	}
	if err := job.SetLimits(p.Floor, p.Margin); err != nil {
		return nil, err
	}
	checked, err := job.Run(ctx, h)
	if err != nil {
		return nil, err
	}
	return &Check{checked, !checked.Failed()}, nil
}

// whatToCheck gives a job its outputs, those of its baseline, and the columns that are judged.
func (c *call) whatToCheck(ctx context.Context, h jobs.Host, p *checkParams, job *jobs.Check) (err error) {
	said := c.server.config.Said
	measures := wording.Names(c.scorer.Measures())
	if purpose := said.Purpose; purpose != nil && said.Measures == nil && p.Results == "" {
		if both := jobs.MeasuresOfCheck(*purpose); both != nil {
			said.Measures, measures = both, both
		}
	}
	switch {
	case (p.Results != "") == (p.Files != nil || len(p.Systems) > 0), p.Files != nil && len(p.Systems) > 0:
		return errors.New("found none or several of systems, files and results, expected one of them")
	case p.BaselineSystems != nil && (p.Baseline != "" || len(p.Systems) == 0):
		return errors.New("baseline_systems: found no systems or baseline too, expected outputs of both sides as texts")
	case p.BaselineSystems != nil && p.Update:
		return errors.New("update: found a baseline of texts, expected the path of a file NAME.parquet to write")
	case p.Results != "":
		if p.Measure != nil {
			measures = p.Measure
		}
		job.Stored.Path = p.Results
	case p.Files != nil:
		if job.Texts, err = p.Files.texts(c, p.Common); err != nil {
			return err
		}
		job.Texts.Settings = said
	default:
		if job.Outputs, err = c.outputsOf(ctx, h, p, said); err != nil {
			return err
		}
		if p.BaselineSystems != nil {
			before := p.outputParams
			before.Systems = p.BaselineSystems
			corpus, err := c.corpusOf(&before)
			if err != nil {
				return fmt.Errorf("baseline: %w", err)
			}
			job.BaselineOutputs = &jobs.Outputs{Name: "the baseline", Corpus: corpus}
		}
	}
	for _, measure := range measures {
		column := jobs.ColumnOf(measure)
		if p.Results == "" {
			column = metric.Measure(measure).Main().String()
		}
		job.Rules.Columns = append(job.Rules.Columns, column)
	}
	return nil
}

// outputsOf returns the outputs of a request, which are scored by the settings of this worker, in the language of their
// references, or by other ones.
func (c *call) outputsOf(ctx context.Context, h jobs.Host, p *checkParams, said setup.Settings) (*jobs.Outputs, error) {
	corpus, err := c.corpusOf(&p.outputParams)
	if err != nil {
		return nil, err
	}
	outputs := &jobs.Outputs{Name: "the texts", Corpus: corpus, Said: said}
	if said.String() != c.server.config.Said.String() {
		outputs.Opened, err = h.OpenOutputs(ctx, outputs, said)
		return outputs, err
	}
	if err := c.follow(ctx, p.listed()...); err != nil {
		return nil, err
	}
	h.Tell(c.said)
	outputs.Opened = c.opened
	return outputs, nil
}
