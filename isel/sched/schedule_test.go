package sched_test

import (
	"strings"
	"testing"

	"hotloop/asm/amd64"
	"hotloop/isel/emit"
	"hotloop/isel/mach"
	"hotloop/isel/sched"
	"hotloop/isel/x86"
)

// oneBlock returns a function of one block that loads from p and contains the instructions that body adds.
func oneBlock(body func(f *mach.Func, b *mach.Block, p mach.Reg)) *mach.Func {
	f := &mach.Func{Name: "one"}
	b := f.NewBlock("")
	p := f.NewVReg(mach.GP, 8)
	b.Params = []mach.Reg{p}
	body(f, b, p)
	b.Insts = append(b.Insts, mach.Inst{Pseudo: mach.Ret, MemPos: -1})
	return f
}

func addInst(b *mach.Block, op amd64.Op, size uint8, mem int8, m mach.Mem, rs ...mach.Reg) *mach.Inst {
	in := mach.Inst{Op: uint16(op), Size: size, N: uint8(len(rs)), MemPos: mem, Mem: m}
	copy(in.Regs[:], rs)
	b.Insts = append(b.Insts, in)
	return &b.Insts[len(b.Insts)-1]
}

func names(isa mach.ISA, b *mach.Block) string {
	var s []string
	for i := range b.Insts {
		if b.Insts[i].Pseudo == mach.NotPseudo {
			s = append(s, isa.OpName(b.Insts[i].Op))
		}
	}
	return strings.Join(s, " ")
}

