package lower

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync/atomic"

	"hotloop/isel/mach"
	"hotloop/isel/rules"
	"hotloop/loopopt/ir"
)

// RuleFile is a named text of rules.
type RuleFile struct{ Name, Text string }

// maxNames bounds the names of a rule: those bound by its pattern and its let-names together.
const maxNames = 12

// shape says which numbers of lanes a rule is for.
type shape uint8

const (
	scalarShape shape = 1 << iota
	vectorShape
)

// rule is a parsed rule.
type rule struct {
	pat    pattern
	elem   ir.Elem // of the type in angle brackets
	arg    ir.Elem // of the second type there, Void if absent: what a conversion converts
	shape  shape
	conds  []cond
	out    node
	nnames int
	vars   int // names below this are bound by the pattern, the others by out
	live   [3]bool
	src    string // file:line, with the alternative taken of its brace groups
	text   string
	hits   atomic.Uint32
}

// pattern matches a value: an operation, or what stands in an argument's place.
type pattern struct {
	kind patKind
	op   ir.Op
	name int8 // which name it binds, -1: none
	num  int64
	args []pattern
}

type patKind uint8

const (
	patAny   patKind = iota // any value; a second occurrence of the name must be the same value
	patConst                // any integer constant, bound to the name
	patNum                  // this integer constant, or splat of it
	patOp                   // an operation that nothing else uses
)

// node is an instruction of a rule's right side.
type node struct {
	op   uint16 // of the architecture, NoOp for a name alone
	odd  uint16 // op for registers 1, 3, …, if it is another; see emission.half
	size sizeSpec
	args []atom
	imm  immSpec
	mask int8 // name of the mask, -1: none
	zero bool
	let  int8 // name bound to its result, -1: none
}

// atom is an operand of a node.
type atom struct {
	kind atomKind
	name int8
	once bool // the only occurrence of the name: a load may be folded here
	node *node
	elem ir.Elem
	bits uint64
	tab  string
}

type atomKind uint8

const (
	atomName  atomKind = iota // a name bound by the pattern
	atomLet                   // a name bound by an earlier node
	atomNode                  // a nested instruction
	atomSplat                 // a vector constant
	atomTable                 // a named 16-byte table, repeated
	atomConst                 // a constant that the pattern bound, as a vector of another element
)

// NoOp is the Op of no architecture: a node of a name alone.
const NoOp = 0

type immSpec struct {
	has  bool
	name int8 // constant bound by the pattern, or -1
	num  int64
	neg  bool // num - constant
}

// sizeSpec is the size of an instruction: 0 is the natural one of the rule's type, 255 half of it, else bytes.
type sizeSpec uint8

const halfSize sizeSpec = 255

// ruleSet holds the rules that are live on a target, by operation, element and shape, in file order.
type ruleSet struct {
	all   []*rule
	index [ir.NumOps][ir.Ptr + 1][2]span
	lists []*rule // what spans are of
}

// span is a part of a list. The index is large and hardly any of it is used twice in a row: it must be small.
type span struct{ lo, hi uint16 }

// candidates are the rules for an operation on a type.
func (s *ruleSet) candidates(op ir.Op, t ir.Type) []*rule {
	sh := 0
	if t.IsVector() {
		sh = 1
	}
	at := s.index[op][t.Elem][sh]
	return s.lists[at.lo:at.hi]
}

// loadRules parses the rule files of a target: the most special first, since the first match wins.
func loadRules(t *Target) *ruleSet {
	s := &ruleSet{}
	for _, f := range t.Arch.RuleFiles() {
		s.parseFile(t, f.Name, f.Text)
	}
	s.parseFile(t, "generic.rules", rules.Generic)
	type place struct {
		op    ir.Op
		elem  ir.Elem
		shape int
	}
	lists := map[place][]*rule{}
	for _, r := range s.all {
		for sh := range 2 {
			if r.shape&(1<<sh) != 0 {
				at := place{r.pat.op, r.elem, sh}
				lists[at] = append(lists[at], r)
			}
		}
	}
	for at, list := range lists {
		lo := len(s.lists)
		s.lists = append(s.lists, list...)
		if len(s.lists) > math.MaxUint16 {
			panic("isel: too many rules")
		}
		s.index[at.op][at.elem][at.shape] = span{uint16(lo), uint16(len(s.lists))}
	}
	return s
}

// parseFile reads a file of rules. A line stands for as many as its brace groups say, and one is kept if the target has
// its instructions for registers of some size. A rule that does not parse is a fault of the program: it panics.
func (s *ruleSet) parseFile(t *Target, file, text string) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		if i := strings.Index(line, "//"); i >= 0 {
			line = line[:i]
		}
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		for k, alt := range expandBraces(line) {
			r := &rule{src: file + ":" + strconv.Itoa(n) + "/" + strconv.Itoa(k), text: alt}
			p := ruleParser{rest: alt, r: r, arch: t.Arch}
			if err := p.parse(); err != nil {
				panic(fmt.Sprintf("isel: %s: %v in %q", r.src, err, alt))
			}
			for i, size := range [...]int{16, 32, 64} {
				r.live[i] = size <= t.Bytes && nodeLive(t, &r.out, size)
			}
			if r.live[0] || r.live[1] || r.live[2] {
				s.all = append(s.all, r)
			}
		}
	}
}

// nodeLive says whether the target has all instructions of a right side for registers of the given size. Rules never
// name processor features: this is where they come in.
func nodeLive(t *Target, n *node, size int) bool {
	if n.op != NoOp {
		sz := size
		switch {
		case n.size == halfSize:
			sz = max(16, size/2)
		case n.size != 0:
			sz = int(n.size)
		}
		if d := t.Arch.Desc(n.op); d.Flags&mach.FixedSize != 0 {
			sz = 8
			if d.Roles[0].Class == mach.Vec {
				sz = 16
			}
		}
		if !t.Arch.Has(n.op, sz) || n.odd != NoOp && !t.Arch.Has(n.odd, sz) {
			return false
		}
	}
	for i := range n.args {
		if n.args[i].node != nil && !nodeLive(t, n.args[i].node, size) {
			return false
		}
	}
	return true
}

// expandBraces multiplies a line out over its brace groups {a,b,…}. All groups go in step: alternative k of one is used
// with alternative k of the others.
func expandBraces(s string) []string {
	i := strings.IndexByte(s, '{')
	if i < 0 {
		return []string{s}
	}
	n := strings.Count(s[i:i+strings.IndexByte(s[i:], '}')], ",") + 1
	out := make([]string, n)
	for k := range out {
		var b strings.Builder
		b.Grow(len(s))
		for rest := s; ; {
			i := strings.IndexByte(rest, '{')
			if i < 0 {
				b.WriteString(rest)
				break
			}
			b.WriteString(rest[:i])
			j := i + strings.IndexByte(rest[i:], '}')
			group := rest[i+1 : j]
			for range k {
				_, group, _ = strings.Cut(group, ",")
			}
			alt, _, _ := strings.Cut(group, ",")
			b.WriteString(alt)
			rest = rest[j+1:]
		}
		out[k] = b.String()
	}
	return out
}
