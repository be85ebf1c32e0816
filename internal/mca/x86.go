package mca

import (
	"regexp"
	"strconv"
	"strings"
)

// x86 is amd64 in AT&T's syntax: the destination comes last.
type x86 struct{}

func (x86) relative() bool  { return true }
func (x86) comment() string { return "#" }

func (x86) modelled(in *inst) string { return in.text }

func (x86) flow(op string) (flow, int) {
	switch {
	case strings.HasPrefix(op, "ret"), op == "ud2", op == "hlt":
		return leave, 0
	case strings.HasPrefix(op, "jmp"):
		return jump, 0
	case op[0] == 'j':
		return branch, 0
	}
	return next, 0
}

// x86Regs are the general registers by all of their names.
var x86Regs = func() map[string]string {
	m := map[string]string{}
	for _, r := range []string{"ax", "bx", "cx", "dx", "si", "di", "bp", "sp"} {
		for _, name := range []string{"r" + r, "e" + r, r, r[:1] + "l", r[:1] + "h", r + "l"} {
			if len(name) != 2 || name[1] != 'l' && name[1] != 'h' || r[1] == 'x' {
				m["%"+name] = "r" + r
			}
		}
	}
	for i := 8; i < 16; i++ {
		r := "r" + strconv.Itoa(i)
		for _, suffix := range []string{"", "d", "w", "b"} {
			m["%"+r+suffix] = r
		}
	}
	return m
}()

// x86Mem is displacement, base, index and scale.
var x86Mem = regexp.MustCompile(`^(?:%[a-z]s:)?([^(%$]*)\((%\w+)?(?:,\s*(%\w+)?(?:,\s*(\d))?)?\)`)

// address is the value of a memory operand.
func (x86) address(s *state, arg string) (linear, bool) {
	m := x86Mem.FindStringSubmatch(arg)
	if m == nil {
		return unknown, false
	}
	disp, _ := strconv.ParseInt(m[1], 0, 64) // the address of a symbol is as good as 0: it stays
	a := constant(disp)
	if m[2] == "%rip" {
		return a, true
	}
	if m[2] != "" {
		a = a.plus(x86{}.value(s, m[2]), 1)
	}
	if m[3] != "" {
		scale := int64(1)
		if m[4] != "" {
			scale, _ = strconv.ParseInt(m[4], 10, 64)
		}
		a = a.plus(x86{}.value(s, m[3]), scale)
	}
	return a, true
}

// value is that of an immediate or general register; others, and memory, are unknown.
func (x86) value(s *state, arg string) linear {
	if n, ok := strings.CutPrefix(arg, "$"); ok {
		if c, err := strconv.ParseInt(n, 0, 64); err == nil {
			return constant(c)
		}
		return unknown
	}
	if r := x86Regs[arg]; r != "" {
		return s.get(r)
	}
	return unknown
}

// x86NoResult are operations whose last operand is not written.
var x86NoResult = regexp.MustCompile(`^(cmp[bwlq]?|test[bwlq]?|bt[wlq]?|push[wlq]?|nop[wlq]?|prefetch\w*|j\w+|v?u?comis[sd]|v?ptest|vtestp[sd]|k(or)?test[bwdq])$`)

// x86Implicit are those that write RAX and RDX.
var x86Implicit = regexp.MustCompile(`^(i?mul[bwlq]?|i?div[bwlq]?|cqto|cqo|cdq|cltd|cltq|cwtl|cwtd|rdtscp?|cpuid|cmpxchg\w*)$`)

func (x x86) step(s *state, in *inst) {
	lea := strings.HasPrefix(in.op, "lea")
	if !lea && !strings.HasPrefix(in.op, "nop") && !strings.HasPrefix(in.op, "prefetch") {
		for _, arg := range in.args {
			if a, ok := x.address(s, arg); ok {
				s.access(a)
			}
		}
	}
	if strings.HasPrefix(in.op, "call") {
		for _, r := range x86Regs {
			s.set(r, unknown)
		}
		return
	}
	if x86Implicit.MatchString(in.op) && (len(in.args) < 2 || !strings.HasPrefix(in.op, "imul")) {
		s.set("rax", unknown)
		s.set("rdx", unknown)
	}
	if len(in.args) == 0 || x86NoResult.MatchString(in.op) {
		return
	}
	last := in.args[len(in.args)-1]
	if strings.HasPrefix(in.op, "xchg") || strings.HasPrefix(in.op, "mulx") || strings.HasPrefix(in.op, "xadd") {
		if r := x86Regs[in.args[len(in.args)-2]]; r != "" {
			s.set(r, unknown)
		}
		if r := x86Regs[last]; r != "" {
			s.set(r, unknown)
		}
		return
	}
	if r := x86Regs[last]; r != "" {
		s.set(r, x.result(s, in, last))
	}
}

// result is what an instruction leaves in its last operand, a register.
func (x x86) result(s *state, in *inst, last string) linear {
	op := in.op
	if n := len(op) - 1; n > 2 && strings.ContainsRune("lq", rune(op[n])) && op != "shl" && op != "sal" && op != "imul" {
		op = op[:n] // the size; parts of registers, of 1 and 2 bytes, are unknown
	}
	first := in.args[0]
	old := s.get(x86Regs[last])
	switch op {
	case "mov", "movabs":
		return x.value(s, first)
	case "movsl": // MOVSLQ, without its size
		return x.value(s, first)
	case "add":
		return old.plus(x.value(s, first), 1)
	case "sub":
		return old.plus(x.value(s, first), -1)
	case "inc":
		return old.plus(constant(1), 1)
	case "dec":
		return old.plus(constant(1), -1)
	case "neg":
		return old.times(-1)
	case "xor":
		if x86Regs[first] == x86Regs[last] {
			return constant(0)
		}
	case "lea":
		a, _ := x.address(s, first)
		return a
	case "shl", "sal":
		if len(in.args) == 1 {
			return old.times(2)
		}
		if k := x.value(s, first); k.isConst() && k.c >= 0 && k.c < 64 {
			return old.times(1 << k.c)
		}
	case "imul":
		if k := x.value(s, first); k.isConst() && len(in.args) == 3 {
			return x.value(s, in.args[1]).times(k.c)
		}
	}
	return unknown
}
