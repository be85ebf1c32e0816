package gen

import (
	"fmt"
	"math/rand/v2"
)

// texts writes, rarely, conversions between strings and byte slices: compared, ranged over and indexed, with stores to
// the bytes before and after, and strings that are carried around a loop. It draws from a separate stream, so that
// other kernels do not change.
func (w *writer) texts() {
	rng := rand.New(rand.NewPCG(w.k.Seed, 0x7e47e4))
	const feature = "bytes as text"
	if rng.IntN(8) > 0 || w.opt.Without[feature] {
		return
	}
	saved := w.Rand
	w.Rand = rng
	defer func() { w.Rand = saved }()
	w.use(feature)
	t := textWriter{writer: w, count: w.name("tn")}
	for _, s := range w.slices {
		if s.t.name == "uint8" && s.size == 0 {
			t.bytes = append(t.bytes, s.name)
			if !s.ro {
				t.stored = append(t.stored, s.name)
			}
		}
	}
	w.line("%s := 0", t.count)
	if len(t.bytes) == 0 || w.IntN(4) == 0 {
		a := w.name("ta")
		w.line("var %sv [%d]uint8", a, 1+w.IntN(20))
		w.line("%s := %[1]sv[:]\n_ = %[1]s", a)
		t.bytes, t.stored = append(t.bytes, a), append(t.stored, a)
	}
	first := w.name("tv")
	w.line("%s := %s", first, t.text())
	t.vars = append(t.vars, first)
	if w.IntN(3) == 0 {
		t.statements(2 + w.IntN(3))
	}
	w.block(fmt.Sprintf("for ti := range min(len(%s), %d)", pick(w, t.bytes...), 2+w.IntN(20)), func() {
		w.line("_ = ti")
		t.at = "ti"
		vars := len(t.vars)
		t.statements(2 + w.IntN(5))
		t.release(vars)
		t.at = ""
	})
	t.statements(1 + w.IntN(3))
	t.release(0)
	w.keepCount(t.count)
}

// textWriter writes statements about bytes and strings. at is a counter, if there is one.
type textWriter struct {
	*writer
	count         string
	at            string
	bytes, stored []string
	vars          []string // of type string
}

// place returns a nonnegative number.
func (t *textWriter) place() string {
	if t.at == "" || t.IntN(3) == 0 {
		return fmt.Sprint(t.IntN(9))
	}
	return pick(t.writer, t.at, fmt.Sprintf("%s+%d", t.at, t.IntN(4)))
}

// part returns some bytes of an operand.
func (t *textWriter) part(of string) string {
	at := t.place()
	switch t.IntN(4) {
	case 0:
		return fmt.Sprintf("%s[:]", of)
	case 1:
		return fmt.Sprintf("%s[:min(%s, len(%s))]", of, at, of)
	case 2:
		return fmt.Sprintf("%s[min(%s, len(%[1]s)):min(%[2]s+%d, len(%[1]s))]", of, at, pick(t.writer, 1, 2, 3, 5, 8, 9, 20))
	}
	return fmt.Sprintf("%s[min(%s, len(%[1]s)):]", of, at)
}

// text returns an expression of type string.
func (t *textWriter) text() string {
	switch n := t.IntN(8); {
	case n == 0:
		return fmt.Sprintf("%q", string([]byte("\x00\x01ab\xff\x00\x00\x00\x00\x00\x00\x00\x00")[:t.IntN(14)]))
	case n == 1 && len(t.strs) > 0:
		return t.part(pick(t.writer, t.strs...))
	case n < 4 && len(t.vars) > 0:
		v := pick(t.writer, t.vars...)
		return pick(t.writer, v, t.part(v))
	case n == 4 && len(t.vars) > 0:
		return "string([]byte(" + pick(t.writer, t.vars...) + "))"
	}
	return "string(" + t.part(pick(t.writer, t.bytes...)) + ")"
}

// store writes a store to some bytes.
func (t *textWriter) store() {
	if len(t.stored) == 0 {
		return
	}
	s, at := pick(t.writer, t.stored...), t.place()
	t.block(fmt.Sprintf("if %s < len(%s)", at, s), func() {
		t.line("%s[%s] %s %d", s, at, pick(t.writer, "=", "^=", "&=", "+="), t.IntN(4))
	})
}

func (t *textWriter) statements(n int) {
	for range n {
		t.statement()
	}
}

func (t *textWriter) statement() {
	c := t.count
	switch t.IntN(11) {
	case 0:
		if t.at == "" {
			v := t.name("tv")
			t.line("%s := %s", v, t.text())
			t.vars = append(t.vars, v)
			return
		}
		t.line("%s = %s", pick(t.writer, t.vars...), t.text())
	case 1, 2, 3:
		t.store()
	case 4, 5:
		op := pick(t.writer, "==", "==", "==", "!=", "<", ">=")
		t.block(fmt.Sprintf("if %s %s %s", t.text(), op, t.text()), func() {
			t.line("%s += %d", c, 1+t.IntN(9))
			if t.IntN(3) == 0 {
				t.store()
			}
		})
	case 6:
		t.block("switch "+t.text(), func() {
			t.line("case \"\\x00\", \"\\x00\\x00\\x00\\x00\":\n%s += 3", c)
			t.line("case string(%s):\n%s ^= 5", t.part(pick(t.writer, t.bytes...)), c)
			t.line("default:\n%s++", c)
		})
	case 7:
		t.block(fmt.Sprintf("for i, c := range []byte(%s)", t.text()), func() {
			t.line("%s = %s*3 + i ^ int(c)", c, c)
			if t.IntN(3) == 0 {
				t.store()
			}
		})
	case 8:
		t.block(fmt.Sprintf("for i, c := range %s", t.text()), func() { t.line("%s = %s*5 + i ^ int(c)", c, c) })
	case 9:
		x, at := pick(t.writer, t.vars...), t.place()
		t.block(fmt.Sprintf("if %s < len(%s)", at, x), func() { t.line("%s = %s*7 + int(%s[%s])", c, c, x, at) })
	default:
		u := t.name("tu")
		t.line("%s := []byte(%s)", u, t.text())
		if t.IntN(2) == 0 {
			t.block(fmt.Sprintf("if len(%s) > 0", u), func() { t.line("%s[len(%s)-1] ^= 1", u, u) })
		}
		if t.IntN(2) == 0 {
			t.store()
		}
		t.block(fmt.Sprintf("if string(%s) == %s", t.part(u), t.text()), func() { t.line("%s += len(%s)", c, u) })
	}
}

// release uses the variables from number n on, and removes them.
func (t *textWriter) release(n int) {
	for _, v := range t.vars[n:] {
		if t.IntN(2) == 0 {
			t.line("_ = %s", v)
			continue
		}
		t.block("for i := range len("+v+")", func() { t.line("%s = %s*3 + int(%s[i])", t.count, t.count, v) })
	}
	t.vars = t.vars[:n]
}
