package runtime

import (
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
)

// evaluator runs a function in the interpreter on generated arguments. The knob eval-each compares its result
// before and after every pass. The numbers are small integers, so that sums do not depend on their order.
type evaluator struct {
	params []ir.Param
	fields [][]field // accessed fields of struct parameters, by parameter
	seed   int64
	// skip holds the inputs that cannot be compared. On the first run they took too long, or the function ran past
	// the end of an array of unknown extent.
	skip  map[int]bool
	first bool
	// relaxed is set if some floating-point operation may be transformed inexactly. Then inputs with rounded
	// results cannot be compared, and are skipped too.
	relaxed bool
}

// evalLengths extends beyond the largest vector step for small elements.
var evalLengths = []int{0, 1, 2, 3, 5, 8, 13, 17, 31, 33, 64, 70, 127, 200, 300}

// evalSteps limits the interpreter's steps for one input.
const evalSteps = 1 << 20

func newEvaluator(f *ir.Func, seed int64) *evaluator {
	e := &evaluator{params: append([]ir.Param(nil), f.Params...), fields: fieldsOf(f), seed: seed, skip: map[int]bool{},
		first: true}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			e.relaxed = e.relaxed || v.FP&(ir.Reassoc|ir.ARcp|ir.AFn) != 0
		}
	}
	return e
}

// field is a field in the elements of a parameter.
type field struct {
	off  int
	elem ir.Elem
}

// fieldsOf lists the fields that the function accesses in the elements of struct parameters. The function itself
// has only the size of the struct.
func fieldsOf(f *ir.Func) [][]field {
	list := make([][]field, len(f.Params))
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if !v.Op.IsMemory() {
				continue
			}
			r := v.Args[0].Root()
			if r.Op != ir.OpArgPtr || f.Params[r.AuxInt].Elem != ir.Void || f.Params[r.AuxInt].Size == 0 {
				continue
			}
			size, e := f.Params[r.AuxInt].Size, v.AccessType().Elem
			off := (int(v.Off)%size + size) % size
			if off+e.Size() <= size {
				list[r.AuxInt] = append(list[r.AuxInt], field{off, e})
			}
		}
	}
	return list
}

// eval returns the results, traps and memory of f for all inputs, as text.
func (e *evaluator) eval(f *ir.Func) (string, error) {
	p, err := detached(f)
	if err != nil {
		return "", err
	}
	limit := int64(evalSteps)
	if !e.first {
		limit *= 8 // a pass may add work at short lengths
	}
	var s strings.Builder
	for i, n := range evalLengths {
		if e.skip[i] {
			continue
		}
		args := e.args(n, uint64(i))
		rows := interp.NewRows()
		r := p.Call(args, interp.Options{MaxSteps: limit, NoPages: e.first, Rows: rows, Made: interp.Detached()})
		switch {
		case e.first && (errors.Is(r.Err, interp.ErrSteps) || r.Err != nil && e.unknown()):
			e.skip[i] = true
			continue
		case r.Err != nil:
			return "", r.Err
		case e.first && e.relaxed && (slices.ContainsFunc(r.Values, rounded) || slices.ContainsFunc(args, rounded)):
			e.skip[i] = true
			continue
		}
		fmt.Fprintf(&s, "n=%d: %s", n, outcome(r))
		if !e.relaxed {
			fmt.Fprintf(&s, " rows=%x", crc32.ChecksumIEEE(rows))
		}
		for i, a := range args {
			switch v := reflect.ValueOf(a); v.Kind() {
			case reflect.Slice:
				fmt.Fprintf(&s, " %s=%v", e.params[i].Name, a)
			case reflect.Pointer:
				fmt.Fprintf(&s, " %s=%v", e.params[i].Name, v.Elem())
			}
		}
		s.WriteByte('\n')
	}
	e.first = false
	return s.String(), nil
}

// detached compiles f for the interpreter with its variables as arguments, because the evaluator must not change
// the variables of the running program.
func detached(f *ir.Func) (*interp.Program, error) {
	params := f.Params
	defer func() { f.Params = params }()
	f.Params = slices.Clone(params)
	for i := range f.Params {
		f.Params[i].Addr = nil
	}
	return interp.New(f)
}

// rounded reports whether x is or contains a float that is not an integer, or that is so large that the sums
// leading to it may have been inexact.
func rounded(x any) bool {
	var some func(v reflect.Value) bool
	some = func(v reflect.Value) bool {
		switch v.Kind() {
		case reflect.Pointer:
			return some(v.Elem())
		case reflect.Slice, reflect.Array:
			if k := v.Type().Elem().Kind(); k != reflect.Float32 && k != reflect.Float64 {
				return false
			}
			for i := range v.Len() {
				if some(v.Index(i)) {
					return true
				}
			}
		case reflect.Float32:
			return !(math.Abs(v.Float()) < 1<<20) || v.Float() != math.Trunc(v.Float())
		case reflect.Float64:
			return !(math.Abs(v.Float()) < 1<<48) || v.Float() != math.Trunc(v.Float())
		}
		return false
	}
	return some(reflect.ValueOf(x))
}

