// Package exactfp rewrites Go text so that gc rounds every floating-point operation, whatever GOARCH and GOAMD64.
//
// The language lets a compiler compute x*y + z with one rounding, also across statements; an explicit conversion
// forbids it. So every product and quotient is wrapped in one:
//
//	y[i] += a * x[i]   →   y[i] += float32(a * x[i])
//	s *= t             →   s = float32(s * (t))
//
// The result is the oracle that kernels are compared with, bit for bit. The timed build uses the text as written.
package exactfp

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"io/fs"
	"slices"
	"sort"
	"strings"

	"hotloop/bench/source"
)

// edit inserts text before offset at, and drops cut bytes there.
type edit struct {
	at, cut int
	text    string
}

// Decl returns the text of a declaration of f with its products and quotients wrapped.
func Decl(f *source.File, d ast.Decl) (string, error) {
	from := d.Pos()
	base := f.Fset.Position(from).Offset
	var edits []edit
	insert := func(p token.Pos, cut int, text string) {
		edits = append(edits, edit{f.Fset.Position(p).Offset - base, cut, text})
	}
	var err error
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			tv := f.Info.Types[n]
			if (n.Op == token.MUL || n.Op == token.QUO) && tv.Value == nil && isFloat(tv.Type) {
				insert(n.Pos(), 0, typeName(tv.Type)+"(")
				insert(n.End(), 0, ")")
			}
		case *ast.AssignStmt:
			if n.Tok != token.MUL_ASSIGN && n.Tok != token.QUO_ASSIGN {
				return true
			}
			t := f.Info.TypeOf(n.Lhs[0])
			if !isFloat(t) {
				return true
			}
			if calls(f, n.Lhs[0]) {
				// The operand is written twice below, so it must be free of effects.
				err = fmt.Errorf("%s: %s with a call on its left side", f.Fset.Position(n.Pos()), n.Tok)
				return false
			}
			op := strings.TrimSuffix(n.Tok.String(), "=")
			lhs := f.Slice(n.Lhs[0].Pos(), n.Lhs[0].End())
			cut := int(n.Rhs[0].Pos() - n.TokPos) // the operator and the blank after it
			insert(n.TokPos, cut, "= "+typeName(t)+"("+lhs+" "+op+" (")
			insert(n.End(), 0, "))")
		}
		return err == nil
	})
	if err != nil {
		return "", err
	}
	return apply(f.Slice(from, d.End()), edits), nil
}

// apply carries out edits. Of those at one place, closing ones come first: an operand ends before the next begins.
// Nested operands that begin together come outermost first, as Inspect met them.
func apply(text string, edits []edit) string {
	closing := func(e edit) bool { return strings.HasPrefix(e.text, ")") }
	sort.SliceStable(edits, func(i, j int) bool {
		a, b := edits[i], edits[j]
		if a.at != b.at {
			return a.at < b.at
		}
		return closing(a) && !closing(b)
	})
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(text[at:e.at])
		b.WriteString(e.text)
		at = e.at + e.cut
	}
	b.WriteString(text[at:])
	return b.String()
}

// Extract is source.File.Extract with the functions rewritten: a whole file of package pkg.
func Extract(f *source.File, pkg, name string) (string, error) {
	decls, imports, err := f.Decls(name)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("package " + pkg + "\n")
	for _, p := range imports {
		fmt.Fprintf(&b, "\nimport %q\n", p)
	}
	for _, d := range decls {
		text, err := Decl(f, d)
		if err != nil {
			return "", err
		}
		b.WriteString("\n" + text + "\n")
	}
	return b.String(), nil
}

// Package rewrites every exported function of the Go files in dir and returns one gofmt-ed file of package pkg. Each
// function F is joined by an EmptyF of the same type, whose cost is that of the call.
func Package(dir fs.FS, pkg, header string, skip ...string) ([]byte, error) {
	names, err := fs.Glob(dir, "*.go")
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	imports := map[string]bool{}
	var body strings.Builder
	for _, name := range names {
		if slices.Contains(skip, name) || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, err
		}
		f, err := source.Load(name, string(text))
		if err != nil {
			return nil, err
		}
		if err := file(&body, imports, f); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	out.WriteString(header + "\npackage " + pkg + "\n")
	paths := make([]string, 0, len(imports))
	for p := range imports {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	out.WriteString("\nimport (\n")
	for _, p := range paths {
		fmt.Fprintf(&out, "%q\n", p)
	}
	out.WriteString(")\n" + body.String())
	return format.Source(out.Bytes())
}

// file appends one kernel file's declarations to b and its imports to the set.
func file(b *strings.Builder, imports map[string]bool, f *source.File) error {
	fmt.Fprintf(b, "\n// From %s.\n", f.Name)
	for _, d := range f.AST.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			continue
		}
		fn, isFunc := d.(*ast.FuncDecl)
		if isFunc {
			_, used, err := f.Decls(fn.Name.Name) // an error here names the function that is outside the subset
			if err != nil {
				return err
			}
			for _, p := range used {
				imports[p] = true
			}
		}
		text, err := Decl(f, d)
		if err != nil {
			return err
		}
		b.WriteString("\n" + text + "\n")
		if isFunc && fn.Name.IsExported() {
			sig := f.Pkg.Scope().Lookup(fn.Name.Name).(*types.Func).Signature()
			b.WriteString("\n" + source.EmptyFunc("Empty"+fn.Name.Name, sig) + "\n")
		}
	}
	return nil
}

// isFloat reports whether t is a floating-point type, or a type parameter that may stand for one.
func isFloat(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsFloat != 0
	case *types.Interface:
		for e := range u.EmbeddedTypes() {
			if isFloat(e) {
				return true
			}
		}
	case *types.Union:
		for term := range u.Terms() {
			if isFloat(term.Type()) {
				return true
			}
		}
	}
	return false
}

func typeName(t types.Type) string {
	return types.TypeString(t, func(*types.Package) string { return "" })
}

// calls reports whether e contains a function call (conversions and built-ins are free of effects).
func calls(f *source.File, e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			if tv := f.Info.Types[c.Fun]; !tv.IsType() && !tv.IsBuiltin() {
				found = true
			}
		}
		return !found
	})
	return found
}
