// Package gen writes random kernels: loops over slices of all numeric types, with mixed widths, conditions, reductions,
// gathers, strides and nests. A kernel is free of undefined order by construction, may panic, and always ends. The method
// is that of YARPGen (Livinskii, Babokin, Regehr: Random Testing for C and C++ Compilers with YARPGen, OOPSLA 2020):
// random but well-formed programs whose every run is checked against a reference.
package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Kernel is a random kernel.
type Kernel struct {
	Text   string   // a Go file with the function K
	Params []string // types, in order: "[]float32", "int"
	Result string   // type of the result, "" for none
}

var ints = []string{"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "int"}
var floats = []string{"float32", "float64"}

type writer struct {
	*rand.Rand
	strings.Builder
	slices  [][2]string // name, element type
	scalars [][2]string
	temps   [][2]string
	index   []string // int expressions that are mostly in range
	acc     string   // type of the accumulator, "" for none
	depth   int
	next    int
}

// New writes the kernel of a seed. The same seed always gives the same kernel.
func New(seed uint64) Kernel {
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))}
	var k Kernel
	// A kernel works with few types, so that values meet.
	types := []string{w.typ(), w.typ(), w.typ()}
	var params []string
	for i := range 2 + w.IntN(3) {
		t := types[w.IntN(len(types))]
		name := fmt.Sprintf("s%d", i)
		w.slices = append(w.slices, [2]string{name, t})
		params = append(params, name+" []"+t)
		k.Params = append(k.Params, "[]"+t)
	}
	for i := range w.IntN(3) {
		t := types[w.IntN(len(types))]
		name := fmt.Sprintf("c%d", i)
		w.scalars = append(w.scalars, [2]string{name, t})
		params = append(params, name+" "+t)
		k.Params = append(k.Params, t)
	}
	params = append(params, "n int")
	k.Params = append(k.Params, "int")
	if w.IntN(2) == 0 {
		w.acc = types[w.IntN(len(types))]
		k.Result = w.acc
		if w.IntN(3) == 0 {
			k.Result, w.acc = "int", "int"
		}
	}
	w.WriteString("package k\n\nimport \"math\"\n\nvar _ = math.Pi\n\nfunc K(" + strings.Join(params, ", ") + ")")
	if k.Result != "" {
		w.WriteString(" (r " + k.Result + ")")
	}
	w.WriteString(" {\n")
	for range 1 + w.IntN(2) {
		w.loop("\t")
	}
	if k.Result != "" {
		w.WriteString("\treturn r\n")
	}
	w.WriteString("}\n")
	k.Text = w.String()
	return k
}

func (w *writer) typ() string {
	if w.IntN(5) < 2 {
		return floats[w.IntN(len(floats))]
	}
	return ints[w.IntN(len(ints))]
}

func isFloat(t string) bool { return t[0] == 'f' }

func pick[T any](w *writer, list ...T) T { return list[w.IntN(len(list))] }

func (w *writer) name(prefix string) string {
	w.next++
	return fmt.Sprintf("%s%d", prefix, w.next)
}

// loop writes a counted loop, sometimes with another one in it.
func (w *writer) loop(in string) {
	i := w.name("i")
	s := pick(w, w.slices...)[0]
	switch w.IntN(9) {
	case 0:
		fmt.Fprintf(w, "%sfor %s := 0; %s < n; %s++ {\n", in, i, i, i)
	case 1:
		fmt.Fprintf(w, "%sfor %s := len(%s) - 1; %s >= 0; %s-- {\n", in, i, s, i, i)
	case 2:
		fmt.Fprintf(w, "%sfor %s := %d; %s < len(%s); %s += %d {\n", in, i, w.IntN(3), i, s, i, 1+w.IntN(4))
	case 3:
		fmt.Fprintf(w, "%sfor %s := 1; %s < len(%s)-1; %s++ {\n", in, i, i, s, i)
	case 4:
		fmt.Fprintf(w, "%sfor %s := range n {\n", in, i)
	case 5:
		fmt.Fprintf(w, "%sfor %s := 0; %s < min(len(%s), len(%s)); %s++ {\n", in, i, i, s, pick(w, w.slices...)[0], i)
	default:
		fmt.Fprintf(w, "%sfor %s := range %s {\n", in, i, s)
	}
	temps, index := len(w.temps), len(w.index)
	w.index = append(w.index, i, i, i, i+"+1", i+"-1")
	switch w.IntN(8) {
	case 0:
		w.index = append(w.index, fmt.Sprintf("len(%s)-1-%s", s, i))
	case 1:
		f := 2 + w.IntN(3)
		w.index = append(w.index, fmt.Sprintf("%d*%s", f, i), fmt.Sprintf("%d*%s+1", f, i))
	case 2:
		w.index = append(w.index, i+"&7")
	}
	fmt.Fprintf(w, "%s\t_ = %s\n", in, i)
	w.depth++
	for range 1 + w.IntN(3) {
		w.stmt(in + "\t")
	}
	w.depth--
	w.temps, w.index = w.temps[:temps], w.index[:index]
	fmt.Fprintf(w, "%s}\n", in)
}

