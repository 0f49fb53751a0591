package worker

import (
	"bytes"
	"context"
	"errors"

	"github.com/wordrotator/wrd/adapters/replay"
	"github.com/wordrotator/wrd/adapters/setup"
)

// replayParams name stored results.
type replayParams struct {
	Path     string         `json:"path"`     // of segments.parquet, or its folder
	Settings setup.Settings `json:"settings"` // replay.Settings.Files
	Listed   int            `json:"listed"`   // 0 means as many as the command lists
}

// replay answers with an repeat.Report. The settings are those of the results, not those of the worker.
func (c *call) replay(ctx context.Context, p *replayParams) (any, error) {
	if p.Path == "" {
		return nil, errors.New("path: found none, expected the results that wrd score -o wrote")
	}
	var e setup.Environment
	if c.server.settings.Environment != nil {
		e = *c.server.settings.Environment
	}
	e.Stdin, e.Workers = bytes.NewReader(nil), c.server.settings.Workers // standard input has requests
	return replay.Results(ctx, p.Path, &e, replay.Settings{Files: p.Settings, Listed: p.Listed, Progress: c.progress})
}
