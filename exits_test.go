package hotloop_test

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"hotloop/bench/frame"
	"hotloop/runtime"
)

// Loops that are left early, against gc: every place to leave at, in every length around, for vector loops of one vector
// in flight; a sample of both for those the planner chooses.

//go:embed exitkernels_test.go
var exitKernelsText string

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
	{name: "exitFind", fn: exitFind, hits: []hit{inX}}, {name: "exitFindStep3", fn: exitFindStep3, hits: []hit{inX}},
	{name: "exitTwoInOne", fn: exitTwoInOne, hits: []hit{inX, inY}}, {name: "exitTwoValues", fn: exitTwoValues, hits: []hit{inX, inY}},
	{name: "exitTwoSwapped", fn: exitTwoSwapped, hits: []hit{inX, inY}}, {name: "exitThree", fn: exitThree, hits: []hit{inX, inY, inZ}},
	{name: "exitThreeSame", fn: exitThreeSame, hits: []hit{inX, inY, inZ}}, {name: "exitThreeValues", fn: exitThreeValues, hits: []hit{inX, inY, inZ}},
	{name: "exitOddTrip", fn: exitOddTrip, hits: []hit{inX}, least: 511}, {name: "exitKnownTrip", fn: exitKnownTrip, hits: []hit{inX}, least: 64},
	{name: "exitBeforeStore", fn: exitBeforeStore, hits: []hit{inY}}, {name: "exitAfterStore", fn: exitAfterStore, hits: []hit{inY}},
	{name: "exitBetweenStores", fn: exitBetweenStores, hits: []hit{inZ}},
	{name: "exitStoreLiveOut", fn: exitStoreLiveOut, hits: []hit{inY}},
	{name: "exitStoreFloat", fn: exitStoreFloat, hits: []hit{inY}}, {name: "exitAfterStoreFloat", fn: exitAfterStoreFloat, hits: []hit{inY}},
	{name: "exitUpdate", fn: exitUpdate, hits: []hit{inY}}, {name: "exitUpdateAfter", fn: exitUpdateAfter, hits: []hit{inY}},
	{name: "exitUpdateOwn", fn: exitUpdateOwn, hits: []hit{inX}},

	// Beyond.
	{name: "exitLoadsStored", fn: exitLoadsStored, hits: []hit{inY}}, {name: "exitLoadsAfterStore", fn: exitLoadsAfterStore, hits: []hit{inZ}},
	{name: "exitLoadsAhead", fn: exitLoadsAhead, hits: []hit{inX}, stays: "EarlyExit"},
	{name: "exitLoadsFar", fn: exitLoadsFar, hits: []hit{inX}},
	{name: "exitCountable", fn: exitCountable, scalarHits: true},
	{name: "exitTopTested", fn: exitTopTested, scalarHits: true},
	{name: "exitMiddle", fn: exitMiddle, scalarHits: true}, {name: "exitTwoCounts", fn: exitTwoCounts, scalarHits: true},
	{name: "exitSentinel", fn: exitSentinel, hits: []hit{inX}}, {name: "exitSentinelStores", fn: exitSentinelStores, hits: []hit{inY}},
	{name: "exitSometimes", fn: exitSometimes, hits: []hit{inY}}, {name: "exitSometimesStores", fn: exitSometimesStores, hits: []hit{inY}},
	{name: "exitSometimesCount", fn: exitSometimesCount, scalarHits: true}, {name: "exitSums", fn: exitSums, hits: []hit{inX}},
	{name: "exitSumAfter", fn: exitSumAfter, hits: []hit{inX}},
	{name: "exitRecurrence", fn: exitRecurrence, hits: []hit{inY}},
	{name: "exitLastTwo", fn: exitLastTwo, hits: []hit{inX}},
	{name: "exitGather", fn: exitGather, hits: []hit{{0, 21}, {0, 1<<32 - 1}}, index: map[int]bool{0: true}, table: 21},
	{name: "exitGatherSigned", fn: exitGatherSigned, hits: []hit{{1, 21}, {1, -1}}, index: map[int]bool{1: true}, table: 21},
	{name: "exitScatter", fn: exitScatter, dear: true, hits: []hit{{1, 1 << 20}}, index: map[int]bool{1: true}, table: 1},
	{name: "exitPanics", fn: exitPanics, hits: []hit{{1, 3}}, table: 16}, {name: "exitStorePanics", fn: exitStorePanics, hits: []hit{{1, 15}}},
	{name: "exitDivides", fn: exitDivides, hits: []hit{inY, {2, 0}}}, {name: "exitDividesAfter", fn: exitDividesAfter, hits: []hit{inY, {2, 0}}},
	{name: "exitBytes", fn: exitBytes, hits: []hit{{1, 200}}},
	{name: "exitCount", fn: exitCount, hits: []hit{{0, '\n'}, {0, '"'}}}, {name: "exitDown", fn: exitDown, hits: []hit{inX}},
	{name: "exitDownStores", fn: exitDownStores, hits: []hit{inY}}, {name: "exitSorted", fn: exitSorted, hits: []hit{inX}},
	{name: "exitPairs", fn: exitPairs, hits: []hit{inY}}, {name: "exitSearch2", fn: exitSearch2, hits: []hit{inY}},
	{name: "exitIndexLate", fn: exitIndexLate, dear: true, hits: []hit{{0, 21}, {0, 1<<32 - 1}}, index: map[int]bool{0: true}, table: 21},
	{name: "exitHalf", fn: exitHalf, hits: []hit{inX}},
	{name: "exitWithin", fn: exitWithin, scalarHits: true},
	{name: "exitByteSum", fn: exitByteSum, lanes: "16", hits: []hit{{0, 200}}}, {name: "exitDot", fn: exitDot, hits: []hit{inX, inY}},
	{name: "exitQuotients", fn: exitQuotients, hits: []hit{inX, {1, 0}}}, {name: "exitBits", fn: exitBits, hits: []hit{inY}},
	{name: "exitStructs", fn: exitStructs, hits: []hit{inZ}}, {name: "exitGaps", fn: exitGaps, dear: true, hits: []hit{inX}},
	{name: "exitFirstElement", fn: exitFirstElement, hits: []hit{inX}}, {name: "exitDownBoth", fn: exitDownBoth, hits: []hit{inZ}},
	{name: "exitStoredSometimes", fn: exitStoredSometimes, hits: []hit{inX, inY}, stays: "EarlyExit"},
	{name: "exitNever", fn: exitNever}, {name: "exitOnes", fn: exitOnes, hits: []hit{inX}}, {name: "exitSumAll", fn: exitSumAll, hits: []hit{inX, inY}}, {name: "exitPanicText", fn: exitPanicText, hits: []hit{inX}},
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
	{"predicated, two in flight", "vectorize.exits=predicate vectorize.enable vectorize.width=8 interleave.count=2", false},
	{"predicated, no masks", "vectorize.exits=predicate vectorize.enable vectorize.width=4 interleave.count=1 vectorize.predicate.enable=0", true},
	{"predicated, as planned", "vectorize.exits=predicate", false},
	{"last one scalar", "vectorize.exits=scalar_epilogue interleave.count=2", false},
}

