package use

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"unsafe"

	"hotloop"
	"hotloop/internal/e2e"
	"hotloop/internal/e2e/use/testdata/door/alone"
	"hotloop/internal/e2e/use/testdata/door/names"
	"hotloop/internal/e2e/use/testdata/door/plain"
	"hotloop/internal/e2e/use/testdata/door/vars"
	"hotloop/internal/options"
	"hotloop/runtime"
)

// accelerated is what is left of a kernel of any type.
type accelerated struct {
	f      any
	err    error
	native bool
}

func accelerate[F any](src string, opts ...hotloop.Option) func(F) accelerated {
	return func(fn F) accelerated {
		k := hotloop.Accelerate(fn, src, opts...)
		return accelerated{k.Func, k.Err(), k.Native()}
	}
}

// jit skips a test where Accelerate does not replace functions.
func jit(t *testing.T) {
	e2e.NeedNative(t)
	if runtime.RaceEnabled {
		t.Skip("the race detector wants the functions themselves")
	}
}

func wantErr(t *testing.T, what string, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: no error, want %q", what, words)
		return
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%s: %q has no %q", what, err, w)
		}
	}
}

// TestVariablesOfOtherFiles: what a file that was not given may change is no constant, and the function itself stays.
func TestVariablesOfOtherFiles(t *testing.T) {
	jit(t)
	old := vars.Get()
	defer vars.Put(old)
	x := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}
	for what, opts := range map[string][]hotloop.Option{"one file": nil, "package": {hotloop.WithPackage(vars.Files)}} {
		k := hotloop.Accelerate(vars.Gain, vars.Source, opts...)
		l := hotloop.Accelerate(vars.Lut, vars.Source, opts...)
		if what == "one file" {
			wantErr(t, what, k.Err(), "kernels.go:53:10", "package-level variable factor",
				"another file of package vars may change", "//hotloop:readonly", "hotloop.WithGlobal", "hotloop.WithPackage")
			wantErr(t, what, l.Err(), "package-level variable lut")
		} else {
			wantErr(t, what, k.Err(), "kernels.go:53:10", "may be changed at set.go:5:2")
			wantErr(t, what, l.Err(), "may be changed at set.go:6:2")
		}
		vars.Set(10, [4]int{9, 8, 7, 6})
		y := make([]float64, 3)
		k.Func(y, x)
		if !reflect.DeepEqual(y, []float64{10, 20, 30}) {
			t.Errorf("%s: gain gives %v", what, y)
		}
		z := make([]int, 4)
		l.Func(z, []byte{0, 1, 2, 3})
		if !reflect.DeepEqual(z, []int{9, 8, 7, 6}) {
			t.Errorf("%s: lut gives %v", what, z)
		}
		vars.Put(old)
	}
}

// TestSettledVariables: which variables are constants, and what is said of the others.
func TestSettledVariables(t *testing.T) {
	jit(t)
	all := hotloop.WithPackage(vars.Files)
	for _, c := range []struct {
		name      string
		one, pkg  string // what is wrong with one file, and with the package; "" is nothing
		alone, by accelerated
	}{
		{"Fixed", "another file", "", accelerate[func([]int, []uint8)](vars.Source)(vars.Fixed),
			accelerate[func([]int, []uint8)]("", all)(vars.Fixed)},
		{"Steps", "", "", accelerate[func([]int, []uint8)](vars.Source)(vars.Steps),
			accelerate[func([]int, []uint8)](vars.Source, all)(vars.Steps)},
		{"UseExported", "another file", "which other packages may change",
			accelerate[func(y, x []float64)](vars.Source)(vars.UseExported),
			accelerate[func(y, x []float64)](vars.Source, all)(vars.UseExported)},
		{"UsePromised", "", "", accelerate[func(y, x []float64)](vars.Source)(vars.UsePromised),
			accelerate[func(y, x []float64)](vars.Source, all)(vars.UsePromised)},
		{"Name", "another file", "linker's flag -X", accelerate[func([]byte)](vars.Source)(vars.Name),
			accelerate[func([]byte)](vars.Source, all)(vars.Name)},
		{"Data", "//go:embed", "//go:embed", accelerate[func([]byte) int](vars.Source)(vars.Data),
			accelerate[func([]byte) int](vars.Source, all)(vars.Data)},
	} {
		for _, x := range []struct {
			how, want string
			got       accelerated
		}{{"one file", c.one, c.alone}, {"package", c.pkg, c.by}} {
			switch {
			case x.want != "":
				wantErr(t, c.name+", "+x.how, x.got.err, x.want)
			case x.got.err != nil || !x.got.native:
				t.Errorf("%s, %s: %v", c.name, x.how, x.got.err)
			}
		}
	}
	y := make([]int, 4)
	hotloop.Accelerate(vars.Fixed, "", all).Func(y, []byte{0, 1, 2, 3})
	if !reflect.DeepEqual(y, []int{5, 6, 7, 8}) {
		t.Errorf("Fixed: %v", y)
	}
}

