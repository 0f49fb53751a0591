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

// An exampleView quotes one output.
type exampleView struct {
	Row                   int
	System, Segment, Text string
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
	for k, status := range v.Statuses {
		if status == metric.OK.String() {
			continue
		}
		row := findingView{Name: "status " + status}
		for i, s := range v.Status {
			if n := s.Counts[k]; n > 0 {
				row.Links = append(row.Links, findingLink{Name: s.System, System: i, Count: n, State: status})
			}
		}
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
	row.Example = example(r, most, bit, ofReference>>bit&1 == 1)
	return row
}

// example quotes the first output of a system with a finding, or its reference.
func example(r *Report, system, bit int, ofReference bool) *exampleView {
	for i := range r.Rows {
		row := &r.Rows[i]
		output := &row.Outputs[system]
		if output.Findings>>bit&1 == 0 {
			continue
		}
		text, of := output.Candidate, visible.Text(r.Systems[system].System)
		if ofReference {
			of = "reference"
			if len(row.References) > 0 {
				text = row.References[0]
			}
		}
		if text = strings.TrimSpace(text); text == "" {
			return nil
		}
		return &exampleView{i, of, clipped(row.Segment.String(), longestExample), clipped(text, longestExample)}
	}
	return nil
}
