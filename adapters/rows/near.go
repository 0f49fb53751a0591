package rows

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/wordrotator/wrd/internal/wording"
)

// People and other tools call columns by names that are not those of roles but near them: System, hyp, ref_2. Such a
// column is taken where only one can be meant, and a notice says so; otherwise an error asks.

// nearNames are what columns are called besides their usual names, as bare returns them, and what may stand before or
// behind such a name, once, or of references twice.
var nearNames = map[Role]struct{ names, more []string }{
	System: {[]string{"system", "systems", "sys", "mtsystem", "mtsystems", "mtsys", "model", "models", "engine"},
		[]string{"id", "ids", "name", "names"}},
	SegmentID: {[]string{"segment", "segments", "seg", "segs", "sentid", "sentids", "sentenceid", "sentenceids"},
		[]string{"id", "ids", "no", "num", "number", "nr", "index", "idx"}},
	ID:     {[]string{"ids"}, nil},
	Doc:    {[]string{"doc", "docs", "documentid", "documentids", "documentname"}, []string{"id", "ids", "name", "names"}},
	Domain: {[]string{"domains"}, nil},
	Group:  {[]string{"groups", "lps", "langpair", "langpairs", "languagepair", "languagepairs"}, nil},
	Rater:  {[]string{"rater", "raters"}, []string{"id", "ids", "name"}},
	Candidate: {[]string{"candidate", "candidates", "cand", "cands", "hypothesis", "hypotheses", "hypo", "hypos", "hyp", "hyps",
		"mt", "mts", "output", "outputs", "prediction", "predictions", "pred", "preds", "predicted", "mtoutput", "mtoutputs",
		"systemoutput", "systemoutputs", "sysoutput", "sysoutputs", "modeloutput", "modeloutputs", "machinetranslation",
		"machinetranslations"}, texts},
	Reference: {[]string{"reference", "references", "ref", "refs"}, append([]string{"human", "gold", "golden", "target", "alt",
		"alternative", "other", "another", "additional", "extra", "first", "second", "third", "a", "b", "c", "d"}, texts...)},
	Source: {[]string{"source", "sources", "src", "srcs"}, texts},
	Spans:  {[]string{"span", "spans"}, nil},
}

// texts are what says that a column holds texts.
var texts = []string{"text", "texts", "sentence", "sentences", "segment", "string", "translation", "translations", "summary",
	"summaries"}

// targetNames are what columns are called that are references to some and candidates to others, goldNames those that may hold
// references, or scores and classes.
var (
	targetNames = []string{"target", "targets", "tgt", "tgts", "targettext", "targettexts", "tgttext", "tgttexts",
		"targetsentence", "targetsegment", "translation", "translations"}
	goldNames = []string{"gold", "golds", "goldtext", "goldstandard", "goldlabel", "gt", "groundtruth", "groundtruths"}
	// labelNames are like goldNames, but nobody need hear that a column of that name is not read.
	labelNames = []string{"label", "labels"}
)

// bare returns the letters of a name, in small ones, and the number among them, -1 for none. A name with several numbers keeps
// them.
func bare(column string) (name string, number int) {
	kept := make([]rune, 0, len(column))
	from, to, runs := 0, 0, 0
	digit := func(r rune) bool { return r >= '0' && r <= '9' }
	var before rune
	for _, r := range column {
		switch {
		case digit(r) && digit(before):
			kept = append(kept, r)
			to = len(kept)
		case digit(r):
			from, runs, kept = len(kept), runs+1, append(kept, r)
			to = len(kept)
		case unicode.IsLetter(r):
			kept = append(kept, unicode.ToLower(r))
		}
		before = r
	}
	if runs == 1 && len(kept) > to-from {
		if n, err := strconv.ParseUint(string(kept[from:to]), 10, 16); err == nil {
			return string(slices.Delete(kept, from, to)), int(n)
		}
	}
	return string(kept), -1
}

// bareRoles are the roles of all usual names, as bare returns these.
var bareRoles = sync.OnceValue(func() map[string]Role {
	all := map[string]Role{}
	for _, r := range roles {
		for _, name := range r.names {
			name, _ = bare(name)
			all[name] = r.role
		}
	}
	return all
})

// roleNear returns the first role to which a name belongs that bare returned, be it usual or near; "" for none.
func roleNear(name string) Role {
	usual := bareRoles()[name]
	for _, r := range roles {
		parts := 1
		if r.role == Reference {
			parts = 2
		}
		if r.role == usual || isNear(name, r.role, parts) {
			return r.role
		}
	}
	return ""
}

// isNear says whether a name is a near one of a role, with at most so many of what may stand before and behind it. The
// references alone have 13,000 such names: a list of them would be most of the time of a short run.
func isNear(name string, role Role, parts int) bool {
	near := nearNames[role]
	if slices.Contains(near.names, name) {
		return true
	}
	return parts > 0 && slices.ContainsFunc(near.more, func(more string) bool {
		behind, before := strings.CutPrefix(name, more)
		if before && isNear(behind, role, parts-1) {
			return true
		}
		front, after := strings.CutSuffix(name, more)
		return after && isNear(front, role, parts-1)
	})
}

// countable are the roles whose columns may have a number.
var countable = []Role{System, SegmentID, ID, Doc, Domain, Candidate, Reference, Source}