// TestOwnNames: a function that another file declares is not Go's of the same name.
func TestOwnNames(t *testing.T) {
	jit(t)
	all := hotloop.WithPackage(names.Files)
	other, err := names.Files.ReadFile("names.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		fn   any
		make func(opts ...hotloop.Option) accelerated
		want string // with one file
	}{
		{"Relu", names.Relu, func(o ...hotloop.Option) accelerated {
			return accelerate[func(y, x []float64)](names.Source, o...)(names.Relu)
		}, "kernels.go:14:10: max, which another file of package names may declare"},
		{"Low", names.Low, func(o ...hotloop.Option) accelerated {
			return accelerate[func(y, x []float64)](names.Source, o...)(names.Low)
		}, "min, which another file of "},
		{"Reset", names.Reset, func(o ...hotloop.Option) accelerated {
			return accelerate[func(y []float64)](names.Source, o...)(names.Reset)
		}, "clear, which another file of "},
		{"Folded", names.Folded, func(o ...hotloop.Option) accelerated {
			return accelerate[func(y []float64)](names.Source, o...)(names.Folded)
		}, "max, which another file of "},
		{"Half", names.Half, func(o ...hotloop.Option) accelerated {
			return accelerate[func(y []float32)](names.Source, o...)(names.Half)
		}, "len, which another file of the package declares"},
		{"Twice", names.Twice, func(o ...hotloop.Option) accelerated {
			return accelerate[func(y, x []float32) int](names.Source, o...)(names.Twice)
		}, "copy, which another file of "},
		{"Of", names.Of[int32], func(o ...hotloop.Option) accelerated {
			return accelerate[func([]int32)](names.Source, o...)(names.Of[int32])
		}, "len, which another file of "},
		{"Imag", names.Imag, func(o ...hotloop.Option) accelerated {
			return accelerate[func([]float64)](names.Source, o...)(names.Imag)
		}, "imag, which another file of package names may declare"},
		{"Grown", names.Grown, func(o ...hotloop.Option) accelerated {
			return accelerate[func([]float64) []float64](names.Source, o...)(names.Grown)
		}, "append, which another file of the package may declare"},
	} {
		alone := c.make()
		wantErr(t, c.name+", one file", alone.err, c.want)
		for how, o := range map[string]hotloop.Option{"package": all, "file": hotloop.WithFile("names.go", string(other))} {
			k := c.make(o)
			if k.err != nil || !k.native {
				t.Errorf("%s, %s: %v", c.name, how, k.err)
			}
			sameCalls(t, c.name+", "+how, c.fn, k.f)
		}
		sameCalls(t, c.name+", one file", c.fn, alone.f)
	}
	if k := hotloop.Accelerate(plain.Relu, plain.Source); k.Err() != nil {
		t.Errorf("max, which a constant proves to be Go's own: %v", k.Err())
	}
	if k := hotloop.Accelerate(plain.Lengths, plain.Source); k.Err() != nil {
		t.Errorf("len, copy and cap: %v", k.Err())
	}
	if k := hotloop.Accelerate(plain.Grown, plain.Source); k.Err() != nil {
		t.Errorf("append, which calls the runtime: %v", k.Err())
	}
	if k := hotloop.Accelerate(plain.Kept, plain.Source); k.Err() != nil {
		t.Errorf("append, which only other functions of the package have call the runtime: %v", k.Err())
	}
	if k := hotloop.Accelerate(plain.Called, plain.Source); k.Err() != nil {
		t.Errorf("append of a function that is called: %v", k.Err())
	}
	wantErr(t, "append", hotloop.Accelerate(alone.Over, alone.Source).Err(), "append, which another file of the package may declare", "hotloop.WithPackage",
		`var _ = append([]byte(nil), ""...) to this file`)
	for how, o := range map[string]hotloop.Option{"the package": hotloop.WithPackage(alone.Files),
		"a variable": hotloop.WithFile("proof.go", "package alone\nvar _ = append([]byte(nil), \"\"...)\n")} {
		if k := hotloop.Accelerate(alone.Over, alone.Source, o); k.Err() != nil {
			t.Errorf("append, which %s proves to be Go's own: %v", how, k.Err())
		}
	}
	if k := hotloop.Accelerate(plain.Fresh, plain.Source); k.Err() != nil {
		t.Errorf("new of a type: %v", k.Err())
	}
	wantErr(t, "imag", hotloop.Accelerate(plain.Imag, plain.Source).Err(), "const _ = imag(0)")
	proof := hotloop.WithFile("proof.go", "package plain\nconst _, _ = imag(0), complex(0, 0)\n")
	if k := hotloop.Accelerate(plain.Imag, plain.Source, proof); k.Err() != nil {
		t.Errorf("imag and complex, which constants prove to be Go's own: %v", k.Err())
	}
	moved := fstest.MapFS{"kernels.go": {Data: []byte(strings.Replace(plain.Source, "package", "\n\n\n\npackage", 1))}}
	wantErr(t, "another text", hotloop.Accelerate(plain.Low, "", hotloop.WithPackage(moved)).Err(),
		"Low, which the program has at kernels.go:")
	wantErr(t, "min", hotloop.Accelerate(plain.Low, plain.Source).Err(), "const _ = min(0, 1)")
	if k := hotloop.Accelerate(plain.Low, plain.Source, hotloop.WithPackage(plain.Files)); k.Err() != nil {
		t.Errorf("min of a whole package: %v", k.Err())
	}
	// A test of the package may declare it, too.
	files := fstest.MapFS{"kernels.go": {Data: []byte(plain.Source)},
		"k_test.go": {Data: []byte("package plain\nfunc min(a, b int) int { return a }\n")}}
	wantErr(t, "min of a test", hotloop.Accelerate(plain.Low, plain.Source, hotloop.WithPackage(files)).Err(),
		"min, which a test of the package declares")
}

