package file

import (
	"bytes"
	"encoding/binary"
	"slices"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// What a file is that a person gave as a text and that is none: nothing here reads such files.

// foreign are marks at the beginning of files that are no texts, and what to do about each.
var foreign = [...]struct{ mark, is string }{
	{"PK\x05\x06", "an empty zip archive"},
	{gzipMagic, "a gzip archive: unpack it with gzip -d"},
	{"\x28\xb5\x2f\xfd", "a Zstandard archive: unpack it with zstd -d"},
	{xzMagic, "an xz archive: unpack it with xz -d"},
	{bzip2Magic, "a bzip2 archive: unpack it with bzip2 -d"},
	{lz4Magic, "an LZ4 archive: unpack it with lz4 -d"},
	{"\x5d\x00\x00", "an LZMA archive: unpack it with xz -d"},
	{"\x1f\x9d", "an archive of compress: unpack it with gzip -d"},
	{"\x89PNG", picture}, {"\xff\xd8\xff", picture}, {"GIF8", picture},
	{"\x7fELF", "a program"},
	{"7z\xbc\xaf", "a 7z archive: unpack it with 7z x"},
	{"Rar!\x1a", "a RAR archive: unpack it with unrar x"},
	{"%PDF-", "a PDF: pdftotext writes its text"},
	{"\xd0\xcf\x11\xe0", "an Office file (.xls, .doc): save it as CSV or plain text, UTF-8"},
	{"SQLite format 3", "a SQLite database: write its table as CSV"},
	{"\x89HDF", "an HDF5 file: write its table as CSV"},
	{"\x93NUMPY", "a NumPy array: write it as CSV or JSON"},
	{"PAR1", "a Parquet file"},
	{"\x80\x02", pickled}, {"\x80\x03", pickled}, {"\x80\x04", pickled}, {"\x80\x05", pickled},
	{"\xff\xfe\x00\x00", "UTF-32: iconv -f UTF-32" + toUTF8},
	{"\x00\x00\xfe\xff", "UTF-32: iconv -f UTF-32" + toUTF8},
	{"\xff\xfe", "UTF-16: iconv -f UTF-16" + toUTF8},
	{"\xfe\xff", "UTF-16: iconv -f UTF-16" + toUTF8},
}

const (
	picture = "a picture: a program for OCR writes its text"
	pickled = "a Python pickle: write it as JSON or CSV"
	toUTF8  = " -t UTF-8 FILE > NEW"
)

// Foreign says what a file is that begins like start and is not UTF-8 or has zero bytes, and what to do about it, such as
// "a tar archive: unpack it with tar -xf"; "" where nothing shows it. A thousand bytes are enough. See Encoding for texts
// in older encodings.
func Foreign(start []byte) string {
	if bytes.HasPrefix(start, []byte("PK\x03\x04")) {
		return zipped(start)
	}
	if len(start) >= 262 && string(start[257:262]) == "ustar" {
		return "a tar archive: unpack it with tar -xf"
	}
	for _, f := range foreign {
		if bytes.HasPrefix(start, []byte(f.mark)) {
			return f.is
		}
	}
	if name := wide(start); name != "" {
		return name + " without a mark: iconv -f " + name + toUTF8
	}
	return ""
}

// zipped says what a zip archive is. Files of Office are some.
func zipped(start []byte) string {
	has := func(name string) bool { return bytes.Contains(start, []byte(name)) }
	switch {
	case has("xl/"), has("opendocument.spreadsheet"):
		return "a spreadsheet (.xlsx, .ods): save it as CSV, UTF-8"
	case has("word/"), has("opendocument.text"):
		return "a document (.docx, .odt): save it as plain text, UTF-8"
	case has("[Content_Types].xml"):
		return "an Office file (.xlsx, .docx): save it as CSV or plain text, UTF-8"
	}
	return "a zip archive: unpack it with unzip"
}

// wide returns the encoding of a text in UTF-16 or UTF-32 without a mark: the one in which all characters are letters and
// signs, and some are white space; "" for none.
func wide(start []byte) string {
	ascii := 0
	for _, b := range start {
		if b >= ' ' && b < 0x80 || b == '\t' || b == '\n' || b == '\r' {
			ascii++
		}
	}
	if !slices.Contains(start, 0) || 5*ascii > 4*len(start) { // a zero in a text of ASCII, any two of which make a letter of Chinese
		return ""
	}
	for _, form := range []struct {
		name  string
		width int
		order binary.ByteOrder
	}{
		{"UTF-32LE", 4, binary.LittleEndian}, {"UTF-32BE", 4, binary.BigEndian},
		{"UTF-16LE", 2, binary.LittleEndian}, {"UTF-16BE", 2, binary.BigEndian},
	} {
		if isWide(start, form.width, form.order) {
			return form.name
		}
	}
	return ""
}

// isWide says whether bytes may be a text of characters of some width each.
func isWide(start []byte, width int, order binary.ByteOrder) bool {
	var text []rune
	for ; len(start) >= width; start = start[width:] {
		if width == 4 {
			text = append(text, rune(order.Uint32(start)))
		} else {
			text = append(text, rune(order.Uint16(start)))
		}
	}
	spaced := false
	for i, r := range text {
		if width == 2 && utf16.IsSurrogate(r) {
			if i+1 < len(text) && unicode.IsGraphic(utf16.DecodeRune(r, text[i+1])) || i+1 == len(text) ||
				i > 0 && utf16.DecodeRune(text[i-1], r) != utf8.RuneError {
				continue
			}
			return false
		}
		white := r == ' ' || r == '\n' || r == '\r' || r == '\t'
		if !white && !unicode.IsGraphic(r) {
			return false
		}
		spaced = spaced || white
	}
	return spaced || len(text) == 1
}

// Encoding guesses in which older encoding a line is that is not UTF-8, by the name that iconv has for it; "" for a line
// with more characters of UTF-8 than other bytes, or with 0xff alone, which is damaged rather than encoded in another way. What tells encodings of one
// alphabet apart is words, of which nothing is known here: it may be another one.
func Encoding(line []byte) string {
	line = line[:min(len(line), 4096)]
	whole, broken := 0, 0
	for rest := line; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		if n > 1 {
			whole++
		} else if r == utf8.RuneError {
			broken++
		}
		rest = rest[n:]
	}
	if whole > broken {
		return ""
	}
	c := countEncoded(line)
	switch {
	case c.high == c.ones: // damage rather than ÿ
		return ""
	case c.pairs == 0 || 10*c.alone > c.pairs || 10*c.low > 8*c.pairs || isThai(line):
		return alphabetOf(line)
	case 5*c.shiftKana > c.pairs:
		return "SHIFT_JIS"
	case 10*c.low > c.pairs:
		return "BIG5"
	case 5*c.kana > c.pairs:
		return "EUC-JP"
	case 20*c.beyondHangul < c.pairs:
		return "EUC-KR"
	}
	return "GB18030"
}

