package cache

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/lazy"
)

// Scores keep values of a fixed size by key, for scores that are asked for again. One setting has two files, of which
// the younger is appended to; when that is full it takes the place of the older one, and what was asked for in between
// is in the next. A file is a line for people and then records, each of
//
//	4 bytes       recordMark
//	16 bytes      the key
//	size bytes    the value
//	8 bytes       the beginning of the SHA-256 of the setting, the key and the value
//
// A record is known by its sum wherever it begins. So nothing is ever locked or mended: what a killed process, a full
// disk or an accident leaves between two records is passed over, and what it held is made again.
//
// Scores are not for several goroutines at once; any number of processes may use one setting.
type Scores struct {
	cache      *Cache
	path       string // of the younger file, "" if there are no files
	about      string
	setting    [sha256.Size]byte
	size       int
	limit      int
	young, old generation
	file       *os.File // appends to path; nil until there is something to write, or since that failed
	pending    []byte   // records to be written
	failed     error    // why nothing more is written, until Flush says it
}

// A ScoreKey names what a value is of, by content: the beginning of a SHA-256.
type ScoreKey [16]byte

// A generation is what one file holds.
type generation struct {
	at     map[ScoreKey]int // the index of the value
	values []byte
}

const (
	recordMark = "\xf7wrd" // no text in UTF-8 has the first byte
	sumSize    = 8

	// generationBytes is where a file is full: 32 MiB are about 600,000 scores of one measure.
	generationBytes = 32 << 20
	// scoresBytes is how much the files of all settings may be; those written to least lately go first.
	scoresBytes = 1 << 30

	scoresFolder = "scores"
	scoresEnding = ".wrdscores"
	olderEnding  = ".older" + scoresEnding

	// KindScores is the kind of entries that are files of Scores.
	KindScores = "scores"
)

var scoresPattern = lazy.Regexp(`^[0-9a-f]{64}(\.older)?\.wrdscores$`)

// Scores opens the values that were kept under a setting, which names all that they depend on besides what their keys
// do; this program, by its content, is added to that. All values have size bytes. about is a line that says what they
// are, for List. Without a folder, and where that cannot be written, they are kept as long as the Scores: Check and Flush
// say why.
func (c *Cache) Scores(setting, about string, size int) *Scores {
	s := &Scores{cache: c, about: about, size: size, limit: generationBytes,
		young: newGeneration(), old: newGeneration()}
	if s.failed = c.reason; c.dir == "" {
		return s
	}
	program, err := programDigest()
	if err != nil {
		s.failed = err
		return s
	}
	s.setting = sha256.Sum256([]byte(program + "\n" + setting))
	s.path = filepath.Join(c.dir, scoresFolder, hex.EncodeToString(s.setting[:])+scoresEnding)
	c.removeOldScores()
	if err := cmp.Or(s.read(s.older(), &s.old), s.read(s.path, &s.young)); err != nil {
		c.notify(fmt.Sprintf("%v; going on without these scores", err))
	}
	return s
}

// Cache returns the cache that the values are in.
func (s *Scores) Cache() *Cache { return s.cache }

// Check returns why values cannot be kept for later, nil if they can: it makes the folder, and tries to write there.
func (s *Scores) Check() error {
	if s.path == "" {
		return s.failed
	}
	dir := filepath.Dir(s.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	trial, err := os.CreateTemp(dir, ".trial.*.tmp")
	if err != nil {
		return err
	}
	trial.Close()
	if err := os.Remove(trial.Name()); err != nil {
		return err
	}
	if _, err := os.Lstat(s.path); err != nil {
		return nil // it is made when there is something to write
	}
	if err := s.open(); err != nil {
		return err
	}
	s.Close()
	return nil
}

// programDigest returns the SHA-256 of this program: another one may make other scores of the same settings.
var programDigest = sync.OnceValues(func() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("the file of this program is not known: %w", err)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return hex.EncodeToString(sum.Sum(nil)), err
})

