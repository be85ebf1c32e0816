package frontend

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"hotloop/frontend/check"
	"hotloop/internal/lab/child"
	"hotloop/internal/lab/source"
	"hotloop/loopopt/ir"
)

// These tests feed functions of the standard library to the front end, unchanged and mutated. The Go compiler
// accepts or nearly accepts them, and most are far outside the subset. The result must be a kernel or an
// ErrorList. Mutations exchange expressions of the same type, so that most mutants still pass the type checker and
// reach the builder.

// choices are the decisions of a fuzzer, followed by random ones.
type choices struct {
	data []byte
	rng  *rand.Rand
}

func newChoices(data []byte) *choices {
	h := uint64(14695981039346656037)
	for _, c := range data {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return &choices{data, rand.New(rand.NewPCG(h, uint64(len(data))))}
}

func (c *choices) intN(n int) int {
	if len(c.data) < 2 {
		return c.rng.IntN(n)
	}
	x := int(c.data[0])<<8 | int(c.data[1])
	c.data = c.data[2:]
	return x % n
}

func one[T any](c *choices, list []T) T { return list[c.intN(len(list))] }

// maxPackage bounds the size in bytes of the packages that are mutated, because each mutant is checked with its
// whole package.
const maxPackage = 250 << 10

// realPackages returns the directories of the standard library that contain packages other than commands.
var realPackages = sync.OnceValue(func() (dirs []string) {
	all, err := source.PackageDirs(filepath.Join(build.Default.GOROOT, "src"))
	if err != nil {
		return nil
	}
	for _, path := range all {
		size := int64(0)
		names, _ := filepath.Glob(filepath.Join(path, "*.go"))
		for _, n := range names {
			if info, err := os.Stat(n); err == nil && !strings.HasSuffix(n, "_test.go") {
				size += info.Size()
			}
		}
		if size > 0 && size < maxPackage {
			dirs = append(dirs, path)
		}
	}
	return dirs
})

// mutant is a package with a chosen function, which may be mutated.
type mutant struct {
	*choices
	fset  *token.FileSet
	files []*ast.File
	info  *types.Info
	file  *ast.File
	fn    *ast.FuncDecl
	slots map[string][]*ast.Expr // positions of expressions in fn, by type
	types []*ast.Expr            // positions of types
	lists []*[]ast.Stmt          // bodies
	ops   []*token.Token         // of binary expressions
}

// newMutant reads a package and chooses one of its functions. It returns nil if there is none.
func newMutant(c *choices, dir string) *mutant {
	found, err := build.ImportDir(dir, 0)
	if err != nil {
		return nil
	}
	m := &mutant{choices: c, fset: token.NewFileSet(), info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}},
		slots: map[string][]*ast.Expr{}}
	var funcs []*ast.FuncDecl
	var in []*ast.File
	for _, name := range found.GoFiles {
		f, err := parser.ParseFile(m.fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil
		}
		m.files = append(m.files, f)
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if ok && fn.Body != nil && fn.Name.Name != "_" && fn.Name.Name != "init" {
				n := 1 // relative likelihood
				if source.HasLoop(fn) {
					n = 4
				}
				if isPlain(fn) { // others do not reach the builder
					n *= 6
				}
				for range n {
					funcs, in = append(funcs, fn), append(in, f)
				}
			}
		}
	}
	if len(funcs) == 0 {
		return nil
	}
	i := c.intN(len(funcs))
	m.fn, m.file = funcs[i], in[i]
	conf := types.Config{Importer: check.StdImporter{}, Sizes: types.SizesFor("gc", "amd64"), Error: func(error) {},
		IgnoreFuncBodies: false}
	conf.Check(found.Name, m.fset, m.files, m.info)
	if m.fn.Recv != nil { // a method would be refused at once, so it becomes a function
		recv := m.fn.Recv.List[0]
		params := m.fn.Type.Params
		if len(params.List) > 0 && len(params.List[0].Names) == 0 {
			return nil
		}
		if len(recv.Names) == 0 {
			recv.Names = []*ast.Ident{ast.NewIdent("_")}
		}
		params.List = append([]*ast.Field{recv}, params.List...)
		m.fn.Recv = nil
	}
	m.fn.Name = ast.NewIdent("Mutant")
	return m
}

