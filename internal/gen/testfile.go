package gen

import (
	"fmt"
	"strings"
)

// test returns the file that compares the kernels with their Go functions.
func (g *generator) test() (string, error) {
	var b strings.Builder
	b.WriteString(testHelpers)
	b.WriteString("\nfunc TestHotloopKernels(hotloopT *testing.T) {\n")
	for _, k := range g.kernels {
		kernel, plain := k.expressions()
		fmt.Fprintf(&b, "\thotloopT.Run(%q, func(hotloopT *testing.T) { hotloopCompare(hotloopT, %s, %s, %s%s) })\n", kernel, kernel, plain, k.near(),
			k.variableList())
	}
	b.WriteString("}\n")
	return g.file("", map[string]string{"fmt": "fmt", "math": "math", "math/rand": "rand", "reflect": "reflect", "testing": "testing", "unsafe": "unsafe"}, b.String())
}

// bodiesTest returns the file that compares the code for each instruction set of an architecture.
func (g *generator) bodiesTest(arch string) (string, error) {
	var b strings.Builder
	b.WriteString("\nfunc TestHotloopInstructionSets(hotloopT *testing.T) {\n")
	for _, k := range g.kernels {
		for _, body := range k.of(arch) {
			if arch == "amd64" {
				fmt.Fprintf(&b, "\tif hotloopLevel >= %d {\n", body.level)
			} else {
				b.WriteString("\t{\n")
			}
			_, plain := k.expressions()
			fmt.Fprintf(&b, "\t\thotloopT.Run(%q, func(hotloopT *testing.T) { hotloopCompare(hotloopT, %s, %s, %s%s) })\n\t}\n", body.name,
				body.name, plain, k.near(), k.variableList())
		}
	}
	b.WriteString("}\n")
	return g.file(asmTags, map[string]string{"testing": "testing"}, b.String())
}

// variableList returns the addresses of the package variables that the kernel uses in place, as arguments.
func (k *kernel) variableList() string {
	var b strings.Builder
	for _, v := range k.variables {
		b.WriteString(", &" + v)
	}
	return b.String()
}

// near returns the Go expression for whether the last bits of results may differ from the Go function's.
func (k *kernel) near() string {
	switch {
	case k.math:
		return "true"
	case k.fusable:
		return "hotloopFuses"
	}
	return "false"
}

