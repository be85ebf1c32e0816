package runtime

import (
	"fmt"
	"reflect"
	goruntime "runtime"
	"sort"
	"unsafe"
)

//go:generate go test -run TestGeneratedAdapters . -update

// Adapters turn a typed Go call into a trampoline call: they fill the argument
// block on their stack, field by field with typed pointers, so that the
// collector sees the arguments and a moving stack adjusts what it must.
//
// Two properties of a func value matter to correctness. Its arguments escape,
// because the compiler cannot see the callee: hence the memory of slices is on
// the heap and does not move while a kernel holds addresses across a yield.
// That is why adapters must only ever be reached through func values made
// here, and never be inlined into a caller. And its parameters arrive in fixed
// registers: abi.go decides which generated adapter can stand in for which
// func type.

// adapter is one generated closure constructor.
type adapter struct {
	key  string
	make func(*target) unsafe.Pointer // a func value
}

// findAdapter looks a key up in the generated table, which is sorted and
// static: a map would be built at every program start.
func findAdapter(key string) (adapter, bool) {
	i := sort.Search(len(adapters), func(i int) bool { return adapters[i].key >= key })
	if i < len(adapters) && adapters[i].key == key {
		return adapters[i], true
	}
	return adapter{}, false
}

// Func returns a func value of type F that calls c. F must be what the code
// was laid out for by LayoutOfFunc.
func Func[F any](c *Code) (F, error) { return Bind[F](c, nil) }

// Adapters hand slices and strings over word by word where all their words have registers: gc stores every pointer of
// an aggregate parameter to the stack even if nobody asks. Aggregates that are on the stack stay aggregates.

// Bind is Func with a Control: its calls end when ctl is cancelled.
func Bind[F any](c *Code, ctl *Control) (f F, err error) {
	v, err := Adapt(reflect.TypeFor[F](), c, ctl)
	if err == nil {
		f = v.Interface().(F)
	}
	return f, err
}

// Adapt returns a func value of type t that calls c with ctl, which may be
// nil. It is an error if no kernel can have that type.
func Adapt(t reflect.Type, c *Code, ctl *Control) (reflect.Value, error) {
	params, results, err := Signature(t)
	if err != nil {
		return reflect.Value{}, err
	}
	to := c.bind(ctl)
	a, ok := fastAdapter(t, params, results)
	if !ok {
		return slowAdapter(t, to, LayoutOf(params, results)), nil
	}
	v := reflect.New(t)
	*(*unsafe.Pointer)(v.UnsafePointer()) = a.make(to)
	return v.Elem(), nil
}

// IsFast tells whether calls of type t go through a generated adapter, in
// nanoseconds and without allocation, rather than through package reflect.
func IsFast(t reflect.Type) bool {
	params, results, err := Signature(t)
	if err != nil {
		return false
	}
	_, ok := fastAdapter(t, params, results)
	return ok
}

// fastAdapter finds a generated adapter for a signature, if there is one.
func fastAdapter(t reflect.Type, params, results []Class) (adapter, bool) {
	pair := resultSlots(results)
	for class := range ClassSlice + 1 {
		n := uintptr(count(results, class))
		if n > pair || n > 0 && class != ClassInt && class != ClassFloat {
			return adapter{}, false
		}
	}
	sig := make([]param, len(params))
	for i, c := range params {
		sig[i] = param{class: c}
		if c == ClassInt || c == ClassFloat {
			sig[i].size = t.In(i).Size()
		}
	}
	var a adapter
	_, ok := representative(sig, hostArch, func(key string) bool {
		var ok bool
		if pair == 2 {
			key = pairKey(key)
		}
		a, ok = findAdapter(key)
		return ok
	})
	return a, ok
}

// slowAdapter serves every other signature by package reflect, in about 400 ns
// and with a few allocations.
func slowAdapter(t reflect.Type, to *target, l Layout) reflect.Value {
	return viaBlock(t, l, func(h *Header) {
		h.to = to
		if s := call(h.pointer()); s != StatusDone {
			h.fail(s)
		}
	})
}

// viaBlock makes a func of type t that stores its arguments in a block laid out
// by l, lets run work on it, and returns what is in the result slots. The block
// is a struct that package reflect knows, so the collector sees its pointers.
func viaBlock(t reflect.Type, l Layout, run func(*Header)) reflect.Value {
	b := blockBuilder{size: HeaderSize}
	b.fields = append(b.fields, reflect.StructField{Name: "H", Type: reflect.TypeFor[Header]()})
	in := b.place(l.Params, t.In)
	out := b.place(l.Results, t.Out)
	b.pad(l.Size)
	block := reflect.StructOf(b.fields)
	if block.Size() != l.Size {
		panic(fmt.Sprintf("runtime: block of %s has %d bytes instead of %d", t, block.Size(), l.Size))
	}
	return reflect.MakeFunc(t, func(args []reflect.Value) []reflect.Value {
		p := reflect.New(block)
		v := p.Elem()
		for i, arg := range args {
			v.Field(in[i]).Set(arg)
		}
		run((*Header)(p.UnsafePointer()))
		results := make([]reflect.Value, len(out))
		for i, f := range out {
			results[i] = v.Field(f)
		}
		goruntime.KeepAlive(p) // and with it the code and the arguments
		return results
	})
}

// blockBuilder collects the fields of a block type in the order of offsets.
type blockBuilder struct {
	fields []reflect.StructField
	size   uintptr
}

// place adds fields of the given types at the given offsets and returns their
// indices. Offsets ascend in two runs, first the rest and then the floats.
func (b *blockBuilder) place(at []uintptr, typ func(int) reflect.Type) []int {
	order := make([]int, len(at))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(i, j int) bool { return at[order[i]] < at[order[j]] })
	index := make([]int, len(at))
	for _, i := range order {
		b.pad(at[i])
		index[i] = len(b.fields)
		b.add(typ(i))
	}
	return index
}

func (b *blockBuilder) add(t reflect.Type) {
	b.fields = append(b.fields, reflect.StructField{Name: fmt.Sprintf("F%d", len(b.fields)), Type: t})
	b.size += t.Size()
}

// pad fills up to an offset with bytes.
func (b *blockBuilder) pad(to uintptr) {
	if to > b.size {
		b.add(reflect.ArrayOf(int(to-b.size), reflect.TypeFor[byte]()))
	}
}
