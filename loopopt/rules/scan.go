package rules

import (
	"fmt"
	"strconv"
	"strings"
)

// Scanner reads a rule, for a recursive-descent parser.
type Scanner struct{ Rest string }

type parseError string

func (e parseError) Error() string { return string(e) }

// Fail aborts parsing: the function that defers Recover returns the error.
func (p *Scanner) Fail(format string, args ...any) {
	panic(parseError(fmt.Sprintf(format, args...)))
}

// Recover stores the error of Fail; it is deferred.
func Recover(err *error) {
	switch e := recover().(type) {
	case nil:
	case parseError:
		*err = e
	default:
		panic(e)
	}
}

// Skip skips blanks.
func (p *Scanner) Skip() { p.Rest = strings.TrimLeft(p.Rest, " \t") }

// Accept consumes tok if it comes next and reports whether it did.
func (p *Scanner) Accept(tok string) bool {
	p.Skip()
	if !strings.HasPrefix(p.Rest, tok) {
		return false
	}
	p.Rest = p.Rest[len(tok):]
	return true
}

// Expect consumes tok.
func (p *Scanner) Expect(tok string) {
	if !p.Accept(tok) {
		p.Fail("found %[2]q; want %[1]q", tok, p.Rest)
	}
}

// Word reads up to a delimiter.
func (p *Scanner) Word() string {
	p.Skip()
	n := strings.IndexAny(p.Rest, " \t()[]<>,")
	if n < 0 {
		n = len(p.Rest)
	}
	w := p.Rest[:n]
	p.Rest = p.Rest[n:]
	if w == "" {
		p.Fail("found %q; want a word", p.Rest)
	}
	return w
}

// End checks that nothing is left.
func (p *Scanner) End() {
	if p.Skip(); p.Rest != "" {
		p.Fail("unexpected %q at the end", p.Rest)
	}
}

// Int reads a 64-bit number, signed or unsigned.
func (p *Scanner) Int(w string) int64 {
	n, err := strconv.ParseInt(w, 0, 64)
	if err != nil {
		u, err := strconv.ParseUint(w, 0, 64)
		if err != nil {
			p.Fail("number %q", w)
		}
		return int64(u)
	}
	return n
}
