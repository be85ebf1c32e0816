package gen

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hotloop/cpu"
	"hotloop/frontend"
)

// Options are the options of a package.
type Options struct {
	Out  string     // directory of the files; "" is the package's own
	Tier []cpu.Tier // instruction sets; nil means all
	FP   string     // floating-point mode, "" is exact
	All  bool       // generate kernels without a gain too
}

// Files are the files of a package by name, without a directory.
type Files map[string]string

// Note is a message about a kernel.
type Note struct {
	Pos  string // file:line:col
	Text string
}

// Package is the result for a package.
type Package struct {
	Dir     string
	Files   Files
	Notes   []Note // kernels that stay Go code on some instruction set, with the reason
	Names   []string
	Kernels []Kernel
}

// Kernel is a function, or an instance of a generic function, with its assembly.
type Kernel struct {
	Call, Plain string            // Go expressions for the function that callers use and for the Go function
	Code        map[string]string // names of the assembly functions by instruction set
	Signature   *types.Signature
	Math        bool // mathematical functions or fast-math flags: last bits may differ from the Go function's
	Fusable     bool // the Go compiler may round x*y + z once
}

// formatVersion changes with the format of the files.
const formatVersion = 2

// Generate returns the files for the package in a directory. Kernels without a gain stay Go code, with a note. An error
// means that the package has no kernel, or one that the language or this command does not allow.
func Generate(dir string, o Options) (*Package, error) {
	g := &generator{dir: dir, options: o}
	if err := g.read(); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	if o.Out != "" {
		var err error
		if g.out, err = filepath.Abs(o.Out); err != nil {
			return nil, err
		}
	}
	if err := g.find(); err != nil {
		return nil, err
	}
	if err := g.compile(); err != nil {
		return nil, err
	}
	p := &Package{Dir: dir, Notes: g.notes, Files: Files{}}
	if g.out != "" {
		p.Dir = g.out
	}
	for _, fn := range g.functions {
		p.Names = append(p.Names, fn.expression(fn.name))
	}
	for _, k := range g.kernels {
		code := map[string]string{}
		for _, b := range k.bodies {
			code[b.isa.name] = b.name
		}
		call, plain := k.expressions()
		p.Kernels = append(p.Kernels, Kernel{call, plain, code, k.sig, k.math, k.fusable})
	}
	return p, g.write(p.Files)
}

// Dirs returns the directories that an argument names. DIR/... names DIR and the directories below it that have marked
// functions. Like the go command, it leaves out testdata, vendor, other modules, and names that begin with . or _.
func Dirs(arg string) (list []string, err error) {
	root, all := strings.CutSuffix(filepath.ToSlash(arg), "/...")
	if !all {
		if files, err := filepath.Glob(filepath.Join(arg, "*.go")); err != nil || len(files) == 0 {
			return nil, fmt.Errorf("%s has no Go files; name the directory of a package, or DIR/... for all below it", arg)
		}
		return []string{arg}, nil
	}
	root = filepath.Clean(root)
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch name := d.Name(); {
		case d.IsDir() && path != root && (name == "testdata" || name == "vendor" || name[0] == '.' || name[0] == '_' || hasModule(path)):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || generated(name) || slices.Contains(list, filepath.Dir(path)):
			return nil
		}
		text, err := os.ReadFile(path)
		if err == nil && bytes.Contains(text, []byte("\n//hotloop:kernel")) {
			list = append(list, filepath.Dir(path))
		}
		return err
	})
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s: no function is marked //hotloop:kernel; write //hotloop:kernel NAME above the functions to compile", arg)
	}
	return list, err
}

func hasModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// prefix is that of the names of all files.
const prefix = "hotloop_"

func generated(name string) bool { return strings.HasPrefix(filepath.Base(name), prefix) }

// generator is the state of Generate.
type generator struct {
	dir, out string
	options  Options
	src      frontend.Source

	constrained map[string]bool   // files that are not part of every build with assembly
	elsewhere   map[string]string // what they declare: the names of the files

	pkg   string // the package clause
	fset  *token.FileSet
	files map[string]*ast.File
	types *types.Package // the package of types that need no qualifier

	functions []*function
	kernels   []*kernel
	taken     map[string]string // positions of the package's functions, variables, constants and types, by name
	notes     []Note
}

// function is a marked function or method.
type function struct {
	name    string // of the function that callers use
	goName  string // of the Go function
	decl    *ast.FuncDecl
	pos     string
	recv    string           // the type of the receiver: T or (*T)
	generic *types.Signature // of a generic function
	kernels []*kernel        // one, or one for each instance
	err     error            // of an instance
	signature
}

// direct reports whether callers call the assembly itself. It cannot be a method or a generic function.
func (fn *function) direct() bool { return fn.recv == "" && fn.generic == nil }

// key identifies what the function declares, among functions and methods.
func (fn *function) key() string {
	if fn.recv != "" {
		return strings.Trim(fn.recv, "(*)") + "." + fn.name
	}
	return fn.name
}

// expression returns an expression for the function or its Go code.
func (fn *function) expression(name string) string {
	if fn.recv != "" {
		return fn.recv + "." + name
	}
	return name
}

