package check

import (
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/finding"
)

// seenTexts are what a check keeps of the texts of one side.
type seenTexts struct {
	references []uint64 // a hash of those of each segment; nil if there are none
	sources    []uint64 // of its source
	given      []given  // of each segment
	systems    map[string]*seenSystem
}

// given are the references and the source of a segment.
type given struct {
	references []string
	source     string
}

// A seenSystem is what a check keeps of the outputs of a system.
type seenSystem struct {
	outputs []seenText // by segment
	written []string   // the same, as they are; "" where there is none
	texts   bool       // whether a text is known
	known   bool       // whether a text or a status is
}

// asSegments returns what finding.Translated reads.
func (s *seenTexts) asSegments() []finding.Segment {
	segments := make([]finding.Segment, len(s.given))
	for i, given := range s.given {
		segments[i] = finding.Segment{References: given.references, Source: given.source}
	}
	return segments
}

// at returns the same outputs by other segments, which have places among those of s.
func (s *seenSystem) at(places []int) *seenSystem {
	placed := &seenSystem{outputs: make([]seenText, len(places)), written: make([]string, len(places)), texts: s.texts,
		known: s.known}
	for i, place := range places {
		placed.outputs[i], placed.written[i] = s.outputs[place], s.written[place]
	}
	return placed
}

// A seenText is what a check keeps of an output: 16 bytes.
type seenText struct {
	hash       uint64 // of the text without white space around it, if hasHash
	state      textState
	hasHash    bool
	unexpected bool // the reference is blank or has no words
	copied     bool // see BrokenCopied
}

// A textState says what an output is.
type textState uint8

const (
	textAbsent   textState = iota // there is none
	textUnknown                   // there is one of which only scores are known
	textWhole                     // it has words
	textEmpty                     // see BrokenEmpty
	textWordless                  // see BrokenNoWords
)

// same says whether two outputs are known to be the same text.
func (t seenText) same(other seenText) bool {
	return t.hasHash && other.hasHash && t.hash == other.hash
}

// look reads all texts once.
func (in *Version) look(ctx context.Context) (*seenTexts, error) {
	seen := &seenTexts{systems: make(map[string]*seenSystem, len(in.Systems)), given: make([]given, len(in.Segments))}
	for _, system := range in.Systems {
		seen.systems[system] = &seenSystem{outputs: make([]seenText, len(in.Segments)), written: make([]string, len(in.Segments))}
	}
	at := make(map[string]int, len(in.Segments))
	for i, segment := range in.Segments {
		at[segment.Key()] = i
	}
	err := in.eachText(ctx, func(t evaluation.Texts) {
		place, ok := at[t.Segment.Key()]
		if !ok {
			return
		}
		if t.References != nil {
			keepHash(&seen.references, len(in.Segments), place, t.References...)
			seen.given[place].references = t.References
		}
		if t.Source != "" {
			keepHash(&seen.sources, len(in.Segments), place, t.Source)
			seen.given[place].source = t.Source
		}
		if system := seen.systems[t.System]; system != nil {
			system.add(place, &t)
		}
	})
	for _, system := range seen.systems {
		for i := range system.outputs {
			if o := &system.outputs[i]; o.state == textUnknown && system.texts {
				o.state = textEmpty
			}
		}
	}
	return seen, err
}

// keepHash keeps the hash of texts of a segment in a list, which is made for so many segments.
func keepHash(hashes *[]uint64, segments, place int, texts ...string) {
	if *hashes == nil {
		*hashes = make([]uint64, segments)
	}
	h := fnv.New64a()
	for _, text := range texts {
		fmt.Fprintf(h, "%d:%s", len(text), text)
	}
	(*hashes)[place] = h.Sum64()
}

// add keeps what a row says of an output, unless an earlier row said more.
func (s *seenSystem) add(place int, t *evaluation.Texts) {
	o := &s.outputs[place]
	if o.state > textUnknown {
		return
	}
	var status metric.Status
	said := status.UnmarshalText([]byte(t.Status)) == nil // those of another program say nothing
	o.state, o.unexpected = textUnknown, referenceUnexpected(t, status, said)
	if text := strings.TrimSpace(t.Candidate); t.HasCandidate || t.Candidate != "" {
		s.texts = true
		s.written[place] = t.Candidate
		if o.state = stateOf(t, text, status, said); o.state == textWhole {
			h := fnv.New64a()
			io.WriteString(h, text)
			o.hash, o.hasHash = h.Sum64(), true
			o.copied = isCopied(text, t)
		}
	} else if said {
		switch status {
		case metric.EmptyCandidate, metric.BothEmpty:
			o.state = textEmpty
		case metric.NoWordsCandidate:
			o.state = textWordless
		default:
			o.state = textWhole
		}
	}
	s.known = s.known || o.state > textUnknown
}

// stateOf returns what a text is that is known, without the white space around it.
func stateOf(t *evaluation.Texts, text string, status metric.Status, said bool) textState {
	switch {
	case text == "":
		return textEmpty
	case t.Counted && t.CandidateTokens == 0, said && status == metric.NoWordsCandidate,
		!t.Counted && !said && !hasWords(text):
		return textWordless
	}
	return textWhole
}

// referenceUnexpected says whether the closest reference is blank or has no words, so that nothing is expected, and so
// is the source if that was read. Where the scorer does not say, any of the references that have text decides.
func referenceUnexpected(t *evaluation.Texts, status metric.Status, said bool) bool {
	switch {
	case t.Counted:
		return t.ReferenceTokens == 0 && t.SourceTokens == 0
	case said && slices.Contains([]metric.Status{metric.BothEmpty, metric.EmptyReference, metric.NoWordsReference,
		metric.EmptySource, metric.NoWordsSource}, status):
		return true
	}
	blank := 0
	for _, reference := range t.References {
		switch {
		case strings.TrimSpace(reference) == "":
			blank++
		case !hasWords(reference):
			return true
		}
	}
	return blank > 0 && blank == len(t.References)
}

// hasWords says whether a text has a letter or digit, of any script.
func hasWords(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}
