package page

import (
	"go/scanner"
	"go/token"
	"html/template"
	"strings"
	"unicode"
)

// Go returns the lines of a text of Go with keywords, literals and comments as spans of the classes k, s, n and c.
func Go(text string) []template.HTML {
	fset := token.NewFileSet()
	file := fset.AddFile("", fset.Base(), len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), func(token.Position, string) {}, scanner.ScanComments)
	var b painter
	at := 0
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		if tok == token.SEMICOLON && lit != ";" { // inserted
			continue
		}
		from := file.Offset(pos)
		if lit == "" {
			lit = tok.String()
		}
		to := min(from+len(lit), len(text))
		if tok == token.COMMENT || tok == token.STRING { // of whose text the scanner removes carriage returns
			to = from + extent(text[from:], lit)
		}
		if from < at || to > len(text) {
			continue
		}
		b.add("", text[at:from])
		class := ""
		switch {
		case tok == token.COMMENT:
			class = "c"
		case tok.IsKeyword():
			class = "k"
		case tok == token.STRING || tok == token.CHAR:
			class = "s"
		case tok == token.INT || tok == token.FLOAT || tok == token.IMAG:
			class = "n"
		case tok == token.IDENT && predeclared[lit]:
			class = "t"
		}
		b.add(class, text[from:to])
		at = to
	}
	b.add("", text[at:])
	return b.lines()
}

// extent returns the length of the token that text starts with and whose text without carriage returns is lit.
func extent(text, lit string) int {
	n := 0
	for _, c := range []byte(lit) {
		for n < len(text) && text[n] == '\r' && c != '\r' {
			n++
		}
		n++
	}
	return min(n, len(text))
}

var predeclared = words("bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string " +
	"uint uint8 uint16 uint32 uint64 uintptr any append cap clear complex copy imag len make max min new panic real " +
	"true false nil iota")

func words(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// Assembly returns a line of assembly with its mnemonic, registers and numbers as spans.
func Assembly(line string) template.HTML {
	code, comment, has := strings.Cut(line, ";")
	var b painter
	first := true
	eachWord(code, func(word string, isWord bool) {
		class := ""
		switch {
		case !isWord:
		case first:
			class, first = "k", false
		case unicode.IsDigit(rune(word[0])):
			class = "n"
		case word == "ptr" || strings.HasSuffix(word, "word") || word == "byte":
			class = "c"
		case word[0] == 'L' && len(word) > 1 && unicode.IsDigit(rune(word[1])):
			class = "s"
		default:
			class = "t"
		}
		b.add(class, word)
	})
	if has {
		b.add("c", ";"+comment)
	}
	return b.line()
}

// SSA returns a line of SSA as dumps show it, with operations, types, values and numbers as spans.
func SSA(line string) template.HTML {
	code, comment, has := strings.Cut(line, ";")
	var b painter
	eachWord(code, func(word string, isWord bool) {
		class := ""
		switch {
		case !isWord:
		case (word[0] == 'v' || word[0] == 'b') && len(word) > 1 && strings.Trim(word[1:], "0123456789") == "":
			class = "t"
		case unicode.IsUpper(rune(word[0])) || word == "if" || word == "jump" || word == "return" || word == "func":
			class = "k"
		case unicode.IsDigit(rune(word[0])):
			class = "n"
		}
		b.add(class, word)
	})
	if has {
		b.add("c", ";"+comment)
	}
	return b.line()
}

// eachWord calls f with the words of a text and with what is between them.
func eachWord(text string, f func(part string, isWord bool)) {
	start, in := 0, false
	for i, r := range text {
		w := r == '_' || r == '.' || unicode.IsLetter(r) || unicode.IsDigit(r)
		if i > start && w != in {
			f(text[start:i], in)
			start = i
		}
		in = w
	}
	if start < len(text) {
		f(text[start:], in)
	}
}

// painter builds lines of HTML from pieces of text with classes. A piece may extend over lines.
type painter struct {
	b    strings.Builder
	done []template.HTML
}

func (p *painter) add(class, text string) {
	for i, part := range strings.Split(text, "\n") {
		if i > 0 {
			p.done = append(p.done, template.HTML(p.b.String()))
			p.b.Reset()
		}
		part = strings.TrimSuffix(part, "\r")
		if part == "" {
			continue
		}
		if class != "" {
			p.b.WriteString(`<i class="` + class + `">`)
		}
		p.b.WriteString(template.HTMLEscapeString(part))
		if class != "" {
			p.b.WriteString("</i>")
		}
	}
}

func (p *painter) line() template.HTML { return template.HTML(p.b.String()) }

func (p *painter) lines() []template.HTML { return append(p.done, p.line()) }
