package frontend

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"sync"

	"hotloop/loopopt/ir"
)

// Options say how to build a kernel.
type Options struct {
	// Type is the func type asked for, without the bound parameters; nil accepts what the source says.
	Type reflect.Type
	// FP is the floating-point mode where no directive says otherwise. FPWritten means that the user chose it: an
	// exact mode that is written out forbids what a forced vectorization would otherwise grant.
	FP        ir.FPFlags
	FPWritten bool
	// World says what there is besides the source. Where it is not TextOnly, the source is that of a function that a Go compiler has
	// compiled, and Type is that function's own.
	World World
	// Globals are package-level variables that the kernel uses in place, by name: pointers to them, which the caller keeps alive as
	// long as the function is used.
	Globals map[string]any
	// Bind gives parameters constant values: bool, any integer or float type, or constant.Value.
	Bind map[string]any
	// Semantics says what the Go implementation at hand does where the spec leaves it open; the zero value stands for
	// ir.DefaultSemantics.
	Semantics ir.Semantics
	// Fresh parses and checks the source even if that has been done before: for measuring.
	Fresh bool
	// Transient makes the function one of ir.NewTransient's: the caller calls its Release.
	Transient bool

	// AnyInstance builds a generic function for the first types that its constraints allow.
	AnyInstance bool
}

// Result is a kernel ready for the optimizer.
type Result struct {
	Func     *ir.Func
	Warnings []Warning
	// Signature is that of the function, or of the instance of it.
	Signature *types.Signature
	// Bound are the values of bound parameters by name, as their types represent them, for display.
	Bound map[string]string
	// Assumed are the predeclared functions that the kernel calls and that nothing settles: see World.
	Assumed []string
}

// Limits on what is accepted, so that no text, however made up, exhausts the machine.
const (
	maxSource    = 4 << 20 // bytes
	maxNesting   = 2000    // of syntax nodes
	maxExprs     = 1 << 18 // expressions in the declarations that a kernel needs, names included
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

// pkg is a parsed source. Kernels of it are checked one by one when asked for, and kept.
type pkg struct {
	once    sync.Once
	src     Source // Go files first
	fset    *token.FileSet
	files   []*ast.File        // of the Go files, in the same order
	order   []*decl            // top-level declarations in source order
	decls   map[string][]*decl // by the names they declare
	methods map[string][]*decl // by method name
	err     error

	mu      sync.Mutex
	kernels map[string]*kernel
	changed *changes // found at first need
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
		p = &pkg{src: src.sorted()}
		cache.m[key] = p
		cache.order = append(cache.order, key)
	}
	cache.Unlock()
	p.once.Do(p.parse)
	return p, p.err
}

// parsed parses src without regard to the cache.
func parsed(src Source) (*pkg, error) {
	p := &pkg{src: src.sorted()}
	p.once.Do(p.parse)
	return p, p.err
}
