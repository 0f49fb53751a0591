package finding_test

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/evaluation/finding"
)

// Sentences of a small test set; the baseline says the same in other words.
var references = []string{
	"The farmers fear that the dry summer will ruin their harvest, said Anna Meier.", "More than 200 people waited in the rain for the first train.",
	"She did not want to sell the old house near the river.", "The minister promised to build three new schools before the election.",
	"Children under the age of six can use the bus for free.", "Our team lost the final game by a single point.",
	"Nobody knows why the lights of the bridge went out at night.", "The museum shows pictures by painters from Norway and Denmark.",
	"A doctor from Lisbon found a cheaper way to test the water.", "The price of bread has doubled since the start of the war.",
	"Two brothers opened a small bakery in the old post office.", "The storm tore the roof off the church on Sunday evening.",
}

var before = []string{
	"Farmers are afraid that the dry summer will ruin the harvest, Anna Meier said.", "More than 200 people were waiting in the rain for the first train.",
	"She did not want to sell the old house by the river.", "The minister promised to build three new schools before the elections.",
	"Children under six can use the bus for free.", "Our team lost the final by a single point.",
	"Nobody knows why the lights on the bridge went out at night.", "The museum shows pictures of painters from Norway and Denmark.",
	"A doctor from Lisbon has found a cheaper way of testing the water.", "The price of bread has doubled since the war began.",
	"Two brothers have opened a small bakery in the old post office.", "The storm tore the roof from the church on Sunday evening.",
}

var sources = []string{
	"Die Bauern fürchten, dass der trockene Sommer ihre Ernte ruiniert, sagte Anna Meier.", "Mehr als 200 Menschen warteten im Regen auf den ersten Zug.",
	"Sie wollte das alte Haus am Fluss nicht verkaufen.", "Der Minister versprach, vor der Wahl drei neue Schulen zu bauen.",
	"Kinder unter sechs Jahren fahren umsonst mit dem Bus.", "Unsere Mannschaft verlor das Endspiel mit einem Punkt.",
	"Niemand weiß, warum nachts die Lichter der Brücke ausgingen.", "Das Museum zeigt Bilder von Malern aus Norwegen und Dänemark.",
	"Ein Arzt aus Lissabon fand einen billigeren Weg, das Wasser zu prüfen.", "Der Preis des Brotes hat sich seit dem Beginn des Krieges verdoppelt.",
	"Zwei Brüder eröffneten eine kleine Bäckerei im alten Postamt.", "Der Sturm riss am Sonntagabend das Dach von der Kirche.",
}

