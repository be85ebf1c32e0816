package verify

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unsafe"
)

// printer formats arguments as Go source.
type printer struct {
	s    *state
	pkg  string // the function's package, omitted from the names of its types
	out  strings.Builder
	done map[int]bool // blocks
}

// text returns Go source that makes the arguments and calls the function. m0, m1 … are the memory that the
// arguments refer to. name is a name from package runtime, or any other.
func (s *state) text(name string) string {
	p := &printer{s: s, done: map[int]bool{}}
	short := name[strings.LastIndexByte(name, '/')+1:]
	p.pkg, name, _ = strings.Cut(short, ".")
	if name == "" {
		p.pkg, name = "", short
	}
	name = strings.ReplaceAll(name, "[...]", "")
	var args []string
	for i, a := range s.args {
		args = append(args, fmt.Sprintf("a%d", i))
		line := fmt.Sprintf("var a%d %s = %s\n", i, p.name(a.elem), p.value(a.elem, a.base))
		p.out.WriteString(line)
	}
	if s.t.IsVariadic() {
		args[len(args)-1] += "..."
	}
	fmt.Fprintf(&p.out, "%s(%s)\n", name, strings.Join(args, ", "))
	return p.out.String()
}

// name returns the name of a type as the function's package writes it.
func (p *printer) name(t reflect.Type) string {
	s := t.String()
	if p.pkg != "" {
		s = strings.ReplaceAll(s, p.pkg+".", "")
	}
	return s
}

// block declares the memory that x refers to, and all memory needed for it, and returns the block and the offset
// in it.
func (p *printer) block(x reflect.Value) (i int, off uintptr) {
	i, off = p.s.findValue(x)
	if i < 0 || p.done[i] {
		return i, off
	}
	p.done[i] = true
	b := &p.s.blocks[i]
	text := fmt.Sprintf("m%d := []%s{", i, p.name(b.elem))
	used := 0
	for k := range b.n {
		if v := reflect.NewAt(b.elem, b.at(k)).Elem(); !v.IsZero() {
			used = k + 1
		}
	}
	for k := range used {
		text += p.value(b.elem, b.at(k)) + ", "
	}
	text = strings.TrimSuffix(text, ", ")
	if used < b.n {
		if text[len(text)-1] != '{' {
			text += ", "
		}
		text += fmt.Sprintf("%d: %s", b.n-1, p.value(b.elem, b.at(b.n-1)))
	}
	p.out.WriteString(text + "}\n")
	return i, off
}

// value returns an expression for the value of type t at x.
func (p *printer) value(t reflect.Type, x unsafe.Pointer) string {
	v := reflect.NewAt(t, x).Elem()
	switch t.Kind() {
	case reflect.Struct:
		var fields []string
		for i := range t.NumField() {
			f := t.Field(i)
			if at := unsafe.Add(x, f.Offset); f.Name != "_" && !v.Field(i).IsZero() {
				fields = append(fields, f.Name+": "+p.value(f.Type, at))
			}
		}
		return p.name(t) + "{" + strings.Join(fields, ", ") + "}"
	case reflect.Array:
		var list []string
		for i := range t.Len() {
			list = append(list, p.value(t.Elem(), unsafe.Add(x, uintptr(i)*t.Elem().Size())))
		}
		return p.name(t) + "{" + strings.Join(list, ", ") + "}"
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.Float32, reflect.Float64:
		return p.float(t, v.Float())
	case reflect.Complex64, reflect.Complex128:
		part := reflect.TypeFor[float64]()
		if t.Kind() == reflect.Complex64 {
			part = reflect.TypeFor[float32]()
		}
		return "complex(" + p.float(part, real(v.Complex())) + ", " + p.float(part, imag(v.Complex())) + ")"
	case reflect.String:
		return strconv.Quote(v.String())
	case reflect.Slice:
		if v.IsNil() {
			return "nil"
		}
		if v.Cap() == 0 {
			return p.name(t) + "{}"
		}
		i, off := p.block(v)
		if i < 0 { // elements of size zero
			return fmt.Sprintf("make(%s, %d, %d)", p.name(t), v.Len(), v.Cap())
		}
		if b := &p.s.blocks[i]; b.elem != t.Elem() {
			return fmt.Sprintf("unsafe.Slice((*%s)(unsafe.Add(unsafe.Pointer(&m%d[0]), %d)), %d)[:%d]", p.name(t.Elem()), i,
				off, v.Cap(), v.Len())
		}
		from := int(off / t.Elem().Size())
		return fmt.Sprintf("m%d[%d:%d:%d]", i, from, from+v.Len(), from+v.Cap())
	case reflect.Pointer:
		if v.IsNil() {
			return "nil"
		}
		i, off := p.block(v)
		if i < 0 {
			return "new(" + p.name(t.Elem()) + ")"
		}
		b := &p.s.blocks[i]
		if b.elem == t.Elem() {
			return fmt.Sprintf("&m%d[%d]", i, off/b.elem.Size())
		}
		return fmt.Sprintf("(%s)(unsafe.Add(unsafe.Pointer(&m%d[0]), %d))", p.name(t), i, off)
	}
	switch {
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10)
	}
	return "nil"
}

// float returns an expression with the same bits as x, except that NaN payloads are lost.
func (p *printer) float(t reflect.Type, x float64) string {
	s := ""
	switch {
	case math.IsNaN(x):
		s = "math.NaN()"
	case math.IsInf(x, 0):
		s = fmt.Sprintf("math.Inf(%d)", int(math.Copysign(1, x)))
	case x == 0 && math.Signbit(x):
		s = "math.Copysign(0, -1)"
	default:
		return strconv.FormatFloat(x, 'g', -1, t.Bits())
	}
	if n := p.name(t); n != "float64" {
		s = n + "(" + s + ")"
	}
	return s
}
