package analysis

import (
	"fmt"
	"math"
	"math/rand"
	"testing"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
)

// counted is a random loop over a counter, whose properties can be found by running it.
//
//	func(a, b E, x []int8) (taken, predicted int64)
type counted struct {
	elem         ir.Elem
	op           ir.Op
	swapArgs     bool // bound op counter
	leave        bool // the condition exits the loop
	shape        int  // 0: tested at the top; 1: guarded and tested at the bottom; 2: tested at the bottom
	start, bound operand
	step         int64
	down         bool // i - c for i + (-c)
	guard        bool // shape 2: guarded by if a <= b
}

// operand is an argument plus a constant, or a constant.
type operand struct {
	arg int // 0 a, 1 b, 2 len(x); -1 none
	c   int64
}

func (c counted) String() string {
	return fmt.Sprintf("%s i = %v; %s(swap=%v leave=%v) %v; i += %d; shape %d guard %v", c.elem, c.start, c.op, c.swapArgs,
		c.leave, c.bound, c.step, c.shape, c.guard)
}

// build builds the function; head is the loop's header, whose first phi is the counter.
func (c counted) build() (f *ir.Func, i, next *ir.Value) {
	f = ir.NewFunc("count")
	t := ir.Scalar(c.elem)
	f.Params = []ir.Param{{Name: "a", Elem: c.elem, Size: t.Size(), Sign: true}, {Name: "b", Elem: c.elem, Size: t.Size(), Sign: true},
		{Name: "x", Kind: ir.ParamSlice, Elem: ir.I8, Size: 1, Sign: true}}
	f.Results = []ir.Param{{Elem: ir.I64, Size: 8, Sign: true}, {Elem: ir.I64, Size: 8, Sign: true}}
	f.Layout()
	entry := f.Entry()
	value := func(o operand) *ir.Value {
		v := f.ConstInt(t, o.c)
		switch {
		case o.arg == 2 && c.elem == ir.I64:
			return entry.New(ir.OpAdd, t, 0, f.Arg(ir.OpArgLen, 2), v)
		case o.arg >= 0:
			return entry.New(ir.OpAdd, t, 0, f.Arg(ir.OpArg, o.arg&1), v)
		}
		return v
	}
	start, bound := value(c.start), value(c.bound)
	test := func(b *ir.Block, x *ir.Value) *ir.Value {
		if c.swapArgs {
			return b.New(c.op, ir.TBool, 0, bound, x)
		}
		return b.New(c.op, ir.TBool, 0, x, bound)
	}
	pre, head, exit := f.NewBlock("pre"), f.NewBlock("head"), f.NewBlock("exit")
	zero := f.ConstInt(ir.TI64, 0)
	end := f.NewBlock("end")
	branch := func(b *ir.Block, cond *ir.Value, stay, out *ir.Block) {
		if c.leave {
			b.SetIf(cond, out, stay)
		} else {
			b.SetIf(cond, stay, out)
		}
	}
	switch {
	case c.shape == 1:
		branch(entry, test(entry, start), pre, end)
	case c.guard:
		entry.SetIf(entry.New(ir.OpLeS, ir.TBool, 0, f.Arg(ir.OpArg, 0), f.Arg(ir.OpArg, 1)), pre, end)
	default:
		entry.SetJump(pre)
	}
	pre.SetJump(head)
	i = head.NewPhi(t, 0)
	n := head.NewPhi(ir.TI64, 0)
	advance := func(b *ir.Block) *ir.Value {
		if c.down {
			return b.New(ir.OpSub, t, 0, i, f.ConstInt(t, -c.step))
		}
		return b.New(ir.OpAdd, t, 0, i, f.ConstInt(t, c.step))
	}
	if c.shape == 0 {
		body := f.NewBlock("body")
		branch(head, test(head, i), body, exit)
		next = advance(body)
		m := body.New(ir.OpAdd, ir.TI64, 0, n, f.ConstInt(ir.TI64, 1))
		body.SetJump(head)
		i.AddArgs(start, next)
		n.AddArgs(zero, m)
	} else {
		next = advance(head)
		m := head.New(ir.OpAdd, ir.TI64, 0, n, f.ConstInt(ir.TI64, 1))
		branch(head, test(head, next), head, exit)
		if head.Preds[0] != pre {
			panic("order")
		}
		i.AddArgs(start, next)
		n.AddArgs(zero, m)
	}
	exit.SetRet(exit.New(ir.OpRet, ir.TVoid, 0, n, n))
	if len(end.Preds) > 0 {
		minus := f.ConstInt(ir.TI64, -1)
		end.SetRet(end.New(ir.OpRet, ir.TVoid, 0, minus, minus))
	} else {
		f.RemoveUnreachable()
	}
	return f, i, next
}

