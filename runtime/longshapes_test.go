package runtime_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"reflect"
	goruntime "runtime"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"hotloop/bench/long"
	"hotloop/internal/lab/child"
	"hotloop/loopopt/ir"
	"hotloop/runtime"

	"github.com/stretchr/testify/require"
)

// shape is a loop of package long with arguments.
type shape struct {
	name   string
	plain  any
	rounds int          // enough for at least several hundred polls
	args   func() []any // new arguments, without the rounds

	// between describes what is wrong with the arguments after a cancelled call. If nil, each element must have
	// its value from before the call or after a round.
	between func(args []any) string
}

func up[T float32 | float64 | int16 | int32 | int64 | uint8 | uint64](n, mod int) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = T(i%mod + 1)
	}
	return s
}

func shuffled(n int) []int32 {
	s := make([]int32, n)
	for i := range s {
		s[i] = int32(i * 7919 % n)
	}
	return s
}

func shapes() []shape {
	const n = 50_000 // several strip-mined blocks
	square := make([][1024]float32, 30)
	for i := range square {
		for j := range square[i] {
			square[i][j] = float32((i + j) % 5)
		}
	}
	ring := shuffled(n)
	for i := range ring {
		ring[i] = int32((i + 1234567) % n) // 1234567 is prime
	}
	return []shape{
		{"Saxpy", long.Saxpy, 300, func() []any { return []any{up[float32](n, 3), up[float32](n, 5), float32(0)} }, nil},
		{"Dot", long.Dot, 100, func() []any { return []any{up[float32](n, 3), up[float32](n, 2)} }, nil},
		{"Stencil", long.Stencil, 100, func() []any { return []any{make([]float32, n), up[float32](n, 7), 200, 250} }, nil},
		{"Rows", long.Rows, 150, func() []any { return []any{up[int32](n, 77), 8} }, nil},
		{"MinU8", long.MinU8, 3000, func() []any { return []any{up[uint8](n, 77)} }, nil},
		{"Lookup", long.Lookup, 60, func() []any {
			return []any{make([]int16, n), up[uint8](n, 77), up[int16](256, 256)}
		}, nil},
		{"Hash", long.Hash, 40, func() []any { return []any{up[uint64](n, 77)} }, nil},
		{"Divide", long.Divide, 30, func() []any { return []any{up[int64](n, 77), int64(7)} }, nil},
		{"Search", long.Search, 600, func() []any { return []any{up[int32](n, n), int32(n - 1)} }, nil},
		{"Prefix", long.Prefix, 100, func() []any { return []any{make([]int64, n), up[int64](n, 7)} }, nil},
		{"Positive", long.Positive, 100, func() []any { return []any{make([]int32, n), up[int32](n, 7)} }, nil},
		{"Until", long.Until, 100, func() []any { return []any{make([]int32, n), up[int32](n, n), int32(n - 9)} }, nil},
		{"Newton", long.Newton, 2, func() []any { return []any{make([]float32, n), up[float32](n, 77)} }, nil},
		{"Relax", long.Relax, 30, func() []any { return []any{up[float32](n, 7), 200, 250} }, finite},
		{"Gather", long.Gather, 60, func() []any { return []any{make([]float32, n), up[float32](n, 100), shuffled(n)} }, nil},
		{"Columns", long.Columns, 700, func() []any { return []any{up[float32](1024, 1000), square} }, nil},
		{"Triangle", long.Triangle, 300, func() []any { return []any{up[float64](50*50, 3), 50} }, multiples},
		{"Histogram", long.Histogram, 40, func() []any { return []any{make([]int32, 256), up[uint8](n, 77)} }, prefix},
		{"Collatz", long.Collatz, 3000, func() []any { return []any{uint64(27)} }, nil},
		{"Exp", long.Exp, 60, func() []any { return []any{make([]float64, n/10), up[float64](n/10, 9)} }, nil},
		{"Follow", long.Follow, 20, func() []any { return []any{ring} }, nil},
		{"Copy", long.Copy, 100, func() []any { return []any{up[uint8](10*n, 7), up[uint8](10*n, 5)} }, nil},
	}
}

// finite checks that each element is in the range that averaging neighbors allows.
func finite(args []any) string {
	for i, v := range args[0].([]float32) {
		if !(v >= 0 && v <= 8) {
			return fmt.Sprintf("element %d is %v", i, v)
		}
	}
	return ""
}

// multiples checks that each element below the diagonal has had its mirror image added an integral number of
// times, and that the other elements are unchanged.
func multiples(args []any) string {
	x, n, before := args[0].([]float64), args[1].(int), up[float64](50*50, 3)
	for i := range n {
		for j := range n {
			times := 0.0
			if j < i {
				times = (x[i*n+j] - before[i*n+j]) / before[j*n+i]
			}
			if x[i*n+j] != before[i*n+j]+times*before[j*n+i] || times != math.Trunc(times) || times < 0 {
				return fmt.Sprintf("row %d, column %d: %v after %v", i, j, x[i*n+j], before[i*n+j])
			}
		}
	}
	return ""
}

