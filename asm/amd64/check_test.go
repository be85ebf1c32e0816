package amd64_test

import (
	"errors"
	"strings"
	"testing"

	"hotloop/asm"
	"hotloop/asm/amd64"
)

// TestIllegal lists instructions that golang-asm or the CPU rejects, and the reason that Check returns.
func TestIllegal(t *testing.T) {
	v := amd64.VecReg
	add := amd64.New(amd64.VADDPS, 64, v(1), v(2), v(3))
	load := amd64.NewMem(amd64.VMOVUPS, 64, 1, amd64.Ptr(amd64.RAX, 0), v(1), amd64.NoReg)
	store := amd64.NewMem(amd64.VMOVUPS, 64, 0, amd64.Ptr(amd64.RAX, 0), amd64.NoReg, v(1))
	vsib := amd64.PtrIndex(amd64.RAX, v(2), 4, 0)
	gather := amd64.NewMem(amd64.VGATHERDPSK, 64, 1, vsib, v(1), amd64.NoReg)
	gather2 := func(dst, index, mask int) amd64.Inst {
		return amd64.NewMem(amd64.VGATHERDPS, 32, 1, amd64.PtrIndex(amd64.RAX, v(index), 4, 0), v(dst), amd64.NoReg,
			v(mask))
	}
	with := func(in amd64.Inst, f func(*amd64.Inst)) amd64.Inst { f(&in); return in }
	scale := func(s uint8) amd64.Inst {
		return with(load, func(in *amd64.Inst) { in.Mem.Index, in.Mem.Scale = amd64.RCX, s })
	}
	for _, test := range []struct {
		in   amd64.Inst
		want string
	}{
		{add, ""},
		{add.WithMask(amd64.K1, true), ""},
		{add.WithMask(amd64.K0, false), "k1 to k7"},
		{add.WithMask(amd64.V1, false), "k1 to k7"},
		{add.WithMask(amd64.NoReg, true), "zeroing"},
		{load.WithMask(amd64.K2, true), ""},
		{store.WithMask(amd64.K2, false), ""},
		{store.WithMask(amd64.K2, true), "zeroing"},
		{add.WithBcst(), "broadcast"},
		{load.WithBcst(), "broadcast"},
		{add.WithRound(amd64.RoundUp), ""},
		{add.WithRound(amd64.SAE), "rounding"},
		{add.WithRound(9), "rounding"},
		{with(add.WithRound(amd64.RoundUp), func(in *amd64.Inst) { in.Size = 32 }), "rounding"},
		{load.WithRound(amd64.RoundUp), "rounding"},
		{amd64.New(amd64.VCVTSI2SD, 4, v(1), v(2), amd64.RAX).WithRound(amd64.RoundUp), "rounding"},
		{amd64.New(amd64.VCVTSI2SD, 8, v(1), v(2), amd64.RAX).WithRound(amd64.RoundUp), ""},
		{gather.WithMask(amd64.K1, false), ""},
		{gather, "require a mask"},
		{gather.WithMask(amd64.K1, true), "zeroing"},
		{with(gather.WithMask(amd64.K1, false), func(in *amd64.Inst) { in.Reg[0] = v(2) }), "differ"},
		{gather2(1, 2, 3), ""},
		{gather2(1, 1, 3), "differ"},
		{gather2(1, 2, 1), "differ"},
		{gather2(1, 2, 2), "differ"},
		{gather2(1, 18, 2), "16 to 31"},
		{amd64.New(amd64.VPAND, 32, v(1), v(16), v(2)), "16 to 31"},
		{amd64.New(amd64.VPAND, 32, v(1), v(3), v(2)).WithMask(amd64.K1, false), "masks are not supported"},
		{amd64.New(amd64.VPADDD, 32, v(1), v(3), amd64.RAX), "wrong class"},
		{amd64.New(amd64.VPADDD, 32, v(1), v(3)), "number of operands"},
		{amd64.New(amd64.VPADDD, 48, v(1), v(3), v(2)), "size"},
		{amd64.New(amd64.VPADDD, 8, v(1), v(3), v(2)), "size"},
		{amd64.New(amd64.VPADDD, 32, v(1), v(3), amd64.NoReg), "form"},
		{amd64.New(amd64.VMOVSS, 16, v(1), v(3)), "form"},
		{amd64.New(amd64.LEA, 8, amd64.RAX, amd64.RAX), "form"},
		{amd64.NewMem(amd64.BSWAP, 8, 0, amd64.Ptr(amd64.RAX, 0), amd64.NoReg), "form"},
		{amd64.NewMem(amd64.VPSLLDI, 32, 1, amd64.Ptr(amd64.RAX, 0), v(1), amd64.NoReg), ""}, // EVEX has it
		{scale(8), ""},
		{scale(3), "scale"},
		{scale(16), "scale"},
		{with(load, func(in *amd64.Inst) { in.Mem.Index = amd64.RSP }), "index"},
		{with(load, func(in *amd64.Inst) { in.Mem.Index = v(3) }), "index"},
		{with(load, func(in *amd64.Inst) { in.Mem.Base = v(3) }), "base"},
		{with(load, func(in *amd64.Inst) { in.Mem.Label = 1 }), "RIP"},
		{with(gather.WithMask(amd64.K1, false), func(in *amd64.Inst) { in.Mem.Index = amd64.RCX }), "vector"},
		{amd64.New(amd64.ADDI, 8, amd64.RAX).WithImm(1 << 31), "immediate"},
		{amd64.New(amd64.ADDI, 1, amd64.RAX).WithImm(256), "immediate"},
		{amd64.New(amd64.SHLI, 8, amd64.RAX).WithImm(-1), "immediate"},
		{amd64.New(amd64.MOVI, 4, amd64.RAX).WithImm(1 << 32), "immediate"},
		{amd64.NewMem(amd64.MOVI, 8, 0, amd64.Ptr(amd64.RAX, 0), amd64.NoReg).WithImm(1 << 31), "immediate"},
		{amd64.New(amd64.SHL, 8, amd64.RAX, amd64.RDX), "fixed register"},
		{amd64.New(amd64.SHL, 8, amd64.RAX, amd64.RCX), ""},
		{amd64.New(amd64.IDIV, 8, amd64.RDX, amd64.RAX, amd64.RBX), ""},
		{amd64.New(amd64.IDIV, 8, amd64.RAX, amd64.RDX, amd64.RBX), "fixed register"},
		{amd64.New(amd64.MOV, 1, amd64.RSP, amd64.RAX), "spl"},
		{amd64.New(amd64.Op(amd64.NumOps), 8), "unknown instruction"},
		{amd64.Inst{}, "unknown instruction"},
	} {
		_, err := amd64.Append(nil, &test.in)
		var illegal *amd64.IllegalError
		switch {
		case test.want == "" && err != nil:
			t.Errorf("legal: %v", err)
		case test.want != "" && err == nil:
			t.Errorf("%v: no error, want %q", test.in, test.want)
		case test.want != "" && (!errors.As(err, &illegal) || !strings.Contains(illegal.Reason, test.want)):
			t.Errorf("%v: want %q", err, test.want)
		}
	}
}

