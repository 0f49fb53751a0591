package worker

import (
	"context"
	"errors"

	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/setup"
)

// replayParams name stored results.
type replayParams struct {
	Path     string         `json:"path"`     // of segments.parquet, or its folder
	Settings setup.Settings `json:"settings"` // replay.Settings.Files
	Listed   int            `json:"listed"`   // 0 means as many as the command lists
}

// replay answers with what wrd replay --format json prints. The settings are those of the results, not those of the worker.
func (c *call) replay(ctx context.Context, p *replayParams) (any, error) {
	if p.Path == "" {
		return nil, errors.New("path: found none, expected the results that wrd score -o wrote")
	}
	return jobs.Replay{Path: p.Path, Files: p.Settings, Listed: p.Listed}.Run(ctx, c.hostOfFiles())
}
