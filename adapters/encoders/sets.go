package encoders

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	"github.com/wordrotator/wrd/internal/cache"
)

// A Set is an encoder that can be fetched: files of one commit of a repository on a hub such as that of Hugging Face.
// The list is data: nothing here opens a connection.
type Set struct {
	Name       string    `json:"name"`  // by which users ask for it
	About      string    `json:"about"` // size and training
	Repository string    `json:"repository"`
	Commit     string    `json:"commit"` // of the files
	Page       string    `json:"page"`   // where the publisher describes it
	Licence    string    `json:"licence"`
	Files      []SetFile `json:"files"`
	Note       string    `json:"note,omitempty"` // what else users must know, a sentence without a full stop
}

// A SetFile is one file of a Set.
type SetFile struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes,omitempty"` // 0 if it is not known
	SHA256 string `json:"sha256"`
}

// Hub is where sets are fetched from unless somebody says another one: the address that Hugging Face's own library
// takes from the variable HF_ENDPOINT.
const Hub = "https://huggingface.co"

// bertVocabulary is that of bert-base-uncased, which the others took over.
var bertVocabulary = SetFile{vocabularyFile, 231508, "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"}

// sets is the list. The SHA-256 of the weights are those that the hub gives itself (its LFS object ids); those of small
// files were recorded by several projects that pin the same commits, and agree.
var sets = []Set{
	{
		Name:       "bge-small-en-v1.5",
		About:      "33 million parameters, 12 layers of 384; English, trained for retrieval",
		Repository: "BAAI/bge-small-en-v1.5", Commit: "5c38ec7c405ec4b44b94cc5a9bb96e735b38267a",
		Page: "https://huggingface.co/BAAI/bge-small-en-v1.5", Licence: "MIT",
		Files: []SetFile{
			{configFile, 0, "094f8e891b932f2000c92cfc663bac4c62069f5d8af5b5278c4306aef3084750"},
			bertVocabulary,
			{tokenizerFile, 711396, "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66"},
			{tokenizerConfigFile, 0, "9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3"},
			{weightsFile, 133466304, "3c9f31665447c8911517620762200d2245a2518d6e7208acc78cd9db317e21ad"},
		},
	},
	{
		Name:       "all-MiniLM-L6-v2",
		About:      "23 million parameters, 6 layers of 384; English, trained for the similarity of sentences",
		Repository: "sentence-transformers/all-MiniLM-L6-v2", Commit: "1110a243fdf4706b3f48f1d95db1a4f5529b4d41",
		Page: "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2", Licence: "Apache 2.0",
		Files: []SetFile{
			{configFile, 612, "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41"},
			bertVocabulary,
			{tokenizerFile, 466247, "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"},
			{tokenizerConfigFile, 350, "acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b"},
			{weightsFile, 90868376, "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"},
		},
	},
	{
		Name:       "bert-base-uncased",
		About:      "110 million parameters, 12 layers of 768; English, trained on texts alone",
		Repository: "google-bert/bert-base-uncased", Commit: "86b5e0934494bd15c9632b12f734a8a67f723594",
		Page: "https://huggingface.co/google-bert/bert-base-uncased", Licence: "Apache 2.0",
		Files: []SetFile{
			{configFile, 570, "7160e1553ad2ca51d8c1cb066be533db31826e12d173824c1bb0cb1a4f187d20"},
			bertVocabulary,
			{tokenizerFile, 466062, "ce64fce797c24f68df90b40a3f74f579b336a493db14bd583fd520ea0d8c9a98"},
			{tokenizerConfigFile, 48, "a025160ef0431f1a392f6f050c1310f4c5d9fb6f275932dbccba73c4d214bf10"},
			{weightsFile, 440449768, "68d45e234eb4a928074dfd868cead0219ab85354cc53d20e772753c6bb9169d3"},
		},
	},
}

// Sets returns all encoders that can be fetched by name, a copy; the first one is recommended.
func Sets() []Set { return slices.Clone(sets) }

// FindSet returns the set of the given name.
func FindSet(name string) (Set, bool) {
	i := slices.IndexFunc(sets, func(s Set) bool { return s.Name == name })
	if i < 0 {
		return Set{}, false
	}
	return sets[i], true
}

// Bytes is the size of all files as far as it is known.
func (s Set) Bytes() (n int64) {
	for _, file := range s.Files {
		n += file.Bytes
	}
	return n
}

// Address is where a file of the set is on a hub, whose address has no '/' at its end.
func (s Set) Address(hub *url.URL, file SetFile) string {
	return hub.JoinPath(s.Repository, "resolve", s.Commit, file.Name).String()
}

// FetchedDir returns the folder of a fetched set: in that of the cache, "" for the user's, but kept when the cache is
// cleared.
func FetchedDir(cacheDir string, set Set) (string, error) {
	if cacheDir == "" {
		var err error
		if cacheDir, err = cache.DefaultDir(); err != nil {
			return "", fmt.Errorf("no folder for encoders: %w", err)
		}
	}
	return filepath.Join(cacheDir, "encoders", set.Name), nil
}

// Fetched returns the folder of the set in a cache, "" for the user's, and whether all its files are there.
func (s Set) Fetched(cacheDir string) (dir string, here bool) {
	dir, err := FetchedDir(cacheDir, s)
	return dir, err == nil && s.complete(dir)
}

// complete says whether all files of the set are in a folder.
func (s Set) complete(dir string) bool {
	for _, file := range s.Files {
		if info, err := os.Stat(filepath.Join(dir, file.Name)); err != nil || info.IsDir() {
			return false
		}
	}
	return true
}

// digest is what the Digest of the model is if each file is the one of the set.
func (s Set) digest() string {
	sums := map[string]string{}
	for _, file := range s.Files {
		sums[file.Name] = file.SHA256
	}
	h := sha256.New()
	for _, name := range fileNames {
		sum, err := hex.DecodeString(sums[name])
		if sums[name] == "" {
			none := sha256.Sum256(nil)
			sum = none[:]
		}
		if err != nil {
			return ""
		}
		h.Write(sum)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// damage returns a DamagedError of the first file in a folder that is not the one of the set, nil if there is none.
func (s Set) damage(dir string) error {
	for _, file := range s.Files {
		path := filepath.Join(dir, file.Name)
		content, err := readFile(path)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(content)
		if found := hex.EncodeToString(sum[:]); found != file.SHA256 {
			return &DamagedError{Set: s, Path: path, Sum: found, Want: file.SHA256}
		}
	}
	return nil
}
