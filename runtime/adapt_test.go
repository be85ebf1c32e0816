package runtime

import (
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"hotloop/frontend"
)

const adaptSource = `package p

func Rows(y, x []int64, rows []int32) int64 {
	at, sum := 0, int64(0)
	for _, n := range rows {
		for i := 0; i < int(n); i++ {
			y[at+i] += x[at+i]
			sum += x[at+i]
		}
		if n > 1 {
			sum++
		}
		at += int(n)
	}
	return sum
}
`

func rows(y, x []int64, rows []int32) int64 {
	at, sum := 0, int64(0)
	for _, n := range rows {
		for i := 0; i < int(n); i++ {
			y[at+i] += x[at+i]
			sum += x[at+i]
		}
		if n > 1 {
			sum++
		}
		at += int(n)
	}
	return sum
}

// adaptive compiles Rows to an adaptive kernel, with own as the Go function. cost gives the simulated duration of
// a call by the candidate that executes it.
func adaptive(t *testing.T, own any, cost func(name string) time.Duration) *Kernel {
	if err := Available(); err != nil {
		t.Skip(err)
	}
	typ := reflect.TypeFor[func(y, x []int64, rows []int32) int64]()
	k, err := Compile(typ, adaptSource, "Rows", Options{World: frontend.TextOnly})
	require.NoError(t, err)
	require.NoError(t, k.Err())
	if own != nil {
		c := *k
		c.fallback = reflect.ValueOf(own)
		k = &c
	}
	// The clock is read before and after each call. In between it advances by the simulated duration, which
	// depends on the candidate that was called.
	now, calls := time.Duration(0), 0
	var a *adaptation
	k = k.adapting(func() time.Duration {
		if calls++; calls%2 == 0 {
			a.mu.Lock()
			if a.state == AdaptTrying {
				now += cost(a.last.name)
			} else {
				now += time.Microsecond
			}
			a.mu.Unlock()
		}
		return now
	})
	a = k.adapt
	return k
}

// use calls f until the kernel has settled, and compares all results and stores with those of the Go function.
func use(t *testing.T, k *Kernel, counts ...int32) (calls int) {
	f := k.Func().Interface().(func(y, x []int64, rows []int32) int64)
	total := 0
	for _, n := range counts {
		total += int(n)
	}
	x := make([]int64, total)
	for i := range x {
		x[i] = int64(i * i)
	}
	y, want := make([]int64, total), make([]int64, total)
	for ; ; calls++ {
		require.Equal(t, rows(want, x, counts), f(y, x, counts), "call %d", calls)
		require.Equal(t, want, y, "call %d", calls)
		select {
		case <-k.adapt.done:
			return calls
		default:
		}
		require.Less(t, calls, 1_000_000, "it never settles")
	}
}

// TestAdaptCounts checks that the profile matches the calls, by loop.
func TestAdaptCounts(t *testing.T) {
	k := adaptive(t, nil, func(string) time.Duration { return time.Microsecond })
	use(t, k, 3, 0, 5, 1, 1)
	s := k.Stats().Adapt
	require.Equal(t, AdaptSettled, s.State)
	require.Len(t, s.Loops, 2)
	require.Equal(t, 5.0, s.Loops[0].Mean(), "rows: %+v", s.Loops[0])
	require.Equal(t, 2.0, s.Loops[1].Mean(), "elements of a row: %+v", s.Loops[1])
	require.EqualValues(t, sampledCalls, s.Loops[0].Entries)
	require.Equal(t, candidateDefault, s.Chosen, "all are as fast")
	require.Len(t, s.Branches, 1)
	require.EqualValues(t, 5*sampledCalls, s.Branches[0].Asked)
	require.EqualValues(t, 2*sampledCalls, s.Branches[0].Held, "two of the five rows are longer than one")

	text := ""
	for _, r := range k.Remarks() {
		text += r.String() + "\n"
	}
	require.Contains(t, text, "kernel.go:6:3: remark: sampled: 2 iterations on average, entered 80 times")
	require.Contains(t, text, `candidate "default" selected; mean time per call:`)
}

// TestAdaptChooses checks that the fastest candidate is selected, also if it is the Go function.
func TestAdaptChooses(t *testing.T) {
	own := rows // with a different name
	k := adaptive(t, own, func(string) time.Duration { return time.Microsecond })
	use(t, k, 1, 2, 3)
	var names []string
	for _, c := range k.Stats().Adapt.Tried {
		names = append(names, c.Name)
	}
	for _, name := range []string{candidateDefault, candidateSampled, candidateScalar, candidateGo} {
		require.Contains(t, names, name)
	}
	for _, fastest := range names {
		k := adaptive(t, own, func(name string) time.Duration {
			if name == fastest {
				return 900 * time.Nanosecond
			}
			return time.Microsecond
		})
		use(t, k, 1, 2, 3)
		require.Equal(t, fastest, k.Stats().Adapt.Chosen)
		to := k.adapt.chosen.fn
		require.Equal(t, funcPointer(to), k.adapt.way.to)
		if fastest == candidateGo {
			require.Equal(t, reflect.ValueOf(own).Pointer(), to.Pointer())
		}
		use(t, k, 7, 0, 100, 31)
	}
}

// TestAdaptDropsTheHopeless checks that a much slower candidate is called less often than the others.
func TestAdaptDropsTheHopeless(t *testing.T) {
	k := adaptive(t, rows, func(name string) time.Duration {
		if name == candidateGo {
			return time.Millisecond
		}
		return time.Microsecond
	})
	use(t, k, 1, 2, 3)
	for _, c := range k.Stats().Adapt.Tried {
		if c.Name == candidateGo {
			require.LessOrEqual(t, c.Calls, 2*triedLeast)
		} else {
			require.Equal(t, triedMost, c.Calls, c.Name)
		}
	}
}

// TestAdaptPanics checks that a failing call panics as without Adapt, and that the kernel still settles.
func TestAdaptPanics(t *testing.T) {
	k := adaptive(t, nil, func(string) time.Duration { return time.Microsecond })
	f := k.Func().Interface().(func(y, x []int64, rows []int32) int64)
	for range 40 {
		func() {
			defer func() {
				err, _ := recover().(*KernelError)
				require.NotNil(t, err)
				require.True(t, strings.Contains(err.Error(), "index out of range [3] with length 3"), err.Error())
			}()
			f(make([]int64, 3), make([]int64, 5), []int32{2, 3})
		}()
	}
	use(t, k, 4, 4)
}

// TestAdaptConcurrently calls a kernel from many goroutines while it samples, tries and settles.
func TestAdaptConcurrently(t *testing.T) {
	if err := Available(); err != nil {
		t.Skip(err)
	}
	k, err := Compile(reflect.TypeFor[func(y, x []int64, rows []int32) int64](), adaptSource, "Rows",
		Options{World: frontend.TextOnly, Sampling: Sampling{Adapt: true}})
	require.NoError(t, err)
	f := k.Func().Interface().(func(y, x []int64, rows []int32) int64)
	x := slices.Repeat([]int64{3}, 64)
	var all sync.WaitGroup
	for range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			y := make([]int64, 64)
			for i := int64(1); ; i++ {
				if sum := f(y, x, []int32{5, 50, 9}); sum != 195 || y[0] != 3*i || y[63] != 3*i {
					t.Errorf("call %d: sum %d, y[0] = %d, y[63] = %d", i, sum, y[0], y[63])
					return
				}
				select {
				case <-k.adapt.done:
					return
				default:
				}
			}
		}()
	}
	all.Wait()
	require.Equal(t, AdaptSettled, k.Stats().Adapt.State)
}
