package finding

// A Segment is what is looked at: the outputs of two runs for the same references and source.
type Segment struct {
	Now, Before string
	References  []string // none where they are not known
	Source      string   // "" where it is not known
}

// A Kind is something that texts show without a score.
type Kind uint8

// A Set of kinds.
type Set uint64

// Has says whether a kind is in a set.
func (s Set) Has(k Kind) bool { return s>>k&1 == 1 }

func (s *Set) add(k Kind, found bool) {
	if found {
		*s |= 1 << k
	}
}

// The kinds. The table kinds says what an output of each does, in the words that people read.
const (
	Chat Kind = iota
	Special
	Encoding
	Entity
	HTML
	Markdown
	List
	JSON
	Quoted
	Placeholder
	Characters
	Letters
	Punctuation
	Truncated
	Spacing
	Accents
	SmallWords
	Repeated
	Again
	Twice
	CopiedSource
	PartOfSource
	OtherLine
	Language
	HalfLanguage
	Misspelt
	Length
	Beginning
	Ending
	Assistant
	Preamble
	Remark
	Added
	Unrelated
	Missing
	Cut
	Shuffled
	Moved
	Number
	NumberLost
	Name
	NameChanged
	Order
	Negation
	Edited
	Shortened
	Lengthened
	kindCount
)

// Found says what was found of each segment.
type Found struct {
	Now, Before []Set
	Changed     int   // segments with another output than before
	Nearest     []int // of each output the line whose references it fits best; its own nearly always
	// Loose says that outputs of the baseline do not follow the references word by word, as summaries do not.
	Loose bool
}
