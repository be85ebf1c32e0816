package cprint

import (
	"fmt"
	"go/ast"
	"go/types"
	"strconv"
	"strings"
)

// mathFuncs maps the functions of package math to those of C. For float32 arguments the printer appends the f that a
// C programmer would write.
var mathFuncs = map[string]string{
	"Abs": "fabs", "Acos": "acos", "Asin": "asin", "Atan": "atan", "Atan2": "atan2", "Cbrt": "cbrt", "Ceil": "ceil",
	"Copysign": "copysign", "Cos": "cos", "Cosh": "cosh", "Exp": "exp", "Exp2": "exp2", "Expm1": "expm1",
	"FMA": "fma", "Floor": "floor", "Hypot": "hypot", "Log": "log", "Log10": "log10", "Log1p": "log1p",
	"Log2": "log2", "Mod": "fmod", "Pow": "pow", "Round": "round", "RoundToEven": "nearbyint", "Sin": "sin",
	"Sinh": "sinh", "Sqrt": "sqrt", "Tan": "tan", "Tanh": "tanh", "Trunc": "trunc",
}

// inSingle are the functions whose float32 form a C programmer would use. Its result equals the rounded result of the
// float64 form, or nearly so for transcendental functions, which differ between compilers anyway.
var inSingle = map[string]bool{
	"Abs": true, "Ceil": true, "Copysign": true, "Floor": true, "Mod": true, "Round": true, "RoundToEven": true,
	"Sqrt": true, "Trunc": true,
	"Cos": true, "Exp": true, "Exp2": true, "Log": true, "Log2": true, "Pow": true, "Sin": true, "Tan": true,
	"Tanh": true,
}

func (p *printer) call(e *ast.CallExpr) (string, int) {
	tv := p.f.Info.Types[e.Fun]
	switch {
	case tv.IsType():
		return p.conversion(e)
	case tv.IsBuiltin():
		return p.builtin(e)
	}
	if pkg, name, ok := p.pkgFunc(e.Fun); ok {
		switch pkg {
		case "math":
			return p.math(e, name), precPrimary
		case "math/bits":
			return p.bits(e, name)
		case "cmp":
			return p.compare(e, name), precPrimary
		}
	}
	s := p.userCall(e, nil)
	if t := p.f.Info.TypeOf(e); t != nil && kindOf(t) == Array {
		s += ".at"
	}
	return s, precPrimary
}

// userCall prints a call of another kernel function; outs receives several results.
func (p *printer) userCall(e *ast.CallExpr, outs []string) string {
	id, ok := ast.Unparen(e.Fun).(*ast.Ident)
	if !ok || p.cnames[p.f.Info.Uses[id]] == "" {
		p.fail(e, "a call of %s", p.f.Slice(e.Fun.Pos(), e.Fun.End()))
	}
	var args []string
	params := p.f.Info.TypeOf(e.Fun).(*types.Signature).Params()
	if len(e.Args) != params.Len() {
		p.fail(e, "the results of a call as arguments")
	}
	for i, a := range e.Args {
		switch t := params.At(i).Type(); kindOf(t) {
		case Slice:
			ptr, length := p.slice(a)
			args = append(args, ptr, length)
		case Array, Pointer:
			args = append(args, p.address(a))
		default:
			args = append(args, p.expr(a))
		}
	}
	return p.cnames[p.f.Info.Uses[id]] + "(" + strings.Join(append(args, outs...), ", ") + ")"
}

// pkgFunc resolves pkg.Name.
func (p *printer) pkgFunc(fun ast.Expr) (path, name string, ok bool) {
	sel, ok := ast.Unparen(fun).(*ast.SelectorExpr)
	if !ok {
		return "", "", false
	}
	o := p.f.Info.Uses[sel.Sel]
	if o == nil || o.Pkg() == nil {
		return "", "", false
	}
	return o.Pkg().Path(), o.Name(), true
}

func (p *printer) conversion(e *ast.CallExpr) (string, int) {
	x := ast.Unparen(e.Args[0])
	if t := p.f.Info.TypeOf(e); !isBasic(t) {
		return p.convertAggregate(e, x, t)
	}
	to := p.ctype(e, p.f.Info.TypeOf(e))
	// In Go, sqrtf(x) is written float32(math.Sqrt(float64(x))).
	if c, ok := x.(*ast.CallExpr); ok && to == "float" {
		if pkg, name, ok := p.pkgFunc(c.Fun); ok && pkg == "math" && inSingle[name] {
			if args, ok := p.singles(c.Args); ok {
				return mathFuncs[name] + "f(" + strings.Join(args, ", ") + ")", precPrimary
			}
		}
	}
	return "(" + to + ")" + p.operand(x, precUnary), precUnary
}

// convertAggregate prints conversions that change no bits: of slices to arrays, and between named arrays or structs.
func (p *printer) convertAggregate(e *ast.CallExpr, x ast.Expr, t types.Type) (string, int) {
	from := p.f.Info.TypeOf(x)
	switch to := kindOf(t); {
	case (to == Array || to == Pointer) && kindOf(from) == Slice:
		return p.slicePtr(x), precUnary
	case to == Pointer && p.f.Info.Types[x].IsNil(), to == kindOf(from) && to == Pointer:
		return p.prec(x)
	case to == kindOf(from) && to != Slice && p.typeOf(e, t) == p.typeOf(e, from):
		return p.prec(x)
	}
	p.fail(e, "a conversion of %s to %s", from, t)
	return "", 0
}

