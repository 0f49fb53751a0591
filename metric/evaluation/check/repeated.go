package check

import (
	"cmp"
	"slices"
)

// repeatedTimes is how many times the most that is usual a text may be repeated. Any two models repeat short answers
// ("Okay."), and hardly ever equally often: of pairs of WMT systems whose outputs are cut to two words, a limit of the
// most itself flags 36 % and twice as much 4 %. One that answers all the same is far above. docs/check.md has whole
// outputs; bench/broken.py measures them.
const repeatedTimes = 2

// repeatedTexts returns the hashes of texts that are BrokenRepeated now. before is nil without a baseline.
func repeatedTexts(now, before *seenSystem, references []uint64) map[uint64]bool {
	usual := 1
	if before == nil {
		usual = mostShared(references)
	} else {
		for _, times := range timesGiven(before.outputs, references) {
			usual = max(usual, times)
		}
	}
	repeated := map[uint64]bool{}
	for text, times := range timesGiven(now.outputs, references) {
		if times > repeatedTimes*usual {
			repeated[text] = true
		}
	}
	return repeated
}

// hashesOfReferences returns hashes that tell the references of segments apart, or, where there are none, their sources:
// those of the candidate or else of the baseline. Where there are neither, all segments differ.
func (c *checking) hashesOfReferences() (hashes []uint64, ofSources bool) {
	before := c.seenBefore
	if before == nil {
		before = &seenTexts{}
	}
	switch {
	case c.seen.references != nil:
		return c.seen.references, false
	case before.references != nil:
		return c.placed(before.references), false
	case c.seen.sources != nil:
		return c.seen.sources, true
	case before.sources != nil:
		return c.placed(before.sources), true
	}
	hashes = make([]uint64, len(c.candidate.Segments))
	for i := range hashes {
		hashes[i] = uint64(i)
	}
	return hashes, false
}

// placed returns what is known of the baseline's segments by the candidate's.
func (c *checking) placed(before []uint64) []uint64 {
	hashes := make([]uint64, len(c.places))
	for i, place := range c.places {
		hashes[i] = before[place]
	}
	return hashes
}

// timesGiven returns for how many different references a text is given, by the hash of the text. Texts that are given
// for one are left out.
func timesGiven(texts []seenText, references []uint64) map[uint64]int {
	type given struct{ text, reference uint64 }
	var list []given
	for i, text := range texts {
		if text.hasHash {
			list = append(list, given{text.hash, references[i]})
		}
	}
	slices.SortFunc(list, func(a, b given) int {
		return cmp.Or(cmp.Compare(a.text, b.text), cmp.Compare(a.reference, b.reference))
	})
	times := map[uint64]int{}
	list = slices.Compact(list)
	for from := 0; from < len(list); {
		to := from + 1
		for to < len(list) && list[to].text == list[from].text {
			to++
		}
		if to-from > 1 {
			times[list[from].text] = to - from
		}
		from = to
	}
	return times
}

// mostShared returns how many segments share a reference, of those that most do.
func mostShared(references []uint64) int {
	sorted := slices.Sorted(slices.Values(references))
	most, same := 1, 1
	for i := 1; i < len(sorted); i++ {
		if same++; sorted[i] != sorted[i-1] {
			same = 1
		}
		most = max(most, same)
	}
	return most
}
