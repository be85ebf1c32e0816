package oracle

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// The oracle test. The Go compiler and hotloop compile one text, kernels/basic.go, and must agree bit for bit in
// results, stores and panic texts: over lengths up to two passes of the vector loop and more, on slices against
// unmapped pages, misaligned, overlapping by every small distance and by a vector, too short, and full of special
// floats.

var oracleKernels = e2e.Named([]e2e.Kernel{
	{Fn: kernels.AddI8}, {Fn: kernels.SubU8}, {Fn: kernels.MulI16}, {Fn: kernels.AndU16}, {Fn: kernels.MulI32},
	{Fn: kernels.XorU32}, {Fn: kernels.MulI64}, {Fn: kernels.SubU64}, {Fn: kernels.AddInt}, {Fn: kernels.ArithF32},
	{Fn: kernels.ArithF64}, {Fn: kernels.MulI8}, {Fn: kernels.ShiftConst},
	{Fn: kernels.ShiftVar, Scalar: func(r *rand.Rand, _, _ int) int64 { return int64(r.IntN(36)) }},
	{Fn: kernels.ShiftVec}, {Fn: kernels.ShiftI8},
	{Fn: kernels.ShiftI16, Scalar: func(r *rand.Rand, _, _ int) int64 { return int64(r.IntN(20)) }},
	{Fn: kernels.WidenU8}, {Fn: kernels.WidenI16}, {Fn: kernels.NarrowI32}, {Fn: kernels.NarrowI64},
	{Fn: kernels.IntToF32}, {Fn: kernels.F32ToInt}, {Fn: kernels.F64ToI32}, {Fn: kernels.F64ToF32},
	{Fn: kernels.F32ToF64}, {Fn: kernels.I64ToF64}, {Fn: kernels.U8ToF32}, {Fn: kernels.F32ToU8},
	{Fn: kernels.MixWidths}, {Fn: kernels.MixCond},

	{Fn: kernels.ForClassic, Scalar: e2e.LengthN}, {Fn: kernels.ForLE, Scalar: e2e.LengthN}, {Fn: kernels.ForDown},
	{Fn: kernels.ForReverse}, {Fn: kernels.ForStep2}, {Fn: kernels.ForStep3},
	{Fn: kernels.ForRangeInt, Scalar: e2e.UpTo(1)}, {Fn: kernels.ForRangeValue},
	{Fn: kernels.ForWhile, Scalar: e2e.LengthN}, {Fn: kernels.ForEndless, Scalar: e2e.LengthN},
	{Fn: kernels.ForRangeOver}, {Fn: kernels.ForBounds, Scalar: e2e.UpTo(1)},
	{Fn: kernels.ForU8Counter, Scalar: func(_ *rand.Rand, _, n int) int64 { return int64(min(n, 255)) }},
	{Fn: kernels.ForI32Counter, Scalar: e2e.LengthN}, {Fn: kernels.ForMinLen}, {Fn: kernels.ForReslice},
	{Fn: kernels.ForContinue}, {Fn: kernels.ForTwo},

	{Fn: kernels.Deinterleave, Length: e2e.Times(1, 1, 2)}, {Fn: kernels.Interleave, Length: e2e.Times(2, 1, 1)},
	{Fn: kernels.RgbToGray, Length: e2e.Times(1, 3)},
	{Fn: kernels.StrideInvariant, Length: e2e.Times(1, 3), Scalar: func(r *rand.Rand, _, _ int) int64 {
		return int64(r.IntN(4))
	}},
	{Fn: kernels.SwapPairs}, {Fn: kernels.EveryFourth, Length: e2e.Times(1, 4)},

	{Fn: kernels.ClampI32}, {Fn: kernels.CondStore}, {Fn: kernels.CondStoreU8}, {Fn: kernels.CondBoth},
	{Fn: kernels.CondNested}, {Fn: kernels.CondLoad}, {Fn: kernels.CondSwitch}, {Fn: kernels.CondAndOr},
	{Fn: kernels.SignF64}, {Fn: kernels.Alternate}, {Fn: kernels.Bools},

	{Fn: kernels.SumI8}, {Fn: kernels.SumU8Wide}, {Fn: kernels.SumI64}, {Fn: kernels.SumF32, Sums: true},
	{Fn: kernels.DotI16}, {Fn: kernels.DotF64, Sums: true}, {Fn: kernels.XorAll}, {Fn: kernels.AndOr},
	{Fn: kernels.MinMaxI32}, {Fn: kernels.MinU16If}, {Fn: kernels.MaxF64}, {Fn: kernels.MinF32},
	{Fn: kernels.CountIf}, {Fn: kernels.SumIf}, {Fn: kernels.ProdU32}, {Fn: kernels.SadU8}, {Fn: kernels.DotI8},
	{Fn: kernels.DotU8I8}, {Fn: kernels.DotU8}, {Fn: kernels.SquaresIf}, {Fn: kernels.DotCut}, {Fn: kernels.SumIndex},
	{Fn: kernels.LastValue}, {Fn: kernels.PopcountU8}, {Fn: kernels.OnesU16}, {Fn: kernels.OnesI32},
	{Fn: kernels.OnesMany}, {Fn: kernels.OnesWidths}, {Fn: kernels.OnesUntil}, {Fn: kernels.Hash},
	{Fn: kernels.Products},

	{Fn: kernels.MinMaxF32}, {Fn: kernels.Rounding}, {Fn: kernels.Roots}, {Fn: kernels.Fused}, {Fn: kernels.Negate},
	{Fn: kernels.CompareF32}, {Fn: kernels.Popcounts}, {Fn: kernels.Polynomial},

	{Fn: kernels.GatherF32, Index: map[int]int{2: 1}}, {Fn: kernels.GatherI64, Index: map[int]int{2: 1}},
	{Fn: kernels.GatherU8, Length: func(p, n int) int { return []int{n, 256, n}[p] }},
	{Fn: kernels.Scatter, Index: map[int]int{2: 0}},
	{Fn: kernels.Histogram, Length: func(p, n int) int { return []int{256, n}[p] }},
	{Fn: kernels.SumGather, Index: map[int]int{1: 0}, Sums: true},

	{Fn: kernels.MatVec, Sums: true, Square: true, Length: func(p, n int) int { return []int{n / 2, n * (n / 2), n}[p] }},
	{Fn: kernels.AddRows, Scalar: e2e.Grid}, {Fn: kernels.Blur, Scalar: e2e.Grid},
	{Fn: kernels.ColumnsDown, Scalar: e2e.Grid}, {Fn: kernels.ColumnsTurned, Scalar: e2e.Grid},
	{Fn: kernels.ColumnsDepend, Scalar: e2e.Grid}, {Fn: kernels.ColumnsApart, Scalar: e2e.Grid},
	{Fn: kernels.ColumnsOnce, Scalar: e2e.Grid}, {Fn: kernels.ColumnsAndRows, Scalar: e2e.Grid},
	{Fn: kernels.Triangle, Scalar: e2e.Grid}, {Fn: kernels.Transpose, Scalar: e2e.Grid},

	{Fn: kernels.PrefixSum}, {Fn: kernels.ShiftLeft}, {Fn: kernels.ShiftRight}, {Fn: kernels.Distance4},
	{Fn: kernels.Distance64}, {Fn: kernels.Differences}, {Fn: kernels.StoreTwice}, {Fn: kernels.CopyAll},
	{Fn: kernels.Fill}, {Fn: kernels.Ramp},

	{Fn: kernels.FindI32, Few: true}, {Fn: kernels.AnyNaN}, {Fn: kernels.CopyUntil},
	{Fn: kernels.FirstRow, Few: true, Scalar: func(r *rand.Rand, p, n int) int64 {
		return []int64{0, int64(e2e.Side(n)), 5}[p]
	}},

	{Fn: kernels.DivI32}, {Fn: kernels.ModU8}, {Fn: kernels.DivConst}, {Fn: kernels.DivU64},
	{Fn: kernels.ShiftNegative, Few: true}, {Fn: kernels.ExplicitPanic, Few: true}, {Fn: kernels.OrderOp},
	{Fn: kernels.OrderSet}, {Fn: kernels.BadSlice, Scalar: e2e.UpTo(1)},

	{Fn: kernels.ReorderBack}, {Fn: kernels.SplitNode}, {Fn: kernels.Distributed}, {Fn: kernels.DistributedTable},
	{Fn: kernels.StoredSum}, {Fn: kernels.Versioned},
	{Fn: kernels.Unswitched, Scalar: func(r *rand.Rand, _, _ int) int64 { return int64(r.IntN(16)) }},
	{Fn: kernels.Advanced}, {Fn: kernels.AdvancedBy4}, {Fn: kernels.AdvancedUntil},
	{Fn: kernels.Strided, Scalar: func(r *rand.Rand, _, _ int) int64 { return []int64{1, 1, 1, 2, 0, -1}[r.IntN(6)] }},
	{Fn: kernels.Stepped, Scalar: func(r *rand.Rand, p, _ int) int64 { return []int64{1, 1, 1, 2, 0, 3}[r.IntN(6)] }},
	{Fn: kernels.SplitBelow, Scalar: e2e.UpTo(1)}, {Fn: kernels.SplitDown, Scalar: e2e.UpTo(1)},
	{Fn: kernels.SplitAsked, Scalar: e2e.UpTo(1)}, {Fn: kernels.Crossing}, {Fn: kernels.CrossingOne},
	{Fn: kernels.FusedLoops}, {Fn: kernels.Rerolled}, {Fn: kernels.Carried}, {Fn: kernels.CarriedWindow},
	{Fn: kernels.CarriedNot}, {Fn: kernels.RerolledAlong}, {Fn: kernels.WordsCopied}, {Fn: kernels.WordsFilled},
	{Fn: kernels.Deleted, Scalar: e2e.UpTo(1)},

	{Fn: kernels.Calls}, {Fn: kernels.CallsIf}, {Fn: kernels.ManyLocals},
})

