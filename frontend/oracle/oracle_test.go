package oracle

import (
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"hotloop/frontend"
	"hotloop/internal/lab/child"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
)

// The oracle test: the Go compiler and the front end see one text, kernels_test.go, and must agree in results, stores
// and panics.

//go:embed kernels_test.go
var kernelsText string

//go:embed kernels_stmt_test.go
var stmtKernelsText string

//go:embed kernels_types_test.go
var typeKernelsText string

//go:embed kernels_funcs_test.go
var funcKernelsText string

// kernelSet is a text and the functions in it, as the Go compiler compiled them, by name or name/instance.
type kernelSet struct {
	name, file, text string
	kernels          map[string]any
}

var kernelSets = []kernelSet{
	{"Basic", "kernels_test.go", kernelsText, kernels},
	{"Statements", "kernels_stmt_test.go", stmtKernelsText + functionsOf(kernelsText, "pick", "bump"), stmtKernels},
	{"Types", "kernels_types_test.go", typeKernelsText, typeKernels},
	{"Functions", "kernels_funcs_test.go", funcKernelsText, funcKernels},
}

func TestAgainstGC(t *testing.T) {
	for _, set := range kernelSets {
		t.Run(set.name, func(t *testing.T) { againstGC(t, set.file, set.text, set.kernels) })
	}
}

func againstGC(t *testing.T, file, text string, kernels map[string]any) {
	rng := rand.New(rand.NewPCG(1, 2))
	runs := 400
	if testing.Short() && child.Emulated() {
		runs = 100
	}
	for name, fn := range kernels {
		t.Run(name, func(t *testing.T) {
			ft := reflect.TypeOf(fn)
			fname, _, _ := strings.Cut(name, "/") // name/instance of a generic function
			res, err := frontend.Build(frontend.Text(file, text), fname, frontend.Options{Type: ft})
			if err != nil {
				t.Fatal(err)
			}
			p := program(t, res.Func)
			if gcFuses() && sumsProducts(res.Func) {
				t.Skip("the Go compiler fuses multiplications with additions here; without it: go test -gcflags=hotloop/...=-d=fmahash=n")
			}
			panics := 0
			for range runs {
				args := randomArgs(rng, ft)
				ours := cloneArgs(args)
				before := cloneArgs(args)
				wantRes, wantPanic := callGC(fn, args)
				gotRes, gotPanic := runIR(t, p, ours, ir.DefaultSemantics())
				if wantPanic != "" {
					panics++
				}
				if g, w := fmt.Sprint(gotRes, gotPanic, show(ours)), fmt.Sprint(wantRes, wantPanic, show(args)); g != w {
					t.Fatalf("%s%s\ngot  %s\nwant %s\n%s", name, show(before), g, w, res.Func)
				}
			}
			if strings.HasPrefix(name, "Panic") && panics == 0 {
				t.Error("no run panicked: the test tests nothing")
			}
		})
	}
}

// gcFuses reports whether the Go compiler has compiled this package with fused multiplications and additions, as it may
// on some architectures. The product of these factors is 1 when it is rounded.
func gcFuses() bool { return multiplyAdd(1+0x1p-30, 1-0x1p-30, -1) != 0 }

//go:noinline
func multiplyAdd(x, y, z float64) float64 { return x*y + z }

// sumsProducts reports whether the Go compiler could find something to fuse in f.
func sumsProducts(f *ir.Func) bool {
	products, sums := false, false
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Type.Elem.IsFloat() {
				products = products || v.Op == ir.OpMul
				sums = sums || v.Op == ir.OpAdd || v.Op == ir.OpSub
			}
		}
	}
	return products && sums
}

func callGC(fn any, args []reflect.Value) (res []string, panicked string) {
	defer func() {
		if r := recover(); r != nil {
			res, panicked = nil, fmt.Sprint(r)
		}
	}()
	for _, r := range reflect.ValueOf(fn).Call(args) {
		res = append(res, showBits(r))
	}
	return res, ""
}

// anyNaN is the bits of x, and of every NaN the same: what arithmetic makes of one is not specified.
func anyNaN(x float64) uint64 {
	if x != x {
		x = math.NaN()
	}
	return math.Float64bits(x)
}

func showBits(v reflect.Value) string {
	s := []string{}
	switch v.Kind() {
	case reflect.Complex64, reflect.Complex128:
		c := v.Complex()
		return fmt.Sprint(anyNaN(real(c)), anyNaN(imag(c)))
	case reflect.Slice:
		if v.IsNil() {
			return "nil"
		}
		n := v.Len()
		v = v.Slice(0, v.Cap())
		for i := range v.Len() {
			s = append(s, showBits(v.Index(i)))
		}
		return fmt.Sprint(n, s)
	case reflect.Array:
		for i := range v.Len() {
			s = append(s, showBits(v.Index(i)))
		}
		return fmt.Sprint(s)
	case reflect.Struct:
		for i := range v.NumField() {
			s = append(s, showBits(v.Field(i)))
		}
		return fmt.Sprint(s)
	case reflect.Pointer:
		if v.IsNil() {
			return "nil"
		}
		return "&" + showBits(v.Elem())
	case reflect.String:
		return v.String()
	}
	switch {
	case v.CanFloat() && v.Float() != v.Float():
		return "NaN"
	case v.Kind() == reflect.Float32:
		return fmt.Sprintf("%x", math.Float32bits(float32(v.Float())))
	case v.CanFloat():
		return fmt.Sprintf("%x", math.Float64bits(v.Float()))
	case v.CanUint():
		return fmt.Sprintf("%x", v.Uint())
	case v.CanInt():
		return fmt.Sprintf("%x", uint64(v.Int()))
	}
	return fmt.Sprint(v.Bool())
}

