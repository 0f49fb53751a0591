package vectors_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/cache/storetest"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/embedding/formats"
)

// gloveText is the word2vec text without its header.
func gloveText(text []byte) []byte { return text[bytes.IndexByte(text, '\n')+1:] }

func binaryText(t *testing.T, s *embedding.Store) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := formats.WriteWord2VecBinary(context.Background(), &b, s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// archive makes a zip archive of files, alternately deflated and stored.
func archive(t *testing.T, names []string, contents ...[]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i, name := range names {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: []uint16{zip.Deflate, zip.Store}[i%2]})
		if err != nil {
			t.Fatal(err)
		}
		if i < len(contents) {
			w.Write(contents[i])
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestLoadFormats checks that every format, plain, compressed and in an archive, gives the same vectors, whatever the
// file is called, and the same again from the table.
func TestLoadFormats(t *testing.T) {
	text := storetest.Text(300, 5, 1)
	store := storetest.Read(t, text)
	for format, content := range map[formats.Format][]byte{
		formats.Word2VecText: text, formats.GloVeText: gloveText(text),
		formats.Word2VecBinary: binaryText(t, store),
	} {
		for name, packed := range map[string][]byte{
			"plain": content, "packed.gz": zipped(t, content),
			"archive.zip": archive(t, []string{"folder/", "folder/v.txt"}, nil, content),
		} {
			t.Run(string(format)+"/"+name, func(t *testing.T) {
				c, said := openIn(t.TempDir())
				path := filepath.Join(t.TempDir(), name)
				storetest.WriteFile(t, path, packed)
				for range 2 {
					s, report, err := at(c, path).OpenReport(context.Background())
					if err != nil {
						t.Fatal(err)
					}
					t.Cleanup(func() { s.Close() })
					if err := storetest.Same(s, store); err != nil {
						t.Error(err)
					}
					if report.Format != format || !strings.HasPrefix(report.File, path) {
						t.Errorf("report %+v", report)
					}
				}
				if n := len(tables(t, c)); n != 1 {
					t.Errorf("%d entries", n)
				}
				if list := said.Take(); len(list) > 0 {
					t.Errorf("notices %q", list)
				}
			})
		}
	}
}

// npy is an array of 2×2, as NumPy saves it.
func npy(numbers ...float32) []byte {
	header := "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }"
	b := append([]byte("\x93NUMPY\x01\x00"), byte(len(header)), 0)
	return append(append(b, header...), floats(numbers)...)
}

// model is a safetensors file of the same array.
func model(numbers ...float32) []byte {
	header := `{"embeddings": {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]}}`
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(b, header...), floats(numbers)...)
}

func floats(numbers []float32) []byte {
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, numbers)
	return b.Bytes()
}

