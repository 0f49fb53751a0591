package internal_test

import (
	"testing"

	"github.com/wordrotator/wrd/internal/stored"
)

// A moment has one name, however a program writes it. 1,714,564,800 s after 1970 is noon of May 1, 2024 in UTC, as date -u
// says.
func TestStoredMoments(t *testing.T) {
	const noon, ms = 1_714_564_800, 1000
	for _, c := range []struct{ name, got, want string }{
		{"a day", stored.Date(noon / 86400), "2024-05-01"},
		{"a day before 1970", stored.Date(-1), "1969-12-31"},
		{"a time", stored.Time(45_296_500, ms), "12:34:56.5"},
		{"midnight", stored.Time(0, 1e9), "00:00:00"},
		{"a moment", stored.Moment(noon*ms+250, ms, true), "2024-05-01T12:00:00.25Z"},
		{"of a clock", stored.Moment(noon*1e9+1, 1e9, false), "2024-05-01T12:00:00.000000001"},
		{"before 1970", stored.Moment(-1, ms, false), "1969-12-31T23:59:59.999"},
		{"ISO 8601", stored.SameMoment("2024-05-01T12:00:00"), "2024-05-01T12:00:00"},
		{"pandas, DuckDB", stored.SameMoment("2024-05-01 12:00:00"), "2024-05-01T12:00:00"},
		{"pyarrow, polars", stored.SameMoment("2024-05-01T12:00:00.250000000"), "2024-05-01T12:00:00.25"},
		{"midnight of pandas' Parquet", stored.SameMoment("2024-05-01T00:00:00"), "2024-05-01"},
		{"midnight in UTC", stored.SameMoment("2024-05-01 00:00:00+00:00"), "2024-05-01T00:00:00Z"},
		{"Spark", stored.SameMoment("2024-05-01T14:00:00.000+0200"), "2024-05-01T12:00:00Z"},
		{"PostgreSQL", stored.SameMoment("2024-05-01 14:00:00+02"), "2024-05-01T12:00:00Z"},
		{"polars in UTC", stored.SameMoment("2024-05-01 12:00:00.000000 UTC"), "2024-05-01T12:00:00Z"},
		{"a day alone", stored.SameMoment("2024-05-01"), "2024-05-01"},
		{"no day", stored.SameMoment("2024-02-30 12:00:00"), "2024-02-30 12:00:00"},
		{"a name that looks like one", stored.SameMoment("2024-05-01-run-12:00:00"), "2024-05-01-run-12:00:00"},
		{"more behind it", stored.SameMoment("2024-05-01 12:00:00 b"), "2024-05-01 12:00:00 b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.got != c.want {
				t.Errorf("%q, want %q", c.got, c.want)
			}
			if again := stored.SameMoment(c.got); c.name[:2] != "mi" && again != c.got {
				t.Errorf("%q is %q the second time", c.got, again)
			}
		})
	}
}
