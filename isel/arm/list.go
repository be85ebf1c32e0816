package arm

import (
	"hotloop/asm/arm64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// The registers of a list must be consecutive, which the allocator cannot guarantee. An instruction with a list
// therefore uses fixed registers, chosen by the selector from several lists. For the back end, each list is a
// separate op: the assembler's op plus a multiple of arm64.NumOps. Successive lists use different registers, so
// that the results of one instruction need not be moved before the next. Tables of lookups stay in their
// registers throughout a loop. They have their own lists, numbered from the other end, while there are enough.

// lists is the number of lists: eight of two registers, and four of three or four.
const lists = 8

// listAt returns the first register of list k of n registers.
func listAt(k, n int) arm64.Reg {
	if n == 2 {
		return listBase + arm64.Reg(k%2*2) - arm64.Reg(k/2*4)
	}
	return listBase - arm64.Reg(k%4*4)
}

// opOf returns the assembler's op.
func opOf(op uint16) arm64.Op { return arm64.Op(op % uint16(arm64.NumOps)) }

// withList returns op with list k.
func withList(op arm64.Op, k int) arm64.Op { return op + arm64.Op(k)*arm64.NumOps }

// spareLists returns the number of lists of n registers that no lookup keeps, or the number of all lists if none
// is left.
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

// nextList returns op with the next list of n registers.
func (l selector) nextList(op arm64.Op, n int) uint16 {
	k := l.Lists % l.spareLists(n)
	l.Lists++
	return uint16(withList(op, k))
}

// listOf returns op with a list for these values. Equal values always get the same list.
func (l selector) listOf(op arm64.Op, rs []mach.Reg) arm64.Op {
	if len(rs) == 1 {
		return op
	}
	return withList(op, int(rs[0])%l.spareLists(len(rs)))
}

// keptList returns op with the list that keeps n tables, starting with t.
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

// keep assigns a list to n tables, starting with t.
func (l selector) keep(t *ir.Value, n int) {
	if _, ok := l.Kept[t]; ok || n == 1 {
		return
	}
	pairs := (n + 1) / 2
	l.ListsKept += l.ListsKept % pairs
	l.Kept[t] = l.ListsKept
	l.ListsKept += pairs
}

// keepTables assigns lists to the tables of all lookups of the function.
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

// Structures reports whether LD2 to LD4 and ST2 to ST4 apply: on whole and half registers with at least two
// lanes.
func (a *ISA) Structures(factor, es, bytes int) bool {
	return factor >= 2 && factor <= 4 && (bytes == 16 || bytes == 8 && es < 8)
}

// LoadStructures loads structures that fill one register of the given size for each member.
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

// listUops returns the cost of loads and stores of structures and of table lookups, relative to a shuffle or a
// load, which is 1, and a store, which is 2. For other instructions it returns 0. The numbers are throughputs
// from Arm's optimization guides for Neoverse V2 and N1. Four units shuffle twice as fast as two, but store
// structures more slowly, since members of structures all pass through one unit. On the V2, loops with loads of
// structures are limited by renaming, at 6 micro-operations per cycle. LD2 takes 4 of them, plus one for the
// address, as it has no displacement.
//
//	cycles        LD2   LD3   LD4    ST2   ST3   ST4    LDR   STR   ZIP1
//	Neoverse V2   0.67  1     2      2     3     6      0.33  0.5   0.25
//	Neoverse N1   1.33  2     2.67   1.33  2     4      0.67  1.33  0.5
//
// TBL of one or two registers is a shuffle. Longer ones, and TBX, have the number of micro-operations in LLVM's
// models.
func (a *ISA) listUops(op arm64.Op) float32 {
	if a.wide {
		return prices[op][1]
	}
	return prices[op][0]
}
