package rows

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/wordrotator/wrd/internal/wording"
)

// People and other tools call columns by names that are not those of roles but near them: System, hyp, ref_2. Such a
// column is taken where only one can be meant, and a notice says so; otherwise an error asks.

// nearNames are what columns are called besides their usual names, in small letters without blanks, hyphens and
// underscores. What pandas and other tools put before or after a name is none of them.
var nearNames = map[Role][]string{
	System:    {"systems", "sys", "systemid", "systemname", "sysid", "sysname"},
	SegmentID: {"segments", "seg", "segs"},
	ID:        {"ids"},
	Doc:       {"docs", "docids"},
	Domain:    {"domains"},
	Group:     {"groups", "lps", "langpair", "languagepair"},
	Rater:     {"raters", "raterid"},
	Candidate: {"candidates", "cand", "cands", "hypothesis", "hypotheses", "hyp", "hyps", "mt", "mts", "output", "outputs",
		"prediction", "predictions", "pred", "preds", "mtoutput", "systemoutput"},
	Reference: {"ref", "refs"},
	Source:    {"sources", "srcs"},
	Spans:     {"span"},
}

// targetNames are what columns are called that are references to some and candidates to others.
var targetNames = []string{"target", "targets", "tgt", "tgts"}

// bare returns a name in small letters without blanks, hyphens, underscores and a number at its end, and that number, -1
// for none.
func bare(column string) (name string, number int) {
	name = strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' || r == '\u00a0' || r == '\ufeff' {
			return -1
		}
		return r
	}, strings.ToLower(column))
	letters := strings.TrimRight(name, "0123456789")
	if n, err := strconv.ParseUint(name[len(letters):], 10, 16); err == nil {
		return letters, int(n)
	}
	return letters, -1
}

// nearRoles are the roles of all names, usual or near, as bare returns these.
var nearRoles = sync.OnceValue(func() map[string]Role {
	all := map[string]Role{}
	for _, r := range roles {
		for _, name := range append(slices.Clip(r.names), nearNames[r.role]...) {
			name, _ = bare(name)
			all[name] = r.role
		}
	}
	return all
})

// nearRole returns the role to whose names one is near, and the number at its end, -1 for none; "" for no role, and for a
// name that is one itself. Only texts have numbers.
func nearRole(column string) (Role, int) {
	const longest = 32
	if len(column) > longest {
		return "", -1
	}
	name, number := bare(column)
	role := nearRoles()[name]
	if number >= 0 && role != Candidate && role != Reference || (Layout{}).isRole(role, column) {
		return "", -1
	}
	return role, number
}

// IsNear says whether a column plays a role, or has a name near to that of one that the layout does not give to another.
func (l Layout) IsNear(column string, roles ...Role) bool {
	role, _ := nearRole(column)
	if slices.ContainsFunc(roles, func(role Role) bool { return l.isRole(role, column) }) {
		return true
	}
	return slices.Contains(roles, role) && !l.Gives(role) && !l.uses(column)
}

// uses says whether the layout names a column.
func (l Layout) uses(column string) bool {
	for _, columns := range l.roles {
		if slices.Contains(columns, column) {
			return true
		}
	}
	return l.NameOf(column) != column
}

// near returns the columns of a file with names near to that of a role, those with a number last.
func (l Layout) near(columns []string, role Role) (found []string) {
	if l.Gives(role) {
		return nil
	}
	for _, c := range columns {
		if r, _ := nearRole(c); r == role && !l.uses(c) {
			found = append(found, c)
		}
	}
	slices.SortStableFunc(found, func(a, b string) int { return cmp.Compare(numberOf(a), numberOf(b)) })
	return found
}

// numberOf returns the number at the end of a column's name, -1 for none.
func numberOf(column string) int {
	_, number := bare(column)
	return number
}

// An AskError says that the name of a column does not tell its role.
type AskError struct{ problem string }

func (e *AskError) Error() string { return e.problem }

