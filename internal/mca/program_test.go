package mca

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hotOf parses assembly and finds its hot loop.
func hotOf(t *testing.T, m machine, text string, source []int64, width int) (*Hot, error) {
	t.Helper()
	p, err := parseAssembly(m, text, "kernel")
	require.NoError(t, err)
	return hotLoop(p, source, width, 0)
}

// TestHotLoopX86 has a vector loop of 16 elements, its remainder of 4 and a scalar loop, as clang lays them out.
func TestHotLoopX86(t *testing.T) {
	const text = `
	.globl	kernel
kernel:                                 # @kernel
# %bb.0:
	testq	%rsi, %rsi
	jle	.LBB0_9
	movq	%rdi, %r8
	xorl	%eax, %eax
	.p2align	4
.LBB0_1:                                # =>This Inner Loop Header: Depth=1
	vmovups	(%rdi,%rax,4), %ymm1
	vaddps	32(%rdi,%rax,4), %ymm1, %ymm1
	vmovups	%ymm1, (%rdx,%rax,4)
	addq	$16, %rax
	cmpq	%rax, %rcx
	jne	.LBB0_1
	movl	$16, %r9d
.LBB0_2:
	vmovups	(%r8), %xmm1
	vmovups	%xmm1, (%rdx)
	leaq	(%r8,%r9), %r8
	addq	$16, %rdx
	cmpq	%r8, %rcx
	jne	.LBB0_2
.LBB0_3:
	vmovss	-4(%r8), %xmm1
	vmovss	%xmm1, (%rdx)
	addq	$-4, %r8
	subq	$-4, %rdx
	decq	%rcx
	jne	.LBB0_3
.LBB0_9:
	vzeroupper
	retq
.Lfunc_end0:
	.size	kernel, .Lfunc_end0-kernel
`
	h, err := hotOf(t, x86{}, text, []int64{4}, 16)
	require.NoError(t, err)
	assert.Equal(t, 16, h.Elements)
	assert.Equal(t, 6, h.Insts)
	assert.True(t, h.Straight)
	assert.True(t, strings.HasPrefix(h.Text, "vmovups\t(%rdi,%rax,4), %ymm1\n"), h.Text)
	assert.Equal(t, h.Text, h.Model)

	p, err := parseAssembly(x86{}, text, "kernel")
	require.NoError(t, err)
	g := newGraph(p)
	var got [][]int64
	for _, l := range g.innermost() {
		pass, _ := g.pass(l)
		got = append(got, g.strides(l, pass))
	}
	// The step in R9 is a constant of the block in front.
	assert.Equal(t, [][]int64{{64, 64, 64}, {16, 16}, {4, 4}}, got)

	_, err = hotOf(t, x86{}, text, []int64{4}, 32)
	assert.ErrorContains(t, err,
		"steps of [64] bytes are 16 elements, but the vectorizer says that a pass is a multiple of 32")
	_, err = hotOf(t, x86{}, text, []int64{24}, 0)
	assert.ErrorContains(t, err, "no multiple of the source's [24]")
	_, err = parseAssembly(x86{}, text, "other")
	assert.ErrorContains(t, err, "no function other")
}

// TestStrip has a loop in strips whose head went into the inner loop's: two back edges to one block.
func TestStrip(t *testing.T) {
	h, err := hotOf(t, x86{}, `
kernel:
	xorl	%r8d, %r8d
	jmp	.L1
.L1:
	vpaddd	(%rcx,%r8,4), %ymm0, %ymm0
	addq	$8, %r8
	cmpq	%rbx, %r8
	jle	.L1
	cmpq	%rdx, %r8
	jle	.L3
	leaq	4096(%r8), %rbx
	cmpq	$0, 16(%r14)
	jl	.L2
	jmp	.L1
.L2:
	leaq	.L4(%rip), %rdx
	retq
.L4:
	jmp	.L1
.L3:
	retq
.Lfunc_end0:
`, []int64{4}, 8)
	require.NoError(t, err)
	assert.Equal(t, 8, h.Elements)
	assert.Equal(t, 4, h.Insts, h.Text)
	assert.True(t, h.Straight)
}

