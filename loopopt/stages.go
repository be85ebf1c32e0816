package loopopt

import (
	"slices"

	"hotloop/loopopt/config"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/loop"
	"hotloop/loopopt/nest"
	"hotloop/reuse"
)

// preparing are the stages that come first in every order of transformations.
var preparing = []driver.Stage{
	{Name: "mark variables", Run: loop.MarkVariables, Why: "the variables of split.at are those of the source"},
	{Name: "snapshot", Run: (*driver.Driver).Snapshot, Why: "explain shows the loops of the source"},
	{Name: "delete", Scope: driver.InsideOut, Try: loop.Delete, Off: (*driver.Driver).Resting,
		Why: "nothing need be done to a loop that only counts"},
	{Name: "join rows", Scope: driver.Loops, Try: nest.JoinRows, Most: nest.MaxNests, Off: scalarOnly, Serves: true,
		Why: "what is known of one slice is not known of many"},
	{Name: "unroll fully early", Run: nest.UnrollFullyEarly, Why: "the loop around a short row is one to vectorize"},
	{Name: "room ahead", Scope: driver.Innermost, Try: loop.RoomAhead, Off: scalarOnly,
		Why: "a loop that asks Go for something stays as it is"},
	{Name: "nest inductions", Run: nest.NestInductions,
		Why: "nothing is known of a variable that inner loops count on"},
	{Name: "modulo strips", Run: nest.ModuloStrips, Why: "within a period an index walks evenly"},
	{Name: "delay modulo", Scope: driver.Innermost, Try: nest.DelayModulo, Why: "a sum is a reduction, its remainder is none"},
	{Name: "version nest", Scope: driver.Loops, Try: nest.VersionNest, Most: nest.MaxNests, Serves: true,
		Why: "stages for nests want no checks"},
}

// stages returns the stages that follow. Their order matters where stageOrder says so.
func stages() []driver.Stage { return stagesMade.Get(newStages) }

var stagesMade reuse.Once[[]driver.Stage]

func newStages() []driver.Stage {
	return []driver.Stage{
		{Name: "requests", Run: (*driver.Driver).Requests, Why: "what is asked for comes before what heuristics find"},
		driver.HeuristicsOf("unroll_and_jam", "jam by option", "the option is meant for the nest as it is written"),
		driver.HeuristicsOf("flatten", "flatten", "one long loop is vectorized better than many short ones"),
		{Name: "distribute for order", Scope: driver.Loops, Try: nest.DistributeForOrder, Off: scalarOnly,
			Why: "a part of a nest may be interchanged where the whole may not"},
		{Name: "interchange streams", Scope: driver.Pairs, Try: nest.InterchangeStreams, Off: scalarOnly,
			Why: "a tile keeps nothing of them in registers"},
		{Name: "panels", Run: nest.Panels, Off: scalarOnly, Why: "tiles of large matrices find what they share in the caches"},
		{Name: "tile", Run: nest.Tile, Why: "vectors and scalars loaded are used for a whole tile"},
		{Name: "interchange nests", Run: nest.InterchangeNests, Off: scalarOnly, Why: "innermost loops go along rows"},
		{Name: "transpose tile", Scope: driver.Loops, Try: nest.TransposeTile, Off: scalarOnly,
			Why: "one of two walks goes down columns in either order"},
		{Name: "vectorize outer", Scope: nest.OuterLoops, Try: nest.VectorizeOuter, Off: scalarOnly,
			Why: "what the innermost loop cannot do in vectors one around it may"},
		driver.HeuristicsOf("runs", "runs", "what most iterations do can be vectorized where the rest cannot"),
		driver.HeuristicsOf("peel", "peel", "the rest of the loop can be vectorized"),
		driver.HeuristicsOf("subtables", "subtables", "an element that is changed again and again waits for its store"),
		driver.HeuristicsOf("vectorize", "vectorize", "vector code is better than all that follows"),
		{Name: "wavefront", Scope: driver.Loops, Try: nest.Wavefront, Off: unjammed, Most: nest.MaxNests,
			Why: "the chains of several rows overlap"},
		{Name: "unroll over copies", Scope: driver.Innermost, Try: loop.UnrollOverCopies,
			Why: "the copies of an iteration update different copies of a table"},
		splitChecks("split checks"),
		driver.HeuristicsOf("commoning", "commoning", "what an iteration loads the next one need not load again"),
		{Name: "shorten chains", Scope: driver.Innermost, Try: loop.ShortenChains,
			Why: "a scalar loop waits for the values that it carries"},
		splitChecks("split more checks"),
		driver.HeuristicsOf("unroll", "unroll", "counter, test and branch are a good part of a small loop"),
		driver.HeuristicsOf("interchange", "late interchange", "loops may have become pairs"),
		driver.HeuristicsOf("flatten", "late flatten", "loops may have become pairs"),
		{Name: "late requests", Run: (*driver.Driver).LateRequests, Why: "what metadata ask of what nests have become"},
	}
}

// splitChecks returns a stage that splits off checks before iterations are copied, so that the copies have none.
func splitChecks(stage string) driver.Stage {
	return driver.Stage{Name: stage, Scope: driver.Innermost, Try: loop.SplitChecks,
		Why: "loops that stay scalar are free from checks, too"}
}

func scalarOnly(d *driver.Driver) bool { return d.Opt.NoVectorize }

func unjammed(d *driver.Driver) bool { return !nest.MayJam(d) }

