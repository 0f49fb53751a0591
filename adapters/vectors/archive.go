package vectors

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/wording"
)

// findMember settles which file of an archive is meant.
func (p *source) findMember() error {
	f, err := os.Open(p.path)
	if err != nil {
		return nil // said when it is opened
	}
	defer f.Close()
	magic := make([]byte, 4)
	if _, err := io.ReadFull(f, magic); err != nil || string(magic) != "PK\x03\x04" {
		if p.member != "" {
			return fmt.Errorf("%s: found no zip archive, expected one with the file %q", p.path, p.member)
		}
		return nil
	}
	files, err := zipFiles(f)
	if err != nil {
		return fmt.Errorf("%s: %w", p.path, err)
	}
	var names []string
	for _, f := range files {
		if f.Name == p.member {
			return nil
		}
		names = append(names, f.Name)
	}
	switch {
	case len(files) == 0:
		return fmt.Errorf("%s: the zip archive has no files, expected one with vectors", p.path)
	case p.member != "":
		return fmt.Errorf("%s: the zip archive has no file %q, expected one of: %s", p.path, p.member,
			wording.List(names))
	case len(files) > 1:
		return fmt.Errorf("%s: the zip archive has %d files, expected one of them to be named, as in %s:%s; they "+
			"are: %s",
			p.path, len(files), p.path, names[0], wording.List(names))
	}
	p.member = names[0]
	return nil
}

// zipFiles lists the files of an archive.
func zipFiles(f *os.File) ([]*zip.File, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(f, info.Size())
	if err != nil {
		return nil, fmt.Errorf("damaged zip archive: %w", err)
	}
	var files []*zip.File
	for _, f := range archive.File {
		if !f.FileInfo().IsDir() && !strings.HasPrefix(f.Name, "__MACOSX/") {
			files = append(files, f)
		}
	}
	return files, nil
}

// A memberReader reads a member of an archive that is said to have so many bytes. Errors of the archive are not taken
// for those of what is in it.
type memberReader struct {
	io.Reader
	size uint64
}

func (r memberReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	switch {
	case err == nil || err == io.EOF:
		return n, err
	case err == io.ErrUnexpectedEOF:
		return n, fmt.Errorf("damaged zip archive: found a file that does not have the %d bytes of its entry", r.size)
	}
	return n, fmt.Errorf("damaged zip archive: %w", err)
}

// openMember opens the member of an archive.
func (p *source) openMember(f *os.File) (*file.Input, error) {
	files, err := zipFiles(f)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if f.Name != p.member {
			continue
		}
		const encrypted = 1
		if f.Flags&encrypted != 0 {
			return nil, errors.New("found an encrypted file, which has to be unpacked first")
		}
		content, err := f.Open()
		if err != nil {
			return nil, err
		}
		in, err := file.Open(file.Stdin, memberReader{content, f.UncompressedSize64})
		if err != nil {
			return nil, err
		}
		in.Name, in.Size = p.display(), int64(f.UncompressedSize64)
		return in, nil
	}
	return nil, errors.New("no longer in the archive")
}
