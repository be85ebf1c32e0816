package gen

import (
	"fmt"
	"math/bits"
	"strings"
)

// rowSlice is a parameter that is a slice of structs or of arrays.
type rowSlice struct {
	name   string
	fields []variable // of a struct; nil is an array
	elem   typ        // of arrays
	size   int
}

// objectParams adds parameters of rarer kinds. Most kernels are about slices of numbers, like most programs.
func (w *writer) objectParams() (params []string) {
	if w.may("array pointer", 10) {
		t := pick(w, w.types...)
		s := slice{name: "p0", t: t, size: pick(w, 4, 8, 16, 16, 17, 64, 256)}
		w.arrays = append(w.arrays, s)
		params = append(params, fmt.Sprintf("p0 *[%d]%s", s.size, t.name))
	}
	if w.may("slice of structs", 10) && w.k.Inst == "" {
		r := rowSlice{name: "q0"}
		var fields []string
		for i := range 1 + w.IntN(4) {
			f := variable{string(rune('A' + i)), pick(w, w.types...)}
			r.fields = append(r.fields, f)
			fields = append(fields, f.name+" "+f.t.name)
		}
		w.top = append(w.top, "type KR struct {\n\t"+strings.Join(fields, "\n\t")+"\n}\n")
		w.rows = append(w.rows, r)
		params = append(params, "q0 []KR")
	}
	if w.may("slice of arrays", 12) {
		r := rowSlice{name: "q1", elem: pick(w, w.types...), size: 1 + w.IntN(5)}
		w.rows = append(w.rows, r)
		params = append(params, fmt.Sprintf("q1 [][%d]%s", r.size, r.elem.name))
	}
	if w.may("string", 12) {
		w.strs = append(w.strs, "z0")
		params = append(params, "z0 string")
	}
	return params
}

// declareTables writes a table before the kernel.
func (w *writer) declareTables() {
	if w.k.Inst != "" || !w.may("table", 10) {
		return
	}
	t := pick(w, w.types...)
	if t.isBool() {
		return
	}
	s := slice{name: "KTab", t: t, size: pick(w, 4, 8, 16, 16, 32, 64, 128, 256), ro: true}
	var list []string
	lo, hi, kind := [16]int{}, [16]int{}, w.IntN(4)
	for k := range lo {
		lo[k], hi[k] = w.IntN(128), w.IntN(128)
	}
	for k := range s.size {
		v := w.IntN(100)
		switch {
		case kind == 1: // of both halves of the index
			v = lo[k%16] ^ hi[k/16]
		case kind == 2 && lo[k/16] < 96: // the same in most rows
			v = 85
		}
		list = append(list, fmt.Sprint(v))
	}
	w.top = append(w.top, fmt.Sprintf("var KTab = [%d]%s{%s}\n", s.size, t.name, strings.Join(list, ", ")))
	w.tables = append(w.tables, s)
}

// locals declares local arrays and slices.
func (w *writer) locals() {
	if len(w.strs) > 0 && !w.opt.Without["range string"] && w.forms.IntN(2) == 0 {
		w.use("range string")
		w.line("k0 := int32(0)")
		w.line("for i, r := range %s {\n\t\tk0 = k0*31 + r - int32(i)\n\t}", w.strs[0])
		w.line("_ = k0")
		if !w.small() {
			w.temps = append(w.temps, variable{"k0", basic("int32")})
		}
	}
	if w.may("local array", 10) {
		t := pick(w, w.types...)
		s := slice{name: "u0", t: t, size: pick(w, 4, 8, 16, 32)}
		if w.IntN(2) == 0 && !t.isBool() {
			w.line("u0 := [%d]%s{%d, 2, 3}", s.size, t.name, w.IntN(9))
		} else {
			w.line("var u0 [%d]%s", s.size, t.name)
		}
		w.line("_ = u0[0]")
		w.arrays = append(w.arrays, s)
	}
	if w.may("local 2-D array", 16) {
		t := pick(w, w.types...)
		w.line("var u1 [4][8]%s", t.name)
		w.line("_ = u1[0][0]")
		w.arrays = append(w.arrays, slice{name: "u1[m&3]", t: t, size: 8})
	}
	if w.guarded && w.may("local slice", 10) {
		s := pick(w, w.slices...)
		d := slice{name: "d0", t: s.t, ro: s.ro}
		w.line("d0 := %s[:max(n, 0)]", s.name)
		w.line("_ = len(d0)")
		w.slices = append(w.slices, d)
	}
	if w.guarded && w.may("slicing 3", 14) {
		s := pick(w, w.slices...)
		w.line("d1 := %s[0:max(n, 0):max(n, 0)]", s.name)
		w.line("_ = len(d1)")
		w.slices = append(w.slices, slice{name: "d1", t: s.t, ro: s.ro})
	}
}

