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
	NotOutermost     Reason = "NotOutermost"
	NoWorkers        Reason = "NoWorkers"
	UnknownAddress   Reason = "UnknownAddress"

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
	advice string // what a Go programmer can write; begins with Nothing if there is nothing; see undos for directives
	why    string // the compiler's reason, a phrase that continues "loop not vectorized: "
}

// reasons maps each reason to its description.
var reasons = map[Reason]row{
	NotInnermost: {Nothing + ": inner loops are vectorized separately",
		"the loop contains other loops"},
	LeftToInner: {Nothing + ": see the remarks of the inner loops",
		"vectorizing is left to its inner loops"},
	NoInnerLoop: {"write the directive above the outer one of two loops",
		"the loop contains no other loop"},
	CountersApart: {"use the two counters as i*width + j only, where j runs from 0 to width",
		"the two counters are not used as one counter of all iterations"},
	ImperfectNest: {"move the code between the two for lines into the inner loop, or into a separate loop",
		"there is code between the two loops, or there are several inner loops"},
	NotSimplified: {"write for i := range x, or for i := 0; i < n; i++",
		"the loop is not in canonical form"},
	Irreducible: {"write the loop without goto",
		"control enters the loop in more than one place"},
	ExitStrategy: {Nothing,
		"this way to treat exits does not apply: clamp, for conditions known before the loop, leaves no vectors to mask, check_first leaves no exit with a count, and page_align needs consecutive elements, and vectors no longer than a page"},
	NoStream: {"write //loop:extent for the object that the loop's condition reads, or remove the directive",
		"the loop reads no object of unknown extent (//loop:extent) speculatively"},
	EarlyExit: {"leave the loop in one place: store what was found in a variable, and test it after the loop",
		"the loop has more than one exit, or its exit is not at its end"},
	UnknownTripCount: {"let for i := range x or i < n count the iterations, and change neither i nor n in the loop",
		"the number of iterations is not known before the loop"},
	TripCountsDiffer: {"give both loops the same bounds: y = y[:len(x)] before them",
		"the two loops make different numbers of iterations"},
	ShortTripCount: {Nothing + " with few iterations (if there are usually more, make their number a parameter)",
		"the loop has too few iterations"},
	HugeTripCount: {Nothing,
		"the loop has too many iterations"},
	DivergentControl: {"let all iterations take one path: compute both values, then choose by an if that only assigns",
		"iterations take different paths through the loop, or run its inner loops different numbers of times"},
	UnprovedCheck: {"move the check before the loop: y = y[:len(x)], or an if that compares the largest index with the length",
		"the iteration in which a check may fail is not known before the loop"},
	AlreadyPolls: {Nothing,
		"the loop is already preemptible"},
	AsksGo: {"preallocate before the loop, y := make([]T, n), store to y[k] instead of append, and return y[:k]",
		"the loop asks Go for memory, an error or a string in each iteration"},
	NotOutermost: {"write the directive above the outermost loop",
		"the loop is inside another loop"},
	NoWorkers: {"compile the kernel when the program runs, or start goroutines that call it with parts of the slices",
		"generated assembly cannot start goroutines"},
	UnknownAddress: {"pass the memory to the kernel as a parameter",
		"the loop accesses memory that is one of several, or an array of the kernel that is used outside of the loop too"},
	AlreadyDone: {Nothing + ": it is the remainder of another loop",
		"the loop's metadata say that it is done already"},
	NothingToPeel: {Nothing,
		"no value and no comparison in the loop becomes known after a few iterations, or in the last one"},
	NoStoreToAlign: {"store to y[i]",
		"no store in the loop is to consecutive elements"},

	FloatInduction: {"write hotloop.FP(hotloop.FPFast) or //loop:fp reassoc, or compute the variable from the counter: start + float64(i)*step",
		"a floating-point variable advances by a value that makes its sums round, and reassoc is not permitted"},
	FPOrder: {"write hotloop.FP(hotloop.FPFast) or //loop:fp reassoc to allow sums in another order",
		"floating-point operations must not be reordered without reassoc"},
	FPFlags: {"write hotloop.FP(hotloop.FPFast) or //loop:fp fast for results that may differ by more than rounding",
		"a recurrence of products and sums may be computed in another order with all fast-math flags only"},
	UnknownRecurrence: {"compute the value from the counter, or move the code that does not depend on it into a separate loop",
		"a value is carried from one iteration to the next in an unknown way"},
	TableRecurrence: {"call hash/crc32 or hash/crc64 instead",
		"every iteration indexes a table with the result of the previous one, as checksums do; hash/crc32 and hash/crc64 process several bytes at a time"},
	HashRounds: {"call the standard library's function instead",
		"every round of a hash needs the previous one; crypto/sha256, sha512, sha1 and md5 have special code for it"},
	UnknownPhi: {"assign the variable at the start of each iteration, or use it only as a sum",
		"a value is carried around the loop in an unknown way"},

	InvariantStore: {"sum up in a local variable, and store it once after the loop",
		"every iteration may store to the same place"},
	StoreToInvariantAddress: {"keep the value in a local variable, and store it once after the loop",
		"every iteration stores to the same place"},
	UnknownDependence: {"write //loop:ivdep if no iteration reads what an earlier one stores, or store to a slice that is not read",
		"iterations may depend on one another through memory"},
	SameSlice: {"store the results to another slice",
		"iterations may read what earlier ones stored to the same slice"},
	TableUpdate: {Nothing + ", unless iterations can be sorted by the element that they update",
		"iterations update elements that the data choose, and two iterations may choose the same one"},
	BackwardDependence: {"store the results to another slice, or move the code that does not depend on the previous iteration into a separate loop",
		"an iteration depends on the previous one through memory"},
	DepBlocksFusion: {"store the results of the first loop to another slice",
		"in one loop, an iteration would run before an iteration of the first loop that it depends on"},
	DepBlocksReverse: {"store the results to another slice",
		"in reverse order an iteration would run before one that it depends on"},
	DepBlocksInterchange: {"store the results to another slice",
		"in the other order an iteration would run before one that it depends on"},
	DependenceDistance: {Nothing + ", unless the results can go to another slice",
		"an iteration depends on one at a short distance before it, and vectors must not be longer than that"},
	TooManyChecks: {"use fewer slices in one loop, or write //loop:ivdep if none of them overlap",
		"too many run-time checks would be needed"},
	UnknownAccess: {"index by the counter, x[i] or x[a*i+b], or by an element, x[idx[i]]",
		"a memory access is not understood"},
	Speculation: {"before the loop, cut the slice to the elements that may be read, x = x[:n], and count to n",
		"the program may leave the loop before this access, and the extent of the object is unknown (//loop:extent)"},
	UnknownExtent: {"before the loop, cut the slice to the elements that the loop uses: x = x[:n]",
		"the extent of a memory access is not known"},

	UnknownOp: {"move this operation into a separate loop, or write it with + - * / & | ^ << >>, comparisons and functions of package math",
		"an operation has no vector form"},
	UnknownValue: {"keep the value in a variable of a numeric type, and use it in the iteration that computes it",
		"a value has no vector form"},
	UnknownMask: {"write the condition as comparisons of numbers, joined by && and ||",
		"the condition of a block is not understood"},
	ConditionalGroup: {"load the fields before the if, and store them after it, in every iteration",
		"a group of strided accesses is conditional"},
	ConditionalReverse: {"count upwards, or access the element in every iteration and choose the value in the if",
		"an access with a negative stride is conditional"},
	ConditionalUniformLoad: {"load the value into a local variable before the loop",
		"a load from one place is conditional"},
	SpillLimit: {"split the loop into several, each with fewer values",
		"the code would exceed the stack frame"},
	NoMaskedForm: {Nothing,
		"an operation of the loop has no masked form on this target"},
	NothingToAlign: {Nothing,
		"masked iterations before the vector loop would align none of its accesses"},
	NoRegion: {Nothing,
		"no conditional code can be skipped as a whole"},
	NoWindow: {"cut the table to a constant length: table = table[:256]",
		"a gather's indices are not loaded from memory, or the length of its object is unknown"},
	RegisterWidth: {"ask for fewer lanes with vectorize.width, or remove it",
		"vectors of this target have no such width"},
	NoVectorWidth: {Nothing,
		"no vector width is permitted by both the loop and the target"},

	CannotIsolate: {"let one statement use a copy of what the other stores",
		"the statements of the loop depend on one another in a cycle"},
	NothingToIsolate: {Nothing,
		"the loop has nothing to distribute"},
	NothingToHoist: {"load into a local variable before the loop",
		"no load or store that may be hoisted has an invariant address"},
	NothingToCarry: {"carry the element in a local variable",
		"no iteration is known to load what an earlier one loaded or stored"},
	UnknownSize: {"write a number, or a parameter of type int",
		"the size is neither a number nor a parameter of type int"},
	UnknownPlace: {"write a number, or a parameter of the type of the loop's variable",
		"the place is neither a number nor a parameter of the type of the loop's variable"},
	NotUnrolled: {Nothing,
		"the body does not consist of copies of the same statements"},
	NoNextLoop: {"write the directive above the first of two loops that follow each other",
		"no loop follows"},
	NeedsFirstLoop: {Nothing,
		"the second loop needs a value that the first computes"},
	LastValue: {"use the value in the loop only, or compute it after the loop",
		"the value of the last iteration is used after the loop"},
	CodeBetween: {"move the code between the two loops before or after both",
		"there is code with effects between the loops"},
	NoInduction: {"count by a constant in a variable of type int: i += 2",
		"no integer variable of the loop advances by a constant without wrapping around"},

	NoSymbolicStride: {Nothing,
		"no access in the loop has a stride that is a variable"},
	NoCommonPath: {"make the usual case of an iteration the path that only continues the loop",
		"no path through the loop that depends only on elements of arrays just continues it"},
	NoTableUpdate: {Nothing,
		"the loop updates no element that the data choose"},
	WideIndex: {"make the table an array, or cut it to a constant length: t = t[:256]",
		"the table is not known to be small enough for private copies"},
	NoInvariantCondition: {"compute the condition before the loop",
		"no condition in the loop is the same in all iterations"},

	NotProfitable: {Nothing + " if scalar code is as fast as estimated (//loop:vectorize.enable forces it)",
		"the estimated cost is not lower"},
	CodeSize: {"move parts of the loop's body into separate loops",
		"the code would become too large"},

	BranchPressure: {"choose by values instead of branches: min, max, or an if that only assigns",
		"there would be too many conditional branches, since each copy of a branch is predicted separately"},
	CodeCache: {"ask for less: a smaller unroll.count, or none",
		"the loops would exceed the processor's cache of decoded instructions"},

	LockedInFloat64: {"write hotloop.FP(hotloop.FPFast) or //loop:fp fast for float32 and twice the lanes, if its accuracy will do",
		"float32 values are computed in float64, for functions of package math"},
	FarInFloat32: {"write float32(...) around the parts of the expression for which float32 is enough",
		"in float32 the error of an expression with functions of package math could exceed the promised bound"},

	RegisterPressure: {"move parts of the loop's body into separate loops, with fewer values in each",
		"there are not enough registers for more"},

	Disabled: {Nothing,
		"the loop's metadata forbid it"},
	SwitchedOff: {"remove the option or knob that forbids it",
		"an option or a knob forbids it"},
	NotForced: {Nothing,
		"disable_nonforced is set and no directive forces it"},
	Superseded: {"write it into the followup too",
		"an explicit followup replaced the request"},
	LoopGone: {Nothing,
		"the loop no longer exists"},
	OutOfOrder: {"write it as a followup of the preceding transformation",
		"the loop asked for it after its stage in the pipeline"},
	Bisected: {"remove the knob bisect",
		"switched off by bisect"},
}

