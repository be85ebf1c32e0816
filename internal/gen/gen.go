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
	Dir       string
	Files     Files
	Notes     []Note // kernels that stay Go code on some instruction set, with the reason
	Names     []string
	Functions map[string]string // instruction sets by the names of the assembly functions
}

// formatVersion changes with the format of the files.
const formatVersion = 1

// Generate returns the files for the package in a directory. Kernels without a gain stay Go code, with a note. An error
// means that the package has no kernel, or one that the language or this command does not allow.
func Generate(dir string, o Options) (*Package, error) {
	src, err := frontend.ReadPackage(os.DirFS(dir))
	if err != nil {
		return nil, err
	}
	src = slices.DeleteFunc(src, func(f frontend.File) bool { return generated(f.Name) })
	g := &generator{dir: dir, options: o, src: src}
	if o.Out != "" {
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
	p := &Package{Dir: dir, Notes: g.notes, Files: Files{}, Functions: map[string]string{}}
	if g.out != "" {
		p.Dir = g.out
	}
	for _, k := range g.kernels {
		p.Names = append(p.Names, k.name)
		for _, b := range k.bodies {
			p.Functions[b.name] = b.tier.String()
		}
	}
	return p, g.write(p.Files)
}

// prefix is that of the names of all files.
const prefix = "hotloop_"

func generated(name string) bool { return strings.HasPrefix(filepath.Base(name), prefix) }

// generator is the state of Generate.
type generator struct {
	dir, out string
	options  Options
	src      frontend.Source
	pkg      string // the package clause
	fset     *token.FileSet
	files    map[string]*ast.File
	kernels  []*kernel
	notes    []Note
}

// kernel is a marked function.
type kernel struct {
	name   string // of the function that callers use
	goName string // of the Go function
	file   string
	decl   *ast.FuncDecl
	pos    string

	*frame
	pkg      *types.Package
	traps    []trap
	bodies   []*body
	fusable  bool // the Go compiler may round x*y + z once
	math     bool // uses mathematical functions or fast-math flags: last bits may differ from the Go function's
	noescape bool
}

// find parses the package and lists its kernels.
func (g *generator) find() error {
	g.fset, g.files = token.NewFileSet(), map[string]*ast.File{}
	taken, bodyless := map[string]string{}, map[string]bool{}
	for _, f := range g.src {
		if f.Kind != frontend.GoFile || f.Import != "" {
			continue
		}
		file, err := parser.ParseFile(g.fset, f.Name, f.Text, parser.ParseComments)
		if err != nil {
			return err
		}
		g.files[f.Name], g.pkg = file, file.Name.Name
		for _, spec := range file.Imports {
			if spec.Path.Value == `"C"` && g.out == "" {
				return fmt.Errorf("%s: a package that imports \"C\" cannot contain Go assembly; write to another directory with -o",
					g.fset.Position(spec.Pos()))
			}
		}
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				if fn.Recv == nil {
					taken[fn.Name.Name] = g.fset.Position(fn.Pos()).String()
					bodyless[fn.Name.Name] = fn.Body == nil
				}
				if err := g.add(f.Name, fn); err != nil {
					return err
				}
			}
		}
	}
	if len(g.kernels) == 0 {
		return fmt.Errorf("%s: no function is marked //hotloop:kernel", g.dir)
	}
	slices.SortFunc(g.kernels, func(a, b *kernel) int { return strings.Compare(a.name, b.name) })
	for i, k := range g.kernels {
		if i > 0 && g.kernels[i-1].name == k.name {
			return fmt.Errorf("%s: a second kernel has the name %s", k.pos, k.name)
		}
		if at := taken[k.name]; at != "" && g.out == "" {
			if bodyless[k.name] {
				return fmt.Errorf("%s: %s is declared at %s, for assembly; remove that declaration and its assembly", k.pos, k.name, at)
			}
			return fmt.Errorf("%s: %s is declared at %s; write the name of the function to generate: //hotloop:kernel NAME",
				k.pos, k.name, at)
		}
	}
	return nil
}

// add adds fn to the kernels if it is marked.
func (g *generator) add(file string, fn *ast.FuncDecl) error {
	name, ok := marked(fn)
	if !ok {
		return nil
	}
	pos := g.fset.Position(fn.Name.Pos()).String()
	switch {
	case fn.Recv != nil:
		return fmt.Errorf("%s: %s is a method, which hotloop gen does not support; mark a function that the method calls",
			pos, fn.Name.Name)
	case fn.Type.TypeParams != nil:
		return fmt.Errorf("%s: %s is generic, which hotloop gen does not support; mark a function for each type", pos, fn.Name.Name)
	case fn.Body == nil:
		return fmt.Errorf("%s: %s has no body", pos, fn.Name.Name)
	}
	k := &kernel{name: name, goName: fn.Name.Name, file: file, decl: fn, pos: pos}
	if k.name == "" {
		k.name = strings.TrimSuffix(strings.TrimSuffix(k.goName, "Generic"), "Go")
	}
	if !token.IsIdentifier(k.name) {
		return fmt.Errorf("%s: //hotloop:kernel %s: not a name of a function", pos, k.name)
	}
	if g.out != "" && k.name == k.goName {
		k.goName += "Go"
	}
	g.kernels = append(g.kernels, k)
	return nil
}

// marked reports whether a function is marked as a kernel, and returns the name after the mark.
func marked(fn *ast.FuncDecl) (name string, ok bool) {
	if fn.Doc == nil {
		return "", false
	}
	for _, c := range fn.Doc.List {
		if rest, found := strings.CutPrefix(c.Text, "//hotloop:kernel"); found && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
			if words := strings.Fields(rest); len(words) > 0 {
				name = words[0]
			}
			return name, true
		}
	}
	return "", false
}

// sum identifies what the files are made of: the source, the format and the options.
func (g *generator) sum() string {
	h := sha256.New()
	fmt.Fprintln(h, formatVersion, g.options.FP, g.options.All, g.tiers())
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

// tiers returns the instruction sets to generate code for, the best of each architecture first.
func (g *generator) tiers() []cpu.Tier {
	list := g.options.Tier
	if len(list) == 0 {
		list = []cpu.Tier{cpu.AVX512, cpu.AVX2, cpu.NEON}
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b cpu.Tier) int { return int(b) - int(a) })
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
