package vectors_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/cache"
	"github.com/wordrotator/wrd/adapters/cache/storetest"
	"github.com/wordrotator/wrd/adapters/catalog"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/embedding/formats"
)

// The zero value means what is embedded, under both names.
func TestEmbedded(t *testing.T) {
	for _, name := range []string{"", embedding.DefaultName} {
		s := vectors.Location{Name: name, CacheDir: t.TempDir()}
		store, report, err := s.OpenReport(context.Background())
		if err != nil || store.Name() != embedding.DefaultName || report != (formats.Report{}) {
			t.Fatalf("%q: report %+v, error %v", name, report, err)
		}
		frequencies, err := s.OpenFrequencies(context.Background())
		if err != nil || frequencies.Name() != embedding.DefaultName {
			t.Errorf("%q: frequencies %v, error %v", name, frequencies, err)
		}
		converter, err := s.OpenConverter(context.Background(), embedding.DefaultName, store)
		if err != nil {
			t.Fatal(err)
		}
		table, err := tableOf(s, converter)
		if err != nil || table.Name() != embedding.DefaultName+"+AWR" || table.Len() != store.Len() {
			t.Errorf("%q: converted %v, error %v", name, table, err)
		}
		if n := len(tables(t, s)); n != 0 {
			t.Errorf("%q: %d tables of embedded vectors are kept", name, n)
		}
		s.Words = "x.words"
		if _, err := s.Open(context.Background()); !errors.Is(err, vectors.ErrOwnWords) {
			t.Errorf("%q with words: %v", name, err)
		}
	}
}

// What a program does about an error depends on its type.
func TestOpenErrorTypes(t *testing.T) {
	s := vectors.Location{Name: filepath.Join(t.TempDir(), "none.vec"), CacheDir: t.TempDir()}
	_, err := s.Open(context.Background())
	if _, ok := errors.AsType[*vectors.NotFoundError](err); !ok || !errors.Is(err, fs.ErrNotExist) ||
		!strings.HasPrefix(err.Error(), s.Name) {
		t.Errorf("no file: %v", err)
	}
	for _, name := range []string{"glove.6B.50d", "glove.42B", "cc.en.300"} {
		_, err := at(s, name).Open(context.Background())
		e, ok := errors.AsType[*catalog.NotFetchedError](err)
		if !ok || e.Name != name || !strings.HasPrefix(name, e.Set.Name) ||
			err.Error() != name+": the vectors are not here" {
			t.Errorf("a set that was not fetched: %v", err)
		}
	}
	_, err = at(s, "glove.6B").Open(context.Background())
	if want := "glove.6B has vectors of several kinds, expected one of: glove.6B.50d, glove.6B.100d, glove.6B.200d, " +
		"glove.6B.300d"; err == nil || err.Error() != want {
		t.Errorf("a set of several vectors: %v", err)
	}
	if left, _ := os.ReadDir(s.CacheDir); len(left) > 0 {
		t.Errorf("errors left %v", left)
	}
}

// A set is found where it was fetched to, with the cache and without, by its name and by those of its members.
func TestFetched(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "vectors")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	small, large := storetest.Text(20, 3, 1), storetest.Text(20, 5, 2)
	storetest.WriteFile(t, filepath.Join(folder, "glove.6B.zip"),
		archive(t, []string{"glove.6B.50d.txt", "glove.6B.100d.txt"}, gloveText(small), gloveText(large)))
	storetest.WriteFile(t, filepath.Join(folder, "glove.42B.300d.zip"),
		archive(t, []string{"glove.42B.300d.txt"}, gloveText(small)))
	storetest.WriteFile(t, filepath.Join(folder, "cc.en.300.vec.gz"), zipped(t, large))
	for _, test := range []struct {
		name, called string
		text         []byte
	}{
		{"glove.6B.50d", "glove.6B.50d", small}, {"glove.6B.100d", "glove.6B.100d", large},
		{"glove.42B", "glove.42B.300d", small}, {"glove.42B.300d", "glove.42B.300d", small},
		{"cc.en.300", "cc.en.300", large},
	} {
		for _, noCache := range []bool{true, false, false} {
			s := vectors.Location{CacheDir: dir, NoCache: noCache}
			if got := opened(t, s, test.name, storetest.Read(t, test.text)); got.Name() != test.called {
				t.Errorf("%s is called %q, want %q", test.name, got.Name(), test.called)
			}
		}
	}
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("LocalAppData", "")
	if _, err := (vectors.Location{Name: "cc.en.300"}).Open(context.Background()); err == nil ||
		!strings.HasPrefix(err.Error(), "no folder for vectors: ") {
		t.Errorf("no home: %v", err)
	}
}

