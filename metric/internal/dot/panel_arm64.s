//go:build arm64 && !purego

#include "textflag.h"

// Go's assembler does not know these vector instructions. The arguments are numbers of registers.

// ADDS is V<d>.4S = V<n>.4S + V<m>.4S.
#define ADDS(m, n, d) WORD $(0x4E20D400 | (m)<<16 | (n)<<5 | (d))

// ADDPAIRS is V<d>.4S = the sums of neighbours, those of V<n>.4S first, then those of V<m>.4S.
#define ADDPAIRS(m, n, d) WORD $(0x6E20D400 | (m)<<16 | (n)<<5 | (d))

// WIDENLOW and WIDENHIGH are V<d>.2D = the lower or upper two float32 of V<n>.4S.
#define WIDENLOW(n, d) WORD $(0x0E617800 | (n)<<5 | (d))
#define WIDENHIGH(n, d) WORD $(0x4E617800 | (n)<<5 | (d))

// ZERO4 clears four registers.
#define ZERO4(a, b, c, d) \
	VEOR a.B16, a.B16, a.B16 \
	VEOR b.B16, b.B16, b.B16 \
	VEOR c.B16, c.B16, c.B16 \
	VEOR d.B16, d.B16, d.B16

// STEP adds the products of 16 components of two rows at x0 and x1 with two at y0 and y1, and moves on. V0 to V15
// are the lanes of the sums x0·y0, x0·y1, x1·y0 and x1·y1.
#define STEP(x0, x1, y0, y1) \
	VLD1.P 64(x0), [V16.S4, V17.S4, V18.S4, V19.S4] \
	VLD1.P 64(y0), [V24.S4, V25.S4, V26.S4, V27.S4] \
	VLD1.P 64(y1), [V28.S4, V29.S4, V30.S4, V31.S4] \
	VLD1.P 64(x1), [V20.S4, V21.S4, V22.S4, V23.S4] \
	VFMLA V24.S4, V16.S4, V0.S4 \
	VFMLA V25.S4, V17.S4, V1.S4 \
	VFMLA V26.S4, V18.S4, V2.S4 \
	VFMLA V27.S4, V19.S4, V3.S4 \
	VFMLA V28.S4, V16.S4, V4.S4 \
	VFMLA V29.S4, V17.S4, V5.S4 \
	VFMLA V30.S4, V18.S4, V6.S4 \
	VFMLA V31.S4, V19.S4, V7.S4 \
	VFMLA V24.S4, V20.S4, V8.S4 \
	VFMLA V25.S4, V21.S4, V9.S4 \
	VFMLA V26.S4, V22.S4, V10.S4 \
	VFMLA V27.S4, V23.S4, V11.S4 \
	VFMLA V28.S4, V20.S4, V12.S4 \
	VFMLA V29.S4, V21.S4, V13.S4 \
	VFMLA V30.S4, V22.S4, V14.S4 \
	VFMLA V31.S4, V23.S4, V15.S4

// COPYREST copies the components of a row that are left, R10 of them, less than 16, to 64 bytes at room, and fills
// up with zeros, which V16 to V19 are. It changes R12, the row, V20 and V21.
#define COPYREST(row, room) \
	MOVD room, R12 \
	VST1 [V16.S4, V17.S4, V18.S4, V19.S4], (R12) \
	TBZ  $3, R10, 3(PC) \
	VLD1.P 32(row), [V20.S4, V21.S4] \
	VST1.P [V20.S4, V21.S4], 32(R12) \
	TBZ  $2, R10, 3(PC) \
	VLD1.P 16(row), [V20.S4] \
	VST1.P [V20.S4], 16(R12) \
	TBZ  $1, R10, 3(PC) \
	FMOVD.P 8(row), F20 \
	FMOVD.P F20, 8(R12) \
	TBZ  $0, R10, 3(PC) \
	FMOVS (row), F20 \
	FMOVS F20, (R12)

// HALVE reduces the 16 lanes of a sum in four registers to four lanes in the first.
#define HALVE(a, b, c, d) \
	ADDS(c, a, a) \
	ADDS(d, b, b) \
	ADDS(b, a, a)

// func panelNEON(dst *float64, stride int, x, y *[]float32, rows, columns, dim int)
//
// The products of two rows with two are computed at a time; the last of an odd number stands for two.
TEXT ·panelNEON(SB), NOSPLIT, $256-56
	MOVD dst+0(FP), R0
	MOVD stride+8(FP), R1
	LSL  $3, R1
	MOVD x+16(FP), R2
	MOVD y+24(FP), R3
	MOVD rows+32(FP), R4
	MOVD columns+40(FP), R5
	MOVD dim+48(FP), R6
	AND  $15, R6, R10
	LSR  $4, R6, R6

columns:
	MOVD (R2), R13
	MOVD R13, R14
	CMP  $2, R4
	BLT  onerow
	MOVD 24(R2), R14

onerow:
	MOVD (R3), R15
	MOVD R15, R16
	CMP  $2, R5
	BLT  onecolumn
	MOVD 24(R3), R16

onecolumn:
	ZERO4(V0, V1, V2, V3)
	ZERO4(V4, V5, V6, V7)
	ZERO4(V8, V9, V10, V11)
	ZERO4(V12, V13, V14, V15)
	MOVD R6, R7
	CBZ  R7, rest

loop:
	STEP(R13, R14, R15, R16)
	SUB  $1, R7
	CBNZ R7, loop

rest:
	CBZ R10, sum
	ZERO4(V16, V17, V18, V19)
	COPYREST(R13, $room-256(SP))
	COPYREST(R14, $room-192(SP))
	COPYREST(R15, $room-128(SP))
	COPYREST(R16, $room-64(SP))
	MOVD $room-256(SP), R13
	MOVD $room-192(SP), R14
	MOVD $room-128(SP), R15
	MOVD $room-64(SP), R16
	STEP(R13, R14, R15, R16)

sum:
	HALVE(0, 1, 2, 3)
	HALVE(4, 5, 6, 7)
	HALVE(8, 9, 10, 11)
	HALVE(12, 13, 14, 15)

	// Lanes l and l+2 of two sums stand in two registers, then neighbours are added.
	VZIP1 V4.D2, V0.D2, V16.D2
	VZIP2 V4.D2, V0.D2, V17.D2
	VZIP1 V12.D2, V8.D2, V18.D2
	VZIP2 V12.D2, V8.D2, V19.D2
	ADDS(17, 16, 16)
	ADDS(19, 18, 18)
	ADDPAIRS(18, 16, 16)
	WIDENLOW(16, 17)
	WIDENHIGH(16, 18)
	ADD   R0, R1, R8
	CMP   $2, R5
	BLT   last
	VST1  [V17.D2], (R0)
	CMP   $2, R4
	BLT   nextcolumns
	VST1  [V18.D2], (R8)

nextcolumns:
	ADD  $16, R0
	ADD  $48, R3
	SUB  $2, R5
	CBNZ R5, columns
	RET

last:
	FMOVD F17, (R0)
	CMP   $2, R4
	BLT   done
	FMOVD F18, (R8)

done:
	RET

// func prefetch(rows *[]float32, n int)
TEXT ·prefetch(SB), NOSPLIT, $0-16
	MOVD rows+0(FP), R0
	MOVD n+8(FP), R1

row:
	CBZ  R1, finished
	MOVD (R0), R2
	MOVD 8(R0), R3
	ADD  $24, R0
	SUB  $1, R1

line:
	PRFM (R2), PLDL1KEEP
	ADD  $64, R2
	SUBS $16, R3
	BGT  line
	B    row

finished:
	RET
