package corpus_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/pairing"
	_ "github.com/wordrotator/wrd/internal/parts" // fewer cases of laws
	"github.com/wordrotator/wrd/metric"
	"pgregory.net/rapid"
)

// A table is the rows of a file.
type table []map[string]any

func (t table) write(dir, name string) string {
	var b strings.Builder
	for _, row := range t {
		line, err := json.Marshal(row)
		if err != nil {
			panic(err)
		}
		b.Write(append(line, '\n'))
	}
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
		panic(err)
	}
	return path
}

// paired reads tables of candidates and of references, the first being the first.
func paired(common bool, candidates []string, references ...string) (lines []metric.Line, notices []string, err error) {
	var systems []text.SystemFile
	for i, path := range candidates {
		systems = append(systems, text.SystemFile{Name: fmt.Sprint("s", len(candidates)-i), Path: path})
	}
	c, err := corpus.Open(context.Background(), systems, references, corpus.Options{Common: common})
	if err != nil {
		return nil, nil, err
	}
	defer c.Close()
	for line, err := range c.Lines() {
		if err != nil {
			return nil, nil, err
		}
		lines = append(lines, line)
	}
	return lines, c.Notices(), nil
}

// The order of the first file is that of the segments, whatever that of the others: files of candidates with one system or
// two, of references, and what only some of them have with common.
func TestPairs(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfNDistinct(rapid.StringMatching(`[ab1-3é]{1,3}`), 1, 12, rapid.ID).Draw(t, "ids")
		common := rapid.Bool().Draw(t, "common")
		files := rapid.IntRange(2, 3).Draw(t, "files")
		has := func(file int) (list []string) {
			for _, id := range ids {
				if !common || rapid.IntRange(0, 9).Draw(t, fmt.Sprint("file ", file, " has ", id)) > 1 {
					list = append(list, id)
				}
			}
			return list
		}
		var first []string
		kept := map[string]int{}
		var plain, mixed []string
		var rows []table
		for file := range files {
			list := has(file)
			if file == 0 {
				first = list
			}
			for _, id := range list {
				kept[id]++
			}
			var rowsOf table
			for _, id := range list {
				row := map[string]any{"id": id, "doc": "d" + id}
				if file == files-1 {
					row["references"] = []string{"r " + id, "q " + id}
				} else {
					row["candidate"] = fmt.Sprint(file, " ", id)
				}
				rowsOf = append(rowsOf, row)
			}
			if len(rowsOf) == 0 {
				t.Skip("a file without rows")
			}
			rows = append(rows, rowsOf)
			plain = append(plain, rowsOf.write(dir, fmt.Sprint("p", file, ".jsonl")))
			if file > 0 {
				rowsOf = rapid.Permutation(rowsOf).Draw(t, fmt.Sprint("order ", file))
			}
			mixed = append(mixed, rowsOf.write(dir, fmt.Sprint("m", file, ".jsonl")))
		}
		var want []metric.Line
		for _, id := range first {
			if kept[id] < files {
				continue
			}
			line := metric.Line{ID: id, Doc: "d" + id, References: []string{"r " + id, "q " + id}}
			for file := files - 2; file >= 0; file-- { // the last is called s1
				line.Candidates = append(line.Candidates, fmt.Sprint(file, " ", id))
			}
			want = append(want, line)
		}
		for _, paths := range [][]string{plain, mixed} {
			got, notices, err := paired(common, paths[:files-1], paths[files-1])
			if want == nil {
				if err == nil || !strings.Contains(err.Error(), "found no segment, by id") {
					t.Fatalf("nothing in common: got %v", err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("-want +got:\n%s", diff)
			}
			most := 0
			for _, r := range rows {
				most = max(most, len(r))
			}
			if took := slices.Contains(notices, pairing.TookCommon(len(want), most)); took != (len(want) < most) {
				t.Fatalf("took %d of %d, told of %q", len(want), most, notices)
			}
		}
	})
}

// Ids of one side alone are an error that counts them and names the first.
func TestOtherSegments(t *testing.T) {
	dir := t.TempDir()
	of := func(name string, ids ...string) string {
		var rows table
		for _, id := range ids {
			rows = append(rows, map[string]any{"id": id, "candidate": "c " + id, "reference": "r"})
		}
		return rows.write(dir, name)
	}
	a := of("a.jsonl", "x", "n4", "n3", "n2", "n1")
	b := of("b.jsonl", "m1", "x")
	_, _, err := paired(false, []string{a, b})
	want := fmt.Sprintf("found different segments, expected the same ids in all inputs: 4 only in %s (segment n4, n3, n2, …, from "+
		"line 2 on), 1 only in %s (segment m1, from line 1 on)", a, b)
	if _, ok := errors.AsType[*pairing.OtherSegmentsError](err); !ok || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	lines := filepath.Join(dir, "r.txt")
	if err := os.WriteFile(lines, []byte("r\nr\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	bare := table{{"id": "x", "candidate": "1"}, {"id": "y", "candidate": "2"}}.write(dir, "bare.jsonl")
	_, notices, err := paired(false, []string{bare}, lines)
	if want := pairing.ByNumber(bare, lines); err != nil || !slices.Equal(notices, []string{want}) {
		t.Errorf("lines beside ids: told of %q, %v; want %s", notices, err, want)
	}
}

// Ids that are there twice are found wherever they stand, the first row that repeats one first.
func TestRepeatedIDs(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfN(rapid.StringMatching(`[a-c1-2]{1,2}`), 1, 12).Draw(t, "ids")
		var rows table
		seen, want := map[string]int{}, ""
		path := filepath.Join(dir, "t.jsonl")
		for i, id := range ids {
			rows = append(rows, map[string]any{"id": id, "candidate": "c", "reference": "r"})
			if first, ok := seen[id]; ok && want == "" {
				want = pairing.Repeated(path, int64(i+1), id, int64(first)).Error()
			} else if !ok {
				seen[id] = i + 1
			}
		}
		_, _, err := paired(false, []string{rows.write(dir, "t.jsonl")})
		if got := fmt.Sprint(err); err == nil && want != "" || err != nil && got != want {
			t.Fatalf("got %v, want %s", err, want)
		}
	})
}

