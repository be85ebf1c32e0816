package bench

import (
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	mathloops "hotloop/bench/math"
	"hotloop/bench/search"
	"hotloop/internal/lab/exactfp"
	"hotloop/internal/lab/frame"
)

// several are the suites with several kernels in a file; each kernel gets the part of the file that it needs.
var several = []string{"image", "dsp", "columns", "ml", "tsvc", "nests", "field"}

// TestSuitesAreComplete checks that kernels have distinct names, their own functions and text, and valid arguments,
// and that every file and every exported function of a suite is in a kernel.
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
			// The tables name each function three times; the linker knows their names, except those of instances.
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

// argumentsFit checks that arguments match the parameters in number and type, for all kinds of data.
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

// TestPublishedSuites checks that the loops of TSVC and the programs of PolyBench are complete, each for two types.
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

// TestOraclesAreCurrent fails if a kernel has changed and its oracle was not regenerated.
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

// entrySuites are the suites with several kernels in a file.
var entrySuites = []string{"image", "dsp", "columns", "ml"}

// TestEntriesCheck checks that the Go compiler's own build passes in every mode, and that a wrong element is found.
func TestEntriesCheck(t *testing.T) {
	for _, suite := range entrySuites {
		for _, k := range Suite(suite) {
			for _, mode := range Modes {
				if mode == "exact" && gcFuses {
					continue
				}
				if err := CheckAt(k, k.Plain, FuncReference{k.Oracle}, mode, []int{0, 1, 2, 15, 16, 17, 64, 257, 1025}, 1); err != nil {
					t.Errorf("%s %s %s: %s", suite, k.Name, mode, err)
				}
			}
			if k.Type.In(0).Kind() != reflect.Slice || k.Type.NumOut() > 0 {
				continue
			}
			off := reflect.MakeFunc(k.Type, func(in []reflect.Value) []reflect.Value {
				reflect.ValueOf(k.Plain).Call(in)
				if s := in[0]; s.Len() > 0 {
					switch e := s.Index(s.Len() / 2); {
					case e.CanFloat():
						e.SetFloat(e.Float()*1.01 + 1)
					case e.CanInt():
						e.SetInt(e.Int() ^ 1)
					default:
						e.SetUint(e.Uint() ^ 1)
					}
				}
				return nil
			}).Interface()
			if CheckAt(k, off, FuncReference{k.Oracle}, "fast", []int{64, 257}, 1) == nil {
				t.Errorf("%s %s: an error in one element is not found", suite, k.Name)
			}
		}
	}
}

// TestEntriesStay runs timed kernels repeatedly on their own output and checks for panics, infinities and denormals.
func TestEntriesStay(t *testing.T) {
	for _, suite := range entrySuites {
		for _, k := range Suite(suite) {
			args := k.Args(rand.New(rand.NewPCG(1, 1)), 256, Steady)
			if out, err := (FuncReference{k.Plain}).Outcome(frame.New(args, frame.Layout{Share: -1})); err != nil || out.Panic != "" {
				t.Errorf("%s %s: %v %s", suite, k.Name, err, out.Panic)
				continue
			}
			k.Bind(k.Plain, args)(20_000)
			for i, a := range args {
				v := reflect.ValueOf(a)
				if v.Kind() != reflect.Slice || v.Type().Elem().Kind() != reflect.Float32 && v.Type().Elem().Kind() != reflect.Float64 {
					continue
				}
				for j := range v.Len() {
					e := v.Index(j).Float()
					if math.IsInf(e, 0) || math.IsNaN(e) || e != 0 && math.Abs(e) < 1e-30 {
						t.Errorf("%s %s: element %d of argument %d has become %g", suite, k.Name, j, i, e)
						break
					}
				}
			}
		}
	}
}

// TestMathCheck checks that the Go compiler's own build passes in every mode, and that a function with one wrong
// element is found.
func TestMathCheck(t *testing.T) {
	for _, k := range Math() {
		for _, mode := range Modes {
			if err := Check(k, k.Plain, FuncReference{k.Oracle}, mode, true, 1); err != nil {
				t.Errorf("%s %s: %s", k.Name, mode, err)
			}
		}
	}
	k := Math()[0]
	off := func(y, x []float64) {
		mathloops.Exp(y, x)
		if len(y) > 8 {
			y[8] *= 1 + 0x1p-40
		}
	}
	if err := Check(k, off, FuncReference{k.Oracle}, "fast", true, 1); err == nil {
		t.Error("an error of 2^-40 is not found")
	}
}

// TestNestsRun checks that timed nests do not panic and leave meaningful numbers: not only zeros, and no NaN, which
// would hide errors of a peer.
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

// TestSearchCheck checks that the Go compiler's own build passes, and that a search that continues behind the first
// hit, or stops before it, is found.
func TestSearchCheck(t *testing.T) {
	for _, k := range Search() {
		if err := Check(k, k.Plain, FuncReference{k.Oracle}, "exact", true, 1); err != nil {
			t.Errorf("%s: %s", k.Name, err)
		}
	}
	late := func(x []int32, v int32) int {
		if i := search.FindI32(x, v); i != len(x)-1 {
			return i
		}
		return -1
	}
	early := func(dst, src []uint8) int {
		n := search.CopyASCII(dst, src)
		if n < len(src) && n < len(dst) && n > 16 {
			dst[n] = src[n]
		}
		return n
	}
	for _, k := range Search() {
		fn := map[string]any{"FindI32": late, "CopyASCII": early}[k.Func]
		if fn != nil && Check(k, fn, FuncReference{k.Oracle}, "exact", true, 1) == nil {
			t.Errorf("%s: an error is not found", k.Name)
		}
	}
}

// TestTSVCRuns checks that timed loops do not panic.
func TestTSVCRuns(t *testing.T) {
	for _, k := range TSVC() {
		f := frame.New(k.Args(rand.New(rand.NewPCG(1, 2)), 1000, Steady), frame.Layout{Share: -1})
		if out, err := (FuncReference{k.Plain}).Outcome(f); err != nil || out.Panic != "" {
			t.Errorf("%s: %v %s", k.Name, err, out.Panic)
		}
	}
}

// TestFieldRuns checks that timed kernels do not panic, and that each has results or changes memory.
func TestFieldRuns(t *testing.T) {
	kernels := Field()
	if len(kernels) < 150 {
		t.Errorf("%d kernels", len(kernels))
	}
	for _, k := range kernels {
		changed := k.Type.NumOut() > 0
		for _, n := range []int{64, 1000, 4096} {
			f := frame.New(k.Args(rand.New(rand.NewPCG(1, uint64(n))), n, Steady), frame.Layout{Share: -1})
			out, err := (FuncReference{k.Plain}).Outcome(f)
			if err != nil || out.Panic != "" {
				t.Errorf("%s, n = %d: %v %s", k.Name, n, err, out.Panic)
				continue
			}
			for i, r := range f.Regions {
				changed = changed || !slices.Equal(out.Regions[i], r.Data)
			}
		}
		if !changed {
			t.Errorf("%s does nothing", k.Name)
		}
	}
}