// sameCalls compares two functions of one type on slices with odd values.
func sameCalls(t *testing.T, what string, want, got any) {
	t.Helper()
	call := func(f any) []any {
		v := reflect.ValueOf(f)
		var in []reflect.Value
		for i := range v.Type().NumIn() {
			s := reflect.MakeSlice(v.Type().In(i), 21, 23)
			for j := range s.Len() {
				x := []float64{-1, math.NaN(), 2, math.Copysign(0, -1), 5}[(i+j)%5]
				if e := s.Index(j); e.CanFloat() {
					e.SetFloat(x)
				} else {
					e.SetInt(int64(j))
				}
			}
			in = append(in, s)
		}
		var list []any
		for _, r := range append(v.Call(in), in...) {
			list = append(list, r.Interface())
		}
		return list
	}
	w, g := bitsOf(call(want)), bitsOf(call(got))
	if w != g {
		t.Errorf("%s: got %s, want %s", what, g, w)
	}
}

// bitsOf shows values with the signs of zeros.
func bitsOf(list []any) string {
	var s strings.Builder
	for _, x := range list {
		fmt.Fprintf(&s, "%v; ", x)
	}
	return s.String()
}

// places binds all variables of package vars.
func places() (opts []hotloop.Option) {
	for name, p := range vars.Vars() {
		opts = append(opts, hotloop.WithGlobal(name, p))
	}
	return opts
}

