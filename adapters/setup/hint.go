package setup

import (
	"errors"
	"strings"

	"github.com/wordrotator/wrd/adapters/catalog"
	"github.com/wordrotator/wrd/adapters/encoders"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/encoder"
)

// Hint returns what to do about an error of settings, with their names as host has them, nil for those of JSON; "" if
// nothing is known.
func Hint(err error, host func(setting string) string) string {
	if hint := remedy(err); hint != nil {
		return hint.Named(host)
	}
	return ""
}

// remedy is Hint before the names are known, nil for nothing. The rooms below know no settings: their errors say by their
// type what is wrong.
func remedy(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok && e.hint != nil {
		return e.hint
	}
	if e, ok := errors.AsType[*vectors.NotFoundError](err); ok {
		if e.Name == embedding.FormerName {
			return formerly
		}
		return Errorf("%v takes %s, a name that wrd vectors list shows, or a file", Name("vectors"), embedding.DefaultName)
	}
	if e, ok := errors.AsType[*vectors.NoConverterError](err); ok {
		if e.Name == embedding.FormerName {
			return formerly
		}
		return Errorf("a converter is %s or a file that wrd convert fit wrote", embedding.DefaultName)
	}
	if _, ok := errors.AsType[*vectors.NoFrequenciesError](err); ok {
		return Errorf("give %v FILE, with a word and its count per line", Name("frequencies"))
	}
	if _, ok := errors.AsType[*encoders.NotFoundError](err); ok {
		var names strings.Builder
		for _, b := range encoder.BuiltIns() {
			names.WriteString(b.Name + ", ")
		}
		return Errorf("%v takes %sa name that wrd vectors pull --list shows, or a folder", Name("encoder"), names.String())
	}
	if e, ok := errors.AsType[*encoders.DamagedError](err); ok {
		return Errorf("remove the file, and wrd vectors pull %s downloads it again", e.Set.Name)
	}
	if e, ok := errors.AsType[*catalog.NotFetchedError](err); ok {
		if e.Set.IsEncoder() {
			return Errorf("wrd vectors pull %s downloads it", e.Set.Name)
		}
		return Errorf("wrd vectors pull %s downloads them", e.Set.Name)
	}
	return nil
}

// formerly answers who asks for the built-in vectors by the name of those before them.
var formerly = Errorf("the built-in vectors and their converter are called %s; %s was the set before them, which gave "+
	"other scores", embedding.DefaultName, embedding.FormerName)
