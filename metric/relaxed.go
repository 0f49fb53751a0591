package metric

import "math"

// relaxedKind is relaxed transport: the two lower bounds of Word Rotator's Distance that leave out the demands of one
// side each, as the relaxed Word Mover's Distance of Kusner et al. (2015, section 4) does, as similarities. columns
// are those of the measure, main the one that stands for it.
func relaxedKind(m Measure, main Column, columns ...Column) kind {
	p := plan{byNorm, rotationCosts}
	return kind{
		measure:  m,
		columns:  columns,
		main:     main,
		rotates:  true,
		directed: &[2]Column{WRDRecall, WRDPrecision},
		prepare:  func(w *worker, s *side) { s.distribute(w, p.by) },
		defined:  func(s *side) bool { return s.distributions[p.by].total > 0 },
		compare: func(w *worker, a, b *side, values *[numColumns]float64) error {
			from, to := w.problem(p, a, b)
			precision, recall := w.relax(from.mass, to.mass)
			values[WRDRecall], values[WRDPrecision], values[WRDF1] = recall, precision, f1(precision, recall)
			return nil
		},
	}
}

// relax returns one minus what it costs to move all mass of one side to the nearest word of the other, of the masses
// a and of the masses b. w.cost are the costs, row-major len(a)×len(b).
func (w *worker) relax(a, b []float64) (ofA, ofB float64) {
	w.best = resized(w.best, len(b))
	for j := range w.best {
		w.best[j] = math.Inf(1)
	}
	nearest := w.best
	var costOfA, costOfB float64
	for i, mass := range a {
		least := math.Inf(1)
		for j, cost := range w.cost[i*len(b):][:len(b)] {
			if cost < least {
				least = cost
			}
			if cost < nearest[j] {
				nearest[j] = cost
			}
		}
		costOfA += float64(mass * least)
	}
	for j, mass := range b {
		costOfB += float64(mass * nearest[j])
	}
	return 1 - costOfA, 1 - costOfB
}
