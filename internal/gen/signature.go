package gen

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"
)

// signature is a signature with a name for every parameter.
type signature struct {
	sig     *types.Signature
	params  []string          // names, that of a method's receiver first
	imports map[string]string // names by path of packages that the types need
}

func newSignature(sig *types.Signature) signature {
	f := signature{sig: sig, imports: map[string]string{}}
	seen := map[string]bool{"": true, "_": true, "any": true}
	for i, v := range f.vars() {
		name := v.Name()
		// Names of results without one are ret, ret1 and so on; go vet knows the operands by these names.
		switch {
		case seen[name] || strings.HasPrefix(name, "ret") || token.IsKeyword(name):
			name = fmt.Sprintf("p%d", i)
		case register(name):
			name += "_"
		}
		seen[name] = true
		f.params = append(f.params, name)
	}
	return f
}

// register reports whether a name may be that of a register, or of another operand, of one of Go's assemblers.
func register(name string) bool {
	return name == "g" || name == "CurrentEL" || len(name) > 1 && 'A' <= name[0] && name[0] <= 'Z' && (name[1] < 'a' || name[1] > 'z')
}

// vars returns the parameters, with a method's receiver first.
func (f *signature) vars() (list []*types.Var) {
	if r := f.sig.Recv(); r != nil {
		list = append(list, r)
	}
	for i := range f.sig.Params().Len() {
		list = append(list, f.sig.Params().At(i))
	}
	return list
}

// qualifier returns the function that names packages, and notes them among the imports. Types of pkg need no name.
func (f *signature) qualifier(pkg *types.Package) types.Qualifier {
	return func(p *types.Package) string {
		if pkg == nil || p == nil || p.Path() == pkg.Path() || p.Name() == pkg.Name() {
			return ""
		}
		f.imports[p.Path()] = p.Name()
		return p.Name()
	}
}

// text returns the parameters, without the first skip, and results as in a declaration.
func (f *signature) text(pkg *types.Package, skip int) string {
	q := f.qualifier(pkg)
	var params, results []string
	vars := f.vars()
	for i, name := range f.params[skip:] {
		t := vars[skip+i].Type()
		if f.sig.Variadic() && skip+i == len(vars)-1 {
			name += " ..." + types.TypeString(t.(*types.Slice).Elem(), q)
		} else {
			name += " " + types.TypeString(t, q)
		}
		params = append(params, name)
	}
	for i := range f.sig.Results().Len() {
		results = append(results, types.TypeString(f.sig.Results().At(i).Type(), q))
	}
	out := strings.Join(results, ", ")
	if len(results) > 1 {
		out = "(" + out + ")"
	}
	return strings.TrimSpace("(" + strings.Join(params, ", ") + ") " + out)
}

// declaration returns the head of the function that callers use.
func (fn *function) declaration(pkg *types.Package) string {
	if fn.recv != "" {
		return fmt.Sprintf("func (%s %s) %s%s", fn.params[0], fn.recv, fn.name, fn.signature.text(pkg, 1))
	}
	var list []string
	for i := range fn.sig.TypeParams().Len() {
		p := fn.sig.TypeParams().At(i)
		list = append(list, p.Obj().Name()+" "+types.TypeString(p.Constraint(), fn.qualifier(pkg)))
	}
	name := fn.name
	if list != nil {
		name += "[" + strings.Join(list, ", ") + "]"
	}
	return "func " + name + fn.signature.text(pkg, 0)
}

// call returns the call of a function with the parameters as arguments, the first skip left out.
func (f *signature) call(name string, skip int) string {
	in := strings.Join(f.params[skip:], ", ")
	if f.sig.Variadic() {
		in += "..."
	}
	name += "(" + in + ")"
	if f.sig.Results().Len() > 0 {
		return "return " + name
	}
	return name
}

// plainCall returns the call of the Go function. args are the type arguments.
func (fn *function) plainCall(f *signature, args []string) string {
	if fn.recv != "" {
		return f.call(f.params[0]+"."+fn.goName, 1)
	}
	name := fn.goName
	if len(args) > 0 {
		name += "[" + strings.Join(args, ", ") + "]"
	}
	return f.call(name, 0)
}
