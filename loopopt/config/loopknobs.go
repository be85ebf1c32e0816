package config

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// LoopKnobs are the parameters of loop transformations. Each is a knob of HOTLOOP and of the command line, with
// the name given here. loopKnobTable maps it to the corresponding option of LLVM or GCC.
type LoopKnobs struct {
	Unroll UnrollKnobs
	Peel   PeelKnobs
	Jam    JamKnobs

	Commoning CommoningKnobs

	InterchangeAllow bool // interchange.allow: heuristics may interchange
	WindowGathers    bool // windows.allow: gathers of nearby elements may become loads and permutations
	FlattenEnable    bool // flatten.enable: heuristics may flatten
	FusePeelMaxCount int  // fuse.peel-max-count: iterations peeled off the first of two loops to fuse them
}

// UnrollKnobs control unrolling. Sizes are in values of the SSA form; LLVM's are in instructions of its IR.
type UnrollKnobs struct {
	Disable              bool // unroll.disable: no unrolling at all, even if metadata request it
	Count                int  // unroll.count: the factor of every loop; 0 lets the optimizer decide
	Threshold            int  // unroll.threshold: size of a completely unrolled loop; 0 is ThresholdAggressive
	ThresholdAggressive  int  // unroll.threshold-aggressive
	PartialThreshold     int  // unroll.partial-threshold: size of a partially unrolled body
	RuntimeThreshold     int  // unroll.runtime-threshold: the same if the trip count is known only at run time
	PragmaThreshold      int  // unroll.pragma-threshold: maximum size for which a request is honored
	FullMaxCount         int  // unroll.full-max-count: maximum iterations of a completely unrolled loop
	MaxCount             int  // unroll.max-count: maximum factor of partial and runtime unrolling
	RuntimeCount         int  // unroll.runtime-count: initial factor of runtime unrolling
	MaxUpperBound        int  // unroll.max-upper-bound: maximum iterations of a loop unrolled by its upper bound alone
	AnalyzeIterations    int  // unroll.analyze-iterations: iterations simulated to find values that fold
	Boost                int  // unroll.boost: maximum percentage by which such savings raise the threshold
	FlatTripCount        int  // unroll.flat-trip-count: loops with a lower estimated trip count are not unrolled
	FullNestDepth        int  // unroll.full-nest-depth: number of loops of a nest that are completely unrolled
	BackedgeSize         int  // unroll.backedge-size: values of a body that unrolling does not duplicate
	AllowPartial         bool // unroll.allow-partial: unroll partially if a known trip count is too large
	AllowRemainder       bool // unroll.allow-remainder: factors that do not divide the trip count
	AllowExpensive       bool // unroll.allow-expensive-trip-count: trip counts whose computation needs a division
	Runtime              bool // unroll.runtime: trip counts known only at run time
	UpperBound           bool // unroll.upper-bound: unroll by the upper bound and keep the exits
	Remainder            bool // unroll.remainder: also unroll the remainder
	Epilog               bool // unroll.epilog: the remainder follows the unrolled loop instead of preceding it
	MultiExit            bool // unroll.multi-exit: runtime unrolling of loops with several exits
	OtherExitPredictable bool // unroll.other-exit-predictable: assume that exits other than the latch are rare
}

// PeelKnobs control peeling.
type PeelKnobs struct {
	Allow           bool // peel.allow: heuristics may peel
	Nests           bool // peel.nests: also peel loops that contain others
	DisableAdvanced bool // peel.disable-advanced: peel only loops whose exits other than the latch are panics
	Count           int  // peel.count: iterations to peel off every loop that allows it; 0 lets the optimizer decide
	ForceCount      int  // peel.force-count: the same, even if unrolling would be better
	MaxCount        int  // peel.max-count: maximum number of iterations peeled off one loop
	Threshold       int  // peel.threshold: maximum size of all peeled iterations
	MaxBranches     int  // peel.max-branches: maximum number of branches in all peeled iterations
}

