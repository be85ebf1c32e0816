package gen

import (
	"fmt"
	"strings"
)

// typ is a scalar type: its name in the kernel and its predeclared underlying type.
type typ struct{ name, base string }

var ints = []string{"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "int", "uint", "uintptr"}

// common types are drawn more often: bytes, 32-bit integers and floats are the most usual in kernels.
var common = []string{"uint8", "int32", "int16", "float32", "float64", "float32", "float64", "int64", "int"}

// basic returns the predeclared type of a name.
func basic(name string) typ { return typ{name, name} }

// anyType draws one of all types.
func (w *writer) anyType() typ {
	if w.IntN(3) > 0 {
		return basic(pick(w, common...))
	}
	return basic(pick(w, ints...))
}

func (t typ) isFloat() bool    { return t.base[0] == 'f' }
func (t typ) isBool() bool     { return t.base == "bool" }
func (t typ) isInt() bool      { return !t.isFloat() && !t.isBool() }
func (t typ) isUnsigned() bool { return t.base[0] == 'u' }

// bits returns the width; int and uint are as wide as on all targets.
func (t typ) bits() int {
	switch {
	case strings.HasSuffix(t.base, "8"):
		return 8
	case strings.HasSuffix(t.base, "16"):
		return 16
	case strings.HasSuffix(t.base, "32"):
		return 32
	}
	return 64
}

// conv returns e converted to t.
func (t typ) conv(e string) string { return t.name + "(" + strip(e) + ")" }

// strip removes parentheses that enclose all of e.
func strip(e string) string {
	if len(e) < 2 || e[0] != '(' || e[len(e)-1] != ')' {
		return e
	}
	depth := 0
	for i, c := range e {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
			if depth == 0 && i < len(e)-1 {
				return e
			}
		}
	}
	return e[1 : len(e)-1]
}

// constant returns a constant of type t. It is only used as the right operand of a variable, so that no constant
// expression overflows.
func (w *writer) constant(t typ) string {
	switch {
	case t.isBool():
		return pick(w, "true", "false")
	case t.isFloat() && w.small():
		return fmt.Sprint(1 + w.IntN(4))
	case t.isFloat():
		return pick(w, fmt.Sprint(float64(w.IntN(33)-16)/4), fmt.Sprint(1+w.IntN(9)), "0.1", "1e-3", "1.5")
	}
	if w.used["constants"] && w.IntN(4) == 0 {
		return fmt.Sprintf("KC%d", w.IntN(3))
	}
	switch w.IntN(8) {
	case 0:
		if t.isUnsigned() {
			return fmt.Sprint(uint64(1)<<(t.bits()-1) - 1 + uint64(w.IntN(3)))
		}
		return fmt.Sprint(uint64(1)<<(t.bits()-1) - 1 - uint64(w.IntN(2)))
	case 1:
		return fmt.Sprint(1 << w.IntN(7))
	}
	return fmt.Sprint(w.IntN(100))
}

// small reports whether floating-point values must remain integral and small, so that sums are exact in any order.
func (w *writer) small() bool { return w.k.Mode.AnyOrder() }
