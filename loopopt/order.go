package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// transforms are the transformations that metadata can ask for, and that heuristics try where wants says so.
var transforms = []*transform{
	{
		prefixes: []string{"peel."},
		run:      (*driver).peel,
		wants: func(l *analysis.Loop) bool {
			m := l.Header.Loop
			return !m.Has("disable_nonforced") && !m.Has("isvectorized") && !m.Has("peel.disable")
		},
		nestsToo: func(k *Knobs) bool { return k.Peel.Nests },
	},
	{
		prefixes: []string{"subtables."},
		run:      (*driver).subtables,
		wants: func(l *analysis.Loop) bool {
			return len(l.Children) == 0 && !l.Header.Loop.Has("isvectorized") && changesTable(l)
		},
	},
	{
		prefixes: []string{"vectorize.", "interleave."},
		run:      (*driver).vectorize,
		nest:     (*driver).vectorizeNest,
		wants: func(l *analysis.Loop) bool {
			return len(l.Children) == 0 && !l.Header.Loop.Has("isvectorized") && !l.Header.Loop.Has("disable_nonforced")
		},
	},
	{
		prefixes: []string{"commoning."},
		run:      (*driver).commoning,
		wants: func(l *analysis.Loop) bool {
			m := l.Header.Loop
			return len(l.Children) == 0 && !m.Has("disable_nonforced") && !m.Has("isvectorized") && !m.Has(ir.MaxTripCount)
		},
		first: (*driver).splitAllChecks,
	},
	{
		prefixes: []string{"unroll."},
		run:      (*driver).unroll,
		wants: func(l *analysis.Loop) bool {
			m := l.Header.Loop
			return len(l.Children) == 0 && !m.Has("disable_nonforced") && !m.Has("unroll.disable")
		},
		first:    (*driver).splitAllChecks,
		reshapes: true,
	},
	// Where the vectorizer refuses a loop, it asks for these itself (loop/enable.go).
	{prefixes: []string{"distribute."}, run: (*driver).distribute, nest: (*driver).distributeNest, reshapes: true},
	{prefixes: []string{"licm_versioning."}, run: (*driver).versionLICM},
	{prefixes: []string{"unswitch."}, run: (*driver).unswitch},
	{prefixes: []string{"stride_versioning."}, run: (*driver).versionStride},
	{prefixes: []string{"split."}, run: (*driver).splitIndex},
	{prefixes: []string{"fuse."}, run: (*driver).fuse},
	{prefixes: []string{"reroll."}, run: (*driver).reroll},
	{
		prefixes: []string{"unroll_and_jam."},
		run:      (*driver).unrollAndJam,
		denied:   func(k *Knobs) bool { return !k.Jam.Enable },
		reshapes: true,
	},
	{
		prefixes: []string{"interchange."},
		run:      (*driver).interchange,
		wants:    func(l *analysis.Loop) bool { return len(l.Children) == 1 },
		nests:    true,
		reshapes: true,
	},
	{prefixes: []string{"stripmine."}, run: (*driver).stripmine, reshapes: true},
	{
		prefixes: []string{"flatten."},
		run:      (*driver).flatten,
		wants:    func(l *analysis.Loop) bool { return len(l.Children) == 1 && !asksForNest(l.Header.Loop) },
		nests:    true,
		off:      func(k *Knobs) bool { return !k.FlattenEnable },
		reshapes: true,
	},
}

// preparing stages come first, in any order of transformations.
var preparing = []stage{
	{"variables", (*driver).markVariables},
	{"snapshot", (*driver).snapshot},
	{"delete", (*driver).deleteLoops},
	{"dissolve", (*driver).dissolve},
	{"nest inductions", (*driver).nestInductions},
	{"periods", (*driver).periods},
	{"version nests", (*driver).versionNests},
}

// stages are what the driver does then. stageOrder says why in this order.
var stages = []stage{
	{"requests", (*driver).requests},
	heuristicsOf("flatten"),
	{"distribute nests", (*driver).distributeNests},
	{"interchange streams", (*driver).interchangeStreams},
	{"tile", (*driver).tile},
	{"interchange nests", (*driver).interchangeNests},
	{"turn tiles", (*driver).turnTiles},
	{"vectorize nests", (*driver).vectorizeNests},
	heuristicsOf("peel"),
	heuristicsOf("subtables"),
	heuristicsOf("vectorize"),
	{"wavefronts", (*driver).wavefronts},
	{"take turns", (*driver).takeTurns},
	heuristicsOf("commoning"),
	heuristicsOf("unroll"),
	heuristicsOf("interchange"),
	heuristicsOf("flatten"),
	{"late requests", (*driver).lateRequests},
}

// drive runs the driver of loop transformations.
func (p *pipe) drive() bool {
	p.drops = p.opt.Knobs.dropper(p.f)
	d := newDriver(p.f, p.opt, p.out, p.asked, p.drops, transforms)
	d.start()
	d.noteVarying()
	d.steps(preparing)
	if p.opt.Knobs.LegacyOrder {
		d.legacy()
	} else {
		d.steps(stages)
	}
	d.missed()
	d.snapshot()
	p.out.Vectorized = d.vectorized()
	return true
}
