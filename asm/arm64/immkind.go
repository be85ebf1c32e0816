package arm64

// An ImmKind defines what Inst.Imm means to an instruction and where it is encoded. If an instruction has two
// numbers, the first one printed is in the lowest byte of Imm and the second one in the next byte (see [Pair]).
type ImmKind uint8

// Immediate kinds.
const (
	ImmNone ImmKind = iota

	// General registers.
	ImmAdd     // 0 to 4095, or a multiple of 4096 up to 4095<<12 (see IsAddImm)
	ImmLogical // a bit mask: a rotated run of ones, repeated (see IsLogicalImm)
	ImmWide    // 16 bits and the index of the quarter (see Wide)
	Imm64      // any number (MOVI, a pseudo instruction)
	ImmLSL     // shift amount below the size in bits, encoded as in UBFM
	ImmLSR     // the same for LSR and ASR
	ImmEXTR    // bit number below the size in bits (ROR, EXTR)
	ImmBFX     // lowest bit, width: UBFX, SBFX, BFXIL
	ImmBFI     // lowest bit, width: BFI, UBFIZ, SBFIZ
	ImmShift   // shift amount of the last register
	ImmExtend  // left shift of the extended last register: 0 to 4
	ImmNZCV    // flags to set if the condition does not hold: 8 N, 4 Z, 2 C, 1 V
	ImmCCMP    // comparand 0 to 31, flags
	ImmBit     // bit number: TBZ

	// System.
	Imm16       // BRK
	Imm7        // HINT
	Imm4        // barrier domain and type: 11 is ISH, 9 ISHLD, 10 ISHST, 15 SY
	ImmPrefetch // 0 to 31: type<<3 | cache level-1<<1 | streaming

	// Vectors.
	ImmFP8        // FMOV: an 8-bit floating-point number (see FPImm8)
	ImmFP8Vec     // the same for vectors
	ImmVecMove    // MOVI, MVNI: the element's value before MVNI inverts it (see IsVecMoveImm)
	ImmVecLogical // ORR, BIC: one byte of the element
	ImmVecSHL     // left shift: 0 to element bits - 1
	ImmVecSHR     // right shift: 1 to element bits; fraction bits of a fixed-point conversion
	ImmLane       // lane
	ImmLanes      // lane of the destination, lane of the source
	ImmLaneHLM    // lane of the last operand of a multiplication by element
	ImmLaneMem    // lane of a single-structure load or store
	ImmEXT        // number of the first byte: 0 to 7 or 15
	ImmZeroFP     // none; #0.0 is printed
	ImmZero       // none; #0 is printed
	ImmRotate     // rotation of the second factor in degrees: 0, 90, 180, 270
	ImmRotateAdd  // rotation of the second addend in degrees: 90, 270
	ImmVL16       // none; vl16 is printed: 16 elements
)
