package directive

import (
	"hotloop/loopopt/attrs"
	"hotloop/loopopt/ir"
)

// clang applies the loop pragmas above one loop in a fixed order, independent of the source order, and writes them
// as followups: complete unrolling, then distribution, vectorization, unroll-and-jam, and unrolling
// (CGLoopInfo.cpp). So
//
//	//pragma:clang loop unroll_count(4) vectorize(enable)
//
// is vectorize.enable vectorize.followup_all{isvectorized unroll.count=4}. Followups also carry prohibitions and
// promises.

// clangChain lists the transformations in clang's order, with the followup that holds the next one and that
// followup's first attribute.
var clangChain = []struct{ owner, followup, mark string }{
	{"distribute", "distribute.followup_all", ""},
	{"vectorize", "vectorize.followup_all", "isvectorized"},
	{"unroll_and_jam", "unroll_and_jam.followup_outer", "unroll_and_jam.disable"},
	{"unroll", "unroll.followup_all", "unroll.disable"},
}

// clangSays records that the attributes from index start on come from a clang pragma. They are moved to the
// position of the first of them.
func (l *Loop) clangSays(start int) {
	l.clang = append(l.clang, l.Attrs[start:]...)
	l.Attrs = l.Attrs[:start]
	if !l.hasClang {
		l.clangAt, l.hasClang = start, true
	}
}

// chain puts the attributes of clang pragmas into clang's order.
func (l *Loop) chain() {
	if !l.hasClang {
		return
	}
	list := clangOrder(l.clang)
	l.Attrs = append(append(append([]ir.Attr(nil), l.Attrs[:l.clangAt]...), list...), l.Attrs[l.clangAt:]...)
	l.clang, l.hasClang = nil, false
}

// clangOrder returns the chain of followups for a list of attributes.
func clangOrder(list []ir.Attr) []ir.Attr {
	md := &ir.LoopMD{Attrs: list}
	steps := 0
	for _, c := range clangChain {
		if attrs.Forced(md, c.owner) && !(c.owner == "unroll" && md.Has("unroll.full")) {
			steps++
		}
	}
	if md.Has("unroll.full") { // nothing follows full unrolling; if it is impossible, the others are applied
		var first, rest []ir.Attr
		for _, a := range list {
			if a.Name == "unroll.full" {
				first = append(first, a)
			} else {
				rest = append(rest, a)
			}
		}
		return append(first, clangOrder(rest)...)
	}
	if steps < 2 {
		return list
	}
	var common []ir.Attr // of all loops: promises and prohibitions
	for _, a := range list {
		if owner := attrs.Owner(a.Name); owner == "" || !attrs.Forced(md, owner) {
			common = append(common, a)
		}
	}
	var next []ir.Attr
	for i := len(clangChain) - 1; i >= 0; i-- {
		c := clangChain[i]
		if !attrs.Forced(md, c.owner) {
			continue
		}
		here := append([]ir.Attr(nil), common...)
		var pos ir.Pos
		for _, a := range list {
			if attrs.Owner(a.Name) == c.owner {
				here, pos = append(here, a), a.Pos
			}
		}
		if next != nil {
			if c.mark != "" {
				next = append([]ir.Attr{{Name: c.mark, Pos: pos}}, next...)
			}
			here = append(here, ir.Attr{Name: c.followup, Kind: ir.AttrList, List: next, Pos: pos})
		}
		next = here
	}
	return next
}
