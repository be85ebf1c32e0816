package prove

import (
	"fmt"
	"strconv"
	"strings"

	"hotloop/loopopt/ir"
)

// Rule is a rule without braces, and what is known from the rules before it.
type Rule struct {
	Text   string // "(Add <i32> a b) => (ADD a b)"
	before []string
}

// Rules returns the rules of a text, with braces expanded.
func Rules(text string) []Rule {
	var list []Rule
	earlier := map[string][]string{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "(") {
			continue
		}
		for _, r := range expand(line) {
			left, _, _ := strings.Cut(r, "=>")
			parts := strings.Split(strings.TrimSpace(left), "&&")
			key := strings.TrimSpace(parts[0])
			list = append(list, Rule{Text: r, before: earlier[key]})
			if len(parts) == 2 { // where a rule after it applies, its only condition is false
				earlier[key] = append(earlier[key][:len(earlier[key]):len(earlier[key])], strings.TrimSpace(parts[1]))
			}
		}
	}
	return list
}

// expand returns the rules that a rule with brace groups stands for. All groups are expanded in step.
func expand(s string) []string {
	i := strings.IndexByte(s, '{')
	if i < 0 {
		return []string{s}
	}
	n := strings.Count(s[i:i+strings.IndexByte(s[i:], '}')], ",") + 1
	list := make([]string, n)
	for k := range list {
		rest := s
		for {
			before, after, found := strings.Cut(rest, "{")
			list[k] += before
			if !found {
				break
			}
			group, tail, _ := strings.Cut(after, "}")
			list[k] += strings.Split(group, ",")[k]
			rest = tail
		}
	}
	return list
}

// Unproved is the reason why a rule is not translated.
type Unproved string

func (u Unproved) Error() string { return string(u) }

func giveUp(format string, args ...any) { panic(Unproved(fmt.Sprintf(format, args...))) }

// Sides are the two sides of a rule, and the conditions under which they must be equal.
type Sides struct {
	Left, Right *Term
	Conditions  []*Term
	Lane        int // bits of the parts of the result that can be compared on their own
	Vars        map[string]int
}

// block is the number of bits of a vector register that terms describe. No instruction of the table lets one such
// part depend on another.
const block = 64

type node struct {
	word string
	args []node // nil if it is not an operation
	list bool
}

// parse reads a node: a word, or a list in parentheses.
func parse(s *string) node {
	*s = strings.TrimLeft(*s, " ")
	if i := strings.IndexAny(*s, "( )"); i > 0 || i == 0 && (*s)[0] != '(' {
		n := node{word: (*s)[:i]}
		*s = (*s)[i:]
		if strings.HasSuffix(n.word, ":") { // a name for what follows
			inner := parse(s)
			return node{word: n.word, args: []node{inner}}
		}
		return n
	}
	if !strings.HasPrefix(*s, "(") {
		n := node{word: *s}
		*s = ""
		return n
	}
	*s = (*s)[1:]
	n := node{list: true}
	for {
		*s = strings.TrimLeft(*s, " ")
		if strings.HasPrefix(*s, ")") {
			*s = (*s)[1:]
			return n
		}
		if *s == "" {
			giveUp("a parenthesis is missing")
		}
		if n.word == "" {
			n.word = parse(s).word
			if strings.HasPrefix(*s, " <") {
				i := strings.IndexByte(*s, '>')
				n.word += (*s)[:i+1]
				*s = (*s)[i+1:]
			}
			continue
		}
		n.args = append(n.args, parse(s))
	}
}

// translation is the state of Translate.
type translation struct {
	insts  map[string]Inst
	masks  bool // masks are in mask registers, one bit for each lane
	vector bool
	w      int // bits of a lane or of a scalar
	arg    int // the same of the operand of a conversion or comparison
	part   int // bits of the factors of a dot product
	regs   map[string]*Term
	consts map[string]*Term // of w bits
	isBool map[string]bool
	vars   map[string]int
}

var elemBits = map[string]int{"i8": 8, "i16": 16, "i32": 32, "i64": 64, "ptr": 64, "bool": 1}

