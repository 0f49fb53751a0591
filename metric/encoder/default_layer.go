package encoder

// measuredLayers are the layers whose states agreed best with people on translations, those of WMT15, by the name of
// the model; the built-in ones were made for their last. For similar sentences the last one is best, on the development
// part of STS-B, and for summaries, SummEval, layers hardly differ. The numbers are in docs/data/agreement/layers.tsv, but
// for bert-base-uncased, which another program measured.
var measuredLayers = map[string]int{
	ContextENName:       3,
	ContextENLargeName:  7,
	"all-MiniLM-L6-v2":  4,
	"bge-small-en-v1.5": 7,
	"bert-base-uncased": 10,
}

// DefaultLayer returns the layer to use if none is named: the one that the model was tuned for, if its files say so;
// the one that agrees best with people on translations, for models by name that were measured; otherwise the layer two
// thirds of the way up, rounded up.
func (m *Model) DefaultLayer() int {
	if layer, ok := m.TunedLayer(); ok {
		return layer
	}
	if layer, ok := measuredLayers[m.Name()]; ok && layer <= m.Layers() {
		return layer
	}
	return (2*m.Layers() + 2) / 3
}
