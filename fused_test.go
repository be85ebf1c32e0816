package hotloop_test

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"

	"hotloop"
	"hotloop/cpu"
	"hotloop/hotlooptest"
	"hotloop/loopopt/ir"
)

//go:embed fused_test.go
var fusedText string

func fusedSaxpy(y, x []float32, a float32) {
	for i := range y {
		y[i] += a * x[i]
	}
}

func fusedDot(x, y []float64) (s float64) {
	for i := range x {
		s += x[i] * y[i]
	}
	return s
}

func fusedNorm(x, y []float64) (s float64) {
	for i := range x {
		dx, dy := x[i]-1, y[i]-2
		s += dx*dx + dy*dy
	}
	return s
}

func fusedHorner(y, x []float64) {
	for i, v := range x {
		y[i] = ((v*0.3+1.7)*v-0.9)*v + 0.1
	}
}

func fusedMemory(x []float64, a float64) (s float64) {
	for i := range x {
		x[i] *= a
		s += x[i]
	}
	return s
}

func fusedComplex(y, x []complex128) {
	for i := range y {
		y[i] = y[i]*x[i] - x[i]/(1+2i)
	}
}

func fusedMul(x, y float32) float32 { return x * y }

func fusedCalls(y, x []float32) {
	for i := range y {
		y[i] = fusedMul(x[i], 1.1) - fusedMul(y[i], x[i])
	}
}

func roundedSaxpy(y, x []float32, a float32) {
	for i := range y {
		y[i] += float32(a * x[i])
	}
}

func roundedSum(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return s
}

// quietly is a test that must not fail, and tells what was logged.
type quietly struct {
	*testing.T
	log strings.Builder
}

func (q *quietly) Logf(format string, args ...any) { fmt.Fprintf(&q.log, format+"\n", args...) }

// TestFusedVerify: Verify accepts kernels as they are written where the Go compiler fuses x*y + z, says so, and there
// is a remark. Where the Go compiler does not, and for kernels whose products are rounded by conversions, there is no
// difference and no remark.
func TestFusedVerify(t *testing.T) {
	fuses := ir.DefaultSemantics().Fuses
	differ := 0
	check := func(fusable bool, k interface{ Remarks() []hotloop.Remark }, verify func(t hotlooptest.TB)) {
		t.Helper()
		q := &quietly{T: t}
		verify(q)
		told := slices.ContainsFunc(k.Remarks(), func(r hotloop.Remark) bool { return r.Pass == "fp" })
		if told != (fuses && fusable) {
			t.Errorf("the Go compiler fuses: %v, a remark: %v\n%s", fuses, told, q.log.String())
		}
		if strings.Contains(q.log.String(), "compiler fuses operations") {
			if differ++; !told {
				t.Error(q.log.String())
			}
		}
	}
	saxpy := hotloop.Accelerate(fusedSaxpy, fusedText)
	check(true, saxpy, func(t hotlooptest.TB) { hotlooptest.Verify(t, fusedSaxpy, saxpy) })
	dot := hotloop.Accelerate(fusedDot, fusedText)
	check(true, dot, func(t hotlooptest.TB) { hotlooptest.Verify(t, fusedDot, dot) })
	norm := hotloop.Accelerate(fusedNorm, fusedText)
	check(true, norm, func(t hotlooptest.TB) { hotlooptest.Verify(t, fusedNorm, norm) })
	horner := hotloop.Accelerate(fusedHorner, fusedText)
	check(true, horner, func(t hotlooptest.TB) { hotlooptest.Verify(t, fusedHorner, horner) })
	memory := hotloop.Accelerate(fusedMemory, fusedText)
	check(true, memory, func(t hotlooptest.TB) { hotlooptest.Verify(t, fusedMemory, memory) })
	complexes := hotloop.Accelerate(fusedComplex, fusedText)
	check(true, complexes, func(t hotlooptest.TB) { hotlooptest.Verify(t, fusedComplex, complexes) })
	calls := hotloop.Accelerate(fusedCalls, fusedText)
	check(true, calls, func(t hotlooptest.TB) { hotlooptest.Verify(t, fusedCalls, calls) })
	rounded := hotloop.Accelerate(roundedSaxpy, fusedText)
	check(false, rounded, func(t hotlooptest.TB) { hotlooptest.Verify(t, roundedSaxpy, rounded) })
	sum := hotloop.Accelerate(roundedSum, fusedText)
	check(false, sum, func(t hotlooptest.TB) { hotlooptest.Verify(t, roundedSum, sum) })
	if (differ > 0) != (fuses && saxpy.Native()) {
		t.Errorf("the Go compiler fuses: %v, but %d kernels differ from the Go function", fuses, differ)
	}
}

