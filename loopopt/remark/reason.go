package remark

// Reason names why something was not done. The names are part of what users see and of what golden files compare.
type Reason string

// The reasons.
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

	// Values carried around the loop.
	FloatInduction    Reason = "FloatInduction"
	FPOrder           Reason = "FPOrder"
	UnknownRecurrence Reason = "UnknownRecurrence"
	TableRecurrence   Reason = "TableRecurrence"
	HashRounds        Reason = "HashRounds"
	UnknownPhi        Reason = "UnknownPhi"

	// Memory.
	InvariantStore          Reason = "InvariantStore"
	StoreToInvariantAddress Reason = "StoreToInvariantAddress"
	UnknownDependence       Reason = "UnknownDependence"
	BackwardDependence      Reason = "BackwardDependence"
	DepBlocksInterchange    Reason = "DepBlocksInterchange"
	DepBlocksFusion         Reason = "DepBlocksFusion"
	DepBlocksReverse        Reason = "DepBlocksReverse"
	DependenceDistance      Reason = "DependenceDistance"
	TooManyChecks           Reason = "TooManyChecks"
	UnknownAccess           Reason = "UnknownAccess"
	UnknownExtent           Reason = "UnknownExtent"
	Speculation             Reason = "Speculation"

	// What vector code has no form for.
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

	// What keeps loops from being restructured.
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

	// Copies of tables.
	NoTableUpdate Reason = "NoTableUpdate"
	WideIndex     Reason = "WideIndex"

	// Judgement and orders.
	NotProfitable Reason = "NotProfitable"
	CodeSize      Reason = "CodeSize"

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

