package regalloc

import (
	"fmt"
	"math/bits"
	"reflect"
	"slices"

	"hotloop/isel/mach"
)

// Check verifies that an allocation computes the same as the original function, as far as registers and slots are
// concerned. It is independent of the allocator's algorithm. It executes the result symbolically, as regalloc2's
// checker does (Fallin, "A New Register Allocator for Cranelift"), and tracks for each register and slot the set
// of values that it holds on every path.
//
//   - An original instruction must find each source in the register it names, which must be one that the ISA
//     allows. Its results invalidate all older copies of these values, and it destroys the registers that it
//     clobbers.
//   - Copy, Swap, Spill and Reload move sets. A Remat defines every value that has this Remat.
//   - An edge replaces arguments by parameters, all at once, after the moves that belong to it.
//   - After a Poll, only the registers listed for it hold values.
//
// At joins the sets are intersected, until a fixed point is reached.
func Check(isa mach.ISA, f *mach.Func, res *Result, opt Options) error {
	c := &checker{isa: isa, f: f, res: res, t: res.Trace, index: map[*mach.Block]int{},
		allowed: map[mach.Class]mach.RegSet{}}
	for k := mach.GP; k < mach.NumClasses; k++ {
		all, _ := isa.Allocatable(k)
		c.allowed[k] = all &^ opt.Reserve
	}
	return c.run()
}

// Locations: 64 registers, then the slots, by Mem.Slot.
const numRegs = 64

// A member of a set is a value number. If only low bytes of the value are present, the bits above valueBits hold
// the log2 of their count. A parameter may be smaller than its argument, and then moves copy only the bytes that
// the parameter needs.
type sets [][]int32

const (
	valueBits = 24
	valueMask = 1<<valueBits - 1
)

// holds reports whether a set contains the low size bytes of v.
func (c *checker) holds(set []int32, v int32, size uint8) bool {
	for _, m := range set {
		if m&valueMask == v && c.bytes(m) >= size {
			return true
		}
	}
	return false
}

// bytes returns the number of bytes of the value that m stands for.
func (c *checker) bytes(m int32) uint8 {
	if k := m >> valueBits; k != 0 {
		return 1 << k
	}
	return c.f.VRegs[m].Size
}

// low returns a set after a move of size bytes.
func (c *checker) low(set []int32, size uint8) []int32 {
	out := make([]int32, 0, len(set))
	for _, m := range set {
		if c.bytes(m) > size {
			m = m&valueMask | int32(bits.TrailingZeros8(size))<<valueBits
		}
		out = append(out, m)
	}
	return out
}

type checker struct {
	isa     mach.ISA
	f       *mach.Func
	res     *Result
	t       *trace
	index   map[*mach.Block]int // index of each original block before allocation
	allowed map[mach.Class]mach.RegSet
	state   []sets // at the start of each block of f; nil: not reached
	origin  [][]int32
	work    []int
	err     error
	where   string
}

// failf records the first fault and its location.
func (c *checker) failf(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("regalloc: check: %s: %s: %s", c.f.Name, c.where, fmt.Sprintf(format, args...))
	}
}

// run executes the blocks on sets of values, starting at the entry, until no block's start state changes. Joins
// only shrink the sets, so this terminates.
func (c *checker) run() error {
	pos := map[*mach.Block]int{}
	for i, b := range c.f.Blocks {
		pos[b] = i
	}
	c.origin = make([][]int32, len(c.f.Blocks))
	before := make([]int, len(c.f.Blocks))
	n := 0 // number of remaining original blocks
	for i, b := range c.f.Blocks {
		before[i] = -1
		if b.ID < len(c.t.before.Blocks) {
			before[i], c.origin[i] = b.ID, c.t.origin[b.ID]
			n++
		}
	}
	for i, e := range c.t.edges {
		c.origin[n+i] = e.origin
	}
	c.state = make([]sets, len(c.f.Blocks))
	start := make(sets, numRegs+len(c.f.Slots)+1)
	if ps := c.t.before.Blocks[0].Params; len(ps) > 0 {
		start[c.isa.Entry().Num()] = []int32{num(ps[0])}
	}
	c.state[0] = start
	c.work = []int{0}
	for len(c.work) > 0 && c.err == nil {
		i := c.work[len(c.work)-1]
		c.work = c.work[:len(c.work)-1]
		b := c.f.Blocks[i]
		s := c.state[i].clone()
		for j := range b.Insts {
			if k := before[i]; k >= 0 && c.t.only[k] != nil && j == c.t.pre[k] {
				s = c.edge(s, c.t.only[k])
			}
			in := &b.Insts[j]
			c.where = fmt.Sprintf("block %d: %s", b.ID, mach.FormatInst(c.isa, c.f, in))
			if o := c.origin[i][j]; o >= 0 {
				c.original(s, &c.t.before.Blocks[before[i]].Insts[o], in)
			} else {
				c.inserted(s, in)
			}
		}
		c.where = fmt.Sprintf("end of block %d", b.ID)
		for k, e := range b.Succs {
			out := s
			if to := pos[e.To]; before[to] >= 0 && c.t.only[before[to]] == nil {
				out = c.edge(s, c.oldEdge(i, k, before[i]))
			}
			c.join(pos[e.To], out)
		}
	}
	return c.err
}

