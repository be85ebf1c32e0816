package bench

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"

	"hotloop/bench/child"
	"hotloop/bench/frame"
	"hotloop/bench/source"
	"hotloop/loopopt/ir"
)

// FileKernels makes kernels of the functions of a file that run matches, in their order. Left out are those with type
// parameters, and unexported ones that others call and no line of arguments describes. A function of which none can be
// made becomes a kernel that says why.
func FileKernels(file, text string, run func(name string) bool) ([]*Kernel, error) {
	f, err := source.Load(file, text)
	if err != nil {
		return nil, err
	}
	called := map[string]bool{}
	for _, d := range f.AST.Decls {
		ast.Inspect(d, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok {
				if id, ok := ast.Unparen(c.Fun).(*ast.Ident); ok {
					called[id.Name] = true
				}
			}
			return true
		})
	}
	var all []*Kernel
	for _, d := range f.AST.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv != nil || fn.Body == nil || fn.Type.TypeParams != nil || !run(fn.Name.Name) {
			continue
		}
		name := fn.Name.Name
		if !fn.Name.IsExported() && called[name] && (fn.Doc == nil || !strings.Contains(fn.Doc.Text(), "args:")) ||
			name == "init" || name == "_" || name == "main" && f.AST.Name.Name == "main" {
			continue
		}
		k, err := fileKernel(f, name, "")
		if err != nil {
			k = &Kernel{Name: name, Suite: file, Code: Code{File: file, Text: text, Func: name}, Refused: err}
		}
		all = append(all, k)
	}
	return all, nil
}

// PackageKernels are FileKernels of several files. Functions that one file alone does not explain are made kernels from
// all of them together.
func PackageKernels(names, texts []string, run func(name string) bool) (all []*Kernel, err error) {
	for i, name := range names {
		kernels, err := FileKernels(name, texts[i], run)
		if err != nil {
			return nil, err
		}
		all = append(all, kernels...)
	}
	if len(names) < 2 || !slices.ContainsFunc(all, func(k *Kernel) bool { return k.Refused != nil }) {
		return all, nil
	}
	joined, err := source.Join(names, texts)
	if err != nil {
		return nil, err
	}
	f, err := source.Load("joined files", joined)
	if err != nil {
		return nil, err
	}
	for i, k := range all {
		if k.Refused == nil {
			continue
		}
		if whole, err := fileKernel(f, k.Name, ""); err == nil {
			whole.Suite = k.Suite
			all[i] = whole
		}
	}
	return all, nil
}

// FileKernel makes a kernel of a function in a file; inst are the types for its type parameters, if it has any.
// Arguments are what a line of its comment says, see source.ArgsLine, or made up from the signature.
func FileKernel(file, text, fn, inst string) (*Kernel, error) {
	f, err := source.Load(file, text)
	if err != nil {
		return nil, err
	}
	return fileKernel(f, fn, inst)
}

func fileKernel(f *source.File, fn, inst string) (*Kernel, error) {
	ulp := 0
	if err := f.Uses(fn, func(o types.Object) {
		if o.Pkg() != nil && o.Pkg().Path() == "math" && approximate()[o.Name()] {
			ulp = fileULP
		}
	}); err != nil {
		return nil, err
	}
	if err := f.Instantiate(fn, inst); err != nil {
		return nil, err
	}
	sig, err := f.Signature(fn)
	if err != nil {
		return nil, err
	}
	// What compiling takes is about this function.
	text, err := f.Extract(f.AST.Name.Name, fn)
	if err != nil {
		return nil, err
	}
	k := &Kernel{Name: fn, Suite: f.Name, Code: Code{File: f.Name, Text: text, Func: fn, Inst: inst},
		Builds:    Builds{Bind: BindAny},
		Tolerance: Tolerance{Sums: true, Cancels: true, Feeds: true, FastULP: fileULP, FuseULP: fileULP, MathULP: ulp}}
	if k.Type, err = source.ReflectType(sig); err != nil {
		return nil, fmt.Errorf("%s: %w", fn, err)
	}
	line, err := f.ArgsLine(fn)
	switch {
	case err != nil:
		return nil, err
	case line != nil:
		k.describe(line)
	default:
		k.useScheme(schemes[0])
	}
	return k, nil
}