func show(args []reflect.Value) (s []string) {
	for _, a := range args {
		s = append(s, showBits(a))
	}
	return s
}

func cloneArgs(args []reflect.Value) []reflect.Value {
	out := make([]reflect.Value, len(args))
	for i, a := range args {
		out[i] = a
		if a.Kind() == reflect.Slice {
			c := reflect.MakeSlice(a.Type(), a.Cap(), a.Cap())
			reflect.Copy(c, a.Slice(0, a.Cap()))
			out[i] = c.Slice(0, a.Len())
		}
		if a.Kind() == reflect.Pointer && !a.IsNil() {
			out[i] = reflect.New(a.Type().Elem())
			out[i].Elem().Set(a.Elem())
		}
	}
	return out
}

func randomArgs(rng *rand.Rand, ft reflect.Type) []reflect.Value { return randomArgsUpTo(rng, ft, 7) }

// randomArgsUpTo makes slices of less than most elements.
func randomArgsUpTo(rng *rand.Rand, ft reflect.Type, most int) []reflect.Value {
	args := make([]reflect.Value, ft.NumIn())
	for i := range args {
		t := ft.In(i)
		if t.Kind() == reflect.Pointer {
			args[i] = reflect.Zero(t)
			if rng.IntN(8) > 0 {
				args[i] = reflect.New(t.Elem())
				args[i].Elem().Set(randomScalar(rng, t.Elem()))
			}
			continue
		}
		if t.Kind() != reflect.Slice {
			args[i] = randomScalar(rng, t)
			continue
		}
		n := rng.IntN(most)
		s := reflect.MakeSlice(t, n, n+rng.IntN(3))
		for j := range s.Cap() {
			s.Slice(0, s.Cap()).Index(j).Set(randomScalar(rng, t.Elem()))
		}
		args[i] = s
	}
	return args
}

var specialFloats = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 2.5, -2.5, math.NaN(), math.Inf(1), math.Inf(-1),
	1e10, -1e10, 3e9,
	1e19, -1e19, 1e30, 127.9, 128, 255.5, 65536, 1 << 31, 1<<31 - 1, -1 << 31, 1 << 63, 5e-324, 1e-40, math.MaxFloat64,
	math.MaxFloat32}

func randomScalar(rng *rand.Rand, t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Array:
		for i := range v.Len() {
			v.Index(i).Set(randomScalar(rng, t.Elem()))
		}
		return v
	case reflect.Struct:
		for i := range v.NumField() {
			if !v.Field(i).CanSet() {
				continue
			}
			v.Field(i).Set(randomScalar(rng, t.Field(i).Type))
		}
		return v
	case reflect.String:
		b := make([]byte, rng.IntN(7))
		for i := range b {
			b[i] = "abc-019\x80"[rng.IntN(8)]
		}
		v.SetString(string(b))
		return v
	}
	bits := rng.Uint64()
	switch rng.IntN(4) { // small numbers are indices, shift counts, divisors
	case 0, 1:
		bits = uint64(rng.IntN(8) - 1)
	case 2:
		bits = uint64(rng.IntN(140) - 70)
	}
	switch {
	case v.CanFloat():
		if rng.IntN(2) == 0 {
			v.SetFloat(specialFloats[rng.IntN(len(specialFloats))])
		} else {
			v.SetFloat(rng.NormFloat64() * 100)
		}
	case v.CanInt():
		v.SetInt(int64(bits))
	case v.CanUint():
		v.SetUint(bits)
	default:
		v.SetBool(bits&1 == 1)
	}
	return v
}

// program verifies f and compiles it for the interpreter.
func program(t *testing.T, f *ir.Func) *interp.Program {
	t.Helper()
	if err := f.Verify(); err != nil {
		t.Fatalf("%v\n%s", err, f)
	}
	p, err := interp.New(f)
	if err != nil {
		t.Fatalf("%v\n%s", err, f)
	}
	return p
}

// runIR runs p in the interpreter, with every access checked.
func runIR(t *testing.T, p *interp.Program, args []reflect.Value, sem ir.Semantics) (res []string, panicked string) {
	in := make([]any, len(args))
	for i, a := range args {
		in[i] = a.Interface()
	}
	r := p.Call(in, interp.Options{Semantics: &sem, MaxSteps: 1 << 20})
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	if r.Trap != nil {
		return nil, panicText(r.Trap)
	}
	for _, v := range r.Values {
		res = append(res, showBits(reflect.ValueOf(v)))
	}
	return res, ""
}