// TestScheduleOverlaps checks that the four loads of four independent chains come first.
func TestScheduleOverlaps(t *testing.T) {
	isa := x86.New(false)
	f := oneBlock(func(f *mach.Func, b *mach.Block, p mach.Reg) {
		for k := range int32(4) {
			v, w := f.NewVReg(mach.Vec, 32), f.NewVReg(mach.Vec, 32)
			addInst(b, amd64.VMOVUPS, 32, 1, mach.Mem{Base: p, Disp: 32 * k, Alias: 1}, v, 0)
			addInst(b, amd64.VMULPS, 32, -1, mach.Mem{}, w, v, v)
			addInst(b, amd64.VMOVUPS, 32, 0, mach.Mem{Base: p, Disp: 1024 + 32*k, Alias: 2}, 0, w)
		}
	})
	s := sched.New()
	defer s.Free()
	s.Run(isa, f)
	if got, want := names(isa, f.Blocks[0]),
		"VMOVUPS VMOVUPS VMOVUPS VMOVUPS VMULPS VMULPS VMULPS VMULPS VMOVUPS VMOVUPS VMOVUPS VMOVUPS"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestScheduleMemory checks that no load moves above a store that may write its memory, and no store above
// another.
func TestScheduleMemory(t *testing.T) {
	isa := x86.New(false)
	f := oneBlock(func(f *mach.Func, b *mach.Block, p mach.Reg) {
		for k := range int32(4) {
			v := f.NewVReg(mach.GP, 8)
			addInst(b, amd64.MOV, 8, 1, mach.Mem{Base: p, Disp: 8 * k}, v, 0)
			addInst(b, amd64.MOV, 8, 0, mach.Mem{Base: p, Disp: 8*k + 8}, 0, v)
		}
	})
	before := mach.Format(isa, f)
	s := sched.New()
	defer s.Free()
	s.Run(isa, f)
	if got := mach.Format(isa, f); got != before {
		t.Errorf("changed to\n%s", got)
	}
}

// TestScheduleFlags checks that a compare stays next to the conditional move that needs it.
func TestScheduleFlags(t *testing.T) {
	isa := x86.New(false)
	f := oneBlock(func(f *mach.Func, b *mach.Block, p mach.Reg) {
		x, y, z, w := f.NewVReg(mach.GP, 8), f.NewVReg(mach.GP, 8), f.NewVReg(mach.GP, 8), f.NewVReg(mach.GP, 8)
		addInst(b, amd64.MOV, 8, 1, mach.Mem{Base: p}, x, 0)
		addInst(b, amd64.CMP, 8, -1, mach.Mem{}, x, p)
		addInst(b, amd64.CMOVCC, 8, -1, mach.Mem{}, y, p).Tied = x
		addInst(b, amd64.MOV, 8, 1, mach.Mem{Base: p, Disp: 8}, z, 0)
		addInst(b, amd64.IMUL, 8, -1, mach.Mem{}, w, z).Tied = y
		addInst(b, amd64.MOV, 8, 0, mach.Mem{Base: p}, 0, w)
	})
	s := sched.New()
	defer s.Free()
	s.Run(isa, f)
	if got := names(isa, f.Blocks[0]); !strings.Contains(got, "CMP CMOVCC") || !strings.HasPrefix(got, "MOV MOV") {
		t.Errorf("got %s", got)
	}
}

// TestSchedulePressure checks that forty loads, each followed by a store, are not all in flight with sixteen
// registers.
func TestSchedulePressure(t *testing.T) {
	isa := x86.New(false)
	f := oneBlock(func(f *mach.Func, b *mach.Block, p mach.Reg) {
		for k := range int32(40) {
			v, w := f.NewVReg(mach.Vec, 32), f.NewVReg(mach.Vec, 32)
			addInst(b, amd64.VMOVUPS, 32, 1, mach.Mem{Base: p, Disp: 32 * k, Alias: 1}, v, 0)
			addInst(b, amd64.VSQRTPS, 32, -1, mach.Mem{}, w, v)
			addInst(b, amd64.VMOVUPS, 32, 0, mach.Mem{Base: p, Disp: 32 * k, Alias: 2}, 0, w)
		}
	})
	_, st, err := emit.Emit(isa, f, emit.Options{Check: true})
	if err != nil || st.Spills+st.Reloads > 0 {
		t.Errorf("%+v, %v", st, err)
	}
}

// TestCommute exchanges operands of fused multiply-adds in all possible ways and compares the results.
func TestCommute(t *testing.T) {
	isa := x86.New(false)
	value := func(in *mach.Inst) (sum, a, b mach.Reg) {
		d, x, y := in.Tied, in.Regs[1], in.Regs[2]
		switch s := amd64.Op(in.Op).String(); {
		case strings.Contains(s, "132"):
			sum, a, b = x, d, y
		case strings.Contains(s, "213"):
			sum, a, b = y, d, x
		default:
			sum, a, b = d, x, y
		}
		return sum, min(a, b), max(a, b)
	}
	for _, op := range []amd64.Op{amd64.VFMADD132PS, amd64.VFMADD213PS, amd64.VFMADD231PS, amd64.VFNMSUB132SD,
		amd64.VFNMSUB213SD, amd64.VFNMSUB231SD} {
		for i := 1; i <= 2; i++ {
			in := mach.Inst{Op: uint16(op), N: 3, MemPos: -1, Ties: mach.Ties{Tied: 201}, Regs: [mach.MaxOperands]mach.Reg{200, 202, 203}}
			s1, a1, b1 := value(&in)
			want := in.Regs[i]
			if !isa.Commute(&in, i) || in.Tied != want {
				t.Errorf("%s %d: not exchanged", op, i)
			}
			if s2, a2, b2 := value(&in); s1 != s2 || a1 != a2 || b1 != b2 ||
				amd64.Op(in.Op).String()[:3] != op.String()[:3] ||
				!strings.HasSuffix(amd64.Op(in.Op).String(), op.String()[len(op.String())-2:]) {
				t.Errorf("%s %d: became %s", op, i, amd64.Op(in.Op))
			}
		}
	}
}

// TestHoist checks that the half of a loop-invariant vector is hoisted, once for both users, and that values
// overwritten in each iteration stay.
func TestHoist(t *testing.T) {
	isa := x86.New(false)
	f := &mach.Func{Name: "hoist"}
	entry, loop, end := f.NewBlock(""), f.NewBlock(""), f.NewBlock("")
	p, n, v := f.NewVReg(mach.GP, 8), f.NewVReg(mach.GP, 8), f.NewVReg(mach.Vec, 32)
	entry.Params = []mach.Reg{p}
	addInst(entry, amd64.VMOVUPS, 32, 1, mach.Mem{Base: p}, v, 0)
	entry.Insts = append(entry.Insts, mach.Inst{Pseudo: mach.Jump, MemPos: -1})
	loop.Params, loop.Header = []mach.Reg{n}, true
	entry.AddEdge(loop, p)
	for k := range int32(2) {
		a, b, c := f.NewVReg(mach.Vec, 32), f.NewVReg(mach.Vec, 32), f.NewVReg(mach.Vec, 32)
		addInst(loop, amd64.VPSRLQI, 32, -1, mach.Mem{}, a, v).HasImm = true
		addInst(loop, amd64.VPADDD, 32, 2, mach.Mem{Base: n, Disp: 32 * k}, b, a, 0)
		addInst(loop, amd64.VPADDQ, 32, -1, mach.Mem{}, c, v, v)
		fma := addInst(loop, amd64.VFMADD231PS, 32, -1, mach.Mem{}, f.NewVReg(mach.Vec, 32), b, b)
		fma.N, fma.Tied = 3, c
		fma.Regs = [mach.MaxOperands]mach.Reg{fma.Regs[0], b, b}
		addInst(loop, amd64.VMOVUPS, 32, 0, mach.Mem{Base: n, Disp: 32 * k}, 0, fma.Regs[0])
	}
	m := f.NewVReg(mach.GP, 8)
	addInst(loop, amd64.LEA, 8, 1, mach.Mem{Base: n, Disp: 64}, m, 0)
	addInst(loop, amd64.CMPI, 8, -1, mach.Mem{}, m).HasImm = true
	loop.Insts = append(loop.Insts, mach.Inst{Pseudo: mach.Branch, MemPos: -1})
	loop.AddEdge(loop, m)
	loop.AddEdge(end)
	end.Insts = append(end.Insts, mach.Inst{Pseudo: mach.Ret, MemPos: -1})
	s := sched.New()
	defer s.Free()
	s.Run(isa, f)
	if got, want := names(isa, entry), "VMOVUPS VPSRLQI"; got != want {
		t.Errorf("in front of the loop: got %s, want %s", got, want)
	}
	if got := names(isa, loop); strings.Contains(got, "VPSRLQI") || strings.Count(got, "VPADDQ") != 2 {
		t.Errorf("in the loop: %s", got)
	}
}
