package inspection

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"slices"
	"sync/atomic"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/explained"
)

// byImportance returns the places of the rows that are there for their scores, the worst first, and of those that were
// drawn, in the order in which they were: none if all segments are listed.
func (in *inspecting) byImportance() (worst, sampled []int) {
	if in.out.Worst > 0 {
		return in.order[:in.out.Worst], in.order[in.out.Worst:]
	}
	bad := in.badness()
	worst = slices.Clone(in.order)
	slices.SortStableFunc(worst, func(a, b int) int { return cmp.Compare(bad[b], bad[a]) })
	return worst, nil
}

// spread reorders a list so that every beginning of it has elements from all over it: by the bits of the places, the
// lowest first (van der Corput's sequence).
func spread(list []int) (out []int) {
	n := 1
	for n < len(list) {
		n *= 2
	}
	for i := range n {
		k := 0
		for bit := 1; bit < n; bit *= 2 {
			k *= 2
			if i&bit != 0 {
				k++
			}
		}
		if k < len(list) {
			out = append(out, list[k])
		}
	}
	return out
}

// align keeps the alignments that are stored for the outputs that come with one, and computes the others if it can.
func (in *inspecting) align(ctx context.Context) error {
	most := in.Alignments
	if most == 0 {
		most = DefaultAlignments
	}
	missing := map[int][]*Output{} // by row
	stored := 0
	in.out.OfSources = metric.IsOfSource(in.out.Columns[0].Name)
	usable := storedOfSources(in.out.Columns[0].Settings) == in.out.OfSources
	chosen := map[*Output]bool{}
	list, all := in.toAlign(most)
	if len(list) < all {
		in.out.Chosen = len(list)
	}
	for _, at := range list {
		row := &in.out.Rows[at.row]
		output := &row.Outputs[at.system]
		chosen[output] = true
		if len(output.Alignment) > 0 && usable {
			stored++
			continue
		}
		output.Alignment, output.Missing, output.Invented = nil, nil, nil
		if output.Candidate != "" && (len(row.References) > 0 && !in.out.OfSources || row.Source != "" && in.out.OfSources) {
			missing[at.row] = append(missing[at.row], output)
		}
	}
	for i := range in.out.Rows {
		for k := range in.out.Rows[i].Outputs {
			if output := &in.out.Rows[i].Outputs[k]; !chosen[output] {
				output.Alignment, output.Missing, output.Invented = nil, nil, nil
			}
		}
	}
	if stored > 0 {
		in.notice(Note{Kind: NoteStored, N: stored})
	}
	if len(missing) == 0 || in.Scoring == nil {
		return nil
	}
	return in.computeAlignments(ctx, missing)
}

// storedOfSources says whether the alignments that are stored with scores are with sources: their first measure reads
// them.
func storedOfSources(settings string) bool {
	var said struct {
		Measures []metric.Measure `json:"measure"`
	}
	return json.Unmarshal([]byte(settings), &said) == nil && len(said.Measures) > 0 && said.Measures[0].OfSource()
}

// An outputPlace is where an output stands; its row is -1 if it is not listed.
type outputPlace struct{ row, system int }

// toAlign returns the outputs that come with an alignment, most of them at the most: those of the pair, which take four
// fifths of them if need be, the segments on which it differs most first; half of the rest are the worst, the others the
// worst and the best of the segments on which systems differ most. all is how many there are to choose from.
func (in *inspecting) toAlign(most int) (list []outputPlace, all int) {
	worst, apart := in.worstOutputs()
	seen := map[outputPlace]bool{}
	add := func(places []outputPlace, most int) {
		for _, at := range places {
			if len(list) < most && !seen[at] {
				seen[at] = true
				list = append(list, at)
			}
		}
	}
	if len(in.input.Systems) > 2 {
		add(in.outputsOfPair(), most*4/5)
	}
	add(worst, len(list)+(most-len(list)+1)/2)
	add(apart, most)
	add(worst, most)
	return list, len(worst)
}

// outputsOfPair returns the outputs of both systems of the pair, those of segments on which they differ most first.
func (in *inspecting) outputsOfPair() (list []outputPlace) {
	if len(in.out.Pair) < 2 {
		return nil
	}
	var rows []int
	for i := range in.out.Rows {
		if !math.IsNaN(in.out.Advantage(0, in.out.Rows[i].Place)) {
			rows = append(rows, i)
		}
	}
	slices.SortStableFunc(rows, func(a, b int) int {
		return cmp.Compare(math.Abs(in.out.Advantage(0, in.out.Rows[b].Place)),
			math.Abs(in.out.Advantage(0, in.out.Rows[a].Place)))
	})
	for _, i := range rows {
		for _, k := range in.out.Pair {
			if in.out.Rows[i].Outputs[k].Present {
				list = append(list, outputPlace{i, k})
			}
		}
	}
	return list
}

