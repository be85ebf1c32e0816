// Package irtest tests transformations of the SSA by comparing text before and after.
//
// Each case of a file has a heading, a function, "--", and the transformed function:
//
//	== NAME what it shows
//	func f(…) { … }
//	--
//	func f(…) { … }
//
// NAME selects the transformation. The flag -update replaces the expected text by the result.
package irtest

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
)

// Update is the flag -update: rewrite files of testdata with the results of the tests.
var Update = flag.Bool("update", false, "rewrite the expectations in testdata")

// Passes runs the cases of a file. passes has a transformation for each name, and each must have a case; what follows a
// dot in a name says what the transformation is for; one of them is enough.
func Passes(t *testing.T, file string, passes map[string]func(f *ir.Func)) {
	ran := map[string]bool{}
	Cases(t, file, func(t *testing.T, name, before string) string {
		run := passes[name]
		if run == nil {
			t.Fatalf("no pass %q", name)
		}
		ran[transformation(name)] = true
		f := Parse(t, before)
		run(f)
		f.RemoveDead() // as the pipeline does behind passes, some of which leave that to it
		if err := f.Verify(); err != nil {
			t.Fatalf("%v\n%s", err, f)
		}
		after := f.String()
		Same(t, before, after)
		return after
	})
	for name := range passes {
		if !ran[transformation(name)] {
			t.Errorf("%s has no case of %s", file, name)
		}
	}
}

func transformation(name string) string {
	name, _, _ = strings.Cut(name, ".")
	return name
}

