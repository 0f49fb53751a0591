package finding

import "strings"

// commonWords is how many words make a beginning or an end that outputs may share, or a sentence of fewer; of scripts without
// spaces, whose sentences often end alike, so many characters.
const commonWords, commonCharacters = 3, 24

// edge returns the first or last words of a text, "" of one that has no more than these.
func (w *written) edge(last bool) string {
	if len(w.words) == 0 {
		return ""
	}
	n, at := commonWords, 0
	if last {
		at = len(w.words) - 1
	}
	if w.words[at].single {
		n = commonCharacters
	} else if spans := w.spans(); len(spans) > 1 {
		span, next := spans[0], spans[1]
		if last {
			span, next = spans[len(spans)-1], spans[len(spans)-1]
		}
		if strings.Contains(w.text[w.words[next[0]-1].to:w.words[next[0]].from], " ") { // not example.com
			n = min(n, span[1]-span[0])
		}
	}
	if len(w.words) <= n {
		return ""
	}
	list := w.words[:n]
	if last {
		list = w.words[len(w.words)-n:]
	}
	var edge strings.Builder
	for _, one := range list {
		edge.WriteString(one.lower)
		edge.WriteByte(' ')
	}
	return edge.String()
}

// findCommon finds beginnings and ends that several outputs share and nothing else has.
func (l *looking) findCommon(f *Found) {
	for _, last := range []bool{false, true} {
		kind := Beginning
		if last {
			kind = Ending
		}
		usual := map[string]int{}
		for i := range l.references {
			for _, r := range l.references[i] {
				usual[r.edge(last)]++
			}
		}
		mark := func(sets []Set, outputs, others []*written) {
			times, before := map[string]int{}, map[string]int{}
			for i, w := range outputs {
				if w.text != others[i].text {
					times[w.edge(last)]++
				}
				before[others[i].edge(last)]++
			}
			for i, w := range outputs {
				edge := w.edge(last)
				if edge != "" && w.text != others[i].text && edge != others[i].edge(last) {
					sets[i].add(kind, times[edge] >= 3 && times[edge] > 2*(usual[edge]+before[edge]))
				}
			}
		}
		mark(f.Now, l.now, l.before)
		mark(f.Before, l.before, l.now)
	}
}