// TestFusedVerifyFails: a kernel that does neither what the Go function does nor what is written is found, whether the
// Go compiler fuses or not.
func TestFusedVerifyFails(t *testing.T) {
	k := hotloop.Accelerate(fusedSaxpy, fusedText)
	if !k.Native() {
		t.Skip(k.Err())
	}
	other := k.Func
	k.Func = func(y, x []float32, a float32) {
		if other(y, x, a); len(y) > 5 {
			y[5] = math.Float32frombits(math.Float32bits(y[5]) ^ 1)
		}
	}
	failed := false
	hotlooptest.Verify(fatal{t, &failed}, fusedSaxpy, k)
	if !failed {
		t.Error("Verify has found nothing")
	}
}

type fatal struct {
	*testing.T
	failed *bool
}

func (f fatal) Fatalf(string, ...any) { *f.failed = true }

// TestFusedStays: a func has the same results from its first call on, also those of kernels that are compiled in the
// background, or that look for the fastest version of their code.
func TestFusedStays(t *testing.T) {
	x, y := []float64{0}, []float64{0}
	for i := 0; ; i++ {
		x[0], y[0] = math.Sqrt(float64(i)), 1/float64(i+1)
		dx, dy := x[0]-1, y[0]-2
		// The Go function records its calls.
		if (fusedNorm(x, y) != float64(dx*dx)+float64(dy*dy)) == ir.DefaultSemantics().Fuses {
			break
		}
	}
	same := func(name string, k *hotloop.Kernel[func(x, y []float64) float64]) {
		t.Helper()
		first := k.Func(x, y)
		if err := k.Wait(context.Background()); err != nil {
			t.Skip(err)
		}
		for i := range 5000 {
			if got := k.Func(x, y); got != first {
				t.Fatalf("%s: call %d: %v, the first: %v", name, i, got, first)
			}
		}
		for _, c := range tried(k) {
			if c == "go" && ir.DefaultSemantics().Fuses {
				t.Errorf("%s: the Go function, which the Go compiler fuses, is a candidate", name)
			}
		}
		if err := k.CallContext(context.Background(), func(f func(x, y []float64) float64) {
			if got := f(x, y); got != first {
				t.Errorf("%s: %v by Do, %v", name, got, first)
			}
		}); err != nil {
			t.Error(err)
		}
	}
	same("Background", hotloop.Accelerate(fusedNorm, fusedText, hotloop.Background()))
	same("Adapt", hotloop.Accelerate(fusedNorm, fusedText, hotloop.Adapt()))
	same("both", hotloop.Accelerate(fusedNorm, fusedText, hotloop.Background(), hotloop.Adapt()))
	// By Do before it is compiled, too.
	k := hotloop.Accelerate(fusedNorm, fusedText, hotloop.Background())
	var first float64
	if err := k.CallContext(context.Background(), func(f func(x, y []float64) float64) { first = f(x, y) }); err != nil {
		t.Fatal(err)
	}
	if err := k.Wait(context.Background()); err == nil && k.Func(x, y) != first {
		t.Errorf("%v by Do, %v", first, k.Func(x, y))
	}
}

// tried are the names of the candidates of a kernel that adapts.
func tried(k *hotloop.Kernel[func(x, y []float64) float64]) (names []string) {
	if s := k.Stats().Adapt; s != nil {
		for _, c := range s.Tried {
			names = append(names, c.Name)
		}
	}
	return names
}

// TestFusedBuilds runs the tests above in a build for which the Go compiler fuses.
func TestFusedBuilds(t *testing.T) {
	if testing.Short() || runtime.GOARCH != "amd64" || !cpu.Host().Has(cpu.FlagFMA) || ir.DefaultSemantics().Fuses {
		t.Skip("short, or nothing else to build")
	}
	cmd := exec.Command("go", "test", "-short", "-run", "^TestFused", ".")
	cmd.Env = append(os.Environ(), "GOAMD64=v3", "HOTLOOP_FUSED=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestFusedHere: the Go compiler fuses in builds for arm64, and for amd64 from GOAMD64=v3 on.
func TestFusedHere(t *testing.T) {
	if os.Getenv("HOTLOOP_FUSED") != "" && !ir.DefaultSemantics().Fuses {
		t.Error("the Go compiler does not fuse")
	}
}
