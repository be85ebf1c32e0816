package gen

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// helper is a function that the kernel calls.
type helper struct {
	name   string
	params []typ
	slice  bool // its first parameters are a slice of the first type and an index
	out    []typ
}

// declareHelpers writes some functions before the kernel.
func (w *writer) declareHelpers() {
	for range w.IntN(3) {
		t := pick(w, w.types...)
		if t.isBool() {
			continue
		}
		h := helper{name: fmt.Sprintf("KF%d", len(w.helpers)), params: []typ{t, t}, out: []typ{t}}
		switch k := w.IntN(5); {
		case k == 0:
			h.slice, h.params = true, []typ{t}
			w.top = append(w.top, w.withLoop(h, t))
		case k == 1:
			u := pick(w, w.types...)
			if u.isBool() {
				u = t
			}
			h.out = []typ{t, u}
			zero := u.conv("a")
			if u.isFloat() != t.isFloat() || u.isFloat() && w.small() {
				zero = "0"
			}
			w.top = append(w.top,
				fmt.Sprintf("func %s(a, b %s) (x %s, y %s) {\n\tx, y = b - a, %s\n\tif a > b {\n\t\treturn a, y + "+
					"1\n\t}\n\treturn\n}\n",
					h.name, t.name, t.name, u.name, zero))
		case k == 2:
			w.top = append(w.top,
				fmt.Sprintf("func %s(a, b %s) %s {\n\tswitch {\n\tcase a < 3:\n\t\treturn b\n\tcase b > "+
					"a:\n\t\treturn a + b\n\t}\n\treturn a\n}\n",
					h.name, t.name, t.name))
		default:
			op := pick(w, "a - b", "max(a, b)", "a + a", "b + 1")
			if t.isInt() || !w.small() {
				op = pick(w, op, "a*b - b", "a*3 + b")
			}
			w.top = append(w.top,
				fmt.Sprintf("func %s(a, b %s) %s {\n\tif a %s b {\n\t\treturn %s\n\t}\n\treturn b\n}\n",
					h.name, t.name, t.name, pick(w, "<", ">", "=="), op))
		}
		w.helpers = append(w.helpers, h)
	}
}

// withLoop returns the text of a function that loops over a part of a slice.
func (w *writer) withLoop(h helper, t typ) string {
	cond := pick(w, "r > 50", "s[(k+j)&(len(s)-1)] == 0", "j > 2")
	return fmt.Sprintf("func %s(s []%s, k int) (r %s) {\n\tfor j := range %d {\n\t\tif %s {\n\t\t\t%s\n\t\t}\n\t\tr "+
		"+= s[(k+j)&(len(s)-1)]\n\t}\n\treturn r\n}\n",
		h.name, t.name, t.name, 2+w.IntN(4), cond, pick(w, "break", "continue", "return r", "return 1"))
}

// call returns a call with a result of type t, or "".
func (w *writer) call(t typ, depth int) string {
	for _, h := range w.helpers {
		if h.out[0] != t || len(h.out) > 1 || w.IntN(3) == 0 {
			continue
		}
		if a := w.arguments(h, depth); a != "" {
			return w.byValue(h, a)
		}
	}
	return ""
}

// byValue returns a call of h with arguments a, directly or through function values.
func (w *writer) byValue(h helper, a string) string {
	t := h.out[0].name
	if form := w.otherForm(h, a); form != "" {
		return form
	}
	if h.slice || w.opt.Without["function value"] || w.forms.IntN(3) > 0 {
		return h.name + "(" + a + ")"
	}
	w.use("function value")
	switch w.forms.IntN(4) {
	case 0:
		return fmt.Sprintf("func(a, b %s) %s { return %s(b, a) }(%s)", t, t, h.name, a)
	case 1:
		w.through = true
		return fmt.Sprintf("KCall(%s, %s)", h.name, a)
	case 2:
		w.through = true
		return fmt.Sprintf("KCall(func(a, b %s) %s { if a == b { return a }; return %s(a, b) }, %s)", t, t, h.name, a)
	}
	w.curried = true
	return fmt.Sprintf("KBind(%s, %s)", h.name, a)
}

