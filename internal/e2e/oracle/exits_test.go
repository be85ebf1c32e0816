package oracle

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// Loops that are left early, against the Go compiler: every place to leave at, in every length around, for vector loops
// of one vector in flight; a sample of both for those the planner chooses.

// hitValue is what the loops look for; nothing else in the slices is like it.
const hitValue = 77

// exitKernel is a function of that file. The hits are what may make it stop: elements of parameters.
type exitKernel struct {
	name string
	fn   any
	hits []hit
	// index parameters hold indexes into the parameter named; table is how long that is.
	index map[int]bool
	table int
	// least is the shortest length worth trying, for loops that want more than any.
	least int
	// stays says why the loop is not vectorized, if it is not.
	stays string
	// dear: where vectors are short it is worth it only if it is forced.
	dear bool
	// lanes is the number of lanes to ask for where that of the variant has no form.
	lanes string
	// scalarHits: an integer parameter says where to stop.
	scalarHits bool
}

type hit struct {
	param int
	value int64
}

var inX, inY, inZ = hit{0, hitValue}, hit{1, hitValue}, hit{2, hitValue}

var exitKernels = []exitKernel{
	// The kinds of llvm-test-suite.
	{name: "ExitFind", fn: kernels.ExitFind, hits: []hit{inX}}, {name: "ExitFindStep3", fn: kernels.ExitFindStep3,
		hits: []hit{inX}},
	{name: "ExitTwoInOne", fn: kernels.ExitTwoInOne, hits: []hit{inX, inY}},
	{name: "ExitTwoValues", fn: kernels.ExitTwoValues, hits: []hit{inX, inY}},
	{name: "ExitTwoSwapped", fn: kernels.ExitTwoSwapped, hits: []hit{inX, inY}},
	{name: "ExitThree", fn: kernels.ExitThree, hits: []hit{inX, inY, inZ}},
	{name: "ExitThreeSame", fn: kernels.ExitThreeSame, hits: []hit{inX, inY, inZ}},
	{name: "ExitThreeValues", fn: kernels.ExitThreeValues, hits: []hit{inX, inY, inZ}},
	{name: "ExitOddTrip", fn: kernels.ExitOddTrip, hits: []hit{inX}, least: 511},
	{name: "ExitKnownTrip", fn: kernels.ExitKnownTrip, hits: []hit{inX}, least: 64},
	{name: "ExitBeforeStore", fn: kernels.ExitBeforeStore, hits: []hit{inY}},
	{name: "ExitAfterStore", fn: kernels.ExitAfterStore, hits: []hit{inY}},
	{name: "ExitBetweenStores", fn: kernels.ExitBetweenStores, hits: []hit{inZ}},
	{name: "ExitStoreLiveOut", fn: kernels.ExitStoreLiveOut, hits: []hit{inY}},
	{name: "ExitStoreFloat", fn: kernels.ExitStoreFloat, hits: []hit{inY}},
	{name: "ExitAfterStoreFloat", fn: kernels.ExitAfterStoreFloat, hits: []hit{inY}},
	{name: "ExitUpdate", fn: kernels.ExitUpdate, hits: []hit{inY}}, {name: "ExitUpdateAfter", fn: kernels.ExitUpdateAfter,
		hits: []hit{inY}},
	{name: "ExitUpdateOwn", fn: kernels.ExitUpdateOwn, hits: []hit{inX}},

	// Beyond.
	{name: "ExitLoadsStored", fn: kernels.ExitLoadsStored, hits: []hit{inY}},
	{name: "ExitLoadsAfterStore", fn: kernels.ExitLoadsAfterStore, hits: []hit{inZ}},
	{name: "ExitLoadsAhead", fn: kernels.ExitLoadsAhead, hits: []hit{inX}, stays: "EarlyExit"},
	{name: "ExitLoadsFar", fn: kernels.ExitLoadsFar, hits: []hit{inX}},
	{name: "ExitCountable", fn: kernels.ExitCountable, scalarHits: true},
	{name: "ExitTopTested", fn: kernels.ExitTopTested, scalarHits: true},
	{name: "ExitMiddle", fn: kernels.ExitMiddle, scalarHits: true}, {name: "ExitTwoCounts", fn: kernels.ExitTwoCounts,
		scalarHits: true},
	{name: "ExitSentinel", fn: kernels.ExitSentinel, hits: []hit{inX}},
	{name: "ExitSentinelStores", fn: kernels.ExitSentinelStores, hits: []hit{inY}},
	{name: "ExitSometimes", fn: kernels.ExitSometimes, hits: []hit{inY}},
	{name: "ExitSometimesStores", fn: kernels.ExitSometimesStores, hits: []hit{inY}},
	{name: "ExitSometimesCount", fn: kernels.ExitSometimesCount, scalarHits: true},
	{name: "ExitSums", fn: kernels.ExitSums, hits: []hit{inX}},
	{name: "ExitSumAfter", fn: kernels.ExitSumAfter, hits: []hit{inX}},
	{name: "ExitRecurrence", fn: kernels.ExitRecurrence, hits: []hit{inY}},
	{name: "ExitLastTwo", fn: kernels.ExitLastTwo, hits: []hit{inX}},
	{name: "ExitGather", fn: kernels.ExitGather, dear: true, hits: []hit{{0, 21}, {0, 1<<32 - 1}},
		index: map[int]bool{0: true}, table: 21},
	{name: "ExitGatherSigned", fn: kernels.ExitGatherSigned, hits: []hit{{1, 21}, {1, -1}}, index: map[int]bool{1: true},
		table: 21},
	{name: "ExitScatter", fn: kernels.ExitScatter, dear: true, hits: []hit{{1, 1 << 20}}, index: map[int]bool{1: true},
		table: 1},
	{name: "ExitPanics", fn: kernels.ExitPanics, hits: []hit{{1, 3}}, table: 16},
	{name: "ExitStorePanics", fn: kernels.ExitStorePanics, hits: []hit{{1, 15}}},
	{name: "ExitDivides", fn: kernels.ExitDivides, hits: []hit{inY, {2, 0}}},
	{name: "ExitDividesAfter", fn: kernels.ExitDividesAfter, hits: []hit{inY, {2, 0}}},
	{name: "ExitBytes", fn: kernels.ExitBytes, hits: []hit{{1, 200}}},
	{name: "ExitCount", fn: kernels.ExitCount, hits: []hit{{0, '\n'}, {0, '"'}}},
	{name: "ExitDown", fn: kernels.ExitDown, hits: []hit{inX}},
	{name: "ExitDownStores", fn: kernels.ExitDownStores, hits: []hit{inY}},
	{name: "ExitSorted", fn: kernels.ExitSorted, hits: []hit{inX}},
	{name: "ExitPairs", fn: kernels.ExitPairs, hits: []hit{inY}},
	{name: "ExitSearch2", fn: kernels.ExitSearch2, hits: []hit{inY}},
	{name: "ExitIndexLate", fn: kernels.ExitIndexLate, dear: true, hits: []hit{{0, 21}, {0, 1<<32 - 1}},
		index: map[int]bool{0: true}, table: 21},
	{name: "ExitHalf", fn: kernels.ExitHalf, hits: []hit{inX}},
	{name: "ExitWithin", fn: kernels.ExitWithin, scalarHits: true},
	{name: "ExitByteSum", fn: kernels.ExitByteSum, lanes: "16", hits: []hit{{0, 200}}},
	{name: "ExitDot", fn: kernels.ExitDot, hits: []hit{inX, inY}},
	{name: "ExitQuotients", fn: kernels.ExitQuotients, hits: []hit{inX, {1, 0}}},
	{name: "ExitBits", fn: kernels.ExitBits, hits: []hit{inY}},
	{name: "ExitStructs", fn: kernels.ExitStructs, hits: []hit{inZ}}, {name: "ExitGaps", fn: kernels.ExitGaps, dear: true,
		hits: []hit{inX}},
	{name: "ExitFirstElement", fn: kernels.ExitFirstElement, hits: []hit{inX}},
	{name: "ExitDownBoth", fn: kernels.ExitDownBoth, hits: []hit{inZ}},
	{name: "ExitStoredSometimes", fn: kernels.ExitStoredSometimes, hits: []hit{inX, inY}},
	{name: "ExitStoredPanics", fn: kernels.ExitStoredPanics, hits: []hit{inX, inY}},
	{name: "ExitStoredLess", fn: kernels.ExitStoredLess, dear: true, hits: []hit{inX, inY}},
	{name: "ExitStoredThrice", fn: kernels.ExitStoredThrice, dear: true, hits: []hit{inX, inY}},
	{name: "ExitNever", fn: kernels.ExitNever}, {name: "ExitOnes", fn: kernels.ExitOnes, hits: []hit{inX}},
	{name: "ExitSumAll", fn: kernels.ExitSumAll, hits: []hit{inX, inY}}, {name: "ExitPanicText", fn: kernels.ExitPanicText,
		hits: []hit{inX}},
}