func TestExits(t *testing.T) {
	for i := range exitKernels {
		k := &exitKernels[i]
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			for _, isa := range append(nativeISAs(), "interpreter") {
				for _, v := range exitVariants {
					text, list := exitKernelsText, v.directive
					if k.lanes != "" {
						list = strings.NewReplacer("width=8", "width="+k.lanes, "width=4", "width="+k.lanes).Replace(list)
					}
					text = directed(text, list)
					k.check(t, isa, v.name, text, v.all)
				}
			}
		})
	}
}

// check compares one way to compile the kernel with gc's.
func (k *exitKernel) check(t *testing.T, isa, variant, text string, all bool) {
	o := runtime.Options{ISA: isa, FPWritten: true, FileName: "exitkernels_test.go"}
	if isa == "interpreter" {
		o.ISA = ""
	}
	kern, err := runtime.Compile(reflect.TypeOf(k.fn), text, k.name, o)
	if err != nil {
		t.Fatalf("%s: %v", isa, err)
	}
	fn := kern.Func().Interface()
	if isa == "interpreter" {
		fn, all = kern.Fallback().Interface(), false
	} else if kern.Err() != nil {
		t.Fatalf("%s: not native: %v", isa, kern.Err())
	}
	plans := kern.Stats().Plans
	if native := isa != "interpreter"; native && (len(plans) == 0) != (k.stays != "") && variant != "as planned" && !(k.dear && !strings.Contains(text, "vectorize.enable")) {
		t.Errorf("%s, %s: plans are %v, expected to stay scalar: %q", isa, variant, plans, k.stays)
	}
	step := 8
	for _, p := range plans {
		var vf, uf int
		if _, err := fmt.Sscanf(p, "VF=%d UF=%d", &vf, &uf); err == nil {
			step = max(step, vf*uf)
		}
	}
	var in, ref frame.Arena
	defer in.Free()
	defer ref.Free()
	rng := rand.New(rand.NewPCG(uint64(len(k.name)), uint64(k.name[len(k.name)-1])))
	calls := 0
	try := func(n, at int) {
		for which := range max(1, len(k.hits)) {
			calls++
			args := k.args(rng, n, at, which)
			f, edge, what := frame.New(args, frame.Layout{Share: -1}), frame.EndEdge, "at a page's end"
			switch calls % 5 {
			case 1:
				f, edge, what = frame.New(args, frame.Layout{Share: -1, Before: 1 + calls%3, After: 2}), frame.StartEdge, "misaligned"
			case 2:
				shift := []int{0, 1, -1, 2, -2, 3, -3, 7, -7, 8, -8, 9, 16, -16, 31}[calls/5%15]
				f, what = overlap(args, shift), fmt.Sprintf("overlapping by %d", shift)
			case 3:
				what = cut(rng, args)
				f = frame.New(args, frame.Layout{Share: -1})
			}
			if d := compare(t, &in, &ref, f, edge, fn, k.fn); d != "" {
				t.Fatalf("%s, %s, n=%d, hit %d at %d, %s: %s\nplans: %v", isa, variant, n, which, at, what, d, plans)
			}
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
			setInt(v, hitValue)
			if k.scalarHits {
				setInt(v, int64(at+rng.IntN(3)*rng.IntN(4)-rng.IntN(2)))
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
			case k.name == "exitPanics" || k.name == "exitStorePanics":
				e = int64(16*rng.IntN(8) + rng.IntN(3))
			case e == 0:
				e = 10
			}
			if len(k.hits) > 0 && k.hits[which].param == p && i == at {
				e = k.hits[which].value
			}
			setInt(s.Index(i), e)
		}
		if k.name == "exitSorted" {
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
