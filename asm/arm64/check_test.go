package arm64_test

import (
	"errors"
	"strings"
	"testing"

	"hotloop/asm/arm64"
)

// TestIllegal lists instructions that have no encoding or are unpredictable, and the reason that Check returns.
func TestIllegal(t *testing.T) {
	const (
		x0, x1, x2, x3 = arm64.R0, arm64.R1, arm64.R2, arm64.R3
		v0, v1, v16    = arm64.V0, arm64.V1, arm64.V16
		none           = arm64.NoReg
	)
	with := func(in arm64.Inst, f func(*arm64.Inst)) arm64.Inst { f(&in); return in }
	add := arm64.New(arm64.ADD, 8, x0, x1, x2)
	load := func(m arm64.Mem) arm64.Inst { return arm64.NewMem(arm64.LDR, 8, 1, m, x0, none) }
	pair := func(m arm64.Mem, a, b arm64.Reg) arm64.Inst { return arm64.NewMem(arm64.LDP, 8, 2, m, a, b, none) }
	structure := func(m arm64.Mem) arm64.Inst { return arm64.NewMem(arm64.VLD2S, 16, 1, m, v0, none) }
	imm := func(op arm64.Op, v int64, regs ...arm64.Reg) arm64.Inst { return arm64.New(op, 8, regs...).WithImm(v) }
	for _, test := range []struct {
		in   arm64.Inst
		want string
	}{
		{add, ""},
		{with(add, func(in *arm64.Inst) { in.Size = 16 }), "size"},
		{with(add, func(in *arm64.Inst) { in.Size = 0 }), "size"},
		{with(add, func(in *arm64.Inst) { in.N = 2 }), "number of operands"},
		{with(add, func(in *arm64.Inst) { in.Reg[1] = v1 }), "wrong class"},
		{with(add, func(in *arm64.Inst) { in.Reg[1] = arm64.Reg(70) }), "wrong class"},
		{with(add, func(in *arm64.Inst) { in.Reg[2] = none }), "missing"},
		{with(add, func(in *arm64.Inst) { in.Reg[2] = arm64.SP }), "sp is not supported"},
		{with(add, func(in *arm64.Inst) { in.Reg[2] = arm64.ZR }), ""},
		{with(add, func(in *arm64.Inst) { in.MemPos = 2 }), "form"},
		{imm(arm64.ADDI, 1, arm64.ZR, x0), "zero register is not supported"},
		{imm(arm64.ADDI, 1, arm64.SP, x0), ""},
		{imm(arm64.ADDI, 4097, x1, x0), "4096"},
		{imm(arm64.ADDI, -1, x1, x0), "4096"},
		{imm(arm64.ANDI, 5, x1, x0), "bit mask"},
		{imm(arm64.ANDI, 0, x1, x0), "bit mask"},
		{imm(arm64.LSLI, 64, x1, x0), "shift amount"},
		{with(imm(arm64.LSLI, 32, x1, x0), func(in *arm64.Inst) { in.Size = 4 }), "shift amount"},
		{imm(arm64.ADDLSL, -1, x1, x0, x2), "shift amount"},
		{imm(arm64.ADDSXTW, 5, x1, x0, x2), "shift amount"},
		{imm(arm64.UBFX, arm64.Pair(60, 5), x1, x0), "bit field"},
		{imm(arm64.UBFX, arm64.Pair(60, 4), x1, x0), ""},
		{imm(arm64.BFI, arm64.Pair(3, 0), x1, x0), "bit field"},
		{imm(arm64.MOVK, arm64.Wide(1, 64), x1), "immediate"},
		{with(imm(arm64.MOVK, arm64.Wide(1, 32), x1), func(in *arm64.Inst) { in.Size = 4 }), "immediate"},
		{imm(arm64.CCMPI, arm64.Pair(32, 0), x1), "immediate"},
		{arm64.New(arm64.CSEL, 8, x0, x1, x2).WithCC(14), "condition"},
		{arm64.New(arm64.TBZ, 8, x0).WithImm(64).To(1), "bit field"},
		{arm64.New(arm64.CBZ, 8, x0).To(1), "Encoder"},
		{load(arm64.PtrLabel(1, 0)), "Encoder"},

		{load(arm64.Ptr(x1, 4095*8)), ""},
		{load(arm64.Ptr(x1, 4096*8)), "displacement"},
		{load(arm64.Ptr(x1, 257)), "displacement"},
		{load(arm64.Ptr(x1, -257)), "displacement"},
		{load(arm64.Ptr(x0, 8)), ""},
		{load(arm64.Ptr(arm64.ZR, 8)), "base"},
		{load(arm64.Ptr(v1, 8)), "base"},
		{load(arm64.Ptr(none, 8)), "base"},
		{load(arm64.PtrPost(x1, 256)), "displacement"},
		{load(arm64.PtrPre(x0, 8)), "unpredictable"},
		{load(arm64.PtrPre(arm64.SP, 8)), ""},
		{load(arm64.PtrPostReg(x1, x2)), "structures"},
		{load(arm64.PtrIndex(x1, x2, 8, arm64.ModSXTW)), ""},
		{load(arm64.PtrIndex(x1, x2, 4, arm64.ModSXTW)), "scale"},
		{load(arm64.PtrIndex(x1, x2, 8, arm64.ModSXTB)), "extended"},
		{load(arm64.PtrIndex(x1, arm64.ZR, 8, arm64.ModNone)), "index"},
		{load(arm64.PtrIndex(x1, v1, 8, arm64.ModNone)), "index"},
		{load(arm64.Mem{Base: x1, Index: x2, Disp: 8}), "displacement is not supported"},
		{load(arm64.Mem{Base: x1, Index: none, Mode: 3}), "addressing mode"},
		{load(arm64.Mem{Base: x1, Index: none, Label: 1}), "PC-relative"},
		{arm64.NewMem(arm64.LDRB, 4, 1, arm64.PtrLabel(1, 0), x0, none), "PC-relative address is not supported"},
		{arm64.NewMem(arm64.ADR, 8, 1, arm64.Ptr(x1, 0), x0, none), "label"},
		{arm64.NewMem(arm64.PRFM, 8, 0, arm64.PtrPre(x1, 0), none), "addressing mode"},
		{pair(arm64.Ptr(x1, 63*8), x0, x2), ""},
		{pair(arm64.Ptr(x1, 64*8), x0, x2), "pair"},
		{pair(arm64.Ptr(x1, 4), x0, x2), "pair"},
		{pair(arm64.PtrIndex(x1, x2, 8, arm64.ModNone), x0, x2), "address of a pair"},
		{pair(arm64.Ptr(x1, 8), x0, x0), "are equal"},
		{pair(arm64.PtrPre(x2, 8), x0, x2), "unpredictable"},
		{arm64.NewMem(arm64.STP, 8, 2, arm64.Ptr(x1, 8), x0, x0, none), ""},
		{structure(arm64.Ptr(x1, 0)), ""},
		{structure(arm64.Ptr(x1, 16)), "offset is not supported"},
		{structure(arm64.PtrPost(x1, 32)), ""},
		{structure(arm64.PtrPost(x1, 16)), "bytes accessed"},
		{structure(arm64.PtrPre(x1, 32)), "addressing mode"},
		{structure(arm64.PtrPostReg(x1, x3)), ""},
		{structure(arm64.PtrPostReg(x1, arm64.ZR)), "index"},
		{structure(arm64.Mem{Base: x1, Index: x3, Disp: 4, Mode: arm64.PostIndex}), "displacement is not supported"},

		{arm64.New(arm64.VMULHE, 16, v0, v1, v16).WithImm(1), "v0 to v15"},
		{arm64.New(arm64.VMULSE, 16, v0, v1, v16).WithImm(1), ""},
		{arm64.New(arm64.VMULSE, 16, v0, v1, v16).WithImm(4), "lane"},
		{arm64.New(arm64.VINSDE, 16, v0, v1).WithImm(arm64.Pair(1, 2)), "lane"},
		{arm64.New(arm64.VEXT, 8, v0, v1, v1).WithImm(8), "lane"},
		{arm64.New(arm64.VSHLB, 16, v0, v1).WithImm(8), "shift amount"},
		{arm64.New(arm64.VUSHRB, 16, v0, v1).WithImm(0), "shift amount"},
		{arm64.New(arm64.VUSHRB, 16, v0, v1).WithImm(8), ""},
		{arm64.New(arm64.VMOVIS, 16, v0).WithImm(0x1234), "vector constant"},
		{arm64.New(arm64.VORRIS, 16, v0).WithImm(0x12ff), "vector constant"},
		{arm64.New(arm64.VMOVIS, 16, v0).WithImm(0x12ff), ""},
		{arm64.New(arm64.VFMOVIS, 16, v0).WithImm(256), "immediate"},
		{arm64.New(arm64.VFADDD, 8, v0, v1, v1), ""}, // one size only: Size is ignored
		{arm64.New(arm64.VADDB, 32, v0, v1, v1), "size"},
		{arm64.New(arm64.Op(arm64.NumOps), 8), "unknown instruction"},
		{arm64.Inst{}, "unknown instruction"},
	} {
		_, err := arm64.Append(nil, &test.in)
		var illegal *arm64.IllegalError
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

// TestIsAddress compares IsAddress with Check of an instruction that has the address.
func TestIsAddress(t *testing.T) {
	for _, test := range []struct {
		op   arm64.Op
		size int
		m    arm64.Mem
		want bool
	}{
		{arm64.LDR, 8, arm64.Ptr(arm64.R1, 4095*8), true},
		{arm64.LDR, 4, arm64.Ptr(arm64.R1, 4095*8), false},
		{arm64.VLDR, 16, arm64.Ptr(arm64.R1, 4095*16), true},
		{arm64.VSTR, 8, arm64.PtrIndex(arm64.R1, arm64.R2, 8, arm64.ModNone), true},
		{arm64.VSTR, 16, arm64.PtrIndex(arm64.R1, arm64.R2, 8, arm64.ModNone), false},
		{arm64.LDR, 8, arm64.PtrPost(arm64.R0, 16), true},
		{arm64.LDP, 8, arm64.Ptr(arm64.R1, 504), true},
		{arm64.LDP, 8, arm64.Ptr(arm64.R1, 512), false},
		{arm64.VLD2S, 16, arm64.Ptr(arm64.R1, 0), true},
		{arm64.VLD2S, 16, arm64.Ptr(arm64.R1, 32), false},
		{arm64.ADD, 8, arm64.Ptr(arm64.R1, 0), false},
	} {
		if got := arm64.IsAddress(test.op, test.size, test.m); got != test.want {
			t.Errorf("%v of %d bytes can have %+v: %v", test.op, test.size, test.m, got)
		}
	}
}

// TestInfo spot-checks roles that the register allocator depends on.
func TestInfo(t *testing.T) {
	for _, test := range []struct {
		op   string
		want string
	}{
		{"VFMLAS", "vec+ vec vec"},
		{"VBSL", "vec+ vec vec"},
		{"VINSSR", "vec+ gp"},
		{"VXTNB", "vec> vec"},
		{"VXTN2B", "vec+ vec"},
		{"MOVK", "gp+"},
		{"BFI", "gp+ gp"},
		{"VLD3S", "vec>*3 mem"},
		{"VST3S", "vec*3 mem>"},
		{"VLD2LS", "vec+*2 mem"},
		{"VTBL4", "vec> vec*4 vec"},
		{"VTBX2", "vec+ vec*2 vec"},
		{"LDP", "gp> gp> mem"},
		{"STR", "gp mem>"},
		{"CMP", "gp gp"},
		{"VMLAHE", "vec+ vec veclow"},
		{"SCVTFSR", "vec> gp"},
	} {
		op, ok := arm64.OpByName(test.op)
		if !ok {
			t.Fatalf("no %s", test.op)
		}
		info := arm64.Info(op)
		var got []string
		for _, o := range info.Operands[:info.N] {
			s := [...]string{"mem", "gp", "vec"}[o.Class]
			if o.Low {
				s += "low"
			}
			s += [...]string{"", "", ">", "+"}[o.Access]
			if o.List > 1 {
				s += "*" + string('0'+o.List)
			}
			got = append(got, s)
		}
		if g := strings.Join(got, " "); g != test.want {
			t.Errorf("%s: %s, want %s", test.op, g, test.want)
		}
	}
	in := arm64.NewMem(arm64.VLD3S, 16, 1, arm64.PtrPost(arm64.R1, 48), arm64.V1, arm64.NoReg)
	if in.MemBytes() != 48 || in.MemAccess() != arm64.Read || in.BaseAccess() != arm64.ReadWrite ||
		in.Features() != arm64.FeatBase {
		t.Error(in.MemBytes(), in.MemAccess(), in.BaseAccess(), in.Features())
	}
	in = arm64.NewMem(arm64.PRFM, 8, 0, arm64.Ptr(arm64.R1, 0), arm64.NoReg)
	if in.MemAccess() != 0 || in.BaseAccess() != arm64.Read {
		t.Error(in.MemAccess(), in.BaseAccess())
	}
}