var boundsFormats = map[ir.SiteKind][2]string{
	ir.SiteSliceCap:  {"[:%d]", "[:%d] with capacity %d"},
	ir.SiteSliceB:    {"[%d:]", "[%d:%d]"},
	ir.SiteSliceLen:  {"[:%d]", "[:%d] with length %d"},
	ir.SiteSlice3Len: {"[::%d]", "[::%d] with length %d"},
	ir.SiteSlice3Cap: {"[::%d]", "[::%d] with capacity %d"},
	ir.SiteSlice3B:   {"[:%d:]", "[:%d:%d]"},
	ir.SiteSlice3C:   {"[%d::]", "[%d:%d:]"},
}

func panicText(t *interp.Trap) string {
	negative := int64(t.A) < 0 && !t.Site.Unsigned
	switch t.Site.Kind {
	case ir.SiteIndex:
		if negative {
			return fmt.Sprintf("runtime error: index out of range [%d]", int64(t.A))
		}
		return fmt.Sprintf("runtime error: index out of range [%d] with length %d", t.A, t.B)
	case ir.SiteYield:
		return "runtime error: range function continued iteration after function for loop body returned false"
	case ir.SiteDivide:
		return "runtime error: integer divide by zero"
	case ir.SiteShift:
		return "runtime error: negative shift amount"
	case ir.SiteRuntime:
		return "runtime error: " + t.Site.Msg
	case ir.SiteNil:
		return "runtime error: invalid memory address or nil pointer dereference"
	case ir.SiteSliceArray:
		return fmt.Sprintf("runtime error: cannot convert slice with length %d to array or pointer to array with length %d",
			t.A, t.B)
	}
	for kind, f := range boundsFormats {
		if t.Site.Kind == kind && negative {
			return "runtime error: slice bounds out of range " + fmt.Sprintf(f[0], int64(t.A))
		} else if t.Site.Kind == kind {
			return "runtime error: slice bounds out of range " + fmt.Sprintf(f[1], t.A, t.B)
		}
	}
	return t.Site.Msg
}

// Each way in which a compiler may turn floats into unsigned integers is spelled out as ir.Semantics defines it.
func TestConversions(t *testing.T) {
	src := "package p\nfunc K(x float64, y float32) (a, c uint64, b, d uint32, e uint16, f uint8) {\n" +
		"return uint64(x), uint64(y), uint32(x), uint32(y), uint16(x), uint8(y) }\n"
	for _, sem := range []ir.Semantics{
		{Arch: "amd64", Uint64: ir.UintOr, Uint32: ir.UintTruncate},
		{Arch: "amd64", Uint64: ir.UintXor, Uint32: ir.UintXor},
		{Arch: "amd64", Uint64: ir.UintClamp, Uint32: ir.UintClamp},
		{Arch: "amd64", Uint64: ir.UintOr, Uint32: ir.UintOr},
		{Arch: "arm64", Saturate: true, Uint64: ir.UintSaturate, Uint32: ir.UintSaturate},
	} {
		res, err := frontend.Build(frontend.Text("k.go", src), "K", frontend.Options{Semantics: sem})
		if err != nil {
			t.Fatal(err)
		}
		p := program(t, res.Func)
		for _, x := range specialFloats {
			y := float32(x)
			got, _ := runIR(t, p, []reflect.Value{reflect.ValueOf(x), reflect.ValueOf(y)}, sem)
			b, c := math.Float64bits(x), uint64(math.Float32bits(y))
			var want []string
			for _, w := range []uint64{sem.FToUI(ir.I64, ir.F64, b), sem.FToUI(ir.I64, ir.F32, c), sem.FToUI(ir.I32, ir.F64, b),
				sem.FToUI(ir.I32, ir.F32, c), sem.FToUI(ir.I16, ir.F64, b), sem.FToUI(ir.I8, ir.F32, c)} {
				want = append(want, fmt.Sprintf("%x", w))
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%+v: %g: got %v, want %v", sem, x, got, want)
			}
		}
	}
}

// functionsOf cuts functions out of a text: those that kernels of several files call.
func functionsOf(text string, names ...string) string {
	var sb strings.Builder
	for _, n := range names {
		_, rest, _ := strings.Cut(text, "\nfunc "+n+"(")
		end := "\n}\n"
		if first, _, _ := strings.Cut(rest, "\n"); strings.HasSuffix(first, "}") {
			end = "}\n"
		}
		body, _, _ := strings.Cut(rest, end)
		sb.WriteString("\nfunc " + n + "(" + body + end)
	}
	return sb.String()
}

// Concurrent builds share the parsed and checked source.
func TestConcurrent(t *testing.T) {
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for name := range kernels {
				if _, err := frontend.Build(frontend.Text("kernels_test.go", kernelsText+"// concurrent\n"), name,
					frontend.Options{}); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	wg.Wait()
}
