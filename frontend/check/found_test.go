package check

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hotloop/frontend/syntax"
	"hotloop/internal/irtest"
)

// names lists the variables of a set.
func names(set map[types.Object]bool) string {
	var list []string
	for o := range set {
		list = append(list, o.Name())
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// found returns what is known of a kernel, or why it is refused.
func found(t *testing.T, source string) string {
	src := syntax.Text("k.go", "package k\n"+source+"\n")
	k, err := OpenFresh(src, "k")
	if err != nil {
		return err.Error()
	}
	if o := both(src, "k"); len(o.difference) > 0 {
		t.Errorf("the quick checker finds something else: %s", strings.Join(o.difference, "\n"))
	}
	var b strings.Builder
	var funcs []*Func
	for _, f := range k.Funcs {
		funcs = append(funcs, f)
	}
	slices.SortFunc(funcs, func(f, g *Func) int { return int(f.Decl.Pos() - g.Decl.Pos()) })
	for _, f := range funcs {
		fmt.Fprintf(&b, "func %s: %d loops, %d conditions\n", f.Decl.Name.Name, len(f.Loops), len(f.Conditions))
		for _, s := range []struct {
			what string
			set  map[types.Object]bool
		}{{"changed", f.Changed}, {"per iteration", f.PerIteration}, {"captured", f.Captured}, {"address taken", f.AddressTaken},
			{"in memory", f.InMemory}} {
			if len(s.set) > 0 {
				fmt.Fprintf(&b, "  %s: %s\n", s.what, names(s.set))
			}
		}
		if f.Gotos {
			b.WriteString("  has gotos\n")
		}
	}
	// Stored and Indexed for all fields and lengths of arrays that the source has.
	for _, file := range k.files {
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.StructType); ok {
				for f := range k.Info.Type(s).(*types.Struct).Fields() {
					fmt.Fprintf(&b, "field %s: stored %v\n", f.Name(), k.Stored(f))
				}
			}
			if e, ok := n.(*ast.ArrayType); ok {
				if l, ok := e.Len.(*ast.BasicLit); ok {
					n, _ := strconv.ParseInt(l.Value, 10, 64)
					fmt.Fprintf(&b, "arrays of %d: indexed %v\n", n, k.Indexed(n))
				}
			}
			return true
		})
	}
	if k.StoresAddresses() {
		b.WriteString("stores addresses\n")
	}
	if k.Retypes() {
		b.WriteString("retypes memory\n")
	}
	return b.String()
}

// TestFound compares what the checks find out about small kernels, and their errors.
func TestFound(t *testing.T) {
	irtest.Cases(t, "testdata/found.txt", func(t *testing.T, _, source string) string { return found(t, source) })
}