// exitVariants are the directives in front of the loops. Vectors of 8 lanes, one or two in flight, are small enough for
// all places.
var exitVariants = []struct {
	name, directive string
	all             bool
}{
	{"one vector in flight", "vectorize.enable vectorize.width=8 interleave.count=1", true},
	{"no masks", "vectorize.enable vectorize.width=4 interleave.count=1 vectorize.predicate.enable=0", true},
	{"two in flight", "vectorize.enable vectorize.width=8 interleave.count=2", false},
	{"as planned", "", false},
	{"tested first", "vectorize.exits=check_first", false},
	{"predicated", "vectorize.exits=predicate vectorize.enable vectorize.width=8 interleave.count=1", true},
	{"predicated, two in flight", "vectorize.exits=predicate vectorize.enable vectorize.width=8 interleave.count=2",
		false},
	{"predicated, no masks",
		"vectorize.exits=predicate vectorize.enable vectorize.width=4 interleave.count=1 vectorize.predicate.enable=0", true},
	{"predicated, as planned", "vectorize.exits=predicate", false},
	{"clamped", "vectorize.exits=clamp", false},
	{"loads masked", "vectorize.exits=load_predicate vectorize.enable vectorize.width=8 interleave.count=2", false},
	{"last one scalar", "vectorize.exits=scalar_epilogue interleave.count=2", false},
}

