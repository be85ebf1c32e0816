package interp

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"unsafe"

	"hotloop/loopopt/ir"
)

// Result is the result of a run on Go values.
type Result struct {
	Values []any // bool, float32, float64, an integer of the result's width and sign, or an Address; nil after a Trap
	Trap   *Trap
	Err    error
	Made   *Made // objects that results refer to, other than arguments
}

// call verifies f and evaluates it on Go values, checking every access. The arguments are slices, strings,
// pointers to arrays, bools, integers and floats of the parameters' sizes. Slices and arrays are used in place.
// For a pointer to an array of unknown extent, the argument may be a slice that holds the existing part of the
// array.
func call(f *ir.Func, args ...any) (results []any, trap *Trap, err error) {
	r := Run(f, args, Options{MaxSteps: 1 << 28})
	return r.Values, r.Trap, r.Err
}

// Run is like Call with options. If o.Regions is nil, the regions are the arguments' memory; that of a slice
// extends to its length, or to its capacity if f uses the capacity.
func Run(f *ir.Func, args []any, o Options) Result {
	if err := f.Verify(); err != nil {
		return Result{Err: err}
	}
	p, err := New(f)
	if err != nil {
		return Result{Err: err}
	}
	return p.Call(args, o)
}

// Call evaluates the program on Go values; see Run.
func (p *Program) Call(args []any, o Options) Result {
	b, err := p.newBlock(args)
	if err != nil {
		return Result{Err: err}
	}
	if o.Regions == nil {
		o.Regions = b.regions
	}
	if len(o.Rows) > 0 {
		b.regions = append(b.regions, Region{Addr: uintptr(unsafe.Pointer(&o.Rows[0])), Size: uintptr(len(o.Rows)), Name: "rows"})
		o.Regions = b.regions
	}
	if o.Made == nil {
		o.Made = &Made{}
	}
	t, err := p.Run(b.ptr(), &o)
	runtime.KeepAlive(args)
	if err != nil || t != nil {
		return Result{Trap: t, Err: err, Made: o.Made}
	}
	return Result{Values: b.results(p, o.Made), Made: o.Made}
}

// Variables returns the memory of the variables that the function accesses at fixed addresses (ir.Param.Addr).
func (p *Program) Variables() (list []Region) {
	for i := range p.params {
		if v := &p.params[i]; v.Addr != nil {
			list = append(list, Region{Addr: uintptr(v.Addr), Size: uintptr(v.Size * v.Len), Name: v.Name})
		}
	}
	return list
}

// argBlock is an argument block filled from Go values.
type argBlock struct {
	words   []uint64
	regions []Region // not nil
}

func (b *argBlock) ptr() unsafe.Pointer { return unsafe.Pointer(&b.words[0]) }

// escape forces what x refers to onto the heap, because addresses in registers would become stale when a stack
// moves.
//
//go:noinline
func escape(x any) {
	if sink.on {
		sink.x = x
	}
}

var sink struct {
	on bool
	x  any
}

// newBlock returns an argument block for args. Trailing arguments for variables at fixed addresses
// (ir.Param.Addr) may be omitted.
func (p *Program) newBlock(args []any) (*argBlock, error) {
	passed := len(args)
	for passed < len(p.params) && p.params[passed].Addr != nil {
		passed++
	}
	if passed != len(p.params) {
		return nil, fmt.Errorf("interp: %s takes %d arguments, not %d", p.name, len(p.params), len(args))
	}
	b := &argBlock{words: make([]uint64, (p.blocks+7)/8+1), regions: []Region{}}
	for i := range args {
		escape(args[i])
		if err := b.set(&p.params[i], reflect.ValueOf(args[i]), p.usesCap[i]); err != nil {
			return nil, fmt.Errorf("interp: %s: argument %s: %w", p.name, p.params[i], err)
		}
	}
	for i := len(args); i < passed; i++ {
		r := &p.params[i]
		b.memory(r, uintptr(r.Addr), r.Size*r.Len, false)
	}
	return b, nil
}

// memory makes parameter p point to n bytes at addr.
func (b *argBlock) memory(p *ir.Param, addr uintptr, n int, readOnly bool) {
	b.regions = append(b.regions, Region{Addr: addr, Size: uintptr(n), ReadOnly: readOnly, Pages: p.Unknown, Name: p.Name})
	*(*uint64)(unsafe.Add(b.ptr(), p.Off)) = uint64(addr)
}

