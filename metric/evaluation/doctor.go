package evaluation

import (
	"hash/maphash"
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Findings are what is odd about an output and its references, a set of bits.
type Findings uint16

// The findings.
const (
	FoundEmptyCandidate    Findings = 1 << iota // nothing but white space
	FoundEmptyReference                         // of every reference
	FoundRepeatedOutput                         // the system has it for other references, too
	FoundRepeatedReference                      // another segment has the same references
	FoundReferenceCopy                          // the candidate is one of the references
	FoundSourceCopy                             // the candidate is the source
	FoundTruncated                              // far shorter than the shortest reference, and without an end
	FoundLength                                 // less than half, or more than twice as long as every reference
	FoundLoop                                   // some words, again and again
	FoundScript                                 // the letters are of another script than those of the references
	FoundEncoding                               // signs of text that was read in a wrong encoding
)

// FindingNames are what the findings are called, by the number of the bit.
func FindingNames() []string {
	return []string{
		"empty output", "empty reference", "output repeated for other references", "repeated references",
		"copy of a reference", "copy of the source", "cut-off output", "length far from the references",
		"words repeated in a loop", "another script than the references", "odd characters or encoding",
	}
}

// doctor looks at texts.
type doctor struct {
	seed       maphash.Seed
	outputs    []map[uint64]repetition // of each system, by the hash of the candidate
	references map[uint64]string       // the first segment with such references, by their hash
	counts     [][]int                 // of each system
	looked     bool
}

// A repetition is what is known of an output that may come again.
type repetition struct {
	references uint64
	different  bool // it came with other references
	times      int
}

// shortOutput is below how many letters an output may well fit several references.
const shortOutput = 12

func (d *doctor) start(systems int) {
	d.seed = maphash.MakeSeed()
	d.references = map[uint64]string{}
	for range systems {
		d.outputs = append(d.outputs, map[uint64]repetition{})
		d.counts = append(d.counts, make([]int, len(FindingNames())))
	}
}

// hash tells texts apart, as far as 64 bits do; nothing else of it is seen.
func (d *doctor) hash(texts ...string) uint64 {
	var h maphash.Hash
	h.SetSeed(d.seed)
	for _, text := range texts {
		h.WriteString(text)
		h.WriteByte(0xff) // in no UTF-8
	}
	return h.Sum64()
}

// look returns what is odd about an output of a system, but for what only all of them show, and counts it.
func (d *doctor) look(system int, t *InspectTexts) (found Findings) {
	d.looked = true
	candidate := strings.TrimSpace(t.Candidate)
	references := d.hash(t.References...)
	switch {
	case candidate == "":
		found |= FoundEmptyCandidate
	case len(t.References) > 0 && utf8.RuneCountInString(candidate) >= shortOutput:
		key := d.hash(candidate)
		r, again := d.outputs[system][key]
		if !again {
			r.references = references
		}
		r.times++
		r.different = r.different || r.references != references
		d.outputs[system][key] = r
	}
	found |= compareTexts(candidate, t.References)
	if t.Source != "" && candidate == strings.TrimSpace(t.Source) {
		found |= FoundSourceCopy
	}
	if loops(candidate) {
		found |= FoundLoop
	}
	if oddCharacters(candidate) {
		found |= FoundEncoding
	}
	id := segmentKey(t.Segment)
	if first, ok := d.references[references]; !ok {
		d.references[references] = strings.Clone(id)
	} else if first != id && found&FoundEmptyReference == 0 && len(t.References) > 0 {
		found |= FoundRepeatedReference
	}
	for bit := range d.counts[system] {
		if found>>bit&1 == 1 {
			d.counts[system][bit]++
		}
	}
	return found
}

// diagnose adds what only all outputs show, and the counts.
func (in *inspecting) diagnose() {
	if !in.doctor.looked {
		return
	}
	in.out.Findings = make([]int, len(FindingNames()))
	for i := range in.out.Systems {
		counts := in.doctor.counts[i]
		for _, r := range in.doctor.outputs[i] {
			if r.different {
				counts[bits.TrailingZeros16(uint16(FoundRepeatedOutput))] += r.times
			}
		}
		for k := range in.out.Rows {
			output := &in.out.Rows[k].Outputs[i]
			candidate := strings.TrimSpace(output.Candidate)
			if output.Present && in.doctor.outputs[i][in.doctor.hash(candidate)].different {
				output.Findings |= FoundRepeatedOutput
			}
		}
		in.out.Systems[i].Findings = counts
		for k, n := range counts {
			in.out.Findings[k] += n
		}
	}
}

// compareTexts says how a candidate and its references differ oddly.
func compareTexts(candidate string, references []string) (found Findings) {
	if len(references) == 0 {
		return 0
	}
	length := utf8.RuneCountInString(candidate)
	empty, far, short, script := 0, 0, 0, 0
	for _, reference := range references {
		reference = strings.TrimSpace(reference)
		n := utf8.RuneCountInString(reference)
		switch {
		case reference == "":
			empty++
			continue
		case candidate == reference:
			found |= FoundReferenceCopy
		}
		if max(n, length) >= 2*shortOutput && (2*length < n || length > 2*n) {
			far++
		}
		if 10*length < 6*n && ends(reference) && !ends(candidate) && n >= 2*shortOutput {
			short++
		}
		if a, b := scriptOf(candidate), scriptOf(reference); a != nil && b != nil && a != b {
			script++
		}
	}
	if empty == len(references) {
		return found | FoundEmptyReference
	}
	if candidate == "" {
		return found
	}
	rest := len(references) - empty
	for bit, n := range map[Findings]int{FoundLength: far, FoundTruncated: short, FoundScript: script} {
		if n == rest {
			found |= bit
		}
	}
	return found
}

// ends says whether a text ends as a sentence does.
func ends(text string) bool {
	text = strings.TrimRight(text, "\"'”’»)]）」』 ")
	r, _ := utf8.DecodeLastRuneInString(text)
	return unicode.Is(unicode.Sentence_Terminal, r) || strings.ContainsRune("…:;", r)
}

// scripts are those that are told apart. Chinese and Japanese share characters, so they are one.
var scripts = [][]*unicode.RangeTable{
	{unicode.Latin}, {unicode.Cyrillic}, {unicode.Greek}, {unicode.Arabic}, {unicode.Hebrew},
	{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo}, {unicode.Hangul}, {unicode.Thai},
	{unicode.Devanagari}, {unicode.Bengali}, {unicode.Tamil}, {unicode.Telugu}, {unicode.Gujarati}, {unicode.Gurmukhi},
	{unicode.Kannada}, {unicode.Malayalam}, {unicode.Georgian}, {unicode.Armenian}, {unicode.Ethiopic},
	{unicode.Khmer}, {unicode.Lao}, {unicode.Myanmar}, {unicode.Sinhala}, {unicode.Tibetan},
}

// leastLetters is how many letters of a script a text must have to be written in it.
const leastLetters = 5

// scriptOf returns the script of most letters of a text, nil if there are too few or none has most.
func scriptOf(text string) *unicode.RangeTable {
	var counts [32]int
	letters := 0
	for _, r := range text {
		if r < 0x80 {
			if 'a' <= r|0x20 && r|0x20 <= 'z' {
				counts[0]++
				letters++
			}
			continue
		}
		for i, tables := range scripts {
			if unicode.In(r, tables...) {
				counts[i]++
				letters++
				break
			}
		}
	}
	for i, n := range counts {
		if n >= leastLetters && 2*n > letters {
			return scripts[i][0]
		}
	}
	return nil
}

// leastRepeats is from how many repetitions one after another on words are a loop.
const leastRepeats = 4

// loops says whether a text has one to eight words four times or more one after another.
func loops(text string) bool {
	words := strings.Fields(text)
	for n := 1; n <= 8; n++ {
		same := 0 // words that are the one n before
		for i := n; i < len(words); i++ {
			if words[i] != words[i-n] {
				same = 0
				continue
			}
			if same++; same >= (leastRepeats-1)*n {
				return true
			}
		}
	}
	return false
}

// misread are what UTF-8 looks like where it was read as Windows-1252 or ISO 8859-1.
var misread = []string{
	"Ã©",
	"Ã¨",
	"Ã¤",
	"Ã¶",
	"Ã¼",
	"ÃŸ",
	"Ã±",
	"Ã¡",
	"Ã³",
	"Ã§",
	"Ãª",
	"Ã¢",
	"â€™",
	"â€œ",
	"â€“",
	"â€¦",
	"â€\u009d",
	"Â ",
	"Â»",
	"Â«",
	"Â°",
	"ï»¿",
}

// oddCharacters says whether a text has characters that hardly anybody writes.
func oddCharacters(text string) bool {
	for _, r := range text {
		switch {
		case r == utf8.RuneError, r == 0xfeff, r < ' ' && r != '\t' && r != '\n' && r != '\r', 0x7f <= r && r <= 0x9f,
			unicode.Is(unicode.Co, r), 0xfff0 <= r && r < 0xfffc, r == 0xfffe, r == 0xffff:
			return true
		}
	}
	for _, sign := range misread {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return false
}
