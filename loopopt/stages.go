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
	{Name: "mark variables", Run: loop.MarkVariables, Why: "split.at names variables of the source"},
	{Name: "snapshot", Run: (*driver.Driver).Snapshot, Why: "hotloop explain shows the loops of the source"},
	{Name: "delete", Scope: driver.InsideOut, Try: loop.Delete, Off: (*driver.Driver).Resting,
		Why: "a loop that only counts needs no transformation"},
	{Name: "join rows", Scope: driver.Loops, Try: nest.JoinRows, Most: nest.MaxNests, Off: scalarOnly, Serves: true,
		Why: "the distance between rows is known for one slice, not for a slice of slices"},
	{Name: "unroll fully early", Run: nest.UnrollFullyEarly, Why: "the loop around a short inner loop can be vectorized"},
	{Name: "room ahead", Scope: driver.Innermost, Try: loop.RoomAhead, Off: scalarOnly,
		Why: "a loop that calls into Go is not transformed"},
	{Name: "nest inductions", Run: nest.NestInductions,
		Why: "a variable that inner loops advance has no known recurrence"},
	{Name: "parallel requests", Run: nest.ParallelRequests, Why: "goroutines share a loop as it is in the source"},
	{Name: "modulo strips", Run: nest.ModuloStrips, Why: "an index has a constant stride between wrap-arounds"},
	{Name: "delay modulo", Scope: driver.Innermost, Try: nest.DelayModulo, Why: "a sum is a reduction, its remainder is not"},
	{Name: "version nest", Scope: driver.Loops, Try: nest.VersionNest, Most: nest.MaxNests, Serves: true,
		Why: "the stages for nests require loops without checks"},
}

// stages returns the stages that follow. Their order matters where stageOrder says so.
func stages() []driver.Stage { return stagesMade.Get(newStages) }

var stagesMade reuse.Once[[]driver.Stage]

func newStages() []driver.Stage {
	return []driver.Stage{
		{Name: "requests", Run: (*driver.Driver).Requests, Why: "requests come before heuristics"},
		driver.HeuristicsOf("unroll_and_jam", "jam by option", "the option refers to the nest of the source"),
		driver.HeuristicsOf("flatten", "flatten", "one long loop is faster vectorized than many short ones"),
		{Name: "distribute for order", Scope: driver.Loops, Try: nest.DistributeForOrder, Off: scalarOnly,
			Why: "part of a nest may be interchanged if the whole nest may not"},
		{Name: "interchange streams", Scope: driver.Pairs, Try: nest.InterchangeStreams, Off: scalarOnly,
			Why: "tiles reuse no values of such nests in registers"},
		{Name: "panels", Run: nest.Panels, Off: scalarOnly, Why: "tiles of large matrices find packed data in the caches"},
		{Name: "tile", Run: nest.Tile, Why: "a loaded vector or scalar is used for a whole tile"},
		{Name: "interchange nests", Run: nest.InterchangeNests, Off: scalarOnly, Why: "innermost loops should access consecutive elements"},
		{Name: "transpose tile", Scope: driver.Loops, Try: nest.TransposeTile, Off: scalarOnly,
			Why: "one of two accesses is strided in either order of the loops"},
		{Name: "vectorize outer", Scope: nest.OuterLoops, Try: nest.VectorizeOuter, Off: scalarOnly,
			Why: "an outer loop may be vectorized if the innermost one cannot be"},
		driver.HeuristicsOf("runs", "runs", "the common path can be vectorized if the rest of the loop cannot"),
		driver.HeuristicsOf("peel", "peel", "the loop can be vectorized without the peeled iterations"),
		driver.HeuristicsOf("subtables", "subtables", "repeated updates of one element wait for store forwarding"),
		driver.HeuristicsOf("vectorize", "vectorize", "vector code is faster than the results of all later stages"),
		{Name: "wavefront", Scope: driver.Loops, Try: nest.Wavefront, Off: unjammed, Most: nest.MaxNests,
			Why: "the dependence chains of several rows overlap"},
		{Name: "unroll over copies", Scope: driver.Innermost, Try: loop.UnrollOverCopies,
			Why: "copies of an iteration update different copies of a table"},
		splitChecks("split checks"),
		driver.HeuristicsOf("commoning", "commoning", "a value loaded by one iteration need not be loaded again by the next one"),
		{Name: "shorten chains", Scope: driver.Innermost, Try: loop.ShortenChains,
			Why: "a scalar loop waits for its carried values"},
		splitChecks("split more checks"),
		driver.HeuristicsOf("unroll", "unroll", "counter, test and branch are a large part of a small loop"),
		driver.HeuristicsOf("interchange", "late interchange", "unrolling may have left a nest of two loops"),
		driver.HeuristicsOf("flatten", "late flatten", "unrolling may have left a nest of two loops"),
		{Name: "late requests", Run: (*driver.Driver).LateRequests, Why: "metadata may request transformations of the resulting loops"},
	}
}

// splitChecks returns a stage that splits off checks before iterations are copied, so that the copies have none.
func splitChecks(stage string) driver.Stage {
	return driver.Stage{Name: stage, Scope: driver.Innermost, Try: loop.SplitChecks,
		Why: "loops that stay scalar get an unchecked version too"}
}

