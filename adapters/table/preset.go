package table

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
)

// A Preset names a tool, or a set of judgments, by the files that it comes in.
type Preset string

// The presets. Each gives its columns the names below, which a Layout can change.
const (
	// Plain is a table with a header, or JSON objects, as anybody writes them.
	Plain Preset = "plain"
	// SacreBLEU is what sacrebleu prints: with --sentence-level a line for each segment, or a JSON of system scores. The
	// columns are called as it calls the metrics: BLEU, chrF2, TER.
	SacreBLEU Preset = "sacrebleu"
	// COMET is what comet-score --to_json writes; the column is COMET, the systems are called as their files.
	COMET Preset = "comet"
	// BERTScore is what bert-score -s prints; the columns are BERTScore_P, BERTScore_R, BERTScore_F1.
	BERTScore Preset = "bertscore"
	// MTMetricsEval is a .score file of mt-metrics-eval, whose column is called as the file, or the folder of a test set.
	MTMetricsEval Preset = "mt-metrics-eval"
	// SummEval is model_annotations.aligned.jsonl. The columns coherence, consistency, fluency and relevance are the
	// experts', turker.coherence and so on the crowd's.
	SummEval Preset = "summeval"
	// MQM is a TSV of marked errors of WMT, one error a line; the column is mqm, minus the weight of the errors.
	MQM Preset = "mqm"
	// DARR is relative judgments of WMT 2015 to 2019, a better and a worse output a line; each line is a segment of the systems
	// better and worse, whose human is 1 and 0.
	DARR Preset = "darr"
)

// Presets lists the presets.
func Presets() []Preset {
	return []Preset{Plain, SacreBLEU, COMET, BERTScore, MTMetricsEval, SummEval, MQM, DARR}
}

// ParsePreset returns the preset of a name; "auto" is "", which finds out by content.
func ParsePreset(name string) (Preset, error) {
	if name == "auto" {
		return "", nil
	}
	if p := Preset(name); slices.Contains(Presets(), p) {
		return p, nil
	}
	list := "auto"
	for _, p := range Presets() {
		list += ", " + string(p)
	}
	return "", fmt.Errorf("found %q, expected one of: %s", name, list)
}

// A textReader opens the text file called name.
type textReader func(lines *text.Reader, name string) (reader, error)

// textReaders tells which reader a preset needs, given the beginning of the file; "" stands for the preset that the
// content shows.
func textReaderOf(p Preset, start []byte, name string) (textReader, error) {
	isJSON := len(start) > 0 && (start[0] == '{' || start[0] == '[')
	if p == "" {
		p = recognised(start, isJSON)
	}
	first, _, _ := bytes.Cut(start, []byte("\n"))
	switch {
	case p == SacreBLEU && isJSON:
		return newSacreBLEUJSON, nil
	case p == SacreBLEU:
		return newSacreBLEULines, nil
	case p == COMET && isJSON:
		return newCOMETReader, nil
	case p == BERTScore && !isJSON:
		return newBERTScoreReader, nil
	case p == MTMetricsEval && !isJSON:
		return newScoreFile, nil
	case p == SummEval && isJSON:
		return newSummEvalReader, nil
	case p == DARR && isJSON:
		return newDARRReader, nil
	case p == MQM && !isJSON:
		return newMQMReader, nil
	case p == Plain && isJSON:
		return func(lines *text.Reader, name string) (reader, error) { return newJSONReader(lines, name) }, nil
	case p == Plain && bytes.IndexByte(first, '\t') >= 0:
		return func(lines *text.Reader, name string) (reader, error) { return newTSVReader(lines, name) }, nil
	case p == Plain:
		return func(lines *text.Reader, name string) (reader, error) { return newCSVReader(lines, name) }, nil
	}
	return nil, fmt.Errorf("%s: found a file that %s does not write, expected one of its kind", name, p)
}

// recognised returns the preset whose files begin in this way.
func recognised(start []byte, isJSON bool) Preset {
	first, _, _ := strings.Cut(string(start), "\n")
	first = strings.TrimSuffix(first, "\r")
	compact := withoutSpace(start)
	switch {
	case isJSON && cometStart.Match(start):
		return COMET
	case isJSON && bytes.Contains(start, []byte(`"expert_annotations"`)):
		return SummEval
	case isJSON && bytes.Contains(start, []byte(`"better_system"`)):
		return DARR
	case isJSON && sacreBLEUStart.MatchString(compact):
		return SacreBLEU
	case isJSON:
		return Plain
	case sacreBLEULine.MatchString(first):
		return SacreBLEU
	case bertScoreSummary.MatchString(first) || allNumbers(strings.Split(first, "\t"), 3):
		return BERTScore
	case isMQMHeader(strings.Split(first, "\t")):
		return MQM
	case isScoreLine(first):
		return MTMetricsEval
	}
	return Plain
}

var (
	// cometStart is an object whose first member is an array of objects.
	cometStart = regexp.MustCompile(`^\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\[\s*\{`)
	// sacreBLEUStart is the JSON of scores of one system, or of systems in a table, without white space.
	sacreBLEUStart = regexp.MustCompile(`^\[?\{("name":"[^"]*","score":-?[0-9.]+,"signature":|"system":"[^"]*","(BLEU|chrF|TER)[^"]*":)`)
)

// withoutSpace returns the beginning of a JSON text without white space, which may be off inside texts.
func withoutSpace(start []byte) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n", r) {
			return -1
		}
		return r
	}, string(start[:min(len(start), 1024)]))
}

// allNumbers says whether there are n fields, all of them numbers.
func allNumbers(fields []string, n int) bool {
	if len(fields) != n {
		return false
	}
	for _, f := range fields {
		if v, err := parseNumber(f); err != nil || v != v {
			return false
		}
	}
	return true
}