func lookAt(t *testing.T, segments []finding.Segment) *finding.Found {
	t.Helper()
	found, err := finding.Look(t.Context(), segments)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// look damages the output of one line.
func look(t *testing.T, line int, now string) (found, gone finding.Set) {
	segments := make([]finding.Segment, len(before))
	for i := range segments {
		segments[i] = finding.Segment{Now: before[i], Before: before[i], References: references[i : i+1], Source: sources[i]}
	}
	segments[line].Now = now
	f := lookAt(t, segments)
	return f.Now[line], f.Before[line]
}

func TestLook(t *testing.T) {
	for _, c := range []struct {
		line int
		now  string
		want finding.Kind
	}{
		{0, "<think>Let me see.</think>" + before[0], finding.Chat},
		{0, before[0] + "<|im_end|>", finding.Chat},
		{0, before[0] + "</s>", finding.Special},
		{0, ">>en<< " + before[0], finding.Special},
		{0, "Farm@@ ers are afraid that the dry sum@@ mer will ruin the harvest.", finding.Special},
		{0, strings.ReplaceAll(before[0], "a", "Ã¤"), finding.Encoding},
		{0, strings.ReplaceAll(before[0], "fr", "\ufffd"), finding.Encoding},
		{7, strings.ReplaceAll(before[7], "and", "&amp;"), finding.Entity},
		{7, "<p>" + before[7] + "</p>", finding.HTML},
		{7, strings.ReplaceAll(before[7], "museum", "**museum**"), finding.Markdown},
		{7, "## " + before[7], finding.Markdown},
		{7, "``` " + before[7] + " ```", finding.Markdown},
		{7, "- " + before[7], finding.List},
		{7, fmt.Sprintf("{%q: %q}", "translation", before[7]), finding.JSON},
		{7, `"` + before[7] + `"`, finding.Quoted},
		{7, before[7] + " {0}", finding.Placeholder},
		{7, before[7] + " https://example.org/a", finding.Placeholder},
		{7, strings.ToUpper(before[7]), finding.Letters},
		{7, strings.ToLower(before[7]), finding.Letters},
		{7, strings.Replace(before[7], "shows pictures", "SHOWS PICTURES OF PAINTERS", 1), finding.Letters},
		{0, strings.NewReplacer(",", "", ".", "").Replace(before[0]), finding.Punctuation},
		{0, strings.ReplaceAll(before[0], " ", ", "), finding.Punctuation},
		{0, strings.NewReplacer(",", " ,", ".", " .").Replace(before[0]), finding.Spacing},
		{7, before[7] + " 😀", finding.Characters},
		{7, strings.ReplaceAll(before[7], "m", "m\u200b"), finding.Encoding},
		{7, "\ufeff" + before[7], finding.Encoding},
		{7, strings.ReplaceAll(before[7], "nt", "n\u00adt"), finding.Encoding},
		{7, "| " + before[7] + " |", finding.Characters},
		{7, "\\textbf{" + before[7] + "}", finding.Characters},
		{7, strings.ReplaceAll(before[7], "a", "а"), finding.Characters}, // of the Cyrillic script
		{7, before[7] + "!!!!!!", finding.Characters},
		{7, before[7] + " ###", finding.Characters},
		{7, strings.ReplaceAll(before[7], " ", "   "), finding.Characters},
		{7, "1. " + before[7], finding.List},
		{3, "to build three new schools before the elections.", finding.Truncated},
		{3, before[3] + " (confidence: high)", finding.Remark},
		{3, "Translation: " + before[3], finding.Preamble},
		{7, strings.ReplaceAll(before[7], " ", ""), finding.Spacing},
		{3, "The minister promised to build three", finding.Truncated},
		{3, before[3] + strings.Repeat(" three new schools", 4), finding.Repeated},
		{3, before[3] + " " + before[3], finding.Twice},
		{3, sources[3], finding.CopiedSource},
		{3, "The minister promised " + "vor der Wahl drei neue Schulen zu bauen.", finding.PartOfSource},
		{3, before[8], finding.OtherLine},
		{3, "Le ministre a promis de construire trois nouvelles écoles", finding.Language},
		{3, "The minister promised to build la construction de nombreuses écoles publiques.", finding.HalfLanguage},
		{3, "Here is the translation: " + before[3], finding.Assistant},
		{3, before[3] + " Let me know if you need anything else!", finding.Assistant},
		{3, "I'm sorry, but I can't help with that.", finding.Assistant},
		{3, before[3] + " Tickets cost nothing on Mondays, according to a spokesman.", finding.Added},
		{3, "Whales sing below cold oceans, biologists discovered.", finding.Unrelated},
		{3, "The minister promised.", finding.Missing},
		{3, "elections the schools new promised before three to The build minister.", finding.Shuffled},
		{3, "before the elections. The minister promised to build three new schools", finding.Moved},
		{3, strings.ReplaceAll(before[3], " ", "  "), finding.Spacing},
		{3, fullWidth(before[3]), finding.Characters},
		{1, strings.ReplaceAll(before[1], "200", "700"), finding.Number},
		{1, strings.ReplaceAll(before[1], "200", "many"), finding.NumberLost},
		{8, strings.ReplaceAll(before[8], "Lisbon", "Ottawa"), finding.NameChanged},
		{8, strings.ReplaceAll(before[8], "from Lisbon ", ""), finding.Name},
		{7, strings.NewReplacer("Norway", "Denmark", "Denmark", "Norway").Replace(before[7]), finding.Order},
		{2, strings.ReplaceAll(before[2], "did not want", "wanted"), finding.Negation},
		{5, strings.ReplaceAll(before[5], "lost", "did not lose"), finding.Negation},
		{2, strings.ReplaceAll(before[2], "did not want", "did want"), finding.Edited},
		{1, strings.ReplaceAll(before[1], "200", "700"), finding.Edited},
		{8, strings.ReplaceAll(before[8], "Lisbon", "Ottawa"), finding.Edited},
		{7, strings.NewReplacer("Norway", "Denmark", "Denmark", "Norway").Replace(before[7]), finding.Edited},
		{3, "The minister promised to build three new schools.", finding.Shortened},
		{3, strings.ReplaceAll(before[3], "the elections", "the spring elections next year"), finding.Lengthened},
		{4, "Children under six can use the bus.", finding.Shortened},
		// another output, with the same between two words but for a number or a negation
		{1, "More than 700 people stood in the wet before the first train.", finding.Edited},
		{2, "She did want to part with the old home at the river.", finding.Edited},
		{7, "The museum never shows paintings by artists of Norway and Denmark.", finding.Edited},
	} {
		found, gone := look(t, c.line, c.now)
		if !found.Has(c.want) || gone.Has(c.want) {
			t.Errorf("%s: not found in %q (now %b, before %b)", c.want, c.now, found, gone)
		}
	}
}

// Who takes out what nobody asked for, or completes what was cut, does nothing wrong.
func TestLookPraises(t *testing.T) {
	added := before[3] + " Tickets cost nothing on Mondays, according to a spokesman."
	for _, c := range []struct{ before, now string }{{added, before[3]}, {"The minister promised to build", before[3]}} {
		segments := make([]finding.Segment, len(before))
		for i := range segments {
			segments[i] = finding.Segment{Now: before[i], Before: before[i], References: references[i : i+1]}
		}
		segments[3].Now, segments[3].Before = c.now, c.before
		if found := lookAt(t, segments).Now[3]; found.Has(finding.Shortened) || found.Has(finding.Lengthened) {
			t.Errorf("%q after %q: found %b", c.now, c.before, found)
		}
	}
}

// fullWidth writes letters as wide as Chinese ones.
func fullWidth(text string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r - 'A' + 'Ａ'
		}
		return r
	}, text)
}

