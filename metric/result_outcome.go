package metric

import "github.com/wordrotator/wrd/metric/internal/texts"

// An outcome gathers what one measure says of a candidate against several references.
type outcome struct {
	definition   *definition
	status       Status
	best         int // the reference that is closest by the main column
	compared     int // references that count, or sources
	nearest, sum [numColumns]float64
}

// take counts the values against reference i, in order of i. A pair with a distribution comes before every pair
// without one; a pair without one has the values of EmptyWorst. equal says that it is of equal texts.
func (o *outcome) take(i int, status Status, equal bool, values *[numColumns]float64) {
	if status != OK {
		if o.compared > 0 && o.status == OK {
			return
		}
		o.empty(equal || status == BothEmpty, values)
	}
	first := o.compared == 0 || status == OK && o.status != OK // before were only references without a distribution
	if first {
		o.compared = 0
	}
	if main := o.definition.main; first || main.closer(values[main], o.nearest[main]) {
		o.best, o.status = i, status
	}
	for _, c := range o.definition.columns {
		if first || c.closer(values[c], o.nearest[c]) {
			o.nearest[c] = values[c]
		}
		if first {
			o.sum[c] = 0
		}
		o.sum[c] += values[c]
	}
	o.compared++
}

// empty sets the values of a pair without a distribution: the worst, unless the texts are equal, as two blank ones are.
func (o *outcome) empty(equal bool, values *[numColumns]float64) {
	for _, c := range o.definition.columns {
		if c.Distance() == equal {
			values[c] = 0
		} else {
			values[c] = 1
		}
	}
}

// into puts what the measure says into a result, if it compared anything and the empty policy wants it there.
func (o *outcome) into(r *Result, policy MultiReferencePolicy, empty EmptyPolicy) error {
	if o.compared == 0 {
		return nil
	}
	if o.status != OK && empty == EmptyError {
		return &StatusError{o.definition.measure, o.status}
	}
	if o.status != OK && empty == EmptySkip {
		return nil
	}
	for _, c := range o.definition.columns {
		value := o.nearest[c]
		if policy == MeanReference {
			value = o.sum[c] / float64(o.compared)
		}
		if similarity, ok := similarityOf(o.definition.main); ok && c == similarity {
			value = 1 - r.values[o.definition.main] // also to the last bit
		}
		r.set(c, value, o.status == OK)
	}
	return nil
}

// statusOf returns the status of a pair of texts for a measure that is defined on some texts.
func statusOf(candidate, reference *texts.Text, defined func(*texts.Text) bool) Status {
	switch {
	case candidate.Wordless:
		return NoWordsCandidate
	case reference.Wordless:
		return NoWordsReference
	case candidate.Tokens == 0 && reference.Tokens == 0:
		return BothEmpty
	case candidate.Tokens == 0:
		return EmptyCandidate
	case reference.Tokens == 0:
		return EmptyReference
	case !defined(candidate):
		return NoKnownCandidate
	case !defined(reference):
		return NoKnownReference
	}
	return OK
}
