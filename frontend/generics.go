package frontend

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"strings"
)

// A generic function is built for one list of type arguments at a time. They make its signature equal to the
// requested func type, or they are those of the inlined call. The type checker has checked the body once for all
// type arguments. It recorded types that contain type parameters; subst replaces them where the builder reads a
// type.

// typeArgs are the type arguments of the function being built.
type typeArgs map[*types.TypeParam]types.Type

// subst returns t with the type parameters of the function being built replaced by its type arguments.
func (b *builder) subst(t types.Type) types.Type {
	if len(b.typeArgs) == 0 || t == nil {
		return t
	}
	return (&substitution{targs: b.typeArgs}).apply(t)
}

// substitution replaces type parameters. inside lists the enclosing local types, which may be recursive.
type substitution struct {
	targs  typeArgs
	inside []*types.Named
}

// apply substitutes the type arguments in t. A type without type parameters is returned unchanged, so that
// identical types stay identical.
func (s *substitution) apply(t types.Type) types.Type {
	switch u := t.(type) {
	case *types.TypeParam:
		if a := s.targs[u]; a != nil {
			return a
		}
	case *types.Alias:
		return s.apply(types.Unalias(t))
	case *types.Slice:
		if e := s.apply(u.Elem()); e != u.Elem() {
			return types.NewSlice(e)
		}
	case *types.Array:
		if e := s.apply(u.Elem()); e != u.Elem() {
			return types.NewArray(e, u.Len())
		}
	case *types.Pointer:
		if e := s.apply(u.Elem()); e != u.Elem() {
			return types.NewPointer(e)
		}
	case *types.Struct:
		return s.structType(u)
	case *types.Tuple:
		return s.tuple(u)
	case *types.Named:
		return s.named(u)
	}
	return t
}

// structType substitutes in the fields of a struct. It drops tags, which have no meaning in a kernel.
func (s *substitution) structType(u *types.Struct) types.Type {
	changed := false
	fields := make([]*types.Var, u.NumFields())
	for i := range fields {
		f := u.Field(i)
		fields[i] = f
		if t := s.apply(f.Type()); t != f.Type() {
			fields[i] = types.NewField(f.Pos(), f.Pkg(), f.Name(), t, f.Embedded())
			changed = true
		}
	}
	if !changed {
		return u
	}
	return types.NewStruct(fields, nil)
}

// tuple substitutes in parameters or results.
func (s *substitution) tuple(u *types.Tuple) types.Type {
	vars := make([]*types.Var, u.Len())
	for i := range vars {
		v := u.At(i)
		vars[i] = types.NewParam(v.Pos(), v.Pkg(), v.Name(), s.apply(v.Type()))
	}
	return types.NewTuple(vars...)
}

// named substitutes in the type arguments of an instance of a generic type. For a type declared inside a generic
// function, it returns the substituted underlying type. Inside a recursive local type, the type itself is left
// unchanged.
func (s *substitution) named(u *types.Named) types.Type {
	if args := u.TypeArgs(); args.Len() > 0 {
		changed := false
		list := make([]types.Type, args.Len())
		for i := range list {
			list[i] = s.apply(args.At(i))
			changed = changed || list[i] != args.At(i)
		}
		if !changed {
			return u
		}
		if t, err := types.Instantiate(nil, u.Origin(), list, false); err == nil {
			return t
		}
		return u
	}
	if p := u.Obj().Pkg(); p == nil || u.Obj().Parent() == p.Scope() {
		return u
	}
	for _, in := range s.inside {
		if in == u {
			return u
		}
	}
	s.inside = append(s.inside, u)
	t := s.apply(u.Underlying())
	s.inside = s.inside[:len(s.inside)-1]
	if t == u.Underlying() {
		return u
	}
	return t
}

