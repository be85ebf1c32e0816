package lower

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"hotloop/isel/mach"
	"hotloop/isel/rules"
	"hotloop/loopopt/ir"
	text "hotloop/loopopt/rules"
)

// RuleFile is a named text of rules.
type RuleFile struct{ Name, Text string }

// maxNames is the maximum number of names in a rule, including let-names.
const maxNames = 12

// shape is the set of lane counts that a rule applies to: scalars, vectors, or both.
type shape uint8

const (
	scalarShape shape = 1 << iota
	vectorShape
)

// rule is a parsed rule.
type rule struct {
	pat    pattern
	elem   ir.Elem // element of the type in angle brackets
	arg    ir.Elem // element of the second type there, which a conversion converts; Void if absent
	shape  shape
	conds  []cond
	out    node
	nnames int
	vars   int // names below this are bound by the pattern, the others by out
	live   [3]bool
	src    string // file:line/alternative, where alternative numbers the choice in the brace groups
	text   string
	hits   atomic.Uint32
}

// pattern matches a value: an operation or one of its arguments.
type pattern struct {
	kind patKind
	op   ir.Op
	name int8 // number of the name it binds, or -1
	num  int64
	args []pattern
}

type patKind uint8

const (
	patAny   patKind = iota // any value; a second occurrence of the name must be the same value
	patConst                // any integer constant, bound to the name
	patNum                  // this integer constant, or a splat of it
	patOp                   // an operation that nothing else uses
)

// node is an instruction of a rule's right side.
type node struct {
	op   uint16 // op of the architecture, or NoOp for a plain name
	odd  uint16 // op for odd-numbered parts, if different; see emission.half
	size sizeSpec
	args []atom
	imm  immSpec
	mask int8 // name of the mask, or -1
	zero bool
	let  int8 // name bound to its result, or -1
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
	atomConst                 // a constant bound by the pattern, as a vector of another element
)

// NoOp is not an op of any architecture. It marks a node that is a plain name.
const NoOp = 0

type immSpec struct {
	has  bool
	name int8 // constant bound by the pattern, or -1
	num  int64
	neg  bool // num - constant
	of   NumberFunc
}

// sizeSpec is the size of an instruction in bytes. 0 is the natural size of the rule's type, 255 half of it.
type sizeSpec uint8

const halfSize sizeSpec = 255

// ruleSet holds the rules that are live on a target, by operation, element and shape, in file order. A kernel
// uses only some of the operations, so the rules of an operation are parsed on first use.
type ruleSet struct {
	t      *Target
	lines  [ir.NumOps][]ruleLine
	parsed [ir.NumOps]atomic.Pointer[opRules]
	mu     sync.Mutex // held while parsing
}

// ruleLine is a line of a rule file, without its comment.
type ruleLine struct {
	text.Line
	at int // line number over all files
}

// opRules holds the rules whose pattern has a given operation at its root.
type opRules struct {
	all   []*rule
	at    []int // the line number over all files of each rule
	index [ir.Ptr + 1][2]span
	lists []*rule // the slices of lists that index refers to
}

// span is a range of a list.
type span struct{ lo, hi uint16 }

// candidates returns the rules for an operation on a type.
func (s *ruleSet) candidates(op ir.Op, t ir.Type) []*rule {
	sh := 0
	if t.IsVector() {
		sh = 1
	}
	o := s.of(op)
	at := o.index[t.Elem][sh]
	return o.lists[at.lo:at.hi]
}

// of returns the rules for an operation.
func (s *ruleSet) of(op ir.Op) *opRules {
	if o := s.parsed[op].Load(); o != nil {
		return o
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.parsed[op].Load()
	if o == nil {
		o = s.parse(op)
		s.parsed[op].Store(o)
	}
	return o
}

// all returns the rules for all operations, in file order.
func (s *ruleSet) all() (list []*rule) {
	at := map[*rule]int{}
	for op := range ir.NumOps {
		o := s.of(op)
		list = append(list, o.all...)
		for i, r := range o.all {
			at[r] = o.at[i]
		}
	}
	slices.SortStableFunc(list, func(a, b *rule) int { return at[a] - at[b] })
	return list
}

// loadRules splits the rule files of a target into lines. The most specific file comes first, since the first
// match wins.
func loadRules(t *Target) *ruleSet {
	s := &ruleSet{t: t}
	count := 0
	for _, f := range append(slices.Clip(t.Arch.RuleFiles()), RuleFile{"generic.rules", rules.Generic}) {
		for line := range text.Lines(f.Name, f.Text) {
			count++
			s.sort(ruleLine{line, count})
		}
	}
	return s
}

// sort adds a line to the lines of its operation, "(Op <…". If the operation is a brace group, it adds the line
// to each operation of the group.
func (s *ruleSet) sort(l ruleLine) {
	for name := range l.Heads() {
		s.put(l, name)
	}
}

func (s *ruleSet) put(l ruleLine, name string) {
	op, ok := ir.OpByName(name)
	if !ok {
		panic(fmt.Sprintf("isel: %s:%d: unknown operation %s", l.File, l.N, name))
	}
	s.lines[op] = append(s.lines[op], l)
}

// parse parses the rules for an operation.
func (s *ruleSet) parse(op ir.Op) *opRules {
	o := &opRules{}
	for _, l := range s.lines[op] {
		o.parseLine(s.t, op, l)
	}
	for elem := range o.index {
		for sh := range o.index[elem] {
			lo := len(o.lists)
			for _, r := range o.all {
				if r.elem == ir.Elem(elem) && r.shape&(1<<sh) != 0 {
					o.lists = append(o.lists, r)
				}
			}
			if len(o.lists) > math.MaxUint16 {
				panic("isel: too many rules")
			}
			o.index[elem][sh] = span{uint16(lo), uint16(len(o.lists))}
		}
	}
	return o
}

// parseLine parses a line. The line stands for one rule per alternative of its brace groups; only rules for op
// count. A rule is kept if the target has its instructions for registers of some size. A rule that does not parse
// is a bug, so parseLine panics.
func (o *opRules) parseLine(t *Target, op ir.Op, l ruleLine) {
	for k, alt := range text.Expand(l.Text) {
		r := &rule{src: l.File + ":" + strconv.Itoa(l.N) + "/" + strconv.Itoa(k), text: alt}
		p := ruleParser{Scanner: text.Scanner{Rest: alt}, r: r, arch: t.Arch}
		if err := p.parse(); err != nil {
			panic(fmt.Sprintf("isel: %s: %v in %q", r.src, err, alt))
		}
		if r.pat.op != op {
			continue
		}
		for i, size := range [...]int{16, 32, 64} {
			r.live[i] = size <= t.Bytes && nodeLive(t, &r.out, size)
		}
		if r.live[0] || r.live[1] || r.live[2] {
			o.all, o.at = append(o.all, r), append(o.at, l.at)
		}
	}
}

// nodeLive reports whether the target has all instructions of a right side for registers of the given size. Rules
// never name processor features; this check takes their place.
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