// Translate returns the sides of a rule, for instructions of the table. masks says that masks are in mask registers.
func (r Rule) Translate(insts map[string]Inst, masks bool) (s Sides, err error) {
	defer func() {
		if u, ok := recover().(Unproved); ok {
			err = u
		} else if e := recover(); e != nil {
			panic(e)
		}
	}()
	left, right, _ := strings.Cut(r.Text, "=>")
	parts := strings.Split(strings.TrimSpace(left), "&&")
	text := strings.TrimSpace(parts[0])
	pattern := parse(&text)
	name, types, _ := strings.Cut(strings.TrimSuffix(pattern.word, ">"), " <")
	t := &translation{insts: insts, masks: masks, regs: map[string]*Term{}, consts: map[string]*Term{}, isBool: map[string]bool{},
		vars: map[string]int{}}
	result, arg, converts := strings.Cut(types, " ")
	result, t.vector = strings.CutSuffix(result, "xN")
	if strings.HasSuffix(result, "*") || result[0] == 'f' || strings.HasPrefix(arg, "f") {
		giveUp("floats")
	}
	t.w = elemBits[result]
	if t.arg = t.w; converts {
		t.arg = elemBits[arg]
	}
	if t.w == 0 || t.arg == 0 {
		giveUp("type %s", types)
	}
	// Some conditions say what the operands are.
	for _, c := range parts[1:] {
		switch word, rest, _ := strings.Cut(strings.TrimSpace(c), "("); word {
		case "mask":
			t.isBool[strings.TrimSuffix(rest, ")")] = true
		case "bytes":
			t.part = 8
		case "words":
			t.part = 16
		}
	}
	pattern.word = name
	t.bind(pattern, t.arg)
	lanesOf := 1
	if t.vector {
		lanesOf = block / t.w
	}
	var results []*Term
	for i := range lanesOf {
		results = append(results, t.left(pattern, i, t.w, true))
	}
	for _, c := range parts[1:] {
		s.Conditions = append(s.Conditions, t.condition(strings.TrimSpace(c))...)
	}
	for _, c := range r.before {
		if strings.HasPrefix(c, "below(") || strings.HasPrefix(c, "imm32(") {
			for _, known := range t.condition(c) {
				s.Conditions = append(s.Conditions, bvnot(known))
			}
		}
	}
	rhs := strings.TrimSpace(right)
	got := t.right(parse(&rhs))
	compares := results[0].W == 1 && t.vector
	switch {
	case compares && masks:
		s.Left = join(results)
		if got.W != s.Left.W {
			giveUp("a mask of %d bits", got.W)
		}
	case compares:
		for i := range results {
			results[i] = sext(results[i], t.w)
		}
		s.Left = join(results)
	default:
		s.Left = join(results)
		got = slice(got, 0, s.Left.W)
	}
	s.Right, s.Lane, s.Vars = got, results[0].W, t.vars
	return s, nil
}

func (t *translation) newVar(name string, w int) *Term {
	t.vars[name] = w
	return Var(name, w)
}

// opOf returns the operation of a pattern.
func opOf(word string) ir.Op {
	for o := ir.OpInvalid + 1; o < ir.NumOps; o++ {
		if o.String() == word {
			return o
		}
	}
	giveUp("operation %s", word)
	return 0
}

// bind makes variables for the names of a pattern, whose operands have w bits.
func (t *translation) bind(n node, w int) {
	op := opOf(n.word)
	if Ops[op] == nil && (dots[op] == nil || t.part == 0) {
		giveUp("operation %s", n.word)
	}
	for i, a := range n.args {
		switch {
		case a.list:
			t.bind(a, w)
		case a.word[0] == '#':
			if t.consts[a.word[1:]] == nil {
				t.consts[a.word[1:]] = t.newVar(a.word[1:], w)
			}
		case a.word[0] == '-' || a.word[0] >= '0' && a.word[0] <= '9':
		default:
			if op == ir.OpSelect && i == 0 || w == 1 {
				t.isBool[a.word] = true
			}
			if t.regs[a.word] != nil {
				continue
			}
			switch {
			case t.isBool[a.word] && t.vector && t.masks:
				t.regs[a.word] = t.newVar(a.word, block/t.w)
			case t.isBool[a.word] && t.vector:
				bits := lanes(t.newVar(a.word, block/t.w), 1)
				for i := range bits {
					bits[i] = sext(bits[i], t.w)
				}
				t.regs[a.word] = join(bits)
			case t.isBool[a.word]: // in the lowest byte of a register
				t.regs[a.word] = join([]*Term{zext(t.newVar(a.word, 1), 8), t.newVar(a.word+"_upper", 56)})
			default:
				t.regs[a.word] = t.newVar(a.word, block)
			}
		}
	}
}

