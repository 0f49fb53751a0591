package flags

import (
	"iter"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/internal/file"
)

// What a run reads, by its flags: none of it may be written over, and no pipe among it can be read twice.

// InputFlags say which files the values of a flag name, by the name of the flag; every flag that names files to read is
// here. A file that is not there needs no place: opening it says so.
var InputFlags = map[string]func(c *cli.Context, values []string) []string{
	"candidate":        systemFiles,
	"reference":        plainFiles,
	"source":           plainFiles,
	"groups":           plainFiles,
	"documents":        plainFiles,
	"data":             plainFiles,
	"sentences":        plainFiles,
	"add":              plainFiles,
	"table":            TableFiles,
	"epsilon-from":     TableFiles,
	"results":          TableFiles,
	"baseline":         baselineFiles,
	"scores":           sourceFiles,
	TokenVectorsFlag:   sourceFiles,
	VectorsFlag.Name:   vectorFiles,
	EncoderFlag.Name:   encoderFiles,
	"words":            plainFiles,
	"frequencies":      plainFiles,
	ConverterFlag.Name: converterFiles,
	CacheDirFlag.Name:  noFiles, // what is in it is the cache's own affair
	"output":           noFiles, // --output, which is written
	"plot":             noFiles,
	"junit":            noFiles,
	"report":           noFiles,
}

func noFiles(*cli.Context, []string) []string { return nil }

func plainFiles(_ *cli.Context, values []string) []string { return values }

// systemFiles are the files of FILE or name=FILE.
func systemFiles(_ *cli.Context, values []string) (files []string) {
	for _, arg := range values {
		if system, err := text.ParseSystem(arg); err == nil {
			files = append(files, system.Path)
		}
	}
	return files
}

// TableFiles are the files of tables.
func TableFiles(c *cli.Context, values []string) (files []string) {
	for _, path := range systemFiles(c, values) {
		files = append(files, rows.Files(path)...)
	}
	return files
}

// baselineFiles is the file of check --baseline; that of compare is the name of a system.
func baselineFiles(c *cli.Context, values []string) []string {
	if c.Command.Name != "check" || values[0] == file.Stdin {
		return nil
	}
	return []string{BaselineFile(c)}
}

// BaselineFile returns the file that --baseline means.
func BaselineFile(c *cli.Context) string { return jobs.BaselineFile(c.String("baseline")) }

// sourceFiles are the files of FILE, NAME=FILE or NAME@PART=FILE.
func sourceFiles(_ *cli.Context, values []string) (files []string) {
	for _, arg := range values {
		path := arg
		if source, err := scores.ParseSource(arg); err == nil {
			path = source.Path
		}
		files = append(files, rows.Files(path)...)
	}
	return files
}

func vectorFiles(c *cli.Context, values []string) (files []string) {
	for _, name := range values {
		s := setup.Settings{Vectors: &name} // --words is an input of its own
		files = append(files, EnvironmentOf(c).VectorLocation(s).Files()...)
	}
	return files
}

func converterFiles(_ *cli.Context, values []string) []string {
	return slices.DeleteFunc(slices.Clone(values), func(name string) bool { return name == DefaultVectors })
}

// Inputs lists what a run reads.
func Inputs(c *cli.Context) (list []args.NamedFile) {
	for _, flag := range c.Command.Flags {
		name := flag.Names()[0]
		filesOf := InputFlags[name]
		if values := flagValues(c, name); filesOf != nil && len(values) > 0 {
			for _, path := range filesOf(c, values) {
				list = append(list, args.NamedFile{Flag: name, Path: path})
			}
		}
		if name == CandidateFlag.Name && !c.IsSet(name) {
			for _, path := range systemFiles(c, CandidatesOf(c)) {
				list = append(list, args.NamedFile{Flag: name, Path: path})
			}
		}
		if name == ReferenceFlag.Name && !c.IsSet(name) {
			for _, path := range referencesOf(c) {
				list = append(list, args.NamedFile{Flag: name, Path: path})
			}
		}
	}
	return list
}

// flagValues returns the values of a flag of text, none if it is not set.
func flagValues(c *cli.Context, name string) []string {
	switch value := c.Value(name).(type) {
	case string:
		if value != "" {
			return []string{value}
		}
	case cli.StringSlice:
		return value.Value()
	case []string: // of args.Files
		return value
	}
	return nil
}

// OutputFile is a file that a flag asks for; the path is "" if it is not given.
func OutputFile(flag, path string) args.NamedFile { return args.NamedFile{Flag: flag, Path: path} }

// InFolder are the files that a flag asks for by a folder.
func InFolder(c *cli.Context, flag *cli.StringFlag, names ...string) (list []args.NamedFile) {
	dir := flag.Get(c)
	for _, name := range names {
		if dir != "" {
			list = append(list, OutputFile(flag.Name, filepath.Join(dir, name)))
		}
	}
	return list
}

// KeepInputs rejects outputs that would replace an input of the run, or one another.
func KeepInputs(c *cli.Context, outputs ...args.NamedFile) error {
	return args.KeepInputs(Inputs(c), c.App.Reader, outputs...)
}

// rereadLines yields the lines of files that are read again later, without the notices that come then. why says what
// reads them now, for the error about those that can be read only once.
func rereadLines(c *cli.Context, files []string, why, hint string) iter.Seq2[string, error] {
	for _, path := range files {
		if err := OnlyOnce(path, why, hint); err != nil {
			return func(yield func(string, error) bool) { yield("", err) }
		}
	}
	return text.Lines(files, c.App.Reader, func(string) {})
}

// OnlyOnce is an error if a file that is read several times can be read only once.
func OnlyOnce(path, why, hint string) error {
	err := jobs.OnlyOnce(path, why)
	if err == nil || hint == "" {
		return err
	}
	return args.Hint(err, hint)
}

// The words of rereadLines about what --convert and --idf learn from.
const (
	learnedBefore     = "--convert and --idf learn from the references before these are scored"
	learnedBeforeHint = "give the references as a file, or a fit by --converter"
)
