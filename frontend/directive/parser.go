package directive

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"hotloop/frontend/syntax"
	"hotloop/loopopt/attrs"
	"hotloop/loopopt/ir"
)

// parser reads the text of one directive comment.
type parser struct {
	*syntax.Reports
	text string
	i    int // offset in text
	base token.Pos
	fn   *Func

	pkg       *syntax.Package
	info      Objects
	nested    func(depth int) *Loop // returns the loop depth levels inside the directive's loop
	following func() int64          // counts the consecutive loops from the directive's loop on
	to        *Loop                 // the loop that the pragma is about
	gaveUp    bool                  // the rest of the pragma could not be read

	condition ast.Stmt // the if statement or case below the directive, if any
}

// kind reads the prefix of the comment and drops a comment at the end of the directive.
func (p *parser) kind() string {
	k := directiveKind(p.text)
	p.i = len(k)
	if j := strings.Index(p.text[p.i:], "//"); j >= 0 {
		p.text = p.text[:p.i+j]
	}
	p.text = strings.TrimRight(p.text, " \t\r")
	p.i = min(p.i, len(p.text))
	return k
}

// pos returns the parser's position in the source.
func (p *parser) pos() token.Pos { return p.base + token.Pos(p.i) }

// space skips blanks. A directive has no line breaks.
func (p *parser) space() {
	for p.i < len(p.text) && (p.text[p.i] == ' ' || p.text[p.i] == '\t') {
		p.i++
	}
}

// name reads a word of letters, digits, dots, underscores and hyphens.
func (p *parser) name() string {
	start := p.i
	for p.i < len(p.text) && strings.IndexByte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-",
		p.text[p.i]) >= 0 {
		p.i++
	}
	return p.text[start:p.i]
}

// accept consumes c if it comes next.
func (p *parser) accept(c byte) bool {
	if p.i < len(p.text) && p.text[p.i] == c {
		p.i++
		return true
	}
	return false
}

// fail reports an error at pos and abandons the rest of the directive.
func (p *parser) fail(pos token.Pos, format string, args ...any) {
	p.Errorf(pos, format, args...)
	p.i = len(p.text)
}

// loop reads the text after //loop:.
func (p *parser) loop(to *Loop) {
	p.space()
	at, start := p.pos(), p.i
	switch p.name() {
	case "":
		if p.i == len(p.text) {
			p.fail(at, "found an empty loop directive; write //loop:vectorize.enable or another attribute instead")
			return
		}
	case "fp":
		p.fp(to)
		return
	case "extent":
		p.extent(at)
		return
	case "probability":
		p.probability(at, to)
		return
	}
	p.i = start
	to.Attrs = append(to.Attrs, p.attrs(false, 0)...)
}

// attrs reads attributes. If nested, it stops at the closing brace of a followup.
func (p *parser) attrs(nested bool, depth int) []ir.Attr {
	var out []ir.Attr
	for {
		p.space()
		at := p.pos()
		switch {
		case len(out) > maxAttrs:
			p.fail(at, "found more than %d attributes in one list; write fewer instead", maxAttrs)
			return nil
		case p.i == len(p.text):
			if nested {
				p.fail(at, "found a followup without its closing brace; write } instead")
			}
			return out
		case nested && p.accept('}'):
			return out
		case p.accept(','):
			continue
		}
		name := p.name()
		if name == "" {
			p.fail(at, "found %q in a loop directive; write name, name=value or name{…} instead", p.text[p.i:p.i+1])
			return out
		}
		switch name {
		case "transformations.disable_nonforced": // the name that LLVM's D49281 proposed
			name = "disable_nonforced"
		case "parallel":
			name = "parallel.enable"
		case "grain":
			name = "parallel.grain"
		}
		if attrs.Lookup(name) == nil {
			p.misspelt(name, at)
			continue
		}
		if kindOf(name) == attrs.Group && p.accept('{') {
			out = append(out, p.groupList(name, at)...)
			continue
		}
		if p.accept('{') {
			if kindOf(name) != attrs.List || depth > 16 {
				_, msg := attr(name, "{…}", true)
				p.fail(at, "%s", strings.Replace(msg, "={…}", "{…}", 1))
				return out
			}
			out = append(out, ir.Attr{Name: name, Kind: ir.AttrList, List: p.attrs(true, depth+1), Pos: ir.Pos(at)})
			continue
		}
		value, hasValue := "", p.accept('=')
		if hasValue {
			value = p.name()
		}
		a, msg := attr(name, value, hasValue)
		if msg != "" {
			p.Errorf(at, "%s", msg)
			continue
		}
		a.Pos = ir.Pos(at)
		out = append(out, a)
	}
}

