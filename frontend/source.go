package frontend

import (
	"go/types"
	"io/fs"
	"reflect"

	"hotloop/frontend/check"
	"hotloop/frontend/syntax"
	"hotloop/loopopt/ir"
)

// What a caller hands in, and what comes back where that is wrong. Package syntax declares these; the names here are
// for those who import nothing else.
type (
	// Source is the text of a package, or of as much of it as the kernel needs.
	Source = syntax.Source
	// File is one source file, and FileKind what it is good for.
	File     = syntax.File
	FileKind = syntax.FileKind
	// World says what there is besides the source.
	World = syntax.World
	// ErrorList is all that is wrong with a kernel's source, Error one thing of it, Warning what does not stop a
	// kernel.
	ErrorList = syntax.ErrorList
	Error     = syntax.Error
	Warning   = syntax.Warning
	// Function is a function or method of a source.
	Function = check.Function
)

// The kinds of files, and the worlds, as package syntax declares them.
const (
	GoFile       = syntax.GoFile
	TestFile     = syntax.TestFile
	AssemblyFile = syntax.AssemblyFile

	TextOnly      = syntax.TextOnly
	PartOfPackage = syntax.PartOfPackage
	WholePackage  = syntax.WholePackage
	WholePlugin   = syntax.WholePlugin
)

// Text is the source of one file.
func Text(name, text string) Source { return syntax.Text(name, text) }

// ReadPackage reads the package in the root of fsys, as the go command would compile it for this machine.
func ReadPackage(fsys fs.FS) (Source, error) { return syntax.ReadPackage(fsys) }

// Functions lists the functions and methods of the source, in its order.
func Functions(src Source) ([]Function, error) { return check.Functions(src) }

// Outside warns of names in a function, and in what it calls, that mean something else if one file is all of the
// source.
func Outside(src Source, name string) ([]Warning, error) { return check.Outside(src, name) }

// Options say how to build a kernel.
type Options struct {
	// Type is the func type asked for, without the bound parameters; nil accepts what the source says.
	Type reflect.Type
	// FP is the floating-point mode where no directive says otherwise. FPWritten means that the user chose it: an
	// exact mode that is written out forbids what a forced vectorization would otherwise grant.
	FP        ir.FPFlags
	FPWritten bool
	// World says what there is besides the source. Where it is not TextOnly, the source is that of a function that a
	// Go compiler has compiled, and Type is that function's own.
	World World
	// Entry is where that function begins in the program, "file.go:12" without a folder; "" if it is not known.
	Entry string
	// Receiver says how a method has its receiver; that of a method value is none of Type's parameters.
	Receiver Receiver
	// Globals are package-level variables that the kernel uses in place, by name: pointers to them, which the caller
	// keeps alive as long as the function is used.
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

	instance string // the type arguments that the name of the function has: "float32, int"
}

// Result is a kernel ready for the optimizer.
type Result struct {
	Func     *ir.Func
	Warnings []Warning
	// Notes is what was done with what the source asks for, and is worth a remark.
	Notes []Warning
	// Makes is what the kernel has Go make, with what to write instead.
	Makes []Warning
	// Fusable are the sums of products that the Go compiler of this build may round once, and the kernel rounds twice.
	Fusable []ir.Pos
	// Signature is that of the function, or of the instance of it.
	Signature *types.Signature
	// Params and Returns say where the parameters of Func are found in the arguments of a call, and where in its results
	// those of Func go. Both are nil if each is one of the signature, in its order, the receiver of a method first.
	Params, Returns []Origin
	// Bound are the values of bound parameters by name, as their types represent them, for display.
	Bound map[string]string
	// Unsafe says that the kernel uses package unsafe: what it accesses need not be in its arguments.
	Unsafe bool
	// Assumed are the predeclared functions that the kernel calls and that nothing settles: see World.
	Assumed []string
}

// Limits on what is built, so that no text, however made up, exhausts the machine.
const (
	maxInlined = 2000    // calls inlined into one kernel
	maxStmts   = 1 << 16 // statements, those of inlined calls each time
	maxValues  = 1 << 17 // SSA values
	maxDefs    = 1 << 20 // values of variables at the ends of blocks
)

// Build makes the SSA of the function called name. The error is an ErrorList.
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