// TestLoadWithWords checks that both files decide which table is used, and that the words are found.
func TestLoadWithWords(t *testing.T) {
	tokens := func(words ...string) []byte {
		return []byte(`{"model": {"type": "WordLevel", "vocab": {"` + words[0] + `": 0, "` + words[1] + `": 1}}}`)
	}
	list := func(words ...string) []byte { return []byte(strings.Join(words, "\n") + "\n") }
	for name, test := range map[string]struct {
		file, words string
		source      func(dir string) vectors.Location
		content     func(numbers ...float32) []byte
		list        func(words ...string) []byte
		called      string
	}{
		"list beside": {"v.npy", "v.words",
			func(d string) vectors.Location { return vectors.Location{Name: d + "/v.npy"} }, npy, list, "v"},
		"list named": {"v.npy", "other", func(d string) vectors.Location {
			return vectors.Location{Name: d + "/v.npy",
				Words: d + "/other"}
		}, npy, list, "v"},
		"model file": {"model.safetensors", "tokenizer.json",
			func(d string) vectors.Location { return vectors.Location{Name: d + "/model.safetensors"} }, model, tokens,
			"model folder"},
		"model folder": {"model.safetensors", "tokenizer.json",
			func(d string) vectors.Location { return vectors.Location{Name: d} }, model, tokens, "model folder"},
		"model of sentence-transformers": {"0_StaticEmbedding/model.safetensors", "0_StaticEmbedding/tokenizer.json",
			func(d string) vectors.Location { return vectors.Location{Name: d + "/"} },
			model, tokens, "model folder"},
	} {
		t.Run(name, func(t *testing.T) {
			c, said := openIn(t.TempDir())
			with := func(s vectors.Location) vectors.Location {
				s.CacheDir, s.Notify = c.CacheDir, c.Notify
				return s
			}
			dir := filepath.Join(t.TempDir(), "model folder")
			if err := os.MkdirAll(filepath.Join(dir, "0_StaticEmbedding"), 0o777); err != nil {
				t.Fatal(err)
			}
			holds := func(words []string, numbers ...float32) {
				t.Helper()
				want, err := embedding.New("", words, 2, numbers)
				if err != nil {
					t.Fatal(err)
				}
				for range 2 {
					s, err := with(test.source(dir)).Open(context.Background())
					if err != nil {
						t.Fatal(err)
					}
					t.Cleanup(func() { s.Close() })
					if err := storetest.Same(s, want); err != nil || s.Name() != test.called {
						t.Errorf("called %q, %v", s.Name(), err)
					}
				}
			}
			storetest.WriteFile(t, filepath.Join(dir, test.file), test.content(1, 2, 3, 4))
			storetest.WriteFile(t, filepath.Join(dir, test.words), test.list("a", "b"))
			holds([]string{"a", "b"}, 1, 2, 3, 4)
			storetest.WriteFile(t, filepath.Join(dir, test.words), test.list("a", "c"))
			holds([]string{"a", "c"}, 1, 2, 3, 4)
			storetest.WriteFile(t, filepath.Join(dir, test.file), test.content(5, 6, 7, 8))
			holds([]string{"a", "c"}, 5, 6, 7, 8)
			if n := len(tables(t, c)); n != 3 {
				t.Errorf("%d entries, want one for each pair of contents", n)
			}
			if list := said.Take(); len(list) > 0 {
				t.Errorf("notices %q", list)
			}
			if err := os.Remove(filepath.Join(dir, test.words)); err != nil {
				t.Fatal(err)
			}
			_, err := with(test.source(dir)).Open(context.Background())
			if _, ok := errors.AsType[*vectors.NoWordsError](err); ok != (name == "list beside") {
				t.Errorf("without words: error of type %T", err)
			}
			if _, err := with(test.source(dir)).Open(context.Background()); err == nil ||
				!strings.Contains(err.Error(), filepath.Base(test.words)) {
				t.Errorf("without words: %v", err)
			}
		})
	}
	c, _ := openIn(t.TempDir())
	path := filepath.Join(t.TempDir(), "v.vec")
	storetest.WriteFile(t, path, storetest.Text(2, 2, 1))
	c.Name, c.Words = path, "w"
	if _, err := c.Open(context.Background()); err == nil ||
		!strings.HasSuffix(err.Error(), "word2vec text, which has its own") {
		t.Errorf("words for vectors that have some: %v", err)
	}
}

