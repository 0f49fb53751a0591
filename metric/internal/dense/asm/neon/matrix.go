package main

// halves and words write instructions that take two numbers in turns from two registers, of 64 bits and of 32.
func halves(second bool, d, n, m v) { zip("2D", 0x4EC03800, second, d, n, m) }
func words(second bool, d, n, m v)  { zip("4S", 0x4E803800, second, d, n, m) }

// zip takes them from the lower half of each register, or from the upper one.
func zip(kind string, code uint32, second bool, d, n, m v) {
	name := "ZIP1"
	if second {
		name, code = "ZIP2", code|1<<14
	}
	code |= uint32(m)<<16 | uint32(n)<<5 | uint32(d)
	line("WORD $%#08x // %s V%d.%[6]s, V%[4]d.%[6]s, V%[5]d.%[6]s", code, name, int(d), int(n), int(m), kind)
}

// multiplied adds to d the products of two rows of eight integers of 8 bits in n and two columns of eight in m.
func multiplied(d, n, m v) {
	line("WORD $%#08x // SMMLA V%d.4S, V%d.16B, V%d.16B", 0x4E80A400|uint32(m)<<16|uint32(n)<<5|uint32(d), int(d), int(n),
		int(m))
}

// matrixOf is tileOf by an instruction that multiplies two rows with two columns. A register of sums has those of two
// rows and two columns; V0 to V15 are four of them for each pair of rows. A row without another one stands for both.
// V20 to V27 are four words of each row, then of each pair of rows the first two words and the last two; V16 to V19 are
// columns of two words, V28 to V31 these in pairs.
func matrixOf(rows int) {
	const sums, raw, inputs, columns, pointer = v(0), v(16), v(20), v(28), 3
	pairs := v(rows+1) / 2
	name := func(s string) string { return string(rune('0'+rows)) + s }
	other := func(first v, pair v) v { // the register after first, of the second row
		if int(2*pair+1) == rows {
			return first
		}
		return first + 1
	}
	label("rows" + name(""))
	line("MOVD start+48(FP), R1")
	line("ADD R15, R1")
	line("MOVD lds+56(FP), R14")
	for p := range pairs {
		first, second := raw, raw
		line("VLD1 (R1), [%s, %s]", first, first+1)
		line("ADD R14<<2, R1")
		if int(2*p+1) < rows {
			second = raw + 2
			line("VLD1 (R1), [%s, %s]", second, second+1)
			line("ADD R14<<2, R1")
		}
		for c := range v(4) {
			halves(c%2 == 1, sums+4*p+c, first+c/2, second+c/2)
		}
	}
	line("MOVD a+16(FP), R%d", pointer)
	for i := 1; i < rows; i++ {
		line("ADD R12, R%d, R%d", pointer+i-1, pointer+i)
	}
	line("MOVD w+32(FP), R2")
	line("ADD R15, R2")
	line("MOVD depth+72(FP), R11")
	next := func(r v) {
		line("VLD1 (R2), [%s, %s]", r, r+1)
		line("ADD R13, R2")
	}
	// step multiplies a half of inputs with the two words of columns that stand in raw, the second of each in raw + 2 and
	// raw + 3.
	step := func(half v) {
		for c := range v(4) {
			words(c%2 == 1, columns+c, raw+c/2, raw+2+c/2)
		}
		for p := range pairs {
			for c := range v(4) {
				multiplied(sums+4*p+c, inputs+2*p+half, columns+c)
			}
		}
	}
	line("SUBS $4, R11")
	line("BLT rest%s", name(""))
	label("four" + name(""))
	for i := range rows {
		line("VLD1.P 16(R%d), [%s]", pointer+i, inputs+v(i))
	}
	for p := range pairs {
		first := inputs + 2*p
		second := other(first, p)
		halves(false, raw, first, second)
		halves(true, first+1, first, second)
		move(first, raw)
	}
	for half := range v(2) {
		next(raw)
		next(raw + 2)
		step(half)
	}
	line("SUBS $4, R11")
	line("BGE four%s", name(""))
	label("rest" + name(""))
	line("ADDS $4, R11")
	line("BEQ store%s", name(""))
	zero(raw + 2) // a second word that there is not
	zero(raw + 3)
	label("one" + name(""))
	for i := range rows {
		line("FMOVS.P 4(R%d), F%d", pointer+i, int(inputs)+i)
	}
	for p := range pairs {
		halves(false, inputs+2*p, inputs+2*p, other(inputs+2*p, p))
	}
	next(raw)
	step(0)
	line("SUBS $1, R11")
	line("BNE one%s", name(""))
	label("store" + name(""))
	line("MOVD dst+0(FP), R1")
	line("ADD R15, R1")
	line("MOVD stride+8(FP), R14")
	for p := range pairs {
		for i := range v(2) {
			if int(2*p+i) == rows {
				break
			}
			for c := range v(2) {
				halves(i == 1, raw+c, sums+4*p+2*c, sums+4*p+2*c+1)
			}
			line("VST1 [%s, %s], (R1)", raw, raw+1)
			line("ADD R14<<2, R1")
		}
	}
	line("ADD $32, R15")
	line("CMP $%d, R15", 4*width)
	line("BLT rows%s", name(""))
	line("RET")
}
