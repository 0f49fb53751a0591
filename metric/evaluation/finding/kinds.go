package finding

import (
	"slices"
	"strings"
)

// kinds say what each kind is called, what an output of it does, and how usual it is between real systems.
var kinds = [kindCount]struct {
	name, says string
	usual      Usual
}{
	Chat:         {"chat", "has marks of a chat, such as <think>", Usual{0.0002, 0.3, 1}},
	Special:      {"special_token", "has special tokens", Usual{0.0002, 0.3, 1}},
	Encoding:     {"encoding", "has damaged characters", Usual{0.0005, 1, 1}},
	Entity:       {"entity", "has character entities", Usual{0.0005, 1, 1}},
	HTML:         {"html", "has HTML tags", Usual{0.0002, 0.3, 1}},
	Markdown:     {"markdown", "has Markdown", Usual{0.0002, 0.3, 1}},
	List:         {"list", "is an item of a list", Usual{0.0007, 1, 1}},
	JSON:         {"json", "is JSON", Usual{0.0002, 0.3, 1}},
	Quoted:       {"quoted", "is in quotation marks", Usual{0.0005, 1, 1}},
	Placeholder:  {"placeholder", "has other placeholders or addresses", Usual{0.001, 0.7, 1}},
	Characters:   {"characters", "has characters that no other text has", Usual{0.0007, 1, 1}},
	Letters:      {"case", "is in capitals or small letters", Usual{0.0007, 1, 1}},
	Punctuation:  {"punctuation", "has no punctuation or too much", Usual{0.0005, 1, 1}},
	Truncated:    {"truncated", "is part of a sentence", Usual{0.001, 1, 1}},
	Spacing:      {"spacing", "has other spaces between words", Usual{0.0002, 0.3, 1}},
	Accents:      {"accents", "has no accents", Usual{0.0005, 1, 1}},
	SmallWords:   {"small_words", "lacks the small words", Usual{0.0007, 1, 1}},
	Repeated:     {"repetition", "says the same again and again", Usual{0.0007, 1, 0.7}},
	Again:        {"again", "has a passage twice", Usual{0.01, 1, 0.7}},
	Twice:        {"twice", "is said twice", Usual{0.0002, 0.3, 1}},
	CopiedSource: {"copied_source", "is the source", Usual{0.001, 1, 1}},
	PartOfSource: {"source_part", "has a part of the source", Usual{0.001, 1, 1}},
	OtherLine:    {"other_line", "fits another line", Usual{0.001, 1, 1}},
	Language:     {"language", "is in another language", Usual{0.0005, 1, 1}},
	HalfLanguage: {"half_language", "is half in another language", Usual{0.0005, 1, 1}},
	Misspelt:     {"spelling", "has words that no other text has", Usual{0.0005, 1, 1}},
	Length:       {"length", "has another length", Usual{0.008, 2, 1}},
	Beginning:    {"beginning", "begins with the same words", Usual{0.001, 0.5, 0.7}},
	Ending:       {"ending", "ends with the same words", Usual{0.001, 0.5, 0.7}},
	Assistant:    {"assistant", "speaks as an assistant does", Usual{0.0007, 0.7, 2}},
	Preamble:     {"preamble", "begins with a preamble", Usual{0.0005, 1, 1}},
	Remark:       {"remark", "has a remark in brackets", Usual{0.002, 1, 1}},
	Added:        {"added", "has a sentence that nobody asked for", Usual{0.0015, 1, 0.5}},
	Unrelated:    {"unrelated", "has little to do with the reference", Usual{0.003, 1, 1}},
	Missing:      {"missing", "lacks most of what reference and baseline share", Usual{0.006, 0.7, 1}},
	Cut:          {"cut", "is cut", Usual{0.02, 4, 2}},
	Shuffled:     {"order", "has the words in another order", Usual{0.0005, 1, 1}},
	Moved:        {"moved", "has its parts in another order", Usual{0.001, 1, 0.7}},
	Number:       {"number", "has another number", Usual{0.003, 1.5, 1.2}},
	NumberLost:   {"number_lost", "lacks a number", Usual{0.02, 1, 0.5}},
	Name:         {"name_lost", "lacks a name", Usual{0.03, 4, 1.2}},
	NameChanged:  {"name", "has another name", Usual{0.012, 2, 0.6}},
	Order:        {"name_order", "has names in another order", Usual{0.004, 4, 6}},
	Negation:     {"negation", "differs in a negation", Usual{0.006, 1, 12}},
	Edited:       {"edited", "says the same with another number, name or negation", Usual{0.002, 1, 1}},
	Shortened:    {"shortened", "leaves out a part of the baseline's output", Usual{0.004, 1, 0.7}},
	Lengthened:   {"lengthened", "adds to the baseline's output", Usual{0.004, 1, 0.7}},
}