func TestLoadArchive(t *testing.T) {
	c, _ := openIn(t.TempDir())
	dir := t.TempDir()
	small, large := storetest.Text(20, 3, 1), storetest.Text(20, 5, 2)
	path := filepath.Join(dir, "two.zip")
	storetest.WriteFile(t, path, archive(t, []string{"v.3d.txt", "v.5d.txt"}, gloveText(small), large))
	for member, text := range map[string][]byte{"v.3d.txt": small, "v.5d.txt": large} {
		for range 2 {
			if s := opened(t, c, path+":"+member, storetest.Read(t, text)); s.Name() != strings.TrimSuffix(member,
				".txt") {
				t.Errorf("name %q", s.Name())
			}
		}
	}
	var sources []string
	for _, e := range tables(t, c) {
		sources = append(sources, e.Source)
	}
	slices.Sort(sources)
	if !slices.Equal(sources, []string{path + ":v.3d.txt", path + ":v.5d.txt"}) {
		t.Errorf("entries of %q", sources)
	}
	// Another content under the same names.
	storetest.WriteFile(t, path, archive(t, []string{"v.3d.txt", "v.5d.txt"}, large, small))
	opened(t, c, path+":v.3d.txt", storetest.Read(t, large))

	damaged := archive(t, []string{"v.txt"}, small)
	damaged[len(damaged)/3] ^= 0x40
	files := map[string][]byte{
		"empty.zip": archive(t, []string{"folder/"}), "cut.zip": archive(t, []string{"v.txt"}, small)[:200],
		"damaged.zip": damaged, "plain.vec": small,
	}
	for name, content := range files {
		storetest.WriteFile(t, filepath.Join(dir, name), content)
	}
	for source, want := range map[string]string{
		"two.zip": "two.zip: the zip archive has 2 files, expected one of them to be named, as in " + path +
			":v.3d.txt; they are: v.3d.txt, v.5d.txt",
		"two.zip:v.txt":  `two.zip: the zip archive has no file "v.txt", expected one of: v.3d.txt, v.5d.txt`,
		"empty.zip":      "empty.zip: the zip archive has no files, expected one with vectors",
		"cut.zip":        "cut.zip: damaged zip archive: zip: not a valid zip file",
		"damaged.zip":    "damaged.zip:v.txt",
		"plain.vec:a":    `plain.vec: found no zip archive, expected one with the file "a"`,
		"none.zip:v.txt": "none.zip:v.txt: no such file or directory",
	} {
		_, err := at(c, filepath.Join(dir, source)).Open(context.Background())
		if err == nil || !strings.HasPrefix(strings.ReplaceAll(err.Error(),
			"The system cannot find the file specified.", "no such file or directory"), filepath.Join(dir, want)) {
			t.Errorf("%s: error %v, want %s", source, err, want)
		}
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

// TestNames holds what the vectors of a file are called in signatures.
func TestNames(t *testing.T) {
	text := storetest.Text(2, 2, 1)
	for path, want := range map[string]string{
		"glove.6B.50d.txt": "glove.6B.50d", "dir/wiki.en.bin.gz": "wiki.en",
		"GoogleNews-vectors-negative300.bin.gz": "GoogleNews-vectors-negative300",
		"x.npy":                                 "x", "potion/model.safetensors": "potion", "potion/": "potion",
		"own.safetensors": "own", ".txt": ".txt",
		"data/glove.840B.300d.txt": "glove.840B.300d", "wiki.vec.gz": "wiki", "a.txt.gz": "a", "x/.gz": ".gz",
		"bare": "bare",
	} {
		name := filepath.Join(t.TempDir(), filepath.FromSlash(path))
		file := name
		if strings.HasSuffix(path, "/") {
			file = filepath.Join(name, "model.safetensors")
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		storetest.WriteFile(t, file, text)
		s, err := vectors.Location{Name: name, NoCache: true}.Open(context.Background())
		if err != nil {
			t.Errorf("%s: %v", path, err)
		} else if s.Name() != want {
			t.Errorf("%s is called %q, want %q", path, s.Name(), want)
		}
	}
}

// An archive that lies about a member is damaged as an archive, whatever is in it.
func TestLyingArchive(t *testing.T) {
	content := storetest.Text(300, 5, 1)
	good := archive(t, []string{"a.vec"}, content)
	// The directory at the end says the checksum and both sizes, from byte 16 on; so does the descriptor before it.
	directory := bytes.LastIndex(good, []byte("PK\x01\x02"))
	for _, c := range []struct {
		name string
		at   int
		want string
	}{
		{"checksum", directory + 16, "damaged zip archive: zip: checksum error"},
		{"length", directory + 25, "damaged zip archive: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			bad := bytes.Clone(good)
			bad[c.at] ^= 1
			path := filepath.Join(t.TempDir(), "x.zip")
			storetest.WriteFile(t, path, bad)
			cache, _ := openIn(t.TempDir())
			_, err := at(cache, path).Open(t.Context())
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "gzip") {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}