// left returns lane i of what the pattern computes, with w bits.
func (t *translation) left(n node, i, w int, top bool) *Term {
	if !n.list {
		switch c := n.word[0]; {
		case c == '#':
			return t.consts[n.word[1:]]
		case c == '-' || c >= '0' && c <= '9':
			return Num(number(n.word), w)
		case t.isBool[n.word] && t.vector && t.masks:
			return slice(t.regs[n.word], i, 1)
		case t.isBool[n.word] && t.vector:
			return slice(t.regs[n.word], i*t.w, 1)
		case t.isBool[n.word]:
			return slice(t.regs[n.word], 0, 1)
		}
		return slice(t.regs[n.word], i*w, w)
	}
	op := opOf(n.word)
	from := w
	if top {
		from = t.arg
	}
	var x []*Term
	for _, a := range n.args {
		x = append(x, t.left(a, i, from, false))
	}
	if f := dots[op]; f != nil {
		return f(t.part, x)
	}
	return Ops[op](w, x)
}

func number(word string) uint64 {
	if n, err := strconv.ParseInt(word, 0, 64); err == nil {
		return uint64(n)
	}
	n, err := strconv.ParseUint(word, 0, 64)
	if err != nil {
		giveUp("number %s", word)
	}
	return n
}

// harmless are conditions on how values are used, which do not matter to what is computed.
var harmless = map[string]bool{"alone": true, "multiplier": true, "shared": true, "single": true, "passing": true, "mask": true,
	"alike": true, "bytes": true, "words": true}

// condition returns what must hold for a rule to apply: one bit each.
func (t *translation) condition(c string) []*Term {
	word, rest, _ := strings.Cut(strings.TrimSuffix(c, ")"), "(")
	if harmless[word] {
		return nil
	}
	if word == "product52" {
		return t.product52()
	}
	name, num, _ := strings.Cut(rest, ",")
	limit := func() *Term { return Num(number(num), 64) }
	if word == "together" {
		a, b := zext(t.consts["c"], 64), zext(t.consts["d"], 64)
		w := Num(uint64(t.w), 64)
		return []*Term{ult(Num(0, 64), a), ult(a, w), ult(Num(0, 64), b), ult(b, w), eq(bvadd(a, b), w)}
	}
	if x := t.consts[name]; x != nil {
		switch word {
		case "below":
			return []*Term{ult(zext(x, 64), limit())}
		case "from1":
			return []*Term{ult(bvsub(zext(x, 64), Num(1, 64)), limit())}
		case "imm32":
			return []*Term{eq(sext(slice(sext(x, 64), 0, 32), 64), sext(x, 64))}
		}
	} else if x := t.regs[name]; x != nil && t.vector {
		bits, signed := map[string]int{"word": 16, "half": 15, "dword": 32, "sdword": 32}[word], word == "word" || word == "sdword"
		if bits > 0 {
			var list []*Term
			for _, l := range lanes(x, t.w) {
				if signed {
					list = append(list, eq(sext(slice(l, 0, bits), t.w), l))
				} else {
					list = append(list, eq(zext(slice(l, 0, bits), t.w), l))
				}
			}
			return list
		}
	}
	giveUp("condition %s", word)
	return nil
}

// product52 says that the bits of the factors a and b, added, are at most 52.
func (t *translation) product52() []*Term {
	var list []*Term
	a, b := lanes(t.regs["a"], 64), lanes(t.regs["b"], 64)
	for i := range a {
		list = append(list, ule(Num(2*64-52, 64), bvadd(leadingZeros(a[i]), leadingZeros(b[i]))))
	}
	return list
}

