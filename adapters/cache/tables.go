package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric/embedding"
)

// The kinds of tables.
const (
	KindVectors   = "vectors"   // of a file
	KindConverted = "converted" // computed from other vectors
)

// A Key names a table by all that it depends on, by content.
type Key struct {
	Kind string // KindVectors or KindConverted
	Hash string // of what the table is made from, 64 hexadecimal digits
	Size int64  // bytes of the file that vectors came from, see HasSize; 0 for converted ones
}

// entryFile returns the path of the entry of a key.
func (c *Cache) entryFile(key Key) string {
	name := key.Kind + "-" + strconv.Itoa(embedding.TableVersion) + "." + strconv.Itoa(readers) + "-" + key.Hash
	if key.Kind == KindVectors {
		name += "-" + strconv.FormatInt(key.Size, 10)
	}
	return filepath.Join(c.dir, name+tableEnding)
}

// HasSize reports whether there are tables of files that are size bytes long: if not, no such file need be hashed to
// learn whether there is a table of it.
func (c *Cache) HasSize(size int64) bool {
	list, _ := os.ReadDir(c.dir) // a folder that cannot be read has none
	ending := "-" + strconv.FormatInt(size, 10) + tableEnding
	for _, e := range list {
		if strings.HasPrefix(e.Name(), KindVectors) && strings.HasSuffix(e.Name(), ending) {
			return true
		}
	}
	return false
}

// Get opens the table of a key, if there is a good one, and returns its Note. name is the Store's Name. rebuild makes
// the same vectors again, bit for bit: it is called if the table turns out to be damaged, perhaps later and from any
// goroutine that uses the Store. If it fails, embedding.Store.Err says so.
func (c *Cache) Get(key Key, name string, rebuild func() (*embedding.Store, error)) (*embedding.Store, Note, bool) {
	if c.dir == "" {
		return nil, Note{}, false
	}
	entry := c.entryFile(key)
	s, info, err := embedding.OpenTable(entry, name, func(damage error) (*embedding.Store, error) {
		c.complain(damage)
		return rebuild()
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, Note{}, false
	}
	var a about
	if err == nil {
		if a, err = parseAbout(info.About, entry); err != nil {
			s.Close()
		}
	}
	if err != nil {
		c.complain(err)
		return nil, Note{}, false
	}
	return s, a.Note, true
}

// complain says that an entry is no good. It stays where it is until the new one takes its name: were it
// removed, a fault of the folder could cost a good table.
func (c *Cache) complain(why error) {
	c.notify(fmt.Sprintf("%v; this cache entry is not used and is rebuilt", why))
}

// Put keeps a table under a key. If it cannot, a notice says why; the run goes on, and only the next one is slower.
func (c *Cache) Put(key Key, s *embedding.Store, note Note) {
	if c.dir == "" {
		return
	}
	if err := c.write(c.entryFile(key), s, about{Kind: key.Kind, Note: note}); err != nil {
		c.notify(fmt.Sprintf("%v; going on without the cache", err))
	}
}

// write makes an entry.
func (c *Cache) write(entry string, s *embedding.Store, a about) error {
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return fmt.Errorf("%s: cannot be made: %w", c.dir, file.Cause(err))
	}
	c.removeUnfinished(time.Now().Add(-abandoned))
	a.Entry = filepath.Base(entry)
	out, err := file.CreateOwn(entry)
	if err != nil {
		return err
	}
	defer out.Abort()
	if err := embedding.WriteTable(out, s, a.bytes()); err != nil {
		return err
	}
	return out.Commit()
}

// Derived returns vectors that are computed from others: the table that was made of them before, or what
// build returns, of which one is made. key must name all that the result depends on, by content: the digest
// of the vectors, the hash of the converter's fit, and a version of the computation, in any form that people
// can read, for List shows it. name is the Store's Name.
//
// build may be called again later, from any goroutine that uses the Store, if the table turns out to be
// damaged; so it must keep what it needs, and always give the same bits.
func (c *Cache) Derived(name, key string, build func() (*embedding.Store, error)) (*embedding.Store, error) {
	if !c.Usable() {
		return build()
	}
	sum := sha256.Sum256([]byte(key))
	table := Key{Kind: KindConverted, Hash: hex.EncodeToString(sum[:])}
	compile := func() (*embedding.Store, error) {
		s, err := build()
		if err == nil {
			c.Put(table, s, Note{Source: key})
		}
		return s, err
	}
	if s, _, ok := c.Get(table, name, compile); ok {
		return s, nil
	}
	return compile()
}
