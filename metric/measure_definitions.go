package metric

import (
	"github.com/wordrotator/wrd/metric/internal/pairs"
	"github.com/wordrotator/wrd/metric/internal/texts"
)

// similarityOf returns the column that is one minus a distance, if there is one.
func similarityOf(distance Column) (similarity Column, ok bool) {
	switch distance {
	case WRD:
		return WRDSimilarity, true
	case WRDSource:
		return WRDSourceSimilarity, true
	}
	return 0, false
}

// transportMeasure is a measure that is the cost of the best plan.
func transportMeasure(m Measure, main Column, p pairs.Plan) definition {
	columns := []Column{main}
	if similarity, ok := similarityOf(main); ok {
		columns = append(columns, similarity)
	}
	return definition{
		measure: m,
		columns: columns,
		main:    main,
		rotates: p.Rotates(),
		prepare: func(r *texts.Reader, s *texts.Text) { s.Distribute(r, p.By) },
		defined: func(s *texts.Text) bool { return s.HasMass(p.By) },
		compare: func(w *worker, a, b *texts.Text, values *[numColumns]float64) (err error) {
			values[main], err = w.current.Distance(p, a, b)
			return err
		},
		plan: &p,
	}
}

// relaxedMeasure is relaxed transport: the two lower bounds of Word Rotator's Distance that leave out the demands of one
// side each, as the relaxed Word Mover's Distance of Kusner et al. (2015, section 4) does, as similarities. columns
// are those of the measure, main the one that stands for it.
func relaxedMeasure(m Measure, main Column, columns ...Column) definition {
	p := pairs.Rotations(texts.ByNorm)
	return definition{
		measure:  m,
		columns:  columns,
		main:     main,
		rotates:  true,
		unbound:  true,
		directed: &[2]Column{WRDRecall, WRDPrecision},
		prepare:  func(r *texts.Reader, s *texts.Text) { s.Distribute(r, p.By) },
		defined:  func(s *texts.Text) bool { return s.HasMass(p.By) },
		compare: func(w *worker, a, b *texts.Text, values *[numColumns]float64) error {
			precision, recall := w.current.Relaxed(p, a, b)
			values[WRDRecall], values[WRDPrecision], values[WRDF1] = recall, precision, f1(precision, recall)
			return nil
		},
	}
}

// additionMeasure is the cosine of two sums.
func additionMeasure(m Measure, column Column, what int) definition {
	return definition{
		measure: m,
		columns: []Column{column},
		main:    column,
		unbound: true,
		prepare: func(r *texts.Reader, s *texts.Text) { r.SumUp(s, what) },
		defined: func(s *texts.Text) bool { return s.HasSum(what) },
		compare: func(w *worker, a, b *texts.Text, values *[numColumns]float64) error {
			values[column] = w.reader.CosineOfSums(what, a, b)
			return nil
		},
	}
}

// bertScoreMeasure is BERTScore's precision, recall and F1 (Zhang et al. 2020, section 3) on word vectors.
func bertScoreMeasure() definition {
	return definition{
		measure:  MeasureBERTScore,
		columns:  []Column{BERTScoreP, BERTScoreR, BERTScoreF1},
		main:     BERTScoreF1,
		prepare:  func(r *texts.Reader, s *texts.Text) { s.Distribute(r, texts.ByDirection) },
		defined:  func(s *texts.Text) bool { return s.HasMass(texts.ByDirection) },
		directed: &[2]Column{BERTScoreP, BERTScoreR},
		compare: func(w *worker, a, b *texts.Text, values *[numColumns]float64) error {
			p, r := w.current.PrecisionAndRecall(a, b)
			values[BERTScoreP], values[BERTScoreR], values[BERTScoreF1] = p, r, f1(p, r)
			return nil
		},
	}
}

// f1 returns the harmonic mean 2PR/(P+R). It is 0 where P and R are not both positive or both negative: they have no
// harmonic mean then, and the formula goes to infinity.
func f1(p, r float64) float64 {
	if p*r <= 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

// dynaMaxMeasure is DynaMax-Jaccard (Zhelezniak et al., ICLR 2019, Algorithm 1).
func dynaMaxMeasure() definition {
	return definition{
		measure: MeasureDynaMax,
		columns: []Column{DynaMax},
		main:    DynaMax,
		prepare: func(_ *texts.Reader, s *texts.Text) { s.Reached = false },
		defined: (*texts.Text).HasLength,
		compare: func(w *worker, a, b *texts.Text, values *[numColumns]float64) (err error) {
			values[DynaMax], err = w.current.DynaMax(a, b)
			return err
		},
	}
}

// sourceMeasure is Word Rotator's Distance between a candidate and its source. Texts of two languages are comparable
// where one encoder gives vectors to the words of both, so that words that mean the same are near each other.
func sourceMeasure() definition {
	plan := pairs.Rotations(texts.ByNorm)
	plan.FromSource = true
	d := transportMeasure(MeasureSource, WRDSource, plan)
	d.ofSource = true
	return d
}
