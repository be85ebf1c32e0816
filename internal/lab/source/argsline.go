package source

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
)

// An ArgsLine describes the arguments of a call, one word per parameter, in the last line of a function's comment:
//
//	// args: [n] [n]%100 2*(n/2) 0.5
//
// Its expressions are Go constant expressions. In them, n is the benchmark's length, s its square root and c its cube
// root, both rounded down.
//
//	EXPR            a number, converted to the parameter's type; a bool is whether it differs from 0
//	[LEN]           a slice or string of LEN elements of the usual values; of an array, also behind a pointer: []
//	[LEN]%M         integers from 0 to M-1
//	[LEN]*          any bits of the elements' type
//	[LEN]~LO,HI     numbers evenly spread between LO and HI
//	[LEN]=V         V everywhere
//	[LEN]sorted%M   integers below M, ascending
//	[LEN]perm       a permutation of 0 … LEN-1
//	[LEN]stepK      0, K, 2K, …
//	[LEN]'CHARS'    bytes drawn from CHARS, where _ is a blank and | a line feed
//
// The leaves of structs and of nested arrays are filled one after the other.
type ArgsLine []ArgWord

// An ArgWord is one word of an ArgsLine.
type ArgWord struct {
	number ast.Expr // of a scalar; nil for memory
	length ast.Expr // of a slice or string; nil means the array's own length
	kind   string   // "", "%", "*", "~", "=", "sorted", "perm", "step", "'"
	a, b   ast.Expr
	chars  string
}

// Few reports whether the elements are one value or drawn from a list, as in the data of a search.
func (w ArgWord) Few() bool { return w.kind == "=" || w.kind == "'" }

const argsPrefix = "// args:"

// ArgsLine returns the args line in the comment of the named function, or nil if there is none. Errors in the line
// have positions.
func (f *File) ArgsLine(name string) (ArgsLine, error) {
	fn := f.funcs[f.Pkg.Scope().Lookup(name)]
	if fn == nil || fn.Doc == nil {
		return nil, nil
	}
	last := fn.Doc.List[len(fn.Doc.List)-1]
	text, ok := strings.CutPrefix(last.Text, argsPrefix)
	if !ok {
		return nil, nil
	}
	sig, err := f.Signature(name)
	if err != nil {
		return nil, err
	}
	// at is the offset of the word's first byte.
	fail := func(at int, format string, args ...any) error {
		pos := f.Fset.Position(last.Pos())
		pos.Column += len(argsPrefix) + at
		return fmt.Errorf("%s: %s", pos, fmt.Sprintf(format, args...))
	}
	var line ArgsLine
	for at := 0; ; {
		at += len(text[at:]) - len(strings.TrimLeft(text[at:], " \t"))
		if at == len(text) {
			break
		}
		end := strings.IndexAny(text[at:], " \t")
		if end < 0 {
			end = len(text) - at
		}
		word := text[at : at+end]
		i := len(line)
		if i == sig.Params().Len() {
			return nil, fail(at, "%q is one word too many for the %d parameters of %s", word, i, name)
		}
		w, err := argWord(word, sig.Params().At(i).Type())
		if err != nil {
			return nil, fail(at, "%q for parameter %s of %s: %s", word, sig.Params().At(i).Name(), name, err)
		}
		line = append(line, w)
		at += end
	}
	if len(line) < sig.Params().Len() {
		return nil, fail(len(text), "%d words for the %d parameters of %s", len(line), sig.Params().Len(), name)
	}
	return line, nil
}

// argWord parses one word for a parameter of type t.
func argWord(word string, t types.Type) (w ArgWord, err error) {
	_, isArray := t.Underlying().(*types.Array)
	_, isSlice := t.Underlying().(*types.Slice)
	_, isPointer := t.Underlying().(*types.Pointer)
	_, isStruct := t.Underlying().(*types.Struct)
	b, basic := t.Underlying().(*types.Basic)
	isString := basic && b.Info()&types.IsString != 0
	rest, memory := strings.CutPrefix(word, "[")
	switch inMemory := !basic || isString; {
	case inMemory && !memory:
		return w, fmt.Errorf("a %s is written [LEN]…", t)
	case !inMemory && memory:
		return w, fmt.Errorf("a %s is a number", t)
	case !memory:
		w.number, err = constantExpr(word)
		return w, err
	}
	length, rest, ok := strings.Cut(rest, "]")
	switch {
	case !ok:
		return w, fmt.Errorf("a ] is missing")
	case (isArray || isPointer || isStruct) && length != "":
		return w, fmt.Errorf("a %s has its own length: []", t)
	case (isSlice || isString) && length == "":
		return w, fmt.Errorf("a %s needs a length", t)
	case length != "":
		if w.length, err = constantExpr(length); err != nil {
			return w, err
		}
	}
	return w, w.contents(rest)
}

