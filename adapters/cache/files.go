package cache

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/wordrotator/wrd/internal/file"
)

// A record says which content a file had when it was hashed. It holds as long as nothing that the file
// system tells of the file has changed.
type record struct {
	Path string `json:"path"` // absolute
	Size int64  `json:"size"`
	// Times are the file's times in nanoseconds and its number, as far as the system has them.
	Times  []int64 `json:"times"`
	SHA256 string  `json:"sha256"`
}

func newRecord(path string, info fs.FileInfo, sum string) record {
	return record{Path: path, Size: info.Size(), Times: append([]int64{info.ModTime().UnixNano()}, identity(info)...),
		SHA256: sum}
}

// matches reports whether two records are of the same state of the same file, whatever its content.
func (r record) matches(other record) bool {
	return r.Path == other.Path && r.Size == other.Size && slices.Equal(r.Times, other.Times)
}

// recordFile returns where the record of an absolute path is kept.
func (c *Cache) recordFile(path string) string {
	name := sha256.Sum256([]byte(path))
	return filepath.Join(c.dir, recordFolder, hex.EncodeToString(name[:])+".json")
}

// Recall returns the SHA-256 of a file that was hashed before and is unchanged, as info says. A record that cannot be
// read is no record.
func (c *Cache) Recall(path string, info fs.FileInfo) (sum string, ok bool) {
	path, err := filepath.Abs(path)
	if err != nil || c.dir == "" {
		return "", false
	}
	b, err := os.ReadFile(c.recordFile(path))
	if err != nil {
		return "", false
	}
	var r record
	if json.Unmarshal(b, &r) != nil || !r.matches(newRecord(path, info, "")) || !isSum(r.SHA256) {
		return "", false
	}
	return r.SHA256, true
}

func isSum(s string) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(b) == sha256.Size
}

// SameState reports whether the file system says the same of a file before and after, so that its content may be
// taken to be the same too.
func SameState(before, after fs.FileInfo) bool {
	return newRecord("", before, "").matches(newRecord("", after, ""))
}

// remember keeps the SHA-256 of the file at an absolute path: before and after are what the file system said when
// reading began and ended. A file that changed while it was read, or just before, is not remembered: it could have
// changed again without a change of its times. Failing to remember costs time and nothing else; whatever keeps the
// record from being written keeps entries too, and is said there.
func (c *Cache) remember(path, sum string, began time.Time, before, after fs.FileInfo) {
	r := newRecord(path, before, sum)
	if c.dir == "" || !SameState(before, after) || unsettled(before, began) > 0 {
		return
	}
	name := c.recordFile(path)
	if os.MkdirAll(filepath.Dir(name), 0o700) != nil {
		return
	}
	out, err := file.CreateOwn(name)
	if err != nil {
		return
	}
	defer out.Abort()
	b, err := json.Marshal(r)
	if err != nil {
		return
	}
	if _, err := out.Write(append(b, '\n')); err == nil {
		out.Commit()
	}
}

// unsettled returns how long after now a change of the file is sure to change its times too. File systems
// that count whole seconds, some of them every other one, show it by a time without a fraction; the others
// are no coarser than the tick of a system's clock.
func unsettled(info fs.FileInfo, now time.Time) time.Duration {
	const (
		tick   = 50 * time.Millisecond
		second = 2 * time.Second
	)
	changed := changeTime(info)
	if changed.IsZero() {
		changed = info.ModTime()
	}
	quiet := tick
	if changed.Nanosecond() == 0 {
		quiet = second
	}
	return quiet - now.Sub(changed)
}

// settle waits until a large file that was written a moment ago can be remembered: hashing it once more the
// next time would take longer.
func settle(ctx context.Context, info fs.FileInfo) {
	const large, most = 16 << 20, 50 * time.Millisecond
	if wait := unsettled(info, time.Now()); wait > 0 && wait <= most && info.Size() >= large {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
		}
	}
}
