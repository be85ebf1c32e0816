package remark

// Reason names the cause of a missed transformation. Names are visible to users and compared by golden files.
type Reason string

// Reasons.
const (
	None Reason = ""

	// The shape of the loop.
	NotInnermost     Reason = "NotInnermost"
	LeftToInner      Reason = "LeftToInner"
	NoInnerLoop      Reason = "NoInnerLoop"
	ImperfectNest    Reason = "ImperfectNest"
	CountersApart    Reason = "CountersApart"
	NotSimplified    Reason = "NotSimplified"
	Irreducible      Reason = "Irreducible"
	EarlyExit        Reason = "EarlyExit"
	ExitStrategy     Reason = "ExitStrategy"
	NoStream         Reason = "NoStream"
	UnknownTripCount Reason = "UnknownTripCount"
	ShortTripCount   Reason = "ShortTripCount"
	TripCountsDiffer Reason = "TripCountsDiffer"
	HugeTripCount    Reason = "HugeTripCount"
	UnprovedCheck    Reason = "UnprovedCheck"
	DivergentControl Reason = "DivergentControl"
	AlreadyPolls     Reason = "AlreadyPolls"
	AlreadyDone      Reason = "AlreadyDone"
	AsksGo           Reason = "AsksGo"

	NothingToPeel  Reason = "NothingToPeel"
	NoStoreToAlign Reason = "NoStoreToAlign"

	// Loop-carried values.
	FloatInduction    Reason = "FloatInduction"
	FPOrder           Reason = "FPOrder"
	FPFlags           Reason = "FPFlags"
	UnknownRecurrence Reason = "UnknownRecurrence"
	TableRecurrence   Reason = "TableRecurrence"
	HashRounds        Reason = "HashRounds"
	UnknownPhi        Reason = "UnknownPhi"

	// Memory.
	InvariantStore          Reason = "InvariantStore"
	StoreToInvariantAddress Reason = "StoreToInvariantAddress"
	UnknownDependence       Reason = "UnknownDependence"
	SameSlice               Reason = "SameSlice"
	TableUpdate             Reason = "TableUpdate"
	BackwardDependence      Reason = "BackwardDependence"
	DepBlocksInterchange    Reason = "DepBlocksInterchange"
	DepBlocksFusion         Reason = "DepBlocksFusion"
	DepBlocksReverse        Reason = "DepBlocksReverse"
	DependenceDistance      Reason = "DependenceDistance"
	TooManyChecks           Reason = "TooManyChecks"
	UnknownAccess           Reason = "UnknownAccess"
	UnknownExtent           Reason = "UnknownExtent"
	Speculation             Reason = "Speculation"

	// Operations without a vector form.
	UnknownOp              Reason = "UnknownOp"
	UnknownValue           Reason = "UnknownValue"
	UnknownMask            Reason = "UnknownMask"
	ConditionalGroup       Reason = "ConditionalGroup"
	ConditionalReverse     Reason = "ConditionalReverse"
	ConditionalUniformLoad Reason = "ConditionalUniformLoad"
	SpillLimit             Reason = "SpillLimit"
	NoMaskedForm           Reason = "NoMaskedForm"
	NothingToAlign         Reason = "NothingToAlign"
	NoRegion               Reason = "NoRegion"
	NoWindow               Reason = "NoWindow"
	RegisterWidth          Reason = "RegisterWidth"
	NoVectorWidth          Reason = "NoVectorWidth"

	// Obstacles to restructuring loops.
	CannotIsolate    Reason = "CannotIsolate"
	NothingToIsolate Reason = "NothingToIsolate"
	NothingToHoist   Reason = "NothingToHoist"
	NothingToCarry   Reason = "NothingToCarry"
	UnknownPlace     Reason = "UnknownPlace"
	UnknownSize      Reason = "UnknownSize"
	NoInduction      Reason = "NoInduction"
	NotUnrolled      Reason = "NotUnrolled"
	NoNextLoop       Reason = "NoNextLoop"
	NeedsFirstLoop   Reason = "NeedsFirstLoop"
	LastValue        Reason = "LastValue"
	CodeBetween      Reason = "CodeBetween"

	NoInvariantCondition Reason = "NoInvariantCondition"
	NoSymbolicStride     Reason = "NoSymbolicStride"
	NoCommonPath         Reason = "NoCommonPath"

	// Histogram privatization.
	NoTableUpdate Reason = "NoTableUpdate"
	WideIndex     Reason = "WideIndex"

	// Cost and directives.
	NotProfitable Reason = "NotProfitable"
	CodeSize      Reason = "CodeSize"

	LockedInFloat64 Reason = "LockedInFloat64"
	FarInFloat32    Reason = "FarInFloat32"

	RegisterPressure Reason = "RegisterPressure"
	BranchPressure   Reason = "BranchPressure"
	CodeCache        Reason = "CodeCache"

	Disabled    Reason = "Disabled"
	SwitchedOff Reason = "SwitchedOff"
	NotForced   Reason = "NotForced"
	Superseded  Reason = "Superseded"
	LoopGone    Reason = "LoopGone"
	OutOfOrder  Reason = "OutOfOrder"
	Bisected    Reason = "Bisected"
)

