package flags

import (
	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// ProgressOf shows the progress of an evaluation that counts bytes.
func ProgressOf(c *cli.Context) evaluation.Progress {
	return func(what string, position func() (done, total int64)) (stop func()) {
		return render.Progress(c.App.ErrWriter, what, true, position)
	}
}

// ShareProgressOf shows the progress of an evaluation that counts no bytes: the share that is done, and the time that
// it may still take.
func ShareProgressOf(c *cli.Context) evaluation.Progress {
	return func(what string, position func() (done, total int64)) (stop func()) {
		return render.Progress(c.App.ErrWriter, what, false, position)
	}
}
