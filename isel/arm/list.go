package arm

import (
	"hotloop/asm/arm64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Lists of registers must be consecutive, which the allocator cannot choose. An instruction that has one takes fixed
// registers, of which the selector has some to choose from: each list is an op of its own to the back end, a multiple
// of arm64.NumOps above that of the assembler. Lists that follow each other take different registers, so that what one
// instruction loads need not be moved out of the way of the next. Tables of lookups stay where they are in a loop: they
// have lists of their own, counted from the other end, as long as there are enough.

// lists is the number of lists to choose from: eight of two registers, four of three or four.
const lists = 8

// listAt is the first register of list k of n.
func listAt(k, n int) arm64.Reg {
	if n == 2 {
		return listBase + arm64.Reg(k%2*2) - arm64.Reg(k/2*4)
	}
	return listBase - arm64.Reg(k%4*4)
}

// opOf is the assembler's op.
func opOf(op uint16) arm64.Op { return arm64.Op(op % uint16(arm64.NumOps)) }

// withList is op with list k.
func withList(op arm64.Op, k int) arm64.Op { return op + arm64.Op(k)*arm64.NumOps }

// spareLists is how many lists of n registers no lookup keeps: all if none is left.
func (l selector) spareLists(n int) int {
	l.keepTables()
	all := lists
	spare := lists - l.ListsKept
	if n > 2 {
		all, spare = lists/2, spare/2
	}
	if spare <= 0 {
		return all
	}
	return spare
}

// nextList is op with the next list of n registers.
func (l selector) nextList(op arm64.Op, n int) uint16 {
	k := l.Lists % l.spareLists(n)
	l.Lists++
	return uint16(withList(op, k))
}

// listOf is op with a list of registers for these values, the same one whenever they come up.
func (l selector) listOf(op arm64.Op, rs []mach.Reg) arm64.Op {
	if len(rs) == 1 {
		return op
	}
	return withList(op, int(rs[0])%l.spareLists(len(rs)))
}

// keptList is op with the list that n tables from t on are kept in.
func (l selector) keptList(op arm64.Op, t *ir.Value, n int) arm64.Op {
	if n == 1 {
		return op
	}
	l.keepTables()
	l.keep(t, n)
	pair := l.Kept[t] % lists
	if n == 2 {
		return withList(op, lists-1-pair)
	}
	return withList(op, lists/2-1-pair/2)
}

// keep finds a list for n tables from t on.
func (l selector) keep(t *ir.Value, n int) {
	if _, ok := l.Kept[t]; ok || n == 1 {
		return
	}
	pairs := (n + 1) / 2
	l.ListsKept += l.ListsKept % pairs
	l.Kept[t] = l.ListsKept
	l.ListsKept += pairs
}

// keepTables finds lists for the tables of all lookups of the function.
func (l selector) keepTables() {
	if l.Kept != nil {
		return
	}
	l.Kept = map[*ir.Value]int{}
	for _, b := range l.F.Blocks {
		for _, v := range b.Walk() {
			if v.Op != ir.OpLookup {
				continue
			}
			runs, _ := l.tableRuns(v)
			for _, r := range runs {
				l.keep(v.Args[1+r.from], r.n)
			}
		}
	}
}

// Structures: LD2 to LD4 and ST2 to ST4, on whole and on half registers; two lanes at least.
func (a *ISA) Structures(factor, es, bytes int) bool {
	return factor >= 2 && factor <= 4 && (bytes == 16 || bytes == 8 && es < 8)
}

// LoadStructures loads as many structures as fill registers of so many bytes, a register for every member.
func (l selector) LoadStructures(factor, es, bytes int, m mach.Mem) []mach.Reg {
	op := [...]arm64.Op{
		2: byElem(es, arm64.VLD2B, arm64.VLD2H, arm64.VLD2S, arm64.VLD2D),
		3: byElem(es, arm64.VLD3B, arm64.VLD3H, arm64.VLD3S, arm64.VLD3D),
		4: byElem(es, arm64.VLD4B, arm64.VLD4H, arm64.VLD4S, arm64.VLD4D),
	}[factor]
	in := mach.Inst{Op: l.nextList(op, factor), Size: uint8(bytes), N: uint8(factor + 1), MemPos: int8(factor), Mem: m,
		Pos: int32(l.Pos)}
	for k := range factor {
		in.Regs[k] = l.M.NewVReg(mach.Vec, 16)
	}
	l.B.Insts = append(l.B.Insts, in)
	return append([]mach.Reg(nil), in.Regs[:factor]...)
}

// StoreStructures stores structures whose members are in rs.
func (l selector) StoreStructures(es, bytes int, m mach.Mem, rs []mach.Reg) {
	op := [...]arm64.Op{
		2: byElem(es, arm64.VST2B, arm64.VST2H, arm64.VST2S, arm64.VST2D),
		3: byElem(es, arm64.VST3B, arm64.VST3H, arm64.VST3S, arm64.VST3D),
		4: byElem(es, arm64.VST4B, arm64.VST4H, arm64.VST4S, arm64.VST4D),
	}[len(rs)]
	var ops [mach.MaxOperands]lower.Opnd
	for k, r := range rs {
		ops[k] = lower.Reg(r)
	}
	ops[len(rs)] = lower.Memory(m)
	l.Effect(lower.Spec{Op: l.nextList(op, len(rs)), Size: bytes}, ops[:len(rs)+1]...)
}

// listUops is what loads and stores of structures, and table lookups, take, beside a shuffle or a load that is 1 and a
// store that is 2; 0 of other instructions. The numbers are the throughputs of Arm's optimization guides for Neoverse V2 and N1. Four
// units do shuffles twice as fast as two, but store structures more slowly: members of structures go through one of the
// units. What bounds loops on the V2 with loads of structures is that it renames 6 micro-operations a cycle, of which
// LD2 is 4, and the addition for its address one more, as it has no displacement.
//
//	cycles        LD2   LD3   LD4    ST2   ST3   ST4    LDR   STR   ZIP1
//	Neoverse V2   0.67  1     2      2     3     6      0.33  0.5   0.25
//	Neoverse N1   1.33  2     2.67   1.33  2     4      0.67  1.33  0.5
//
// TBL of one or two registers is a shuffle. Longer ones, and TBX, are as many micro-operations as LLVM's models have.
func (a *ISA) listUops(op arm64.Op) float32 {
	if a.wide {
		return prices[op][1]
	}
	return prices[op][0]
}