// instance returns the type arguments of a call of the generic function callee, whose name is id.
func (b *builder) instance(id *ast.Ident, callee *types.Func) (typeArgs, bool) {
	params := callee.Signature().TypeParams()
	args := b.info.TypeArgs(id)
	if rs := callee.Signature().RecvTypeParams(); rs.Len() > 0 {
		m, ok := b.info.Use(id).(*types.Func)
		if !ok {
			return nil, false
		}
		t := types.Unalias(m.Signature().Recv().Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		n, ok := t.(*types.Named)
		if !ok {
			return nil, false
		}
		params, args = rs, n.TypeArgs()
	}
	if params.Len() == 0 {
		return nil, true
	}
	if args.Len() != params.Len() {
		return nil, false
	}
	targs := typeArgs{}
	for i := range params.Len() {
		t := b.subst(args.At(i))
		if typeSize(t, maxTypeArg) > maxTypeArg {
			b.Refuse(id.Pos(), "a type argument made of too many others", "fewer levels of generic functions")
			t = types.Typ[types.Int]
		}
		targs[params.At(i)] = t
	}
	return targs, true
}

// maxTypeArg bounds the size of a type argument, which each level of generic calls may multiply.
const maxTypeArg = 200

// typeSize counts the types that t consists of and stops once the count exceeds limit. The limit avoids visiting a
// type of exponential size.
func typeSize(t types.Type, limit int) (n int) {
	n = 1
	add := func(t types.Type) {
		if n <= limit {
			n += typeSize(t, limit-n)
		}
	}
	switch t := types.Unalias(t).(type) {
	case container:
		add(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			add(f.Type())
		}
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			add(a)
		}
	}
	return n
}

// instantiate finds the type arguments that make the kernel's signature equal to the requested func type. Names of
// types are ignored, as always when types of the caller and of the source are compared. The order follows the Go
// spec: first the func type, then the constraints for the remaining parameters, then a check of the constraints.
func (b *builder) instantiate(sig *types.Signature) {
	params := sig.TypeParams()
	if sig.RecvTypeParams().Len() > 0 {
		params = sig.RecvTypeParams()
	}
	if params.Len() == 0 {
		if b.opts.instance != "" {
			b.Errorf(b.k.Fn.Name.Pos(), "%s has no type parameters; use %s without type arguments", b.k.Name, b.k.Name)
		}
		return
	}
	pos := b.k.Fn.Name.Pos()
	b.typeArgs = typeArgs{}
	if !b.explicit(params) {
		return
	}
	switch want := b.opts.Type; {
	case want != nil && want.Kind() == reflect.Func:
		b.infer(sig, want)
	case b.opts.AnyInstance:
		b.firstTypes(params)
	case b.opts.instance != "":
	default:
		b.Errorf(pos,
			"found generic function %s without a func type; instantiate it, as in Compile[func([]float32) float32]",
			b.k.Name)
		return
	}
	b.inferCores(params)
	list := make([]types.Type, params.Len())
	for i := range list {
		if list[i] = b.typeArgs[params.At(i)]; list[i] == nil {
			b.Errorf(pos, "the func type does not determine type parameter %s of %s; name the instance, as in "+
				"Compile[F](src, \"%s[...]\"), or use a function whose parameters or results mention it",
				params.At(i), b.k.Name, b.k.Name)
			return
		}
	}
	if satisfied(params, list) || sig.Recv() != nil {
		return
	}
	if _, err := types.Instantiate(nil, sig, list, true); err != nil {
		why := strings.ReplaceAll(err.Error(), b.k.Types.Path()+".", "")
		instead := "another func type"
		if b.opts.Type == nil {
			instead = "other type arguments"
		}
		b.Errorf(pos, "found an instance of %s that its constraints forbid: %s; write %s instead", b.k.Name, why, instead)
	}
}

// cutInstance splits the name of an instance, such as Mix[float32, int], into the generic function's name and the
// type arguments.
func cutInstance(name string) (function, args string) {
	if function, args, ok := strings.Cut(name, "["); ok && function != "" && strings.HasSuffix(args, "]") && args != "]" {
		return function, strings.TrimSuffix(args, "]")
	}
	return name, ""
}

