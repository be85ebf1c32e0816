package vplan

import (
	"fmt"
	"io"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Group is an interleaved group: accesses of the same base, stride and element size whose offsets differ by less than
// the stride, so that Factor consecutive vectors hold all of them.
type Group struct {
	Factor  int                // stride in elements
	Elem    ir.Elem            // of its vectors; a load's members may be smaller, in bits from Off%Elem.Size() on
	Members []*analysis.Access // by element offset, len Factor; nil is a gap
	Lead    *analysis.Access   // member of the lowest offset present; its address minus its offset is the group's
	Write   bool
	// Pos is the member at which a store group is emitted: the last in program order.
	Pos *analysis.Access
	// byLanes: the members of a store group are stored lane by lane.
	byLanes bool
	// forms is how memory and values go over into each other otherwise, by the logarithm of the number of lanes.
	forms [maxLogLanes + 1]form
}

// maxLogLanes is the logarithm of ir.MaxLanes.
const maxLogLanes = 6

// form is how vectors of a group's memory become its members' values, or the converse.
type form uint8

// The forms.
const (
	shuffles   form = iota // whole vectors in memory order, taken apart or joined by shuffles
	slots                  // loads of structures as integers, of which members are shifted down
	structures             // instructions for structures: LoadStrided, StoreInterleaved
	Halves                 // as Shuffles, by halves of registers
	sorted                 // as Halves, of which each brings its elements of a member together first
	Tuples                 // whole vectors in memory order, in which members change places, or that are computed with (tuples)
)

// Tail says how the iterations left over by the main vector loop are done.
type Tail uint8

// The tails.
const (
	TailScalar Tail = iota // by the scalar loop
	TailMasked             // by one masked vector loop
)

func (t Tail) String() string { return [...]string{"scalar", "masked"}[t] }

// Stage is one vector loop: VF lanes, UF vectors in flight.
type Stage struct {
	VF, UF int
	Masked bool
	// Predicated: the lanes from the first one on that leaves the loop are masked off in the middle of the vector
	// iteration, and the scalar loop goes on at that lane's iteration. Such a stage is the last one, and does only what
	// stages of as many lanes have left; masked as well where one of them is.
	Predicated bool
	// joined: the predicated stage is the masked tail, too.
	joined bool
	// overlapping: one vector iteration does what is left over, with those before it that a whole one takes. They are
	// done again, which makes no difference to a search.
	overlapping bool
}

// Step is the number of iterations a vector iteration through the stage's loop does.
func (s Stage) Step() int { return s.VF * s.UF }

// detached says whether only side exits lead to the stage, and it to the scalar loop.
func (s Stage) detached() bool { return s.Predicated && !s.joined }

// Plan is a way to vectorize a loop: recipes and the stages to run them in.
type Plan struct {
	Legal   *Legal
	Recipes []*Recipe // in order of execution
	Stages  []Stage
	Regions []*Region // runs of recipes that are left out where their mask is empty
	Windows []*Recipe // gathers to be done by windows where the data permit (window.go)
	Tail    Tail
	MinIter int64   // fewer iterations than this go straight to the scalar loop
	Cost    float64 // estimated cycles per scalar iteration in the main loop, by which plans are compared
	Bound   Bound   // what the processor's units allow there
	Scalar  float64 // estimated cycles of an iteration of the scalar loop; 0 if nobody asked
	rounded bool    // quotients and roots are not approximated, though they might be
	Pos     ir.Pos  // of the loop that the program has; versions of one share it
	// Predicate: the iterations in front of the one that leaves the loop from the middle of a vector iteration are
	// vector code's too.
	Predicate bool
	// Exits are the ways to treat exits in the middle that were compared.
	Exits []ExitPrice

	// Front is a vector iteration that aligns an access; nil is none.
	Front *Front

	// nest: the loop contains others, which run inside the vector iteration (nest.go).
	nest bool
	// Unrolled: those others are to be unrolled first; the plan is only priced.
	Unrolled bool

	// Streams are the loads that must stay in the page of a vector iteration's first lane (inbounds.go).
	Streams []*Recipe

	target tti.Info   // that the plan has been chosen for
	tuples [2]*tuples // found by tuplesOf
	recipeIndex
}

// recipeIndex finds recipes.
type recipeIndex struct {
	byValue []*Recipe // by ir.Value.ID
	blockM  []*Recipe // block masks by ir.Block.ID
	nextID  int
	mem     *memory
}

// mostStages is how many a plan mostly has at most.
const mostStages = 3

func newPlan(l *Legal) *Plan {
	fillKinds()
	mem := ir.Attached[memory](l.F)
	p := &mem.plans.Take(1)[0]
	p.Legal, p.recipeIndex = l, recipeIndex{byValue: mem.lists.Take(l.F.NumValues()),
		blockM: mem.lists.Take(l.F.NumBlocks()), mem: mem}
	return p
}

// VF is the number of lanes of the main loop.
func (p *Plan) VF() int { return p.Stages[0].VF }

// UF is the interleave count of the main loop.
func (p *Plan) UF() int { return p.Stages[0].UF }

// of is the recipe of v, or nil.
func (p *Plan) of(v *ir.Value) *Recipe {
	if int(v.ID) < len(p.byValue) {
		return p.byValue[v.ID]
	}
	return nil
}

// Legal is what must hold and what is known of a loop that may be vectorized.
type Legal struct {
	F      *ir.Func
	Loop   *analysis.Loop
	SE     *analysis.SCEV
	Target tti.Info    // nil if nobody asks for prices
	Body   []*ir.Block // in reverse postorder; Body[0] is the header, the last the latch
	Exit   *ir.Block   // where the latch leaves to; nil if it does not

	carriedFacts
	memoryFacts
	iterationFacts
	wishes

	// Narrowed is by ir.Value.ID the elements that vector code computes a value in, if they are smaller than its own.
	Narrowed []ir.Elem
	// Latency is the number of cycles that an iteration of the scalar loop waits for the one before, as far as it is
	// known.
	Latency float64
}

// carriedFacts are about the values that go from one iteration to the next.
type carriedFacts struct {
	Phis    []analysis.PhiClass // of the header
	Carried []Carried           // what is known of some of them
	// FloatIVs are float inductions whose sums vector code must find to be exact before it runs.
	FloatIVs []*analysis.PhiClass
	// FirstZero are the reductions of which it matters which of zeros of both signs comes first, by the ID of the phi;
	// the loop stores nothing. Where it does, they are arg reductions.
	FirstZero map[ir.ID]bool
	// InOrder are the sums of floats that keep the order of the source, by the ID of the phi.
	InOrder map[ir.ID]bool
}

// memoryFacts are about loads and stores.
type memoryFacts struct {
	Accesses []*analysis.Access // in program order
	ByValue  []*analysis.Access // by ir.Value.ID
	Groups   []*Group
	GroupOf  []*Group // by ir.Value.ID
	Pairs    []Pair
	// MonotonicOf and MonotonicChecks are the accesses and the checks along monotonic indices.
	MonotonicOf     map[*ir.Value]*MonotonicAccess
	MonotonicChecks map[*ir.Value]*MonotonicCheck
	// MonotonicExits are the blocks that leave the loop because of where such an index is.
	MonotonicExits map[*ir.Block]*MonotonicCheck
	// Updates are the changes of elements that iterations pick, by their stores. Vector code has no other use for the
	// loads.
	Updates map[*ir.Value]*Update
	// Paged says by ir.Value.ID of which loads the vector code's iterations, or those of each vector iteration that
	// does no more than MaxStep of them, read within the page that the first one reads in.
	Paged map[*ir.Value]Span
	orderFacts
}

// orderFacts are about the order in which vector code does loads and stores.
type orderFacts struct {
	// Rank is the order of the accesses, by ir.Value.ID, members of a group alike; nil is the order of the program.
	Rank []int32
	// Blended are loads of what the same iteration may have stored, with these stores: Rank has them in front of those.
	Blended map[*ir.Value][]*ir.Value
	// Forwarded are loads of what the iteration before has stored, with the stores, which vector code does first.
	Forwarded map[*ir.Value]*ir.Value
	// Promised says that some dependences are excluded by a promise of the metadata alone.
	Promised bool
	// MaxStep bounds VF*UF by the distances of known dependences; 0 is no bound.
	MaxStep int64
	// Forwards is the least number of iterations from a store to a load of the same place; 0 is none known.
	Forwards int64
}

// iterationFacts are about the iterations that vector code runs, and about how it leaves the loop.
type iterationFacts struct {
	Trips           analysis.Expr   // iterations the scalar loop runs if nothing panics: i64, at least 1
	IterationBounds []analysis.Expr // iterations for which each check holds
	// Counted says by ir.Value.ID which checks IterationBounds cover.
	Counted []bool
	// CountedExits says by ir.Block.ID which exits IterationBounds cover; of others than the latch.
	CountedExits []bool
	// TestedExits are exits whose counts are known, but which vector code tests in every vector iteration.
	TestedExits []*ir.Block
	// LatchBails: the data decide whether the latch leaves the loop; it is tested like an exit in the middle.
	LatchTested bool
	// ChecksFirst: some check or exit is behind a store. It is tested before, with the loads it needs, which are
	// Hoisted, by ir.Value.ID; Rank tells their places.
	ChecksFirst bool
	Hoisted     []bool
	// Exits names how exits in the middle are treated; "" if there are none.
	Exits string
	// NeedScalar: at least one iteration must be left to the scalar loop, which computes live-outs no recipe can.
	NeedScalar bool
	before     []int32 // see Tests
}

// wishes is what the metadata ask: 0 or false is nothing asked.
type wishes struct {
	Width, Interleave int
	Forced            bool
	MaskTail          int // 1 demands a masked tail, -1 forbids it
	TailParts         int // parts that the masked tail of a nest without reductions may have; 0 is 1
	Predicate         int // 1 wants predicated exits, -1 forbids them
	Regions           RegionMode
	Align             AlignMode
	Gathers           GatherMode
}

// Carried is what is known of phis of the header that are neither inductions nor plain reductions: an *ArgReduction,
// *ConditionalAssignment, *MonotonicIndex or *Scan. One phi may be a ConditionalAssignment and a Scan.
type Carried interface {
	carries(phi *ir.Value) bool
}

// carriedBy is what is known of phi as a T; nil if it is none.
func carriedBy[T Carried](l *Legal, phi *ir.Value) (none T) {
	for _, c := range l.Carried {
		if t, ok := c.(T); ok && t.carries(phi) {
			return t
		}
	}
	return none
}

// Leaves says whether blk is left to leave the loop other than the latch.
func (l *Legal) Leaves(blk *ir.Block) bool {
	return blk != l.Loop.Latch && blk.Kind == ir.BlockIf &&
		(!l.Loop.Contains(blk.Succs[0]) || !l.Loop.Contains(blk.Succs[1]))
}

// TestsExit says whether vector code must test if the loop is left from blk: the data decide it.
func (l *Legal) TestsExit(blk *ir.Block) bool {
	if blk == l.Loop.Latch {
		return l.LatchTested
	}
	return l.Leaves(blk) && !(int(blk.ID) < len(l.CountedExits) && l.CountedExits[blk.ID])
}

// Verify checks a plan before it is executed:
//
//  1. there is a stage, vector factors are powers of two that do not grow from stage to stage, and only the last stage
//     is masked, or predicated, which may stand behind a masked one, and has one part and, if it is predicated, the
//     lanes of the first stage;
//  2. a recipe's arguments and mask come before it, except the update of a reduction;
//  3. a partial operation under a condition has a mask;
//  4. stores have a value;
//  5. the streams stay in a page;
//  6. a group has Factor places and a lead, and one that is stored lane by lane is in no masked or predicated stage;
//  7. no test comes behind a store, and behind a test nothing that must not be done in vain is done once for all lanes if
//     exits are predicated;
//  8. what verifyRegions asks of regions, or verifyNest of inner loops.
func (p *Plan) Verify() error {
	if len(p.Stages) == 0 {
		return fmt.Errorf("vplan: no stage")
	}
	for k, s := range p.Stages {
		if s.VF < 2 || s.VF&(s.VF-1) != 0 || s.UF < 1 {
			return fmt.Errorf("vplan: stage %d is %dx%d", k, s.VF, s.UF)
		}
		if s.Predicated && s.VF != p.VF() {
			return fmt.Errorf("vplan: stage %d is predicated and has not the lanes of the first", k)
		}
		if k > 0 && s.VF > p.Stages[k-1].VF && !s.Predicated {
			return fmt.Errorf("vplan: stage %d is wider than the one before", k)
		}
		last := k == len(p.Stages)-1 || !s.Predicated && p.Stages[k+1].detached()
		if (s.Masked || s.Predicated) && (k == 0 || !last) {
			return fmt.Errorf("vplan: stage %d is masked or predicated but not the last", k)
		}
		if (s.Masked && !(p.nest && !p.Reduces()) || s.Predicated) && s.UF != 1 {
			return fmt.Errorf("vplan: stage %d is masked or predicated and has %d parts", k, s.UF)
		}
	}
	for _, r := range p.Streams {
		at, span := r.Stream()
		if safe, ok := p.Legal.Paged[at.V]; !ok || !span.within(safe) {
			return fmt.Errorf("vplan: %s may read behind the page that the program reads in", r)
		}
	}
	seen := p.Legal.F.NewFlags(p.nextID)
	var stored *Recipe
	tested := false
	for _, r := range p.Recipes {
		for i := range len(r.Args) + 1 {
			a := r.mask
			if i > 0 {
				a = r.Args[i-1]
			}
			if a != nil && !seen[a.id] && !r.updated() {
				return fmt.Errorf("vplan: %s uses r%d before it is made", r, a.id)
			}
		}
		seen[r.id] = true
		if r.is(isStore) && len(r.Args) == 0 {
			return fmt.Errorf("vplan: %s stores nothing", r)
		}
		if verify := kinds[r.Kind].verify; verify != nil {
			if err := verify(p, r); err != nil {
				return err
			}
		}
		switch {
		case r.is(leaves) && stored != nil:
			return fmt.Errorf("vplan: %s is behind %s", r, stored)
		case r.is(isStore):
			stored = r
		case p.Predicate && tested && r.once():
			return fmt.Errorf("vplan: %s is behind a test, and exits are predicated", r)
		}
		tested = tested || r.is(leaves)
	}
	if p.nest {
		return p.verifyNest()
	}
	return p.verifyRegions(nil, p.Regions)
}

// String is a short description: VF=16 UF=4 tail=masked.
func (p *Plan) String() string {
	if len(p.Stages) == 0 {
		return "no stages"
	}
	b := make(words, 0, 128) // on the stack, as Versions
	b = b.number("VF=", p.VF(), "").number(" UF=", p.UF(), "")
	for _, st := range p.Stages[1:] {
		switch {
		case st.Masked && (!st.Predicated || st.joined):
			b = b.number(" tail=masked(", st.VF, ")")
		case st.overlapping:
			b = b.number(" tail=overlapping(", st.VF, ")")
		case st.Predicated:
			b = b.number(" exits=predicated(", st.VF, ")")
		default:
			b = b.number(" +", st.VF, "x").number("", st.UF, "")
		}
	}
	if p.Front != nil {
		b = b.number(" aligned=", p.Front.Bytes, "")
	}
	if n := countRegions(p.Regions); n > 0 {
		b = b.number(" regions=", n, "")
	}
	if n := len(p.Windows); n > 0 {
		b = b.number(" windows=", n, "")
	}
	return string(b)
}

// Print writes the plan as a program of recipes.
//
//	plan VF=16 UF=4 tail=masked(16) cost=0.0703 minimum=4
//	  trips: v1
//	  bound: v2
//	  check: v12 v14: distance
//	  stage: 16 lanes x 4
//	  stage: 16 lanes, masked
//	  WIDEN-LOAD   r0 f32 Load v12
//	  WIDEN        r1 f32 Mul v13 r0 r0
func (p *Plan) Print(w io.Writer) {
	fmt.Fprintf(w, "plan %s cost=%.3g minimum=%d\n", p, p.Cost, p.MinIter)
	l := p.Legal
	fmt.Fprintf(w, "  trips: %s\n", l.Trips)
	for _, e := range l.IterationBounds {
		fmt.Fprintf(w, "  bound: %s\n", e)
	}
	if l.NeedScalar {
		fmt.Fprintf(w, "  bound: trips - 1 (the scalar loop computes a live-out or leaves)\n")
	}
	if l.Exits != "" {
		fmt.Fprintf(w, "  exits: %s\n", l.Exits)
	}
	for _, y := range l.monotonicIndices() {
		fmt.Fprintf(w, "  monotonic: %s\n", y.Phi.Phi)
	}
	for _, pr := range l.Pairs {
		kind := "extents disjoint"
		if pr.Distance {
			kind = "distance"
		} else if pr.Ahead {
			kind += ", or loads ahead"
		}
		fmt.Fprintf(w, "  check: %s %s: %s\n", pr.First.V, pr.Second.V, kind)
	}
	for _, c := range l.FloatIVs {
		fmt.Fprintf(w, "  check: %s: sums exact\n", c.Phi)
	}
	for _, r := range p.Streams {
		fmt.Fprintf(w, "  stream: %s: within the page of its first lane\n", r.V)
	}
	if a := p.Front; a != nil {
		fmt.Fprintf(w, "  front: %d lanes, masked, until %s is aligned to %d bytes, from %d iterations on\n", p.VF(),
			a.at.V, a.Bytes, a.from)
	}
	for _, s := range p.Stages {
		switch {
		case s.Masked && s.Predicated:
			fmt.Fprintf(w, "  stage: %d lanes, masked, exits predicated\n", s.VF)
		case s.Masked && s.UF > 1:
			fmt.Fprintf(w, "  stage: %d lanes x %d, masked\n", s.VF, s.UF)
		case s.Masked:
			fmt.Fprintf(w, "  stage: %d lanes, masked\n", s.VF)
		case s.overlapping:
			fmt.Fprintf(w, "  stage: %d lanes, overlapping\n", s.VF)
		case s.Predicated:
			fmt.Fprintf(w, "  stage: %d lanes, exits predicated\n", s.VF)
		default:
			fmt.Fprintf(w, "  stage: %d lanes x %d\n", s.VF, s.UF)
		}
	}
	printRecipes(w, "  ", p.Recipes, p.Regions)
}
