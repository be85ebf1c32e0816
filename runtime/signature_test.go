//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package runtime

import (
	"encoding/binary"
	"fmt"
	"math/rand"
	"reflect"
	goruntime "runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"hotloop/runtime/fallback"
)

// echoBuffer receives a kernel's parameter slots, word by word. It is global, so machine code can contain its
// address.
var echoBuffer [1024]uint64

// echoKernel copies all parameter slots to echoBuffer. For every result it returns the slot of a parameter of the
// same class, or the block's first words.
func echoKernel(l Layout, params, results []Class) []byte {
	code := newEchoCode()
	for i, c := range params {
		for w := range classWords[c] {
			code.load(l.Params[i] + w*wordSize)
			code.copyTo(l.Params[i] + w*wordSize)
		}
	}
	for i, c := range results {
		from := echoed(params, c, i)
		for w := range classWords[c] {
			if from >= 0 {
				code.load(l.Params[from] + w*wordSize)
				code.store(l.Results[i] + w*wordSize)
			}
		}
	}
	return append(code.text, emptyKernel...)
}

// echoed returns the parameter that result number i returns, or -1.
func echoed(params []Class, c Class, i int) int {
	for k := range params {
		if j := (k + i) % len(params); params[j] == c {
			return j
		}
	}
	return -1
}

type (
	namedInt   int32
	namedFloat float32
	namedSlice []namedFloat
)

var paramTypes = []reflect.Type{
	reflect.TypeFor[bool](), reflect.TypeFor[int8](), reflect.TypeFor[uint8](), reflect.TypeFor[int16](),
	reflect.TypeFor[uint16](),
	reflect.TypeFor[int32](), reflect.TypeFor[uint32](), reflect.TypeFor[int64](), reflect.TypeFor[uint64](),
	reflect.TypeFor[int](),
	reflect.TypeFor[uintptr](), reflect.TypeFor[float32](), reflect.TypeFor[float64](), reflect.TypeFor[namedInt](),
	reflect.TypeFor[namedFloat](),
	reflect.TypeFor[string](), reflect.TypeFor[*[4]float64](), reflect.TypeFor[*[2][3]int8](),
	reflect.TypeFor[[]byte](), reflect.TypeFor[[]float32](), reflect.TypeFor[[]float64](), reflect.TypeFor[[]int](),
	reflect.TypeFor[namedSlice](),
	reflect.TypeFor[[]struct{ X, Y float32 }](),
}

// randomValue returns a value with random bits throughout.
func randomValue(r *rand.Rand, t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Slice:
		n := r.Intn(20)
		v.Set(reflect.MakeSlice(t, n, n+r.Intn(5)))
	case reflect.String:
		v.SetString(strings.Repeat("x", r.Intn(30)))
	case reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
	case reflect.Bool:
		v.SetBool(r.Intn(2) == 1)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(r.NormFloat64())
	default:
		if v.CanInt() {
			v.SetInt(int64(r.Uint64()) >> (64 - t.Bits()))
		} else {
			v.SetUint(r.Uint64() >> (64 - t.Bits()))
		}
	}
	return v
}

// words returns the expected contents of a parameter's slot, and the mask of significant bits.
func words(v reflect.Value) (w []uint64, mask uint64) {
	mask = ^uint64(0)
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	raw := unsafe.Slice((*byte)(p.UnsafePointer()), v.Type().Size())
	if len(raw) < 8 {
		mask = 1<<(8*len(raw)) - 1
		raw = append(append([]byte(nil), raw...), make([]byte, 8-len(raw))...)
	}
	for ; len(raw) > 0; raw = raw[8:] {
		w = append(w, binary.LittleEndian.Uint64(raw))
	}
	return w, mask
}