// source returns the name of the kernel's Go code, as package frontend names functions.
func (k *kernel) source() string {
	name := k.fn.expression(k.fn.decl.Name.Name)
	if k.args != nil {
		name += "[" + strings.Join(k.args, ", ") + "]"
	}
	return name
}

// expressions returns Go expressions for the function that callers use and for the Go function.
func (k *kernel) expressions() (kernel, plain string) {
	kernel, plain = k.fn.expression(k.fn.name), k.fn.expression(k.fn.goName)
	if k.args != nil {
		args := "[" + strings.Join(k.args, ", ") + "]"
		kernel, plain = kernel+args, plain+args
	}
	return kernel, plain
}

// slow returns the name of the Go function that the assembly jumps to.
func (k *kernel) slow() string {
	if k.fn.direct() {
		return k.fn.goName
	}
	return k.name + "Go"
}

// kernel is a function or an instance of one.
type kernel struct {
	fn   *function
	name string   // of the assembly function that chooses the code
	args []string // type arguments
	pos  string

	*frame
	traps    []trap
	bodies   []*body
	fusable  bool // the Go compiler may round x*y + z once
	math     bool // uses mathematical functions or fast-math flags: last bits may differ from the Go function's
	noescape bool
}

// find parses the package and lists its kernels.
func (g *generator) find() error {
	g.fset, g.files, g.taken = token.NewFileSet(), map[string]*ast.File{}, map[string]string{}
	bodyless := map[string]bool{}
	for _, f := range g.src {
		constrained := g.constrained[f.Name]
		if f.Kind != frontend.GoFile && !constrained {
			continue
		}
		file, err := parser.ParseFile(g.fset, f.Name, f.Text, parser.ParseComments)
		if err != nil {
			return err
		}
		if !constrained {
			g.files[f.Name], g.pkg = file, file.Name.Name
		}
		for _, spec := range file.Imports {
			if spec.Path.Value == `"C"` && g.out == "" {
				return fmt.Errorf("%s: a package that imports \"C\" cannot contain Go assembly; write to another directory with -o",
					g.fset.Position(spec.Pos()))
			}
		}
		all := everywhere(filepath.Base(f.Name), f.Text, false)
		for _, d := range file.Decls {
			for _, id := range declared(d) {
				g.taken[id.Name] = g.fset.Position(id.Pos()).String()
				if constrained {
					g.elsewhere[id.Name] = f.Name
				}
			}
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if fn.Recv == nil {
				bodyless[fn.Name.Name] = fn.Body == nil
			}
			if _, ok := marked(fn); ok && !all {
				return fmt.Errorf("%s: %s is in a file that is not part of every build; move it to a file without build constraints",
					g.fset.Position(fn.Name.Pos()), fn.Name.Name)
			}
			if err := g.add(fn); err != nil {
				return err
			}
			if fn.Recv != nil && len(fn.Recv.List) == 1 {
				g.taken[strings.Trim(receiver(fn), "(*)")+"."+fn.Name.Name] = g.fset.Position(fn.Name.Pos()).String()
			}
		}
	}
	if len(g.functions) == 0 {
		return fmt.Errorf("%s: no function is marked //hotloop:kernel; write //hotloop:kernel NAME above the functions to compile",
			g.dir)
	}
	g.types = types.NewPackage(g.pkg, g.pkg)
	slices.SortFunc(g.functions, func(a, b *function) int { return strings.Compare(a.key(), b.key()) })
	for i, fn := range g.functions {
		name := fn.key()
		if i > 0 && g.functions[i-1].key() == name {
			return fmt.Errorf("%s: a second kernel has the name %s; write another name: //hotloop:kernel NAME", fn.pos, name)
		}
		if at := g.taken[name]; at != "" && (g.out == "" || fn.goName == fn.decl.Name.Name) {
			if bodyless[name] {
				return fmt.Errorf("%s: %s is declared at %s, for assembly; remove that declaration and its assembly", fn.pos, name, at)
			}
			return fmt.Errorf("%s: %s is declared at %s; write the name of the function to generate: //hotloop:kernel NAME",
				fn.pos, name, at)
		}
	}
	for _, fn := range g.functions {
		g.kernels = append(g.kernels, fn.kernels...)
		for _, k := range fn.kernels {
			for !fn.direct() && g.taken[k.name] != "" {
				k.name += "Kernel"
			}
			g.taken[k.name] = fn.pos
		}
	}
	return nil
}

// declared returns the names that a declaration declares in the package.
func declared(d ast.Decl) (list []*ast.Ident) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			list = append(list, d.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				list = append(list, s.Names...)
			case *ast.TypeSpec:
				list = append(list, s.Name)
			}
		}
	}
	return list
}