// right returns what an operand of instructions is: 64 bits of a register, or a mask.
func (t *translation) right(n node) *Term {
	if !n.list {
		switch {
		case len(n.args) == 1: // a name for it
			x := t.right(n.args[0])
			t.regs[strings.TrimSuffix(n.word, ":")] = x
			return x
		case n.word == "zero":
			return Num(0, block)
		case n.word[0] == '@':
			giveUp("table %s", n.word)
		}
		if e, value, ok := strings.Cut(n.word, ":"); ok {
			w := elemBits[e]
			if w == 0 {
				giveUp("constant %s", n.word)
			}
			l := make([]*Term, block/w)
			for i := range l {
				if l[i] = t.consts[value]; l[i] == nil {
					l[i] = Num(number(value), w)
				}
			}
			return join(l)
		}
		x := t.regs[n.word]
		if x == nil {
			giveUp("operand %s", n.word)
		}
		return x
	}
	parts := strings.Split(n.word, "/")
	name, size, _ := strings.Cut(parts[0], ".")
	in, ok := t.insts[name]
	if !ok && name != "VPSHUFB" {
		giveUp("instruction %s", name)
	}
	var imm *Term
	var args []node
	for _, a := range n.args {
		if !a.list && a.word[0] == '#' {
			imm = t.immediate(a.word[1:])
			continue
		}
		args = append(args, a)
	}
	if name == "VPSHUFB" {
		return t.shuffle(args)
	}
	var x []*Term
	for _, a := range args {
		x = append(x, t.right(a))
	}
	if in.Scalar != nil {
		return t.scalar(in, size, x, imm)
	}
	if size != "" && size != "x" && size != "y" && size != "z" {
		giveUp("size %s", size)
	}
	var merge, mask *Term
	for _, p := range parts[1:] {
		if p == "z" {
			giveUp("zeroing")
		}
		mask = t.regs[p]
	}
	if mask != nil && !in.Test {
		merge, x = x[0], x[1:]
	}
	if len(x) != in.Args {
		giveUp("%d operands of %s", len(x), name)
	}
	for _, a := range x {
		if a.W != block {
			giveUp("a mask as operand of %s", name)
		}
	}
	return t.packed(in, x, merge, mask, imm)
}

// packed applies an instruction on vector registers. Lanes that the mask leaves out keep the value of merge.
func (t *translation) packed(in Inst, x []*Term, merge, mask, imm *Term) *Term {
	var list []*Term
	for i := range block / in.W {
		var l []*Term
		for _, a := range x {
			l = append(l, slice(a, i*in.W, in.W))
		}
		if in.Test {
			l = append(l, slice(mask, i, 1))
		}
		r := in.Lane(l, imm)
		if merge != nil {
			r = ite(slice(mask, i, 1), r, slice(merge, i*in.W, in.W))
		}
		list = append(list, r)
	}
	return join(list)
}

// scalar applies an instruction on general registers.
func (t *translation) scalar(in Inst, size string, x []*Term, imm *Term) *Term {
	s := max(t.w, t.arg, 32)
	if size != "" {
		s = 8 * int(number(size))
	}
	old := x[0]
	if len(x) != in.Args {
		giveUp("number of operands")
	}
	var l []*Term
	for _, a := range x {
		if in.From > 0 {
			l = append(l, slice(a, 0, in.From))
		} else {
			l = append(l, slice(a, 0, s))
		}
	}
	r := in.Scalar(s, l, imm)
	if s >= 32 {
		return zext(r, 64)
	}
	return join([]*Term{r, slice(old, s, 64-s)})
}

// immediate returns 64 bits: a number, a constant of the pattern, or a number minus one.
func (t *translation) immediate(w string) *Term {
	num, name, minus := strings.Cut(w, "-")
	switch {
	case minus && num != "":
		return bvsub(Num(number(num), 64), sext(t.consts[name], 64))
	case t.consts[w] != nil:
		return sext(t.consts[w], 64)
	}
	return Num(number(w), 64)
}

// shuffle applies VPSHUFB to one of the constant tables of rules, or with one.
func (t *translation) shuffle(args []node) *Term {
	if w := map[string]int{"@swap2": 16, "@swap4": 32, "@swap8": 64}[args[1].word]; w > 0 {
		l := lanes(t.right(args[0]), w)
		for i := range l {
			l[i] = reverse(l[i], 8)
		}
		return join(l)
	}
	nibble := map[string]func(n uint64) uint64{
		"@popcount": func(n uint64) uint64 { return n&1 + n>>1&1 + n>>2&1 + n>>3&1 },
		"@turned":   func(n uint64) uint64 { return n&1<<3 | n&2<<1 | n&4>>1 | n&8>>3 },
		"@turnedup": func(n uint64) uint64 { return (n&1<<3 | n&2<<1 | n&4>>1 | n&8>>3) << 4 },
	}[args[0].word]
	if nibble == nil {
		giveUp("a table of VPSHUFB")
	}
	l := lanes(t.right(args[1]), 8)
	for i, index := range l {
		r := Num(0, 8)
		for k := range uint64(16) {
			r = ite(eq(slice(index, 0, 4), Num(k, 4)), Num(nibble(k), 8), r)
		}
		l[i] = ite(slice(index, 7, 1), Num(0, 8), r)
	}
	return join(l)
}
