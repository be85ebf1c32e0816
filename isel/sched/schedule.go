package sched

import (
	"slices"

	"hotloop/isel/cost"
	"hotloop/isel/mach"
	"hotloop/isel/regalloc"
	"hotloop/reuse"
)

// New returns a scheduler, reusing the memory of one that was freed.
func New() *scheduler { return schedulers.Get() }

// Free releases the scheduler and the liveness that Run returned.
func (s *scheduler) Free() { schedulers.Put(s) }

// Run reorders the instructions of each block before register allocation, so that long latencies overlap. It is a
// top-down list scheduler that prefers the instruction on the longest path to the end of the block. Processors
// reorder instructions too, but only within their window. An unrolled loop is longer than that if the selector
// emits one copy of the body after another.
//
// More overlap means more live values. The order never makes a block need more registers than exist: near the
// limit, instructions that end live ranges go first, and if the result is worse than the original order, the
// original order stays.
//
// Constraints on the order:
//   - a definition precedes its uses;
//   - stores keep their order, as do other accesses relative to stores, unless Mem.Alias says that they do not
//     overlap;
//   - instructions with side effects keep their order relative to each other and to stores;
//   - an instruction that overwrites one of its sources, or defines a loop variable's value for the next
//     iteration, follows the uses of the old value that preceded it, because overtaking them would cost a copy;
//   - an instruction that reads flags and everything from the instruction that set them on form one unit. So a
//     compare stays directly before its branch, and the processor can fuse the two.
//
// Run returns the liveness of f, or nil if it was not needed. The scheduler owns the result.
func (s *scheduler) Run(isa Machine, f *mach.Func) *regalloc.LiveSets {
	s.isa, s.f = isa, f
	longest := 0
	for _, b := range f.Blocks {
		longest = max(longest, len(b.Insts))
	}
	if longest < minUnits {
		return nil
	}
	s.def = grow(s.def, len(f.VRegs), -1)
	s.left = grow(s.left, len(f.VRegs), 0)
	s.used = grow(s.used, len(f.VRegs), -1)
	s.live = regalloc.Liveness(isa, f, s.live)
	for c := mach.GP; c < mach.NumClasses; c++ {
		all, _ := isa.Allocatable(c)
		s.limit[c] = all.Len()
	}
	if s.hoist.run(isa, f, s.live, s.limit) {
		s.live = regalloc.Liveness(isa, f, s.live)
	}
	for i, b := range f.Blocks {
		if len(b.Insts) >= minUnits && len(b.Insts) <= maxScheduled && !b.Cold {
			s.block(i, b)
		}
	}
	s.isa, s.f = nil, nil
	return s.live
}

// minUnits is the length of the shortest block worth scheduling: two operations, a compare and a branch.
const minUnits = 5

// A block of more than maxChoice units is scheduled in parts, because every choice examines all ready units. A
// part is several times the reorder window of the largest processors (512 on Zen 5 and Golden Cove) and larger
// than any block of the suites. A block of more than maxScheduled instructions keeps its order, because each
// memory access is compared with all previous ones.
const (
	maxChoice    = 1024
	maxScheduled = 1 << 14
)

// unit is a group of instructions that stay together.
type unit struct {
	lo, hi  int32 // range of instructions
	height  int32 // minimum number of cycles from its start to the end of the block
	latency int32
	ready   int32 // cycle at which its sources are available
	waits   int32 // number of unscheduled predecessors
	succ    int32 // first link in links
	port    cost.Port
	busy    uint8
}

type link struct{ to, delay, next int32 }

// Cost of creating a link, of examining a memory access, and of examining a ready unit, in units of
// ir.Func.Spend. Links also take memory.
const (
	stepsPerLink  = 16
	stepsPerMem   = 2
	stepsPerReady = 4
	stepsIfNear   = 16 // additional cost of computing a unit's effect on pressure
)

type user struct{ unit, next int32 }

