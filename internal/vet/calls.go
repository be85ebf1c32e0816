package vet

import (
	"go/ast"
	"go/build"
	"go/constant"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"hotloop"
	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/internal/lab/source"
	"hotloop/runtime"
)

// Call is a call of Accelerate, Compile or MustCompile that was found in a program.
type Call struct {
	Position string `json:"position"`
	Calls    string `json:"calls"` // Accelerate
	Kernel   string `json:"kernel"`
	Falls    bool   `json:"falls_back"`     // the Go function or the interpreter would run, or the call would fail
	Slow     bool   `json:"slow"`           // calls of the kernel go through package reflect
	Tiny     bool   `json:"tiny,omitempty"` // the function does less than a call of the kernel takes
	// Skipped says why nothing is known of the call.
	Skipped string    `json:"skipped,omitempty"`
	Errors  []Message `json:"errors,omitempty"`

	looked *Function // with the options of the call, if it has machine code
}

// Lines is what the report says of a call that something is wrong with.
func (c Call) Lines() (list []string) {
	say := func(text string) {
		list = append(list, c.Position+": "+c.Calls+" of "+c.Kernel+": "+text)
	}
	switch {
	case c.Skipped != "":
		say("not looked at: " + c.Skipped)
	case c.Falls:
		say("falls back")
		for _, e := range c.Errors {
			list = append(list, "\t"+e.String())
		}
	}
	if c.Slow {
		say("every call goes through package reflect, in about a microsecond: give it fewer parameters, a pointer to a " +
			"struct for several")
	}
	if c.Tiny {
		say("a call of the kernel takes longer than the Go function, which Go's compiler may inline: call that, or make the " +
			"loop that calls it the kernel")
	}
	return list
}

// file is a Go file of a program.
type file struct {
	syntax *ast.File
	path   string
	text   string
}

// program is what a package does with kernels.
type program struct {
	calls   []Call
	escapes []Message
	callers map[string]bool // the positions of functions that call kernels
}

// programIn finds the calls in the package in dir, and looks at their kernels.
func programIn(dir string, o Options) (p program, err error) {
	fset, files, err := parsed(dir)
	if err != nil {
		return p, err
	}
	var info *types.Info
	for _, f := range files {
		name := importName(f.syntax, "hotloop")
		if name == "" {
			continue
		}
		if info == nil {
			info = checked(fset, files)
		}
		w := caller{dir: dir, files: files, hotloop: name, o: o, fset: fset, info: info}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if c, ok := w.look(call); ok {
					p.calls = append(p.calls, c)
				}
			}
			return true
		})
	}
	if info != nil {
		var callers map[*ast.FuncDecl]bool
		p.escapes, callers = escapesIn(fset, files, info)
		p.callers = map[string]bool{}
		for fn := range callers {
			p.callers[fset.Position(fn.Pos()).String()] = true
		}
	}
	return p, nil
}

// importName is the name that a file imports the package by, "" if it does not.
func importName(f *ast.File, pkg string) string {
	for _, i := range f.Imports {
		p, _ := strconv.Unquote(i.Path.Value)
		if p != pkg && !strings.HasSuffix(p, "/"+pkg) {
			continue
		}
		if i.Name != nil {
			return i.Name.Name
		}
		return pkg
	}
	return ""
}

// caller looks at the calls in one file.
type caller struct {
	dir     string
	files   []file
	hotloop string
	o       Options
	fset    *token.FileSet
	info    *types.Info // of all files
}

// function is the name of the function of package hotloop that fun is, "" if it is none.
func (w *caller) function(fun ast.Expr) string {
	switch x := fun.(type) {
	case *ast.IndexExpr:
		return w.function(x.X)
	case *ast.SelectorExpr:
		if id, ok := x.X.(*ast.Ident); ok && id.Name == w.hotloop {
			return x.Sel.Name
		}
	}
	return ""
}

