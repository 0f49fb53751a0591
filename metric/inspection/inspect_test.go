package inspection_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/inspection"
)

// inspected are one system's outputs, each with its reference and score.
type inspected struct {
	source, candidate string
	references        []string
	score             float64
	alignment         []evaluation.AlignedMove
}

func inspectInput(t *testing.T, outputs ...[]inspected) *inspection.Input {
	t.Helper()
	input := &inspection.Input{}
	var values []float64
	for i, list := range outputs {
		input.Systems = append(input.Systems, string(rune('a'+i)))
		for k, o := range list {
			values = append(values, o.score)
			if i == 0 {
				input.Segments = append(input.Segments, evaluation.Segment{ID: fmt.Sprint(k)})
			}
		}
	}
	grid, err := agreement.NewGrid(len(outputs), len(outputs[0]), values)
	if err != nil {
		t.Fatal(err)
	}
	input.Columns = []evaluation.Column{{Name: "wrd", LowerIsBetter: true, Grid: grid}}
	input.Texts = func(yield func(inspection.Texts, error) bool) {
		for i, list := range outputs {
			for k, o := range list {
				if !yield(inspection.Texts{
					Texts: evaluation.Texts{
						Output:     evaluation.Output{System: input.Systems[i], Segment: input.Segments[k]},
						Candidate:  o.candidate,
						References: o.references,
					},
					Details: evaluation.Details{
						Source:          o.source,
						Status:          "ok",
						Counted:         true,
						CandidateTokens: 4,
						CandidateOOV:    1,
						ReferenceTokens: 2,
					}, Alignment: o.alignment,
				}, nil) {
					return
				}
			}
		}
	}
	return input
}

// Each odd pair is found to be just that; what is usual is not found at all.
func TestFindings(t *testing.T) {
	const long = "the committee has decided to postpone the vote until next week."
	for _, c := range []struct {
		name, source, candidate string
		references              []string
		want                    inspection.Findings
	}{
		{"usual", "", "the committee postpones the vote until the coming week.", []string{long}, 0},
		{"white space", "", " \u00a0", []string{long}, inspection.FoundEmptyCandidate},
		{"no reference", "", "a b c d", []string{"", " "}, inspection.FoundEmptyReference},
		{"one reference is empty", "", "the committee postpones the vote again.", []string{long, ""}, 0},
		{"copy of a reference", "", long + " ", []string{"x", long}, inspection.FoundReferenceCopy},
		{"copy of the source", "le vote est reporté à la semaine prochaine", "le vote est reporté à la semaine prochaine",
			[]string{"the vote is postponed until next week"}, inspection.FoundSourceCopy},
		{"cut off", "", "the committee has decided to post", []string{long}, inspection.FoundTruncated},
		{"cut off early", "", "the committee has", []string{long}, inspection.FoundTruncated | inspection.FoundLength},
		{"short and whole", "", "the committee has decided this.", []string{long},
			inspection.FoundLength},
		{"as long as one of the references", "", "the vote is postponed until then.",
			[]string{long + long, "the vote is put off until next time."}, 0},
		{"far too long", "", long + " this was said by all of its members on Monday, without a reason for it.", []string{long},
			inspection.FoundLength},
		{"short texts may differ", "", "yes", []string{"certainly"}, 0},
		{"loop of a word", "", "it was very very very very good that the vote was postponed.", []string{long},
			inspection.FoundLoop},
		{"three are none", "", "it was very very very good that the vote was postponed again.", []string{long}, 0},
		{"loop of three words", "", "and so on and so on and so on and so on until next week.", []string{long}, inspection.FoundLoop},
		{"Cyrillic", "", "комитет решил перенести голосование на следующую неделю.", []string{long}, inspection.FoundScript},
		{"a name in Cyrillic", "", "the committee of Комитет has postponed the vote until then.", []string{long}, 0},
		{"Kana and Han", "", "委員会は投票を来週まで延期することを決めました。", []string{"委員會決定將投票延期至下週舉行，特此通知各位"}, 0},
		{"a source that is right as it is", "Tokio 2021", "Tokio 2021", []string{"Tokio 2021"}, inspection.FoundReferenceCopy},
		{"a source that differs", "le vote est reporté", "le vote est reporté !", []string{"the vote is postponed"}, 0},
		{"accents and symbols", "", "le café coûte 3 € – « très cher » … “oui” 👍🏽.", []string{"coffee costs 3 € – “very expensive” – yes."}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, err := inspection.Inspect(t.Context(), inspection.Settings{}, inspectInput(t, []inspected{
				{c.source, c.candidate, c.references, 0.5, nil}}))
			if err != nil {
				t.Fatal(err)
			}
			if got := in.Rows[0].Outputs[0].Findings; got != c.want {
				t.Errorf("found %q, expected %q", got.Names(), c.want.Names())
			}
			for bit, n := range in.Findings {
				if want := int(c.want >> bit & 1); n != want || in.Systems[0].Findings[bit] != want {
					t.Errorf("%s: counted %d, expected %d", inspection.FindingNames()[bit], n, want)
				}
			}
		})
	}
}