// set writes an argument to its slots.
func (b *argBlock) set(p *ir.Param, v reflect.Value, toCap bool) error {
	word := func(off int, x uint64) { *(*uint64)(unsafe.Add(b.ptr(), p.Off+off)) = x }
	memory := func(addr uintptr, n int, readOnly bool) { b.memory(p, addr, n, readOnly) }
	bad := errors.New("nil does not fit")
	if v.IsValid() {
		bad = fmt.Errorf("a %s does not fit", v.Type())
	}
	switch k := v.Kind(); p.Kind {
	case ir.ParamSlice:
		if k != reflect.Slice || int(v.Type().Elem().Size()) != p.Size {
			return bad
		}
		n := v.Len()
		if toCap {
			n = v.Cap()
		}
		memory(v.Pointer(), n*p.Size, false)
		word(8, uint64(v.Len()))
		word(16, uint64(v.Cap()))
	case ir.ParamString:
		if k != reflect.String {
			return bad
		}
		s := v.String()
		escape(s)
		memory(uintptr(unsafe.Pointer(unsafe.StringData(s))), len(s), true)
		word(8, uint64(len(s)))
	case ir.ParamArrayPtr:
		if p.Unknown && k == reflect.Slice && int(v.Type().Elem().Size()) == p.Size {
			memory(v.Pointer(), v.Len()*p.Size, false)
			break
		}
		if k != reflect.Pointer || int(v.Type().Elem().Size()) != p.Size*p.Len {
			return bad
		}
		n := p.Size * p.Len
		if v.IsNil() {
			n = 0
		}
		memory(v.Pointer(), n, false)
	default:
		x, ok := lane(p.Elem, v)
		if !ok {
			return bad
		}
		store(p.Elem, uint64(uintptr(unsafe.Add(b.ptr(), p.Off))), x)
	}
	return nil
}

// lane converts a Go scalar to a lane of kind e. It reports false if the size or the class does not match.
func lane(e ir.Elem, v reflect.Value) (uint64, bool) {
	switch {
	case !v.IsValid():
		return 0, false
	case v.Kind() == reflect.Bool:
		return truth(v.Bool()), e == ir.Bool
	case v.CanInt():
		return ir.Truncate(e, uint64(v.Int())), e.IsInt() && int(v.Type().Size()) == e.Size()
	case v.CanUint():
		return v.Uint(), e.IsInt() && int(v.Type().Size()) == e.Size()
	case v.Kind() == reflect.Float32:
		// Converting through float64 would quiet a signaling NaN.
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		return uint64(*(*uint32)(p.UnsafePointer())), e == ir.F32
	case v.Kind() == reflect.Float64:
		return of64(v.Float()), e == ir.F64
	}
	return 0, false
}

func (b *argBlock) results(p *Program, made *Made) []any {
	vs := make([]any, len(p.results))
	for i := range p.results {
		r := &p.results[i]
		x := load(r.ResultType().Elem, uint64(uintptr(unsafe.Add(b.ptr(), r.Off))))
		if r.Kind == ir.ParamArrayPtr {
			vs[i] = b.address(uintptr(x), made)
			continue
		}
		vs[i] = goValue(r, x)
	}
	return vs
}

// An Address is a result that points into the memory of an argument or of an object made during the run, or
// nil.
type Address struct {
	Region int     // index of the first non-scalar argument that contains it; -1 if none does
	Off    uintptr // offset from the start of the region; without a region, the address itself
	Addr   uintptr
	Made   string // description of the object there, if it was made during the run
}

// String omits the address, which differs from run to run.
func (a Address) String() string {
	if a.Region < 0 && a.Addr == 0 {
		return "nil"
	}
	if a.Made != "" {
		return a.Made
	}
	return fmt.Sprintf("&%d[%d]", a.Region, a.Off)
}

func (b *argBlock) address(x uintptr, made *Made) Address {
	for _, end := range []uintptr{0, 1} { // prefer an address inside a region over one at the end of a region
		if text, ok := made.text(x); ok && end == 1 {
			return Address{Region: -1, Off: x, Addr: x, Made: text}
		}
		for i, r := range b.regions {
			if x >= r.Addr && x-r.Addr < r.Size+end && x != 0 {
				return Address{Region: i, Off: x - r.Addr, Addr: x}
			}
		}
	}
	return Address{Region: -1, Off: x, Addr: x}
}

// goValue converts a lane to a Go value.
func goValue(p *ir.Param, x uint64) any {
	switch p.Elem {
	case ir.Bool:
		return x != 0
	case ir.F32:
		return f32(x)
	case ir.F64:
		return f64(x)
	case ir.I8:
		if p.Sign {
			return int8(x)
		}
		return uint8(x)
	case ir.I16:
		if p.Sign {
			return int16(x)
		}
		return uint16(x)
	case ir.I32:
		if p.Sign {
			return int32(x)
		}
		return uint32(x)
	}
	if p.Sign {
		return int64(x)
	}
	return x
}
