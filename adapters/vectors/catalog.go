package vectors

import "slices"

// A Set is one file of a publisher, with the vectors in it. The list is data: nothing here opens a connection.
// Addresses, sizes and licences are those of the publishers' pages. Checksums are rare: where a publisher gives none,
// the one that somebody else recorded is listed with the name of who did.
type Set struct {
	Name    string   `json:"name"`              // by which users ask for it
	About   string   `json:"about"`             // words, dimensions and what they were trained on
	File    string   `json:"file"`              // its name with the publisher, with which it is kept
	Address string   `json:"address,omitempty"` // of the file; "" if the publisher has it only behind a page for people
	Page    string   `json:"page"`              // where the publisher describes it
	Licence string   `json:"licence"`
	Bytes   int64    `json:"bytes,omitempty"`   // size of the file; 0 if it is not known
	Members []Member `json:"members,omitempty"` // the vectors in it, if they have names of their own
	Note    string   `json:"note,omitempty"`    // what else users must know, a sentence without a full stop
	// Languages are those that the set is published in, nil for a set of one file. LANG stands for the code of a
	// language in Name, File and Address; Bytes and checksums are unknown.
	Languages []Language `json:"languages,omitempty"`

	// The checksum that the publisher gives, at most one of them; "" for none.
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

// Sets returns all sets of vectors that can be fetched by name, in the order of their list, a copy.
func Sets() []Set { return slices.Clone(sets) }

// FindSet returns the set that has the given name, or a member of the given name; fasttext-cc-de is the German one of
// fasttext-cc-LANG. member is not nil if the name
// means one of several vector files in an archive, or the only one.
func FindSet(name string) (set Set, member *Member, ok bool) {
	for _, s := range sets {
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

// MemberNames returns the names of the set's members, nil if it has none.
func (s Set) MemberNames() []string {
	var names []string
	for _, m := range s.Members {
		names = append(names, m.Name)
	}
	return names
}
