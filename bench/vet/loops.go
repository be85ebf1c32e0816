package vet

import (
	"cmp"
	"slices"
	"strings"

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
}

// price is in cycles for an iteration.
type price struct{ plain, vector float64 }

// priced notes the price of a loop for which there is a plan. The last plan for a loop is the one that was carried out, if
// one was; of versions of a loop the slowest counts.
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
	*s = loops{around: map[string][]string{}, prices: map[string]price{}, position: f.Position}
	place := func(l *analysis.Loop) string {
		if l.Header.Loop == nil || l.Header.Loop.Pos == 0 {
			return ""
		}
		return f.Position(l.Header.Loop.Pos)
	}
	for _, l := range analysis.FindLoops(f, f.Dominators()).Innermost() {
		at := place(l)
		if _, known := s.around[at]; known || at == "" { // another copy of an inlined function
			continue
		}
		list := []string{at}
		for p := l.Parent; p != nil; p = p.Parent {
			list = append(list, place(p))
		}
		s.around[at] = list
		s.list = append(s.list, Loop{Position: at, Exempt: forbids(l.Header.Loop)})
	}
	slices.SortStableFunc(s.list, func(a, b Loop) int { return ComparePlaces(a.Position, b.Position) })
}

// Innermost lists the places of the innermost loops of a function.
func Innermost(f *ir.Func) (places []string) {
	var s loops
	s.find(f)
	for _, l := range s.list {
		places = append(places, l.Position)
	}
	return places
}

// forbids says whether metadata want no vectors.
func forbids(md *ir.LoopMD) bool {
	return md.Off("vectorize.enable") || md.Int("vectorize.width", 0) == 1
}

// outcomes reads the remarks: a loop is vectorized if it or one around it is.
func (s *loops) outcomes(remarks []remark.Remark, f *Function) {
	became, why, leaves := map[string]string{}, map[string]remark.Reason{}, map[string]bool{}
	for _, r := range remarks {
		if r.Kind == remark.Warning && r.Pass != "frontend" { // whose warnings there are already
			f.Warnings = append(f.Warnings, Message{cmp.Or(r.Where, f.Position), r.Message()})
		}
		switch {
		case r.Kind == remark.Passed && (r.Pass == "vectorize" && !oneLane(r) || r.Pass == "idiom"):
			became[r.Where], f.Vectorized = "vectorized", true
			leaves[r.Where] = leaves[r.Where] || slices.ContainsFunc(r.Args, func(a remark.Arg) bool { return a.Name == "exits" })
		case r.Kind == remark.Passed && became[r.Where] == "" &&
			(strings.HasPrefix(r.Text, "loop completely unrolled") || r.Pass == "delete"):
			became[r.Where] = "unrolled"
		case r.Kind != remark.Passed && r.Pass == "vectorize" && r.Reason != "" && why[r.Where] == "":
			why[r.Where] = r.Reason
		}
	}
	for _, l := range s.list {
		for _, at := range s.around[l.Position] {
			if became[at] == "vectorized" {
				l.Became = "vectorized"
				l.Leaves = l.Leaves || leaves[at]
				if p, ok := s.prices[at]; ok && l.Plain == 0 {
					l.Plain, l.Vector = p.plain, p.vector
				}
			}
		}
		reason := why[l.Position]
		if l.Became == "" {
			l.Became = became[l.Position]
		}
		if l.Became == "" && reason == "" && f.Vectorized {
			l.Became = "merged"
		}
		if l.Became == "" {
			l.Became = "scalar"
			if reason != "" {
				l.Write, l.Why, l.Reason = reason.Advice(), reason.Describe(), string(reason)
			}
		}
		f.Loops = append(f.Loops, l)
	}
	f.Gain = gain(f.Loops)
}

// gain is how many times as fast all loops together are. What has no price costs as much as the others on average, and
// gains nothing.
func gain(list []Loop) float64 {
	plain, vector, priced, others := 0.0, 0.0, 0.0, 0.0
	for _, l := range list {
		if l.Plain == 0 {
			others++
			continue
		}
		plain += l.Plain
		vector += l.Vector
		priced++
	}
	if priced == 0 {
		return 0
	}
	rest := plain / priced * others
	return (plain + rest) / (vector + rest)
}

// oneLane says whether a remark is about a loop that is only interleaved.
func oneLane(r remark.Remark) bool {
	for _, a := range r.Args {
		if a.Name == "VF" {
			return a.Value == 1
		}
	}
	return false
}
