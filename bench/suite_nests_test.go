package bench

import (
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"hotloop/bench/exactfp"
	"hotloop/bench/frame"
	"hotloop/bench/nests"
	"hotloop/bench/nests/oracle"
)

// TestNestsAreComplete wants PolyBench's 30 computations twice, each with the right functions, and arguments that fit
// their types.
func TestNestsAreComplete(t *testing.T) {
	const names = `2mm 3mm adi atax bicg cholesky correlation covariance deriche doitgen durbin fdtd-2d floyd-warshall gemm
		gemver gesummv gramschmidt heat-3d jacobi-1d jacobi-2d lu ludcmp mvt nussinov seidel-2d symm syr2k syrk trisolv trmm`
	seen := map[string]int{}
	for _, k := range Nests() {
		seen[strings.TrimSuffix(k.Name, "_f64")]++
		for i, fn := range []any{k.Plain, k.Oracle, k.Empty} {
			if reflect.TypeOf(fn) != k.Type {
				t.Errorf("%s: function %d is a %T, want %s", k.Name, i, fn, k.Type)
			}
		}
		if !strings.Contains(k.Text, "func "+k.Func+"[") {
			t.Errorf("%s: its text lacks %s", k.Name, k.Func)
		}
		for _, d := range []Data{Whole, Special, Steady} {
			for _, n := range []int{0, 1, 7, 60} {
				args := k.Args(rand.New(rand.NewPCG(1, 2)), n, d)
				if len(args) != k.Type.NumIn() {
					t.Fatalf("%s: %d arguments for %s", k.Name, len(args), k.Type)
				}
				for i, a := range args {
					if reflect.TypeOf(a) != k.Type.In(i) {
						t.Errorf("%s: argument %d is a %T, want %s", k.Name, i, a, k.Type.In(i))
					}
				}
			}
		}
	}
	for _, name := range strings.Fields(names) {
		if seen[name] != 2 {
			t.Errorf("%s is there %d times, want it for two types", name, seen[name])
		}
		delete(seen, name)
	}
	if len(seen) > 0 {
		t.Errorf("not PolyBench's: %v", seen)
	}
}

// TestNestsRun wants no panic from what is timed, and numbers in what it leaves: neither zeros only, nor NaN, which would
// hide what a peer does wrong.
func TestNestsRun(t *testing.T) {
	for _, k := range Nests() {
		args := k.Args(rand.New(rand.NewPCG(1, 2)), 60, Steady)
		f := frame.New(args, frame.Layout{Share: -1})
		if out, err := (FuncReference{k.Plain}).Outcome(f); err != nil || out.Panic != "" {
			t.Errorf("%s: %v %s", k.Name, err, out.Panic)
		}
		in := make([]reflect.Value, len(args))
		for i, a := range args {
			in[i] = reflect.ValueOf(a)
		}
		reflect.ValueOf(k.Plain).Call(in)
		for i, v := range in {
			if v.Kind() != reflect.Slice {
				continue
			}
			other := false
			for j := range v.Len() {
				x := v.Index(j).Float()
				if x != x {
					t.Errorf("%s: argument %d is NaN at %d", k.Name, i, j)
					break
				}
				other = other || x != 0
			}
			if !other {
				t.Errorf("%s: argument %d is all zeros", k.Name, i)
			}
		}
	}
}

// TestNestOracleIsCurrent fails when a kernel was changed and its oracle was not generated again.
func TestNestOracleIsCurrent(t *testing.T) {
	want, err := exactfp.Package(nests.Files, "oracle", oracle.Header, "embed.go")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("nests/oracle/kernels.go")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Fatal("nests/oracle/kernels.go is stale: run go generate ./bench/nests")
	}
}
