package loop_test

import (
	"testing"

	"hotloop/internal/irtest"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/loop"
)

// transforms are those of the package that attributes request, less the vectorizer, whose tests stand beside vplan and
// legal.
var transforms = []*driver.Transform{
	{Prefixes: []string{"peel."}, Form: driver.Form{Run: loop.Peel, Refusal: "loop not peeled"}, Scope: loop.Peelable,
		Helps: true},
	{Prefixes: []string{"subtables."}, Form: driver.Form{Run: loop.PrivatizeHistograms, Refusal: "histograms not privatized"},
		Scope: driver.Innermost, Wants: loop.ChangesTable},
	{Prefixes: []string{"commoning."}, Form: driver.Form{Run: loop.Commoning, Refusal: "loads not replaced"},
		Scope: driver.Innermost, Unless: []string{ir.MaxTripCount}},
	{Prefixes: []string{"unroll."}, Form: driver.Form{Run: loop.Unroll, Refusal: "loop not unrolled"},
		Scope: driver.Innermost, Reshapes: true},
	{Prefixes: []string{"distribute."}, Form: driver.Form{Run: loop.Distribute, Refusal: "loop not distributed"}},
	{Prefixes: []string{"licm_versioning."}, Form: driver.Form{Run: loop.VersionLICM, Refusal: "loop not versioned"}},
	{Prefixes: []string{"unswitch."}, Form: driver.Form{Run: loop.Unswitch, Refusal: "loop not unswitched"}},
	{Prefixes: []string{"stride_versioning."}, Form: driver.Form{Run: loop.VersionStride, Refusal: "loop not versioned"}},
	{Prefixes: []string{"split."}, Form: driver.Form{Run: loop.SplitIndex, Refusal: "index set not split"}},
	{Prefixes: []string{"reroll."}, Form: driver.Form{Run: loop.Reroll, Refusal: "loop not rerolled"}},
}

// stages are what a case can run: what attributes request, and what heuristics do by themselves.
var stages = []driver.Stage{
	{Name: "Requests", Run: func(d *driver.Driver) { loop.MarkVariables(d); d.Requests() }},
	{Name: "Delete", Scope: driver.InsideOut, Try: loop.Delete},
	{Name: "SplitChecks", Scope: driver.Innermost, Try: loop.SplitChecks},
	{Name: "ShortenChains", Scope: driver.Innermost, Try: loop.ShortenChains},
	driver.HeuristicsOf("peel", "Peel", ""),
	driver.HeuristicsOf("subtables", "PrivatizeHistograms", ""),
	driver.HeuristicsOf("commoning", "Commoning", ""),
	driver.HeuristicsOf("unroll", "Unroll", ""),
}

// TestLoops compares what the transformations make of small functions, and what these compute.
func TestLoops(t *testing.T) { irtest.Loops(t, "testdata/loops.txt", transforms, stages) }
