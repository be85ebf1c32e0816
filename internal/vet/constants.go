package vet

import (
	"errors"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path"
	"reflect"

	"hotloop"
)

// named are the constants of package hotloop.
var named = map[string]any{
	"FPNoNaNs": hotloop.FPNoNaNs, "FPNoInfs": hotloop.FPNoInfs, "FPNoSignedZeros": hotloop.FPNoSignedZeros,
	"FPReciprocal": hotloop.FPReciprocal, "FPContract": hotloop.FPContract, "FPApproximate": hotloop.FPApproximate,
	"FPReassociate": hotloop.FPReassociate, "FPExact": hotloop.FPExact, "FPGo": hotloop.FPGo, "FPFast": hotloop.FPFast,
	"AVX2": hotloop.AVX2, "AVX512": hotloop.AVX512, "NEON": hotloop.NEON,
	"GenericCPU": hotloop.GenericCPU, "Haswell": hotloop.Haswell, "SkylakeAVX512": hotloop.SkylakeAVX512,
	"IcelakeServer": hotloop.IcelakeServer, "SapphireRapids": hotloop.SapphireRapids, "Zen2": hotloop.Zen2,
	"Zen3": hotloop.Zen3, "Zen4": hotloop.Zen4, "Zen5": hotloop.Zen5, "NeoverseN1": hotloop.NeoverseN1,
	"NeoverseN2": hotloop.NeoverseN2, "NeoverseV1": hotloop.NeoverseV1, "NeoverseV2": hotloop.NeoverseV2,
	"AppleM1":      hotloop.AppleM1,
	"RemarkPassed": hotloop.RemarkPassed, "RemarkMissed": hotloop.RemarkMissed, "RemarkAnalysis": hotloop.RemarkAnalysis,
	"RemarkWarning": hotloop.RemarkWarning,
}

// constants imports package hotloop as its constants and their types, which is what options are evaluated with. It has
// no other package.
type constants struct{}

func (constants) Import(at string) (*types.Package, error) {
	if path.Base(at) != "hotloop" {
		return nil, errors.New("not read")
	}
	pkg := types.NewPackage(at, "hotloop")
	for name, v := range named {
		t := reflect.TypeOf(v).Name()
		if pkg.Scope().Lookup(t) == nil {
			obj := types.NewTypeName(token.NoPos, pkg, t, nil)
			types.NewNamed(obj, types.Typ[types.Uint8], nil)
			pkg.Scope().Insert(obj)
		}
		value := constant.MakeUint64(reflect.ValueOf(v).Uint())
		pkg.Scope().Insert(types.NewConst(token.NoPos, pkg, name, pkg.Scope().Lookup(t).Type(), value))
	}
	pkg.MarkComplete()
	return pkg, nil
}

// checked finds the types of a folder's files, as far as they do not depend on other packages.
func checked(fset *token.FileSet, files []file) *types.Info {
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
	}
	packages := map[string][]*ast.File{} // the folder's and that of its tests
	for _, f := range files {
		name := f.syntax.Name.Name
		packages[name] = append(packages[name], f.syntax)
	}
	conf := types.Config{Error: func(error) {}, Importer: constants{}}
	for name, list := range packages {
		conf.Check(name, fset, list, info)
	}
	return info
}