func TestOracle(t *testing.T) {
	if len(e2e.Builds()) == 1 {
		t.Log("no native code on this machine: only the interpreter is compared")
	}
	e2e.Run(t, oracleKernels, func(t *testing.T, k *e2e.Kernel) {
		k.CheckAll(t)
		if runtime.Available() != nil {
			return
		}
		// Whole numbers come out the same in every order. In mode go the Go compiler is no judge, because it fuses on
		// some machines: the interpreter runs the SSA in which fusing has been decided.
		if k.Sums {
			k.Check(t, e2e.Build{Name: "fast", Isa: "", Fp: "fast", NoVec: false, Every: 1})
		}
		k.Check(t, e2e.Build{Name: "go", Isa: "", Fp: "go", NoVec: false, Every: 2})
	})
}

// TestOracleKernels holds the tables complete: every exported function of the kernels' files is in a test.
func TestOracleKernels(t *testing.T) {
	read := func(pattern string) string {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		var all strings.Builder
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(text)
		}
		return all.String()
	}
	used := map[string]bool{"Text": true}
	for _, m := range regexp.MustCompile(`(?:kernels\.|")([A-Z]\w*)`).FindAllStringSubmatch(read("../*/*_test.go"), -1) {
		used[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`(?m)^func ([A-Z]\w*)`).FindAllStringSubmatch(read("../testdata/kernels/*.go"),
		-1) {
		if !used[m[1]] {
			t.Errorf("%s is in no test", m[1])
		}
	}
}

