package cprint

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
)

// bits prints a function of math/bits using the builtins of gcc and clang.
func (p *printer) bits(e *ast.CallExpr, name string) (string, int) {
	base := strings.TrimRight(name, "0123456789")
	width := strings.TrimPrefix(name, base)
	if width == "" {
		width = "64"
	}
	wide, long := width == "64", ""
	if wide {
		long = "ll"
	}
	x := p.expr(e.Args[0])
	one := func(body string) (string, int) { // a helper with one argument, since the builtins are undefined at zero
		n := "go_" + strings.ToLower(base) + width
		return p.helper(n, fmt.Sprintf("static inline int64_t %s(uint%s_t x) { return %s; }", n, width, body)) + "(" +
			x + ")", precPrimary
	}
	extra := map[string]string{"8": " - 24", "16": " - 16"}[width]
	switch base {
	case "OnesCount":
		return fmt.Sprintf("(int64_t)__builtin_popcount%s(%s)", long, x), precUnary
	case "LeadingZeros":
		return one(fmt.Sprintf("x ? __builtin_clz%s(x)%s : %s", long, extra, width))
	case "Len":
		return one(fmt.Sprintf("x ? %s - (__builtin_clz%s(x)%s) : 0", width, long, extra))
	case "TrailingZeros":
		return one(fmt.Sprintf("x ? __builtin_ctz%s(x) : %s", long, width))
	case "Reverse":
		return p.reverse(width) + "(" + x + ")", precPrimary
	case "ReverseBytes":
		return fmt.Sprintf("__builtin_bswap%s(%s)", width, x), precPrimary
	case "RotateLeft":
		t, n := "uint"+width+"_t", "go_rotateleft"+width
		return p.helper(n,
			fmt.Sprintf("static inline %[1]s %[2]s(%[1]s x, int64_t k) {\n\tconst unsigned s = (unsigned)k & (%[3]s "+
				"- 1);\n"+
				"\treturn (%[1]s)((x << s) | (x >> (-s & (%[3]s - 1))));\n}", t, n, width)) + "(" + x + ", " +
			p.expr(e.Args[1]) + ")", precPrimary
	}
	p.fail(e, "bits.%s", name)
	return "", 0
}

// reverse prints a helper that swaps groups of bits of increasing size; compilers recognize this pattern.
func (p *printer) reverse(width string) string {
	t, n := "uint"+width+"_t", "go_reverse"+width
	digits := map[string]int{"8": 2, "16": 4, "32": 8, "64": 16}[width]
	var b strings.Builder
	fmt.Fprintf(&b, "static inline %[1]s %[2]s(%[1]s x) {\n", t, n)
	for i, mask := range []string{"5", "3", "0f"} {
		fmt.Fprintf(&b, "\tx = (%s)(((x >> %[2]d) & 0x%[3]su) | ((x & 0x%[3]su) << %[2]d));\n", t, 1<<i,
			strings.Repeat(mask, digits/len(mask)))
	}
	if width == "8" {
		b.WriteString("\treturn x;\n}")
	} else {
		fmt.Fprintf(&b, "\treturn __builtin_bswap%s(x);\n}", width)
	}
	return p.helper(n, b.String())
}

// carry prints Add, Sub and Mul of math/bits, which store their two results in outs.
func (p *printer) carry(e *ast.CallExpr, name string, outs []string) string {
	base := strings.TrimRight(name, "0123456789")
	width := strings.TrimPrefix(name, base)
	if width == "" {
		width = "64"
	}
	t := "uint" + width + "_t"
	body, params := "", t+" x, "+t+" y, "+t+" c"
	switch base {
	case "Add":
		body = "\tconst %[1]s s = x + y + c;\n\t*hi = ((x & y) | ((x | y) & ~s)) >> (%[2]s - 1);\n\t*lo = s;"
	case "Sub":
		body = "\tconst %[1]s d = x - y - c;\n\t*hi = ((~x & y) | (~(x ^ y) & d)) >> (%[2]s - 1);\n\t*lo = d;"
	case "Mul":
		params = t + " x, " + t + " y"
		wide := map[string]string{"32": "uint64_t", "64": "unsigned __int128"}[width]
		body = "\tconst " + wide + " p = (" + wide + ")x * y;\n\t*hi = (%[1]s)(p >> %[2]s);\n\t*lo = (%[1]s)p;"
		outs = []string{outs[1], outs[0]} // the high half comes first in Go
	default:
		p.fail(e, "bits.%s", name)
	}
	n := "go_" + strings.ToLower(base) + width
	p.helper(n, fmt.Sprintf("static inline void "+n+"("+params+", %[1]s *lo, %[1]s *hi) {\n"+body+"\n}", t, width))
	var args []string
	for _, a := range e.Args {
		args = append(args, p.expr(a))
	}
	return n + "(" + strings.Join(append(args, outs...), ", ") + ")"
}

// compare prints the functions of package cmp: NaN equals itself and is less than all other values.
func (p *printer) compare(e *ast.CallExpr, name string) string {
	t := p.f.Info.TypeOf(e.Args[0])
	if p.f.Info.Types[e.Args[0]].Value != nil {
		t = p.f.Info.TypeOf(e.Args[1]) // an untyped constant operand has the type of the other one
	}
	ct := p.ctype(e, types.Default(t))
	short := strings.TrimSuffix(ct, "_t")
	less := "%[1]s < %[2]s"
	if ct == "float" || ct == "double" {
		less = "((%[1]s != %[1]s && %[2]s == %[2]s) || %[1]s < %[2]s)"
	}
	n, body := "", ""
	switch name {
	case "Less":
		n, body = "go_less_"+short, "static inline bool go_less_%[3]s(%[4]s a, %[4]s b) { return "+
			fmt.Sprintf(less, "a", "b")+"; }"
	case "Compare":
		n = "go_compare_" + short
		body = "static inline int64_t go_compare_%[3]s(%[4]s a, %[4]s b) { return (" + fmt.Sprintf(less, "b", "a") +
			") - (" + fmt.Sprintf(less, "a", "b") + "); }"
	default:
		p.fail(e, "cmp.%s", name)
	}
	p.helper(n, strings.NewReplacer("%[3]s", short, "%[4]s", ct).Replace(body))
	return n + "(" + p.expr(e.Args[0]) + ", " + p.expr(e.Args[1]) + ")"
}
