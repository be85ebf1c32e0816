package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/config"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/loop"
	"hotloop/loopopt/nest"
)

// transforms are the transformations that metadata can ask for, and that heuristics try where wants says so.
var transforms = []*driver.Transform{
	{
		Prefixes: []string{"peel."},
		Run:      loop.Peel,
		Wants: func(l *analysis.Loop) bool {
			m := l.Header.Loop
			return !m.Has("disable_nonforced") && !m.Has("isvectorized") && !m.Has("peel.disable")
		},
		NestsToo: func(k *config.Knobs) bool { return k.Peel.Nests },
	},
	{
		Prefixes: []string{"subtables."},
		Run:      loop.Subtables,
		Wants: func(l *analysis.Loop) bool {
			return len(l.Children) == 0 && !l.Header.Loop.Has("isvectorized") && loop.ChangesTable(l)
		},
	},
	{
		Prefixes: []string{"vectorize.", "interleave."},
		Run:      loop.Vectorize,
		Nest:     nest.VectorizeNest,
		Wants: func(l *analysis.Loop) bool {
			return len(l.Children) == 0 && !l.Header.Loop.Has("isvectorized") && !l.Header.Loop.Has("disable_nonforced")
		},
	},
	{
		Prefixes: []string{"commoning."},
		Run:      loop.Commoning,
		Wants: func(l *analysis.Loop) bool {
			m := l.Header.Loop
			return len(l.Children) == 0 && !m.Has("disable_nonforced") && !m.Has("isvectorized") && !m.Has(ir.MaxTripCount)
		},
		First: loop.SplitAllChecks,
	},
	{
		Prefixes: []string{"unroll."},
		Run:      loop.Unroll,
		Wants: func(l *analysis.Loop) bool {
			m := l.Header.Loop
			return len(l.Children) == 0 && !m.Has("disable_nonforced") && !m.Has("unroll.disable")
		},
		First:    loop.SplitAllChecks,
		Reshapes: true,
	},
	// Where the vectorizer refuses a loop, it asks for these itself (loop/enable.go).
	{Prefixes: []string{"distribute."}, Run: loop.Distribute, Nest: nest.DistributeNest, Reshapes: true},
	{Prefixes: []string{"licm_versioning."}, Run: loop.VersionLICM},
	{Prefixes: []string{"unswitch."}, Run: loop.Unswitch},
	{Prefixes: []string{"stride_versioning."}, Run: loop.VersionStride},
	{Prefixes: []string{"split."}, Run: loop.SplitIndex},
	{Prefixes: []string{"fuse."}, Run: loop.Fuse},
	{Prefixes: []string{"reroll."}, Run: loop.Reroll},
	{
		Prefixes: []string{"unroll_and_jam."},
		Run:      nest.UnrollAndJam,
		Denied:   func(k *config.Knobs) bool { return !k.Jam.Enable },
		Reshapes: true,
	},
	{
		Prefixes: []string{"interchange."},
		Run:      nest.Interchange,
		Wants:    func(l *analysis.Loop) bool { return len(l.Children) == 1 },
		Nests:    true,
		Reshapes: true,
	},
	{Prefixes: []string{"stripmine."}, Run: nest.Stripmine, Reshapes: true},
	{
		Prefixes: []string{"flatten."},
		Run:      nest.Flatten,
		Wants:    func(l *analysis.Loop) bool { return len(l.Children) == 1 && !nest.AsksForNest(l.Header.Loop) },
		Nests:    true,
		Off:      func(k *config.Knobs) bool { return !k.FlattenEnable },
		Reshapes: true,
	},
}

// preparing stages come first, in any order of transformations.
var preparing = []driver.Stage{
	{Name: "variables", Run: loop.MarkVariables},
	{Name: "snapshot", Run: (*driver.Driver).Snapshot},
	{Name: "delete", Run: loop.DeleteLoops},
	{Name: "dissolve", Run: nest.Dissolve},
	{Name: "nest inductions", Run: nest.NestInductions},
	{Name: "periods", Run: nest.Periods},
	{Name: "version nests", Run: nest.VersionNests},
}

// stages are what the driver does then. stageOrder says why in this order.
var stages = []driver.Stage{
	{Name: "requests", Run: (*driver.Driver).Requests},
	driver.HeuristicsOf("flatten"),
	{Name: "distribute nests", Run: nest.DistributeNests},
	{Name: "interchange streams", Run: nest.InterchangeStreams},
	{Name: "tile", Run: nest.Tile},
	{Name: "interchange nests", Run: nest.InterchangeNests},
	{Name: "turn tiles", Run: nest.TurnTiles},
	{Name: "vectorize nests", Run: nest.VectorizeNests},
	driver.HeuristicsOf("peel"),
	driver.HeuristicsOf("subtables"),
	driver.HeuristicsOf("vectorize"),
	{Name: "wavefronts", Run: nest.Wavefronts},
	{Name: "take turns", Run: loop.TakeTurns},
	driver.HeuristicsOf("commoning"),
	driver.HeuristicsOf("unroll"),
	driver.HeuristicsOf("interchange"),
	driver.HeuristicsOf("flatten"),
	{Name: "late requests", Run: (*driver.Driver).LateRequests},
}

// drive runs the driver of loop transformations.
func (p *pipe) drive() bool {
	p.drops = p.opt.Knobs.Dropper(p.f)
	d := driver.NewDriver(p.f, p.opt, p.out, p.asked, p.drops, transforms)
	d.Start()
	nest.NoteVarying(d)
	d.Steps(preparing)
	if p.opt.Knobs.LegacyOrder {
		legacy(d)
	} else {
		d.Steps(stages)
	}
	d.Missed()
	d.Snapshot()
	p.out.Vectorized = nest.Vectorized(d)
	return true
}