// Rows in another order that do not fit into memory go through files of which nothing is left.
func TestPairsSpill(t *testing.T) {
	folder, dir := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", folder)
	var a, b table
	const rows = 2500
	long := strings.Repeat("word ", 2000)
	for n := range rows {
		a = append(a, map[string]any{"id": fmt.Sprint("n", n), "candidate": fmt.Sprint(n), "reference": fmt.Sprint("r", n)})
		b = append(b, map[string]any{"id": fmt.Sprint("n", n), "candidate": fmt.Sprint(n, " ", long),
			"reference": fmt.Sprint("r", n)})
	}
	slices.Reverse(b)
	lines, _, err := paired(false, []string{a.write(dir, "a.jsonl"), b.write(dir, "b.jsonl")})
	if err != nil || len(lines) != rows {
		t.Fatalf("got %d lines, %v", len(lines), err)
	}
	for n, line := range lines {
		if line.Candidates[0] != fmt.Sprint(n, " ", long) || line.Candidates[1] != fmt.Sprint(n) {
			t.Fatalf("line %d has other candidates", n)
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

// Candidates of one group have the same id, and those of different ones are an error, where a row is a group.
func TestGroupsPair(t *testing.T) {
	dir := t.TempDir()
	of := func(name string, role string, ids ...string) string {
		var rows table
		for _, id := range ids {
			rows = append(rows, map[string]any{"id": id, role: name + " " + id})
		}
		return rows.write(dir, name)
	}
	a, b, r := of("a", "candidate", "y", "x"), of("b", "candidate", "x", "y"), of("r", "reference", "x", "y")
	open := func(size corpus.GroupSize, paths ...string) (groups []metric.Group, err error) {
		var systems []text.SystemFile
		for _, path := range paths {
			systems = append(systems, text.SystemFile{Name: filepath.Base(path), Path: path})
		}
		g, err := corpus.OpenGroups(context.Background(), systems, []string{r}, size, size, corpus.Options{})
		if err != nil {
			return nil, err
		}
		defer g.Close()
		for group, err := range g.All() {
			if err != nil {
				return nil, err
			}
			groups = append(groups, group)
		}
		return groups, nil
	}
	got, err := open(1, a, b)
	want := []metric.Group{{Candidates: []string{"a y", "b y"}, References: []string{"r y"}},
		{Candidates: []string{"a x", "b x"}, References: []string{"r x"}}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v, -want +got:\n%s", err, diff)
	}
	c := of("c", "candidate", "x", "z")
	if _, err := open(1, a, c); err == nil || !strings.Contains(err.Error(), "1 only in "+a+" (segment y") {
		t.Errorf("other ids: got %v", err)
	}
	if got, err := open(corpus.WholeFile, a, c); err != nil || len(got) != 1 {
		t.Errorf("a group of all rows: got %v, %v", got, err)
	}
}

// Whatever the ids of two tables, they are paired or refused: each segment has the id that both rows have.
func FuzzPairs(f *testing.F) {
	f.Add("n0 n1 n2", "n2 n0 n1", false)               // another order
	f.Add("wmt22-0 wmt22-1", "wmt23-0 wmt23-1", false) // other segments
	f.Add("n0 n1 n2", "n2 other n1", true)             // one renamed
	f.Add("n0 n1 n0", "n0 n1 n0", false)               // repeated
	f.Add("n0  n1", "n1 n0 ", false)                   // no id
	f.Add("", "n0", false)                             // a side without ids
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, first, second string, common bool) {
		of := func(name, ids string) string {
			var rows table
			for _, id := range strings.Split(ids, " ") {
				rows = append(rows, map[string]any{"id": id, "candidate": id, "reference": "r"})
			}
			return rows.write(dir, name)
		}
		lines, _, err := paired(common, []string{of("first.jsonl", first), of("second.jsonl", second)})
		if err != nil || strings.Trim(first, " ") == "" || strings.Trim(second, " ") == "" { // which pair by number
			return
		}
		for _, line := range lines {
			if a, b := line.Candidates[0], line.Candidates[1]; a != b || strings.ToValidUTF8(a, "�") != line.ID && line.ID != "" {
				t.Fatalf("segment %q has %q and %q", line.ID, a, b)
			}
		}
	})
}
