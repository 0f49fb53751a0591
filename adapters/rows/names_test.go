package rows_test

import (
	"bytes"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/wordrotator/wrd/adapters/rows"
)

// ids returns the names in the column id of a file.
func ids(t testing.TB, content string) (list []string) {
	t.Helper()
	r, err := rows.Open("-", strings.NewReader(content), rows.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	r.Restrict("id")
	for {
		row, err := r.Next()
		if err != nil {
			return list
		}
		name, err := row.Name("id")
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, name)
	}
}

// parquetIDs returns a Parquet file with a column id.
func parquetIDs(t testing.TB, node pq.Node, values ...any) string {
	t.Helper()
	var b bytes.Buffer
	w := pq.NewWriter(&b, pq.NewSchema("rows", pq.Group{"id": pq.Optional(node)}))
	for _, v := range values {
		if _, err := w.WriteRows([]pq.Row{{pq.ValueOf(v).Level(0, 1, 0)}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// int96 is a moment as older programs store it: nanoseconds of a day, counted from 1970, of which the Julian day is 2,440,588.
func int96(nanoseconds uint64, day int) deprecated.Int96 {
	return deprecated.Int96{uint32(nanoseconds), uint32(nanoseconds >> 32), uint32(2_440_588 + day)}
}

// Dates and times in Parquet are the names that they have in the CSV of the same data, whoever wrote it. 19,844 days after
// 1970-01-01 is May 1, 2024.
func TestMomentsAsNames(t *testing.T) {
	const day, noon = 19_844, (19_844*24 + 12) * 3600
	for _, c := range []struct {
		name    string
		parquet string
		csv     []string // as several programs write it
	}{
		{"dates", parquetIDs(t, pq.Date(), int32(day), int32(-1)), []string{"id,x\n2024-05-01,1\n1969-12-31,2\n"}},
		{"of a clock", parquetIDs(t, pq.TimestampAdjusted(pq.Nanosecond, false), int64(noon*1e9), int64((noon+43_200)*1e9+5e8)),
			[]string{"id,x\n2024-05-01 12:00:00,1\n2024-05-02 00:00:00.5,2\n", // pandas, DuckDB
				"id,x\n2024-05-01T12:00:00.000000000,1\n2024-05-02T00:00:00.500000000,2\n"}}, // polars
		{"midnights", parquetIDs(t, pq.TimestampAdjusted(pq.Microsecond, false), int64(day*86_400e6), int64((day+1)*86_400e6)),
			[]string{"id,x\n2024-05-01,1\n2024-05-02,2\n", "id,x\n2024-05-01 00:00:00,1\n2024-05-02 00:00:00,2\n"}},
		{"moments", parquetIDs(t, pq.Timestamp(pq.Millisecond), int64(noon*1e3+250), int64(0)),
			[]string{"id,x\n2024-05-01 12:00:00.250000+00:00,1\n1970-01-01 00:00:00+00:00,2\n",
				"id,x\n2024-05-01T14:00:00.250+0200,1\n1970-01-01T00:00:00.000Z,2\n"}},
		{"of Spark, in 96 bits", parquetIDs(t, pq.Leaf(pq.Int96Type), int96(43_200e9, day), int96(0, -1)),
			[]string{"id,x\n2024-05-01 12:00:00,1\n1969-12-31 00:00:00,2\n"}},
		{"times", parquetIDs(t, pq.Time(pq.Microsecond), int64(45_296_000_000), int64(0)), []string{"id,x\n12:34:56,1\n00:00:00,2\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ids(t, c.parquet)
			for _, csv := range c.csv {
				if want := ids(t, csv); len(want) != 2 || !slices.Equal(got, want) {
					t.Errorf("Parquet has the ids %q, CSV %q", got, want)
				}
			}
		})
	}
}

// plain is how a number is a name: no exponent, and no zeros that say nothing.
var plain = regexp.MustCompile(`^(0|-?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?)$`)

// smallPower finds exponents of which big.Rat can be asked.
var smallPower = regexp.MustCompile(`^[^eE]*([eE][-+]?0*[0-9]{1,2})?$`)

// A number of JSON is a name that does not depend on how it is written, and that is the same number.
func FuzzNumberNames(f *testing.F) {
	for _, number := range []string{"1", "1e0", "1.0", "10e-1", "0.1E+1", "-1.50e2", "5e-2", "0.0", "-0e3", "12345678901234567890.50",
		"1e999999999999", "1e-400", "1e22", "100"} {
		f.Add(number)
	}
	number := regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)
	f.Fuzz(func(t *testing.T, text string) {
		if !number.MatchString(text) {
			return
		}
		list := ids(t, `{"id": `+text+`, "x": 1}`+"\n")
		if len(list) != 1 {
			t.Fatalf("found the names %q of %s", list, text)
		}
		if !smallPower.MatchString(text) || text == "-0" {
			return
		}
		got, ok := new(big.Rat).SetString(list[0])
		want, _ := new(big.Rat).SetString(text)
		if !ok || got.Cmp(want) != 0 || !plain.MatchString(list[0]) {
			t.Errorf("%s has the name %s", text, list[0])
		}
	})
}
