package encoders

import (
	"github.com/wordrotator/wrd/adapters/catalog"
	"github.com/wordrotator/wrd/metric/encoder"
)

// LanguageOf returns the code of the language that a known encoder is for, by its name; "" for one of many languages,
// and for one of which nothing is known.
func LanguageOf(name string) string {
	if known, ok := encoder.FindBuiltIn(name); ok {
		if len(known.Languages) > 1 {
			return ""
		}
		return known.Languages[0]
	}
	if set, _, ok := catalog.Find(name); ok && set.IsEncoder() {
		return set.Language
	}
	return ""
}

// For returns the name of a known encoder for a language, by its code, and whether it is in a cache, "" for the user's: one
// for this language alone before those for many, and any that is here before all others.
func For(language, cacheDir string) (name string, here bool) {
	first := ""
	for _, of := range []string{language, ""} {
		for _, set := range catalog.Encoders() {
			if set.Language != of {
				continue
			}
			if _, here := set.Fetched(cacheDir); here {
				return set.Name, true
			}
			if first == "" {
				first = set.Name
			}
		}
	}
	return first, false
}
