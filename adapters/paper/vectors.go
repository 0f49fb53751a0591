package paper

import "github.com/wordrotator/wrd/metric/embedding"

// A VectorSet is one of the sets of vectors that the paper's tables are about.
type VectorSet struct {
	Name    string // by which users and Entry call it
	Catalog string // the set of package adapters/catalog that the paper describes, or is nearest to it
}

// Vectors lists the paper's vectors in its order.
func Vectors() []VectorSet {
	return []VectorSet{
		{"glove", "glove.840B"},
		{"word2vec", "word2vec-google-news-300"},
		{"fasttext", "crawl-300d-2M"},
		{"psl", "paragram_300_sl999"},
		{"paranmt", "paranmt"},
	}
}

// Find returns the set with the given name.
func Find(name string) (VectorSet, bool) {
	for _, v := range Vectors() {
		if v.Name == name {
			return v, true
		}
	}
	return VectorSet{}, false
}

// comparison is whose numbers are shown next to those of the embedded vectors, which the paper does not know.
const comparison = "glove"

// For returns the entries that are to be computed with vectors of the given name, and whose numbers the paper's
// are. For embedding.DefaultName these are GloVe's, and word2vec's in the table of four words, which there is only for
// them.
func For(name string) (entries []Entry, reportedFor string) {
	if name != embedding.DefaultName {
		return Of(name), name
	}
	for _, e := range Of("word2vec") {
		if isWords(e.Data) {
			entries = append(entries, e)
		}
	}
	return append(entries, Of(comparison)...), comparison
}
