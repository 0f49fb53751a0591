package main

const (
	rows  = 8  // of a tile at most
	width = 32 // columns of a tile, computed eight at a time
)

// tile writes a function that computes products of some rows by what of writes for each number of them: of float32, or of
// four integers in a word.
func tile(declaration string, of func(rows int)) {
	begin(declaration, 80)
	line("MOVD lda+24(FP), R12")
	line("LSL $2, R12")
	line("MOVD ldw+40(FP), R13")
	line("LSL $2, R13")
	line("MOVD $0, R15 // bytes of the columns that are done")
	line("MOVD rows+64(FP), R0")
	for r := rows; r > 1; r-- {
		line("CMP $%d, R0", r)
		line("BEQ rows%d", r)
	}
	for r := 1; r <= rows; r++ {
		of(r)
	}
}

// by computes rows by an instruction that adds products with one number of a row.
func by(add func(d, n, m v, place int)) func(rows int) { return func(rows int) { tileOf(rows, add) } }

// tileOf computes rows, eight columns after the other. The sums are V0 to V15, the columns V16 to V19, four inputs of
// each row V20 to V27; R3 to R10 point to the rows.
func tileOf(rows int, add func(d, n, m v, place int)) {
	const sums, columns, inputs, pointer = v(0), v(16), v(20), 3
	name := func(s string) string { return string(rune('0'+rows)) + s }
	label("rows" + name(""))
	line("MOVD start+48(FP), R1")
	line("ADD R15, R1")
	line("MOVD lds+56(FP), R14")
	for i := range v(rows) {
		line("VLD1 (R1), [%s, %s]", sums+2*i, sums+2*i+1)
		line("ADD R14<<2, R1")
	}
	line("MOVD a+16(FP), R%d", pointer)
	for i := 1; i < rows; i++ {
		line("ADD R12, R%d, R%d", pointer+i-1, pointer+i)
	}
	line("MOVD w+32(FP), R2")
	line("ADD R15, R2")
	line("MOVD depth+72(FP), R11")
	step := func(k int) {
		c := columns + 2*v(k%2)
		line("VLD1 (R2), [%s, %s]", c, c+1)
		line("ADD R13, R2")
		for i := range v(rows) {
			add(sums+2*i, c, inputs+i, k)
			add(sums+2*i+1, c+1, inputs+i, k)
		}
	}
	line("SUBS $4, R11")
	line("BLT rest%s", name(""))
	label("four" + name(""))
	for i := range rows {
		line("VLD1.P 16(R%d), [%s]", pointer+i, inputs+v(i))
	}
	for k := range 4 {
		step(k)
	}
	line("SUBS $4, R11")
	line("BGE four%s", name(""))
	label("rest" + name(""))
	line("ADDS $4, R11")
	line("BEQ store%s", name(""))
	label("one" + name(""))
	for i := range rows {
		line("FMOVS.P 4(R%d), F%d", pointer+i, int(inputs)+i)
	}
	step(0)
	line("SUBS $1, R11")
	line("BNE one%s", name(""))
	label("store" + name(""))
	line("MOVD dst+0(FP), R1")
	line("ADD R15, R1")
	line("MOVD stride+8(FP), R14")
	for i := range v(rows) {
		line("VST1 [%s, %s], (R1)", sums+2*i, sums+2*i+1)
		line("ADD R14<<2, R1")
	}
	line("ADD $32, R15")
	line("CMP $%d, R15", 4*width)
	line("BLT rows%s", name(""))
	line("RET")
}
