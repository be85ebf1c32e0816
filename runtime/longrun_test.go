package runtime_test

import (
	"os"
	"reflect"
	goruntime "runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"hotloop/bench/long"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

// TestLongLoopsYield runs loops of every shape, each in calls that are a hundred times longer than a strip, while
// collections are forced: they must yield inside of a call, and what they compute must be what gc's code computes.
func TestLongLoopsYield(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	text, err := os.ReadFile("../bench/long/loops.go")
	require.NoError(t, err)

	var f32 [3][]float32
	for i := range f32 {
		f32[i] = make([]float32, 40_000)
		for j := range f32[i] {
			f32[i][j] = float32((i + j) % 3) // whole numbers: sums are exact in every order
		}
	}
	i32, u8, u64, i64 := make([]int32, 50_000), make([]uint8, 100_000), make([]uint64, 50_000), make([]int64, 20_000)
	table := make([]int16, 256)
	for i := range u8 {
		u8[i] = uint8(100 + i%99)
		i32[i%len(i32)], u64[i%len(u64)], i64[i%len(i64)], table[i%256] = int32(i), uint64(i), int64(i), int16(-i)
	}
	tests := []struct {
		name  string
		plain any
		args  func() []any // fresh where they are written
	}{
		{"Saxpy", long.Saxpy, func() []any { return []any{make([]float32, 40_000), f32[0], float32(2), 400} }},
		{"Dot", long.Dot, func() []any { return []any{f32[0], f32[1], 800} }},
		{"Stencil", long.Stencil, func() []any { return []any{make([]float32, 40_000), f32[2], 200, 200, 300} }},
		{"Rows", long.Rows, func() []any { return []any{i32, 8, 200} }},
		{"MinU8", long.MinU8, func() []any { return []any{u8, 3000} }},
		{"Lookup", long.Lookup, func() []any { return []any{make([]int16, 100_000), u8, table, 100} }},
		{"Hash", long.Hash, func() []any { return []any{u64, 100} }},
		{"Divide", long.Divide, func() []any { return []any{i64, int64(7), 100} }},
		{"Search", long.Search, func() []any { return []any{i32, int32(-1), 1000} }},
	}
	var stop atomic.Bool
	ended := make(chan bool)
	go func() {
		defer close(ended)
		for !stop.Load() {
			goruntime.GC()
		}
	}()
	defer func() {
		stop.Store(true)
		<-ended
	}()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k, err := runtime.Compile(reflect.TypeOf(tt.plain), string(text), tt.name, runtime.Options{FP: ir.FPFast, FPWritten: true})
			require.NoError(t, err)
			require.NoError(t, k.Err())
			call := func(f reflect.Value, args []any) (out []any) {
				var in []reflect.Value
				for _, a := range args {
					in = append(in, reflect.ValueOf(a))
				}
				for _, r := range f.Call(in) {
					out = append(out, r.Interface())
				}
				return append(out, args...)
			}
			want := call(reflect.ValueOf(tt.plain), tt.args())
			before := runtime.Yields()
			for { // the collections, each of which it yields to, go on for ever
				require.Equal(t, want, call(k.Func(), tt.args()))
				if runtime.Yields() >= before+3 {
					break
				}
			}
		})
	}
}