// arrayAt returns a subscript of an array. Unless panics are wanted, it is in range because of a mask or the bound of
// the loop.
func (w *writer) arrayAt(s slice) string {
	mask := 1
	for mask*2 <= s.size {
		mask *= 2
	}
	l := w.inner()
	switch {
	case l == nil:
		return fmt.Sprint(w.IntN(s.size))
	case l.trips > 0 && l.trips <= s.size && w.IntN(2) == 0:
		return l.v
	case w.k.Panicky && w.IntN(6) == 0:
		return l.v
	case w.IntN(4) == 0 && w.inexpr < 3:
		return fmt.Sprintf("int(%s) & %d", strip(w.leafInt()), mask-1)
	case w.IntN(3) == 0 && w.inexpr < 3 && s.size == 256: // by its type
		return fmt.Sprintf("uint8(%s)", strip(w.leafInt()))
	case w.IntN(3) == 0 && w.inexpr < 3 && s.size < 256: // by a shift
		return fmt.Sprintf("uint8(%s) >> %d", strip(w.leafInt()), 8-bits.Len(uint(mask-1)))
	case w.IntN(6) == 0:
		return fmt.Sprint(w.IntN(s.size))
	}
	return fmt.Sprintf("%s & %d", l.v, mask-1)
}

// object returns a load of type t from something other than a slice, or "".
func (w *writer) object(t typ) string {
	if w.IntN(3) > 0 {
		return ""
	}
	for _, list := range [][]slice{w.arrays, w.tables} {
		for _, s := range list {
			if s.t == t && w.IntN(2) == 0 {
				return fmt.Sprintf("%s[%s]", s.name, w.arrayAt(s))
			}
		}
	}
	l := w.longLoop()
	if l == nil {
		return ""
	}
	i := l.v
	if l.row != "" {
		i = l.row
	}
	for _, r := range w.rows {
		for _, f := range r.fields {
			if f.t == t && w.IntN(2) == 0 {
				return fmt.Sprintf("%s[%s].%s", r.name, i, f.name)
			}
		}
		if r.size > 0 && r.elem == t && w.IntN(2) == 0 {
			return fmt.Sprintf("%s[%s][%d]", r.name, i, w.IntN(r.size))
		}
	}
	if len(w.strs) > 0 && t.isInt() && w.IntN(3) == 0 {
		return t.conv(fmt.Sprintf("z0[%s]", i))
	}
	if w.IntN(12) == 0 && t.isInt() && w.may("cap", 4) {
		return t.conv("cap(" + pick(w, w.slices...).name + ")")
	}
	return ""
}

// objectStmt writes a store to something other than a slice.
func (w *writer) objectStmt() {
	l := w.longLoop()
	if len(w.arrays) > 0 && w.IntN(2) == 0 {
		s := pick(w, w.arrays...)
		if s.t.isBool() {
			w.line("%s[%s] = %s", s.name, w.arrayAt(s), w.cond())
			return
		}
		e := strip(w.expr(s.t, 2))
		w.line("%s[%s] %s %s", s.name, w.arrayAt(s), pick(w, "=", "+="), e)
		return
	}
	if len(w.rows) > 0 && l != nil {
		r := pick(w, w.rows...)
		i := l.v
		if l.row != "" {
			i = l.row
		}
		to, t := fmt.Sprintf("%s[%s][%d]", r.name, i, w.IntN(max(r.size, 1))), r.elem
		if r.fields != nil {
			f := pick(w, r.fields...)
			to, t = fmt.Sprintf("%s[%s].%s", r.name, i, f.name), f.t
		}
		w.line("%s = %s", to, strip(w.expr(t, 2)))
		return
	}
	w.store(false)
}

// wholeSlice writes a statement about a whole slice: outside of long loops, where it is cheap.
func (w *writer) wholeSlice() {
	s := pick(w, w.slices...)
	if s.ro {
		w.store(false)
		return
	}
	in := w.inner()
	k := w.IntN(4)
	if w.k.Panicky && in != nil && w.IntN(3) > 0 { // few kernels are intended to panic
		k = 2
	}
	switch k {
	case 0:
		for _, o := range w.slices {
			if o.t == s.t && w.may("copy", 2) {
				w.line("copy(%s, %s[min(m&7, len(%s)):])", s.name, o.name, o.name)
				w.use("slicing")
				return
			}
		}
	case 1:
		if w.may("clear", 1) {
			w.line("clear(%s[:min(m&3, len(%s))])", s.name, s.name)
			w.use("slicing")
			return
		}
	case 2:
		if w.k.Panicky && in != nil {
			w.use("panic slicing")
			w.use("slicing")
			v := w.name("w")
			w.line("%s := %s[%s:%s]", v, s.name, in.v, pick(w, "n", "m", "len("+s.name+")-"+in.v))
			w.line("_ = len(%s)", v)
			return
		}
	case 3:
		if w.may("reslicing loop", 2) {
			v := w.name("w")
			w.line("%s := %s[:min(len(%s), 40)]", v, s.name, s.name)
			w.use("slicing")
			w.block(fmt.Sprintf("for len(%s) >= 4", v), func() {
				if s.t.isBool() {
					w.line("%s[1] = %s[3]", v, v)
				} else {
					w.line("%s[1] %s %s[3]", v, pick(w, "=", "+=", "-="), v)
				}
				w.line("%s = %s[%d:]", v, v, 2+w.IntN(3))
			})
			return
		}
	}
	w.store(false)
}