// prefix checks that the counts are those of a prefix of the elements.
func prefix(args []any) string {
	counts, x := args[0].([]int32), args[1].([]uint8)
	total := int64(0)
	for _, c := range counts {
		total += int64(c)
	}
	want := make([]int32, 256)
	for i := range total % int64(len(x)) {
		want[x[i]]++
	}
	for _, v := range x {
		want[v] += int32(total / int64(len(x)))
	}
	if !reflect.DeepEqual(counts, want) {
		return fmt.Sprintf("%d counted in all, but not the first ones", total)
	}
	return ""
}

// stored checks that each element has its value from before or after a round.
func stored(now, before, after []any) string {
	for a := range now {
		v, old, last := reflect.ValueOf(now[a]), reflect.ValueOf(before[a]), reflect.ValueOf(after[a])
		if v.Kind() != reflect.Slice || v.Type().Elem().Kind() == reflect.Array {
			continue
		}
		for i := range v.Len() {
			if e := v.Index(i).Interface(); e != old.Index(i).Interface() && e != last.Index(i).Interface() {
				return fmt.Sprintf("argument %d: element %d is %v, neither %v nor %v", a, i, e, old.Index(i), last.Index(i))
			}
		}
	}
	return ""
}

func callAny(f reflect.Value, args []any) (out []any) {
	var in []reflect.Value
	for _, a := range args {
		in = append(in, reflect.ValueOf(a))
	}
	for _, r := range f.Call(in) {
		out = append(out, r.Interface())
	}
	return append(out, args...)
}

// reference returns the function to compare with: the compiled Go function, except for functions of package math,
// which differ in the last place.
func (s *shape) reference(k *runtime.Kernel) reflect.Value {
	if s.name == "Exp" {
		return k.Fallback()
	}
	return reflect.ValueOf(s.plain)
}

// eachShape compiles every shape for every instruction set, with the given knobs.
func eachShape(t *testing.T, knobs string, test func(t *testing.T, s shape, k *runtime.Kernel)) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	text, err := os.ReadFile("../bench/long/loops.go")
	require.NoError(t, err)
	for _, isa := range runtime.Tiers() {
		for _, s := range shapes() {
			t.Run(isa.String()+"/"+s.name, func(t *testing.T) {
				k, err := runtime.Compile(reflect.TypeOf(s.plain), string(text), s.name,
					runtime.Options{FP: ir.FPExact, FPWritten: true, ISA: isa.String(), Knobs: knobs})
				require.NoError(t, err)
				require.NoError(t, k.Err())
				test(t, s, k)
			})
		}
	}
}

// TestShapesResume checks that every loop resumes correctly after a yield. Counted polls yield at the same places
// every time, thousands of times in total.
func TestShapesResume(t *testing.T) {
	eachShape(t, "poll-counter", func(t *testing.T, s shape, k *runtime.Kernel) {
		rounds := s.rounds
		if child.Emulated() {
			rounds = max(2, rounds/10)
		}
		want := callAny(s.reference(k), append(s.args(), rounds))
		before := runtime.Yields()
		require.Equal(t, want, callAny(k.Func(), append(s.args(), rounds)))
		n := runtime.Yields() - before
		t.Logf("%d yields", n)
		require.True(t, n > 0 || child.Emulated())
	})
}

// TestShapesCancel checks that a call that would run for a very long time ends when its context does, with the
// context's error. Memory must have a state that the program passes through, and the kernel must work afterwards.
// The delay from the cancellation to the end is logged, not tested: it depends on the Go runtime's monitor, whose
// period is 10 ms, and on the machine's load.
func TestShapesCancel(t *testing.T) {
	eachShape(t, "", func(t *testing.T, s shape, k *runtime.Kernel) {
		after := s.args()
		callAny(s.reference(k), append(after, 1))
		for _, delay := range []time.Duration{time.Millisecond, 3 * time.Millisecond} {
			args := s.args()
			ctx, cancel := context.WithTimeout(context.Background(), delay)
			began := time.Now()
			err := k.Do(ctx, func(f unsafe.Pointer) {
				callAny(reflect.NewAt(reflect.TypeOf(s.plain), f).Elem(), append(args, math.MaxInt))
			})
			late := time.Since(began) - delay
			cancel()
			require.ErrorIs(t, err, context.DeadlineExceeded)
			t.Logf("ended %v late", late)
			if s.between != nil {
				require.Empty(t, s.between(args))
			} else {
				require.Empty(t, stored(args, s.args(), after))
			}
		}
		want := callAny(s.reference(k), append(s.args(), 2))
		require.Equal(t, want, callAny(k.Func(), append(s.args(), 2)))
	})
}

// TestLongLoopsYield runs loops of every shape, in calls a hundred times longer than the distance of two polls,
// while collections are forced. The loops must yield within a call, and compute what the Go compiler's code
// computes.
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
			f32[i][j] = float32((i + j) % 3) // whole numbers, so sums are exact in every order
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
		args  func() []any // new arguments where the kernel writes them
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
			k, err := runtime.Compile(reflect.TypeOf(tt.plain), string(text), tt.name,
				runtime.Options{FP: ir.FPFast, FPWritten: true})
			require.NoError(t, err)
			require.NoError(t, k.Err())
			want := callAny(reflect.ValueOf(tt.plain), tt.args())
			before := runtime.Yields()
			for { // collections, to each of which the kernel yields, continue until stop
				require.Equal(t, want, callAny(k.Func(), tt.args()))
				if runtime.Yields() >= before+3 {
					break
				}
			}
		})
	}
}