type scheduler struct {
	isa   Machine
	f     *mach.Func
	live  *regalloc.LiveSets
	limit [mach.NumClasses]int
	hoist hoister

	perValue
	blockGraph
	out  []mach.Inst
	from []int32 // original index of each element of out
}

// perValue holds tables by value for the current block.
type perValue struct {
	def  []int32 // unit of the block that defines the value, -1 if none
	left []int32 // number of unscheduled uses
	used []int32 // index in users of the most recent use, -1 if none
}

// blockGraph is the current block as units and the links between them.
type blockGraph struct {
	b      *mach.Block
	id     int
	lists  regalloc.Lists
	descs  []*mach.Desc // by instruction
	units  []unit
	unitOf []int32 // by instruction
	links  []link
	users  []user
	mems   []memRef
	ready  []int32 // units whose predecessors are all scheduled
	order  []int32 // units in scheduled order
}

type memRef struct {
	unit  int32
	store bool
	side  bool
	alias uint16
}

var schedulers = reuse.Pool[scheduler]{New: func() *scheduler { return new(scheduler) }, Size: (*scheduler).size}

// size returns the approximate number of bytes that s retains, mostly per value and per instruction of the
// longest block.
func (s *scheduler) size() int {
	return 3*4*cap(s.def) + 48*cap(s.units) + 12*cap(s.links) + 128*cap(s.out)
}

// grow returns a slice of n elements v, reusing the memory of s.
func grow(s []int32, n int, v int32) []int32 {
	if cap(s) < n {
		s = make([]int32, n+n/2)
	}
	s = s[:n]
	for i := range s {
		s[i] = v
	}
	return s
}

// block reorders a block, unless the new order exceeds the register limit where the old one did not. Afterwards
// it clears the entries of this block's values in the tables by value.
func (s *scheduler) block(id int, b *mach.Block) {
	s.b, s.id, s.lists = b, id, s.live.Lists(id, len(b.Insts))
	s.group(b)
	if len(s.units) >= minUnits-1 {
		s.graph(b)
		s.heights()
		s.hurry(b)
		n, before := s.live.AtStart(id), s.limit
		roomy := s.roomy(n)
		if !roomy {
			before = s.live.PressureBeyond(id, s.limit)
		}
		after := s.list(n, before, roomy)
		worse := false
		for c := range after {
			worse = worse || after[c] > before[c]
		}
		if !worse {
			s.apply(b)
		}
	}
	n := int32(len(b.Insts))
	for _, v := range s.lists.Defs(0, n) {
		s.def[v] = -1
	}
	for _, v := range s.lists.Uses(0, n) {
		s.used[v] = -1
	}
}

// group forms units: a single instruction, or the range from a writer of flags to their last reader.
func (s *scheduler) group(b *mach.Block) {
	n := len(b.Insts)
	s.units, s.unitOf = s.units[:0], grow(s.unitOf, n, -1)
	s.descs = slices.Grow(s.descs[:0], n)[:n]
	isa := mach.ISA(s.isa)
	// unitOf[i] is first the last reader of the flags that i writes, found walking up.
	reader := -1
	for i := n - 1; i >= 0; i-- {
		d := mach.DescOf(isa, &b.Insts[i])
		s.descs[i] = d
		if d.Flags&mach.WritesFlags != 0 {
			s.unitOf[i] = int32(reader)
			reader = -1
		}
		if d.Flags&mach.ReadsFlags != 0 && reader < 0 {
			reader = i
		}
	}
	for i := 0; i < n; {
		s.units = append(s.units, unit{lo: int32(i), succ: -1})
		u := &s.units[len(s.units)-1]
		for hi := i; i <= hi; i++ {
			hi = max(hi, int(s.unitOf[i]))
			s.cost(u, s.descs[i], &b.Insts[i])
			s.unitOf[i] = int32(len(s.units) - 1)
		}
		u.hi = int32(i)
	}
}