// undo describes what to remove from a directive that causes a reason.
type undo struct {
	attribute string // attribute that the directive must have; "" for any attribute of the transformation
	text      string
}

// undos maps the reasons that a directive can cause. Without such a directive, only their advice is printed.
var undos = map[Reason]undo{
	ExitStrategy:         {"vectorize.exits", "remove vectorize.exits from the directive"},
	NothingToPeel:        {"", "remove the directive"},
	NoStoreToAlign:       {"", "remove the directive"},
	DepBlocksFusion:      {"", "remove the directive"},
	DepBlocksReverse:     {"", "remove the directive"},
	DepBlocksInterchange: {"", "remove the directive"},
	NoMaskedForm:         {"vectorize.predicate.enable", "remove vectorize.predicate.enable from the directive"},
	NothingToAlign:       {"vectorize.align.enable", "remove vectorize.align.enable from the directive"},
	NoRegion:             {"vectorize.regions", "remove vectorize.regions from the directive"},
	NoWindow:             {"vectorize.gathers", "remove vectorize.gathers from the directive"},
	NoVectorWidth:        {"vectorize.width", "remove vectorize.width from the directive"},
	CannotIsolate:        {"", "remove the directive"},
	NothingToIsolate:     {"", "remove the directive"},
	NothingToHoist:       {"", "remove the directive"},
	NothingToCarry:       {"", "remove the directive"},
	NotUnrolled:          {"", "remove the directive (only loops unrolled by hand are rerolled)"},
	NeedsFirstLoop:       {"", "remove the directive (the second loop must wait for the first)"},
	NoSymbolicStride:     {"", "remove the directive (strides are constants already)"},
	NoCommonPath:         {"", "remove the directive"},
	NoTableUpdate:        {"", "remove the directive (it is for t[x[i]]++ and the like)"},
	NoInvariantCondition: {"", "remove the directive"},
	Disabled:             {"", "remove the directive that forbids it"},
	NotForced:            {"disable_nonforced", "remove disable_nonforced, or ask for it by a directive"},
	LoopGone:             {"", "remove the directive, or write it into the followup of the preceding transformation"},
	HugeTripCount:        {"unroll.full", "write unroll.count=4 instead of unroll.full"},
}

// Describe returns a one-line description of the reason, or its name if there is none.
func (r Reason) Describe() string {
	if s, ok := reasons[r]; ok {
		return s.why
	}
	return string(r)
}

// advice returns what the user can write to resolve the reason, or "" if the reason has no description. asked
// means that a directive of the source causes the reason.
func (r Reason) advice(asked bool) string {
	advice := reasons[r].advice
	u := undos[r].text
	switch {
	case !asked || u == "":
		return advice
	case advice == Nothing:
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
