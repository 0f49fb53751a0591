package evaluation

import (
	"cmp"
	"slices"

	"github.com/wordrotator/wrd/internal/wording"
)

// Said says of several systems which has the best mean by the first measure, and which is next; nothing of one system. A
// summary has no test of the difference, which Compare makes.
func (s *Summary) Said() []wording.Sentence {
	main := s.Measures[0].Main()
	type ranked struct {
		system string
		mean   float64
	}
	var order []ranked
	for _, system := range s.Systems {
		if mean := system.Scores[main.String()].Mean; mean != nil {
			order = append(order, ranked{system.System, *mean})
		}
	}
	if len(order) < 2 {
		return nil
	}
	slices.SortStableFunc(order, func(a, b ranked) int {
		if main.Distance() {
			return cmp.Compare(a.mean, b.mean)
		}
		return cmp.Compare(b.mean, a.mean)
	})
	var tied []string
	for _, r := range order {
		if r.mean == order[0].mean {
			tied = append(tied, r.system)
		}
	}
	if len(tied) > 1 {
		return []wording.Sentence{wording.Say("%s have the best mean %s, %s.", wording.NameList(tied), wording.Name(main.String()),
			wording.Score(order[0].mean))}
	}
	if len(order) == 2 {
		return []wording.Sentence{wording.Say("%s has the better mean %s: %s, against %s of %s.", wording.Name(order[0].system), wording.Name(main.String()),
			wording.Score(order[0].mean), wording.Score(order[1].mean), wording.Name(order[1].system))}
	}
	return []wording.Sentence{wording.Say("%s has the best mean %s of %d systems: %s; the next is %s, %s.", wording.Name(order[0].system),
		wording.Name(main.String()), len(order), wording.Score(order[0].mean), wording.Name(order[1].system), wording.Score(order[1].mean))}
}
