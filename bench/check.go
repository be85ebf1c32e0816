package bench

import (
	"fmt"
	"math/rand/v2"
	"reflect"

	"hotloop/internal/lab/child"
	"hotloop/internal/lab/frame"
)

// A Reference produces the expected outcome of a kernel.
type Reference interface {
	Outcome(*frame.Frame) (*frame.Outcome, error)
}

// FuncReference is a reference in this process: the Go compiler's build, or the interpreter.
type FuncReference struct{ Func any }

// stopped is the panic value of a call that a watch has stopped.
const stopped = "hotloop: call cancelled"

// Outcome calls the function on a frame of its own.
func (r FuncReference) Outcome(f *frame.Frame) (*frame.Outcome, error) {
	p, err := f.Place(frame.NoEdge)
	if err != nil {
		return nil, err
	}
	defer p.Free()
	if o := p.Call(r.Func); o.Panic != stopped {
		return o, nil
	}
	return nil, child.ErrEndless
}

// CheckLengths returns the lengths to check: every one up to a few vectors, then some around powers of two.
func CheckLengths(quick bool) []int {
	var out []int
	limit, longer := 150, []int{255, 256, 257, 511, 1000, 1023, 1025, 4099}
	if quick {
		limit, longer = 40, []int{64, 127, 257, 1025}
	}
	for n := range limit {
		out = append(out, n)
	}
	return append(out, longer...)
}

// checkData returns the data on which a mode must agree with the Go compiler. Fusing and reordering keep whole
// numbers exact, and fusing keeps special values too. Only exact guarantees every bit of all data.
func checkData(mode string) []Data {
	switch mode {
	case "exact":
		return []Data{Whole, AnyFloat, Special}
	case "go":
		return []Data{Whole, WholeSpecial}
	}
	return []Data{Whole}
}

// Check compares a compiled kernel with its reference. It varies lengths and data. It tries misaligned and
// overlapping slices, slices of unequal length (which must panic where the reference panics), and memory that ends at
// an unmapped page. It returns the first disagreement.
func Check(k *Kernel, fn any, ref Reference, mode string, quick bool, seed uint64) error {
	lengths := k.Lengths
	if lengths == nil {
		lengths = CheckLengths(quick)
	}
	return CheckAt(k, fn, ref, mode, lengths, seed)
}

// CheckAt is like Check for the given lengths.
func CheckAt(k *Kernel, fn any, ref Reference, mode string, lengths []int, seed uint64) error {
	ulp := k.tolerance(mode)
	rng := rand.New(rand.NewPCG(seed, 1))
	for i, n := range lengths {
		// Overlapping output is also input. A small number of generations keeps relaxed modes exact on whole numbers.
		least := 0
		if mode != "exact" {
			least = (n + 1) / 2
		}
		data := checkData(mode)
		if k.MathULP > 0 {
			data = data[:1] // no extreme values, for which the functions of package math are less accurate
		}
		for _, d := range data {
			for _, v := range variants(i, least) {
				args := k.Args(rng, n, d)
				if v.cut > 0 {
					args = cutOne(rng, args)
				}
				if v.layout.Share >= 0 && k.Sums && mode == "fast" {
					continue // an overlap may feed a sum to itself, and then no data keep it exact
				}
				if v.layout.Share >= 0 && k.Feeds && mode != "exact" {
					continue
				}
				if v.layout.Share >= 0 && k.MathULP > 0 {
					continue // an overlap may feed results to the function again, so that errors grow
				}
				if err := checkOne(k, fn, ref, frame.New(args, v.layout), v.edge, ulp, mode); err != nil {
					return fmt.Errorf("n=%d, %s data, %s: %w", n, d, v.name, err)
				}
			}
		}
	}
	return nil
}

