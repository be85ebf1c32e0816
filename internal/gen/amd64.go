package gen

import (
	"fmt"

	"hotloop/asm/amd64"
	"hotloop/asm/amd64/gosyntax"
	"hotloop/isel/emit"
)

type amd64Arch struct{}

func (amd64Arch) dispatch(w *writer, k *kernel, bodies []*body) {
	for _, b := range bodies {
		w.inst(fmt.Sprintf("CMPB ·hotloopLevel(SB), $%d", b.level))
		w.inst(fmt.Sprintf("JCS %s", b.name+"Else"))
		w.inst(fmt.Sprintf("JMP ·%s(SB)", b.name))
		w.line("%sElse:", b.name)
	}
	w.inst(fmt.Sprintf("JMP ·%s(SB)", k.slow()))
}

func (amd64Arch) instructions(w *writer, code *emit.Assembly) error {
	insts := code.Insts.([]amd64.Inst)
	for i := range insts {
		in := &insts[i]
		w.calls(i)
		switch in.Op {
		case amd64.LABEL:
			w.label(in.Target)
			continue
		case amd64.ALIGN:
			w.inst(fmt.Sprintf("PCALIGN $%d", in.Imm))
			continue
		}
		w.source(in.Pos)
		w.inst(gosyntax.Text(in, w.name))
		if in.Op == amd64.RET {
			w.returned()
		}
	}
	w.calls(len(insts))
	return nil
}
