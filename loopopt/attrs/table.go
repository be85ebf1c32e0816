package attrs

import (
	"hotloop/reuse"
	"strings"
)

// byCost is the default of transformations that the optimizer applies on its own if it expects faster code.
const byCost = "the cost model decides"

// row returns a row of the list. The attribute belongs to the transformation before the dot of its name, if there
// is one; use of to set another.
func row(name string, kind Kind, class Class, id, def, doc string) Attribute {
	a := Attribute{Name: name, Kind: kind, Class: class, ID: id, Default: def, Doc: doc}
	if owner, _, dotted := strings.Cut(name, "."); dotted {
		a.Owner = owner
	}
	return a
}

// followup returns the row of a followup; def is the set of attributes of the resulting loop without the
// followup.
func followup(name, id, def, doc string) Attribute { return row(name, List, Followup, id, def, doc) }

func (a Attribute) of(owner string) Attribute       { a.Owner = owner; return a }
func (a Attribute) upTo(limit int64) Attribute      { a.Limit = limit; return a }
func (a Attribute) oneOf(words ...string) Attribute { a.Words = words; return a }

// All returns the list, which must not be modified. It is built on first use.
func All() []Attribute { return all.Get(table) }

var all reuse.Once[[]Attribute]

func table() []Attribute {
	return []Attribute{
		// Vectorization and interleaving are one transformation.
		row("vectorize.enable", Bool, Force, "A01", byCost, "demands vectorization and interleaving (1) or forbids both "+
			"(0); if demanded, it permits reordering floating-point sums, except in a loop with fp exact"),
		row("vectorize.width", Width, Force, "A02", byCost,
			"lanes of a vector; more than 1 demands vectorization with the permissions of vectorize.enable, 1 permits "+
				"interleaving only, 0 has no effect").upTo(64),
		row("vectorize.predicate.enable", Bool, Force, "A03", byCost,
			"demands that the remaining iterations run masked (1), or forbids it (0)"),
		row("vectorize.scalable.enable", Bool, Ignored, "A04", "0",
			"vectors of a length known only at run time; no target supports them"),
		row("interleave.count", Width, Force, "A05", byCost,
			"vectors that an iteration of the vector loop covers; more than 1 demands interleaving, 1 forbids it, 0 has no effect").
			of("vectorize").upTo(16),
		row("isvectorized", Flag, Mark, "A06", "left on the vector loop and on the remainder loop",
			"the loop is not vectorized again").of("vectorize"),
		row("vectorize.body", Bool, Mark, "A07", "left on vector loops",
			"the loop is a main vector loop or, with vectorize.epilogue, a narrower one after it"),
		row("vectorize.epilogue", Bool, Mark, "A07", "left on the remainder loop",
			"the loop runs the remaining iterations of a vector loop"),
		followup("vectorize.followup_vectorized", "A08", "the list less vectorize.* and interleave.*, and isvectorized",
			"of the main vector loop; narrower ones after it keep marks, facts and prohibitions of the list"),
		followup("vectorize.followup_epilogue", "A09",
			"the list, isvectorized, and unroll.runtime.disable unless it has unroll.*",
			"of the scalar loop that runs the remaining iterations, or all if a run-time check fails"),
		followup("vectorize.followup_all", "A10", "", "of both"),

		// Unrolling.
		row("unroll.enable", Flag, Force, "A11", byCost,
			"demands unrolling: complete if the trip count is known, else by a factor"),
		row("unroll.count", Count, Force, "A12", byCost, "the factor; more than 1 demands unrolling, 1 forbids it"),
		row("unroll.full", Flag, Force, "A13", "", "demands complete unrolling"),
		row("unroll.disable", Flag, Forbid, "A14", "left on unrolled loops", "forbids unrolling and unroll-and-jam"),
		row("unroll.runtime.disable", Flag, Forbid, "A15", "left on the remainder of vector loops",
			"forbids heuristics to unroll a loop whose trip count is known only at run time"),
		followup("unroll.followup_unrolled", "A16", "the list less unroll.*, and unroll.disable", "of the unrolled loop"),
		followup("unroll.followup_remainder", "A17", "facts, and marks that the loop is done",
			"of the loop that runs the remaining iterations"),
		followup("unroll.followup_all", "A18", "", "of both"),

		// Unroll-and-jam.
		row("unroll_and_jam.enable", Flag, Force, "A19", byCost,
			"demands that the loop be unrolled and the copies of its inner loops be joined"),
		row("unroll_and_jam.count", Count, Force, "A19", byCost, "the factor; more than 1 demands it"),
		row("unroll_and_jam.disable", Flag, Forbid, "A19", "", "forbids it"),
		followup("unroll_and_jam.followup_outer", "A20", "the list less unroll.* and unroll_and_jam.*, and unroll.disable",
			"of the outer loop"),
		followup("unroll_and_jam.followup_inner", "A21", "the list of the inner loop", "of the joined inner loops"),
		followup("unroll_and_jam.followup_remainder_outer", "A22", "nothing",
			"of the outer loop that runs the remaining iterations"),
		followup("unroll_and_jam.followup_remainder_inner", "A23", "the list of the inner loop", "of the inner loops in it"),
		followup("unroll_and_jam.followup_all", "A24", "", "of all four"),

		// Distribution.
		row("distribute.enable", Bool, Force, "A25", byCost,
			"demands that the loop be distributed into several (1) or forbids it (0)"),
		followup("distribute.followup_coincident", "A26", "the list less distribute.*, and isdistributed",
			"of the loops without dependences between iterations"),
		followup("distribute.followup_sequential", "A27", "the list less distribute.*, and isdistributed",
			"of the loop with dependences between iterations"),
		followup("distribute.followup_fallback", "A28", "the list less distribute.*, and isdistributed",
			"of the original, which runs if a run-time check fails; disable_nonforced is recommended"),
		followup("distribute.followup_all", "A29", "", "of all of them"),
		row("isdistributed", Flag, Mark, "A30", "left on distributed loops", "the loop is not distributed again").
			of("distribute"),

		// Code motion.
		row("licm_versioning.disable", Flag, Forbid, "A31", "", "forbids versioning for invariant code"),
		row("licm_versioning.enable", Flag, Force, "own", byCost,
			"demands a version of the loop for the case that its stores do not overlap invariant loads, which are hoisted out of it"),
		followup("licm_versioning.followup_versioned", "own", "the list less licm_versioning.*", "of that version"),
		followup("licm_versioning.followup_fallback", "own", "disable_nonforced", "of the original"),
		followup("licm_versioning.followup_all", "own", "", "of both"),
		row("licm.disable", Flag, Forbid, "A32", "", "forbids hoisting invariant code out of the loop"),

		// About the loop as a whole.
		row("disable_nonforced", Flag, Forbid, "A33", "",
			"forbids every transformation that is not demanded, except canonicalization"),
		row("estimated_trip_count", Count, Fact, "A34", "",
			"average number of iterations each time the loop is entered"),
		row("mustprogress", Flag, Promise, "A35", "", "the loop ends: without effects and uses it may be deleted"),
		row("parallel_accesses", Group, Promise, "A36", "", "no iteration depends on another through memory; with the name "+
			"of an access group, through the accesses in groups of that name"),
		row("mem.parallel_loop_access", Flag, Promise, "A37", "", "the old form of parallel_accesses").of(""),
		row("peeled.count", Count, Mark, "A38", "left on peeled loops",
			"iterations peeled so far, which limit further peeling").of("peel"),
		row("pipeline.disable", Bool, Ignored, "A39", "", "for LLVM's machine pipeliner, which hotloop does not have"),
		row("pipeline.initiationinterval", Count, Ignored, "A39", "",
			"for LLVM's machine pipeliner, which hotloop does not have"),
		row("irr_loop", Flag, Ignored, "A40", "",
			"weights of irreducible loops, which Go has only with goto"),
		row("ivdep", Flag, Promise, "A41", "", "iterations depend on one another only if a dependence is proved"),
		row("ivdep.enable", Bool, Promise, "A41", "", "a synonym, as proposed for LLVM").of(""),

		// Our own.
		row("interchange.enable", Flag, Force, "A42", byCost, "demands that the loop and its inner loop be interchanged"),
		row("interchange.disable", Flag, Forbid, "A42", "", "forbids it"),
		followup("interchange.followup_outer", "A42", "the list of the loop that becomes the outer one",
			"of the loop that becomes the outer one"),
		followup("interchange.followup_inner", "A42", "the list of the loop that becomes the inner one, less interchange.*",
			"of the loop that becomes the inner one"),
		followup("interchange.followup_all", "A42", "", "of both"),
		row("peel.count", Count, Force, "A42", byCost, "first iterations to peel; more than 0 demands it"),
		row("peel.last", Count, Force, "A42", "0", "last iterations to peel; more than 0 demands it"),
		row("peel.enable", Flag, Force, "A42", byCost,
			"demands peeling until a value or a comparison is invariant in the remaining loop"),
		row("peel.align", Width, Force, "A42", "0", "demands a separate loop for the iterations until the first store "+
			"with a stride is aligned to that many bytes; 0 has no effect").upTo(4096),
		row("peel.disable", Flag, Forbid, "A42", "", "forbids it"),
		followup("peel.followup_peeled", "A42", "the list less peel.*",
			"of the peeled iterations, if they are a loop"),
		followup("peel.followup_remaining", "A42", "the list less peel.*, and peeled.count", "of the remaining loop"),
		followup("peel.followup_all", "A42", "", "of both"),
		row("runs.enable", Flag, Force, "own", byCost,
			"demands a separate loop for consecutive iterations that take the common path (fast-path extraction)"),
		row("runs.disable", Flag, Forbid, "own", "", "forbids it"),
		followup("runs.followup_run", "own", "the list less runs.*", "of the loop of those iterations"),
		followup("runs.followup_remaining", "own", "the list less runs.*", "of the loop around it"),
		followup("runs.followup_all", "own", "", "of both"),
		row("flatten.enable", Flag, Force, "A42", byCost, "demands that the loop and its inner loop become one loop"),
		row("flatten.divide", Flag, Option, "own", "the counters must be used as a single one",
			"permits the body to use the two counters separately: they are computed from the single counter by division, "+
				"as for OpenMP's collapse"),
		row("flatten.disable", Flag, Forbid, "A42", "", "forbids it"),
		followup("flatten.followup_flattened", "A42", "the list less flatten.*, and that of the inner loop",
			"of the resulting loop"),
		row("fuse.enable", Flag, Force, "A42", byCost, "demands that the loop and the next loop become one loop"),
		row("fuse.disable", Flag, Forbid, "A42", "", "forbids it"),
		followup("fuse.followup_fused", "A42", "the list less fuse.*", "of the resulting loop"),
		row("reverse.enable", Flag, Force, "own", "only on request",
			"demands that the iterations run from the last to the first"),
		row("reverse.disable", Flag, Forbid, "own", "left on the original", "forbids it"),
		followup("reverse.followup_reversed", "own", "the list less reverse.*", "of the reversed loop"),
		followup("reverse.followup_fallback", "own", "the list less requests, and reverse.disable",
			"of the original, which runs if a run-time check fails, and from a failing check on"),
		followup("reverse.followup_all", "own", "", "of both"),
		row("stripmine.size", Amount, Force, "A42", "not strip-mined", "demands strip-mining with strips of that many iterations, at least 1"),
		row("stripmine.disable", Flag, Forbid, "A42", "", "forbids it"),
		followup("stripmine.followup_outer", "A42", "nothing", "of the loop over strips"),
		followup("stripmine.followup_inner", "A42", "the list less stripmine.*", "of the loop in a strip"),
		followup("stripmine.followup_all", "A42", "", "of both"),
		row("split.at", Place, Force, "A42", byCost, "demands that the index set be split at this value of the loop's variable"),
		row("split.after", Count, Force, "A42", byCost, "demands that the index set be split after that many iterations"),
		row("split.last", Count, Force, "A42", byCost, "demands that the index set be split before that many last iterations"),
		row("split.disable", Flag, Forbid, "A42", "", "forbids it"),
		followup("split.followup_first", "A42", "the list less split.*", "of the first part"),
		followup("split.followup_second", "A42", "the list less split.*", "of the second part"),
		followup("split.followup_all", "A42", "", "of both"),
		row("unswitch.enable", Flag, Force, "A42", byCost,
			"demands a version of the loop for each result of an invariant condition"),
		row("unswitch.disable", Flag, Forbid, "A42", "", "forbids it"),
		followup("unswitch.followup_true", "A42", "the list less unswitch.*", "of the version for a true condition"),
		followup("unswitch.followup_false", "A42", "the list less unswitch.*", "of the version for a false condition"),
		followup("unswitch.followup_all", "A42", "", "of both"),
		row("stride_versioning.enable", Flag, Force, "A42", byCost,
			"demands a version of the loop for the case that a stride given by the caller is 1"),
		row("stride_versioning.disable", Flag, Forbid, "A42", "", "forbids it"),
		followup("stride_versioning.followup_unit", "A42", "the list less stride_versioning.*", "of the version for stride 1"),
		followup("stride_versioning.followup_other", "A42", "the list less stride_versioning.*", "of the original"),
		followup("stride_versioning.followup_all", "A42", "", "of both"),
		row("subtables.enable", Flag, Force, "own", byCost, "demands private copies of small tables whose "+
			"elements the loop updates at data-dependent indexes (histogram privatization)"),
		row("subtables.disable", Flag, Forbid, "own", "left on the resulting loops", "forbids it"),
		followup("subtables.followup_counted", "own", "the list less subtables.*, with subtables.disable and isdistributed",
			"of the loop that updates the copies"),
		followup("subtables.followup_fallback", "own", "the list less subtables.*, and subtables.disable",
			"of the original, which runs for few iterations, if a run-time check fails, and for the remaining iterations"),
		followup("subtables.followup_all", "own", "", "of both"),
		row("reroll.enable", Flag, Force, "A42", byCost,
			"demands that a body that repeats one computation become a loop with more iterations"),
		row("reroll.disable", Flag, Forbid, "A42", "", "forbids it"),
		followup("reroll.followup_rerolled", "A42", "the list less reroll.*", "of the loop"),
		row("commoning.enable", Flag, Force, "own", byCost,
			"demands that values which later iterations load again be kept in registers"),
		row("commoning.disable", Flag, Forbid, "own", "left on the resulting loops", "forbids it"),
		followup("commoning.followup_commoned", "own", "the list less commoning.*, and commoning.disable",
			"of the loop that carries the values"),
		followup("commoning.followup_fallback", "own", "commoning.disable",
			"of the original, which runs if a run-time check fails"),
		followup("commoning.followup_all", "own", "", "of both"),
		row("vectorize.exits", Word, Option, "own",
			"clamp for exits with a trip count, the cheaper of check_first and predicate for others",
			"how a vector loop handles exits from its middle. clamp stops vector code before the exit; check_first "+
				"tests all lanes before the stores; scalar_epilogue also runs the last iteration in the scalar loop; "+
				"predicate masks the lanes from the exiting iteration on. For a data-dependent exit, clamp ends vector "+
				"code with the last whole vector whose lanes are all known to be in their slices or pages, and "+
				"load_predicate masks the lanes that are not. page_pair, page_predicate and page_align keep reads of "+
				"objects of unknown extent within pages that the program reads: by vectors up to the end of a page and "+
				"scalar code across it, by masked vectors at the end of a page, or by aligned vectors; page selects the "+
				"cheapest of the three").
			oneOf("clamp", "check_first", "scalar_epilogue", "predicate", "load_predicate", "page", "page_pair",
				"page_predicate", "page_align"),
		row("vectorize.regions", Word, Option, "own", "the cost model decides for each region",
			"whether vector code branches around conditional code that no lane needs (branch), or runs it masked in any "+
				"case (mask)").oneOf("branch", "mask"),
		row("vectorize.align.enable", Bool, Option, "T07", byCost,
			"whether a vector loop may start with a masked iteration, up to the one at which one of its accesses is "+
				"aligned, if the target has masks"),
		row("vectorize.gathers", Word, Option, "own", "the cost model decides for each gather",
			"whether vector code tests if all gathered elements are in a window of two registers, and then loads and "+
				"permutes the window instead of gathering (window), or always gathers (plain)").oneOf("window", "plain"),
		row("vectorize.outer", Bool, Option, "own", "the cost model decides; vectorize.enable on an outer loop demands it",
			"whether a loop that contains other loops may be vectorized together with its inner loops"),
		row("prefer_width", Width, Option, "own", "the processor's preferred width", "bits of a vector").upTo(512),
	}
}
