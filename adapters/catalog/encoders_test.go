package catalog

import (
	"encoding/hex"
	"net/url"
	"path"
	"strings"
	"testing"
)

// Every entry is complete: a pinned commit, and a SHA-256 for each file or for none.
func TestEncoders(t *testing.T) {
	hub, err := url.Parse(Hub)
	if err != nil {
		t.Fatal(err)
	}
	digits := func(t *testing.T, what, text string, bytes int) {
		if b, err := hex.DecodeString(text); err != nil || len(b) != bytes || strings.ToLower(text) != text {
			t.Errorf("%s: %q is not the lower-case digits of %d bytes", what, text, bytes)
		}
	}
	names := map[string]bool{}
	for _, s := range Encoders() {
		t.Run(s.Name, func(t *testing.T) {
			if names[s.Name] || s.Name != path.Base(s.Repository) || s.About == "" || s.Licence == "" ||
				s.Page != Hub+"/"+s.Repository {
				t.Errorf("incomplete or twice: %+v", s)
			}
			names[s.Name] = true
			digits(t, "commit", s.Commit, 20)
			files := map[string]bool{}
			for _, file := range s.Files {
				if s.HasChecksums() {
					digits(t, file.Name, file.SHA256, 32)
				} else if file.SHA256 != "" {
					t.Errorf("%s has a checksum, other files have none", file.Name)
				}
				files[file.Name] = true
			}
			if len(files) != len(s.Files) || !files["config.json"] || !files["model.safetensors"] ||
				s.Files[len(s.Files)-1].Name != "model.safetensors" || s.HasChecksums() && s.Size() < 50e6 {
				t.Errorf("files %+v", s.Files)
			}
			want := "https://huggingface.co/" + s.Repository + "/resolve/" + s.Commit + "/" + s.Files[0].Name
			if got := s.addressOf(hub, s.Files[0]).String(); got != want {
				t.Errorf("address %s, want %s", got, want)
			}
			if found, _, ok := Find(s.Name); !ok || found.Commit != s.Commit {
				t.Errorf("found %v, %+v", ok, found)
			}
		})
	}
	if _, _, ok := Find("bge"); ok {
		t.Error("found a set of another name")
	}
}
