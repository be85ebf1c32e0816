package ir

import (
	"errors"
	"fmt"
)

// Verify checks that f is well formed. The error joins up to maxViolations violations, one per line, each
// naming function, block and value. A violation is a bug in hotloop, never a user error.
//
// Blocks:
//
//  1. There is an entry, Blocks[0], without predecessors.
//  2. Block IDs are unique and below NumBlocks; every block refers to its function.
//  3. Edges are symmetric: s is a successor of b as often as b is a predecessor of s; both ends are blocks of f.
//  4. At most one edge joins two blocks.
//  5. Kind, successors and control agree. Jump: one successor, no control. If: two successors and a bool. Ret: no
//     successors and the Ret that is the block's last value. Trap: no successors, no control, and the last value is a
//     Check. Only If has a branch probability.
//  6. A reachable block with loop attributes is the header of a loop: a back edge leads to it. (Stale attributes would
//     falsify the report on missed transformations; passes that remove loops call DropStaleLoops. Metadata without
//     attributes only record the source position of a loop, and may stay.)
//
// Values:
//
//  7. Value IDs are unique and below NumValues; every value is in the block it names; every op is in the table.
//  8. Phis come first in their block and have one argument per predecessor.
//  9. Constants, parameters and the addresses of locals and tables are in the entry block. No Copy is left.
//  10. Arguments and controls are values of f. Use counts are exact.
//  11. In reachable code definitions dominate uses: an argument is defined earlier in the same block or in a dominating
//     one; a phi argument dominates the end of the predecessor; a control dominates the end of its block.
//  12. A Ret is the last value of a Ret block and occurs nowhere else.
//
// Types:
//
//  13. Types obey type.go: the number of lanes is a power of two up to MaxLanes; void and ptr have one lane.
//  14. Arity and types obey the op's rule; verifytypes.go defines the special rules.
//  15. The arguments of a Ret have the types of the function's results.
//  16. FP permissions occur only on operations on floats, access groups only on memory operations.
//
// Attributes:
//
//  17. Constants are canonical: no bits above the element's width.
//  18. Numbers of parameters and lanes are in range and agree with the parameter's kind.
//  19. A Check has a Site, one of f.Sites, and as many i64 operands as the site's kind needs. A Call has a Site that is a
//     request. A Shuffle has Lanes. Nothing else has an Aux.
//  20. A memory access has a pointer as its base and a Scale >= 0. The Scale of a vector of consecutive elements is a
//     multiple of the element's size: equal to it where the loop walks elements, larger for interleaved groups, 0 where
//     the address does not move.
//  21. Sites are numbered by their position. Parameters have a known kind and a matching size. Locals and tables have a
//     size, locals an alignment, and a table holds whole elements.
//  22. No store's address is derived by PtrAdds from a table or a string parameter, which are read-only. (The interpreter
//     detects such a store through a phi.)
func (f *Func) Verify() error {
	v := &verifier{f: f}
	f.watch()
	v.params()
	if v.blocks() {
		v.values()
		if len(v.errs) == 0 {
			// Dominance is defined only if the graph is well formed.
			v.dominance()
			v.kept()
		}
	}
	return errors.Join(v.errs...)
}

// kept compares the cached block order and dominators with freshly computed ones.
func (v *verifier) kept() {
	d := v.f.keptDom()
	if d == nil {
		return
	}
	if what := d.difference(v.f.dominators(v.f.reversePostorder())); what != "" {
		v.errorf(nil, nil, "kept %s not those of the graph", what)
	}
}

// maxViolations bounds a report, since one mistake tends to violate many rules.
const maxViolations = 10

type verifier struct {
	f    *Func
	errs []error

	inFunc []bool   // by block ID
	place  []int32  // index in its block + 1, by value ID; 0: not a value of f
	owner  []*Value // by value ID
}

func (v *verifier) errorf(b *Block, x *Value, format string, args ...any) {
	if len(v.errs) >= maxViolations {
		return
	}
	where := v.f.Name
	if b != nil {
		where += " " + b.String()
	}
	if x != nil {
		where += " " + safeLongString(x)
	}
	v.errs = append(v.errs, fmt.Errorf("%s: %s", where, fmt.Sprintf(format, args...)))
}