// Cases calls run for each case of a file, with the name in the heading and the text before "--", and compares its result
// with the text after it. A case without that text fails.
func Cases(t *testing.T, file string, run func(t *testing.T, name, before string) string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	intro, cases, found := strings.Cut("\n"+string(text), "\n== ")
	if !found {
		t.Fatalf("%s has no cases", file)
	}
	var out strings.Builder
	out.WriteString(strings.TrimPrefix(intro+"\n", "\n"))
	seen := map[string]bool{}
	for i, c := range strings.Split(cases, "\n== ") {
		heading, body, _ := strings.Cut(c, "\n")
		before, want, complete := strings.Cut(body, "\n--\n")
		want = strings.TrimSpace(want)
		if seen[heading] {
			t.Errorf("%s: two cases are called %q", file, heading)
		}
		seen[heading] = true
		got := "failed"
		name, _, _ := strings.Cut(heading, " ")
		t.Run(strings.ReplaceAll(heading, "/", " over "), func(t *testing.T) {
			got = strings.TrimSpace(run(t, name, before))
			switch {
			case *Update:
			case !complete || want == "":
				t.Errorf("%s: nothing is expected of it; -update writes what comes out", file)
			case got != want:
				t.Errorf("%s: of\n%s\ngot\n%s\nwant\n%s\n%s", file, before, got, want, difference(got, want))
			}
		})
		if i > 0 {
			out.WriteString("\n")
		}
		fmt.Fprintf(&out, "== %s\n%s\n--\n%s\n", heading, strings.TrimRight(before, "\n"), got)
	}
	if *Update && !t.Failed() {
		if err := os.WriteFile(file, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// difference is the first line in which two texts differ.
func difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d: got %q, want %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("got %d lines, want %d", len(g), len(w))
}

// Parse reads a function and verifies it.
func Parse(t testing.TB, text string) *ir.Func {
	t.Helper()
	f, err := ir.Parse(text)
	if err == nil {
		err = f.Verify()
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return f
}

// Same runs two functions in the interpreter with generated arguments, and fails if their effects differ. Operations that
// permit several results are left out. Some arguments are long enough for every loop that vectorizing and unrolling
// make, and some are slices that overlap, unless the function has loops that promise the contrary.
func Same(t testing.TB, before, after string) {
	t.Helper()
	if strings.Contains(strings.ReplaceAll(before, " fp(ordered)", ""), " fp(") {
		return
	}
	f, g := Parse(t, before), Parse(t, after)
	p, err := interp.New(f)
	if err != nil {
		t.Fatal(err)
	}
	q, err := interp.New(g)
	if err != nil {
		t.Fatalf("%v\n%s", err, after)
	}
	promise := promises.MatchString(before)
	for i := range 16 {
		make := func() []any {
			n := i * i * 5 % 97
			if i%4 == 3 {
				n += 350
			}
			args := Args(f, n, uint64(i))
			if i%3 == 2 && !promise {
				overlap(args, i)
			}
			return args
		}
		args := make()
		if args == nil && len(f.Params) > 0 {
			return
		}
		shown, o := fmt.Sprint(args), interp.Options{MaxSteps: 1 << 16}
		if p.Call(make(), o).Err != nil {
			continue // a loop over a huge count that touches nothing, or memory that these arguments do not have
		}
		if err := interp.Compare(p, q, args, o); err != nil && !errors.Is(err, interp.ErrSteps) {
			t.Fatalf("with %s: %v\nbefore:\n%s\nafter:\n%s", shown, err, before, after)
		}
	}
}

// promises matches attributes that permit other results for memory that overlaps.
var promises = regexp.MustCompile(`!loop\(.*(ivdep|parallel)`)

// overlap moves the slices of each type into one array, each a few elements behind the one before or in front of it.
func overlap(args []any, seed int) {
	arrays := map[reflect.Type]reflect.Value{}
	for k, a := range args {
		s := reflect.ValueOf(a)
		if s.Kind() != reflect.Slice {
			continue
		}
		all, ok := arrays[s.Type()]
		if !ok {
			all = reflect.MakeSlice(s.Type(), s.Len()+64, s.Len()+64)
			arrays[s.Type()] = all
		}
		from := 32 + (k%2*2-1)*(seed*(k+1)%11)
		part := all.Slice3(from, min(from+s.Len(), all.Len()), all.Len())
		reflect.Copy(part, s)
		args[k] = part.Interface()
	}
}

// Args generates arguments for a function from its parameters: slices of about n elements, and small whole numbers, so
// that sums are exact in any order. Every eighth seed has sizes that no slice has. It returns nil if there are parameters
// that are neither scalars nor slices of scalars.
func Args(f *ir.Func, n int, seed uint64) []any {
	r := rand.New(rand.NewPCG(seed, 1))
	var args []any
	for _, p := range f.Params {
		if p.Kind != ir.ParamScalar && p.Kind != ir.ParamSlice || p.Elem == ir.Void {
			return nil
		}
		t := goType(p)
		if p.Kind == ir.ParamScalar {
			v := reflect.New(t).Elem()
			set(v, int64(r.IntN(13)-3))
			if seed%8 == 7 && v.CanInt() {
				set(v, []int64{1 << 29, 1 << 40, -1 << 40, 1<<63 - 1, -1 << 63, 1 << 32}[r.IntN(6)])
			}
			args = append(args, v.Interface())
			continue
		}
		m := max(0, n+r.IntN(5)-1)
		s := reflect.MakeSlice(reflect.SliceOf(t), m, m)
		for i := range m {
			set(s.Index(i), int64(r.IntN(17)-4))
		}
		args = append(args, s.Interface())
	}
	return args
}

func set(v reflect.Value, n int64) {
	switch {
	case v.CanInt():
		v.SetInt(n)
	case v.CanUint():
		v.SetUint(uint64(n) & (1<<v.Type().Bits() - 1))
	case v.CanFloat():
		v.SetFloat(float64(n))
	default:
		v.SetBool(n&1 != 0)
	}
}

func goType(p ir.Param) reflect.Type {
	switch p.Elem {
	case ir.Bool:
		return reflect.TypeFor[bool]()
	case ir.F32:
		return reflect.TypeFor[float32]()
	case ir.F64:
		return reflect.TypeFor[float64]()
	}
	signed := map[ir.Elem]reflect.Type{ir.I8: reflect.TypeFor[int8](), ir.I16: reflect.TypeFor[int16](),
		ir.I32: reflect.TypeFor[int32](), ir.I64: reflect.TypeFor[int64]()}
	unsigned := map[ir.Elem]reflect.Type{ir.I8: reflect.TypeFor[uint8](), ir.I16: reflect.TypeFor[uint16](),
		ir.I32: reflect.TypeFor[uint32](), ir.I64: reflect.TypeFor[uint64]()}
	if p.Sign {
		return signed[p.Elem]
	}
	return unsigned[p.Elem]
}
