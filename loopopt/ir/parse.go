package ir

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// Parse reads the text form of a function, as written by Print. Empty lines and lines that begin with // are
// skipped, so test files can contain comments. Errors name the line.
//
// Parse checks only the syntax; use Verify to check the result. Values and blocks keep their numbers. Values
// without a result, which print without a number, are numbered after all others. What the text does not contain
// is not restored: positions of values, parameters and loops.
func Parse(text string) (*Func, error) {
	p := &parser{f: &Func{}, values: map[ID]*Value{}, blocks: map[ID]*Block{}}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		s := &scanner{rest: line, line: i + 1}
		p.parseLine(s)
		if s.end(); s.err != nil {
			return nil, s.err
		}
		p.last = i + 1
	}
	return p.finish()
}

// MustParse is like Parse but panics on an error. It is for texts that are part of a program.
func MustParse(text string) *Func {
	f, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return f
}

type parser struct {
	f     *Func
	state parseState
	cur   *Block
	last  int // number of the last line that is neither empty nor a comment

	values map[ID]*Value // defined or only referenced
	blocks map[ID]*Block
	// The line that first references a value or block that is not yet defined.
	undefValues, undefBlocks map[ID]int
	unnumbered               []*Value // values without a result
}

type parseState uint8

const (
	wantFunc  parseState = iota
	wantSite             // or a local, a table, a block
	wantValue            // or the end of the block
	wantBlock            // or the end of the function
	wantNothing
)

func (p *parser) parseLine(s *scanner) {
	switch p.state {
	case wantFunc:
		p.header(s)
		p.state = wantSite
	case wantSite:
		switch {
		case s.eat("site"):
			p.site(s)
			return
		case s.eat("local "):
			p.local(s)
			return
		case s.eat("table "):
			p.table(s)
			return
		}
		p.blockHeader(s)
	case wantBlock:
		if s.eat("}") {
			p.state = wantNothing
			return
		}
		p.blockHeader(s)
	case wantValue:
		if !p.ending(s) {
			p.value(s)
		}
	case wantNothing:
		s.failf("text after the function")
	}
}

// header reads func NAME(params) (results) fp(flags) {.
func (p *parser) header(s *scanner) {
	s.want("func ")
	if s.skip(); strings.HasPrefix(s.rest, `"`) {
		p.f.Name, _ = s.word()
	} else {
		p.f.Name = s.take(func(r rune) bool { return r == '(' })
	}
	s.want("(")
	p.f.Params = p.params(s)
	if s.eat("(") {
		p.f.Results = p.params(s)
	}
	if s.eat("fp(") {
		p.f.FP = s.flags()
	}
	s.want("{")
	p.f.Layout()
}

func (p *parser) params(s *scanner) []Param {
	var list []Param
	if s.eat(")") {
		return nil
	}
	for s.err == nil {
		list = append(list, p.param(s))
		if s.eat(")") {
			break
		}
		s.want(",")
	}
	return list
}

func (p *parser) param(s *scanner) Param {
	name, q := s.word()
	if name == "_" && !q {
		name = ""
	}
	x := Param{Name: name}
	switch {
	case s.eat("string"):
		x.Kind, x.Elem, x.Size = ParamString, I8, 1
		return x
	case s.eat("[]"):
		x.Kind = ParamSlice
	case s.eat("*["):
		x.Kind = ParamArrayPtr
		x.Len = int(s.number(48))
		s.want("]")
	}
	if s.eat("{") { // a struct of that many bytes
		x.Size = int(s.number(31))
		s.want("}")
		x.Unknown = s.eatExtent()
		return x
	}
	if s.eat("u") {
		s.rest = "i" + s.rest
	} else if s.skip(); strings.HasPrefix(s.rest, "i") {
		x.Sign = true
	}
	x.Elem = s.elem()
	x.Size = x.Elem.Size()
	x.Unknown = s.eatExtent()
	return x
}

// eatExtent reads "extent unknown" after a parameter, if present.
func (s *scanner) eatExtent() bool {
	if !s.eat("extent") {
		return false
	}
	s.want("unknown")
	return true
}

