package evaluation

import (
	"hash/maphash"
	"math/bits"
	"slices"
	"strings"
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
	FoundSourceCopy                             // the candidate is the source, and no reference is
	FoundTruncated                              // far shorter than the shortest reference, and without an end
	FoundLength                                 // less than half, or more than twice as long as every reference
	FoundLoop                                   // some words, again and again
	FoundScript                                 // the letters are of another script than those of the references
	FoundLanguage                               // of the same script, but hardly in the language of all references
	FoundEncoding                               // characters that hardly anybody writes, or that were read wrong
	FoundReferenceEncoding                      // the same, in a reference
)

// FindingNames are what the findings are called, by the number of the bit.
func FindingNames() []string {
	return []string{
		"empty output", "empty reference", "output repeated for other references", "repeated references",
		"copy of a reference", "copy of the source", "cut-off output", "length far from the references",
		"words repeated in a loop", "another script than the references",
		"another language than the references", "odd characters or encoding",
		"odd characters or encoding in a reference",
	}
}

// Names returns what is found, in words.
func (f Findings) Names() (names []string) {
	for bit, name := range FindingNames() {
		if f>>bit&1 == 1 {
			names = append(names, name)
		}
	}
	return names
}

// place returns the number of the bit of one finding.
func (f Findings) place() int { return bits.TrailingZeros16(uint16(f)) }

// doctor looks at texts.
type doctor struct {
	seed       maphash.Seed
	outputs    []map[uint64]repetition        // of each system, by the hash of the candidate
	references map[uint64]*repeatedReferences // by their hash
	counts     [][]int                        // of each system
	language   languageTest
	looked     bool
}

// A repeatedReferences says who has some references.
type repeatedReferences struct {
	first   string  // segment
	others  bool    // whether another segment has them, too
	outputs []int32 // of each system
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
	d.references = map[uint64]*repeatedReferences{}
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

// look returns what is odd about an output of a system, but for what only all of them show, and counts it. The row is
// that of the output, -1 if it is not listed.
func (in *inspecting) look(system, row int, t *InspectTexts) (found Findings) {
	d := &in.doctor
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
	found |= copiedSource(t)
	if loops(candidate) {
		found |= FoundLoop
	}
	if oddCharacters(candidate) {
		found |= FoundEncoding
	}
	if slices.ContainsFunc(t.References, oddCharacters) {
		found |= FoundReferenceEncoding
	}
	if found&FoundEmptyReference == 0 && len(t.References) > 0 {
		in.noteReferences(system, t, references)
	}
	if found&FoundScript == 0 && len(t.References) > 0 && in.foreign(system, row, candidate) {
		found |= FoundLanguage
	}
	for bit := range d.counts[system] {
		if found>>bit&1 == 1 {
			d.counts[system][bit]++
		}
	}
	return found
}

// noteReferences remembers who has the references, which have a hash.
func (in *inspecting) noteReferences(system int, t *InspectTexts, hash uint64) {
	key := segmentKey(t.Segment)
	known, ok := in.doctor.references[hash]
	if !ok {
		known = &repeatedReferences{first: strings.Clone(key), outputs: make([]int32, len(in.input.Systems))}
		in.doctor.references[hash] = known
		in.learnLanguage(t.References)
	}
	known.others = known.others || known.first != key
	known.outputs[system]++
}

// learnLanguage learns from references that were not seen before, and judges the candidates that wait for it.
func (in *inspecting) learnLanguage(references []string) {
	if in.language.learn(references); in.language.spelling != nil {
		in.judgePending()
	}
}

// foreign says whether a candidate is in another language than the references, as far as that is known by now.
func (in *inspecting) foreign(system, row int, candidate string) bool {
	text := beginning(candidate)
	switch {
	case lettersOf(text) < leastJudgedLetters:
	case in.language.spelling != nil:
		return in.language.foreign(text)
	default:
		in.language.pending = append(in.language.pending, pendingText{system, row, text})
	}
	return false
}

// judgePending judges the candidates that came before enough was learned.
func (in *inspecting) judgePending() {
	for _, p := range in.language.pending {
		if !in.language.foreign(p.text) {
			continue
		}
		in.doctor.counts[p.system][FoundLanguage.place()]++
		if p.row >= 0 {
			in.out.Rows[p.row].Outputs[p.system].Findings |= FoundLanguage
		}
	}
	in.language.pending = nil
}

// diagnose adds what only all outputs show, and the counts.
func (in *inspecting) diagnose() {
	if !in.doctor.looked {
		return
	}
	if in.language.finish() {
		in.judgePending()
	}
	in.out.Findings = make([]int, len(FindingNames()))
	for i := range in.out.Systems {
		counts := in.doctor.counts[i]
		for _, r := range in.doctor.outputs[i] {
			if r.different {
				counts[FoundRepeatedOutput.place()] += r.times
			}
		}
		for _, r := range in.doctor.references {
			if r.others {
				counts[FoundRepeatedReference.place()] += int(r.outputs[i])
			}
		}
		for k := range in.out.Rows {
			output := &in.out.Rows[k].Outputs[i]
			repeated := in.doctor.references[in.doctor.hash(in.out.Rows[k].References...)]
			if output.Present && repeated != nil && repeated.others {
				output.Findings |= FoundRepeatedReference
			}
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
