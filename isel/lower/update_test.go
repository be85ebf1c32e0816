//go:build linux && (amd64 || arm64)

package lower_test

import (
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"
	"testing"

	"hotloop/isel"
	"hotloop/isel/internal/targets"
	"hotloop/loopopt/ir"
)

// updateForm is one form of an update in TestUpdatesInMemory.
type updateForm struct {
	name string
	// fits reports whether one instruction on memory can do it.
	fits func(op ir.Op) bool
	by   func(f *ir.Func, t ir.Type, load func() *ir.Value) *ir.Value
	// swapped: the element is the operation's second operand. between: a store is between the load and the store.
	// twice: the result has another user.
	swapped, between, twice bool
}

func always(ir.Op) bool { return true }
func never(ir.Op) bool  { return false }

func updateForms(t ir.Type) []updateForm {
	loaded := func(_ *ir.Func, _ ir.Type, load func() *ir.Value) *ir.Value { return load() }
	forms := []updateForm{
		{name: "loaded", fits: always, by: loaded},
		{name: "swapped", fits: func(op ir.Op) bool { return op.Is(ir.FlagCommutative) }, by: loaded, swapped: true},
		{name: "between", fits: never, by: loaded, between: true},
		{name: "twice", fits: never, by: loaded, twice: true},
	}
	for _, c := range []int64{1, -1, 127, 128, -128, -129, 255, 0x7fff, -0x8000, 0x7fffffff, -0x80000000, 0x80000000,
		0x123456789abc} {
		forms = append(forms, updateForm{name: fmt.Sprint(c), fits: always,
			by: func(f *ir.Func, t ir.Type, _ func() *ir.Value) *ir.Value {
				return f.ConstInt(t, c)
			}})
	}
	return forms
}

// updateFunc builds data[n] = data[n] op by; see memFunc for the parameters. The displacement is that of the
// previous element.
func updateFunc(op ir.Op, t ir.Type, form *updateForm) *ir.Func {
	f := ir.NewFunc(fmt.Sprint(op, "_", t, "_", form.name))
	e := f.Entry()
	for i, el := range []ir.Elem{t.Elem, ir.I64, ir.Bool, t.Elem} {
		f.Params = append(f.Params, ir.Param{Name: fmt.Sprint("p", i), Kind: ir.ParamSlice, Elem: el, Size: el.Size(),
			Sign: true})
	}
	f.Params = append(f.Params, ir.Param{Name: "n", Kind: ir.ParamScalar, Elem: ir.I64, Size: 8, Sign: true})
	f.Layout()
	size := int32(t.Elem.Size())
	n, zero := f.Arg(ir.OpArg, 4), f.ConstInt(ir.TI64, 0)
	access := func(op ir.Op, t ir.Type, p int, at *ir.Value, args ...*ir.Value) *ir.Value {
		v := e.New(op, t, 0, append([]*ir.Value{f.Arg(ir.OpArgPtr, p), at}, args...)...)
		v.Scale = size
		return v
	}
	x := access(ir.OpLoad, t, 0, n)
	by := form.by(f, t, func() *ir.Value { return access(ir.OpLoad, t, 3, zero) })
	if form.between {
		access(ir.OpStore, ir.TVoid, 3, zero, f.ConstInt(t, 5))
	}
	a, b := x, by
	if form.swapped {
		a, b = b, a
	}
	y := e.New(op, t, 0, a, b)
	access(ir.OpStore, ir.TVoid, 0, n, y)
	if form.twice {
		access(ir.OpStore, ir.TVoid, 3, zero, y)
	}
	e.SetRet(e.New(ir.OpRet, ir.TVoid, 0))
	return f
}

// inMemory matches an update by one instruction in a dump of machine instructions.
var inMemory = regexp.MustCompile(`(ADD|SUB|AND|OR|XOR)I?\.\d \[`)

// TestUpdatesInMemory runs updates of integers of all sizes, and checks that they are one instruction exactly if
// that is legal.
func TestUpdatesInMemory(t *testing.T) {
	debug.SetPanicOnFault(true)
	data, out := newGuarded(t), newGuarded(t)
	for _, tgt := range targets.Host(t) {
		for _, e := range []ir.Elem{ir.I8, ir.I16, ir.I32, ir.I64} {
			typ := ir.Scalar(e)
			for _, op := range []ir.Op{ir.OpAdd, ir.OpSub, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpMul} {
				forms := updateForms(typ)
				for i := range forms {
					form := &forms[i]
					f := updateFunc(op, typ, form)
					if err := checkMemory(tgt, f, typ, ir.I64, e.Size(), data, out, false, false); err != nil {
						t.Errorf("%s: %s: %v", tgt.Name(), f.Name, err)
					}
					text := ""
					if _, err := tgt.Compile(updateFunc(op, typ, form), isel.Options{Dump: func(stage, s string) {
						if stage == "mach" {
							text = s
						}
					}}); err != nil {
						t.Fatal(err)
					}
					want := runtime.GOARCH == "amd64" && op != ir.OpMul && form.fits(op)
					if got := inMemory.MatchString(text); got != want {
						t.Errorf("%s: %s: in memory: %v, want %v\n%s", tgt.Name(), f.Name, got, want, text)
					}
				}
			}
		}
	}
}
