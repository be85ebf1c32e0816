package arm64

import (
	"encoding/binary"
	"fmt"

	"hotloop/asm"
	"hotloop/reuse"
)

// An Encoder assembles arm64 programs.
type Encoder = asm.Encoder[Inst, Feature]

// An IllegalError is the reason why an instruction cannot be encoded.
type IllegalError = asm.IllegalError[Inst]

func set() *asm.Set[Inst, Feature] { return setMade.Get(newSet) }

var setMade reuse.Once[*asm.Set[Inst, Feature]]

func newSet() *asm.Set[Inst, Feature] {
	return asm.NewSet("arm64", backend{}, AllFeatures, put, labels)
}

// NewEncoder returns an Encoder for one program.
func NewEncoder() *Encoder { return set().New() }

// GetEncoder returns an empty Encoder from a pool.
func GetEncoder() *Encoder { return set().Get() }

// Assemble assembles a program without constants. The caller numbers its labels from 1.
func Assemble(insts []Inst) (asm.Code, error) { return set().Assemble(insts) }

func labels(in *Inst) (target, address asm.Label) { return in.Target, in.Mem.Label }

func put(e *Encoder, in *Inst) (reason string) {
	switch in.Op {
	case LABEL:
		e.Bind(in.Target)
		return ""
	case ALIGN:
		e.Align(int(in.Imm), in.Target)
		return ""
	}
	e.Line(in.Pos)
	w, reason := encode(in)
	if reason != "" {
		return reason
	}
	if in.Features()&^e.Features != 0 {
		return badFeature
	}
	at := len(e.Text)
	switch {
	case in.Op == MOVI:
		e.Text = appendMovConst(e.Text, in)
	case encodings[in.Op].flags&Branch != 0:
		if e.Branch(branchKind(in.Op), in.Target); e.Err() == nil {
			binary.LittleEndian.PutUint32(e.Text[at:], w)
		}
	default:
		e.Text = binary.LittleEndian.AppendUint32(e.Text, w)
		if in.MemPos >= 0 && in.Mem.Label != asm.NoLabel {
			kind := refLiteral
			if in.Op == ADR {
				kind = refADR
			}
			e.Ref(kind, at, in.Mem.Label, in.Mem.Disp)
		}
	}
	return ""
}

// backend implements asm.Backend for arm64. The text contains branches without their distance (C4.1.94).
type backend struct{}

// The kinds of branches, by the field of the distance, which counts words from the branch.
const (
	kindJump    uint8 = iota // B: 26 bits, ±128 MB
	kindCond                 // B.cond: 19 bits at 5, ±1 MB
	kindCompare              // CBZ, CBNZ: 19 bits at 5, ±1 MB
	kindTest                 // TBZ, TBNZ: 14 bits at 5, ±32 KB
)

// The kinds of references.
const (
	refLiteral uint8 = iota // LDR: 19 bits at 5, words
	refADR                  // ADR: 21 bits, bytes
)

func branchKind(op Op) uint8 {
	switch op {
	case BCC:
		return kindCond
	case CBZ, CBNZ:
		return kindCompare
	case TBZ, TBNZ:
		return kindTest
	}
	return kindJump
}

// distanceBits is the number of bits of the distance, by kind of branch.
var distanceBits = [...]uint8{kindJump: 26, kindCond: 19, kindCompare: 19, kindTest: 14}

// BranchSize returns 4, or 8 for a long branch, which is the inverted condition over a B.
func (backend) BranchSize(_ uint8, long bool) int {
	if long {
		return 8
	}
	return 4
}

// reaches reports whether rel, in bytes, fits as a signed distance in words of the given number of bits.
func reaches(rel int, bits uint8) bool {
	return rel&3 == 0 && rel>>(bits+1) == rel>>63
}

func (backend) Reaches(kind uint8, long bool, rel int) bool {
	if long {
		return kind != kindJump && reaches(rel-4, distanceBits[kindJump])
	}
	return reaches(rel, distanceBits[kind])
}

// PutBranch writes the branch; dst already starts with its short form without the distance.
func (backend) PutBranch(dst []byte, kind uint8, long bool, rel int) {
	w := binary.LittleEndian.Uint32(dst)
	if long {
		switch kind {
		case kindCond:
			w ^= 1 // the lowest bit of a condition inverts it
		default:
			w ^= 1 << 24 // CBZ and CBNZ, TBZ and TBNZ
		}
		binary.LittleEndian.PutUint32(dst, w|2<<5)
		dst, w, kind, rel = dst[4:], encodings[B].words[1], kindJump, rel-4
	}
	distance := uint32(rel>>2) & (1<<distanceBits[kind] - 1)
	if kind != kindJump {
		distance <<= 5
	}
	binary.LittleEndian.PutUint32(dst, w|distance)
}

func (backend) PutRef(code []byte, kind uint8, at, target int, add int32) error {
	rel := target + int(add) - at
	w := binary.LittleEndian.Uint32(code[at:])
	if rel < -1<<20 || rel >= 1<<20 {
		return fmt.Errorf("arm64: reference at %#x over %d bytes is out of range; the limit is 1 MB", at, rel)
	}
	switch kind {
	case refADR:
		w |= uint32(rel)&3<<29 | uint32(rel>>2)&(1<<19-1)<<5
	default:
		if rel&3 != 0 {
			return fmt.Errorf("arm64: load at %#x: constant is not aligned to 4 bytes", at)
		}
		w |= uint32(rel>>2) & (1<<19 - 1) << 5
	}
	binary.LittleEndian.PutUint32(code[at:], w)
	return nil
}

// Pad fills dst with NOPs.
func (backend) Pad(dst []byte) { fill(dst, encodings[NOP].words[1]) }

// Trap fills dst with BRK #0.
func (backend) Trap(dst []byte) { fill(dst, encodings[BRK].words[1]) }

func fill(dst []byte, w uint32) {
	for ; len(dst) >= 4; dst = dst[4:] {
		binary.LittleEndian.PutUint32(dst, w)
	}
}
