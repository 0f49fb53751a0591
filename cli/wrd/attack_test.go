package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/wordrotator/wrd/internal/parts"
)

// Environment variables of the attacks, which are a part of the tests. Each attack depends only on the seed, its kind and its number, so a failure
// comes back with the same seed, and a longer run begins with the attacks of a shorter one.
const (
	attackSeedVariable  = "WRD_ATTACK_SEED"  // a number, default 1
	longAttacksVariable = "WRD_LONG_ATTACKS" // how many times as many attacks as .ci/run makes, default 1
)

// What a run on a small damaged file may use at most.
const (
	mostAttackTime  = 30 * time.Second
	mostAttackBytes = 256 << 20 // allocated in all, not at once
	// For a text in the header of a Parquet page the library asks for as many bytes as the header says it has, up to
	// 2 GB, and fills those that the file holds.
	mostHeaderBytes = mostAttackBytes + 2<<30
)

func attackNumber(t *testing.T, variable string) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return 1
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s: found %q, expected a number from 1", variable, text)
	}
	return n
}

// An attacker makes the attacks of one kind, and counts them.
type attacker struct {
	t     *testing.T
	kind  string
	seed  int
	times int // as many attacks as .ci/run makes
	made  int
}

// newAttacker returns the attacker of a kind. At the end of the test it prints how many attacks were made, and fails if
// there were none, so that a suite that has gone blind shows.
func newAttacker(t *testing.T, kind string) *attacker {
	a := &attacker{t, kind, attackNumber(t, attackSeedVariable), attackNumber(t, longAttacksVariable), 0}
	t.Cleanup(func() {
		if a.made == 0 && t.Skipped() {
			return // go test says why
		}
		parts.Count(t, a.made, fmt.Sprintf("%s, seed %d", a.kind, a.seed))
	})
	return a
}

// most returns how many attacks to make, of which .ci/run makes n, and a quarter under the race detector.
func (a *attacker) most(n int) int {
	if testing.Short() {
		return n / 4
	}
	return n * a.times
}

// numbers returns the random numbers of attack i.
func (a *attacker) numbers(i int) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(a.kind))
	return rand.New(rand.NewPCG(uint64(a.seed), h.Sum64()+uint64(i)))
}

// An attacked is what a run of the command did.
type attacked struct {
	status         int
	stdout, stderr string
	allocated      uint64
}

// run runs the command in this process. A run that does not end fails the test with the stacks of all goroutines.
func (a *attacker) run(what string, args []string) attacked {
	a.t.Helper()
	a.made++
	ctx, cancel := context.WithTimeout(context.Background(), mostAttackTime)
	defer cancel()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var out, stderr bytes.Buffer
	ended := make(chan int, 1)
	go func() { ended <- run(ctx, append([]string{"wrd"}, args...), strings.NewReader(""), &out, &stderr) }()
	select {
	case status := <-ended:
		runtime.ReadMemStats(&after)
		if ctx.Err() != nil {
			a.t.Errorf("%s: the run took more than %v", what, mostAttackTime)
		}
		return attacked{status, out.String(), stderr.String(), after.TotalAlloc - before.TotalAlloc}
	case <-time.After(2 * mostAttackTime):
		debug.SetTraceback("all")
		panic(fmt.Sprintf("%s, attack %d, seed %d: %s: the run does not end, also when it is cancelled", a.kind, a.made,
			a.seed, what))
	}
}

