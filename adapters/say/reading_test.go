package say_test

import (
	"slices"
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
	"github.com/wordrotator/wrd/metric/evaluation/similarity"
	"github.com/wordrotator/wrd/metric/inspection"
	"github.com/wordrotator/wrd/tokenize"
)

func TestReading(t *testing.T) {
	const (
		name    = ": if these texts are not English, set their language"
		remedy  = name + " (docs/odd-output.md#no-words)"
		unknown = name + " (docs/odd-output.md#low-coverage)"
	)
	fine := metric.Reading{Texts: 100, Tokens: 1000, OOV: 10}
	with := func(change func(*metric.Reading)) metric.Reading {
		r := fine
		change(&r)
		return r
	}
	wordless := func(n int64) metric.Reading { return with(func(r *metric.Reading) { r.WithoutWords = n }) }
	oov := func(n int64) metric.Reading { return with(func(r *metric.Reading) { r.OOV = n }) }
	system := func(name string, candidates, references metric.Reading) reading.SystemReading {
		return reading.SystemReading{System: name, Candidates: candidates, References: references}
	}
	for _, c := range []struct {
		name    string
		systems []reading.SystemReading
		want    string // "" for none
	}{
		{"nothing", nil, ""},
		{"no texts", []reading.SystemReading{{}}, ""},
		{"fine", []reading.SystemReading{system("a", fine, fine)}, ""},
		{"one in a hundred without words, 70 % known", []reading.SystemReading{system("a", wordless(1), oov(300))},
			""},
		{"more without words", []reading.SystemReading{system("a", wordless(2), fine)},
			"2.0 % of the candidates have no words for this tokenizer, and match only equal texts" + remedy},
		{"fewer known", []reading.SystemReading{system("a", fine, oov(301))},
			"only 69.9 % of the words in the references have a vector" + unknown},
		{"both", []reading.SystemReading{system("a", wordless(100), oov(1000))},
			"100 % of the candidates have no words for this tokenizer, and match only equal texts; only 0 % of the words in " +
				"the references have a vector" + remedy},
		{"nearly all", []reading.SystemReading{system("a", fine,
			metric.Reading{Texts: 100_000, WithoutWords: 99_999, Tokens: 1})},
			"99.9 % of the references have no words for this tokenizer, and match only equal texts" + remedy},
		{"a few names", []reading.SystemReading{system("a", metric.Reading{Texts: 1, Tokens: 9, OOV: 9}, fine)}, ""},
		{"one of several systems", []reading.SystemReading{system("a", fine, fine), system("b", wordless(50), fine)},
			"50.0 % of the candidates of b have no words for this tokenizer, and match only equal texts" + remedy},
		{"many systems", []reading.SystemReading{system("a", wordless(10), fine), system("b", wordless(20), fine),
			system("c", wordless(30), fine), system("d", wordless(40), fine), system("e", wordless(50), fine)},
			"10.0 % of the candidates of a, 20.0 % of the candidates of b, 30.0 % of the candidates of c and 2 others " +
				"have no words for this tokenizer, and match only equal texts" + remedy},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := say.Reading(c.systems...)
			if c.want == "" && got != nil || c.want != "" && (len(got) != 1 || got[0] != c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// Blank references are none, so that nothing differs from them.
func TestSpellingOfBlankReferences(t *testing.T) {
	var r reading.SystemReading
	for _, c := range []struct {
		candidate  string
		references []string
	}{{"a cat", []string{"a cat", "\t"}}, {"it’s", []string{" \u00a0"}}, {"\t", []string{"a cat"}}, {"a\u00adb", []string{"", "a\u00adc"}}} {
		r.AddTexts(c.candidate, c.references)
	}
	if got := say.Reading(r); got != nil {
		t.Errorf("got %q, want none", got)
	}
}

// One sentence for each kind, with the number of candidates; what a reference says, too, is none.
func TestLeftovers(t *testing.T) {
	add := func(name string, candidates, references []string) reading.SystemReading {
		r := reading.SystemReading{System: name}
		for i, candidate := range candidates {
			r.AddTexts(candidate, references[i:i+1])
		}
		return r
	}
	plain := []string{"a", "b", "c", "d", "e", "f"}
	for _, c := range []struct {
		name    string
		systems []reading.SystemReading
		want    []string
	}{
		{"none", []reading.SystemReading{add("x", []string{"a < b", "me@home.org", "<b>bold</b>", "☂", "@@", "a"}[:4], plain)}, nil},
		{"BPE", []reading.SystemReading{add("x", []string{"a wor@@ d", "wor@@ d wor@@ d", "wor@@", "word"}, plain)},
			[]string{"@@ of BPE is left in candidates: 3"}},
		{"several", []reading.SystemReading{add("x", []string{"▁a ▁word", "word </s>", "<unk>", "<pad>", "<think>hm</think> word", "<|im_end|>"}, plain)},
			[]string{"▁ of SentencePiece is left in candidates: 1", "</s> or <s> is left in candidates: 1",
				"<unk> is left in candidates: 1", "<pad> is left in candidates: 1", "<think> is left in candidates: 1",
				"<|…|> of a chat is left in candidates: 1"}},
		{"of two systems", []reading.SystemReading{add("x", []string{"<unk>", "<unk>"}, plain), add("y", []string{"a", "<unk> b"}, plain)},
			[]string{"<unk> is left in candidates: 2 of x and 1 of y"}},
		{"said in the reference", []reading.SystemReading{add("x", []string{"write <unk> here"}, []string{"the mark <unk> is"})}, nil},
	} {
		if got := say.Reading(c.systems...); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// What texts write otherwise is said with what the signature makes of it.
func TestSpelling(t *testing.T) {
	for _, c := range []struct {
		name, signature string
		of              tokenize.Spelling
		want            string
	}{
		{"normalised", "wrd|norm:unicode|version:1", tokenize.Spelling{Apostrophes: 1},
			"candidates and references differ in apostrophes (’ and ') in 1 text, which are read as one"},
		{"as they are", "wrd|norm:none|version:1", tokenize.Spelling{Apostrophes: 1},
			"candidates and references differ in apostrophes (’ and ') in 1 text, which counts as a difference"},
		{"of another program, every kind", "",
			tokenize.Spelling{Apostrophes: 1, Hyphens: 2, Blanks: 3, Unseen: 4, Shapes: 5, Accents: 6},
			"candidates and references differ in apostrophes (’ and ') in 1 text, hyphens (U+2010 or U+2011 and -) in 2 texts, line " +
				"breaks, tabs or other spaces in 3 texts, characters that cannot be seen in 4 texts, letters of another width or shape " +
				"in 5 texts and accents (é in two characters and in one) in 6 texts"},
	} {
		got := say.Reading(reading.SystemReading{Spelling: c.of, Signature: c.signature})
		if !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// Candidates that are not translations are told, with what a distance to the source makes of them.
func TestUntranslated(t *testing.T) {
	read := metric.Reading{Texts: 3, Tokens: 30}
	for _, c := range []struct {
		name   string
		system reading.SystemReading
		want   string
	}{
		{"copies", reading.SystemReading{Copies: 2, Candidates: read}, "66.7 % of the candidates are copies of their source"},
		{"copies, scored by sources", reading.SystemReading{Copies: 2, Candidates: read, Sources: read},
			"66.7 % of the candidates are copies of their source, which wrd_source takes for the best translation"},
		{"the language of the sources", reading.SystemReading{Copies: 2, Candidates: read, Sources: read, SourceLanguage: "German"},
			"most sources look like the language of the candidates (German): wrd_source is for sources of another language, and is " +
				"nearest for what is not translated"},
	} {
		if got := say.Reading(c.system); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// In every record, what could be read is said before what the record says besides, and after which systems are not independent.
func TestReadingOfRecords(t *testing.T) {
	const left, other = "<unk> is left in candidates: 2", "something else"
	read := []reading.SystemReading{{Leftovers: map[reading.LeftoverKind]int64{reading.UnknownMarks: 2}}}
	alike := &reading.Dependence{Alike: []reading.AlikeSystems{{Systems: []string{"a", "b"}, Least: 1, Most: 1}}}
	depends := say.Dependence(alike)[0].String()
	compared := compare.Report{Read: read, Dependence: alike, Warnings: []string{other}}
	say.Comparison(&compared)
	checked := check.Report{Read: read, Warnings: []string{other}}
	say.Check(&checked)
	scored := evaluation.Summary{Read: read, Dependence: alike}
	say.Scored(&scored)
	inspected := inspection.Inspection{Read: read, Warnings: []string{other}}
	say.Inspected(&inspected)
	for _, c := range []struct {
		name      string
		got, want []string
	}{
		{"comparison", compared.Warnings, []string{depends, left, other}},
		{"check", checked.Warnings, []string{left, other}},
		{"scores", scored.Warnings, []string{depends, left}},
		{"inspection", inspected.Warnings, []string{left, other}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, c.got, c.want)
		}
	}
}

// Each set is told once, whatever measures its sentences are scored by.
func TestReadingOfPairs(t *testing.T) {
	odd, fine := metric.Reading{Texts: 100, Tokens: 1000, OOV: 500}, metric.Reading{Texts: 100, Tokens: 1000}
	report := similarity.PairReport{Rows: []similarity.PairRow{
		{Data: "a", Measure: "wrd", Read: odd}, {Data: "a", Measure: "wmd", Read: odd},
		{Data: "b", Measure: "wrd", Set: 1, Read: fine}, {Data: "c", Measure: "wrd", Set: 2, Read: odd},
	}}
	say.Pairs(&report)
	want := []string{"only 50.0 % of the words in the sentences of a and 50.0 % of those in the sentences of c have a vector: if these " +
		"texts are not English, set their language (docs/odd-output.md#low-coverage)"}
	if !slices.Equal(report.Warnings, want) {
		t.Errorf("got %q, want %q", report.Warnings, want)
	}
}
