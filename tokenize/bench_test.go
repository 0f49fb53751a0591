package tokenize

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/shareddata"
)

// BenchmarkTokenize measures each tokenizer on sentences made up here, and on those of STS-B dev if it is at
// hand.
func BenchmarkTokenize(b *testing.B) {
	texts := map[string][]string{"made": madeSentences(2000)}
	if dev := stsDev(); dev != nil {
		texts["stsb"] = dev
	}
	for _, name := range Names() {
		for source, lines := range texts {
			b.Run(name+"/"+source, func(b *testing.B) { benchmark(b, name, lines) })
		}
	}
	// Scripts in which no character is ASCII, for the tokenizers that are made for them.
	for script, lines := range map[string][]string{
		"german": {"Die Bürgermeisterin sagte am Dienstag, daß die neue Brücke über die Spree erst im Frühjahr " +
			"eröffnet werde."},
		"chinese": {"市长星期二表示，新桥要到明年春天才能通车，比原计划晚了三个月。"},
		"arabic":  {"قالت رئيسة البلدية يوم الثلاثاء إن الجسر الجديد لن يفتح قبل الربيع المقبل."},
	} {
		for _, name := range []string{Unicode, Written} {
			b.Run(name+"/"+script, func(b *testing.B) { benchmark(b, name, lines) })
		}
	}
	// The whole as one text, in which every sentence end is Punkt's to find.
	b.Run("usif/document", func(b *testing.B) { benchmark(b, USIF, []string{strings.Join(texts["made"], " ")}) })
}

func benchmark(b *testing.B, name string, lines []string) {
	tok, err := New(name, Options{})
	if err != nil {
		b.Fatal(err)
	}
	size := 0
	for _, line := range lines {
		size += len(line)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	var tokens []Token
	for b.Loop() {
		for _, line := range lines {
			tokens = tok.Append(tokens[:0], line)
		}
	}
}

// BenchmarkModel measures the first sentence end that needs the Punkt model.
func BenchmarkModel(b *testing.B) {
	for b.Loop() {
		newEnglish()
	}
}

// madeSentences returns n sentences of 5 to 30 words with about as many capitals and marks as news text has.
func madeSentences(n int) []string {
	r := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields(
		`the of and to in a is that for it was on with as by at from his an were are which this be or has had
		market government president percent minister company million reported yesterday officials announced Washington
		European Reuters Monday U.S. Mr. don't Iraq's they're 3.5 1,200 2003 $50 well-known re-election "quite" (partly) co-operation
		shares analysts investigation international military killed people police Tuesday spokesman, however, although; which: can't`)
	sentences := make([]string, n)
	for i := range sentences {
		var s []string
		for range 5 + r.IntN(26) {
			s = append(s, words[r.IntN(len(words))])
		}
		s[0] = strings.ToUpper(s[0][:1]) + s[0][1:]
		sentences[i] = strings.Join(s, " ") + "."
	}
	return sentences
}

// stsDev returns the sentences of STS-B dev, or nil.
func stsDev() []string {
	path, err := shareddata.Find("data/sts/STS-B/dev.tsv")
	if err != nil {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	var lines []string
	for line := range strings.Lines(string(data)) {
		lines = append(lines, strings.Split(strings.TrimSuffix(line, "\n"), "\t")[1:]...)
	}
	return lines
}
