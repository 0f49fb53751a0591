package check

import (
	"context"
	"slices"

	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/finding"
)

// BrokenOutputs count the outputs of a system that are newly broken: a mean hardly shows that a few are gone.
//
// An output is broken if it is of a BrokenKind. It is newly broken if the baseline's output of the segment was not
// blank, had words and was another text; where no baseline is compared with, every broken output is. Where the closest
// reference is blank or has no words, nothing is expected of the output, and it is neither empty nor without words.
// Another system changes nothing about a system.
type BrokenOutputs struct {
	System         string `json:"system"`
	BaselineSystem string `json:"baseline_system,omitempty"` // that of the baseline, "" where nothing was compared with
	Segments       int    `json:"segments"`                  // how many the system has
	New            int    `json:"new"`                       // how many are newly broken, the sum of the next four
	Empty          int    `json:"empty"`
	NoWords        int    `json:"no_words"`
	Repeated       int    `json:"repeated"`
	Copied         int    `json:"copied"`
	Before         int    `json:"before"`  // how many more are broken but for repeated ones, where the baseline has the same, a broken one or none
	Allowed        int    `json:"allowed"` // how many may be newly broken
	// Failed says that more are. The outputs of a first baseline, or of one that replaces by force another that cannot be
	// compared with, do not fail.
	Failed bool   `json:"failed"`
	Reason string `json:"reason"` // what was found, a sentence without its full stop
	// List has the first of those that are newly broken, by kind and segment: of each kind as many as worst says.
	List []BrokenOutput `json:"outputs"`
	// Changed are outputs that are not the baseline's.
	Changed int `json:"changed,omitempty"`
	// Findings are the others that texts show, of kinds that are new somewhere. They fail where they are more than outputs of
	// equal quality have.
	Findings []Finding `json:"findings,omitempty"`

	Over  bool                    `json:"-"` // more are newly broken than may be
	Where map[BrokenKind][]string `json:"-"` // the first that are newly broken: numbers of lines, or names of segments
	// Told are the findings that failed, that of most outputs first, without those whose outputs another one has.
	Told  []Finding      `json:"-"`
	Shift *finding.Shift `json:"-"` // which explains what is told; nil where outputs stand at their lines

	testable int  // kinds of findings that are frequent enough to fail, on either side
	looked   bool // whether texts of both sides are known
}

// Of returns how many outputs are newly broken in a way.
func (b *BrokenOutputs) Of(kind BrokenKind) int {
	switch kind {
	case BrokenEmpty:
		return b.Empty
	case BrokenNoWords:
		return b.NoWords
	case BrokenRepeated:
		return b.Repeated
	case BrokenCopied:
		return b.Copied
	}
	return 0
}

// A BrokenKind says how an output is broken.
type BrokenKind string

// The kinds of broken outputs. What is of several kinds is of the first.
const (
	// BrokenEmpty is nothing but white space. Where other outputs of a system have a text and one has none, it is empty.
	BrokenEmpty BrokenKind = "empty"
	// BrokenNoWords is not blank and has no token, as the tokenizer of the scores saw it. Where that is not stored with
	// the scores, it is a text without a letter or digit.
	BrokenNoWords BrokenKind = "no_words"
	// BrokenRepeated is a text that the system gives for more than twice as many different references as the baseline
	// gives any one text; so for three at least. Where no baseline is compared with, the limit is twice the number of
	// segments that share a reference. White space around a text does not count. Where there are no references, sources
	// take their place, and segments without either count as different.
	BrokenRepeated BrokenKind = "repeated"
	// BrokenCopied is the source, to which a copy has the distance 0: wrd_source takes it for the best translation. It is
	// counted of sources that a translation must change (see leastCopiedWords), where no reference is the source, too, and
	// where references are translations (see finding.Translated). Where no measure of sources is tested and outputs of the
	// baseline are copies, too, finding.CopiedSource says whether there are more.
	BrokenCopied BrokenKind = "copied"
)

// BrokenKinds lists the kinds.
func BrokenKinds() []BrokenKind {
	return []BrokenKind{BrokenEmpty, BrokenNoWords, BrokenRepeated, BrokenCopied}
}

// A BrokenOutput is one that is newly broken.
type BrokenOutput struct {
	System       string             `json:"system"`
	Segment      evaluation.Segment `json:"segment"`        // by its name in files
	Line         int64              `json:"line,omitempty"` // from 1, where that is known
	Doc          string             `json:"doc,omitempty"`
	Kind         BrokenKind         `json:"kind"` // empty, no_words, repeated (the same text for different references) or copied: its source
	Candidate    string             `json:"candidate_text,omitempty"`
	BaselineText string             `json:"baseline_text,omitempty"`
	Reference    string             `json:"reference,omitempty"` // the first one
	Source       string             `json:"source,omitempty"`    // where there is no reference

	before int // in the baseline's segments
}

