package check

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"hotloop/frontend/syntax"
	"hotloop/internal/lab/gen"
)

// TestQuickDeclines mutates kernels by deleting, duplicating or replacing parts. The quick checker must decline
// what go/types rejects, and agree with it on what both accept.
func TestQuickDeclines(t *testing.T) {
	mutants := 60
	if testing.Short() {
		mutants = 6
	}
	var kernels []kernelText
	texts(t, func(path, text string) {
		switch dir := filepath.Base(filepath.Dir(path)); {
		case strings.HasSuffix(path, "_test.go") && dir != "oracle":
		case dir == "kernels", dir == "core", dir == "tsvc", dir == "features", dir == "oracle":
			for i, name := range functions(text) {
				if k := alone(text, name); k.text != "" && i%8 == 0 {
					kernels = append(kernels, k)
				}
			}
		}
	})
	for seed := range uint64(100) {
		kernels = append(kernels, kernelText{gen.New(seed, gen.Options{}).Text, "K"})
	}
	rng := rand.New(rand.NewPCG(25, 1))
	refused, accepted, quick, wrong := 0, 0, 0, 0
	for _, k := range kernels {
		tokens := tokensOf(k.text)
		for range mutants {
			text := mutated(rng, tokens)
			o := both(syntax.Text("k.go", text), k.name)
			switch {
			case o.skipped:
				continue
			case len(o.errs) > 0:
				refused++
			default:
				accepted++
			}
			if !o.quick {
				continue
			}
			quick++
			if len(o.errs) > 0 {
				o.difference = append(o.difference, "accepted in spite of "+o.errs[0].Error())
			}
			if len(o.difference) > 0 && wrong < 20 {
				wrong++
				t.Errorf("%s\n%s", strings.Join(o.difference, "\n"), text)
			}
		}
	}
	t.Logf("of the mutants of %d kernels, go/types refuses %d and accepts %d, the quick checker %d of these", len(kernels),
		refused, accepted, quick)
	if refused < len(kernels) || quick < len(kernels)/2 {
		t.Errorf("too few to tell anything")
	}
}

// kernelText is the text of a package with a kernel.
type kernelText struct{ text, name string }

// alone returns the text of a function with only what it mentions.
func alone(text, name string) kernelText {
	p, err := syntax.Parse(syntax.Text("k.go", text))
	if err != nil {
		return kernelText{}
	}
	d := lookup(p, name, &syntax.Reports{Fset: p.Fset})
	if d == nil {
		return kernelText{}
	}
	files, _ := p.Reach(d, nil)
	var b strings.Builder
	b.WriteString("package k\n")
	for _, d := range files[0].Decls {
		from, to := p.Fset.Position(d.Pos()).Offset, p.Fset.Position(d.End()).Offset
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			b.WriteString("import ")
		}
		b.WriteString(text[from:to] + "\n")
	}
	return kernelText{b.String(), name}
}

// tokensOf splits a text into tokens.
func tokensOf(text string) (list []string) {
	fset := token.NewFileSet()
	var s scanner.Scanner
	s.Init(fset.AddFile("k.go", -1, len(text)), []byte(text), nil, 0)
	for {
		_, tok, lit := s.Scan()
		switch {
		case tok == token.EOF:
			return list
		case tok == token.SEMICOLON:
			lit = ";\n"
		case lit == "":
			lit = tok.String()
		}
		list = append(list, lit)
	}
}

// Replacement tokens of each kind.
var (
	someNames = strings.Fields("int int8 uint8 uint32 uint64 float32 float64 bool string byte rune len cap min max copy append " +
		"make panic nil true false iota _ math bits error any x i n")
	someOperators = strings.Fields("+ - * / % & | ^ << >> &^ && || == != < <= > >= = := += -= *= /= %= <<= >>= &= ! ~ . , :")
	someLiterals  = strings.Fields("0 1 -1 255 256 65536 2147483648 9223372036854775808 1.5 1e39 1e400 2.0 'a' \"s\" 1i")
	someWords     = strings.Fields("break continue return goto fallthrough if else for range switch case default var const")
)

// mutated returns the text of the tokens with one to three tokens, or statements, changed.
func mutated(rng *rand.Rand, tokens []string) string {
	list := append([]string(nil), tokens...)
	pick := func(from []string) string { return from[rng.IntN(len(from))] }
	for range 1 + rng.IntN(3)/2 + rng.IntN(6)/5 {
		if len(list) < 8 {
			break
		}
		i := 3 + rng.IntN(len(list)-3) // after the package clause
		switch kind := rng.IntN(10); {
		case kind == 0:
			list = append(list[:i], list[i+1:]...)
		case kind == 1:
			list = append(list[:i+1], list[i:]...)
		case kind <= 3: // a statement is deleted or duplicated
			from, to := i, i
			for from > 3 && list[from-1] != ";\n" && list[from-1] != "{" {
				from--
			}
			for to < len(list)-1 && list[to] != ";\n" {
				to++
			}
			if kind == 2 {
				list = append(list[:from], list[to+1:]...)
			} else {
				list = append(append(append([]string(nil), list[:to+1]...), list[from:to+1]...), list[to+1:]...)
			}
		default:
			switch c := list[i][0]; {
			case token.IsKeyword(list[i]):
				list[i] = pick(someWords)
			case token.IsIdentifier(list[i]) && rng.IntN(2) == 0: // with another token of the text
				for range 20 {
					if s := pick(list); token.IsIdentifier(s) {
						list[i] = s
						break
					}
				}
			case token.IsIdentifier(list[i]):
				list[i] = pick(append(someNames, someLiterals...))
			case c >= '0' && c <= '9' || c == '"' || c == '\'':
				list[i] = pick(append(someLiterals, someNames...))
			case c != ';':
				list[i] = pick(someOperators)
			}
		}
	}
	return strings.Join(list, " ")
}
