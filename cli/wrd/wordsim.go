package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/internal/sts"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/tokenize"
)

func wordsimCommand() *cli.Command {
	return &cli.Command{
		Name:  "wordsim",
		Usage: "measure how well the similarity of words agrees with human scores",
		UsageText: "wrd wordsim --data FILE… [--convert LIST] [flags]\n\n" +
			"wrd wordsim --data SimLex999.tsv --data MEN.tsv --convert none,A",
		Description: "Each file holds one pair a line: word, word, gold score, with TABs between them (UTF-8, plain or\n" +
			"gzip; - is standard input). Prints Spearman's ρ × 100 of the gold scores with l2 (the negated\n" +
			"Euclidean distance), dot (the inner product) and cos of the two vectors, and the mean over the\n" +
			"files. Words are lower-cased unless --case keep is given. Pairs with a word without a vector are\n" +
			"counted and left out. Converters with R, P or C learn from --sentences.",
		Flags: slices.Concat([]cli.Flag{
			&cli.StringSliceFlag{Name: "data", Usage: "`FILE` of word, word, gold a line; repeat it for more files"},
			&cli.StringSliceFlag{Name: "sentences", Usage: "`FILE` of a sentence a line that converters learn from; repeat it for more files"},
			formatFlag(gridFormats...),
			convertListFlag("without S, which needs sentences around words"),
			converterFlag,
		}, resourceFlags(), tokenFlags()),
		Action: wordSimilarity,
	}
}

// A wordRow is how one similarity of word vectors agrees with the human scores of one file. Spearman is times 100; nil
// stands for a correlation that is not defined, and Reason says why.
type wordRow struct {
	Data      string   `json:"data"`
	Measure   string   `json:"measure"`
	Convert   string   `json:"convert"`
	Spearman  *float64 `json:"spearman"`
	Pairs     int      `json:"pairs"`   // with two vectors
	Missing   int      `json:"missing"` // without
	Reason    string   `json:"reason,omitempty"`
	Signature string   `json:"signature"`
}

// wordMeasures are the names of what compareWords returns.
var wordMeasures = [...]string{"l2", "dot", "cos"}

// compareWords returns the negated distance, the inner product and the cosine of two vectors that are not zero.
func compareWords(a, b wordVector) [len(wordMeasures)]float64 {
	var square, dot float64
	for k, v := range a.row {
		d := float64(v) - float64(b.row[k])
		square += float64(d * d)
		dot += float64(float64(v) * float64(b.row[k]))
	}
	return [...]float64{-math.Sqrt(square), dot, dot / (a.norm * b.norm)}
}

func wordSimilarity(c *cli.Context) error {
	format, err := gridFormat(c)
	if err != nil {
		return err
	}
	list, err := lettersList(c)
	if err != nil {
		return err
	}
	for _, letters := range list {
		switch {
		case letters.SentenceWise():
			return fmt.Errorf("--convert: %s gives a word another vector in each sentence, expected letters without S for single words", letters)
		case letters.NeedsSentences() && len(c.StringSlice("sentences")) == 0:
			return &hintedError{fmt.Errorf("--convert: %s learns from sentences, and there are none here", letters),
				"give --sentences FILE, or a fit by --converter"}
		}
	}
	files, err := openData(c, sts.Words)
	if err != nil {
		return err
	}
	options, err := tokenOptions(c)
	if err != nil {
		return err
	}
	tables, err := wordTables(c, options, list)
	if err != nil {
		return err
	}
	rows := make([]wordRow, len(files)*len(wordMeasures)*len(tables))
	for i := range files {
		for k, table := range tables {
			for m, row := range table.rows(&files[i], options.KeepCase) {
				rows[(i*len(wordMeasures)+m)*len(tables)+k] = row
			}
		}
	}
	if err := options.Vectors.Err(); err != nil {
		return err
	}
	return writeWordSimilarity(c, format, rows, len(files))
}

// A wordTable is a vocabulary by one converter.
type wordTable struct {
	letters   convert.Letters
	words     *metric.Words
	dim       int
	signature metric.Signature
}

