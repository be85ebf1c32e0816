package gen

import (
	"fmt"
	"go/types"
	"slices"

	"hotloop/frontend"
	"hotloop/loopopt/ir"
)

// frame is the argument frame of a function by Go's calling convention ABI0: all arguments, then all results, each at
// its alignment, the results from a multiple of the word size on.
type frame struct {
	signature
	args      []int64        // offsets of the parameters
	results   []int64        // offsets of the results
	size      int64          // of everything
	words     map[int]string // operands of the words, by offset
	pointy    bool           // the memory that arguments refer to may hold pointers
	variables []string       // package variables in place
	aliases   bool           // results may refer to the memory of arguments
}

var sizes = types.SizesFor("gc", "amd64") // arm64 has the same

func newFrame(sig *types.Signature) *frame {
	f := &frame{signature: newSignature(sig), words: map[int]string{}}
	at := int64(0)
	place := func(t types.Type) int64 {
		a := sizes.Alignof(t)
		at = (at + a - 1) / a * a
		off := at
		at += sizes.Sizeof(t)
		return off
	}
	for i, v := range f.vars() {
		off := place(v.Type())
		f.args = append(f.args, off)
		f.leaves(f.params[i], int(off), v.Type())
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
			f.aliases = f.aliases || hasPointers(sig.Results().At(i).Type())
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
	case *types.Interface:
		if u.Empty() {
			word("_type", 0)
		} else {
			word("_itable", 0)
		}
		word("_data", 8)
	default:
		word("", 0)
	}
}

// refersToPointers reports whether the memory that a value of type t refers to may contain pointers.
func refersToPointers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
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

// offsets sets the offsets of the SSA's parameters and results, or returns what is not supported. A package variable has
// a negative offset, for its symbol. A parameter behind a pointer has none: see loads.
func (f *frame) offsets(res *frontend.Result) error {
	list := func(params []ir.Param, origins []frontend.Origin, base []int64, what string) error {
		for i := range params {
			p := &params[i]
			o := frontend.Origin{Arg: i, Via: -1}
			if origins != nil {
				o = origins[i]
			}
			switch {
			case o.Via >= 0:
				continue
			case o.Arg == frontend.FromSymbol:
				p.Off = -1 - i
				f.words[p.Off] = "·" + p.Name
				if !slices.Contains(f.variables, p.Name) {
					f.variables = append(f.variables, p.Name)
				}
				continue
			case p.Addr != nil:
				return fmt.Errorf("it uses %s, a variable of another package, which hotloop gen does not support; return a number, "+
					"for which the caller uses it", p.Name)
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
	return list(res.Func.Results, res.Returns, f.results, "result")
}

// loads replaces the parameters of fn that are behind pointers by loads in the entry block. Behind a nil pointer are
// zeros.
func loads(fn *ir.Func, origins []frontend.Origin) {
	e := fn.Entry()
	var made []*ir.Value
	add := func(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
		v := fn.NewValue(e, op, t, 0, args...)
		made = append(made, v)
		return v
	}
	places := map[frontend.Origin]*ir.Value{}
	var arg func(op ir.Op, i int, t ir.Type) *ir.Value
	arg = func(op ir.Op, i int, t ir.Type) *ir.Value {
		o := origins[i]
		if o.Via < 0 {
			return fn.Arg(op, i)
		}
		at := places[o]
		if at == nil {
			p := arg(ir.OpArgPtr, o.Via, ir.TPtr)
			zero := fn.ConstInt(ir.TI64, 0)
			some := add(ir.OpNe, ir.TBool, add(ir.OpBitcast, ir.TI64, p), zero)
			field := add(ir.OpPtrAdd, ir.TPtr, p, zero)
			field.Scale, field.Off = 1, int32(o.Off)
			zeros := fn.Arg(ir.OpTablePtr, fn.NewTable(ir.Table{Name: "zeros", Elem: ir.I8, Data: make([]byte, maxWords*wordSize)}))
			at = add(ir.OpSelect, ir.TPtr, some, field, zeros)
			places[o] = at
		}
		v := add(ir.OpLoad, t, at, fn.ConstInt(ir.TI64, 0))
		v.Scale, v.Off = int32(t.Size()), int32(wordOf[op]*wordSize)
		return v
	}
	var first, rest, behind []*ir.Value
	for _, v := range slices.Clone(e.Values) {
		if _, ok := wordOf[v.Op]; ok && len(origins) > 0 && origins[v.AuxInt].Via >= 0 {
			v.CopyOf(arg(v.Op, int(v.AuxInt), v.Type))
			behind = append(behind, v)
		}
	}
	if behind == nil {
		return
	}
	for _, v := range e.Values {
		switch {
		case slices.Contains(behind, v):
		case needsNothing(v.Op):
			first = append(first, v)
		default:
			rest = append(rest, v)
		}
	}
	e.Values = slices.Concat(first, made, behind, rest)
	fn.ElimCopies()
}

// needsNothing reports whether values of an operation are the same wherever they are computed.
func needsNothing(op ir.Op) bool {
	_, ok := wordOf[op]
	return ok || op == ir.OpConst || op == ir.OpTablePtr || op == ir.OpLocalPtr
}

// wordOf is the number of the word that an argument is, in a string, slice or other value.
var wordOf = map[ir.Op]int{ir.OpArg: 0, ir.OpArgPtr: 0, ir.OpArgLen: 1, ir.OpArgCap: 2}

const (
	wordSize = 8
	maxWords = 3 // of a slice
)
