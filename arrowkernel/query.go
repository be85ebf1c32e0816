package arrowkernel

import (
	"context"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/compute"

	"hotloop"
)

// ExprAggregate is a column of the result of [Query].
type ExprAggregate struct {
	Name string
	Func AggregateFunc
	Expr *Expression // nil for AggregateCount counts rows
}

// Query computes aggregates of expressions for each combination of keys, over the rows of a record batch for which a
// condition is true. keys are the names of dictionary-encoded columns; without keys, there is one group. A nil condition
// selects all rows. The result is like that of [GroupBy]. Expressions are evaluated for blocks of rows that stay in the
// cache, so Query is faster than GroupBy of the results of [Expression.Eval].
func Query(ctx context.Context, rec arrow.RecordBatch, where *Expression, keys []string, aggregates []ExprAggregate) (arrow.RecordBatch, error) {
	g := &grouping{s: newScratch(ctx), groups: 1}
	defer g.s.release()
	var inputs []*input
	for _, name := range keys {
		found := rec.Schema().FieldIndices(name)
		if len(found) != 1 {
			return nil, fmt.Errorf("%w: arrowkernel: the record batch has %d columns %s", arrow.ErrInvalid, len(found), name)
		}
		d := compute.NewDatum(rec.Column(found[0]))
		g.s.hold(d)
		g.keys = append(g.keys, Key{name, d})
		inputs = append(inputs, newInput(rec.Column(found[0]), g.s))
	}
	if len(keys) > 0 {
		if err := g.dictionaries(ctx); err != nil {
			return nil, err
		}
	}
	g.rows = make([]int64, g.groups)
	var filter *evaluator
	if where != nil {
		if where.root.kind != bools {
			return nil, &Error{where.text, 1, "the expression is of type " + where.typ.String() + "; Query takes a condition"}
		}
		var err error
		if filter, err = newEvaluator(g.s, where, rec); err != nil {
			return nil, err
		}
	}
	values := make([]*evaluator, len(aggregates))
	for i, a := range aggregates {
		var typ arrow.DataType = arrow.PrimitiveTypes.Uint8
		same := -1
		if a.Expr == nil && a.Func != AggregateCount {
			return nil, fmt.Errorf("%w: arrowkernel: %s: %v has no expression", arrow.ErrInvalid, a.Name, a.Func)
		}
		if a.Expr != nil {
			typ = a.Expr.typ
			for j, b := range aggregates[:i] {
				if b.Expr == nil || a.Expr.text != b.Expr.text {
					continue
				}
				values[i] = values[j]
				if a.Func <= AggregateMean && b.Func <= AggregateMean {
					same = j
				}
			}
			if values[i] == nil {
				var err error
				if values[i], err = newEvaluator(g.s, a.Expr, rec); err != nil {
					return nil, err
				}
			}
		}
		if err := g.aggregate(a.Name, a.Func, typ, same); err != nil {
			return nil, err
		}
		g.columns[i].rows = a.Expr == nil
	}
	g.allocate()
	if err := g.query(ctx, int(rec.NumRows()), inputs, filter, values); err != nil {
		return nil, err
	}
	return g.result(ctx), nil
}

// query adds n rows.
func (g *grouping) query(ctx context.Context, n int, keys []*input, filter *evaluator, values []*evaluator) error {
	all, some := g.s.block(bools), g.s.block(bools)
	for at := 0; at < n; at += blockRows {
		if err := ctx.Err(); err != nil {
			return err
		}
		m := min(blockRows, n-at)
		numbers := g.numbers[:m]
		clear(numbers)
		for i, k := range keys {
			g.number(numbers, k, at, g.sizes[i])
		}
		chosen := all[:m]
		fill8(chosen, 1)
		if filter != nil {
			if err := filter.block(at, m); err != nil {
				return err
			}
			andBytesFast(chosen, filter.result)
			if filter.valid != nil {
				andBytesFast(chosen, filter.valid)
			}
		}
		g.begin(numbers, asBools(chosen))
		for i, v := range values {
			c := &g.columns[i]
			if v == nil || c.shared {
				continue
			}
			if err := v.block(at, m); err != nil {
				return err
			}
			rows, same := chosen, true
			if v.valid != nil {
				rows, same = some[:m], false
				copy(rows, chosen)
				andBytesFast(rows, v.valid)
			}
			g.add(c, v.result, 0, numbers, asBools(rows), same)
		}
	}
	return nil
}

// evaluator computes an expression for blocks of rows.
type evaluator struct {
	e      *Expression
	p      *program
	in     *inputs
	result []byte // of the block; a byte for each condition
	valid  []byte // a byte for each row that is not null; nil if all are
	more   []byte
	there  []byte
	nulls  bool
	at     int // first row of the block; -1 at first
	b      batch
}

func newEvaluator(s *scratch, e *Expression, rec arrow.RecordBatch) (*evaluator, error) {
	v := &evaluator{e: e, p: e.plain, in: &inputs{scratch: s, rows: int(rec.NumRows()), columns: make([]*input, e.schema.NumFields())}, at: -1}
	for _, c := range e.used {
		if int64(c) >= rec.NumCols() {
			return nil, e.mismatch(c, "there is none")
		}
		if have := rec.Column(c).DataType(); !arrow.TypeEqual(have, e.schema.Field(c).Type) {
			return nil, e.mismatch(c, "it is of type "+have.String())
		}
		v.in.columns[c] = newInput(rec.Column(c), s)
		v.nulls = v.nulls || v.in.columns[c].mask != nil
	}
	if v.nulls {
		v.there, v.more = s.block(bools), s.block(bools)
		if !e.root.strict || e.root.divides {
			var err error
			if v.p, err = e.nulls(); err != nil {
				return nil, err
			}
		}
	}
	v.result = s.block(e.root.kind)
	v.in.prepare(v.p)
	return v, nil
}

// block computes n rows.
func (v *evaluator) block(at, n int) error {
	if v.at == at {
		return nil // another aggregate has the same expression
	}
	v.at = at
	v.b.N = n
	v.in.fill(&v.b, v.p, at, n)
	v.b.set(v.e.root.kind, v.p.result, v.result, 0, n)
	if v.p.there >= 0 {
		v.b.set(bools, v.p.there, v.there, 0, n)
	}
	var failed hotloop.KernelError
	if failed = try(func() { v.p.kernel.Func(&v.b) }); failed != nil {
		return v.e.failed(failed)
	}
	if !v.nulls {
		return nil
	}
	v.valid = v.there[:n]
	if v.p.there >= 0 {
		return nil
	}
	fill8(v.valid, 1)
	for _, c := range v.e.used {
		if m := v.in.columns[c]; m.mask != nil {
			unpackBits(v.more[:n], m.mask, m.bit+at, v.in.scratch.bits())
			andBytesFast(v.valid, v.more)
		}
	}
	return nil
}
