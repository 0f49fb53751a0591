package agreement

import "math/rand/v2"

// Units say which segments, and which systems, of a grid depend on each other, so that draws and permutations take them
// together. The zero value says that none do.
type Units struct {
	Documents []int // the number of each segment's document, 0 or more; nil: every segment is independent of the others
	// Copies holds for each system the first one that is the same, itself if there is none before it; nil: all differ.
	Copies []int
}

// dependent says whether some segments, or some systems, depend on each other.
func (u Units) dependent() (segments, systems bool) {
	return together(u.Documents) != nil, together(u.Copies) != nil
}

// together returns the positions that have one number, in the order of their first; nil if all numbers differ, or there
// are none.
func together(numbers []int) (units [][]int) {
	at := make(map[int]int, len(numbers))
	for position, number := range numbers {
		unit, known := at[number]
		if !known {
			unit = len(units)
			at[number] = unit
			units = append(units, nil)
		}
		units[unit] = append(units[unit], position)
	}
	if len(units) == len(numbers) {
		return nil
	}
	return units
}

// members returns what units, by their positions in list, consist of, in the memory of into.
func members(into []int, units [][]int, list []int) []int {
	into = into[:0]
	for _, unit := range list {
		into = append(into, units[unit]...)
	}
	return into
}

// A drawer draws rows and columns of a grid for a bootstrap, whole units at a time.
type drawer struct {
	GridBootstrap
	systems, documents [][]int // nil: each row, or column, is a unit
	list               []int
}

func newDrawer(b GridBootstrap) *drawer {
	d := &drawer{GridBootstrap: b, systems: together(b.Units.Copies), documents: together(b.Units.Documents)}
	d.Common = b.Common.firsts(d.systems)
	return d
}

// rows returns the systems of a draw, each draw from a stream of its own.
func (d *drawer) rows(rows []int, systems, draw int) []int {
	source := rand.NewPCG(d.Seed, 2*uint64(draw))
	switch {
	case d.Over == ResampleInputs:
		return drawIndices(rows, systems, false, source)
	case d.systems == nil && d.Common == nil:
		return drawIndices(rows, systems, true, source)
	case d.systems == nil:
		return d.Common.draw(rows, draw, true)
	case d.Common == nil:
		d.list = drawIndices(d.list, len(d.systems), true, source)
	default:
		d.list = d.Common.draw(d.list, draw, true)
	}
	return members(rows, d.systems, d.list)
}

// columns returns the segments of a draw, from a stream apart from that of the systems.
func (d *drawer) columns(columns []int, segments, draw int) []int {
	if d.documents == nil || d.Over == ResampleSystems {
		return d.units(columns, segments, draw)
	}
	d.list = d.units(d.list, len(d.documents), draw)
	return members(columns, d.documents, d.list)
}

// units returns which of n segments, or documents, a draw has, in the memory of list.
func (d *drawer) units(list []int, n, draw int) []int {
	return drawIndices(list, n, d.Over != ResampleSystems, rand.NewPCG(d.Seed, 2*uint64(draw)+1))
}

// moved returns for n positions which one takes the place of each, where units are put in the given order. A unit in
// the place of a longer one is repeated; in the place of a shorter one, it loses some; where that begins is drawn.
func moved(units [][]int, n int, order []int, rng *rand.Rand) []int {
	if units == nil {
		return order
	}
	from := make([]int, n)
	for place, unit := range order {
		members, start := units[unit], 0
		if len(members) != len(units[place]) {
			start = rng.IntN(len(members))
		}
		for k, position := range units[place] {
			from[position] = members[(start+k)%len(members)]
		}
	}
	return from
}

// unitsUsed returns how many units there are among the positions that are used, given the unit of each; nil if each is one.
func unitsUsed(used []bool, numbers []int) (n int) {
	seen := map[int]bool{}
	for i, is := range used {
		unit := i
		if numbers != nil {
			unit = numbers[i]
		}
		if is && !seen[unit] {
			seen[unit] = true
			n++
		}
	}
	return n
}

// unitsOfCells returns a grid with the number of each cell's unit: of its document, with all systems; or else of its
// segment and what its system is a copy of. Verdicts on pairs are swapped by segment, with all systems, and system means
// by system. ok is false if each cell is a unit.
func (s Spec) unitsOfCells(u Units, systems, segments int) (_ Grid, ok bool) {
	documents, copies := u.dependent()
	means := s.SystemLevel || s.Statistic == StatisticPairwiseAccuracy
	if !copies && (means || !documents) {
		return Grid{}, false
	}
	g := Grid{systems, segments, make([]float64, systems*segments)}
	for i := range systems {
		for j := range segments {
			unit := j
			switch {
			case means:
				unit = u.Copies[i]
			case documents:
				unit = u.Documents[j]
			case s.Statistic != StatisticAccEq:
				unit += u.Copies[i] * segments
			}
			g.Values[i*segments+j] = float64(unit)
		}
	}
	return g, true
}
