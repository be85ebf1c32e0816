package arrowkernel

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/bitutil"
	"github.com/apache/arrow-go/v18/arrow/compute"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"hotloop"
)

// Expression is a compiled expression. Its methods may be called by several goroutines at once.
type Expression struct {
	text   string
	schema *arrow.Schema
	root   node
	used   []int // columns

	plain *program                 // for columns without nulls
	nulls func() (*program, error) // for others, compiled when it is needed
	typ   arrow.DataType           // of the result
}

// program is an expression as a kernel.
type program struct {
	text    string
	kernel  *hotloop.Kernel[kernelFunc]
	sources []source
	valid   map[int]int
	result  int // slot
	there   int // slot of what is not null; -1 if the bitmaps of the columns say that
}

// Expr compiles an expression over the columns of a schema. An error in it is an [*Error].
//
// Expressions are written as in Go. Operands are columns, numbers, strings, true and false; a column whose name is no Go
// identifier is col("unit price"). Operators are + - * / % & | ^, comparisons, and && || !. Functions are
//
//   - abs, min, max, and for floats ceil, floor, trunc, sqrt, exp, ln, sin, cos
//   - conversions: float64(x), and the names of the other numeric types
//   - if_else(condition, x, y), coalesce(x, y), is_null(x), is_in(x, a, b, …)
//   - for strings ==, !=, is_in, len, starts_with(x, "a"), ends_with(x, "a"), contains(x, "a")
//
// Numbers of two types are converted to their common type by Arrow's rules. A literal takes the type of the other operand
// if that can hold it. Integers wrap around. Dates and times are compared with strings: shipdate <= "1998-09-02".
//
// What is computed from a null is null. Conditions follow Kleene's logic: false && null is false, true || null is true.
// if_else takes null for false. Integers that are divided by zero are an error, but not in rows that are null or where &&,
// || or if_else do not need the quotient.
//
// A condition on dictionary-encoded strings is evaluated once for each entry of the dictionary.
func Expr(expr string, schema *arrow.Schema) (*Expression, error) {
	e := &Expression{text: expr, schema: schema}
	var err error
	if e.plain, err = e.compile(false); err != nil {
		return nil, err
	}
	e.nulls = sync.OnceValues(func() (*program, error) { return e.compile(true) })
	if e.typ = e.root.typ; e.typ == nil {
		e.typ = e.root.kind.arrowType()
	}
	return e, nil
}

// compile compiles the kernel for columns with or without nulls.
func (e *Expression) compile(nulls bool) (*program, error) {
	g := &generator{expr: e.text, schema: e.schema, nulls: nulls, valid: map[int]int{}}
	p := &program{there: -1}
	n, err := g.expression()
	if err != nil {
		return nil, err
	}
	if !nulls {
		e.root, e.used = n, g.used
	}
	var ok bool
	if p.result, ok = g.slots.next(n.kind); !ok {
		return nil, &Error{e.text, 1, "too many columns"}
	}
	if nulls && !n.strict {
		if p.there, ok = g.slots.next(bools); !ok {
			return nil, &Error{e.text, 1, "too many columns"}
		}
	}
	p.sources, p.valid = g.sources, g.valid
	p.text = g.function(n, p)
	p.kernel, err = hotloop.Compile[kernelFunc](p.text, "arrowkernelCall", hotloop.WithFileName(exprFile))
	if err != nil {
		return nil, fmt.Errorf("arrowkernel: %q: %w", e.text, err)
	}
	return p, nil
}