// Texts that were read in a wrong encoding are found, in outputs and in references; marks and letters that people write
// are not.
func TestOddCharacters(t *testing.T) {
	const plain = "the committee has decided to postpone the vote until next week."
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"UTF-8 read as Windows-1252", "le vote est reportÃ© Ã\u00a0 la semaine prochaine, sans raison.", true},
		{"in capitals", "LE VOTE EST REPORTÃ‰ A LA SEMAINE PROCHAINE, SANS RAISON DONNEE.", true},
		{"a quote", "the committeeâ€™s vote is postponed until the coming week.", true},
		{"a dash", "the vote is postponed â€“ until the coming week, they say.", true},
		{"a space that does not break", "the vote costs 1Â\u00a0000 and is postponed until then.", true},
		{"Polish", "gÅ‚osowanie przeÅ‚oÅ¼ono na przyszÅ‚y tydzieÅ„ w caÅ‚oÅ›ci.", true},
		{"Cyrillic", "Ñ\u0081Ð¾Ð²ÐµÑ‚ Ð¿ÐµÑ€ÐµÐ½Ñ‘Ñ� the vote until the coming week.", true},
		{"Chinese", "ä¸\u00adæ–‡ the committee postpones the vote until next week.", true},
		{"a byte order mark", "the vote is postponed \ufeffuntil the coming week again.", true},
		{"a byte order mark read wrong", "ï»¿the vote is postponed until the coming week again.", true},
		{"the replacement character", "le vote est report\ufffd jusqu'a la semaine prochaine encore.", true},
		{"a control character", "the vote is postponed\x12 until the coming week again.", true},
		{"a control character above ASCII", "the vote is postponed\u0092 until the coming week again.", true},
		{"a private character", "the vote is postponed \uf0b7 until the coming week again.", true},
		{"no character", "the vote is postponed \U0001fffe until the coming week again.", true},
		{"plain", "the vote is postponed\tuntil the coming week,\nonce again.", false},
		{"accents and symbols", "le café coûte 3 € – « très cher » … “oui” ‘non’ 👍🏽 ™ ° § Ø.", false},
		{"capitals in quotes", "le comité a dit « CAFÉ », «CAFÉ» et “DÉJÀ” à la presse.", false},
		{"Portuguese capitals", "ele disse “AMANHÔ, «MAÇû e IRMÃ… e depois nada mais.", false},
		{"Swedish capitals", "de sade ”GÅ”, «NÄ» och ”Å…” till tidningen.", false},
		{"Vietnamese", "Ủy ban đã quyết định hoãn cuộc bỏ phiếu đến tuần tới, “LÂU”.", false},
		{"Icelandic", "Nefndin ákvað að fresta atkvæðagreiðslunni – „þetta er gott“.", false},
		{"Persian", "کمیته تصمیم گرفت رأی\u200cگیری را به هفتهٔ آینده موکول کند.", false},
		{"an emoji of several", "the vote 👩‍👩‍👧 is postponed until the coming week, again.", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, side := range []struct {
				output inspected
				found  inspection.Findings
			}{
				{inspected{"", c.text, []string{plain}, 0.5, nil}, inspection.FoundEncoding},
				{inspected{"", plain, []string{plain, c.text}, 0.5, nil}, inspection.FoundReferenceEncoding},
			} {
				in, err := inspection.Inspect(t.Context(), uncompared, inspectInput(t, []inspected{side.output}))
				if err != nil {
					t.Fatal(err)
				}
				both := inspection.FoundEncoding | inspection.FoundReferenceEncoding
				want := side.found
				if !c.want {
					want = 0
				}
				if got := in.Rows[0].Outputs[0].Findings & both; got != want {
					t.Errorf("found %q, expected %q", got.Names(), want.Names())
				}
			}
		})
	}
}

