package embedding

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"io"
	"math"
)

// Digest returns the SHA-256 of the content in hexadecimal, 64 digits. It is taken over these bytes,
// integers and IEEE 754 numbers being little-endian:
//
//	"wrd vectors 1\n"
//	uint64 number of words, uint64 dimension
//	for each word: uint32 length in bytes, the bytes
//	for each row: its components as float32
//	if there are subwords:
//		"subwords\n"
//		uint64 shortest and longest n-gram, uint64 number of buckets
//		for each bucket: its components as float32
//
// The name, the file format and the compression that the vectors came in have no part in it. The
// first call reads the whole table; the result is kept.
func (s *Store) Digest() string { return s.digest() }

func digestStore(s *Store) string {
	h := sha256.New()
	io.WriteString(h, "wrd vectors 1\n")
	writeUint64s(h, uint64(s.Len()), uint64(s.Dim()))
	hashWords(h, &s.words)
	for id := range s.Len() {
		hashRow(h, s.Row(id))
	}
	if sub := s.Subwords(); sub.Buckets > 0 {
		io.WriteString(h, "subwords\n")
		writeUint64s(h, uint64(sub.Shortest), uint64(sub.Longest), uint64(sub.Buckets))
		for b := range sub.Buckets {
			hashRow(h, s.subwords.buckets.row(b))
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// hashRow takes the components of a row into h.
func hashRow(h hash.Hash, row []float32) {
	if !bigEndian() {
		h.Write(bytesOf(row))
		return
	}
	for _, x := range row {
		var b [4]byte
		binary.LittleEndian.PutUint32(b[:], math.Float32bits(x))
		h.Write(b[:])
	}
}

// digestFrequencies is defined at [Frequencies.Digest].
func digestFrequencies(f *Frequencies) string {
	h := sha256.New()
	io.WriteString(h, "wrd frequencies 1\n")
	writeUint64s(h, uint64(f.Len()), uint64(f.total))
	hashWords(h, &f.words)
	for _, count := range f.counts {
		writeUint64s(h, uint64(count))
	}
	return hex.EncodeToString(h.Sum(nil))
}

func hashWords(h hash.Hash, words *vocabulary) {
	var buf bytes.Buffer
	for id := range words.len() {
		word := words.word(id)
		buf.Reset()
		buf.Write(binary.LittleEndian.AppendUint32(buf.AvailableBuffer(), uint32(len(word))))
		buf.WriteString(word)
		h.Write(buf.Bytes())
	}
}

func writeUint64s(h hash.Hash, values ...uint64) {
	var buf [8]byte
	for _, v := range values {
		binary.LittleEndian.PutUint64(buf[:], v)
		h.Write(buf[:])
	}
}
