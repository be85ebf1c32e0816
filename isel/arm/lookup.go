package arm

import (
	"bytes"
	"math/bits"
	"slices"

	"hotloop/asm/arm64"
	"hotloop/isel/cost"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// LookupPeriod returns the number of es-byte entries that one register holds of a table of n entries, which it
// repeats.
func (a *ISA) LookupPeriod(es, n int) int { return min(n, 16/es) }

// tableRun is a run of adjacent tables that one instruction looks up in.
type tableRun struct{ from, n int }

// longestRun is the number of registers that TBL looks up in.
const longestRun = 4

// tableRuns returns the runs of tables of lookup v, and the default result of bytes in no table. TBL returns zero
// for such bytes, and TBX keeps the previous value. Tables that consist of the default are left out.
func (l selector) tableRuns(v *ir.Value) (runs []tableRun, other [16]byte) {
	n, data := len(v.Args)-1, l.TableData(v)
	if len(data) < 16*n {
		data = nil
	}
	skip := func(k int) bool { return data != nil && [16]byte(data[16*k:]) == other }
	if data != nil {
		other = mostlyThere(data, v.Type.Elem.Size())
	}
	for k := 0; k < n; {
		if skip(k) {
			k++
			continue
		}
		r := tableRun{k, min(longestRun, n-k)}
		for skip(k + r.n - 1) {
			r.n--
		}
		runs = append(runs, r)
		k += r.n
	}
	return runs, other
}

// startUops is the cost of a nonzero default: a copy of it, and TBX.
const startUops = 3

// mostlyThere returns the es-byte number, repeated, that fills the largest number of tables, or zeros if another
// default does not pay.
func mostlyThere(data []byte, es int) (best [16]byte) {
	count := func(b [16]byte) (n int) {
		for k := 0; k < len(data); k += len(b) {
			if [16]byte(data[k:]) == b {
				n++
			}
		}
		return n
	}
	most := count(best) + startUops - 1
	for k := 0; k < len(data); k += len(best) {
		b := [16]byte(data[k:])
		if n := count(b); n > most && bytes.Equal(b[es:], b[:len(b)-es]) {
			best, most = b, n
		}
	}
	return best
}

// lookup lowers a Lookup. TBL looks up bytes in up to four registers. For the next registers, it uses TBX, or TBL
// and an OR. Larger elements are looked up byte by byte.
func (l selector) lookup(v *ir.Value) (lower.Rep, bool) {
	es := v.Type.Elem.Size()
	n, size := l.T.Layout(v.Type, es)
	if v.Args[1].Type.Size() != 16 || size != 16 {
		return lower.Rep{}, false
	}
	within := l.IndexBits(v.Args[0]) <= bits.TrailingZeros(uint(v.AuxInt))
	out := lower.Rep{Parts: l.NewParts(n)}
	it := ir.Vec(ir.IntElem(es), 16/es)
	for i := range out.Parts {
		index := l.Wrap(it, l.Part(v.Args[0], i))
		if !within {
			index = l.Op(ir.OpAnd, it, index, l.Lit(it, v.AuxInt-1))
		}
		out.Parts[i] = l.lookupBytes(v, l.Part(l.byteIndex(index, es), 0))
	}
	return out, true
}

// byteIndex returns the index of every byte of the elements that index selects.
func (l selector) byteIndex(index *ir.Value, es int) *ir.Value {
	t := index.Type
	switch es {
	case 1:
		return index
	case 2:
		return l.Op(ir.OpAdd, t, l.Op(ir.OpMul, t, index, l.Lit(t, 0x0202)), l.Lit(t, 0x0100))
	case 4:
		return l.Op(ir.OpAdd, t, l.Op(ir.OpMul, t, index, l.Lit(t, 0x04040404)), l.Lit(t, 0x03020100))
	}
	first := l.Op(ir.OpShl, t, index, l.Lit(t, 3))
	for n := int64(8); n < 64; n *= 2 {
		first = l.Op(ir.OpOr, t, first, l.Op(ir.OpShl, t, first, l.Lit(t, n)))
	}
	return l.Op(ir.OpAdd, t, first, l.Lit(t, 0x0706050403020100))
}

// lookupBytes looks up bytes in the concatenated tables of v.
func (l selector) lookupBytes(v *ir.Value, index mach.Reg) (out mach.Reg) {
	tables, at := v.Args[1:], 0
	runs, other := l.tableRuns(v)
	start := len(runs) == 0 || other != [16]byte{}
	if start {
		out = l.VecConst(other[:])
	}
	extends := start || l.T.Arch.(*ISA).extendsTables()
	for k, r := range runs {
		if back := r.from - at; back > 0 {
			index = l.ins(arm64.VSUBB, 16, index, l.VecConst(lower.SplatBytes(ir.I8, uint64(16*back), 16)))
			at = r.from
		}
		var args [longestRun + 2]mach.Reg
		list := args[1 : 1+r.n]
		for j := range list {
			list[j] = l.Part(tables[r.from+j], 0)
		}
		args[1+r.n] = index
		if extends && (k > 0 || start) {
			args[0] = out
			op := [...]arm64.Op{1: arm64.VTBX1, 2: arm64.VTBX2, 3: arm64.VTBX3, 4: arm64.VTBX4}[r.n]
			out = l.ins(l.keptList(op, tables[r.from], r.n), 16, args[:2+r.n]...)
			continue
		}
		op := [...]arm64.Op{1: arm64.VTBL1, 2: arm64.VTBL2, 3: arm64.VTBL3, 4: arm64.VTBL4}[r.n]
		picked := l.ins(l.keptList(op, tables[r.from], r.n), 16, args[1:2+r.n]...)
		if k > 0 {
			picked = l.ins(arm64.VORR, 16, out, picked)
		}
		out = picked
	}
	return out
}

// extendsTables reports whether TBX keeps the processor busy no longer than TBL and ORR.
func (a *ISA) extendsTables() bool {
	if a.costs == nil {
		return true
	}
	most := func(ops ...arm64.Op) (n uint16) {
		var all cost.Occupancy
		for _, op := range ops {
			for g, x := range a.entry(uint16(op), 16).Occupancy {
				all[g] += x
			}
		}
		return slices.Max(all[:])
	}
	return most(arm64.VTBL4, arm64.VTBX4) <= most(arm64.VTBL4, arm64.VTBL4, arm64.VORR)
}