func newGeneration() generation { return generation{at: map[ScoreKey]int{}} }

func (s *Scores) older() string { return strings.TrimSuffix(s.path, scoresEnding) + olderEnding }

// read adds the records of a file to a generation.
func (s *Scores) read(path string, into *generation) error {
	if err := file.CheckOwn(path); err != nil {
		return err
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	records(data, s.setting, s.size, into.put)
	return err
}

// records calls each for the records in the bytes of a file, and returns how many bytes belong to none.
func records(data []byte, setting [sha256.Size]byte, size int, each func(key ScoreKey, value []byte)) (other int) {
	const head = len(recordMark) + len(ScoreKey{})
	length := head + size + sumSize
	for {
		start := bytes.Index(data, []byte(recordMark))
		if start < 0 {
			return other + len(data)
		}
		other += start
		data = data[start:]
		if len(data) < length {
			return other + len(data)
		}
		sum := recordSum(setting, data[len(recordMark):head+size])
		if !bytes.Equal(sum[:], data[head+size:length]) {
			other++
			data = data[1:]
			continue
		}
		each(ScoreKey(data[len(recordMark):head]), data[head:head+size])
		data = data[length:]
	}
}

// verifyScores reads a file of Scores whole, and says how much of it belongs to no record.
func verifyScores(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	setting, err := hex.DecodeString(filepath.Base(path)[:2*sha256.Size])
	if err != nil {
		return err
	}
	key := [sha256.Size]byte(setting)
	other := records(data, key, valueSize(data, key), func(ScoreKey, []byte) {})
	line, _, _ := bytes.Cut(data, []byte("\n"))
	if about := append(line[:len(line):len(line)], '\n'); !bytes.Contains(line, []byte(recordMark)) {
		other -= bytes.Count(data, about) * len(about) // several processes may have begun the file
	}
	if other == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d bytes are damaged: the scores in them are computed again", other, len(data))
}

// valueSize returns the size of the values in the bytes of a file: that of the first record which nothing but another
// one, or the end, follows; 0 if there is none.
func valueSize(data []byte, setting [sha256.Size]byte) int {
	const head = len(recordMark) + len(ScoreKey{})
	for {
		start := bytes.Index(data, []byte(recordMark))
		if start < 0 {
			return 0
		}
		data = data[start:]
		length := len(data)
		if next := bytes.Index(data[1:], []byte(recordMark)); next >= 0 {
			length = next + 1
		}
		if size := length - head - sumSize; size > 0 {
			if sum := recordSum(setting, data[len(recordMark):head+size]); bytes.Equal(sum[:], data[head+size:length]) {
				return size
			}
		}
		data = data[1:]
	}
}

// recordSum is the sum of the key and the value of a record.
func recordSum(setting [sha256.Size]byte, record []byte) (sum [sumSize]byte) {
	var space [512]byte
	all := sha256.Sum256(append(append(space[:0], setting[:]...), record...))
	return [sumSize]byte(all[:])
}

// put keeps a value, unless there is one.
func (g *generation) put(key ScoreKey, value []byte) {
	if _, ok := g.at[key]; ok || len(value) == 0 {
		return
	}
	g.at[key] = len(g.values) / len(value)
	g.values = append(g.values, value...)
}

func (g *generation) get(key ScoreKey, size int) ([]byte, bool) {
	i, ok := g.at[key]
	if !ok {
		return nil, false
	}
	return g.values[i*size : (i+1)*size], true
}

// Get returns the value of a key, which must not be changed and is good until the next call, and whether there is one.
func (s *Scores) Get(key ScoreKey) (value []byte, ok bool) {
	if value, ok = s.young.get(key, s.size); ok {
		return value, true
	}
	if value, ok = s.old.get(key, s.size); ok {
		s.Put(key, value) // is of use, so it goes on living
	}
	return value, ok
}

// Put keeps the value of a key, of the size that Scores was told. Flush brings it into the file.
func (s *Scores) Put(key ScoreKey, value []byte) {
	s.young.put(key, value)
	if s.path == "" {
		s.turn()
		return
	}
	start := len(s.pending) + len(recordMark)
	s.pending = append(append(append(s.pending, recordMark...), key[:]...), value...)
	sum := recordSum(s.setting, s.pending[start:])
	s.pending = append(s.pending, sum[:]...)
	if len(s.pending) >= 1<<20 {
		s.flush()
	}
}

// Flush writes what was put since it was last called. If it cannot, or Put could not, it returns why, once, and nothing
// more is written.
func (s *Scores) Flush() error {
	s.flush()
	failed := s.failed
	s.failed = nil
	return failed
}

func (s *Scores) flush() {
	if len(s.pending) == 0 || s.path == "" {
		return
	}
	if err := s.write(); err != nil {
		s.failed = err
		s.Close()
		s.path = ""
	}
	s.pending = s.pending[:0]
	s.turn()
}

// write appends what is pending, in one piece, so that the records of several processes stay apart.
func (s *Scores) write() error {
	if s.file == nil {
		if err := s.open(); err != nil {
			return err
		}
	}
	if _, err := s.file.Write(s.pending); err != nil {
		return err
	}
	info, err := s.file.Stat()
	if err != nil || info.Size() < int64(s.limit) {
		return err
	}
	s.Close()
	// Another process may have put a new file there.
	if now, err := os.Lstat(s.path); err == nil && os.SameFile(now, info) {
		return os.Rename(s.path, s.older())
	}
	return nil
}

// open opens the younger file. A new one begins with a line for people.
func (s *Scores) open() (err error) {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return err
	}
	if s.file, err = file.AppendOwn(s.path); err != nil {
		return err
	}
	info, err := s.file.Stat()
	if err == nil && info.Size() == 0 {
		s.pending = append([]byte(s.about+"\n"), s.pending...)
	}
	return err
}

