package rows

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/lazy"
	"github.com/wordrotator/wrd/internal/wording"
)

// A Preset names a tool, or a set of judgments, by the files that it comes in.
type Preset string

// The presets. Each gives its columns the names below, which a Layout can change.
const (
	// Plain is a table with a header, or JSON objects, as any program writes them.
	Plain Preset = "plain"
	// SacreBLEU is what sacrebleu prints: with --sentence-level a line for each segment, or a JSON of system scores.
	// The columns are called as it calls the metrics: BLEU, chrF2, TER.
	SacreBLEU Preset = "sacrebleu"
	// COMET is what comet-score prints, or writes with --to_json, as comet-compare does; the column is COMET, the systems are
	// called as their files.
	COMET Preset = "comet"
	// BERTScore is what bert-score -s prints; the columns are BERTScore_P, BERTScore_R, BERTScore_F1.
	BERTScore Preset = "bertscore"
	// MTMetricsEval is a .score file of mt-metrics-eval, whose column is called as the file, the folder of a test set, or
	// what mtme --scores prints of one.
	MTMetricsEval Preset = "mt-metrics-eval"
	// SummEval is model_annotations.aligned.jsonl. The columns coherence, consistency, fluency and relevance are the
	// experts', turker.coherence and so on the crowd's.
	SummEval Preset = "summeval"
	// MQM is a TSV of marked errors of WMT, one error a line, as Marot has it, too, or their means over raters; the column
	// is mqm, minus the weight of the errors.
	MQM Preset = "mqm"
	// DARR is relative judgments of WMT 2015 to 2019, a better and a worse output a line; each line is a segment of
	// the systems better and worse, whose human is 1 and 0.
	DARR Preset = "darr"
	// Appraise is the export of scores of Appraise, CSV without a header; the column is human.
	Appraise Preset = "appraise"
	// WMT25 is the human evaluation of WMT 2025, an object for each document; the column is human.
	WMT25 Preset = "wmt25"
)

// Presets lists the presets.
func Presets() []Preset {
	return []Preset{Plain, SacreBLEU, COMET, BERTScore, MTMetricsEval, SummEval, MQM, DARR, Appraise, WMT25}
}

// ParsePreset returns the preset of a name; "auto" is "", which detects the tool from the content.
func ParsePreset(name string) (Preset, error) {
	if name == "auto" {
		return "", nil
	}
	if p := Preset(name); slices.Contains(Presets(), p) {
		return p, nil
	}
	return "", fmt.Errorf("found %q, expected one of: auto, %s", name, strings.Join(wording.Names(Presets()), ", "))
}

// A fileFormat is one form of a preset's text files.
type fileFormat struct {
	preset Preset
	json   bool // whether it begins with a brace or a bracket
	// begins says whether a file is of this format, given its beginning and the first line of that; nil takes what the
	// formats before it do not.
	begins func(start, line string) bool
	open   opener
	texts  opener // where texts are wanted; nil for a format that is not read then
}

// An opener reads the lines of a file called name as a table.
type opener func(lines *text.Reader, name string) (*Rows, error)