// add adds fn to the functions if it is marked.
func (g *generator) add(fn *ast.FuncDecl) error {
	words, ok := marked(fn)
	if !ok {
		return nil
	}
	pos := g.fset.Position(fn.Name.Pos()).String()
	switch {
	case fn.Body == nil:
		return fmt.Errorf("%s: %s has no body; write it in Go", pos, fn.Name.Name)
	case fn.Recv != nil && ofGenericType(fn):
		return fmt.Errorf("%s: %s is a method of a generic type, which hotloop gen does not support; mark a generic function "+
			"that the method calls", pos, fn.Name.Name)
	}
	f := &function{goName: fn.Name.Name, decl: fn, pos: pos}
	if fn.Recv != nil {
		f.recv = receiver(fn)
	}
	if len(words) > 0 && !strings.Contains(words[0], "=") {
		f.name, words = words[0], words[1:]
	}
	if f.name == "" {
		f.name = strings.TrimSuffix(strings.TrimSuffix(f.goName, "Generic"), "Go")
	}
	if !token.IsIdentifier(f.name) {
		return fmt.Errorf("%s: //hotloop:kernel %s: not a name of a function; write one: //hotloop:kernel NAME", pos, f.name)
	}
	if g.out != "" && f.name == f.goName {
		f.goName += "Go"
	}
	g.functions = append(g.functions, f)
	if fn.Type.TypeParams != nil {
		return g.instances(f, words)
	}
	k := &kernel{fn: f, name: f.name, pos: pos}
	if f.recv != "" {
		k.name = lowerFirst(strings.Trim(f.recv, "(*)")) + upperFirst(f.name)
	}
	f.kernels = []*kernel{k}
	return nil
}

// receiver returns the type of a method's receiver: T or (*T).
func receiver(fn *ast.FuncDecl) string {
	t := types.ExprString(ast.Unparen(fn.Recv.List[0].Type))
	if strings.HasPrefix(t, "*") {
		return "(" + t + ")"
	}
	return t
}

// ofGenericType reports whether a method's receiver has type parameters.
func ofGenericType(fn *ast.FuncDecl) (yes bool) {
	ast.Inspect(fn.Recv, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.IndexExpr, *ast.IndexListExpr:
			yes = true
		}
		return true
	})
	return yes
}

// marked reports whether a function is marked as a kernel, and returns the words after the mark.
func marked(fn *ast.FuncDecl) (words []string, ok bool) {
	if fn.Doc == nil {
		return nil, false
	}
	for _, c := range fn.Doc.List {
		if rest, found := strings.CutPrefix(c.Text, "//hotloop:kernel"); found && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
			return strings.Fields(rest), true
		}
	}
	return nil, false
}

// sum identifies what the files are made of: the source, the format and the options.
func (g *generator) sum() string {
	h := sha256.New()
	fmt.Fprintln(h, formatVersion, g.options.FP, g.options.All, g.isas())
	names := make([]string, 0, len(g.files))
	texts := map[string]string{}
	for _, f := range g.src {
		if _, ok := g.files[f.Name]; ok {
			names, texts[f.Name] = append(names, f.Name), f.Text
		}
	}
	slices.Sort(names)
	for _, n := range names {
		fmt.Fprintln(h, filepath.Base(n), len(texts[n]), texts[n])
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// isas returns the instruction sets to generate code for, the best of each architecture first.
func (g *generator) isas() (list []isa) {
	for _, s := range isas {
		if len(g.options.Tier) == 0 || slices.Contains(g.options.Tier, s.tier) {
			list = append(list, s)
		}
	}
	return list
}

// Write writes the files of p that have changed, and removes files of earlier runs that do not exist any more.
func (p *Package) Write() error {
	if err := os.MkdirAll(p.Dir, 0o777); err != nil {
		return err
	}
	for name, text := range p.Files {
		at := filepath.Join(p.Dir, name)
		if old, err := os.ReadFile(at); err == nil && string(old) == text {
			continue
		}
		if err := os.WriteFile(at, []byte(text), 0o666); err != nil {
			return err
		}
	}
	for _, name := range p.stale() {
		if err := os.Remove(filepath.Join(p.Dir, name)); err != nil {
			return err
		}
	}
	return nil
}

// stale returns the files of earlier runs that p does not have.
func (p *Package) stale() (list []string) {
	entries, err := os.ReadDir(p.Dir)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if _, ok := p.Files[e.Name()]; ok || !generated(e.Name()) {
			continue
		}
		if text, err := os.ReadFile(filepath.Join(p.Dir, e.Name())); err == nil && bytes.HasPrefix(text, []byte(mark)) {
			list = append(list, e.Name())
		}
	}
	return list
}

// Check returns an error that names the files that are missing, stale or superfluous.
func (p *Package) Check() error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(p.Files)) {
		at := filepath.Join(p.Dir, name)
		old, err := os.ReadFile(at)
		switch {
		case errors.Is(err, os.ErrNotExist):
			errs = append(errs, fmt.Errorf("%s is missing", at))
		case err != nil:
			errs = append(errs, err)
		case string(old) != p.Files[name]:
			errs = append(errs, fmt.Errorf("%s is stale", at))
		}
	}
	for _, name := range p.stale() {
		errs = append(errs, fmt.Errorf("%s is left from an earlier run", filepath.Join(p.Dir, name)))
	}
	if errs != nil {
		errs = append(errs, errors.New("run hotloop gen"))
	}
	return errors.Join(errs...)
}