// Repetitions are those of one system, and only those for other references count.
func TestRepetitions(t *testing.T) {
	same, other := "I cannot translate this text.", "something else entirely."
	list := []inspected{
		{"", same, []string{"one reference of a text"}, 0.1, nil},
		{"", other, []string{"two references of a text"}, 0.2, nil},
		{"", same, []string{"three references of a text"}, 0.3, nil},
		{"", "another good output here.", []string{"one reference of a text"}, 0.4, nil},
		{"", "Yes.", []string{"Indeed."}, 0.5, nil}, {"", "Yes.", []string{"Surely."}, 0.5, nil},
	}
	alone := slices.Clone(list)
	for i := range alone {
		alone[i].candidate = fmt.Sprint("an output of its own, number ", i)
	}
	in, err := inspection.Inspect(t.Context(), inspection.Settings{}, inspectInput(t, list, alone))
	if err != nil {
		t.Fatal(err)
	}
	var repeated, references []int
	for i, row := range in.Rows {
		if row.Outputs[0].Findings&inspection.FoundRepeatedOutput != 0 {
			repeated = append(repeated, i)
		}
		if row.Outputs[0].Findings&inspection.FoundRepeatedReference != 0 {
			references = append(references, i)
		}
		if row.Outputs[1].Findings&inspection.FoundRepeatedOutput != 0 {
			t.Errorf("row %d: found a repetition of the other system", i)
		}
	}
	if fmt.Sprint(repeated, references) != "[0 2] [0 3]" || fmt.Sprint(in.Findings[2:4]) != "[2 4]" ||
		fmt.Sprint(in.Systems[0].Findings[2:4]) != "[2 2]" {
		t.Errorf("found the outputs %v and references %v, counts %v", repeated, references, in.Systems[0].Findings)
	}
}