// wordTables converts the vectors by each converter.
func wordTables(c *cli.Context, options metric.Options, list []convert.Letters) ([]wordTable, error) {
	saved := c.String("converter")
	if saved != "" && c.IsSet("convert") {
		return nil, errBothConverters
	}
	frequencies, err := openFrequencies(c)
	if err != nil {
		return nil, err
	}
	vocabulary := metric.NewVocabulary(options.Vectors, frequencies)
	tokenizer, err := options.NewTokenizer()
	if err != nil {
		return nil, err
	}
	var tables []wordTable
	for _, letters := range list {
		var converter *convert.Converter
		switch {
		case saved != "":
			converter, err = loadConverter(c, saved, options.Vectors)
		case letters != convert.Letters{}:
			if err := vectors.NeedFrequencies(letters, frequencies); err != nil {
				return nil, err
			}
			converter, err = metric.FitConverter(c.Context, vocabulary, letters, tokenizer, text.Lines(c.StringSlice("sentences"), c.App.Reader, notify(c)))
		}
		if err != nil {
			return nil, err
		}
		table := wordTable{dim: options.Vectors.Dim()}
		if table.words, err = metric.NewWords(options.Vectors, converter); err != nil {
			return nil, err
		}
		if converter != nil {
			table.letters = converter.Letters()
		}
		table.signature = table.words.Signature(options.KeepCase)
		tables = append(tables, table)
	}
	return tables, nil
}

// rows correlates each similarity with the gold scores of a file.
func (t *wordTable) rows(f *dataFile, keepCase bool) [len(wordMeasures)]wordRow {
	var rows [len(wordMeasures)]wordRow
	var predictions [len(wordMeasures)]prediction
	missing := 0
	for _, pair := range f.pairs {
		a, okA := t.find(pair.First, keepCase)
		b, okB := t.find(pair.Second, keepCase)
		if !okA || !okB {
			missing++
			continue
		}
		for m, score := range compareWords(a, b) {
			predictions[m].gold = append(predictions[m].gold, pair.Gold)
			predictions[m].scores = append(predictions[m].scores, score)
		}
	}
	for m, p := range predictions {
		rows[m] = wordRow{Data: f.path, Measure: wordMeasures[m], Convert: t.letters.String(),
			Pairs: len(p.gold), Missing: missing, Reason: undefinedReason(&p), Signature: t.signature.String()}
		if rho, ok := agreement.Spearman(p.gold, p.scores); ok {
			rows[m].Spearman = hundredfold(rho)
		}
	}
	return rows
}

// A wordVector is the vector of a word and its length.
type wordVector struct {
	row  []float32
	norm float64
}

// find looks up a word.
func (t *wordTable) find(word string, keepCase bool) (v wordVector, ok bool) {
	if !keepCase {
		word = tokenize.Lower(word)
	}
	v.row = make([]float32, t.dim)
	v.norm, ok = t.words.Vector(word, v.row)
	return v, ok
}

// writeWordSimilarity writes the rows of all files and the means over them.
func writeWordSimilarity(c *cli.Context, format string, rows []wordRow, files int) error {
	type mean struct {
		Measure  string   `json:"measure"`
		Convert  string   `json:"convert"`
		Spearman *float64 `json:"spearman"`
		Files    int      `json:"files"`
		Reason   string   `json:"reason,omitempty"`
	}
	var means []mean
	for _, same := range byMeasure(rows, files) {
		m := mean{Measure: same[0].Measure, Convert: same[0].Convert, Files: files}
		var spearman []*float64
		for _, row := range same {
			spearman = append(spearman, row.Spearman)
			if row.Reason != "" {
				m.Reason = "not defined for " + row.Data
			}
		}
		m.Spearman = meanOf(spearman)
		means = append(means, m)
	}
	if format == "json" {
		return writeJSON(c.App.Writer, struct {
			Rows  []wordRow `json:"rows"`
			Means []mean    `json:"means"`
		}{rows, means})
	}
	grid := [][]string{{"data", "measure", "convert", "Spearman ρ × 100", "pairs", "missing"}}
	var signatures []metric.Signature
	for _, row := range rows {
		grid = append(grid, []string{row.Data, row.Measure, row.Convert, hundredths(row.Spearman), fmt.Sprint(row.Pairs), fmt.Sprint(row.Missing)})
		if row.Reason != "" {
			notify(c)(fmt.Sprintf("%s: %s, converter %s: no correlation: %s", row.Data, row.Measure, row.Convert, row.Reason))
		}
		signatures = append(signatures, metric.ParseSignature(row.Signature))
	}
	if files > 1 {
		for _, m := range means {
			grid = append(grid, []string{fmt.Sprintf("mean of %d files", files), m.Measure, m.Convert, hundredths(m.Spearman), "", ""})
		}
	}
	return writeGrid(c.App.Writer, format, grid, 3, metric.MergeSignatures(signatures, nil).String())
}
