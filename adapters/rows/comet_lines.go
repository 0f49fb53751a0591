package rows

import (
	"fmt"
	"io"
	"strconv"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/lazy"
	"github.com/wordrotator/wrd/internal/wording"
)

// cometLine is what comet-score prints: for each segment and file, and at the end, without a segment, for each file.
// Older versions print "Segment 0⇥score: 0.8" and "System score: 0.8" of the only file.
var (
	cometLine  = lazy.Regexp(`^([^\t]+)\t(?:Segment ([0-9]+)\t)?score: (-?[0-9.]+|nan)(?:\tvariance: \S+)?$`)
	cometAlone = lazy.Regexp(`^(?:Segment ([0-9]+)\s+|System )score: (-?[0-9.]+|nan)$`)
)

// cometSaved is the last line that comet-score prints with --to_json.
var cometSaved = lazy.Regexp(`^Predictions saved in: `)

// newCOMETLines reads the lines that comet-score prints, whose segments of each file must come in order. Without lines of
// segments (--only_system, --quiet) the scores of systems are a table of one segment.
func newCOMETLines(lines *text.Reader, name string) (*Rows, error) {
	var segments, systems []fields
	seen := map[string]int{} // segments by file
	for {
		line, err := lines.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if len(line) == 0 || cometSaved().Match(line) {
			continue
		}
		parts := cometLine().FindStringSubmatch(string(line))
		if alone := cometAlone().FindStringSubmatch(string(line)); alone != nil {
			parts = []string{"", name, alone[1], alone[2]}
		}
		if parts == nil {
			return nil, fmt.Errorf("%s:%d: found %s, expected what comet-score prints: FILE⇥Segment 0⇥score: 0.8; "+
				"comet-score --to_json writes a file that is read, too", name, lines.Line(), wording.Quote(string(line)))
		}
		system, err := text.ParseSystem("./" + parts[1])
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, lines.Line(), err)
		}
		row := fields{lineNumber: lines.Line(), fields: []string{system.Name, parts[3]}}
		if parts[2] == "" {
			systems = append(systems, row)
			continue
		}
		if n := seen[parts[1]]; parts[2] != strconv.Itoa(n) {
			return nil, fmt.Errorf("%s:%d: found segment %s of %s, expected segment %d", name, lines.Line(), parts[2],
				wording.Quote(parts[1]), n)
		}
		seen[parts[1]]++
		segments = append(segments, row)
	}
	if len(segments) == 0 {
		segments = systems
	}
	return rowsOf(name, []string{string(System), cometColumn}, segments)
}

// cometColumn is the column of scores.
const cometColumn = "COMET"

// newCOMETCompare reads what comet-compare --to_json writes: one object with lists of texts and of scores.
func newCOMETCompare(lines *text.Reader, name string) (*Rows, error) {
	columns := []string{string(System), cometColumn, string(Candidate), string(Reference), string(Source)}
	return splitObjects(lines, name, columns, splitCOMETCompare)
}

func splitCOMETCompare(o *jsonRow) (rows []*values, err error) {
	list := func(member string, of any, n int) ([]any, error) {
		values, ok := of.([]any)
		switch {
		case of == nil && n >= 0:
			return make([]any, n), nil
		case !ok:
			return nil, fmt.Errorf("member %q: found %s, expected an array", member, kindOf(of))
		case n >= 0 && len(values) != n:
			return nil, fmt.Errorf("member %q: found %d elements, expected %d, one for each score", member, len(values), n)
		}
		return values, nil
	}
	translations, err := list("translations", o.value("translations"), -1)
	if err != nil {
		return nil, err
	}
	for _, v := range translations {
		t, ok := v.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("member %q: found %s, expected an object", "translations", kindOf(v))
		}
		path, ok := t["name"].(string)
		if !ok {
			return nil, fmt.Errorf("member %q: found %s, expected the file of a system", "name", kindOf(t["name"]))
		}
		system, err := text.ParseSystem("./" + path)
		if err != nil {
			return nil, err
		}
		scores, err := list("scores", t["scores"], -1)
		if err != nil {
			return nil, err
		}
		texts := map[Role][]any{}
		for role, of := range map[Role]any{Candidate: t["mt"], Reference: o.value("reference"), Source: o.value("source")} {
			if texts[role], err = list(string(role), of, len(scores)); err != nil {
				return nil, err
			}
		}
		for i, score := range scores {
			rows = append(rows, &values{o.lineNumber, map[string]any{
				string(System): system.Name, cometColumn: score, string(Candidate): texts[Candidate][i],
				string(Reference): texts[Reference][i], string(Source): texts[Source][i]}})
		}
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("found no translations, expected some")
	}
	return rows, nil
}
