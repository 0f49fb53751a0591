package catalog

import (
	_ "embed"
	"encoding/json"
	"sync"
)

// Hub is where encoders are fetched from unless somebody says another one: the address that Hugging Face's own library
// takes from the variable HF_ENDPOINT.
const Hub = "https://huggingface.co"

// catalogJSON is the list of all sets, which "wrd vectors pull --list --format json" prints.
//
// Addresses and licences of GloVe are those of the README of github.com/stanfordnlp/GloVe, of fastText those of
// fasttext.cc, and sizes in bytes were reported by their servers; address, size and MD5 of word2vec-google-news-300 are
// those of list.json in the mirror's repository. JuliaText/Embeddings.jl recorded checksums of what it fetched, in
// src/*.jl of its repository; that of GoogleNews-vectors-negative300 is of a copy that another mirror had under this name.
// The languages are those of fastText's page "Word vectors for 157 languages", in its order and with its names (Grave,
// Bojanowski, Gupta, Joulin and Mikolov, LREC 2018); with English, which was added to the page later, they are 158. The
// SHA-256 of encoders' weights are those that the hub gives itself (its LFS object ids); those of small files were
// recorded by several projects that pin the same commits, and agree. Commits of the encoders of other languages are those
// that public programs pin; where no checksum could be found a file has none, and Pull records that of the first download.
//
//go:embed catalog.json
var catalogJSON []byte

// A list is all sets.
type list struct {
	Vectors  []Set `json:"vectors"`
	Encoders []Set `json:"encoders"`
}

var known = sync.OnceValue(func() (all list) {
	if err := json.Unmarshal(catalogJSON, &all); err != nil {
		panic("catalog: catalog.json, which is a part of the program: " + err.Error())
	}
	return all
})