// encoded are counts of what a line has if it is in an older encoding.
type encoded struct {
	high, ones      int // bytes beyond ASCII, and those of ones, 0xff
	pairs, alone    int // two bytes that make a character, and bytes beyond ASCII that do not
	low             int // pairs whose second byte is one of ASCII
	kana, shiftKana int // pairs that are Japanese syllables in EUC-JP and in Shift JIS
	beyondHangul    int // pairs after the syllables of EUC-KR
}

func countEncoded(line []byte) (c encoded) {
	for _, b := range line {
		if b < 0x80 {
			continue
		}
		c.high++
		if b == 0xff {
			c.ones++
		}
	}
	for i := 0; i < len(line); i++ {
		lead := line[i]
		if lead < 0x80 {
			continue
		}
		if lead == 0x80 || lead == 0xff || i+1 == len(line) || line[i+1] < 0x40 || line[i+1] == 0x7f {
			c.alone++
			continue
		}
		i++
		c.pairs++
		trail := line[i]
		if trail < 0x80 {
			c.low++
		}
		if lead == 0xa4 || lead == 0xa5 {
			c.kana++
		}
		if lead == 0x82 && trail >= 0x9f || lead == 0x83 {
			c.shiftKana++
		}
		if lead > 0xc8 {
			c.beyondHangul++
		}
	}
	return c
}
