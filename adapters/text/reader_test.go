package text_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
)

func readAll(r *text.Reader) (lines []string, err error) {
	for {
		line, err := r.Next()
		if err == io.EOF {
			return lines, nil
		}
		if err != nil {
			return lines, err
		}
		lines = append(lines, string(line))
	}
}

// Lines rejects JSON, which would be taken for prose.
func TestLinesJSON(t *testing.T) {
	for content, want := range map[string]bool{
		"{\"text\": \"east\"}\n": true, "[\"east\", \"west\"]\n": true, "[\"east\"]\n[\"west\"]\n": true, "[Music]\n": false, "{east}\n": false, "east\n": false,
	} {
		var failed error
		for _, err := range text.Lines([]string{"-"}, strings.NewReader(content), func(string) {}) {
			failed = err
		}
		if refused := failed != nil; refused != want ||
			want && failed.Error() != "standard input:1: found JSON, expected one text per line" {
			t.Errorf("%q: got %v, want an error: %v", content, failed, want)
		}
	}
}

func TestReader(t *testing.T) {
	long := strings.Repeat("word ", 300_000)
	for _, c := range []struct {
		name, in string
		want     []string
		notices  []string
	}{
		{"empty", "", nil, nil},
		{"one line", "a\n", []string{"a"}, nil},
		{"no LF at the end", "a\nb", []string{"a", "b"}, nil},
		{"empty lines count", "\n\na\n\n", []string{"", "", "a", ""}, nil},
		{"CRLF", "a\r\nb\n\r\n", []string{"a", "b", ""},
			[]string{"f: dropped the carriage return at the end of 2 of 3 lines"}},
		{"CR at the very end", "a\r", []string{"a"},
			[]string{"f: dropped the carriage return at the end of 1 of 1 line"}},
		{"lone CR is text", "a\rb\rc\nd", []string{"a\rb\rc", "d"},
			[]string{`f: found 2 carriage returns inside lines; if they end lines: tr '\r' '\n' <FILE >NEW`}},
		{"only one CR is dropped", "a\r\r\n", []string{"a\r"},
			[]string{"f: dropped the carriage return at the end of 1 of 1 line",
				`f: found 1 carriage return inside lines; if they end lines: tr '\r' '\n' <FILE >NEW`}},
		{"other separators are text", "a\u2028b\u0085c\vd\fe\x1cf\n", []string{"a\u2028b\u0085c\vd\fe\x1cf"}, nil},
		{"byte-order mark", "\ufeffa\n\ufeffb\n", []string{"a", "\ufeffb"},
			[]string{"f: dropped the byte-order mark at the start"}},
		{"only a byte-order mark", "\ufeff", []string{""}, []string{"f: dropped the byte-order mark at the start"}},
		{"a line over 1 MiB", long + "\nb\n", []string{long, "b"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, in := range []io.Reader{strings.NewReader(c.in), iotest.HalfReader(strings.NewReader(c.in))} {
				r := text.NewReader(in, "f")
				got, err := readAll(r)
				if err != nil || !slices.Equal(got, c.want) {
					t.Errorf("got %.80q (%v), want %.80q", got, err, c.want)
				}
				if !slices.Equal(r.Notices(), c.notices) {
					t.Errorf("notices %q, want %q", r.Notices(), c.notices)
				}
				if r.Line() != int64(len(c.want)) {
					t.Errorf("read %d lines, want %d", r.Line(), len(c.want))
				}
			}
		})
	}
}

func TestReaderErrors(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"bad byte", "good\nbad \xff\n", "f:2: found the byte 0xff at byte 4 of the line (byte 9 of the text), " +
			"expected UTF-8"},
		{"behind a byte-order mark", "\ufeffa\xe4\n", "f:1: found the byte 0xe4 at byte 1 of the line (byte 4 of the " +
			"text), expected UTF-8"},
		{"cut-off character", "\xe2\x82", "f:1: found the byte 0xe2 at byte 0 of the line"},
		{"surrogate", "a\xed\xa0\x80", "f:1: found the byte 0xed at byte 1"},
		{"UTF-16", "\xff\xfea\x00\n\x00", "f:1: found the byte 0xff at byte 0 of the line (byte 0 of the text), " +
			"expected UTF-8; it looks like UTF-16: iconv -f UTF-16 -t UTF-8 FILE > NEW"},
		{"UTF-16 without a mark", "a\x00b\x00\n\x00c\x00", "f:1: found the byte 0x00 at byte 1 of the line (byte 1 of the text), " +
			"expected UTF-8; it looks like UTF-16LE without a mark: iconv -f UTF-16LE -t UTF-8 FILE > NEW"},
		{"zero byte", "a b\nc\x00d\n", "f:2: found the byte 0x00 at byte 1 of the line (byte 5 of the text), expected UTF-8 " +
			"without zero bytes: it is no text, or in another encoding"},
		{"an archive whose first line is text", "PK\x03\x04\n\x00\x00\x00", "f:2: found the byte 0x00 at byte 0 of the line " +
			"(byte 5 of the text), expected UTF-8; it looks like a zip archive: unpack it with unzip"},
		{"ISO-2022-JP", "a\n\x1b$B8@\x1b(B\n", "f:2: found escape sequences of ISO-2022, expected UTF-8; if it is in ISO-2022-JP: iconv -f " +
			"ISO-2022-JP -t UTF-8 FILE > NEW"},
		{"an older encoding", "caf\xe9\n", "expected UTF-8; if it is in WINDOWS-1252: iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW"},
		{"too long", strings.Repeat("x", text.MaxLine+1), "f:1: found a line longer than 64 MiB"},
		{"too long in line 2", "a\n" + strings.Repeat("x", text.MaxLine+100_000) + "\n",
			"f:2: found a line longer than 64 MiB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readAll(text.NewReader(strings.NewReader(c.in), "f"))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestReaderLongestLine(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 64 MiB")
	}
	got, err := readAll(text.NewReader(io.MultiReader(bytes.NewReader(bytes.Repeat([]byte{'x'}, text.MaxLine)),
		strings.NewReader("\r\nb")), "f"))
	if err != nil || len(got) != 2 || len(got[0]) != text.MaxLine {
		t.Errorf("%d lines, error %v, want a line of 64 MiB and another", len(got), err)
	}
}

func TestReaderPassesErrorsOn(t *testing.T) {
	broken := errors.New("broken pipe")
	_, err := readAll(text.NewReader(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), "f"))
	if !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

// Lines joined by LF are the input again, but for what was dropped and reported.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{"", "a\r\nb\n", "\ufeffx\n\xff", "a\u2028b", "a\x00\n", "\xff\xfea\x00", "PK\x03\x04\n\xff"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		r := text.NewReader(bytes.NewReader(in), "f")
		got, err := readAll(r)
		if valid := utf8.Valid(in) && !bytes.Contains(in, []byte{0}) && !file.IsShifted(in); (err == nil) != valid {
			t.Fatalf("error %v for input that is valid: %v", err, valid)
		}
		if err != nil || len(r.Notices()) > 0 { // also of carriage returns that stay
			return
		}
		if joined := strings.Join(got, "\n"); joined != strings.TrimSuffix(string(in), "\n") && string(in) != "\n" {
			t.Errorf("%q became %q", in, joined)
		}
	})
}
