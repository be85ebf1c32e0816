package verify

import (
	"fmt"
	"io"
	"reflect"
	"runtime/debug"
	"unsafe"

	"hotloop/internal/progress"
)

// Config describes a comparison.
type Config struct {
	Seed  uint64
	First int    // the first argument set
	Count int    // number of argument sets
	Steps []int  // iterations per vector iteration of the kernel's loops
	ULPs  int    // allowed difference of floats, in units in the last place
	Name  string // name of the function, for messages
	// Fix holds functions that make generated arguments valid for the compared functions. Their parameters are
	// pointers to the arguments.
	Fix []reflect.Value
	// Values holds the usual values of some types: the constants declared with such a type.
	Values map[reflect.Type][]reflect.Value
	// Bounded, if valid, computes the same result and panics with Long if that takes too long. Argument sets
	// that make it panic with Long are skipped.
	Bounded reflect.Value
	Long    any
	// Progress is a file that receives a progress line from time to time if the comparison takes long, or nil.
	Progress io.Writer
	// Written, if valid, computes what the source says without fusing operations. A call that agrees with it is
	// correct even if it differs from the other function, which a compiler may have fused.
	Written reflect.Value
	// Differs, if not nil, is called with a difference before it is minimized, because minimization may not
	// terminate.
	Differs func(diff string)
}

// CheckFix returns an error if fix cannot fix the arguments of functions of type t.
func CheckFix(fix any, t reflect.Type) error {
	f := reflect.TypeOf(fix)
	ok := f != nil && f.Kind() == reflect.Func && f.NumIn() == t.NumIn() && f.NumOut() == 0
	want := "func("
	for i := range t.NumIn() {
		if i > 0 {
			want += ", "
		}
		p := reflect.PointerTo(t.In(i))
		want += p.String()
		ok = ok && f.In(i) == p
	}
	if !ok {
		return fmt.Errorf("found %T; write a %s) instead, which changes arguments by pointers to them", fix, want)
	}
	return nil
}

// Failure is a counterexample: arguments for which two functions differ.
type Failure struct {
	Set   int    // number of the argument set
	Diff  string // the first difference
	Calls string // Go source that makes the arguments and calls the function
}

// Report counts the calls of a comparison.
type Report struct {
	Calls, Panics int
	Long          int // skipped argument sets
	Fused         int // calls that differ, but for which the second function agrees with Config.Written
}

// outcome is the result of a call.
type outcome struct {
	results []block // one element each
	panic   string
	ended   bool // ended by a panic
	value   any  // panic value
}

// Run calls want and got with generated argument sets, and compares results, memory and panics. It returns the
// first counterexample, minimized.
func Run(c Config, want, got reflect.Value) (*Failure, Report) {
	var r Report
	shape := Shape{Steps: c.Steps, Small: c.ULPs > 0}
	p := progress.Start(c.Progress, "verify "+c.Name)
	defer p.Stop()
	for set := c.First; set < c.First+c.Count; set++ {
		p.Set(set-c.First, c.Count, "")
		s := generate(want.Type(), shape, c.Seed, set, c.Values)
		c.fix(s)
		if c.long(s) {
			r.Long++
			continue
		}
		diff, ended := c.differ(s, want, got)
		r.Calls++
		if ended {
			r.Panics++
		}
		if diff == "" {
			continue
		}
		if c.written(s, got) {
			r.Fused++
			continue
		}
		if c.Differs != nil {
			c.Differs(diff)
		}
		p.Set(set-c.First, c.Count, "makes a difference small")
		s, diff = c.shrink(s, diff, want, got)
		return &Failure{Set: set, Diff: diff, Calls: s.text(c.Name)}, r
	}
	return nil, r
}

func (c *Config) fix(s *state) {
	for _, f := range c.Fix {
		in := make([]reflect.Value, len(s.args))
		for i, a := range s.args {
			in[i] = reflect.NewAt(a.elem, a.base)
		}
		f.Call(in)
	}
}

// long reports whether calls with these arguments take too long.
func (c *Config) long(s *state) bool {
	if !c.Bounded.IsValid() {
		return false
	}
	o := s.clone().call(c.Bounded)
	return o.ended && o.value == c.Long
}

// written reports whether got agrees with c.Written on s.
func (c *Config) written(s *state, got reflect.Value) bool {
	if !c.Written.IsValid() {
		return false
	}
	diff, _ := c.differ(s, c.Written, got)
	return diff == ""
}