// checkSignature calls an echo kernel with the given frame through its adapter as type t, without and with counting the
// call, and returns how calls reach the kernel.
func checkSignature(t *testing.T, r *rand.Rand, typ reflect.Type, frame Frame) entryPath {
	params, results, err := Signature(typ)
	require.NoError(t, err)
	l := LayoutOf(params, results)
	c, err := Load("echo", echoKernel(l, params, results), frame)
	require.NoError(t, err)
	f, err := Adapt(typ, c, nil)
	require.NoError(t, err)
	args := make([]reflect.Value, typ.NumIn())
	for i := range args {
		args[i] = randomValue(r, typ.In(i))
	}
	clear(echoBuffer[:])
	checkEcho(t, args, f.Call(args), l, results)
	clear(echoBuffer[:])
	way := c.linked.way
	if way != slowPath { // whose func values do not begin with a closure
		x := (*closure)(funcPointer(f))
		e := entryPoints()
		x.exchange(e.times, reflectTimed, true)
		before := ticks()
		checkEcho(t, args, f.Call(args), l, results)
		x.exchange(e.times, reflectTimed, false)
		x.exchange(e.tallies, reflectTallied, true)
		checkEcho(t, args, f.Call(args), l, results)
		x.exchange(e.tallies, reflectTallied, false)
		f.Call(args)
		require.Equal(t, uint64(1), x.to.counts.tally, "%s", typ)
		require.Equal(t, uint64(1), x.to.counts.calls, "%s", typ)
		require.Less(t, x.to.counts.ticks, ticks()-before, "%s: the time of a call is part of that around it", typ)
		longest := 0
		for i, p := range params {
			if way != largePath && way != hugePath && (p == ClassSlice || p == ClassString) {
				longest = max(longest, args[i].Len())
			}
		}
		require.Equal(t, uint64(longest), x.to.counts.elements, "%s", typ)
	}
	return way
}

// checkEcho checks what an echo kernel with the given layout has seen and returned.
func checkEcho(t *testing.T, args, got []reflect.Value, l Layout, results []Class) {
	params := make([]Class, len(args))
	for i, arg := range args {
		params[i], _ = ClassOf(arg.Type())
		want, mask := words(arg)
		for w := range want {
			have := echoBuffer[l.Params[i]/8+uintptr(w)]
			if have&mask != want[w]&mask {
				t.Fatalf("%v: parameter %d word %d: %#x, want %#x", params, i, w, have, want[w])
			}
		}
	}
	for i, res := range got {
		from := echoed(params, results[i], i)
		if from < 0 {
			continue
		}
		want, _ := words(args[from])
		have, mask := words(res)
		for w := range want {
			if args[from].Type().Size() < res.Type().Size() {
				mask = 1<<(8*args[from].Type().Size()) - 1 // the slot's other bits are undefined
			}
			if res.Kind() == reflect.Bool && args[from].Kind() != reflect.Bool {
				continue // a byte that is not a valid bool
			}
			if have[w]&mask != want[w]&mask {
				t.Fatalf("%v: result %d word %d: %#x, want %#x", params, i, w, have[w], want[w])
			}
		}
	}
	goruntime.KeepAlive(args)
}

// resultTypes allows bool results only for kernels that have bools to return.
func resultTypes(r *rand.Rand, in []reflect.Type, most int) (out []reflect.Type) {
	for range r.Intn(most + 1) {
		if len(in) > 0 {
			t := in[r.Intn(len(in))]
			if t.Kind() == reflect.Bool {
				t = reflect.TypeFor[uint8]()
			}
			out = append(out, t)
		}
	}
	return out
}

// TestEverySignature draws signatures of up to five parameters, and sometimes many more, and checks every word that
// arrives. All ways into kernels must occur.
func TestEverySignature(t *testing.T) {
	seed := int64(1)
	r := rand.New(rand.NewSource(seed))
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	frames := []Frame{Frame256, Frame256, Frame576, Frame4K}
	ways := map[entryPath]int{}
	for round := range rounds {
		n, results := r.Intn(6), 3
		switch {
		case round%20 == 0:
			n, results = n+r.Intn(90), 30 // package reflect allows 128 in all
		case round%10 == 0:
			n, results = n+r.Intn(20), 12 // more than 9 integers and more than 15 floats
		}
		in := make([]reflect.Type, n)
		for i := range in {
			in[i] = paramTypes[r.Intn(len(paramTypes))]
		}
		typ := reflect.FuncOf(in, resultTypes(r, in, results), false)
		way := checkSignature(t, r, typ, frames[r.Intn(len(frames))])
		require.Equal(t, way != slowPath, IsFast(typ), "%s", typ)
		ways[way]++
	}
	t.Logf("%d signatures by way: %v", rounds, ways)
	for way := smallPath; way < numPaths; way++ {
		assert.Positive(t, ways[way], "way %d", way)
	}
}

