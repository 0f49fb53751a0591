package worker

import (
	"context"
	"errors"

	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/metric/evaluation/repeat"
)

// replayParams name stored results.
type replayParams struct {
	Path     string         `json:"path"`     // a folder of wrd score -o, a segments.parquet or a baseline
	Settings setup.Settings `json:"settings"` // for files that moved, such as {"vectors": "moved.vec"}
	Listed   int            `json:"listed"`   // how many differences to list
}

// replay answers with what wrd replay --format json prints, by the settings of the results.
func (c *call) replay(ctx context.Context, p *replayParams) (*repeat.Report, error) {
	if p.Path == "" {
		return nil, errors.New("path: found none, expected the results that wrd score -o wrote")
	}
	return jobs.Replay{Path: p.Path, Files: p.Settings, Listed: p.Listed}.Run(ctx, c.hostOfFiles())
}
