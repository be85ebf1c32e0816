package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Results that refer to the memory of arguments, and errors: part0 and part1, after the numeric results.

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

// drawParts draws such results, and adds them to the result list.
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

// setParts assigns their values; earlier loops may have returned already.
func (w *writer) setParts() {
	for _, p := range w.parts {
		switch p.kind {
		case slicePart:
			if w.makes() {
				w.makeSlice(p)
				break
			}
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
			if w.makes() {
				w.makeError(p)
			}
		}
	}
}

// makes draws whether a part is allocated. The draw has its own stream, so kernels without such parts do not change.
func (w *writer) makes() bool {
	if w.opt.Without["memory made"] {
		return false
	}
	if w.own == nil {
		w.own = rand.New(rand.NewPCG(w.k.Seed, 0xa110c))
	}
	return w.own.IntN(2) == 0
}

// storeRows assigns to p one of the slices that the kernel stores in allocated memory, permutes and reads again.
func (w *writer) storeRows(p part, pick func(...string) string) {
	w.use("rows stored")
	rows := "make([][]" + p.elem + ", n&7+1)"
	if w.own.IntN(2) == 0 {
		rows = "append([][]" + p.elem + "(nil), " + p.of + ", nil)"
	}
	w.block("if rows := "+rows+"; n >= 0", func() {
		w.block("for i := range rows", func() {
			w.line("rows[i] = %s[min(i*(m&7), len(%s)):]", p.of, p.of)
		})
		if w.own.IntN(2) == 0 {
			w.line("rows = append(rows, %s[:n&1&len(%s)], rows[0])", p.of, p.of)
		}
		w.block("for k := range n & 15", func() {
			w.line("i, j := k%%len(rows), (k+%d)%%len(rows)", 1+w.own.IntN(3))
			w.line("rows[i], rows[j] = rows[j], rows[i][%s:]", pick("0", "len(rows[i])/2", "len(rows[i])"))
		})
		w.block("for _, r := range rows", func() {
			w.block("for i := range r", func() { w.line("r[i] = %s", pick("r[len(r)-1-i]", "rows[0][i%len(rows[0])]", "r[0]")) })
		})
		w.line("%s = rows[%s]", p.name, pick("0", "m&1&(len(rows)-1)", "len(rows)-1"))
	})
}

// makeSlice allocates memory for p: of the length of a slice, or by append.
func (w *writer) makeSlice(p part) {
	w.use("memory made")
	pick := func(list ...string) string { return list[w.own.IntN(len(list))] }
	form := w.own.IntN(10)
	if p.elem == "bool" && (form == 2 || form == 4 || form == 6) {
		form = 3 // those of numbers
	}
	switch form {
	case 8, 9:
		w.storeRows(p, pick)
	case 0:
		w.line("%s = make([]%s, len(%s))", p.name, p.elem, p.of)
		w.block(fmt.Sprintf("for i := range %s", p.of), func() {
			w.line("%s[i] = %s[%s]", p.name, p.of, pick("i", "len("+p.of+")-1-i", "i/2"))
		})
	case 1:
		w.line("%s = make([]%s, n&15, 16+m&%d)", p.name, p.elem, w.own.IntN(8))
		w.line("copy(%s, %s)", p.name, p.of)
	case 2:
		w.block(fmt.Sprintf("for i, v := range %s", p.of), func() {
			w.block(fmt.Sprintf("if i&%d %s m&3 || v == 1", 1+w.own.IntN(7), pick("<", "==", "!=")), func() {
				w.line("%s = append(%s, %s)", p.name, p.name, pick("v", "v, v", p.of+"[i/3]"))
			})
		})
	case 3:
		w.line("%s = append(%s, %s...)", p.name, pick(p.of+"[:len("+p.of+"):len("+p.of+")]", p.of, p.of+"[:len("+p.of+")/2]"),
			pick(p.of, p.of+"[len("+p.of+")/3:]"))
	case 4:
		w.line("few := []%s{1, 2, %s(n & 7)}", p.elem, p.elem)
		w.line("%s = few[:m&3]", p.name)
		w.block("for i := range few", func() { w.line("few[i] += 3") })
		if w.own.IntN(2) == 0 {
			w.line("%s = append(%s, few...)", p.name, p.name)
		}
	case 6: // large or small capacity, also in place, and sometimes few of many elements
		w.line("%s = %s", p.name, pick("nil", p.of+"[:0]", p.of+"[len("+p.of+")/2:]", fmt.Sprintf("make([]%s, 0, len(%s))", p.elem, p.of),
			fmt.Sprintf("make([]%s, n&3, 64+m&63)", p.elem)))
		head, at := fmt.Sprintf("for i := 0; i < 4*len(%s); i++", p.of), "i/4"
		if w.own.IntN(2) == 0 {
			head, at = "for i := range "+p.of, "i"
		}
		w.block(head, func() {
			w.line("v := %s[%s]", p.of, at)
			w.block(fmt.Sprintf("if v %s %s(m&3)", pick("<", ">=", "!="), p.elem), func() {
				w.line("%s = append(%s, %s)", p.name, p.name, pick("v", "v+1", "v, 2"))
			})
		})
	case 7:
		w.line("%s = %s", p.name, pick("nil", p.of+"[:0]", fmt.Sprintf("make([]%s, 1, 50)", p.elem)))
		w.block(fmt.Sprintf("for i := range %s", p.of), func() {
			if w.own.IntN(3) == 0 {
				w.block("if i == n&127", func() { w.line("break") })
			}
			w.line("%s = append(%s, %s[%s])", p.name, p.name, p.of, pick("i", "len("+p.of+")-1-i", "i/2"))
		})
	default:
		w.block("for i := range n & 3", func() {
			w.line("some := make([]%s, i+1)", p.elem)
			w.block(fmt.Sprintf("for k := range min(len(some), len(%s))", p.of), func() { w.line("some[k] = %s[k]", p.of) })
			w.line("%s = some", p.name)
		})
	}
}

// makeError assigns a new error to p.
func (w *writer) makeError(p part) {
	w.use("error made")
	w.imports["fmt"] = true
	pick := func(list ...string) string { return list[w.own.IntN(len(list))] }
	w.block("if n&7 "+pick("== 1", "> 2", "!= 5"), func() {
		w.line("%s = fmt.Errorf(\"%%d of %%d: %s\", n, m, %s)", p.name, pick("%w", "%v"), pick(p.name, "KEnd", "KErr"))
	})
	if w.own.IntN(3) == 0 {
		w.block("if m&15 == 2", func() { w.line("panic(%s)", pick(p.name, `fmt.Sprintf("m is %d", m)`, "n", "errors.New(\"two\")")) })
	}
}

// setSlice assigns a part of a slice, or nil, to p.
func (w *writer) setSlice(p part) {
	switch w.IntN(4) {
	case 0:
		w.line("%s = %s[min(len(%s), n&15):]", p.name, p.of, p.of)
	case 1:
		w.line("%s = %s[:len(%s)/2:len(%s)]", p.name, p.of, p.of, p.of)
	case 2: // the rest of it, perhaps empty
		w.line("%s = %s", p.name, p.of)
		w.block(fmt.Sprintf("for len(%s) > n&3", p.name), func() {
			w.line("%s = %s[%d:]", p.name, p.name, 1)
		})
	default:
		w.block("if n&3 != 1", func() { w.line("%s = %s[len(%s):]", p.name, p.of, p.of) })
	}
	w.block(fmt.Sprintf("if %s != nil && m&7 == 3", p.name), func() { w.line("%s = nil", p.name) })
}