// countBroken counts and lists what is newly broken, for each system of which more than scores is known.
func (c *checking) countBroken(ctx context.Context) error {
	c.broken = make([][]BrokenKind, len(c.candidate.Systems))
	var references []uint64
	references, c.report.BySource = c.hashesOfReferences()
	sources := c.seen.sources != nil && finding.Translated(c.seen.asSegments())
	var uncounted, unrepeated []string
	for i, system := range c.candidate.Systems {
		now, before, against := c.seen.systems[system], (*seenSystem)(nil), ""
		known, texts := now.known, now.texts
		if c.seenBefore != nil {
			against = c.pairs[system]
			before = c.seenBefore.systems[against].at(c.places)
			known, texts = known && before.known, texts && before.texts
		}
		if !known {
			uncounted = append(uncounted, system)
			continue
		}
		b := BrokenOutputs{System: system, BaselineSystem: against, Segments: len(now.outputs), List: []BrokenOutput{}}
		var repeated map[uint64]bool
		if texts {
			repeated = repeatedTexts(now, before, references)
		} else {
			unrepeated = append(unrepeated, system)
		}
		habit := before != nil && slices.ContainsFunc(before.outputs, func(o seenText) bool { return o.copied })
		c.broken[i] = b.judge(now, before, repeated, sources && texts && (c.report.SourcesScored || !habit))
		b.Allowed = c.MaxBroken.of(b.Segments)
		if texts && before != nil {
			if err := c.findIn(ctx, &b, now, before, c.broken[i]); err != nil {
				return err
			}
		}
		c.report.Broken = append(c.report.Broken, b)
	}
	if c.MaxBroken != nil && uncounted != nil {
		c.notify(Notice{Of: NoticeUncounted, Systems: uncounted})
	}
	if c.MaxBroken != nil && unrepeated != nil {
		c.notify(Notice{Of: NoticeRepeatsUnknown, Systems: unrepeated, Copies: sources})
	}
	return nil
}

// concludeBroken says whether too many outputs of a system are newly broken or too many findings are new, and lists the
// first.
func (c *checking) concludeBroken(b *BrokenOutputs, kinds []BrokenKind) {
	judged := c.report.Judged()
	b.Over = judged && b.New > b.Allowed
	b.Failed = b.Over || judged && slices.ContainsFunc(b.Findings, func(f Finding) bool { return f.Failed })
	b.Told, b.Where = b.told(), map[BrokenKind][]string{}
	for _, kind := range BrokenKinds() {
		var outputs []int
		for i, k := range kinds {
			if k == kind {
				outputs = append(outputs, i)
			}
		}
		b.Where[kind] = c.candidate.where(outputs)
	}
	listed := map[int]bool{}
	list := func(i int, kind BrokenKind) {
		listed[i] = true
		segment := c.candidate.Segments[i]
		o := BrokenOutput{System: b.System, Segment: segment, Doc: segment.Doc, Kind: kind}
		if c.candidate.Lines {
			o.Line = int64(i) + 1
		}
		if c.seenBefore != nil {
			o.before = c.places[i]
		}
		b.List = append(b.List, o)
	}
	for _, kind := range BrokenKinds() {
		left := c.Worst
		for i := 0; i < len(kinds) && left > 0; i++ {
			if kinds[i] == kind {
				left--
				list(i, kind)
			}
		}
	}
	for _, f := range b.Told {
		left := c.Worst
		for _, i := range f.outputs {
			if left > 0 && !listed[i] {
				left--
				list(i, BrokenKind(f.Kind))
			}
		}
	}
}

// judge returns how each output is newly broken, "" where it is not, and counts them. before is nil without a baseline.
// repeated has the hashes of texts that are repeated; copies says whether copies of the source are broken.
func (b *BrokenOutputs) judge(now, before *seenSystem, repeated map[uint64]bool, copies bool) []BrokenKind {
	kinds := make([]BrokenKind, len(now.outputs))
	for i, text := range now.outputs {
		var kind BrokenKind
		var count *int
		switch {
		case text.state == textEmpty && !text.unexpected:
			kind, count = BrokenEmpty, &b.Empty
		case text.state == textWordless && !text.unexpected:
			kind, count = BrokenNoWords, &b.NoWords
		case text.hasHash && repeated[text.hash]:
			kind, count = BrokenRepeated, &b.Repeated
		case copies && text.copied:
			kind, count = BrokenCopied, &b.Copied
		default:
			continue
		}
		switch {
		case before == nil || before.outputs[i].state == textWhole && !before.outputs[i].same(text):
			kinds[i] = kind
			b.New++
			*count++
		case kind != BrokenRepeated:
			b.Before++
		}
	}
	return kinds
}

// isBroken says whether an output is newly broken.
func (c *checking) isBroken(system, segment int) bool {
	return c.broken[system] != nil && c.broken[system][segment] != ""
}

// addBrokenTexts adds the texts of the outputs that are listed.
func (c *checking) addBrokenTexts(ctx context.Context) error {
	type key struct{ system, segment string }
	now, before := map[key]*BrokenOutput{}, map[key][]*BrokenOutput{}
	for i := range c.report.Broken {
		b := &c.report.Broken[i]
		for k := range b.List {
			o := &b.List[k]
			now[key{o.System, o.Segment.Key()}] = o
			if c.seenBefore != nil {
				at := key{b.BaselineSystem, c.baseline.Segments[o.before].Key()}
				before[at] = append(before[at], o) // several systems may be compared with one
			}
		}
	}
	if len(now) == 0 {
		return nil
	}
	err := c.candidate.eachText(ctx, func(t evaluation.Texts) {
		if o := now[key{t.System, t.Segment.Key()}]; o != nil {
			o.Candidate = t.Candidate
			if len(t.References) > 0 {
				o.Reference = t.References[0]
			} else {
				o.Source = t.Source
			}
		}
	})
	if err != nil || c.seenBefore == nil {
		return err
	}
	return c.baseline.eachText(ctx, func(t evaluation.Texts) {
		for _, o := range before[key{t.System, t.Segment.Key()}] {
			o.BaselineText = t.Candidate
		}
	})
}
