package embedding

import "testing"

// BenchmarkOpenDefault measures the whole opening of the built-in vectors, which Default does once.
func BenchmarkOpenDefault(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := openQuantized(DefaultName, defaultTable); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOpenDefaultFrequencies measures the same for the word counts.
func BenchmarkOpenDefaultFrequencies(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := openQuantizedFrequencies(DefaultName, defaultTable); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDefaultRows measures how long it takes from nothing to having every default row as float32.
func BenchmarkDefaultRows(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		s, err := openQuantized(DefaultName, defaultTable)
		if err != nil {
			b.Fatal(err)
		}
		s.Rows()
	}
}

// BenchmarkRow measures one access to a row that is there already.
func BenchmarkRow(b *testing.B) {
	s, err := openQuantized(DefaultName, defaultTable)
	if err != nil {
		b.Fatal(err)
	}
	s.Rows()
	var sink float32
	id := 0
	for b.Loop() {
		sink += s.Row(id)[0]
		id = (id + 1) & 1023
	}
	_ = sink
}
