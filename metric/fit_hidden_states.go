package metric

import (
	"context"
	"iter"

	"github.com/wordrotator/wrd/internal/fault"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/internal/states"
)

// fitsAhead is small, as each may hold two matrices of a square of the states' components.
const fitsAhead = 2

// A fitPart is some consecutive texts, and what is learned from them.
type fitPart struct {
	texts  []string
	bytes  int
	fitter *convert.Fitter
	err    error
}

// learnHiddenStates is Learn where there is an encoder.
func (f *Fit) learnHiddenStates(ctx context.Context, fitter *convert.Fitter, texts iter.Seq2[string, error]) error {
	o := &f.Options
	scorer, err := NewScorer(Options{Encoder: o.Encoder, Layer: o.Layer, Precision: o.Precision, Normalize: o.Normalize})
	if err != nil {
		return err
	}
	fill := func(next func() *fitPart, send func()) { fillParts(texts, next, send) }
	learn := func(w *worker, p *fitPart) {
		defer fault.Recover(&p.err)
		if p.fitter == nil {
			p.fitter = fitter.Part()
		}
		if p.err == nil {
			p.err = w.learnHiddenStates(p)
		}
	}
	return onWorkers(ctx, scorer, f.Workers, fitsAhead, fill, learn, func(p *fitPart) error {
		if p.err != nil {
			return p.err
		}
		fitter.Merge(p.fitter)
		return nil
	})
}

// fillParts reads texts into parts that are encoded in one batch. Where a part ends has a share in the last bits of a
// fit, so it depends on the texts alone.
func fillParts(texts iter.Seq2[string, error], next func() *fitPart, send func()) {
	var current *fitPart
	for text, err := range fault.Caught(texts) {
		if text == "" && err == nil {
			continue // it has no piece, and no share in the bits
		}
		if current == nil {
			if current = next(); current == nil {
				return
			}
			*current = fitPart{texts: current.texts[:0], fitter: current.fitter}
		}
		if err != nil {
			current.err = err
			break
		}
		current.texts = append(current.texts, text)
		if current.bytes += len(text); current.bytes >= states.EncodedBytes || len(current.texts) == batchLines {
			send()
			current = nil
		}
	}
	if current != nil {
		send()
	}
}

// learnHiddenStates encodes the texts of a part, equal ones once, and adds up their states.
func (w *worker) learnHiddenStates(p *fitPart) error {
	e := &w.encoding
	e.Ahead.Reset()
	if err := e.Ahead.Add(&e.Maker, p.texts...); err != nil {
		return err
	}
	var known [][]float32
	for _, text := range p.texts {
		known = known[:0]
		for i, v := 0, e.Ahead.Find(text); i < len(v.Vectors); i++ {
			if !v.Unknown[i] {
				known = append(known, v.Vectors[i])
			}
		}
		if err := p.fitter.AddHiddenStates(known); err != nil {
			return err
		}
	}
	return nil
}
