package inspection_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/inspection"
)

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
		{"marks of BPE", "", "the comm@@ ittee postpones the vote until the coming week.", []string{long}, inspection.FoundLeftover},
		{"marks that a reference has", "", "the committee postpones <unk> until the coming week.", []string{long + " <unk>"}, 0},
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
			in, err := inspection.Inspect(t.Context(), inspection.Contents{}, inspectInput(t, []inspected{
				{c.source, c.candidate, c.references, 0.5, nil}}))
			if err != nil {
				t.Fatal(err)
			}
			if got := in.Rows[0].Outputs[0].Findings; got != c.want {
				t.Errorf("found %q, expected %q", names(got), names(c.want))
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
					t.Errorf("found %q, expected %q", names(got), names(want))
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
	in, err := inspection.Inspect(t.Context(), inspection.Contents{}, inspectInput(t, list, alone))
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
					t.Errorf("row %s: found %q and %q", row.ID, names(output.Findings), names(row.Outputs[0].Findings))
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

// names says what is found in words.
func names(f inspection.Findings) (list []string) {
	for bit, name := range inspection.FindingNames() {
		if f>>bit&1 == 1 {
			list = append(list, name)
		}
	}
	return list
}