// Differs returns why a peer cannot be compared at length n, or "". Either it computes another result than the
// reference, since the C text may rely on undefined behavior, or the reference panics, or the peer does not compute
// that length.
func Differs(k *Kernel, p Runner, ref Reference, mode string, n int, seed uint64) string {
	if most := k.alternative(p.Name()).Most; most > 0 && n > most {
		return fmt.Sprintf("is not measured at more than %d: it may work on other threads", most)
	}
	data := Steady
	if k.Described {
		data = Whole // fractions depend on the order of sums
	}
	f := frame.New(k.Args(rand.New(rand.NewPCG(seed, uint64(n))), n, data), frame.Layout{Share: -1})
	want, err := ref.Outcome(f)
	if err != nil {
		return err.Error()
	}
	if want.Panic != "" {
		if p.Name() == "go" {
			return ""
		}
		return "panics in Go: " + want.Panic
	}
	got, err := p.Outcome(f)
	if err != nil {
		return err.Error()
	}
	f.ClearPadding(got)
	f.ClearPadding(want)
	ulp := max(k.tolerance(mode), peerULP(mode), k.alternative(p.Name()).ULP)
	if d := k.diff(mode)(f, k.Results(), got, want, ulp); d != "" {
		return fmt.Sprintf("computes something else in mode %s and is left out: %s", mode, d)
	}
	return ""
}

// diff returns the function that compares outcomes.
func (k *Kernel) diff(mode string) func(*frame.Frame, []reflect.Type, *frame.Outcome, *frame.Outcome, int) string {
	switch {
	case k.Cancels && mode != "exact":
		return frame.DiffNear
	case mode == "fast":
		return frame.DiffUnsigned
	}
	return frame.Diff
}

// tolerance returns the permitted difference from the reference, in units in the last place.
func (k *Kernel) tolerance(mode string) int {
	switch mode {
	case "fast":
		return max(k.FastULP, k.FuseULP, k.MathULP)
	case "go":
		return max(k.FuseULP, k.MathULP)
	}
	return k.MathULP
}

// variant is a memory layout for a call.
type variant struct {
	name   string
	layout frame.Layout
	edge   frame.Edge
	cut    int
}

// variants rotates through the layouts, so that each length is checked with each unusual one from time to time.
// Overlapping slices are at least least elements apart.
func variants(i, least int) []variant {
	near, far := max(1+i%7, least), max(16, least)
	odd := []variant{
		{"shortened slice", frame.Layout{Share: -1}, frame.EndEdge, 1},
		{"in place", frame.Layout{Share: 0, After: 1}, frame.EndEdge, 0},
		{fmt.Sprintf("overlapping by %d", near), frame.Layout{Share: near, Before: 1}, frame.EndEdge, 0},
		{fmt.Sprintf("overlapping by %d", far), frame.Layout{Share: far}, frame.StartEdge, 0},
		{fmt.Sprintf("misaligned by %d", 1+i%3), frame.Layout{Share: -1, Before: 1 + i%3, After: 5}, frame.StartEdge,
			0},
	}
	return []variant{{"at a page's end", frame.Layout{Share: -1}, frame.EndEdge, 0}, odd[i%len(odd)],
		odd[(i+2)%len(odd)]}
}

func checkOne(k *Kernel, fn any, ref Reference, f *frame.Frame, edge frame.Edge, ulp int, mode string) error {
	want, err := ref.Outcome(f)
	if err != nil {
		return err
	}
	p, err := f.Place(edge)
	if err != nil {
		return err
	}
	defer p.Free()
	if d := k.diff(mode)(f, k.Results(), p.Call(fn), want, ulp); d != "" {
		return fmt.Errorf("%s", d)
	}
	return nil
}

// cutOne shortens one of the slices or strings, so that some access may be out of range.
func cutOne(rng *rand.Rand, args []any) []any {
	var slices []int
	for i, a := range args {
		if v := reflect.ValueOf(a); (v.Kind() == reflect.Slice || v.Kind() == reflect.String) && v.Len() > 0 {
			slices = append(slices, i)
		}
	}
	if len(slices) == 0 {
		return args
	}
	i := slices[rng.IntN(len(slices))]
	v := reflect.ValueOf(args[i])
	args[i] = v.Slice(0, rng.IntN(v.Len())).Interface()
	return args
}
