//go:build linux && (amd64 || arm64)

package lower_test

import (
	"fmt"
	"math"
	"math/rand"
	"runtime/debug"
	"strings"
	"testing"
	"unsafe"

	"hotloop/isel"
	"hotloop/isel/internal/exec"
	"hotloop/isel/internal/targets"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
)

// Every operation on every type is compiled, run and compared with the interpreter, lane by lane, on edge cases
// of arithmetic. The idea is Halide's simd_op_check.

// coverElems is the number of elements in every buffer.
const coverElems = 512

// edgeBits returns the bit patterns of an element's edge cases.
func edgeBits(e ir.Elem) []uint64 {
	switch e {
	case ir.Bool:
		return []uint64{0, 1, 1, 0, 0, 1}
	case ir.F32:
		xs := []float32{0, float32(math.Copysign(0, -1)), 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 3.7, float32(math.Inf(1)),
			float32(math.Inf(-1)),
			math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32, 1e-39, 16777216, 16777217, 8388607.5,
			-8388607.5, 2147483648, -2147483648, 4294967296, 9.2e18, 1e30, -1e30}
		out := []uint64{0x7fc00000, 0xffc00001, 0x7fa00000}
		for _, x := range xs {
			out = append(out, uint64(math.Float32bits(x)))
		}
		return out
	case ir.F64:
		xs := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 3.7, math.Inf(1), math.Inf(-1),
			math.MaxFloat64, -math.MaxFloat64,
			math.SmallestNonzeroFloat64, 1e-310, 1 << 53, 1<<53 + 2, 4503599627370495.5, -4503599627370495.5,
			2147483647.5, -2147483648.5, 4294967296, 9.3e18, -9.3e18, 1.8e19, 16777217, 1e300}
		out := []uint64{0x7ff8000000000000, 0xfff8000000000001, 0x7ff4000000000000}
		for _, x := range xs {
			out = append(out, math.Float64bits(x))
		}
		return out
	}
	w := e.Bits()
	var out []uint64
	for _, x := range []int64{0, 1, -1, 2, -2, 3, 7, -7, 10, 100, math.MinInt64 >> (64 - w),
		math.MaxInt64 >> (64 - w), 5, 6, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, -128, 255} {
		out = append(out, ir.Truncate(e, uint64(x)))
	}
	out = append(out, ir.Truncate(e, 0x5555555555555555), ir.Truncate(e, 0x123456789abcdef0),
		ir.Truncate(e, 0x8000000000000001), ir.Truncate(e, 0x7ffffffffffffc00))
	return out
}

// buffer is the memory of one argument, with a margin that must not change.
type buffer struct {
	e   ir.Elem
	mem []byte
}

const margin = 64

func newBuffer(e ir.Elem, n int) *buffer {
	return &buffer{e, make([]byte, n*e.Size()+2*margin)}
}
func (b *buffer) ptr() unsafe.Pointer { return unsafe.Pointer(&b.mem[margin]) }
func (b *buffer) set(i int, x uint64) {
	for c := range b.e.Size() {
		b.mem[margin+i*b.e.Size()+c] = byte(x >> (8 * c))
	}
}
func (b *buffer) get(i int) (x uint64) {
	for c := range b.e.Size() {
		x |= uint64(b.mem[margin+i*b.e.Size()+c]) << (8 * c)
	}
	return x
}

// fill mixes edge cases and random bits, so that two buffers with different seeds cover all combinations.
func (b *buffer) fill(seed int64, n int, ok func(uint64) bool) {
	r := rand.New(rand.NewSource(seed))
	edges := edgeBits(b.e)
	for i := range n {
		x := edges[r.Intn(len(edges))]
		if r.Intn(4) == 0 {
			x = ir.Truncate(b.e, r.Uint64()>>r.Intn(64))
		}
		for ok != nil && !ok(x) {
			x = ir.Truncate(b.e, r.Uint64())
		}
		b.set(i, x)
	}
}

