package clone_test

import (
	"testing"

	"hotloop/internal/irtest"
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/ir"
)

// subject is a function, and its innermost loop.
type subject struct {
	f   *ir.Func
	dom *ir.Dom
	l   *analysis.Loop
	se  *analysis.SCEV
}

// trips is the number of iterations, computed in front of the loop.
func (s *subject) trips() *ir.Value {
	e, ok := s.se.LatchTrips(s.l)
	if !ok {
		panic("the loop does not count")
	}
	return s.se.Expand(e, s.l.Preheader)
}

func (s *subject) int(n int64) *ir.Value { return s.f.ConstInt(ir.TI64, n) }

// compute adds an operation in front of the loop.
func (s *subject) compute(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
	return s.l.Preheader.New(op, t, 0, args...)
}

// actions are what a case can do to the loop.
var actions = map[string]func(s *subject){
	"FirstFew": func(s *subject) { clone.FirstFew(s.f, s.l, s.int(3), "first") },
	"Version": func(s *subject) {
		clone.Version(s.f, s.l, s.compute(ir.OpLtS, ir.TBool, s.int(10), s.trips()), "long", "short", false, nil)
	},
	"VersionFast": func(s *subject) {
		clone.Version(s.f, s.l, s.compute(ir.OpLtS, ir.TBool, s.int(10), s.trips()), "long", "short", true, nil)
	},
	"CopyIterations": func(s *subject) {
		header, next := s.l.Header, s.f.NewBlock("rest.ph")
		it := clone.CopyIterations(s.f, s.l, 2, "peeled")
		clone.Detour(s.l, next)
		it.EnterFrom(s.l.Preheader, it.Starts)
		it.LeadTo(next)
		for i, phi := range it.Phis {
			phi.SetArg(header.PredIndex(next), it.End(i))
		}
	},
	"InFront": func(s *subject) {
		n := s.trips()
		it := clone.CopyIterations(s.f, s.l, 3, "unrolled")
		for k := range it.Copies {
			it.Never(k, s.l.Latch)
		}
		it.InFront(n, 0)
	},
	"NewFront": func(s *subject) {
		all := s.trips()
		n := s.compute(ir.OpShrS, ir.TI64, all, s.int(1))
		r := clone.NewFront(s.f, s.l, n).Named("half", "rest")
		r.All, r.Cond = all, s.compute(ir.OpLtS, ir.TBool, s.int(0), n)
		r.Add(clone.CloneLoop(s.f, s.l, "half", nil))
		r.Finish()
	},
	"ClonePart": func(s *subject) {
		slicer := &clone.Slicer{L: s.l, Dom: s.dom}
		r := clone.NewFront(s.f, s.l, s.trips()).Named("part", "whole")
		for v := range s.l.Values() {
			if v.Op == ir.OpStore {
				r.Add(clone.ClonePart(s.f, s.l, "part", slicer.Of(s.f, v)))
			}
		}
		r.Finish()
	},
}

// TestLoops compares what copies of loops look like, and what functions with them compute.
func TestLoops(t *testing.T) {
	passes := map[string]func(*ir.Func){}
	for name, do := range actions {
		passes[name] = func(f *ir.Func) {
			dom := f.Dominators()
			loops := analysis.FindLoops(f, dom)
			do(&subject{f, dom, loops.Innermost()[0], analysis.NewSCEV(f, loops, dom)})
			f.ElimCopies()
			f.RemoveDead()
		}
	}
	irtest.Passes(t, "testdata/loops.txt", passes)
}