// reasons describes each reason in a line that reads on after "loop not vectorized: ".
var reasons = map[Reason]string{
	NotInnermost:     "the loop contains other loops",
	LeftToInner:      "the loops in it are to be vectorized by themselves",
	NoInnerLoop:      "the loop contains no other loop",
	CountersApart:    "the counters of the two loops are used otherwise than as one counter of all iterations",
	ImperfectNest:    "something stands between the two loops, or there are several inner loops",
	NotSimplified:    "the loop is not in canonical form",
	Irreducible:      "control enters the loop in more than one place",
	ExitStrategy:     "these exits are not treated so: clamp, for what is known before the loop, leaves no vectors to be masked, check_first leaves no exit to a count, and page_align wants consecutive elements, and vectors no longer than a page",
	NoStream:         "the loop reads no object of unknown extent (//loop:extent) before it is known whether the program does",
	EarlyExit:        "the loop is left from more than one place, or not at its end",
	UnknownTripCount: "the number of iterations is not known before the loop",
	TripCountsDiffer: "the two loops make different numbers of iterations",
	ShortTripCount:   "the loop has too few iterations",
	HugeTripCount:    "the loop has too many iterations",
	DivergentControl: "iterations of the loop go different ways through it, or run its inner loops differently often",
	UnprovedCheck:    "the iteration in which a check may fail is not known before the loop",
	AlreadyPolls:     "the loop has been made preemptible already",
	AsksGo:           "the loop has Go make something in each iteration, memory, an error or a text",
	AlreadyDone:      "the loop's metadata says that it has been done already",
	NothingToPeel:    "no value and no comparison in the loop becomes known after a few iterations, or in the last one",
	NoStoreToAlign:   "no store in the loop walks from element to element",

	FloatInduction:    "a floating-point variable advances by a value whose sums are rounded, and reassoc is not permitted",
	FPOrder:           "the order of floating-point operations may not be changed without reassoc",
	UnknownRecurrence: "a value is carried from one iteration to the next in an unknown way",
	TableRecurrence: "every step looks up a table at what the step before has left, as checksums do; hash/crc32 and " +
		"hash/crc64 take several bytes at once",
	HashRounds: "every round of a hash needs the one before; crypto/sha256, sha512, sha1 and md5 have instructions " +
		"and code for it",
	UnknownPhi: "a value is carried around the loop in an unknown way",

	InvariantStore:          "every iteration may store to the same place",
	StoreToInvariantAddress: "every iteration stores to the same place",
	UnknownDependence:       "iterations may depend on one another through memory",
	BackwardDependence:      "an iteration depends on the one before it through memory",
	DepBlocksFusion:         "in one loop, an iteration would come before one of the first loop that it depends on",
	DepBlocksReverse:        "from the last to the first, an iteration would come before one that it depends on",
	DepBlocksInterchange:    "in the other order an iteration would come before one that it depends on",
	DependenceDistance:      "an iteration depends on one so few before it that no more of them may be done at once",
	TooManyChecks:           "too many run-time checks would be needed",
	UnknownAccess:           "a memory access is not understood",
	Speculation:             "the program may leave the loop before it reads there, and nobody knows how far an object goes on (//loop:extent)",
	UnknownExtent:           "the extent of a memory access is not known",

	UnknownOp:              "an operation has no vector form",
	UnknownValue:           "a value has no vector form",
	UnknownMask:            "the condition of a block is not understood",
	ConditionalGroup:       "a group of strided accesses is conditional",
	ConditionalReverse:     "an access that walks backwards is conditional",
	ConditionalUniformLoad: "a load from one place is conditional",
	SpillLimit:             "the code would need more stack than there is",
	NoMaskedForm:           "not all that the loop does has a form under a mask on this target",
	NothingToAlign:         "no iterations under a mask, in front of the vector loop, would align an access of it",
	NoRegion:               "nothing that stands under a condition can be branched round as a whole",
	NoWindow:               "a gather's indices do not come from memory, or its object is of no known length",
	RegisterWidth:          "vectors of this target have no such width",
	NoVectorWidth:          "no width is left that the loop and the target permit",

	CannotIsolate:    "the statements of the loop depend on one another in a circle",
	NothingToIsolate: "there is nothing in the loop to be taken apart",
	NothingToHoist:   "no load or store that may leave the loop stays at one place",
	NothingToCarry:   "no iteration is certain to load what an earlier one has loaded or stored",
	UnknownSize:      "the size is no number or parameter of type int",
	UnknownPlace:     "the place is no number or parameter of the type of the loop's variable",
	NotUnrolled:      "the body does not consist of copies of the same statements",
	NoNextLoop:       "no loop follows",
	NeedsFirstLoop:   "the second loop needs a value that the first computes",
	LastValue:        "what the last iteration computes is used behind the loop",
	CodeBetween:      "there is code with effects between the loops",
	NoInduction:      "no integer variable of the loop advances by a constant without wrapping around",

	NoSymbolicStride:     "nothing in the loop advances by a value that only the caller knows",
	NoCommonPath:         "no path through the loop only goes on, as long as elements of arrays are so or so",
	NoTableUpdate:        "no element that the data choose is updated",
	WideIndex:            "the table is not known to be small enough for private copies",
	NoInvariantCondition: "no condition in the loop is the same in all iterations",

	NotProfitable: "it would not pay",
	CodeSize:      "the code would become too large",

	BranchPressure: "there would be more conditional branches than pay, as each copy of one is foreseen by itself",
	CodeCache:      "the loops would be more than the processor keeps decoded",

	RegisterPressure: "there are not enough registers for more",

	Disabled:    "the loop's metadata forbid it",
	SwitchedOff: "an option or a knob forbids it",
	NotForced:   "disable_nonforced is set and nothing forces it",
	Superseded:  "an explicit followup replaced the request",
	LoopGone:    "nothing is left of the loop",
	OutOfOrder:  "its place in the pipeline had passed when the loop asked for it",
	Bisected:    "switched off by bisect",
}

// Describe is a line about the reason, or its name if there is none.
func (r Reason) Describe() string {
	if s, ok := reasons[r]; ok {
		return s
	}
	return string(r)
}

// Known says whether r has a description; a test holds all reasons that are raised against it.
func (r Reason) Known() bool { _, ok := reasons[r]; return ok }

// Reasons lists all reasons that have a description, in no particular order.
func Reasons() []Reason {
	list := make([]Reason, 0, len(reasons))
	for r := range reasons {
		list = append(list, r)
	}
	return list
}