// Above the limit the worst are listed and others drawn; findings and means are those of all.
func TestInspectLimits(t *testing.T) {
	var list []inspected
	for i := range 100 {
		list = append(list, inspected{"", fmt.Sprint("output ", i, strings.Repeat(" word", 30)), []string{""},
			float64(i*37%100) / 100, nil})
	}
	list[7].score = math.NaN()
	for _, c := range []struct {
		name           string
		settings       inspection.Settings
		worst, sampled int
	}{
		{"all", inspection.Settings{Segments: 100}, 0, 0},
		{"an even number", inspection.Settings{Segments: 10}, 5, 5},
		{"an odd number", inspection.Settings{Segments: 11}, 6, 5},
		{"one", inspection.Settings{Segments: 1}, 1, 0},
		{"bytes", inspection.Settings{Bytes: 1700}, 5, 5},
		{"segments and bytes", inspection.Settings{Segments: 20, Bytes: 1700}, 5, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, err := inspection.Inspect(t.Context(), c.settings, inspectInput(t, list))
			if err != nil {
				t.Fatal(err)
			}
			if in.Worst != c.worst || in.Sampled != c.sampled || len(in.All) != 100 {
				t.Errorf(
					"found %d worst and %d drawn of %d, expected %d and %d",
					in.Worst,
					in.Sampled,
					len(in.All),
					c.worst,
					c.sampled,
				)
			}
			if in.Findings[1] != 100 || in.Systems[0].Outputs != 100 || in.Systems[0].Means[0].Segments != 99 {
				t.Errorf("found %v of all segments, %+v", in.Findings, in.Systems[0])
			}
			if got := *in.Systems[0].Coverage.Candidate; got != 0.75 {
				t.Errorf("found the coverage %v, expected 0.75", got)
			}
			bad := 0
			for i, row := range in.Rows {
				if i > 0 && in.Rows[i-1].Place >= row.Place {
					t.Error("the rows are not in order")
				}
				if list[row.Place].score >= 1-float64(c.worst)/100 {
					bad++
				}
				if want := list[row.Place].candidate; row.Outputs[0].Candidate != want {
					t.Errorf("row %s has the text %q, expected %q", row.ID, row.Outputs[0].Candidate, want)
				}
			}
			if bad < c.worst {
				t.Errorf("found %d of the %d worst", bad, c.worst)
			}
		})
	}
}

// Stored alignments stay those of the worst outputs; without them they are computed if the signature is that of the
// scores.
func TestInspectAlignments(t *testing.T) {
	stored := []evaluation.AlignedMove{{CandidateToken: "x", ReferenceToken: "y", Mass: 1, Cost: 0.5}}
	list := []inspected{
		{"", "a cat sat here", []string{"a dog sat there", "a cat was here"}, 0.1, stored},
		{"", "east north", []string{"west", "east north"}, 0.9, nil},
		{"", "a cat", []string{"a dog", "a cat"}, 0.5, stored},
	}
	options := metric.Options{Vectors: compass(t)}
	scorer, err := metric.NewScorer(options)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name      string
		signature string
		most      int
		want      []int // moves of each row
		reference int   // of row 1
		notice    string
	}{
		{"all", scorer.Signature(2).String(), 0, []int{1, 2, 1}, 1, "the alignments of 1 output were computed by wrd"},
		{"two", scorer.Signature(2).String(), 2, []int{0, 2, 1}, 1, "the alignments of 1 output were computed by wrd"},
		{"none", scorer.Signature(2).String(), -1, []int{0, 0, 0}, 0, ""},
		{"another signature", scorer.Signature(1).String(), 0, []int{1, 0, 1}, 0, "alignments that are not stored are left out: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			input := inspectInput(t, list)
			input.Columns[0].Signature = c.signature
			in, err := inspection.Inspect(t.Context(), inspection.Settings{Alignments: c.most,
				Scoring: func() (metric.Options, error) { return options, nil }}, input)
			if err != nil {
				t.Fatal(err)
			}
			var got []int
			for _, row := range in.Rows {
				got = append(got, len(row.Outputs[0].Alignment))
			}
			if !slices.Equal(got, c.want) || in.Rows[1].Outputs[0].BestReference != c.reference {
				t.Errorf(
					"found %v moves with reference %d, expected %v with %d",
					got,
					in.Rows[1].Outputs[0].BestReference,
					c.want,
					c.reference,
				)
			}
			if notices := strings.Join(in.Notices, "\n"); !strings.Contains(notices, c.notice) {
				t.Errorf("found the notices %q, expected %q", notices, c.notice)
			}
		})
	}
}