func TestExits(t *testing.T) {
	for i := range exitKernels {
		k := &exitKernels[i]
		t.Run(k.name, func(t *testing.T) {
			e2e.Parallel(t)
			for _, isa := range append(e2e.ISAs(), e2e.Interpreter) {
				for _, v := range exitVariants {
					text, list := kernels.ExitKernelsText, v.directive
					if k.lanes != "" {
						list = strings.NewReplacer("width=8", "width="+k.lanes, "width=4", "width="+k.lanes).Replace(list)
					}
					text = e2e.Directed(text, list)
					k.check(t, isa, v.name, text, v.all)
				}
			}
		})
	}
}

// check compares one way to compile the kernel with the Go compiler's.
func (k *exitKernel) check(t *testing.T, isa, variant, text string, all bool) {
	c := e2e.Try(t, k.fn, text, k.name, runtime.Options{ISA: isa})
	native, plans, step, rng := isa != e2e.Interpreter, c.Plans, c.Step, c.Rand
	all = all && native
	if native && (len(plans) == 0) != (k.stays != "") && variant != "as planned" &&
		!(k.dear && !strings.Contains(text, "vectorize.enable")) {
		t.Errorf("%s, %s: plans are %v, expected to stay scalar: %q", isa, variant, plans, k.stays)
	}
	try := func(n, at int) {
		for which := range max(1, len(k.hits)) {
			c.SameInTurns(k.args(rng, n, at, which), "%s, %s, n=%d, hit %d at %d", isa, variant, n, which, at)
		}
	}
	if all && !testing.Short() {
		top := max(k.least, 3*step+2)
		for n := k.least; n <= top; n++ {
			for at := 0; at <= n; at++ {
				try(n, at)
			}
		}
		return
	}
	for range 60 {
		n := k.least + rng.IntN(3*step+3)
		try(n, rng.IntN(n+1))
	}
	try(k.least, k.least)
	try(k.least+4*step+1, k.least+4*step)
}

// args makes slices of n elements none of which is a hit but one at the place given; n is nowhere.
func (k *exitKernel) args(rng *rand.Rand, n, at, which int) []any {
	t := reflect.TypeOf(k.fn)
	args := make([]any, t.NumIn())
	for p := range args {
		pt := t.In(p)
		if pt.Kind() != reflect.Slice {
			v := reflect.New(pt).Elem()
			e2e.SetInt(v, hitValue)
			if k.scalarHits {
				e2e.SetInt(v, int64(at+rng.IntN(3)*rng.IntN(4)-rng.IntN(2)))
			}
			args[p] = v.Interface()
			continue
		}
		l := n
		if k.table > 1 && p == t.NumIn()-1 {
			l = k.table
		}
		s := reflect.MakeSlice(pt, l, l)
		for i := range l {
			e := int64(rng.IntN(19) - 9)
			switch {
			case k.index[p] && k.table > 1:
				e = int64(rng.IntN(k.table))
			case k.index[p]:
				e = int64(rng.IntN(max(1, n)))
			case pt.Elem().Kind() == reflect.Uint8:
				e = int64("abc,,xyz"[rng.IntN(8)])
			case k.name == "ExitPanics" || k.name == "ExitStorePanics":
				e = int64(16*rng.IntN(8) + rng.IntN(3))
			case e == 0:
				e = 10
			}
			if len(k.hits) > 0 && k.hits[which].param == p && i == at {
				e = k.hits[which].value
			}
			e2e.SetInt(s.Index(i), e)
		}
		if k.name == "ExitSorted" {
			for i := range l {
				s.Index(i).SetFloat(float64(i))
				if i == at {
					s.Index(i).SetFloat(1e6)
				}
			}
		}
		args[p] = s.Interface()
	}
	return args
}