func (w *writer) stmt(in string) {
	switch k := w.IntN(12); {
	case k == 0 && w.depth < 2:
		w.loop(in)
	case k == 1 && w.depth > 0 && w.IntN(2) == 0:
		out := pick(w, "break", "break", "continue", "return")
		if out == "return" && w.acc != "" {
			out = "return r + 1"
		}
		fmt.Fprintf(w, "%sif %s { %s }\n", in, w.cond(), out)
	case k < 3:
		t := w.typ()
		e := w.expr(t, 3)
		v := w.name("t")
		fmt.Fprintf(w, "%s%s := %s\n%s_ = %s\n", in, v, conv(t, e), in, v)
		w.temps = append(w.temps, [2]string{v, t})
	case k < 5:
		temps := len(w.temps)
		fmt.Fprintf(w, "%sif %s {\n", in, w.cond())
		w.simple(in + "\t")
		if w.IntN(3) == 0 {
			fmt.Fprintf(w, "%s} else {\n", in)
			w.simple(in + "\t")
		}
		fmt.Fprintf(w, "%s}\n", in)
		w.temps = w.temps[:temps]
	default:
		w.simple(in)
	}
}

// simple writes a store or an update of the accumulator.
func (w *writer) simple(in string) {
	if w.acc != "" && w.IntN(3) == 0 {
		e := w.expr(w.acc, 2)
		switch w.IntN(6) {
		case 0:
			fmt.Fprintf(w, "%sif v := %s; v > r { r = v }\n", in, conv(w.acc, e))
		case 1:
			fmt.Fprintf(w, "%sr = min(r, %s)\n", in, conv(w.acc, e))
		case 2:
			if w.acc == "int" {
				fmt.Fprintf(w, "%sif %s { r++ }\n", in, w.cond())
				return
			}
			fallthrough
		default:
			fmt.Fprintf(w, "%sr %s= %s\n", in, w.op(w.acc, "+", "+", "+", "-", "^", "|"), e)
		}
		return
	}
	s := pick(w, w.slices...)
	op := pick(w, "=", "=", "=", "+=", "-=")
	fmt.Fprintf(w, "%s%s[%s] %s %s\n", in, s[0], w.at(), op, w.expr(s[1], 3))
}

func (w *writer) op(t string, ops ...string) string {
	o := pick(w, ops...)
	if isFloat(t) && strings.Contains("^|&%", o) {
		return "+"
	}
	return o
}

func (w *writer) at() string {
	if w.IntN(12) == 0 { // an address that only the data know
		for range 4 {
			if s := pick(w, w.slices...); !isFloat(s[1]) {
				return fmt.Sprintf("int(%s[%s]&15)", s[0], pick(w, w.index...))
			}
		}
	}
	return pick(w, w.index...)
}

func (w *writer) cond() string {
	t := pick(w, w.slices...)[1]
	return fmt.Sprintf("%s %s %s", conv(t, w.expr(t, 1)), pick(w, "<", "<=", ">", ">=", "==", "!="), w.expr(t, 1))
}

func conv(t, e string) string { return t + "(" + e + ")" }

// expr is an expression of type t.
func (w *writer) expr(t string, depth int) string {
	if depth == 0 || w.IntN(4) == 0 {
		return w.leaf(t)
	}
	a := w.expr(t, depth-1)
	switch k := w.IntN(14); {
	case k < 7:
		return fmt.Sprintf("(%s %s %s)", a, w.op(t, "+", "-", "*", "+", "-", "&", "|", "^"), w.expr(t, depth-1))
	case k == 7:
		return fmt.Sprintf("%s(%s, %s)", pick(w, "min", "max"), conv(t, a), w.expr(t, depth-1))
	case k == 8:
		if isFloat(t) {
			return conv(t, fmt.Sprintf("math.%s(float64(%s))", pick(w, "Sqrt", "Abs", "Floor", "Ceil", "Trunc"), a))
		}
		return fmt.Sprintf("(%s %s %d)", conv(t, a), pick(w, "<<", ">>"), w.IntN(9))
	case k == 9:
		if isFloat(t) {
			return fmt.Sprintf("(%s / %s)", a, w.expr(t, depth-1))
		}
		return fmt.Sprintf("(%s %s %d)", a, pick(w, "/", "%"), 1+w.IntN(12))
	case k == 10:
		if isFloat(t) {
			return "(-" + a + ")"
		}
		return pick(w, "(-", "(^") + conv(t, a) + ")"
	case k == 11 && !isFloat(t):
		return fmt.Sprintf("(%s %s uint(%s&15))", conv(t, a), pick(w, "<<", ">>"), w.leaf("uint8"))
	}
	// through another type
	u := w.typ()
	if isFloat(u) && !isFloat(t) {
		return conv(t, w.expr(t, depth-1)) // float to integer out of range is tested elsewhere
	}
	return conv(t, conv(u, w.expr(u, depth-1)))
}

func (w *writer) leaf(t string) string {
	var of [][2]string
	for _, list := range [][][2]string{w.temps, w.scalars} {
		for _, v := range list {
			if v[1] == t {
				of = append(of, v)
			}
		}
	}
	if len(of) > 0 && w.IntN(3) == 0 {
		return pick(w, of...)[0]
	}
	if w.IntN(6) == 0 {
		if isFloat(t) {
			return conv(t, fmt.Sprint(float64(w.IntN(33)-16)/4))
		}
		return conv(t, fmt.Sprint(w.IntN(100)))
	}
	s := pick(w, w.slices...)
	for range 3 {
		if s[1] != t {
			s = pick(w, w.slices...)
		}
	}
	load := fmt.Sprintf("%s[%s]", s[0], w.at())
	switch {
	case s[1] == t:
		return load
	case isFloat(s[1]) && !isFloat(t):
		return conv(t, fmt.Sprint(w.IntN(7)))
	}
	return conv(t, load)
}