// trace runs the loop in Go. It returns whether the loop is entered, and the counter in each execution of the
// header. It gives up after limit steps.
func (c counted) trace(a, b int64, length int, limit int) (entered bool, is []int64, done bool) {
	val := func(o operand) int64 {
		v := o.c
		switch {
		case o.arg == 2 && c.elem == ir.I64:
			v += int64(length)
		case o.arg >= 0:
			v += []int64{a, b}[o.arg&1]
		}
		return wrap(c.elem, v)
	}
	start, bound := val(c.start), val(c.bound)
	stays := func(i int64) bool {
		x, y := ir.Truncate(c.elem, uint64(i)), ir.Truncate(c.elem, uint64(bound))
		if c.swapArgs {
			x, y = y, x
		}
		return (c.op.Info().Eval(ir.Bool, c.elem, x, y, 0) != 0) != c.leave
	}
	if c.shape == 1 && !stays(start) || c.shape == 2 && c.guard && a > b {
		return false, nil, true
	}
	i := start
	for range limit {
		is = append(is, i)
		next := wrap(c.elem, i+c.step)
		test := next
		if c.shape == 0 {
			test = i
		}
		if !stays(test) {
			return true, is, true
		}
		i = next
	}
	return true, is, false
}

func randomCounted(r *rand.Rand) counted {
	c := counted{
		elem:     []ir.Elem{ir.I8, ir.I8, ir.I16, ir.I32, ir.I64, ir.I64, ir.I64}[r.Intn(7)],
		op:       []ir.Op{ir.OpLtS, ir.OpLeS, ir.OpLtU, ir.OpLeU, ir.OpNe, ir.OpEq}[r.Intn(6)],
		swapArgs: r.Intn(2) == 0, leave: r.Intn(2) == 0, shape: r.Intn(3),
		step: []int64{1, 1, 1, -1, -1, 2, -2, 3, -3, 7, 100, -128}[r.Intn(12)],
	}
	c.guard = c.shape == 2 && r.Intn(2) == 0
	c.down = c.step < 0 && r.Intn(2) == 0
	one := func() operand {
		o := operand{arg: r.Intn(4) - 1, c: int64(r.Intn(5) - 2)}
		if o.arg < 0 {
			o.c = int64(r.Intn(41) - 20)
			if r.Intn(4) == 0 {
				o.c = wrap(c.elem, math.MaxInt64-int64(r.Intn(4)))
			}
		}
		return o
	}
	c.start, c.bound = one(), one()
	return c
}

// plain reports whether this is a loop as people write it, which must be counted.
func (c counted) plain() bool {
	if c.leave || c.shape == 2 && !c.guard || c.bound.arg < 0 && c.bound.c > 100 || c.start.arg < 0 && c.start.c > 100 {
		return false
	}
	switch c.op {
	case ir.OpLtS, ir.OpLtU:
		return c.step == 1 && !c.swapArgs || c.step == -1 && c.swapArgs
	case ir.OpNe:
		return c.step == 1 || c.step == -1
	case ir.OpLeS: // i <= len(x), i >= 0
		return c.elem == ir.I64 && (c.step == 1 && !c.swapArgs && c.bound.arg == 2 || c.step == -1 && c.swapArgs && c.bound.arg < 0)
	}
	return false
}

