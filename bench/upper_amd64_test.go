package bench

import (
	"testing"
	"unsafe"

	"golang.org/x/sys/cpu"

	"hotloop/internal/lab/frame"
	"hotloop/runtime/codemem"
)

// TestUpperHalves measures a function that leaves values in the upper halves of vector registers next to one that
// tests by XGETBV whether they are in use. They must not be in use when a batch begins.
func TestUpperHalves(t *testing.T) {
	if !cpu.X86.HasAVX2 {
		t.Skip("no AVX2")
	}
	heap := codemem.New(0, 1<<16)
	code := func(text ...byte) uintptr {
		s, err := heap.Alloc(text)
		if err != nil {
			t.Skip(err)
		}
		return s.Addr()
	}
	leave := code(0xC5, 0xFD, 0x76, 0xC0, 0xC3)                                      // VPCMPEQD Y0, Y0, Y0; RET
	look := code(0xB9, 1, 0, 0, 0, 0x31, 0xD2, 0x0F, 0x01, 0xD0, 0xC3)               // MOVL $1, CX; XORL DX, DX; XGETBV; RET
	saves := code(0x53, 0xB8, 13, 0, 0, 0, 0xB9, 1, 0, 0, 0, 0x0F, 0xA2, 0x5B, 0xC3) // CPUID of 13, 1
	call := func(at uintptr) uint64 {
		f := &at // a func value is the address of the address of code
		return (*(*func() uint64)(unsafe.Pointer(&f)))()
	}
	const upper, known = 4, 4
	if call(saves)&known == 0 {
		t.Skip("the processor does not tell what is in use")
	}
	if call(leave); call(look)&upper == 0 {
		t.Skip("the processor does not tell")
	}
	seen, batches := 0, 0
	k := &Kernel{Builds: Builds{Bind: func(fn any, _ []any) func(int) { return fn.(func(int)) }}}
	dirty := NewLocal("dirty", k, func(reps int) { call(leave) }, nil)
	clean := NewLocal("clean", k, func(reps int) {
		if batches++; call(look)&upper != 0 {
			seen++
		}
	}, nil)
	f := frame.New([]any{1}, frame.Layout{Share: -1})
	for _, r := range []Runner{dirty, clean} {
		if err := r.Load(f); err != nil {
			t.Fatal(err)
		}
		defer r.Release()
	}
	for range 10 {
		for _, r := range []Runner{dirty, clean} {
			if _, err := r.Run(1, 1); err != nil {
				t.Fatal(err)
			}
		}
	}
	if seen > 0 || batches != 20 {
		t.Errorf("in %d of %d batches upper halves are in use", seen, batches)
	}
}
