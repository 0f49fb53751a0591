package finding

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wordrotator/wrd/internal/lazy"
	"golang.org/x/text/encoding/charmap"
)

// Marks that a tokenizer, a model or a program left in a text.
var (
	chatMarks = either(`(?i)<\|[^|<>]{1,40}\|>`, `<｜[^｜<>]{1,40}｜>`,
		`</?(think|thinking|thought|reasoning|reflection|scratchpad|im_start|im_end|start_of_turn|end_of_turn)>`,
		`\[/?(INST|SYS)\]`, `<</?SYS>>`, `(^|\s)(endoftext|eot_id)\b`)
	specialMarks = either(`(?i)</?(s|pad|unk|mask|bos|eos|sep|cls|eot|extra_id_\d+|2[a-z]{2})>`,
		`\[/?(PAD|CLS|SEP|UNK|MASK|BOS|EOS)\]`, `<0x[0-9a-f]{2}>`,
		`@@( |$)`, `@-@`, `⁇`, `[ĠĊ▁]`, `(^| )##[\pL]`, `__[a-z]{2}__`, `>>[a-z]{2,3}<<`)
	htmlTags = either(`(?i)</[a-z][a-z0-9]*\s*>`,
		`<(p|b|i|u|br|hr|em|strong|div|span|li|ul|ol|a|h[1-6]|code|pre|table|tr|td|body|html|head|font|sup|sub|center|img|`+
			`q|cite|blockquote|small|title|text|translation|summary|output|answer|response|result)(\s[^<>]*)?/?>`,
		`<!--`, `<!DOCTYPE`, `<\?xml`)
	entities = either(`(?i)&(amp|lt|gt|quot|apos|nbsp|hellip|ndash|mdash|rsquo|lsquo|ldquo|rdquo|`+
		`[a-z]{1,6}(acute|grave|uml|caron|cedil|circ|tilde|ring)|#\d{2,6}|#x[0-9a-f]{2,5}) ?;`,
		`%[2-7][0-9a-f](%|[a-z])`)
	markdownMarks = either(`\*\*[^*\s][^*]*\*\*`, `__[^_\s][^_]*__`, `~~[^~]+~~`, "```",
		"(^|[^`])`[^`\\s]([^`]*[^`\\s])?`([^`]|$)",           // code
		`\[[^\]]+\]\([^)]+\)`,                                // a link
		`(^|\s)\*[^*\s][^*]*[^*\s]\*(\s|\pP|$)`, `^_[^_]+_$`, // emphasis
		`\\(boxed|text|begin|frac)\{`, `\$\$`, // TeX
		`\|\s*:?-{3,}`, `(^|\n)\s*(-{3,}|\*{3,})\s*($|\n)`, // tables and rules
		`^\s*(#{1,6}|>+) `) // headings and quotations
	jsonFields   = lazy.Regexp(`[{,\[]\s*["'][\pL_][\pL\d_ -]*["']\s*:|^\s*\[\s*["'].*["']\s*\]\s*$|^\s*\{.*\}\s*$`)
	keyBefore    = lazy.Regexp(`(?i)^\s*["']?(translation|translated[_ ]text|summary|output|answer|response|result|text|target|final)["']?\s*[:=]`)
	placeholders = either(`\{\{?[\w.:-]*\}?\}`,
		`%(\d+\$)?[-+#0 ]?\d*(\.\d+)?(s|d|i|@|ld|lu)\b`, `%[A-Za-z_]+%`, `\$\{?[A-Za-z_]\w*\}?`, `\$\d+\b`,
		`https?://[^\s<>"'）」]+`, `www\.[^\s<>"'）」]+`, `[\w.+-]+@[\w-]+\.[\w.]+`,
		`<[a-zA-Z]+\d+\s*/?>`, `__[A-Z_]+__`, `\[[A-Z_]{2,}\d*\]`, `\b[A-Z]+_[A-Z_]+\b`)
	numbered = lazy.Regexp(`^\(?\d{1,3}\pP`)
	escapes  = lazy.Regexp(`\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\[nrt"]|b'\\|` +
		`[\p{Latin}\p{Greek}\p{Cyrillic}]\?+[\p{Latin}\p{Greek}\p{Cyrillic}]`) // others may have no blank behind a question mark
)

