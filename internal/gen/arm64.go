package gen

import (
	"encoding/binary"
	"fmt"
	"strings"

	"hotloop/asm"
	"hotloop/asm/arm64"
	"hotloop/asm/arm64/gosyntax"
	"hotloop/isel/emit"
)

type arm64Arch struct{}

// dispatch needs no test: every arm64 processor has NEON.
func (arm64Arch) dispatch(w *writer, k *kernel, bodies []*body) {
	for _, b := range bodies {
		w.inst(fmt.Sprintf("B ·%s(SB)", b.name))
		return
	}
	w.inst(fmt.Sprintf("B ·%s(SB)", k.slow()))
}

func (arm64Arch) instructions(w *writer, code *emit.Assembly) error {
	insts := code.Insts.([]arm64.Inst)
	for i := range insts {
		in := &insts[i]
		w.calls(i)
		switch in.Op {
		case arm64.LABEL:
			w.label(in.Target)
			continue
		case arm64.ALIGN:
			w.inst(fmt.Sprintf("PCALIGN $%d", in.Imm))
			continue
		}
		w.source(in.Pos)
		if err := writeARM64(w, in); err != nil {
			return err
		}
	}
	w.calls(len(insts))
	return nil
}

// gpName returns the name of a general register in Go's assembler.
func gpName(r arm64.Reg) string {
	switch {
	case r == arm64.ZR:
		return "ZR"
	case r == arm64.SP:
		return "RSP"
	}
	return fmt.Sprintf("R%d", r.Num())
}

func regName(r arm64.Reg) string {
	if r.Class() == arm64.Vec {
		return fmt.Sprintf("F%d", r.Num())
	}
	return gpName(r)
}

var conditions = map[string]string{"eq": "BEQ", "ne": "BNE", "lt": "BLT", "le": "BLE", "gt": "BGT", "ge": "BGE", "lo": "BLO",
	"ls": "BLS", "hi": "BHI", "hs": "BHS", "mi": "BMI", "pl": "BPL", "vs": "BVS", "vc": "BVC", "cs": "BHS", "cc": "BLO"}

// argumentMoves are the moves between a register and the argument frame, by size of the operation in bytes for LDR, STR.
var argumentMoves = map[arm64.Op]string{arm64.LDRB: "MOVBU", arm64.LDRH: "MOVHU", arm64.STRB: "MOVB", arm64.STRH: "MOVH",
	arm64.FLDRS: "FMOVS", arm64.FLDRD: "FMOVD", arm64.FSTRS: "FMOVS", arm64.FSTRD: "FMOVD"}

// writeARM64 writes an instruction. What Go's assembler of the oldest supported release does not know, or could expand,
// is written as the word of its encoding.
func writeARM64(w *writer, in *arm64.Inst) error {
	info := arm64.Info(in.Op)
	if info.Flags&arm64.Branch != 0 {
		to := w.name(in.Target)
		switch in.Op {
		case arm64.BCC:
			w.inst(conditions[in.CC.String()] + " " + to)
		case arm64.CBZ, arm64.CBNZ:
			op := strings.ToUpper(info.Mnemonic)
			if in.Size == 4 {
				op += "W"
			}
			w.inst(fmt.Sprintf("%s %s, %s", op, gpName(in.Reg[0]), to))
		case arm64.TBZ, arm64.TBNZ:
			w.inst(fmt.Sprintf("%s $%d, %s, %s", strings.ToUpper(info.Mnemonic), in.Imm, gpName(in.Reg[0]), to))
		case arm64.B:
			w.inst("B " + to)
		default:
			return fmt.Errorf("no branch %s", in)
		}
		return nil
	}
	if in.Op == arm64.RET {
		w.inst("RET")
		w.returned()
		return nil
	}
	if in.MemPos >= 0 && in.Mem.Label != asm.NoLabel {
		return labelled(w, in)
	}
	return words(w, in)
}

// labelled writes an instruction whose memory operand is an argument, a result or a constant. The address of a constant
// is made in R16, which holds no value.
func labelled(w *writer, in *arm64.Inst) error {
	name, r := w.name(in.Mem.Label), in.Reg[0]
	if strings.HasSuffix(name, "(FP)") {
		op := argumentMoves[in.Op]
		switch {
		case in.Op == arm64.LDR && in.Size == 8 || in.Op == arm64.STR && in.Size == 8:
			op = "MOVD"
		case in.Op == arm64.LDR:
			op = "MOVWU"
		case in.Op == arm64.STR:
			op = "MOVW"
		}
		switch {
		case op == "":
			return fmt.Errorf("%s of an argument", in)
		case in.MemPos == 1 && in.Access(0)&arm64.Write != 0:
			w.inst(fmt.Sprintf("%s %s, %s", op, name, regName(r)))
		default:
			w.inst(fmt.Sprintf("%s %s, %s", op, regName(r), name))
		}
		return nil
	}
	if in.Mem.Disp != 0 {
		name = fmt.Sprintf("%s+%d", name, in.Mem.Disp)
	}
	if in.Op == arm64.ADR {
		w.inst(fmt.Sprintf("MOVD $%s(SB), %s", name, gpName(r)))
		return nil
	}
	w.inst(fmt.Sprintf("MOVD $%s(SB), R16", name))
	x := *in
	x.Mem = arm64.Ptr(arm64.R16, 0)
	return words(w, &x)
}

// words writes an instruction by its mnemonic, or as the words of its encoding.
func words(w *writer, in *arm64.Inst) error {
	if text, ok := gosyntax.Text(in); ok {
		w.inst(text)
		return nil
	}
	if in.Op == arm64.MOVI && in.Imm == 0 {
		w.inst("MOVD ZR, " + gpName(in.Reg[0]))
		return nil
	}
	if in.Op == arm64.MOVI {
		for _, x := range arm64.AppendMovConst(nil, in.Reg[0], int(in.Size), in.Imm) {
			if err := words(w, &x); err != nil {
				return err
			}
		}
		return nil
	}
	code, err := arm64.Append(nil, in)
	if err != nil {
		return err
	}
	for at := 0; at < len(code); at += 4 {
		note := ""
		if at == 0 {
			note = " // " + in.String()
		}
		w.inst(fmt.Sprintf("WORD $%#08x%s", binary.LittleEndian.Uint32(code[at:]), note))
	}
	return nil
}