// check fails the test unless the run was done with sane numbers, or rejected its input with a sentence that has one of
// the names in it.
func (a *attacker) check(what string, o attacked, names ...string) {
	a.t.Helper()
	fail := func(format string, args ...any) {
		a.t.Helper()
		a.t.Errorf("seed %d, %s: %s\nexit status %d\n%.2000q\n%.2000q", a.seed, what, fmt.Sprintf(format, args...),
			o.status, o.stdout, o.stderr)
	}
	most := uint64(mostAttackBytes)
	if strings.Contains(o.stderr, "decoding thrift payload") {
		most = mostHeaderBytes
	}
	if o.allocated > most {
		fail("allocated %d MB", o.allocated>>20)
	}
	for _, said := range []string{"runtime error", "panic", "goroutine ", "fault of wrd", "unexpected fault"} {
		if strings.Contains(o.stderr, said) {
			fail("said %q", said)
			return
		}
	}
	bad := unprintable(o.stderr)
	if !json.Valid([]byte(o.stdout)) { // JSON holds the exact texts
		bad += unprintable(o.stdout)
	}
	if bad != "" {
		fail("printed %q", bad)
	}
	switch o.status {
	case exitDone:
		if bad := insane(o.stdout); bad != "" {
			fail("found %s in the output", bad)
		}
	case exitBadInput:
		sentence := refusal(o.stderr)
		if sentence == "" {
			fail("no sentence")
		}
		if len(sentence) > 2000 {
			fail("a sentence of %d bytes", len(sentence))
		}
		if json.Valid([]byte(o.stdout)) {
			fail("a result that looks whole")
		}
		for _, name := range names {
			if strings.Contains(sentence, name) {
				return
			}
		}
		if len(names) > 0 && !aboutAllFiles.MatchString(sentence) {
			fail("found none of %q in %q", names, sentence)
		}
	default:
		fail("found this exit status, expected %d or %d", exitDone, exitBadInput)
	}
}

// aboutAllFiles finds the sentences about what all files of a run have together.
var aboutAllFiles = regexp.MustCompile(`^(found one system, .*, expected two or more to compare` +
	`|found the groups of segments .*, expected one` +
	`|column .*: found no segment that systems .* both have a score for` +
	`|found no pairs: expected at least one candidate and one reference` +
	`|converter .*: letter . needs sentences, found none with a known word)`)

// refusal returns the sentence that says why a run was rejected: the last line that is no hint.
func refusal(stderr string) (sentence string) {
	for line := range strings.Lines(stderr) {
		if s, ok := strings.CutPrefix(line, "wrd: "); ok && !strings.HasPrefix(s, "hint: ") {
			sentence = strings.TrimSpace(s)
		}
	}
	return sentence
}

// unprintable returns the first character that a terminal would obey rather than show, or that is no UTF-8.
func unprintable(printed string) string {
	for i, r := range printed {
		switch {
		case r == '\n' || r == '\t':
		case r == utf8.RuneError && !strings.HasPrefix(printed[i:], string(utf8.RuneError)):
			return printed[i : i+1]
		case !unicode.IsGraphic(r):
			return string(r)
		}
	}
	return ""
}

// noNumber finds what a program prints instead of a number.
var noNumber = regexp.MustCompile(`(?i)(?:^|[\s"=:,\[])([-+]?(?:nan|inf(?:inity)?))(?:$|[\s",\]])`)

// bounds are the ranges of the numbers under a key of the JSON output.
var bounds = map[string][2]float64{
	"wrd": {0, 2}, "wrd_similarity": {-1, 1}, "add": {-1, 1}, "bertscore_p": {-1, 1}, "bertscore_r": {-1, 1},
	"bertscore_f1": {-1, 1}, "dynamax": {-1, 1}, "coverage": {0, 1}, "p": {0, 1}, "p_value": {0, 1},
	"p_corrected": {0, 1},
	"value":       {-1, 1}, "pearson": {-100, 100}, "spearman": {-100, 100}, "segments": {0, 1e6}, "pairs": {0, 1e6},
}

// insane returns the first number of an output that cannot be right, or "".
func insane(output string) string {
	if !strings.HasPrefix(strings.TrimSpace(output), "{") {
		return noNumber.FindString(output)
	}
	var value any
	if err := json.Unmarshal([]byte(output), &value); err != nil {
		return err.Error()
	}
	var walk func(key string, value any) string
	walk = func(key string, value any) string {
		switch v := value.(type) {
		case float64:
			if b, ok := bounds[key]; ok && !(v >= b[0]-1e-6 && v <= b[1]+1e-6) {
				return fmt.Sprintf("%s: %v", key, v)
			}
		case []any:
			for _, v := range v {
				if bad := walk(key, v); bad != "" {
					return bad
				}
			}
		case map[string]any:
			for k, v := range v {
				if k == "mean" || k == "candidate" || k == "reference" { // of a measure, of the coverage
					k = key
				}
				if bad := walk(k, v); bad != "" {
					return bad
				}
			}
		}
		return ""
	}
	return walk("", value)
}