// stageOrder lists which stage must come before which, and why. A test checks the stages against it.
var stageOrder = []rule{
	{"requests", "jam by option", "what is asked of a nest comes before an option for all"},
	{"jam by option", "flatten", "the option is meant for the nest as it is written"},
	{"jam by option", "distribute for order", "the option is meant for the nest as it is written"},
	{"jam by option", "interchange streams", "the option is meant for the nest as it is written"},
	{"jam by option", "tile", "the option is meant for the nest as it is written"},
	{"jam by option", "transpose tile", "the option is meant for the nest as it is written"},
	{"jam by option", "vectorize outer", "the option is meant for the nest as it is written"},
	{"jam by option", "peel", "an iteration that is peeled is one of a nest no more"},
	{"jam by option", "subtables", "the option is meant for the nest as it is written"},
	{"jam by option", "vectorize", "the copies of an inner loop become one loop to vectorize"},
	{"jam by option", "unroll", "the copies of an inner loop become one loop to unroll"},
	{"requests", "flatten", "what is asked of a nest is meant for the nest as it is written"},
	{"requests", "distribute for order", "what is asked of a nest is meant for the nest as it is written"},
	{"requests", "interchange streams", "what is asked of a nest is meant for the nest as it is written"},
	{"requests", "tile", "what is asked of a nest is meant for the nest as it is written"},
	{"requests", "transpose tile", "what is asked of a nest is meant for the nest as it is written"},
	{"requests", "vectorize outer", "what is asked of a nest is meant for the nest as it is written"},
	{"requests", "peel", "what is asked of a loop is meant for all of its iterations"},
	{"requests", "subtables", "what is asked of a loop is meant for the loop that has the table"},
	{"requests", "vectorize", "followups and remarks are about the loop that was asked for"},
	{"requests", "unroll", "followups and remarks are about the loop that was asked for"},
	{"flatten", "vectorize", "one long loop is vectorized better than many short ones"},
	{"flatten", "vectorize outer", "one long loop is vectorized better than a nest"},
	{"distribute for order", "interchange streams", "a part of the nest may be interchanged where the whole may not"},
	{"distribute for order", "interchange nests", "a part of the nest may be interchanged where the whole may not"},
	{"interchange streams", "tile", "tiles would walk down columns that fall on one another in the caches"},
	{"jam by option", "panels", "the option is meant for the nest as it is written"},
	{"requests", "panels", "what is asked of a nest is meant for the nest as it is written"},
	{"interchange streams", "panels", "what is no tile needs no panel"},
	{"panels", "tile", "a tile walks through the panel"},
	{"tile", "interchange nests", "where a tile covers the nest, the order of its loops does not matter"},
	{"interchange nests", "transpose tile", "a nest that goes along rows in one order needs no squares"},
	{"interchange nests", "vectorize", "vectors want rows"},
	{"interchange nests", "vectorize outer", "vectors want rows"},
	{"transpose tile", "vectorize", "the vectorizer would gather the columns"},
	{"transpose tile", "vectorize outer", "the vectorizer would gather the columns"},
	{"vectorize outer", "vectorize", "of an innermost loop in vectors no outer one is vectorized any more"},
	{"vectorize outer", "runs", "vectors of whole iterations are better than those of a path"},
	{"runs", "peel", "what is peeled off is a copy of the loop with its runs"},
	{"runs", "vectorize", "the run is a loop to vectorize, and an inner loop that is not vectorized yet has a short path"},
	{"peel", "vectorize", "a value or a condition that settles after some iterations is in the way of vectors"},
	{"subtables", "vectorize", "lanes change copies of a table"},
	{"subtables", "unroll over copies", "iterations change copies of a table"},
	{"vectorize", "unroll over copies", "vector loops have a copy for each lane"},
	{"vectorize", "wavefront", "vector code is better"},
	{"vectorize", "split checks", "vector loops leave a loop with its checks, which has had this done to it"},
	{"vectorize", "commoning", "vector code is better"},
	{"wavefront", "commoning", "what goes from step to step of a wavefront is kept in registers"},
	{"unroll over copies", "commoning", "a copy of a table is not what the iteration before has changed"},
	{"split checks", "commoning", "a check that may fail keeps loads in the loop"},
	{"split more checks", "unroll", "copies of an iteration copy its checks"},
	{"unroll over copies", "unroll", "it unrolls the loop over the copies of its tables"},
	{"commoning", "shorten chains", "what comes by way of memory is carried then"},
	{"vectorize", "shorten chains", "the vectorizer knows the forms that are written"},
	{"shorten chains", "unroll", "copies of an iteration make one chain"},
	{"commoning", "unroll", "the moves between registers vanish in the copies"},
	{"unroll", "late interchange", "a nest may have become one of two loops"},
	{"unroll", "late flatten", "a nest may have become one of two loops"},
	{"late interchange", "late requests", "what has not been possible is tried on what loops have become"},
	{"late flatten", "late requests", "what has not been possible is tried on what loops have become"},
}

// allStages caches the stages of compilations in which no knob changes them.
var allStages reuse.Once[[]driver.Stage]

// LegacyStages returns the stages of the knob order=legacy. Package internal/lab/knobs sets it (see config.Lab).
var LegacyStages func() []driver.Stage

// stagesFor returns the stages that the knobs select.
func stagesFor(k *config.Knobs) []driver.Stage {
	if k.LegacyOrder {
		return slices.Concat(preparing, LegacyStages())
	}
	if k.Shuffle == 0 {
		return allStages.Get(func() []driver.Stage { return slices.Concat(preparing, stages()) })
	}
	name := func(s driver.Stage) string { return s.Name }
	return slices.Concat(preparing, shuffled(stages(), name, stageOrder, k.Shuffle, 1))
}