// explicit applies the type arguments in the instance's name. It reports whether they are valid.
func (b *builder) explicit(params *types.TypeParamList) bool {
	if b.opts.instance == "" {
		return true
	}
	pos := b.k.Fn.Name.Pos()
	name := b.k.Name + "[" + b.opts.instance + "]"
	x, err := parser.ParseExpr("_[" + b.opts.instance + "]")
	if err != nil {
		b.Errorf(pos, "%s is not an instance of a generic function: %v", name, err)
		return false
	}
	var list []ast.Expr
	switch x := x.(type) {
	case *ast.IndexExpr:
		list = []ast.Expr{x.Index}
	case *ast.IndexListExpr:
		list = x.Indices
	}
	if len(list) == 0 || len(list) > params.Len() {
		b.Errorf(pos, "%s has %d type arguments, and %s has %d type parameters", name, len(list), b.k.Name, params.Len())
		return false
	}
	for i, e := range list {
		t, err := types.Eval(b.k.Pkg.Fset, b.k.Types, token.NoPos, types.ExprString(e))
		if err != nil || !t.IsType() {
			b.Errorf(pos, "type argument %s of %s is not a type that the source declares; use a basic type or a type of the package",
				types.ExprString(e), name)
			return false
		}
		b.typeArgs[params.At(i)] = t.Type
	}
	return true
}

// satisfied reports whether the type arguments satisfy constraints of the simplest form: basic types, with or
// without tilde, joined by |. Other constraints need the full instantiation, which takes as long as all the other
// work on type parameters.
func satisfied(params *types.TypeParamList, args []types.Type) bool {
	for i, t := range args {
		c, ok := params.At(i).Constraint().Underlying().(*types.Interface)
		if !ok || c.NumMethods() > 0 {
			return false
		}
		for j := range c.NumEmbeddeds() {
			terms, ok := c.EmbeddedType(j).(*types.Union)
			if !ok {
				return false
			}
			for k := range terms.Len() {
				if _, ok := terms.Term(k).Type().(*types.Basic); !ok {
					return false
				}
			}
		}
		if !types.Satisfies(t, c) {
			return false
		}
	}
	return true
}

// inferCores applies, in both directions, the constraints that have a core type, such as S ~[]E. Each round
// determines at least one type parameter, so the loop terminates.
func (b *builder) inferCores(params *types.TypeParamList) {
	for changed := true; changed; {
		changed = false
		for i := range params.Len() {
			p := params.At(i)
			if a := b.typeArgs[p]; a != nil {
				if core := coreType(p); core != nil {
					changed = b.unify(core, a) || changed
				}
			} else if core := coreType(p); core != nil && !mentionsParam(b.subst(core), params) {
				b.typeArgs[p], changed = b.subst(core), true
			}
		}
	}
}

// infer unifies parameters and results with the func type. Bound parameters are not in the func type; their values
// determine their types if nothing else does.
func (b *builder) infer(sig *types.Signature, want reflect.Type) {
	in := 0
	for _, p := range inputs(sig, make([]*types.Var, 0, fewInputs)) {
		if _, isBound := b.opts.Bind[p.Name()]; isBound && p.Name() != "" && p.Name() != "_" {
			continue
		}
		if in < want.NumIn() {
			b.unify(p.Type(), goTypeOf(want.In(in)))
		}
		in++
	}
	for i := range min(sig.Results().Len(), want.NumOut()) {
		b.unify(sig.Results().At(i).Type(), goTypeOf(want.Out(i)))
	}
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		if x, isBound := b.opts.Bind[p.Name()]; isBound {
			b.unify(p.Type(), typeOfBound(x))
		}
	}
}

// container is a slice, array or pointer type.
type container interface{ Elem() types.Type }