// isPlain reports whether fn contains nothing that is refused by its syntax alone.
func isPlain(fn *ast.FuncDecl) bool {
	is := true
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if n != nil {
			found, _ := check.Beyond(n)
			is = is && found == ""
		}
		return is
	})
	return is
}

// collect finds what can be changed.
func (m *mutant) collect() {
	m.types, m.lists, m.ops = nil, nil, nil
	clear(m.slots)
	slot := func(e *ast.Expr) {
		if *e == nil {
			return
		}
		tv, ok := m.info.Types[*e]
		switch {
		case !ok || tv.Type == nil:
		case tv.IsType():
			m.types = append(m.types, e)
		default:
			m.slots[tv.Type.String()] = append(m.slots[tv.Type.String()], e)
		}
	}
	list := func(es []ast.Expr) {
		for i := range es {
			slot(&es[i])
		}
	}
	ast.Inspect(m.fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			m.lists = append(m.lists, &n.List)
		case *ast.CaseClause:
			list(n.List)
			m.lists = append(m.lists, &n.Body)
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				list(n.Lhs)
			}
			list(n.Rhs)
		case *ast.ReturnStmt:
			list(n.Results)
		case *ast.CallExpr:
			slot(&n.Fun)
			list(n.Args)
		case *ast.BinaryExpr:
			m.ops = append(m.ops, &n.Op)
			slot(&n.X)
			slot(&n.Y)
		case *ast.UnaryExpr:
			slot(&n.X)
		case *ast.StarExpr:
			slot(&n.X)
		case *ast.ParenExpr:
			slot(&n.X)
		case *ast.IndexExpr:
			slot(&n.X)
			slot(&n.Index)
		case *ast.SliceExpr:
			slot(&n.X)
			slot(&n.Low)
			slot(&n.High)
			slot(&n.Max)
		case *ast.SelectorExpr:
			slot(&n.X)
		case *ast.CompositeLit:
			list(n.Elts)
		case *ast.KeyValueExpr:
			slot(&n.Value)
		case *ast.IfStmt:
			slot(&n.Cond)
		case *ast.ForStmt:
			slot(&n.Cond)
		case *ast.RangeStmt:
			slot(&n.X)
		case *ast.SwitchStmt:
			slot(&n.Tag)
		case *ast.IncDecStmt:
			slot(&n.X)
		case *ast.Field:
			slot(&n.Type)
		case *ast.ValueSpec:
			slot(&n.Type)
			list(n.Values)
		case *ast.ArrayType:
			slot(&n.Elt)
		}
		return true
	})
}

// operators lists operators that may replace each other without a type error.
var operators = [][]token.Token{
	{token.ADD, token.SUB, token.MUL, token.QUO, token.REM, token.AND, token.OR, token.XOR, token.AND_NOT, token.SHL,
		token.SHR},
	{token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ},
	{token.LAND, token.LOR},
}

// otherTypes are replacements for types.
var otherTypes = []string{"int", "uint8", "float32", "complex128", "string", "error", "any", "[]int", "[][]byte",
	"[4]float64", "[100]int32",
	"[0]int", "*int", "*[8]int", "struct{ a, b int }", "struct{}", "struct{ s []int }", "func(int) (int, bool)",
	"map[string]int", "chan int",
	"unknown.Type", "[]unknown.Type", "[3]unknown.Type", "interface{ ~int }"}

// wrappers enclose an expression, %s.
var wrappers = []string{"(%s)", "%s + 1", "-%s", "!%s", "^%s", "len(%s)", "cap(%s)", "%s[0]", "%s[1:]", "%s[:2:3]",
	"&%s", "*%s", "int(%s)", "float64(%s)", "string(%s)",
	"[]byte(%s)", "[4]int(%s)", "min(%s, 1)", "append(%s, 0)", "math.Sqrt(%s)", "bits.Mul64(%s, 3)", "unknown.F(%s)",
	"unknown.F(%s).x", "%s.x", "%s.f()", "Mutant(%s)",
	"%s == nil", "struct{ a any }{%s}.a", "[]int{%s}[0]", "[2]int{1: %s}", "func() int { return %s }()", "%s.(int)",
	"copy(%s, %[1]s)", "complex(%s, 0)"}

