package interp

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"hotloop/loopopt/ir"
)

// Made holds what Go code makes for one call of a kernel: errors, strings and memory. Kernels keep addresses
// where the collector does not look, so all of it lives as long as the call.
type Made struct {
	// Raised is the value that the kernel is about to panic with, or nil.
	Raised any

	// Limit is the number of bytes that may be allocated; 0 means unlimited. Exceeding it panics with ErrSteps.
	Limit uint64

	// detached means that interfaces among the arguments consist of synthetic words.
	detached bool

	args    []any
	word    uint64 // result of the next SiteWord
	words   string // layout of the elements that SiteRoom made last
	objects []madeObject
	// replaced lists addresses that the kernel has overwritten with others.
	replaced []unsafe.Pointer
}

// Detached returns a Made for a run on synthetic arguments, in which interfaces are meaningless words.
func Detached() *Made { return &Made{detached: true} }

// madeObject is an object that was made: its address and contents.
type madeObject struct {
	addr uintptr
	size int
	keep any // an error, a string, or the memory
}

// spend subtracts bytes from the limit.
func (m *Made) spend(bytes uint64) {
	if m.Limit == 0 {
		return
	}
	if bytes >= m.Limit {
		panic(ErrSteps)
	}
	m.Limit -= bytes
}

// Answer performs the request at s and returns its result.
func (m *Made) Answer(s *ir.Site, a, b uint64) uint64 {
	switch s.Kind {
	case ir.SiteArg:
		m.args = append(m.args, m.valueOf(s.Msg, a, b))
	case ir.SiteText:
		m.args = append(m.args, s.Msg)
	case ir.SiteNew:
		text, _ := m.takeArgs()[0].(string)
		return m.keepError(errors.New(text))
	case ir.SiteErrorf:
		return m.keepError(fmt.Errorf(s.Msg, m.takeArgs()...))
	case ir.SiteSprintf:
		return m.keepText(fmt.Sprintf(s.Msg, m.takeArgs()...))
	case ir.SiteSprint:
		return m.keepText(fmt.Sprint(m.takeArgs()...))
	case ir.SiteSprintln:
		return m.keepText(fmt.Sprintln(m.takeArgs()...))
	case ir.SiteValue:
		m.Raised = m.takeArgs()[0]
	case ir.SiteWord:
		return m.word
	case ir.SiteMake:
		m.spend(a * b)
		if s.Msg != "" && !m.detached {
			return m.keepWords(reflect.MakeSlice(wordsType(s.Msg), int(a), int(a)))
		}
		mem := make([]byte, a*b)
		return m.keep(unsafe.Pointer(unsafe.SliceData(mem)), len(mem), mem)
	case ir.SiteRoom:
		// Rounding up to the allocator's size classes is left to the runtime's own append.
		room := nextCap(int(b), int(a))
		bytes, words, _ := strings.Cut(s.Msg, " ")
		size, _ := strconv.Atoi(bytes)
		m.words = words
		m.spend(uint64(room * size))
		if words != "" && !m.detached {
			t := wordsType(words)
			mem := reflect.AppendSlice(reflect.Zero(t), reflect.MakeSlice(t, room, room))
			mem = mem.Slice(0, mem.Cap())
			m.keepWords(mem)
			return uint64(mem.Len())
		}
		mem := append([]byte(nil), make([]byte, room*size)...)
		mem = mem[:cap(mem)]
		m.keep(unsafe.Pointer(unsafe.SliceData(mem)), len(mem), mem)
		return uint64(len(mem) / size)
	case ir.SiteStore:
		m.store(a, b)
	case ir.SiteMove:
		o := &m.objects[len(m.objects)-1]
		if mem, ok := o.keep.([]byte); ok {
			copy(mem, unsafe.Slice((*byte)(pointer(a)), b))
		} else {
			t := wordsType(m.words)
			reflect.Copy(reflect.ValueOf(o.keep), reflect.SliceAt(t.Elem(), pointer(a), int(b)/int(t.Elem().Size())))
		}
		return uint64(o.addr)
	}
	return 0
}

// keepWords keeps a slice of a type made by wordsType.
func (m *Made) keepWords(s reflect.Value) uint64 {
	return m.keep(s.UnsafePointer(), s.Len()*int(s.Type().Elem().Size()), s.Interface())
}