// Misspelt words are told from others once a set has enough of these, and so are small words.
func TestLookFindsMisspeltAndSmallWords(t *testing.T) {
	content, err := os.ReadFile("../../../testdata/mt/system-a.txt")
	if err != nil {
		t.Fatal(err)
	}
	var segments []finding.Segment
	for range 3 {
		for line := range strings.Lines(string(content)) {
			line = strings.TrimSpace(line)
			segments = append(segments, finding.Segment{Now: line, Before: line, References: []string{line}})
		}
	}
	segments[0].Now = "Teh minitser promsied to biuld threw nwe shcools befroe the elcetions"
	segments[1].Now = "Two hundred people waiting rain first train"
	f := lookAt(t, segments)
	for i, want := range []finding.Kind{finding.Misspelt, finding.SmallWords} {
		if !f.Now[i].Has(want) || f.Before[i] != 0 {
			t.Errorf("%s: found %b, before %b", want, f.Now[i], f.Before[i])
		}
	}
}

// What a reader takes for the same text, or for as good a one, has no finding; nor does what the reference has, too.
func TestLookFindsNothing(t *testing.T) {
	for line, now := range []string{
		"Farmers are afraid that the dry summer will ruin the harvest, Anna Meier said.", "More than 200 people were waiting, in the rain, for the first train.",
		"She didn’t want to sell the old house by the river.", "The minister promised to build three new schools – before the elections …",
	} {
		if found, _ := look(t, line, now); found != 0 {
			t.Errorf("%q: found %b", now, found)
		}
	}
	f := lookAt(t, []finding.Segment{{Now: "Write <b>this</b> &amp; that", Before: "Write this and that",
		References: []string{"Write <b>that</b> &amp; this"}}})
	if f.Now[0].Has(finding.HTML) || f.Now[0].Has(finding.Entity) {
		t.Errorf("the reference has it, too: %b", f.Now[0])
	}
	f = lookAt(t, []finding.Segment{{Now: "見えるか?バンジョーがありますね。", Before: "見える？バンジョーがあるね。", References: []string{"バンジョーがあるのが見えるかい。"}}})
	if f.Now[0].Has(finding.Encoding) {
		t.Errorf("a question mark of ASCII between Japanese letters: %b", f.Now[0])
	}
}

// Without references an output is held against the baseline's and the source.
func TestLookWithoutReferences(t *testing.T) {
	for _, c := range []struct {
		now  string
		want finding.Kind
	}{
		{"<p>" + before[3] + "</p>", finding.HTML}, {strings.ToUpper(before[3]), finding.Letters}, {sources[3], finding.CopiedSource},
		{"Here is the translation: " + before[3], finding.Assistant}, {before[8], finding.OtherLine},
	} {
		segments := make([]finding.Segment, len(before))
		for i := range segments {
			segments[i] = finding.Segment{Now: before[i], Before: before[i], Source: sources[i]}
		}
		segments[3].Now = c.now
		if f := lookAt(t, segments); !f.Now[3].Has(c.want) {
			t.Errorf("%s: not found in %q", c.want, c.now)
		}
	}
}