// Of few alignments half are of the worst outputs, and the others of the worst and the best output of the segments on
// which systems differ most.
func TestInspectAlignmentsOfDifferences(t *testing.T) {
	stored := []evaluation.AlignedMove{{CandidateToken: "x", ReferenceToken: "y", Mass: 1, Cost: 0.5}}
	var a, b []inspected
	for _, scores := range [][2]float64{{0.9, 0.9}, {0.1, 0.2}, {0.7, 0}, {0.3, 0.3}} {
		a = append(a, inspected{"", "a text", []string{"its reference"}, scores[0], stored})
		b = append(b, inspected{"", "another text", []string{"its reference"}, scores[1], stored})
	}
	in, err := inspection.Inspect(t.Context(), inspection.Settings{Alignments: 4}, inspectInput(t, a, b))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, row := range in.Rows {
		for k, output := range row.Outputs {
			if len(output.Alignment) > 0 {
				got = append(got, fmt.Sprint(i, k))
			}
		}
	}
	if want := []string{"0 0", "0 1", "2 0", "2 1"}; !slices.Equal(got, want) {
		t.Errorf("found alignments of %v, expected %v", got, want)
	}
}

// Rows of scores alone, such as those of another metric, take no text away; where there is no text at all, outputs are
// those that have a score.
func TestInspectWithoutTexts(t *testing.T) {
	list := []inspected{{"", "a text", []string{"its reference"}, 0.1, nil}, {"", "", nil, 0.2, nil}, {"", "", nil, math.NaN(), nil}}
	input := inspectInput(t, list)
	texts := input.Texts
	input.Texts = func(yield func(inspection.Texts, error) bool) {
		texts(yield)
		for _, segment := range input.Segments {
			output := evaluation.Output{System: "a", Segment: segment}
			yield(inspection.Texts{Texts: evaluation.Texts{Output: output}}, nil)
		}
	}
	for _, texts := range []bool{true, false} {
		if !texts {
			input.Texts = nil
		}
		in, err := inspection.Inspect(t.Context(), inspection.Settings{}, input)
		if err != nil {
			t.Fatal(err)
		}
		if first := in.Rows[0].Outputs[0]; in.Texts != texts || (first.Candidate == "a text") != texts || !first.Present ||
			!in.Rows[1].Outputs[0].Present {
			t.Errorf("found %+v", in.Rows)
		}
	}
}

// Another table may have the sources of outputs that the first has without.
func TestInspectSourcesOfAnotherTable(t *testing.T) {
	const source = "le vote est reporté à la semaine prochaine"
	list := []inspected{
		{"", source, []string{"the vote is postponed until next week"}, 0.1, nil},
		{"", "the vote is put off until next week", []string{"the vote is postponed until next week"}, 0.2, nil},
		{"", source, []string{"the vote is postponed until then"}, 0.3, nil},
	}
	input := inspectInput(t, list)
	first := input.Texts
	input.Texts = func(yield func(inspection.Texts, error) bool) {
		first(yield)
		for range 2 {
			for texts := range first {
				texts.Source = source
				yield(texts, nil)
			}
		}
	}
	for _, segments := range []int{0, 1} {
		in, err := inspection.Inspect(t.Context(), inspection.Settings{Segments: segments}, input)
		if err != nil {
			t.Fatal(err)
		}
		found := in.Findings[slices.Index(inspection.FindingNames(), "copy of the source")]
		last := in.Rows[len(in.Rows)-1]
		if found != 2 || !in.Sources || last.Source != source || last.Outputs[0].Findings&inspection.FoundSourceCopy == 0 {
			t.Errorf("%d segments: counted %d, last row %+v", segments, found, last)
		}
	}
}