// turn begins a new generation when the younger one is full in memory.
func (s *Scores) turn() {
	if len(s.young.values)+len(s.young.at)*(len(recordMark)+len(ScoreKey{})+sumSize) >= s.limit {
		s.old, s.young = s.young, newGeneration()
	}
}

// Close closes the file. What was not brought there by Flush is lost.
func (s *Scores) Close() {
	if s.file != nil {
		s.file.Close()
		s.file = nil
	}
}

// scoresFiles lists the files of Scores in the folder, and what they are.
func (c *Cache) scoresFiles() (list []Entry) {
	dir := filepath.Join(c.dir, scoresFolder)
	files, _ := os.ReadDir(dir) // a folder that cannot be read has none
	for _, f := range files {
		if info, err := f.Info(); err == nil && info.Mode().IsRegular() && scoresPattern().MatchString(f.Name()) {
			list = append(list, Entry{File: filepath.Join(dir, f.Name()), Bytes: info.Size(), Made: info.ModTime(),
				Kind: KindScores})
		}
	}
	return list
}

// removeOldScores removes the files that were written to least lately, while there are too many bytes of them. A
// process that appends to one goes on, for nobody.
func (c *Cache) removeOldScores() {
	list := c.scoresFiles()
	slices.SortFunc(list, func(a, b Entry) int { return b.Made.Compare(a.Made) })
	total := int64(0)
	for _, e := range list {
		if total += e.Bytes; total > scoresBytes {
			os.Remove(e.File)
		}
	}
}

// scoresLine returns the line for people that a file of Scores begins with, "" if it does not.
func scoresLine(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	begin := make([]byte, 4096)
	n, _ := io.ReadFull(f, begin)
	line, _, ok := bytes.Cut(begin[:n], []byte("\n"))
	if !ok || bytes.Contains(line, []byte(recordMark)) {
		return ""
	}
	return string(line)
}