// TestInfo spot-checks roles that the register allocator depends on.
func TestInfo(t *testing.T) {
	for _, test := range []struct {
		op   string
		want string
	}{
		{"VFMADD231PS", "vec+ vec vec/m"},
		{"VPTERNLOGD", "vec+ vec vec/m"},
		{"ADD", "gp+/m gp/m"},
		{"IDIV", "gp+=rdx gp+=rax gp/m"},
		{"SHL", "gp+/m gp=rcx"},
		{"VGATHERDPS", "vec+! /m vec+!"},
		{"VCMPPSK", "mask> vec vec/m"},
		{"MULX", "gp> gp> gp/m gp=rdx"},
		{"KMOVWKR", "mask> gp"},
	} {
		op, ok := amd64.OpByName(test.op)
		if !ok {
			t.Fatalf("no %s", test.op)
		}
		info := amd64.Info(op)
		var got []string
		for _, o := range info.Operands[:info.N] {
			s := [...]string{"", "gp", "vec", "mask"}[o.Class] + [...]string{"", "", ">", "+"}[o.Access]
			if o.Early {
				s += "!"
			}
			if o.Fixed != amd64.NoReg {
				s += "=" + o.Fixed.String()
			}
			if o.Mem {
				s += "/m"
			}
			got = append(got, s)
		}
		if g := strings.Join(got, " "); g != test.want {
			t.Errorf("%s: %s, want %s", test.op, g, test.want)
		}
	}
	in := amd64.New(amd64.VADDPS, 32, amd64.V1, amd64.V2, amd64.V3)
	if in.Access(0) != amd64.Write || in.Features() != amd64.FeatAVX {
		t.Error(in.Access(0), in.Features())
	}
	in = in.WithMask(amd64.K1, false)
	if in.Access(0) != amd64.ReadWrite || in.Features() != amd64.FeatAVX512F|amd64.FeatAVX512VL {
		t.Error(in.Access(0), in.Features())
	}
	in.Zero = true
	if in.Access(0) != amd64.Write {
		t.Error(in.Access(0))
	}
}

// TestMovImm checks the lengths of moves of constants, and that zero does not become a flag-changing xor.
func TestMovImm(t *testing.T) {
	for _, test := range []struct {
		size int
		imm  int64
		want string
	}{
		{4, 0, "b800000000"}, {8, 5, "48c7c005000000"}, {8, 1 << 31, "b800000080"}, {8, -1, "48c7c0ffffffff"},
		{8, 1 << 32, "48b80000000001000000"}, {2, 7, "66b80700"}, {1, 7, "b007"},
	} {
		in := amd64.New(amd64.MOVI, test.size, amd64.RAX).WithImm(test.imm)
		code, err := amd64.Append(nil, &in)
		if err != nil || hexOf(code) != test.want {
			t.Errorf("%v: %x, %v; want %s", in, code, err, test.want)
		}
	}
	if _, err := amd64.Assemble([]amd64.Inst{amd64.Jump(asm.Label(3))}); err == nil {
		t.Error("jump to nowhere assembled")
	}
}
