//go:build linux

package runtime

import (
	"encoding/binary"
	"unsafe"
)

// Hand-written kernels, assembled once (GNU as syntax). The words are executed; the comments are their listing,
// which TestKernelWords assembles again.

// machine returns words in memory order.
func machine(words ...uint32) (code []byte) {
	for _, w := range words {
		code = binary.LittleEndian.AppendUint32(code, w)
	}
	return code
}

var emptyKernel = machine(
	0xd2800000, // mov x0, #0
	0xd65f03c0, // ret
)

var saxpyKernel = machine(
	0xf9401008, // ldr x8, [x0, #32]
	0xf9401409, // ldr x9, [x0, #40]
	0xf9401c0a, // ldr x10, [x0, #56]
	0xbd405000, // ldr s0, [x0, #80]
	0x4e040400, // dup v0.4s, v0.s[0]
	0x4f00e401, // movi v1.16b, #0
	0x4f00e404, // movi v4.16b, #0
	0xd280000c, // mov x12, #0
	0xd280000d, // mov x13, #0
	// loop:
	0xeb09019f, // cmp x12, x9
	0x5400020a, // b.ge done
	0x8b0c094e, // add x14, x10, x12, lsl #2
	0x8b0c090f, // add x15, x8, x12, lsl #2
	0xad400dc2, // ldp q2, q3, [x14]
	0xad4019e5, // ldp q5, q6, [x15]
	0x4e20cc45, // fmla v5.4s, v2.4s, v0.4s
	0x4e20cc66, // fmla v6.4s, v3.4s, v0.4s
	0xad0019e5, // stp q5, q6, [x15]
	0x4e25d421, // fadd v1.4s, v1.4s, v5.4s
	0x4e26d484, // fadd v4.4s, v4.4s, v6.4s
	0x9100218c, // add x12, x12, #8
	0xf2401d9f, // tst x12, #255
	0x54fffe61, // b.ne loop
	0xf9400b8b, // ldr x11, [x28, #16]
	0xb7f8014b, // tbnz x11, #63, yield
	0x17fffff0, // b loop
	// done:
	0x4e24d421, // fadd v1.4s, v1.4s, v4.4s
	0x6e21d421, // faddp v1.4s, v1.4s, v1.4s
	0x7e30d821, // faddp s1, v1.2s
	0xf94007e0, // ldr x0, [sp, #8]
	0xfd003001, // str d1, [x0, #96]
	0xf9002c0d, // str x13, [x0, #88]
	0xd2800000, // mov x0, #0
	0xd65f03c0, // ret
	// yield:
	0x910005ad, // add x13, x13, #1
	0xa900202c, // stp x12, x8, [x1]
	0xa9012829, // stp x9, x10, [x1, #16]
	0xad010420, // stp q0, q1, [x1, #32]
	0x3d801024, // str q4, [x1, #64]
	0xf900282d, // str x13, [x1, #80]
	0x10000061, // adr x1, resume
	0xd2800020, // mov x0, #1
	0xd65f03c0, // ret
	// resume:
	0xa940202c, // ldp x12, x8, [x1]
	0xa9412829, // ldp x9, x10, [x1, #16]
	0xad410420, // ldp q0, q1, [x1, #32]
	0x3dc01024, // ldr q4, [x1, #64]
	0xf940282d, // ldr x13, [x1, #80]
	0x17ffffd9, // b loop
)

var saxpyFuelKernel = machine(
	0xf9401008, // ldr x8, [x0, #32]
	0xf9401409, // ldr x9, [x0, #40]
	0xf9401c0a, // ldr x10, [x0, #56]
	0xbd405000, // ldr s0, [x0, #80]
	0x4e040400, // dup v0.4s, v0.s[0]
	0x4f00e401, // movi v1.16b, #0
	0x4f00e404, // movi v4.16b, #0
	0xd280000c, // mov x12, #0
	0xd280000d, // mov x13, #0
	// loop:
	0xeb09019f, // cmp x12, x9
	0x5400026a, // b.ge done
	0x8b0c094e, // add x14, x10, x12, lsl #2
	0x8b0c090f, // add x15, x8, x12, lsl #2
	0xad400dc2, // ldp q2, q3, [x14]
	0xad4019e5, // ldp q5, q6, [x15]
	0x4e20cc45, // fmla v5.4s, v2.4s, v0.4s
	0x4e20cc66, // fmla v6.4s, v3.4s, v0.4s
	0xad0019e5, // stp q5, q6, [x15]
	0x4e25d421, // fadd v1.4s, v1.4s, v5.4s
	0x4e26d484, // fadd v4.4s, v4.4s, v6.4s
	0x9100218c, // add x12, x12, #8
	0xf2401d9f, // tst x12, #255
	0x54fffe61, // b.ne loop
	0xf94007ee, // ldr x14, [sp, #8]
	0xf94001cb, // ldr x11, [x14]
	0xf100056b, // subs x11, x11, #1
	0xf90001cb, // str x11, [x14]
	0x5400014b, // b.lt yield
	0x17ffffed, // b loop
	// done:
	0x4e24d421, // fadd v1.4s, v1.4s, v4.4s
	0x6e21d421, // faddp v1.4s, v1.4s, v1.4s
	0x7e30d821, // faddp s1, v1.2s
	0xf94007e0, // ldr x0, [sp, #8]
	0xfd003001, // str d1, [x0, #96]
	0xf9002c0d, // str x13, [x0, #88]
	0xd2800000, // mov x0, #0
	0xd65f03c0, // ret
	// yield:
	0x910005ad, // add x13, x13, #1
	0xa900202c, // stp x12, x8, [x1]
	0xa9012829, // stp x9, x10, [x1, #16]
	0xad010420, // stp q0, q1, [x1, #32]
	0x3d801024, // str q4, [x1, #64]
	0xf900282d, // str x13, [x1, #80]
	0x10000061, // adr x1, resume
	0xd2800020, // mov x0, #1
	0xd65f03c0, // ret
	// resume:
	0xa940202c, // ldp x12, x8, [x1]
	0xa9412829, // ldp x9, x10, [x1, #16]
	0xad410420, // ldp q0, q1, [x1, #32]
	0x3dc01024, // ldr q4, [x1, #64]
	0xf940282d, // ldr x13, [x1, #80]
	0x17ffffd6, // b loop
)

