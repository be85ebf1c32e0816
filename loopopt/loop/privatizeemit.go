package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
	"hotloop/loopopt/tti"
	"hotloop/loopopt/vplan"
)

// privateBytes is what all copies of a function's tables may take together. They are to stay in the first-level cache,
// 32 KB at least on all processors that we know of, beside what streams through it; and the largest frame is twice
// that.
const privateBytes = 32 << 10

// manyCopies is the number of copies that a table has if they take no more than manyBytes, else it has half as many, or
// a quarter. An element that every iteration changes waits some 7 cycles for its own store. On Zen 5, where nine of ten
// bytes are one value, a loop that counts them takes 7.0 cycles a byte without copies, 3.5 with two, 1.9 with four and
// 1.2 with eight; 0.9 without and 1.1 with copies where bytes are random; 2.5 without and 1.5, 1.1, 1.0 with copies in
// runs of eight on average. What eight cost, clearing and adding up, is twice that of four.
const (
	manyCopies = 8
	manyBytes  = 16 << 10
)

// unrolledAtLeast is the number of iterations that are done at once, also for two copies: half as many take up to a
// fifth longer.
const unrolledAtLeast = 4

// privatePad is between the copies, so that one place in two of them is neither 4096 bytes apart, where a load may have
// to wait for the store before it (Intel's manual of optimization, "4-KByte aliasing"), nor in the same set of the
// cache.
const privatePad = 64

// size decides how many copies the tables get.
func (s *privatizer) size() remark.Reason {
	room := int64(privateBytes)
	for _, x := range s.d.F.Locals {
		room -= int64(x.Size)
	}
	for copies := manyCopies; copies >= 2; copies /= 2 {
		bytes := int64(0)
		for _, t := range s.tables {
			one := (t.Records()*int64(t.Scale)+63)&^63 + privatePad
			t.Copies, t.Apart = copies, int32(min(one, privateBytes))
			bytes += one * int64(copies)
		}
		if bytes <= room && (copies < manyCopies || bytes <= manyBytes) {
			return remark.None
		}
	}
	return remark.WideIndex
}

// shareOfCopies is how many times as long a loop must run as it takes to clear the copies and to add them up. On Zen 5
// that is some 5% of the time then. Where the samples have told wrongly, and the data are random, that is lost and as
// much again: 256 counters of four bytes take 0.27 ns an element with copies then, and 0.22 without.
const shareOfCopies = 16

// trips is the number of iterations from which on the copies are used.
func (s *privatizer) trips() int64 {
	cycles := 0.0
	for _, t := range s.tables {
		cycles += float64(t.Copies) * float64(t.Apart) / float64(s.d.Opt.Target.PreferBytes())
		for _, c := range t.Cells {
			cycles += float64(t.Records()) * s.mergePrice(t, c)
		}
	}
	return max(int64(cycles)*shareOfCopies, neighboursAtLeast)
}

// mergePrice is the number of cycles that it takes to combine the copies of an element, by vectors if the target can
// store some lanes.
func (s *privatizer) mergePrice(t *legal.Subtable, c *legal.Subcell) float64 {
	target := s.d.Opt.Target
	at, lanes := c.T, 1
	if target.HasMaskedStore(c.T.Elem) && int(t.Scale) == c.T.Size() {
		lanes = target.PreferBytes() / c.T.Size()
		at = c.T.WithLanes(lanes)
	}
	load := target.MemoryCost(tti.Access{Type: at}).Uops
	uops := float32(t.Copies+1)*load + float32(t.Copies)*target.Cost(c.Op, at, at).Uops +
		target.Cost(ir.OpNe, ir.Mask(lanes), at).Uops
	if lanes == 1 {
		uops += target.MemoryCost(tti.Access{Type: at, Store: true}).Uops + 2 // and a branch, and the loop
	} else {
		uops += target.MemoryCost(tti.Access{Kind: tti.Masked, Type: at, Store: true, Masked: true}).Uops
	}
	return float64(uops) / float64(target.IssueWidth()) / float64(lanes)
}

