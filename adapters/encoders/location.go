// Package encoders opens encoders such as BERT by name or by folder, as the command's flag --encoder does.
//
//	model, err := encoders.Location{Name: "context-en"}.Open() // built in; or a fetched one, or a folder
//
// A folder is what Hugging Face's transformers save: config.json, model.safetensors, and vocab.txt, tokenizer.json or
// vocab.json with merges.txt. Nothing is downloaded: package catalog lists the encoders that wrd vectors pull can fetch, and Open
// finds those that it has fetched. What the files say is read by package encoder.
//
// It may change with any version; README lists the packages that do not.
package encoders

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/wordrotator/wrd/adapters/cache"
	"github.com/wordrotator/wrd/adapters/catalog"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// Names of the files of a folder.
const (
	configFile          = "config.json"
	weightsFile         = "model.safetensors"
	vocabularyFile      = "vocab.txt"
	tokenizerFile       = "tokenizer.json"
	tokenizerConfigFile = "tokenizer_config.json"
	vocabularyJSONFile  = "vocab.json"
	mergesFile          = "merges.txt"
	sentencePieceFile   = "sentencepiece.bpe.model"
)

// fileNames are all of them, in the order in which the digest of a model takes them.
var fileNames = []string{configFile, weightsFile, vocabularyFile, tokenizerFile, tokenizerConfigFile, vocabularyJSONFile,
	mergesFile, sentencePieceFile}

// A Location says which encoder is meant.
type Location struct {
	// Name is that of a built-in one (see encoder.BuiltIns), the name of one that wrd vectors pull has fetched (see package
	// catalog), or the path of a folder.
	Name string
	// CacheDir is the folder of the cache, in which the fetched encoders lie, and what is remembered of files, whose SHA-256
	// is a part of signatures; "" means the folder wrd in the user's folder for caches.
	CacheDir string
	NoCache  bool // remembers nothing: see vectors.Location
}

// Open opens the encoder. Its name, which signatures show, is that of the folder. Its weights stay where they are in
// the file, which must not be changed in place while the model is used; replacing it by a rename is harmless.
//
// A catalog.NotFetchedError names a known encoder whose files are not there, a DamagedError one whose files are not those that
// were fetched, and a NotFoundError a folder that is not there.
func (s Location) Open() (*encoder.Model, error) {
	if builtIn, ok := encoder.FindBuiltIn(s.Name); ok {
		return builtIn.Open()
	}
	dir, set, err := s.folder()
	if err != nil {
		return nil, err
	}
	sums := cache.None(nil)
	if !s.NoCache {
		sums = cache.Open(s.CacheDir, nil)
	}
	return openAs(dir, set, sums)
}

// openAs opens the encoder of a folder, which must be that of a set if it was fetched.
func openAs(dir string, set *catalog.Set, sums *cache.Cache) (*encoder.Model, error) {
	files, err := open(dir, sums)
	if err != nil {
		return nil, err
	}
	model, err := encoder.Read(files)
	if set != nil && set.HasChecksums() && (err != nil || model.Digest() != digestOf(set)) {
		err = cmp.Or(damage(set, dir), err)
	}
	if err != nil {
		return nil, err
	}
	return model, nil
}

// Files lists the files that opening the encoder reads, none where there is nothing to read.
func (s Location) Files() (list []string) {
	if _, ok := encoder.FindBuiltIn(s.Name); ok {
		return nil
	}
	dir, _, err := s.folder()
	if err != nil {
		return nil
	}
	for _, name := range fileNames {
		if path := filepath.Join(dir, name); isFile(path) {
			list = append(list, path)
		}
	}
	return list
}

func isFile(path string) bool {
	return checkPlain(path) == nil
}

// folder returns where the files of the encoder are, and of which set if they were fetched.
func (s Location) folder() (string, *catalog.Set, error) {
	if s.Name == "" {
		return "", nil, &NotFoundError{Err: errors.New("found an empty name of an encoder")}
	}
	info, err := os.Stat(s.Name)
	if set, _, ok := catalog.Find(s.Name); ok && set.IsEncoder() {
		if dir, here := set.Fetched(s.CacheDir); here {
			set, err := set.AsRecorded(dir)
			return dir, &set, err
		}
		if err != nil {
			return "", nil, &catalog.NotFetchedError{Name: s.Name, Set: set}
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil, &NotFoundError{Name: s.Name, Err: fmt.Errorf("%s: found neither an encoder of this name nor such a "+
			"folder", s.Name)}
	case err != nil:
		return "", nil, err
	case !info.IsDir():
		return "", nil, &NotFoundError{Name: s.Name, Err: fmt.Errorf("%s: found a file, expected the folder of an encoder",
			s.Name)}
	}
	return s.Name, nil, nil
}

// open reads the files of a folder, and maps the weights.
func open(dir string, sums *cache.Cache) (f encoder.Files, err error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return f, err
	}
	f.Name, f.Folder = filepath.Base(absolute), filepath.Clean(dir)
	if f.Config, err = needed(dir, configFile); err != nil {
		return f, err
	}
	if f.Files, err = openPieces(dir); err != nil {
		return f, err
	}
	err = openWeights(dir, &f, sums)
	return f, err
}

// openPieces reads the files of the tokenizer.
func openPieces(dir string) (f pieces.Files, err error) {
	for _, file := range []struct {
		name    string
		content *[]byte
	}{{vocabularyFile, &f.Vocabulary}, {tokenizerFile, &f.TokenizerJSON}, {tokenizerConfigFile, &f.TokenizerConfig},
		{vocabularyJSONFile, &f.VocabularyJSON}, {mergesFile, &f.Merges}, {sentencePieceFile, &f.SentencePiece}} {
		if *file.content, err = readFile(filepath.Join(dir, file.name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return f, err
		}
	}
	if f.Vocabulary == nil && f.TokenizerJSON == nil && f.SentencePiece == nil && (f.VocabularyJSON == nil || f.Merges == nil) {
		return f, fmt.Errorf("%s: found no vocabulary, expected %s, %s, %s, or %s with %s", dir, vocabularyFile,
			tokenizerFile, sentencePieceFile, vocabularyJSONFile, mergesFile)
	}
	return f, nil
}

// needed reads a file that must be there.
func needed(dir, name string) ([]byte, error) {
	content, err := readFile(filepath.Join(dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, missing(dir, name)
	}
	return content, err
}

// readFile reads a file, which must be a plain one: a pipe would be waited for, for ever if nobody writes to it.
func readFile(path string) ([]byte, error) {
	if err := checkPlain(path); err != nil {
		return nil, err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, file.Named(err)
	}
	return content, nil
}

// checkPlain fails if there is no file, or a directory, a pipe or a device.
func checkPlain(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return file.Named(err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: found a directory, a pipe or a device, expected a file", path)
	}
	return nil
}

// missing says that a folder is not that of an encoder.
func missing(dir, name string) error {
	return fmt.Errorf("%s: found no %s, expected the folder of an encoder with %s, %s and %s or %s", dir, name, configFile,
		weightsFile, vocabularyFile, tokenizerFile)
}
