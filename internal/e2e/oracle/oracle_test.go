package oracle

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// The oracle test. gc and hotloop compile one text, kernels/basic.go, and must agree bit for bit in results, stores and
// panic texts: over lengths up to two passes of the vector loop and more, on slices against unmapped pages, misaligned,
// overlapping by every small distance and by a vector, too short, and full of special floats.

var oracleKernels = []e2e.Kernel{
	{Name: "AddI8", Fn: kernels.AddI8}, {Name: "SubU8", Fn: kernels.SubU8}, {Name: "MulI16", Fn: kernels.MulI16}, {Name: "AndU16", Fn: kernels.AndU16},
	{Name: "MulI32", Fn: kernels.MulI32}, {Name: "XorU32", Fn: kernels.XorU32}, {Name: "MulI64", Fn: kernels.MulI64}, {Name: "SubU64", Fn: kernels.SubU64},
	{Name: "AddInt", Fn: kernels.AddInt}, {Name: "ArithF32", Fn: kernels.ArithF32}, {Name: "ArithF64", Fn: kernels.ArithF64}, {Name: "MulI8", Fn: kernels.MulI8},
	{Name: "ShiftConst", Fn: kernels.ShiftConst}, {Name: "ShiftVar", Fn: kernels.ShiftVar, Scalar: func(r *rand.Rand, _, _ int) int64 { return int64(r.IntN(36)) }},
	{Name: "ShiftVec", Fn: kernels.ShiftVec}, {Name: "ShiftI8", Fn: kernels.ShiftI8},
	{Name: "ShiftI16", Fn: kernels.ShiftI16, Scalar: func(r *rand.Rand, _, _ int) int64 { return int64(r.IntN(20)) }},
	{Name: "WidenU8", Fn: kernels.WidenU8}, {Name: "WidenI16", Fn: kernels.WidenI16}, {Name: "NarrowI32", Fn: kernels.NarrowI32}, {Name: "NarrowI64", Fn: kernels.NarrowI64},
	{Name: "IntToF32", Fn: kernels.IntToF32}, {Name: "F32ToInt", Fn: kernels.F32ToInt}, {Name: "F64ToI32", Fn: kernels.F64ToI32}, {Name: "F64ToF32", Fn: kernels.F64ToF32},
	{Name: "F32ToF64", Fn: kernels.F32ToF64}, {Name: "I64ToF64", Fn: kernels.I64ToF64}, {Name: "U8ToF32", Fn: kernels.U8ToF32}, {Name: "F32ToU8", Fn: kernels.F32ToU8},
	{Name: "MixWidths", Fn: kernels.MixWidths}, {Name: "MixCond", Fn: kernels.MixCond},

	{Name: "ForClassic", Fn: kernels.ForClassic, Scalar: e2e.LengthN}, {Name: "ForLE", Fn: kernels.ForLE, Scalar: e2e.LengthN}, {Name: "ForDown", Fn: kernels.ForDown},
	{Name: "ForReverse", Fn: kernels.ForReverse}, {Name: "ForStep2", Fn: kernels.ForStep2}, {Name: "ForStep3", Fn: kernels.ForStep3},
	{Name: "ForRangeInt", Fn: kernels.ForRangeInt, Scalar: e2e.UpTo(1)}, {Name: "ForRangeValue", Fn: kernels.ForRangeValue}, {Name: "ForWhile", Fn: kernels.ForWhile, Scalar: e2e.LengthN},
	{Name: "ForEndless", Fn: kernels.ForEndless, Scalar: e2e.LengthN}, {Name: "ForRangeOver", Fn: kernels.ForRangeOver}, {Name: "ForBounds", Fn: kernels.ForBounds, Scalar: e2e.UpTo(1)},
	{Name: "ForU8Counter", Fn: kernels.ForU8Counter, Scalar: func(_ *rand.Rand, _, n int) int64 { return int64(min(n, 255)) }},
	{Name: "ForI32Counter", Fn: kernels.ForI32Counter, Scalar: e2e.LengthN}, {Name: "ForMinLen", Fn: kernels.ForMinLen}, {Name: "ForReslice", Fn: kernels.ForReslice},
	{Name: "ForContinue", Fn: kernels.ForContinue}, {Name: "ForTwo", Fn: kernels.ForTwo},

	{Name: "Deinterleave", Fn: kernels.Deinterleave, Length: e2e.Times(1, 1, 2)}, {Name: "Interleave", Fn: kernels.Interleave, Length: e2e.Times(2, 1, 1)},
	{Name: "RgbToGray", Fn: kernels.RgbToGray, Length: e2e.Times(1, 3)}, {Name: "StrideInvariant", Fn: kernels.StrideInvariant, Length: e2e.Times(1, 3), Scalar: func(r *rand.Rand, _, _ int) int64 { return int64(r.IntN(4)) }},
	{Name: "SwapPairs", Fn: kernels.SwapPairs}, {Name: "EveryFourth", Fn: kernels.EveryFourth, Length: e2e.Times(1, 4)},

	{Name: "ClampI32", Fn: kernels.ClampI32}, {Name: "CondStore", Fn: kernels.CondStore}, {Name: "CondStoreU8", Fn: kernels.CondStoreU8}, {Name: "CondBoth", Fn: kernels.CondBoth},
	{Name: "CondNested", Fn: kernels.CondNested}, {Name: "CondLoad", Fn: kernels.CondLoad}, {Name: "CondSwitch", Fn: kernels.CondSwitch}, {Name: "CondAndOr", Fn: kernels.CondAndOr},
	{Name: "SignF64", Fn: kernels.SignF64}, {Name: "Alternate", Fn: kernels.Alternate}, {Name: "Bools", Fn: kernels.Bools},

	{Name: "SumI8", Fn: kernels.SumI8}, {Name: "SumU8Wide", Fn: kernels.SumU8Wide}, {Name: "SumI64", Fn: kernels.SumI64}, {Name: "SumF32", Fn: kernels.SumF32, Sums: true},
	{Name: "DotI16", Fn: kernels.DotI16}, {Name: "DotF64", Fn: kernels.DotF64, Sums: true}, {Name: "XorAll", Fn: kernels.XorAll}, {Name: "AndOr", Fn: kernels.AndOr},
	{Name: "MinMaxI32", Fn: kernels.MinMaxI32}, {Name: "MinU16If", Fn: kernels.MinU16If}, {Name: "MaxF64", Fn: kernels.MaxF64}, {Name: "MinF32", Fn: kernels.MinF32},
	{Name: "CountIf", Fn: kernels.CountIf}, {Name: "SumIf", Fn: kernels.SumIf}, {Name: "ProdU32", Fn: kernels.ProdU32}, {Name: "SadU8", Fn: kernels.SadU8},
	{Name: "DotI8", Fn: kernels.DotI8}, {Name: "DotU8I8", Fn: kernels.DotU8I8}, {Name: "DotU8", Fn: kernels.DotU8},
	{Name: "SquaresIf", Fn: kernels.SquaresIf}, {Name: "DotCut", Fn: kernels.DotCut},
	{Name: "SumIndex", Fn: kernels.SumIndex}, {Name: "LastValue", Fn: kernels.LastValue}, {Name: "PopcountU8", Fn: kernels.PopcountU8},
	{Name: "OnesU16", Fn: kernels.OnesU16}, {Name: "OnesI32", Fn: kernels.OnesI32}, {Name: "OnesMany", Fn: kernels.OnesMany}, {Name: "OnesWidths", Fn: kernels.OnesWidths}, {Name: "OnesUntil", Fn: kernels.OnesUntil},
	{Name: "Hash", Fn: kernels.Hash}, {Name: "Products", Fn: kernels.Products},

	{Name: "MinMaxF32", Fn: kernels.MinMaxF32}, {Name: "Rounding", Fn: kernels.Rounding}, {Name: "Roots", Fn: kernels.Roots}, {Name: "Fused", Fn: kernels.Fused},
	{Name: "Negate", Fn: kernels.Negate}, {Name: "CompareF32", Fn: kernels.CompareF32}, {Name: "Popcounts", Fn: kernels.Popcounts}, {Name: "Polynomial", Fn: kernels.Polynomial},

	{Name: "GatherF32", Fn: kernels.GatherF32, Index: map[int]int{2: 1}}, {Name: "GatherI64", Fn: kernels.GatherI64, Index: map[int]int{2: 1}},
	{Name: "GatherU8", Fn: kernels.GatherU8, Length: func(p, n int) int { return []int{n, 256, n}[p] }}, {Name: "Scatter", Fn: kernels.Scatter, Index: map[int]int{2: 0}},
	{Name: "Histogram", Fn: kernels.Histogram, Length: func(p, n int) int { return []int{256, n}[p] }}, {Name: "SumGather", Fn: kernels.SumGather, Index: map[int]int{1: 0}, Sums: true},

	{Name: "MatVec", Fn: kernels.MatVec, Sums: true, Square: true, Length: func(p, n int) int { return []int{n / 2, n * (n / 2), n}[p] }},
	{Name: "AddRows", Fn: kernels.AddRows, Scalar: e2e.Grid}, {Name: "Blur", Fn: kernels.Blur, Scalar: e2e.Grid},
	{Name: "ColumnsDown", Fn: kernels.ColumnsDown, Scalar: e2e.Grid}, {Name: "ColumnsTurned", Fn: kernels.ColumnsTurned, Scalar: e2e.Grid}, {Name: "ColumnsDepend", Fn: kernels.ColumnsDepend, Scalar: e2e.Grid},
	{Name: "ColumnsApart", Fn: kernels.ColumnsApart, Scalar: e2e.Grid}, {Name: "ColumnsOnce", Fn: kernels.ColumnsOnce, Scalar: e2e.Grid}, {Name: "ColumnsAndRows", Fn: kernels.ColumnsAndRows, Scalar: e2e.Grid},
	{Name: "Triangle", Fn: kernels.Triangle, Scalar: e2e.Grid}, {Name: "Transpose", Fn: kernels.Transpose, Scalar: e2e.Grid},

	{Name: "PrefixSum", Fn: kernels.PrefixSum}, {Name: "ShiftLeft", Fn: kernels.ShiftLeft}, {Name: "ShiftRight", Fn: kernels.ShiftRight}, {Name: "Distance4", Fn: kernels.Distance4},
	{Name: "Distance64", Fn: kernels.Distance64}, {Name: "Differences", Fn: kernels.Differences}, {Name: "StoreTwice", Fn: kernels.StoreTwice}, {Name: "CopyAll", Fn: kernels.CopyAll},
	{Name: "Fill", Fn: kernels.Fill}, {Name: "Ramp", Fn: kernels.Ramp},

	{Name: "FindI32", Fn: kernels.FindI32, Few: true}, {Name: "AnyNaN", Fn: kernels.AnyNaN}, {Name: "CopyUntil", Fn: kernels.CopyUntil},
	{Name: "FirstRow", Fn: kernels.FirstRow, Few: true, Scalar: func(r *rand.Rand, p, n int) int64 { return []int64{0, int64(e2e.Side(n)), 5}[p] }},

	{Name: "DivI32", Fn: kernels.DivI32}, {Name: "ModU8", Fn: kernels.ModU8}, {Name: "DivConst", Fn: kernels.DivConst}, {Name: "DivU64", Fn: kernels.DivU64}, {Name: "ShiftNegative", Fn: kernels.ShiftNegative, Few: true},
	{Name: "ExplicitPanic", Fn: kernels.ExplicitPanic, Few: true}, {Name: "OrderOp", Fn: kernels.OrderOp}, {Name: "OrderSet", Fn: kernels.OrderSet}, {Name: "BadSlice", Fn: kernels.BadSlice, Scalar: e2e.UpTo(1)},

	{Name: "ReorderBack", Fn: kernels.ReorderBack}, {Name: "SplitNode", Fn: kernels.SplitNode}, {Name: "Distributed", Fn: kernels.Distributed}, {Name: "DistributedTable", Fn: kernels.DistributedTable},
	{Name: "StoredSum", Fn: kernels.StoredSum}, {Name: "Versioned", Fn: kernels.Versioned}, {Name: "Unswitched", Fn: kernels.Unswitched, Scalar: func(r *rand.Rand, _, _ int) int64 { return int64(r.IntN(16)) }},
	{Name: "Advanced", Fn: kernels.Advanced}, {Name: "AdvancedBy4", Fn: kernels.AdvancedBy4}, {Name: "AdvancedUntil", Fn: kernels.AdvancedUntil},
	{Name: "Strided", Fn: kernels.Strided, Scalar: func(r *rand.Rand, _, _ int) int64 { return []int64{1, 1, 1, 2, 0, -1}[r.IntN(6)] }},
	{Name: "Stepped", Fn: kernels.Stepped, Scalar: func(r *rand.Rand, p, _ int) int64 { return []int64{1, 1, 1, 2, 0, 3}[r.IntN(6)] }},
	{Name: "SplitBelow", Fn: kernels.SplitBelow, Scalar: e2e.UpTo(1)}, {Name: "SplitDown", Fn: kernels.SplitDown, Scalar: e2e.UpTo(1)}, {Name: "SplitAsked", Fn: kernels.SplitAsked, Scalar: e2e.UpTo(1)},
	{Name: "Crossing", Fn: kernels.Crossing}, {Name: "CrossingOne", Fn: kernels.CrossingOne}, {Name: "FusedLoops", Fn: kernels.FusedLoops}, {Name: "Rerolled", Fn: kernels.Rerolled},
	{Name: "Carried", Fn: kernels.Carried}, {Name: "CarriedWindow", Fn: kernels.CarriedWindow}, {Name: "CarriedNot", Fn: kernels.CarriedNot},
	{Name: "RerolledAlong", Fn: kernels.RerolledAlong}, {Name: "WordsCopied", Fn: kernels.WordsCopied}, {Name: "WordsFilled", Fn: kernels.WordsFilled}, {Name: "Deleted", Fn: kernels.Deleted, Scalar: e2e.UpTo(1)},

	{Name: "Calls", Fn: kernels.Calls}, {Name: "CallsIf", Fn: kernels.CallsIf}, {Name: "ManyLocals", Fn: kernels.ManyLocals},
}

