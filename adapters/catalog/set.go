// Package catalog knows vectors and encoders by name: which there are (Vectors, Encoders, Find), which of them are here
// (List, Set.Fetched), and how to get the others (Pull). Nothing but Pull opens a connection.
//
// It may change with any version; README lists the packages that do not.
package catalog

import (
	"net/url"
	"slices"
)

// A Set is a download with a name: a file of a publisher with vectors, or the files of an encoder, of one commit of a
// repository on a hub such as Hugging Face. Addresses, sizes and licences are those of the publishers' pages. Checksums
// of vectors are rare: if a publisher gives none, a recorded one is listed, with the name of who recorded it.
type Set struct {
	Name  string `json:"name"`  // by which users ask for it
	About string `json:"about"` // of vectors words, dimensions and what they were trained on; of an encoder size and training

	// Of vectors: the file's name with the publisher, with which it is kept, and its address, "" if the publisher has it
	// only behind a page for people.
	File    string `json:"file,omitempty"`
	Address string `json:"address,omitempty"`

	Repository string `json:"repository,omitempty"` // of an encoder
	Commit     string `json:"commit,omitempty"`     // of its files
	// Language is that of the texts that an encoder was trained on, a code of ISO 639; "" for many languages.
	Language string `json:"language,omitempty"`

	Page    string   `json:"page"` // where the publisher describes it
	Licence string   `json:"licence"`
	Bytes   int64    `json:"bytes,omitempty"`   // size of the vectors' file; 0 if it is not known
	Members []Member `json:"members,omitempty"` // the vectors in it, if they have names of their own
	Files   []File   `json:"files,omitempty"`   // of an encoder
	Note    string   `json:"note,omitempty"`    // what else users must know, a sentence without a full stop
	// Languages are those that vectors are published in, nil for a set of one file. LANG stands for the code of a
	// language in Name, File and Address; Bytes and checksums are unknown.
	Languages []Language `json:"languages,omitempty"`

	// The checksum that the publisher of vectors gives, at most one of them; "" for none.
	SHA256 string `json:"sha256,omitempty"`
	MD5    string `json:"md5,omitempty"`
	// Recorded is a SHA-256 that the publisher does not give, but RecordedBy had of the file.
	Recorded   string `json:"recorded_sha256,omitempty"`
	RecordedBy string `json:"recorded_by,omitempty"`
}

// A Member is a vector file in an archive.
type Member struct {
	Name string `json:"name"` // by which users ask for it
	File string `json:"file"` // its name in the archive
}

// A File is one of an encoder.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes,omitempty"`  // 0 if it is not known
	SHA256 string `json:"sha256,omitempty"` // "" if it is recorded at the first download, and held from then on
}

// Vectors returns all vectors that can be fetched by name, in the order of their list, a copy.
func Vectors() []Set { return slices.Clone(known().Vectors) }

// Encoders returns all encoders that can be fetched by name, a copy; the first one is recommended.
func Encoders() []Set { return slices.Clone(known().Encoders) }

// Find returns the encoder or the vectors of the given name, or the vectors that have a member of that name;
// fasttext-cc-de is the German one of fasttext-cc-LANG. member is not nil if the name means one of several vector files
// in an archive, or the only one.
func Find(name string) (set Set, member *Member, ok bool) {
	for _, s := range slices.Concat(known().Encoders, known().Vectors) {
		if s.Languages != nil {
			if set, ok := s.inLanguage(name); ok {
				return set, nil, true
			}
			continue
		}
		if s.Name == name {
			if len(s.Members) == 1 {
				return s, &s.Members[0], true
			}
			return s, nil, true
		}
		for _, m := range s.Members {
			if m.Name == name {
				return s, &m, true
			}
		}
	}
	return Set{}, nil, false
}

// IsEncoder says whether the set is an encoder, not vectors.
func (s *Set) IsEncoder() bool { return s.Files != nil }

// MemberNames returns the names of the set's members, nil if it has none.
func (s *Set) MemberNames() []string {
	var names []string
	for _, m := range s.Members {
		names = append(names, m.Name)
	}
	return names
}

// Size is what is downloaded, in bytes as far as it is known.
func (s *Set) Size() int64 {
	n := s.Bytes
	for _, file := range s.Files {
		n += file.Bytes
	}
	return n
}

// addressOf is where a file of an encoder is on a hub.
func (s *Set) addressOf(hub *url.URL, file File) *url.URL {
	return hub.JoinPath(s.Repository, "resolve", s.Commit, file.Name)
}