// safeLongString prints a value that may be malformed.
func safeLongString(x *Value) (s string) {
	defer func() {
		if recover() != nil {
			s = fmt.Sprintf("v%d (op %d)", x.ID, x.Op)
		}
	}()
	return fmt.Sprintf("v%d (%s)", x.ID, x.LongString())
}

func (v *verifier) params() {
	v.objects()
	for i, s := range v.f.Sites {
		switch {
		case s == nil:
			v.errorf(nil, nil, "site %d is nil", i)
		case s.Index != i:
			v.errorf(nil, nil, "site %d says it is site %d", i, s.Index)
		case s.Kind >= NumSiteKinds:
			v.errorf(nil, nil, "site %d is of unknown kind %d", i, s.Kind)
		}
	}
	check := func(p *Param, result bool) {
		e := p.Elem
		switch {
		case p.Kind > ParamArrayPtr || e >= numElems || e == Ptr:
			v.errorf(nil, nil, "parameter %s is of unknown kind", p.Name)
		case result && p.Kind != ParamScalar && p.Kind != ParamArrayPtr:
			v.errorf(nil, nil, "result %s is neither a scalar nor an address", p.Name)
		case p.Kind == ParamScalar && e == Void:
			v.errorf(nil, nil, "scalar parameter %s has no element", p.Name)
		case e != Void && p.Size != e.Size(), p.Size < 0, p.Len < 0:
			v.errorf(nil, nil, "parameter %s of %s has size %d", p.Name, e, p.Size)
		case p.Unknown && p.Kind != ParamArrayPtr:
			v.errorf(nil, nil, "parameter %s is of unknown extent and no pointer to an array", p.Name)
		case p.Addr != nil && (p.Kind != ParamArrayPtr || p.Unknown || result):
			v.errorf(nil, nil, "parameter %s has an address and is no pointer to an array", p.Name)
		case p.Kind == ParamString && e != I8:
			v.errorf(nil, nil, "string parameter %s has elements %s", p.Name, e)
		}
	}
	for i := range v.f.Params {
		check(&v.f.Params[i], false)
	}
	for i := range v.f.Results {
		check(&v.f.Results[i], true)
	}
}

// objects checks locals and tables.
func (v *verifier) objects() {
	for i, l := range v.f.Locals {
		switch {
		case l == nil:
			v.errorf(nil, nil, "local %d is nil", i)
		case l.Elem >= numElems || l.Elem == Ptr:
			v.errorf(nil, nil, "local %s has elements of unknown kind", l.Name)
		case l.Size < 0 || l.Elem != Void && l.Size%l.Elem.Size() != 0:
			v.errorf(nil, nil, "local %s of %s has size %d", l.Name, l.Elem, l.Size)
		case l.Align <= 0 || l.Align > MaxLocalAlign || l.Align&(l.Align-1) != 0:
			v.errorf(nil, nil, "local %s has alignment %d", l.Name, l.Align)
		}
	}
	for i, t := range v.f.Tables {
		switch {
		case t == nil:
			v.errorf(nil, nil, "table %d is nil", i)
		case t.Elem >= numElems || t.Elem == Ptr:
			v.errorf(nil, nil, "table %s has elements of unknown kind", t.Name)
		case t.Elem != Void && len(t.Data)%t.Elem.Size() != 0:
			v.errorf(nil, nil, "table %s of %s has %d bytes", t.Name, t.Elem, len(t.Data))
		}
	}
}

// blocks checks the graph. It returns false if checking cannot continue.
func (v *verifier) blocks() bool {
	f := v.f
	if len(f.Blocks) == 0 {
		v.errorf(nil, nil, "no entry block")
		return false
	}
	v.inFunc = make([]bool, f.NumBlocks())
	for _, b := range f.Blocks {
		switch {
		case b == nil:
			v.errorf(nil, nil, "nil block")
			return false
		case b.ID < 0 || int(b.ID) >= f.NumBlocks():
			v.errorf(b, nil, "block ID out of bounds %d", f.NumBlocks())
			return false
		case v.inFunc[b.ID]:
			v.errorf(b, nil, "two blocks have this ID")
			return false
		case b.Func != f:
			v.errorf(b, nil, "block of another function")
		}
		v.inFunc[b.ID] = true
	}
	if len(f.Entry().Preds) > 0 {
		v.errorf(f.Entry(), nil, "the entry has predecessors")
	}
	for _, b := range f.Blocks {
		v.edges(b)
		v.ending(b)
	}
	return true
}

