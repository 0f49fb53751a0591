package pairs

import "github.com/wordrotator/wrd/metric/internal/texts"

// unlike is what it costs to move a word onto one that it has nothing in common with: their directions are orthogonal.
const unlike = 1

// raiseUntranslated makes moving an untranslated word cost what an unknown one costs. The copy of a word costs nearly nothing
// otherwise, less than any translation.
func (p *Pair) raiseUntranslated(a, b *texts.Text, from, to *texts.Distribution) {
	translation, source := a, b
	if p.Turned {
		translation, source = b, a
	}
	untranslated := p.Untranslated.In(translation, source)
	if untranslated == nil {
		return
	}
	for r, i := range from.Words {
		row := p.Cost[r*len(to.Words):][:len(to.Words)]
		for c, j := range to.Words {
			if !p.Turned && untranslated[i] || p.Turned && untranslated[j] {
				row[c] = max(row[c], unlike)
			}
		}
	}
}
