package bench

import (
	"math"

	"hotloop/bench/search"
	"hotloop/bench/search/oracle"
	"hotloop/internal/lab/frame"
)

// hits are the positions at which the loops of the suite search stop when they are timed.
var hits = []struct {
	name string
	at   func(n int) int // n means no hit
}{
	{"none", func(n int) int { return n }},
	{"first", func(int) int { return 0 }},
	{"middle", func(n int) int { return n / 2 }},
	{"last", func(n int) int { return max(n-1, 0) }},
}

// Search returns the suite search: loops that exit early. Each occurs once for every position of the hit; when
// checked, the position is arbitrary. Elems and bytes count up to that position.
func Search() []*Kernel {
	return join(
		searchKernel("find_u8", "findu8.go", "FindU8", f2r(search.FindU8, oracle.FindU8, oracle.EmptyFindU8), 1,
			func(g gen, n, at int) []any { return []any{once(n, at, 7, uint8(42)), uint8(42)} }),
		searchKernel("find_u16", "findu16.go", "FindU16", f2r(search.FindU16, oracle.FindU16, oracle.EmptyFindU16), 2,
			func(g gen, n, at int) []any { return []any{once(n, at, 7, uint16(42)), uint16(42)} }),
		searchKernel("find_i32", "findi32.go", "FindI32", f2r(search.FindI32, oracle.FindI32, oracle.EmptyFindI32), 4,
			func(g gen, n, at int) []any { return []any{once(n, at, 7, int32(42)), int32(42)} }),
		searchKernel("find_i64", "findi64.go", "FindI64", f2r(search.FindI64, oracle.FindI64, oracle.EmptyFindI64), 8,
			func(g gen, n, at int) []any { return []any{once(n, at, 7, int64(42)), int64(42)} }),
		searchKernel("find_f32", "findf32.go", "FindF32", f2r(search.FindF32, oracle.FindF32, oracle.EmptyFindF32), 4,
			func(g gen, n, at int) []any { return []any{once(n, at, 7, float32(42)), float32(42)} }),
		searchKernel("find_f64", "findf64.go", "FindF64", f2r(search.FindF64, oracle.FindF64, oracle.EmptyFindF64), 8,
			func(g gen, n, at int) []any { return []any{once(n, at, math.NaN(), 42), 42.0} }),
		searchKernel("mismatch", "mismatch.go", "Mismatch", f2r(search.Mismatch, oracle.Mismatch, oracle.EmptyMismatch),
			2,
			func(g gen, n, at int) []any { return []any{once(n, at, 7, uint8(42)), once(n, n, 7, uint8(0))} }),
		searchKernel("any_nan", "any.go", "AnyNaN", f1r(search.AnyNaN, oracle.AnyNaN, oracle.EmptyAnyNaN), 4,
			func(g gen, n, at int) []any { return []any{once(n, at, 7, float32(math.NaN()))} }),
		searchKernel("all_below", "all.go", "AllBelow", f2r(search.AllBelow, oracle.AllBelow, oracle.EmptyAllBelow), 2,
			func(g gen, n, at int) []any { return []any{once(n, at, -7, int16(42)), int16(42)} }),
		searchKernel("sum_until", "sumuntil.go", "SumUntil",
			f1r(search.SumUntil, oracle.SumUntil, oracle.EmptySumUntil), 4,
			func(g gen, n, at int) []any { return []any{once(n, at, 1<<30+1, int32(-1))} }),
		searchKernel("first_above", "firstabove.go", "FirstAbove",
			f2r(search.FirstAbove, oracle.FirstAbove, oracle.EmptyFirstAbove), 4,
			func(g gen, n, at int) []any { return []any{once(n, at, 1, float32(3)), float32(2)} }),
		searchKernel("gather", "gather.go", "Gather", f3(search.Gather, oracle.Gather, oracle.EmptyGather), 12,
			func(g gen, n, at int) []any {
				t := g.f32s(1000)
				idx := indexes[int32](g, n, len(t))
				if g.data != Steady && at < n {
					idx[at] = int32([]int{-1, len(t), math.MinInt32}[g.IntN(3)])
				}
				return []any{g.f32s(n), idx, t}
			})[:1],
		searchKernel("gather_sum", "gathersum.go", "GatherSum",
			f2r(search.GatherSum, oracle.GatherSum, oracle.EmptyGatherSum), 8,
			func(g gen, n, at int) []any {
				t := ints[int32](g, 1000)
				idx := indexes[uint32](g, n, len(t))
				if at < n {
					idx[at] = uint32([]int{len(t), math.MaxUint32}[g.IntN(2)])
				}
				return []any{idx, t}
			}),
		searchKernel("copy_ascii", "copyascii.go", "CopyASCII",
			f2r(search.CopyASCII, oracle.CopyASCII, oracle.EmptyCopyASCII), 2,
			func(g gen, n, at int) []any { return []any{ints[uint8](g, n), once(n, at, 'a', uint8(0xC3))} }),
		searchKernel("count_until", "countuntil.go", "CountUntil",
			f1r(search.CountUntil, oracle.CountUntil, oracle.EmptyCountUntil), 1,
			func(g gen, n, at int) []any {
				line := once(n, at, 'x', []uint8{'\n', '"'}[g.IntN(2)])
				for i := range line {
					if i != at && g.IntN(4) == 0 {
						line[i] = ','
					}
				}
				return []any{line}
			}),
		searchKernel("stores_after", "storesafter.go", "StoresAfter",
			f4(search.StoresAfter, oracle.StoresAfter, oracle.EmptyStoresAfter), 20,
			func(g gen, n, at int) []any {
				return []any{g.f32s(n), g.f32s(n), zeroGain(g, n), once(n, at, 1, float32(-1))}
			}),
		searchKernel("stores_before", "storesbefore.go", "StoresBefore",
			f3(search.StoresBefore, oracle.StoresBefore, oracle.EmptyStoresBefore), 16,
			func(g gen, n, at int) []any {
				return []any{g.f32s(n), once(n, at, 0, float32(-2)), once(n, n, -1, float32(0))}
			}),
		searchKernel("strlen", "strlen.go", "Strlen", f1r(search.Strlen, oracle.Strlen, oracle.EmptyStrlen), 1,
			func(g gen, n, at int) []any { return []any{text(once(n+1, at, 7, uint8(0)))} }),
		searchKernel("strcmp", "strcmp.go", "Strcmp", f2r(search.Strcmp, oracle.Strcmp, oracle.EmptyStrcmp), 2,
			func(g gen, n, at int) []any {
				return []any{text(once(n+1, at, 7, uint8(42))), text(once(n+1, n, 7, uint8(0)))}
			}),
		searchKernel("sentinel_sum", "sentinelsum.go", "SentinelSum",
			f1r(search.SentinelSum, oracle.SentinelSum, oracle.EmptySentinelSum), 4,
			func(g gen, n, at int) []any {
				return []any{frame.PartOf[*[1 << 28]int32](once(n+1, at, 1<<30+1, int32(0)))}
			}),
		searchKernel("strcpy", "strcpy.go", "Strcpy", f2r(search.Strcpy, oracle.Strcpy, oracle.EmptyStrcpy), 2,
			func(g gen, n, at int) []any { return []any{ints[uint8](g, n), text(once(n+1, at, 7, uint8(0)))} }),
		searchKernel("differences", "differences.go", "Differences",
			f2(search.Differences, oracle.Differences, oracle.EmptyDifferences), 8,
			func(g gen, n, at int) []any {
				if g.data == Steady { // without a panic
					return []any{ints[int32](g, n), ints[int32](g, n+1)}
				}
				return []any{ints[int32](g, n), ints[int32](g, min(at, n)+g.IntN(2))}
			})[:1],
	)
}