// No text is too odd to be looked at, and an output that is the baseline's has no finding.
func FuzzLook(f *testing.F) {
	f.Add("<think>a</think> b", "日本語 text ー", "12,345.6 %s", "{\"a\": 1}")
	f.Add("", "", "", "")
	f.Fuzz(func(t *testing.T, now, before, reference, source string) {
		segments := []finding.Segment{{Now: now, Before: before, References: []string{reference}, Source: source},
			{Now: before, Before: now, Source: reference}, {Now: now, Before: now, References: []string{before, source}}}
		found := lookAt(t, segments)
		if found.Now[2] != 0 || found.Before[2] != 0 {
			t.Errorf("the same output: %b, %b", found.Now[2], found.Before[2])
		}
		found.Shift()
	})
}

// Three words or a whole sentence may be what outputs begin or end with, but not a part of an address.
func TestCommonBeginnings(t *testing.T) {
	for _, c := range []struct {
		beginning, end string
		found          bool
	}{
		{"Well well now, ", " Quite so indeed.", true},
		{"Well now. ", " #news #world", true},
		{"", " – news.example", false},
	} {
		var segments []finding.Segment
		for i := range before {
			s := finding.Segment{Now: before[i], Before: before[i], References: references[i : i+1]}
			if i%3 == 0 {
				s.Now = c.beginning + s.Now
			}
			if i%3 == 1 {
				s.Now += c.end
			}
			segments = append(segments, s)
		}
		f := lookAt(t, segments)
		for i := range segments {
			if f.Now[i].Has(finding.Beginning) != (c.found && i%3 == 0) || f.Now[i].Has(finding.Ending) != (c.found && i%3 == 1) {
				t.Errorf("%q, %q, line %d: %b", c.beginning, c.end, i+1, f.Now[i])
			}
		}
	}
}

func TestShift(t *testing.T) {
	for _, by := range []int{1, 2, -1} {
		var segments []finding.Segment
		for i := range before {
			s := finding.Segment{Now: before[i], Before: before[i], References: references[i : i+1]}
			if from := i - by; i >= 4 && from >= 0 && from < len(before) {
				s.Now = before[from]
			}
			segments = append(segments, s)
		}
		got := lookAt(t, segments).Shift()
		if got == nil || got.By != by || got.From != 4 {
			t.Errorf("by %d from 4: found %+v", by, got)
		}
	}
	if got := lookAt(t, []finding.Segment{{Now: before[0], Before: before[1], References: references[:1]}}).Shift(); got != nil {
		t.Errorf("one line: found %+v", got)
	}
}

// Chance is the upper tail of a fair coin's binomial distribution.
func TestChance(t *testing.T) {
	for _, c := range []struct {
		found, gone int
		want        float64
	}{{0, 0, 1}, {0, 7, 1}, {1, 0, 0.5}, {5, 0, 1. / 32}, {3, 1, 5. / 16}, {2, 2, 11. / 16}} {
		if got := finding.Chance(c.found, c.gone); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%d found, %d gone: %v, want %v", c.found, c.gone, got, c.want)
		}
	}
	for n := range 300 { // either at least k are on the one side, or at least n-k+1 on the other
		k := n * 2 / 3
		if got := finding.Chance(k, n-k) + finding.Chance(n-k+1, k-1); math.Abs(got-1) > 1e-9 && k > 0 {
			t.Errorf("%d of %d: both sides sum to %v", k, n, got)
		}
	}
}

// P is a probability that sums over the negative binomial distribution; with an endless spread and shape it is Poisson's.
func TestUsual(t *testing.T) {
	u := finding.Usual{Rate: 0.01, Shape: 1e7, Spread: 1e7}
	sum, term := 0.0, math.Exp(-4) // of 400
	for k := range 12 {
		if got, want := u.P(k, 0, 400), 1-sum; math.Abs(got-want) > 1e-4*want+1e-9 {
			t.Errorf("%d: %v, want %v", k, got, want)
		}
		sum += term
		term *= 4 / float64(k+1)
	}
	u = finding.Usual{Rate: 0.001, Shape: 1, Spread: 1}
	for k := 1; k < 20; k++ {
		if a, b := u.P(k, 0, 400), u.P(k+1, 0, 400); !(b < a) {
			t.Errorf("P(%d) = %v, P(%d) = %v", k, a, k+1, b)
		}
		if a, b := u.P(k, 0, 400), u.P(k, 5, 400); !(a < b) {
			t.Errorf("%d against none: %v, against 5: %v", k, a, b)
		}
	}
}

func TestKinds(t *testing.T) {
	for k := range finding.Kinds {
		kind := finding.Kind(k)
		if named, ok := finding.Named(kind.String()); !ok || named != kind || kind.Rank() < 0 {
			t.Errorf("%d: %q, rank %d", k, kind, kind.Rank())
		}
		if u := kind.Usual(false); !(u.P(1, 0, 10) <= 1) {
			t.Errorf("%s: %v", kind, u)
		}
	}
}