func TestOpenFrequencies(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "counts.tsv.gz")
	storetest.WriteFile(t, path, zipped(t, []byte("\ufeffword0\t5\nword1\t3\n")))
	s, said := openIn(t.TempDir())
	s.Name, s.Frequencies = "v.vec", path
	frequencies, err := s.OpenFrequencies(context.Background())
	if err != nil || frequencies.Name() != "counts.tsv" || frequencies.Total() != 8 {
		t.Errorf("frequencies %v, error %v", frequencies, err)
	}
	if list := said.Take(); len(list) != 1 || !strings.HasPrefix(list[0], path+": ") {
		t.Errorf("notices %q", list)
	}
	s.Frequencies, s.Stdin = "-", strings.NewReader("word0\t5\n")
	if frequencies, err = s.OpenFrequencies(context.Background()); err != nil || frequencies.Total() != 5 {
		t.Errorf("standard input: %v, error %v", frequencies, err)
	}
	s.Frequencies = ""
	if frequencies, err = s.OpenFrequencies(context.Background()); frequencies != nil || err != nil {
		t.Errorf("vectors without frequencies have %v, error %v", frequencies, err)
	}
	s.Frequencies = filepath.Join(dir, "none")
	if _, err = s.OpenFrequencies(context.Background()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// fitted saves a fit of the vectors that s names.
func fitted(t *testing.T, s vectors.Location, letters string) (path string) {
	t.Helper()
	store, err := s.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	frequencies, err := s.OpenFrequencies(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := convert.ParseLetters(letters)
	if err != nil {
		t.Fatal(err)
	}
	sentences := func(yield func(string, error) bool) {
		_ = yield("word1 word2 word3", nil) && yield("word4 word5", nil) && yield("word6 word0", nil)
	}
	fit := metric.Fit{Options: metric.Options{Vectors: store, Frequencies: frequencies}}
	converter, err := fit.Converter(context.Background(), parsed, sentences)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), letters+".fit")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := converter.Save(f); err != nil {
		t.Fatal(err)
	}
	return path
}

// A saved fit is opened for the vectors and frequencies that it was learned from, for no others; its table is kept.
func TestOpenConverter(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		storetest.WriteFile(t, path, content)
		return path
	}
	s, said := openIn(t.TempDir())
	s.Name = write("v.vec", storetest.Text(50, 8, 1))
	s.Frequencies = write("counts.tsv", []byte("word0\t5\nword1\t3\nword2\t1\n"))
	store, err := s.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	fit := fitted(t, s, "WR")

	var first string
	for i := range 2 {
		converter, err := s.OpenConverter(context.Background(), fit, store)
		if err != nil {
			t.Fatal(err)
		}
		table, err := tableOf(s, converter)
		if err != nil || table.Name() != "v+WR" || i > 0 && table.Digest() != first {
			t.Fatalf("table %v, error %v", table, err)
		}
		t.Cleanup(func() { table.Close() })
		first = table.Digest()
		kinds := map[string]int{}
		for _, e := range tables(t, s) {
			kinds[e.Kind]++
		}
		if kinds[cache.KindVectors] != 1 || kinds[cache.KindConverted] != 1 {
			t.Errorf("kept: %v", kinds)
		}
	}
	sentenceWise, err := s.OpenConverter(context.Background(), fitted(t, s, "SW"), store)
	if err != nil {
		t.Fatal(err)
	}
	if same, err := s.WithTable(context.Background(), sentenceWise); same != sentenceWise || err != nil {
		t.Errorf("a converter that depends on the sentence becomes %v, error %v", same, err)
	}

	other := at(s, write("other.vec", storetest.Text(50, 8, 2)))
	otherStore, err := other.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { otherStore.Close() })
	without, foreign := s, s
	without.Frequencies = ""
	foreign.Frequencies = write("others.tsv", []byte("word0\t1\n"))
	for _, test := range []struct {
		name     string
		location vectors.Location
		file     string
		store    *embedding.Store
		want     string
	}{
		{"other vectors", other, fit, otherStore, fit + ": converter: fitted to the vectors v@"},
		{"other frequencies", foreign, fit, store, fit + ": converter: fitted with the frequencies counts.tsv@"},
		{"no frequencies", without, fit, store, "the converter WR needs word frequencies, found none for these " +
			"vectors"},
		{"no file", s, filepath.Join(dir, "none.fit"), store, filepath.Join(dir, "none.fit") + ": no such file"},
		{"not a fit", s, s.Name, store, s.Name + ": converter: "},
	} {
		_, err := test.location.OpenConverter(context.Background(), test.file, test.store)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %s", test.name, err, test.want)
		}
		_, noFrequencies := errors.AsType[*vectors.NoFrequenciesError](err)
		_, noFile := errors.AsType[*vectors.NoConverterError](err)
		if noFrequencies != (test.name == "no frequencies") || noFile != (test.name == "no file") {
			t.Errorf("%s: error of type %T", test.name, err)
		}
	}
	if list := said.Take(); len(list) > 0 {
		t.Errorf("notices %q", list)
	}
}

