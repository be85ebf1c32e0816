package bench

import (
	"hotloop/bench/columns"
	"hotloop/bench/columns/oracle"
)

// Columns returns the suite columns: n is the number of rows.
func Columns() []*Kernel {
	e := entriesOf("columns")
	i32 := ints[int32]
	return []*Kernel{
		e.kernel("filter", "Filter", f4r(columns.Filter, oracle.Filter, oracle.EmptyFilter),
			// half of them
			func(g gen, n int) []any { return []any{i32(g, n), i32(g, n), int32(-1 << 30), int32(1 << 30)} }),
		e.kernel("compress_bytes", "CompressBytes",
			f3r(columns.CompressBytes, oracle.CompressBytes, oracle.EmptyCompressBytes),
			func(g gen, n int) []any { return []any{g.f64s(n), g.f64s(n), below[uint8](g, n, 2)} }),
		e.kernel("compress_bits", "CompressBits",
			f3r(columns.CompressBits, oracle.CompressBits, oracle.EmptyCompressBits),
			func(g gen, n int) []any { return []any{i32(g, n), i32(g, n), ints[uint64](g, (n+63)/64)} }),
		e.kernel("both", "Both", f5(columns.Both, oracle.Both, oracle.EmptyBoth),
			func(g gen, n int) []any { return []any{ints[uint8](g, n), i32(g, n), int32(-1 << 30), g.f64s(n), 2.0} }),
		e.kernel("count_where", "CountWhere", f6r(columns.CountWhere, oracle.CountWhere, oracle.EmptyCountWhere),
			func(g gen, n int) []any {
				return []any{g.f64s(n), below[int32](g, n, 1000), -4.0, 6.0, int32(100), int32(800)}
			}),
		e.kernel("runs", "Runs", f2r(columns.Runs, oracle.Runs, oracle.EmptyRuns),
			func(g gen, n int) []any {
				x := i32(g, n)
				for i := range x {
					if i > 0 && g.IntN(8) > 0 {
						x[i] = x[i-1]
					}
				}
				return []any{i32(g, n), x}
			}),
		e.kernel("dictionary", "Dictionary", f3(columns.Dictionary, oracle.Dictionary, oracle.EmptyDictionary),
			func(g gen, n int) []any {
				codes := below[uint16](g, n, 1000)
				if n > 0 && g.data == Special && g.IntN(2) == 0 {
					codes[g.IntN(n)] = 1000
				}
				return []any{g.f64s(n), codes, g.f64s(1000)}
			}),
		e.kernel("unpack", "Unpack", f3(columns.Unpack, oracle.Unpack, oracle.EmptyUnpack),
			func(g gen, n int) []any {
				width := 11
				if g.data != Steady {
					width = g.IntN(26)
				}
				return []any{ints[uint32](g, n), ints[uint8](g, (n*width+7)/8+7), width}
			}),
		e.kernel("delta", "Delta", f3(columns.Delta, oracle.Delta, oracle.EmptyDelta),
			func(g gen, n int) []any { return []any{i32(g, n), i32(g, n), i32(g, 1)[0]} }),
		e.kernel("offsets", "Offsets", f2(columns.Offsets, oracle.Offsets, oracle.EmptyOffsets),
			func(g gen, n int) []any { return []any{ints[int64](g, n+1), below[int32](g, n, 100)} }),
		e.kernel("month", "Month", f2(columns.Month, oracle.Month, oracle.EmptyMonth),
			func(g gen, n int) []any {
				days := i32(g, n)
				if g.data == Steady {
					days = below[int32](g, n, 20000)
				}
				return []any{ints[uint8](g, n), days}
			}),
		e.kernel("group_sum", "GroupSum", f3(columns.GroupSum, oracle.GroupSum, oracle.EmptyGroupSum),
			func(g gen, n int) []any { return []any{g.f64s(200), below[uint8](g, n, 200), g.f64s(n)} }).feeds(),
		// most rows are of one group
		e.kernel("group_sum_skewed", "GroupSum", f3(columns.GroupSum, oracle.GroupSum, oracle.EmptyGroupSum),
			func(g gen, n int) []any { return []any{g.f64s(256), mostly[uint8](g, n, 7), g.f64s(n)} }).feeds(),
		e.kernel("min_max", "MinMax", f2rr(columns.MinMax, oracle.MinMax, oracle.EmptyMinMax),
			func(g gen, n int) []any { return []any{i32(g, n), below[uint8](g, n, 2)} }),
		e.kernel("hash", "Hash", f3(columns.Hash, oracle.Hash, oracle.EmptyHash),
			func(g gen, n int) []any { return []any{ints[uint64](g, n), ints[uint64](g, n), g.Uint64()} }),
		e.kernel("hash_text", "HashText", f1r(columns.HashText, oracle.HashText, oracle.EmptyHashText),
			func(g gen, n int) []any { return []any{ints[uint8](g, n)} }),
		e.kernel("clock", "Clock", f4(columns.Clock, oracle.Clock, oracle.EmptyClock),
			func(g gen, n int) []any {
				time := i32(g, n)
				if g.data == Steady {
					time = below[int32](g, n, 24*60*60)
				}
				return []any{ints[uint8](g, n), ints[uint8](g, n), ints[uint8](g, n), time}
			}),
		e.kernel("common", "Common", f2r(columns.Common, oracle.Common, oracle.EmptyCommon),
			func(g gen, n int) []any { return []any{ascending(g, n), ascending(g, n)} }),
		e.kernel("copy_orders", "CopyOrders", f2(columns.CopyOrders, oracle.CopyOrders, oracle.EmptyCopyOrders),
			func(g gen, n int) []any { return []any{orders(g, n), orders(g, n)} }),
		e.kernel("clear_orders", "ClearOrders", f1(columns.ClearOrders, oracle.ClearOrders, oracle.EmptyClearOrders),
			func(g gen, n int) []any { return []any{orders(g, n)} }),
		e.kernel("reorder", "Reorder", f3(columns.Reorder, oracle.Reorder, oracle.EmptyReorder),
			func(g gen, n int) []any { return []any{boxes(g, n), boxes(g, n), below[int32](g, n, n)} }),
		e.kernel("descending", "Descending", f1(columns.Descending, oracle.Descending, oracle.EmptyDescending),
			func(g gen, n int) []any { return []any{boxes(g, n)} }),
	}
}

// ascending returns numbers, each of which exceeds its predecessor by up to 16.
func ascending(g gen, n int) []int32 {
	s := make([]int32, n)
	at := int32(0)
	for i := range s {
		at += 1 + int32(g.IntN(16))
		s[i] = at
	}
	return s
}

func orders(g gen, n int) []columns.Order {
	s := make([]columns.Order, n)
	for i := range s {
		s[i] = columns.Order{Price: g.float(), Quantity: int32(g.Uint32()), Product: uint16(g.Uint32()),
			State: uint16(g.IntN(8))}
	}
	return s
}

func boxes(g gen, n int) []columns.Box {
	s := make([]columns.Box, n)
	for i := range s {
		x, y := g.f32s(2), g.f32s(2)
		s[i] = columns.Box{MinX: x[0], MinY: y[0], MaxX: x[1], MaxY: y[1]}
	}
	return s
}
