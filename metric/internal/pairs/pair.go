package pairs

import (
	"github.com/wordrotator/wrd/metric/internal/texts"
	"github.com/wordrotator/wrd/metric/transport"
)

// A Pair holds what a worker computes of the two texts that it compares, the current pair.
//
// Sums are rounded, so in general f(a, b) and f(b, a) differ in their last bits, and two plans of one problem may be
// equally good. Every pair is therefore computed one way round, whichever of the two texts is the candidate: Begin
// decides it, by the texts alone. Only what says which text is which is turned back.
type Pair struct {
	reader *texts.Reader // of the texts
	Extensions
	Lexicon        *Lexicon // of the texts of a group; nil until there is one
	solver         transport.Solver
	Gap            float64     // the largest of the current candidate
	Turned         bool        // whether the pair is computed from the reference to the candidate
	reference      *texts.Text // of the current pair
	Solved         *Plan       // of the current pair, what the solver has solved last, nil if that is something else
	dots           []float64   // the inner products of its words, if paired
	paired         bool
	Cost           []float64 // of the last transport problem
	best           []float64 // the best match of each word of the second text
	shared         []int32   // scratch of texts.AtMostSpelling and MixSpelling
	blended, mixed []float64 // scratch of mixedCosts
	low            [mixingStrip]uint64
	relaxation     relaxation
	moves          []Move // scratch of Align
	leavingOut     leavingOut
	padded         []float64 // dots between rows of zeros, if directions are mixed
}

// Extensions say how pairs are compared, beyond what the paper does; see metric.Options.
type Extensions struct {
	Spelling       Spelling
	SpellingWeight float64            // λ of the share of spelling in a cost, 0 for none
	SurfaceWeight  float64            // the same of how words are written in their texts
	OrderWeight    float64            // W of the cost of moving to another position, 0 for none
	Untranslated   texts.Untranslated // finds words of Plan.FromSource; without IsEnglish none are looked for
	Certify        bool               // whether Gap is computed
	PairsAtOnce    int                // of relaxed transport; 0 means the constant, tests set less
}

// A Spelling says which costs are at most one minus the similarity of spelling.
type Spelling int

const (
	noSpelling Spelling = iota
	SpellingOfAll
	SpellingOfUnknown // of pairs in which a word has no vector
)

// New returns what compares texts of a reader.
func New(r *texts.Reader, extensions Extensions) Pair {
	if extensions.PairsAtOnce == 0 {
		extensions.PairsAtOnce = pairsAtOnce
	}
	return Pair{reader: r, Extensions: extensions}
}

// Begin makes two texts the current pair and returns them in the order in which it is computed.
func (p *Pair) Begin(candidate, reference *texts.Text) (a, b *texts.Text) {
	p.paired, p.reference, p.Solved = false, reference, nil
	if p.Turned = candidate.Compare(reference) > 0; p.Turned {
		return reference, candidate
	}
	return candidate, reference
}

// products returns the inner products of the words of the current pair, row-major, computed once for all measures.
func (p *Pair) products(a, b *texts.Text) []float64 {
	if p.paired {
		return p.dots
	}
	p.paired = true
	if p.reader.ContextWeight > 0 {
		p.pad(len(a.Words), len(b.Words))
	} else {
		p.reuseCosts(&p.dots)
	}
	p.multiply(a, b)
	if p.reader.ContextWeight > 0 {
		// After the products, for which the rows came from memory.
		a.MixContext(p.reader)
		b.MixContext(p.reader)
		if a.Mixing.Exactly || b.Mixing.Exactly {
			p.multiply(a, b)
		}
	}
	return p.dots
}

// multiply computes the inner products of the words of two texts.
func (p *Pair) multiply(a, b *texts.Text) {
	if p.Lexicon != nil {
		var ok bool
		if p.dots, ok = p.Lexicon.lookUp(p.dots, a, b, p.Turned); ok {
			return
		}
	}
	p.dots = p.reader.Multiply(p.dots, a, b)
}

// reuseCosts gives products that are nowhere the memory of costs that took the place of others.
func (p *Pair) reuseCosts(products *[]float64) {
	if *products == nil && cap(p.Cost) > Small {
		*products, p.Cost = p.Cost[:0], nil
	}
}

// pad puts a row of zeros before and after the products that will be in p.dots.
func (p *Pair) pad(rows, columns int) {
	p.reuseCosts(&p.padded)
	p.padded = texts.Resized(p.padded, (rows+2)*columns)
	clear(p.padded[:columns])
	clear(p.padded[(rows+1)*columns:])
	p.dots = p.padded[columns:][:0]
}

// Small is up to how many pairs of words products and costs have memory of their own, which a worker keeps: 16 MiB. The
// costs of more take the place of the products.
const Small = 1 << 20

// Cells returns how many cells of memory, of 12 bytes each, comparing two texts takes, by a plan or, if it is nil, without
// one: costs of 8 bytes and the solver's of 4, and costs once more where they cannot take the place of the products or the
// solver turns them; or the sets of the solver's tree, a bit for each two words.
func (p *Pair) Cells(of *Plan, a, b *texts.Text) int {
	n, m := len(a.Words), len(b.Words)
	cells := n * m
	if cells > Small && (max(n, m) > 2*min(n, m) || of != nil && !p.inPlace(*of, a, b)) {
		cells *= 2
	}
	return max(cells, (n+m)*(n+m)/(12*8))
}

// Forget gives back the memory of the current pair.
func (p *Pair) Forget() {
	p.Solved, p.paired = nil, false
	p.dots, p.Cost, p.padded, p.solver = nil, nil, nil, transport.Solver{Interrupted: p.solver.Interrupted}
}

// Until makes the solver give up when a channel is closed.
func (p *Pair) Until(done <-chan struct{}) { p.solver.Interrupted = done }
