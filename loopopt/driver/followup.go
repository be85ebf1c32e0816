package driver

import (
	"slices"
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/attrs"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
)

// This file derives the attributes of the loops that a transformation makes.
//
// Facts about a loop are inherited by the resulting loops, unless the transformation makes them false (Ends,
// Regrouped). For promises about iterations (parallel_accesses, ivdep and their other spellings) and for own.bytes,
// the rules are:
//
//	transformation                                         a new iteration is               the promise
//	peel, split, unswitch, versions, checks, distribution  an old one or a part of one      stays
//	reversal                                               an old one                       stays
//	unroll, vectorize, jam (outer loop), wavefronts        several old ones, whole          stays
//	strip-mining                                           inner: an old one                stays on the inner loop
//	interchange                                            inner: an old one of a column    stays inside, goes outside
//	jam, tiles, wavefronts (inner loop)                    old ones of several executions   goes
//	flatten, reroll                                        a part of an old one             goes
//	fuse                                                   old ones of two loops            goes, and noalias with it
//
// No promise concerns a variable of the loop's body: each iteration has one of its own, but the SSA has one for all.
//
// The attribute fp=exact is not a hint, so no followup removes it, not even an empty list (Bare).

// Followup returns the metadata of a loop that a transformation made from one with metadata md; drop is the prefix of
// the transformation's attributes. If md has an attribute of one of the roles, that attribute's list replaces
// everything, even if it is empty (LLVM's rule), and its attributes are one generation later. Otherwise the loop
// inherits md without the transformation's own attributes, plus the defaults that it does not inherit.
//
// Attributes of roles need not hold for the original loop, and vice versa. Facts that the transformation ends are not
// inherited.
func Followup(md *ir.LoopMD, drop string, roles []string, defaults ...ir.Attr) *ir.LoopMD {
	if Given(md, roles) {
		next := Bare(md)
		for _, a := range md.Attrs {
			for _, role := range roles {
				if a.Name != role {
					continue
				}
				for _, x := range a.List {
					x.Gen, x.From = a.Gen+1, a.Name
					if a.From != "" {
						x.From = a.From + " " + a.Name
					}
					next.Attrs = append(next.Attrs, x)
				}
			}
		}
		return next
	}
	kept := md.Without(func(name string) bool {
		return drop != "" && (strings.HasPrefix(name, drop) ||
			drop == "vectorize." && strings.HasPrefix(name, "interleave.") || Ends(drop, name))
	})
	if missing := Missing(kept, defaults); len(missing) > 0 {
		return kept.With(missing...)
	}
	return kept
}

// Missing returns the attributes of list that md does not have; it returns list itself if md has none of them.
func Missing(md *ir.LoopMD, list []ir.Attr) []ir.Attr {
	has := func(a ir.Attr) bool {
		old := md.Find(a.Name)
		return old != nil && old.String() == a.String()
	}
	if !slices.ContainsFunc(list, has) {
		return list
	}
	out := make([]ir.Attr, 0, len(list))
	for _, a := range list {
		if !has(a) {
			out = append(out, a)
		}
	}
	return out
}

// Given reports whether md has a followup of one of the roles.
func Given(md *ir.LoopMD, roles []string) bool {
	if md != nil {
		for _, a := range md.Attrs {
			for _, role := range roles {
				if a.Name == role {
					return true
				}
			}
		}
	}
	return false
}

// Ends reports whether the transformation with the given prefix makes a fact false, or a guess wrong.
func Ends(drop, fact string) bool {
	switch fact {
	case ir.ParallelAccesses, "mem.parallel_loop_access", "ivdep", "ivdep.enable", legal.OwnBytes:
		// An iteration of the new loop is a part of an old one, and parts of one iteration may depend on each other, or it
		// combines iterations of several loops. In all other cases it is one or several whole iterations.
		return drop == "flatten." || drop == "fuse." || drop == "reroll."
	case analysis.NoAlias, analysis.NoAliasRows: // of the loops of one nest, but not of what was tested before another
		return drop == "fuse."
	}
	switch drop {
	case "flatten.", "reroll.":
		return estimates(fact)
	case "vectorize.", "unroll.", "unroll_and_jam.", "peel.", "stripmine.", "split.":
		return fact == "estimated_trip_count" // there are no more iterations than before
	}
	return false
}

// estimates reports whether a fact is about the number of iterations.
func estimates(fact string) bool { return fact == "estimated_trip_count" || fact == ir.MaxTripCount }

// Regrouped returns md for an inner loop whose iterations are now those of several executions of the original loop.
// They may depend on each other where those of one execution do not.
func Regrouped(md *ir.LoopMD) *ir.LoopMD {
	return md.Without(func(name string) bool { return Ends("flatten.", name) && !estimates(name) })
}

// KeepMarks returns md with the marks and persistent facts of from, another list of the same loop or of a loop that it
// came from. These attributes cannot be written as directives, so no followup is meant to remove them.
func KeepMarks(md, from *ir.LoopMD) *ir.LoopMD {
	return md.With(Missing(md, from.Without(func(name string) bool {
		return name != analysis.NoAlias && name != analysis.NoAliasRows && name != legal.OwnBytes && name != "checks.split"
	}).Attrs)...)
}

// Bare returns md without attributes; only the source position remains.
func Bare(md *ir.LoopMD) *ir.LoopMD { return &ir.LoopMD{Pos: md.Position()} }

// Fallback returns md for a copy of the loop that runs where a check has failed. It carries no requests.
func Fallback(md *ir.LoopMD) *ir.LoopMD {
	return md.Without(IsHint)
}

// IsHint reports whether an attribute requests a transformation or configures one.
func IsHint(name string) bool {
	row := attrs.Lookup(name)
	return row != nil && (row.Class == attrs.Force || row.Class == attrs.Option || row.Class == attrs.Followup)
}

// FallbackAs is like Fallback, with the marks done, unless md has a followup of one of the roles for the copy. If the
// transformation was not requested, heuristics do nothing more to the copy.
func FallbackAs(md *ir.LoopMD, roles []string, asked bool, done ...ir.Attr) *ir.LoopMD {
	next := Fallback(md).With(done...)
	if Given(md, roles) {
		next = Followup(md, "", roles)
	}
	if !asked {
		next = next.Done()
	}
	return next
}

// AttrOn returns the attribute name=1.
func AttrOn(name string) ir.Attr { return ir.Attr{Name: name, Kind: ir.AttrInt, Int: 1} }

// Free reports whether the metadata of a loop contain no request, prohibition or mark.
func Free(md *ir.LoopMD) bool {
	if md == nil {
		return true
	}
	for i := range md.Attrs {
		a := &md.Attrs[i]
		if row := attrs.Lookup(a.Name); row != nil && !row.Describes() && row.Class != attrs.Ignored {
			return false // it requests or forbids something, or marks a transformation
		}
	}
	return true
}
