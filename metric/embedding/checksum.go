package embedding

import (
	"hash/crc32"
	"sync"
)

// checksum is what binary tables guard their blocks with: CRC-32C above CRC-32 (IEEE 802.3) of the same
// bytes. The two generator polynomials have no common factor, so by the Chinese remainder theorem the pair
// is a cyclic redundancy check of 64 bits whose generator is their product. It finds every damage that
// lies within 64 neighbouring bits, and any other with a chance of 1 − 2⁻⁶⁴. Processors compute both in
// hardware, several times faster than a disk reads; a single CRC-64 they do not.
//
// It guards against accidents, not against people: a table is as trustworthy as the folder it lies in.
func checksum(b []byte) uint64 {
	return uint64(crc32.Checksum(b, castagnoli()))<<32 | uint64(crc32.ChecksumIEEE(b))
}

var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })
