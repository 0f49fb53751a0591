package catalog

import "strings"

// A Language is a language in which a publisher offers vectors, each in a file of its own.
type Language struct {
	Code string `json:"code"` // as the publisher writes it, mostly of ISO 639
	Name string `json:"name"` // in English
}

// languagePlace stands for the code of a language in the name, file and address of a set of several languages.
const languagePlace = "LANG"

// inLanguage returns the set of one language from a set that has Languages, and whether the name means one.
func (s Set) inLanguage(name string) (Set, bool) {
	before, after, _ := strings.Cut(s.Name, languagePlace)
	for _, language := range s.Languages {
		if name == before+language.Code+after {
			code := language.Code
			s.Name = name
			s.About = language.Name + ": " + s.About
			s.File = strings.Replace(s.File, languagePlace, code, 1)
			s.Address = strings.Replace(s.Address, languagePlace, code, 1)
			s.Languages = nil
			return s, true
		}
	}
	return Set{}, false
}