// TestPanicPosition: a panic's value is a runtime.Error that knows kernel and position.
func TestPanicPosition(t *testing.T) {
	for _, b := range e2e.Builds() {
		kern, err := runtime.Compile(reflect.TypeOf(kernels.OrderOp), kernels.KernelsText, "OrderOp",
			runtime.Options{ISA: b.Isa, FileName: "kernels.go"})
		if err != nil {
			t.Fatal(err)
		}
		func() {
			defer func() {
				e, ok := recover().(interface {
					error
					RuntimeError()
					Kernel() string
					Position() string
				})
				if !ok || e.Kernel() != "OrderOp" || !strings.HasPrefix(e.Position(), "kernels.go:") {
					t.Errorf("%s: panic value %v", b.Name, e)
				}
			}()
			kern.Func().Interface().(func(a, b []int32))(make([]int32, 3), make([]int32, 3))
		}()
	}
}

// once guards against a kernel that keeps state: the same call from many goroutines gives the same results.
func TestOracleConcurrent(t *testing.T) {
	kern, err := runtime.Compile(reflect.TypeOf(kernels.DotI16), kernels.KernelsText, "DotI16", runtime.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := kern.Func().Interface().(func(a, b []int16) int32)
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			rng := rand.New(rand.NewPCG(uint64(g), 1))
			for range 200 {
				a, b := make([]int16, rng.IntN(500)), make([]int16, 500)
				for i := range a {
					a[i], b[i] = int16(rng.Int()), int16(rng.Int())
				}
				if got, want := f(a, b), kernels.DotI16(a, b); got != want {
					t.Errorf("dotI16 of %d: %d, want %d", len(a), got, want)
					return
				}
			}
		}()
	}
	wg.Wait()
}
