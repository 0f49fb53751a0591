package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric"
)

// A choiceWriter prints choices: as text the chosen texts, a line each; as JSON {"signature": …, "choices": [{"group",
// "best", "text", "utility", "utilities"}]}, where null stands for a utility that does not exist.
type choiceWriter struct {
	out     *bufio.Writer
	json    bool
	rows    *parquet.ChoiceFile // of all utilities; nil if nobody asked for them
	written int64
}

func newChoiceWriter(w io.Writer, format, signature string) *choiceWriter {
	c := &choiceWriter{out: bufio.NewWriter(w), json: format == "json"}
	if c.json {
		quoted, _ := json.Marshal(signature)
		fmt.Fprintf(c.out, "{\"signature\": %s, \"choices\": [", quoted)
	}
	return c
}

func (c *choiceWriter) write(group metric.Group, choice metric.Choice) error {
	number := c.written
	c.written++
	if c.rows != nil {
		if err := c.rows.Write(number, group, choice); err != nil {
			return err
		}
	}
	text := group.Candidates[choice.Best]
	if !c.json {
		if strings.ContainsAny(text, "\r\n") {
			return fmt.Errorf("group %d: the chosen text has several lines, and --format text writes one per group: "+
				"expected --format json", number)
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
	if number > 0 {
		c.out.WriteByte(',')
	}
	c.out.WriteByte('\n')
	line, err := json.Marshal(row)
	if err != nil {
		return err
	}
	_, err = c.out.Write(line)
	return err
}

func (c *choiceWriter) close() error {
	if c.json {
		c.out.WriteString("\n]}\n")
	}
	return c.out.Flush()
}