// statements enclose or precede a statement, %.
var statements = []string{"for range 2 { % }", "if true { % }", "{ % }", "for { %; break }", "switch { case true: % }",
	"L: for { %; continue L }", "x, y := f2(); _, _ = x, y; %",
	"var s struct{ a [3]int }; s.a[0]++; %", "defer f(); %", "panic(\"x\"); %", "return; %", "go func() { % }()",
	"var u unknown.Type; u.n++; u.s[0] = 1; %",
	"a, b := unknown.F(); _, _ = a, b; %", "for i, v := range unknown.F() { v.x += i; % }",
	"for i, c := range \"text\" { _, _ = i, c; % }", "goto M; M: %", "clear([]int(nil)); %"}

// copy returns a copy of the expression, so that a tree cannot contain itself.
func (m *mutant) copy(e ast.Expr) ast.Expr {
	var sb strings.Builder
	format.Node(&sb, m.fset, e)
	if x, err := parser.ParseExpr(sb.String()); err == nil {
		return x
	}
	return ast.NewIdent("noExpression")
}

func (m *mutant) copyStmt(s ast.Stmt) ast.Stmt {
	var sb strings.Builder
	format.Node(&sb, m.fset, s)
	f, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc f() { "+sb.String()+"\n }",
		parser.SkipObjectResolution)
	if err != nil {
		return &ast.EmptyStmt{}
	}
	return &ast.BlockStmt{List: f.Decls[0].(*ast.FuncDecl).Body.List}
}

// mutate makes one change.
func (m *mutant) mutate() {
	m.collect()
	var kinds []string
	for k, s := range m.slots {
		if len(s) > 1 {
			kinds = append(kinds, k)
		}
	}
	slices.Sort(kinds)
	switch what := m.intN(10); {
	case what < 4 && len(kinds) > 0: // an expression replaces another one of its type
		s := m.slots[one(m.choices, kinds)]
		from, to := one(m.choices, s), one(m.choices, s)
		x, y := m.copy(*from), m.copy(*to)
		if *to = x; m.intN(3) == 0 {
			*from = y
		}
	case what == 4 && len(m.ops) > 0:
		op := one(m.choices, m.ops)
		for _, class := range operators {
			if slices.Contains(class, *op) {
				*op = one(m.choices, class)
				return
			}
		}
	case what == 5 && len(m.types) > 0:
		if e, err := parser.ParseExpr(one(m.choices, otherTypes)); err == nil {
			*one(m.choices, m.types) = e
		}
	case what == 6 && len(kinds) > 0:
		m.wrap(one(m.choices, m.slots[one(m.choices, kinds)]))
	default:
		m.statement()
	}
}

func (m *mutant) wrap(e *ast.Expr) {
	x, err := parser.ParseExpr(fmt.Sprintf(one(m.choices, wrappers), "hole"))
	if err != nil {
		return
	}
	old := m.copy(*e)
	fill := func(e *ast.Expr) {
		if id, ok := (*e).(*ast.Ident); ok && id.Name == "hole" {
			*e = old
		}
	}
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ParenExpr:
			fill(&n.X)
		case *ast.UnaryExpr:
			fill(&n.X)
		case *ast.StarExpr:
			fill(&n.X)
		case *ast.BinaryExpr:
			fill(&n.X)
		case *ast.IndexExpr:
			fill(&n.X)
		case *ast.SliceExpr:
			fill(&n.X)
		case *ast.SelectorExpr:
			fill(&n.X)
		case *ast.TypeAssertExpr:
			fill(&n.X)
		case *ast.KeyValueExpr:
			fill(&n.Value)
		case *ast.CallExpr:
			for i := range n.Args {
				fill(&n.Args[i])
			}
		case *ast.CompositeLit:
			for i := range n.Elts {
				fill(&n.Elts[i])
			}
		case *ast.ReturnStmt:
			for i := range n.Results {
				fill(&n.Results[i])
			}
		}
		return true
	})
	*e = x
}

