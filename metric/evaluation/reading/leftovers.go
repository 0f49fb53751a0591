package reading

import (
	"slices"
	"strings"
)

// A LeftoverKind is something that a tokenizer or a model puts into texts and that is left in an output, by mistake mostly: a
// reader would not want it, and it counts as words.
type LeftoverKind string

// The leftovers.
const (
	BPEMarks           LeftoverKind = "@@ of BPE"
	SentencePieceMarks LeftoverKind = "▁ of SentencePiece"
	EndMarks           LeftoverKind = "</s> or <s>"
	UnknownMarks       LeftoverKind = "<unk>"
	PadMarks           LeftoverKind = "<pad>"
	ThinkMarks         LeftoverKind = "<think>"
	ChatMarks          LeftoverKind = "<|…|> of a chat"
)

// leftovers are the marks of each.
var leftovers = []struct {
	is    LeftoverKind
	marks []string
}{
	{BPEMarks, []string{"@@ "}},
	{SentencePieceMarks, []string{"▁"}},
	{EndMarks, []string{"</s>", "<s>"}},
	{UnknownMarks, []string{"<unk>", "<UNK>"}},
	{PadMarks, []string{"<pad>", "<PAD>"}},
	{ThinkMarks, []string{"<think>", "</think>"}},
	{ChatMarks, []string{"<|im_", "<|end", "<|eot", "<|start", "<|assistant", "<|user"}},
}

// LeftoverKinds returns all of them, in the order in which they are told.
func LeftoverKinds() (kinds []LeftoverKind) {
	for _, l := range leftovers {
		kinds = append(kinds, l.is)
	}
	return kinds
}

// leftIn returns what is left in a text; nil for nearly all.
func leftIn(text string) (found []LeftoverKind) {
	if strings.IndexByte(text, '@') < 0 && strings.IndexByte(text, '<') < 0 && strings.IndexByte(text, "▁"[0]) < 0 {
		return nil
	}
	for _, l := range leftovers {
		for _, mark := range l.marks {
			if strings.Contains(text, mark) || l.is == BPEMarks && strings.HasSuffix(text, "@@") {
				found = append(found, l.is)
				break
			}
		}
	}
	return found
}

// Leftover returns what is left in a candidate, and not in any reference, which may speak of such marks; nil for nearly all.
func Leftover(candidate string, references []string) []LeftoverKind {
	found := leftIn(candidate)
	if found == nil {
		return nil
	}
	found = slices.DeleteFunc(found, func(kind LeftoverKind) bool {
		return slices.ContainsFunc(references, func(text string) bool { return slices.Contains(leftIn(text), kind) })
	})
	return found
}

// addLeftovers counts what is left in a candidate.
func (r *SystemReading) addLeftovers(candidate string, references []string) {
	for _, kind := range Leftover(candidate, references) {
		if r.Leftovers == nil {
			r.Leftovers = map[LeftoverKind]int64{}
		}
		r.Leftovers[kind]++
	}
}
