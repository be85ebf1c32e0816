package vplan

import (
	"fmt"
	"strings"
	"sync"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Recipe computes the lanes of one value of the loop body.
type Recipe struct {
	id   int
	Kind Kind
	V    *ir.Value // the scalar value it widens; nil for masks, and for an Invariant that is Scale != 0
	elem ir.Elem   // of the lanes; Void for stores
	Args []*Recipe
	mask *Recipe // of memory operations and blends: nil is all lanes
	phi  *analysis.PhiClass
	// scale is the constant of a CountPhi, the sign included; of a BlockLoad or BitTest the most lanes that a vector
	// may have; of an EdgeMask or SideExit 1, or -1 if the condition is negated.
	scale int64
	// Odds is, of a condition that decides a branch, how likely it holds where the branch is reached.
	Odds ir.Likely

	memoryPart
	carriedPart
	exitPart
	nestPart
}

// memoryPart is of loads and stores.
type memoryPart struct {
	Access    *analysis.Access
	rev       bool             // the consecutive access walks backwards
	group     *Group           // of GroupLoad and GroupStore
	monotonic *MonotonicAccess // of ExpandLoad and CompressStore
	update    *Update          // of a ScatterStore that changes what it finds
	table     *table           // of a Lookup, which has no Access
	bits      *bitTest         // of a BitTest
	packed    *groupBits       // of GroupBits
	period    *period          // of a Periodic, which has no Access either, and a PeriodLoad
	at        *laneAccess      // of nests, where it takes the place of Access
}

// carriedPart is of what goes from one iteration to the next.
type carriedPart struct {
	sum   *partialSum   // of a SumPhi
	count *maskedCount  // of a CountPhi, BitsPhi
	from  *Recipe       // the Splice of an AssignLanes, ScanLanes
	scan  *Scan         // of a ScanLanes, PolyPhi
	arg   *ArgReduction // of a ArgPhi, ArgIndex, ArgTest
	auto  *Autonomous   // of a JumpAhead
}

// exitPart is of a SideExit.
type exitPart struct {
	check   *MonotonicCheck // it tests an index along a monotonic index
	ofCheck bool            // it tests a bounds check, or the like, and not an exit
	counted bool            // the count of the exit that it tests is known
}

// nestPart is of nests (nest.go).
type nestPart struct {
	lane   lane    // how the lanes differ
	spread bool    // a scalar of which some user wants a vector
	inner  *inner  // of what begins, ends or belongs to an inner loop
	next   *Recipe // of a LoopPhi: its value in the next iteration
	frozen bool    // of a LoopPhi: lanes that do not reach the latch keep it
	mode   outMode // of a LoopOut
	out    *Recipe // of a Keep: what it is for
}

// laneAccess is the address of a load or store of a nest: Base + Off + Scale times the sum of Index, Base being
// invariant in the outer loop. Lane is how that sum differs between lanes.
type laneAccess struct {
	base       *ir.Value
	index      []*Recipe
	off, scale int32
	lane       lane
}

// isUniform says whether the recipe yields one scalar for all lanes.
func (r *Recipe) isUniform() bool {
	f := kinds[r.Kind].flags
	return f&scalar != 0 || f&laneScalar != 0 && r.lane.kind == laneUniform
}

// updated says whether r is a phi of the vector loop whose argument is its update, at the end of a vector iteration.
func (r *Recipe) updated() bool { return r.is(accumulates) }

// uses calls do for everything r is made from.
func (r *Recipe) uses(do func(*Recipe)) {
	for _, a := range r.Args {
		if a != nil {
			do(a)
		}
	}
	if r.mask != nil {
		do(r.mask)
	}
}

// memElem is the element that a load or store moves.
func (r *Recipe) memElem() ir.Elem {
	if r.is(isStore) {
		return r.V.StoredValue().Type.Elem
	}
	return r.elem
}

// String prints one recipe.
func (r *Recipe) String() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%-12s", r.Kind)
	if r.elem != ir.Void {
		fmt.Fprintf(&s, " r%d %s", r.id, r.elem)
	} else {
		fmt.Fprintf(&s, " r%d", r.id)
	}
	if r.V != nil {
		fmt.Fprintf(&s, " %s %s", r.V.Op, r.V)
	}
	for _, a := range r.Args {
		if a == nil {
			s.WriteString(" -")
			continue
		}
		fmt.Fprintf(&s, " r%d", a.id)
	}
	if r.mask != nil {
		fmt.Fprintf(&s, " if r%d", r.mask.id)
	}
	if note := kinds[r.Kind].note; note != nil {
		s.WriteString(note(r))
	}
	return s.String()
}