// singles returns the arguments if each is a float32 widened to float64.
func (p *printer) singles(args []ast.Expr) (out []string, ok bool) {
	for _, a := range args {
		c, ok := ast.Unparen(a).(*ast.CallExpr)
		if !ok || !p.f.Info.Types[c.Fun].IsType() || len(c.Args) != 1 {
			return nil, false
		}
		b, ok := p.f.Info.TypeOf(c.Args[0]).Underlying().(*types.Basic)
		if !ok || b.Kind() != types.Float32 {
			return nil, false
		}
		out = append(out, p.expr(c.Args[0]))
	}
	return out, true
}

func (p *printer) builtin(e *ast.CallExpr) (string, int) {
	switch name := ast.Unparen(e.Fun).(*ast.Ident).Name; name {
	case "len":
		if n, ok := arrayLen(p.f.Info.TypeOf(e.Args[0])); ok {
			return strconv.FormatInt(n, 10), precPrimary
		}
		_, n := p.slice(e.Args[0])
		if strings.Contains(n, " ") {
			return n, precAdd
		}
		return n, precPrimary
	case "cap":
		if n, ok := arrayLen(p.f.Info.TypeOf(e.Args[0])); ok {
			return strconv.FormatInt(n, 10), precPrimary
		}
		p.fail(e, "the capacity of a slice")
	case "min", "max":
		t := p.f.Info.TypeOf(e)
		ct := p.ctype(e, t)
		fn := p.minMax(name, ct, ct == "float" || ct == "double")
		s := p.expr(e.Args[0])
		for _, a := range e.Args[1:] {
			s = fn + "(" + s + ", " + p.expr(a) + ")"
		}
		return s, precPrimary
	case "real", "imag":
		return "__" + name + "__ " + p.operand(e.Args[0], precUnary), precUnary
	case "complex":
		return p.complexOf(p.ctype(e, p.f.Info.TypeOf(e))) + "(" + p.expr(e.Args[0]) + ", " + p.expr(e.Args[1]) + ")", precPrimary
	case "panic":
		return "__builtin_trap()", precPrimary
	case "copy":
		dp, dn := p.slice(e.Args[0])
		sp, sn := p.slice(e.Args[1])
		fn := p.helper("go_copy",
			"static inline int64_t go_copy(void *d, int64_t dn, const void *s, int64_t sn, size_t size) {\n"+
				"\tint64_t n = dn < sn ? dn : sn;\n\tmemmove(d, s, (size_t)n * size);\n\treturn n;\n}")
		return fmt.Sprintf("%s(%s, %s, %s, %s, sizeof *%s)", fn, dp, dn, sp, sn, dp), precPrimary
	case "clear":
		dp, dn := p.slice(e.Args[0])
		return fmt.Sprintf("memset(%s, 0, (size_t)(%s) * sizeof *%s)", dp, dn, dp), precPrimary
	default:
		p.fail(e, "built-in %s", name)
	}
	return "", 0
}

// minMax defines the function for one type. For floats it handles NaN and orders -0 below 0, unless the compiler is
// told to ignore these.
func (p *printer) minMax(name, ct string, float bool) string {
	op, negative, other := "<", "a", "b"
	if name == "max" {
		op, negative, other = ">", "b", "a"
	}
	short := "a " + op + " b ? a : b"
	fn := "go_" + name + "_" + strings.TrimSuffix(ct, "_t")
	head := fmt.Sprintf("static inline %[1]s %[2]s(%[1]s a, %[1]s b) {", ct, fn)
	if !float {
		return p.helper(fn, head+" return "+short+"; }")
	}
	return p.helper(fn, fmt.Sprintf("%s\n#ifdef __FAST_MATH__\n\treturn %s;\n#else\n\treturn a %[3]s b ? a : "+
		"b %[3]s a ? b : a != b ? a + b : __builtin_signbit(a) ? %[4]s : %[5]s;\n#endif\n}", head, short, op, negative,
		other))
}

func (p *printer) math(e *ast.CallExpr, name string) string {
	var args []string
	for _, a := range e.Args {
		args = append(args, p.expr(a))
	}
	list := strings.Join(args, ", ")
	if c, ok := mathFuncs[name]; ok {
		return c + "(" + list + ")"
	}
	switch name {
	case "NaN":
		return "((double)NAN)"
	case "IsNaN":
		return "(isnan(" + list + ") != 0)"
	case "IsInf":
		return p.helper("go_isinf", "static inline bool go_isinf(double a, int64_t sign) { return (sign >= 0 && a == "+
			"(double)INFINITY) || (sign <= 0 && a == -(double)INFINITY); }") + "(" + list + ")"
	case "Signbit":
		return "(signbit(" + list + ") != 0)"
	case "Inf":
		return "(" + p.operand(e.Args[0], precAdd) + " >= 0 ? (double)INFINITY : -(double)INFINITY)"
	case "Min", "Max":
		op := map[string]string{"Min": "<", "Max": ">"}[name]
		n := "go_" + strings.ToLower(name) + "_double"
		return p.helper(n, fmt.Sprintf("static inline double %s(double a, double b) { return a %s b ? a : b; }", n,
			op)) + "(" + list + ")"
	case "Float32bits", "Float32frombits", "Float64bits", "Float64frombits":
		f, u := "float", "uint32_t"
		if strings.Contains(name, "64") {
			f, u = "double", "uint64_t"
		}
		if strings.HasSuffix(name, "frombits") {
			f, u = u, f
		}
		n := "go_" + strings.ToLower(name)
		return p.helper(n,
			fmt.Sprintf("static inline %[1]s %[2]s(%[3]s a) {\n\t%[1]s b;\n\tmemcpy(&b, &a, sizeof b);\n\treturn b;\n}",
				u, n, f)) + "(" + list + ")"
	}
	p.fail(e, "math.%s", name)
	return ""
}