// randomInt returns an integer near 0, near the ends of the range, near another number, or anywhere.
func randomInt(r *rand.Rand, e ir.Elem, near int64) int64 {
	f := full(e)
	d := int64(r.Intn(41) - 20)
	switch r.Intn(5) {
	case 0:
		return d
	case 1:
		return wrap(e, f.hi-int64(r.Intn(8)))
	case 2:
		return wrap(e, f.lo+int64(r.Intn(8)))
	case 3:
		return wrap(e, near+d)
	}
	return wrap(e, int64(r.Uint64()))
}

func goInt(e ir.Elem, n int64) any {
	switch e {
	case ir.I8:
		return int8(n)
	case ir.I16:
		return int16(n)
	case ir.I32:
		return int32(n)
	}
	return n
}

// rounds returns n, or less under -short.
func rounds(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// TestTripCounts compares predicted counts, ranges and claims of no wrapping with actual executions.
func TestTripCounts(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	known, loops, proofs := 0, 0, 0
	for range rounds(1500) {
		c := randomCounted(r)
		f, i, next := c.build()
		if err := f.Verify(); err != nil {
			t.Fatalf("%v\n%s", err, f)
		}
		dom := f.Dominators()
		li := FindLoops(f, dom)
		s := NewSCEV(f, li, dom)
		l := li.Loops[0]
		loops++
		recs := [2]Expr{s.Of(i), s.Of(next)}
		taken, _, ok := s.TripCount(l)
		if !ok && c.plain() {
			t.Errorf("no count for %v\n%s", c, f)
		}
		if ok {
			known++
			v := s.Expand(taken, l.Preheader)
			for _, b := range f.Blocks {
				if b.Name == "exit" {
					b.Control.SetArg(1, v)
				}
			}
		}
		p, err := interp.New(f)
		if err == nil {
			err = f.Verify()
		}
		if err != nil {
			t.Fatalf("%v: %v\n%s", c, err, f)
		}
		for range 12 {
			a := randomInt(r, c.elem, 0)
			b := randomInt(r, c.elem, a)
			x := make([]int8, r.Intn(20))
			entered, is, done := c.trace(a, b, len(x), 1500)
			if !entered {
				continue
			}
			for k, e := range recs {
				if e.Kind != AddRec {
					t.Fatalf("%v: %v is no recurrence\n%s", c, e, f)
				}
				seen := is
				if c.shape == 0 && k == 1 && done {
					seen = is[:len(is)-1] // the body ran once less
				}
				lo, hi := s.Range(e)
				nw := s.NoSignedWrap(e)
				if nw {
					proofs++
				}
				for j, i0 := range seen {
					i := wrap(c.elem, i0+int64(k)*c.step)
					if i < lo || i > hi {
						t.Fatalf("%v a=%d b=%d len=%d: %v = %d, range [%d, %d]\n%s", c, a, b, len(x), e, i, lo, hi, f)
					}
					if nw && j > 0 && (wrap(c.elem, i-c.step) < i) != (c.step > 0) {
						t.Fatalf("%v a=%d b=%d len=%d: %v wraps to %d\n%s", c, a, b, len(x), e, i, f)
					}
				}
			}
			if !ok {
				continue
			}
			res := p.Call([]any{goInt(c.elem, a), goInt(c.elem, b), x}, interp.Options{MaxSteps: 1 << 20})
			if !done || res.Err != nil {
				// The loop runs long, which the prediction must show. Run the function up to the loop.
				continue
			}
			n, predicted := res.Values[0].(int64), res.Values[1].(int64)
			if n != int64(len(is)-1) {
				t.Fatalf("%v: the interpreter counts %d, Go %d", c, n, len(is)-1)
			}
			if predicted != n {
				t.Fatalf("%v a=%d b=%d len=%d: predicted %d, took %d\n%v\n%s", c, a, b, len(x), predicted, n, taken, f)
			}
		}
	}
	t.Logf("%d of %d loops counted, %d proofs used", known, loops, proofs)
	if known < loops/6 || proofs == 0 {
		t.Errorf("only %d of %d loops counted", known, loops)
	}
}

// TestCheckCounts compares the number of iterations for which a check holds with actual executions.
func TestCheckCounts(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	known, proved, loops := 0, 0, 0
	for range rounds(2000) {
		c := randomCounted(r)
		if r.Intn(4) > 0 {
			c.elem, c.op, c.shape = ir.I64, ir.OpLtS, 1
			c.step, c.down, c.leave, c.swapArgs, c.guard = max(c.step, 1), false, false, false, false
		}
		f, i, _ := c.build()
		// The check is first in the header; its index is the counter plus a constant.
		head := i.Block
		off := int64(r.Intn(5) - 2)
		length := f.Arg(ir.OpArgLen, 2)
		mark := head.Values[len(head.Phis())]
		idx, unsign := i, r.Intn(2) == 0
		if c.elem != ir.I64 {
			op := ir.OpSExt
			if unsign {
				op = ir.OpZExt
			}
			idx = head.InsertBefore(mark, op, ir.TI64, 0, i)
		}
		idx = head.InsertBefore(mark, ir.OpAdd, ir.TI64, 0, idx, f.ConstInt(ir.TI64, off))
		cond := head.InsertBefore(mark, ir.OpLtU, ir.TBool, 0, idx, length)
		check := head.InsertBefore(mark, ir.OpCheck, ir.TVoid, 0, cond, idx, length)
		check.Aux = f.NewSite(ir.SiteIndex, 0)

		dom := f.Dominators()
		li := FindLoops(f, dom)
		s := NewSCEV(f, li, dom)
		l := li.Loops[0]
		loops++
		n, ok := s.CheckExitCount(check, l)
		isProved := s.ProveCheck(check)
		if !ok && !isProved {
			continue
		}
		if ok {
			known++
			// Return the count on leaving the preheader; nothing else is needed.
			v := s.Expand(n, l.Preheader)
			out := f.NewBlock("out")
			out.SetRet(out.New(ir.OpRet, ir.TVoid, 0, v, v))
			l.Preheader.ReplaceSucc(head, out)
			f.RemoveDead()
		}
		if isProved {
			proved++
		}
		if err := f.Verify(); err != nil {
			t.Fatalf("%v: %v\n%s", c, err, f)
		}
		for range 12 {
			a := randomInt(r, c.elem, 0)
			b := randomInt(r, c.elem, a)
			x := make([]int8, r.Intn(20))
			if r.Intn(2) == 0 && c.elem != ir.I8 {
				a, b = int64(r.Intn(8)-2), int64(r.Intn(24)-2)
			}
			entered, is, done := c.trace(a, b, len(x), 2000)
			if !entered {
				continue
			}
			// What the recurrence would do if the loop ran forever.
			holds := int64(0)
			for k := range 4000 {
				var at int64
				start := is[0]
				w := wrap(c.elem, start+int64(k)*c.step)
				if unsign && c.elem != ir.I64 {
					w = int64(ir.Truncate(c.elem, uint64(w)))
				}
				at = w + off
				if uint64(at) >= uint64(len(x)) {
					break
				}
				holds++
			}
			trips := int64(len(is))
			fails := holds < trips
			if isProved && fails {
				t.Fatalf("%v off %d a=%d b=%d len=%d: proved, but fails in iteration %d of %d (done %v)\n%s", c, off, a, b, len(x), holds, trips, done, f)
			}
			if !ok {
				continue
			}
			got := interp.Run(f, []any{goInt(c.elem, a), goInt(c.elem, b), x}, interp.Options{})
			if got.Err != nil {
				t.Fatal(got.Err)
			}
			g := got.Values[0].(int64)
			switch {
			case g == MaxCount:
				if fails {
					t.Fatalf("%v off %d a=%d b=%d len=%d: for ever, but fails in iteration %d of %d\n%v\n%s", c, off, a, b, len(x), holds, trips, n, f)
				}
			case c.elem == ir.I64 && g != holds, g > holds && fails, g < 0:
				t.Fatalf("%v off %d a=%d b=%d len=%d: predicted %d, holds for %d of %d\n%v\n%s", c, off, a, b, len(x), g, holds, trips, n, f)
			}
		}
	}
	t.Logf("%d of %d checks counted, %d proved", known, loops, proved)
	if known < loops/3 || proved < loops/50 {
		t.Errorf("only %d of %d checks counted, %d proved", known, loops, proved)
	}
}
