package check

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"hotloop/frontend/syntax"
	"hotloop/reuse"
)

// StdImporter provides the packages that a kernel may use. They are constructed by hand, so no export data,
// GOROOT or go command is needed at run time. Any other import fails; the type checker then uses an empty
// package and does not report its missing members. The builder reports those that the kernel actually uses.
type StdImporter struct{}

// Import implements types.Importer.
func (StdImporter) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil // the builder rejects its functions, except unsafe.Sizeof and the like
	}
	if p := StdPackages()[path]; p != nil {
		return p, nil
	}
	return types.NewPackage(path, syntax.PackageName(path)), fmt.Errorf("package %q cannot be used in a kernel", path)
}

// StdPackages returns the packages. They are made on first use, since that takes 50 µs.
func StdPackages() map[string]*types.Package {
	return stdPackagesMade.Get(func() map[string]*types.Package {
		m := map[string]*types.Package{}
		for _, d := range stdDecls() {
			p := types.NewPackage(d.path, d.name)
			for _, line := range strings.Split(strings.TrimSpace(d.funcs), "\n") {
				declareFuncs(p, line)
			}
			for name, v := range d.consts {
				p.Scope().Insert(types.NewConst(token.NoPos, p, name, types.Typ[untypedKind(v)], v))
			}
			m[d.path] = p
		}
		declareOrdered(m["cmp"])
		for _, p := range m {
			p.MarkComplete()
		}
		return m
	})
}

var stdPackagesMade reuse.Once[map[string]*types.Package]

// untypedKind returns the type of an untyped constant with that value.
func untypedKind(v constant.Value) types.BasicKind {
	if v.Kind() == constant.Int {
		return types.UntypedInt
	}
	return types.UntypedFloat
}

// declareFuncs parses "params results: Name Name …", where each parameter is a letter of typeLetters.
func declareFuncs(p *types.Package, line string) {
	sig, names, _ := strings.Cut(line, ":")
	in, out, _ := strings.Cut(strings.TrimSpace(sig), ">")
	tuple := func(letters string) *types.Tuple {
		var vars []*types.Var
		for i, l := range letters {
			// The names do not matter: they appear only in errors of the type checker.
			vars = append(vars, types.NewParam(token.NoPos, p, string(rune('x'+i%3)), types.Typ[typeLetters[l-'a']]))
		}
		return types.NewTuple(vars...)
	}
	s := types.NewSignatureType(nil, nil, nil, tuple(in), tuple(out), false)
	for _, n := range strings.Fields(names) {
		p.Scope().Insert(types.NewFunc(token.NoPos, p, n, s))
	}
}

var typeLetters = [...]types.BasicKind{
	'f' - 'a': types.Float32, 'd' - 'a': types.Float64, 'i' - 'a': types.Int, 'u' - 'a': types.Uint,
	'b' - 'a': types.Uint8,
	's' - 'a': types.Uint16, 'w' - 'a': types.Uint32, 'q' - 'a': types.Uint64, 't' - 'a': types.Bool,
	'l' - 'a': types.Int64,
}

// declareOrdered declares the generic functions of package cmp, whose constraint is an interface of that
// package.
func declareOrdered(p *types.Package) {
	var terms []*types.Term
	for k := types.Int; k <= types.Float64; k++ {
		terms = append(terms, types.NewTerm(true, types.Typ[k]))
	}
	terms = append(terms, types.NewTerm(true, types.Typ[types.String]))
	iface := types.NewInterfaceType(nil, []types.Type{types.NewUnion(terms)})
	iface.Complete()
	tn := types.NewTypeName(token.NoPos, p, "Ordered", nil)
	ordered := types.NewNamed(tn, iface, nil)
	p.Scope().Insert(tn)
	declareGeneric(p, "Less", ordered, 2, types.Typ[types.Bool], false)
	declareGeneric(p, "Compare", ordered, 2, types.Typ[types.Int], false)
	comparable := types.Universe.Lookup("comparable").Type()
	declareGeneric(p, "Or", comparable, 1, nil, true)
}

// declareGeneric declares func name[T constraint](x, y … T) result. A nil result means T; the last parameter of
// a variadic function is ...T.
func declareGeneric(p *types.Package, name string, constraint types.Type, n int, result types.Type, variadic bool) {
	t := types.NewTypeParam(types.NewTypeName(token.NoPos, p, "T", nil), constraint)
	var params []*types.Var
	for i := range n {
		pt := types.Type(t)
		if variadic && i == n-1 {
			pt = types.NewSlice(t)
		}
		params = append(params, types.NewParam(token.NoPos, p, string(rune('x'+i)), pt))
	}
	if result == nil {
		result = t
	}
	s := types.NewSignatureType(nil, nil, []*types.TypeParam{t}, types.NewTuple(params...),
		types.NewTuple(types.NewParam(token.NoPos, p, "", result)), variadic)
	p.Scope().Insert(types.NewFunc(token.NoPos, p, name, s))
}