// either is an expression that matches where one of some does.
func either(expressions ...string) func() *regexp.Regexp {
	return lazy.Regexp(strings.Join(expressions, "|"))
}

// newly says whether an expression matches a text and none of the others, which may speak of such marks. What it matches has
// one of some characters, which most texts do not have.
func newly(e func() *regexp.Regexp, of, text string, others []string) bool {
	return strings.ContainsAny(text, of) && e().MatchString(text) && !slices.ContainsFunc(others, e().MatchString)
}

// isDamaged says whether the characters of a text are not those that were written: U+FFFD, control characters, those that
// nobody sees, escapes, UTF-8 read as another code.
func isDamaged(text string) bool {
	if strings.ContainsFunc(text, func(r rune) bool {
		return r == utf8.RuneError || r < ' ' && !unicode.IsSpace(r) || 0x7f <= r && r < 0xa0 && r != 0x85 || 0xe000 <= r && r <= 0xf8ff || strings.ContainsRune(unseen, r)
	}) {
		return true
	}
	return strings.ContainsAny(text, `\?`) && escapes().MatchString(text) || isMojibake(text)
}

// unseen are characters that nobody sees: soft hyphen, zero-width space, word joiner, byte order mark.
const unseen = "\u00ad\u200b\u2060\ufeff"

// isMojibake says whether a text has characters that are the bytes of others.
func isMojibake(text string) bool {
	if isASCII(text) {
		return false
	}
	var bytes []byte
	whole := func() bool {
		defer func() { bytes = bytes[:0] }()
		for len(bytes) > 1 {
			if r, size := utf8.DecodeRune(bytes); size > 1 && r != utf8.RuneError {
				return true
			}
			bytes = bytes[1:]
		}
		return false
	}
	for _, r := range text {
		if b, ok := charmap.Windows1252.EncodeRune(r); ok && b >= 0x80 {
			bytes = append(bytes, b)
			continue
		}
		if len(bytes) > 0 && whole() {
			return true
		}
	}
	return whole()
}

// quotes are marks around a text.
const opening, closing = "\"“„«»'‘‚「『《", "\"”“»«'’‘」』》"

func isQuoted(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, ".。!?"))
	return len(text) > 2 && strings.ContainsRune(opening, first) && strings.ContainsRune(closing, last)
}

// placeholdersOf are what programs fill in, and addresses.
func placeholdersOf(text string) (list []string) {
	if !strings.ContainsAny(text, "{%$@<_#[") && !strings.Contains(text, "://") && !strings.Contains(text, "www.") {
		return nil
	}
	for _, one := range placeholders().FindAllString(text, -1) {
		list = append(list, strings.Trim(strings.TrimSpace(one), ".,:;!?)"))
	}
	return list
}

// placeholderChanged says whether a text lacks a placeholder that must be there and that the other has, or has one that none has.
func placeholderChanged(text string, must, other []string, all [][]string) bool {
	has := placeholdersOf(text)
	for _, one := range must {
		if slices.Contains(other, one) && !slices.Contains(has, one) {
			return true
		}
	}
	for _, one := range has {
		if !slices.ContainsFunc(all, func(l []string) bool { return slices.Contains(l, one) }) {
			return true
		}
	}
	return false
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
}

// isItem says whether a text begins as an item of a list does.
func isItem(text string) bool {
	first, size := utf8.DecodeRuneInString(text)
	return strings.ContainsRune("-*+•‣", first) && strings.HasPrefix(text[size:], " ") || numbered().MatchString(text)
}