// TestShortSignatures runs all sequences of up to four parameters, alternating between all kinds of results. Each
// must be fast.
func TestShortSignatures(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	kinds := []reflect.Type{reflect.TypeFor[int8](), reflect.TypeFor[int](), reflect.TypeFor[float32](), reflect.TypeFor[float64](),
		reflect.TypeFor[*[4]float64](), reflect.TypeFor[string](), reflect.TypeFor[[]float32]()}
	n := 0
	var walk func(in []reflect.Type)
	walk = func(in []reflect.Type) {
		typ := reflect.FuncOf(in, resultTypes(r, in, 3), false)
		require.True(t, IsFast(typ), "%s", typ)
		checkSignature(t, r, typ, Frame256)
		n++
		if len(in) < 4 {
			for _, k := range kinds {
				walk(append(in[:len(in):len(in)], k))
			}
		}
	}
	walk(nil)
	t.Logf("%d signatures", n)
}

// TestManyArguments fills the integer registers so that one slice does not fit, and the float registers too.
func TestManyArguments(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	f64, s, i32 := reflect.TypeFor[float64](), reflect.TypeFor[[]int16](), reflect.TypeFor[int32]()
	floats := make([]reflect.Type, 18)
	for i := range floats {
		floats[i] = f64
	}
	for _, in := range [][]reflect.Type{
		{i32, s, s, s, i32}, {s, s, s, s, i32, i32}, {i32, i32, s, s, s, s}, floats,
		append([]reflect.Type{s, i32}, floats...), {s, s, s, i32, f64, i32, s},
	} {
		checkSignature(t, r, reflect.FuncOf(in, []reflect.Type{in[0]}, false), Frame256)
	}
}

// TestManyPointers checks numbers of pointers with other parameters between them. Calls are fast unless there are more
// pointers than the frame of enterLarge holds.
func TestManyPointers(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	types := []reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[*[4]float64](), reflect.TypeFor[[]int16]()}
	numbers := []reflect.Type{reflect.TypeFor[int8](), reflect.TypeFor[int](), reflect.TypeFor[uint16]()}
	for pointers := 1; pointers < 2*savedPointers; pointers++ {
		var in []reflect.Type
		for range pointers {
			if r.Intn(8) == 0 {
				in = append(in, numbers[r.Intn(len(numbers))])
			}
			in = append(in, types[r.Intn(len(types))])
		}
		typ := reflect.FuncOf(in, resultTypes(r, in, 8), false)
		way := checkSignature(t, r, typ, Frame256)
		assert.Equal(t, pointers < savedPointers, way != slowPath, "%s", typ)
		assert.Equal(t, way != slowPath, IsFast(typ), "%s", typ)
	}
}

// callDeep descends the stack byte by byte, so that an adapter's prologue has to grow the stack at every possible
// place. There it spills its arguments to the area reserved by its caller, and must stay inside. The Go compiler
// compiles these calls, with canaries around the area; package reflect would leave slack.
func callDeep[F any](t *testing.T, f F, try func(F) bool) {
	var bad atomic.Int64
	done := make(chan bool)
	for depth := range 120 {
		go func() {
			bad.Add(descend(depth, f, try))
			done <- true
		}()
		<-done
	}
	assert.Zero(t, bad.Load(), "%T", f)
}

//go:noinline
func descend[F any](depth int, f F, try func(F) bool) int64 {
	if depth > 0 {
		return descend(depth-1, f, try)
	}
	if !try(f) {
		return 1
	}
	return 0
}

func loadEcho[F any](t *testing.T) F {
	typ := reflect.TypeFor[F]()
	params, results, err := Signature(typ)
	require.NoError(t, err)
	require.True(t, IsFast(typ), "%s", typ)
	c, err := Load("echo", echoKernel(LayoutOf(params, results), params, results), Frame4K)
	require.NoError(t, err)
	f, err := Func[F](c)
	require.NoError(t, err)
	return f
}