func (s sets) clone() sets { return slices.Clone(s) }

// join merges the state of an incoming edge into the start of block i.
func (c *checker) join(i int, s sets) {
	if c.state[i] == nil {
		c.state[i] = s.clone()
		c.work = append(c.work, i)
		return
	}
	changed := false
	for l, old := range c.state[i] {
		keep := slices.DeleteFunc(slices.Clone(old), func(v int32) bool { return !slices.Contains(s[l], v) })
		if len(keep) != len(old) {
			c.state[i][l], changed = keep, true
		}
	}
	if changed {
		c.work = append(c.work, i)
	}
}

// edge replaces the arguments that e passes by the parameters.
func (c *checker) edge(s sets, e *mach.Edge) sets {
	params := c.paramsOf(e)
	if len(params) == 0 {
		return s
	}
	out := make(sets, len(s))
	for l, old := range s {
		for _, v := range old {
			if !slices.Contains(params, vreg(v&valueMask)) {
				out[l] = append(out[l], v)
			}
		}
		for i, p := range params {
			if c.holds(old, num(e.Args[i]), c.f.V(p).Size) {
				out[l] = append(out[l], num(p))
			}
		}
	}
	return out
}

// oldEdge returns the original edge that successor k of block i stands for. old is the block's original number,
// or -1 for a block inserted on an edge.
func (c *checker) oldEdge(i, k, old int) *mach.Edge {
	if old >= 0 {
		return &c.t.before.Blocks[old].Succs[k]
	}
	for j, b := range c.f.Blocks[len(c.f.Blocks)-len(c.t.edges):] {
		if b == c.f.Blocks[i] {
			e := &c.t.edges[j]
			return &c.t.before.Blocks[e.from].Succs[e.succ]
		}
	}
	return nil
}

func (c *checker) paramsOf(e *mach.Edge) []mach.Reg { return c.t.before.Blocks[e.To.ID].Params }

// forget removes value v from all locations, because it is redefined.
func (s sets) forget(v int32) {
	for l := range s {
		if slices.ContainsFunc(s[l], func(x int32) bool { return x&valueMask == v }) {
			s[l] = slices.DeleteFunc(slices.Clone(s[l]), func(x int32) bool { return x&valueMask == v })
		}
	}
}

// expect checks that register r is allowed for value v and holds it.
func (c *checker) expect(s sets, v, r mach.Reg, allowed mach.RegSet) {
	if !r.IsPhys() {
		c.failf("no register for v%d", num(v))
		return
	}
	if !c.fit(v, r, allowed) {
		return
	}
	if !slices.Contains(s[r.Num()], num(v)) {
		c.failf("v%d is not in %s, which holds %v", num(v), c.isa.RegName(r, 8), s[r.Num()])
	}
}

// fit reports whether r belongs to v's class and to allowed, unless allowed is empty.
func (c *checker) fit(v, r mach.Reg, allowed mach.RegSet) bool {
	k := c.f.V(v).Class
	if !c.allowed[k].Has(r) || allowed != 0 && !allowed.Has(r) {
		c.failf("v%d may not be in %s", num(v), c.isa.RegName(r, 8))
		return false
	}
	return true
}