// misspelt warns about an unknown attribute name and skips its value, because attributes may be dropped safely. A
// directive that limits what code may do is an error instead: ignoring a misspelled fp or extent would permit more
// than was intended.
func (p *parser) misspelt(name string, at token.Pos) {
	p.space()
	_, mode := ir.ParseFPFlag(p.word())
	for _, w := range []string{"fp", "extent"} {
		if syntax.EditDistance(strings.ToLower(name), w, len(w)) <= len(w)/3 || w == "fp" && mode {
			p.fail(at, "found unknown loop directive %s; write //loop:%s on a line of its own instead", name, w)
			return
		}
	}
	p.Warnf(at, "unknown loop attribute %s has no effect; write %s instead", name, meant(name))
	if p.accept('=') {
		p.name()
	}
	for _, pair := range []string{"{}", "()"} {
		if !p.accept(pair[0]) {
			continue
		}
		end := closing(p.text[p.i:], pair[0], pair[1])
		if end < 0 {
			p.fail(p.pos(), "found %s without its closing %c; write %c instead", name, pair[1], pair[1])
			return
		}
		p.i += end + 1
	}
}

// word returns the next word without consuming it.
func (p *parser) word() string {
	q := parser{text: p.text, i: p.i}
	return q.name()
}

// fp reads the words after //loop:fp.
func (p *parser) fp(to *Loop) {
	mode := &Mode{Written: true}
	words := 0
	for {
		p.space()
		at := p.pos()
		w := p.name()
		if w == "" {
			if p.i < len(p.text) {
				p.fail(at, "found %q in an fp directive; write exact, go, fast or flags such as reassoc nnan instead",
					p.text[p.i:p.i+1])
				return
			}
			break
		}
		flags, ok := ir.ParseFPFlag(w)
		if !ok {
			known := []string{"exact", "go", "fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"}
			instead := syntax.Nearest(w, known)
			if instead == "" {
				instead = "exact, go, fast or flags such as reassoc nnan"
			}
			p.fail(at, "found unknown fp mode %s; write %s instead", w, instead)
			return
		}
		if w == "exact" && (words > 0 || p.i < len(p.text)) {
			p.fail(at, "found fp exact with further words; write exact alone instead")
			return
		}
		mode.Flags |= flags
		words++
	}
	if words == 0 {
		p.fail(p.pos(), "found fp without a mode; write fp exact, fp go, fp fast or fp with flags instead")
		return
	}
	if to.Fp != nil && to.Fp.Flags != mode.Flags {
		p.Warnf(p.base, "this fp directive contradicts the one before it, and replaces it")
	}
	to.Fp = mode
}

// extent reads the text after //loop:extent: the name of a parameter, and "unknown". The parameter is a pointer to
// an array that may be shorter than its type says, such as a C string. [1<<30]byte says how far the program may
// access, not how far it does. The compiled code then reads only what the program reads, and bytes of the same
// page.
//
// A slice or string knows its length, so the directive is an error for it.
func (p *parser) extent(at token.Pos) {
	p.space()
	param := p.name()
	p.space()
	if word := p.name(); param == "" || word != "unknown" || p.i < len(p.text) {
		p.fail(at, "found a malformed extent; write extent PARAMETER unknown instead")
		return
	}
	for _, f := range p.fn.Decl.Type.Params.List {
		for _, n := range f.Names {
			if n.Name == param {
				p.doubt(at, p.info.Def(n), param)
				return
			}
		}
	}
	p.fail(at, "found extent of %s, which is no parameter; write the name of a parameter instead", param)
}

// doubt records that the parameter o has unknown extent.
func (p *parser) doubt(at token.Pos, o types.Object, name string) {
	if o == nil {
		return // the type checker has reported it
	}
	switch t := o.Type().Underlying().(type) {
	case *types.Slice, *types.Basic:
		if b, ok := t.(*types.Basic); !ok || b.Info()&types.IsString != 0 {
			p.fail(at, "found extent of %s, a %s, which knows its length; write the name of a pointer to an array "+
				"instead", name, o.Type())
			return
		}
	case *types.Pointer:
		if _, ok := t.Elem().Underlying().(*types.Array); ok {
			if p.fn.Unknown == nil {
				p.fn.Unknown = map[types.Object]bool{}
			}
			p.fn.Unknown[o] = true
			return
		}
	}
	p.fail(at, "found extent of %s, of type %s; write the name of a parameter that is a pointer to an array instead",
		name, o.Type())
}
