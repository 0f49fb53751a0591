package text

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/visible"
)

// A SystemFile names a file of candidates.
type SystemFile struct{ Name, Path string }

// endings are those of files of texts, tables and scores, of which the name of a system is free. Any other stays, as in
// gpt-4.1.
var endings = []string{".txt", ".text", ".hyp", ".out", ".ref", ".src", ".tok", ".detok", ".sgm", ".sgml", ".xml",
	".hyps", ".hypo", ".pred", ".preds", ".output", ".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".parquet", ".arrow",
	".feather", ".score", ".scores", ".bleu", ".chrf", ".ter", ".bs", ".bertscore", ".comet", ".mqm", ".log"}

// ParseSystem reads "name=path" or a path, whose base name without its known endings then names the system. A path
// that itself has an = is one if there is such a file, or if it is written with a folder: ./a=b.txt. Bytes of a name that
// are not UTF-8 become \xff.
func ParseSystem(arg string) (SystemFile, error) {
	name, path, named := strings.Cut(arg, "=")
	if named && !strings.ContainsAny(name, `/\`) && !file.Exists(arg) {
		if name == "" || path == "" {
			return SystemFile{}, fmt.Errorf("found %q, expected a file or name=file", arg)
		}
		return SystemFile{Name: visible.UTF8(name), Path: path}, nil
	}
	if arg == file.Stdin {
		return SystemFile{Name: "stdin", Path: arg}, nil
	}
	name = file.Unpacked(filepath.Base(arg))
	if ending := filepath.Ext(name); ending != name && slices.Contains(endings, strings.ToLower(ending)) {
		name = strings.TrimSuffix(name, ending)
	}
	return SystemFile{Name: visible.UTF8(name), Path: arg}, nil
}

// SortSystems returns systems in the order of their names, which must differ.
func SortSystems(systems []SystemFile) ([]SystemFile, error) {
	sorted := slices.SortedFunc(slices.Values(systems), func(a, b SystemFile) int { return strings.Compare(a.Name, b.Name) })
	for i, s := range sorted {
		if i > 0 && sorted[i-1].Name == s.Name {
			return nil, fmt.Errorf("two systems are called %q (%s and %s), expected different names: write name=file",
				s.Name, sorted[i-1].Path, s.Path)
		}
	}
	return sorted, nil
}
