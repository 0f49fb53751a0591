package vectors

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/metric/embedding/formats"
)

// A source is where vectors lie on disk: a file, perhaps in an archive, perhaps with its words in another file.
type source struct {
	path    string // the file, or "-"
	regular bool   // it can be read twice
	folder  string // that the user gave, in which path lies; else ""
	member  string // of the archive that path is; "" if it is none
	words   string // the list of words that the user gave, or ""
	beside  string // the file that has the words: a list, or a tokenizer; "" if path has them itself
}

// display is what messages call the vectors.
func (p *source) display() string {
	if p.member != "" {
		return p.path + ":" + p.member
	}
	return p.path
}

// name is what signatures call them.
func (p *source) name() string {
	switch {
	case p.folder != "":
		return nameOf(p.folder)
	case p.member != "":
		return nameOf(p.member)
	}
	return nameOf(p.path)
}

// composite reports whether the vectors depend on more than the bytes of one file.
func (p *source) composite() bool { return p.member != "" || p.beside != "" }

// resolve finds out where the vectors at a path lie, and returns what the file system says of the file.
func (p *source) resolve(path, words string) (fs.FileInfo, error) {
	p.path, p.words = path, words
	if p.path == file.Stdin {
		return nil, nil
	}
	info, err := os.Stat(p.path)
	if errors.Is(err, fs.ErrNotExist) {
		if archive, member, ok := splitMember(p.path); ok {
			p.path, p.member = archive, member
			info, err = os.Stat(p.path)
		}
	}
	if err == nil && info.IsDir() {
		if model := modelIn(p.path); model != "" {
			p.folder, p.path = p.path, model
			info, err = os.Stat(p.path)
		}
	}
	if err != nil || !info.Mode().IsRegular() {
		return info, nil // opening it says what is wrong, if anything is
	}
	p.regular = true
	if err := p.findMember(); err != nil {
		return nil, err
	}
	err = p.findWords()
	// Where the words come from a pipe they cannot be hashed and then read, as a table in the cache asks for.
	p.regular = p.beside == "" || file.Rereadable(p.beside)
	return info, err
}

// splitMember takes "archive.zip:member" apart if there is a file of the first name.
func splitMember(path string) (archive, member string, ok bool) {
	for at := strings.LastIndexByte(path, ':'); at > 0; at = strings.LastIndexByte(path[:at], ':') {
		if path[at+1:] != "" && file.IsRegular(path[:at]) {
			return path[:at], path[at+1:], true
		}
	}
	return "", "", false
}

// modelIn returns the vectors in the folder of a static embedding model, as model2vec and sentence-transformers
// lay it out; "" if there are none.
func modelIn(folder string) string {
	for _, name := range []string{"model.safetensors", filepath.Join("0_StaticEmbedding", "model.safetensors")} {
		if path := filepath.Join(folder, name); file.IsRegular(path) {
			return path
		}
	}
	return ""
}

// open opens the vectors for reading.
func (p *source) open(stdin io.Reader) (in *file.Input, closeInput func() error, err error) {
	if p.member == "" {
		in, err = file.Open(p.path, stdin)
		if err != nil {
			return nil, nil, err
		}
		return in, in.Close, nil
	}
	f, err := os.Open(p.path)
	if err != nil {
		return nil, nil, err
	}
	if in, err = p.openMember(f); err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("%s: %w", p.display(), err)
	}
	return in, f.Close, nil
}

// findWords settles which file has the words of formats that do not hold them.
func (p *source) findWords() error {
	in, closeInput, err := p.open(nil)
	if err != nil {
		return nil // said when it is opened to be read
	}
	defer closeInput()
	head, _ := bufio.NewReaderSize(in, formats.RecognizeBytes).Peek(formats.RecognizeBytes)
	format, err := formats.Recognize(head)
	if err != nil {
		return nil
	}
	p.beside, err = p.wordsOf(format)
	return err
}

// wordsOf returns the file with the words of vectors of the given format; "" if they are in the vectors' own.
func (p *source) wordsOf(format formats.Format) (string, error) {
	switch {
	case format == formats.SafeTensors && p.words == "":
		tokenizer, ok, err := p.nextTo("tokenizer.json")
		if err == nil && !ok {
			err = fmt.Errorf("%s: found no %s, expected the tokenizer.json of the model next to it", p.display(),
				tokenizer)
		}
		return tokenizer, err
	case format == formats.NumPyArray && p.words != "":
		return p.words, nil
	case format == formats.NumPyArray:
		bare := strings.TrimSuffix(strings.TrimSuffix(p.path, ".gz"), ".npy")
		list, ok, err := p.nextTo(filepath.Base(bare) + ".words")
		if err == nil && !ok {
			err = &NoWordsError{Array: p.display(), List: list}
		}
		return list, err
	case p.words != "":
		return "", fmt.Errorf("%s: found the words %s for a file in the format %s, which has its own",
			p.display(), p.words, format)
	}
	return "", nil
}

// nextTo returns the path of a file in the folder of the vectors, and whether it is there.
func (p *source) nextTo(name string) (path string, ok bool, err error) {
	if p.path == file.Stdin || p.member != "" {
		return "", false, fmt.Errorf("%s: found vectors without words and no place next to them for a list, expected "+
			"a file",
			p.display())
	}
	path = filepath.Join(filepath.Dir(p.path), name)
	return path, file.IsRegular(path), nil
}

// nameOf is what signatures call a vector file: its base name without the endings that say how it is
// stored. The model.safetensors of a static embedding model is called like its folder. Bytes of a name that are not
// UTF-8 become \xff.
func nameOf(path string) string {
	name := filepath.Base(path)
	if name == "model.safetensors" || name == "." {
		if absolute, err := filepath.Abs(path); err == nil {
			name = filepath.Base(strings.TrimSuffix(absolute, "model.safetensors"))
		}
	}
	for _, ending := range []string{".gz", ".txt", ".vec", ".bin", ".npy", ".safetensors"} {
		if bare := strings.TrimSuffix(name, ending); bare != "" {
			name = bare
		}
	}
	return visible.UTF8(name)
}