// formats are all formats, in the order in which they are recognised: the first that a file begins like.
var formats = []fileFormat{
	{COMET, true, func(start, _ string) bool { return cometStart().MatchString(start) }, newCOMETReader, newCOMETReader},
	{COMET, true, func(start, _ string) bool { return cometCompareStart().MatchString(start) }, newCOMETCompare, newCOMETCompare},
	{SummEval, true, func(start, _ string) bool { return strings.Contains(start, `"expert_annotations"`) },
		newSummEvalReader, nil},
	{DARR, true, func(start, _ string) bool { return strings.Contains(start, `"better_system"`) }, newDARRReader, nil},
	{WMT25, true, func(start, _ string) bool { return wmt25Start().MatchString(start) }, newWMT25Scores, newWMT25Texts},
	{SacreBLEU, true, func(start, _ string) bool { return sacreBLEUStart().MatchString(withoutSpace(start)) },
		newSacreBLEUJSON, nil},
	{Plain, true, nil, openJSON, nil},
	{SacreBLEU, false, func(_, line string) bool { return sacreBLEULine().MatchString(line) }, newSacreBLEULines, nil},
	{COMET, false, func(_, line string) bool { return cometLine().MatchString(line) || cometAlone().MatchString(line) }, newCOMETLines, nil},
	{BERTScore, false, func(_, line string) bool { return isBERTScoreLine(line) }, newBERTScoreReader, nil},
	{MQM, false, func(_, line string) bool { return isAveragedMQM(line) }, newAveragedMQM, nil},
	{MQM, false, func(_, line string) bool { return isMarked(strings.Split(line, "\t")) }, newMQMReader, nil},
	{MTMetricsEval, false, func(_, line string) bool { return isMTMEHeader(strings.Split(line, "\t")) }, newMTMEReader, nil},
	{MTMetricsEval, false, func(_, line string) bool { return isScoreLine(line) }, newScoreFile, nil},
	{Appraise, false, func(_, line string) bool { return isAppraiseLine(line) }, newAppraiseReader, nil},
	{Plain, false, func(_, line string) bool { return strings.Contains(line, "\t") }, openTSV, nil},
	{Plain, false, nil, openCSV, nil},
}

// formatOf returns what opens the format of a file that begins like start, without a mark; nil for lines of text.
func (o Options) formatOf(path, name, start string) (opener, error) {
	for format, endings := range binaryEndings {
		if isNamed(path, endings...) {
			return nil, fmt.Errorf("%s: found a file that is not %s, expected %[2]s, as its name says", name, format)
		}
	}
	if o.IsText != nil {
		return o.textFormatOf(path, name, start)
	}
	blank := len(start) > 0
	if start = strings.TrimLeft(start, " \t\r\n"); start == "" {
		if blank && o.Preset == "" && !IsNamed(path) {
			return nil, nil
		}
		return nil, NoRows(name)
	}
	isJSON := isNamed(path, ".json", ".jsonl", ".ndjson") || (start[0] == '{' || start[0] == '[') &&
		(o.Preset != "" || IsNamed(path) || text.IsJSON([]byte(start)) || json.Valid([]byte(start)))
	line := firstLine(start)
	if !isJSON && !strings.ContainsAny(line, ",\t") {
		if err := otherSeparator(path, name, line, o.Layout.IsKnown); err != nil {
			return nil, err
		}
	}
	var last *fileFormat // what is wrong with a file of one format that begins otherwise is said by its reader
	for _, f := range formats {
		if f.json != isJSON || o.Preset != "" && o.Preset != f.preset {
			continue
		}
		if last = &f; f.begins == nil || f.begins(start, line) {
			break
		}
	}
	switch {
	case last == nil:
		return nil, fmt.Errorf("%s: found a file that is not in the format of %s, expected one that is", name, o.Preset)
	case last.preset == Plain && !isJSON && isNamed(path, ".tsv"):
		return openTSV, nil
	case isJSON || o.Preset != "" || IsNamed(path) || isNamed(path, ".score"):
		return last.open, nil
	}
	switch {
	case last.preset == Plain: // which lines of text may begin like, too
		return o.plainTable(start, last.open), nil
	case last.preset != MTMetricsEval || !isScoreLine(line):
		return last.open, nil
	case onlyScoreLines(start):
		return byNumbers(last.open), nil
	}
	return nil, nil
}

// textFormatOf is formatOf for files of texts.
func (o Options) textFormatOf(path, name, start string) (opener, error) {
	if begin := strings.TrimLeft(start, " \t\r\n"); strings.HasPrefix(begin, "{") {
		for _, f := range formats {
			if f.preset == WMT25 && o.Layout.Gives(Candidate) { // who says which texts are meant wants those
				continue
			}
			if f.texts != nil && f.begins(begin, "") {
				return f.texts, nil
			}
		}
	}
	if text.IsJSON([]byte(start)) || isNamed(path, ".json", ".jsonl", ".ndjson") {
		return openJSON, nil
	}
	if isMarkup(start) {
		return openMarkup(o.Role), nil
	}
	for mark, is := range noTexts {
		if strings.HasPrefix(start, mark) {
			return nil, fmt.Errorf("%s: found %s, expected texts", name, is)
		}
	}
	line := firstLine(start)
	open, cells := opener(openCSV), strings.Split(line, ",")
	if strings.Contains(line, "\t") || isNamed(path, ".tsv") {
		open, cells = openTSV, strings.Split(line, "\t")
	}
	unquote(cells)
	known := slices.ContainsFunc(cells, o.IsText)
	if !known {
		if err := otherSeparator(path, name, line, o.IsText); err != nil {
			return nil, err
		}
	}
	switch {
	case isNamed(path, ".csv", ".tsv"):
		return open, nil
	case !known || len(cells) < 2 || slices.ContainsFunc(cells, isNoName):
		return nil, nil
	case strings.Contains(line, "\t") || o.Layout.isHeader(cells, linesInView(start)):
		return open, nil
	}
	return nil, nil
}