// TestBranches has a loop with two ways through it: the one that falls through counts, and what the other one writes
// has no step.
func TestBranches(t *testing.T) {
	h, err := hotOf(t, x86{}, `
kernel:
	xorl	%eax, %eax
.L1:
	movss	(%rdi,%rax,4), %xmm0
	ucomiss	%xmm0, %xmm1
	jbe	.L2
	movss	%xmm0, (%rsi,%rdx,4)
	incq	%rdx
.L2:
	incq	%rax
	cmpq	%rax, %rcx
	jne	.L1
	retq
.Lfunc_end0:
`, []int64{4}, 0)
	require.NoError(t, err)
	assert.Equal(t, 1, h.Elements)
	assert.False(t, h.Straight)
	assert.Equal(t, 8, h.Insts)
}

// TestHotLoopArm has what clang writes for Neoverse: addresses that move behind and before an access, scaled indices,
// steps from SVE's counters.
func TestHotLoopArm(t *testing.T) {
	cases := []struct {
		name, body string
		source     []int64
		elements   int
		model      string
	}{
		{"post-index", `
	ldp	q1, q2, [x10, #-32]
	ldr	q3, [x10], #64
	fmla	v3.4s, v1.4s, v0.s[0]
	st1	{ v2.16b, v3.16b }, [x11], x12
	subs	x9, x9, #16
	b.ne	.L1
`, []int64{4}, 16, "st1\t{ v2.16b, v3.16b }, [x11]\nadd\tx11, x11, x12\n"},
		{"pre-index", `
	ldp	q1, q2, [x10, #32]!
	stp	q1, q2, [x11, #32]!
	subs	w9, w9, #8
	b.ne	.L1
`, []int64{4}, 8, "add\tx11, x11, #32\nstp\tq1, q2, [x11]\n"},
		{"scaled", `
	ldr	q1, [x0, x8, lsl #3]
	add	x13, x1, x8, lsl #3
	str	q1, [x13, #16]
	add	x8, x8, #2
	cmp	x8, x9
	b.lo	.L1
`, []int64{8}, 2, ""},
		{"narrowing", `
	ldp	q1, q2, [x10], #32
	xtn	v1.4h, v1.4s
	xtn2	v1.8h, v2.4s
	str	q1, [x11], #16
	cbnz	x9, .L1
`, []int64{2, 4}, 8, "str\tq1, [x11]\nadd\tx11, x11, #16\n"},
		{"gather", `
	ld1	{ v0.b }[0], [x14]
	ldrsw	x14, [x1, x14, lsl #2]
	str	h0, [x2, x8, lsl #1]
	add	x8, x8, #1
	tbz	w8, #3, .L1
`, []int64{1, 2}, 1, ""},
		{"sve", `
	ld1w	{ z1.s }, p0/z, [x0, x8, lsl #2]
	ld1w	{ z2.s }, p0/z, [x16, x8, lsl #2]
	st1w	{ z2.s }, p0, [x1, x8, lsl #2]
	incw	x8, all, mul #2
	cmp	x8, x9
	b.ne	.L1
`, []int64{4}, 8, "st1w\t{ z2.s }, p0, [x1, x8, lsl #2]\n"},
		{"sve, counted before", `
	ld1d	{ z1.d }, p0/z, [x0, x8, lsl #3]
	ld1d	{ z2.d }, p0/z, [x0, #1, mul vl]
	add	x8, x8, x15
	whilelo	p0.d, x8, x9
	b.mi	.L1
`, []int64{8}, 4, ""},
	}
	for _, c := range cases {
		text := "kernel:                // @kernel\n\tmov\tw12, #64\n\tcntd\tx15\n\tlsl\tx15, x15, #1\n\tmov\tx8, " +
			"xzr\n.L1:  // =>This\n" + c.body[1:] + "\tret\n.Lfunc_end0:\n"
		h, err := hotOf(t, arm{}, text, c.source, 0)
		if !assert.NoError(t, err, c.name) {
			continue
		}
		assert.Equal(t, c.elements, h.Elements, c.name)
		assert.Equal(t, strings.Count(c.body, "\n")-1, h.Insts, c.name)
		assert.Contains(t, h.Model, c.model, c.name)
		assert.True(t, h.Straight, c.name)
	}
}