var patternKernel = machine(
	0xf9401008, // ldr x8, [x0, #32]
	0xf9401409, // ldr x9, [x0, #40]
	0xf940180c, // ldr x12, [x0, #48]
	0xd2800002, // mov x2, #0
	// fill:
	0xca0c004a, // eor x10, x2, x12
	0xf822782a, // str x10, [x1, x2, lsl #3]
	0x91000442, // add x2, x2, #1
	0xeb08005f, // cmp x2, x8
	0x54ffff8b, // b.lt fill
	0xd280000d, // mov x13, #0
	// spin:
	0xf1000529, // subs x9, x9, #1
	0x54000244, // b.mi check
	0xd2800803, // mov x3, #64
	// inner:
	0xf1000463, // subs x3, x3, #1
	0x54ffffe1, // b.ne inner
	0xf9400b8b, // ldr x11, [x28, #16]
	0xb6ffff4b, // tbz x11, #63, spin
	// yield:
	0x910005ad, // add x13, x13, #1
	0xf94007e0, // ldr x0, [sp, #8]
	0xf9000409, // str x9, [x0, #8]
	0xf900080d, // str x13, [x0, #16]
	0x10000061, // adr x1, resume
	0xd2800020, // mov x0, #1
	0xd65f03c0, // ret
	// resume:
	0xf9400409, // ldr x9, [x0, #8]
	0xf940080d, // ldr x13, [x0, #16]
	0xf9401008, // ldr x8, [x0, #32]
	0xf940180c, // ldr x12, [x0, #48]
	0x17ffffee, // b spin
	// check:
	0xd2800002, // mov x2, #0
	0xd2800004, // mov x4, #0
	// verify:
	0xca0c004a, // eor x10, x2, x12
	0xf862782b, // ldr x11, [x1, x2, lsl #3]
	0xeb0b015f, // cmp x10, x11
	0x9a840484, // cinc x4, x4, ne
	0x91000442, // add x2, x2, #1
	0xeb08005f, // cmp x2, x8
	0x54ffff4b, // b.lt verify
	0xf94007e0, // ldr x0, [sp, #8]
	0xf9001c04, // str x4, [x0, #56]
	0xf900200d, // str x13, [x0, #64]
	0xd2800000, // mov x0, #0
	0xd65f03c0, // ret
)

var loadKernel = machine(
	0xf9401c02, // ldr x2, [x0, #56]
	0xf9401403, // ldr x3, [x0, #40]
	0xeb03005f, // cmp x2, x3
	0x540000c2, // b.hs trap
	0xf9401004, // ldr x4, [x0, #32]
	0xf8627884, // ldr x4, [x4, x2, lsl #3]
	0xf9002004, // str x4, [x0, #64]
	0xd2800000, // mov x0, #0
	0xd65f03c0, // ret
	// trap:
	0xd28000e4, // mov x4, #7
	0xf9000004, // str x4, [x0]
	0xa9008c02, // stp x2, x3, [x0, #8]
	0xd2800040, // mov x0, #2
	0xd65f03c0, // ret
)

var foreverKernel = machine(
	// spin:
	0xf9400b8b, // ldr x11, [x28, #16]
	0xb6ffffeb, // tbz x11, #63, spin
	0x10ffffc1, // adr x1, spin
	0xd2800020, // mov x0, #1
	0xd65f03c0, // ret
)

// poisonKernel asks its own goroutine to stop.
var poisonKernel = machine(
	0x9280a421, // mov x1, #-1314
	0xf9000b81, // str x1, [x28, #16]
	0xd2800000, // mov x0, #0
	0xd65f03c0, // ret
)

var faultKernel = machine(
	0xd2800000, // mov x0, #0
	0xf9400000, // ldr x0, [x0]
	0xd65f03c0, // ret
)

