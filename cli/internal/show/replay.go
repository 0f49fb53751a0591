package show

import (
	"fmt"
	"io"
	"strings"

	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/odd"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation/repeat"
)

// Replay writes whether the results of path are what they were, as text or JSON.
func Replay(w io.Writer, format, path string, r *repeat.Report) error {
	if format == "json" {
		return render.JSON(w, r)
	}
	each := "each of "
	if len(r.Systems) == 1 {
		each = ""
	}
	of := fmt.Sprintf("%s; %s of %s%s", strings.Join(r.Columns, ", "), wording.Counted(int(r.Segments), "segment"), each,
		wording.Counted(len(r.Systems), "system"))
	if r.Same {
		render.Prose(w, fmt.Sprintf("%s: each of %d values has the same bits (%s).", path, r.Values, of))
	} else {
		render.Prose(w, fmt.Sprintf("%s: %d of %s (%s).", path, r.Different, ofValues(r), of))
		rows := [][]string{{"system", "segment", "value", "stored", "now"}}
		for _, d := range r.Differences {
			segment := d.Segment
			if segment == "" {
				segment = render.Absent
			}
			rows = append(rows, []string{d.System, segment, d.Value, d.Stored, d.Now})
		}
		fmt.Fprintln(w)
		if err := render.Columns(w, rows, 3); err != nil {
			return err
		}
		if rest := r.Different - int64(len(r.Differences)); rest > 0 {
			render.Lines(w, fmt.Sprintf("… and %s more", fmt.Sprint(rest)))
		}
		fmt.Fprintln(w)
	}
	var notes []string
	for _, change := range r.Changed {
		notes = append(notes, fmt.Sprintf("Changed since: %s, from %s to %s.", change.Part, orNone(change.Stored),
			orNone(change.Now)))
	}
	if !r.Same && len(r.Changed) == 0 {
		notes = append(notes, "The signature is the same: a file was changed after it was written, or two programs of the "+
			"same version differ. wrd is meant to give the same bits on every machine; please report it if neither is so.")
	}
	if !r.Same {
		notes = append(notes, fmt.Sprintf("What to do about it: %s.", odd.Elsewhere))
	}
	if len(r.External) > 0 {
		notes = append(notes, fmt.Sprintf("Kept as they are, for other programs made them: %s.",
			strings.Join(r.External, ", ")))
	}
	render.Prose(w, notes...)
	return render.Lines(w, r.Signature)
}

// ofValues counts the values, of which some differ.
func ofValues(r *repeat.Report) string {
	if r.Different == 1 {
		return fmt.Sprintf("%d values differs", r.Values)
	}
	return fmt.Sprintf("%d values differ", r.Values)
}

func orNone(value string) string {
	if value == "" {
		return "not there"
	}
	return value
}
