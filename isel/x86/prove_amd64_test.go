package x86_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"hotloop/asm/amd64"
	"hotloop/cpu"
	"hotloop/internal/lab/prove"
	"hotloop/isel/emit"
	"hotloop/isel/mach"
	"hotloop/isel/x86"
)

// TestInstructionTable compares the instructions of the table that rules are proved by with the processor.
func TestInstructionTable(t *testing.T) {
	host := cpu.Host()
	if host.Tier < cpu.AVX2 {
		t.Skip("no AVX2")
	}
	isa := x86.For(host)
	r := rand.New(rand.NewPCG(3, 4))
	done, missing := 0, 0
	for _, name := range slices.Sorted(maps.Keys(prove.X86)) {
		in := prove.X86[name]
		op, ok := isa.OpByName(name)
		if !ok {
			t.Errorf("there is no instruction %s", name)
			continue
		}
		sizes := []int{16}
		if in.Scalar != nil {
			sizes = []int{4, 8}
			switch name {
			case "ROL", "ROR", "ROLI":
				sizes = []int{1, 2, 4, 8}
			case "MOVSXD":
				sizes = []int{8}
			}
		}
		immediates := []int64{0}
		switch {
		case in.Imms > 0:
			for i := 0; i < in.Imms; i += 1 + in.Imms/20 {
				immediates = append(immediates, int64(i))
			}
			for i := range 16 {
				immediates = append(immediates, int64(min(17*i, in.Imms-1)))
			}
		case in.Imm && slices.Contains([]string{"ROLI", "RORX", "SHLI", "SHRI", "SARI"}, name):
			immediates = []int64{0, 1, 3, 7, 8, 15, 16, 31, 32, 33, 63}
		case in.Imm:
			immediates = []int64{0, 1, -1, 7, -128, 127, 0x7fffffff, -0x80000000}
		}
		for _, size := range sizes {
			if !isa.Has(op, size) {
				missing++
				continue
			}
			for _, imm := range immediates {
				if _, ok := in.Compute(8*size, make([]uint64, 3), 0, uint64(imm)); !ok {
					continue
				}
				run := tableCode(t, isa, amd64.Op(op), size, in, imm)
				for range 300 / len(immediates) * 4 {
					p := make([]uint64, 10)
					for i := range p[:7] {
						p[i] = prove.Draw(r)
					}
					run(p)
					done++
					x := []uint64{p[0], p[2], p[4]}
					want, _ := in.Compute(8*size, x, p[6], uint64(imm))
					got := p[8]
					if in.Bit {
						got &= 1<<(64/in.W) - 1
					}
					if got != want {
						t.Fatalf("%s of %d bytes, immediate %d, of %#x with mask %#x: %#x, the table says %#x", name, size, imm, x[:in.Args],
							p[6], got, want)
					}
				}
			}
		}
	}
	t.Logf("%d runs; this processor lacks %d instructions", done, missing)
}

// tableCode returns a function that applies an instruction to p[0], p[2] and p[4], under the mask p[6], and stores the
// result in p[8].
func tableCode(t *testing.T, isa *x86.ISA, op amd64.Op, size int, in prove.Inst, imm int64) func(p []uint64) {
	x := newBuild("table", (func(p []uint64))(nil))
	p := x.param(0, 0)
	scalar := in.Scalar != nil
	var args []mach.Reg
	for i := range in.Args {
		if scalar {
			r := x.gp()
			x.opM(amd64.MOV, 8, 1, at(p, 0, 1, int32(16*i)), r, 0)
			args = append(args, r)
		} else {
			r := x.vec(16)
			x.opM(amd64.VMOVUPS, 16, 1, at(p, 0, 1, int32(16*i)), r, 0)
			args = append(args, r)
		}
	}
	var mask, dst mach.Reg
	if in.Test {
		mask = x.mask()
		x.opM(amd64.KMOVQ, 8, 1, at(p, 0, 1, 48), mask, 0)
	}
	switch {
	case in.Bit:
		dst = x.mask()
	case scalar:
		dst = x.gp()
	default:
		dst = x.vec(16)
	}
	tied := mach.Reg(mach.NoReg)
	if isa.Desc(uint16(op)).Roles[0].Access == mach.UseDef {
		tied, args = args[0], args[1:]
	}
	i := x.op(op, size, append([]mach.Reg{dst}, args...)...)
	i.Tied, i.Mask = tied, mask
	if in.Imm {
		i.HasImm, i.Imm = true, imm
	}
	switch {
	case in.Bit:
		x.opM(amd64.KMOVQ, 8, 0, at(p, 0, 1, 64), 0, dst)
	case scalar:
		x.opM(amd64.MOV, 8, 0, at(p, 0, 1, 64), 0, dst)
	default:
		x.opM(amd64.VMOVUPS, 16, 0, at(p, 0, 1, 64), 0, dst)
	}
	x.pseudo(mach.Ret)
	fn, _ := compileFor[func(p []uint64)](t, isa, emit.Options{Check: true}, x)
	return fn
}
