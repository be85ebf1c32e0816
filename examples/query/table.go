// Package query answers questions about tables of columns in memory. What is asked are expressions that users type;
// each query becomes a Go function, and that a kernel.
package query

import (
	"fmt"

	"hotloop"
)

// Table has columns of one length.
type Table struct {
	// Options are those of all kernels: hotloop.CacheDir keeps them from one process to the next.
	Options []hotloop.Option

	rows    int
	columns []Column
	byName  map[string]int
}

// Column is a column of numbers: Ints or Floats are its values, the other one is nil. Where Valid is not nil, it says
// which of them there are; the others are null.
type Column struct {
	Name   string
	Ints   []int64
	Floats []float64
	Valid  []bool
}

// NewTable makes a table of columns, which it keeps.
func NewTable(columns ...Column) (*Table, error) {
	t := &Table{columns: columns, byName: map[string]int{}}
	for i, c := range columns {
		n := max(len(c.Ints), len(c.Floats))
		if i == 0 {
			t.rows = n
		}
		switch {
		case c.Name == "" || t.byName[c.Name] > 0:
			return nil, fmt.Errorf("column %d: a name is missing, or %q is there twice", i, c.Name)
		case c.Ints != nil && c.Floats != nil:
			return nil, fmt.Errorf("column %s has two kinds of values", c.Name)
		case n != t.rows || c.Valid != nil && len(c.Valid) != n:
			return nil, fmt.Errorf("column %s has %d rows, the first column %d", c.Name, n, t.rows)
		}
		t.byName[c.Name] = i + 1
	}
	return t, nil
}

// Rows is the number of rows.
func (t *Table) Rows() int { return t.rows }

// column finds a column by its name; nil if there is none.
func (t *Table) column(name string) *Column {
	if i := t.byName[name]; i > 0 {
		return &t.columns[i-1]
	}
	return nil
}