// look is what is known of a call, if it is one that makes a kernel.
func (w *caller) look(call *ast.CallExpr) (c Call, is bool) {
	c = Call{Position: w.fset.Position(call.Pos()).String(), Calls: w.function(call.Fun)}
	var text ast.Expr
	switch {
	case len(call.Args) < 2:
		return c, false
	case c.Calls == "Accelerate":
		fn := call.Args[0]
		if id, ok := fn.(*ast.Ident); ok && !w.declares(id.Name) { // f := Scale
			if x := w.initial(id); x != nil {
				fn = x
			}
		}
		c.Kernel, text = kernelName(fn), call.Args[1]
	case c.Calls == "Compile" || c.Calls == "MustCompile":
		text = call.Args[0]
		if l, ok := call.Args[1].(*ast.BasicLit); ok {
			c.Kernel, _ = strconv.Unquote(l.Value)
		}
	default:
		return c, false
	}
	if c.Kernel == "" {
		c.Kernel, c.Skipped = "a kernel", "which function it is is known at run time only"
		return c, true
	}
	world := frontend.TextOnly
	if c.Calls == "Accelerate" {
		world = frontend.PartOfPackage
	}
	var src, files frontend.Source
	var err error
	o := w.o
	for _, opt := range call.Args[2:] {
		name := ""
		if id, ok := opt.(*ast.Ident); ok {
			opt = w.initial(id)
		}
		if x, ok := opt.(*ast.CallExpr); ok {
			name = w.function(x.Fun)
		}
		switch name {
		case "WithPackage":
			if src, err = w.whole(); err != nil {
				c.Skipped = err.Error()
				return c, true
			}
			world = frontend.WholePackage
		case "WithFile", "WithArgument", "WithGlobal", "WithImport":
			if !w.given(&o, &files, name, opt.(*ast.CallExpr)) {
				c.Skipped = "the argument of its option " + name + " is known only at run time"
				return c, true
			}
		case "MaxISA", "Tune", "FP":
			v, ok := w.constant(opt.(*ast.CallExpr).Args)
			if !ok {
				c.Skipped = "what its option " + name + " says is known at run time only"
				return c, true
			}
			if err := chosen(&o, name, v); err != nil {
				c.Falls, c.Errors = true, []Message{{c.Position, err.Error()}}
				return c, true
			}
		case "NoVectorize":
			o.How.NoVectorize = true
		case "RequireNative", "Adapt", "WithFileName", "Background", "Lazy", "CacheDir", "DefaultCache":
		default:
			c.Skipped = "an option of it is known at run time only"
			return c, true
		}
	}
	if src == nil {
		if src = w.source(text); src == nil {
			c.Skipped = "its source is no file that is embedded as a string, and no constant"
			return c, true
		}
	}
	o.World = world
	w.judge(&c, append(slices.Clip(src), files...), o)
	return c, true
}

// chosen sets what an option with a constant of package hotloop says.
func chosen(o *Options, option string, v uint64) (err error) {
	switch option {
	case "FP":
		o.How.FPWritten = true
		o.How.FP, err = runtime.ParseFP(hotloop.FPMode(v).String())
	case "MaxISA":
		text := hotloop.ISA(v).String()
		var tier cpu.Tier
		if tier, err = cpu.ParseTier(text); err == nil && o.For == nil {
			o.How.ISA = text
		} else if err == nil && tier != cpu.Scalar && tier < o.For.Tier {
			f := cpu.Baseline(tier)
			o.For = &f
		}
	case "Tune":
		o.How.Tune = hotloop.CPU(v).String()
	}
	return err
}

// constant is the one argument of a call, if it is a constant of one of the types of package hotloop.
func (w *caller) constant(args []ast.Expr) (uint64, bool) {
	if len(args) != 1 {
		return 0, false
	}
	x := args[0]
	if id, ok := x.(*ast.Ident); ok && w.info.Types[x].Value == nil { // a variable that never changes
		if x = w.initial(id); x == nil {
			return 0, false
		}
	}
	v := w.info.Types[x].Value
	if v == nil || v.Kind() != constant.Int {
		return 0, false
	}
	n, exact := constant.Uint64Val(v)
	return n, exact && n <= math.MaxUint8
}