// site reads what follows "site": 0 = index unsigned "message" @12.
func (p *parser) site(s *scanner) {
	if n := s.number(32); n != int64(len(p.f.Sites)) {
		s.failf("site %d out of order", n)
	}
	s.want("=")
	name, _ := s.word()
	x := p.f.NewSite(NumSiteKinds, 0)
	for k, n := range siteKindNames {
		if n == name {
			x.Kind = SiteKind(k)
		}
	}
	if x.Kind == NumSiteKinds {
		s.failf("unknown kind of site %q", name)
	}
	x.Unsigned = s.eat("unsigned")
	if s.eat("part") {
		x.Part = int(s.number(32))
	}
	if s.skip(); strings.HasPrefix(s.rest, `"`) {
		x.Msg, _ = s.word()
	}
	if s.eat("@") {
		x.Pos = Pos(s.number(32))
	}
}

// local reads what follows "local": 0 acc f32 256 align 64 @40.
func (p *parser) local(s *scanner) {
	if n := s.number(32); n != int64(len(p.f.Locals)) {
		s.failf("local %d out of order", n)
	}
	var l Local
	l.Name, _ = s.word()
	l.Elem = s.elem()
	l.Size = int(s.number(32))
	s.want("align")
	l.Align = int(s.number(32))
	if s.eat("@") {
		l.Pos = Pos(s.number(32))
	}
	p.f.NewLocal(l)
}

// table reads what follows "table": 0 crc i32 "0000000096300777".
func (p *parser) table(s *scanner) {
	if n := s.number(32); n != int64(len(p.f.Tables)) {
		s.failf("table %d out of order", n)
	}
	var t Table
	t.Name, _ = s.word()
	t.Elem = s.elem()
	digits, q := s.word()
	data, err := hex.DecodeString(digits)
	if err != nil || !q {
		s.failf("bad contents of a table: want hexadecimal digits in quotes")
	}
	t.Data = data
	p.f.Tables = append(p.f.Tables, &t)
}

// block reads a block number and returns the block, creating it on first mention.
func (p *parser) block(s *scanner, define bool) *Block {
	id := s.id("b")
	b := p.blocks[id]
	if b == nil {
		b = &Block{ID: id, Func: p.f}
		p.blocks[id] = b
		p.f.numBlocks = max(p.f.numBlocks, id+1)
		mention(&p.undefBlocks, id, s.line)
	}
	if define {
		s.define(p.undefBlocks, "b", id)
	}
	return b
}

// val reads a value number and returns the value, creating it on first mention.
func (p *parser) val(s *scanner, define bool) *Value {
	id := s.id("v")
	v := p.values[id]
	if v == nil {
		v = &Value{ID: id}
		v.Args = v.argstore[:0]
		p.values[id] = v
		p.f.numValues = max(p.f.numValues, id+1)
		mention(&p.undefValues, id, s.line)
	}
	if define {
		s.define(p.undefValues, "v", id)
	}
	return v
}

// define removes id from the IDs that are referenced but not defined.
func (s *scanner) define(undefined map[ID]int, letter string, id ID) {
	if _, undef := undefined[id]; !undef {
		s.failf("%s%d is defined twice", letter, id)
	}
	delete(undefined, id)
}

func mention(m *map[ID]int, id ID, line int) {
	if *m == nil {
		*m = map[ID]int{}
	}
	(*m)[id] = line
}

// blockHeader reads b1: ; name <- b0 b1 !loop(attributes).
func (p *parser) blockHeader(s *scanner) {
	b := p.block(s, true)
	s.want(":")
	if s.eat(";") {
		b.Name, _ = s.word()
	}
	if s.eat("<-") {
		b.Preds = b.predstore[:0]
		for s.atID('b') {
			b.Preds = append(b.Preds, p.block(s, false))
		}
	}
	if s.eat("!loop(") {
		b.Loop = &LoopMD{Attrs: s.attrs(")", 0)}
	}
	p.f.Blocks = append(p.f.Blocks, b)
	p.cur = b
	p.state = wantValue
}

// ending reads a block's last line: jump b1, if v3 b1 b2 likely, ret, trap.
func (p *parser) ending(s *scanner) bool {
	b := p.cur
	kind := -1
	for k, name := range blockKindNames {
		if rest, ok := strings.CutPrefix(s.rest, name); ok && (rest == "" || rest[0] == ' ') {
			s.rest = rest
			kind = k
		}
	}
	if kind < 0 {
		return false
	}
	b.Kind = BlockKind(kind)
	switch b.Kind {
	case BlockIf:
		b.SetControl(p.val(s, false))
	case BlockRet:
		if n := len(b.Values); n > 0 && b.Values[n-1].Op == OpRet {
			b.SetControl(b.Values[n-1])
		}
	}
	b.Succs = b.succstore[:0]
	for s.atID('b') {
		b.Succs = append(b.Succs, p.block(s, false))
	}
	b.Likely = s.likely()
	p.state = wantBlock
	return true
}