// otherForm returns a call of h with arguments a through a variadic function, a function with goto statements, one that
// divides complex numbers, or one with a type switch; or "".
func (w *writer) otherForm(h helper, a string) string {
	may := func(feature string, n int) bool {
		if h.slice || w.opt.Without[feature] || w.forms.IntN(n) > 0 {
			return false
		}
		w.use(feature)
		return true
	}
	via := func(name, text string) string {
		if w.by == nil {
			w.by = map[string]string{}
		}
		w.by[name] = text
		return name
	}
	switch t := h.out[0].name; {
	case may("variadic function", 12):
		name := via("KFold", "func KFold[T any](f func(a, b T) T, xs ...T) (r T) {\n\tfor i, x := range xs {\n\t\tif i > 0 {\n"+
			"\t\t\tx = f(r, x)\n\t\t}\n\t\tr = x\n\t}\n\treturn r\n}\n")
		switch w.forms.IntN(3) {
		case 0:
			return fmt.Sprintf("%s(%s, []%s{%s}...)", name, h.name, t, a)
		case 1:
			return fmt.Sprintf("%s(%s, %s, %s[%s](%s))", name, h.name, a, name, t, h.name)
		}
		return fmt.Sprintf("%s(%s, %s)", name, h.name, a)
	case may("goto", 12):
		return fmt.Sprintf("%s(%s, %s)", via("KAgain", "func KAgain[T any](f func(a, b T) T, a, b T) T {\n\tn := 0\nagain:\n"+
			"\tif n > 1 {\n\t\tgoto done\n\t}\n\tfor range 2 {\n\t\tif n++; n == 1 {\n\t\t\ta = f(a, b)\n\t\t\tgoto again\n"+
			"\t\t}\n\t}\n\tgoto again\ndone:\n\treturn a\n}\n"), h.name, a)
	case h.out[0].base == "float64" && h.out[0].name == "float64" && !w.small() && may("complex quotient", 2):
		return fmt.Sprintf("%s(%s, %s)", via("KQuotient", "func KQuotient(f func(a, b float64) float64, a, b float64) float64 {\n"+
			"\tz := complex(a, b)\n\tz /= complex(b, 3)\n\treturn f(real(z), imag(z))\n}\n"), h.name, a)
	case may("type switch", 12):
		return fmt.Sprintf("%s(%s, %s)", via("KByType", "func KByType[T any](f func(a, b T) T, a, b T) T {\n"+
			"\tswitch x := any(a).(type) {\n\tcase float32, float64, uint16:\n\t\treturn f(b, a)\n\tcase int32:\n"+
			"\t\tif y, ok := any(x + 1).(T); ok {\n\t\t\treturn f(y, b)\n\t\t}\n\tcase uint8:\n"+
			"\t\treturn f(any(x ^ 5).(T), a)\n\t}\n\treturn f(a, b)\n}\n"), h.name, a)
	}
	return ""
}

// functionHelpers are the functions that byValue calls.
func (w *writer) functionHelpers() (list []string) {
	for _, name := range slices.Sorted(maps.Keys(w.by)) {
		list = append(list, w.by[name])
	}
	if w.through {
		list = append(list, "func KCall[T any](f func(a, b T) T, a, b T) T { return f(a, b) }\n")
	}
	if w.curried {
		list = append(list, "func KCurry[T any](f func(a, b T) T, a T) func(T) T {\n\treturn func(b T) T { a = f(a, b); return a }\n}\n",
			"func KBind[T any](f func(a, b T) T, a, b T) T {\n\tg, n := KCurry(f, a), 0\n\tg(b)\n"+
				"\tfor range func(yield func() bool) { _ = yield() && yield() } {\n\t\tif n++; n == 2 {\n\t\t\treturn g(b)\n"+
				"\t\t}\n\t}\n\treturn a\n}\n")
	}
	return list
}

// arguments returns expressions for the helper's parameters.
func (w *writer) arguments(h helper, depth int) string {
	if h.slice {
		l := w.longLoop()
		for _, s := range w.slices {
			if l != nil && s.t == h.params[0] && !(l.clean && w.isTarget(l, s.name)) {
				w.use("call with loop")
				return s.name + ", " + l.v
			}
		}
		return ""
	}
	w.use("call")
	var list []string
	for _, p := range h.params {
		list = append(list, strip(w.expr(p, depth-1)))
	}
	return strings.Join(list, ", ")
}

// callResults calls a function with two results.
func (w *writer) callResults() {
	for _, h := range w.helpers {
		if len(h.out) < 2 {
			continue
		}
		a := w.arguments(h, 2)
		w.use("call with results")
		x, y := variable{w.name("t"), h.out[0]}, variable{w.name("t"), h.out[1]}
		w.line("%s, %s := %s(%s)", x.name, y.name, h.name, a)
		w.line("_, _ = %s, %s", x.name, y.name)
		w.temps = append(w.temps, x, y)
		return
	}
}
