package html

import (
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/inspection"
)

// A findingView is what was found in outputs, with how many of each system have it.
type findingView struct {
	Name    string
	Neutral bool // may well be right
	Bit     int
	Counts  []int         // of each system
	Links   []findingLink // those that are not 0
	Example *exampleView  // nil if none is listed
}

// A findingLink leads to the outputs of a system with a finding or a status.
type findingLink struct {
	Name           string // of the system, "" for all where all have as many
	System, Count  int
	Finding, State string // of one of them
}

// An exampleView quotes one output or reference.
type exampleView struct {
	Row                   int
	System, Segment, Text string
	Empty                 string // what is empty where another text is quoted, "" elsewhere
}

// longestExample is how many characters of an output are quoted.
const longestExample = 90

// findings counts statuses and findings: what is wrong comes first, then what may well be right.
func (v *view) findings(r *Report) {
	for _, s := range r.Systems {
		for status := range s.Status {
			if shown := visible.Text(status); !slices.Contains(v.Statuses, shown) {
				v.Statuses = append(v.Statuses, shown)
			}
		}
	}
	slices.Sort(v.Statuses)
	for _, s := range r.Systems {
		row := countView{System: visible.Text(s.System), Counts: make([]int, len(v.Statuses))}
		for status, n := range s.Status {
			row.Counts[slices.Index(v.Statuses, visible.Text(status))] += n
		}
		v.Status = append(v.Status, row)
	}
	// The texts tell of these as findings.
	empty := []metric.Status{metric.EmptyCandidate, metric.EmptyReference, metric.BothEmpty}
	for k, status := range v.Statuses {
		if status == metric.OK.String() || r.Findings != nil &&
			slices.ContainsFunc(empty, func(s metric.Status) bool { return status == s.String() }) {
			continue
		}
		row := findingView{Name: "status " + status}
		most := 0
		for i, s := range v.Status {
			if n := s.Counts[k]; n > 0 {
				row.Links = append(row.Links, findingLink{Name: s.System, System: i, Count: n, State: status})
			}
			if s.Counts[k] > v.Status[most].Counts[k] {
				most = i
			}
		}
		row.Example = example(r, most, false, func(o *inspection.Output) bool { return visible.Text(o.Status) == status })
		v.States = append(v.States, row)
	}
	for bit, title := range inspection.FindingNames() {
		if r.Findings == nil || r.Findings[bit] == 0 {
			continue
		}
		v.Findings = append(v.Findings, newFinding(r, bit, title))
	}
	slices.SortStableFunc(v.Findings, func(a, b findingView) int {
		switch {
		case a.Neutral == b.Neutral:
			return 0
		case a.Neutral:
			return 1
		}
		return -1
	})
}

func newFinding(r *Report, bit int, title string) findingView {
	const neutral = inspection.FoundReferenceCopy | inspection.FoundRepeatedReference
	row := findingView{Name: title, Bit: bit, Neutral: neutral>>bit&1 == 1}
	most := 0 // the system that has it most often is quoted
	for i, s := range r.Systems {
		n := s.Findings[bit]
		row.Counts = append(row.Counts, n)
		if n > row.Counts[most] {
			most = i
		}
		if n > 0 {
			row.Links = append(row.Links, findingLink{Name: visible.Text(s.System), System: i, Count: n,
				Finding: title})
		}
	}
	const ofReference = inspection.FoundEmptyReference | inspection.FoundRepeatedReference | inspection.FoundReferenceEncoding
	if len(row.Links) > 1 && ofReference>>bit&1 == 1 && slices.Min(row.Counts) == slices.Max(row.Counts) {
		row.Links = row.Links[:1]
		row.Links[0].Name = ""
	}
	row.Example = example(r, most, ofReference>>bit&1 == 1,
		func(o *inspection.Output) bool { return o.Findings>>bit&1 == 1 })
	return row
}

// example quotes the first output of a system that has something, or its reference. Of an empty one it quotes the other.
func example(r *Report, system int, ofReference bool, has func(o *inspection.Output) bool) *exampleView {
	for i := range r.Rows {
		row := &r.Rows[i]
		output := &row.Outputs[system]
		if !has(output) {
			continue
		}
		reference := ""
		if len(row.References) > 0 {
			reference = row.References[0]
		}
		text, other, of, ofOther := output.Candidate, reference, visible.Text(r.Systems[system].System), "reference"
		if ofReference {
			text, other, of, ofOther = other, text, ofOther, of
		}
		e := &exampleView{Row: i, System: of, Segment: clipped(row.Segment.String(), longestExample)}
		if text = strings.TrimSpace(text); text == "" {
			e.Empty, e.System, text = of, ofOther, strings.TrimSpace(other)
		}
		if e.Text = clipped(text, longestExample); text == "" {
			return nil
		}
		return e
	}
	return nil
}
