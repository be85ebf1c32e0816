package runtime

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"hotloop/frontend"
	"hotloop/loopopt/ir"
)

// A kernel whose parameters are structs, or are reached through pointers, takes their parts. Each part has its own
// slot in the block. The stubs that store the arguments also load what pointers refer to. If a pointer is nil they
// store zero; the kernel checks the pointer first and panics before it uses that value.

// part is a parameter or result of a kernel, and where it comes from.
type part struct {
	class Class
	size  uintptr // size in bytes of a scalar
	frontend.Origin
}

// words returns the number of memory words that p takes, and the size of each in bytes.
func (p *part) words() (n, size uintptr) {
	if p.class == ClassInt || p.class == ClassFloat {
		return 1, p.size
	}
	return classWords[p.class], wordSize
}

// parts holds the parts of a kernel; nil means that they are the parameters and results of its type.
type parts struct{ params, results []part }

// partsOf converts the frontend's description of parts. Variables without a slot, at the end of the parameters,
// are omitted.
func partsOf(res *frontend.Result) *parts {
	if res.Params == nil && res.Returns == nil {
		return nil
	}
	list := func(params []ir.Param, at []frontend.Origin) (out []part) {
		for i, p := range params[:len(at)] {
			x := part{class: classOfParam(&p), size: uintptr(p.Size), Origin: at[i]}
			out = append(out, x)
		}
		return out
	}
	return &parts{list(res.Func.Params, res.Params), list(res.Func.Results, res.Returns)}
}

func classOfParam(p *ir.Param) Class {
	switch p.Kind {
	case ir.ParamSlice:
		return ClassSlice
	case ir.ParamString:
		return ClassString
	case ir.ParamArrayPtr:
		return ClassPointer
	}
	if p.Elem.IsFloat() {
		return ClassFloat
	}
	return ClassInt
}

// outside reports whether a parameter is a variable outside the block.
func (p *part) outside() bool { return p.Arg < 0 && p.Via < 0 && !p.brought() }

// brought reports whether a parameter is the receiver in the func value's closure.
func (p *part) brought() bool { return p.Arg == frontend.FromFunc && p.Via < 0 }

// of returns p, or if p is nil one part for each parameter and result of type t.
func (p *parts) of(t reflect.Type) (*parts, error) {
	if p != nil {
		return p, nil
	}
	if err := isFunc(t); err != nil {
		return nil, err
	}
	n, m := t.NumIn(), t.NumOut()
	all := make([]part, n+m)
	for i := range all {
		typ, arg := reflect.Type(nil), i
		if i < n {
			typ = t.In(i)
		} else {
			arg -= n
			typ = t.Out(arg)
		}
		c, err := ClassOf(typ)
		if err != nil {
			return nil, err
		}
		all[i] = part{class: c, size: typ.Size(), Origin: frontend.Origin{Arg: arg, Via: -1}}
	}
	return &parts{all[:n:n], all[n:]}, nil
}

// layout returns the layout of the block. Variables outside the block get offsets beyond its end.
//
// Floats follow everything else, since they use separate registers. Two signatures that differ only in the
// position of floats share a layout.
func (p *parts) layout() Layout {
	n := len(p.params)
	slots := make([]uintptr, n+len(p.results))
	l := Layout{Params: slots[:n:n], Results: slots[n:], Size: HeaderSize}
	l.place(l.Params, p.params, false, 0)
	l.place(l.Params, p.params, true, 0)
	least := resultSlots(p.results)
	l.place(l.Results, p.results, false, least)
	l.place(l.Results, p.results, true, least)
	for i := range p.params {
		if p.params[i].outside() {
			l.Params[i] = l.Size + wordSize*uintptr(i)
		}
	}
	return l
}

// fast reports whether the frames of enterLarge and its trampolines have room for a block of the given size and the
// pointers among the parameters.
func (p *parts) fast(size uintptr) bool {
	pointers := 0
	for i := range p.params {
		if p.params[i].isPointer() {
			pointers++
		}
	}
	return size <= hugeArea-hugeBlock && pointers < savedPointers
}

// isPointer reports whether the part has a slot that holds a pointer.
func (p *part) isPointer() bool { return !p.outside() && p.class >= ClassPointer }

// pointers returns those of the given parameter slots that hold pointers.
func (p *parts) pointers(slots []uintptr) []uintptr {
	list := make([]uintptr, 0, len(p.params))
	for i := range p.params {
		if p.params[i].isPointer() {
			list = append(list, slots[i])
		}
	}
	return list
}