// initial is what a constant, or a variable that is assigned once, is declared with; nil if that is not known.
func (w *caller) initial(id *ast.Ident) (value ast.Expr) {
	assigned := 0
	for _, f := range w.files {
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, name := range n.Names {
					if name.Name == id.Name {
						assigned++
						if value = nil; i < len(n.Values) {
							value = n.Values[i]
						}
					}
				}
			case *ast.AssignStmt:
				for i, x := range n.Lhs {
					if l, ok := x.(*ast.Ident); ok && l.Name == id.Name {
						assigned++
						if value = nil; len(n.Lhs) == len(n.Rhs) && n.Tok != token.ADD_ASSIGN {
							value = n.Rhs[i]
						}
					}
				}
			case *ast.UnaryExpr:
				if l, ok := n.X.(*ast.Ident); ok && n.Op == token.AND && l.Name == id.Name {
					assigned = 2 // through the pointer, perhaps
				}
			case *ast.Field:
				for _, name := range n.Names {
					if name.Name == id.Name {
						assigned = 2 // a parameter goes by the name
					}
				}
			}
			return true
		})
	}
	if assigned != 1 {
		return nil
	}
	return value
}

// declares reports whether the package has a function called name.
func (w *caller) declares(name string) bool {
	return slices.ContainsFunc(w.files, func(f file) bool {
		return slices.ContainsFunc(f.syntax.Decls, func(d ast.Decl) bool {
			fn, ok := d.(*ast.FuncDecl)
			return ok && fn.Recv == nil && fn.Name.Name == name
		})
	})
}

// given adds the argument of an option. It returns false if the argument is unknown.
func (w *caller) given(o *Options, files *frontend.Source, option string, call *ast.CallExpr) bool {
	if len(call.Args) != 2 {
		return false
	}
	l, ok := call.Args[0].(*ast.BasicLit)
	if !ok {
		return false
	}
	name, err := strconv.Unquote(l.Value)
	if err != nil {
		return false
	}
	put := func(m *map[string]any, x any) {
		*m = maps.Clone(*m)
		if *m == nil {
			*m = map[string]any{}
		}
		(*m)[name] = x
	}
	switch option {
	case "WithImport": // the argument is taken to be the package that the program is built with
		p, err := build.Import(name, w.dir, build.FindOnly)
		if err != nil {
			return false
		}
		parts, err := frontend.ReadPackage(os.DirFS(p.Dir))
		if err != nil {
			return false
		}
		for _, f := range parts {
			f.Import, f.Name = name, filepath.Join(p.Dir, f.Name)
			*files = append(*files, f)
		}
	case "WithFile":
		text := w.source(call.Args[1])
		if text == nil {
			return false
		}
		*files = append(*files, text...)
	case "WithArgument":
		v := w.info.Types[call.Args[1]].Value
		if v == nil {
			return false
		}
		put(&o.Bind, v)
	case "WithGlobal":
		at, ok := call.Args[1].(*ast.UnaryExpr)
		if !ok || at.Op != token.AND {
			return false
		}
		t := w.variableType(at.X)
		if t == nil {
			return false
		}
		put(&o.Globals, reflect.New(t).Interface())
	}
	return true
}

// variableType is the type of a package-level variable, nil if it is none or has a type that kernels do not look into.
func (w *caller) variableType(x ast.Expr) reflect.Type {
	id, ok := x.(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := w.info.Uses[id].(*types.Var)
	if !ok || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return nil
	}
	t, err := source.SignatureType(types.NewSignatureType(nil, nil, nil, types.NewTuple(v), nil, false))
	if err != nil {
		return nil
	}
	return t.In(0)
}

