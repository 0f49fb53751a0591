package cite

import (
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/encoder"
)

// A Work is something to cite.
type Work struct {
	Key     string   // in BibTeX
	Kind    string   // of entry in BibTeX
	Authors []string // "Given Family"; a project has one, in braces in BibTeX
	Title   string
	In      string // the proceedings or the journal, "" for none
	Pages   string
	Year    string // "" for none
	URL     string
	For     string // what it is cited for
}

// others stands for further authors.
const others = "others"

var (
	paper = Work{Key: "yokoi-etal-2020-word", Kind: "inproceedings", For: "Word Rotator's Distance",
		Authors: []string{"Sho Yokoi", "Ryo Takahashi", "Reina Akama", "Jun Suzuki", "Kentaro Inui"},
		Title:   "Word Rotator's Distance", In: "Proceedings of EMNLP", Pages: "2944–2960", Year: "2020",
		URL: "https://aclanthology.org/2020.emnlp-main.236"}
	wmd = Work{Key: "kusner-etal-2015-word", Kind: "inproceedings", For: "the measure wmd",
		Authors: []string{"Matt Kusner", "Yu Sun", "Nicholas Kolkin", "Kilian Weinberger"},
		Title:   "From Word Embeddings To Document Distances", In: "Proceedings of ICML", Year: "2015",
		URL: "https://proceedings.mlr.press/v37/kusnerb15.html"}
	bertscore = Work{Key: "zhang-etal-2020-bertscore", Kind: "inproceedings", For: "the measure bertscore",
		Authors: []string{"Tianyi Zhang", "Varsha Kishore", "Felix Wu", "Kilian Q. Weinberger", "Yoav Artzi"},
		Title:   "BERTScore: Evaluating Text Generation with BERT", In: "Proceedings of ICLR", Year: "2020",
		URL: "https://arxiv.org/abs/1904.09675"}
	bge = Work{Key: "xiao-etal-2023-cpack", Kind: "misc", For: "bge-small-en-v1.5, which the encoder was made of",
		Authors: []string{"Shitao Xiao", "Zheng Liu", "Peitian Zhang", "Niklas Muennighoff"},
		Title:   "C-Pack: Packaged Resources To Advance General Chinese Embedding", Year: "2023",
		URL: "https://arxiv.org/abs/2309.07597"}
	e5 = Work{Key: "wang-etal-2024-multilingual", Kind: "misc", For: "multilingual-e5-small, which the encoder is made of",
		Authors: []string{"Liang Wang", others}, Title: "Multilingual E5 Text Embeddings: A Technical Report", Year: "2024",
		URL: "https://arxiv.org/abs/2402.05672"}
	mlqe = Work{Key: "fomicheva-etal-2020-mlqe", Kind: "misc", For: "MLQE-PE, judgments that the encoder was tuned on",
		Authors: []string{"Marina Fomicheva", others},
		Title:   "MLQE-PE: A Multilingual Quality Estimation and Post-Editing Dataset", Year: "2020",
		URL: "https://arxiv.org/abs/2010.04480"}
	wmt15 = Work{Key: "bojar-etal-2015-findings", Kind: "inproceedings", For: "WMT15, judgments that the encoder was tuned on",
		Authors: []string{"Ondřej Bojar", others}, Title: "Findings of the 2015 Workshop on Statistical Machine Translation",
		In: "Proceedings of WMT", Year: "2015", URL: "https://aclanthology.org/W15-3001"}
	mqm = Work{Key: "freitag-etal-2021-experts", Kind: "article", For: "MQM, judgments that the encoder was tuned on",
		Authors: []string{"Markus Freitag", "George Foster", "David Grangier", "Viresh Ratnakar", "Qijun Tan", "Wolfgang Macherey"},
		Title:   "Experts, Errors, and Context: A Large-Scale Study of Human Evaluation for Machine Translation",
		In:      "Transactions of the Association for Computational Linguistics 9", Year: "2021",
		URL: "https://doi.org/10.1162/tacl_a_00437"}
)

// software is this program.
func software() Work {
	return Work{Key: "wrd", Kind: "software", Authors: []string{"The wrd project"}, Title: "wrd " + metric.Version,
		URL: "https://github.com/wordrotator/wrd", For: "the program"}
}

// builtIn returns the page of something that is a part of the program, whose licence asks for attribution.
func builtIn(name, folder string) Work {
	return Work{Key: "wrd-" + name, Kind: "misc", Authors: []string{"The wrd project"}, Title: name,
		URL: "https://github.com/wordrotator/wrd/tree/v" + metric.Version + "/" + folder + name, For: name + ", with its sources"}
}

// Works returns what to cite where texts were compared by some measures, with an encoder ("" for none) or vectors ("" where
// an encoder is in their place).
func Works(measures []string, encoderName, vectors string) []Work {
	works := []Work{paper, software()}
	has := func(prefix string) bool {
		return slices.ContainsFunc(measures, func(m string) bool { return strings.HasPrefix(m, prefix) })
	}
	if has(string(metric.MeasureWMD)) {
		works = append(works, wmd)
	}
	if has(string(metric.MeasureBERTScore)) {
		works = append(works, bertscore)
	}
	switch encoderName {
	case encoder.ContextENName, encoder.ContextENLargeName:
		works = append(works, builtIn(encoderName, "metric/encoder/"), bge, mlqe, wmt15)
	case encoder.ContextMultiName:
		works = append(works, builtIn(encoderName, "metric/encoder/"), e5, mlqe, mqm)
	}
	if vectors == embedding.DefaultName {
		works = append(works, builtIn(vectors, "metric/embedding/"))
	}
	return works
}