// function writes the kernel.
func (g *generator) function(n node, p *program) string {
	var b strings.Builder
	w := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	w("package p\n\nimport \"math\"\n\nvar _ = math.Abs\n\n%s\nfunc arrowkernelCall(b *arrowkernelBatch) {\n", batchType)
	w("\tout := %s[:b.N]\n", slotName(n.kind, p.result))
	if p.there >= 0 {
		w("\tthere := %s[:b.N]\n", slotName(bools, p.there))
	}
	for i, s := range g.sources {
		w("\tc%d := %s[:b.N]\n\t_ = c%d\n", i, slotName(s.kind, s.slot), i)
	}
	for _, c := range g.used {
		if slot, ok := g.valid[c]; ok {
			w("\tv%d := %s[:b.N]\n\t_ = v%d\n", c, slotName(bools, slot), c)
		}
	}
	w("\tfor i := range out {\n")
	ok := strings.Join(n.ok, " && ")
	if ok == "" {
		ok = "true"
	}
	switch {
	case n.kind == bools && p.there >= 0:
		w("\t\tyes := %s\n\t\tthere[i] = yes || %s\n\t\tout[i] = yes\n", n.yes, n.no)
	case n.kind == bools:
		w("\t\tout[i] = %s\n", n.yes)
	default:
		if p.there >= 0 {
			w("\t\tthere[i] = %s\n", ok)
		}
		if n.divides && ok != "true" {
			w("\t\tout[i] = 0\n\t\tif %s {\n\t\t\tout[i] = %s\n\t\t}\n", ok, n.value)
		} else {
			w("\t\tout[i] = %s\n", n.value)
		}
	}
	w("\t}\n}\n")
	return b.String()
}

// Type returns the type of the result: a boolean for a condition.
func (e *Expression) Type() arrow.DataType { return e.typ }

// String returns the expression.
func (e *Expression) String() string { return e.text }

// Source returns the Go function that the expression is compiled to, for columns without nulls.
func (e *Expression) Source() string { return e.plain.text }

// Err returns the reason why the expression has no machine code, or nil if it has.
func (e *Expression) Err() error { return e.plain.kernel.Err() }

// Eval computes the expression for each row of a record batch, which has the schema that was passed to [Expr]. The
// result of a condition is a boolean array, which compute.Filter takes. The caller releases the result.
func (e *Expression) Eval(ctx context.Context, rec arrow.RecordBatch) (arrow.Array, error) {
	columns := make([]arrow.Array, e.schema.NumFields())
	for _, c := range e.used {
		if int64(c) >= rec.NumCols() {
			return nil, e.mismatch(c, "there is none")
		}
		columns[c] = rec.Column(c)
	}
	return e.eval(ctx, columns, int(rec.NumRows()))
}

