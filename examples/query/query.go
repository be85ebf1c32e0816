package query

import (
	"context"
	"fmt"
	"math"
	"strings"

	"hotloop"
)

// Query is what is asked about a table: aggregates over the rows for which Where is true, for all of them or for each
// value of GroupBy.
type Query struct {
	Where      string   // a condition; empty for all rows
	Aggregates []string // count(), or sum, min, max or avg of an expression
	// GroupBy is an expression whose values are whole numbers from 0 to Groups-1; rows where it is null or another
	// number belong to no group.
	GroupBy string
	Groups  int
}

// maxGroups bounds the groups of a query, maxAggregates the numbers asked for.
const (
	maxGroups     = 1 << 20
	maxAggregates = 16
)

// Group is the answer for one group.
type Group struct {
	Key    int
	Rows   int64
	Values []Value // one for each aggregate
}

// Value is a number, or null: of no rows, there is no least and no mean.
type Value struct {
	Float float64
	Valid bool
}

// aggregate is one that was asked for, as the text knows it.
type aggregate struct {
	fn   string
	expr node
}

// Compiled is a query ready to run on its table.
type Compiled struct {
	program
	query  Query
	aggs   []aggregate
	kernel *hotloop.Kernel[aggregateFunc]
	call   func(ctx context.Context, rows, counts []int64, values []float64) error
}

// aggregateFunc has, for each group, the number of rows, and for each aggregate the number of values and what was made
// of them.
type aggregateFunc = func(b *batch, rows, counts []int64, values []float64)

// Compile checks a query and compiles it. The error is an *Error where an expression is at fault.
func (t *Table) Compile(q Query) (*Compiled, error) {
	if len(q.Aggregates) == 0 || len(q.Aggregates) > maxAggregates {
		return nil, fmt.Errorf("a query asks for 1 to %d aggregates", maxAggregates)
	}
	if q.GroupBy != "" && (q.Groups < 1 || q.Groups > maxGroups) {
		return nil, fmt.Errorf("Groups must be from 1 to %d", maxGroups)
	}
	c := &Compiled{query: q}
	if err := c.write(newGenerator(t)); err != nil {
		return nil, err
	}
	// Sums may be taken in another order. NaN and infinities of the data stay what they are.
	opts := append([]hotloop.Option{hotloop.FP(hotloop.FPReassociate | hotloop.FPNoSignedZeros | hotloop.FPContract)}, t.Options...)
	k, err := hotloop.Compile[aggregateFunc](c.text, "Aggregate", opts...)
	if err != nil {
		return nil, err
	}
	c.kernel = k
	c.call = func(ctx context.Context, rows, counts []int64, values []float64) error {
		return k.CallContext(ctx, func(f aggregateFunc) { f(&c.filled, rows, counts, values) })
	}
	return c, nil
}

// write writes the text.
func (c *Compiled) write(g *generator) error {
	cond, err := g.where(c.query.Where)
	if err != nil {
		return err
	}
	var key node
	if c.query.GroupBy != "" {
		if key, err = g.expression(c.query.GroupBy); err != nil {
			return err
		}
		if key.kind != integer {
			return &Error{c.query.GroupBy, 1, fmt.Sprintf("this is %v, and not a whole number", key.kind)}
		}
		cond += fmt.Sprintf(" && uint64(%s) < uint64(len(rows))", key.value)
		if key.ok != "" {
			cond += " && " + key.ok
		}
	}
	for _, text := range c.query.Aggregates {
		a, err := g.aggregate(text)
		if err != nil {
			return err
		}
		c.aggs = append(c.aggs, a)
	}
	begin, end := c.accumulators()
	c.fill(g, "func Aggregate(b *batch, rows, counts []int64, values []float64) {\n"+begin, func(w writer) {
		w("\t\tif %s {\n", cond)
		c.row(w, key)
		w("\t\t}\n")
	}, end)
	return nil
}

// aggregate reads one of Query.Aggregates.
func (g *generator) aggregate(text string) (aggregate, error) {
	fn, rest, ok := strings.Cut(strings.TrimSpace(text), "(")
	fn, arg := strings.TrimSpace(fn), strings.TrimSpace(strings.TrimSuffix(rest, ")"))
	if !ok || !strings.HasSuffix(rest, ")") {
		return aggregate{}, &Error{text, 1, "this is no aggregate: write count(), or sum, min, max or avg of an expression"}
	}
	switch fn {
	case "count":
		if arg == "" {
			return aggregate{fn: fn}, nil
		}
	case "sum", "min", "max", "avg":
	default:
		return aggregate{}, &Error{text, 1, "there is no aggregate " + fn + ", only count, sum, min, max and avg"}
	}
	n, err := g.expression(arg)
	if err == nil && n.kind == truth {
		err = &Error{arg, 1, fn + " wants numbers"}
	}
	if err == nil && n.kind == integer {
		n.value = g.let(arg, 1, "float64(%s)", n.value)
	}
	return aggregate{fn, n}, err
}