// hostileFields are texts that stand where a number or a word is expected.
var hostileFields = []string{
	"NaN", "inf", "-Infinity", "1e999", "-1e308", "1e308", "-0", "1e-320", "", "0x1p4", "1_000", "9223372036854775808",
	strings.Repeat("9", 400), "1." + strings.Repeat("0", 5000), "null", "true", "\"", "{}", "[[[[[[[[", "\x00", "\xff",
	"\xc0\x80",
	"\xed\xa0\x80", "\x1b[31mred", "\u202e", "\ufeff", "\u2028", "\n", "\r", "\r\n", "\t", "\t\t\t", " ", ",,,", "|",
	"@all", "<b>",
}

// field finds what looks like a number or a word.
var field = regexp.MustCompile(`[-+.0-9e]+|[A-Za-z_]+`)

// damaged returns a file with something wrong, what that is, and whether it replaced bytes or took some away, so that
// a checksum shows it.
func damaged(good []byte, numbers *rand.Rand) (bad []byte, what string, caught bool) {
	bad = bytes.Clone(good)
	at := numbers.IntN(len(bad))
	if ends := numbers.IntN(4); len(bad) > 400 && ends < 2 { // where headers and footers are
		at = numbers.IntN(200)
		if ends == 1 {
			at = len(bad) - 1 - at
		}
	}
	switch kind := numbers.IntN(9); kind {
	case 0, 1:
		bit := numbers.IntN(8)
		bad[at] ^= 1 << bit
		return bad, fmt.Sprintf("bit %d of byte %d flipped", bit, at), true
	case 2:
		return bad[:at], fmt.Sprintf("cut off after byte %d", at), true
	case 3:
		b := byte(numbers.Uint32())
		caught = bad[at] != b
		bad[at] = b
		return bad, fmt.Sprintf("byte %d is %#x", at, b), caught
	case 4:
		extremes := []uint64{0, 1, math.MaxInt32, math.MaxUint32, 1 << 31, math.MaxInt64, math.MaxUint64, 1 << 63,
			0x7fc00000, 0x7f800000, 0xff7fffff}
		n := extremes[numbers.IntN(len(extremes))]
		size := []int{4, 8}[numbers.IntN(2)]
		number := binary.LittleEndian.AppendUint64(nil, n)[:size]
		if numbers.IntN(4) == 0 {
			number = binary.BigEndian.AppendUint64(nil, n)[8-size:]
		}
		caught = copy(bad[at:], number) > 0 && !bytes.Equal(bad, good)
		return bad, fmt.Sprintf("%d bytes from %d are %#x", size, at, number), caught
	case 5:
		n := min(1+numbers.IntN(64), len(bad)-at)
		return append(bad[:at:at], bad[at+n:]...), fmt.Sprintf("%d bytes from %d are missing", n, at), true
	case 6:
		n := min(1+numbers.IntN(200), len(bad)-at)
		return append(bad[:at+n:at+n], good[at:]...), fmt.Sprintf("%d bytes from %d come twice", n, at), false
	case 7:
		fields := field.FindAllIndex(good, -1)
		if len(fields) == 0 {
			return bad[:at], fmt.Sprintf("cut off after byte %d", at), true
		}
		f := fields[numbers.IntN(len(fields))]
		text := hostileFields[numbers.IntN(len(hostileFields))]
		bad = append(append(bad[:f[0]:f[0]], text...), good[f[1]:]...)
		return bad, fmt.Sprintf("%.20q at %d is %.20q", good[f[0]:f[1]], f[0], text), !bytes.Equal(bad, good)
	default:
		more := make([]byte, 1+numbers.IntN(64))
		for i := range more {
			more[i] = byte(numbers.Uint32())
		}
		return append(bad, more...), fmt.Sprintf("%d bytes more: %.20q", len(more), more), false
	}
}