// differ calls both functions on copies of s and describes how they differ, or returns "".
func (c *Config) differ(s *state, want, got reflect.Value) (diff string, ended bool) {
	a, b := s.clone(), s.clone()
	w, g := a.call(want), b.call(got)
	tol := tolerance{ulps: float64(c.ULPs)}
	if c.ULPs > 0 {
		tol.greatest = max(s.greatest(), a.greatest())
	}
	if w.ended != g.ended || w.panic != g.panic {
		return fmt.Sprintf("it %s, and Go's %s", g.end(), w.end()), w.ended
	}
	for i := range w.results {
		t := w.results[i].elem
		if d := b.differ(a, t, g.results[i].base, w.results[i].base, tol); d != "" {
			return fmt.Sprintf("result %d%s", i, d), w.ended
		}
	}
	for i := range a.blocks {
		t := a.blocks[i].elem
		for k := range a.blocks[i].n {
			if d := b.differ(a, t, b.blocks[i].at(k), a.blocks[i].at(k), tol); d != "" {
				return fmt.Sprintf("element %d of m%d%s", k, i, d), w.ended
			}
		}
	}
	return "", w.ended
}

func (o *outcome) end() string {
	if o.ended {
		return "panics with " + o.panic
	}
	return "returns"
}

// call calls f with the arguments. Memory faults in f become panics.
func (s *state) call(f reflect.Value) (o outcome) {
	in := make([]reflect.Value, len(s.args))
	for i, a := range s.args {
		in[i] = reflect.NewAt(a.elem, a.base).Elem()
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			o = outcome{ended: true, panic: fmt.Sprint(r), value: r}
		}
	}()
	var out []reflect.Value
	if f.Type().IsVariadic() {
		out = f.CallSlice(in)
	} else {
		out = f.Call(in)
	}
	for _, v := range out {
		b := newBlock(v.Type(), 1)
		reflect.NewAt(b.elem, b.base).Elem().Set(v)
		o.results = append(o.results, b)
	}
	return o
}

// maxShrink limits the number of calls made to minimize a counterexample.
const maxShrink = 3000

// shrink minimizes a counterexample: it shortens slices and sets numbers to 0 or 1 while the functions differ.
func (c *Config) shrink(s *state, diff string, want, got reflect.Value) (*state, string) {
	tries := 0
	for progress := true; progress && tries < maxShrink; {
		progress = false
		for at := 0; tries < maxShrink; at++ {
			n, more := s.clone(), false
			for edit := 0; tries < maxShrink; edit++ {
				changed, ok := n.edit(at, edit)
				if !ok {
					break
				}
				if more = true; !changed {
					continue
				}
				c.fix(n)
				tries++
				if c.long(n) {
					n = s.clone()
					continue
				}
				if d, _ := c.differ(n, want, got); d != "" && !c.written(n, got) {
					s, diff, progress = n, d, true
					edit = -1 // restart from the first edit
				}
				n = s.clone()
			}
			if !more {
				break
			}
		}
	}
	return s, diff
}

// edit simplifies one part of the arguments. It reports whether anything changed, and whether that part and that
// edit exist.
func (s *state) edit(part, edit int) (changed, ok bool) {
	at := 0
	s.all(false, func(t reflect.Type, p unsafe.Pointer) {
		if at++; at-1 == part {
			changed, ok = simplify(reflect.NewAt(t, p).Elem(), edit)
		}
	})
	return changed, ok
}

// simplify applies one of several simplifications to a value.
func simplify(v reflect.Value, edit int) (changed, ok bool) {
	switch v.Kind() {
	case reflect.Slice:
		n := v.Len()
		to := [...][2]int{{0, 0}, {0, n / 2}, {n - n/2, n}, {0, n - 1}, {1, n}}
		if edit >= len(to) {
			return false, edit == 0
		}
		from, end := to[edit][0], to[edit][1]
		if n == 0 || end < from || end-from >= n {
			return false, true
		}
		most := end // from here on, the capacity equals the length
		if end == n {
			most = v.Cap()
		}
		v.Set(v.Slice3(from, end, most))
		return true, true
	case reflect.String:
		n := v.Len()
		if edit > 1 {
			return false, false
		}
		if n == 0 {
			return false, true
		}
		v.SetString(v.String()[:[...]int{n / 2, n - 1}[edit]])
		return true, true
	case reflect.Bool:
		if edit > 0 || !v.Bool() {
			return false, edit == 0
		}
		v.SetBool(false)
		return true, true
	}
	switch {
	case v.CanInt():
		x := v.Int()
		to := [...]int64{0, 1, x / 2, x - 1}
		if edit >= len(to) {
			return false, false
		}
		if n := to[edit]; x != 0 && (n >= 0) == (x >= 0) && n != x && (x != 1 || n == 0) {
			v.SetInt(n)
			return true, true
		}
		return false, true
	case v.CanUint():
		x := v.Uint()
		to := [...]uint64{0, 1, x / 2, x - 1}
		if edit >= len(to) {
			return false, false
		}
		if n := to[edit]; n < x {
			v.SetUint(n)
			return true, true
		}
		return false, true
	case v.CanFloat():
		to := [...]float64{0, 1}
		if edit >= len(to) {
			return false, false
		}
		if x := v.Float(); x != to[edit] && x != 0 {
			v.SetFloat(to[edit])
			return true, true
		}
		return false, true
	}
	return false, edit == 0
}
