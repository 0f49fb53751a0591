package inspection

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// readTexts adds the texts to the rows, and looks at those of all segments.
func (in *inspecting) readTexts(ctx context.Context) error {
	systems := make(map[string]int, len(in.input.Systems))
	totals := make([]reading.SystemReading, len(in.input.Systems))
	for i, name := range in.input.Systems {
		totals[i].System = name
		if len(in.input.Columns) > 0 {
			totals[i].Signature = in.input.Columns[0].Signature
		}
	}
	for i, name := range in.input.Systems {
		systems[name] = i
		in.out.Systems = append(in.out.Systems, System{System: name, Status: map[string]int{}})
	}
	defer in.findScored()
	if err := in.counts.start(len(in.input.Segments)); err != nil {
		return err
	}
	if in.input.Texts == nil {
		return nil
	}
	in.checks = newTextChecks(len(in.input.Systems), func(at outputPlace, found Findings) {
		if at.row >= 0 {
			in.out.Rows[at.row].Outputs[at.system].Findings |= found
		}
	})
	places := make(map[string]int, len(in.input.Segments))
	for place, segment := range in.input.Segments {
		places[segment.Key()] = place
	}
	likeness := reading.NewLikenessOf(in.input.Systems, len(in.input.Segments))
	seen := make([]sight, len(in.input.Systems)*len(in.input.Segments))
	var read atomic.Int64
	total := int64(len(in.input.Systems) * len(in.input.Segments))
	defer in.Progress.Start("reading texts", evaluation.CountsRows, func() (int64, int64) { return read.Load(), total })()
	for texts, err := range in.input.Texts {
		read.Add(1)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		i, ours := systems[texts.System]
		place, among := places[texts.Segment.Key()]
		if !ours || !among {
			continue
		}
		seen := &seen[i*len(in.input.Segments)+place]
		before := *seen
		added := seen.first(&texts)
		in.labels.see(place, texts.Labels)
		if added.source && before.texts {
			in.addSource(i, place, &texts)
		}
		if k := in.rows[place]; k >= 0 { // a row may be one rater's
			for _, s := range texts.Spans {
				if output := &in.out.Rows[k].Outputs[i]; !slices.Contains(output.Spans, s) {
					output.Spans = append(output.Spans, s)
				}
			}
		}
		if !added.texts && !added.details {
			continue // a row of scores alone, or what another table has, too
		}
		in.counts.see(place, &texts)
		system := &in.out.Systems[i]
		if !before.texts && !before.details {
			system.Outputs++
		}
		if added.details {
			if texts.Status != "" {
				system.Status[texts.Status]++
			}
			totals[i].AddDetails(&texts.Details)
		}
		k := in.rows[place]
		var findings Findings
		if added.texts {
			if n := len(texts.References); !in.out.Texts || n < in.fewest {
				in.fewest = n
			}
			in.out.Texts = true
			in.out.References = max(in.out.References, len(texts.References))
			if n := len(in.references); len(texts.References) > 0 && n < reading.JudgedReferences {
				in.references = append(in.references, texts.References[0])
			}
			totals[i].AddTexts(texts.Candidate, texts.References)
			likeness.AddOutput(i, place, texts.Candidate, texts.References)
			findings = in.checks.check(outputPlace{k, i}, &texts)
		}
		if k < 0 {
			continue
		}
		row := &in.out.Rows[k]
		output := &row.Outputs[i]
		output.Present = true
		if added.details {
			output.Details, output.Alignment = texts.Details, slices.Clone(texts.Alignment)
			output.Missing, output.Invented = slices.Clone(texts.Missing), slices.Clone(texts.Invented)
			output.Source = "" // that of the row
		}
		if added.texts {
			output.Candidate, output.Findings = in.kept(texts.Candidate)[0], findings
		}
		if row.References == nil {
			row.References = in.kept(texts.References...)
		}
		if row.Source == "" && texts.Source != "" {
			row.Source = in.kept(texts.Source)[0]
		}
		in.out.Sources = in.out.Sources || row.Source != ""
	}
	for i := range in.out.Systems {
		in.out.Systems[i].Coverage = totals[i].Coverage()
	}
	in.out.Dependence = likeness.Found()
	in.addFindings()
	if in.out.Findings != nil {
		for i := range totals {
			totals[i].Copies = int64(in.out.Systems[i].Findings[FoundSourceCopy.bit()])
			totals[i].Candidates.Texts = int64(in.out.Systems[i].Outputs) // also of those without counts of tokens
		}
	}
	in.out.Read = totals
	in.checkSpans()
	in.limitBytes()
	if in.out.Shortened > 0 {
		in.notice(Note{Kind: NoteShortened, N: in.out.Shortened, Most: longestText})
	}
	return nil
}