// worstOutputs returns the outputs of rows with a score in the first column, the worst first, and two of each row with
// several, its worst one and its best, those first that are the furthest apart.
func (in *inspecting) worstOutputs() (worst, apart []outputPlace) {
	column := in.out.Columns[0]
	type scored struct {
		outputPlace
		worse float64
	}
	type pair struct{ bad, good scored }
	var all []scored
	var pairs []pair
	for i := range in.out.Rows {
		first := len(all)
		for k := range in.input.Systems {
			x := column.Grid.At(k, in.out.Rows[i].Place)
			if in.out.Rows[i].Outputs[k].Present && !math.IsNaN(x) {
				all = append(all, scored{outputPlace{i, k}, worseness(x, column.LowerIsBetter)})
			}
		}
		if row := all[first:]; len(row) > 1 {
			order := func(a, b scored) int { return cmp.Compare(a.worse, b.worse) }
			pairs = append(pairs, pair{slices.MaxFunc(row, order), slices.MinFunc(row, order)})
		}
	}
	slices.SortFunc(all, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.worse, a.worse), cmp.Compare(a.row, b.row), cmp.Compare(a.system, b.system))
	})
	for _, at := range all {
		worst = append(worst, at.outputPlace)
	}
	slices.SortStableFunc(pairs, func(a, b pair) int {
		return cmp.Compare(b.bad.worse-b.good.worse, a.bad.worse-a.good.worse)
	})
	for _, p := range pairs {
		apart = append(apart, p.bad.outputPlace, p.good.outputPlace)
	}
	return worst, apart
}

// computeAlignments aligns the missing outputs of rows with the references that are closest, or with their sources.
func (in *inspecting) computeAlignments(ctx context.Context, missing map[int][]*Output) error {
	scorer, measure, err := in.aligner()
	if err != nil {
		in.notice(Note{Kind: NoteNotAligned, Err: err})
		return nil
	}
	outputs, computed := 0, 0
	for _, list := range missing {
		outputs += len(list)
	}
	rows := slices.Sorted(maps.Keys(missing))
	var done atomic.Int64
	defer in.Progress.Start("aligning", evaluation.CountsRows, func() (int64, int64) { return done.Load(), int64(outputs) })()
	lines := func(yield func(metric.Line, error) bool) {
		for _, i := range rows {
			line := metric.Line{References: in.out.Rows[i].References, Source: in.out.Rows[i].Source}
			for _, output := range missing[i] {
				line.Candidates = append(line.Candidates, output.Candidate)
			}
			if !yield(line, nil) {
				return
			}
		}
	}
	next := 0
	err = scorer.Stream(ctx, lines, in.Compare.Tests.Workers, func(_ metric.Line, results []metric.Result) error {
		for i, output := range missing[rows[next]] {
			r := &results[i]
			if r.Status != metric.OK {
				continue
			}
			if computed++; !measure.OfSource() {
				output.BestReference = r.BestReference
			}
			output.Missing, output.Invented = slices.Clone(r.Missing), slices.Clone(r.Invented)
			for _, m := range r.Alignment {
				output.Alignment = append(output.Alignment, explained.Move(m))
			}
		}
		next++
		done.Add(int64(len(results)))
		return nil
	})
	if err != nil {
		return err
	}
	if computed > 0 {
		in.notice(Note{Kind: NoteAligned, N: computed, Measure: measure})
	}
	return nil
}

// aligner returns a scorer by Scoring if its signature is that of the scores. The error says why there is none.
func (in *inspecting) aligner() (*metric.Scorer, metric.Measure, error) {
	options, err := in.Scoring()
	if err != nil {
		return nil, "", err
	}
	scorer, measure, err := explained.Aligner(options, in.out.Columns[0].Name)
	if err != nil {
		return nil, "", err
	}
	return scorer, measure, in.made(scorer, measure)
}

// made says in what a scorer is not the one that made the scores, if it is not. Scores without a signature may be of any.
func (in *inspecting) made(scorer *metric.Scorer, measure metric.Measure) error {
	made := in.out.Columns[0].Signature
	if made == "" {
		return nil
	}
	difference := metric.ParseSignature(made).Difference(measure.Main().String(), "the scores",
		scorer.SignatureOfRange(in.fewest, in.out.References), "this run")
	if difference == "" {
		return nil
	}
	return errors.New(difference)
}
