package oracle

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	goruntime "runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"hotloop/cpu"
	"hotloop/internal/e2e"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
	"hotloop/runtime"
)

// fromIR makes a func of type F of a kernel in text form, optimized and compiled for an instruction set, and its
// fallback.
func fromIR[F any](t *testing.T, isa, text string, opt isel.Options) (native F, ref *interp.Program) {
	t.Helper()
	native, ref, _ = fromIRPlans[F](t, isa, text, opt)
	return native, ref
}

// fromIRPlans is fromIR that gives the plans of vectorized loops too.
func fromIRPlans[F any](t *testing.T, isa, text string, opt isel.Options) (native F, ref *interp.Program,
	plans []string) {
	t.Helper()
	f, err := ir.Parse(text)
	if err == nil {
		err = f.Verify()
	}
	if err != nil {
		t.Fatal(err)
	}
	if ref, err = interp.New(ir.MustParse(text)); err != nil {
		t.Fatal(err)
	}
	features, err := cpu.Host().Limit(isa)
	if err != nil {
		t.Skip(err)
	}
	target := isel.TargetFor(features)
	if target == nil {
		t.Skip("no code generator")
	}
	lay, err := runtime.LayoutOfFunc(reflect.TypeFor[F]())
	if err != nil {
		t.Fatal(err)
	}
	for i := range f.Params {
		f.Params[i].Off = int(lay.Params[i])
	}
	for i := range f.Results {
		f.Results[i].Off = int(lay.Results[i])
	}
	out, err := loopopt.Optimize(f, config.Options{Target: target, Knobs: config.Knobs{
		CheckKnobs: config.CheckKnobs{VerifyEach: true, Bisect: -1}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range out.Plans {
		plans = append(plans, p.String())
	}
	opt.Verify = true
	opt.PollCounter = opt.PollCounter || runtime.PollMode() == runtime.PollCounter
	code, err := target.Compile(f, opt)
	if err != nil {
		t.Fatalf("%v\n%s", err, f)
	}
	frame, ok := runtime.FrameFor(code.FrameBytes)
	if !ok {
		t.Fatalf("%d bytes of frame", code.FrameBytes)
	}
	c, err := runtime.Load(f.Name, code.Text, frame)
	if err != nil {
		t.Skip(err)
	}
	if native, err = runtime.Func[F](c); err != nil {
		t.Fatal(err)
	}
	if os.Getenv("OBJECTS_PRINT") != "" {
		t.Log(f)
	}
	return native, ref, plans
}

// Every kernel takes (y []int64, n int) and returns an int64: what it must have come to, and what y holds.
type objectKernel = func(y []int64, n int) int64

// objectLoop wraps what defines v20, the loop's result, from v10 (the counter), v11 (the accumulator) and v12 (a
// pointer that begins as v1); v21 is the next pointer.
func objectLoop(lines string) string {
	return `func f(y []i64, n i64) (r i64) {
local 0 a i64 512 align 8
local 1 b i64 512 align 64
table 0 t i64 "0102030405060708f0000000000000ff"
b0:
  v0 = ArgPtr <ptr> {0}
  v1 = LocalPtr <ptr> {0}
  v2 = LocalPtr <ptr> {1}
  v3 = TablePtr <ptr> {0}
  v4 = Arg <i64> {1}
  v5 = Const <i64> {0}
  v6 = Const <i64> {1}
  v7 = Const <i64> {63}
  v8 = Const <i64> {64}
  v9 = Const <i64> {7}
  v43 = Const <i64> {3}
  jump b1
b1: <- b0 b1
  v30 = Phi <i64> v5 v32
  Store v1 v30 v30 *8 +0
  v31 = Mul <i64> v30 v9
  Store v2 v30 v31 *8 +0
  v32 = Add <i64> v30 v6
  v33 = LtS <bool> v32 v8
  if v33 b1 b2
b2: <- b1
  jump b3
b3: <- b2 b3
  v10 = Phi <i64> v5 v22
  v11 = Phi <i64> v5 v20
  v12 = Phi <ptr> v1 v21
  v13 = And <i64> v10 v7
` + lines + `
  v22 = Add <i64> v10 v6
  v23 = LtS <bool> v22 v4
  if v23 b3 b4
b4: <- b3
  Ret v20
  ret
}`
}

var objectKernels = map[string]string{
	"indexed": objectLoop(`
  v14 = Load <i64> v1 v13 *8 +0
  v20 = Add <i64> v11 v14
  Store v1 v13 v20 *8 +0
  v21 = PtrAdd <ptr> v1 v5 *8 +0`),
	"table": objectLoop(`
  v14 = And <i64> v10 v6
  v15 = Load <i64> v3 v14 *8 +0
  v16 = Load <i64> v2 v13 *8 +0
  v17 = Mul <i64> v15 v16
  v20 = Add <i64> v11 v17
  Store v2 v13 v20 *8 +0
  v21 = PtrAdd <ptr> v1 v5 *8 +0`),
	"walking": objectLoop(`
  v14 = Load <i64> v12 v5 *8 +0
  v20 = Add <i64> v11 v14
  Store v12 v5 v20 *8 +0
  v15 = PtrAdd <ptr> v12 v6 *8 +0
  v16 = Eq <bool> v13 v7
  v21 = Select <ptr> v16 v1 v15`),
	"one local or the other": objectLoop(`
  v14 = Load <i64> v12 v13 *8 +0
  v20 = Add <i64> v11 v14
  Store v12 v13 v20 *8 +0
  v15 = And <i64> v20 v6
  v16 = Eq <bool> v15 v6
  v21 = Select <ptr> v16 v2 v12`),
	"local or argument or table": objectLoop(`
  v14 = And <i64> v13 v6
  v15 = Load <i64> v12 v14 *8 +0
  v20 = Add <i64> v11 v15
  v40 = And <i64> v20 v9
  v41 = LtS <bool> v40 v6
  v42 = Select <ptr> v41 v0 v12
  Store v1 v13 v20 *8 +0
  Store v0 v14 v13 *8 +0
  v44 = Eq <bool> v40 v43
  v45 = PtrAdd <ptr> v2 v40 *8 +16
  v46 = Select <ptr> v44 v45 v42
  v47 = Eq <bool> v40 v9
  v21 = Select <ptr> v47 v3 v46`),
}

// churn makes the Go runtime interrupt kernels, and shrink the stacks they run on, until the test ends.
func churn(t *testing.T) {
	percent := debug.SetGCPercent(1)
	var done atomic.Bool
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for !done.Load() {
			goruntime.GC()
		}
	}()
	t.Cleanup(func() { done.Store(true); wg.Wait(); debug.SetGCPercent(percent) })
}

//go:noinline
func deepStack(n int) byte {
	var a [1024]byte
	a[n%1024] = 1
	if n > 1024 {
		return a[n%512] + deepStack(n-1024)
	}
	return a[0]
}

// onShrinkingStack runs f on a stack that is larger than it needs, so that the collector moves it while f runs, and
// reports whether it did.
func onShrinkingStack(f func()) (moved bool) {
	done := make(chan bool)
	go func() {
		var here byte
		deepStack(1 << 20)
		before := uintptr(unsafe.Pointer(&here))
		f()
		done <- uintptr(unsafe.Pointer(&here)) != before
	}()
	return <-done
}

// Locals, pointers into them and pointers that may point into them keep their meaning when the stack moves at a poll.
func TestObjectsSurviveMoves(t *testing.T) {
	churn(t)
	enough := 3
	if e2e.Sampled() {
		enough = 1
	}
	const n = 3 << 20
	for name, text := range objectKernels {
		var want interp.Result // of millions of iterations, found once for all instruction sets
		var after string
		for _, isa := range e2e.ISAs() {
			t.Run(isa+"/"+name, func(t *testing.T) {
				f, ref := fromIR[objectKernel](t, isa, text, isel.Options{})
				y := []int64{5, 6, 7}
				if after == "" {
					want = ref.Call([]any{y, int64(n)}, interp.Options{})
					after = fmt.Sprint(y)
				}
				if want.Err != nil {
					t.Fatal(want.Err)
				}
				yields, moves := runtime.Yields(), 0
				for began := time.Now(); time.Since(began) < e2e.Hang && moves < enough; {
					got := int64(0)
					y = []int64{5, 6, 7}
					if onShrinkingStack(func() { got = f(y, n) }) {
						moves++
					}
					if got != want.Values[0] || fmt.Sprint(y) != after {
						t.Fatalf("%d %v, want %d %s", got, y, want.Values[0], after)
					}
				}
				if moves == 0 {
					t.Errorf("no stack moved, %d yields", runtime.Yields()-yields)
				}
			})
		}
	}
}

// The same kernels do what the interpreter does, for all lengths, with the other kind of poll too.
func TestObjectKernels(t *testing.T) {
	for _, isa := range e2e.ISAs() {
		for name, text := range objectKernels {
			for _, counter := range []bool{false, true} {
				f, ref := fromIR[objectKernel](t, isa, text, isel.Options{PollCounter: counter})
				r := rand.New(rand.NewPCG(1, 2))
				for n := range 200 {
					if e2e.Sampled() && n%5 != 1 {
						continue
					}
					y := []int64{int64(r.IntN(9)), 6, 7}
					z := []int64{y[0], 6, 7}
					want := ref.Call([]any{y, int64(n * n)}, interp.Options{})
					if got := f(z, n*n); want.Err != nil || got != want.Values[0] || fmt.Sprint(y) != fmt.Sprint(z) {
						t.Fatalf("%s, %s of %d: %d %v, want %v %v", isa, name, n*n, got, z, want, y)
					}
				}
			}
		}
	}
}

// Locals that do not fit into the largest frame are refused, and the error says how much they take.
func TestHugeLocals(t *testing.T) {
	f := ir.MustParse(`func f() (r f64) {
local 0 a f64 40000 align 8
local 1 b f64 32000 align 8
b0:
  v0 = LocalPtr <ptr> {0}
  v1 = LocalPtr <ptr> {1}
  v2 = Const <i64> {7}
  v3 = Load <f64> v0 v2 *8 +0
  Store v1 v2 v3 *8 +0
  Ret v3
  ret
}`)
	target := isel.TargetFor(cpu.Features{Tier: cpu.AVX2})
	_, err := target.Compile(f, isel.Options{})
	if !errors.Is(err, isel.ErrSpillLimit) ||
		!strings.Contains(err.Error(), "local arrays take 72000 bytes; the limit is 65536") {
		t.Error(err)
	}
}
