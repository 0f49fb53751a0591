package wording

import (
	"fmt"
	"strings"
)

// A Sentence is plain English for people. The names in it, of systems and columns, come from the input, so that a page can
// mark them.
type Sentence struct {
	format string // as fmt.Sprintf has it
	values []any  // a Name, a Sentence, or what the format says
}

// Name is the name of a system or a column.
type Name string

// Say returns a sentence, or a part of one.
func Say(format string, values ...any) Sentence { return Sentence{format, values} }

// String returns the sentence with the names as they are.
func (s Sentence) String() string {
	same := func(text string) string { return text }
	return s.Render(same, same)
}

// Render returns the sentence with each name as name returns it and all other text as text does.
func (s Sentence) Render(name, text func(string) string) string {
	values := make([]any, len(s.values))
	for i, value := range s.values {
		switch v := value.(type) {
		case Name:
			values[i] = name(string(v))
		case Sentence:
			values[i] = v.Render(name, text)
		case string:
			values[i] = text(v)
		default:
			values[i] = v
		}
	}
	return fmt.Sprintf(text(s.format), values...)
}

// mostNames is how many names a sentence lists.
const mostNames = 4

// NamesShown returns those names that NameList lists.
func NamesShown(names []string) []string {
	if len(names) > mostNames {
		return names[:mostNames-1]
	}
	return names
}

// NameList returns the first of some names, and how many more there are.
func NameList(names []string) Sentence {
	shown := NamesShown(names)
	phrases := make([]any, 0, len(names))
	for _, name := range shown {
		phrases = append(phrases, Name(name))
	}
	if more := len(names) - len(shown); more > 0 {
		phrases = append(phrases, fmt.Sprintf("%d others", more))
	}
	places := make([]string, len(phrases))
	for i := range places {
		places[i] = "%s"
	}
	last := len(places) - 1
	if last == 0 {
		return Sentence{places[0], phrases}
	}
	return Sentence{strings.Join(places[:last], ", ") + " and " + places[last], phrases}
}
