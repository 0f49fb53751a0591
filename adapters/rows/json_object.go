package rows

// An object is a row of JSON. A dot in the name of a column leads into an inner object, or is part of a name.
type object struct {
	lineNumber int64
	members    map[string]any
}

func (o *object) line() int64 { return o.lineNumber }

func (o *object) columns(names []string) []string { return leaves(names, "", o.members) }

func (o *object) cell(column string) cell {
	v, _ := below(o.members, column)
	return member{v}
}

// below returns what is in a column of members. No two members have the same one.
func below(members map[string]any, column string) (value any, ok bool) {
	if v, ok := members[column]; ok {
		return v, true
	}
	for at := range len(column) {
		if column[at] != '.' {
			continue
		}
		if inner, isObject := members[column[:at]].(map[string]any); isObject {
			if v, ok := below(inner, column[at+1:]); ok {
				return v, true
			}
		}
	}
	return nil, false
}
