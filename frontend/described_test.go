package frontend_test

import (
	"go/token"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"text/scanner"

	"hotloop/frontend"
)

// TestTypesByReflection checks that types of other packages are known from the func type alone, also through the
// kernel's own structs.
func TestTypesByReflection(t *testing.T) {
	type page struct {
		at   []scanner.Position
		link *url.URL // leads to more types of its package
	}
	for _, tt := range []struct {
		name, text string
		typ        reflect.Type
		want       string // in the error; "" for no error
	}{
		{"slice of structs", `package p
import "go/token"
func K(p []token.Position) (n int) {
	for i := range p { n += p[i].Line }
	return
}`, reflect.TypeFor[func([]token.Position) int](), ""},
		{"pointer, a field stored, and a further name of the package", `package p
import "text/scanner"
func K(p *scanner.Position, q []scanner.Position) { for i := range q { p.Line += q[i].Offset } }
`, reflect.TypeFor[func(*scanner.Position, []scanner.Position)](), ""},
		{"inside a struct of the kernel's package", `package p
import ("text/scanner"; "net/url")
type page struct { at []scanner.Position; link *url.URL }
func K(p *page) (n int) {
	for i := range p.at { n += p.at[i].Column }
	return n + len(p.link.Host)
}`, reflect.TypeFor[func(*page) int](), ""},
		{"types that the func type does not lead to", `package p
import "text/scanner"
func K(p *scanner.Position) int { var s scanner.Scanner; return p.Line + s.Line }
`, reflect.TypeFor[func(*scanner.Position) int](), "k.go:3:41: text/scanner.Scanner"},
		{"functions", `package p
import "text/scanner"
func K(p *scanner.Position) int { return len(scanner.TokenString(rune(p.Line))) }
`, reflect.TypeFor[func(*scanner.Position) int](), "k.go:3:46: a call of text/scanner.TokenString"},
		{"methods", `package p
import "text/scanner"
func K(p *scanner.Position) bool { return p.IsValid() }
`, reflect.TypeFor[func(*scanner.Position) bool](), "k.go:3:45: p.IsValid undefined (type *scanner.Position has no field IsValid, and its package's methods are not known); " +
			"write hotloop.WithImport with the files of package text/scanner"},
		{"a field that is none", `package p
import "text/scanner"
func K(p *scanner.Position) int { return p.Row }
`, reflect.TypeFor[func(*scanner.Position) int](), "k.go:3:44: p.Row undefined"},
		{"another type in its place", `package p
import "text/scanner"
func K(p *scanner.Position) int { return p.Line }
`, reflect.TypeFor[func(*token.Position) int](), "text/scanner.Position"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := frontend.Build(frontend.Text("k.go", tt.text), "K", frontend.Options{Type: tt.typ})
			switch {
			case tt.want == "" && err != nil, tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("%v, want %q", err, tt.want)
			case err == nil && r.Func == nil:
				t.Error("no function")
			}
		})
	}
}