func TestInspectFails(t *testing.T) {
	list := []inspected{{"", "a", []string{"b"}, 0.1, nil}, {"", "c", []string{"d"}, 0.2, nil}}
	broken := errors.New("broken")
	input := inspectInput(t, list)
	input.Texts = func(yield func(inspection.Texts, error) bool) { yield(inspection.Texts{}, broken) }
	if _, err := inspection.Inspect(t.Context(), inspection.Settings{}, input); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := inspection.Inspect(ctx, inspection.Settings{}, inspectInput(t, list, list)); !errors.Is(
		err,
		context.Canceled,
	) {
		t.Errorf("got %v", err)
	}
	if _, err := inspection.Inspect(t.Context(), inspection.Settings{}, &inspection.Input{}); !errors.Is(
		err,
		evaluation.ErrNoSegments,
	) {
		t.Errorf("got %v", err)
	}
	// Systems that cannot be compared are shown all the same.
	input = inspectInput(t, list, list)
	input.Segments[1].Group = "other"
	in, err := inspection.Inspect(t.Context(), inspection.Settings{}, input)
	if err != nil || in.Comparison != nil ||
		!strings.HasPrefix(in.Warnings[0], "the systems are not compared: found the groups") {
		t.Errorf("found %+v, %v", in, err)
	}
}

// Whatever the texts are, each finding is counted as often as it is listed.
func FuzzFindings(f *testing.F) {
	f.Add("le vote est reportÃ©", "the vote is postponed\xff", "le vote", 3)
	f.Add("", "\u00a0", "", 0)
	f.Add("так так так так так", "ta ta ta", "так", 50)
	references := testdataLines(f, "reference.txt")
	f.Fuzz(func(t *testing.T, candidate, reference, source string, place int) {
		var list []inspected // without scores, which take time
		for _, text := range references {
			list = append(list, inspected{"", text, []string{text}, math.NaN(), nil})
		}
		place = int(uint(place) % uint(len(list)))
		list[place] = inspected{source, candidate, []string{reference, references[place]}, math.NaN(), nil}
		in, err := inspection.Inspect(t.Context(), uncompared, inspectInput(t, list, list))
		if err != nil {
			t.Fatal(err)
		}
		listed := make([]int, len(in.Findings))
		for _, row := range in.Rows {
			for i, output := range row.Outputs {
				if output.Findings != row.Outputs[0].Findings {
					t.Errorf("row %s: found %q and %q", row.ID, output.Findings.Names(), row.Outputs[0].Findings.Names())
				}
				for bit := range listed {
					listed[bit] += int(row.Outputs[i].Findings >> bit & 1)
				}
			}
		}
		if !slices.Equal(listed, in.Findings) {
			t.Errorf("counted %v, listed %v", in.Findings, listed)
		}
	})
}

// compass returns vectors of three words.
func compass(t testing.TB) *embedding.Store {
	t.Helper()
	store, err := embedding.New("compass", []string{"east", "north", "west"}, 2, []float32{1, 0, 0, 1, -3, 0})
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// Each part of the work says how many outputs it is through, and ends.
func TestInspectProgress(t *testing.T) {
	input := inspectInput(t, []inspected{
		{"", "a cat sat here", []string{"a dog sat there"}, 0.1, nil}, {"", "east", []string{"west"}, 0.9, nil}})
	options := metric.Options{Vectors: compass(t)}
	var parts []string
	running := 0
	settings := inspection.Settings{Scoring: func() (metric.Options, error) { return options, nil },
		Progress: func(what string, position func() (done, total int64)) (stop func()) {
			running++
			if done, total := position(); done != 0 || total != 2 {
				t.Errorf("%s begins at %d of %d, want 0 of 2", what, done, total)
			}
			return func() {
				running--
				if done, total := position(); done != total {
					t.Errorf("%s ends at %d of %d", what, done, total)
				}
				parts = append(parts, what)
			}
		}}
	if _, err := inspection.Inspect(t.Context(), settings, input); err != nil {
		t.Fatal(err)
	}
	if want := []string{"reading texts", "aligning", "counting words"}; !slices.Equal(parts, want) || running != 0 {
		t.Errorf("parts %q, %d of them without an end; want %q", parts, running, want)
	}
}