// contents parses the text after the length.
func (w *ArgWord) contents(rest string) (err error) {
	switch {
	case rest == "" || rest == "*" || rest == "perm":
		w.kind = rest
	case strings.HasPrefix(rest, "sorted%"):
		w.kind = "sorted"
		w.a, err = constantExpr(rest[len("sorted%"):])
	case strings.HasPrefix(rest, "step"):
		w.kind = "step"
		w.a, err = constantExpr(rest[len("step"):])
	case rest[0] == '%' || rest[0] == '=':
		w.kind = rest[:1]
		w.a, err = constantExpr(rest[1:])
	case rest[0] == '~':
		lo, hi, ok := strings.Cut(rest[1:], ",")
		if !ok {
			return fmt.Errorf("~ is followed by LO,HI")
		}
		w.kind = "~"
		if w.a, err = constantExpr(lo); err == nil {
			w.b, err = constantExpr(hi)
		}
	case rest[0] == '\'':
		w.kind = "'"
		if len(rest) < 3 || rest[len(rest)-1] != '\'' {
			return fmt.Errorf("a ' is missing")
		}
		w.chars = strings.NewReplacer("_", " ", "|", "\n").Replace(rest[1 : len(rest)-1])
	default:
		return fmt.Errorf("%q says nothing of elements", rest)
	}
	return err
}

// constantExpr parses an expression, and evaluates it at a typical length as a test.
func constantExpr(text string) (ast.Expr, error) {
	e, err := parser.ParseExpr(text)
	if err != nil {
		return nil, fmt.Errorf("%q is no expression", text)
	}
	if _, err := evaluate(e, 4096); err != nil {
		return nil, err
	}
	return e, nil
}

// evaluate evaluates an expression at length n.
func evaluate(e ast.Expr, n int) (constant.Value, error) {
	pkg := types.NewPackage("args", "args")
	for name, v := range map[string]int{"n": n, "s": root(n, 2), "c": root(n, 3)} {
		pkg.Scope().Insert(types.NewConst(token.NoPos, pkg, name, types.Typ[types.UntypedInt],
			constant.MakeInt64(int64(v))))
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	if err := types.CheckExpr(token.NewFileSet(), pkg, token.NoPos, e, info); err != nil {
		if te, ok := err.(types.Error); ok {
			return nil, fmt.Errorf("%s", te.Msg)
		}
		return nil, err
	}
	v := info.Types[e].Value
	if v == nil || v.Kind() != constant.Int && v.Kind() != constant.Float {
		return nil, fmt.Errorf("%s is no constant number", types.ExprString(e))
	}
	return v, nil
}

// root returns the k-th root of n, rounded down.
func root(n, k int) int {
	r := int(math.Round(math.Pow(float64(n), 1/float64(k))))
	for pow(r, k) > n {
		r--
	}
	return r
}

func pow(r, k int) int {
	p := 1
	for range k {
		p *= r
	}
	return p
}

// A Maker generates the arguments of an ArgsLine.
type Maker struct {
	Rand  *rand.Rand
	Usual func(leaf reflect.Value) // sets the leaf of a word without a description of the elements
	Text  func(n int) string       // returns a string for such a word
	// Even restricts the values of ~ to multiples of a power of two, about sixteen of them between the bounds, so
	// that sums of them are exact in any order.
	Even bool
}

// Make generates arguments of the parameter types of func type t for length n. An expression that is undefined at
// this length, because it divides by zero, is 0.
func (m Maker) Make(line ArgsLine, t reflect.Type, n int) []any {
	var args []any
	for i, w := range line {
		v := reflect.New(t.In(i)).Elem()
		switch {
		case w.number != nil:
			setNumber(v, at0(w.number, n))
		case v.Kind() == reflect.String:
			b := reflect.MakeSlice(reflect.TypeFor[[]byte](), w.len(n), w.len(n))
			if w.kind == "" {
				v.SetString(m.Text(w.len(n)))
				break
			}
			m.fill(b, w, n)
			v.SetString(string(b.Bytes()))
		case v.Kind() == reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), w.len(n), w.len(n)))
			m.fill(v, w, n)
		case v.Kind() == reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
			m.fill(v.Elem(), w, n)
		default:
			m.fill(v, w, n)
		}
		args = append(args, v.Interface())
	}
	return args
}

