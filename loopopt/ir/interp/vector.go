package interp

import (
	"fmt"
	"math"

	"hotloop/loopopt/ir"
)

// elementwise computes lane after lane with the evaluator. For arguments that the operation does not have, it
// reads registers from 0 on and the evaluator ignores them; compile ensures that there are enough.
func (m *machine) elementwise(in *inst) {
	n := int32(in.lanes)
	r := m.regs
	dst, a, b, c := r[in.dst:in.dst+n], r[in.a:], r[in.b:], r[in.c:]
	if in.strideA == 0 {
		cond := a[0]
		for i := range dst {
			dst[i] = in.eval(in.elem, in.arg, cond, b[i], c[i])
		}
		return
	}
	for i := range dst {
		dst[i] = in.eval(in.elem, in.arg, a[i], b[i], c[i])
	}
}

// slow executes the instructions that do not merit their own case in run.
func (m *machine) slow(p *Program, in *inst) error {
	n := int32(in.lanes)
	r := m.regs
	switch in.code {
	case opDivide:
		for i := range n {
			if r[in.b+i] == 0 {
				return fmt.Errorf("interp: %s: %s divides by zero in lane %d", p.name, in.v.LongString(), i)
			}
		}
		m.elementwise(in)
	case opFToSI:
		for i := range n {
			r[in.dst+i] = m.sem.FToSI(in.elem, in.arg, r[in.a+i])
		}
	case opReduce:
		var t [ir.MaxLanes]uint64
		copy(t[:n], r[in.a:])
		for h := n / 2; h > 0; h /= 2 {
			for i := range h {
				t[i] = in.eval(in.elem, in.elem, t[i], t[i+h], 0)
			}
		}
		r[in.dst] = t[0]

	case opLoadStrided, opStoreInterleaved:
		return m.structures(p, in)
	case opLoad, opStore, opMaskedLoad, opMaskedStore, opGather, opScatter, opLoadBool:
		return m.memory(p, in)

	case opSplat:
		for i := range n {
			r[in.dst+i] = r[in.a]
		}
	case opIota:
		for i := range n {
			r[in.dst+i] = uint64(i)
		}
	case opExtract:
		r[in.dst] = r[int64(in.a)+in.n]
	case opInsert:
		copy(r[in.dst:in.dst+n], r[in.a:])
		r[int64(in.dst)+in.n] = r[in.b]
	case opShuffle:
		for i, l := range in.lanesOf {
			if l := int32(l); int64(l) < in.n {
				r[in.dst+int32(i)] = r[in.a+l]
			} else {
				r[in.dst+int32(i)] = r[in.b+l-int32(in.n)]
			}
		}
	case opPermute:
		m.permute(in)
	case opLookup:
		m.lookup(in)
	case opConcat:
		h := int32(in.n)
		copy(r[in.dst:in.dst+h], r[in.a:])
		copy(r[in.dst+h:in.dst+2*h], r[in.b:])
	case opSubvec:
		copy(r[in.dst:in.dst+n], r[int64(in.a)+in.n:])
	case opCompress, opExpand:
		m.pack(in)
	case opLaneMask:
		a, b := int64(r[in.a]), int64(r[in.b])
		for i := range n {
			// The sum in the table's definition does not wrap: past MaxInt64 it is not less than any b.
			r[in.dst+i] = truth(a <= math.MaxInt64-int64(i) && a+int64(i) < b)
		}
	case opBitsMask:
		bits := r[in.a]
		for i := range n {
			r[in.dst+i] = bits >> i & 1
		}
	case opAny, opAll, opCountTrue, opFirstTrue, opMaskBits:
		m.mask(in)
	case opBytes:
		size := int32(in.n)
		for i := range n {
			if size > 0 {
				r[in.dst+i] = r[in.a+i/size] >> (8 * (i % size)) & 0xff
				continue
			}
			x := uint64(0)
			for k := -size - 1; k >= 0; k-- {
				x = x<<8 | r[in.a-i*size+k]
			}
			r[in.dst+i] = x
		}
	case opSumAbsDiff:
		for i := range n {
			sum := r[in.a+i]
			for j := range int32(8) {
				x, y := r[in.b+8*i+j], r[in.c+8*i+j]
				sum += max(x, y) - min(x, y)
			}
			r[in.dst+i] = sum
		}
	case opDot:
		m.dot(in)
	default:
		return fmt.Errorf("interp: %s: no instruction %d", p.name, in.code)
	}
	return nil
}

// dot adds products of narrow lanes to 32-bit lanes.
func (m *machine) dot(in *inst) {
	r, each := m.regs, int32(4/in.arg.Size())
	lane := func(signed bool, x uint64) int64 {
		if signed {
			return ir.SignExtend(in.arg, x)
		}
		return int64(x)
	}
	for i := range int32(in.lanes) {
		sum := int64(r[in.a+i])
		for j := each * i; j < each*(i+1); j++ {
			sum += lane(in.v.Op == ir.OpDotS, r[in.b+j]) * lane(in.v.Op != ir.OpDotU, r[in.c+j])
		}
		r[in.dst+i] = ir.Truncate(ir.I32, uint64(sum))
	}
}

// permute selects lanes of two vectors by the indices in a third.
func (m *machine) permute(in *inst) {
	var out [ir.MaxLanes]uint64
	n := int32(in.lanes)
	for i, k := range m.regs[in.c : in.c+n] {
		from := in.a
		if k &= uint64(2*n - 1); k >= uint64(n) {
			from, k = in.b, k-uint64(n)
		}
		out[i] = m.regs[from+int32(k)]
	}
	copy(m.regs[in.dst:in.dst+n], out[:n])
}

// lookup selects table entries by the indices in a vector.
func (m *machine) lookup(in *inst) {
	var out [ir.MaxLanes]uint64
	n := int32(in.lanes)
	each := uint64(in.n) / uint64(len(in.members)) // entries of a table
	for i, k := range m.regs[in.a : in.a+n] {
		k &= uint64(in.n) - 1
		out[i] = m.regs[in.members[k/each]+int32(k%each)]
	}
	copy(m.regs[in.dst:in.dst+n], out[:n])
}

// pack compresses lanes to the front, or expands them to the lanes where the mask is true.
func (m *machine) pack(in *inst) {
	var out [ir.MaxLanes]uint64
	n := int32(in.lanes)
	k := int32(0)
	for i, on := range m.regs[in.b : in.b+n] {
		switch {
		case on == 0:
			continue
		case in.code == opCompress:
			out[k] = m.regs[in.a+int32(i)]
		default:
			out[i] = m.regs[in.a+k]
		}
		k++
	}
	copy(m.regs[in.dst:in.dst+n], out[:])
}

// mask reduces a mask to a scalar.
func (m *machine) mask(in *inst) {
	n := int64(in.lanes)
	set, first, bits := int64(0), n, uint64(0)
	for i, x := range m.regs[in.a : in.a+int32(n)] {
		if x != 0 {
			set++
			first = min(first, int64(i))
			bits |= 1 << i
		}
	}
	var x int64
	switch in.code {
	case opAny:
		x = int64(truth(set > 0))
	case opAll:
		x = int64(truth(set == n))
	case opCountTrue:
		x = set
	case opFirstTrue:
		x = first
	case opMaskBits:
		x = int64(bits)
	}
	m.regs[in.dst] = uint64(x)
}