// row describes a reason.
type row struct {
	advice string // what a Go programmer can write; "nothing to write" if there is nothing; see undos for directives
	why    string // the compiler's reason, a phrase that continues "loop not vectorized: "
}

// reasons maps each reason to its description.
var reasons = map[Reason]row{
	NotInnermost: {"nothing to write, inner loops are vectorized by themselves",
		"the loop contains other loops"},
	LeftToInner: {"nothing to write, see the remarks of the loops in it",
		"the loops in it are to be vectorized by themselves"},
	NoInnerLoop: {"write the directive above the outer one of two loops",
		"the loop contains no other loop"},
	CountersApart: {"use the two counters as i*width + j only, where j runs from 0 to width",
		"the counters of the two loops are used otherwise than as one counter of all iterations"},
	ImperfectNest: {"move what stands between the two for lines into the inner loop, or into a loop of its own",
		"something stands between the two loops, or there are several inner loops"},
	NotSimplified: {"write for i := range x, or for i := 0; i < n; i++",
		"the loop is not in canonical form"},
	Irreducible: {"write the loop without goto",
		"control enters the loop in more than one place"},
	ExitStrategy: {"for the compiler to choose",
		"these exits are not treated so: clamp, for what is known before the loop, leaves no vectors to be masked, check_first leaves no exit to a count, and page_align wants consecutive elements, and vectors no longer than a page"},
	NoStream: {"write //loop:extent for what the loop's condition reads, or take it out",
		"the loop reads no object of unknown extent (//loop:extent) before it is known whether the program does"},
	EarlyExit: {"leave the loop in one place: note in a variable what was found, and decide behind the loop",
		"the loop is left from more than one place, or not at its end"},
	UnknownTripCount: {"let for i := range x or i < n count the iterations, and change neither i nor n in the loop",
		"the number of iterations is not known before the loop"},
	TripCountsDiffer: {"give both loops the same bounds: y = y[:len(x)] before them",
		"the two loops make different numbers of iterations"},
	ShortTripCount: {"nothing to write for few iterations (if there are more as a rule, make their number a parameter)",
		"the loop has too few iterations"},
	HugeTripCount: {"nothing to write",
		"the loop has too many iterations"},
	DivergentControl: {"let all iterations go one way: compute both values, then choose by an if that only assigns",
		"iterations of the loop go different ways through it, or run its inner loops differently often"},
	UnprovedCheck: {"move the check before the loop: y = y[:len(x)], or an if that compares the greatest index with the length",
		"the iteration in which a check may fail is not known before the loop"},
	AlreadyPolls: {"nothing to write",
		"the loop has been made preemptible already"},
	AsksGo: {"make room before the loop, y := make([]T, n), store to y[k] for append, and return y[:k]",
		"the loop has Go make something in each iteration, memory, an error or a text"},
	AlreadyDone: {"nothing to write, it is what another loop has left over",
		"the loop's metadata says that it has been done already"},
	NothingToPeel: {"first and last iterations are like all others",
		"no value and no comparison in the loop becomes known after a few iterations, or in the last one"},
	NoStoreToAlign: {"store to y[i]",
		"no store in the loop walks from element to element"},

	FloatInduction: {"write hotloop.FP(hotloop.FPFast) or //loop:fp reassoc, or compute the variable by the counter: start + float64(i)*step",
		"a floating-point variable advances by a value whose sums are rounded, and reassoc is not permitted"},
	FPOrder: {"write hotloop.FP(hotloop.FPFast) or //loop:fp reassoc to allow sums in another order",
		"the order of floating-point operations may not be changed without reassoc"},
	FPFlags: {"write hotloop.FP(hotloop.FPFast) or //loop:fp fast for results that may differ by more than rounding",
		"a recurrence of products and sums may be computed in another order with all fast-math flags only"},
	UnknownRecurrence: {"compute the value by the counter, or put what does not depend on it into a loop of its own",
		"a value is carried from one iteration to the next in an unknown way"},
	TableRecurrence: {"call hash/crc32 or hash/crc64 instead",
		"every step looks up a table at what the step before has left, as checksums do; hash/crc32 and hash/crc64 take several bytes at once"},
	HashRounds: {"call the standard library's function for it instead",
		"every round of a hash needs the one before; crypto/sha256, sha512, sha1 and md5 have instructions and code for it"},
	UnknownPhi: {"give the variable its value at the beginning of each iteration, or add up in it only",
		"a value is carried around the loop in an unknown way"},

	InvariantStore: {"add up in a local variable, and store it once behind the loop",
		"every iteration may store to the same place"},
	StoreToInvariantAddress: {"keep the value in a local variable, and store it once behind the loop",
		"every iteration stores to the same place"},
	UnknownDependence: {"write //loop:ivdep if no iteration reads what an earlier one stores, or write to a slice that is not read",
		"iterations may depend on one another through memory"},
	SameSlice: {"write the results to another slice",
		"iterations may read what earlier ones have stored to the same slice"},
	TableUpdate: {"nothing to write, unless iterations can be sorted by the element that they update",
		"iterations update elements that the data choose, and two of them may choose the same one"},
	BackwardDependence: {"write the results to another slice, or put what does not depend on the iteration before into a loop of its own",
		"an iteration depends on the one before it through memory"},
	DepBlocksFusion: {"write the results of the first loop to another slice",
		"in one loop, an iteration would come before one of the first loop that it depends on"},
	DepBlocksReverse: {"write the results to another slice",
		"from the last to the first, an iteration would come before one that it depends on"},
	DepBlocksInterchange: {"write the results to another slice",
		"in the other order an iteration would come before one that it depends on"},
	DependenceDistance: {"nothing to write, unless the results can go to another slice",
		"an iteration depends on one so few before it that no more of them may be done at once"},
	TooManyChecks: {"use fewer slices in one loop, or write //loop:ivdep if none of them overlap",
		"too many run-time checks would be needed"},
	UnknownAccess: {"index by the counter, x[i] or x[a*i+b], or by an element, x[idx[i]]",
		"a memory access is not understood"},
	Speculation: {"cut the slice to what may be read before the loop, x = x[:n], and count to n",
		"the program may leave the loop before it reads there, and nobody knows how far an object goes on (//loop:extent)"},
	UnknownExtent: {"cut the slice to what the loop uses before the loop: x = x[:n]",
		"the extent of a memory access is not known"},

	UnknownOp: {"put this operation into a loop of its own, or write it with + - * / & | ^ << >>, comparisons and functions of package math",
		"an operation has no vector form"},
	UnknownValue: {"keep the value in a variable of a number's type, and use it in the iteration that computes it",
		"a value has no vector form"},
	UnknownMask: {"write the condition as comparisons of numbers, joined by && and ||",
		"the condition of a block is not understood"},
	ConditionalGroup: {"load the fields before the if, and store them behind it, in every iteration",
		"a group of strided accesses is conditional"},
	ConditionalReverse: {"count upwards, or access the element in every iteration and choose the value by the if",
		"an access that walks backwards is conditional"},
	ConditionalUniformLoad: {"load the value into a local variable before the loop",
		"a load from one place is conditional"},
	SpillLimit: {"split the loop into several, each with fewer values",
		"the code would need more stack than there is"},
	NoMaskedForm: {"nothing to write",
		"not all that the loop does has a form under a mask on this target"},
	NothingToAlign: {"nothing to write",
		"no iterations under a mask, in front of the vector loop, would align an access of it"},
	NoRegion: {"nothing to write",
		"nothing that stands under a condition can be branched round as a whole"},
	NoWindow: {"cut the table to a constant length: table = table[:256]",
		"a gather's indices do not come from memory, or its object is of no known length"},
	RegisterWidth: {"ask for fewer lanes: vectorize.width, or leave it out",
		"vectors of this target have no such width"},
	NoVectorWidth: {"nothing to write",
		"no width is left that the loop and the target permit"},

	CannotIsolate: {"let one statement use a copy of what the other stores",
		"the statements of the loop depend on one another in a circle"},
	NothingToIsolate: {"nothing to write",
		"there is nothing in the loop to be taken apart"},
	NothingToHoist: {"load into a local variable before the loop",
		"no load or store that may leave the loop stays at one place"},
	NothingToCarry: {"carry the element in a local variable",
		"no iteration is certain to load what an earlier one has loaded or stored"},
	UnknownSize: {"write a number, or a parameter of type int",
		"the size is no number or parameter of type int"},
	UnknownPlace: {"write a number, or a parameter of the type of the loop's variable",
		"the place is no number or parameter of the type of the loop's variable"},
	NotUnrolled: {"nothing to write",
		"the body does not consist of copies of the same statements"},
	NoNextLoop: {"write the directive above the first of two loops that follow each other",
		"no loop follows"},
	NeedsFirstLoop: {"nothing to write",
		"the second loop needs a value that the first computes"},
	LastValue: {"use the value in the loop only, or compute it behind the loop",
		"what the last iteration computes is used behind the loop"},
	CodeBetween: {"move what stands between the two loops before or behind both",
		"there is code with effects between the loops"},
	NoInduction: {"count by a constant in a variable of type int: i += 2",
		"no integer variable of the loop advances by a constant without wrapping around"},

	NoSymbolicStride: {"nothing to write",
		"nothing in the loop advances by a value that only the caller knows"},
	NoCommonPath: {"let the usual case of an iteration be the one that only goes on",
		"no path through the loop only goes on, as long as elements of arrays are so or so"},
	NoTableUpdate: {"nothing to write",
		"no element that the data choose is updated"},
	WideIndex: {"make the table an array, or cut it to a constant length: t = t[:256]",
		"the table is not known to be small enough for private copies"},
	NoInvariantCondition: {"compute the condition before the loop",
		"no condition in the loop is the same in all iterations"},

	NotProfitable: {"nothing to write if plain code is as fast as estimated (//loop:vectorize.enable has it done anyway)",
		"it would not pay"},
	CodeSize: {"put parts of the loop's body into loops of their own",
		"the code would become too large"},

	BranchPressure: {"choose by values and not by branches: min, max, or an if that only assigns",
		"there would be more conditional branches than pay, as each copy of one is foreseen by itself"},
	CodeCache: {"ask for less: a smaller unroll.count, or none",
		"the loops would be more than the processor keeps decoded"},

	LockedInFloat64: {"write hotloop.FP(hotloop.FPFast) or //loop:fp fast for float32 and twice the lanes, if its accuracy will do",
		"float32 values are computed in float64, for functions of package math"},
	FarInFloat32: {"write float32(...) around those parts of the expression for which float32 is enough",
		"in float32 an expression with functions of package math could be further off than is promised"},

	RegisterPressure: {"put parts of the loop's body into loops of their own, with fewer values in each",
		"there are not enough registers for more"},

	Disabled: {"nothing to write",
		"the loop's metadata forbid it"},
	SwitchedOff: {"take the option or knob out that forbids it",
		"an option or a knob forbids it"},
	NotForced: {"nothing to write",
		"disable_nonforced is set and nothing forces it"},
	Superseded: {"write it into the followup too",
		"an explicit followup replaced the request"},
	LoopGone: {"nothing to write",
		"nothing is left of the loop"},
	OutOfOrder: {"write it as a followup of what comes before",
		"its place in the pipeline had passed when the loop asked for it"},
	Bisected: {"take the knob bisect out",
		"switched off by bisect"},
}