// wordsType returns the slice type whose elements consist of these words, for the collector; see ir.SiteMake.
func wordsType(words string) reflect.Type {
	if t, ok := wordsTypes.Load(words); ok {
		return t.(reflect.Type)
	}
	fields := make([]reflect.StructField, len(words))
	for i, w := range words {
		fields[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: reflect.TypeFor[uintptr]()}
		if w == '1' || w == 'p' {
			fields[i].Type = reflect.TypeFor[unsafe.Pointer]()
		}
	}
	t := reflect.SliceOf(reflect.StructOf(fields))
	wordsTypes.Store(words, t)
	return t
}

var wordsTypes sync.Map

// store stores the address x to a with a write barrier, so that the collector sees it. The kernel may still
// hold the old address where the collector does not look, so the old object is kept alive too.
func (m *Made) store(a, x uint64) {
	if m.detached {
		return // the kernel's own store after the request does it
	}
	to := (*unsafe.Pointer)(pointer(a))
	if old := *to; old != nil {
		m.replaced = append(m.replaced, old)
	}
	*to = pointer(x)
}

// nextCap returns the capacity that a slice grows to before rounding up to a size class. It is nextslicecap of
// the Go runtime.
func nextCap(newLen, oldCap int) int {
	const threshold = 256
	switch {
	case newLen > 2*oldCap:
		return newLen
	case oldCap < threshold:
		return 2 * oldCap
	}
	for oldCap < newLen {
		oldCap += (oldCap + 3*threshold) >> 2
	}
	return oldCap
}

// takeArgs returns and clears the arguments collected since the last request that took some.
func (m *Made) takeArgs() []any {
	args := m.args
	m.args = nil
	return args
}

// keepText returns the address of text; the next SiteWord returns its length.
func (m *Made) keepText(text string) uint64 {
	m.word = uint64(len(text))
	return m.keep(unsafe.Pointer(unsafe.StringData(text)), len(text), text)
}

// keepError returns the data word of err; the next SiteWord returns the type word.
func (m *Made) keepError(err error) uint64 {
	words := (*[2]unsafe.Pointer)(unsafe.Pointer(&err))
	m.word = uint64(uintptr(words[0]))
	return m.keep(words[1], 0, err)
}

// keep keeps an object alive, and returns its address.
func (m *Made) keep(p unsafe.Pointer, size int, x any) uint64 {
	m.objects = append(m.objects, madeObject{uintptr(p), size, x})
	return uint64(uintptr(p))
}

// text describes the object at an address by its contents; it reports false if no object was made there.
func (m *Made) text(addr uintptr) (string, bool) {
	if m == nil {
		return "", false
	}
	for _, o := range m.objects {
		if addr-o.addr < uintptr(max(o.size, 1)) {
			if err, ok := o.keep.(error); ok {
				return fmt.Sprintf("error %q", err), true
			}
			h := fnv.New64a()
			fmt.Fprint(h, o.keep)
			return fmt.Sprintf("%x of %d bytes[%d:]", h.Sum64(), o.size, addr-o.addr), true
		}
	}
	return "", false
}

// pointer converts the address x to a pointer.
func pointer(x uint64) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&x)) }

// errStandIn is the error used in place of synthetic ones.
var errStandIn = errors.New("some error")

// valueOf returns the value of the given type with these bits, as an argument for package fmt.
func (m *Made) valueOf(typ string, a, b uint64) any {
	if m.detached && (typ == "any" || typ == "error") && a != 0 {
		for _, o := range m.objects {
			if err, ok := o.keep.(error); ok && uint64(o.addr) == b {
				return err
			}
		}
		return errStandIn
	}
	switch typ {
	case "bool":
		return a&1 != 0
	case "int":
		return int(a)
	case "int8":
		return int8(a)
	case "int16":
		return int16(a)
	case "int32":
		return int32(a)
	case "int64":
		return int64(a)
	case "uint":
		return uint(a)
	case "uint8":
		return uint8(a)
	case "uint16":
		return uint16(a)
	case "uint32":
		return uint32(a)
	case "uint64":
		return a
	case "uintptr":
		return uintptr(a)
	case "float32":
		return math.Float32frombits(uint32(a))
	case "float64":
		return math.Float64frombits(a)
	case "complex64":
		return complex(math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b)))
	case "complex128":
		return complex(math.Float64frombits(a), math.Float64frombits(b))
	case "string":
		if b == 0 {
			return ""
		}
		return strings.Clone(unsafe.String((*byte)(pointer(a)), int(b)))
	case "any":
		words := [2]unsafe.Pointer{pointer(a), pointer(b)}
		return *(*any)(unsafe.Pointer(&words))
	case "error":
		words := [2]unsafe.Pointer{pointer(a), pointer(b)}
		if err := *(*error)(unsafe.Pointer(&words)); err != nil {
			return err
		}
	}
	return nil
}
