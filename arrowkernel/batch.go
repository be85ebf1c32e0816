package arrowkernel

import (
	"fmt"
	"strings"
	"sync"

	"hotloop"
)

// slots is how many slices of each kind a kernel takes.
const slots = 16

// batch is what a generated kernel reads and writes: N elements of slices in slots. A scalar operand is a slice of one
// element.
type batch struct {
	N   int
	I8  [slots][]int8
	I16 [slots][]int16
	I32 [slots][]int32
	I64 [slots][]int64
	U8  [slots][]uint8
	U16 [slots][]uint16
	U32 [slots][]uint32
	U64 [slots][]uint64
	F32 [slots][]float32
	F64 [slots][]float64
	B   [2 * slots][]bool
}

// batchType declares batch in generated text, as a name that no user declares by accident.
var batchType = func() string {
	var b strings.Builder
	b.WriteString("type arrowkernelBatch struct {\n\tN int\n")
	for k, row := range kindTable {
		n := slots
		if kind(k) == bools {
			n *= 2
		}
		fmt.Fprintf(&b, "\t%s [%d][]%s\n", row.field, n, row.name)
	}
	b.WriteString("}\n")
	return b.String()
}()

// kernelFunc is the type of generated kernels.
type kernelFunc = func(*batch)

// batches are cleared when they are put back, so that they keep no array alive.
var batches = sync.Pool{New: func() any { return new(batch) }}

func putBatch(b *batch) {
	*b = batch{}
	batches.Put(b)
}

// set puts elements of a buffer in a slot. A buffer of bools has a byte for each.
func (b *batch) set(k kind, slot int, buf []byte, offset, n int) {
	switch k {
	case int8s:
		b.I8[slot] = view[int8](buf, offset, n)
	case int16s:
		b.I16[slot] = view[int16](buf, offset, n)
	case int32s:
		b.I32[slot] = view[int32](buf, offset, n)
	case int64s:
		b.I64[slot] = view[int64](buf, offset, n)
	case uint8s:
		b.U8[slot] = view[uint8](buf, offset, n)
	case uint16s:
		b.U16[slot] = view[uint16](buf, offset, n)
	case uint32s:
		b.U32[slot] = view[uint32](buf, offset, n)
	case uint64s:
		b.U64[slot] = view[uint64](buf, offset, n)
	case float32s:
		b.F32[slot] = view[float32](buf, offset, n)
	case float64s:
		b.F64[slot] = view[float64](buf, offset, n)
	case bools:
		b.B[slot] = view[bool](buf, offset, n)
	}
}

// slotsOf hands out slots.
type slotsOf [kinds]int

func (s *slotsOf) next(k kind) (slot int, ok bool) {
	slot = s[k]
	s[k]++
	if k == bools {
		return slot, slot < 2*slots
	}
	return slot, slot < slots
}

// slotName returns a slot in generated text.
func slotName(k kind, slot int) string { return fmt.Sprintf("b.%s[%d]", kindTable[k].field, slot) }

// blockRows is how many elements kernels with scratch memory process at a time, so that it stays in the first-level
// cache. It is a multiple of 8. Without scratch memory, maxRows bounds the time between two looks at the context.
const (
	blockRows = 4096
	maxRows   = 1 << 18
)

// try calls f and returns the run-time error of a kernel that it panics with.
func try(f func()) (failed hotloop.KernelError) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(hotloop.KernelError)
			if !ok {
				panic(r)
			}
			failed = e
		}
	}()
	f()
	return nil
}
