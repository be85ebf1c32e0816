package vet

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"hotloop/frontend"
	"hotloop/internal/explain"
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// loops are the innermost loops of a function's source.
type loops struct {
	list     []Loop
	around   map[string][]string // by their places, theirs and those of the loops around them
	prices   map[string]price
	position func(ir.Pos) string
	steps    map[int]*step   // by the number of elements
	leaves   map[string]bool // by their places: there are other exits than the end and panics
	origins  []frontend.Origin
	src      frontend.Source
	open     map[string]bool // by their places: they are in others, and parameters or data decide how many iterations there are
	counted  map[string]bool // by their places: the other loops, where parameters or data decide that
	zero     map[string]bool // by their places: they do nothing but store zeros
}

// The numbers of elements that gains are estimated for are powers of two: a gain is said to begin with one of them, and
// is told for typical.
const (
	fewest  = 16
	typical = 1024
	most    = 4096
)

// price is in cycles for an iteration.
type price struct{ plain, vector float64 }

// priced notes the price of a loop for which there is a plan. The last plan for a loop is the one that was carried out,
// if one was; of versions of a loop the slowest counts.
func (s *loops) priced(p config.Considered) {
	if len(p.Plan.Stages) == 0 || p.Plan.Scalar == 0 || p.Pos == 0 {
		return
	}
	at := s.position(p.Pos)
	if old, ok := s.prices[at]; !ok || p.Plan.Cost/p.Plan.Scalar > old.vector/old.plain {
		s.prices[at] = price{p.Plan.Scalar, p.Plan.Cost}
	}
}

// find lists the innermost loops.
func (s *loops) find(f *ir.Func) {
	*s = loops{around: map[string][]string{}, prices: map[string]price{}, position: f.Position, steps: map[int]*step{},
		leaves: map[string]bool{}, origins: s.origins, src: s.src, open: map[string]bool{},
		counted: map[string]bool{}, zero: map[string]bool{}}
	li := analysis.FindLoops(f, f.Dominators())
	if !li.Irreducible {
		sh := &shape{f: f, li: li, scev: analysis.NewSCEV(f, li, f.Dominators()), origins: s.origins, place: func(l *analysis.Loop) string { return explain.Place(f, l) }}
		for n := fewest; n <= most; n *= 2 {
			s.steps[n] = sh.steps(n)
		}
		s.steps[typical].loops(func(c *cycle) {
			s.open[c.at] = s.open[c.at] || c.open
			s.counted[c.at] = s.counted[c.at] || c.on > onLengths && !c.open
		}, map[*step]bool{})
	}
	s.list, s.around = explain.Innermost(f, li, func(at string, l *analysis.Loop) {
		s.leaves[at], s.zero[at] = waysOut(l) > 1, zeroes(l)
	})
}

// waysOut is the number of places where a loop is left without a panic.
func waysOut(l *analysis.Loop) (n int) {
	for _, b := range l.Exiting {
		if slices.ContainsFunc(b.Succs, func(s *ir.Block) bool { return !l.Contains(s) && s.Kind != ir.BlockTrap }) {
			n++
		}
	}
	return n
}

// zeroes reports whether a loop does nothing to memory but store zeros.
func zeroes(l *analysis.Loop) (stores bool) {
	for v := range l.Values() {
		switch {
		case v.Op == ir.OpStore && v.Args[len(v.Args)-1].IsConst() && v.Args[len(v.Args)-1].AuxInt == 0:
			stores = true
		case v.Op == ir.OpStore || v.Op == ir.OpLoad && !v.Header() || v.Op == ir.OpCall:
			return false
		}
	}
	return stores
}

// Why a gain is not promised.
const (
	openReason     = "parameters or data decide how many iterations the inner loop has"
	assemblyReason = "Go's compiler calls assembly of the runtime for the loop"
)

// Of loops that Go's compiler calls the runtime for: what the source has at their places.
var (
	builtin = regexp.MustCompile(`^((copy|clear|append|string)\(|[=!<>+])`)
	ranges  = regexp.MustCompile(`^for \w+ :?= range `)
)

// unsure says why a loop is not promised to gain, "" if there is no reason.
func (s *loops) unsure(at string) string {
	if s.open[at] {
		return openReason
	}
	file, line, col := explain.SplitPlace(at)
	i := slices.IndexFunc(s.src, func(f frontend.File) bool { return f.Name == file })
	if i < 0 {
		if file == "bytes.go" || file == "strings.go" { // those of the standard library
			return assemblyReason
		}
		return ""
	}
	text := s.src[i].Text
	for ; line > 1; line-- {
		_, text, _ = strings.Cut(text, "\n")
	}
	text = text[min(max(0, col-1), len(text)):]
	if builtin.MatchString(text) || s.zero[at] && ranges.MatchString(text) {
		return assemblyReason
	}
	return ""
}

// outcomes reads the remarks: a loop is vectorized if it or one around it is.
func (s *loops) outcomes(remarks []remark.Remark, f *Function) {
	strided := map[string]bool{}
	for _, r := range remarks {
		if r.Kind == remark.Warning && r.Pass != "frontend" { // whose warnings there are already
			f.Warnings = append(f.Warnings, Message{cmp.Or(r.Where, f.Position), r.Message()})
		}
		switch {
		case r.Pass == remark.Memory:
			f.Makes = append(f.Makes, Message{r.Where, r.Message()})
		case r.Kind == remark.Passed && r.Pass == "stride_versioning":
			strided[r.Where] = true
		}
	}
	o := explain.ReadOutcomes(remarks)
	f.Vectorized = f.Vectorized || o.Vectorized
	for _, l := range s.list {
		for _, at := range o.Settle(&l, s.around[l.Position]) {
			l.Leaves = l.Leaves || s.leaves[at]
			why := s.unsure(at)
			if p, ok := s.prices[at]; ok && l.Plain == 0 && why != assemblyReason {
				l.Plain, l.Vector = p.plain, p.vector
			}
			f.Unsure = cmp.Or(f.Unsure, why)
			f.counted = f.counted || s.counted[at]
		}
		f.Loops = append(f.Loops, l)
	}
	for at := range strided { // the version for other strides is scalar, and which one is usual is unknown
		if o.Missed[at].Reason != "" {
			delete(s.prices, at)
		}
	}
	s.gains(f, o.Became)
}

// gains estimates how many times as fast the function is.
func (s *loops) gains(f *Function, became map[string]string) {
	priced := func(at string) (price, bool) {
		p, ok := s.prices[at]
		switch s.unsure(at) {
		case openReason:
			p.vector = p.plain
		case assemblyReason:
			p.plain = p.vector
		}
		return p, ok && became[at] == "vectorized"
	}
	if s.steps[typical] == nil {
		return
	}
	f.Gain, f.Elements = s.steps[typical].gain(priced), typical
	f.Tiny = s.steps[most].most(func(at string) (price, bool) {
		p, ok := s.prices[at]
		return p, ok
	}, map[*step]float64{}) < enterCycles // even with the longest arguments
	for n := most; n >= fewest && s.steps[n].gain(priced) >= MinGain; n /= 2 {
		f.From = n
	}
}
