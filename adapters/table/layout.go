package table

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
)

// A Role is what a column says about a row, other than a score.
type Role string

// The roles. Without a Layout a column plays the role of its name; seg_id is a segment and lp, a language pair, a
// group.
const (
	System    Role = "system"
	SegmentID Role = "segment"
	Doc       Role = "doc"
	Domain    Role = "domain"
	Group     Role = "group"
	Rater     Role = "rater"
	Candidate Role = "candidate"
	Reference Role = "reference"
)

// Roles lists all roles.
func Roles() []Role {
	return []Role{System, SegmentID, Doc, Domain, Group, Rater, Candidate, Reference}
}

// listsRole is what a column of lists of references is called, and the role of one.
const listsRole = "references"

// usualNames are the columns that play a role unless a Layout says otherwise; the first that a file has counts.
var usualNames = map[Role][]string{
	System:    {"system"},
	SegmentID: {"segment", "seg_id"},
	Doc:       {"doc"},
	Domain:    {"domain"},
	Group:     {"group", "lp"},
	Rater:     {"rater"},
	Candidate: {"candidate"},
	Reference: {"references", "reference"},
}

// A Layout says which columns of a file play which role, and what columns of scores are to be called. The zero value
// takes the usual names.
type Layout struct {
	roles map[Role][]string // several columns make up an id together; none: no column plays the role
	names map[string]string // a column of scores → its name in the file
	lists bool              // whether the column of references was given as one of lists
}

// ParseLayout reads pairs NAME=COLUMN. NAME is a role, or else what a column of scores is to be called. Columns
// joined by + make up an id together: segment=doc+line. A role with nothing after = is played by no column. A dot
// leads into an object of JSON: coherence=human.coherence. The role reference may be called references, too: then a text
// in its column may be a list.
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

// Scores returns the names that the layout gives to columns of scores, sorted.
func (l Layout) Scores() []string { return slices.Sorted(maps.Keys(l.names)) }

// columnsOf returns the columns that play a role, given a function that says which columns the file has. It fails if
// the layout names a column that the file has not.
func (l Layout) columnsOf(role Role, has func(column string) bool) ([]string, error) {
	if columns, ok := l.roles[role]; ok {
		for _, c := range columns {
			if !has(c) {
				return nil, fmt.Errorf("found no column %s, expected it to be the %s", wording.Quote(c), role)
			}
		}
		return columns, nil
	}
	for _, usual := range usualNames[role] {
		if has(usual) {
			return []string{usual}, nil
		}
	}
	return nil, nil
}

// holdsLists says whether a column of references holds lists, as one called references does.
func (l Layout) holdsLists(column string) bool {
	if given, ok := l.roles[Reference]; ok && slices.Contains(given, column) {
		return l.lists
	}
	return column == listsRole
}

// columnOf returns what the file calls a column of scores.
func (l Layout) columnOf(name string) string {
	if column, ok := l.names[name]; ok {
		return column
	}
	return name
}

// nameOf returns what a column of the file is to be called.
func (l Layout) nameOf(column string) string {
	for name, c := range l.names {
		if c == column {
			return name
		}
	}
	return column
}
