package config

import (
	"fmt"
	"math"
	"strconv"
)

// LoopKnobs are the numbers and switches that loop transformations decide by. Each is a knob of HOTLOOP= and of the
// command line, named here and in loopKnobs, which traces it to LLVM's or GCC's option.
type LoopKnobs struct {
	Unroll UnrollKnobs
	Peel   PeelKnobs
	Jam    JamKnobs

	Commoning CommoningKnobs

	InterchangeAllow bool // interchange.allow: heuristics may interchange
	WindowGathers    bool // windows.allow: gathers of neighbours may be loads and permutations
	FlattenEnable    bool // flatten.enable: heuristics may flatten
	FusePeelMaxCount int  // fuse.peel-max-count: iterations peeled off the first of two loops for them to be fused
}

// UnrollKnobs steer unrolling. Sizes are in values of the SSA, LLVM's in instructions of its IR.
type UnrollKnobs struct {
	Disable              bool // unroll.disable: no unrolling at all, not even where metadata ask
	Count                int  // unroll.count: the factor of every loop; 0 decides for itself
	Threshold            int  // unroll.threshold: size of a completely unrolled loop; 0 is ThresholdAggressive
	ThresholdAggressive  int  // unroll.threshold-aggressive
	PartialThreshold     int  // unroll.partial-threshold: size of a partially unrolled body
	RuntimeThreshold     int  // unroll.runtime-threshold: the same where the trip count is known only at run time
	PragmaThreshold      int  // unroll.pragma-threshold: size up to which a request is obeyed
	FullMaxCount         int  // unroll.full-max-count: iterations of a completely unrolled loop
	MaxCount             int  // unroll.max-count: the largest factor of partial and runtime unrolling
	RuntimeCount         int  // unroll.runtime-count: the factor of runtime unrolling to begin with
	MaxUpperBound        int  // unroll.max-upper-bound: iterations at most of a loop unrolled by its bound alone
	AnalyzeIterations    int  // unroll.analyze-iterations: iterations simulated to see what folds
	Boost                int  // unroll.boost: percent by which such savings may raise the threshold
	FlatTripCount        int  // unroll.flat-trip-count: a loop estimated to run less often is left alone
	FullNestDepth        int  // unroll.full-nest-depth: loops of a nest that are completely unrolled
	BackedgeSize         int  // unroll.backedge-size: values of a body that are there once however often it is unrolled
	AllowPartial         bool // unroll.allow-partial: known trip counts that are too large to unroll completely
	AllowRemainder       bool // unroll.allow-remainder: factors that do not divide the trip count
	AllowExpensive       bool // unroll.allow-expensive-trip-count: trip counts that take a division to compute
	Runtime              bool // unroll.runtime: trip counts known only at run time
	UpperBound           bool // unroll.upper-bound: unroll by the bound, keeping the exits
	Remainder            bool // unroll.remainder: unroll the remainder as well
	Epilog               bool // unroll.epilog: the remainder comes behind the unrolled loop, not in front of it
	MultiExit            bool // unroll.multi-exit: runtime unrolling of loops with several exits
	OtherExitPredictable bool // unroll.other-exit-predictable: exits besides the latch are thought to be rare
}

// PeelKnobs steer peeling.
type PeelKnobs struct {
	Allow           bool // peel.allow: heuristics may peel
	Nests           bool // peel.nests: loops that contain others, too
	DisableAdvanced bool // peel.disable-advanced: only loops whose exits besides the latch are panics
	Count           int  // peel.count: iterations to peel off every loop that can be; 0 decides for itself
	ForceCount      int  // peel.force-count: the same, without asking whether unrolling would be better
	MaxCount        int  // peel.max-count: iterations peeled off one loop
	Threshold       int  // peel.threshold: size of all that is peeled off
	MaxBranches     int  // peel.max-branches: branches in all that is peeled off
}

// JamKnobs steer unroll-and-jam.
type JamKnobs struct {
	Enable          bool // jam.enable: the transformation takes part at all
	Allow           bool // jam.allow: heuristics may do it
	Count           int  // jam.count: the factor of every nest; 0 leaves it to metadata and heuristics
	MaxCount        int  // jam.max-count: the largest factor that heuristics take
	Threshold       int  // jam.threshold: size of a nest that heuristics jam
	PragmaThreshold int  // jam.pragma-threshold: size up to which a request is obeyed
	MinPercent      int  // jam.min-percent: part of the loads that must go for heuristics to join rows
}

// CommoningKnobs steer predictive commoning.
type CommoningKnobs struct {
	Allow       bool // commoning.allow: heuristics may do it
	MaxDistance int  // commoning.max-distance: iterations over which a value is carried, at most
}

// unlimited stands for UINT_MAX.
const unlimited = math.MaxInt32

// defaultLoopKnobs are LLVM's defaults, and our own where the row of the knob in loopKnobs says which measurement
// speaks for them.
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

// loopKnob is a row of the table of knobs: the options of LLVM and GCC, and what they are called here.
type loopKnob struct {
	id      string // of research: O10
	option  string // LLVM's name, or GCC's with "gcc "
	theirs  string // its default
	name    string // ours; empty if the option has no meaning here
	comment string // the measurement behind another default, or why there is no such knob
	field   func(k *LoopKnobs) any
}

// set sets the knob with the given name.
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
	return fmt.Errorf("HOTLOOP: unknown knob %q: write some of isa= tune= print-after= "+
		"print-changed verify-each eval-each bisect= remarks func= seed= shuffle= plant= no-polls no-slp keep-freed "+
		"poll-counter place= pad= order=, or one of loopopt/KNOBS.md", name)
}

// KnobNames are the names of the knobs of loop transformations, as ParseKnobs takes them.
func KnobNames() (list []string) {
	for _, row := range loopKnobTable {
		if row.name != "" {
			list = append(list, row.name)
		}
	}
	return list
}