func TestSpillAreaStaysInside(t *testing.T) {
	callDeep(t, loadEcho[func([]byte, byte, byte) byte](t), func(f func([]byte, byte, byte) byte) bool {
		a, b, c, d := uint64(1), uint64(2), uint64(3), uint64(4)
		opaque(&a, &b, &c, &d)
		x := f(nil, 7, 7)
		return x == 7 && a == 1 && b == 2 && c == 3 && d == 4
	})
	callDeep(t, loadEcho[func(float32, float32) float32](t), func(f func(float32, float32) float32) bool {
		a, b, c, d := uint64(1), uint64(2), uint64(3), uint64(4)
		opaque(&a, &b, &c, &d)
		x := f(1.5, 1.5)
		return x == 1.5 && a == 1 && b == 2 && c == 3 && d == 4
	})
	s := make([]float32, 3)
	callDeep(t, loadEcho[func(a, b, c []float32, m, n int16) int16](t),
		func(f func(a, b, c []float32, m, n int16) int16) bool {
			a, b, c, d := uint64(1), uint64(2), uint64(3), uint64(4)
			opaque(&a, &b, &c, &d)
			x := f(s, s, s, -9, 9)
			return x == -9 && a == 1 && b == 2 && c == 3 && d == 4
		})
	callDeep(t, loadEcho[func(a float32, s []float32, n int32, m bool) (int32, float32)](t),
		func(f func(float32, []float32, int32, bool) (int32, float32)) bool {
			a, b, c, d := uint64(1), uint64(2), uint64(3), uint64(4)
			opaque(&a, &b, &c, &d)
			x, y := f(2.5, s, 77, true)
			return x == 77 && y == 2.5 && a == 1 && b == 2 && c == 3 && d == 4
		})
}

//go:noinline
func opaque(p ...*uint64) {}

func TestUnsupportedSignatures(t *testing.T) {
	c, err := Load("empty", emptyKernel, Frame256)
	require.NoError(t, err)
	for _, typ := range []reflect.Type{
		reflect.TypeFor[int](), reflect.TypeFor[func(map[int]int)](), reflect.TypeFor[func() error](),
		reflect.TypeFor[func(complex64)](), reflect.TypeFor[func([4]int)](), reflect.TypeFor[func(chan int)](),
	} {
		_, err := Adapt(typ, c, nil)
		assert.Error(t, err, typ.String())
	}
	_, err = Func[func(func())](c)
	assert.EqualError(t, err, "runtime: a kernel cannot take or return func()")
}

// TestVariadic checks that the variadic parameter is an ordinary slice to a kernel.
func TestVariadic(t *testing.T) {
	for _, typ := range []reflect.Type{reflect.TypeFor[func(int, ...float64) int](),
		reflect.TypeFor[func(a, b, c, d, e, f []int, n ...int32)]()} {
		params, results, err := Signature(typ)
		require.NoError(t, err)
		l := LayoutOf(params, results)
		c, err := Load("echo", echoKernel(l, params, results), Frame256)
		require.NoError(t, err)
		f, err := Adapt(typ, c, nil)
		require.NoError(t, err)
		args := make([]reflect.Value, typ.NumIn())
		for i := range args {
			args[i] = randomValue(rand.New(rand.NewSource(4)), typ.In(i))
		}
		f.CallSlice(args)
		last := len(args) - 1
		assert.Equal(t, uint64(args[last].Len()), echoBuffer[l.Params[last]/8+1], fmt.Sprint(typ))
	}
}

// TestVariadicAdapts checks an adaptive variadic kernel, whose calls go through package reflect.
func TestVariadicAdapts(t *testing.T) {
	k, err := Compile(reflect.TypeFor[func(...int64) int64](),
		"package p\nfunc sum(x ...int64) (s int64) { for _, v := range x { s += v }; return s }", "sum",
		Options{Sampling: Sampling{Adapt: true}})
	require.NoError(t, err)
	f := k.Func().Interface().(func(...int64) int64)
	for range 100 {
		assert.Equal(t, int64(6), f(1, 2, 3))
	}
}