// statement duplicates, removes, exchanges or wraps a statement, or inserts something before it.
func (m *mutant) statement() {
	l := one(m.choices, m.lists)
	if len(*l) == 0 {
		return
	}
	i, j := m.intN(len(*l)), m.intN(len(*l))
	switch m.intN(5) {
	case 0:
		*l = slices.Insert(*l, i, m.copyStmt((*l)[j]))
	case 1:
		*l = slices.Delete(*l, i, i+1)
	case 2:
		(*l)[i], (*l)[j] = (*l)[j], (*l)[i]
	case 3: // a statement from elsewhere
		if o := one(m.choices, m.lists); len(*o) > 0 && o != l {
			*l = slices.Insert(*l, i, m.copyStmt(one(m.choices, *o)))
		}
	default:
		text := strings.ReplaceAll(one(m.choices, statements), "%", "hole()")
		f, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc f() { "+text+" }", parser.SkipObjectResolution)
		if err != nil {
			return
		}
		old, body := (*l)[i], f.Decls[0].(*ast.FuncDecl).Body
		ast.Inspect(body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BlockStmt:
				fillStmt(n.List, old)
			case *ast.CaseClause:
				fillStmt(n.Body, old)
			case *ast.LabeledStmt:
				one := []ast.Stmt{n.Stmt}
				fillStmt(one, old)
				n.Stmt = one[0]
			}
			return n != old
		})
		*l = slices.Replace(*l, i, i+1, body.List...)
	}
}

func fillStmt(list []ast.Stmt, with ast.Stmt) {
	for i, s := range list {
		if e, ok := s.(*ast.ExprStmt); ok {
			if c, ok := e.X.(*ast.CallExpr); ok {
				if id, ok := c.Fun.(*ast.Ident); ok && id.Name == "hole" {
					list[i] = with
				}
			}
		}
	}
}

// source returns the package as text; the chosen function is called Mutant.
func (m *mutant) source() (src Source, ok bool) {
	for _, f := range m.files {
		var sb strings.Builder
		if f == m.file {
			f.Comments = nil // their positions are no longer valid
		}
		if err := format.Node(&sb, m.fset, f); err != nil {
			return nil, false
		}
		src = append(src, File{Name: m.fset.Position(f.Pos()).Filename, Text: sb.String()})
	}
	return src, true
}

// tryReal builds the mutant that the choices make.
func tryReal(t *testing.T, data []byte, dirs []string) (built bool) {
	c := newChoices(data)
	m := newMutant(c, one(c, dirs))
	if m == nil {
		return false
	}
	for range c.intN(5) {
		m.mutate()
	}
	src, ok := m.source()
	if !ok {
		return false
	}
	defer func() {
		if p := recover(); p != nil {
			var fn strings.Builder
			format.Node(&fn, m.fset, m.fn)
			t.Errorf("panic: %v\n%s", p, fn.String())
			panic(p)
		}
	}()
	return anySource(t, src, "Mutant", Options{FP: ir.FPGo, AnyInstance: true})
}

// FuzzRealGo lets the fuzzer choose the package, the function and the mutations.
func FuzzRealGo(f *testing.F) {
	if len(realPackages()) == 0 {
		f.Skip("no GOROOT/src on this machine")
	}
	for seed := range 20 {
		f.Add(binarySeed(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) { tryReal(t, data, realPackages()) })
}

func binarySeed(seed int) []byte { return []byte{byte(seed >> 8), byte(seed), 'r'} }

// TestRealGo tries some mutants from fixed seeds.
func TestRealGo(t *testing.T) {
	dirs := realPackages()
	if len(dirs) == 0 {
		t.Skip("no GOROOT/src on this machine")
	}
	count := 150
	if testing.Short() || child.Emulated() {
		count = 40
	}
	built := 0
	for seed := range count {
		if tryReal(t, binarySeed(seed), dirs) {
			built++
		}
	}
	t.Logf("%d of %d are kernels", built, count)
}