// searchKernel creates the entries of a loop, one for each position of the hit. bytes is the traffic per element.
func searchKernel(name, file, fn string, b Builds, bytes float64, args func(g gen, n, at int) []any) []*Kernel {
	var all []*Kernel
	for _, h := range hits {
		k := kernelOf("search", name+"_"+h.name, file, fn, b,
			func(n int) Work { return work(bytes, 0, 0)(min(h.at(n)+1, n)) },
			func(g gen, n int) []any {
				at := h.at(n)
				if g.data != Steady && g.IntN(4) > 0 {
					at = g.IntN(n + 1)
				}
				return args(g, n, at)
			})
		all = append(all, k)
	}
	return all
}

func join(lists ...[]*Kernel) (all []*Kernel) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// once returns n elements. All but one are equal.
func once[T any](n, at int, usual, hit T) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = usual
		if i == at {
			s[i] = hit
		}
	}
	return s
}

// text returns a string in an array of unknown extent. It always ends in a zero byte.
func text(s []uint8) frame.Part {
	s[len(s)-1] = 0
	return frame.PartOf[*[1 << 30]byte](s)
}

// indexes returns n indexes into a table.
func indexes[T int32 | uint32](g gen, n, table int) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = T(g.IntN(table))
	}
	return s
}

// zeroGain returns factors with which a kernel can run on its own output many times.
func zeroGain(g gen, n int) []float32 {
	if g.data == Steady {
		return make([]float32, n)
	}
	return g.f32s(n)
}
