package main

var (
	larger  = three("UMAX", 0x6EA06400)
	nearest = two("FCVTNS", 0x4E21A800) // to int32, of two nearest the even one
	float   = two("SCVTF", 0x4E21D800)  // from int32
)

// narrow writes instructions that narrow integers without overflow.
func narrow(name string, code uint32, d, n v) {
	line("WORD $%#08x // %s V%d, V%d", code|uint32(n)<<5|uint32(d), name, d, n)
}

// magnitude compares magnitudes as integers without signs, among which NaN is above all.
func magnitude() {
	const largest, x = v(0), v(1)
	begin("func magnitudeNEON(x *float32, n int) uint32", 20)
	line("MOVD x+0(FP), R0")
	line("MOVD n+8(FP), R1")
	zero(largest)
	label("loop")
	for range 4 {
		line("VLD1.P 16(R0), [%s]", x)
		abs(x, x)
		larger(largest, largest, x)
	}
	line("SUBS $16, R1")
	line("BNE loop")
	line("WORD $%#08x // UMAXV S%d, V%d.4S", 0x6EB0A800|uint32(largest)<<5|uint32(largest), largest, largest)
	line("FMOVS F%d, ret+16(FP)", int(largest))
	line("RET")
}

func quantize() {
	const x, inverse = v(0), v(8)
	begin("func quantizeNEON(dst *uint32, x *float32, n int, inverse float32)", 28)
	line("MOVD dst+0(FP), R2")
	line("MOVD x+8(FP), R0")
	line("MOVD n+16(FP), R1")
	line("FMOVS inverse+24(FP), F%d", int(inverse))
	line("VDUP V%d.S[0], %s", int(inverse), inverse)
	label("loop")
	for i := range v(4) {
		line("VLD1.P 16(R0), [%s]", x+i)
		mul(x+i, x+i, inverse)
		nearest(x+i, x+i)
	}
	const first, second = x + 4, x + 5
	narrow("SQXTN 4S to 4H", 0x0E614800, first, x)
	narrow("SQXTN2 4S to 8H", 0x4E614800, first, x+1)
	narrow("SQXTN 4S to 4H", 0x0E614800, second, x+2)
	narrow("SQXTN2 4S to 8H", 0x4E614800, second, x+3)
	narrow("SQXTN 8H to 8B", 0x0E214800, x, first)
	narrow("SQXTN2 8H to 16B", 0x4E214800, x, second)
	line("VST1.P [%s], 16(R2)", bytesOf(x))
	line("SUBS $16, R1")
	line("BNE loop")
	line("RET")
}

func rescale() {
	const scale, sums, columns, bias = v(0), v(4), v(8), v(12)
	begin("func rescaleNEON(dst *float32, stride int, sums *int32, rows int, scales, columns, bias *float32)", 56)
	line("MOVD dst+0(FP), R0")
	line("MOVD stride+8(FP), R1")
	line("MOVD sums+16(FP), R2")
	line("MOVD rows+24(FP), R3")
	line("MOVD scales+32(FP), R4")
	label("loop")
	line("FMOVS.P 4(R4), F%d", int(scale))
	line("VDUP V%d.S[0], %s", int(scale), scale)
	line("MOVD columns+40(FP), R5")
	line("MOVD bias+48(FP), R6")
	line("MOVD R0, R7")
	for range width / 16 {
		four := func(r v) string {
			return r.String() + ", " + (r + 1).String() + ", " + (r + 2).String() + ", " + (r + 3).String()
		}
		line("VLD1.P 64(R2), [%s]", four(sums))
		line("VLD1.P 64(R5), [%s]", four(columns))
		line("VLD1.P 64(R6), [%s]", four(bias))
		for i := range v(4) {
			float(sums+i, sums+i)
			mul(columns+i, columns+i, scale)
			fma(bias+i, sums+i, columns+i)
		}
		line("VST1.P [%s], 64(R7)", four(bias))
	}
	line("ADD R1<<2, R0")
	line("SUBS $1, R3")
	line("BNE loop")
	line("RET")
}
