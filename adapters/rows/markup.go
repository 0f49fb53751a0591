package rows

import (
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/lazy"
	"github.com/wordrotator/wrd/internal/wording"
)

// Test sets of WMT are SGML (srcset, refset, tstset) until 2020 and XML (dataset) since then. Their texts are the elements
// seg, in the order of the file; of XML those in src, ref or hyp, by the role that the file is read for. Several systems
// are a column system, several translators a column each.

// markupStart is how such a file begins, and other files of tags, which are no texts.
var markupStart = lazy.Regexp(`(?i)^\s*<(\?xml|!doctype|!--|srcset|refset|tstset|hypset|mteval|dataset|html)\b`)

// isMarkup says whether a file that begins like this is SGML, XML or HTML.
func isMarkup(start string) bool {
	return strings.HasPrefix(strings.TrimLeft(start, " \t\r\n"), "<") && markupStart().MatchString(start)
}

// A segment is an element seg.
type markedSegment struct {
	role Role   // of the element around it
	name string // of the system or translator, "" if none is given
	doc  string // "" if none is given
	text string
	line int64
}

// roleElements are the elements around those of texts.
var roleElements = map[string]Role{"srcset": Source, "src": Source, "refset": Reference, "ref": Reference,
	"tstset": Candidate, "hypset": Candidate, "hyp": Candidate}

// openMarkup returns what opens a test set for a role.
func openMarkup(role Role) opener {
	return func(lines *text.Reader, name string) (*Rows, error) {
		segments, err := readMarkup(lines, name)
		if err != nil {
			return nil, err
		}
		other := Role("")
		if len(segments) > 0 {
			other = segments[0].role
		}
		if slices.ContainsFunc(segments, func(s markedSegment) bool { return s.role != other }) { // XML with several roles
			segments = slices.DeleteFunc(segments, func(s markedSegment) bool { return s.role != role })
		}
		if len(segments) == 0 {
			return nil, fmt.Errorf("%s: found SGML, XML or HTML without <seg> for the role %s, expected a test set of WMT or one "+
				"text per line", name, role)
		}
		return markedRows(name, role, segments)
	}
}

// markedRows returns the texts as a table: one column a translator, or a column system where there are several; and one of
// documents where these have names.
func markedRows(name string, role Role, segments []markedSegment) (*Rows, error) {
	var names []string
	of := map[string][]markedSegment{}
	for _, s := range segments {
		if of[s.name] == nil {
			names = append(names, s.name)
		}
		of[s.name] = append(of[s.name], s)
	}
	columns, together := []string{string(role)}, segments
	several := len(names) > 1 && role == Candidate
	switch {
	case several:
		columns, together = []string{string(System), string(Candidate)}, nil
		for _, system := range names {
			together = append(together, of[system]...)
		}
	case len(names) > 1:
		together = of[names[0]]
		for k, translator := range names[1:] {
			columns = append(columns, fmt.Sprintf("%s_%d", role, k+2))
			if n := len(of[translator]); n != len(together) {
				return nil, fmt.Errorf("%s: found %s of %s and %d of %s, expected the same number", name,
					wording.Counted(len(together), "segment"), wording.Quote(names[0]), n, wording.Quote(translator))
			}
		}
	}
	documents := slices.ContainsFunc(segments, func(s markedSegment) bool { return s.doc != "" })
	if documents {
		columns = append(columns, string(Doc))
	}
	rows := make([]fields, len(together))
	for i, s := range together {
		row := []string{s.text}
		switch {
		case several:
			row = []string{s.name, s.text}
		case len(names) > 1:
			for _, translator := range names[1:] {
				row = append(row, of[translator][i].text)
			}
		}
		if documents {
			row = append(row, s.doc)
		}
		rows[i] = fields{lineNumber: s.line, fields: row}
	}
	return rowsOf(name, columns, rows)
}

// markupReader collects the segments of a test set.
type markupReader struct {
	name     string
	segments []markedSegment
	now      markedSegment   // what the elements around say
	inside   bool            // a seg
	text     strings.Builder // of it
}

// readMarkup reads a test set.
func readMarkup(lines *text.Reader, name string) ([]markedSegment, error) {
	r := markupReader{name: name}
	open := "" // a tag whose end is on a later line
	for {
		line, err := lines.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		rest := open + string(line)
		for open = ""; rest != ""; {
			before, tag, found := strings.Cut(rest, "<")
			if r.add(before); !found {
				break
			}
			inTag, after, closed := strings.Cut(tag, ">")
			if !closed && !r.inside {
				open = "<" + tag + " "
				break
			}
			if !closed || r.inside && !strings.EqualFold(strings.TrimSpace(inTag), "/seg") { // a text may have a <, too
				r.add("<")
				rest = tag
				continue
			}
			r.tag(inTag, lines.Line())
			rest = after
		}
		r.add(" ")
		if r.text.Len()+len(open) > text.MaxLine {
			return nil, fmt.Errorf("%s:%d: found a <seg> longer than %d MiB, expected one that is closed", name, lines.Line(),
				text.MaxLine>>20)
		}
	}
	if r.inside {
		return nil, fmt.Errorf("%s:%d: found <seg> without its end, expected </seg>", name, r.now.line)
	}
	return r.segments, nil
}

// add adds to the text of the segment, if it is inside one.
func (r *markupReader) add(text string) {
	if r.inside {
		r.text.WriteString(text)
	}
}

// tag takes what stands between < and >.
func (r *markupReader) tag(tag string, line int64) {
	element, attributes, _ := strings.Cut(strings.TrimSpace(tag), " ")
	element = strings.ToLower(element)
	role, isRole := roleElements[element]
	switch {
	case element == "seg":
		r.inside, r.now.line = true, line
		r.text.Reset()
	case element == "/seg" && r.inside:
		r.inside = false
		r.now.text = strings.Join(strings.Fields(html.UnescapeString(r.text.String())), " ")
		r.segments = append(r.segments, r.now)
	case isRole:
		r.now.role, r.now.name = role, attribute(attributes, "system", "translator", "refid", "sysid")
	case element == "doc":
		r.now.doc = attribute(attributes, "docid", "id")
		if name := attribute(attributes, "sysid"); name != "" && r.now.role == Candidate {
			r.now.name = name
		}
	}
}

// attributesOf are name="value".
var attributesOf = lazy.Regexp(`([A-Za-z_:]+)\s*=\s*("[^"]*"|'[^']*')`)

// attribute returns the value of the first of some attributes, "" for none.
func attribute(attributes string, names ...string) string {
	for _, found := range attributesOf().FindAllStringSubmatch(attributes, -1) {
		if slices.Contains(names, strings.ToLower(found[1])) {
			return html.UnescapeString(strings.Trim(found[2], `"'`))
		}
	}
	return ""
}
