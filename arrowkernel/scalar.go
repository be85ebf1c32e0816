package arrowkernel

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/bitutil"
	"github.com/apache/arrow-go/v18/arrow/compute"
	"github.com/apache/arrow-go/v18/arrow/compute/exec"
	"github.com/apache/arrow-go/v18/arrow/scalar"

	"hotloop"
)

// Scalar is a function of Arrow's compute registry whose kernels are Go functions. It has the methods of
// compute.ScalarFunction. Unlike that, it converts arguments: see [Scalar.DispatchBest].
type Scalar struct {
	*compute.ScalarFunction
	overloads []*overload
}

// NewScalar returns a scalar function with the given name, whose kernels are functions of the Go source src, one for
// each combination of types. An instance of a generic function is named as in Go, Hypot[float32].
//
// A function has one of two forms. A function of elements has numbers and bools as parameters, and one of them as its
// result; it is called for each row:
//
//	func Hypot(x, y float64) float64 { return math.Sqrt(x*x + y*y) }
//
// A function of slices has the slice to fill as its first parameter and no result. All slices have the same length. A
// parameter that is no slice takes a scalar operand only:
//
//	func Saxpy(out []float32, a float32, x, y []float32)
//
// A function of slices is called for parts of arrays, so an element of its result must depend on the same elements of the
// arguments only.
//
// A row is null where an argument is. Functions see some value there. If a function panics with a run-time error, such
// as a division by zero, for a row that is not null, the call returns an error. Errors in src are a
// hotloop.ErrorList.
func NewScalar(name, src string, functions ...string) (*Scalar, error) {
	if len(functions) == 0 {
		return nil, fmt.Errorf("arrowkernel: %s has no functions; name those of src that are its kernels", name)
	}
	s := &Scalar{}
	for _, f := range functions {
		o, err := newOverload(src, f)
		if err != nil {
			return nil, fmt.Errorf("arrowkernel: %s: %w", name, err)
		}
		if s.ScalarFunction == nil {
			names := make([]string, len(o.params))
			for i, p := range o.params {
				names[i] = p.name
			}
			doc := compute.FunctionDoc{Summary: "Call a kernel of Go source", ArgNames: names}
			s.ScalarFunction = compute.NewScalarFunction(name, compute.Arity{NArgs: len(names)}, doc)
		}
		inputs := make([]exec.InputType, len(o.params))
		for i, p := range o.params {
			inputs[i] = exec.NewExactInput(p.kind.arrowType())
		}
		for _, other := range s.overloads {
			if other.sameTypes(o) {
				return nil, fmt.Errorf("arrowkernel: %s: %s and %s have the same parameters", name, other.name, f)
			}
		}
		kernel := exec.NewScalarKernel(inputs, exec.NewOutputType(o.out.arrowType()), o.exec, nil)
		if err := s.AddKernel(kernel); err != nil {
			return nil, fmt.Errorf("arrowkernel: %s: %w", name, err)
		}
		s.overloads = append(s.overloads, o)
	}
	return s, nil
}

// Register adds a function of [NewScalar] to a registry. compute.CallFunction then calls it by its name:
//
//	err := arrowkernel.Register(compute.GetFunctionRegistry(), "hypot", src, "Hypot[float32]", "Hypot[float64]")
//	…
//	out, err := compute.CallFunction(ctx, "hypot", nil, compute.NewDatum(x), compute.NewDatum(y))
func Register(reg compute.FunctionRegistry, name, src string, functions ...string) error {
	s, err := NewScalar(name, src, functions...)
	if err != nil {
		return err
	}
	return add(reg, s)
}

// add adds a function to a registry that has none of that name.
func add(reg compute.FunctionRegistry, f compute.Function) error {
	if !reg.AddFunction(f, false) {
		return fmt.Errorf("%w: arrowkernel: function '%s' is registered already", arrow.ErrKey, f.Name())
	}
	return nil
}

// Execute converts the arguments where no kernel has their types, and calls the kernel.
func (s *Scalar) Execute(ctx context.Context, opts compute.FunctionOptions, args ...compute.Datum) (compute.Datum, error) {
	types := make([]arrow.DataType, len(args))
	for i, a := range args {
		like, ok := a.(compute.ArrayLikeDatum)
		if !ok {
			return nil, fmt.Errorf("%w: arrowkernel: argument %d of '%s' is a %s; use an array, a chunked array or a scalar",
				arrow.ErrInvalid, i+1, s.Name(), a.Kind())
		}
		types[i] = like.Type()
	}
	if _, err := s.DispatchBest(types...); err != nil {
		return nil, err
	}
	converted := make([]compute.Datum, len(args))
	for i, a := range args {
		converted[i] = a
		if arrow.TypeEqual(types[i], a.(compute.ArrayLikeDatum).Type()) {
			continue
		}
		c, err := convert(ctx, a, types[i])
		if err != nil {
			return nil, err
		}
		defer c.Release()
		converted[i] = c
	}
	return s.ScalarFunction.Execute(ctx, opts, converted...)
}

