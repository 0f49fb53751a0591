package catalog

// What sets of one publisher have in common.
const (
	glovePage    = "https://nlp.stanford.edu/projects/glove/"
	gloveFolder  = "https://nlp.stanford.edu/data/wordvecs/"
	gloveLicence = "Open Data Commons Public Domain Dedication and License (PDDL)"

	fastTextPage    = "https://fasttext.cc/docs/en/english-vectors.html"
	fastTextFolder  = "https://dl.fbaipublicfiles.com/fasttext/vectors-english/"
	crawlPage       = "https://fasttext.cc/docs/en/crawl-vectors.html"
	crawlFolder     = "https://dl.fbaipublicfiles.com/fasttext/vectors-crawl/"
	fastTextLicence = "Creative Commons Attribution-Share-Alike 3.0"

	// julia recorded checksums of what it fetched, in src/*.jl of its repository.
	julia = "JuliaText/Embeddings.jl"
)

// vectors is their list. Addresses and licences of GloVe are those of the README of github.com/stanfordnlp/GloVe, of
// fastText those of fasttext.cc; sizes in bytes were reported by their servers.
var vectors = []Set{
	{
		Name: "glove.6B", About: "400,000 words, 50 to 300 dimensions; Wikipedia 2014 and Gigaword 5, lower case",
		File: "glove.6B.zip", Address: gloveFolder + "glove.6B.zip", Page: glovePage, Licence: gloveLicence,
		Bytes: 862182613,
		Members: []Member{
			{"glove.6B.50d", "glove.6B.50d.txt"}, {"glove.6B.100d", "glove.6B.100d.txt"},
			{"glove.6B.200d", "glove.6B.200d.txt"}, {"glove.6B.300d", "glove.6B.300d.txt"},
		},
		Recorded: "617afb2fe6cbd085c235baf7a465b96f4112bd7f7ccb2b2cbd649fed9cbcf2fb", RecordedBy: julia,
	},
	{
		Name: "glove.42B", About: "1.9 million words, 300 dimensions; Common Crawl, lower case",
		File: "glove.42B.300d.zip", Address: gloveFolder + "glove.42B.300d.zip", Page: glovePage, Licence: gloveLicence,
		Bytes:    1877800501,
		Members:  []Member{{"glove.42B.300d", "glove.42B.300d.txt"}},
		Recorded: "03d5d7fa28e58762ace4b85fb71fe86a345ef0b5ff39f5390c14869da0fc1970", RecordedBy: julia,
	},
	{
		Name: "glove.840B", About: "2.2 million words, 300 dimensions; Common Crawl, upper and lower case",
		File: "glove.840B.300d.zip", Address: gloveFolder + "glove.840B.300d.zip", Page: glovePage,
		Licence: gloveLicence, Bytes: 2176768927,
		Members:  []Member{{"glove.840B.300d", "glove.840B.300d.txt"}},
		Recorded: "c06db255e65095393609f19a4cfca20bf3a71e20cc53e892aafa490347e3849f", RecordedBy: julia,
	},
	{
		Name: "glove.twitter.27B", About: "1.2 million words, 25 to 200 dimensions; Twitter, lower case",
		File: "glove.twitter.27B.zip", Address: gloveFolder + "glove.twitter.27B.zip", Page: glovePage,
		Licence: gloveLicence, Bytes: 1520408563,
		Members: []Member{
			{"glove.twitter.27B.25d", "glove.twitter.27B.25d.txt"},
			{"glove.twitter.27B.50d", "glove.twitter.27B.50d.txt"},
			{"glove.twitter.27B.100d", "glove.twitter.27B.100d.txt"},
			{"glove.twitter.27B.200d", "glove.twitter.27B.200d.txt"},
		},
		Recorded: "792af52f795d1a32c9842a3240f5f3fe5e941a8ff6df5eb0f9d668092ebc019c", RecordedBy: julia,
	},
	{
		Name: "wiki-news-300d-1M", About: "1 million words, 300 dimensions; Wikipedia 2017, UMBC, statmt.org news",
		File: "wiki-news-300d-1M.vec.zip", Address: fastTextFolder + "wiki-news-300d-1M.vec.zip", Page: fastTextPage,
		Licence: fastTextLicence, Bytes: 681808098,
		Recorded: "bdeb85f44892c505953e3654183e9cb0d792ee51be0992460593e27198d746f8", RecordedBy: julia,
	},
	{
		Name: "wiki-news-300d-1M-subword", About: "the same, trained with subwords",
		File: "wiki-news-300d-1M-subword.vec.zip", Address: fastTextFolder + "wiki-news-300d-1M-subword.vec.zip",
		Page: fastTextPage, Licence: fastTextLicence,
	},
	{
		Name: "crawl-300d-2M", About: "2 million words, 300 dimensions; Common Crawl",
		File: "crawl-300d-2M.vec.zip", Address: fastTextFolder + "crawl-300d-2M.vec.zip", Page: fastTextPage,
		Licence: fastTextLicence, Bytes: 1523785255,
		Recorded: "5bfffffbabdab299d4c9165c47275e8f982807a6eaca37ee1f71d3a79ddb544d", RecordedBy: julia,
	},
	{
		Name: "crawl-300d-2M-subword", About: "the same, trained with subwords; words alone, and with their subwords",
		File: "crawl-300d-2M-subword.zip", Address: fastTextFolder + "crawl-300d-2M-subword.zip", Page: fastTextPage,
		Licence: fastTextLicence,
		Members: []Member{
			{"crawl-300d-2M-subword.vec", "crawl-300d-2M-subword.vec"},
			{"crawl-300d-2M-subword.bin", "crawl-300d-2M-subword.bin"},
		},
	},
	{
		Name: "cc.en.300", About: "2 million words, 300 dimensions; Common Crawl and Wikipedia",
		File: "cc.en.300.vec.gz", Address: crawlFolder + "cc.en.300.vec.gz", Page: crawlPage, Licence: fastTextLicence,
		Bytes: 1325960915,
	},
	{
		Name: "cc.en.300.bin", About: "the same, with subwords",
		File: "cc.en.300.bin.gz", Address: crawlFolder + "cc.en.300.bin.gz", Page: crawlPage, Licence: fastTextLicence,
		Bytes: 4503593528,
	},
	{
		Name: "fasttext-cc-LANG", About: "300 dimensions; Common Crawl and Wikipedia",
		File: "cc.LANG.300.vec.gz", Address: crawlFolder + "cc.LANG.300.vec.gz", Page: crawlPage,
		Licence:   fastTextLicence,
		Languages: crawlLanguages,
	},
	{
		// Address, size and MD5 are those of list.json in the mirror's repository.
		Name: "word2vec-google-news-300", About: "3 million words and phrases, 300 dimensions; Google News",
		File:    "word2vec-google-news-300.gz",
		Address: "https://github.com/piskvorky/gensim-data/releases/download/word2vec-google-news-300/word2vec-google-news-300.gz",
		Page:    "https://code.google.com/archive/p/word2vec/",
		Licence: "none given for the vectors (the program word2vec: Apache 2.0)", Bytes: 1743563840,
		Note: "this is the mirror of the gensim project, which gives the checksum; Google has the vectors only on a " +
			"page for browsers",
		MD5: "a5e5354d40acb95f9ec66d5977d140ef",
	},
	{
		Name: "GoogleNews-vectors-negative300", About: "the same, as Google published it",
		File:    "GoogleNews-vectors-negative300.bin.gz",
		Page:    "https://drive.google.com/file/d/0B7XkCwpI5KDYNlNUTTlSS21pQmM/view?resourcekey=0-wjGZdNAUop6WykTtMip30g",
		Licence: "none given for the vectors (the program word2vec: Apache 2.0)",
		Note:    "word2vec-google-news-300 is a mirror that can be downloaded",
		// The record is of a copy that another mirror had under this name.
		Recorded: "21c05ae916a67a4da59b1d006903355cced7de7da1e42bff9f0504198c748da8", RecordedBy: julia,
	},
	{
		Name: "paragram_300_sl999", About: "1.7 million words, 300 dimensions; PPDB, tuned on SimLex-999 (the " +
			"paper's PSL)",
		File:     "paragram_300_sl999.zip",
		Members:  []Member{{"paragram_300_sl999", "paragram_300_sl999.txt"}},
		Page:     "https://drive.google.com/file/d/0B9w48e1rj-MOck1fRGxaZW1LU2M/view",
		Licence:  "not seen on the author's page (PDDL according to JuliaText/Embeddings.jl)",
		Recorded: "9a16adc7d620642f863278451db4c03a2646016440ccea7e30a37ba17868781d", RecordedBy: julia,
	},
	{
		Name: "paragram_300_ws353", About: "1.7 million words, 300 dimensions; PPDB, tuned on WordSim-353",
		File:     "paragram_300_ws353.zip",
		Members:  []Member{{"paragram_300_ws353", "paragram_300_ws353.txt"}},
		Page:     "https://drive.google.com/file/d/0B9w48e1rj-MOLVdZRzFfTlNsem8/view",
		Licence:  "not seen on the author's page (PDDL according to JuliaText/Embeddings.jl)",
		Recorded: "8ed9a19f8bc400cdbca5dae7f024c0310a3e5711a46ba48036a7542614440721", RecordedBy: julia,
	},
	{
		Name: "paranmt", About: "300 dimensions; ParaNMT-50M, as the authors of uSIF published them",
		File: "czeng.txt", Page: "https://github.com/kawine/usif", Licence: "none given",
		Note: "they are in that repository, packed",
	},
}