// opFunc builds f(a, b, c, m, out, n): out[i] = op(a[i], b[i], c[i]) for lane groups starting at index n.
func opFunc(c opCase, aux any, auxInt int64, constB *uint64) (f *ir.Func, elems []ir.Elem, lanes []int) {
	f = ir.NewFunc(c.String())
	e := f.Entry()
	args := argTypes(c)
	addParam := func(el ir.Elem) int {
		f.Params = append(f.Params, ir.Param{Name: fmt.Sprint("p", len(f.Params)), Kind: ir.ParamSlice, Elem: el,
			Size: el.Size(), Sign: true})
		elems = append(elems, el)
		return len(f.Params) - 1
	}
	for _, t := range args {
		addParam(t.Elem)
		lanes = append(lanes, int(t.Lanes))
	}
	out := addParam(c.t.Elem)
	lanes = append(lanes, int(c.t.Lanes))
	f.Params = append(f.Params, ir.Param{Name: "n", Kind: ir.ParamScalar, Elem: ir.I64, Size: 8, Sign: true})
	f.Layout()
	n := f.Arg(ir.OpArg, len(f.Params)-1)
	var vs []*ir.Value
	for i, t := range args {
		if i == 1 && constB != nil {
			vs = append(vs, f.Const(t, *constB))
			continue
		}
		v := e.New(ir.OpLoad, t, 0, f.Arg(ir.OpArgPtr, i), n)
		v.Scale = int32(t.Size())
		if t.IsVector() {
			idx := e.New(ir.OpMul, ir.TI64, 0, n, f.ConstInt(ir.TI64, int64(t.Lanes)))
			v.SetArg(1, idx)
			v.Scale = int32(t.Elem.Size())
			// the index must precede the load
			e.Values[len(e.Values)-1], e.Values[len(e.Values)-2] = v, idx
		}
		vs = append(vs, v)
	}
	x := e.New(c.op, c.t, 0, vs...)
	x.Aux, x.AuxInt = aux, auxInt
	idx := e.New(ir.OpMul, ir.TI64, 0, n, f.ConstInt(ir.TI64, int64(c.t.Lanes)))
	s := e.New(ir.OpStore, ir.TVoid, 0, f.Arg(ir.OpArgPtr, out), idx, x)
	s.Scale = int32(c.t.Elem.Size())
	ret := e.New(ir.OpRet, ir.TVoid, 0)
	e.SetRet(ret)
	return f, elems, lanes
}

// argTypes returns the types of an operation's arguments.
func argTypes(c opCase) []ir.Type {
	switch c.op {
	case ir.OpSelect:
		return []ir.Type{c.arg, c.t, c.t}
	case ir.OpSumAbsDiff, ir.OpDotS, ir.OpDotU, ir.OpDotUS:
		return []ir.Type{c.t, c.arg, c.arg}
	case ir.OpLaneMask:
		return []ir.Type{ir.TI64, ir.TI64}
	case ir.OpBitsMask:
		return []ir.Type{ir.TI64}
	case ir.OpPermute:
		return []ir.Type{c.t, c.t, c.t.WithElem(ir.IntElem(c.t.Elem.Size()))}
	case ir.OpCompress, ir.OpExpand:
		return []ir.Type{c.t, ir.Mask(int(c.t.Lanes))}
	case ir.OpInsert:
		return []ir.Type{c.t, c.t.Scalar()}
	}
	ts := make([]ir.Type, max(0, c.op.Info().Arity))
	for i := range ts {
		ts[i] = c.arg
	}
	return ts
}

// compiled is a function in executable memory and its version for the interpreter.
// failures collects failures by message, so that one missing case does not print a thousand lines.
type failures struct {
	order []string
	n     map[string]int
}

func (f *failures) add(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if f.n == nil {
		f.n = map[string]int{}
	}
	if f.n[s]++; f.n[s] == 1 {
		f.order = append(f.order, s)
	}
}