// TestDisassembly reads what llvm-mc writes: branches go by distance, on amd64 from their end, on arm64 from their
// start.
func TestDisassembly(t *testing.T) {
	p, err := parseDisassembly(x86{}, `
	vmovups	(%rbx,%r10,4), %zmm2            # encoding: [0x62,0xb1,0x7c,0x48,0x10,0x14,0x93]
	addq	$16, %r10                       # encoding: [0x49,0x83,0xc2,0x10]
	jle	-17                             # encoding: [0x0f,0x8e,A,A,A,A]
                                        #   fixup A - offset: 2, value: -17-4, kind: FK_PCRel_4
	retq                                    # encoding: [0xc3]
`)
	require.NoError(t, err)
	h, err := hotLoop(p, []int64{4}, 0, 0)
	require.NoError(t, err)
	assert.Equal(t, 16, h.Elements)
	assert.Equal(t, 3, h.Insts)

	p, err = parseDisassembly(arm{}, `
	nop                                     // encoding: [0x1f,0x20,0x03,0xd5]
	ldr	q1, [x0], #16                   // encoding: [0x01,0x04,0xc1,0x3c]
	subs	x1, x1, #4                      // encoding: [0x21,0x10,0x00,0xf1]
	b.ne	#-8                             // encoding: [0bAAA00001,A,A,0x54]
	ret                                     // encoding: [0xc0,0x03,0x5f,0xd6]
`)
	require.NoError(t, err)
	h, err = hotLoop(p, []int64{4}, 0, 0)
	require.NoError(t, err)
	assert.Equal(t, 4, h.Elements)
	assert.Equal(t, 3, h.Insts)
}

// TestOuterVectors: a pass down a column that a loop around it has made vectors of is for as many elements as they
// have; its scalar remainder is not.
func TestOuterVectors(t *testing.T) {
	for load, want := range map[string]int{"ldr q1, [x0]": 16, "ldr s1, [x0]": 1} {
		p, err := parseDisassembly(arm{}, "\t"+load+"  // encoding: [0x01,0x00,0xc0,0x3d]\n"+`
	add	x0, x0, #1024                   // encoding: [0x00,0x00,0x10,0x91]
	subs	x1, x1, #1                      // encoding: [0x21,0x04,0x00,0xf1]
	b.ne	#-12                            // encoding: [0bAAA00001,A,A,0x54]
	ret                                     // encoding: [0xc0,0x03,0x5f,0xd6]
`)
		require.NoError(t, err)
		h, err := hotLoop(p, []int64{1024}, 0, 16)
		require.NoError(t, err)
		assert.Equal(t, want, h.Elements, load)
	}
}

// TestElements are the quotients, where they are ambiguous too.
func TestElements(t *testing.T) {
	cases := []struct {
		strides, source []int64
		width, want     int
	}{
		{[]int64{64, 64}, []int64{4}, 0, 16},
		{[]int64{16, 64}, []int64{1, 4}, 0, 16},
		{[]int64{64}, []int64{1, 4}, 0, 16},  // the fewest
		{[]int64{64}, []int64{1, 4}, 64, 64}, // but the vectorizer knows better
		{[]int64{64, 32}, []int64{1, 4}, 0, 0},
		{[]int64{6}, []int64{4}, 0, 0},
		{nil, []int64{4}, 0, 0},
	}
	for _, c := range cases {
		n, err := elements(c.strides, c.source, c.width)
		assert.Equal(t, c.want, n, "%v", c)
		assert.Equal(t, c.want == 0, err != nil, "%v", c)
	}
}
