package frontend

import (
	"go/types"
	"io/fs"
	"reflect"

	"hotloop/frontend/check"
	"hotloop/frontend/syntax"
	"hotloop/loopopt/ir"
)

// These types describe the input of a build and its errors. Package syntax and package check declare them; the
// names here are for callers that import only this package.
type (
	// Source is the text of a package, or of the part of it that the kernel needs.
	Source = syntax.Source
	// File is one source file.
	File = syntax.File
	// World describes what code there is besides the source.
	World = syntax.World
	// ErrorList lists all errors in a kernel's source. Warning is a message that does not stop a kernel from being
	// built.
	ErrorList = syntax.ErrorList
	Warning   = syntax.Warning
	// Function is a function or method of a source.
	Function = check.Function
)

// These are the kinds of files and the worlds that package syntax declares.
const (
	GoFile       = syntax.GoFile
	TestFile     = syntax.TestFile
	AssemblyFile = syntax.AssemblyFile

	TextOnly      = syntax.TextOnly
	PartOfPackage = syntax.PartOfPackage
	WholePackage  = syntax.WholePackage
	WholePlugin   = syntax.WholePlugin
)

// Text returns a Source that consists of one file.
func Text(name, text string) Source { return syntax.Text(name, text) }

// ReadPackage reads the package in the root of fsys with the files that the go command would compile for this
// machine.
func ReadPackage(fsys fs.FS) (Source, error) { return syntax.ReadPackage(fsys) }

// Functions lists the functions and methods of the source in source order.
func Functions(src Source) ([]Function, error) { return check.Functions(src) }

// Declared returns the signature of a function or method of the source, with its type parameters.
func Declared(src Source, name string) (*types.Signature, error) {
	k, err := check.Open(src, name)
	if err != nil {
		return nil, err
	}
	return k.Info.Def(k.Fn.Name).(*types.Func).Signature(), nil
}

// Outside warns about names in a function and its callees that have another meaning if this file is the whole
// source.
func Outside(src Source, name string) ([]Warning, error) { return check.Outside(src, name) }

// Options control how a kernel is built.
type Options struct {
	// Type is the requested func type, without the bound parameters. If it is nil, the source determines the type.
	Type reflect.Type
	// FP is the floating-point mode where no directive sets one. FPWritten reports that the user chose it. An
	// exact mode that the user chose overrides the permissions that a forced vectorization would otherwise imply.
	FP        ir.FPFlags
	FPWritten bool
	// World describes what code there is besides the source. If it is not TextOnly, the source is that of a
	// function that a Go compiler has compiled, and Type is that function's type.
	World World
	// Entry is the position of that function in the program, such as "file.go:12" without a directory, or "" if
	// unknown.
	Entry string
	// Receiver says how a method obtains its receiver. The receiver of a method value is not a parameter of Type.
	Receiver Receiver
	// Globals are package-level variables that the kernel uses in place. It maps names to pointers to the
	// variables. The caller keeps the variables alive as long as the function is in use.
	Globals map[string]any
	// Symbols reports that code is linked with the kernel's package, so that the kernel may use its package-level
	// variables in place. The parameter for a variable has its name, and Param.Addr is not its address.
	Symbols bool
	// Bind binds parameters to constant values of type bool, an integer or float type, or constant.Value.
	Bind map[string]any
	// Semantics describes the Go implementation where the spec leaves behavior open. The zero value stands for
	// ir.DefaultSemantics.
	Semantics ir.Semantics
	// Fresh parses and checks the source even if a cached result exists, for measurements.
	Fresh bool
	// Transient makes a function with ir.NewTransient. The caller must call its Release method.
	Transient bool

	// AnyInstance builds a generic function for the first types that its constraints allow.
	AnyInstance bool

	instance string // the type arguments in the function's name: "float32, int"
}

// Result is a kernel ready for the optimizer.
type Result struct {
	Func     *ir.Func
	Warnings []Warning
	// Notes describes how requests in the source were handled, if that deserves a remark.
	Notes []Warning
	// Makes lists what Go makes for the kernel and what to write instead.
	Makes []Warning
	// Fusable lists the sums of products that the Go compiler of this build may round once and the kernel rounds
	// twice.
	Fusable []ir.Pos
	// Signature is the signature of the function or of its instance.
	Signature *types.Signature
	// Params and Returns say where the arguments of a call hold Func's parameters and where its results go. Both
	// are nil if each is one of the signature's, in order, with a method's receiver first.
	Params, Returns []Origin
	// Bound maps the names of bound parameters to their values as their types represent them, for display.
	Bound map[string]string
	// Unsafe reports that the kernel uses package unsafe. It may access memory that is not in its arguments.
	Unsafe bool
	// Assumed lists the predeclared functions that the kernel calls and whose meaning the source does not settle:
	// see World.
	Assumed []string
}

// AppendProof is an expression that only the predeclared append can form.
const AppendProof = check.AppendProof

// These limits ensure that no source, however contrived, exhausts the machine.
const (
	maxInlined = 2000    // calls inlined into one kernel
	maxStmts   = 1 << 16 // statements, counted for each inlined call
	maxValues  = 1 << 17 // SSA values
	maxDefs    = 1 << 20 // values of variables at the ends of blocks
)

// Build builds the SSA of the function called name. The error is an ErrorList.
func Build(src Source, name string, opts Options) (*Result, error) {
	find := check.Open
	if opts.Fresh {
		find = check.OpenFresh
	}
	name, opts.instance = cutInstance(name)
	k, err := find(withTypes(src, opts.Type), name)
	if err != nil {
		return nil, err
	}
	if opts.Semantics == (ir.Semantics{}) {
		opts.Semantics = ir.DefaultSemantics()
	}
	return buildSSA(k, opts)
}
