//go:build linux && (amd64 || arm64)

package runtime

import (
	"context"
	"fmt"
	"reflect"
	goruntime "runtime"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"hotloop/runtime/fallback"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const countedSource = `package k

func Sum(x []int64) (s int64) {
	for i := range x {
		s += x[i]
	}
	return s
}

func At(x []int64, i int) int64 { return x[i] }
`

func counting[F any](t testing.TB, name string) (*Kernel, F) {
	if err := Available(); err != nil {
		t.Skip(err)
	}
	k, err := Compile(reflect.TypeFor[F](), countedSource, name, Options{})
	require.NoError(t, err)
	require.NoError(t, k.Err())
	return k, k.Func().Interface().(F)
}

// TestCounted calls a kernel in several goroutines while others begin and end the counting, and then while it stays on:
// what was counted must be exact. Calls allocate nothing.
func TestCounted(t *testing.T) {
	k, f := counting[func([]int64) int64](t, "Sum")
	const workers, calls = 4, 2000
	x := make([]int64, 300)
	for i := range x {
		x[i] = int64(i)
	}
	work := func() {
		var wg sync.WaitGroup
		for w := range workers {
			wg.Add(1)
			go func() {
				defer wg.Done()
				for i := range calls {
					n := (i + w) % len(x)
					if got := f(x[:n]); got != int64(n)*int64(n-1)/2 {
						t.Errorf("sum of %d elements is %d", n, got)
						return
					}
				}
			}()
		}
		wg.Wait()
	}
	toggled := make(chan bool)
	stop := make(chan bool)
	go func() {
		defer close(toggled)
		for on := true; ; on = !on {
			k.Count(on)
			select {
			case <-stop:
				return
			default:
				goruntime.Gosched()
			}
		}
	}()
	work()
	close(stop)
	<-toggled
	k.Count(false)
	before := k.Counted()
	assert.LessOrEqual(t, before.Calls, uint64(workers*calls))
	work()
	assert.Equal(t, before, k.Counted(), "counting is off")

	k.Count(true)
	k.Count(true) // changes nothing
	work()
	assert.Zero(t, testing.AllocsPerRun(100, func() { f(x) }))
	k.Count(false)
	after := k.Counted()
	assert.Zero(t, after.Tally)
	elements := 101 * len(x) // AllocsPerRun calls once more
	for w := range workers {
		for i := range calls {
			elements += (i + w) % len(x)
		}
	}
	assert.Equal(t, uint64(workers*calls+101), after.Calls-before.Calls)
	assert.Equal(t, uint64(elements), after.Elements-before.Elements)
	assert.Greater(t, after.Ticks, before.Ticks)
	assert.True(t, after.Sized)
	assert.Zero(t, testing.AllocsPerRun(100, func() { f(x) }))

	k.Tally(true)
	k.Count(true) // has no effect
	work()
	assert.Zero(t, testing.AllocsPerRun(100, func() { f(x) }))
	k.Count(false) // likewise
	f(x)
	k.Tally(false)
	f(x)
	after.Tally += workers*calls + 101 + 1
	assert.Equal(t, after, k.Counted())
}

// TestCountedEnds tests that calls that a context may cancel are counted, and calls that panic are not.
func TestCountedEnds(t *testing.T) {
	k, f := counting[func([]int64, int) int64](t, "At")
	x := []int64{1, 2, 3}
	k.Count(true)
	assert.Equal(t, int64(2), f(x, 1))
	assert.NoError(t, k.Do(context.Background(), func(p unsafe.Pointer) {
		assert.Equal(t, int64(3), (*(*func([]int64, int) int64)(p))(x, 2))
	}))
	assert.Panics(t, func() { f(x, 3) })
	assert.Equal(t, uint64(2), k.Counted().Calls)
	assert.Equal(t, uint64(6), k.Counted().Elements)
	k.Count(false)
	k.Tally(true)
	defer k.Tally(false)
	assert.Equal(t, int64(2), f(x, 1))
	assert.Panics(t, func() { f(x, 3) })
	assert.Equal(t, uint64(1), k.Counted().Tally)
}

// TestCountedByReflect counts calls that package reflect makes.
func TestCountedByReflect(t *testing.T) {
	if err := Available(); err != nil {
		t.Skip(err)
	}
	params, sum, args := "x0", "len(x0)", []reflect.Value{reflect.ValueOf([]int64{1})}
	for i := 1; i <= savedPointers; i++ {
		params += fmt.Sprintf(", x%d", i)
		sum += fmt.Sprintf("+int(x%d[0])", i)
		args = append(args, reflect.ValueOf(make([]int64, i)))
	}
	in := slices.Repeat([]reflect.Type{reflect.TypeFor[[]int64]()}, savedPointers+1)
	typ := reflect.FuncOf(in, []reflect.Type{reflect.TypeFor[int]()}, false)
	k, err := Compile(typ, "package k\n\nfunc F("+params+" []int64) int { return "+sum+" }\n", "F", Options{})
	require.NoError(t, err)
	require.Equal(t, fallback.AdapterReflect, k.Stats().Adapter)
	k.Count(true)
	assert.Equal(t, 1, int(k.Func().Call(args)[0].Int()))
	k.Count(false)
	k.Func().Call(args)
	k.Tally(true)
	k.Func().Call(args)
	k.Func().Call(args)
	k.Tally(false)
	assert.Equal(t, uint64(2), k.Counted().Tally)
	assert.Equal(t, uint64(1), k.Counted().Calls)
	assert.Equal(t, uint64(savedPointers), k.Counted().Elements)
}

type counted struct{ by int64 }

func (c *counted) Scale(x []int64) {
	for i := range x {
		x[i] *= c.by
	}
}

// TestCountedReceivers tests that the kernels of all receivers of a method are counted together, and that those of
// receivers that are no longer used are forgotten.
func TestCountedReceivers(t *testing.T) {
	if err := Available(); err != nil {
		t.Skip(err)
	}
	if RaceEnabled {
		t.Skip("Accelerate does not replace functions under the race detector")
	}
	const src = "package runtime\n\ntype counted struct{ by int64 }\n\nfunc (c *counted) Scale(x []int64) {\n" +
		"\tfor i := range x {\n\t\tx[i] *= c.by\n\t}\n}\n"
	of := func(c *counted) *Kernel {
		k := Accelerate(reflect.ValueOf(c.Scale), src, Options{FileName: "counted.go"})
		require.NoError(t, k.Err())
		return k
	}
	two, three := of(&counted{2}), of(&counted{3})
	kernels := Kernels()
	i := slices.IndexFunc(kernels, func(k *Kernel) bool { return k == two.shared })
	require.GreaterOrEqual(t, i, 0)
	k := kernels[i]
	assert.Equal(t, "counted.go:5:19", k.Where())
	k.Count(true)
	x := []int64{1}
	for _, one := range []*Kernel{two, three} {
		one.Func().Interface().(func([]int64))(x)
	}
	k.Count(false)
	two.Func().Interface().(func([]int64))(x)
	k.Tally(true)
	three.Func().Interface().(func([]int64))(x)
	k.Tally(false)
	assert.Equal(t, []int64{36}, x)
	assert.Equal(t, uint64(2), k.Counted().Calls)
	assert.Equal(t, uint64(1), k.Counted().Tally)
	for range 100 {
		of(&counted{4})
		goruntime.GC()
	}
	assert.Less(t, len(k.closure.to.brought), 20)
	goruntime.KeepAlive([]*Kernel{two, three})
}

// BenchmarkCount measures calls of a small kernel while they are not counted, while they are counted, and while they are
// timed too, in one goroutine and in as many as there are processors, and what switching takes.
func BenchmarkCount(b *testing.B) {
	k, f := counting[func([]int64) int64](b, "Sum")
	x := make([]int64, 16)
	nothing := func(bool) {}
	for _, c := range []struct {
		name string
		set  func(on bool)
	}{{"off", nothing}, {"tally", k.Tally}, {"count", k.Count}} {
		b.Run(c.name, func(b *testing.B) {
			c.set(true)
			defer c.set(false)
			b.ReportAllocs()
			for b.Loop() {
				f(x)
			}
		})
		b.Run(c.name+"/parallel", func(b *testing.B) {
			c.set(true)
			defer c.set(false)
			b.RunParallel(func(p *testing.PB) {
				x := make([]int64, 16)
				for p.Next() {
					f(x)
				}
			})
		})
	}
	b.Run("switch", func(b *testing.B) {
		for b.Loop() {
			k.Count(true)
			k.Count(false)
		}
	})
}

// TestCountedTime tests that the time of calls is part of the time around them, in kernels that keep many values in
// their frames while they yield.
func TestCountedTime(t *testing.T) {
	if err := Available(); err != nil {
		t.Skip(err)
	}
	src := "package k\n\nfunc F(x []int64, rounds int) int64 {\n\tvar a, b, c, d, e, f, g, h int64\n\tfor r := 0; r < rounds; r++ {\n" +
		"\t\tfor i := range x {\n\t\t\ta += x[i]\n\t\t\tb ^= a\n\t\t\tc += b * a\n\t\t\td ^= c - b\n\t\t\te += d\n\t\t\tf ^= e * c\n" +
		"\t\t\tg += f\n\t\t\th ^= g + a\n\t\t}\n\t}\n\treturn a + b + c + d + e + f + g + h\n}\n"
	for _, knobs := range []string{"", "poll-counter"} { // kernels with poll counters yield many times
		k, err := Compile(reflect.TypeFor[func([]int64, int) int64](), src, "F", Options{Knobs: knobs})
		require.NoError(t, err)
		require.NoError(t, k.Err())
		f := k.Func().Interface().(func([]int64, int) int64)
		x := make([]int64, 1000)
		for i := range x {
			x[i] = int64(i * i)
		}
		want := f(x, 500)
		yielded := Yields()
		k.Count(true)
		began := ticks()
		for range 3 {
			require.Equal(t, want, f(x, 500))
			goruntime.GC()
		}
		took := ticks() - began
		k.Count(false)
		t.Logf("%d of %d ticks, %d yields", k.Counted().Ticks, took, Yields()-yielded)
		assert.Less(t, k.Counted().Ticks, took)
		assert.Positive(t, k.Counted().Ticks)
		assert.True(t, knobs == "" || Yields() > yielded)
	}
}
