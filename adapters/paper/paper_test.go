package paper_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/catalog"
	"github.com/wordrotator/wrd/adapters/paper"
	"github.com/wordrotator/wrd/internal/shareddata"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
)

// Numbers read off the paper by hand, at least one of each table and column.
func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		vectors, table, row, column string
		key                         paper.Key
		value                       float64
		quoted                      bool
	}{
		{"word2vec", "tb:issue_wmd_cosine", "noodle", "pho", paper.Key{"noodle pho", "cos", "none"}, 0.43, false},
		{"word2vec", "tb:issue_wmd_cosine", "pho", "Pringles", paper.Key{"pho Pringles", "cos", "none"}, 0.94, false},
		{"word2vec", "tb:issue_wmd_euclidean", "noodle", "snack", paper.Key{"noodle snack", "l2", "none"}, 3.39, false},
		{"word2vec", "tb:issue_wmd_euclidean", "snack", "Pringles", paper.Key{"snack Pringles", "l2", "none"}, 3.84,
			false},
		{"glove", "subtb:ignoring_norm", "original", "ADD", paper.Key{"STS-B/dev", "add", "none"}, 54.16, false},
		{"fasttext", "subtb:ignoring_norm", "original", "w/o norm", paper.Key{"STS-B/dev", "add_without_norm", "none"},
			56.31, false},
		{"word2vec", "subtb:ignoring_norm_converted", "+ AW", "ADD", paper.Key{"STS-B/dev", "add", "AW"}, 76.61, false},
		{"fasttext", "subtb:ignoring_norm_converted", "+ VC(AWR)", "w/o norm",
			paper.Key{"STS-B/dev", "add_without_norm", "AWR"}, 57.24, false},
		{"glove", "subtb:ignoring_norm_converted", "+ A", "gain", paper.Key{"STS-B/dev", "norm_gain", "A"}, 8.53,
			false},
		{"glove", "subtb:workings_of_angle_full_cos", "MEN", "L2", paper.Key{"MEN", "l2", "none"}, 73.36, false},
		{"word2vec", "subtb:workings_of_angle_full_cos", "SCWS", "dot", paper.Key{"SCWS", "dot", "none"}, 65.10, false},
		{"fasttext", "subtb:workings_of_angle_full_cos", "WS353-SIM", "cos", paper.Key{"WS353-SIM", "cos", "none"},
			84.24, false},
		{"glove", "subtb:workings_of_angle_full_vc", "SimLex999", "cos + A", paper.Key{"SimLex999", "cos", "A"}, 46.55,
			false},
		{"fasttext", "subtb:workings_of_angle_full_vc", "WS353-REL", "cos + VC(AWR)",
			paper.Key{"WS353-REL", "cos", "AWR"}, 72.81, false},
		{"glove", "tb:ablation_full", "original", "WMD", paper.Key{"STS-B/dev", "wmd", "none"}, 65.74, false},
		{"word2vec", "tb:ablation_full", "+ AW", "WRD", paper.Key{"STS-B/dev", "wrd", "AW"}, 75.00, false},
		{"fasttext", "tb:ablation_full", "+ A", "WMD w/o stop words",
			paper.Key{"STS-B/dev", "wmd_without_stopwords", "A"}, 73.32, false},
		{"glove", "tb:ablation_full", "+ VC(AWR)", "WRD w/o stop words",
			paper.Key{"STS-B/dev", "wrd_without_stopwords", "AWR"}, 76.49, false},
		{"word2vec", "tb:ablation_full", "+ SIF weights", "WMD", paper.Key{"STS-B/dev", "wmd_sif_weights", "none"},
			73.90, false},
		{"fasttext", "tb:ablation_full", "+ A + SIF weights", "WMD w/o stop words",
			paper.Key{"STS-B/dev", "wmd_sif_weights_without_stopwords", "A"}, 74.28, false},
		{"glove", "tab:benchmark2", "ADD + WR", "STS'12", paper.Key{"STS12", "add", "WR"}, 60.57, false},
		{"glove", "tab:benchmark2", "ADD + WR (quoted)", "SICK-R", paper.Key{"SICK-R", "add", "WR"}, 72.2, true},
		{"word2vec", "tab:benchmark2", "WRD + VC(SUC)", "STS'14", paper.Key{"STS14", "wrd", "SUC"}, 69.36, false},
		{"fasttext", "tab:benchmark2", "WRD + VC(SUP)", "STS-B", paper.Key{"STS-B/test", "wrd", "SUP"}, 76.97, false},
		{"fasttext", "tab:benchmark2", "BERTScore", "Twitter", paper.Key{"Twitter", "bertscore", "none"}, 52.95, false},
		{"word2vec", "tab:benchmark2", "DynaMax", "STS'15", paper.Key{"STS15", "dynamax", "none"}, 74.2, true},
		{"psl", "tab:benchmark3", "ADD + WR (quoted)", "STS-B", paper.Key{"STS-B/test", "add", "WR"}, 72.0, true},
		{"psl", "tab:benchmark3", "ADD + UP", "STS'13", paper.Key{"STS13", "add", "SUP"}, 64.48, false},
		{paper.External, "tab:benchmark2", "Sent2Vec", "STS-B", paper.Key{"STS-B/test", "Sent2Vec", "none"}, 75.5,
			true},
		{paper.External, "tab:benchmark2", "Skip-Thought", "STS'13", paper.Key{"STS13", "Skip-Thought", "none"}, 29,
			true},
		{paper.External, "tab:benchmark2", "ELMo (all layers, 5.5B)", "STS'15", paper.Key{"STS15", "ELMo", "none"},
			68, true},
		{paper.External, "tab:benchmark3", "USE (Transformer)", "STS'14", paper.Key{"STS14", "USE", "none"}, 71, true},
		{paper.External, "tab:benchmark3", "InferSent", "STS-B", paper.Key{"STS-B/test", "InferSent", "none"}, 75.8,
			true},
		{paper.External, "tab:benchmark3", "GenSen", "SICK-R", paper.Key{"SICK-R", "GenSen", "none"}, 88.8, true},
		{paper.External, "tab:benchmark3", "XLNet-large (ensemble)", "STS-B", paper.Key{"STS-B/test", "XLNet", "none"},
			93, true},
		{"paranmt", "tab:benchmark3", "WRD", "STS-B", paper.Key{"STS-B/test", "wrd", "none"}, 74.12, false},
		{"paranmt", "tab:benchmark3", "WMD w/o stop words", "SICK-R",
			paper.Key{"SICK-R", "wmd_without_stopwords", "none"}, 64.80, false},
	} {
		found := false
		for _, e := range paper.Of(c.vectors) {
			if e.Table == c.table && e.Row == c.row && e.Column == c.column {
				found = true
				if e.Key != c.key || e.Value != c.value || e.Quoted != c.quoted || !e.Reports {
					t.Errorf("%s, %s, %s, %s: got %+v, want %+v %v", c.vectors, c.table, c.row, c.column, e, c.key,
						c.value)
				}
			}
		}
		if !found {
			t.Errorf("%s, %s: no %s, %s", c.vectors, c.table, c.row, c.column)
		}
	}
}