func scalarOnly(d *driver.Driver) bool { return d.Opt.NoVectorize }

func unjammed(d *driver.Driver) bool { return !nest.MayJam(d) }

// stageOrder lists which stage must come before which, and why. A test checks the stages against it.
var stageOrder = []rule{
	{"requests", "jam by option", "a request for a nest comes before an option for all nests"},
	{"jam by option", "flatten", "the option refers to the nest of the source"},
	{"jam by option", "distribute for order", "the option refers to the nest of the source"},
	{"jam by option", "interchange streams", "the option refers to the nest of the source"},
	{"jam by option", "tile", "the option refers to the nest of the source"},
	{"jam by option", "transpose tile", "the option refers to the nest of the source"},
	{"jam by option", "vectorize outer", "the option refers to the nest of the source"},
	{"jam by option", "peel", "a peeled iteration is no longer part of the nest"},
	{"jam by option", "subtables", "the option refers to the nest of the source"},
	{"jam by option", "vectorize", "the copies of an inner loop become one loop to vectorize"},
	{"jam by option", "unroll", "the copies of an inner loop become one loop to unroll"},
	{"requests", "flatten", "a request refers to the nest of the source"},
	{"requests", "distribute for order", "a request refers to the nest of the source"},
	{"requests", "interchange streams", "a request refers to the nest of the source"},
	{"requests", "tile", "a request refers to the nest of the source"},
	{"requests", "transpose tile", "a request refers to the nest of the source"},
	{"requests", "vectorize outer", "a request refers to the nest of the source"},
	{"requests", "peel", "a request refers to all iterations of the loop"},
	{"requests", "subtables", "a request refers to the loop that updates the original table"},
	{"requests", "vectorize", "followups and remarks refer to the loop of the request"},
	{"requests", "unroll", "followups and remarks refer to the loop of the request"},
	{"flatten", "vectorize", "one long loop is faster vectorized than many short ones"},
	{"flatten", "vectorize outer", "one long loop is faster vectorized than a nest"},
	{"distribute for order", "interchange streams", "part of the nest may be interchanged if the whole nest may not"},
	{"distribute for order", "interchange nests", "part of the nest may be interchanged if the whole nest may not"},
	{"interchange streams", "tile", "tiles would access columns that share cache sets"},
	{"jam by option", "panels", "the option refers to the nest of the source"},
	{"requests", "panels", "a request refers to the nest of the source"},
	{"interchange streams", "panels", "a nest that is not tiled needs no packing"},
	{"panels", "tile", "tiles read the packed panel"},
	{"tile", "interchange nests", "the order of the loops of a tiled nest does not matter"},
	{"interchange nests", "transpose tile", "a nest with consecutive accesses in one order needs no transposes"},
	{"interchange nests", "vectorize", "vectors need consecutive elements"},
	{"interchange nests", "vectorize outer", "vectors need consecutive elements"},
	{"transpose tile", "vectorize", "the vectorizer would gather the columns"},
	{"transpose tile", "vectorize outer", "the vectorizer would gather the columns"},
	{"vectorize outer", "vectorize", "an outer loop is not vectorized around a vectorized innermost loop"},
	{"vectorize outer", "runs", "vectors of whole iterations are faster than vectors of one path"},
	{"runs", "peel", "a peeled iteration is a copy of the loop with its fast path"},
	{"runs", "vectorize", "the fast path is a loop to vectorize, and an inner loop has a short path until it is vectorized"},
	{"peel", "vectorize", "a value or condition that becomes constant after some iterations prevents vectorization"},
	{"subtables", "vectorize", "lanes update different copies of a table"},
	{"subtables", "unroll over copies", "iterations update different copies of a table"},
	{"vectorize", "unroll over copies", "vector loops have a copy for each lane"},
	{"vectorize", "wavefront", "vector code is faster"},
	{"vectorize", "split checks", "vectorization splits checks itself, and marks its fallback as split"},
	{"vectorize", "commoning", "vector code is faster"},
	{"wavefront", "commoning", "the wavefront keeps values in registers between its steps"},
	{"unroll over copies", "commoning", "a copy of a table is not the one that the previous iteration updated"},
	{"split checks", "commoning", "a check that may fail prevents carrying loads"},
	{"split more checks", "unroll", "copies of an iteration copy its checks"},
	{"unroll over copies", "unroll", "unroll over copies chooses the count by the number of copies"},
	{"commoning", "shorten chains", "commoning turns values forwarded through memory into carried ones"},
	{"vectorize", "shorten chains", "the vectorizer recognizes recurrences in the form of the source"},
	{"shorten chains", "unroll", "the copies of an iteration form one chain"},
	{"commoning", "unroll", "unrolling removes the moves between registers"},
	{"unroll", "late interchange", "unrolling may have left a nest of two loops"},
	{"unroll", "late flatten", "unrolling may have left a nest of two loops"},
	{"late interchange", "late requests", "refused requests are retried on the resulting loops"},
	{"late flatten", "late requests", "refused requests are retried on the resulting loops"},
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
