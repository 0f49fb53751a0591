package encoders

import "github.com/wordrotator/wrd/adapters/catalog"

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