// accumulators are declared before the loop and passed on after it: those of a single group are variables.
func (c *Compiled) accumulators() (begin, end string) {
	if c.query.GroupBy != "" {
		return "", ""
	}
	begin, end = "\tvar r0 int64\n", "\trows[0] = r0\n"
	for k, a := range c.aggs {
		begin += fmt.Sprintf("\tvar n%d int64\n\ta%d := %s\n", k, k, neutral(a.fn))
		end += fmt.Sprintf("\tcounts[%d], values[%d] = n%d, a%d\n", k, k, k, k)
	}
	return begin, end
}

// neutral is what an aggregate begins with.
func neutral(fn string) string {
	switch fn {
	case "min":
		return "math.Inf(1)"
	case "max":
		return "math.Inf(-1)"
	}
	return "0.0"
}

// row writes what a row adds.
func (c *Compiled) row(w writer, key node) {
	rows, count, value := "r0", "n%d", "a%d"
	if c.query.GroupBy != "" {
		w("\t\t\tk := int(%s)\n", key.value)
		rows, count, value = "rows[k]", "counts[%d*len(rows)+k]", "values[%d*len(rows)+k]"
	}
	w("\t\t\t%s++\n", rows)
	for k, a := range c.aggs {
		if a.fn == "count" && a.expr.value == "" {
			continue
		}
		n, v := fmt.Sprintf(count, k), fmt.Sprintf(value, k)
		var do string
		switch a.fn {
		case "sum", "avg":
			do = fmt.Sprintf("%s += %s", v, a.expr.value)
		case "min", "max":
			do = fmt.Sprintf("%s = %s(%s, %s)", v, a.fn, v, a.expr.value)
		}
		if a.expr.ok == "" {
			w("\t\t\t%s++\n\t\t\t%s\n", n, do)
		} else {
			w("\t\t\tif %s {\n\t\t\t\t%s++\n\t\t\t\t%s\n\t\t\t}\n", a.expr.ok, n, do)
		}
	}
}

// Text is the Go function that the query has become.
func (c *Compiled) Text() string { return c.text }

// Err says why the query runs without machine code; nil if it has some.
func (c *Compiled) Err() error { return c.kernel.Err() }

// Stats are figures of the kernel's compilation.
func (c *Compiled) Stats() hotloop.Stats { return c.kernel.Stats() }

// Run answers the query. It ends early, with ctx.Err(), when ctx is done. A division by zero is an *Error that shows
// the place.
func (c *Compiled) Run(ctx context.Context) ([]Group, error) {
	groups := max(c.query.Groups, 1)
	if c.query.GroupBy == "" {
		groups = 1
	}
	rows, counts := make([]int64, groups), make([]int64, groups*len(c.aggs))
	values := make([]float64, groups*len(c.aggs))
	c.prepare(values, groups)
	if err := c.run(func() error { return c.call(ctx, rows, counts, values) }); err != nil {
		return nil, err
	}
	out := make([]Group, 0, groups)
	for g, n := range rows {
		if n == 0 && c.query.GroupBy != "" {
			continue
		}
		row := Group{Key: g, Rows: n, Values: make([]Value, len(c.aggs))}
		for k, a := range c.aggs {
			count, v := counts[k*groups+g], values[k*groups+g]
			switch {
			case a.fn == "count" && a.expr.value == "":
				row.Values[k] = Value{float64(n), true}
			case a.fn == "count":
				row.Values[k] = Value{float64(count), true}
			case count > 0 && a.fn == "avg":
				row.Values[k] = Value{v / float64(count), true}
			case count > 0:
				row.Values[k] = Value{v, true}
			}
		}
		out = append(out, row)
	}
	return out, nil
}

var inf = math.Inf(1)

// prepare sets what aggregates of groups begin with.
func (c *Compiled) prepare(values []float64, groups int) {
	for k, a := range c.aggs {
		if a.fn == "min" || a.fn == "max" {
			first := inf
			if a.fn == "max" {
				first = -inf
			}
			for i := range groups {
				values[k*groups+i] = first
			}
		}
	}
}
