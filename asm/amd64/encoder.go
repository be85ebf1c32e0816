package amd64

import (
	"encoding/binary"
	"fmt"
	"math"

	"hotloop/asm"
	"hotloop/reuse"
)

// An Encoder assembles amd64 programs.
type Encoder = asm.Encoder[Inst, Feature]

// An IllegalError is the reason why an instruction cannot be encoded.
type IllegalError = asm.IllegalError[Inst]

func set() *asm.Set[Inst, Feature] { return setMade.Get(newSet) }

var setMade reuse.Once[*asm.Set[Inst, Feature]]

func newSet() *asm.Set[Inst, Feature] {
	return asm.NewSet("amd64", backend{}, AllFeatures, put, labels)
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
	t, reason := check(in)
	if reason != "" {
		return reason
	}
	info := &opInfo[in.Op]
	if info.needs(in.OpSize(), t != nil && t.Flags&EncEVEX != 0)&^e.Features != 0 {
		return badFeature
	}
	if info.Flags&Branch != 0 {
		kind := kindJump
		if in.Op == JCC {
			kind = uint8(in.CC)
		}
		e.Branch(kind, in.Target)
		return ""
	}
	var rip int
	e.Text, rip = appendInst(e.Text, in, t)
	if rip > 0 {
		// The displacement counts from the end of the instruction: past its own four bytes and the immediate
		// after it.
		tail := int32(len(e.Text) - rip)
		if in.Mem.Disp < math.MinInt32+16 {
			return badReference
		}
		e.Ref(refRIP, rip, in.Mem.Label, in.Mem.Disp-tail)
	}
	return ""
}

// verifier is the function that package goasm registers.
var verifier func(insts []Inst, code *asm.Code) error

// RegisterVerifier sets the function that Verify calls. Package goasm calls it at init.
func RegisterVerifier(f func(insts []Inst, code *asm.Code) error) { verifier = f }

// Verify checks with an independent assembler that code encodes insts. It does nothing and returns false unless
// the program imports hotloop/asm/amd64/goasm.
func Verify(insts []Inst, code *asm.Code) (done bool, err error) {
	if verifier == nil {
		return false, nil
	}
	return true, verifier(insts, code)
}

// backend implements asm.Backend for amd64. The kind of a branch is its condition, or kindJump.
type backend struct{}

const (
	kindJump uint8 = 16
	refRIP   uint8 = 0
)

func (backend) BranchSize(kind uint8, long bool) int {
	switch {
	case !long:
		return 2
	case kind == kindJump:
		return 5
	}
	return 6
}

func (b backend) Reaches(kind uint8, long bool, rel int) bool {
	rel -= b.BranchSize(kind, long)
	if long {
		return rel == int(int32(rel))
	}
	return rel == int(int8(rel))
}

func (b backend) PutBranch(dst []byte, kind uint8, long bool, rel int) {
	rel -= len(dst)
	switch {
	case !long && kind == kindJump:
		dst[0], dst[1] = 0xeb, byte(rel)
	case !long:
		dst[0], dst[1] = 0x70|kind, byte(rel)
	case kind == kindJump:
		dst[0] = 0xe9
		binary.LittleEndian.PutUint32(dst[1:], uint32(rel))
	default:
		dst[0], dst[1] = 0x0f, 0x80|kind
		binary.LittleEndian.PutUint32(dst[2:], uint32(rel))
	}
}

func (backend) PutRef(code []byte, _ uint8, at, target int, add int32) error {
	rel := target - at + int(add)
	if rel != int(int32(rel)) {
		return fmt.Errorf("amd64: reference at %#x: %s", at, badReference)
	}
	binary.LittleEndian.PutUint32(code[at:], uint32(rel))
	return nil
}

// nops are the no-op sequences that both Intel and AMD recommend, up to nine bytes; longer ones decode slowly on
// some cores.
var nops = [...]string{
	"\x90",
	"\x66\x90",
	"\x0f\x1f\x00",
	"\x0f\x1f\x40\x00",
	"\x0f\x1f\x44\x00\x00",
	"\x66\x0f\x1f\x44\x00\x00",
	"\x0f\x1f\x80\x00\x00\x00\x00",
	"\x0f\x1f\x84\x00\x00\x00\x00\x00",
	"\x66\x0f\x1f\x84\x00\x00\x00\x00\x00",
}

func (backend) Pad(dst []byte) {
	for len(dst) > 0 {
		n := copy(dst, nops[min(len(dst), len(nops))-1])
		dst = dst[n:]
	}
}

func (backend) Trap(dst []byte) {
	for i := range dst {
		dst[i] = 0xcc // int3
	}
}