func (v *verifier) isBlock(b *Block) bool {
	return b != nil && b.ID >= 0 && int(b.ID) < len(v.inFunc) && v.inFunc[b.ID] && b.Func == v.f
}

func count(list []*Block, b *Block) int {
	n := 0
	for _, x := range list {
		if x == b {
			n++
		}
	}
	return n
}

func (v *verifier) edges(b *Block) {
	for _, s := range b.Succs {
		switch {
		case !v.isBlock(s):
			v.errorf(b, nil, "successor %s is no block of the function", blockName(s))
		case count(b.Succs, s) > 1:
			v.errorf(b, nil, "two edges to %s", s)
		case count(s.Preds, b) != 1:
			v.errorf(b, nil, "%s is a successor, but lists the block %d times as predecessor", s, count(s.Preds, b))
		}
	}
	for _, p := range b.Preds {
		switch {
		case !v.isBlock(p):
			v.errorf(b, nil, "predecessor %s is no block of the function", blockName(p))
		case count(p.Succs, b) == 0:
			v.errorf(b, nil, "%s is a predecessor, but does not list the block as successor", p)
		}
	}
}

func blockName(b *Block) string {
	if b == nil {
		return "nil"
	}
	return b.String()
}

// ending checks the kind, the control and the number of successors of b.
func (v *verifier) ending(b *Block) {
	var last *Value
	if n := len(b.Values); n > 0 {
		last = b.Values[n-1]
	}
	succs := 0
	switch b.Kind {
	case BlockJump:
		succs = 1
	case BlockIf:
		succs = 2
		if b.Control == nil || b.Control.Type != TBool {
			v.errorf(b, nil, "the control of an if is %s, not a bool", b.Control)
		}
	case BlockRet:
		if b.Control == nil || b.Control != last || last.Op != OpRet {
			v.errorf(b, nil, "the control of a ret is %s, not a Ret at the block's end", b.Control)
		}
	case BlockTrap:
		if last == nil || last.Op != OpCheck {
			v.errorf(b, nil, "a trap does not end in a Check")
		}
	default:
		v.errorf(b, nil, "unknown kind %d", b.Kind)
		return
	}
	if len(b.Succs) != succs {
		v.errorf(b, nil, "%s with %d successors", b.Kind, len(b.Succs))
	}
	if b.Control != nil && (b.Kind == BlockJump || b.Kind == BlockTrap) {
		v.errorf(b, nil, "%s with control %s", b.Kind, b.Control)
	}
	if b.Likely != NoGuess && (b.Kind != BlockIf || b.Likely > certain) {
		v.errorf(b, nil, "%s with guess %d", b.Kind, b.Likely)
	}
}