// AssignNear is Assign, and takes columns with names near to that of a role which no other column plays; of references
// also those with a number besides others. Where several can be meant, or a column target can be a reference or a
// candidate, it fails with an *AskError.
func (l Layout) AssignNear(columns []string, roles ...Role) (map[Role][]string, error) {
	played, err := l.Assign(columns, roles...)
	if err != nil {
		return nil, err
	}
	for _, role := range roles {
		near := l.near(columns, role)
		switch {
		case len(near) == 0 || isOtherID(role, played):
		case role == Reference:
			if played[role], err = withNear(played[role], near); err != nil {
				return nil, err
			}
		case len(played[role]) == 0 && len(near) > 1:
			return nil, ask(role, near)
		case len(played[role]) == 0:
			played[role] = near
		}
	}
	for _, c := range columns {
		if name, _ := bare(c); slices.Contains(targetNames, name) && !l.uses(c) && l.lacksText(played, roles) {
			return nil, &AskError{fmt.Sprintf("found the column %s, which holds references to some and candidates to others: "+
				"--columns reference=%[1]s or --columns candidate=%[1]s says which", wording.Clip(c))}
		}
	}
	return played, nil
}

// isOtherID says whether a role is one of the two that name segments, and a column plays the other one.
func isOtherID(role Role, played map[Role][]string) bool {
	return role == ID && len(played[SegmentID]) > 0 || role == SegmentID && len(played[ID]) > 0
}

// lacksText says whether candidates or references are asked for which no column holds.
func (l Layout) lacksText(played map[Role][]string, roles []Role) bool {
	return slices.ContainsFunc([]Role{Candidate, Reference}, func(role Role) bool {
		return slices.Contains(roles, role) && !l.Gives(role) && len(played[role]) == 0
	})
}

// withNear adds to columns of references those with a near name: one if there are none, and all with a number.
func withNear(references, near []string) ([]string, error) {
	plain := slices.IndexFunc(near, func(c string) bool { return numberOf(c) >= 0 })
	if plain < 0 {
		plain = len(near)
	}
	first := slices.ContainsFunc(references, func(c string) bool { return referenceNumber(c) == 0 })
	if !first && plain > 1 {
		return nil, ask(Reference, near[:plain])
	}
	if first {
		near = near[plain:]
	}
	all := append(slices.Clip(references), near...)
	slices.SortStableFunc(all, func(a, b string) int { return cmp.Compare(numberOf(a), numberOf(b)) })
	if len(all) > 1 && slices.Contains(all, listsRole) {
		return nil, &AskError{fmt.Sprintf("found the columns %s, expected references, a list, or the others: --columns "+
			"references=references reads only the list", wording.List(all))}
	}
	return all, nil
}

func ask(role Role, near []string) error {
	return &AskError{fmt.Sprintf("found the columns %s, each of which may be that of the role %s: --columns %[2]s=%s takes "+
		"one", wording.List(near), role, wording.Clip(near[0]))}
}

// Said returns sentences about the columns of a file that play roles by near names, and about those that do not play
// theirs because another column does: played is what AssignNear returned.
func (l Layout) Said(columns []string, played map[Role][]string) (said []string) {
	var took, left []string
	for _, r := range roles {
		for _, c := range l.near(columns, r.role) {
			switch {
			case slices.Contains(played[r.role], c):
				took = append(took, fmt.Sprintf("%s as %s", wording.Clip(c), r.role))
			case len(played[r.role]) > 0 || isOtherID(r.role, played):
				left = append(left, wording.Clip(c))
			}
		}
	}
	if took != nil {
		said = append(said, fmt.Sprintf("read the %s %s; --columns says otherwise", wording.Plural(len(took), "column"),
			wording.Listed(took)))
	}
	if left != nil {
		said = append(said, fmt.Sprintf("ignored the %s %s, as others play %s; --columns says otherwise",
			wording.Plural(len(left), "column"), wording.Listed(left), theirRoles(left)))
	}
	if unread := unread(columns, played); unread != "" {
		said = append(said, unread)
	}
	return said
}

func theirRoles(columns []string) string {
	if len(columns) == 1 {
		return "its role"
	}
	return "their roles"
}