// EvalTable computes the expression for each row of a table. The chunks of the result are where chunks of the columns
// end.
func (e *Expression) EvalTable(ctx context.Context, tbl arrow.Table) (*arrow.Chunked, error) {
	for _, c := range e.used {
		if int64(c) >= tbl.NumCols() {
			return nil, e.mismatch(c, "there is none")
		}
	}
	r := array.NewTableReader(tbl, -1)
	defer r.Release()
	var chunks []arrow.Array
	defer func() {
		for _, c := range chunks {
			c.Release()
		}
	}()
	for r.Next() {
		a, err := e.Eval(ctx, r.RecordBatch())
		if err != nil {
			return nil, err
		}
		chunks = append(chunks, a)
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	return arrow.NewChunked(e.typ, chunks), nil
}

// Select returns the rows for which a condition is true, as a selection vector: their numbers in ascending order, which
// compute.Take takes. The caller releases it.
func (e *Expression) Select(ctx context.Context, rec arrow.RecordBatch) (*array.Uint32, error) {
	if e.root.kind != bools {
		return nil, &Error{e.text, 1, "the expression is of type " + e.typ.String() + "; Select takes a condition"}
	}
	mask, err := e.Eval(ctx, rec)
	if err != nil {
		return nil, err
	}
	defer mask.Release()
	return Selection(ctx, mask.(*array.Boolean))
}

// Selection returns the positions of the values of a mask that are true and not null, in ascending order. The caller
// releases the result.
func Selection(ctx context.Context, mask *array.Boolean) (*array.Uint32, error) {
	s := newScratch(ctx)
	defer s.release()
	m := maskOf(mask)
	rows, more := s.block(bools), s.block(bools)
	out := memory.NewResizableBuffer(compute.GetAllocator(ctx))
	defer out.Release()
	out.Resize(4 * mask.Len()) // the pages that are not written cost nothing
	chosen, n := view[uint32](out.Bytes(), 0, mask.Len()), 0
	for at := 0; at < mask.Len(); at += blockRows {
		k := min(blockRows, mask.Len()-at)
		m.read(s, rows[:k], more[:k], at)
		n += selectedFast(chosen[n:], asBools(rows[:k]), uint32(at))
	}
	out.Resize(4 * n)
	data := array.NewData(arrow.PrimitiveTypes.Uint32, n, []*memory.Buffer{nil, out}, nil, 0, 0)
	defer data.Release()
	return array.NewUint32Data(data), nil
}

// mismatch is the error of columns that are not those of the schema.
func (e *Expression) mismatch(column int, found string) error {
	f := e.schema.Field(column)
	return fmt.Errorf("%w: arrowkernel: %q: column %d is %s of type %v in the schema; %s", arrow.ErrInvalid, e.text, column, f.Name, f.Type, found)
}

// failed returns the error of a kernel that has panicked.
func (e *Expression) failed(k hotloop.KernelError) error {
	column := 1
	if file, position, ok := strings.Cut(k.Position(), ":"); ok && file == exprFile {
		if _, c, ok := strings.Cut(position, ":"); ok {
			column, _ = strconv.Atoi(c)
		}
	}
	return &Error{e.text, column, strings.TrimPrefix(k.Error(), "runtime error: ")}
}

// eval computes n rows.
func (e *Expression) eval(ctx context.Context, columns []arrow.Array, n int) (arrow.Array, error) {
	mem := compute.GetAllocator(ctx)
	s := newScratch(ctx)
	defer s.release()
	in := &inputs{scratch: s, rows: n, columns: make([]*input, len(columns))}
	defer in.release()
	nulls := false
	for _, c := range e.used {
		if have := columns[c].DataType(); !arrow.TypeEqual(have, e.schema.Field(c).Type) {
			return nil, e.mismatch(c, "it is of type "+have.String())
		}
		in.columns[c] = newInput(columns[c], s)
		nulls = nulls || in.columns[c].mask != nil
	}
	p := e.plain
	if nulls && (!e.root.strict || e.root.divides) {
		var err error
		if p, err = e.nulls(); err != nil {
			return nil, err
		}
	}
	var validity *memory.Buffer
	if nulls {
		validity = memory.NewResizableBuffer(mem)
		defer validity.Release()
		validity.Resize(int(bitutil.BytesForBits(int64(n))))
		if p.there < 0 {
			in.intersect(e.used, validity.Bytes())
		}
	}
	out := memory.NewResizableBuffer(mem)
	defer out.Release()
	if e.root.kind == bools {
		out.Resize(int(bitutil.BytesForBits(int64(n))))
	} else {
		out.Resize(n * e.root.kind.size())
	}
	if n > 0 {
		if err := p.run(ctx, e, in, out.Bytes(), validity); err != nil {
			return nil, err
		}
	}
	count := 0
	if nulls {
		count = n - bitutil.CountSetBits(validity.Bytes(), 0, n)
	}
	data := array.NewData(e.typ, n, []*memory.Buffer{validity, out}, nil, count, 0)
	defer data.Release()
	return array.MakeFromData(data), nil
}

// run calls the kernel for blocks of rows.
func (p *program) run(ctx context.Context, e *Expression, in *inputs, out []byte, validity *memory.Buffer) error {
	b := batches.Get().(*batch)
	defer putBatch(b)
	k := e.root.kind
	var result, there []byte
	if k == bools {
		result = in.scratch.block(bools)
	}
	if p.there >= 0 {
		there = in.scratch.block(bools)
	}
	in.prepare(p)
	step := maxRows
	if in.scratch.used() {
		step = blockRows
	}
	for at := 0; at < in.rows; at += step {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := min(step, in.rows-at)
		b.N = n
		in.fill(b, p, at, n)
		if result != nil {
			b.set(bools, p.result, result, 0, n)
		} else {
			b.set(k, p.result, out, at, n)
		}
		if there != nil {
			b.set(bools, p.there, there, 0, n)
		}
		if failed := try(func() { p.kernel.Func(b) }); failed != nil {
			return e.failed(failed)
		}
		if result != nil {
			packBits(out, at, result[:n])
		}
		if there != nil {
			packBits(validity.Bytes(), at, there[:n])
		}
	}
	return nil
}
