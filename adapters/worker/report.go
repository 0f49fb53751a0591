package worker

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/inspection"
)

// reportParams are outputs of systems, or the path of results, and the file for the page.
type reportParams struct {
	outputParams
	Results string `json:"results"` // in place of texts: what wrd score -o wrote, or a table of scores
	Output  string `json:"output"`  // the path of the page to write
}

// A Report is the result of the method report.
type Report struct {
	jobs.Reported
	Warnings []string `json:"warnings,omitempty"`
}

// host is where the jobs of a request run. Their notices are among what is said of the request.
func (c *call) host() jobs.Host {
	var e setup.Environment
	if c.server.config.Environment != nil {
		e = *c.server.config.Environment
	}
	e.Stdin, e.Workers = nil, c.server.config.Workers // standard input has requests
	e.Notify, e.Progress = func(notice string) { c.said = append(c.said, notice) }, c.progress
	return jobs.Host{Environment: &e, Names: c.server.config.Names}
}

// hostOfFiles is a host whose notices are no part of the record of its jobs.
func (c *call) hostOfFiles() jobs.Host {
	h := c.host()
	h.Notify = func(notice string) { c.notices = append(c.notices, notice) }
	return h
}

// report writes a page, as wrd report and wrd score --report do.
func (c *call) report(ctx context.Context, p *reportParams) (*Report, error) {
	if p.Output == "" {
		return nil, errors.New("output: found none, expected the path of a file to write")
	}
	if (p.Results == "") == (len(p.Systems) == 0) {
		return nil, errors.New("found systems and results, or neither, expected one of them")
	}
	h := c.host()
	if p.Results != "" {
		input := scores.File{Path: p.Results}
		found, err := jobs.Report{Tables: jobs.Tables{Tables: []scores.File{input}}, Output: p.Output}.Run(ctx, h)
		if err != nil {
			return nil, err
		}
		return &Report{*found, c.said}, nil
	}
	for _, name := range slices.Sorted(maps.Keys(p.Human)) {
		if !evaluation.IsHuman(name) {
			p.Human[evaluation.UsualHuman+"."+name] = p.Human[name]
			delete(p.Human, name)
		}
	}
	if err := c.follow(ctx, p.listed()...); err != nil {
		return nil, err
	}
	corpus, err := c.corpusOf(&p.outputParams)
	if err != nil {
		return nil, err
	}
	opened := c.opened
	jobs.AlignForPage(&opened.Options)
	kept, scored, err := h.KeepScored(ctx, opened, corpus, nil, nil)
	if err != nil {
		return nil, err
	}
	defer kept.Close()
	contents := inspection.Contents{}
	contents.Compare.Tests.Seed, contents.Compare.Tests.Workers = evaluation.DefaultSeed, h.Workers
	if err := kept.Write(ctx, h, p.Output, contents, nil); err != nil {
		return nil, err
	}
	return &Report{jobs.Reported{Systems: corpus.Systems, Segments: len(scored.Segments)},
		append(c.said, say.Reading(scored.Read...)...)}, nil
}