const testHelpers = `
// hotloopCompare compares two functions of the same type on random arguments: results, what they store, also to the
// package variables that they use, and panics.
// With near, results may differ in the last bits: the Go compiler may round x*y + z once where the kernel rounds twice,
// and mathematical functions are accurate to a few units in the last place.
func hotloopCompare(t *testing.T, kernel, plain interface{}, near bool, variables ...interface{}) {
	vars := make([]reflect.Value, len(variables))
	for i := range vars {
		vars[i] = reflect.ValueOf(variables[i]).Elem()
	}
	first := hotloopCopy(vars)
	defer hotloopSet(vars, first)
	rnd := rand.New(rand.NewSource(1))
	typ := reflect.TypeOf(kernel)
	bytes := 1
	for i := 0; i < typ.NumIn(); i++ {
		switch p := typ.In(i); p.Kind() {
		case reflect.Pointer:
			bytes += int(p.Elem().Size())
		case reflect.Slice:
			bytes += 16 * int(p.Elem().Size())
		}
	}
	if bytes > 1<<20 {
		t.Skipf("arguments refer to %d bytes", bytes)
	}
	for round := 0; round < 8 || round < 300 && round < 1<<20/bytes; round++ {
		size := []int{0, 1, 3, 8, 17, 40, 100, 300}[round%8]
		in := make([]reflect.Value, typ.NumIn())
		for i := range in {
			in[i] = hotloopValue(rnd, typ.In(i), size, 4)
		}
		a, b := hotloopCopy(in), hotloopCopy(in)
		before := hotloopCopy(vars)
		got := hotloopCall(kernel, a)
		after := hotloopCopy(vars)
		hotloopSet(vars, before)
		want := hotloopCall(plain, b)
		tolerance := 0.0
		if near {
			// What rounds differently may differ as much as the results for other arguments that differ in the last bits.
			c, end := hotloopCopy(in), hotloopCopy(vars)
			for i := range c {
				hotloopNudge(rnd, c[i])
			}
			hotloopSet(vars, before)
			other := hotloopCall(plain, c)
			hotloopSet(vars, end)
			tolerance = math.Max(1e-3*(1+hotloopLargest(reflect.ValueOf(want))), 100*hotloopFar(reflect.ValueOf(want), reflect.ValueOf(other)))
			for i := range b {
				tolerance = math.Max(tolerance, math.Max(1e-3*hotloopLargest(b[i]), 100*hotloopFar(b[i], c[i])))
			}
		}
		if !hotloopSame(reflect.ValueOf(got), reflect.ValueOf(want), tolerance) {
			t.Fatalf("round %d: got %v, want %v", round, got, want)
		}
		for i := range a {
			if !hotloopSame(a[i], b[i], tolerance) {
				t.Fatalf("round %d: argument %d is %v, want %v", round, i, a[i], b[i])
			}
		}
		for i := range vars {
			if !hotloopSame(after[i], vars[i], tolerance) {
				t.Fatalf("round %d: variable %d is %v, want %v", round, i, after[i], vars[i])
			}
		}
	}
}

// hotloopFuses reports whether the Go compiler rounds some sums of products once.
var hotloopFuses = hotloopSum(1+0x1p-27, 1+0x1p-27, -(1+0x1p-26)) != 0

//go:noinline
func hotloopSum(x, y, z float64) float64 { return x*y + z }

// hotloopCall returns the results of a call, or the text of its panic.
func hotloopCall(f interface{}, in []reflect.Value) (out []interface{}) {
	defer func() {
		if r := recover(); r != nil {
			out = []interface{}{fmt.Sprintf("panic: %v (%T)", r, r)}
		}
	}()
	v := reflect.ValueOf(f)
	call := v.Call
	if v.Type().IsVariadic() {
		call = v.CallSlice
	}
	for _, x := range call(in) {
		out = append(out, x.Interface())
	}
	return out
}

// hotloopValue returns a random value. Slices have about size elements.
func hotloopValue(rnd *rand.Rand, t reflect.Type, size, depth int) reflect.Value {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(rnd.Intn(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		// Numbers among the arguments are positive: many functions do not end for a step that is not.
		n := int64(1 + rnd.Intn(size+8))
		switch {
		case depth < 4 && rnd.Intn(2) == 0:
			n = int64(rnd.Intn(5))
		case depth < 4:
			n -= int64(size / 2)
		}
		v.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(uint64(1 + rnd.Intn(size+8)))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(float32(rnd.NormFloat64() * 4)))
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(float64(float32(rnd.NormFloat64())), float64(float32(rnd.NormFloat64()))))
	case reflect.String:
		b := make([]byte, size)
		for i := range b {
			b[i] = byte(rnd.Intn(128))
		}
		v.SetString(string(b))
	case reflect.Slice:
		n := size
		if rnd.Intn(4) == 0 {
			n = rnd.Intn(size + 4)
		}
		if depth < 4 && n > 20 {
			n = 20
		}
		v.Set(reflect.MakeSlice(t, n, n+rnd.Intn(3)))
		full := v.Slice(0, v.Cap())
		for i := 0; i < full.Len(); i++ {
			full.Index(i).Set(hotloopValue(rnd, t.Elem(), size, depth-1))
		}
	case reflect.Array:
		for i := 0; i < v.Len(); i++ {
			v.Index(i).Set(hotloopValue(rnd, t.Elem(), size, depth-1))
		}
	case reflect.Struct:
		for i := 0; i < v.NumField(); i++ {
			hotloopField(v, i).Set(hotloopValue(rnd, t.Field(i).Type, size, depth-1))
		}
	case reflect.Pointer:
		if depth > 0 && rnd.Intn(20) > 0 {
			v.Set(reflect.New(t.Elem()))
			v.Elem().Set(hotloopValue(rnd, t.Elem(), size, depth-1))
		}
	}
	return v
}

// hotloopField returns field i of a variable, which may be unexported.
func hotloopField(v reflect.Value, i int) reflect.Value {
	return reflect.NewAt(v.Field(i).Type(), unsafe.Pointer(v.Field(i).UnsafeAddr())).Elem()
}

// hotloopNudge changes the floating-point numbers in a value by a few units in the last place.
func hotloopNudge(rnd *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Float32:
		v.SetFloat(v.Float() * (1 + float64(rnd.Intn(9)-4)/(1<<23)))
	case reflect.Float64:
		v.SetFloat(v.Float() * (1 + float64(rnd.Intn(9)-4)/(1<<52)))
	case reflect.Slice, reflect.Array:
		for i := 0; i < v.Len(); i++ {
			hotloopNudge(rnd, v.Index(i))
		}
	case reflect.Struct:
		for i := 0; i < v.NumField(); i++ {
			hotloopNudge(rnd, hotloopField(v, i))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			hotloopNudge(rnd, v.Elem())
		}
	}
}

// hotloopFar returns the largest difference of finite numbers in two values.
func hotloopFar(a, b reflect.Value) (d float64) {
	if a.Kind() != b.Kind() {
		return 0
	}
	switch a.Kind() {
	case reflect.Float32, reflect.Float64:
		if x := math.Abs(a.Float() - b.Float()); x <= math.MaxFloat64 {
			d = x
		}
	case reflect.Interface, reflect.Pointer:
		if !a.IsNil() && !b.IsNil() {
			d = hotloopFar(a.Elem(), b.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := 0; i < a.Len() && i < b.Len(); i++ {
			d = math.Max(d, hotloopFar(a.Index(i), b.Index(i)))
		}
	case reflect.Struct:
		for i := 0; i < a.NumField(); i++ {
			d = math.Max(d, hotloopFar(a.Field(i), b.Field(i)))
		}
	}
	return d
}

func hotloopSet(vars, values []reflect.Value) {
	for i := range vars {
		vars[i].Set(values[i])
	}
}

func hotloopCopy(in []reflect.Value) []reflect.Value {
	out := make([]reflect.Value, len(in))
	for i, v := range in {
		out[i] = hotloopClone(v)
	}
	return out
}

func hotloopClone(v reflect.Value) reflect.Value {
	w := reflect.New(v.Type()).Elem()
	w.Set(v)
	switch v.Kind() {
	case reflect.Slice:
		if !v.IsNil() {
			w.Set(reflect.MakeSlice(v.Type(), v.Cap(), v.Cap()))
			full := v.Slice(0, v.Cap())
			for i := 0; i < full.Len(); i++ {
				w.Index(i).Set(hotloopClone(full.Index(i)))
			}
			w.SetLen(v.Len())
		}
	case reflect.Pointer:
		if !v.IsNil() {
			w.Set(reflect.New(v.Type().Elem()))
			w.Elem().Set(hotloopClone(v.Elem()))
		}
	case reflect.Struct:
		for i := 0; i < w.NumField(); i++ {
			hotloopField(w, i).Set(hotloopClone(hotloopField(w, i)))
		}
	case reflect.Array:
		for i := 0; i < w.Len(); i++ {
			w.Index(i).Set(hotloopClone(w.Index(i)))
		}
	}
	return w
}

// hotloopLargest returns the largest magnitude of the finite numbers in a value.
func hotloopLargest(v reflect.Value) (m float64) {
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		if x := math.Abs(v.Float()); x <= math.MaxFloat64 {
			m = x
		}
	case reflect.Complex64, reflect.Complex128:
		if x := math.Abs(real(v.Complex())) + math.Abs(imag(v.Complex())); x <= math.MaxFloat64 {
			m = x
		}
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			m = hotloopLargest(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := 0; i < v.Len(); i++ {
			m = math.Max(m, hotloopLargest(v.Index(i)))
		}
	case reflect.Struct:
		for i := 0; i < v.NumField(); i++ {
			m = math.Max(m, hotloopLargest(v.Field(i)))
		}
	}
	return m
}

// hotloopSame reports whether two values, and what they refer to, are equal, with all NaNs equal. Numbers may differ by
// the tolerance; with one, sums may also overflow differently.
func hotloopSame(a, b reflect.Value, tolerance float64) bool {
	if a.Kind() != b.Kind() {
		return false
	}
	switch a.Kind() {
	case reflect.Invalid: // of a nil interface
		return true
	case reflect.Interface:
		return hotloopSame(a.Elem(), b.Elem(), tolerance)
	case reflect.Float32, reflect.Float64:
		x, y := a.Float(), b.Float()
		switch {
		case x != x || y != y:
			return x != x && y != y || tolerance > 0
		case tolerance > 0:
			return math.Abs(x-y) <= tolerance || math.IsInf(x, 0) || math.IsInf(y, 0)
		}
		return math.Float64bits(x) == math.Float64bits(y)
	case reflect.Complex64, reflect.Complex128:
		x, y := a.Complex(), b.Complex()
		return hotloopSame(reflect.ValueOf(real(x)), reflect.ValueOf(real(y)), tolerance) &&
			hotloopSame(reflect.ValueOf(imag(x)), reflect.ValueOf(imag(y)), tolerance)
	case reflect.Slice:
		if a.Len() != b.Len() || a.Cap() != b.Cap() {
			return false
		}
		a, b = a.Slice(0, a.Cap()), b.Slice(0, b.Cap())
		fallthrough
	case reflect.Array:
		for i := 0; i < a.Len(); i++ {
			if !hotloopSame(a.Index(i), b.Index(i), tolerance) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := 0; i < a.NumField(); i++ {
			if !hotloopSame(a.Field(i), b.Field(i), tolerance) {
				return false
			}
		}
		return true
	case reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() && b.IsNil()
		}
		return hotloopSame(a.Elem(), b.Elem(), tolerance)
	case reflect.Bool:
		return a.Bool() == b.Bool()
	case reflect.String:
		return a.String() == b.String()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return a.Int() == b.Int()
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return a.Uint() == b.Uint()
	}
	return a.IsZero() == b.IsZero()
}
`