// lengths returns where, in those of the given parameter slots that hold slices and strings, their lengths are.
func (p *parts) lengths(slots []uintptr) (list []uintptr) {
	for i := range p.params {
		if x := &p.params[i]; !x.outside() && (x.class == ClassSlice || x.class == ClassString) {
			list = append(list, slots[i]+wordSize)
		}
	}
	return list
}

// fetch is a word that is loaded through a pointer.
type fetch struct {
	pointer, slot uintptr // offsets in the block
	off, size     uintptr
}

// moves lists the words of the parts that are in arguments or results, where the calling convention places them.
func moves(list []part, slots []uintptr, at []placed) (out []move) {
	most := 0
	for i := range list {
		n, _ := list[i].words()
		most += int(n)
	}
	out = make([]move, 0, most)
	for i := range list {
		p := &list[i]
		if p.Via >= 0 || p.Arg < 0 {
			continue
		}
		n, size := p.words()
		for w := range n {
			m := at[p.Arg].word(uintptr(p.Off)+w*wordSize, size)
			m.slot = slots[i] + w*wordSize
			out = append(out, m)
		}
	}
	return out
}

// fetches lists the parameter words that are loaded through other parts; a part comes after the pointer it needs.
// The receiver in the func value's closure is loaded through the block's header, which points to the closure.
func fetches(list []part, slots []uintptr) (out []fetch) {
	for i := range list {
		p := &list[i]
		if p.brought() {
			out = append(out, fetch{pointer: HeaderCtl, slot: slots[i], off: unsafe.Offsetof(closure{}.recv), size: wordSize})
		}
		if p.Via < 0 {
			continue
		}
		n, size := p.words()
		for w := range n {
			out = append(out, fetch{pointer: slots[p.Via], slot: slots[i] + w*wordSize,
				off: uintptr(p.Off) + w*wordSize, size: size})
		}
	}
	return out
}

// placed is the location of a value in the calling convention: in registers, word by word, or on the stack.
type placed struct {
	onStack bool
	stack   uintptr
	regs    []registerWord
}

type registerWord struct {
	off   uintptr
	float bool
	reg   int
}

// word returns the location of the word at an offset of the value.
func (p *placed) word(off, size uintptr) move {
	if p.onStack {
		return move{reg: onStack, stack: p.stack + off, size: size}
	}
	for _, r := range p.regs {
		if r.off == off {
			return move{float: r.float, reg: r.reg, size: size}
		}
	}
	panic("runtime: a field of an argument has no register")
}

// registers appends the register words of a value of type t at offset off. It returns false if such a value is
// never in registers because it contains an array.
func registers(t reflect.Type, off uintptr, list []registerWord) ([]registerWord, bool) {
	words := func(n uintptr) ([]registerWord, bool) {
		list = slices.Grow(list, int(n))
		for w := range n {
			list = append(list, registerWord{off: off + w*wordSize})
		}
		return list, true
	}
	ok := true
	switch t.Kind() {
	case reflect.Float32, reflect.Float64:
		return append(list, registerWord{off: off, float: true}), true
	case reflect.Complex64, reflect.Complex128:
		return append(list, registerWord{off: off, float: true},
			registerWord{off: off + t.Size()/2, float: true}), true
	case reflect.String, reflect.Interface:
		return words(2)
	case reflect.Slice:
		return words(3)
	case reflect.Array:
		switch t.Len() {
		case 0:
			return list, true
		case 1:
			return registers(t.Elem(), off, list)
		}
		return list, false
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if list, ok = registers(f.Type, off+f.Offset, list); !ok {
				return list, false
			}
		}
		return list, true
	}
	return words(1)
}

// assign returns the locations of arguments or results of the given types. Stack values begin at offset stack and
// end at end.
func assign(n int, typ func(int) reflect.Type, stack uintptr) (list []placed, end uintptr) {
	ints, floats := 0, 0
	list = make([]placed, 0, n)
	all := make([]registerWord, 0, n*int(classWords[ClassSlice]))
	for i := range n {
		t := typ(i)
		p := placed{}
		first := len(all)
		more, ok := registers(t, 0, all)
		all = more
		regs := all[first:len(all):len(all)]
		moreInts, moreFloats := ints, floats
		for j := range regs {
			used := &moreInts
			if regs[j].float {
				used = &moreFloats
			}
			regs[j].reg = *used
			*used++
		}
		if ok && moreInts <= intRegisters && moreFloats <= floatRegisters {
			p.regs, ints, floats = regs, moreInts, moreFloats
		} else {
			stack = roundUp(stack, uintptr(t.Align()))
			p.onStack, p.stack = true, stack
			stack += t.Size()
		}
		list = append(list, p)
	}
	return list, roundUp(stack, wordSize)
}

