package scores_test

import (
	"bytes"
	"strings"
	"testing"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/metric/inspection"
)

// parquetOf returns a Parquet file with rows.
func parquetOf[T any](t *testing.T, rows ...T) string {
	t.Helper()
	var out bytes.Buffer
	w := pq.NewGenericWriter[T](&out)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

type judged struct {
	System    *string  `parquet:"system,optional"`
	Segment   string   `parquet:"segment"`
	Candidate string   `parquet:"candidate"`
	Scored1   float64  `parquet:"scored1"`
	Scored2   float64  `parquet:"scored2"`
	Listed    []string `parquet:"listed,list"`
}

// Cells that cannot be what their column is for are rejected in every format, with row and column.
func TestRefusedCells(t *testing.T) {
	a, empty, bad := "a", "", "a\xffb"
	good := judged{System: &a, Segment: "1", Candidate: "c", Listed: []string{"x"}}
	after := func(change func(*judged)) string {
		second := good
		second.Segment = "2"
		change(&second)
		return parquetOf(t, good, second)
	}
	const digits = 1_000_000
	long := strings.Repeat("7", digits)
	t.Chdir(t.TempDir())
	for _, c := range []struct{ name, content, columns, want string }{
		{"two columns of one name in Parquet", strings.ReplaceAll(parquetOf(t, good), "scored2", "scored1"), "",
			`f: found the column "scored1" twice, expected different names`},
		{"no UTF-8 in a name", after(func(j *judged) { j.System = &bad }), "",
			`f:2: column "system": found "a\xffb", expected UTF-8`},
		{"no UTF-8 in an id", after(func(j *judged) { j.Segment = bad }), "",
			`f:2: column "segment": found "a\xffb", expected UTF-8`},
		{"no UTF-8 in a text", after(func(j *judged) { j.Candidate = bad }), "",
			`f:2: column "candidate": found "a\xffb", expected UTF-8`},
		{"a list as id in Parquet", parquetOf(t, good), "segment=listed",
			`f:1: column "listed": found a list, expected one value`},
		{"a system without a name in Parquet", after(func(j *judged) { j.System = nil }), "",
			"f:2: found no name in the column system, expected that of a system as in line 1"},
		{"an empty name in Parquet", after(func(j *judged) { j.System = &empty }), "",
			"f:2: found no name in the column system, expected that of a system as in line 1"},
		{"an empty name in TSV", "system\tsegment\tx\n\t1\t1\na\t1\t1\n", "",
			"f:2: found no name in the column system, expected that of a system as in line 3"},
		{"null for a system in JSON", `{"system":"a","segment":1}` + "\n" + `{"system":null,"segment":2}`, "",
			"f:2: found no name in the column system, expected that of a system as in line 1"},
		{"a list as system", `{"system":["a"],"segment":1}`,
			"", `f:1: column "system": found an array, expected a text or a number`},
		{"an object as id", `{"system":"a","segment":{"x":1}}`, "segment=segment",
			`f: found no column "segment", expected one for the role segment; the columns are: segment.x, system`},
		{"a member twice", `{"system":"a","segment":1,"x":1,"x":2}`, "",
			`f:1: found the member "x" twice in one object, expected different names`},
		{"a member twice inside", `{"system":"a","segment":1}` + "\n" + `{"x":{"y":1,"y":1}}`, "",
			`f:2: found the column "x.y" twice in one object, where a dot leads into inner objects, expected different names`},
		{"a name with a dot, and an inner object", `{"system":"a","segment":1,"x.y":1,"x":{"y":2}}`, "",
			`f:1: found the column "x.y" twice in one object, where a dot leads into inner objects, ` +
				"expected different names"},
		{"the same further in", `{"system":"a","segment":1}` + "\n" + `{"x":{"y.z":1},"x.y":{"z":2}}`, "",
			`f:2: found the column "x.y.z" twice in one object, where a dot leads into inner objects, ` +
				"expected different names"},
		{"a file twice in COMET's JSON", `{"a.txt":[{"COMET":1}],"a.txt":[{"COMET":2}]}`, "",
			`f:1: found the member "a.txt" twice in one object, expected different names`},
		{"a number among references", `{"system":"a","segment":1,"references":["r",1]}`, "",
			`f:1: column "references": found the number 1 in a list, expected texts`},
		{"a number of a million digits", "system\tsegment\tx\na\t1\t" + long + "\n", "",
			`f:2: column "x": found "` + long[:60] +
				`"… (1000000 bytes), expected a finite number, or nothing where there is none`},
		{"such a number in JSON", "[{}, " + long + "]", "",
			"f:1: found the number " + long[:60] + "… (1000000 bytes), expected an object"},
		{"a name of a million letters", "system\tsegment\t" + long + "\t" + long + "\n", "",
			`f:1: found the column "` + long[:60] + `"… (1000000 bytes) twice, expected different names`},
		{"an encrypted footer", "PARE" + strings.TrimSuffix(strings.TrimPrefix(parquetOf(t, good), "PAR1"), "PAR1") +
			"PARE", "",
			"f: found an encrypted Parquet file, expected one without encryption: wrd has no keys"},
		{"encrypted columns", encryptedParquet(t, good), "",
			"f: found an encrypted Parquet file, expected one without encryption: wrd has no keys"},
		{"cut off", parquetOf(t, good)[:200], "",
			"f: found a Parquet file that ends with "},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := scores.Options{}
			if c.columns != "" {
				o.Layout = layout(t, c.columns)
			}
			// Texts are read with the table, as check does.
			err := outputs(t, c.content, o)
			if err == nil || err.Error() != c.want &&
				!(strings.HasSuffix(c.want, " ") && strings.HasPrefix(err.Error(), c.want)) {
				t.Errorf("got  %.300v\nwant %s", err, c.want)
			}
		})
	}
}

// outputs reads a table with all of its scores, and then its texts.
func outputs(t *testing.T, content string, o scores.Options) error {
	tab, err := readFile(t, []byte(content), "f", o, func(string) {})
	if err != nil {
		return err
	}
	return textsOf(tab, scores.File{Path: "f", Options: o}, func(inspection.OutputTexts) {})
}

// encryptedParquet returns a file whose footer can be read, but not its columns.
func encryptedParquet(t *testing.T, rows ...judged) string {
	t.Helper()
	var out bytes.Buffer
	w := pq.NewGenericWriter[judged](&out, &pq.WriterConfig{
		Encryption: &pq.EncryptionConfig{FooterKey: []byte("0123456789abcdef")}})
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A column of systems that is empty throughout names none: the table is of one system, called as without the column.
func TestNoNames(t *testing.T) {
	for name, content := range map[string]string{
		"JSON":    `{"system":null,"segment":1,"x":1}` + "\n" + `{"system":"","segment":2,"x":2}`,
		"TSV":     "system\tsegment\tx\n\t1\t1\n\t2\t2\n",
		"Parquet": parquetOf(t, judged{Segment: "1"}, judged{Segment: "2"}),
	} {
		tab := read(t, name, content, scores.Options{System: "mine"})
		if len(tab.Systems) != 1 || tab.Systems[0] != "mine" || len(tab.Segments) != 2 {
			t.Errorf("%s: systems %q, segments %v", name, tab.Systems, tab.Segments)
		}
	}
}