// otherSeparator is the error of a table whose fields are not between commas or TABs; nil for another. isKnown says whether a
// column of that name is one that is read.
func otherSeparator(path, name, line string, isKnown func(string) bool) error {
	if separatorLine().MatchString(line) && IsNamed(path) {
		return fmt.Errorf("%s:1: found %s, which tells a spreadsheet what stands between fields, expected the names of "+
			"columns: remove the line, and write commas or TABs between fields", name, wording.Quote(line))
	}
	columns := strings.Split(line, ";")
	if len(columns) > 1 && slices.ContainsFunc(columns, isKnown) && !slices.ContainsFunc(columns, isNoName) {
		return fmt.Errorf("%s: found the columns %s between semicolons, expected commas or TABs between them",
			name, wording.List(columns))
	}
	return nil
}

// separatorLine is what Excel takes in place of a header.
var separatorLine = lazy.Regexp(`(?i)^"?sep=.?"?$`)

// Endings are those of the names of files that are tables.
func Endings() []string {
	return slices.Concat([]string{".csv", ".tsv", ".json", ".jsonl", ".ndjson"}, binaryEndings["Parquet"], binaryEndings["Arrow"])
}

// binaryEndings are those of formats that begin with a mark of their own.
var binaryEndings = map[string][]string{"Parquet": {".parquet"}, "Arrow": {".arrow", ".feather"}}

// IsNamed says whether the name of a file ends as that of a table.
func IsNamed(path string) bool { return isNamed(path, Endings()...) }

func isNamed(path string, endings ...string) bool {
	return slices.Contains(endings, strings.ToLower(filepath.Ext(file.Unpacked(path))))
}

// noTexts are files of characters that hold no texts, by how they begin.
var noTexts = map[string]string{
	"version https://git-lfs.": "a Git LFS pointer in place of a file: git lfs pull fetches it",
	`{\rtf`:                    "RTF: save it as plain text, UTF-8",
	"%PDF-":                    "a PDF: pdftotext writes its text",
}

func firstLine(start string) string {
	line, _, _ := strings.Cut(start, "\n")
	return strings.TrimSuffix(line, "\r")
}

// columnName is a name that no column of prose would have.
var columnName = lazy.Regexp(`^[\pL\pN_.:@+-]+$`)

func isNoName(cell string) bool { return !columnName().MatchString(cell) }

var (
	// cometStart is an object whose first member is an array of objects.
	cometStart = lazy.Regexp(`^\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\[\s*\{`)
	// cometCompareStart is the object of comet-compare, which begins with its model.
	cometCompareStart = lazy.Regexp(`^\{\s*"model"\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*"statistical_results"\s*:`)
	// wmt25Start is an object of a document, with its texts by system.
	wmt25Start = lazy.Regexp(`^\{\s*"(?:doc_id|scores)"\s*:(?s:.*?)"tgt_text"\s*:\s*\{`)
	// sacreBLEUStart is the JSON of scores of one system, or of systems in a table, without white space.
	sacreBLEUStart = lazy.Regexp(
		`^\[?\{("name":"[^"]*","score":-?[0-9.]+,"signature":|"system":"[^"]*","(BLEU|chrF|TER)[^"]*":)`)
)

// withoutSpace returns the beginning of a JSON text without white space, which may be off inside texts.
func withoutSpace(start string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n", r) {
			return -1
		}
		return r
	}, start[:min(len(start), 1024)])
}