// Every key is one that can be computed, and no place of a table is filled twice.
func TestKeys(t *testing.T) {
	total := 0
	for _, set := range paper.Vectors() {
		places := map[string]bool{}
		for _, e := range paper.Of(set.Name) {
			total++
			place := strings.Join([]string{e.Table, e.Row, e.Column}, "\t")
			if places[place] {
				t.Errorf("%s: %s twice", set.Name, place)
			}
			places[place] = true
			letters, err := convert.ParseLetters(e.Convert)
			if err != nil || letters.String() != e.Convert {
				t.Errorf("%v: converter %v, %v", e, letters, err)
			}
			switch e.Measure {
			case paper.L2, paper.Dot, paper.Cos, paper.NormGain, paper.WMDSIFWithoutStopwords:
			default:
				if _, err := metric.ParseMeasures(e.Measure); err != nil {
					t.Errorf("%v: %v", e, err)
				}
			}
		}
	}
	if want := 699; total != want {
		t.Errorf("%d places, want %d: some belong to no known vectors", total, want)
	}
}

// The gain by norm is a column of its own in the paper. It is the difference of the columns before it.
func TestGains(t *testing.T) {
	for _, name := range []string{"glove", "word2vec", "fasttext"} {
		entries := paper.Of(name)
		for i, e := range entries {
			if e.Measure != paper.NormGain {
				continue
			}
			if got := entries[i-2].Value - entries[i-1].Value; got < e.Value-0.0051 || got > e.Value+0.0051 {
				t.Errorf("%s, %s: gain %v, the columns give %.2f", name, e.Row, e.Value, got)
			}
		}
	}
}

