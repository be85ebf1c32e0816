package query

import (
	"context"

	"hotloop"
)

// Top is what TopK found: a row and its value.
type Top struct {
	Row   int
	Value float64
}

const topText = `package generated

import "math"

// top keeps the largest values of x and their rows in best and at, the largest first; n of them are there. What is null
// or NaN is not among them, nor is what is no larger than those that came before.
func top(x []float64, valid []bool, best []float64, at []int64) (n int) {
	if len(best) == 0 {
		return 0
	}
	least := math.Inf(-1)
	for i, v := range x {
		if !(v > least || n < len(best) && v == v) || !valid[i] {
			continue
		}
		k := min(n, len(best)-1)
		for ; k > 0 && best[k-1] < v; k-- {
			best[k], at[k] = best[k-1], at[k-1]
		}
		best[k], at[k] = v, int64(i)
		if n < len(best) {
			n++
		}
		if n == len(best) {
			least = best[n-1]
		}
	}
	return n
}
`

var top = hotloop.MustCompile[func(x []float64, valid []bool, best []float64, at []int64) int](topText, "top")

// TopK returns the k rows with the largest values of an expression among those for which where is true; of equal values
// the first. where may be empty.
func (t *Table) TopK(ctx context.Context, where, of string, k int) ([]Top, error) {
	if k < 0 || k > t.rows {
		k = t.rows
	}
	values, valid := make([]float64, t.rows), make([]bool, t.rows)
	c, err := t.compileRows(where, of)
	if err != nil {
		return nil, err
	}
	if err := c.rows(ctx, values, valid); err != nil {
		return nil, err
	}
	best, at := make([]float64, k), make([]int64, k)
	var n int
	err = top.CallContext(ctx, func(f func(x []float64, valid []bool, best []float64, at []int64) int) {
		n = f(values, valid, best, at)
	})
	if err != nil {
		return nil, err
	}
	out := make([]Top, n)
	for i := range out {
		out[i] = Top{int(at[i]), best[i]}
	}
	return out, nil
}

// rowsFunc has the value of an expression for each row, and whether there is one.
type rowsFunc = func(b *batch, values []float64, valid []bool)

// compiledRows is an expression of rows ready to run.
type compiledRows struct {
	program
	kernel *hotloop.Kernel[rowsFunc]
}

// compileRows compiles a condition and an expression.
func (t *Table) compileRows(where, of string) (*compiledRows, error) {
	g := newGenerator(t)
	cond, err := g.where(where)
	if err != nil {
		return nil, err
	}
	v, err := g.expression(of)
	if err == nil && v.kind == truth {
		err = &Error{of, 1, "this is a condition, and not a number"}
	}
	if err != nil {
		return nil, err
	}
	if v.ok != "" {
		cond += " && " + v.ok
	}
	c := &compiledRows{}
	c.fill(g, "func Rows(b *batch, values []float64, valid []bool) {\n", func(w writer) {
		w("\t\tvalues[i], valid[i] = float64(%s), %s\n", v.value, cond)
	}, "")
	c.kernel, err = hotloop.Compile[rowsFunc](c.text, "Rows", t.Options...)
	return c, err
}

func (c *compiledRows) rows(ctx context.Context, values []float64, valid []bool) error {
	return c.run(func() error {
		return c.kernel.CallContext(ctx, func(f rowsFunc) { f(&c.filled, values, valid) })
	})
}
