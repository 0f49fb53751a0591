package paper

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/wordrotator/wrd/tokenize"
)

// A dataSet is a set of sentence pairs: the files of a year, or one file.
type dataSet struct {
	name      string
	files     []string // below the data folder, with slashes
	tokenizer string
}

// dev is the data set of the ablations, and the sentences from which a converter for single words learns.
const dev = "STS-B/dev"

// dataSets lists the sets of sentence pairs. The subsets of a year bear the names of their organisers.
var dataSets = [...]dataSet{
	year("STS12", "MSRpar", "MSRvid", "SMTeuroparl", "surprise.OnWN", "surprise.SMTnews"),
	year("STS13", "FNWN", "OnWN", "SMT", "headlines"),
	year("STS14", "OnWN", "deft-forum", "deft-news", "headlines", "images", "tweet-news"),
	year("STS15", "answers-forums", "answers-students", "belief", "headlines", "images"),
	{dev, []string{"sts/STS-B/dev.tsv"}, tokenize.USIF},
	{"STS-B/test", []string{"sts/STS-B/test.tsv"}, tokenize.USIF},
	{"Twitter", []string{"sts/twitter/test.tsv"}, tokenize.Whitespace},
	{"SICK-R", []string{"sts/SICK-R/test.tsv"}, tokenize.USIF},
}

func year(name string, subsets ...string) dataSet {
	set := dataSet{name: name, tokenizer: tokenize.USIF}
	for _, subset := range subsets {
		set.files = append(set.files, "sts/"+name+"/"+subset+".tsv")
	}
	return set
}

// wordSets lists the sets of word pairs.
var wordSets = [...]string{"MEN", "MTurk287", "MC30", "RW", "RG65", "SCWS", "SimLex999", "WS353-REL", "WS353-SIM"}

// wordFile is where a set of word pairs is, below the data folder.
func wordFile(set string) string { return "wordsim/" + set + ".tsv" }

// FrequenciesFile is where the counts that the paper used are, below the data folder: those of the authors of SIF.
const FrequenciesFile = "frequencies/enwiki_vocab_min200.txt"

// findDataSet returns the set of sentence pairs with the given name.
func findDataSet(name string) (dataSet, bool) {
	for _, set := range dataSets {
		if set.name == name {
			return set, true
		}
	}
	return dataSet{}, false
}

// isWords says whether the Data of a Key is two words.
func isWords(data string) bool { return strings.Contains(data, " ") }

// Absent returns the files that Recompute would read and that are not in dir, with slashes, below dir.
func Absent(dir string, keys []Key) ([]string, error) {
	var absent []string
	for _, path := range filesOf(keys) {
		_, err := os.Stat(filepath.Join(dir, filepath.FromSlash(path)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			absent = append(absent, path)
		case err != nil:
			return nil, err
		}
	}
	return absent, nil
}

// filesOf lists the files of the data sets of keys, each once.
func filesOf(keys []Key) (files []string) {
	for _, data := range once(each(keys, func(k Key) string { return k.Data })) {
		if set, ok := findDataSet(data); ok {
			files = append(files, set.files...)
		} else if !isWords(data) {
			files = append(files, wordFile(data))
		}
	}
	return files
}