// phiNote names the operation of a phi.
func phiNote(r *Recipe) string { return fmt.Sprintf(" [%s]", r.phi.Op) }

// Kind is the kind of a recipe: how the lanes of a value come about.
type Kind uint8

// The kinds. What the package knows of each is its row in the table kinds.
const (
	Invariant     Kind = iota // the same scalar in all iterations: splat where a vector is wanted
	WidenIV                   // an induction: start + step*(i + 0, 1, 2, …)
	ReducePhi                 // a vector of partial results carried around the loop
	OrderedPhi                // a scalar sum of floats, in the order of the source
	CountPhi                  // a scalar count of true lanes (a sum of selects of a constant)
	BitsPhi                   // a scalar of the bits of true lanes (an or of selects of 1<<i)
	SumPhi                    // partial sums of bytes, absolute differences (VPSADBW), products
	PolyPhi                   // partial values of a polynomial, by residue classes of its coefficients
	Widen                     // an elementwise operation on vectors
	Uniform                   // an operation done once per vector iteration: its result is equal in all lanes
	WidenLoad                 // consecutive elements, forwards or backwards
	GroupLoad                 // a member of an interleaved group of strided loads
	GatherLoad                // an address per lane
	Lookup                    // an entry of a small table per lane, which registers hold
	Periodic                  // a remainder that is the same in every vector iteration: the low bits of a number
	PeriodLoad                // a load whose places are quotients: pieces of memory, and a shuffle
	UniformLoad               // one address for all lanes
	BlockLoad                 // one address for all lanes of a vector: an index that changes now and then
	BitTest                   // a bit of a word for each lane, the next one for the next lane
	GroupBits                 // conditions on the members of a load group: the bits of a mask
	ExpandLoad                // the next element for each lane that is on
	WidenStore                // consecutive elements
	GroupStore                // a member of an interleaved group of stores; the last member stores
	CompressStore             // the lanes that are on, one behind the other
	ScatterStore              // an address per lane
	Blend                     // a phi of if-converted paths: select by edge masks
	BlockMask                 // the lanes that reach a block
	EdgeMask                  // the lanes that take an edge
	SideExit                  // leave for the scalar loop, which does all this again, if a lane fails a check or exits
	JumpAhead                 // a map of what it was VF iterations before
	Splice                    // the value of the iteration before: the last lane of the part before, then this one's
	Forward                   // a load of what the iteration before has stored: a Splice of that
	AssignLanes               // of each lane, what the last lane up to it has assigned, or what came in
	ScanLanes                 // of each lane, what came in combined with something of all lanes up to it
	ArgPhi                    // what the iterations of each lane have assigned under a condition
	ArgIndex                  // the number of the last iteration that did
	ArgTest                   // the lanes in which a value beats the best so far
	MonotonicPhi              // a scalar: the place in memory that is next
	Last                      // the last lane of a value, which the loop's exit wants
	Linear                    // of a nest: a scalar, that of lane 0, from which the others differ by a stride (nest.go)
	UniformMask               // of a nest: an edge that all lanes take or none, a scalar
	LoopBegin                 // of a nest: here an inner loop begins
	LoopMask                  // the lanes that are still in a divergent inner loop
	LoopPhi                   // a phi of the header of an inner loop
	Keep                      // notes what lanes that leave an inner loop leave with
	LoopEnd                   // goes round again, if some lane does
	LoopOut                   // what an inner loop leaves behind
	GuardBegin                // of a nest: here blocks begin that all lanes enter or none does (nestguard.go)
	GuardEnd                  // and here they end
	GuardOut                  // what they leave behind
	numKinds
)

