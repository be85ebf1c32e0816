package query

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"hotloop"
)

// batch is what a generated function reads: columns in slots, Ints before Floats in Valid.
type batch struct {
	Len   int
	Int   [maxSlots][]int64
	Float [maxSlots][]float64
	Valid [2 * maxSlots][]bool
}

var header = fmt.Sprintf(`package generated

import "math"

var _ = math.Abs

type batch struct {
	Len   int
	Int   [%d][]int64
	Float [%d][]float64
	Valid [%d][]bool
}

`, maxSlots, maxSlots, 2*maxSlots)

// program is the text of a function that goes through the rows of a table.
type program struct {
	text   string
	lines  map[int]place // by line of text
	filled batch
}

// writer adds formatted text.
type writer func(format string, args ...any)

// fill writes the text: what stands in front of the loop, what is computed for each row, what is done with that, and
// what stands behind the loop.
func (p *program) fill(g *generator, begin string, row func(w writer), end string) {
	var b strings.Builder
	b.WriteString(header)
	b.WriteString(begin)
	// Slices of one length, so that it is checked once.
	for slot, name := range g.ints {
		p.slot(g, &b, "Int", slot, slot, name)
	}
	for slot, name := range g.flts {
		p.slot(g, &b, "Float", slot, maxSlots+slot, name)
	}
	p.filled.Len = g.table.rows
	b.WriteString("\tfor i := 0; i < b.Len; i++ {\n")
	for n, line := range g.lines {
		fmt.Fprintf(&b, "\t\t%s // %d\n", line, n)
	}
	for n := 1; n <= g.names; n++ {
		fmt.Fprintf(&b, "\t\t_ = v%d\n", n)
	}
	row(func(format string, args ...any) { fmt.Fprintf(&b, format, args...) })
	b.WriteString("\t}\n" + end + "}\n")
	p.text, p.lines = b.String(), map[int]place{}
	for n, line := range strings.Split(p.text, "\n") {
		if m := marked.FindStringSubmatch(line); m != nil {
			at, _ := strconv.Atoi(m[1])
			p.lines[n+1] = g.at[at]
		}
	}
}

// slot names a column and what tells its nulls, and puts it into the batch.
func (p *program) slot(g *generator, b *strings.Builder, array string, slot, valid int, name string) {
	c := g.table.column(name)
	if array == "Int" {
		p.filled.Int[slot] = c.Ints
	} else {
		p.filled.Float[slot] = c.Floats
	}
	fmt.Fprintf(b, "\t%s%d := b.%s[%d][:b.Len]\n", array, slot, array, slot)
	if c.Valid != nil {
		p.filled.Valid[valid] = c.Valid
		fmt.Fprintf(b, "\tValid%d := b.Valid[%d][:b.Len]\n", valid, valid)
	}
}

// marked finds the number that a generated line has in a comment.
var marked = regexp.MustCompile(`// (\d+)$`)

// run calls a kernel and turns what it panics with into the error of an expression.
func (p *program) run(call func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			ke, ok := r.(hotloop.KernelError)
			if !ok {
				panic(r)
			}
			at, ok := p.lines[lineOf(ke.Position())]
			if !ok {
				panic(r)
			}
			err = &Error{at.expr, at.column, strings.TrimPrefix(ke.Error(), "runtime error: ")}
		}
	}()
	return call()
}

// lineOf is the line of a position file:line:column.
func lineOf(position string) int {
	parts := strings.Split(position, ":")
	if len(parts) < 2 {
		return 0
	}
	n, _ := strconv.Atoi(parts[len(parts)-2])
	return n
}
