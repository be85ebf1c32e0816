//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package runtime

import (
	"context"
	"reflect"
	"testing"
	"time"
	"unsafe"

	"hotloop/runtime/codemem"

	"github.com/stretchr/testify/require"
)

type callShape = func(dst, a, b []float32, s float32, n int)

// sinkCall keeps the calls from being optimized away. The compiler cannot see through the func value.
var sinkCall callShape

//go:noinline
func plainGo(dst, a, b []float32, s float32, n int) {}

// BenchmarkCall measures calls of an empty kernel with three slices and two scalars.
func BenchmarkCall(b *testing.B) {
	x := make([]float32, 64)
	run := func(f callShape) func(*testing.B) {
		return func(b *testing.B) {
			b.ReportAllocs()
			sinkCall = f
			for i := 0; i < b.N; i++ {
				sinkCall(x, x, x, 2, 64)
			}
		}
	}
	b.Run("go", run(plainGo))
	for _, frame := range []Frame{Frame256, Frame576, Frame1K, Frame4K, Frame64K} {
		c, err := Load("empty", emptyKernel, frame)
		require.NoError(b, err)
		f, err := Func[callShape](c)
		require.NoError(b, err)
		b.Run("kernel/frame="+frameName(frame), run(f))
	}
	c, err := Load("empty", emptyKernel, Frame256)
	require.NoError(b, err)
	g, err := Func[func([]float32)](c)
	require.NoError(b, err)
	b.Run("kernel/one-slice", func(b *testing.B) {
		for i := 0; i < b.N; i++ {
			g(x)
		}
	})
	h, err := Func[func([]float32, []float32) float32](c)
	require.NoError(b, err)
	b.Run("kernel/dot", func(b *testing.B) {
		for i := 0; i < b.N; i++ {
			h(x, x)
		}
	})
	r, err := Func[func(a, b, c, d, e, f []float32)](c)
	require.NoError(b, err)
	b.Run("kernel/reflect", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; i < b.N; i++ {
			r(x, x, x, x, x, x)
		}
	})
}

// BenchmarkLoad measures allocating and freeing a kernel's memory.
func BenchmarkLoad(b *testing.B) {
	for i := 0; i < b.N; i++ {
		s, err := codemem.Shared.Alloc(saxpyKernel)
		if err != nil {
			b.Fatal(err)
		}
		codemem.Shared.Release(s)
	}
}

func frameName(f Frame) string {
	return [...]string{"256", "576", "1K", "4K", "16K", "64K"}[f]
}

// BenchmarkOwnNames measures ownNames, by which Accelerate checks names that a source does not declare.
func BenchmarkOwnNames(b *testing.B) {
	for _, fn := range []any{ownNames, firstOf, reflect.DeepEqual} {
		v := reflect.ValueOf(fn)
		k := &Kernel{text: text{assumed: []string{"cap", "copy", "len", "panic"}}}
		b.Run(v.Type().String(), func(b *testing.B) {
			for b.Loop() {
				if err := ownNames(v, k); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

//go:noinline
func firstOf(x []int) (s int) {
	for i := 0; i < len(x); i++ {
		s += x[i]
	}
	return s
}

// BenchmarkDo measures calls that a context can cancel.
func BenchmarkDo(b *testing.B) {
	k, err := Compile(reflect.TypeFor[func([]int) int](), "package k\n\nfunc First(x []int) int { return x[0] }\n", "First", Options{})
	require.NoError(b, err)
	require.NoError(b, k.Err())
	f := k.Func().Interface().(func([]int) int)
	x := []int{1}
	b.Run("call", func(b *testing.B) {
		for b.Loop() {
			f(x)
		}
	})
	deadline, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	for name, ctx := range map[string]context.Context{"background": context.Background(), "deadline": deadline} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := k.Do(ctx, func(f unsafe.Pointer) { (*(*func([]int) int)(f))(x) }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