func TestOracle(t *testing.T) {
	if len(e2e.Builds()) == 1 {
		t.Log("no native code on this machine: only the interpreter is compared")
	}
	for i := range oracleKernels {
		k := &oracleKernels[i]
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			for _, b := range e2e.Builds() {
				k.Check(t, b)
			}
			if runtime.Available() != nil {
				return
			}
			// Whole numbers come out the same in every order. In mode go gc is no judge, because it fuses on some machines:
			// the interpreter runs the SSA in which fusing has been decided.
			if k.Sums {
				k.Check(t, e2e.Build{Name: "fast", Isa: "", Fp: "fast", NoVec: false, Every: 1})
			}
			k.Check(t, e2e.Build{Name: "go", Isa: "", Fp: "go", NoVec: false, Every: 2})
		})
	}
}

// TestOracleKernels holds the table complete: every function of the file is in it, or called by one that is.
func TestOracleKernels(t *testing.T) {
	listed := map[string]bool{}
	for _, k := range oracleKernels {
		listed[k.Name] = true
	}
	for _, line := range strings.Split(kernels.KernelsText, "\n") {
		if rest, ok := strings.CutPrefix(line, "func "); ok {
			name, _, _ := strings.Cut(rest, "(")
			if !listed[name] && !strings.Contains(kernels.KernelsText, " "+name+"(v") && !strings.Contains(kernels.KernelsText, " "+name+"(a[") {
				t.Errorf("%s is in no test", name)
			}
		}
	}
}

// TestPanicPosition: a panic's value is a runtime.Error that knows kernel and position.
func TestPanicPosition(t *testing.T) {
	for _, b := range e2e.Builds() {
		kern, err := runtime.Compile(reflect.TypeOf(kernels.OrderOp), kernels.KernelsText, "OrderOp", runtime.Options{ISA: b.Isa, FileName: "kernels.go"})
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