// judge builds and compiles the kernel of a call as the call would.
func (w *caller) judge(c *Call, src frontend.Source, o Options) {
	f, err := Look(src, frontend.Function{Name: c.Kernel}, o)
	if err != nil {
		c.Skipped = err.Error()
		return
	}
	c.Errors = f.Errors
	if !f.Native {
		c.Falls = true
		c.Errors = append(c.Errors, f.Warnings...)
	}
	if !f.Accepted && o.World == frontend.PartOfPackage {
		w.changed(c, o)
	}
	if f.Native {
		c.Slow, c.Tiny, c.looked = f.reflects, f.Tiny, &f
	}
}

// whole is the package that the call is in.
func (w *caller) whole() (frontend.Source, error) {
	src, err := frontend.ReadPackage(os.DirFS(w.dir))
	for i := range src {
		src[i].Name = filepath.Join(w.dir, src[i].Name)
	}
	return src, err
}

// changed has errors about variables that a file not given might change say where one does: then neither a directive
// nor the whole package helps.
func (w *caller) changed(c *Call, o Options) {
	src, err := w.whole()
	if err != nil {
		return
	}
	o.World = frontend.WholePackage
	f, err := Look(src, frontend.Function{Name: c.Kernel}, o)
	if err != nil {
		return
	}
	for i, e := range c.Errors {
		for _, known := range f.Errors {
			if known.Position == e.Position && strings.HasPrefix(known.Message, "package-level variable ") {
				c.Errors[i] = known
			}
		}
	}
}

// kernelName is the name of the function that an expression stands for, as Compile takes it.
func kernelName(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.IndexExpr:
		return kernelName(x.X)
	case *ast.IndexListExpr:
		return kernelName(x.X)
	case *ast.SelectorExpr:
		switch t := x.X.(type) {
		case *ast.Ident:
			return t.Name + "." + x.Sel.Name
		case *ast.ParenExpr:
			if p, ok := t.X.(*ast.StarExpr); ok {
				if id, ok := p.X.(*ast.Ident); ok {
					return "(*" + id.Name + ")." + x.Sel.Name
				}
			}
		}
	}
	return ""
}

// source is the text that an expression stands for: a package-level variable that a file is embedded in, a constant or
// variable that is declared with a string, or the string itself.
func (w *caller) source(x ast.Expr) frontend.Source {
	if l, ok := x.(*ast.BasicLit); ok {
		return literal(l, w.fset.Position(l.Pos()).Filename)
	}
	id, ok := x.(*ast.Ident)
	if !ok {
		return nil
	}
	for _, f := range w.files {
		for _, d := range f.syntax.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, s := range g.Specs {
				v, ok := s.(*ast.ValueSpec)
				if !ok {
					continue
				}
				i := slices.IndexFunc(v.Names, func(n *ast.Ident) bool { return n.Name == id.Name })
				if i < 0 {
					continue
				}
				if i < len(v.Values) {
					if l, ok := v.Values[i].(*ast.BasicLit); ok {
						return literal(l, f.path)
					}
					return nil
				}
				return w.embedded(g, v)
			}
		}
	}
	return nil
}

func literal(l *ast.BasicLit, name string) frontend.Source {
	text, err := strconv.Unquote(l.Value)
	if err != nil || l.Kind != token.STRING {
		return nil
	}
	return frontend.Text(name, text)
}

// embedded is the one file that a directive embeds in a variable.
func (w *caller) embedded(g *ast.GenDecl, v *ast.ValueSpec) frontend.Source {
	for _, doc := range []*ast.CommentGroup{v.Doc, g.Doc} {
		if doc == nil {
			continue
		}
		for _, c := range doc.List {
			name, ok := strings.CutPrefix(c.Text, "//go:embed ")
			if name = strings.TrimSpace(name); !ok || !fs.ValidPath(name) || path.Ext(name) != ".go" {
				continue
			}
			at := filepath.Join(w.dir, filepath.FromSlash(name))
			if text, err := os.ReadFile(at); err == nil {
				return frontend.Text(at, string(text))
			}
		}
	}
	return nil
}
