package mach

import (
	"fmt"
	"strings"
)

// Format returns f as text, one instruction per line:
//
//	loop(v7:gp, v9:vec32) depth 1
//	  v12:vec32 = VFMADD231PS v9', v3, [v4+v7*4+64]
//
// A mark ' follows a source that shares the register of the result. After allocation, registers have their real
// names.
func Format(isa ISA, f *Func) string {
	p := printer{isa: isa, f: f}
	fmt.Fprintf(&p, "func %s\n", f.Name)
	for i, c := range f.Consts {
		fmt.Fprintf(&p, "  const c%d align %d: % x\n", i+1, c.Align, c.Bytes)
	}
	for i, s := range f.Slots {
		fmt.Fprintf(&p, "  slot s%d: %d bytes, align %d\n", i+1, s.Size, s.Align)
	}
	for _, b := range f.Blocks {
		p.block(b)
	}
	return p.String()
}

// FormatInst returns in as text, in the notation of Format.
func FormatInst(isa ISA, f *Func, in *Inst) string {
	p := printer{isa: isa, f: f}
	p.inst(nil, in)
	return p.String()
}

type printer struct {
	strings.Builder
	isa ISA
	f   *Func
}

func blockName(b *Block) string {
	if b.Name != "" {
		return fmt.Sprintf("b%d.%s", b.ID, b.Name)
	}
	return fmt.Sprintf("b%d", b.ID)
}

func (p *printer) block(b *Block) {
	p.WriteString(blockName(b))
	p.regs(b.Params, true)
	if b.Depth > 0 {
		fmt.Fprintf(p, " depth %d", b.Depth)
	}
	if b.Header {
		p.WriteString(" header")
	}
	if b.Cold {
		p.WriteString(" cold")
	}
	p.WriteString("\n")
	for i := range b.Insts {
		p.WriteString("  ")
		p.inst(b, &b.Insts[i])
		p.WriteString("\n")
	}
}

// regs writes a parenthesized list of registers, or nothing if rs is empty.
func (p *printer) regs(rs []Reg, typed bool) {
	for i, r := range rs {
		if i == 0 {
			p.WriteByte('(')
		} else {
			p.WriteString(", ")
		}
		if typed {
			p.def(r, 0)
		} else {
			p.reg(r, 0)
		}
		if i == len(rs)-1 {
			p.WriteByte(')')
		}
	}
}

func (p *printer) reg(r Reg, size uint8) {
	switch {
	case r == NoReg:
		p.WriteByte('_')
	case r.IsPhys():
		p.WriteString(p.isa.RegName(r, size))
	default:
		fmt.Fprintf(p, "v%d", r-FirstVirtual)
	}
}

// def writes a register and its class.
func (p *printer) def(r Reg, size uint8) {
	p.reg(r, size)
	if !r.IsVirtual() {
		return
	}
	switch v := p.f.V(r); v.Class {
	case GP:
		p.WriteString(":gp")
	case Vec:
		fmt.Fprintf(p, ":vec%d", v.Size)
	case Mask:
		p.WriteString(":mask")
	}
}

var pseudoNames = [NumPseudos]string{Copy: "copy", Poll: "poll", Trap: "trap", Ret: "ret", Jump: "jump",
	Branch: "branch",
	Zero:   "zero", Ones: "ones", BlockPtr: "blockptr", Spill: "spill", Reload: "reload", Swap: "swap"}

func (p *printer) inst(b *Block, in *Inst) {
	d := DescOf(p.isa, in)
	sep := ""
	for i := range in.N {
		if r := in.Regs[i]; r != NoReg && !in.IsMem(i) && in.IsDef(d, i) {
			p.WriteString(sep)
			p.def(r, in.Size)
			sep = ", "
		}
	}
	if sep != "" {
		p.WriteString(" = ")
	}
	if in.Pseudo != NotPseudo {
		p.WriteString(pseudoNames[in.Pseudo])
	} else {
		p.WriteString(p.isa.OpName(in.Op))
	}
	if in.Size != 0 {
		fmt.Fprintf(p, ".%d", in.Size)
	}
	sep = " "
	arg := func(r Reg, mark string) {
		p.WriteString(sep)
		p.reg(r, in.Size)
		p.WriteString(mark)
		sep = ", "
	}
	if in.Tied != NoReg {
		arg(in.Tied, "'")
	}
	if in.Tied2 != NoReg {
		arg(in.Tied2, "''")
	}
	for i := range in.N {
		switch {
		case in.IsMem(i):
			p.WriteString(sep)
			p.mem(in)
			sep = ", "
		case in.IsUse(d, i):
			arg(in.Regs[i], "")
		}
	}
	if in.Pseudo == Spill || in.Pseudo == Reload {
		fmt.Fprintf(p, "%ss%d", sep, in.Mem.Slot)
	}
	for _, r := range in.ArgRegs() {
		arg(r, "")
	}
	if in.HasImm || in.Pseudo == Trap {
		fmt.Fprintf(p, "%s%d", sep, in.Imm)
	}
	if in.Mask != NoReg {
		p.WriteString(" {")
		p.reg(in.Mask, 8)
		p.WriteByte('}')
	}
	if in.Zero {
		p.WriteString("{z}")
	}
	if in.Round != 0 {
		fmt.Fprintf(p, " round %d", in.Round)
	}
	if in.Pseudo == Branch || in.CC != 0 {
		fmt.Fprintf(p, " cc%d", in.CC)
	}
	if b != nil && in.IsTerm() {
		for _, e := range b.Succs {
			p.WriteByte(' ')
			p.WriteString(blockName(e.To))
			p.regs(e.Args, false)
		}
	}
}

func (p *printer) mem(in *Inst) {
	m := &in.Mem
	p.WriteByte('[')
	sep := ""
	put := func(format string, args ...any) {
		p.WriteString(sep)
		fmt.Fprintf(p, format, args...)
		sep = "+"
	}
	if m.Const > 0 {
		put("c%d", m.Const)
	}
	if m.Slot > 0 {
		put("s%d", m.Slot)
	}
	if m.Base != NoReg {
		put("")
		p.reg(m.Base, 8)
	}
	if m.Index != NoReg {
		put("")
		p.reg(m.Index, 8)
		fmt.Fprintf(p, "*%d", max(1, m.Scale))
	}
	if m.Disp < 0 {
		fmt.Fprintf(p, "-%d", -int64(m.Disp))
	} else if m.Disp > 0 || sep == "" {
		put("%d", m.Disp)
	}
	p.WriteByte(']')
	if in.Bcst {
		p.WriteString("{bcst}")
	}
}