// values checks each value on its own, and the use counts.
func (v *verifier) values() {
	f := v.f
	v.place = make([]int32, f.NumValues())
	v.owner = make([]*Value, f.NumValues())
	for _, b := range f.Blocks {
		for i, x := range b.Values {
			switch {
			case x == nil:
				v.errorf(b, nil, "value %d is nil", i)
				return
			case x.ID < 0 || int(x.ID) >= f.NumValues():
				v.errorf(b, x, "value ID out of bounds %d", f.NumValues())
				return
			case v.owner[x.ID] == x:
				v.errorf(b, x, "listed twice")
				return
			case v.owner[x.ID] != nil:
				v.errorf(b, x, "two values have this ID")
				return
			case x.Op <= OpInvalid || x.Op >= NumOps:
				v.errorf(b, x, "unknown op")
				return
			case x.Block != b:
				v.errorf(b, x, "says it stands in %s", blockName(x.Block))
			}
			v.place[x.ID], v.owner[x.ID] = int32(i)+1, x
			if !x.Type.valid() {
				v.errorf(b, x, "invalid type: element %d, %d lanes", x.Type.Elem, x.Type.Lanes)
			}
		}
	}
	if len(v.errs) > 0 {
		return // the following checks need sound blocks, edges and types
	}
	uses := make([]int32, f.NumValues())
	for _, b := range f.Blocks {
		for i, x := range b.Values {
			v.position(b, x, i)
			known := true
			for _, a := range x.Args {
				if !v.isValue(a) {
					v.errorf(b, x, "argument %s is no value of the function", a)
					known = false
					continue
				}
				uses[a.ID]++
			}
			if known {
				v.types(x)
				v.attributes(x)
			}
		}
		if c := b.Control; c != nil {
			if !v.isValue(c) {
				v.errorf(b, nil, "control %s is no value of the function", c)
				continue
			}
			uses[c.ID]++
		}
	}
	for _, b := range f.Blocks {
		for _, x := range b.Values {
			if x.Uses != uses[x.ID] {
				v.errorf(b, x, "use count is %d, but there are %d uses", x.Uses, uses[x.ID])
			}
		}
	}
}

func (v *verifier) isValue(x *Value) bool {
	return x != nil && x.ID >= 0 && int(x.ID) < len(v.owner) && v.owner[x.ID] == x
}

// position checks that x, the value at index i of b, is allowed there.
func (v *verifier) position(b *Block, x *Value, i int) {
	switch x.Op {
	case OpPhi:
		if i > 0 && b.Values[i-1].Op != OpPhi {
			v.errorf(b, x, "phi after other values")
		}
		if len(x.Args) != len(b.Preds) {
			v.errorf(b, x, "phi of %d arguments in a block of %d predecessors", len(x.Args), len(b.Preds))
		}
	case OpConst, OpArg, OpArgPtr, OpArgLen, OpArgCap, OpLocalPtr, OpTablePtr:
		if b != v.f.Entry() {
			v.errorf(b, x, "%s outside the entry block", x.Op)
		}
	case OpCopy:
		v.errorf(b, x, "a Copy is left")
	case OpRet:
		if b.Control != x || b.Kind != BlockRet {
			v.errorf(b, x, "a Ret that is not the control of a ret")
		}
	}
}

// dominance checks that definitions dominate uses and that loop attributes are on loop headers.
func (v *verifier) dominance() {
	dom := v.f.Dominators()
	// before reports whether d is available before index i of block b.
	before := func(d *Value, b *Block, i int) bool {
		if d.Block == b {
			return int(v.place[d.ID])-1 < i
		}
		return dom.Dominates(d.Block, b)
	}
	for _, b := range v.f.Blocks {
		if !dom.Reachable(b) {
			continue
		}
		for i, x := range b.Values {
			for k, a := range x.Args {
				at, end := b, i
				if x.Op == OpPhi {
					at = b.Preds[k]
					end = len(at.Values)
					if !dom.Reachable(at) {
						continue
					}
				}
				if !before(a, at, end) {
					v.errorf(b, x, "argument %s in %s does not dominate the use", a, a.Block)
				}
			}
		}
		if c := b.Control; c != nil && !before(c, b, len(b.Values)) {
			v.errorf(b, nil, "control %s in %s does not dominate the use", c, c.Block)
		}
		if b.Loop != nil && len(b.Loop.Attrs) > 0 && !dom.headsLoop(b) {
			v.errorf(b, nil, "loop attributes on a block that heads no loop")
		}
	}
}

// headsLoop reports whether a back edge leads to b.
func (d *Dom) headsLoop(b *Block) bool {
	for _, p := range b.Preds {
		if d.Reachable(p) && d.Dominates(b, p) {
			return true
		}
	}
	return false
}

// DropStaleLoops removes the metadata of blocks that are not loop headers and reports whether there were any.
func (f *Func) DropStaleLoops() bool {
	var dom *Dom
	changed := false
	for _, b := range f.Blocks {
		if b.Loop == nil {
			continue
		}
		if dom == nil {
			dom = f.Dominators()
		}
		if !dom.Reachable(b) || !dom.headsLoop(b) {
			b.Loop = nil
			changed = true
		}
	}
	return changed
}
