package rows

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
)

// A Role is what a column says about a row, other than a score.
type Role string

// The roles: a new one is a line here, and one in roles.
const (
	System    Role = "system"
	SegmentID Role = "segment"
	ID        Role = "id"
	Doc       Role = "doc"
	Domain    Role = "domain"
	Group     Role = "group"
	Rater     Role = "rater"
	IsHuman   Role = "is_human"
	Candidate Role = "candidate"
	Reference Role = "reference"
	Source    Role = "source"
	Spans     Role = "spans"
)

// roles are all roles, each with the columns that play it unless a Layout says otherwise; the first that a file has
// counts. References may also be in reference_2, reference_3 and so on. Names near to these are in near.go.
var roles = []struct {
	role  Role
	names []string
}{
	{System, []string{"system"}},
	{SegmentID, []string{"segment", "seg_id", "segment_id"}},
	{ID, []string{"id"}},
	{Doc, []string{"doc", "doc_id", "docid", "document_id"}},
	{Domain, []string{"domain"}},
	{Group, []string{"group", "lp"}},
	{Rater, []string{"rater"}},
	{IsHuman, []string{"is_human"}},
	{Candidate, []string{"candidate"}},
	{Reference, []string{listsRole, "reference"}},
	{Source, []string{"source", "src"}},
	{Spans, []string{"spans", "esa_spans", "error_spans"}},
}

// listsRole is what a column of lists of references is called, and the role of one.
const listsRole = "references"

// Roles lists all roles.
func Roles() (list []Role) {
	for _, r := range roles {
		list = append(list, r.role)
	}
	return list
}

// usualNames are the columns that play the role unless a Layout says otherwise.
func (r Role) usualNames() []string {
	for i := range roles {
		if roles[i].role == r {
			return roles[i].names
		}
	}
	return nil
}

// A Layout says which columns of a file play which role, and what columns of scores are to be called. The zero value
// takes the usual names.
type Layout struct {
	roles map[Role][]string // several columns make up an id together; none: no column plays the role
	names map[string]string // a column of scores → its name in the file
	lists bool              // whether the column of references was given as one of lists
	asked []string          // columns of scores, see Asking
}

// ParseLayout reads pairs NAME=COLUMN. NAME is a role, or else what a column of scores is to be called. Columns
// joined by + make up an id together: segment=doc+line. A role with nothing after = is played by no column. A dot
// leads into an object of JSON: coherence=human.coherence. The role reference may be called references, too: then a text
// in its column may be a list. Of a wide table candidate=A+B has the texts of systems called as their columns, and a * in
// the names of columns stands for the names of systems: candidate=*.text, human=*.score.
func ParseLayout(pairs []string) (Layout, error) {
	l := Layout{roles: map[Role][]string{}, names: map[string]string{}}
	for _, pair := range pairs {
		name, column, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			return Layout{}, fmt.Errorf("found %q, expected name=column", pair)
		}
		role := Role(name)
		if name == listsRole {
			role, l.lists = Reference, true
		}
		isRole := slices.Contains(Roles(), role)
		if _, twice := l.roles[role]; twice || l.names[name] != "" {
			if role == Candidate {
				return Layout{}, errors.New("found candidate= twice, expected it once; candidate=A+B takes a system from each column")
			}
			return Layout{}, fmt.Errorf("found %s= twice, expected it once", name)
		}
		switch {
		case isRole && column == "":
			l.roles[role] = []string{}
		case isRole:
			l.roles[role] = strings.Split(column, "+")
		case column == "":
			return Layout{}, fmt.Errorf("found %q, expected name=column", pair)
		default:
			l.names[name] = column
		}
	}
	return l, nil
}

// proseColumn is the column of lines of text.
const proseColumn = "line"

// LayoutOfLines is the layout of lines of text that play a role.
func LayoutOfLines(role Role) Layout { return Layout{roles: map[Role][]string{role: {proseColumn}}} }

// Scores returns the names that the layout gives to columns of scores, sorted.
func (l Layout) Scores() []string { return slices.Sorted(maps.Keys(l.names)) }

