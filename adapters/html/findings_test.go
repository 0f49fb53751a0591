package html_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/inspection"
)

// Each count of a finding leads to the outputs of its system, and quotes one; what may well be right comes last.
func TestFindings(t *testing.T) {
	r := report(t, 3)
	page := written(t, r)
	list := regexp.MustCompile(`(?s)<ul class="findings">.*</ul>`).FindString(page)
	for i, s := range r.Systems {
		for bit, n := range s.Findings {
			link := fmt.Sprintf(`<a data-system="%d" data-finding="%s">`, i, inspection.FindingNames()[bit])
			if n > 0 != strings.Contains(list, link) && bit != 3 && bit != 12 { // those of references are of all systems
				t.Errorf("%d outputs of system %d have finding %d, and the list is %s", n, i, bit, list)
			}
		}
	}
	if !strings.Contains(list, "<q dir=\"auto\">candidate 0&lt;/script&gt;") ||
		!strings.Contains(list, `<a data-row="0">`) {
		t.Errorf("found no example in %s", list)
	}
	if at := strings.Index(list, `<li class="neutral">`); at < strings.LastIndex(list, "<li>") {
		t.Errorf("what is neutral does not come last: %s", list)
	}
}

// What is empty is one finding, with the text of the other side; other statuses quote an output.
func TestFindingsOfStatus(t *testing.T) {
	r := report(t, 3)
	empty := inspection.FoundEmptyCandidate
	for i, status := range []string{"empty_candidate", "no_known_candidate"} {
		r.Rows[i].Outputs[0].Status = status
	}
	r.Systems[0].Status = map[string]int{"empty_candidate": 1, "no_known_candidate": 1, "ok": 1}
	r.Rows[0].Outputs[0].Candidate, r.Rows[0].Outputs[0].Findings = "", empty
	r.Findings[0], r.Systems[0].Findings[0] = 1, 1
	list := regexp.MustCompile(`(?s)<ul class="findings">.*</ul>`).FindString(written(t, r))
	for _, want := range []string{`<b>empty output</b>`, `nothing, where the reference is <q dir="auto">`,
		`<b>status no_known_candidate</b>`} {
		if !strings.Contains(list, want) {
			t.Errorf("the list lacks %s: %s", want, list)
		}
	}
	if strings.Contains(list, "empty_candidate") {
		t.Errorf("an empty output is listed twice: %s", list)
	}
	if i := strings.Index(list, "no_known_candidate"); i < 0 || !strings.Contains(list[i:strings.Index(list[i:], "</li>")+i], "<q ") {
		t.Errorf("a status has no example: %s", list)
	}
}
