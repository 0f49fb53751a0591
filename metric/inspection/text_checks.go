package inspection

import (
	"hash/maphash"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wordrotator/wrd/metric/evaluation/reading"
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
	FoundLeftover                               // marks of a tokenizer or model, and not in a reference
)

// FindingNames are what the findings are called, by the number of the bit.
func FindingNames() []string {
	return []string{
		"empty output", "empty reference", "output repeated for other references", "repeated references",
		"copy of a reference", "copy of the source", "cut-off output", "length far from the references",
		"words repeated in a loop", "another script than the references",
		"another language than the references", "odd characters or encoding",
		"odd characters or encoding in a reference", "marks of a tokenizer or model",
	}
}

// bit returns the number of the bit of one finding.
func (f Findings) bit() int { return bits.TrailingZeros16(uint16(f)) }

// textChecks look at outputs one after another.
type textChecks struct {
	seed       maphash.Seed
	outputs    []map[uint64]repetition       // of each system, by the hash of the candidate
	references map[uint64]repeatedReferences // by their hash
	having     [][]int32                     // of each system, how many outputs have references, by repeatedReferences.place
	shared     bool                          // whether several segments have the same
	counts     [][]int                       // of each system, by the numbers of the findings
	language   languageCheck
	words      []string                             // room for those of a text
	late       func(at outputPlace, found Findings) // is told what is found in an output only after others were seen
}

// A repeatedReferences says who has some references. It has no pointers, as there are as many as segments, mostly.
type repeatedReferences struct {
	first  uint64 // the hash of a segment
	others bool   // whether another segment has them, too
	place  int32  // in the counts of each system
}

// A repetition is what is known of an output that may come again.
type repetition struct {
	references uint64
	different  bool // it came with other references
	times      int
}

// shortOutput is below how many letters an output may well fit several references.
const shortOutput = 12

func newTextChecks(systems int, late func(at outputPlace, found Findings)) *textChecks {
	c := &textChecks{seed: maphash.MakeSeed(), references: map[uint64]repeatedReferences{}, late: late}
	c.having = make([][]int32, systems)
	for range systems {
		c.outputs = append(c.outputs, map[uint64]repetition{})
		c.counts = append(c.counts, make([]int, len(FindingNames())))
	}
	return c
}

// hash tells texts apart, as far as 64 bits do; nothing else of it is seen.
func (c *textChecks) hash(texts ...string) uint64 {
	var h maphash.Hash
	h.SetSeed(c.seed)
	for _, text := range texts {
		h.WriteString(text)
		h.WriteByte(0xff) // in no UTF-8
	}
	return h.Sum64()
}

// check returns what is odd about an output, but for what only all of them show, and counts it.
func (c *textChecks) check(at outputPlace, t *OutputTexts) (found Findings) {
	candidate := strings.TrimSpace(t.Candidate)
	references := c.hash(t.References...)
	switch {
	case candidate == "":
		found |= FoundEmptyCandidate
	case len(t.References) > 0 && utf8.RuneCountInString(candidate) >= shortOutput:
		key := c.hash(candidate)
		r, again := c.outputs[at.system][key]
		if !again {
			r.references = references
		}
		r.times++
		r.different = r.different || r.references != references
		c.outputs[at.system][key] = r
	}
	found |= compareTexts(candidate, t.References)
	found |= copiedSource(t)
	if c.loops(candidate) {
		found |= FoundLoop
	}
	if oddCharacters(candidate) {
		found |= FoundEncoding
	}
	if len(reading.Leftover(candidate, t.References)) > 0 {
		found |= FoundLeftover
	}
	if slices.ContainsFunc(t.References, oddCharacters) {
		found |= FoundReferenceEncoding
	}
	if found&FoundEmptyReference == 0 && len(t.References) > 0 {
		c.noteReferences(at.system, t, references)
	}
	if found&FoundScript == 0 && len(t.References) > 0 && c.foreign(at, candidate) {
		found |= FoundLanguage
	}
	for bit := range c.counts[at.system] {
		if found>>bit&1 == 1 {
			c.counts[at.system][bit]++
		}
	}
	return found
}

// checkSource does so for an output that came before without its source.
func (c *textChecks) checkSource(at outputPlace, t *OutputTexts) Findings {
	found := copiedSource(t)
	if found != 0 {
		c.counts[at.system][found.bit()]++
	}
	return found
}

// noteReferences remembers who has the references, which have a hash.
func (c *textChecks) noteReferences(system int, t *OutputTexts, hash uint64) {
	segment := c.hash(t.Segment.Key())
	known, ok := c.references[hash]
	if !ok {
		known = repeatedReferences{first: segment, place: int32(len(c.references))}
		c.references[hash] = known
		for i := range c.having {
			c.having[i] = append(c.having[i], 0)
		}
		if c.language.learn(t.References); c.language.languageModel != nil {
			c.judgePending()
		}
	}
	if known.first != segment && !known.others {
		known.others, c.shared = true, true
		c.references[hash] = known
	}
	c.having[system][known.place]++
}

// foreign says whether a candidate is in another language than the references, as far as that is known by now.
func (c *textChecks) foreign(at outputPlace, candidate string) bool {
	text := beginning(candidate)
	switch {
	case lettersOf(text) < leastJudgedLetters:
	case c.language.languageModel != nil:
		return c.language.foreign(text)
	default:
		c.language.pending = append(c.language.pending, pendingText{at, text})
	}
	return false
}

// judgePending judges the candidates that came before enough was learned.
func (c *textChecks) judgePending() {
	for _, p := range c.language.pending {
		if c.language.foreign(p.text) {
			c.counts[p.at.system][FoundLanguage.bit()]++
			c.late(p.at, FoundLanguage)
		}
	}
	c.language.pending = nil
}

// finish returns how many outputs of each system have each finding, when all outputs were seen.
func (c *textChecks) finish() (counts [][]int) {
	if c.language.finish() {
		c.judgePending()
	}
	for i, counts := range c.counts {
		for _, r := range c.outputs[i] {
			if r.different {
				counts[FoundRepeatedOutput.bit()] += r.times
			}
		}
		for _, r := range c.references {
			if r.others {
				counts[FoundRepeatedReference.bit()] += int(c.having[i][r.place])
			}
		}
	}
	return c.counts
}

// repeated returns what only all outputs show of one: whether it, or its references, came again.
func (c *textChecks) repeated(system int, candidate string, references []string) (found Findings) {
	if c.shared { // mostly not, and to look each up in a large table takes time
		if known := c.references[c.hash(references...)]; known.others {
			found |= FoundRepeatedReference
		}
	}
	if c.counts[system][FoundRepeatedOutput.bit()] > 0 &&
		c.outputs[system][c.hash(strings.TrimSpace(candidate))].different {
		found |= FoundRepeatedOutput
	}
	return found
}
