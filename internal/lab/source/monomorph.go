package source

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Monomorphic returns a file in which the named function, in the chosen instance, and its dependencies have no type
// parameters: each instance of a generic function or type is a separate declaration. A function without generic
// dependencies is returned unchanged. Positions are those of the original lines.
func (f *File) Monomorphic(name string) (*File, error) {
	decls, imports, err := f.Decls(name)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(decls, isGeneric) {
		return f, nil
	}
	m := &monomorph{f: f, names: map[string]string{}, taken: map[string]bool{}}
	if fn := f.Pkg.Scope().Lookup(name).(*types.Func); fn.Signature().TypeParams().Len() > 0 {
		if f.targs[fn] == nil {
			return nil, missingTypes(name, fn.Signature())
		}
		m.instance(fn, f.targs[fn], name)
	}
	for _, d := range decls {
		m.declaration(d)
	}
	for len(m.queue) > 0 && m.err == nil {
		in := m.queue[0]
		m.queue = m.queue[1:]
		m.instantiate(in)
	}
	if m.err != nil {
		return nil, m.err
	}
	var b strings.Builder
	b.WriteString("package " + f.Pkg.Name() + "\n")
	for _, p := range imports {
		fmt.Fprintf(&b, "\nimport %q\n", p)
	}
	b.WriteString(m.out.String())
	return Load(f.Name, b.String())
}

// isGeneric reports whether a declaration has type parameters.
func isGeneric(d ast.Decl) bool {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Type.TypeParams != nil
	case *ast.GenDecl:
		return slices.ContainsFunc(d.Specs, func(s ast.Spec) bool {
			t, ok := s.(*ast.TypeSpec)
			return ok && t.TypeParams != nil
		})
	}
	return false
}

// monomorph writes instances.
type monomorph struct {
	f     *File
	out   strings.Builder
	names map[string]string // of instances, by what they instantiate
	taken map[string]bool
	queue []genericInstance
	env   map[*types.TypeParam]types.Type // of the declaration being written
	err   error
}

type genericInstance struct {
	of   types.Object
	args []types.Type
	name string
}

// maxInstances bounds the number of instances of one kernel.
const maxInstances = 1000

// declaration writes a declaration that is not generic; instances of generic ones are written on demand.
func (m *monomorph) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Type.TypeParams == nil {
			m.write(d.Pos(), m.rewrite(d, d.Pos(), d.End(), nil))
		}
	case *ast.GenDecl:
		if !isGeneric(d) {
			m.write(d.Pos(), m.rewrite(d, d.Pos(), d.End(), nil))
			return
		}
		for _, s := range d.Specs {
			if t := s.(*ast.TypeSpec); t.TypeParams == nil {
				m.write(t.Pos(), "type "+m.rewrite(t, t.Pos(), t.End(), nil))
			}
		}
	}
}

func (m *monomorph) write(at token.Pos, text string) {
	p := m.f.Fset.Position(at)
	fmt.Fprintf(&m.out, "\n//line %s:%d:1\n%s\n", p.Filename, p.Line, text)
}

// instantiate writes one instance under its name.
func (m *monomorph) instantiate(in genericInstance) {
	params := map[*types.TypeParam]types.Type{}
	set := func(list *types.TypeParamList) {
		for i := range list.Len() {
			params[list.At(i)] = in.args[i]
		}
	}
	m.env = params
	defer func() { m.env = nil }()
	if fn := m.f.funcs[in.of]; fn != nil {
		set(in.of.Type().(*types.Signature).TypeParams())
		m.write(fn.Pos(), m.rewrite(fn, fn.Pos(), fn.End(), []edit{{fn.Name.Pos(), fn.Type.TypeParams.End(), in.name}}))
		return
	}
	for _, d := range m.f.AST.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.TYPE {
			continue
		}
		for _, s := range g.Specs {
			if t := s.(*ast.TypeSpec); m.f.Info.Defs[t.Name] == in.of {
				set(in.of.Type().(*types.Named).TypeParams())
				m.write(t.Pos(),
					"type "+m.rewrite(t, t.Pos(), t.End(), []edit{{t.Name.Pos(), t.TypeParams.End(), in.name}}))
				return
			}
		}
	}
	m.fail(in.of.Pos(), "%s cannot be instantiated here", in.of.Name())
}

// edit replaces a piece of the source.
type edit struct {
	from, to token.Pos
	text     string
}