// convert casts an argument. Values that the type cannot hold are an error.
func convert(ctx context.Context, d compute.Datum, to arrow.DataType) (compute.Datum, error) {
	if sc, ok := d.(*compute.ScalarDatum); ok && !sc.Value.IsValid() {
		return compute.NewDatum(scalar.MakeNullScalar(to)), nil
	}
	return compute.CastDatum(ctx, d, compute.SafeCastOptions(to))
}

// param is a parameter of an overload.
type param struct {
	name  string
	kind  kind
	slice bool
}

// overload is a Go function as a kernel.
type overload struct {
	src    string
	name   string // of the function, or of the instance
	pkg    string
	params []param
	out    kind
	slices bool // a function of slices

	mu    sync.Mutex
	calls map[uint64]*call // by the set of scalar operands
}

// call is an overload compiled for a set of scalar operands.
type call struct {
	kernel *hotloop.Kernel[kernelFunc]
	ins    []int // slots of params
	result int
}

func newOverload(src, name string) (*overload, error) {
	o, err := parseOverload(src, name)
	if err != nil {
		return nil, err
	}
	if len(o.params) > slots {
		return nil, fmt.Errorf("%s has %d parameters; at most %d are supported", name, len(o.params), slots-1)
	}
	var operands uint64 // that can only be scalars
	for i, p := range o.params {
		if o.slices && !p.slice {
			operands |= 1 << i
		}
	}
	_, err = o.compiled(operands)
	return o, err
}

func (o *overload) sameTypes(other *overload) bool {
	if len(o.params) != len(other.params) {
		return false
	}
	for i, p := range o.params {
		if p.kind != other.params[i].kind {
			return false
		}
	}
	return true
}

