package mca

import (
	"regexp"
	"strconv"
	"strings"
)

// arm is AArch64: the destination comes first, and addresses may be written back.
type arm struct{}

func (arm) relative() bool  { return false }
func (arm) comment() string { return "//" }

func (arm) flow(op string) (flow, int) {
	switch {
	case op == "ret" || op == "br" || op == "brk" || op == "udf":
		return leave, 0
	case op == "b":
		return jump, 0
	case strings.HasPrefix(op, "b."), op == "cbz", op == "cbnz", op == "tbz", op == "tbnz":
		return branch, -1
	}
	return next, 0
}

// modelled takes a store that moves its base apart. llvm-mca starts an instruction when all of its operands are there,
// and lets its results be there together: by that the base would wait for the data stored, and often for a chain from a
// load of the pass before, 12 cycles for a saxpy. The processors have micro-operations for address and data, and Arm's
// optimization guides count the new base as one more, of an integer unit: an ADD.
func (arm) modelled(in *inst) string {
	if !strings.HasPrefix(in.op, "st") {
		return in.text
	}
	for i, arg := range in.args {
		if arg[0] != '[' {
			continue
		}
		base, offset, _ := strings.Cut(strings.TrimRight(arg, "!]")[1:], ",")
		store := in.op + "\t" + strings.Join(in.args[:i], ", ") + ", [" + base + "]"
		add := "add\t" + base + ", " + base + ", "
		switch {
		case strings.HasSuffix(arg, "!"):
			return add + strings.TrimSpace(offset) + "\n" + store
		case i+1 < len(in.args):
			return store + "\n" + add + in.args[i+1]
		}
	}
	return in.text
}

// sveBytes is the length of an SVE vector in the models of Neoverse V2 and N2, whose registers have 128 bits.
const sveBytes = 16

var armReg = regexp.MustCompile(`^[xw](\d+|zr)$|^w?sp$`)

// armName is the general register an operand names, or the empty string.
func armName(arg string) string {
	switch {
	case !armReg.MatchString(arg):
		return ""
	case strings.HasSuffix(arg, "sp"):
		return "sp"
	}
	return "x" + arg[1:]
}

func (arm) get(s *state, arg string) linear {
	switch r := armName(arg); r {
	case "":
		return unknown
	case "xzr":
		return constant(0)
	default:
		return s.get(r)
	}
}

func (arm) set(s *state, arg string, x linear) {
	if r := armName(arg); r != "" && r != "xzr" {
		s.set(r, x)
	}
}

func armImm(arg string) (int64, bool) {
	n, ok := strings.CutPrefix(arg, "#")
	if !ok {
		return 0, false
	}
	c, err := strconv.ParseInt(n, 0, 64)
	return c, err == nil
}

// operand is the value of args[0], a register or immediate, with the shift or extension that may stand in args[1].
func (a arm) operand(s *state, args []string) linear {
	if len(args) == 0 {
		return unknown
	}
	x := a.get(s, args[0])
	if c, ok := armImm(args[0]); ok {
		x = constant(c)
	}
	if len(args) < 2 {
		return x
	}
	how, amount, _ := strings.Cut(args[1], " ")
	switch how {
	case "lsl", "sxtw", "uxtw", "sxtx", "uxtx":
		k := int64(0)
		if amount != "" {
			k, _ = armImm(strings.TrimSpace(amount))
		}
		return x.times(1 << (k & 63))
	}
	return unknown
}

// address follows the access of args[i], a memory operand, and the change of its base.
func (a arm) address(s *state, args []string, i int) {
	inner, rest, _ := strings.Cut(args[i][1:], "]")
	parts := operands(inner)
	if len(parts) == 0 {
		return
	}
	base := a.get(s, parts[0])
	offset := constant(0)
	if len(parts) > 1 && !strings.HasPrefix(parts[len(parts)-1], "mul vl") { // those are constants
		offset = a.operand(s, parts[1:])
	}
	switch {
	case rest == "!": // moved before
		base = base.plus(offset, 1)
		a.set(s, parts[0], base)
		s.access(base)
	case i+1 < len(args): // moved behind
		s.access(base)
		a.set(s, parts[0], base.plus(a.operand(s, args[i+1:]), 1))
	default:
		s.access(base.plus(offset, 1))
	}
}

var (
	armNoResult = regexp.MustCompile(`^(st\w*|cmp|cmn|tst|ccmp|ccmn|fcmpe?|fccmpe?|cbn?z|tbn?z|b|b\..*|prf\w*|nop|hint|dmb|dsb|isb|ctermeq|ctermne|ptest)$`)
	armPair     = regexp.MustCompile(`^(ldp|ldpsw|ldnp|ldxp|ldaxp)$`)
	armCount    = regexp.MustCompile(`^(inc|dec|cnt)([bhwd])$`)
)

func (a arm) step(s *state, in *inst) {
	if in.op == "bl" || in.op == "blr" {
		for i := range 31 {
			s.set("x"+strconv.Itoa(i), unknown)
		}
		return
	}
	memory := -1
	for i, arg := range in.args {
		if arg[0] == '[' {
			memory = i
		}
	}
	if memory >= 0 && !strings.HasPrefix(in.op, "prf") {
		a.address(s, in.args, memory)
	}
	if len(in.args) == 0 || armNoResult.MatchString(in.op) {
		return
	}
	if memory >= 0 {
		a.set(s, in.args[0], unknown)
		if armPair.MatchString(in.op) {
			a.set(s, in.args[1], unknown)
		}
		return
	}
	a.set(s, in.args[0], a.result(s, in))
}

// result is what an instruction leaves in its first operand.
func (a arm) result(s *state, in *inst) linear {
	args := in.args
	if m := armCount.FindStringSubmatch(in.op); m != nil {
		return a.count(s, in, m[1], m[2])
	}
	switch in.op {
	case "mov", "movz":
		return a.operand(s, args[1:])
	case "sxtw", "uxtw":
		return a.get(s, args[1])
	case "neg":
		return a.operand(s, args[1:]).times(-1)
	case "orr", "eor":
		if len(args) > 2 && armName(args[1]) == "xzr" {
			return a.operand(s, args[2:])
		}
	case "add", "adds":
		if len(args) > 2 {
			return a.get(s, args[1]).plus(a.operand(s, args[2:]), 1)
		}
	case "sub", "subs":
		if len(args) > 2 {
			return a.get(s, args[1]).plus(a.operand(s, args[2:]), -1)
		}
	case "lsl":
		if k, ok := armImm(args[len(args)-1]); ok && len(args) == 3 {
			return a.get(s, args[1]).times(1 << (k & 63))
		}
	case "addvl":
		if k, ok := armImm(args[2]); ok {
			return a.get(s, args[1]).plus(constant(k*sveBytes), 1)
		}
	case "rdvl":
		if k, ok := armImm(args[1]); ok {
			return constant(k * sveBytes)
		}
	}
	return unknown
}

// count is one of SVE's instructions about the number of elements in a vector: INCW X8, ALL, MUL #4.
func (a arm) count(s *state, in *inst, what, size string) linear {
	n := int64(sveBytes >> strings.Index("bhwd", size))
	for i, arg := range in.args[1:] {
		if k, ok := strings.CutPrefix(arg, "mul "); ok {
			c, _ := armImm(k)
			n *= c
		} else if i > 0 || arg != "all" {
			return unknown // of a pattern, or of a predicate
		}
	}
	switch what {
	case "inc":
		return a.get(s, in.args[0]).plus(constant(n), 1)
	case "dec":
		return a.get(s, in.args[0]).plus(constant(n), -1)
	}
	return constant(n)
}
