package check_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// A translation is an output beside its source, without a reference unless it is said.
type translation struct{ source, output, reference string }

// translations are a system's, scored by a column.
func translations(t testing.TB, name, column string, list []translation) *check.Version {
	t.Helper()
	in := side(t, name, column, make([]float64, len(list)))
	var rows []evaluation.Texts
	for i, one := range list {
		row := text("a", fmt.Sprint(i), one.output)
		if one.reference != "" {
			row.References = []string{one.reference}
		}
		row.HasCandidate, row.Source = true, one.source
		rows = append(rows, row)
	}
	in.Texts, in.Lines = texts(rows...), true
	return in
}

// A copy of the source has the least distance to it, so it is broken, unless it need not be translated.
func TestCopiedOutputs(t *testing.T) {
	const german, czech = "Der Zug fährt heute von Gleis 7 ab.", "Vlak dnes odjíždí ze sedmé koleje."
	long := func(output string) []translation { return []translation{{source: german, output: output}} }
	for _, c := range []struct {
		name        string
		before, now []translation // before is nil without a baseline
		column      string        // "" for wrd_source
		want        int
	}{
		{name: "translated", before: long("a"), now: long(czech)},
		{name: "copied", before: long(czech), now: long(german), want: 1},
		{name: "with other white space", before: long(czech), now: long(" " + german + "\t"), want: 1},
		{name: "but for a word", before: long(czech), now: long(german + " Ja.")},
		{name: "copied before, too", before: long(german + " "), now: long(german)},
		{name: "no baseline", now: long(german), want: 1},
		{name: "no measure of sources", before: long(czech), now: long(german), column: "wrd", want: 1},
		{name: "other copies before", before: append(long(german), translation{source: german + " Ja.", output: czech}),
			now: append(long(czech), translation{source: german + " Ja.", output: german + " Ja."}), column: "wrd"},
		{name: "references in its language", before: []translation{{german, "x", "Der Zug fährt von Gleis 7."}},
			now: []translation{{german, german, "Der Zug fährt von Gleis 7."}}, column: "wrd"},
		{name: "as the reference has it", before: []translation{{german, czech, german}},
			now: []translation{{german, german, german}}},
		{name: "beside a reference", before: []translation{{german, czech, "The train leaves from track 7."}},
			now: []translation{{german, german, "The train leaves from track 7."}}, want: 1},
		{name: "another source", before: []translation{{source: german, output: czech}, {source: "Ja?", output: "Ano?"}},
			now: []translation{{source: german, output: "Ano?"}, {source: "Ja?", output: german}}},
		{name: "names, addresses and marks stay", before: []translation{{source: "Anna Meier", output: "x"},
			{source: "@anna https://example.org/a/b/c-d-e", output: "x y"}, {source: "1 / 3 – 4 : 5 6 7", output: "7"}},
			now: []translation{{source: "Anna Meier", output: "Anna Meier"},
				{source: "@anna https://example.org/a/b/c-d-e", output: "@anna https://example.org/a/b/c-d-e"},
				{source: "1 / 3 – 4 : 5 6 7", output: "1 / 3 – 4 : 5 6 7"}}},
		{name: "words beside an address", before: []translation{{source: "@anna lies das bitte heute", output: "x"}},
			now: []translation{{source: "@anna lies das bitte heute", output: "@anna lies das bitte heute"}}, want: 1},
		{name: "without spaces between words", before: []translation{{source: "列车今天从七号站台出发", output: "x"},
			{source: "东京大学", output: "Tokyo"}},
			now: []translation{{source: "列车今天从七号站台出发", output: "列车今天从七号站台出发"},
				{source: "东京大学", output: "东京大学"}}, want: 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.column == "" {
				c.column = "wrd_source"
			}
			rules := check.Rules{Worst: 10, Floors: map[string]float64{c.column: 1}}
			var before *check.Version
			if c.before != nil {
				before = translations(t, "before", c.column, c.before)
			}
			r := run(t, rules, before, translations(t, "now", c.column, c.now))
			b := r.Broken[0]
			if b.Copied != c.want || b.New != c.want || len(b.List) != c.want {
				t.Errorf("%+v, want %d copies", b, c.want)
			}
			if failed := c.want > 0; r.Failed() != failed || (r.Verdict == check.Broken) != failed {
				t.Errorf("failed %v: %s", r.Failed(), r.Verdict)
			}
			for _, o := range b.List {
				if o.Kind != check.BrokenCopied || (o.Source == "") == (o.Reference == "") {
					t.Errorf("listed %+v", o)
				}
			}
		})
	}
}

// A sentence says how many, and why they fail though their distance is 0.
func TestCopiedReason(t *testing.T) {
	now := []translation{{source: "Das Haus ist alt und groß."}, {source: "Wir kommen morgen früh wieder."}}
	before := slices.Clone(now)
	before[0].output, before[1].output = "Dům je starý a velký.", "Zítra se vrátíme."
	for i, want := range []string{
		"1 of 2 outputs of a is newly broken, more than the 0 allowed: 1 copy of its source, which wrd_source takes for " +
			"the best translation (line 1)",
		"2 of 2 outputs of a are newly broken, more than the 0 allowed: 2 copies of their source, which wrd_source takes for " +
			"the best translation (lines 1, 2)",
	} {
		now[i].output = now[i].source
		if now[1].output == "" {
			now[1].output = "Zase zítra."
		}
		r := run(t, check.Rules{}, translations(t, "before", "wrd_source", before),
			translations(t, "now", "wrd_source", now))
		if got := r.Broken[0].Reason; got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
	limit := &check.BrokenLimit{Outputs: 2}
	r := run(t, check.Rules{MaxBroken: limit}, translations(t, "before", "wrd_source", before),
		translations(t, "now", "wrd_source", now))
	if r.Failed() {
		t.Errorf("two may be copies: %+v", r.Broken[0])
	}
}

// Without references, segments are told apart by their sources: what is asked more than once may be answered so.
func TestRepeatedSources(t *testing.T) {
	of := func(sources ...string) (list []translation) {
		for _, source := range sources {
			list = append(list, translation{source: source, output: "Dobře."})
		}
		return list
	}
	for _, c := range []struct {
		name   string
		now    []translation
		reason string
	}{
		{"one source", of("Gut.", "Gut.", "Gut.", "Gut."), "no output of a is broken"},
		{"three sources", of("Gut.", "Nein.", "Der Hund bellt."), "3 of 3 outputs of a are broken, more than the 0 allowed: 3 " +
			"the same for different sources (lines 1, 2, 3)"},
	} {
		r := run(t, check.Rules{Floors: map[string]float64{"wrd_source": 1}}, nil,
			translations(t, "now", "wrd_source", c.now))
		if got := r.Broken[0].Reason; got != c.reason {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}