// nearRole returns the role to whose names one is near, and the number in it, -1 for none; "" for no role, and for a name
// that is one itself.
func nearRole(column string) (Role, int) {
	const longest = 40
	if len(column) > longest {
		return "", -1
	}
	name, number := bare(column)
	role := roleNear(name)
	if number >= 0 && !slices.Contains(countable, role) || (Layout{}).isRole(role, column) {
		return "", -1
	}
	return role, number
}

// MayBeScore says whether a column that plays a role by a near name may be one of scores, too: a model's.
func MayBeScore(column string) bool {
	name, _ := bare(column)
	return strings.HasPrefix(name, "model")
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
	return l.NameOf(column) != column || slices.Contains(l.asked, column)
}

// Asking returns the layout for a table of which these columns of scores are asked for, which are near to no role.
func (l Layout) Asking(columns ...string) Layout {
	l.asked = append(slices.Clip(l.asked), columns...)
	return l
}

// near returns the columns of a file with names near to those of roles, by role, those with a number last.
func (l Layout) near(columns []string) map[Role][]string {
	found := map[Role][]string{}
	for _, c := range columns {
		if role, _ := nearRole(c); role != "" && !l.Gives(role) && !l.uses(c) {
			found[role] = append(found[role], c)
		}
	}
	for _, of := range found {
		slices.SortStableFunc(of, func(a, b string) int { return cmp.Compare(numberOf(a), numberOf(b)) })
	}
	return found
}

// numberOf returns the number at the end of a column's name, -1 for none.
func numberOf(column string) int {
	_, number := bare(column)
	return number
}

// An AskError says that the name of a column, or a line without one, does not tell what it holds.
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
	nearTo := l.near(columns)
	for _, role := range roles {
		near := nearTo[role]
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
	return played, l.askOf(columns, played, roles)
}

// askOf asks about columns that may hold candidates or references, if some of these are wanted that no column holds.
func (l Layout) askOf(columns []string, played map[Role][]string, roles []Role) error {
	lacks := func(role Role) bool {
		return slices.Contains(roles, role) && !l.Gives(role) && len(played[role]) == 0
	}
	for _, c := range columns {
		switch name, _ := bare(c); {
		case l.uses(c):
		case slices.Contains(targetNames, name) && (lacks(Candidate) || lacks(Reference)):
			return &AskError{fmt.Sprintf("found the column %s, which holds references to some and candidates to others: "+
				"--columns reference=%[1]s or --columns candidate=%[1]s says which, --columns reference= that no column has "+
				"references", wording.Clip(c))}
		case (slices.Contains(goldNames, name) || slices.Contains(labelNames, name)) && lacks(Reference) && len(played[Candidate]) > 0:
			return &AskError{fmt.Sprintf("found the column %s and none of references: --columns reference=%[1]s says that these "+
				"are the references, --columns reference= that no column has them", wording.Clip(c))}
		}
	}
	return nil
}

// isOtherID says whether a role is one of the two that name segments, and a column plays the other one.
func isOtherID(role Role, played map[Role][]string) bool {
	return role == ID && len(played[SegmentID]) > 0 || role == SegmentID && len(played[ID]) > 0
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
	all := ""
	if role == Reference {
		all = ", " + wording.Clip(strings.Join(near, "+")) + " all"
	}
	return &AskError{fmt.Sprintf("found the columns %s, each of which may be that of the role %s: --columns %[2]s=%s takes "+
		"one%s", wording.List(near), role, wording.Clip(near[0]), all)}
}

// Said returns sentences about the columns of a file that play roles by near names, and about those that do not play
// theirs because another column does: played is what AssignNear returned.
func (l Layout) Said(columns []string, played map[Role][]string) (said []string) {
	if took := l.Took(columns, played); took != "" {
		said = append(said, took+"; --columns says otherwise")
	}
	var left []string
	near := l.near(columns)
	for _, r := range roles {
		for _, c := range near[r.role] {
			switch {
			case slices.Contains(played[r.role], c):
			case len(played[r.role]) > 0 || isOtherID(r.role, played):
				left = append(left, wording.Clip(c))
			}
		}
	}
	if left != nil {
		said = append(said, fmt.Sprintf("ignored the %s %s, as others play %s; --columns says otherwise",
			wording.Plural(len(left), "column"), wording.AllListed(left), theirRoles(left)))
	}
	if len(played[Candidate]) > 0 && len(played[Reference]) > 0 {
		for _, c := range columns {
			if name, _ := bare(c); (slices.Contains(targetNames, name) || slices.Contains(goldNames, name)) && !l.uses(c) {
				said = append(said, fmt.Sprintf("ignored the column %s; --columns candidate=%[1]s or reference=%[1]s reads it",
					wording.Clip(c)))
			}
		}
	}
	if unread := unread(columns, played); unread != "" {
		said = append(said, unread)
	}
	return said
}

// Took says which columns play roles by near names, as in "read the column System as system"; "" for none.
func (l Layout) Took(columns []string, played map[Role][]string) string {
	var took []string
	near := l.near(columns)
	for _, r := range roles {
		for _, c := range near[r.role] {
			if slices.Contains(played[r.role], c) {
				took = append(took, fmt.Sprintf("%s as %s", wording.Clip(c), r.role))
			}
		}
	}
	if took == nil {
		return ""
	}
	return fmt.Sprintf("read the %s %s", wording.Plural(len(took), "column"), wording.AllListed(took))
}

func theirRoles(columns []string) string {
	if len(columns) == 1 {
		return "its role"
	}
	return "their roles"
}
