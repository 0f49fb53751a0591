package rows

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/lazy"
	"github.com/wordrotator/wrd/internal/wording"
)

// wmt25Reference is what texts of people are called among those of systems.
var wmt25Reference = lazy.Regexp(`^ref[A-Z]?$`)

// wmt25Columns are the columns of the human evaluation of WMT25.
var wmt25Columns = []string{string(System), string(SegmentID), string(Group), string(Domain), string(Doc), string(IsHuman),
	string(Candidate), string(Reference), string(Source), "human", string(Spans)}

// A wmt25Reader splits an object for each document, or part of one, with texts and judgments by system.
type wmt25Reader struct {
	texts bool           // whether texts are wanted, and otherwise judgments
	seen  map[string]int // objects by document
}

// newWMT25Scores reads wmt25-genmt-humeval.jsonl: a row for each system that was judged. The score is the mean of its
// judgments.
func newWMT25Scores(lines *text.Reader, name string) (*Rows, error) {
	return newWMT25(lines, name, false)
}

// newWMT25Texts reads the texts of the same file: a row for each system, with the references.
func newWMT25Texts(lines *text.Reader, name string) (*Rows, error) {
	return newWMT25(lines, name, true)
}

func newWMT25(lines *text.Reader, name string, texts bool) (*Rows, error) {
	r := &wmt25Reader{texts, map[string]int{}}
	return splitObjects(lines, name, wmt25Columns, r.split)
}

// under returns the values of the members of an object, by their names, which may have dots. Those of an object in it follow
// it, see jsonRow.
func (o *jsonRow) under(object string) map[string]any {
	found := map[string]any{}
	var inner map[string]any // the object that was found last
	var owner string
	for i := range o.members {
		m := &o.members[i]
		name, ok := strings.CutPrefix(m.column, object+".")
		if !ok {
			continue
		}
		value := o.value(m.column)
		if member, ok := strings.CutPrefix(name, owner+"."); ok && inner != nil && m.kind != jsontext.KindBeginObject {
			inner[member] = value
			continue
		}
		found[name], owner = value, name
		inner, _ = value.(map[string]any)
	}
	return found
}

func (r *wmt25Reader) split(o *jsonRow) (rows []*values, err error) {
	doc, ok := o.value("doc_id").(string)
	if !ok {
		return nil, fmt.Errorf("member %q: found %s, expected the id of a document", "doc_id", kindOf(o.value("doc_id")))
	}
	texts, judged := o.under("tgt_text"), o.under("scores")
	sources := parts(o.value("src_text"))
	var references []string
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if wmt25Reference().MatchString(name) {
			references = append(references, name)
		}
	}
	systems := slices.Sorted(maps.Keys(judged))
	if r.texts {
		systems = slices.DeleteFunc(slices.Sorted(maps.Keys(texts)), wmt25Reference().MatchString)
	}
	for i, source := range sources {
		segment := doc
		if n := r.seen[doc]; n > 0 { // an object for each part of a document
			segment += "/" + strconv.Itoa(n+1)
		}
		r.seen[doc]++
		same := map[string]any{string(SegmentID): segment, string(Doc): doc, string(Source): source}
		if names := strings.Split(doc, "_#_"); len(names) > 2 {
			same[string(Group)], same[string(Domain)] = names[0], names[1]
		}
		var of []any
		for _, name := range references {
			if list := parts(texts[name]); i < len(list) && list[i] != nil {
				of = append(of, list[i])
			}
		}
		if of != nil {
			same[string(Reference)] = of
		}
		for _, system := range systems {
			row := maps.Clone(same)
			row[string(System)], row[string(IsHuman)] = system, wmt25Reference().MatchString(system)
			list := parts(texts[system])
			if i < len(list) {
				row[string(Candidate)] = list[i]
			}
			judgments := judged[system]
			if all, ok := judgments.([]any); ok && len(sources) > 1 { // one for each part
				if len(all) != len(sources) {
					return nil, fmt.Errorf("scores of %s: found %d, expected one for each of %d parts of the document",
						wording.Quote(system), len(all), len(sources))
				}
				judgments = all[i]
			}
			if err := judge(row, system, judgments); err != nil {
				return nil, err
			}
			rows = append(rows, &values{o.lineNumber, row})
		}
	}
	return rows, nil
}

// parts returns the parts of a text: those of a list, or the text itself.
func parts(of any) []any {
	if list, ok := of.([]any); ok {
		return list
	}
	return []any{of}
}

// judge gives a row the mean of the judgments of a system and the errors that were marked.
func judge(row map[string]any, system string, judgments any) error {
	sum, n := 0.0, 0
	var errors []any
	for _, v := range parts(judgments) {
		judgment, ok := v.(map[string]any)
		if v == nil {
			continue
		}
		if !ok {
			return fmt.Errorf(`scores of %s: found %s, expected an object or a list of such: {"human": 80}`,
				wording.Quote(system), kindOf(v))
		}
		score, err := member{judgment["human"]}.number()
		if err != nil {
			return fmt.Errorf("scores of %s: human: %w", wording.Quote(system), err)
		}
		if score == score {
			sum, n = sum+score, n+1
		}
		marked, _ := judgment["errors"].([]any)
		errors = append(errors, marked...)
	}
	if n > 0 {
		row["human"] = json.Number(strconv.FormatFloat(sum/float64(n), 'g', -1, 64))
	}
	if errors != nil {
		row[string(Spans)] = errors
	}
	return nil
}
