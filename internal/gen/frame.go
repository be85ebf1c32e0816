package gen

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"hotloop/frontend"
	"hotloop/loopopt/ir"
)

// frame is the argument frame of a function by Go's calling convention ABI0: all arguments, then all results, each at
// its alignment, the results from a multiple of the word size on.
type frame struct {
	sig     *types.Signature
	params  []string          // names
	args    []int64           // offsets of the parameters
	results []int64           // offsets of the results
	size    int64             // of everything
	words   map[int]string    // operands of the words, by offset
	imports map[string]string // names by path of packages that the types need
	pointy  bool              // the memory that arguments refer to may hold pointers
}

var sizes = types.SizesFor("gc", "amd64") // arm64 has the same

func newFrame(sig *types.Signature) *frame {
	f := &frame{sig: sig, words: map[int]string{}, imports: map[string]string{}}
	at := int64(0)
	place := func(t types.Type) int64 {
		a := sizes.Alignof(t)
		at = (at + a - 1) / a * a
		off := at
		at += sizes.Sizeof(t)
		return off
	}
	seen := map[string]bool{"": true, "_": true}
	for i := range sig.Params().Len() {
		v := sig.Params().At(i)
		name := v.Name()
		// Names of results without one are ret, ret1 and so on; go vet knows the operands by these names.
		if seen[name] || strings.HasPrefix(name, "ret") || token.IsKeyword(name) {
			name = fmt.Sprintf("p%d", i)
		}
		seen[name] = true
		off := place(v.Type())
		f.params, f.args = append(f.params, name), append(f.args, off)
		f.leaves(name, int(off), v.Type())
		f.pointy = f.pointy || refersToPointers(v.Type())
	}
	if n := sig.Results().Len(); n > 0 {
		at = (at + 7) / 8 * 8
		for i := range n {
			name := "ret"
			if i > 0 {
				name = fmt.Sprintf("ret%d", i)
			}
			off := place(sig.Results().At(i).Type())
			f.results = append(f.results, off)
			f.leaves(name, int(off), sig.Results().At(i).Type())
		}
	}
	f.size = at
	return f
}

// leaves names the words of a value.
func (f *frame) leaves(name string, off int, t types.Type) {
	word := func(suffix string, at int) { f.words[off+at] = fmt.Sprintf("%s%s+%d(FP)", name, suffix, off+at) }
	switch u := t.Underlying().(type) {
	case *types.Slice:
		word("_base", 0)
		word("_len", 8)
		word("_cap", 16)
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			word("_base", 0)
			word("_len", 8)
		case u.Info()&types.IsComplex != 0:
			word("_real", 0)
			word("_imag", int(sizes.Sizeof(u)/2))
		default:
			word("", 0)
		}
	case *types.Struct:
		var fields []*types.Var
		for i := range u.NumFields() {
			fields = append(fields, u.Field(i))
		}
		for i, at := range sizes.Offsetsof(fields) {
			f.leaves(name+"_"+fields[i].Name(), off+int(at), fields[i].Type())
		}
	case *types.Array:
		n := sizes.Sizeof(u.Elem())
		for i := range min(u.Len(), 1<<10) {
			f.leaves(fmt.Sprintf("%s_%d", name, i), off+int(i*n), u.Elem())
		}
	default:
		word("", 0)
	}
}

// refersToPointers reports whether the memory that a value of type t refers to may contain pointers.
func refersToPointers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return hasPointers(u.Elem())
	case *types.Pointer:
		return hasPointers(u.Elem())
	case *types.Struct:
		for i := range u.NumFields() {
			if refersToPointers(u.Field(i).Type()) {
				return true
			}
		}
	case *types.Array:
		return refersToPointers(u.Elem())
	}
	return false
}

func hasPointers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0 || u.Kind() == types.UnsafePointer
	case *types.Struct:
		for i := range u.NumFields() {
			if hasPointers(u.Field(i).Type()) {
				return true
			}
		}
		return false
	case *types.Array:
		return hasPointers(u.Elem())
	}
	return true
}

// offsets sets the offsets of the SSA's parameters and results, or returns what is not supported.
func (f *frame) offsets(res *frontend.Result) error {
	list := func(params []ir.Param, origins []frontend.Origin, base []int64, what string) error {
		for i := range params {
			p := &params[i]
			if p.Addr != nil || origins != nil && i >= len(origins) {
				return fmt.Errorf("it uses a package-level variable, which hotloop gen does not support; pass it as an argument")
			}
			o := frontend.Origin{Arg: i, Via: -1}
			if origins != nil {
				o = origins[i]
			}
			if o.Via >= 0 {
				return fmt.Errorf("%s %s is reached through a pointer to a struct, which hotloop gen does not support; pass the "+
					"struct or its fields", what, p.Name)
			}
			if o.Arg < 0 {
				return fmt.Errorf("%s %s comes with the function value, which hotloop gen does not support", what, p.Name)
			}
			p.Off = int(base[o.Arg] + o.Off)
			if f.words[p.Off] == "" {
				return fmt.Errorf("%s %s has no place in the argument frame", what, p.Name)
			}
		}
		return nil
	}
	if err := list(res.Func.Params, res.Params, f.args, "parameter"); err != nil {
		return err
	}
	for i := range f.sig.Results().Len() {
		t := f.sig.Results().At(i).Type()
		if hasPointers(t) {
			return fmt.Errorf("result %d is a %s, which hotloop gen does not support; return numbers, and store the rest in "+
				"arguments", i+1, t)
		}
	}
	return list(res.Func.Results, res.Returns, f.results, "result")
}

// text returns the parameters and results as in a declaration.
func (f *frame) text(pkg *types.Package) string {
	qualifier := func(p *types.Package) string {
		if pkg == nil || p == nil || p.Path() == pkg.Path() || p.Name() == pkg.Name() {
			return ""
		}
		f.imports[p.Path()] = p.Name()
		return p.Name()
	}
	var b strings.Builder
	b.WriteByte('(')
	for i, name := range f.params {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(name + " " + types.TypeString(f.sig.Params().At(i).Type(), qualifier))
	}
	b.WriteByte(')')
	n := f.sig.Results().Len()
	if n > 0 {
		b.WriteByte(' ')
	}
	if n > 1 {
		b.WriteByte('(')
	}
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(types.TypeString(f.sig.Results().At(i).Type(), qualifier))
	}
	if n > 1 {
		b.WriteByte(')')
	}
	return b.String()
}