// describe makes the arguments those of a line.
func (k *Kernel) describe(line source.ArgsLine) {
	k.Described, k.line = true, line
	k.Args = func(rng *rand.Rand, n int, d Data) []any {
		g := gen{rng, d, n}
		m := source.Maker{Rand: rng, Usual: func(leaf reflect.Value) { g.scalar(leaf, n) }, Text: g.text,
			Even: d == Whole || d == WholeSpecial}
		return m.Make(line, k.Type, n)
	}
	k.Work = func(n int) Work {
		w := Work{Elems: float64(n)}
		for _, a := range k.Args(rand.New(rand.NewPCG(1, 1)), n, Steady) {
			if v := reflect.ValueOf(a); v.Kind() == reflect.Slice || v.Kind() == reflect.String ||
				v.Kind() == reflect.Pointer {
				w.Load += float64(len(frame.Bytes(v)))
			}
		}
		return w
	}
}

// approximate has the functions of package math whose results are within an error here and in gc: those that the compiler
// computes in its own way, see package mathlib, but for Mod, which is exact.
var approximate = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{"Sincos": true}
	for op := ir.OpInvalid + 1; op < ir.NumOps; op++ {
		if op.Is(ir.FlagMath) && op != ir.OpMod {
			m[op.String()] = true
		}
	}
	return m
})

// fileULP is how far the results of a kernel with such functions may be from gc's, or of one that fuses or reorders
// operations where its mode permits that: what they are apart, and what sums, recurrences and quotients make of it. Bit
// for bit such a kernel is compared with the interpreter.
const fileULP = 1 << 12

// A scheme guesses what integers and lengths mean.
type scheme struct {
	name    string
	scalar  func(n int) int // value of every integer scalar
	small   func(n int) int // elements of integer slices stay below
	lengths func(n int) int
}

func itself(n int) int { return n }

// The schemes are tried in order until gc's own code does not panic: integers may be lengths, or the sides of a grid,
// or offsets into something larger.
var schemes = []scheme{
	{"lengths n, integers n", itself, itself, itself},
	{"lengths n, integers √n", func(n int) int { return int(math.Sqrt(float64(n))) }, itself, itself},
	{"lengths n, integers 1", func(int) int { return 1 }, itself, itself},
	{"lengths 4n, integers n", itself, itself, func(n int) int { return 4 * n }},
	{"lengths n+256, integers n", itself, func(n int) int { return 128 }, func(n int) int { return n + 256 }},
	{"lengths n², integers n", itself, itself, func(n int) int { return min(n*n, 1<<24) }},
}

func (k *Kernel) useScheme(s scheme) {
	k.Args = func(rng *rand.Rand, n int, d Data) []any {
		g := gen{rng, d, n}
		var args []any
		for i := range k.Type.NumIn() {
			v := reflect.New(k.Type.In(i)).Elem()
			switch {
			case v.CanInt():
				v.SetInt(int64(s.scalar(n)))
			case v.CanUint():
				v.SetUint(uint64(s.scalar(n)))
			default:
				g.fill(v, s.lengths(n), s.small(n))
			}
			args = append(args, v.Interface())
		}
		return args
	}
	k.Work = func(n int) Work {
		w := Work{Elems: float64(n)}
		for i := range k.Type.NumIn() {
			switch t := k.Type.In(i); t.Kind() {
			case reflect.Slice:
				w.Load += float64(s.lengths(n)) * float64(t.Elem().Size())
			case reflect.String:
				w.Load += float64(s.lengths(n))
			case reflect.Pointer:
				w.Load += float64(t.Elem().Size())
			}
		}
		return w
	}
}

// Settle chooses how to make up arguments: the first way with which the reference returns instead of panicking. It
// returns the way's name, or "" if all panic, of which the first stays. It fails with [child.ErrEndless] if the reference
// does not end with any of them.
func (k *Kernel) Settle(ref Reference, n int) (string, error) {
	var panics *scheme
	var endless error
	for i := range schemes {
		k.useScheme(schemes[i])
		o, err := ref.Outcome(frame.New(k.Args(rand.New(rand.NewPCG(1, 1)), n, Steady), frame.Layout{Share: -1}))
		switch {
		case errors.Is(err, child.ErrEndless):
			endless = err
		case err != nil:
			return "", err
		case o.Panic == "":
			return schemes[i].name, nil
		case panics == nil:
			panics = &schemes[i]
		}
	}
	if panics == nil {
		return "", endless
	}
	k.useScheme(*panics)
	return "", nil
}

// emptyText is the source of an empty function of the kernel's type.
func (k *Kernel) emptyText() (string, error) {
	f, err := k.Source()
	if err != nil {
		return "", err
	}
	return f.Empty("empty", k.Func)
}
