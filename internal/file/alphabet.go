package file

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// An alphabet is an older encoding of one byte a letter.
type alphabet struct {
	name    string // that iconv has for it
	letters *charmap.Charmap
	common  string // letters and signs beyond ASCII that are common in what is written in it
}

const (
	western  = "éèàâêîôûçùëïäöüßáíóúñãõåæøœÄÖÜÉÀÇØÅ¿¡"
	central  = "ąćęłńóśźżáčďéěíňřšťúůýžöőüűŻŁŚŠČŘŽ"
	cyrillic = "оеаинтсрвлкмдпуяыьгзб"
)

// alphabets are the encodings that alphabetOf knows: of those that fit as well the first one.
var alphabets = [...]alphabet{
	{"WINDOWS-1252", charmap.Windows1252, western},
	{"WINDOWS-1250", charmap.Windows1250, central},
	{"ISO-8859-2", charmap.ISO8859_2, central},
	{"WINDOWS-1254", charmap.Windows1254, "çğıöşüâİÖÜÇŞ"},
	{"WINDOWS-1257", charmap.Windows1257, "āčēģīķļņšūžąęėįųõäöü"},
	{"MACINTOSH", charmap.Macintosh, western},
	{"CP850", charmap.CodePage850, western},
	{"WINDOWS-1251", charmap.Windows1251, cyrillic},
	{"KOI8-R", charmap.KOI8R, cyrillic},
	{"CP866", charmap.CodePage866, cyrillic},
	{"ISO-8859-5", charmap.ISO8859_5, cyrillic},
	{"WINDOWS-1253", charmap.Windows1253, "αοιετσνηυρπκμλςωάίόέήύώ"},
	{"WINDOWS-1255", charmap.Windows1255, "יוהלאתמרשבנכחדקע"},
	{"WINDOWS-1256", charmap.Windows1256, "اليمنوترهبعدفقسكةح"},
	{"ISO-8859-6", charmap.ISO8859_6, "اليمنوترهبعدفقسكةح"},
	{thai.name, thai.letters, thai.common},
}

var thai = alphabet{"CP874", charmap.Windows874, "านรอกเงมยลวดท่้ีัะป"}

// alphabetOf is Encoding for one byte a letter.
func alphabetOf(line []byte) string {
	best, most := "", 0
	for i := range alphabets {
		if fit := alphabets[i].fit(line); best == "" || fit > most {
			best, most = alphabets[i].name, fit
		}
	}
	return best
}

// fit says how well a line reads in an encoding: common letters count for it; characters that there are not, signs within
// words and capitals behind small letters against it.
func (a *alphabet) fit(line []byte) (fit int) {
	at := func(i int) rune {
		if i < 0 || i >= len(line) {
			return ' '
		}
		return a.letters.DecodeByte(line[i])
	}
	for i, b := range line {
		if b < utf8.RuneSelf {
			continue
		}
		before, r, after := at(i-1), at(i), at(i+1)
		switch {
		case r == utf8.RuneError || unicode.IsControl(r):
			fit -= 4
		case strings.ContainsRune(a.common, r):
			fit += 2
		case !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '’' && unicode.IsLetter(before) && unicode.IsLetter(after):
			fit -= 3
		}
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			fit -= 3
		}
	}
	return fit
}

// isThai says whether a line is Thai, whose words have no blanks between them, so that any two letters would be one of
// Chinese.
func isThai(line []byte) bool {
	high := 0
	for _, b := range line {
		if b >= utf8.RuneSelf {
			high++
		}
	}
	return high > 0 && thai.fit(line) > high // of two for each common letter
}

// IsShifted says whether a line is in ISO-2022-JP or one of its kind: ASCII whose bytes escape sequences make other letters.
func IsShifted(line []byte) bool {
	for _, escape := range [...]string{"\x1b$B", "\x1b$@", "\x1b$(", "\x1b$A", "\x1b(J"} {
		if bytes.Contains(line, []byte(escape)) {
			return true
		}
	}
	return false
}