// A sight says what is known of an output.
type sight struct{ texts, details, source bool }

// first returns what a row says of an output first, and remembers it. Several tables may have the same texts, and one of
// them counts and statuses.
func (p *sight) first(t *OutputTexts) sight {
	added := sight{
		texts:   !p.texts && (t.Candidate != "" || t.References != nil),
		details: !p.details && (t.Status != "" || t.Counted || len(t.Alignment) > 0),
		source:  !p.source && t.Source != "",
	}
	*p = sight{p.texts || added.texts, p.details || added.details, p.source || added.source}
	return added
}

// addSource adds the source of an output that an earlier table has without it.
func (in *inspecting) addSource(system, place int, texts *OutputTexts) {
	row := in.rows[place]
	in.counts.seeSource(place, texts)
	found := in.checks.checkSource(outputPlace{row, system}, texts)
	if row < 0 {
		return
	}
	in.out.Rows[row].Outputs[system].Findings |= found
	if in.out.Rows[row].Source == "" {
		in.out.Rows[row].Source = in.kept(texts.Source)[0]
	}
	in.out.Sources = true
}

// addFindings adds what only all outputs show, and the counts.
func (in *inspecting) addFindings() {
	if !in.out.Texts {
		return
	}
	in.out.Findings = make([]int, len(FindingNames()))
	for i, counts := range in.checks.finish() {
		in.out.Systems[i].Findings = counts
		for k, n := range counts {
			in.out.Findings[k] += n
		}
		for k := range in.out.Rows {
			row := &in.out.Rows[k]
			if output := &row.Outputs[i]; output.Present {
				output.Findings |= in.checks.repeated(i, output.Candidate, row.References)
			}
		}
	}
}

// findScored makes those outputs present that have a score and no text.
func (in *inspecting) findScored() {
	for i := range in.out.Rows {
		row := &in.out.Rows[i]
		for k := range row.Outputs {
			for _, column := range in.out.Columns {
				if !math.IsNaN(column.Grid.At(k, row.Place)) {
					row.Outputs[k].Present = true
				}
			}
		}
	}
}

// kept returns copies of texts, of long ones the beginning.
func (in *inspecting) kept(texts ...string) (list []string) {
	for _, text := range texts {
		if len(text) > longestText {
			end := longestText
			for end > 0 && !utf8.RuneStart(text[end]) {
				end--
			}
			text = text[:end] + "…"
			in.out.Shortened++
		}
		list = append(list, strings.Clone(text))
	}
	return list
}

// limitBytes leaves the least important rows out until the texts of the others fit.
func (in *inspecting) limitBytes() {
	most := in.Bytes
	if most == 0 {
		most = DefaultBytes
	}
	sizes := make(map[int]int64, len(in.out.Rows))
	total := int64(0)
	for i := range in.out.Rows {
		row := &in.out.Rows[i]
		size := int64(len(row.Source) + len(row.ID) + len(row.Doc))
		for _, text := range row.References {
			size += int64(len(text))
		}
		for k := range row.Outputs {
			size += int64(len(row.Outputs[k].Candidate))
		}
		sizes[row.Place] = size
		total += size
	}
	if total <= most {
		return
	}
	worst, sampled := in.byImportance()
	kept := map[int]bool{}
	used := int64(0)
	take := func(list []int, most int64) (rest []int) {
		for len(list) > 0 && used+sizes[list[0]] <= most {
			used += sizes[list[0]]
			kept[list[0]] = true
			list = list[1:]
		}
		return list
	}
	rest := take(worst, most/2)
	in.out.Worst = len(kept)
	if sampled == nil {
		sampled = spread(rest)
	}
	take(sampled, most)
	in.out.Sampled = len(kept) - in.out.Worst
	in.out.Rows = slices.DeleteFunc(in.out.Rows, func(r Row) bool { return !kept[r.Place] })
}

// checkSpans sorts the spans of the outputs, and drops those of another text than the candidate.
func (in *inspecting) checkSpans() {
	dropped := 0
	for k := range in.out.Rows {
		for i := range in.out.Rows[k].Outputs {
			output := &in.out.Rows[k].Outputs[i]
			if len(output.Spans) == 0 {
				continue
			}
			letters, before := []rune(output.Candidate), len(output.Spans)
			output.Spans = slices.DeleteFunc(output.Spans, func(s Span) bool {
				return s.End > len(letters) || s.Text != "" && string(letters[s.Start:s.End]) != s.Text
			})
			slices.SortStableFunc(output.Spans, func(a, b Span) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
			dropped += before - len(output.Spans)
		}
	}
	if dropped > 0 {
		in.note(Note{Kind: NoteSpans, N: dropped})
	}
}
