package gen

import (
	"fmt"
	"strings"
)

// Results that refer to what arguments refer to, and errors: part0 and part1, behind those that are numbers.

// A part is such a result.
type part struct {
	name string
	kind partKind
	of   string // the slice or string
	elem string
}

type partKind int

const (
	slicePart partKind = iota
	stringPart
	pointerPart
	errorPart
)

// drawParts draws them, and adds them to the result list.
func (w *writer) drawParts(list []string) []string {
	if w.IntN(5) > 0 {
		return list
	}
	for i := range 1 + w.IntN(2) {
		p := part{name: fmt.Sprintf("part%d", i), kind: partKind(w.IntN(4))}
		t := "error"
		switch p.kind {
		case slicePart, pointerPart:
			if len(w.slices) == 0 {
				continue
			}
			s := w.slices[w.IntN(len(w.slices))]
			if s.size > 0 {
				continue
			}
			p.of, p.elem = s.name, s.t.name
			w.use("slice returned")
			t = "[]" + p.elem
			if p.kind == pointerPart {
				w.use("pointer returned")
				t = "*" + p.elem
			}
		case stringPart:
			if len(w.strs) == 0 || w.opt.Without["text returned"] {
				continue
			}
			p.of, t = w.strs[0], "string"
			w.use("text returned")
		case errorPart:
			if w.opt.Without["error returned"] {
				continue
			}
			if len(w.top) == 0 || !strings.HasPrefix(w.top[0], "var KErr") {
				w.top = append([]string{"var KErr, KEnd = errors.New(\"no number\"), errors.New(\"the end\")\n"}, w.top...)
				w.imports["errors"] = true
			}
			w.use("error returned")
		}
		w.parts = append(w.parts, p)
		list = append(list, p.name+" "+t)
	}
	return list
}

// setParts gives them their values; the loops in front may have left already.
func (w *writer) setParts() {
	for _, p := range w.parts {
		switch p.kind {
		case slicePart:
			w.setSlice(p)
		case stringPart:
			w.line("%s = %s[min(len(%s), n&7):]", p.name, p.of, p.of)
			w.block(fmt.Sprintf("for len(%s) > 1 && %s[len(%s)-1] <= 'm'", p.name, p.name, p.name), func() {
				w.line("%s = %s[:len(%s)-1]", p.name, p.name, p.name)
			})
			w.block(fmt.Sprintf("if %s == \"z\" || len(%s) == 3", p.name, p.name), func() {
				w.line("%s = %s", p.name, pick(w, `"some"`, `""`, p.of))
			})
		case pointerPart:
			w.block(fmt.Sprintf("for i := range %s", p.of), func() {
				w.block(fmt.Sprintf("if %s == nil || i&3 == m&3", p.name), func() {
					w.line("%s = &%s[i]", p.name, p.of)
				})
			})
		case errorPart:
			w.block(fmt.Sprintf("if %s == nil && n&3 == %d", p.name, w.IntN(4)), func() { w.line("%s = KErr", p.name) })
			w.block(fmt.Sprintf("if %s != nil && m&1 == 0", p.name), func() { w.line("%s = KEnd", p.name) })
		}
	}
}

// setSlice makes p a part of a slice, or nil.
func (w *writer) setSlice(p part) {
	switch w.IntN(4) {
	case 0:
		w.line("%s = %s[min(len(%s), n&15):]", p.name, p.of, p.of)
	case 1:
		w.line("%s = %s[:len(%s)/2:len(%s)]", p.name, p.of, p.of, p.of)
	case 2: // what is left of it, perhaps nothing
		w.line("%s = %s", p.name, p.of)
		w.block(fmt.Sprintf("for len(%s) > n&3", p.name), func() {
			w.line("%s = %s[%d:]", p.name, p.name, 1)
		})
	default:
		w.block("if n&3 != 1", func() { w.line("%s = %s[len(%s):]", p.name, p.of, p.of) })
	}
	w.block(fmt.Sprintf("if %s != nil && m&7 == 3", p.name), func() { w.line("%s = nil", p.name) })
}