// maxLen bounds the number of elements of an argument.
const maxLen = 1 << 28

func (w ArgWord) len(n int) int {
	x, _ := constant.Int64Val(constant.ToInt(at0(w.length, n)))
	return int(min(max(x, 0), maxLen))
}

// at0 returns the value of e at length n, or 0 if it is undefined.
func at0(e ast.Expr, n int) constant.Value {
	v, err := evaluate(e, n)
	if err != nil {
		return constant.MakeInt64(0)
	}
	return v
}

// whole returns the value of e at length n without its fraction.
func whole(e ast.Expr, n int) int64 {
	v := at0(e, n)
	if i := constant.ToInt(v); i.Kind() == constant.Int {
		x, _ := constant.Int64Val(i)
		return x
	}
	x, _ := constant.Float64Val(v)
	return int64(x)
}

func float(e ast.Expr, n int) float64 {
	x, _ := constant.Float64Val(constant.ToFloat(at0(e, n)))
	return x
}

// setNumber sets a scalar to v. Integers are truncated and wrapped to their type.
func setNumber(leaf reflect.Value, v constant.Value) {
	x, _ := constant.Float64Val(constant.ToFloat(v))
	switch i := constant.ToInt(v); {
	case leaf.CanFloat():
		leaf.SetFloat(x)
	case leaf.Kind() == reflect.Bool:
		leaf.SetBool(constant.Sign(v) != 0)
	case i.Kind() != constant.Int:
		setWhole(leaf, int64(x))
	default:
		n, exact := constant.Int64Val(i)
		if !exact { // of uint64
			u, _ := constant.Uint64Val(i)
			n = int64(u)
		}
		setWhole(leaf, n)
	}
}

// fill sets the leaves of v as described by the word.
func (m Maker) fill(v reflect.Value, w ArgWord, n int) {
	switch w.kind {
	case "":
		Leaves(v, m.Usual)
	case "%":
		limit := max(1, whole(w.a, n))
		Leaves(v, func(e reflect.Value) { setInt(e, m.Rand.Int64N(limit)) })
	case "*":
		Leaves(v, func(e reflect.Value) { setBits(e, m.Rand.Uint64()) })
	case "~":
		lo, hi := float(w.a, n), float(w.b, n)
		Leaves(v, func(e reflect.Value) { m.spread(e, lo, hi) })
	case "=":
		x := at0(w.a, n)
		Leaves(v, func(e reflect.Value) { setNumber(e, x) })
	case "sorted":
		all := make([]int64, leafCount(v))
		limit := max(1, whole(w.a, n))
		for i := range all {
			all[i] = m.Rand.Int64N(limit)
		}
		slices.Sort(all)
		inOrder(v, func(i int) int64 { return all[i] })
	case "perm":
		all := m.Rand.Perm(leafCount(v))
		inOrder(v, func(i int) int64 { return int64(all[i]) })
	case "step":
		k := whole(w.a, n)
		inOrder(v, func(i int) int64 { return int64(i) * k })
	case "'":
		Leaves(v, func(e reflect.Value) { setInt(e, int64(w.chars[m.Rand.IntN(len(w.chars))])) })
	}
}

// spread sets e to a number between lo and hi.
func (m Maker) spread(e reflect.Value, lo, hi float64) {
	x := lo + (hi-lo)*m.Rand.Float64()
	if m.Even && hi > lo {
		unit := math.Exp2(math.Floor(math.Log2((hi - lo) / 16)))
		x = min(max(math.Round(x/unit)*unit, lo), hi)
	}
	if e.CanFloat() {
		e.SetFloat(x)
	} else {
		setInt(e, int64(math.Round(x)))
	}
}

func leafCount(v reflect.Value) (n int) {
	Leaves(v, func(reflect.Value) { n++ })
	return n
}

// inOrder sets the i-th leaf to value(i).
func inOrder(v reflect.Value, value func(i int) int64) {
	i := 0
	Leaves(v, func(e reflect.Value) {
		setInt(e, value(i))
		i++
	})
}

// setInt is like setWhole, but sets a bool to whether n differs from 0.
func setInt(e reflect.Value, n int64) {
	if e.Kind() == reflect.Bool {
		e.SetBool(n != 0)
		return
	}
	setWhole(e, n)
}

// setBits sets e to any value of its type.
func setBits(e reflect.Value, bits uint64) {
	switch e.Kind() {
	case reflect.Float32:
		e.SetFloat(float64(math.Float32frombits(uint32(bits))))
	case reflect.Float64:
		e.SetFloat(math.Float64frombits(bits))
	default:
		setWhole(e, int64(bits))
	}
}