// cost adds the cost of an instruction to its unit. The latency of a memory operand precedes that of the
// operation.
func (s *scheduler) cost(u *unit, d *mach.Desc, in *mach.Inst) {
	if in.Pseudo != mach.NotPseudo {
		u.latency = max(u.latency, 1)
		return
	}
	c := cost.Of(s.isa, d, in.Op)
	lat := s.isa.Latency(in.Op, in.Size, c)
	u.port, u.busy = c.Port, max(u.busy, c.Occupancy)
	if in.MemPos >= 0 && d.Flags&mach.AddressOnly == 0 {
		switch {
		case d.Roles[in.MemPos].Access == mach.Def:
			u.port = cost.PortStore
		case in.MemPos == 1 && in.N == 2 && lat <= 1: // simple load
			u.port, lat = cost.PortLoad, s.isa.LoadLatency(in.Op)
		default:
			lat += s.isa.LoadLatency(in.Op) - 1
		}
	}
	u.latency += lat
}

// link records that unit to may start delay cycles after unit from.
func (s *scheduler) link(from, to, delay int32) {
	if from == to {
		return
	}
	s.f.Took(stepsPerLink)
	s.links = append(s.links, link{to, delay, s.units[from].succ})
	s.units[from].succ = int32(len(s.links) - 1)
	s.units[to].waits++
}

// graph links units whose order must be kept.
func (s *scheduler) graph(b *mach.Block) {
	s.links, s.mems, s.users = s.links[:0], s.mems[:0], s.users[:0]
	loop := slices.ContainsFunc(b.Succs, func(e mach.Edge) bool { return e.To == b })
	asked := int32(-1) // the last poll that requests a service from Go; its answer is available after it
	for i := range b.Insts {
		in := &b.Insts[i]
		u := s.unitOf[i]
		if in.Tied != mach.NoReg {
			s.behindTied(in.Tied, u)
		}
		if in.Tied2 != mach.NoReg {
			s.behindTied(in.Tied2, u)
		}
		for _, v := range s.lists.Uses(int32(i), int32(i)+1) {
			if p := s.def[v]; p >= 0 {
				s.link(p, u, s.units[p].latency)
			}
			s.users = append(s.users, user{u, s.used[v]})
			s.used[v] = int32(len(s.users) - 1)
		}
		for _, v := range s.lists.Defs(int32(i), int32(i)+1) {
			s.def[v] = u
			if loop {
				s.nextRound(b, v, u)
			}
		}
		s.memory(s.descs[i], in, u)
		if asked >= 0 {
			s.link(asked, u, 0)
		}
		if in.Pseudo == mach.Poll && in.HasImm {
			asked = u
		}
		if in.Pseudo == mach.Poll {
			// Instructions before a poll stay before it: polls are at the end of loops, where few values are
			// live.
			for k := range u {
				s.link(k, u, 0)
			}
		}
	}
}

// nextRound links u after the uses of a loop variable's old value if u defines v, its value for the next
// iteration.
func (s *scheduler) nextRound(b *mach.Block, v, u int32) {
	for i := range b.Succs {
		e := &b.Succs[i]
		if e.To != b {
			continue
		}
		for k, arg := range e.Args {
			if int32(arg-mach.FirstVirtual) == v {
				s.behindUses(b.Params[k], u)
			}
		}
	}
}

// behindTied links u, which overwrites its source r, after the uses of r so far. Since u is one of the uses,
// later units that must follow all of them only need a link to u. Without that, a block in which n instructions
// overwrite copies of one value had n²/2 links.
func (s *scheduler) behindTied(r mach.Reg, u int32) {
	s.behindUses(r, u)
	s.used[r-mach.FirstVirtual] = -1
}

// behindUses links u after the uses of r so far.
func (s *scheduler) behindUses(r mach.Reg, u int32) {
	if s.f.V(r).Remat != nil {
		return
	}
	for k := s.used[r-mach.FirstVirtual]; k >= 0; k = s.users[k].next {
		s.link(s.users[k].unit, u, 0)
	}
}