// value reads v8 = Load <f32> v3 v7 *4 +0, or Store v4 v7 v8 *4 +0.
func (p *parser) value(s *scanner) {
	var v *Value
	if s.atID('v') {
		v = p.val(s, true)
		s.want("=")
	} else {
		v = &Value{}
		v.Args = v.argstore[:0]
		p.unnumbered = append(p.unnumbered, v)
	}
	name, _ := s.word()
	op, ok := OpByName(name)
	if !ok {
		s.failf("unknown operation %q", name)
	}
	v.Op, v.Type, v.Block = op, TVoid, p.cur
	if op == OpCopy {
		p.f.copies = append(p.f.copies, v)
	}
	numbered := len(p.unnumbered) == 0 || p.unnumbered[len(p.unnumbered)-1] != v
	if s.eat("<") {
		v.Type = s.typ()
		s.want(">")
	}
	if numbered != (v.Type != TVoid) {
		s.failf("a value has a number if and only if it has a type")
	}
	switch op {
	case OpConst:
		s.want("{")
		v.AuxInt = int64(s.constant(v.Type.Elem))
		s.want("}")
	case OpArg, OpArgPtr, OpArgLen, OpArgCap, OpLocalPtr, OpTablePtr, OpExtract, OpInsert, OpSubvec, OpLookup:
		s.want("{")
		v.AuxInt = s.number(64)
		s.want("}")
	case OpLoadStrided:
		s.want("{")
		member := s.number(8)
		s.want("/")
		v.AuxInt = MemberAux(int(s.number(8)), int(member&0xff))
		s.want("}")
	}
	for s.atID('v') {
		v.AddArg(p.val(s, false))
	}
	p.attributes(s, v)
	p.cur.Values = append(p.cur.Values, v)
	if p.cur == p.f.Blocks[0] {
		p.remember(v)
	}
}

// attributes reads what follows the arguments of a value.
func (p *parser) attributes(s *scanner, v *Value) {
	if v.Op.IsMemory() || v.Op == OpPtrAdd {
		s.want("*")
		v.Scale = int32(s.number(32))
		v.Off = int32(s.number(32))
	}
	switch {
	case s.eat("!site"):
		n := s.number(32)
		if n < 0 || n >= int64(len(p.f.Sites)) {
			s.failf("there is no site %d", n)
			return
		}
		v.Aux = p.f.Sites[n]
	case s.eat("["):
		lanes := Lanes{}
		for s.err == nil && !s.eat("]") {
			lanes = append(lanes, int8(s.number(8)))
		}
		v.Aux = lanes
	}
	if s.eat("fp(") {
		v.FP = s.flags()
	}
	if s.eat("group(") {
		for s.err == nil && !s.eat(")") {
			name, _ := s.word()
			v.Groups |= p.f.NewAccessGroup(name)
		}
	}
	if v.Op == OpLoad && s.eat("header(") {
		if v.AuxInt = s.number(8); !s.eat(")") {
			s.failf("want )")
		}
	}
	if v.Op == OpStore && s.eat("data(") {
		if v.AuxInt = DataStore; !s.eat(")") {
			s.failf("want )")
		}
	}
	if v.Op == OpSelect {
		v.SetGuess(s.likely())
	}
}

// remember lets Func.Const and Func.Arg find a parsed value of the entry block.
func (p *parser) remember(v *Value) {
	switch v.Op {
	case OpConst, OpArg, OpArgPtr, OpArgLen, OpArgCap, OpLocalPtr, OpTablePtr:
		p.f.entries.add(p.f, v)
	}
}

func (p *parser) finish() (*Func, error) {
	first := func(what string, m map[ID]int) error {
		best := ID(-1)
		for id, line := range m {
			if best < 0 || line < m[best] || line == m[best] && id < best {
				best = id
			}
		}
		return fmt.Errorf("line %d: %s%s is not defined", m[best], what, strconv.Itoa(int(best)))
	}
	switch {
	case p.state != wantNothing:
		return nil, fmt.Errorf("line %d: the text ends within the function", p.last)
	case len(p.undefBlocks) > 0:
		return nil, first("b", p.undefBlocks)
	case len(p.undefValues) > 0:
		return nil, first("v", p.undefValues)
	}
	for _, v := range p.unnumbered {
		v.ID = p.f.numValues
		p.f.numValues++
	}
	return p.f, nil
}