// pays says whether the loop would wait for stores at all: if an iteration takes as long as that, copies are for
// nothing.
func (s *privatizer) pays() bool {
	forwarded := 0
	for _, t := range s.tables {
		for _, c := range t.Cells {
			forwarded = max(forwarded, forwarding+s.d.Opt.Target.Cost(c.Op, c.T, c.T).Latency)
		}
	}
	legal := *s.g.Out
	legal.Target = s.d.Opt.Target
	return vplan.ScalarUops(&legal, legal.Target)/float64(legal.Target.IssueWidth()) < float64(forwarded)
}

// run writes the loops. asked says that metadata want them, however short.
func (s *privatizer) run(asked bool) {
	d, f, l, md := s.d, s.d.F, s.l, s.l.Header.Loop
	least := int64(1)
	if !asked {
		least = s.trips()
	}
	rs := restructureWhole(d, s.g, s.guards, least)
	decide := s.askData(rs, asked)

	for _, t := range s.tables {
		t.Local = f.NewLocal(ir.Local{Name: "subtables", Elem: elem(t), Size: t.Copies * int(t.Apart),
			Align: ir.MaxLocalAlign, Pos: rs.Pos})
		s.clear(rs, t)
	}
	header := rs.Add(Unchecked(s.g, "counted"))
	copies := driver.State[tableCopies](d)
	if *copies == nil {
		*copies = tableCopies{}
	}
	for _, t := range s.tables {
		redirect(t, f, rs.Copies[0].Value)
		(*copies)[f.Arg(ir.OpLocalPtr, t.Local)] = t
		s.merge(rs, t)
	}
	decide()
	rs.Finish()
	done := ir.Attr{Name: subtablesPass + ".disable"}
	const name = subtablesPass + "."
	header.Loop = driver.Followup(md, name, []string{name + "followup_counted", name + "followup_all"}, done,
		ir.Attr{Name: "isdistributed"})
	l.Header.Loop = driver.Followup(md, name, []string{name + "followup_fallback", name + "followup_all"}, done)
	d.Tidy()
}

// askData has samples of the data decide whether copies are worth it, unless metadata have decided, or it is not easy
// to say what the indices are. The function that it returns must be called when the first loop is there.
func (s *privatizer) askData(rs *clone.Front, asked bool) (decide func()) {
	f := s.d.F
	look := &sampler{s.d, s.l, rs.Starts, rs.Pos}
	var indices []*ir.Value
	for _, t := range s.tables {
		if v := t.Cells[0].Updates[0].Store.Args[1]; len(indices) < maxSampled && look.can(v) {
			indices = append(indices, v)
		}
	}
	if asked || len(indices) == 0 {
		return func() {}
	}
	end, count := look.equals(rs.Tail, rs.N, indices)
	rs.Tail = f.NewBlock("subtables.ph")
	return decideAt(rs, end, end.New(ir.OpLeS, ir.TBool, rs.Pos, f.ConstInt(ir.TI64, enoughEqual), count), rs.Tail)
}

// maxSampled bounds the tables whose indices are looked at.
const maxSampled = 2

// enoughEqual is how many of the three indices that follow each sample must be the same as there, for copies to be
// made. Of random bytes one call in a thousand finds so many; where 30% are one value, four are expected, and five
// where each differs from the one before by three at most.
const enoughEqual = 3

// decideAt leads from block end to block yes if cond holds, and else to the loop as it was, when that has a block in
// front.
func decideAt(rs *clone.Front, end *ir.Block, cond *ir.Value, yes *ir.Block) func() {
	return func() {
		end.SetIf(cond, yes, rs.Rest)
	}
}

// elem is the type of the table's elements, Void if they are structs.
func elem(t *legal.Subtable) ir.Elem {
	if c := t.Cells[0]; len(t.Cells) == 1 && int(t.Scale) == c.T.Size() {
		return c.T.Elem
	}
	return ir.Void
}

// redirect has the loop whose values are given access the first copy.
func redirect(t *legal.Subtable, f *ir.Func, values func(*ir.Value) *ir.Value) {
	p := f.Arg(ir.OpLocalPtr, t.Local)
	for _, c := range t.Cells {
		for _, u := range c.Updates {
			for _, v := range [...]*ir.Value{values(u.Load), values(u.Store)} {
				v.SetArg(0, p)
				v.Off -= int32(t.Lo) * t.Scale
			}
		}
	}
}

