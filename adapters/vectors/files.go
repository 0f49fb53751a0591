package vectors

import "github.com/wordrotator/wrd/metric/ngrams"

// Files lists the files that opening the vectors reads: that of the vectors, or the archive that holds them, and that
// of their words. There are none for the embedded vectors, and for those that Open does not find.
func (s Location) Files() []string {
	if _, spelled := ngrams.Parse(s.Name); spelled || s.embedded() {
		return nil
	}
	path, err := s.path()
	if err != nil {
		return nil
	}
	var p source
	p.resolve(path, s.Words) // what it fails at is an error of Open; what it found by then is read
	if p.beside == "" {
		return []string{p.path}
	}
	return []string{p.path, p.beside}
}
