package nest_test

import (
	"testing"

	"hotloop/internal/irtest"
	"hotloop/loopopt/config"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/nest"
)

// transforms are those of the package that attributes request, less the vectorizer of outer loops.
var transforms = []*driver.Transform{
	{Prefixes: []string{"distribute."}, Form: driver.Form{Run: nest.DistributeNest, Refusal: "loop not distributed"},
		Reshapes: true, Mark: "isdistributed"},
	{Prefixes: []string{"fuse."}, Form: driver.Form{Run: nest.Fuse, Refusal: "loops not fused"}, Joins: true},
	{Prefixes: []string{"unroll_and_jam."}, Form: driver.Form{Run: nest.UnrollAndJam, Refusal: "loop not unrolled and jammed"},
		Scope: nest.Jammable, Denied: func(k *config.Knobs) bool { return !k.Jam.Enable }, Reshapes: true},
	{Prefixes: []string{"interchange."}, Form: driver.Form{Run: nest.Interchange, Refusal: "loops not interchanged"},
		Scope: driver.Pairs, Pair: true, Reshapes: true},
	{Prefixes: []string{"stripmine."}, Form: driver.Form{Run: nest.Stripmine, Refusal: "loop not strip-mined"},
		Reshapes: true},
	{Prefixes: []string{"reverse."}, Form: driver.Form{Run: nest.Reverse, Refusal: "loop not reversed"}, Reshapes: true},
	{Prefixes: []string{"flatten."}, Form: driver.Form{Run: nest.Flatten, Refusal: "loops not flattened"},
		Scope: driver.Pairs, Pair: true, Reshapes: true},
	{Prefixes: []string{"runs."}, Form: driver.Form{Run: nest.Runs, Refusal: "fast path not extracted"},
		Scope: driver.InsideOut, Unless: []string{nest.HasRuns}, Reshapes: true},
}

// stages are what a case can run: what attributes request, and what heuristics do by themselves.
var stages = []driver.Stage{
	{Name: "Requests", Run: (*driver.Driver).Requests},
	{Name: "JoinRows", Scope: driver.Loops, Try: nest.JoinRows, Most: nest.MaxNests},
	{Name: "UnrollFullyEarly", Run: nest.UnrollFullyEarly},
	{Name: "NestInductions", Run: nest.NestInductions},
	{Name: "ModuloStrips", Run: nest.ModuloStrips},
	{Name: "DelayModulo", Scope: driver.Innermost, Try: nest.DelayModulo},
	{Name: "VersionNest", Scope: driver.Loops, Try: nest.VersionNest, Most: nest.MaxNests},
	unchecked(driver.Stage{Name: "DistributeForOrder", Scope: driver.Loops, Try: nest.DistributeForOrder}),
	unchecked(driver.Stage{Name: "InterchangeStreams", Scope: driver.Pairs, Try: nest.InterchangeStreams}),
	unchecked(driver.Stage{Name: "Tile", Run: func(d *driver.Driver) { nest.NoteVarying(d); nest.Tile(d) }}),
	unchecked(driver.Stage{Name: "InterchangeNests", Run: nest.InterchangeNests}),
	unchecked(driver.Stage{Name: "TransposeTile", Scope: driver.Loops, Try: nest.TransposeTile}),
	unchecked(driver.Stage{Name: "Wavefront", Scope: driver.Loops, Try: nest.Wavefront, Most: nest.MaxNests}),
	driver.HeuristicsOf("flatten", "Flatten", ""),
	driver.HeuristicsOf("runs", "Runs", ""),
	driver.HeuristicsOf("interchange", "Interchange", ""),
}

// unchecked is a stage that finds nests without checks.
func unchecked(s driver.Stage) driver.Stage {
	version := driver.Stage{Name: "VersionNest", Scope: driver.Loops, Try: nest.VersionNest, Most: nest.MaxNests}
	return driver.Stage{Name: s.Name, Run: func(d *driver.Driver) { d.Steps([]driver.Stage{version, s}) }}
}

// TestLoops compares what the transformations make of small nests, and what these compute.
func TestLoops(t *testing.T) { irtest.Loops(t, "testdata/loops.txt", transforms, stages) }
