package args

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// meant are the flags that other tools (sacreBLEU, COMET, bert-score, mt-metrics-eval, Hugging Face) have for what ours do,
// where the names are not near. tgt is a candidate to some and a reference to others.
var meant = map[string][]string{
	"hyp": {"candidate"}, "hyps": {"candidate"}, "hypothesis": {"candidate"}, "hypotheses": {"candidate"},
	"i": {"candidate"}, "input": {"candidate"}, "mt": {"candidate"}, "output": {"candidate"}, "outputs": {"candidate"},
	"cand": {"candidate"}, "cands": {"candidate"}, "translations": {"candidate"}, "predictions": {"candidate"},
	"t": {"candidate"}, "sys": {"candidate"}, "systems": {"candidate"},
	"ref": {"reference"}, "refs": {"reference"}, "gold": {"reference"}, "m": {"measure"}, "labels": {"reference"},
	"tgt": {"candidate", "reference"}, "target": {"candidate", "reference"}, "targets": {"candidate", "reference"},
	"src": {"source"}, "srcs": {"source"}, "l": {"language"}, "lp": {"language"}, "language-pair": {"language"},
	"langpair": {"language"}, "target-language": {"language"}, "tok": {"tokenizer"}, "tokenize": {"tokenizer"},
	"lc": {"case"}, "lowercase": {"case"}, "metrics": {"measure"}, "metric": {"measure"}, "model": {"encoder"},
	"j": {"threads"}, "jobs": {"threads"}, "nthreads": {"threads"}, "num-workers": {"threads"}, "workers": {"threads"},
	"num_workers": {"threads"}, "to_json": {"format"}, "to-json": {"format"}, "json": {"format"}, "num-splits": {"samples"},
	"paired-bs": {"test"}, "paired-ar": {"test"},
}

// otherTools returns the flags of a verb that one of other tools may mean, dashed; "" for none.
func otherTools(verb *cli.Command, name string) string {
	var ours []string
	for _, flag := range meant[strings.ToLower(name)] {
		if findFlag(verb, flag) != nil {
			ours = append(ours, dashed(flag))
		}
	}
	return strings.Join(ours, " or ")
}
