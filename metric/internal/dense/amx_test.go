package dense

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
)

// The bytes are those of GNU as 2.40.
func TestAMXBytes(t *testing.T) {
	want := map[string]string{
		"ldtilecfg [rax]":                "c4e2784900",
		"tilerelease":                    "c4e27849c0",
		"tileloadd tmm0,[rax+r9*1]":      "c4a27b4b0408",
		"tileloadd tmm1,[rax+r9*1+64]":   "c4a27b4b4c0840",
		"tileloadd tmm2,[rax+r9*1]":      "c4a27b4b1408",
		"tileloadd tmm3,[rax+r9*1+64]":   "c4a27b4b5c0840",
		"tileloadd tmm4,[rsi+rdx*1]":     "c4e27b4b2416",
		"tileloadd tmm5,[r8+rdx*1]":      "c4c27b4b2c10",
		"tileloadd tmm6,[rcx+rbx*1]":     "c4e27b4b3419",
		"tileloadd tmm7,[rcx+rbx*1+64]":  "c4e27b4b7c1940",
		"tdpbusd tmm0,tmm4,tmm6":         "c4e2495ec4",
		"tdpbusd tmm1,tmm4,tmm7":         "c4e2415ecc",
		"tdpbusd tmm2,tmm5,tmm6":         "c4e2495ed5",
		"tdpbusd tmm3,tmm5,tmm7":         "c4e2415edd",
		"tilestored [r10+rbx*1],tmm0":    "c4c27a4b041a",
		"tilestored [r10+rbx*1+64],tmm1": "c4c27a4b4c1a40",
		"tilestored [rax+rbx*1],tmm2":    "c4e27a4b1418",
		"tilestored [rax+rbx*1+64],tmm3": "c4e27a4b5c1840",
	}
	for _, function := range []string{"productInt8AMX", "productGELUInt8AMX"} {
		p := readListing(t, function)
		seen := map[string]bool{}
		for i, line := range p.lines {
			if line[0] != "" {
				continue
			}
			if seen[p.texts[i]] = true; line[1] != want[p.texts[i]] {
				t.Errorf("%s: the bytes %s, want %s", p.texts[i], line[1], want[p.texts[i]])
			}
		}
		if len(seen) != len(want) {
			t.Errorf("%d instructions, want %d", len(seen), len(want))
		}
	}
}

// interpreted is the kernel amx with the interpreter for its assembly and Go for the rest.
func interpreted(t *testing.T) *int8Kernel {
	listings := map[bool]*listing{false: readListing(t, "productInt8AMX"), true: readListing(t, "productGELUInt8AMX")}
	return &int8Kernel{name: "amx, interpreted", each: 4, shift: 128, plain: true, strips: func(s *strips) {
		s.check()
		rows, columns, words := s.rows(), s.panels*width, s.steps*tileWords
		// Regions end where the function may not read or write any more.
		dst := s.dst[:(rows-1)*s.stride+columns]
		regions := [][]uint32{
			inDst: bitsOf(dst), inSums: make([]uint32, stripRows*width), inA: s.a[:(padded(rows)-1)*s.lda+words],
			inW: s.w[:columns*words], inStarts: make([]uint32, columns), inScales: bitsOf(s.scales),
			inColumns: bitsOf(s.columns[:columns]), inBias: bitsOf(s.bias[:columns]), inConfig: nil}
		for i, x := range s.starts[:columns] {
			regions[inStarts][i] = uint32(x)
		}
		config := &tileConfigs[s.each()]
		for i := 0; i < len(config); i += 4 {
			regions[inConfig] = append(regions[inConfig], binary.LittleEndian.Uint32(config[i:]))
		}
		m := machine{regions: regions, registers: map[string]int64{}, vectors: map[string][16]uint32{},
			arguments: map[string]int64{
				"dst": inDst * region, "stride": int64(4 * s.stride), "a": inA * region, "second": int64(s.second()),
				"lda": int64(4 * s.lda), "strip": int64(4 * (s.each()*s.lda - words)), "each": int64(s.each()), "w": inW * region, "starts": inStarts * region, "sums": inSums * region,
				"rows": int64(rows), "scales": inScales * region, "columns": inColumns * region, "bias": inBias * region,
				"panels": int64(s.panels), "steps": int64(s.steps), "some": int64(s.some()), "config": inConfig * region}}
		m.run(listings[s.activated])
		if m.configured {
			panic("tiles that are not released")
		}
		for i, x := range regions[inDst] {
			dst[i] = math.Float32frombits(x)
		}
	}}
}

func bitsOf(x []float32) []uint32 {
	bits := make([]uint32, len(x))
	for i, x := range x {
		bits[i] = math.Float32bits(x)
	}
	return bits
}

// The tiles of AMX give the bits of the recipe, for every number of rows: interpreted, and run where the machine has
// them.
func TestAMX(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("it is run and interpreted for amd64")
	}
	shapes := func(t *testing.T, k *int8Kernel, each int) {
		r := rand.New(rand.NewPCG(23, 24))
		var scratch Int8Scratch
		for name, draw := range draws(r) {
			for range trials(each) {
				multipliedInt8(t, r, k, name, r.IntN(80), r.IntN(330), 1+r.IntN(100), draw, &scratch)
			}
		}
		normal := draws(r)["normal"]
		for m := range tiledBlock + 3 {
			multipliedInt8(t, r, k, "rows", m, 64, 33, normal, &scratch)
		}
		multipliedInt8(t, r, k, "large sums", 2, 1<<17, 1, func() float32 { return 1 }, &scratch)
	}
	t.Run("interpreted", func(t *testing.T) { shapes(t, interpreted(t), 5) })
	t.Run("run", func(t *testing.T) {
		k := int8Kernels()[0]
		if k.name != "amx" {
			t.Skip("this machine has no AMX, or its system refuses it: the kernel amx was not run")
		}
		shapes(t, k, 40)
	})
}