// JamKnobs control unroll-and-jam.
type JamKnobs struct {
	Enable          bool // jam.enable: enables the transformation
	Allow           bool // jam.allow: heuristics may apply it
	Count           int  // jam.count: the factor of every nest; 0 leaves it to metadata and heuristics
	MaxCount        int  // jam.max-count: maximum factor selected by heuristics
	Threshold       int  // jam.threshold: maximum size of a nest that heuristics jam
	PragmaThreshold int  // jam.pragma-threshold: maximum size for which a request is honored
	MinPercent      int  // jam.min-percent: minimum percentage of loads that must be saved for heuristics to unroll and jam
}

// CommoningKnobs control predictive commoning.
type CommoningKnobs struct {
	Allow       bool // commoning.allow: heuristics may apply it
	MaxDistance int  // commoning.max-distance: maximum number of iterations over which a value is carried
}

// unlimited represents UINT_MAX.
const unlimited = math.MaxInt32

// defaultLoopKnobs are LLVM's defaults, except where the knob's row in loopKnobTable gives a measurement in favor
// of another value.
var defaultLoopKnobs = LoopKnobs{
	Unroll: UnrollKnobs{
		ThresholdAggressive: 300,
		PartialThreshold:    150,
		RuntimeThreshold:    64,
		PragmaThreshold:     16384,
		FullMaxCount:        16,
		MaxCount:            unlimited,
		RuntimeCount:        4,
		MaxUpperBound:       8,
		UpperBound:          true,
		AnalyzeIterations:   10,
		Boost:               400,
		FlatTripCount:       5,
		FullNestDepth:       8,
		BackedgeSize:        2,
		AllowPartial:        true,
		AllowRemainder:      true,
		Runtime:             true,
		Epilog:              true,
	},
	Peel: PeelKnobs{Allow: true, MaxCount: 7, Threshold: 100, MaxBranches: 32},
	Jam: JamKnobs{Enable: true, Allow: true, MaxCount: 4, Threshold: 100,
		PragmaThreshold: 1024, MinPercent: 1},
	InterchangeAllow: true,
	WindowGathers:    true,
	FlattenEnable:    true,
	Commoning:        CommoningKnobs{Allow: true, MaxDistance: 4},
}

// loopKnob is a row of loopKnobTable: an option of LLVM or GCC and its knob here.
type loopKnob struct {
	id      string // number in the feature list, such as O10
	option  string // LLVM's name, or GCC's with "gcc "
	theirs  string // its default there
	name    string // name of the knob here; empty if the option does not apply
	comment string // the measurement behind a different default, or the reason why there is no knob
	field   func(k *LoopKnobs) any
}

// set sets the knob called name.
func (k *LoopKnobs) set(name, val string, has bool) error {
	for i := range loopKnobTable {
		row := &loopKnobTable[i]
		if row.name != name || name == "" {
			continue
		}
		switch p := row.field(k).(type) {
		case *bool:
			switch {
			case !has || val == "1" || val == "true":
				*p = true
			case val == "0" || val == "false":
				*p = false
			default:
				return fmt.Errorf("HOTLOOP: found %s=%s: write %s=0 or %s=1", name, val, name, name)
			}
		case *int:
			n, err := strconv.ParseInt(val, 10, 32)
			if err != nil || n < 0 {
				return fmt.Errorf("HOTLOOP: found %s=%s: write %s=N with a number N", name, val, name)
			}
			*p = int(n)
		}
		return nil
	}
	return fmt.Errorf("HOTLOOP: unknown knob %q: write some of %s", name, allKnobs())
}

// KnobNames returns the names of the knobs of loop transformations, as ParseKnobs accepts them.
func KnobNames() (list []string) {
	for _, row := range loopKnobTable {
		if row.name != "" && !slices.Contains(list, row.name) {
			list = append(list, row.name)
		}
	}
	return list
}