// The digits of every number stand in the paper, in the part that ends with the label of its table.
func TestNumbersAreThePapers(t *testing.T) {
	source, err := os.ReadFile(shareddata.Path(t, "paper/word-rotators-distance.tex"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile("numbers.tsv")
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string]map[string]int{}
	number := regexp.MustCompile(`\d+(\.\d+)?`)
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		fields := strings.Split(line, "\t")
		label, value := fields[0], fields[8]
		if value == "-" {
			continue
		}
		if tables[label] == nil {
			text := string(source)
			end := strings.Index(text, `\label{`+label+`}`)
			start := strings.LastIndex(text[:max(end, 0)], `\begin{tabular}`)
			if end < 0 || start < 0 {
				t.Fatalf("the paper has no table %s", label)
			}
			tables[label] = map[string]int{}
			for _, digits := range number.FindAllString(text[start:end], -1) {
				tables[label][digits]++
			}
		}
		if tables[label][value]--; tables[label][value] < 0 {
			t.Errorf("%s: the table does not have %s so often", line, value)
		}
	}
	if len(tables) != 9 {
		t.Errorf("%d tables, want 9", len(tables))
	}
}

// The vectors that the command names can be fetched by these names.
func TestCatalog(t *testing.T) {
	for _, set := range paper.Vectors() {
		if _, _, ok := catalog.Find(set.Catalog); !ok {
			t.Errorf("%s: no set is called %q", set.Name, set.Catalog)
		}
		if found, ok := paper.Find(set.Name); !ok || found != set {
			t.Errorf("Find(%q) = %v, %v", set.Name, found, ok)
		}
	}
	if _, ok := paper.Find(embedding.DefaultName); ok {
		t.Error("the paper knows the embedded vectors")
	}
}

// The embedded vectors are compared with GloVe's numbers, and word2vec's where GloVe has none.
func TestFor(t *testing.T) {
	entries, compared := paper.For(embedding.DefaultName)
	tables := map[string]string{}
	for _, e := range entries {
		tables[e.Table] = e.Vectors
	}
	if compared != "glove" || tables["tb:issue_wmd_cosine"] != "word2vec" || tables["tb:ablation_full"] != "glove" ||
		len(tables) != 8 {
		t.Errorf("compared to %s, tables %v", compared, tables)
	}
	if entries, compared := paper.For("psl"); compared != "psl" || len(entries) != len(paper.Of("psl")) {
		t.Errorf("psl: %d entries, compared to %s", len(entries), compared)
	}
}

// An own number goes before a quoted one, and the numbers before conversion are those of the table with the gains.
func TestReportedIn(t *testing.T) {
	for _, c := range []struct {
		vectors string
		key     paper.Key
		want    float64
		ok      bool
	}{
		{"glove", paper.Key{"STS12", "add", "WR"}, 60.57, true},
		{"glove", paper.Key{"STS-B/dev", "add", "none"}, 57.60, true},
		{"glove", paper.Key{"STS15", "dynamax", "none"}, 70.9, true},
		{"glove", paper.Key{"Twitter", "dynamax", "none"}, 0, false},
		{"psl", paper.Key{"STS-B/dev", "add", "none"}, 0, false},
	} {
		if got, ok := paper.ReportedIn(paper.Of(c.vectors))(c.key); got != c.want || ok != c.ok {
			t.Errorf("%s %v: got %v, %v, want %v, %v", c.vectors, c.key, got, ok, c.want, c.ok)
		}
	}
}

// TestSystems checks that the names are those of the numbers.
func TestSystems(t *testing.T) {
	var want []string
	for _, e := range paper.Of(paper.External) {
		if !slices.Contains(want, e.Measure) {
			want = append(want, e.Measure)
		}
	}
	if got := paper.Systems(); !slices.Equal(got, want) {
		t.Errorf("%v, the numbers have %v", got, want)
	}
}