// Assign returns the columns of a file that play each of some roles. It fails if the layout names a column that the file
// has not.
func (l Layout) Assign(columns []string, roles ...Role) (map[Role][]string, error) {
	played := map[Role][]string{}
	for _, role := range roles {
		given, ok := l.roles[role]
		if role == Reference {
			given = allMatched(given, columns)
		}
		for _, c := range given {
			if _, ok := columnFor(columns, c); !ok {
				return nil, fmt.Errorf("found no column %s, expected one for the role %s; the columns are: %s", wording.Quote(c),
					role, wording.List(columns))
			}
		}
		switch {
		case ok:
			played[role] = given
		case role == Reference:
			references, err := referenceColumns(columns)
			if err != nil {
				return nil, err
			}
			played[role] = references
		default:
			for _, usual := range slices.Backward(role.usualNames()) {
				if slices.Contains(columns, usual) {
					played[role] = []string{usual}
				}
			}
		}
	}
	return played, nil
}

// unread returns a sentence about a column document where no column is that of documents, else "": it may name them, or
// hold the texts that are summarized, as in XSum.
func unread(columns []string, played map[Role][]string) string {
	if _, ok := played[Doc]; ok || !slices.Contains(columns, "document") {
		return ""
	}
	return "ignored the column document; --columns doc=document reads documents from it"
}

// Plays returns the role of a column of a file, of some roles that no other column of it plays so far.
func (l Layout) Plays(column string, played map[Role][]string, roles ...Role) (Role, bool) {
	for _, role := range roles {
		if _, given := l.roles[role]; !given && len(played[role]) == 0 && l.isRole(role, column) {
			return role, true
		}
	}
	return "", false
}

// Gives says whether the layout says which columns play a role.
func (l Layout) Gives(role Role) bool {
	_, given := l.roles[role]
	return given
}

// IsText says whether a column is one of candidates or references, or plays one of some other roles.
func (l Layout) IsText(column string, others ...Role) bool {
	return l.isRole(Candidate, column) || l.isRole(Reference, column) ||
		slices.ContainsFunc(others, func(role Role) bool { return l.isRole(role, column) })
}

// isRole says whether a column plays a role.
func (l Layout) isRole(role Role, column string) bool {
	if given, ok := l.roles[role]; ok {
		return slices.ContainsFunc(given, func(c string) bool { _, ok := matched(c, column); return ok })
	}
	return slices.Contains(role.usualNames(), column) || role == Reference && referenceNumber(column) > 0
}

// referenceNumber returns the number in reference_2, 0 for other columns.
func referenceNumber(column string) int {
	digits, ok := strings.CutPrefix(column, "reference_")
	n, err := strconv.ParseUint(digits, 10, 16)
	if !ok || err != nil {
		return 0
	}
	return int(n)
}

// referenceColumns returns those of references, in the order of their numbers.
func referenceColumns(columns []string) (references []string, err error) {
	for _, c := range columns {
		if (Layout{}).isRole(Reference, c) {
			references = append(references, c)
		}
	}
	slices.SortStableFunc(references, func(a, b string) int { return referenceNumber(a) - referenceNumber(b) })
	if len(references) > 1 && slices.Contains(references, listsRole) {
		return nil, fmt.Errorf("found the columns %s, expected references, a list, or the others", wording.List(references))
	}
	return references, nil
}

// holdsLists says whether a column of references holds lists, as one called references or refs does.
func (l Layout) holdsLists(column string) bool {
	if given, ok := l.roles[Reference]; ok && slices.Contains(given, column) {
		return l.lists
	}
	name, _ := bare(column)
	return name == listsRole || name == "refs"
}

// ColumnOf returns what the file calls a column of scores.
func (l Layout) ColumnOf(name string) string {
	if column, ok := l.names[name]; ok {
		return column
	}
	return name
}

// NameOf returns what a column of the file is to be called.
func (l Layout) NameOf(column string) string {
	for name, c := range l.names {
		if c == column {
			return name
		}
	}
	return column
}