// heldFaultKernel yields once, then reads the address in its argument.
var heldFaultKernel = machine(
	0x10000061, // adr x1, resume
	0xd2800020, // mov x0, #1
	0xd65f03c0, // ret
	// resume:
	0xf94007e0, // ldr x0, [sp, #8]
	0xf9401000, // ldr x0, [x0, #32]
	0xf9400000, // ldr x0, [x0]
	0xd2800000, // mov x0, #0
	0xd65f03c0, // ret
)

var clobberKernel = machine(
	0xd28acf00, // movz x0, #22136
	0xf2a24680, // movk x0, #4660, lsl #16
	0xf2cacf00, // movk x0, #22136, lsl #32
	0xf2e24680, // movk x0, #4660, lsl #48
	0xaa0003e1, // mov x1, x0
	0xaa0003e2, // mov x2, x0
	0xaa0003e3, // mov x3, x0
	0xaa0003e4, // mov x4, x0
	0xaa0003e5, // mov x5, x0
	0xaa0003e6, // mov x6, x0
	0xaa0003e7, // mov x7, x0
	0xaa0003e8, // mov x8, x0
	0xaa0003e9, // mov x9, x0
	0xaa0003ea, // mov x10, x0
	0xaa0003eb, // mov x11, x0
	0xaa0003ec, // mov x12, x0
	0xaa0003ed, // mov x13, x0
	0xaa0003ee, // mov x14, x0
	0xaa0003ef, // mov x15, x0
	0xaa0003f0, // mov x16, x0
	0xaa0003f1, // mov x17, x0
	0xaa0003f3, // mov x19, x0
	0xaa0003f4, // mov x20, x0
	0xaa0003f5, // mov x21, x0
	0xaa0003f6, // mov x22, x0
	0xaa0003f7, // mov x23, x0
	0xaa0003f8, // mov x24, x0
	0xaa0003f9, // mov x25, x0
	0xaa0003fa, // mov x26, x0
	0xaa0003fb, // mov x27, x0
	0x4f07e7e0, // movi v0.16b, #255
	0x4f07e7e1, // movi v1.16b, #255
	0x4f07e7e2, // movi v2.16b, #255
	0x4f07e7e3, // movi v3.16b, #255
	0x4f07e7e4, // movi v4.16b, #255
	0x4f07e7e5, // movi v5.16b, #255
	0x4f07e7e6, // movi v6.16b, #255
	0x4f07e7e7, // movi v7.16b, #255
	0x4f07e7e8, // movi v8.16b, #255
	0x4f07e7e9, // movi v9.16b, #255
	0x4f07e7ea, // movi v10.16b, #255
	0x4f07e7eb, // movi v11.16b, #255
	0x4f07e7ec, // movi v12.16b, #255
	0x4f07e7ed, // movi v13.16b, #255
	0x4f07e7ee, // movi v14.16b, #255
	0x4f07e7ef, // movi v15.16b, #255
	0x4f07e7f0, // movi v16.16b, #255
	0x4f07e7f1, // movi v17.16b, #255
	0x4f07e7f2, // movi v18.16b, #255
	0x4f07e7f3, // movi v19.16b, #255
	0x4f07e7f4, // movi v20.16b, #255
	0x4f07e7f5, // movi v21.16b, #255
	0x4f07e7f6, // movi v22.16b, #255
	0x4f07e7f7, // movi v23.16b, #255
	0x4f07e7f8, // movi v24.16b, #255
	0x4f07e7f9, // movi v25.16b, #255
	0x4f07e7fa, // movi v26.16b, #255
	0x4f07e7fb, // movi v27.16b, #255
	0x4f07e7fc, // movi v28.16b, #255
	0x4f07e7fd, // movi v29.16b, #255
	0x4f07e7fe, // movi v30.16b, #255
	0x4f07e7ff, // movi v31.16b, #255
	0xd2800000, // mov x0, #0
	0xd65f03c0, // ret
)

// nopKernel returns an empty kernel after about n bytes of no-ops.
func nopKernel(n int) (code []byte) {
	for range n / 4 {
		code = append(code, machine(0xd503201f)...) // nop
	}
	return append(code, emptyKernel...)
}

// echoCode assembles the moves of an echo kernel. Register x2 holds the address of echoBuffer.
type echoCode struct{ text []byte }

func newEchoCode() *echoCode {
	at := uint64(uintptr(unsafe.Pointer(&echoBuffer)))
	c := new(echoCode)
	for i := range uint32(4) {
		c.text = append(c.text, machine(0xf2800002|i<<21|uint32(at>>(16*i)&0xffff)<<5)...) // movk x2, #bits, lsl #16*i
	}
	return c
}

// move appends a load or store of x3, whose offset is a multiple of 8.
func (c *echoCode) move(word uint32, off uintptr) {
	c.text = append(c.text, machine(word|uint32(off/8)<<10)...)
}

func (c *echoCode) load(off uintptr)   { c.move(0xf9400003, off) } // ldr x3, [x0, #off]
func (c *echoCode) store(off uintptr)  { c.move(0xf9000003, off) } // str x3, [x0, #off]
func (c *echoCode) copyTo(off uintptr) { c.move(0xf9000043, off) } // str x3, [x2, #off]
