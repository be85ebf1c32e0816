package arm64_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"hotloop/asm"
	"hotloop/asm/arm64"
	"hotloop/asm/arm64/arm64test"
)

// TestLoop assembles a loop with alignment, a backward branch, constants, a constant in a register and a line
// table.
func TestLoop(t *testing.T) {
	e := arm64.NewEncoder()
	head, exit := e.NewLabel(), e.NewLabel()
	four := e.Const([]byte{4, 0, 0, 0}, 4)
	ramp := e.Const(bytes.Repeat([]byte{1}, 16), 16)
	pos := func(in arm64.Inst, p int32) arm64.Inst { in.Pos = p; return in }
	insts := []arm64.Inst{
		pos(arm64.New(arm64.MOVI, 8, arm64.R3).WithImm(0x12345678), 1),
		pos(arm64.NewMem(arm64.VLDR, 16, 1, arm64.PtrLabel(ramp, 0), arm64.V1, arm64.NoReg), 1),
		pos(arm64.NewMem(arm64.ADR, 8, 1, arm64.PtrLabel(four, 0), arm64.R4, arm64.NoReg), 1),
		arm64.Align(32, asm.NoLabel),
		arm64.Bind(head),
		pos(arm64.NewMem(arm64.VLDR, 16, 1, arm64.PtrPost(arm64.R0, 16), arm64.V0, arm64.NoReg), 2),
		pos(arm64.New(arm64.VADDS, 16, arm64.V0, arm64.V0, arm64.V1), 2),
		pos(arm64.NewMem(arm64.LDR, 4, 1, arm64.PtrLabel(four, 0), arm64.R5, arm64.NoReg), 2),
		pos(arm64.NewMem(arm64.VSTR, 16, 1, arm64.PtrIndex(arm64.R1, arm64.R2, 16, arm64.ModUXTW), arm64.V0,
			arm64.NoReg), 2),
		pos(arm64.New(arm64.SUBSI, 8, arm64.R2, arm64.R2).WithImm(1), 3),
		pos(arm64.JumpIf(arm64.NE, head), 3),
		pos(arm64.New(arm64.CBZ, 4, arm64.R2).To(exit), 3),
		arm64.Bind(exit),
		arm64.New(arm64.RET, 0),
	}
	if err := e.Emit(insts...); err != nil {
		t.Fatal(err)
	}
	code, err := e.Finish()
	if err != nil {
		t.Fatal(err)
	}
	if code.Offset(head) != 32 || code.Align != 64 || code.ConstOffset != 64 {
		t.Errorf("loop head at %d, constants at %d, align %d", code.Offset(head), code.ConstOffset, code.Align)
	}
	if code.Pos(36) != 2 || code.Pos(code.Offset(exit)) != 0 {
		t.Errorf("positions %d and %d", code.Pos(36), code.Pos(code.Offset(exit)))
	}
	got := arm64.Listing(insts, &code, func(pos int32) string { return "line " + strconv.Itoa(int(pos)) },
		func(l asm.Label) string {
			if l == head {
				return "head"
			}
			return ""
		})
	if *update {
		if err := os.WriteFile("testdata/loop.lst", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile("testdata/loop.lst"); err != nil || string(want) != got {
		t.Errorf("listing (%v)\n%s", err, got)
	}
}

// nops returns n NOP instructions.
func nops(n int) []arm64.Inst {
	insts := make([]arm64.Inst, n)
	for i := range insts {
		insts[i] = arm64.New(arm64.NOP, 0)
	}
	return insts
}

// distance decodes the distance in bytes of the branch or reference w.
func distance(w uint32) int {
	signed := func(v uint32, bits int) int { return int(int32(v<<(32-bits))>>(32-bits)) * 4 }
	switch {
	case w>>26 == 5:
		return signed(w, 26)
	case w>>25&0x3f == 0x1b: // TBZ, TBNZ
		return signed(w>>5, 14)
	case w>>24&0x9f == 0x10: // ADR
		return signed(w>>5, 19) + int(w>>29&3)
	}
	return signed(w>>5, 19)
}

// TestBranchLimits places branches at the limits of their short forms and one word beyond, in both directions.
// Beyond the limit they become the inverted branch over a B.
func TestBranchLimits(t *testing.T) {
	cond := arm64.JumpIf(arm64.LT, 1)
	cbz := arm64.New(arm64.CBNZ, 8, arm64.R7).To(1)
	tbz := arm64.New(arm64.TBZ, 8, arm64.R7).WithImm(42).To(1)
	for _, test := range []struct {
		in    arm64.Inst
		words int    // reach forwards is words-1, backwards words
		short uint32 // without distance
		long  uint32
	}{
		{cond, 1 << 18, 0x5400000b, 0x5400004a},
		{cbz, 1 << 18, 0xb5000007, 0xb4000047},
		{tbz, 1 << 13, 0xb6500007, 0xb7500047},
	} {
		for _, far := range []int{0, 1} {
			forward := append([]arm64.Inst{test.in}, nops(test.words-2+far)...)
			forward = append(forward, arm64.Bind(1))
			backward := append([]arm64.Inst{arm64.Bind(1)}, nops(test.words+far)...)
			backward = append(backward, test.in)
			for dir, insts := range [][]arm64.Inst{forward, backward} {
				code, err := arm64.Assemble(insts)
				if err != nil {
					t.Fatal(err)
				}
				at := 0
				if dir == 1 {
					at = 4 * (test.words + far)
				}
				w := binary.LittleEndian.Uint32(code.Bytes[at:])
				if far == 0 {
					if to := at + distance(w); to != code.Offset(1) || w&0xff00001f != test.short&0xff00001f {
						t.Errorf("%v: %08x goes to %d, the label is at %d", test.in, w, to, code.Offset(1))
					}
					continue
				}
				b := binary.LittleEndian.Uint32(code.Bytes[at+4:])
				if w != test.long || b>>26 != 5 || at+4+distance(b) != code.Offset(1) {
					t.Errorf("%v: long form is %08x %08x, the label is at %d", test.in, w, b, code.Offset(1))
				}
				if l := arm64.Listing(insts, &code, nil, nil); !strings.Contains(l, "out of range") ||
					strings.Count(l, "\n") != len(insts)+1 {
					t.Errorf("%v: the listing does not show the long form", test.in)
				}
			}
		}
	}
}

// TestReferenceLimits places literals and addresses 1 MB away, and beyond.
func TestReferenceLimits(t *testing.T) {
	ldr := arm64.NewMem(arm64.LDR, 8, 1, arm64.PtrLabel(1, 0), arm64.R3, arm64.NoReg)
	adr := arm64.NewMem(arm64.ADR, 8, 1, arm64.PtrLabel(1, 3), arm64.R3, arm64.NoReg)
	prfm := arm64.NewMem(arm64.PRFM, 8, 0, arm64.PtrLabel(1, 0), arm64.NoReg)
	for _, in := range []arm64.Inst{ldr, adr, prfm} {
		for _, words := range []int{1<<18 - 1, 1 << 18} {
			code, err := arm64.Assemble(append(append([]arm64.Inst{in}, nops(words-1)...), arm64.Bind(1)))
			if words == 1<<18 {
				if err == nil || !strings.Contains(err.Error(), "out of range") {
					t.Errorf("%v over %d words: %v", in, words, err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if d := distance(binary.LittleEndian.Uint32(code.Bytes)); d != 4*words+int(in.Mem.Disp) {
				t.Errorf("%v over %d words: %d", in, words, d)
			}
		}
		back, err := arm64.Assemble(append(append([]arm64.Inst{arm64.Bind(1)}, nops(1<<18)...), in))
		if err != nil {
			t.Fatal(err)
		}
		if d := distance(binary.LittleEndian.Uint32(back.Bytes[1<<20:])); d != -1<<20+int(in.Mem.Disp) {
			t.Errorf("%v back: %d", in, d)
		}
	}
	ldr.Mem.Disp = 2
	if _, err := arm64.Assemble([]arm64.Inst{ldr, arm64.Bind(1)}); err == nil ||
		!strings.Contains(err.Error(), "aligned") {
		t.Errorf("load of half a word: %v", err)
	}
}

// TestStress assembles programs where every branch is near the limit of TBZ, with alignment in between, and
// checks each branch.
func TestStress(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	long := 0
	for range 20 {
		const n = 40
		var insts []arm64.Inst
		for i := range n {
			l := asm.Label(1 + min(n-1, i+4+r.IntN(3)))
			insts = append(insts, arm64.New(arm64.TBNZ, 8, arm64.R1).WithImm(int64(r.IntN(64))).To(l))
			insts = append(insts, nops(1500+r.IntN(300))...)
			if r.IntN(4) == 0 {
				insts = append(insts, arm64.Align(64, asm.NoLabel))
			}
			insts = append(insts, arm64.Bind(asm.Label(i+1)))
		}
		code, err := arm64.Assemble(insts)
		if err != nil {
			t.Fatal(err)
		}
		at, pad := 0, 0
		for i := range insts {
			switch in := &insts[i]; in.Op {
			case arm64.LABEL:
				if code.Offset(in.Target) != at {
					t.Fatalf("label at %d, not %d", code.Offset(in.Target), at)
				}
			case arm64.ALIGN:
				at += int(code.Pads[pad].Size)
				pad++
			case arm64.TBNZ:
				w := binary.LittleEndian.Uint32(code.Bytes[at:])
				if w>>24&1 == 0 {
					if distance(w) != 8 {
						t.Fatalf("TBZ at %d jumps over %d", at, distance(w))
					}
					at += 4
					w = binary.LittleEndian.Uint32(code.Bytes[at:])
					long++
				}
				if at+distance(w) != code.Offset(in.Target) {
					t.Fatalf("branch to %d, label at %d", at+distance(w), code.Offset(in.Target))
				}
				at += 4
			default:
				at += 4
			}
		}
	}
	if long < 20 || long > 700 {
		t.Errorf("%d of 800 branches are long: no stress", long)
	}
}

// TestReuse checks that a pooled Encoder produces the same program again and allocates only the result.
func TestReuse(t *testing.T) {
	e := arm64.NewEncoder()
	insts := arm64test.Program(rand.New(rand.NewPCG(1, 9)), e, 200, true)
	assemble := func() asm.Code {
		e.Reset()
		_ = arm64test.Program(rand.New(rand.NewPCG(1, 9)), e, 200, true)
		if err := e.Emit(insts...); err != nil {
			t.Fatal(err)
		}
		code, err := e.Finish()
		if err != nil {
			t.Fatal(err)
		}
		return code
	}
	first := assemble()
	if second := assemble(); !bytes.Equal(first.Bytes, second.Bytes) {
		t.Error("second use gives other bytes")
	}
	l := asm.Label(1)
	loop := []arm64.Inst{arm64.Bind(l), arm64.New(arm64.VFADDS, 16, arm64.V1, arm64.V2, arm64.V3),
		arm64.New(arm64.MOVI, 8, arm64.R1).WithImm(0x123456789), arm64.Jump(l)}
	allocs := testing.AllocsPerRun(100, func() {
		e.Reset()
		e.NewLabel()
		if e.Emit(loop...) != nil {
			t.Fatal("cannot emit")
		}
		if _, err := e.Finish(); err != nil {
			t.Fatal(err)
		}
	})
	if allocs > 2 { // bytes and labels
		t.Errorf("%v allocations", allocs)
	}
}

// FuzzProgram assembles random programs and compares all instructions other than branches and references with
// Append.
func FuzzProgram(f *testing.F) {
	f.Add(uint64(1), uint8(50), true)
	f.Add(uint64(2), uint8(200), false)
	f.Fuzz(func(t *testing.T, seed uint64, n uint8, align bool) {
		e := arm64.NewEncoder()
		insts := arm64test.Program(rand.New(rand.NewPCG(seed, 1)), e, 1+int(n), align)
		if err := e.Emit(insts...); err != nil {
			t.Fatal(err)
		}
		code, err := e.Finish()
		if err != nil {
			t.Fatal(err)
		}
		at, pad := 0, 0
		for i := range insts {
			in := &insts[i]
			switch {
			case in.Op == arm64.LABEL:
				if code.Offset(in.Target) != at {
					t.Fatalf("label at %d, not %d", code.Offset(in.Target), at)
				}
			case in.Op == arm64.ALIGN:
				at += int(code.Pads[pad].Size)
				pad++
			case in.Target != asm.NoLabel:
				if to := at + distance(binary.LittleEndian.Uint32(code.Bytes[at:])); to != code.Offset(in.Target) {
					t.Fatalf("%v at %d goes to %d, not %d", in, at, to, code.Offset(in.Target))
				}
				at += 4
			case in.MemPos >= 0 && in.Mem.Label != asm.NoLabel:
				to := at + distance(binary.LittleEndian.Uint32(code.Bytes[at:]))
				if to != code.Offset(in.Mem.Label)+int(in.Mem.Disp) {
					t.Fatalf("%v at %d refers to %d, not %d", in, at, to, code.Offset(in.Mem.Label))
				}
				at += 4
			default:
				want, err := arm64.Append(nil, in)
				if err != nil || !bytes.Equal(want, code.Bytes[at:at+len(want)]) {
					t.Fatalf("%v at %d: % x, alone % x (%v)", in, at, code.Bytes[at:at+4], want, err)
				}
				at += len(want)
			}
		}
		if at != code.TextSize {
			t.Fatalf("%d bytes of instructions, the program has %d", at, code.TextSize)
		}
	})
}

// FuzzInst encodes arbitrary instructions: each is rejected with a reason, or has a word and a text; nothing
// panics.
func FuzzInst(f *testing.F) {
	for _, in := range samples(1, 3)[:200] {
		f.Add(uint16(in.Op), in.Size, in.N, in.MemPos, uint8(in.Reg[0]), uint8(in.Reg[1]), uint8(in.Reg[2]),
			uint8(in.Reg[3]), uint8(in.CC),
			uint8(in.Mem.Base), uint8(in.Mem.Index), in.Mem.Scale, uint8(in.Mem.Ext), uint8(in.Mem.Mode), in.Mem.Disp, in.Imm)
	}
	f.Fuzz(func(t *testing.T, op uint16, size, n uint8, memPos int8, r0, r1, r2, r3, cc, base, index, scale, ext,
		mode uint8, disp int32, imm int64) {
		in := arm64.Inst{Op: arm64.Op(op), Size: size, N: n, MemPos: memPos, CC: arm64.CC(cc), Imm: imm}
		in.Reg = [5]arm64.Reg{arm64.Reg(r0), arm64.Reg(r1), arm64.Reg(r2), arm64.Reg(r3), arm64.NoReg}
		in.Mem = arm64.Mem{Base: arm64.Reg(base), Index: arm64.Reg(index), Scale: scale, Ext: arm64.Modifier(ext),
			Mode: arm64.Mode(mode), Disp: disp}
		code, err := arm64.Append(nil, &in)
		if (err == nil) != (len(code) > 0) || in.String() == "" {
			t.Fatalf("%v: % x, %v", in, code, err)
		}
	})
}
