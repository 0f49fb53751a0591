package corpus

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/internal/pairing"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
)

// Rows of the same place belong to the same segment, as pair put them. What they say of the segment must agree.

// line puts together what the sides say of a segment, which has up to so many references; judged is what judged returns.
func (c *Corpus) line(entries []entry, references int, judged [][]int) (line metric.Line, err error) {
	line.Candidates, line.References = c.list(c.systems), c.list(references)
	named, documented, inDomain, sourced := -1, -1, -1, -1
	for i := range entries {
		e := &entries[i]
		if named, err = c.agree("segment", entries, named, i, func(e *entry) string { return e.ID }); err != nil {
			return line, err
		}
		documented, err = c.agree("document", entries, documented, i, func(e *entry) string { return e.Doc })
		if err != nil {
			return line, err
		}
		inDomain, err = c.agree("domain", entries, inDomain, i, func(e *entry) string { return e.Domain })
		if err != nil {
			return line, err
		}
		if sourced, err = c.agreeOnSource(entries, sourced, i); err != nil {
			return line, err
		}
		switch c.sides[i].role {
		case rows.Reference:
			line.References = append(line.References, e.References...)
		case rows.Candidate:
			line.Candidates = append(line.Candidates, e.Candidate)
		}
	}
	for _, places := range judged {
		for i, at := range places {
			x := math.NaN()
			if at >= 0 && at < len(entries[i].Humans) {
				x = entries[i].Humans[at]
			}
			line.Human = append(line.Human, x)
		}
	}
	if sourced >= 0 {
		line.Source = entries[sourced].Source
	}
	if named >= 0 {
		line.ID = entries[named].ID
	}
	if documented >= 0 {
		line.Doc = entries[documented].Doc
	}
	if inDomain >= 0 {
		line.Domain = entries[inDomain].Domain
	}
	if c.references == 0 && c.own != nil {
		line.References, err = c.ownReferences(entries)
	}
	if err == nil && !c.options.WithoutReferences && allBlank(line.References) {
		c.noteBlank(entries)
	}
	return line, err
}

// isBlank says whether there is nothing to read in a text. A blank reference beside one that has text is none.
func isBlank(text string) bool { return strings.TrimSpace(text) == "" }

func allBlank(texts []string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { return !isBlank(text) })
}

// noteBlank counts a segment none of whose references has text, and keeps the place of the first one.
func (c *Corpus) noteBlank(entries []entry) {
	if c.blank++; c.blank > 1 {
		return
	}
	for i := range c.sides {
		if s := &c.sides[i]; s.role == rows.Reference || s.stream != nil && s.stream == c.own && c.references == 0 {
			c.firstBlank = fmt.Sprintf("%s:%d", s.called(), entries[i].Line)
			return
		}
	}
}

// Notices returns a sentence for each thing that was dropped from the files so far, and one if references have no text.
func (c *Corpus) Notices() []string {
	notices := c.openFiles.Notices()
	if c.blank > 0 {
		notices = append(notices, fmt.Sprintf("%s: found no reference with text (%s in all)", c.firstBlank,
			wording.Counted(c.blank, "segment")))
	}
	if c.otherSources > 0 {
		notices = append(notices, fmt.Sprintf("%s; %s without a source because of that", c.firstOther,
			wording.Counted(c.otherSources, "segment")))
	}
	return notices
}

// agree returns the first side that says something of a segment, where so far it is first, or -1, and fails if side i
// says something else.
func (c *Corpus) agree(what string, entries []entry, first, i int, of func(*entry) string) (int, error) {
	said := of(&entries[i])
	if said == "" || first < 0 {
		if said != "" {
			return i, nil
		}
		return first, nil
	}
	if expected := of(&entries[first]); said != expected {
		err := fmt.Errorf("%s:%d: found %s %s, expected %s as of the same segment in %s, line %d",
			c.sides[i].called(), entries[i].Line, what, wording.Quote(said), wording.Quote(expected),
			c.sides[first].called(), entries[first].Line)
		return first, err
	}
	return first, nil
}

