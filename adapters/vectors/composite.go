package vectors

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"

	"github.com/wordrotator/wrd/adapters/cache"
	"github.com/wordrotator/wrd/metric/embedding"
)

// Vectors are composite if they depend on more than the bytes of one file: the words lie in a second one, or the
// archive has several files.

// compositeSum returns what stands for the content of composite vectors of which the main file has the given SHA-256.
func (l *loading) compositeSum(ctx context.Context, main string) (string, error) {
	beside := ""
	if l.beside != "" {
		var err error
		if beside, err = l.sumOf(ctx, l.beside); err != nil {
			return "", err
		}
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "file %s\nmember %q\nwords %s\n", main, l.member, beside))
	return hex.EncodeToString(sum[:]), nil
}

// compileComposite reads composite vectors, and makes a table of them unless one of the files has changed since sum was
// computed. before is what the file system said then of the main one.
func (l *loading) compileComposite(ctx context.Context, sum string, before fs.FileInfo) (*embedding.Store, error) {
	s, err := l.readPlain(ctx)
	if err != nil {
		return nil, err
	}
	if l.unchanged(ctx, sum, before) {
		l.keep(s, tableKey(sum, before.Size()))
	}
	return s, nil
}

// unchanged reports whether the files still have the content that was hashed before they were read.
func (l *loading) unchanged(ctx context.Context, sum string, before fs.FileInfo) bool {
	quiet := *l
	quiet.progress = noProgress
	after, err := os.Stat(l.path)
	if err != nil || !cache.SameState(before, after) {
		return false
	}
	main, err := quiet.sumOf(ctx, l.path)
	if err != nil {
		return false
	}
	now, err := quiet.compositeSum(ctx, main)
	return err == nil && now == sum
}
