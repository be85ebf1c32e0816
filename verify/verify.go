package verify

import (
	"fmt"
	"io"
	"reflect"
	"runtime/debug"
	"unsafe"

	"hotloop/internal/progress"
)

// Config says what to compare on.
type Config struct {
	Seed  uint64
	First int    // the first argument set
	Count int    // argument sets
	Steps []int  // numbers of iterations that vector loops do at a time
	ULPs  int    // floats may be so many units in the last place apart
	Name  string // of the function, for messages
	// Fix are functions that make arguments what the compared functions may be called with. Their parameters are pointers
	// to the arguments.
	Fix []reflect.Value
	// Values are what arguments of some types are as a rule: the constants that are declared with such a type.
	Values map[reflect.Type][]reflect.Value
	// Bounded, if valid, does what the functions do, and panics with Long where that takes too much time: arguments with
	// which it does are left out.
	Bounded reflect.Value
	Long    any
	// Progress is where a line is written now and then if it takes long: a file, or nil.
	Progress io.Writer
	// Written, if valid, does what the source says without fusing operations. A call that does the same is right even if
	// the compared function, which a compiler may have fused, does something else.
	Written reflect.Value
	// Differs, if not nil, is told of a difference before the arguments are made small, which may not end.
	Differs func(diff string)
}

// CheckFix says what is wrong with a function to fix arguments of functions of type t.
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

// Failure is arguments for which two functions differ.
type Failure struct {
	Set   int    // which
	Diff  string // the first difference
	Calls string // Go text that makes the arguments and calls the function
}

// Report counts.
type Report struct {
	Calls, Panics int
	Long          int // argument sets that were left out
	Fused         int // calls for which the two differ, and the second does what Config.Written does
}

// outcome is what a call left.
type outcome struct {
	results []block // of one element each
	panic   string
	ended   bool // by a panic
	value   any  // of the panic
}

// Run calls want and got with argument sets that it makes up, and compares results, what they store, and panics. It
// returns the first failure, made small.
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

// long reports whether calls with these arguments take too much time.
func (c *Config) long(s *state) bool {
	if !c.Bounded.IsValid() {
		return false
	}
	o := s.clone().call(c.Bounded)
	return o.ended && o.value == c.Long
}

// written reports whether got does on s what c.Written does.
func (c *Config) written(s *state, got reflect.Value) bool {
	if !c.Written.IsValid() {
		return false
	}
	diff, _ := c.differ(s, c.Written, got)
	return diff == ""
}

// differ calls both functions on copies of s, and says how they differ.
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

// call calls f on the arguments. Faults of it are panics.
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

// maxShrink bounds the calls that making a failure small takes.
const maxShrink = 3000

// shrink makes arguments smaller as long as the functions differ: slices shorter, numbers 0 or 1.
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
					edit = -1 // once more from the beginning
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

// edit makes one part of the arguments simpler. It says whether anything changed, and whether there is such a part and
// such an edit.
func (s *state) edit(part, edit int) (changed, ok bool) {
	at := 0
	s.all(false, func(t reflect.Type, p unsafe.Pointer) {
		if at++; at-1 == part {
			changed, ok = simplify(reflect.NewAt(t, p).Elem(), edit)
		}
	})
	return changed, ok
}

// simplify does one of a few things to a value.
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
		most := end // the capacity is the length from here on
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
