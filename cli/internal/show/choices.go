package show

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
)

// Choices prints choices of groups: as text the chosen texts, a line each; as JSON {"signature": …, "settings": …,
// "choices": [{"group", "best", "text", "utility", "utilities"}]}, where null stands for a utility that does not exist.
type Choices struct {
	out    *bufio.Writer
	stream *render.Stream // of JSON; nil for text
	logged bool           // whether the log of a CI server may show the texts
}

// NewChoices begins to print to w.
func NewChoices(w io.Writer, format string, run parquet.Run) *Choices {
	if format == "json" {
		return &Choices{stream: render.NewStream(w, run.Signature, run.Settings, "choices")}
	}
	return &Choices{out: bufio.NewWriter(render.Exact(w)), logged: render.Logged(w)}
}

// Write prints a choice.
func (c *Choices) Write(choice jobs.Choice) error {
	if c.stream != nil {
		return c.stream.Item(choice)
	}
	text := choice.Text
	if strings.ContainsAny(text, "\r\n") {
		return fmt.Errorf("group %d: the chosen text has several lines, and --format text writes one per group: "+
			"expected --format json", choice.Group+1)
	}
	if c.logged && visible.Uncommanded(text) != text {
		return fmt.Errorf("group %d: the chosen text, %s, is a command to this CI server, whose log may show it: "+
			"expected > FILE, or --format json", choice.Group+1, wording.Quote(text))
	}
	c.out.WriteString(text)
	return c.out.WriteByte('\n')
}

// Close prints what is left.
func (c *Choices) Close() error {
	if c.stream == nil {
		return c.out.Flush()
	}
	return c.stream.Close()
}
