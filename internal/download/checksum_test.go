package download

import (
	"context"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestChecksum(t *testing.T) {
	file := content(5000, 1)
	sum := md5.Sum(file)
	right, _ := ParseChecksum(strings.ToUpper(sha(file)))
	weak, _ := ParseChecksum(hex.EncodeToString(sum[:]))
	wrong, _ := ParseChecksum(sha(file[1:]))
	for _, c := range []struct {
		name     string
		checksum Checksum
		ok       bool
	}{{"none", Checksum{}, true}, {"right", right, true}, {"right MD5", weak, true}, {"wrong", wrong, false}} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, answer{file: file, etag: `"a"`})
			d, _ := fetchFrom(t, s)
			d.Checksum = c.checksum
			_, err := d.Run(t.Context())
			mismatch, wrongSum := errors.AsType[*MismatchError](err)
			if wrongSum == c.ok || c.ok != (err == nil) {
				t.Fatalf("error %v", err)
			}
			if c.ok {
				holds(t, d.Path, file, "file.zip")
				return
			}
			if want := fmt.Sprintf("%s: SHA-256 is %s, expected %s; the download is removed", d.Path, sha(file),
				wrong.Hex); mismatch.Error() != want {
				t.Errorf("said %q, expected %q", mismatch, want)
			}
			holds(t, d.Path, nil)

			// A file that was there is checked too, but not removed.
			if err := os.WriteFile(d.Path, file, 0o666); err != nil {
				t.Fatal(err)
			}
			if _, err := d.Run(t.Context()); err == nil || strings.Contains(err.Error(), "removed") {
				t.Errorf("of an existing file: %v", err)
			}
			d.Checksum = right
			result, err := d.Run(t.Context())
			if err != nil || !result.Existing || len(s.asked()) != 1 {
				t.Errorf("of an existing file: %v, %v after %d requests", result, err, len(s.asked()))
			}
			holds(t, d.Path, file, "file.zip")
		})
	}
}

func TestChecksumCancelled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, content(1000, 1), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := sum(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestParseChecksum(t *testing.T) {
	for _, text := range []string{"", "12", strings.Repeat("0", 63), strings.Repeat("g", 64), strings.Repeat("0", 40)} {
		if c, err := ParseChecksum(text); err == nil {
			t.Errorf("%q: %v, expected an error", text, c)
		}
	}
}