// Kinds is how many there are.
const Kinds = int(kindCount)

// String returns the name of a kind, as JSON has it.
func (k Kind) String() string { return kinds[k].name }

// Says returns what so many outputs of the kind do, such as "have HTML tags".
func (k Kind) Says(outputs int) string {
	said := kinds[k].says
	if outputs == 1 {
		return said
	}
	verb, rest, _ := strings.Cut(said, " ")
	switch verb {
	case "has":
		verb = "have"
	case "is":
		verb = "are"
	default:
		verb = strings.TrimSuffix(verb, "s")
	}
	return verb + " " + rest
}

// ofContent are kinds that compare what an output says with what the reference says, and in which equally good outputs differ.
var ofContent = []Kind{
	Unrelated, Missing, Cut, Length, Again, Number, NumberLost, Name, NameChanged, Order, Negation,
}

// OfContent says whether equally good outputs differ in a kind.
func (k Kind) OfContent() bool { return slices.Contains(ofContent, k) }

// loosely are kinds that are frequent where outputs do not follow the references word by word.
var loosely = append([]Kind{Truncated, Shortened, Lengthened}, ofContent...)

// ofHabit are kinds that systems differ in where outputs do not follow the references word by word: what is copied from the
// source, and from where.
var ofHabit = []Kind{Shuffled, Moved, Punctuation, Beginning, Ending}

// looselyUsual and habitually are how usual these kinds are where outputs do not follow the references word by word.
var (
	looselyUsual = Usual{Rate: 0.1, Shape: 2, Spread: 1}
	habitually   = Usual{Rate: 0.02, Shape: 1, Spread: 1}
)

// Usual returns how usual the kind is between real systems; loose is Found.Loose. bench/gate.py measures it.
func (k Kind) Usual(loose bool) Usual {
	switch {
	case loose && slices.Contains(loosely, k):
		return looselyUsual
	case loose && slices.Contains(ofHabit, k):
		return habitually
	}
	return kinds[k].usual
}

// ranks are the kinds, the most telling first: what one says of an output explains what those after it say of it, too.
var ranks = []Kind{
	Chat, Special, OtherLine, CopiedSource, Spacing, Encoding, Entity, JSON, HTML, Markdown, List, Placeholder, Characters,
	Letters, Twice, Repeated, Again, Assistant, Beginning, Ending, Language, Accents, SmallWords, Punctuation, Quoted,
	Shuffled, Moved, Unrelated, HalfLanguage, PartOfSource, Misspelt, Preamble, Remark, Cut, Missing, Truncated, Added, Length,
	Shortened, Lengthened, Edited, Number, NumberLost, NameChanged, Name, Order, Negation,
}

// Rank is lower of kinds that say more.
func (k Kind) Rank() int { return slices.Index(ranks, k) }

// Named returns the kind of a name.
func Named(name string) (Kind, bool) {
	for k := range kinds {
		if kinds[k].name == name {
			return Kind(k), true
		}
	}
	return 0, false
}

// NeverRight says whether a single output of the kind is one too many.
func (k Kind) NeverRight() bool { return k == Chat }