type stdDecl struct {
	path, name, funcs string
	consts            map[string]constant.Value
}

// stdDecls lists all of package math, not only what kernels can call, so that a call of the rest is rejected by
// name and not as undefined. It is a function because creating the constants of package math takes 60 µs.
func stdDecls() []stdDecl {
	return []stdDecl{
		{"math", "math", `
d>d: Abs Acos Acosh Asin Asinh Atan Atanh Cbrt Ceil Cos Cosh Erf Erfc Erfcinv Erfinv Exp Exp2 Expm1 Floor Gamma J0 J1 Log Log10
d>d: Log1p Log2 Logb Round RoundToEven Sin Sinh Sqrt Tan Tanh Trunc Y0 Y1
dd>d: Atan2 Copysign Dim Hypot Max Min Mod Nextafter Pow Remainder
ddd>d: FMA
di>d: Ldexp
d>di: Frexp
d>dd: Modf Sincos
d>i: Ilogb
id>d: Jn Yn
d>t: IsNaN Signbit
di>t: IsInf
i>d: Inf Pow10
>d: NaN
d>q: Float64bits
q>d: Float64frombits
f>w: Float32bits
w>f: Float32frombits
ff>f: Nextafter32
d>di: Lgamma`, mathConsts()},
		{"math/bits", "bits", `
u>i: LeadingZeros Len OnesCount TrailingZeros
b>i: LeadingZeros8 Len8 OnesCount8 TrailingZeros8
s>i: LeadingZeros16 Len16 OnesCount16 TrailingZeros16
w>i: LeadingZeros32 Len32 OnesCount32 TrailingZeros32
q>i: LeadingZeros64 Len64 OnesCount64 TrailingZeros64
u>u: Reverse ReverseBytes
b>b: Reverse8
s>s: Reverse16 ReverseBytes16
w>w: Reverse32 ReverseBytes32
q>q: Reverse64 ReverseBytes64
ui>u: RotateLeft
bi>b: RotateLeft8
si>s: RotateLeft16
wi>w: RotateLeft32
qi>q: RotateLeft64
uuu>uu: Add Sub Div
www>ww: Add32 Sub32 Div32
qqq>qq: Add64 Sub64 Div64
uu>uu: Mul
ww>ww: Mul32
qq>qq: Mul64
uuu>u: Rem
www>w: Rem32
qqq>q: Rem64`, map[string]constant.Value{"UintSize": constant.MakeInt64(64)}},
		{"cmp", "cmp", "", nil},
	}
}

// mathConsts returns the constants of package math, exactly as defined there.
func mathConsts() map[string]constant.Value {
	m := map[string]constant.Value{}
	num := func(name, lit string) { m[name] = constant.MakeFromLiteral(lit, token.FLOAT, 0) }
	num("E", "2.71828182845904523536028747135266249775724709369995957496696763")
	num("Pi", "3.14159265358979323846264338327950288419716939937510582097494459")
	num("Phi", "1.61803398874989484820458683436563811772030917980576286213544862")
	num("Sqrt2", "1.41421356237309504880168872420969807856967187537694807317667974")
	num("SqrtE", "1.64872127070012814684865078781416357165377610071014801157507931")
	num("SqrtPi", "1.77245385090551602729816748334114518279754945612238712821380779")
	num("SqrtPhi", "1.27201964951406896425242246173749149171560804184009624861664038")
	num("Ln2", "0.693147180559945309417232121458176568075500134360255254120680009")
	num("Ln10", "2.30258509299404568401799145468436420760110148862877297603332790")
	num("SmallestNonzeroFloat32", "0x1p-149")
	num("SmallestNonzeroFloat64", "0x1p-1074")
	num("MaxFloat32", "0x1.fffffep127")
	num("MaxFloat64", "0x1.fffffffffffffp1023")
	one := constant.MakeInt64(1)
	m["Log2E"] = constant.BinaryOp(constant.ToFloat(one), token.QUO, m["Ln2"])
	m["Log10E"] = constant.BinaryOp(constant.ToFloat(one), token.QUO, m["Ln10"])
	for suffix, bits := range map[string]uint{"": 64, "8": 8, "16": 16, "32": 32, "64": 64} {
		half := constant.Shift(one, token.SHL, bits-1)
		m["MinInt"+suffix] = constant.UnaryOp(token.SUB, half, 0)
		m["MaxInt"+suffix] = constant.BinaryOp(half, token.SUB, one)
		m["MaxUint"+suffix] = constant.BinaryOp(constant.Shift(one, token.SHL, bits), token.SUB, one)
	}
	return m
}
