package driver

import (
	"slices"
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/attrs"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
)

// What becomes of the attributes of a loop when a transformation makes other loops of it.
//
// True statements about a loop travel to the loops that come of it, unless the transformation makes them false (Ends,
// Regrouped). Of promises about iterations (parallel_accesses, ivdep and their other spellings) and of own.bytes that
// is so:
//
//	transformation                                         a new iteration is               the promise
//	peel, split, unswitch, versions, checks, distribution  an old one, or a part of it      stays
//	reversal                                               an old one                       stays
//	unroll, vectorize, jam (outer loop), wavefronts        several old ones, whole          stays
//	strip-mining                                           inner: an old one                stays on the inner loop
//	interchange                                            inner: an old one of a column    stays inside, goes outside
//	jam, tiles, wavefronts (inner loop)                    old ones of several runs         goes
//	flatten, reroll                                        a part of an old one             goes
//	fuse                                                   old ones of two loops            goes, and noalias with it
//
// No promise is about a variable of the loop's body: each iteration has one of its own, and the SSA has one for all.
//
// The attribute fp=exact is no hint, so that no followup takes it away, not even an empty list (Bare).

// Followup is the metadata of a loop that a transformation made from one with metadata md; drop is the prefix of the
// transformation's attributes. If an attribute of one of the roles is given, its list replaces everything, an empty
// list too (LLVM's rule); its attributes are a generation later. Otherwise the loop inherits md less the
// transformation's own attributes, plus the defaults.
//
// What is said in roles need not be true of the original, and the other way round: facts that the transformation ends
// are not inherited.
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
	return md.Instead(func(name string) bool {
		return drop != "" && (strings.HasPrefix(name, drop) ||
			drop == "vectorize." && strings.HasPrefix(name, "interleave.") || Ends(drop, name))
	}, Missing(md, defaults)...)
}

// Missing are the attributes of a list that md does not have: the list itself if it has none of them.
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

// Given says whether md has a followup of one of the roles.
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

// Ends says whether the transformation with the given prefix makes a fact untrue, or a guess wrong.
func Ends(drop, fact string) bool {
	switch fact {
	case ir.ParallelAccesses, "mem.parallel_loop_access", "ivdep", "ivdep.enable", legal.OwnBytes:
		// An iteration of the new loop is a part of an old one (the same one's parts may depend on each other), or one
		// of several loops; in all others it is several whole iterations, or one.
		return drop == "flatten." || drop == "fuse." || drop == "reroll."
	case analysis.NoAlias, analysis.NoAliasRows: // of the loops of one nest, and not of what else has been tested in front of another
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

// estimates says whether a fact is about the number of iterations.
func estimates(fact string) bool { return fact == "estimated_trip_count" || fact == ir.MaxTripCount }

// Regrouped is md for an inner loop whose iterations are now those of several runs of the loop that it was: they may
// depend on one another where those of one run do not.
func Regrouped(md *ir.LoopMD) *ir.LoopMD {
	return md.Without(func(name string) bool { return Ends("flatten.", name) && !estimates(name) })
}

// KeepMarks is md with what transformations have noted on another list of the same loop, or of one that it came out of,
// and what stays true of it: attributes that no directive can write, so that no followup is meant to take them away.
func KeepMarks(md, from *ir.LoopMD) *ir.LoopMD {
	return md.With(Missing(md, from.Without(func(name string) bool {
		return name != analysis.NoAlias && name != analysis.NoAliasRows && name != legal.OwnBytes && name != "checks.split"
	}).Attrs)...)
}

// Bare is md without attributes: the place in the source is left.
func Bare(md *ir.LoopMD) *ir.LoopMD { return &ir.LoopMD{Pos: md.Position()} }

// Fallback is md for a copy of the loop that runs where a check has failed: nothing is asked of it any more.
func Fallback(md *ir.LoopMD) *ir.LoopMD {
	return md.Without(IsWish)
}

// IsWish says whether an attribute wants something done to a loop, or says how.
func IsWish(name string) bool {
	row := attrs.Lookup(name)
	return row != nil && (row.Class == attrs.Force || row.Class == attrs.Option || row.Class == attrs.Followup)
}

// FallbackAs is Fallback, with the marks done, unless md has a followup of one of the roles for it. If nobody has asked
// for the transformation, heuristics have nothing more to do with the copy.
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

// AttrOn is the attribute name=1.
func AttrOn(name string) ir.Attr { return ir.Attr{Name: name, Kind: ir.AttrInt, Int: 1} }

// Free says whether the metadata of a loop ask for nothing.
func Free(md *ir.LoopMD) bool {
	if md == nil {
		return true
	}
	for i := range md.Attrs {
		a := &md.Attrs[i]
		if row := attrs.Lookup(a.Name); row != nil && !row.Describes() && row.Class != attrs.Ignored {
			return false // it asks for something, forbids something, or something has been done to it
		}
	}
	return true
}
