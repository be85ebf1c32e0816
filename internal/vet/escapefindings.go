package vet

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"hotloop/internal/explain"
)

// findings returns those of one function, in the order of their places.
func (x *escapes) findings(fset *token.FileSet, fn *ast.FuncDecl) (list []Message) {
	once := fn.Recv == nil && (fn.Name.Name == "main" || fn.Name.Name == "init")
	for root, arg := range x.kernels {
		at, name := x.site(root)
		if at < fn.Pos() || at > fn.End() || x.heap[root] || name == "" {
			continue
		}
		loop := loopAround(fn.Body, at)
		if once && loop == nil {
			continue
		}
		when, write := "in each call of "+fn.Name.Name, "take it from the caller, a field or a sync.Pool"
		if loop != nil {
			when = fmt.Sprintf("in each iteration of the loop in line %d", fset.Position(loop.Pos()).Line)
			write = "allocate it before the loop"
		}
		list = append(list, Message{fset.Position(arg.Pos()).String(), fmt.Sprintf(
			"%s, line %d, is allocated on the heap %s, because it is passed to a kernel by pointer; %s", name,
			fset.Position(at).Line, when, write)})
	}
	slices.SortFunc(list, func(a, b Message) int {
		_, line, col := explain.SplitPlace(a.Position)
		_, line2, col2 := explain.SplitPlace(b.Position)
		return cmp.Or(cmp.Compare(line, line2), cmp.Compare(col, col2), cmp.Compare(a.Message, b.Message))
	})
	return list
}

// loopAround returns the innermost loop of body that runs the code at a place in each iteration, nil if there is none.
func loopAround(body *ast.BlockStmt, at token.Pos) (loop ast.Node) {
	ast.Inspect(body, func(n ast.Node) bool {
		var inner *ast.BlockStmt
		switch n := n.(type) {
		case *ast.ForStmt:
			inner = n.Body
		case *ast.RangeStmt:
			inner = n.Body
		}
		if inner != nil && inner.Pos() < at && at < inner.End() {
			loop = n
		}
		return true
	})
	return loop
}

// site returns where a root is allocated, and what it is called: "" if it is not, or would not be on the stack.
func (x *escapes) site(root any) (at token.Pos, name string) {
	var size int64
	limit := int64(maxImplicit)
	switch r := root.(type) {
	case types.Object:
		at, name, size, limit = r.Pos(), r.Name(), sizeOf(r.Type()), maxVariable
	case *ast.CompositeLit:
		at, name, size = r.Pos(), "the literal", sizeOf(x.info.TypeOf(r))
		if s, ok := x.info.TypeOf(r).Underlying().(*types.Slice); ok {
			size = int64(len(r.Elts)) * sizeOf(s.Elem())
		}
	case *ast.CallExpr:
		at, name = r.Pos(), "the result of "+x.builtin(r)
		switch t := x.info.TypeOf(r).Underlying().(type) {
		case *types.Pointer:
			size = sizeOf(t.Elem())
		case *types.Slice:
			n, _ := constant.Int64Val(constant.ToInt(x.info.Types[r.Args[len(r.Args)-1]].Value))
			size = n * sizeOf(t.Elem())
		}
	}
	if size == 0 || size > limit {
		name = ""
	}
	return at, name
}

// sizeOf estimates the size of a variable. Types may be unknown, or type parameters.
func sizeOf(t types.Type) (size int64) {
	switch t := t.Underlying().(type) {
	case *types.Array:
		return t.Len() * sizeOf(t.Elem())
	case *types.Struct:
		for i := range t.NumFields() {
			size += sizeOf(t.Field(i).Type())
		}
		return size
	case *types.Basic:
		return types.SizesFor("gc", "amd64").Sizeof(t)
	case *types.Slice:
		return 24
	}
	return 8
}