// row is what the package knows of a kind. A function that is nil has nothing to do.
type row struct {
	name  string // in plans
	flags flags
	note  func(r *Recipe) string // what plans say behind a recipe's arguments

	// demand demands, of a phi, the values that its update needs. finish gives it the update, when these have recipes.
	demand, finish func(b *builder, r *Recipe)

	// price adds up what the recipe costs. stopped adds what it costs more under the mask of predicated exits.
	price, stopped func(c *coster, r *Recipe)
	// maskable says whether the target can do the recipe in a masked stage.
	maskable func(p *Plan, t tti.Info, r *Recipe) bool
	// fewest is the number of iterations from which a masked stage with the recipe is worth it, if that is not
	// minMasked.
	fewest func(p *Plan, r *Recipe) int64

	// emit makes the code of all parts of the current stage, or part that of one after the other. Neither is there for
	// what is made on demand, or with the phis.
	emit func(x *exec, r *Recipe)
	part func(x *exec, r *Recipe, p int) *ir.Value
	carriedRow

	// verify checks what must hold of recipes of this kind alone.
	verify func(p *Plan, r *Recipe) error
}

// carriedRow is how a value goes from one vector iteration to the next, from stage to stage, and out of the loop.
// Slices of values are by Recipe.id.
type carriedRow struct {
	// initial is what a stage of vf lanes begins with, if it is the first one, and all parts but the first of any.
	initial func(x *exec, r *Recipe, vf int) *ir.Value
	// begin makes the phis of a stage, update their next values, and close joins the two.
	begin  func(x *exec, r *Recipe)
	update func(x *exec, r *Recipe) []*ir.Value
	close  func(x *exec, r *Recipe, next []*ir.Value)
	// combine joins the parts behind a stage. What has no combine has one part.
	combine func(x *exec, r *Recipe, parts [][]*ir.Value, out []*ir.Value)
	// narrow brings the result to the lanes of the next stage. What has no narrow is a scalar.
	narrow func(x *exec, r *Recipe, st []*ir.Value, to int, out []*ir.Value)
	// final makes the scalar that the program goes on with.
	final func(x *exec, r *Recipe, st, final []*ir.Value)
	// current is the scalar when the current vector iteration began, of what has no partial results.
	current func(x *exec, r *Recipe) *ir.Value
}

// flags are what other parts of the package ask of a kind.
type flags uint32

// The flags.
const (
	isLoad      flags = 1 << iota // reads memory
	isStore                       // writes memory
	consecutive                   // accesses elements one behind the other
	scalar                        // yields one scalar for all lanes
	laneScalar                    // yields one if its Lane says so
	noLanes                       // its Elem is not that of lanes
	onceForAll                    // does once for all lanes what must not be done for none
	accumulates                   // a phi of the vector loop, whose argument is its update
	passesLanes                   // hands on lanes; a vector iteration that stops in the middle has others
	lastLane                      // of what it hands on the last lane alone counts
	reorders                      // makes the recipes be sorted by spliceOrder
	leaves                        // may leave the loop
	lanewise                      // lane by lane, and without memory
	foreseen                      // can be computed in front of a check, if its arguments can
	anyStart                      // does not mind where a vector iteration begins
	isMask                        // the lanes that take a way through the loop's body
	movable                       // can be made part by part, in a region
)

// kinds is the table of kinds. The file of a kind has its row, and fillKinds puts it here, before the first plan is made:
// the functions of a row look into the table, and programs that compile nothing need none of it.
var kinds [numKinds]row

var kindsFilled sync.Once

// fillKinds makes the table. Whoever makes recipes, or has a kind without one, calls it first.
func fillKinds() {
	kindsFilled.Do(func() {
		for _, put := range [...]func(){argminKinds, autonomousKinds, bitsKinds, blockKinds, consecutiveKinds, countKinds, gatherKinds, groupKinds, ivKinds, lookupKinds, maskKinds, monotonicKinds, nestemitKinds, nestguardKinds, orderedKinds, periodicKinds, polynomialKinds, reduceKinds, scanKinds, sideexitKinds, spliceKinds, sumKinds, widenKinds} {
			put()
		}
	})
}

func (k Kind) String() string {
	fillKinds()
	return kinds[k].name
}

// KindNames lists the names of all kinds, as plans have them.
func KindNames() []string {
	var names []string
	for k := range numKinds {
		names = append(names, k.String())
	}
	return names
}

// is says whether r's kind has one of the flags.
func (r *Recipe) is(f flags) bool { return kinds[r.Kind].flags&f != 0 }