func TestConverterInfo(t *testing.T) {
	info, err := vectors.ConverterInfo(t.Context(), embedding.DefaultName)
	if err != nil || info.Letters.String() != "AWR" {
		t.Errorf("embedded: %+v, error %v", info, err)
	}
	path := filepath.Join(t.TempDir(), "v.vec")
	storetest.WriteFile(t, path, storetest.Text(20, 8, 1))
	info, err = vectors.ConverterInfo(t.Context(), fitted(t, vectors.Location{Name: path, NoCache: true}, "R"))
	if err != nil || info.Letters.String() != "R" || info.Words != 20 || info.Sentences != 3 {
		t.Errorf("%+v, error %v", info, err)
	}
}

// tableOf returns the table that a converter has from WithTable.
func tableOf(s vectors.Location, converter *convert.Converter) (*embedding.Store, error) {
	with, err := s.WithTable(context.Background(), converter)
	if err != nil {
		return nil, err
	}
	return with.Table(context.Background())
}

func TestDescribe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "odd.vec")
	storetest.WriteFile(t, path, []byte("6 2\nplain 3 4\nCapital 6 8\nNew_York 0 0\n##ing 0 1\n\"quoted\" 0 2\nlast "+
		"9 12\n"))
	got, err := vectors.Location{Name: path, NoCache: true}.Describe(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	norms := func(list []vectors.WordNorm) (text string) {
		for _, w := range list {
			text += fmt.Sprintf("%s %g, ", w.Word, w.Norm)
		}
		return text
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if got.Name != "odd" || got.Format != string(formats.Word2VecText) || got.File != path ||
		got.Bytes != info.Size() ||
		got.Words != 6 || got.Dim != 2 || got.Subwords != nil {
		t.Errorf("%+v", got)
	}
	// Quartiles of 0, 1, 2, 5, 10, 15: numpy.quantile.
	if want := (vectors.Norms{Min: 0, Q1: 1.25, Median: 3.5, Q3: 8.75, Max: 15, Mean: 5.5,
		Zeros: 1}); got.Norms != want {
		t.Errorf("norms %+v, want %+v", got.Norms, want)
	}
	if first, want := norms(got.First), "plain 5, Capital 10, New_York 0, ##ing 1, \"quoted\" 2, "; first != want {
		t.Errorf("first %s, want %s", first, want)
	}
	if shortest, want := norms(got.Shortest), "New_York 0, ##ing 1, \"quoted\" 2, plain 5, "+
		"Capital 10, "; shortest != want {
		t.Errorf("shortest %s, want %s", shortest, want)
	}
	if longest, want := norms(got.Longest), "last 15, Capital 10, plain 5, \"quoted\" 2, ##ing 1, "; longest != want {
		t.Errorf("longest %s, want %s", longest, want)
	}
	if got.Capitals != 2 || got.Phrases != 1 || got.Pieces != 1 || got.Quoted != 1 {
		t.Errorf("odd words %d, %d, %d, %d, want 2, 1, 1, 1", got.Capitals, got.Phrases, got.Pieces, got.Quoted)
	}
	embedded, err := vectors.Location{}.Describe(context.Background())
	if err != nil || embedded.Format != "embedded" || embedded.File != "" || embedded.Bytes != 0 ||
		embedded.Words != 80000 {
		t.Errorf("embedded: %+v, error %v", embedded, err)
	}
}