// memory links u after the accesses and side effects that it must not overtake.
func (s *scheduler) memory(d *mach.Desc, in *mach.Inst, u int32) {
	m := memRef{unit: u, side: d.Flags&mach.SideEffect != 0, alias: in.Mem.Alias}
	access := in.Pseudo == mach.NotPseudo && in.MemPos >= 0 && d.Flags&mach.AddressOnly == 0
	if access {
		m.store = d.Roles[in.MemPos].Access&mach.Def != 0
	}
	// Constants never change.
	if !m.side && (!access || in.Mem.Const > 0) {
		return
	}
	s.f.Took(stepsPerMem * len(s.mems))
	for _, o := range s.mems {
		switch {
		case o.side && m.side:
		case o.side && m.store, m.side && o.store:
		case o.store && access || m.store && !o.side:
			if o.alias != 0 && m.alias != 0 && o.alias != m.alias {
				continue
			}
		default:
			continue
		}
		delay := int32(0)
		if o.store && !m.store && !m.side {
			delay = cost.LoadLatency // store-to-load forwarding
		}
		s.link(o.unit, u, delay)
	}
	if m.store && m.alias == 0 && !m.side {
		// It follows every access so far; units that must follow those only need a link to this one.
		keep := s.mems[:0]
		for _, o := range s.mems {
			if o.side {
				keep = append(keep, o)
			}
		}
		s.mems = keep
	}
	s.mems = append(s.mems, m)
}

// heights computes the longest path from each unit to the end of the block. Links lead down, so one pass from the
// last unit up visits all successors before a unit.
func (s *scheduler) heights() {
	for i := len(s.units) - 1; i >= 0; i-- {
		u := &s.units[i]
		u.height = u.latency
		for l := u.succ; l >= 0; l = s.links[l].next {
			u.height = max(u.height, s.links[l].delay+s.units[s.links[l].to].height)
		}
	}
}

// hurry raises the priority of a slow integer recurrence, such as a multiplication, whose other operands are
// available at the start of the iteration. Among operations that wait for the same port, the processor starts the
// oldest, and the next iteration cannot start before this one. (Zen 3, n=4096, a linear congruential generator of
// 32 bits, whose four copies are multiplied from one value: 2,220 ns with the loop-carried multiplication last of
// the four, 1,280 ns with it first.)
func (s *scheduler) hurry(b *mach.Block) {
	for _, e := range b.Succs {
		for k, arg := range e.Args {
			if e.To != b || s.f.V(arg).Class != mach.GP {
				continue
			}
			c := carriedChain{s: s, from: int32(b.Params[k] - mach.FirstVirtual), units: make([]int32, 0, maxHurried)}
			if n, ok := c.latency(int32(arg - mach.FirstVirtual)); ok && c.carried && n >= slowChain {
				for _, u := range c.units {
					s.units[u].height += s.units[0].height + maxHurried*slowChain
				}
			}
		}
	}
}

// slowChain is the minimum latency, in cycles, of a loop-carried chain that hurry considers; counters have a
// latency of one. maxHurried limits the number of units in a chain.
const (
	slowChain  = 3
	maxHurried = 8
)

// carriedChain is the set of units from a loop variable to its value for the next iteration.
type carriedChain struct {
	s       *scheduler
	from    int32
	units   []int32
	carried bool // the units use the variable
}

// latency returns the time from the start of the block until value v is available. ok is false unless v depends
// only on values that are available at the start.
func (c *carriedChain) latency(v int32) (n int32, ok bool) {
	c.carried = c.carried || v == c.from
	u := c.s.def[v]
	if u < 0 {
		return 0, true
	}
	if len(c.units) == maxHurried {
		return 0, false
	}
	c.units = append(c.units, u)
	unit := &c.s.units[u]
	for i := unit.lo; i < unit.hi; i++ {
		if in := &c.s.b.Insts[i]; in.MemPos >= 0 || in.Pseudo != mach.NotPseudo && in.Pseudo != mach.Copy {
			return 0, false
		}
		for _, w := range c.s.lists.Uses(i, i+1) {
			if w == v || c.s.def[w] == u {
				continue
			}
			m, ok := c.latency(w)
			if !ok {
				return 0, false
			}
			n = max(n, m)
		}
	}
	return n + unit.latency, true
}