// clear writes, behind the last block so far, what gives all copies of t what changes nothing.
func (s *privatizer) clear(rs *clone.Front, t *legal.Subtable) {
	f := s.d.F
	p := f.Arg(ir.OpLocalPtr, t.Local)
	zero := true
	for _, c := range t.Cells {
		zero = zero && c.Identity == 0
	}
	if zero {
		s.loop(rs, "clear", int64(t.Copies)*int64(t.Apart)/8, func(b *ir.Block, i *ir.Value) *ir.Block {
			b.New(ir.OpStore, ir.TVoid, rs.Pos, p, i, f.ConstInt(ir.TI64, 0)).Scale = 8
			return b
		})
		return
	}
	for _, c := range t.Cells {
		s.loop(rs, "clear", t.Records(), func(b *ir.Block, i *ir.Value) *ir.Block {
			for k := range t.Copies {
				v := b.New(ir.OpStore, ir.TVoid, rs.Pos, p, i, f.Const(c.T, c.Identity))
				v.Scale, v.Off = t.Scale, c.Field+int32(k)*t.Apart
			}
			return b
		})
	}
}

// merge writes, behind the last block so far, what combines the copies of t with the table.
func (s *privatizer) merge(rs *clone.Front, t *legal.Subtable) {
	f := s.d.F
	p := f.Arg(ir.OpLocalPtr, t.Local)
	for _, c := range t.Cells {
		s.loop(rs, "merge", t.Records(), func(b *ir.Block, i *ir.Value) *ir.Block {
			var all *ir.Value
			for k := range t.Copies {
				v := b.New(ir.OpLoad, c.T, rs.Pos, p, i)
				v.Scale, v.Off = t.Scale, c.Field+int32(k)*t.Apart
				if all = combine(c, b, all, v, rs.Pos); k == 0 {
					all = v
				}
			}
			// What is not changed is not stored. -0 and 0 are two things here: only one of them changes nothing.
			bits, none := all, f.Const(c.T, c.Identity)
			if c.T.Elem.IsFloat() {
				as := ir.TI32
				if c.T.Elem == ir.F64 {
					as = ir.TI64
				}
				bits, none = b.New(ir.OpBitcast, as, rs.Pos, all), f.Const(as, c.Identity)
			}
			store, next := f.NewBlock("merge.store"), f.NewBlock("merge.next")
			b.SetIf(b.New(ir.OpNe, ir.TBool, rs.Pos, bits, none), store, next)
			old := store.New(ir.OpLoad, c.T, rs.Pos, t.Base, i)
			old.Scale, old.Off = t.Scale, c.Field+int32(t.Lo)*t.Scale
			w := store.New(ir.OpStore, ir.TVoid, rs.Pos, t.Base, i, combine(c, store, old, all, rs.Pos))
			w.Scale, w.Off = old.Scale, old.Off
			store.SetJump(next)
			return next
		})
	}
}

// combine is x op y, at the end of b; y if x is nil.
func combine(c *legal.Subcell, b *ir.Block, x, y *ir.Value, pos ir.Pos) *ir.Value {
	if x == nil {
		return y
	}
	v := b.New(c.Op, c.T, pos, x, y)
	v.FP = c.Fp
	return v
}

// loop writes a loop of n iterations, at least one, behind the last block so far. body writes an iteration into its
// first block and returns the last.
func (s *privatizer) loop(rs *clone.Front, name string, n int64, body func(b *ir.Block, i *ir.Value) *ir.Block) {
	f := s.d.F
	h := f.NewBlock(name)
	rs.Tail.SetJump(h)
	i := h.NewPhi(ir.TI64, rs.Pos)
	end := body(h, i)
	rs.Tail = f.NewBlock(name + ".end")
	clone.CountUp(i, f.ConstInt(ir.TI64, 0), f.ConstInt(ir.TI64, 1), f.ConstInt(ir.TI64, n), end, rs.Tail)
	end.Likely = ir.LikelyTrue
	h.Loop = driver.Bare(s.l.Header.Loop).With(ir.Attr{Name: subtablesPass + ".disable"})
}

