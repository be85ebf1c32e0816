package frontend

import (
	"go/ast"
	"go/token"
	"reflect"
	"strings"
	"sync"

	"hotloop/loopopt/ir"
)

// File is one Go source file.
type File struct {
	Name string // for messages
	Text string
}

// Source is the text of a package, or of as much of it as the kernel needs.
type Source []File

// Text is the source of one file.
func Text(name, text string) Source { return Source{{name, text}} }

// Options say how to build a kernel.
type Options struct {
	// Type is the func type asked for, without the bound parameters; nil accepts what the source says.
	Type reflect.Type
	// FP is the floating-point mode where no directive says otherwise. FPWritten means that the user chose it: an
	// exact mode that is written out forbids what a forced vectorization would otherwise grant.
	FP        ir.FPFlags
	FPWritten bool
	// Bind gives parameters constant values: bool, any integer or float type, or constant.Value.
	Bind map[string]any
	// Semantics says what the Go implementation at hand does where the spec leaves it open; the zero value stands for
	// ir.DefaultSemantics.
	Semantics ir.Semantics
	// Fresh parses and checks the source even if that has been done before: for measuring.
	Fresh bool
	// Transient makes the function one of ir.NewTransient's: the caller calls its Release.
	Transient bool

	anyInstance bool // a generic function is built for the first types its constraints allow
}

// Result is a kernel ready for the optimizer.
type Result struct {
	Func     *ir.Func
	Warnings []Warning
	// Bound are the values of bound parameters by name, as their types represent them, for display.
	Bound map[string]string
}

// Limits on what is accepted, so that no text, however made up, exhausts the machine.
const (
	maxSource    = 4 << 20 // bytes
	maxNesting   = 2000    // of syntax nodes
	maxDecls     = 5000    // declarations that a kernel needs
	maxStrings   = 1 << 20 // bytes in concatenations of constants
	maxCallDepth = 500     // functions that call one another
	maxInlined   = 2000    // calls inlined into one kernel
	maxStmts     = 1 << 16 // statements, those of inlined calls each time
	maxValues    = 1 << 17 // SSA values
	maxDefs      = 1 << 20 // values of variables at the ends of blocks
)

// Build makes the SSA of the function called name. The error is an ErrorList.
func Build(src Source, name string, opts Options) (*Result, error) {
	open := load
	if opts.Fresh {
		open = parsed
	}
	p, err := open(src)
	if err != nil {
		return nil, err
	}
	k, err := p.kernel(name)
	if err != nil {
		return nil, err
	}
	if opts.Semantics == (ir.Semantics{}) {
		opts.Semantics = ir.DefaultSemantics()
	}
	return k.build(opts)
}

// Check builds every function of the source that has the look of a kernel, that is one whose parameters are of types
// that kernels can have and include a slice, and reports what is wrong with each.
func Check(src Source, opts Options) ([]Warning, error) {
	p, err := load(src)
	if err != nil {
		return nil, err
	}
	opts.Semantics = ir.DefaultSemantics()
	opts.anyInstance = true
	var errs ErrorList
	var warns []Warning
	seen := map[string]bool{}
	for _, name := range p.candidates() {
		k, err := p.kernel(name)
		var res *Result
		if err == nil {
			res, err = k.build(opts)
		}
		if err == errNoInstance {
			continue
		}
		if err != nil {
			errs = append(errs, err.(ErrorList)...)
			continue
		}
		for _, w := range res.Warnings {
			if s := w.String(); !seen[s] { // a callee's warnings appear with each caller
				seen[s] = true
				warns = append(warns, w)
			}
		}
	}
	if len(errs) > 0 {
		return warns, sortErrors(errs)
	}
	return warns, nil
}

// candidates names the functions that Check looks at, in the order of the source.
func (p *pkg) candidates() []string {
	var names []string
	for _, d := range p.order {
		fn, ok := d.node.(*ast.FuncDecl)
		if !ok || fn.Recv != nil || fn.Body == nil {
			continue
		}
		slice, ok := false, true
		for _, f := range fn.Type.Params.List {
			switch t := f.Type.(type) {
			case *ast.ArrayType, *ast.StarExpr:
				ok = ok && isData(t)
				slice = true
			case *ast.Ident:
				ok = ok && t.Name != "error" && t.Name != "any"
			default:
				ok = false
			}
		}
		if ok && slice {
			names = append(names, fn.Name.Name)
		}
	}
	return names
}

// isData says whether a parameter of this type looks like a kernel's data: a slice of something that has a name or of
// arrays, or a pointer to an array.
func isData(e ast.Expr) bool {
	switch t := e.(type) {
	case *ast.ArrayType:
		if elt, isIdent := t.Elt.(*ast.Ident); isIdent {
			return t.Len == nil && elt.Name != "string" && elt.Name != "error" && elt.Name != "any"
		}
		row, ok := t.Elt.(*ast.ArrayType)
		return t.Len == nil && ok && row.Len != nil
	case *ast.StarExpr:
		a, ok := t.X.(*ast.ArrayType)
		return ok && a.Len != nil
	}
	return false
}

// pkg is a parsed source. Kernels of it are checked one by one when asked for, and kept.
type pkg struct {
	once    sync.Once
	src     Source
	fset    *token.FileSet
	files   []*ast.File
	order   []*decl            // top-level declarations in source order
	decls   map[string][]*decl // by the names they declare
	methods map[string][]*decl // by method name
	err     error

	mu      sync.Mutex
	kernels map[string]*kernel
	written map[string][]use // found at first need, by variable
}

// The cache of parsed sources. A program has few of them; the bound only stops one that makes texts up all the time.
var cache struct {
	sync.Mutex
	m     map[string]*pkg
	order []string
}

const cacheSize = 128

// load parses src, or finds it parsed. Concurrent callers with one text share the work.
func load(src Source) (*pkg, error) {
	key := src.key()
	cache.Lock()
	p := cache.m[key]
	if p == nil {
		if cache.m == nil {
			cache.m = map[string]*pkg{}
		}
		if len(cache.order) >= cacheSize {
			delete(cache.m, cache.order[0])
			cache.order = append(cache.order[:0], cache.order[1:]...)
		}
		p = &pkg{src: src}
		cache.m[key] = p
		cache.order = append(cache.order, key)
	}
	cache.Unlock()
	p.once.Do(p.parse)
	return p, p.err
}

// parsed parses src without regard to the cache.
func parsed(src Source) (*pkg, error) {
	p := &pkg{src: src}
	p.once.Do(p.parse)
	return p, p.err
}

func (s Source) key() string {
	if len(s) == 1 {
		return s[0].Name + "\x00" + s[0].Text
	}
	var sb strings.Builder
	for _, f := range s {
		sb.WriteString(f.Name + "\x00" + f.Text + "\x00")
	}
	return sb.String()
}
