package goasm

import (
	"fmt"
	"strings"

	"github.com/twitchyliquid64/golang-asm/obj"
	"github.com/twitchyliquid64/golang-asm/obj/x86"

	"hotloop/asm"
	"hotloop/asm/amd64"
	"hotloop/asm/amd64/gosyntax"
)

// unaryTo is the set of Ops whose only operand golang-asm expects in To.
var unaryTo = map[amd64.Op]bool{amd64.NEG: true, amd64.NOT: true, amd64.INC: true, amd64.DEC: true, amd64.BSWAP: true,
	amd64.SETCC: true}

// translate fills p, except for branch targets. Go uses the AT&T order: sources in reverse, then the mask, then
// the destination.
func (a *assembler) translate(p *obj.Prog, in *amd64.Inst) error {
	name := gosyntax.Mnemonic(in)
	as, ok := setup.as[name]
	if !ok {
		return fmt.Errorf("golang-asm: no %s", name)
	}
	p.As = as
	info := amd64.Info(in.Op)
	if info.Flags&amd64.Branch != 0 {
		return nil
	}
	var ops [8]obj.Addr
	n := 0
	put := func(x obj.Addr) { ops[n] = x; n++ }
	imm := obj.Addr{Type: obj.TYPE_CONST, Offset: in.Imm}
	intel := gosyntax.IntelOrder(in.Op)
	if info.Imm != amd64.ImmNone && !intel {
		put(imm)
	}
	for j := range int(in.N) {
		i := j
		if !intel {
			i = int(in.N) - 1 - j
		}
		o := &info.Operands[i]
		if o.Fixed != amd64.NoReg && (o.Hidden || o.Fixed != amd64.RCX) {
			continue
		}
		if i == 0 && in.Masked() {
			put(obj.Addr{Type: obj.TYPE_REG, Reg: x86.REG_K0 + int16(in.Mask.Num())})
		}
		if i == int(in.MemPos) {
			put(a.mem(in, o))
			continue
		}
		put(obj.Addr{Type: obj.TYPE_REG, Reg: reg(in.Reg[i], o.RegW.Bytes(in.OpSize()))})
	}
	if info.Imm != amd64.ImmNone && intel {
		put(imm)
	}
	switch {
	case n == 1 && !unaryTo[in.Op]:
		p.From = ops[0]
	case n >= 1:
		p.To = ops[n-1]
		if n >= 2 {
			p.From = ops[0]
		}
		if n >= 3 {
			p.RestArgs = append([]obj.Addr(nil), ops[1:n-1]...)
		}
	}
	scond, ok := setup.suffix[strings.TrimPrefix(gosyntax.Suffix(in), ".")]
	if !ok {
		return fmt.Errorf("golang-asm: no suffix %s", gosyntax.Suffix(in))
	}
	p.Scond = scond
	return nil
}

// reg returns golang-asm's register of the given width.
func reg(r amd64.Reg, width int) int16 {
	n := int16(r.Num())
	switch r.Class() {
	case amd64.GP:
		if width == 1 {
			return x86.REG_AL + n
		}
		return x86.REG_AX + n
	case amd64.Vec:
		switch {
		case width > 32:
			return x86.REG_Z0 + n
		case width > 16:
			return x86.REG_Y0 + n
		}
		return x86.REG_X0 + n
	case amd64.Mask:
		return x86.REG_K0 + n
	}
	return x86.REG_NONE
}

func (a *assembler) mem(in *amd64.Inst, o *amd64.Operand) obj.Addr {
	m := &in.Mem
	if m.Label != asm.NoLabel {
		s := a.syms[m.Label]
		if s == nil {
			s = &obj.LSym{Name: fmt.Sprintf("l%d", m.Label)}
			a.syms[m.Label] = s
		}
		return obj.Addr{Type: obj.TYPE_MEM, Name: obj.NAME_EXTERN, Sym: s, Offset: int64(m.Disp)}
	}
	x := obj.Addr{Type: obj.TYPE_MEM, Reg: reg(m.Base, 8), Offset: int64(m.Disp)}
	if m.Index != amd64.NoReg {
		w := 8
		if o.VSIB {
			w = o.IndexW.Bytes(in.OpSize())
		}
		x.Index = reg(m.Index, w)
		x.Scale = int16(max(m.Scale, 1))
	}
	return x
}