// overCopies is the stage that leaves alone what it has made.
const overCopies = "unroll over copies"

// UnrollOverCopies unrolls a loop that updates the first copies of tables: each copy of the body updates copies of its
// own. Loops that are vector code by now do so by lanes (vplan.Update).
func UnrollOverCopies(d *driver.Driver, l *analysis.Loop) bool {
	if len(*driver.State[tableCopies](d)) == 0 || d.Seen(overCopies, l.Header) {
		return false
	}
	knobs := &d.Opt.Knobs.Unroll
	count := int(l.Header.Loop.Most(int64(turns(d, l))))
	if count < 2 || knobs.Disable || !knobs.AllowRemainder || l.Header.Loop.Has("isvectorized") || !clone.Repeatable(l) || !l.LeftAtLatch() {
		return false
	}
	trips, ok := d.Scev.LatchTrips(l)
	if !ok || !d.Bisect(subtablesPass, l.Header.Loop.Position()) {
		return false
	}
	d.See(overCopies, turn(d, l, d.Scev.Expand(trips, l.Preheader), count))
	return true
}

// tableCopies are the tables that have copies, by the first of them.
type tableCopies map[*ir.Value]*legal.Subtable

// updated is the update of a first copy that ends with v, and the table that it is of.
func updated(d *driver.Driver, v *ir.Value) (legal.TableUpdate, *legal.Subtable) {
	if u, ok := legal.UpdateOf(v); ok {
		if t := (*driver.State[tableCopies](d))[v.Args[0]]; t != nil && t.First(d.Scev, v) {
			return u, t
		}
	}
	return legal.TableUpdate{}, nil
}

// turns is the number of iterations that l does at once for its tables to take turns, 0 if it has none, or is large.
func turns(d *driver.Driver, l *analysis.Loop) int {
	updates := map[*legal.Subtable]map[int32]int{}
	for v := range l.Values() {
		if _, t := updated(d, v); t != nil {
			earlier(t, updates, v)
		}
	}
	count := 0
	for t, fields := range updates {
		for _, n := range fields {
			copies := t.Copies
			for ; copies > 1 && n%2 == 0; n /= 2 {
				copies /= 2 // the body takes turns itself
			}
			count = max(count, copies, unrolledAtLeast)
		}
	}
	for count > 0 && count*clone.LoopSize(l) > unrolledSizeMax {
		count /= 2
	}
	return count
}

// unrolledSizeMax bounds the values of a loop that does several iterations at once. A larger body has no time to wait
// for a store.
const unrolledSizeMax = 256

// earlier notes that store v changes t, and returns how many have changed that field of it before.
func earlier(t *legal.Subtable, updates map[*legal.Subtable]map[int32]int, v *ir.Value) int {
	if updates[t] == nil {
		updates[t] = map[int32]int{}
	}
	field := v.Off - int32(analysis.FloorDiv(int64(v.Off), int64(t.Scale)))*t.Scale
	updates[t][field]++
	return updates[t][field] - 1
}

// turn writes count of the n iterations of l, one behind the other, each update of which has a copy of the table to
// itself. What is left of the iterations uses the first copies. It returns the header of the new loop.
func turn(d *driver.Driver, l *analysis.Loop, n *ir.Value, count int) *ir.Block {
	f, md := d.F, l.Header.Loop
	it := clone.CopyIterations(f, l, count, "counted")
	updates := map[*legal.Subtable]map[int32]int{}
	for k := range count {
		it.Never(k, l.Latch)
		for v := range l.Values() {
			u, t := updated(d, v)
			if t == nil {
				continue
			}
			plus := int32(earlier(t, updates, v)%t.Copies) * t.Apart
			it.Copies[k].Value(u.Load).Off += plus
			it.Copies[k].Value(u.Store).Off += plus
		}
	}
	it.InFront(n, md.Position())
	header := it.Head()
	header.Loop = md.With(ir.Attr{Name: "unroll.disable"})
	l.Header.Loop = leftover(md, "").AtMost(int64(count) - 1)
	f.ElimCopies()
	f.RemoveDead()
	f.DropStaleLoops()
	scalar.CanonicalLoops(f)
	d.Refresh()
	return header
}