// agreeOnSource returns a side that has the source of a segment, where so far it is first, or -1. If side i has another
// one, it fails where sources are needed; otherwise the segment has none.
func (c *Corpus) agreeOnSource(entries []entry, first, i int) (int, error) {
	e, needed := &entries[i], c.options.NeedSources
	switch {
	case !c.sides[i].sourced() || !needed && e.Source == "":
		return first, nil
	case first < 0:
		return i, nil
	case e.Source == entries[first].Source, !needed && entries[first].Source == "": // two others differ already
		return first, nil
	}
	err := fmt.Errorf("%s:%d: found the source %s, expected %s as of the same segment in %s, line %d", c.sides[i].called(),
		e.Line, wording.Quote(e.Source), wording.Quote(entries[first].Source), c.sides[first].called(), entries[first].Line)
	if needed {
		return first, err
	}
	if c.otherSources++; c.otherSources == 1 {
		c.firstOther = err.Error()
	}
	entries[first].Source = ""
	return first, nil
}

// ownReferences returns the references in the tables of candidates, which must agree.
func (c *Corpus) ownReferences(entries []entry) ([]string, error) {
	own := slices.IndexFunc(c.sides, func(s side) bool { return s.stream == c.own })
	references := entries[own].References
	if len(references) == 0 && c.options.WithoutReferences {
		return nil, nil
	}
	if len(references) == 0 {
		return nil, fmt.Errorf("%s:%d: found no reference, expected at least one", c.sides[own].called(),
			entries[own].Line)
	}
	var d digest
	for i := range entries {
		e := &entries[i]
		if i == own || e.References == nil && !e.digested {
			continue
		}
		if d == (digest{}) {
			d = c.kept.digest(references)
		}
		if e.digestOf(&c.kept) != d {
			return nil, otherReferences(c.sides[i].called(), e, c.sides[own].called(), &entries[own])
		}
	}
	return references, nil
}

// otherReferences is the error of a row whose references are not those of the same segment elsewhere.
func otherReferences(name string, e *entry, elsewhere string, expected *entry) error {
	return fmt.Errorf("%s:%d: found other references than those of the same segment in %s, line %d, expected the "+
		"same", name, e.Line, elsewhere, expected.Line)
}

// A DifferentLengthsError says that files have different numbers of segments, of which some are known by their places
// alone, so that it is not known which belong together.
type DifferentLengthsError struct{ message string }

func (e *DifferentLengthsError) Error() string { return e.message }

// differentLengths says how long each file is, as far as it is quickly known, where some have ended and others go on with
// entries. Errors in lines that nobody asked for are none.
func (c *Corpus) differentLengths(entries []entry) error {
	what, lengths, longest, most := "line", []string(nil), 0, int64(math.MinInt64)
	if c.Tabled() {
		what = "segment"
	}
	for i := range c.sides {
		s := &c.sides[i]
		goesOn := !s.ended
		n, all := s.count()
		if all {
			lengths = append(lengths, s.called()+": "+wording.Counted(n, what))
		} else {
			lengths = append(lengths, s.called()+": more than "+wording.Counted(n-1, what))
		}
		if s.stream == nil {
			n = s.lines.read
		}
		if goesOn && n > most {
			longest, most = i, n
		}
	}
	message := fmt.Sprintf("found files of different length (%s), expected the same number of "+
		"%[2]ss in each; the extra %[2]ss begin at %[3]s:%[4]d", strings.Join(lengths, ", "), what,
		c.sides[longest].called(), entries[longest].Line)
	for i := range c.sides {
		if s := &c.sides[i]; s.lines != nil && s.lines.rows.Returns() != "" {
			message += "; " + s.called() + ": " + s.lines.rows.Returns()
		}
	}
	return &DifferentLengthsError{message}
}

// checkLengths fails if tables have different numbers of segments, which some do not name.
func (c *Corpus) checkLengths() error {
	var first *stream
	for _, s := range c.sides {
		switch {
		case s.stream == nil:
		case first == nil:
			first = s.stream
		case s.stream.rows != first.rows:
			return fmt.Errorf("%w; a column id in both would say which segments both have",
				pairing.OtherCount(int(first.rows), first.name, int(s.stream.rows), s.stream.name))
		}
	}
	return nil
}