// check compiles and runs one case. The error describes the difference.
func check(tgt *isel.Target, c opCase, aux any, auxInt int64, constB *uint64) (err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("panic: %v\n%s", e, firstFrames(debug.Stack()))
		}
	}()
	f, elems, lanes := opFunc(c, aux, auxInt, constB)
	if err := f.Verify(); err != nil {
		return err
	}
	prog, err := interp.New(f)
	if err != nil {
		return err
	}
	var listing string
	code, err := tgt.Compile(f, isel.Options{Verify: true, Dump: func(stage, text string) {
		if stage == "layout" {
			listing = text
		}
	}})
	if err != nil {
		return err
	}
	x, err := exec.Load(code.Text)
	if err != nil {
		return err
	}
	defer x.Free()
	groups := max(2, min(24, coverElems/int(max(c.t.Lanes, c.arg.Lanes))))
	if c.t.Lanes == 1 && c.arg.Lanes == 1 {
		groups = coverElems
	}
	bufs := make([]*buffer, len(elems))
	for i, e := range elems {
		bufs[i] = newBuffer(e, groups*lanes[i])
		if i < len(elems)-1 {
			ok := validArg(c, i)
			bufs[i].fill(int64(i*7919+int(c.op)), groups*lanes[i], ok)
		}
	}
	out := bufs[len(bufs)-1]
	block := make([]uint64, 64)
	for i, b := range bufs {
		at := f.Params[i].Off / 8
		block[at] = uint64(uintptr(b.ptr()))
		block[at+1] = uint64(groups * lanes[i])
		block[at+2] = block[at+1]
	}
	nOff := f.Params[len(f.Params)-1].Off / 8
	run := func(do func() error) (string, error) {
		for i := range out.mem {
			out.mem[i] = 0xa5
		}
		for g := range groups {
			block[nOff] = uint64(g)
			if err := do(); err != nil {
				return "", err
			}
		}
		return string(out.mem), nil
	}
	want, err := run(func() error {
		_, err := prog.Run(unsafe.Pointer(&block[0]), &interp.Options{})
		return err
	})
	if err != nil {
		return fmt.Errorf("interpreter: %v", err)
	}
	var wants []uint64
	for i := range groups * lanes[len(lanes)-1] {
		wants = append(wants, out.get(i))
	}
	got, err := run(func() error {
		if s := x.Run(unsafe.Pointer(&block[0])); s != 0 {
			return fmt.Errorf("status %d", s)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if got == want {
		return nil
	}
	per := lanes[len(lanes)-1]
	for i, w := range wants {
		g := out.get(i)
		if g == w || isNaN(c.t.Elem, g) && isNaN(c.t.Elem, w) {
			continue
		}
		var in []string
		for j := range len(bufs) - 1 {
			k := i / per * lanes[j]
			if lanes[j] == per {
				k = i
			}
			in = append(in, fmt.Sprintf("%#x", bufs[j].get(k)))
		}
		return fmt.Errorf("lane %d of group %d: %s(%s) = %#x, want %#x\n%s", i%per, i/per, c.op,
			strings.Join(in, ", "), g, w, listing)
	}
	for i := range out.mem {
		if out.mem[i] != want[i] && (i < margin || i >= len(out.mem)-margin) {
			return fmt.Errorf("stored outside")
		}
	}
	return nil // NaNs with different payloads
}

func isNaN(e ir.Elem, bits uint64) bool {
	switch e {
	case ir.F32:
		return math.IsNaN(float64(math.Float32frombits(uint32(bits))))
	case ir.F64:
		return math.IsNaN(math.Float64frombits(bits))
	}
	return false
}

// validArg restricts arguments to the domain of the operation.
func validArg(c opCase, i int) func(uint64) bool {
	switch c.op {
	case ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU:
		if i == 1 {
			return func(x uint64) bool { return x != 0 }
		}
	}
	return nil
}

func firstFrames(stack []byte) string {
	var out []string
	for _, line := range strings.Split(string(stack), "\n") {
		if strings.Contains(line, "/isel/") && !strings.Contains(line, "_test.go") {
			out = append(out, strings.TrimSpace(line[strings.LastIndex(line, "/")+1:]))
		}
	}
	return strings.Join(out[:min(len(out), 8)], " < ")
}

func lanesUnderTest() []int {
	if testing.Short() {
		return []int{1, 4, 16}
	}
	return []int{1, 2, 4, 8, 16, 32, 64}
}

// TestCoverage is the table test over operations, types and tiers.
func TestCoverage(t *testing.T) {
	for _, tgt := range targets.Host(t) {
		t.Run(tgt.Name(), func(t *testing.T) {
			n, bad := 0, 0
			var fails failures
			for _, lanes := range lanesUnderTest() {
				for _, c := range opCases(lanes) {
					var aux any
					auxInt := int64(0)
					switch c.op {
					case ir.OpShuffle:
						ls := make(ir.Lanes, lanes)
						for i := range ls {
							ls[i] = int8((i*7 + 3) % (2 * lanes))
						}
						if 2*lanes > 127 {
							for i := range ls {
								ls[i] = int8((i*7 + 3) % lanes)
							}
						}
						aux = ls
					case ir.OpExtract, ir.OpInsert:
						auxInt = int64(lanes * 3 / 4)
					case ir.OpSubvec:
						auxInt = int64(lanes / 2)
					}
					n++
					if err := check(tgt, c, aux, auxInt, nil); err != nil {
						bad++
						fails.add("%s: %v", c, err)
					}
				}
			}
			for i, s := range fails.order {
				if i < 40 {
					t.Error(s)
				}
			}
			t.Logf("%s: %d cases, %d fail", tgt.Name(), n, bad)
		})
	}
}