// original checks and executes an instruction of the original function.
func (c *checker) original(s sets, old, in *mach.Inst) {
	if old.Op != in.Op || old.Pseudo != in.Pseudo || old.Size != in.Size || old.CC != in.CC || old.N != in.N ||
		old.MemPos != in.MemPos ||
		old.Mem.Disp != in.Mem.Disp || old.Mem.Slot != in.Mem.Slot || old.Mem.Const != in.Mem.Const ||
		old.Imm != in.Imm && in.Pseudo != mach.Poll {
		c.failf("was %s", mach.FormatInst(c.isa, c.f, old))
		return
	}
	d := mach.DescOf(c.isa, old)
	type pair struct {
		v, r  mach.Reg
		early bool
	}
	var srcs, dsts []pair
	var lost mach.RegSet = d.Clobber
	allowed := func(v mach.Reg) mach.RegSet { return d.Allowed[c.f.V(v).Class] }
	for i := range old.N {
		v, r := old.Regs[i], in.Regs[i]
		if v == mach.NoReg || old.IsMem(i) {
			continue
		}
		role := &d.Roles[i]
		if role.Fixed != mach.NoReg && role.Fixed != r {
			c.failf("operand %d is not in its fixed register", i)
		}
		if old.IsUse(d, i) {
			srcs = append(srcs, pair{v, r, role.Early})
			if role.Access == mach.UseDef {
				lost |= mach.SetOf(r)
			}
			continue
		}
		dsts = append(dsts, pair{v, r, role.Early})
		tied := mach.NoReg
		if i == 0 {
			tied = old.Tied
		} else if role.Access == mach.UseDef {
			tied = old.Tied2
		}
		if tied != mach.NoReg {
			c.expect(s, tied, r, allowed(tied))
		}
	}
	for _, p := range [...]pair{{v: old.Mask, r: in.Mask}, {v: old.Mem.Base, r: in.Mem.Base},
		{v: old.Mem.Index, r: in.Mem.Index}} {
		if p.v != mach.NoReg {
			srcs = append(srcs, p)
		}
	}
	if old.Mask != mach.NoReg && d.Flags&mach.ClobbersMask != 0 {
		lost |= mach.SetOf(in.Mask)
	}
	for i, v := range old.ArgRegs() {
		srcs = append(srcs, pair{v: v, r: in.Args[i]})
	}
	for i, p := range srcs {
		c.expect(s, p.v, p.r, allowed(p.v))
		for j, q := range srcs {
			if p.early && i != j && p.r == q.r {
				c.failf("early operand shares %s", c.isa.RegName(p.r, 8))
			}
		}
	}
	for i, p := range dsts {
		for j, q := range dsts {
			if i != j && p.r == q.r {
				c.failf("two results are in %s", c.isa.RegName(p.r, 8))
			}
		}
		for _, q := range srcs {
			if (p.early || q.early) && p.r == q.r {
				c.failf("early operand shares %s", c.isa.RegName(p.r, 8))
			}
		}
	}
	if c.err != nil {
		return
	}
	if in.Pseudo == mach.Poll {
		c.poll(s, in)
		return
	}
	for ; lost != 0; lost &= lost - 1 {
		s[lost.First().Num()] = nil
	}
	for _, p := range dsts {
		s.forget(num(p.v))
	}
	for _, p := range dsts {
		if c.fit(p.v, p.r, allowed(p.v)) {
			s[p.r.Num()] = []int32{num(p.v)}
		}
	}
}

// poll checks the registers that a Poll saves. After it, all other registers are empty, because the goroutine may
// have run other code.
func (c *checker) poll(s sets, in *mach.Inst) {
	if in.Imm < 0 || int(in.Imm) >= len(c.res.Polls) {
		c.failf("poll has no record")
		return
	}
	var kept mach.RegSet
	for _, l := range c.res.Polls[in.Imm].Live {
		c.expect(s, l.Value, l.Reg, 0)
		// The restored value is only the listed value, of its own size; other values in the register are lost.
		kept |= mach.SetOf(l.Reg)
		if c.err == nil {
			s[l.Reg.Num()] = []int32{num(l.Value)}
		}
	}
	for r := range numRegs {
		if !kept.Has(mach.Phys(uint8(r))) {
			s[r] = nil
		}
	}
}

// inserted executes an instruction that the allocator inserted.
func (c *checker) inserted(s sets, in *mach.Inst) {
	slot := numRegs + int(in.Mem.Slot)
	if in.Pseudo == mach.Spill || in.Pseudo == mach.Reload {
		if k := c.f.Slots[in.Mem.Slot-1]; int(in.Size) > min(k.Size, k.Align) {
			c.failf("%d bytes of slot %d, which has %d, aligned to %d", in.Size, in.Mem.Slot, k.Size, k.Align)
		}
	}
	fits := func(set []int32) []int32 { return c.low(set, in.Size) }
	switch in.Pseudo {
	case mach.Copy:
		s[in.Regs[0].Num()] = fits(s[in.Regs[1].Num()])
	case mach.Swap:
		a, b := in.Regs[0].Num(), in.Regs[1].Num()
		s[a], s[b] = fits(s[b]), fits(s[a])
	case mach.Spill:
		s[slot] = fits(s[in.Regs[0].Num()])
	case mach.Reload:
		s[in.Regs[0].Num()] = fits(s[slot])
	case mach.Jump:
	default:
		var made []int32
		for v := range c.f.VRegs {
			if m := c.f.VRegs[v].Remat; m != nil {
				x := *m
				x.Regs[0] = in.Regs[0]
				if reflect.DeepEqual(&x, in) {
					made = append(made, int32(v))
				}
			}
		}
		if made == nil {
			c.failf("unknown instruction")
			return
		}
		s[in.Regs[0].Num()] = made
	}
}