// compiled returns the kernel for a set of scalar operands. The functions of slices have one.
func (o *overload) compiled(operands uint64) (*call, error) {
	if o.slices {
		operands = 0
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if c := o.calls[operands]; c != nil {
		return c, nil
	}
	c := &call{ins: make([]int, len(o.params))}
	var next slotsOf
	c.result, _ = next.next(o.out)
	args := make([]string, len(o.params))
	var text strings.Builder
	fmt.Fprintf(&text, "package %s\n\n%s\nfunc arrowkernelCall(b *arrowkernelBatch) {\n", o.pkg, batchType)
	fmt.Fprintf(&text, "\tout := %s[:b.N]\n", slotName(o.out, c.result))
	for i, p := range o.params {
		c.ins[i], _ = next.next(p.kind)
		args[i] = fmt.Sprintf("p%d", i)
		if o.slices && !p.slice || operands&(1<<i) != 0 {
			fmt.Fprintf(&text, "\t%s := %s[0]\n", args[i], slotName(p.kind, c.ins[i]))
			continue
		}
		fmt.Fprintf(&text, "\t%s := %s[:b.N]\n", args[i], slotName(p.kind, c.ins[i]))
		if !o.slices {
			args[i] += "[i]"
		}
	}
	if o.slices {
		fmt.Fprintf(&text, "\t%s(out, %s)\n}\n", o.name, strings.Join(args, ", "))
	} else {
		fmt.Fprintf(&text, "\tfor i := range out {\n\t\tout[i] = %s(%s)\n\t}\n}\n", o.name, strings.Join(args, ", "))
	}
	var err error
	c.kernel, err = hotloop.Compile[kernelFunc](text.String(), "arrowkernelCall",
		hotloop.WithFileName("arrowkernel.go"), hotloop.WithFile(sourceFile, o.src))
	if err != nil {
		return nil, err
	}
	if o.calls == nil {
		o.calls = map[uint64]*call{}
	}
	o.calls[operands] = c
	return c, nil
}

// exec is the kernel of Arrow's registry.
func (o *overload) exec(ctx *exec.KernelCtx, span *exec.ExecSpan, out *exec.ExecResult) error {
	var operands uint64
	for i := range span.Values {
		v := &span.Values[i]
		if v.IsArray() {
			if o.slices && !o.params[i].slice && v.Array.Len != 1 {
				return fmt.Errorf("%w: arrowkernel: parameter %s of %s takes a scalar", arrow.ErrInvalid, o.params[i].name, o.name)
			}
			continue
		}
		operands |= 1 << i
		if !v.Scalar.IsValid() {
			clear(out.Buffers[1].Buf) // all rows are null
			return nil
		}
	}
	c, err := o.compiled(operands)
	if err != nil {
		return err
	}
	r := &scalarRun{o: o, c: c, ctx: ctx, span: span, out: out}
	defer r.release()
	n := int(span.Len)
	err = r.rows(0, n)
	var failed hotloop.KernelError
	if !errors.As(err, &failed) {
		return err
	}
	// It may have failed at a null. Rows that are not null must not fail.
	valid := out.Buffers[0].Buf
	if valid == nil {
		return invalid(failed)
	}
	for at := 0; at < n && err != nil; {
		from := at
		for from < n && !bitutil.BitIsSet(valid, int(out.Offset)+from) {
			from++
		}
		to := from
		for to < n && bitutil.BitIsSet(valid, int(out.Offset)+to) {
			to++
		}
		if err := r.rows(from, to); err != nil {
			if errors.As(err, &failed) {
				return invalid(failed)
			}
			return err
		}
		at = to
	}
	return nil
}

// invalid returns the error of a call that a kernel has failed in.
func invalid(failed hotloop.KernelError) error {
	return fmt.Errorf("%w: arrowkernel: %s: %s", arrow.ErrInvalid, failed.Position(), strings.TrimPrefix(failed.Error(), "runtime error: "))
}

// scalarRun is a call for one span.
type scalarRun struct {
	o       *overload
	c       *call
	ctx     *exec.KernelCtx
	span    *exec.ExecSpan
	out     *exec.ExecResult
	scratch scratch
	outs    []byte   // a block of bools, if the result is that
	ins     [][]byte // blocks of bools, and scalars as slices; nil for arguments that are in place
	filled  []bool   // the scalars that have been
}

func (r *scalarRun) release() { r.scratch.release() }

// rows computes rows from one up to another of the span.
func (r *scalarRun) rows(from, to int) error {
	o, step := r.o, maxRows
	if r.ins == nil {
		r.scratch.ctx = r.ctx
		r.ins, r.filled = make([][]byte, len(o.params)), make([]bool, len(o.params))
		for i, p := range o.params {
			if isArray := r.span.Values[i].IsArray(); isArray && p.kind == bools || !isArray && p.slice {
				r.ins[i] = r.scratch.block(p.kind)
			}
		}
		if o.out == bools {
			r.outs = r.scratch.block(bools)
		}
	}
	if r.scratch.used() {
		step = blockRows
	}
	b := batches.Get().(*batch)
	defer putBatch(b)
	for ; from < to; from += step {
		if err := r.ctx.Ctx.Err(); err != nil {
			return err
		}
		n := min(step, to-from)
		b.N = n
		for i, p := range o.params {
			r.argument(b, i, p, from, n)
		}
		at := int(r.out.Offset) + from
		if r.outs != nil {
			b.set(bools, r.c.result, r.outs, 0, n)
		} else {
			b.set(o.out, r.c.result, r.out.Buffers[1].Buf, at, n)
		}
		if failed := try(func() { r.c.kernel.Func(b) }); failed != nil {
			return failed
		}
		if r.outs != nil {
			packBits(r.out.Buffers[1].Buf, at, r.outs[:n])
		}
	}
	return nil
}

// argument puts n rows of an argument in its slot.
func (r *scalarRun) argument(b *batch, i int, p param, from, n int) {
	v, slot := &r.span.Values[i], r.c.ins[i]
	switch {
	case v.IsArray() && p.kind == bools:
		unpackBits(r.ins[i][:n], v.Array.Buffers[1].Buf, int(v.Array.Offset)+from, r.scratch.bits())
		b.set(bools, slot, r.ins[i], 0, n)
	case v.IsArray():
		b.set(p.kind, slot, v.Array.Buffers[1].Buf, int(v.Array.Offset)+from, n)
	case p.slice:
		if !r.filled[i] {
			broadcast(p.kind, r.ins[i], scalarBytes(v.Scalar), min(blockRows, int(r.span.Len)))
			r.filled[i] = true
		}
		b.set(p.kind, slot, r.ins[i], 0, n)
	default:
		b.set(p.kind, slot, scalarBytes(v.Scalar), 0, 1)
	}
}

// scalarBytes returns the memory of a number or bool.
func scalarBytes(s scalar.Scalar) []byte {
	if v, ok := s.(*scalar.Boolean); ok {
		return bytesOf([]bool{v.Value})
	}
	return s.(scalar.PrimitiveScalar).Data()
}
