package arm_test

import (
	"math"
	goruntime "runtime"
	"testing"

	"hotloop/isel/emit"
	"hotloop/runtime"
)

// loadArm makes a func of type F from an arm64 program.
func loadArm[F any](t *testing.T, opt emit.Options, x *armBuild) F {
	t.Helper()
	opt.PollCounter = runtime.PollMode() == runtime.PollCounter || opt.PollCounter
	code, st := emitArm(t, x, opt)
	frame, _ := runtime.FrameFor(st.Frame)
	c, err := runtime.Load(x.f.Name, code.Bytes, frame)
	if err != nil {
		t.Skip(err)
	}
	fn, err := runtime.Func[F](c)
	if err != nil {
		t.Fatal(err)
	}
	return fn
}

func eachArm(t *testing.T, test func(t *testing.T, opt emit.Options)) {
	for name, opt := range armOptions {
		t.Run(name, func(t *testing.T) { test(t, opt) })
	}
	// While the garbage collector stops the world, polls yield.
	t.Run("disturbed", func(t *testing.T) {
		stop, done := make(chan bool), make(chan bool)
		go func() {
			defer close(done)
			for {
				select {
				case <-stop:
					return
				default:
					goruntime.GC()
				}
			}
		}()
		for range 200 {
			test(t, emit.Options{})
		}
		close(stop)
		<-done
	})
}

// TestExecuteARM64 runs the emitted code, on arm64 or under qemu-aarch64, and compares it with Go.
func TestExecuteARM64(t *testing.T) {
	t.Run("saxpy", func(t *testing.T) {
		eachArm(t, func(t *testing.T, opt emit.Options) {
			fn := loadArm[func(y, z []float32, a float32)](t, opt, armSaxpy())
			for n := 0; n < 4000; n = 2*n + 4 {
				y, z, want := make([]float32, n), make([]float32, n), make([]float32, n)
				for i := range y {
					y[i], z[i] = float32(i), float32(3*i+1)
					want[i] = float32(math.FMA(float64(z[i]), 2.5, float64(y[i])))
				}
				fn(y, z, 2.5)
				for i := range y {
					if y[i] != want[i] {
						t.Fatalf("n=%d: y[%d] = %v, want %v", n, i, y[i], want[i])
					}
				}
			}
		})
	})
	t.Run("pressure", func(t *testing.T) {
		eachArm(t, func(t *testing.T, opt emit.Options) {
			fn := loadArm[func(p []int64, rounds int) int64](t, opt, armPressure())
			p := make([]int64, 80)
			one := int64(0)
			for i := range p {
				p[i] = int64(i*i*i) - 1000
				one += p[i]
				if i < 40 {
					one += p[i]
				}
			}
			if got := fn(p, 57); got != 57*one {
				t.Errorf("got %d, want %d", got, 57*one)
			}
		})
	})
	t.Run("pairs", func(t *testing.T) {
		eachArm(t, func(t *testing.T, opt emit.Options) {
			fn := loadArm[func(y, z []float32)](t, opt, armPairs())
			y, z := make([]float32, 64), make([]float32, 128)
			for i := range z {
				z[i] = float32(i * i)
			}
			fn(y, z)
			for i := range y {
				if want := z[2*i] - z[2*i+1]; y[i] != want {
					t.Fatalf("y[%d] = %v, want %v", i, y[i], want)
				}
			}
		})
	})
	t.Run("array", func(t *testing.T) {
		eachArm(t, func(t *testing.T, opt emit.Options) {
			fn := loadArm[func(n int) int64](t, opt, armArray())
			for _, n := range []int64{1, 100, 4096} {
				if got, want := fn(int(n)), n*(n-1)/2+n; got != want {
					t.Errorf("n=%d: got %d, want %d", n, got, want)
				}
			}
		})
	})
}

// TestTrapARM64 checks the contents of the argument block after a trap.
func TestTrapARM64(t *testing.T) {
	x := armArray()
	code, st := emitArm(t, x, emit.Options{PollCounter: runtime.PollMode() == runtime.PollCounter})
	frame, _ := runtime.FrameFor(st.Frame)
	c, err := runtime.Load(x.f.Name, code.Bytes, frame)
	if err != nil {
		t.Skip(err)
	}
	c.OnTrap = func(site, a, b uint64) { panic([3]uint64{site, a, b}) }
	fn, err := runtime.Func[func(n int) int64](c)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if got, want := recover(), any([3]uint64{7, 4097, 4096}); got != want {
			t.Errorf("got %v, want %v", got, want)
		}
	}()
	fn(4097)
}