// rewrite returns the text of a node with the given edits applied and with type parameters and generic names
// replaced.
func (m *monomorph) rewrite(node ast.Node, from, to token.Pos, edits []edit) string {
	given := len(edits)
	ast.Inspect(node, func(n ast.Node) bool {
		if n == nil {
			return false
		}
		for _, e := range edits[:given] {
			if e.from <= n.Pos() && n.End() <= e.to {
				return false // replaced already
			}
		}
		switch n := n.(type) {
		case *ast.IndexExpr:
			return !m.reference(&edits, n.X, n.End())
		case *ast.IndexListExpr:
			return !m.reference(&edits, n.X, n.End())
		case *ast.Ident:
			if m.reference(&edits, n, n.End()) {
				return false
			}
			if t, ok := m.f.Info.Uses[n].(*types.TypeName); ok {
				if p, ok := t.Type().(*types.TypeParam); ok && m.env[p] != nil {
					edits = append(edits, edit{n.Pos(), n.End(), m.typeText(n.Pos(), m.env[p])})
				}
			}
		}
		return true
	})
	slices.SortFunc(edits, func(a, b edit) int { return int(a.from) - int(b.from) })
	var b strings.Builder
	for _, e := range edits {
		b.WriteString(m.f.Slice(from, e.from) + e.text)
		from = e.to
	}
	b.WriteString(m.f.Slice(from, to))
	return b.String()
}

// reference replaces a use of an instance; explicit type arguments may follow, up to end.
func (m *monomorph) reference(edits *[]edit, x ast.Expr, end token.Pos) bool {
	id, ok := x.(*ast.Ident)
	if !ok {
		return false
	}
	in, ok := m.f.Info.Instances[id]
	o := m.f.Info.Uses[id]
	if !ok || o == nil || o.Pkg() != m.f.Pkg {
		return false
	}
	args := typeList(in.TypeArgs)
	for i, t := range args {
		args[i] = m.subst(t)
	}
	*edits = append(*edits, edit{id.Pos(), end, m.instance(o, args, "")})
	return true
}

// instance returns the name of an instance and queues it for writing.
func (m *monomorph) instance(o types.Object, args []types.Type, name string) string {
	var texts []string
	for _, t := range args {
		texts = append(texts, m.typeText(o.Pos(), t))
	}
	key := o.Name() + "[" + strings.Join(texts, ",") + "]"
	if n, ok := m.names[key]; ok {
		return n
	}
	if len(m.names) >= maxInstances {
		m.fail(o.Pos(), "more than %d instances of generic functions and types", maxInstances)
		return o.Name()
	}
	if name == "" {
		base := strings.Trim(strings.Map(func(r rune) rune {
			if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
				return r
			}
			return '_'
		}, o.Name()+"_"+strings.Join(texts, "_")), "_")
		name = base
		for i := 2; m.taken[name] || m.f.Pkg.Scope().Lookup(name) != nil; i++ {
			name = fmt.Sprintf("%s_%d", base, i)
		}
	}
	m.taken[name] = true
	m.names[key] = name
	m.queue = append(m.queue, genericInstance{o, args, name})
	return name
}

// subst replaces the type parameters of the current declaration.
func (m *monomorph) subst(t types.Type) types.Type {
	switch u := types.Unalias(t).(type) {
	case *types.TypeParam:
		if a := m.env[u]; a != nil {
			return a
		}
	case *types.Slice:
		return types.NewSlice(m.subst(u.Elem()))
	case *types.Array:
		return types.NewArray(m.subst(u.Elem()), u.Len())
	case *types.Pointer:
		return types.NewPointer(m.subst(u.Elem()))
	case *types.Struct:
		var fields []*types.Var
		for v := range u.Fields() {
			fields = append(fields, types.NewField(v.Pos(), v.Pkg(), v.Name(), m.subst(v.Type()), v.Embedded()))
		}
		return types.NewStruct(fields, nil)
	case *types.Named:
		if u.TypeArgs().Len() == 0 {
			return t
		}
		args := typeList(u.TypeArgs())
		for i := range args {
			args[i] = m.subst(args[i])
		}
		if in, err := types.Instantiate(nil, u.Origin(), args, false); err == nil {
			return in
		}
	}
	return t
}

// typeText returns the text of a type whose generic parts have been instantiated.
func (m *monomorph) typeText(at token.Pos, t types.Type) string {
	switch u := types.Unalias(t).(type) {
	case *types.Slice:
		return "[]" + m.typeText(at, u.Elem())
	case *types.Array:
		return fmt.Sprintf("[%d]%s", u.Len(), m.typeText(at, u.Elem()))
	case *types.Pointer:
		return "*" + m.typeText(at, u.Elem())
	case *types.Struct:
		var fields []string
		for v := range u.Fields() {
			fields = append(fields, v.Name()+" "+m.typeText(at, v.Type()))
		}
		return "struct{" + strings.Join(fields, "; ") + "}"
	case *types.Named:
		if u.TypeArgs().Len() > 0 {
			return m.instance(u.Origin().Obj(), typeList(u.TypeArgs()), "")
		}
		if u.Obj().Pkg() != nil && u.Obj().Parent() != m.f.Pkg.Scope() {
			m.fail(at, "type %s, which is local to a function, as a type argument", u.Obj().Name())
		}
		return u.Obj().Name()
	case *types.Basic:
		return u.Name()
	}
	m.fail(at, "type argument %s", t)
	return t.String()
}

func (m *monomorph) fail(at token.Pos, format string, args ...any) {
	if m.err == nil {
		m.err = fmt.Errorf("%s: %s", m.f.Fset.Position(at), fmt.Sprintf(format, args...))
	}
}
