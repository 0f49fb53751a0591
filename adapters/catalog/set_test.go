package catalog

import (
	"encoding/hex"
	"net/url"
	"path"
	"strings"
	"testing"
)

// Every entry is complete, and no name means two things.
func TestVectors(t *testing.T) {
	names, files := map[string]bool{}, map[string]bool{}
	digits := func(t *testing.T, text string, bytes int) {
		if b, err := hex.DecodeString(text); text != "" &&
			(err != nil || len(b) != bytes || strings.ToLower(text) != text) {
			t.Errorf("%q is not the lower-case digits of %d bytes", text, bytes)
		}
	}
	for _, s := range Vectors() {
		t.Run(s.Name, func(t *testing.T) {
			for i, name := range append([]string{s.Name}, s.MemberNames()...) {
				if only := i == 1 && len(s.Members) == 1 && name == s.Name; names[name] && !only {
					t.Errorf("%s twice", name)
				}
				names[name] = true
			}
			if files[s.File] || s.File != path.Base(s.File) {
				t.Errorf("file %q twice or in a folder", s.File)
			}
			files[s.File] = true
			if s.About == "" || s.Licence == "" || s.Bytes < 0 {
				t.Errorf("incomplete: %+v", s)
			}
			for _, address := range []string{s.Address, s.Page} {
				if u, err := url.Parse(address); address != "" && (err != nil || u.Scheme != "https" || u.Host == "") {
					t.Errorf("address %q: %v", address, err)
				}
			}
			if s.Page == "" || s.Address != "" && path.Base(s.Address) != s.File {
				t.Errorf("page %q, address %q, file %q", s.Page, s.Address, s.File)
			}
			digits(t, s.SHA256, 32)
			digits(t, s.MD5, 16)
			digits(t, s.Recorded, 32)
			if s.SHA256 != "" && s.MD5 != "" || (s.Recorded == "") != (s.RecordedBy == "") {
				t.Errorf("checksums %q, %q, %q by %q", s.SHA256, s.MD5, s.Recorded, s.RecordedBy)
			}
		})
	}
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		name, set, member string
		ok                bool
	}{
		{"glove.6B", "glove.6B", "", true},
		{"glove.6B.300d", "glove.6B", "glove.6B.300d.txt", true},
		{"glove.840B", "glove.840B", "glove.840B.300d.txt", true},
		{"glove.840B.300d", "glove.840B", "glove.840B.300d.txt", true},
		{"cc.en.300", "cc.en.300", "", true},
		{"cc.en", "", "", false},
		{"fasttext-cc-de", "fasttext-cc-de", "", true},
		{"fasttext-cc-LANG", "", "", false},
		{"fasttext-cc-", "", "", false},
		{"fasttext-cc-xx", "", "", false},
		{"xfasttext-cc-de", "", "", false},
		{"", "", "", false},
	} {
		set, member, ok := Find(c.name)
		file := ""
		if member != nil {
			file = member.File
		}
		if set.Name != c.set || file != c.member || ok != c.ok {
			t.Errorf("%q: found %q, %q, %v", c.name, set.Name, file, ok)
		}
	}
}

// The languages are those of fastText's page, each with the address that it has there.
func TestLanguages(t *testing.T) {
	codes := map[string]bool{}
	for _, s := range Vectors() {
		for _, language := range s.Languages {
			if codes[language.Code] || language.Name == "" {
				t.Errorf("%v: twice or without a name", language)
			}
			codes[language.Code] = true
			set, _, ok := Find("fasttext-cc-" + language.Code)
			want := "https://dl.fbaipublicfiles.com/fasttext/vectors-crawl/cc." + language.Code + ".300.vec.gz"
			if !ok || set.Address != want || set.File != path.Base(want) || set.Languages != nil {
				t.Errorf("%s: %v, %+v", language.Code, ok, set)
			}
			if !strings.HasPrefix(set.About, language.Name+": ") {
				t.Errorf("%s: about %q", language.Code, set.About)
			}
		}
	}
	if len(codes) != 158 { // the page's 157, and English
		t.Errorf("%d languages, want 158", len(codes))
	}
}
