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
			"(0); demanded, it grants another order of floating-point sums, unless exact is written"),
		row("vectorize.width", Width, Force, "A02", byCost,
			"lanes of a vector; more than 1 demands vectorization and grants what vectorize.enable grants, 1 leaves "+
				"interleaving only, 0 asks for nothing").upTo(64),
		row("vectorize.predicate.enable", Bool, Force, "A03", byCost,
			"demands that the iterations left over run under a mask (1), or forbids it (0)"),
		row("vectorize.scalable.enable", Bool, Ignored, "A04", "0",
			"vectors of a length known only at run time; no target here has them"),
		row("interleave.count", Width, Force, "A05", byCost,
			"vectors that an iteration of the vector loop takes; more than 1 demands it, 1 forbids it, 0 asks for nothing").
			of("vectorize").upTo(16),
		row("isvectorized", Flag, Mark, "A06", "left on the vector loop and on what remains of the original",
			"the loop is not vectorized again").of("vectorize"),
		row("vectorize.body", Bool, Mark, "A07", "left on vector loops",
			"the loop is a main vector loop or, with vectorize.epilogue, a narrower one behind it"),
		row("vectorize.epilogue", Bool, Mark, "A07", "left on what remains of the original",
			"the loop does what a vector loop left over"),
		followup("vectorize.followup_vectorized", "A08", "the list less vectorize.* and interleave.*, and isvectorized",
			"of the main vector loop; narrower ones behind it have marks, and of the list facts and what is forbidden"),
		followup("vectorize.followup_epilogue", "A09",
			"the list, isvectorized, and unroll.runtime.disable unless it has unroll.*",
			"of the scalar loop that does the rest, and everything where a run-time check fails"),
		followup("vectorize.followup_all", "A10", "", "of both"),

		// Unrolling.
		row("unroll.enable", Flag, Force, "A11", byCost,
			"demands unrolling: complete if the trip count is known, else by a factor"),
		row("unroll.count", Count, Force, "A12", byCost, "the factor; more than 1 demands unrolling, 1 forbids it"),
		row("unroll.full", Flag, Force, "A13", "", "demands that nothing be left of the loop"),
		row("unroll.disable", Flag, Forbid, "A14", "left on unrolled loops", "forbids unrolling and unroll-and-jam"),
		row("unroll.runtime.disable", Flag, Forbid, "A15", "left on the remainder of vector loops",
			"forbids heuristics to unroll if the trip count is known only at run time"),
		followup("unroll.followup_unrolled", "A16", "the list less unroll.*, and unroll.disable", "of the unrolled loop"),
		followup("unroll.followup_remainder", "A17", "facts, and marks that nothing is left to do",
			"of the loop that does the iterations left over"),
		followup("unroll.followup_all", "A18", "", "of both"),

		// Unroll-and-jam.
		row("unroll_and_jam.enable", Flag, Force, "A19", byCost,
			"demands that the loop be unrolled and the copies of its inner loops be joined"),
		row("unroll_and_jam.count", Count, Force, "A19", byCost, "the factor; more than 1 demands it"),
		row("unroll_and_jam.disable", Flag, Forbid, "A19", "", "forbids it"),
		followup("unroll_and_jam.followup_outer", "A20", "the list less unroll.* and unroll_and_jam.*, and unroll.disable",
			"of the outer loop"),
		followup("unroll_and_jam.followup_inner", "A21", "what the inner loop had", "of the joined inner loops"),
		followup("unroll_and_jam.followup_remainder_outer", "A22", "nothing",
			"of the outer loop that does the iterations left over"),
		followup("unroll_and_jam.followup_remainder_inner", "A23", "what the inner loop had", "of the inner loops in it"),
		followup("unroll_and_jam.followup_all", "A24", "", "of all four"),

		// Distribution.
		row("distribute.enable", Bool, Force, "A25", byCost,
			"demands that the loop be cut into several (1) or forbids it (0)"),
		followup("distribute.followup_coincident", "A26", "the list less distribute.*, and isdistributed",
			"of the loops without dependences between iterations"),
		followup("distribute.followup_sequential", "A27", "the list less distribute.*, and isdistributed",
			"of the loop with them"),
		followup("distribute.followup_fallback", "A28", "the list less distribute.*, and isdistributed",
			"of the original, which runs where a run-time check fails; disable_nonforced is recommended"),
		followup("distribute.followup_all", "A29", "", "of all of them"),
		row("isdistributed", Flag, Mark, "A30", "left on distributed loops", "the loop is not distributed again").
			of("distribute"),

		// Code motion.
		row("licm_versioning.disable", Flag, Forbid, "A31", "", "forbids versioning for invariant code"),
		row("licm_versioning.enable", Flag, Force, "own", byCost,
			"demands a copy of the loop for the case that its stores touch no invariant load, which then leaves it"),
		followup("licm_versioning.followup_versioned", "own", "the list less licm_versioning.*", "of that copy"),
		followup("licm_versioning.followup_fallback", "own", "disable_nonforced", "of the original"),
		followup("licm_versioning.followup_all", "own", "", "of both"),
		row("licm.disable", Flag, Forbid, "A32", "", "nothing invariant leaves the loop"),

		// About the loop as a whole.
		row("disable_nonforced", Flag, Forbid, "A33", "",
			"forbids every transformation that is not demanded; canonical form is still made"),
		row("estimated_trip_count", Count, Fact, "A34", "",
			"iterations that the loop makes on average each time it is entered"),
		row("mustprogress", Flag, Promise, "A35", "", "the loop ends: without effects and uses it may be deleted"),
		row("parallel_accesses", Group, Promise, "A36", "", "no iteration depends on another through memory; with the name "+
			"of an access group, by way of the accesses in it (or in others that are named so)"),
		row("mem.parallel_loop_access", Flag, Promise, "A37", "", "the old form of parallel_accesses").of(""),
		row("peeled.count", Count, Mark, "A38", "left on peeled loops",
			"iterations peeled off so far, which bound further peeling").of("peel"),
		row("pipeline.disable", Bool, Ignored, "A39", "", "of LLVM's machine pipeliner, which there is none of here"),
		row("pipeline.initiationinterval", Count, Ignored, "A39", "",
			"of LLVM's machine pipeliner, which there is none of here"),
		row("irr_loop", Flag, Ignored, "A40", "",
			"weights of irreducible loops, which Go's statements cannot make without goto"),
		row("ivdep", Flag, Promise, "A41", "", "iterations depend on one another only where that is proved"),
		row("ivdep.enable", Bool, Promise, "A41", "", "the same, as once proposed for LLVM").of(""),

		// Our own.
		row("interchange.enable", Flag, Force, "A42", byCost, "demands that the loop and the one in it change places"),
		row("interchange.disable", Flag, Forbid, "A42", "", "forbids it"),
		followup("interchange.followup_outer", "A42", "what the loop had that is now the outer one",
			"of the loop that is now outside"),
		followup("interchange.followup_inner", "A42", "what the loop had that is now the inner one, less interchange.*",
			"of the loop that is now inside"),
		followup("interchange.followup_all", "A42", "", "of both"),
		row("peel.count", Count, Force, "A42", byCost, "iterations to peel off the beginning; more than 0 demands it"),
		row("peel.last", Count, Force, "A42", "0", "iterations to peel off the end; more than 0 demands it"),
		row("peel.enable", Flag, Force, "A42", byCost,
			"demands as many iterations as make a value or a comparison known in the rest"),
		row("peel.align", Width, Force, "A42", "0", "demands iterations in a loop of their own until the first store "+
			"with a stride is aligned to that many bytes; 0 asks for nothing").upTo(4096),
		row("peel.disable", Flag, Forbid, "A42", "", "forbids it"),
		followup("peel.followup_peeled", "A42", "the list less peel.*",
			"of the iterations peeled off, where they are a loop"),
		followup("peel.followup_remaining", "A42", "the list less peel.*, and peeled.count", "of the loop that is left"),
		followup("peel.followup_all", "A42", "", "of both"),
		row("runs.enable", Flag, Force, "own", byCost,
			"demands that iterations in succession that only go on be a loop of their own"),
		row("runs.disable", Flag, Forbid, "own", "", "forbids it"),
		followup("runs.followup_run", "own", "the list less runs.*", "of the loop of those iterations"),
		followup("runs.followup_remaining", "own", "the list less runs.*", "of the loop around it"),
		followup("runs.followup_all", "own", "", "of both"),
		row("flatten.enable", Flag, Force, "A42", byCost, "demands that the loop and the one in it become one"),
		row("flatten.divide", Flag, Option, "own", "the counters must be used as one",
			"the body may use the two counters apart: they are computed from the one by division, as for OpenMP's "+
				"collapse"),
		row("flatten.disable", Flag, Forbid, "A42", "", "forbids it"),
		followup("flatten.followup_flattened", "A42", "the list less flatten.*, and that of the inner loop",
			"of the one loop"),
		row("fuse.enable", Flag, Force, "A42", byCost, "demands that the loop and the one behind it become one"),
		row("fuse.disable", Flag, Forbid, "A42", "", "forbids it"),
		followup("fuse.followup_fused", "A42", "the list less fuse.*", "of the one loop"),
		row("reverse.enable", Flag, Force, "own", "never unless asked",
			"demands that the iterations run from the last to the first"),
		row("reverse.disable", Flag, Forbid, "own", "left on the original", "forbids it"),
		followup("reverse.followup_reversed", "own", "the list less reverse.*", "of the reversed loop"),
		followup("reverse.followup_fallback", "own", "what is no request, and reverse.disable",
			"of the original, which runs where a run-time check fails, and from a failing check on"),
		followup("reverse.followup_all", "own", "", "of both"),
		row("stripmine.size", Amount, Force, "A42", "no strips", "demands strips of that many iterations, at least 1"),
		row("stripmine.disable", Flag, Forbid, "A42", "", "forbids it"),
		followup("stripmine.followup_outer", "A42", "nothing", "of the loop over strips"),
		followup("stripmine.followup_inner", "A42", "the list less stripmine.*", "of the loop in a strip"),
		followup("stripmine.followup_all", "A42", "", "of both"),
		row("split.at", Place, Force, "A42", byCost, "demands that the loop be cut in two at this value of its variable"),
		row("split.after", Count, Force, "A42", byCost, "demands that the loop be cut in two after that many iterations"),
		row("split.last", Count, Force, "A42", byCost, "demands that the loop be cut in two before that many last iterations"),
		row("split.disable", Flag, Forbid, "A42", "", "forbids it"),
		followup("split.followup_first", "A42", "the list less split.*", "of the first part"),
		followup("split.followup_second", "A42", "the list less split.*", "of the second part"),
		followup("split.followup_all", "A42", "", "of both"),
		row("unswitch.enable", Flag, Force, "A42", byCost,
			"demands a copy of the loop for each outcome of a condition that no iteration changes"),
		row("unswitch.disable", Flag, Forbid, "A42", "", "forbids it"),
		followup("unswitch.followup_true", "A42", "the list less unswitch.*", "of the copy where the condition holds"),
		followup("unswitch.followup_false", "A42", "the list less unswitch.*", "of the other"),
		followup("unswitch.followup_all", "A42", "", "of both"),
		row("stride_versioning.enable", Flag, Force, "A42", byCost,
			"demands a copy of the loop for the case that a step known to the caller only is 1"),
		row("stride_versioning.disable", Flag, Forbid, "A42", "", "forbids it"),
		followup("stride_versioning.followup_unit", "A42", "the list less stride_versioning.*", "of the copy for step 1"),
		followup("stride_versioning.followup_other", "A42", "the list less stride_versioning.*", "of the original"),
		followup("stride_versioning.followup_all", "A42", "", "of both"),
		row("subtables.enable", Flag, Force, "own", byCost, "demands private copies of small tables whose "+
			"elements the loop updates where the data say (histogram privatization)"),
		row("subtables.disable", Flag, Forbid, "own", "left on the loops that come out", "forbids it"),
		followup("subtables.followup_counted", "own", "the list less subtables.*, with subtables.disable and isdistributed",
			"of the loop that changes the copies"),
		followup("subtables.followup_fallback", "own", "the list less subtables.*, and subtables.disable",
			"of the original, which runs where there are few iterations or a run-time check fails, and for the rest"),
		followup("subtables.followup_all", "own", "", "of both"),
		row("reroll.enable", Flag, Force, "A42", byCost,
			"demands that a body that does the same thing several times become a loop of more iterations"),
		row("reroll.disable", Flag, Forbid, "A42", "", "forbids it"),
		followup("reroll.followup_rerolled", "A42", "the list less reroll.*", "of the loop"),
		row("commoning.enable", Flag, Force, "own", byCost,
			"demands that values which later iterations load again stay in registers"),
		row("commoning.disable", Flag, Forbid, "own", "left on the loops that come out", "forbids it"),
		followup("commoning.followup_commoned", "own", "the list less commoning.*, and commoning.disable",
			"of the loop that carries them"),
		followup("commoning.followup_fallback", "own", "commoning.disable",
			"of the original, which runs where a run-time check fails"),
		followup("commoning.followup_all", "own", "", "of both"),
		row("vectorize.exits", Word, Option, "own",
			"clamp for exits with a count, the cheaper of check_first and predicate for others",
			"how a vector loop treats exits from its middle: it stops before, it tests all lanes in front of the "+
				"stores, or it also leaves the last iteration to the scalar loop, or does what comes before the "+
				"iteration that leaves under masks (predicate). Where the data decide an exit, clamp ends vector code "+
				"with the last whole vector whose lanes are all known to lie in their slices or pages, and "+
				"load_predicate masks the lanes that do not. page_pair, page_predicate and page_align say how it "+
				"keeps within pages that the program reads in, where it reads objects of unknown extent: by vectors up "+
				"to the end of a page and scalar code across it, by masked vectors at the end of a page, by aligned "+
				"vectors; page is the cheapest of them").
			oneOf("clamp", "check_first", "scalar_epilogue", "predicate", "load_predicate", "page", "page_pair",
				"page_predicate", "page_align"),
		row("vectorize.regions", Word, Option, "own", "the cost model decides for each region",
			"whether vector code tests for every condition if it holds for any lane and branches round what is under it, "+
				"or does everything under masks").oneOf("branch", "mask"),
		row("vectorize.align.enable", Bool, Option, "T07", byCost,
			"whether a vector loop may begin with an iteration under a mask, up to the iteration at which one of its "+
				"accesses "+
				"is aligned, where the target has masks"),
		row("vectorize.gathers", Word, Option, "own", "the cost model decides for each gather",
			"whether vector code tests if what the data point at lies in one window of two registers, and then loads and "+
				"permutes that instead of gathering").oneOf("window", "plain"),
		row("vectorize.outer", Bool, Option, "own", "the cost model decides; vectorize.enable on such a loop demands it",
			"whether a loop that contains others may be vectorized, its inner loops inside"),
		row("prefer_width", Width, Option, "own", "what the processor prefers", "bits of a vector").upTo(512),
	}
}