// undo describes what to remove from a directive that causes a reason.
type undo struct {
	attribute string // attribute that the directive must have; "" for any attribute of the transformation
	text      string
}

// undos maps the reasons that a directive can cause. Without such a directive, only their advice is printed.
var undos = map[Reason]undo{
	ExitStrategy:         {"vectorize.exits", "take vectorize.exits out of the directive"},
	NothingToPeel:        {"", "take the directive out"},
	NoStoreToAlign:       {"", "take the directive out"},
	DepBlocksFusion:      {"", "take the directive out"},
	DepBlocksReverse:     {"", "take the directive out"},
	DepBlocksInterchange: {"", "take the directive out"},
	NoMaskedForm:         {"vectorize.predicate.enable", "take vectorize.predicate.enable out of the directive"},
	NothingToAlign:       {"vectorize.align.enable", "take vectorize.align.enable out of the directive"},
	NoRegion:             {"vectorize.regions", "take vectorize.regions out of the directive"},
	NoWindow:             {"vectorize.gathers", "take vectorize.gathers out of the directive"},
	NoVectorWidth:        {"vectorize.width", "take vectorize.width out of the directive"},
	CannotIsolate:        {"", "take the directive out"},
	NothingToIsolate:     {"", "take the directive out"},
	NothingToHoist:       {"", "take the directive out"},
	NothingToCarry:       {"", "take the directive out"},
	NotUnrolled:          {"", "take the directive out (only loops unrolled by hand are rerolled)"},
	NeedsFirstLoop:       {"", "take the directive out (the second loop has to wait for the first)"},
	NoSymbolicStride:     {"", "take the directive out (steps are constants already)"},
	NoCommonPath:         {"", "take the directive out"},
	NoTableUpdate:        {"", "take the directive out (it is for t[x[i]]++ and the like)"},
	NoInvariantCondition: {"", "take the directive out"},
	Disabled:             {"", "take the directive out that forbids it"},
	NotForced:            {"disable_nonforced", "take disable_nonforced out, or ask for it by a directive"},
	LoopGone:             {"", "take the directive out, or write it into the followup of what comes before"},
	HugeTripCount:        {"unroll.full", "write unroll.count=4 for unroll.full"},
}

// Describe returns a one-line description of the reason, or its name if there is none.
func (r Reason) Describe() string {
	if s, ok := reasons[r]; ok {
		return s.why
	}
	return string(r)
}

// Advice returns what the user can write to resolve the reason, or "" if the reason has no description. asked
// means that a directive of the source causes the reason.
func (r Reason) Advice(asked bool) string {
	advice := reasons[r].advice
	u := undos[r].text
	switch {
	case !asked || u == "":
		return advice
	case advice == "nothing to write":
		return u
	}
	return u + ", or " + advice
}

// Blames returns the attribute that a directive must have to cause the reason, or "" if it may be any attribute
// of the refused transformation. ok is false if directives do not cause the reason.
func (r Reason) Blames() (attribute string, ok bool) {
	u, ok := undos[r]
	return u.attribute, ok
}

// Known reports whether r has a description. A test checks all reasons in use.
func (r Reason) Known() bool { _, ok := reasons[r]; return ok }

// Reasons returns all reasons that have a description, in no particular order.
func Reasons() []Reason {
	list := make([]Reason, 0, len(reasons))
	for r := range reasons {
		list = append(list, r)
	}
	return list
}