// list schedules units cycle by cycle. It returns the maximum number of registers that their order needs, or n,
// the number at the start, if no order needs too many. The terminator's unit comes last without links.
func (s *scheduler) list(n, before [mach.NumClasses]int, roomy bool) (most [mach.NumClasses]int) {
	s.order, s.ready = s.order[:0], s.ready[:0]
	last := int32(len(s.units) - 1)
	end := int32(0) // units from here on wait for earlier parts
	most = n
	var limit [mach.NumClasses]int
	for c := range limit {
		limit[c] = before[c] - 1
	}
	makes := 0
	if !roomy {
		s.countUses()
		makes = s.makes()
	}
	cycle, issued := int32(0), 0
	var ports [cost.NumPorts]uint8
	for {
		for len(s.ready) == 0 && end < last {
			end = s.admit(end, min(last, end+maxChoice))
		}
		if len(s.ready) == 0 {
			break
		}
		best, score := -1, int32(0)
		candidates := s.ready
		if len(candidates) == 1 {
			best, candidates = 0, nil // no choice, as in dependence chains
		}
		near := !roomy && s.near(&n, &limit, makes)
		if near {
			s.f.Took(stepsIfNear * len(candidates))
		}
		s.f.Took(stepsPerReady * len(candidates))
		for k, i := range candidates {
			u := &s.units[i]
			// A wait counts per cycle like height; a full port counts as one cycle.
			x := u.height*16 - max(0, u.ready-cycle)*16
			if ports[u.port] >= cost.PortWidth[u.port] {
				x -= 16
			}
			if near {
				x += s.relief(i, &n, &limit)
			}
			// Equal scores keep the original order.
			if best < 0 || x > score || x == score && i < s.ready[best] {
				best, score = k, x
			}
		}
		i := s.ready[best]
		s.ready[best] = s.ready[len(s.ready)-1]
		s.ready = s.ready[:len(s.ready)-1]
		u := &s.units[i]
		if u.ready > cycle || issued >= cost.IssueWidth {
			cycle, issued, ports = max(cycle+1, u.ready), 0, [cost.NumPorts]uint8{}
		}
		issued += int(u.hi - u.lo)
		ports[u.port] += max(1, u.busy)
		if !roomy {
			s.advance(i, &n, &most)
		}
		s.order = append(s.order, i)
		for l := u.succ; l >= 0; l = s.links[l].next {
			t := &s.units[s.links[l].to]
			t.ready = max(t.ready, cycle+s.links[l].delay)
			if t.waits--; t.waits == 0 && s.links[l].to < end {
				s.ready = append(s.ready, s.links[l].to)
			}
		}
	}
	if !roomy {
		s.advance(last, &n, &most)
	}
	s.order = append(s.order, last)
	return most
}

// admit adds the units lo to hi-1 without predecessors to ready and returns hi.
func (s *scheduler) admit(lo, hi int32) int32 {
	for i := lo; i < hi; i++ {
		if s.units[i].waits == 0 {
			s.ready = append(s.ready, i)
		}
	}
	return hi
}

// apply writes the instructions in the new order.
func (s *scheduler) apply(b *mach.Block) {
	if slices.IsSorted(s.order) {
		return
	}
	s.out, s.from = s.out[:0], s.from[:0]
	for _, i := range s.order {
		for k := s.units[i].lo; k < s.units[i].hi; k++ {
			s.out, s.from = append(s.out, b.Insts[k]), append(s.from, k)
		}
	}
	copy(b.Insts, s.out)
	s.live.Reordered(s.id, s.from)
}
