package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/config"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/loop"
	"hotloop/loopopt/nest"
	"hotloop/loopopt/remark"
	"hotloop/reuse"
)

// transforms returns the transformations that metadata can request. Heuristics try those that have a scope. The
// vectorizer requests others where it rejects a loop (loop/enable.go).
func transforms() []*driver.Transform { return transformsMade.Get(newTransforms) }

var transformsMade reuse.Once[[]*driver.Transform]

func newTransforms() []*driver.Transform {
	return []*driver.Transform{
		{
			Prefixes: []string{"peel."},
			Form:     driver.Form{Run: loop.Peel, Refusal: "loop not peeled"},
			Scope:    loop.Peelable,
			Unless:   []string{"isvectorized"},
			Helps:    true,
		},
		{
			Prefixes: []string{"runs."},
			Form:     driver.Form{Run: nest.Runs, Refusal: "fast path not extracted"},
			Scope:    driver.InsideOut,
			Unless:   []string{"isvectorized", nest.HasRuns},
			Reshapes: true,
		},
		{
			Prefixes: []string{"subtables."},
			Form: driver.Form{Run: loop.PrivatizeHistograms, Refusal: "histograms not privatized",
				Unasked: driver.ReportExcept(driver.Silent, remark.NoTableUpdate, remark.AlreadyDone)},
			Scope:  driver.Innermost,
			Unless: []string{"isvectorized"},
			Wants:  loop.ChangesTable,
		},
		{
			Prefixes: []string{"vectorize.", "interleave."},
			Form: driver.Form{Run: loop.Vectorize, Refusal: "loop not vectorized",
				// A vector loop that a followup has left without marks is not worth a remark.
				Unasked: driver.ReportExcept(driver.Silent, remark.AlreadyDone)},
			Nest: &driver.Form{Run: nest.VectorizeNest, Refusal: "outer loop not vectorized",
				Unasked: driver.ReportExcept(driver.ReportLater, remark.NotProfitable, remark.NotInnermost, remark.AlreadyDone)},
			Scope:         driver.Innermost,
			Unless:        []string{"isvectorized"},
			WhenInnermost: true,
			Mark:          "isvectorized",
			Part:          loop.VectorPart,
		},
		{
			Prefixes: []string{"commoning."},
			Form:     driver.Form{Run: loop.Commoning, Refusal: "loads not replaced"},
			Scope:    driver.Innermost,
			Unless:   []string{"isvectorized", ir.MaxTripCount},
		},
		{
			Prefixes: []string{"unroll."},
			Form:     driver.Form{Run: loop.Unroll, Refusal: "loop not unrolled"},
			Scope:    driver.Innermost,
			Behind:   "vectorize", // groups with many members cost more than several vectors
			First:    loop.LeavesNone,
			Reshapes: true,
		},
		{
			Prefixes: []string{"distribute."},
			Form:     driver.Form{Run: loop.Distribute, Refusal: "loop not distributed"},
			Nest:     &driver.Form{Run: nest.DistributeNest, Refusal: "loop not distributed"},
			Reshapes: true,
			Mark:     "isdistributed",
		},
		{Prefixes: []string{"parallel."}, Form: driver.Form{Run: nest.Parallel, Refusal: "loop not parallelized"},
			Unless: []string{"isvectorized"}, Reshapes: true},
		{Prefixes: []string{"licm_versioning."}, Form: driver.Form{Run: loop.VersionLICM, Refusal: "loop not versioned"}},
		{Prefixes: []string{"unswitch."}, Form: driver.Form{Run: loop.Unswitch, Refusal: "loop not unswitched"}},
		{Prefixes: []string{"stride_versioning."}, Form: driver.Form{Run: loop.VersionStride,
			Refusal: "loop not versioned for unit stride"}},
		{Prefixes: []string{"split."}, Form: driver.Form{Run: loop.SplitIndex, Refusal: "index set not split"}},
		{Prefixes: []string{"fuse."}, Form: driver.Form{Run: nest.Fuse, Refusal: "loops not fused"}, Joins: true},
		{Prefixes: []string{"reroll."}, Form: driver.Form{Run: loop.Reroll, Refusal: "loop not rerolled"}},
		{
			Prefixes: []string{"unroll_and_jam."},
			Form: driver.Form{Run: nest.UnrollAndJam, Refusal: "loop not unrolled and jammed",
				Unasked: driver.ReportExcept(driver.Silent, remark.Disabled)},
			Scope:    nest.Jammable, // as the option jam.count means it; tiles and sums have stages of their own
			Unless:   []string{"isvectorized"},
			Wants:    func(l *analysis.Loop) bool { return !driver.Asks(l.Header.Loop, "unroll") },
			Denied:   func(k *config.Knobs) bool { return !k.Jam.Enable },
			Reshapes: true,
		},
		{
			Prefixes: []string{"interchange."},
			Form:     driver.Form{Run: nest.Interchange, Refusal: "loops not interchanged"},
			Scope:    driver.Pairs,
			Pair:     true,
			Reshapes: true,
		},
		{Prefixes: []string{"stripmine."}, Form: driver.Form{Run: nest.Stripmine,
			Refusal: "loop not strip-mined"}, Reshapes: true},
		{Prefixes: []string{"reverse."}, Form: driver.Form{Run: nest.Reverse, Refusal: "loop not reversed"},
			Reshapes: true},
		{
			Prefixes: []string{"flatten."},
			Form:     driver.Form{Run: nest.Flatten, Refusal: "loops not flattened"},
			Scope:    driver.Pairs,
			Pair:     true,
			Wants:    func(l *analysis.Loop) bool { return !nest.AsksForNest(l.Header.Loop) },
			Off:      func(k *config.Knobs) bool { return !k.FlattenEnable },
			Reshapes: true,
		},
	}
}
