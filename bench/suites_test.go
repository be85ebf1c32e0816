package bench

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hotloop/bench/exactfp"
	"hotloop/bench/frame"
)

// several are the suites that have several kernels in a file, of which each is given the part of the file that it needs.
var several = []string{"image", "dsp", "columns", "ml", "tsvc", "nests"}

// TestSuitesAreComplete wants kernels of different names, each with its own functions and text and with arguments that fit,
// and every file and every exported function of a suite in a kernel.
func TestSuitesAreComplete(t *testing.T) {
	for _, suite := range Suites {
		names, used, called := map[string]bool{}, map[string]bool{}, map[string]bool{}
		for _, k := range Suite(suite) {
			if names[k.Name] {
				t.Errorf("%s %s: twice", suite, k.Name)
			}
			names[k.Name], used[k.File], called[k.Func] = true, true, true
			if f, err := k.Source(); err != nil {
				t.Errorf("%s: %v", k.Name, err)
			} else if _, err := f.Func(k.Func); err != nil {
				t.Errorf("%s: %v", k.Name, err)
			}
			// The tables name functions three times over; the linker knows which they are, but for instances.
			for i, fn := range []any{k.Plain, k.Oracle, k.Empty} {
				want := []string{suite + "." + k.Func, "oracle." + k.Func, "oracle.Empty" + k.Func}[i]
				if got := funcName(fn); reflect.TypeOf(fn) != k.Type || k.Inst == "" && !strings.HasSuffix(got, want) {
					t.Errorf("%s: %s of %T is not %s of %s", k.Name, got, fn, want, k.Type)
				}
			}
			argumentsFit(t, k)
		}
		if len(names) < 8 {
			t.Errorf("suite %s has %d kernels", suite, len(names))
		}
		if !slices.Contains(several, suite) {
			for _, file := range suiteFiles(suite) {
				if !used[file] {
					t.Errorf("%s/%s is in no kernel", suite, file)
				}
				delete(used, file)
			}
			for file := range used {
				t.Errorf("there is no file %s/%s", suite, file)
			}
		} else {
			for fn, p := range functions(suite) {
				if !called[fn] {
					t.Errorf("%s of %s/%s is in no kernel", fn, suite, p.file)
				}
			}
		}
	}
}

// argumentsFit wants as many arguments as parameters, of their types, for all kinds of data.
func argumentsFit(t *testing.T, k *Kernel) {
	for _, d := range []Data{Whole, Special, Steady} {
		for _, n := range []int{0, 1, 7, 60, 300} {
			args := k.Args(rand.New(rand.NewPCG(1, 2)), n, d)
			if len(args) != k.Type.NumIn() {
				t.Fatalf("%s: %d arguments for %s", k.Name, len(args), k.Type)
			}
			for i, a := range args {
				in := k.Type.In(i)
				if _, ok := a.(frame.Part); ok && in.Kind() == reflect.Pointer {
					continue // memory of unknown extent
				}
				if reflect.TypeOf(a) != in {
					t.Errorf("%s: argument %d is a %T, want %s", k.Name, i, a, in)
				}
			}
		}
	}
}

// TestPublishedSuites wants the loops of TSVC and the programs of PolyBench, each for two types.
func TestPublishedSuites(t *testing.T) {
	const polybench = `2mm 3mm adi atax bicg cholesky correlation covariance deriche doitgen durbin fdtd-2d floyd-warshall gemm
		gemver gesummv gramschmidt heat-3d jacobi-1d jacobi-2d lu ludcmp mvt nussinov seidel-2d symm syr2k syrk trisolv trmm`
	seen := map[string]int{}
	for _, k := range Nests() {
		seen[strings.TrimSuffix(k.Name, "_f64")]++
	}
	for _, name := range strings.Fields(polybench) {
		if seen[name] != 2 {
			t.Errorf("%s is there %d times, want it for two types", name, seen[name])
		}
		delete(seen, name)
	}
	if len(seen) > 0 {
		t.Errorf("not PolyBench's: %v", seen)
	}
	for _, k := range TSVC() {
		if k.Func != strings.ToUpper(strings.TrimSuffix(k.Name, "_f64")) {
			t.Errorf("%s is function %s", k.Name, k.Func)
		}
	}
	if n := len(TSVC()); n != 302 {
		t.Errorf("%d kernels of TSVC, want 151 for each of two types", n)
	}
}

// TestOraclesAreCurrent fails when a kernel was changed and its oracle was not generated again.
func TestOraclesAreCurrent(t *testing.T) {
	for _, suite := range Suites {
		files, err := fs.Sub(texts, suite)
		if err != nil {
			t.Fatal(err)
		}
		want, err := exactfp.Package(files, suite)
		if err != nil {
			t.Fatal(err)
		}
		file := suite + "/oracle/kernels.go"
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s is stale: run go generate ./bench", file)
		}
	}
}