// TestVariablesInPlace: kernels read and write the program's own variables, as the Go compiler's code does, in every
// build, panics included.
func TestVariablesInPlace(t *testing.T) {
	old := vars.Get()
	defer vars.Put(old)
	for _, isa := range append([]string{"scalar"}, e2e.ISAs()...) {
		for _, c := range []struct {
			name string
			fn   any
			k    func(opts ...hotloop.Option) (any, error)
			runs bool // vectorized
		}{
			{"Gain", vars.Gain, placed[func(y, x []float64)]("Gain"), true},
			{"Lut", vars.Lut, placed[func(y []int, x []uint8)]("Lut"), false},
			{"Conf", vars.Conf, placed[func(y, x []float64)]("Conf"), true},
			{"Sum", vars.Sum, placed[func(x []float64)]("Sum"), false},
			{"SumOf", vars.SumOf, placed[func(x []float64) float64]("SumOf"), false},
			{"Count", vars.Count, placed[func(x []uint8)]("Count"), false},
			{"CountAny", vars.CountAny, placed[func(x []uint8)]("CountAny"), false},
			{"Rows", vars.Rows, placed[func(x []float32, r int)]("Rows"), true},
			{"Alias", vars.Alias, placed[func(y []float64)]("Alias"), true},
			{"Copied", vars.Copied, placed[func(y []float32)]("Copied"), false},
			{"Order", vars.Order, placed[func(y []float64, i int)]("Order"), false},
			{"Ranged", vars.Ranged, placed[func(y []float32) float32]("Ranged"), true},
		} {
			f, err := c.k(append(places(), options.MaxISA(isa))...)
			if err != nil {
				t.Errorf("%s, %s: %v", c.name, isa, err)
				continue
			}
			for _, n := range []int{0, 1, 3, 4, 16, 17, 40} {
				for alias := range 3 {
					want, got := inState(c.fn, n, alias), inState(f, n, alias)
					if want != got {
						t.Errorf("%s, %s, %d elements, aliases %d:\ngot  %s\nwant %s", c.name, isa, n, alias, got, want)
					}
				}
			}
		}
	}
}

// placed makes a kernel of package vars; what it is called as does not matter.
func placed[F any](name string) func(opts ...hotloop.Option) (any, error) {
	return func(opts ...hotloop.Option) (any, error) {
		k, err := hotloop.Compile[F](vars.Source, name, opts...)
		if err != nil {
			return nil, err
		}
		return k.Func, nil
	}
}

// inState calls f with slices of n elements, some of which are variables, and describes what it leaves.
func inState(f any, n, alias int) (s string) {
	v := vars.Vars()
	vars.Put(vars.State{Gain: 2, Total: 0.5, Factor: -3, Lut: [4]int{4, 3, 2, 1}, Bins: [8]int32{1, 2}, Small: 120,
		Flag: true})
	vars.SetConf(1.5, 2, -1)
	rows := v["rows"].(*[4][16]float32)
	for i := range rows {
		for j := range rows[i] {
			rows[i][j] = float32(i*16 + j)
		}
	}
	fv := reflect.ValueOf(f)
	var in []reflect.Value
	for i := range fv.Type().NumIn() {
		t := fv.Type().In(i)
		if t.Kind() != reflect.Slice {
			in = append(in, reflect.ValueOf(1).Convert(t))
			continue
		}
		a := reflect.MakeSlice(t, n, n)
		switch p := v[[]string{"", "gain", "total"}[alias]]; {
		case alias == 0:
		case t == reflect.TypeFor[[]float64]():
			a = reflect.ValueOf(unsafe.Slice(p.(*float64), 1))
		case t == reflect.TypeFor[[]float32]():
			flat := unsafe.Slice(&rows[0][0], 64)
			a = reflect.ValueOf(flat[5*alias:][:min(n, 40)])
		}
		for j := range a.Len() {
			if alias > 0 && a.Index(j).CanFloat() {
				continue
			}
			if e := a.Index(j); e.CanFloat() {
				e.SetFloat(float64(j*7%5) - 1.5)
			} else if e.CanInt() {
				e.SetInt(int64(j))
			} else {
				e.SetUint(uint64(j))
			}
		}
		in = append(in, a)
	}
	defer func() {
		if r := recover(); r != nil {
			s = fmt.Sprintf("panic %v; ", r)
		}
		for _, a := range in {
			s += fmt.Sprintf("%v ", a)
		}
		s += fmt.Sprintf("%v", vars.Get())
	}()
	for _, r := range fv.Call(in) {
		s += fmt.Sprintf("%v; ", r)
	}
	return s
}
