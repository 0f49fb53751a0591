package say

import (
	"strings"

	"github.com/wordrotator/wrd/metric/evaluation/finding"
)

// outputDoes says what an output of each kind does.
var outputDoes = [finding.Kinds]string{
	finding.Chat:         "has marks of a chat, such as <think>",
	finding.Special:      "has special tokens",
	finding.Encoding:     "has damaged characters",
	finding.Entity:       "has character entities",
	finding.HTML:         "has HTML tags",
	finding.Markdown:     "has Markdown",
	finding.List:         "is an item of a list",
	finding.JSON:         "is JSON",
	finding.Quoted:       "is in quotation marks",
	finding.Placeholder:  "has other placeholders or addresses",
	finding.Characters:   "has characters that no other text has",
	finding.Letters:      "is in capitals or small letters",
	finding.Punctuation:  "has no punctuation or too much",
	finding.Truncated:    "is part of a sentence",
	finding.Spacing:      "has other spaces between words",
	finding.Accents:      "has no accents",
	finding.SmallWords:   "lacks the small words",
	finding.Repeated:     "says the same again and again",
	finding.Again:        "has a passage twice",
	finding.Twice:        "is said twice",
	finding.CopiedSource: "is the source",
	finding.PartOfSource: "has a part of the source",
	finding.OtherLine:    "fits another line",
	finding.Language:     "is in another language",
	finding.HalfLanguage: "is half in another language",
	finding.Misspelt:     "has words that no other text has",
	finding.Length:       "has another length",
	finding.Beginning:    "begins with the same words",
	finding.Ending:       "ends with the same words",
	finding.Assistant:    "speaks as an assistant does",
	finding.Preamble:     "begins with a preamble",
	finding.Remark:       "has a remark in brackets",
	finding.Added:        "has a sentence that nobody asked for",
	finding.Unrelated:    "has little to do with the reference",
	finding.Missing:      "lacks most of what reference and baseline share",
	finding.Cut:          "is cut",
	finding.Shuffled:     "has the words in another order",
	finding.Moved:        "has its parts in another order",
	finding.Number:       "has another number",
	finding.NumberLost:   "lacks a number",
	finding.Name:         "lacks a name",
	finding.NameChanged:  "has another name",
	finding.Order:        "has names in another order",
	finding.Negation:     "differs in a negation",
	finding.Edited:       "says the same with another number, name or negation",
	finding.Shortened:    "leaves out a part of the baseline's output",
	finding.Lengthened:   "adds to the baseline's output",
}

// OutputsDo returns what so many outputs of a kind of findings do, such as "have HTML tags"; "" if there is no such kind.
func OutputsDo(kind string, outputs int) string {
	k, ok := finding.Named(kind)
	if !ok {
		return ""
	}
	verb, rest, _ := strings.Cut(outputDoes[k], " ")
	if outputs != 1 {
		switch verb {
		case "has":
			verb = "have"
		case "is":
			verb = "are"
		default:
			verb = strings.TrimSuffix(verb, "s")
		}
	}
	return verb + " " + rest
}
