package jobs

import (
	"context"

	"github.com/wordrotator/wrd/adapters/replay"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/metric/evaluation/repeat"
)

// Replay asks whether stored results have the bits that their texts and settings give now. Its record is a
// repeat.Report.
type Replay struct {
	Path   string         // of segments.parquet, or its folder
	Files  setup.Settings // where files of the settings are now, see replay.Results
	Listed int            // how many differences are listed at most; 0 for the usual number
}

// Run scores the results again.
func (r Replay) Run(ctx context.Context, h Host) (*repeat.Report, error) {
	return replay.Results(ctx, r.Path, h.Environment,
		r.Files, r.Listed, h.Progress)
}
