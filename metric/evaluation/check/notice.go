package check

// A Notice says what a check could not look at, or how it paired segments; adapters/say makes the sentence.
type Notice struct {
	Of         NoticeKind
	Systems    []string // of NoticeUncounted and NoticeRepeatsUnknown
	Copies     bool     // of NoticeRepeatsUnknown: nor are copies of sources known, which would count
	Texts      Mismatch // of NoticeOneSided: OtherReferences or OtherSources
	With       string   // of NoticeByNumber: the scores that have ids
	Without    string   // of NoticeByNumber: those that have none
	Difference string   // of NoticeUnaligned: between the settings
}

// A NoticeKind is what a Notice is about.
type NoticeKind string

// The kinds of notices.
const (
	NoticeUncounted      NoticeKind = "uncounted"       // broken outputs: neither their texts nor statuses are known
	NoticeRepeatsUnknown NoticeKind = "repeats_unknown" // as the texts are not stored
	NoticeOneSided       NoticeKind = "one_sided"       // one side alone has texts of a kind
	NoticeByNumber       NoticeKind = "by_number"       // segments are paired so
	NoticeUnaligned      NoticeKind = "unaligned"       // the scores were made with other settings than alignments would be
)

func (c *checking) notify(n Notice) {
	if c.Notify != nil {
		c.Notify(n)
	}
}
