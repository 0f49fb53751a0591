package scores

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/wordrotator/wrd/internal/file"
)

// A Source says which program made the scores of a file.
type Source struct {
	Name string // of what made them: letters, digits and any of _-.+
	Part string // of the texts that they belong to, such as one of several systems; "" if it is not said
	Path string
}

// ParseSource reads "NAME=FILE" or "NAME@PART=FILE".
func ParseSource(arg string) (Source, error) {
	who, path, ok := strings.Cut(arg, "=")
	name, part, parted := strings.Cut(who, "@")
	if !ok || path == "" || parted && part == "" || !goodName(name) {
		return Source{}, fmt.Errorf("found %q, expected NAME=FILE or NAME@PART=FILE, "+
			"with letters, digits and _-.+ in the name", arg)
	}
	return Source{name, part, path}, nil
}

// goodName says whether a name can stand in signatures and tables.
func goodName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.+", r)
	})
}

// ParseSources reads a list of them, each name with each part once.
func ParseSources(args []string) ([]Source, error) {
	sources := make([]Source, len(args))
	for i, arg := range args {
		var err error
		if sources[i], err = ParseSource(arg); err != nil {
			return nil, err
		}
		for _, before := range sources[:i] {
			if before.Name == sources[i].Name && before.Part == sources[i].Part {
				return nil, fmt.Errorf("found %s twice, expected it once",
					strings.TrimSuffix(before.Name+"@"+before.Part, "@"))
			}
		}
	}
	return sources, nil
}

// Names lists the names of sources, each once, in their order.
func Names(sources []Source) (names []string) {
	for _, s := range sources {
		if !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	return names
}

// Arrange returns the path of the scores by each name for each part, in the order of names and parts. called lists what
// a part may be called in a Source. A Source without a part is for the only part there is, or for all parts if whole
// says that files like it have all of them; nil says that none has. It is an error if a path is missing, or a Source
// fits no part or several.
func Arrange(sources []Source, names []string, called [][]string, whole func(path string) bool) ([][]string, error) {
	paths := make([][]string, len(names))
	for i := range paths {
		paths[i] = make([]string, len(called))
	}
	for _, source := range sources {
		name := slices.Index(names, source.Name)
		if name < 0 {
			continue
		}
		parts, err := partsOf(source, called, whole)
		if err != nil {
			return nil, err
		}
		if len(parts) > 1 && !file.Rereadable(source.Path) {
			return nil, fmt.Errorf("found the pipe %s with scores of %s for %d systems, "+
				"expected a file: it is read for each", source.Path, source.Name, len(parts))
		}
		for _, part := range parts {
			if paths[name][part] != "" {
				return nil, fmt.Errorf("found two files with scores of %s for %s, expected one", source.Name,
					called[part][0])
			}
			paths[name][part] = source.Path
		}
	}
	for i, name := range names {
		for part, path := range paths[i] {
			if path == "" {
				return nil, fmt.Errorf("found no scores of %s for %s, expected %s@%s=FILE",
					name, called[part][0], name, called[part][0])
			}
		}
	}
	return paths, nil
}

// partsOf returns which parts a source belongs to.
func partsOf(source Source, called [][]string, whole func(path string) bool) (parts []int, err error) {
	if source.Part == "" && (len(called) == 1 || whole != nil && whole(source.Path)) {
		for i := range called {
			parts = append(parts, i)
		}
		return parts, nil
	}
	var firsts []string
	for i, aliases := range called {
		firsts = append(firsts, aliases[0])
		if slices.Contains(aliases, source.Part) {
			parts = append(parts, i)
		}
	}
	switch {
	case len(parts) > 1:
		return nil, fmt.Errorf("found %s@%s, which may be %s or %s, expected one of these", source.Name, source.Part,
			firsts[parts[0]], firsts[parts[1]])
	case len(parts) == 1:
		return parts, nil
	case source.Part == "":
		return nil, fmt.Errorf("found %s=%s for several texts, expected %s@PART=FILE, PART being one of: %s",
			source.Name, source.Path, source.Name, strings.Join(firsts, ", "))
	}
	return nil, fmt.Errorf("found %s@%s, expected one of: %s", source.Name, source.Part, strings.Join(firsts, ", "))
}
