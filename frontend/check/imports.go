package check

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"sync"

	"hotloop/frontend/syntax"
)

// Other packages are type-checked from source if it is given, or if stdsource.go contains it. Only the bodies
// of functions that the kernel calls are checked.

// imports holds the packages of a kernel other than its own, in one round. As long as the kernel calls nothing
// in them, they are shared by the kernels of the source, and have no bodies.
type imports struct {
	packages map[string]*types.Package
	sources  map[*types.Package]*syntax.Package
}

// sharedImports holds the packages that the kernels of a source share.
type sharedImports struct {
	mu sync.Mutex
	imports
}

// Sourced returns the source of p, which may be the kernel's own package; nil if there is none.
func (k *Kernel) Sourced(p *types.Package) *syntax.Package {
	if p == nil {
		return nil
	}
	if p == k.Types {
		return k.Pkg
	}
	return k.imports.sources[p]
}

// importer finds packages for the type checker; it caches them in im.
type importer struct {
	k    *Kernel
	im   *imports
	conf *types.Config
	info *types.Info // nil for shared packages
	r    *syntax.Reports
}

// withImports runs the type checker with an importer.
func (k *Kernel) withImports(conf *types.Config, r *syntax.Reports, check func()) {
	if k.callsOut {
		k.imports = imports{}
		conf.Importer = importer{k, &k.imports, conf, k.Info.maps, r}
		check()
		return
	}
	k.shared.mu.Lock()
	defer k.shared.mu.Unlock()
	quiet := &types.Config{Sizes: sizes, DisableUnusedImportCheck: true, IgnoreFuncBodies: true, Error: func(error) {}}
	i := importer{k, &k.shared.imports, quiet, nil, r}
	quiet.Importer, conf.Importer = i, i
	check()
	k.imports = imports{maps.Clone(k.shared.packages), maps.Clone(k.shared.sources)} // other kernels go on using the shared maps
}

// Import implements types.Importer.
func (i importer) Import(path string) (*types.Package, error) {
	if p := i.im.packages[path]; p != nil {
		return p, nil
	}
	src := i.k.Pkg.Imported(path)
	if src == nil {
		if src = stdSource(i.k.Pkg, path); src == nil {
			return StdImporter{}.Import(path)
		}
	}
	im := i.im
	if im.packages == nil {
		im.packages, im.sources = map[string]*types.Package{}, map[*types.Package]*syntax.Package{}
	}
	called := i.k.called
	if i.info == nil {
		called = nil
	}
	files, surveys := src.Signatures(called)
	if !i.k.withinLimits(files, surveys, i.r) {
		return nil, fmt.Errorf("package %q is too large", path)
	}
	p := types.NewPackage(path, src.Files[0].Name.Name)
	im.packages[path] = p // for import cycles, which are reported elsewhere
	_ = types.NewChecker(i.conf, i.k.Pkg.Fset, p, i.info).Files(files)
	p.MarkComplete()
	im.sources[p] = src
	return p, nil
}

// isSource reports whether the package at path has a source.
func (k *Kernel) isSource(path string) bool {
	return k.imports.sources[k.imports.packages[path]] != nil
}

// pkgOf returns the package in which to look up the field or method of selector e: the one that declares it.
func (k *Kernel) pkgOf(e *ast.SelectorExpr) *types.Package {
	if o := k.Info.Use(e.Sel); o != nil && o.Pkg() != nil {
		return o.Pkg()
	}
	return k.Types
}

// LookupField returns the field or method of a selector whose operand has type t.
func (k *Kernel) LookupField(t types.Type, e *ast.SelectorExpr) (types.Object, []int) {
	o, index, _ := types.LookupFieldOrMethod(t, true, k.pkgOf(e), e.Sel.Name)
	return o, index
}