// outcome describes a trap by what a program can observe, because passes may copy and renumber sites.
func outcome(r interp.Result) string {
	if t := r.Trap; t != nil {
		return fmt.Sprintf("trap %s at %d %q (%d, %d)", t.Site.Kind, t.Site.Pos, t.Site.Msg, int64(t.A), int64(t.B))
	}
	return fmt.Sprint(r.Values)
}

// args generates arguments of about n elements. Integer scalars are small, like lengths and indexes.
func (e *evaluator) args(n int, stream uint64) []any {
	rng := rand.New(rand.NewPCG(uint64(e.seed), stream))
	small := func(v reflect.Value, x int64) {
		switch {
		case v.CanInt():
			v.SetInt(x)
		case v.CanUint():
			v.SetUint(uint64(x) & (1<<v.Type().Bits() - 1))
		case v.CanFloat():
			v.SetFloat(float64(x))
		default:
			v.SetBool(x&1 != 0)
		}
	}
	element := func(i int, v reflect.Value) {
		if e.params[i].Elem != ir.Void {
			small(v, int64(rng.IntN(17)-4))
			return
		}
		for _, f := range e.fields[i] {
			x := reflect.New(goScalar(ir.Param{Elem: f.elem, Sign: true}))
			small(x.Elem(), int64(rng.IntN(17)-4))
			from := unsafe.Slice((*byte)(x.UnsafePointer()), f.elem.Size())
			reflect.Copy(v.Slice(f.off, f.off+f.elem.Size()), reflect.ValueOf(from))
		}
	}
	var args []any
	for k, p := range e.params {
		t := goScalar(p)
		switch p.Kind {
		case ir.ParamScalar:
			v := reflect.New(t).Elem()
			small(v, int64(rng.IntN(9)))
			args = append(args, v.Interface())
		case ir.ParamSlice:
			m := max(0, n+rng.IntN(4)-1)
			v := reflect.MakeSlice(reflect.SliceOf(t), m, m)
			for i := range m {
				element(k, v.Index(i))
			}
			args = append(args, v.Interface())
		case ir.ParamString:
			s := make([]byte, max(0, n+rng.IntN(4)-1))
			for i := range s {
				s[i] = "aAbB 01z\n"[rng.IntN(9)]
			}
			args = append(args, string(s))
		case ir.ParamArrayPtr:
			if p.Unknown {
				v := someOf(rng, t, min(p.Len, n+1))
				for i := range max(0, v.Len()-1) { // the last element stays zero
					element(k, v.Index(i))
				}
				args = append(args, v.Interface())
				break
			}
			v := reflect.New(reflect.ArrayOf(p.Len, t))
			for i := range p.Len {
				element(k, v.Elem().Index(i))
			}
			args = append(args, v.Interface())
		}
	}
	return args
}

// unknown reports whether a parameter is an array of unknown extent.
func (e *evaluator) unknown() bool {
	return slices.ContainsFunc(e.params, func(p ir.Param) bool { return p.Unknown })
}

// someOf returns n zero elements of an array of unknown extent, with a page boundary among them.
func someOf(rng *rand.Rand, t reflect.Type, n int) reflect.Value {
	page := ir.PageSize / max(1, int(t.Size()))
	all := reflect.MakeSlice(reflect.SliceOf(t), n+2*page, n+2*page)
	end := page - int(all.Pointer()%ir.PageSize)/max(1, int(t.Size())) // end of the first page
	from := max(0, end-rng.IntN(n+1))
	return all.Slice(from, from+n)
}

// goScalar returns the Go type of a scalar parameter or of a parameter's elements. For a struct it is a byte array
// of the same size.
func goScalar(p ir.Param) reflect.Type {
	switch p.Elem {
	case ir.Void:
		return reflect.ArrayOf(p.Size, reflect.TypeFor[byte]())
	case ir.Bool:
		return reflect.TypeFor[bool]()
	case ir.F32:
		return reflect.TypeFor[float32]()
	case ir.F64:
		return reflect.TypeFor[float64]()
	}
	signed := [...]reflect.Type{1: reflect.TypeFor[int8](), 2: reflect.TypeFor[int16](), 4: reflect.TypeFor[int32](),
		8: reflect.TypeFor[int64]()}
	unsigned := [...]reflect.Type{1: reflect.TypeFor[uint8](), 2: reflect.TypeFor[uint16](),
		4: reflect.TypeFor[uint32](), 8: reflect.TypeFor[uint64]()}
	if p.Sign {
		return signed[p.Elem.Size()]
	}
	return unsigned[p.Elem.Size()]
}