// unify sets the undetermined type parameters in t so that t becomes a. It ignores mismatches, because the
// signature is compared with the func type afterwards.
func (b *builder) unify(t, a types.Type) (changed bool) {
	if a == nil {
		return false
	}
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		if _, done := b.typeArgs[p]; done {
			return false
		}
		b.typeArgs[p] = a
		return true
	}
	switch u := t.Underlying().(type) {
	case container:
		if x, ok := a.Underlying().(container); ok && reflect.TypeOf(x) == reflect.TypeOf(u) {
			return b.unify(u.Elem(), x.Elem())
		}
	case *types.Struct:
		if x, ok := a.Underlying().(*types.Struct); ok && x.NumFields() == u.NumFields() {
			for i := range u.NumFields() {
				changed = b.unify(u.Field(i).Type(), x.Field(i).Type()) || changed
			}
		}
	}
	return changed
}

// goTypeOf converts r to the type checker's representation without type names. It returns nil for a type that
// kernels do not support.
func goTypeOf(r reflect.Type) types.Type {
	switch r.Kind() {
	case reflect.Slice:
		if e := goTypeOf(r.Elem()); e != nil {
			return types.NewSlice(e)
		}
	case reflect.Array:
		if e := goTypeOf(r.Elem()); e != nil {
			return types.NewArray(e, int64(r.Len()))
		}
	case reflect.Pointer:
		if r.Elem().Kind() == reflect.Array { // others may be recursive, and kernels have none
			if e := goTypeOf(r.Elem()); e != nil {
				return types.NewPointer(e)
			}
		}
	case reflect.Struct:
		fields := make([]*types.Var, r.NumField())
		for i := range fields {
			t := goTypeOf(r.Field(i).Type)
			if t == nil {
				return nil
			}
			fields[i] = types.NewField(token.NoPos, nil, r.Field(i).Name, t, false)
		}
		return types.NewStruct(fields, nil)
	default:
		for k, kind := range reflectKinds {
			if kind == r.Kind() && kind != reflect.Invalid {
				return types.Typ[k]
			}
		}
	}
	return nil
}

// typeOfBound returns the Go type of a bound argument.
func typeOfBound(x any) types.Type {
	if c, ok := x.(constant.Value); ok {
		switch c.Kind() {
		case constant.Bool:
			return types.Typ[types.Bool]
		case constant.Int:
			return types.Typ[types.Int]
		case constant.Float:
			return types.Typ[types.Float64]
		}
		return nil
	}
	if x == nil {
		return nil
	}
	return goTypeOf(reflect.TypeOf(x))
}

// coreType returns the only type in the constraint of p, as in S ~[]E, or nil if there are none or several.
func coreType(p *types.TypeParam) types.Type {
	terms := termsOf(p.Constraint(), 0)
	if len(terms) == 1 {
		return terms[0]
	}
	return nil
}

// termsOf lists the types of a constraint's first union.
func termsOf(t types.Type, depth int) (terms []types.Type) {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok {
		return []types.Type{t}
	}
	if depth > 16 {
		return nil
	}
	for e := range iface.EmbeddedTypes() {
		if u, ok := e.(*types.Union); ok {
			for term := range u.Terms() {
				terms = append(terms, termsOf(term.Type(), depth+1)...)
			}
		} else {
			terms = termsOf(e, depth+1)
		}
		if len(terms) > 0 {
			return terms
		}
	}
	return nil
}

// firstTypes instantiates each type parameter with the first type of its constraint. Any instance is sufficient.
func (b *builder) firstTypes(params *types.TypeParamList) {
	for i := params.Len() - 1; i >= 0; i-- {
		p := params.At(i)
		if terms := termsOf(p.Constraint(), 0); len(terms) > 0 {
			b.typeArgs[p] = b.subst(terms[0])
		} else {
			b.typeArgs[p] = types.Typ[types.Int]
		}
	}
}

// mentionsParam reports whether one of params occurs in t.
func mentionsParam(t types.Type, params *types.TypeParamList) bool {
	marks := typeArgs{}
	for i := range params.Len() {
		marks[params.At(i)] = types.Typ[types.Invalid]
	}
	return !types.Identical((&substitution{targs: marks}).apply(t), t)
}
