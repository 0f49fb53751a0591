package show

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
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

// Write prints the choice of group number, counted from 0.
func (c *Choices) Write(number int64, group metric.Group, choice metric.Choice) error {
	text := group.Candidates[choice.Best]
	if c.stream == nil {
		if strings.ContainsAny(text, "\r\n") {
			return fmt.Errorf("group %d: the chosen text has several lines, and --format text writes one per group: "+
				"expected --format json", number+1)
		}
		if c.logged && visible.Uncommanded(text) != text {
			return fmt.Errorf("group %d: the chosen text, %s, is a command to this CI server, whose log may show it: "+
				"expected > FILE, or --format json", number+1, wording.Quote(text))
		}
		c.out.WriteString(text)
		return c.out.WriteByte('\n')
	}
	row := struct {
		Group     int64      `json:"group"`
		Best      int        `json:"best"`
		Text      string     `json:"text"`
		Utility   *float64   `json:"utility"`
		Utilities []*float64 `json:"utilities,omitempty"`
	}{Group: number, Best: choice.Best, Text: text, Utility: render.OrNull(choice.Utility)}
	for _, u := range choice.Utilities {
		row.Utilities = append(row.Utilities, render.OrNull(u))
	}
	return c.stream.Item(row)
}

// Close prints what is left.
func (c *Choices) Close() error {
	if c.stream == nil {
		return c.out.Flush()
	}
	return c.stream.Close()
}