// TestUnstartedGoroutines checks that the collector can scan goroutines that have been started with a kernel but
// have not run yet. For calls without arguments the compiler adds no wrapper.
func TestUnstartedGoroutines(t *testing.T) {
	f := loadEcho[func()](t)
	for range 50 {
		for range 200 {
			go f()
		}
		goruntime.GC()
	}
	defer f()
}

// TestResultsOfCancelledCalls checks that a cancelled call whose OnCancel returns has zero results, in registers
// and on the stack.
func TestResultsOfCancelledCalls(t *testing.T) {
	needPolls(t)
	type many = func() (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r int, x float64, y float32)
	for _, frame := range []Frame{Frame256, Frame4K} {
		t.Run(frameName(frame), func(t *testing.T) {
			c, err := Load("forever", foreverKernel, frame)
			require.NoError(t, err)
			c.OnCancel = func(*Control) {}
			ctl := new(Control)
			ctl.Cancel()
			few, err := Bind[func(x []int) (int, bool, int, float64, float32)](c, ctl)
			require.NoError(t, err)
			i, j, k, x, y := few([]int{1})
			assert.Equal(t, []any{0, false, 0, 0.0, float32(0)}, []any{i, j, k, x, y})
			in := slices.Repeat([]reflect.Type{reflect.TypeFor[[]int]()}, savedPointers-1)
			out := slices.Repeat([]reflect.Type{reflect.TypeFor[int8](), reflect.TypeFor[float64](), reflect.TypeFor[int]()}, 20)
			for _, typ := range []reflect.Type{reflect.TypeFor[many](), reflect.FuncOf(in[:25], out, false),
				reflect.FuncOf(in, out, false)} {
				f, err := Adapt(typ, c, ctl)
				require.NoError(t, err)
				args := make([]reflect.Value, typ.NumIn())
				for i := range args {
					args[i] = reflect.ValueOf([]int{1})
				}
				for _, v := range f.Call(args) {
					assert.True(t, v.IsZero())
				}
			}
		})
	}
}

// TestManyResults checks that results need no separate trampoline, and a stub only if there are very many.
// Parameters that the code does not read cost nothing and do not count toward the limits.
func TestManyResults(t *testing.T) {
	for _, tt := range []struct {
		typ  reflect.Type
		way  entryPath
		stub bool
	}{
		{reflect.TypeFor[func([]int) int](), smallPath, false},
		{reflect.TypeFor[func([]int) (a, b, c, d, e int)](), manyPath, false},
		{reflect.TypeFor[func([]int) (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q int)](), smallPath, true},
		{reflect.TypeFor[func([]int) (a, b, c, d, e float32)](), manyPath, false},
		{reflect.TypeFor[func([]int) (a, b, c, d, e, f float32)](), smallPath, true},
		{reflect.TypeFor[func([]int) (a, b []int, c string)](), manyPath, false},
	} {
		c, err := Load("empty", emptyKernel, Frame256)
		require.NoError(t, err)
		l, err := c.linkageFor(tt.typ)
		require.NoError(t, err)
		assert.Equal(t, tt.way, l.way, "%s", tt.typ)
		assert.Equal(t, tt.stub, l.stubs[1] != nil, "%s", tt.typ)
	}
	type p = *[4]int
	k, err := Compile(reflect.TypeFor[func(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, q, r, s, t, u, v, w p) int](), `package k
type p = *[4]int
func Last(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, q, r, s, t, u, v, w p) int { return w[1] - b[2] }
`, "Last", Options{RequireNative: true})
	require.NoError(t, err)
	assert.Equal(t, fallback.AdapterDirect, k.Stats().Adapter)
	assert.Empty(t, k.Remarks())
	x := &[4]int{1, 2, 3, 4}
	f := k.Func().Interface().(func(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, q, r, s, t, u, v, w p) int)
	assert.Equal(t, 198, f(nil, x, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil,
		&[4]int{0, 201, 0, 0}))
	assert.Panics(t, func() {
		f(x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, nil)
	})
}