// slotType returns the type of the part as a field of a block.
func (p *part) slotType() reflect.Type {
	switch p.class {
	case ClassPointer:
		return reflect.TypeFor[unsafe.Pointer]()
	case ClassString:
		return reflect.TypeFor[string]()
	case ClassSlice:
		return reflect.TypeFor[[]byte]()
	}
	return reflect.ArrayOf(int(p.size), reflect.TypeFor[byte]())
}

// copyPart copies a part so that the collector sees its pointers. A nil from stands for zeros.
func (p *part) copyPart(to, from unsafe.Pointer) {
	if from == nil {
		return // the block is new, hence zero
	}
	switch p.class {
	case ClassPointer:
		*(*unsafe.Pointer)(to) = *(*unsafe.Pointer)(from)
	case ClassString:
		*(*string)(to) = *(*string)(from)
	case ClassSlice:
		*(*[]byte)(to) = *(*[]byte)(from)
	default:
		copy(unsafe.Slice((*byte)(to), p.size), unsafe.Slice((*byte)(from), p.size))
	}
}

// viaBlock returns a func of type t that stores its arguments in a block, calls run on it, and returns the result
// slots. The block is a struct type known to package reflect, so the collector sees its pointers. recv is the
// receiver in the func value's closure.
func viaBlock(t reflect.Type, ps *parts, recv unsafe.Pointer, run func(*Header)) reflect.Value {
	ps, err := ps.of(t)
	if err != nil {
		panic(err)
	}
	l := ps.layout()
	b := blockBuilder{size: HeaderSize}
	b.fields = append(b.fields, reflect.StructField{Name: "H", Type: reflect.TypeFor[Header]()})
	b.place(l.Params, ps.params)
	b.place(l.Results, ps.results)
	b.pad(l.Size)
	block := reflect.StructOf(b.fields)
	if block.Size() != l.Size {
		panic(fmt.Sprintf("runtime: block of %s has %d bytes instead of %d", t, block.Size(), l.Size))
	}
	return reflect.MakeFunc(t, func(args []reflect.Value) []reflect.Value {
		v := reflect.New(block)
		base := v.UnsafePointer()
		mem := make([]unsafe.Pointer, len(args))
		for i, arg := range args {
			x := reflect.New(t.In(i))
			x.Elem().Set(arg)
			mem[i] = x.UnsafePointer()
		}
		for i := range ps.params {
			p := &ps.params[i]
			var from unsafe.Pointer
			switch {
			case p.outside():
				continue
			case p.brought():
				from = unsafe.Pointer(&recv)
			case p.Via < 0:
				from = unsafe.Add(mem[p.Arg], p.Off)
			default:
				if from = *(*unsafe.Pointer)(unsafe.Add(base, l.Params[p.Via])); from != nil {
					from = unsafe.Add(from, p.Off)
				}
			}
			p.copyPart(unsafe.Add(base, l.Params[i]), from)
		}
		run((*Header)(base))
		results := make([]reflect.Value, t.NumOut())
		for i := range results {
			results[i] = reflect.New(t.Out(i))
		}
		for i := range ps.results {
			p := &ps.results[i]
			p.copyPart(unsafe.Add(results[p.Arg].UnsafePointer(), p.Off), unsafe.Add(base, l.Results[i]))
		}
		for i := range results {
			results[i] = results[i].Elem()
		}
		keepAlive(v) // and thereby the code and the arguments
		return results
	})
}

// blockBuilder collects the fields of a block type, ordered by offset.
type blockBuilder struct {
	fields []reflect.StructField
	size   uintptr
}

// place adds fields for parts at the given offsets.
func (b *blockBuilder) place(at []uintptr, list []part) {
	var order []int
	for i := range list {
		if !list[i].outside() {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(i, j int) int { return int(at[i]) - int(at[j]) })
	for _, i := range order {
		b.pad(at[i])
		b.add(list[i].slotType())
	}
}

func (b *blockBuilder) add(t reflect.Type) {
	b.fields = append(b.fields, reflect.StructField{Name: fmt.Sprintf("F%d", len(b.fields)), Type: t})
	b.size += t.Size()
}

// pad adds padding bytes up to an offset.
func (b *blockBuilder) pad(to uintptr) {
	if to > b.size {
		b.add(reflect.ArrayOf(int(to-b.size), reflect.TypeFor[byte]()))
	}
}
