package ir

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// scanner reads one line of the text form. The first error is kept; everything read after it is empty.
type scanner struct {
	rest string
	line int
	err  error
}

// isWordRune reports whether names and words may contain r without quotes.
func isWordRune(r rune) bool {
	return r != utf8.RuneError &&
		(unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_.-+:/@$%*&'|~^", r))
}

func (s *scanner) failf(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf("line %d: %s", s.line, fmt.Sprintf(format, args...))
	}
	s.rest = ""
}

func (s *scanner) skip() { s.rest = strings.TrimLeft(s.rest, " \t\r") }

// more reports whether any input is left.
func (s *scanner) more() bool {
	s.skip()
	return s.rest != ""
}

// end fails if anything is left.
func (s *scanner) end() {
	if s.more() {
		s.failf("unexpected %q", s.rest)
	}
}

// eat consumes the text t if it comes next.
func (s *scanner) eat(t string) bool {
	s.skip()
	if !strings.HasPrefix(s.rest, t) {
		return false
	}
	s.rest = s.rest[len(t):]
	return true
}

func (s *scanner) want(t string) {
	if !s.eat(t) {
		s.failf("want %q before %q", t, s.rest)
	}
}

// take reads up to the first character for which stop is true.
func (s *scanner) take(stop func(rune) bool) string {
	s.skip()
	i := strings.IndexFunc(s.rest, stop)
	if i < 0 {
		i = len(s.rest)
	}
	t := s.rest[:i]
	s.rest = s.rest[i:]
	return t
}

// word reads a bare or quoted word; quotedWord reports which it was.
func (s *scanner) word() (text string, quotedWord bool) {
	s.skip()
	if strings.HasPrefix(s.rest, `"`) {
		q, err := strconv.QuotedPrefix(s.rest)
		if err == nil {
			text, err = strconv.Unquote(q)
		}
		if err != nil {
			s.failf("bad string %s", s.rest)
			return "", true
		}
		s.rest = s.rest[len(q):]
		return text, true
	}
	text = s.take(func(r rune) bool { return !isWordRune(r) })
	if text == "" {
		s.failf("want a word before %q", s.rest)
	}
	return text, false
}

// number reads a decimal integer that fits into n bits.
func (s *scanner) number(n int) int64 {
	t := s.take(func(r rune) bool { return !(r >= '0' && r <= '9' || r == '-' || r == '+') })
	x, err := strconv.ParseInt(t, 10, n)
	if err != nil {
		s.failf("bad number %q", t)
	}
	return x
}

// id reads a number after the letter c: v7, b2.
func (s *scanner) id(c string) ID {
	s.want(c)
	t := s.take(func(r rune) bool { return r < '0' || r > '9' })
	n, err := strconv.ParseUint(t, 10, 32)
	if err != nil || n >= maxParsedID {
		s.failf("bad number after %s: %q", c, t)
		return 0
	}
	return ID(n)
}

// maxParsedID bounds value and block numbers, which limits the size of side tables.
const maxParsedID = 1 << 20

// atID reports whether the letter c and a digit come next.
func (s *scanner) atID(c byte) bool {
	s.skip()
	return len(s.rest) > 1 && s.rest[0] == c && s.rest[1] >= '0' && s.rest[1] <= '9'
}

func (s *scanner) elem() Elem {
	t := s.take(func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') })
	for e, n := range elemNames {
		if n == t {
			return Elem(e)
		}
	}
	s.failf("unknown element kind %q", t)
	return Void
}

// typ reads a type: f32, bool, f32x8, m8. The verifier checks the number of lanes.
func (s *scanner) typ() Type {
	t := s.take(func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') })
	lanes := func(digits string) (uint8, bool) {
		n, err := strconv.ParseUint(digits, 10, 8)
		return uint8(n), err == nil
	}
	if d, ok := strings.CutPrefix(t, "m"); ok {
		if n, ok := lanes(d); ok {
			return Type{Bool, n}
		}
	}
	for e, n := range elemNames {
		d, ok := strings.CutPrefix(t, n)
		if !ok {
			continue
		}
		if d == "" {
			return Type{Elem(e), 1}
		}
		if d, ok = strings.CutPrefix(d, "x"); ok {
			if n, ok := lanes(d); ok {
				return Type{Elem(e), n}
			}
		}
	}
	s.failf("unknown type %q", t)
	return TVoid
}

// constant reads the bits of a lane of kind e as constString writes them, up to a closing brace.
func (s *scanner) constant(e Elem) uint64 {
	t := strings.TrimSpace(s.take(func(r rune) bool { return r == '}' }))
	var n uint64
	var err error
	hex, isHex := strings.CutPrefix(t, "0x")
	switch {
	case e == Bool:
		var b bool
		b, err = strconv.ParseBool(t)
		n = truth(b)
	case isHex:
		n, err = strconv.ParseUint(hex, 16, e.Bits())
	case e == F32:
		var x float64
		x, err = strconv.ParseFloat(t, 32)
		n = bitsOf32(float32(x))
	case e == F64:
		var x float64
		x, err = strconv.ParseFloat(t, 64)
		n = bitsOf64(x)
	default:
		var i int64
		if i, err = strconv.ParseInt(t, 10, max(e.Bits(), 1)); err != nil {
			n, err = strconv.ParseUint(t, 10, max(e.Bits(), 1))
			break
		}
		n = Truncate(e, uint64(i))
	}
	if err != nil {
		s.failf("bad %s constant %q", e, t)
	}
	return n
}

// flags reads FP permissions in parentheses.
func (s *scanner) flags() FPFlags {
	var p FPFlags
	for s.err == nil && !s.eat(")") {
		name, _ := s.word()
		if name == "ordered" {
			p |= Ordered
		} else if f, ok := ParseFPFlag(name); ok {
			p |= f
		} else {
			s.failf("unknown FP flag %q", name)
		}
	}
	return p
}

// maxAttrDepth bounds the nesting depth of followups.
const maxAttrDepth = 64

// attrs reads loop attributes up to close.
func (s *scanner) attrs(close string, depth int) []Attr {
	if depth > maxAttrDepth {
		s.failf("attributes nest too deep")
	}
	var list []Attr
	for s.err == nil && !s.eat(close) {
		name, q := s.word()
		if q {
			s.failf("quoted attribute name %q", name)
		}
		a := Attr{Name: name}
		switch {
		case s.eat("="):
			text, q := s.word()
			n, err := strconv.ParseInt(text, 0, 64)
			if err == nil && !q {
				a.Kind, a.Int = AttrInt, n
			} else {
				a.Kind, a.Text = AttrText, text
			}
		case s.eat("{"):
			a.Kind = AttrList
			a.List = s.attrs("}", depth+1)
		}
		list = append(list, a)
	}
	return list
}
