package finding

import "slices"

// kinds say what each kind is called, and how usual it is between real systems.
var kinds = [kindCount]struct {
	name  string
	usual Usual
}{
	Chat:         {"chat", Usual{0.0002, 0.3, 1}},
	Special:      {"special_token", Usual{0.0002, 0.3, 1}},
	Encoding:     {"encoding", Usual{0.0005, 1, 1}},
	Entity:       {"entity", Usual{0.0005, 1, 1}},
	HTML:         {"html", Usual{0.0002, 0.3, 1}},
	Markdown:     {"markdown", Usual{0.0002, 0.3, 1}},
	List:         {"list", Usual{0.0007, 1, 1}},
	JSON:         {"json", Usual{0.0002, 0.3, 1}},
	Quoted:       {"quoted", Usual{0.0005, 1, 1}},
	Placeholder:  {"placeholder", Usual{0.001, 0.7, 1}},
	Characters:   {"characters", Usual{0.0007, 1, 1}},
	Letters:      {"case", Usual{0.0007, 1, 1}},
	Punctuation:  {"punctuation", Usual{0.0005, 1, 1}},
	Truncated:    {"truncated", Usual{0.001, 1, 1}},
	Spacing:      {"spacing", Usual{0.0002, 0.3, 1}},
	Accents:      {"accents", Usual{0.0005, 1, 1}},
	SmallWords:   {"small_words", Usual{0.0007, 1, 1}},
	Repeated:     {"repetition", Usual{0.0007, 1, 0.7}},
	Again:        {"again", Usual{0.01, 1, 0.7}},
	Twice:        {"twice", Usual{0.0002, 0.3, 1}},
	CopiedSource: {"copied_source", Usual{0.001, 1, 1}},
	PartOfSource: {"source_part", Usual{0.001, 1, 1}},
	OtherLine:    {"other_line", Usual{0.001, 1, 1}},
	Language:     {"language", Usual{0.0005, 1, 1}},
	HalfLanguage: {"half_language", Usual{0.0005, 1, 1}},
	Misspelt:     {"spelling", Usual{0.0005, 1, 1}},
	Length:       {"length", Usual{0.008, 2, 1}},
	Beginning:    {"beginning", Usual{0.001, 0.5, 0.7}},
	Ending:       {"ending", Usual{0.001, 0.5, 0.7}},
	Assistant:    {"assistant", Usual{0.0007, 0.7, 2}},
	Preamble:     {"preamble", Usual{0.0005, 1, 1}},
	Remark:       {"remark", Usual{0.002, 1, 1}},
	Added:        {"added", Usual{0.0015, 1, 0.5}},
	Unrelated:    {"unrelated", Usual{0.003, 1, 1}},
	Missing:      {"missing", Usual{0.006, 0.7, 1}},
	Cut:          {"cut", Usual{0.02, 4, 2}},
	Shuffled:     {"order", Usual{0.0005, 1, 1}},
	Moved:        {"moved", Usual{0.001, 1, 0.7}},
	Number:       {"number", Usual{0.003, 1.5, 1.2}},
	NumberLost:   {"number_lost", Usual{0.02, 1, 0.5}},
	Name:         {"name_lost", Usual{0.03, 4, 1.2}},
	NameChanged:  {"name", Usual{0.012, 2, 0.6}},
	Order:        {"name_order", Usual{0.004, 4, 6}},
	Negation:     {"negation", Usual{0.006, 1, 12}},
	Edited:       {"edited", Usual{0.002, 1, 1}},
	Shortened:    {"shortened", Usual{0.004, 1, 0.7}},
	Lengthened:   {"lengthened", Usual{0.004, 1, 0.7}},
}

// Kinds is how many there are.
const Kinds = int(kindCount)

// String returns the name of a kind, as JSON has it.
func (k Kind) String() string { return kinds[k].name }

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
