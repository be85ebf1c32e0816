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

	"hotloop/internal/lab/child"
	"hotloop/internal/lab/frame"
	"hotloop/internal/lab/source"
	"hotloop/loopopt/ir"
)

// FileKernels creates kernels of the functions of a file whose names run accepts, in their order. It leaves out
// functions with type parameters, and unexported ones that others call and that have no args line. If no kernel
// can be made of a function, its kernel holds the reason.
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

// PackageKernels is like FileKernels for several files. Functions that depend on other files become kernels of all
// files together.
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

// FileKernel creates a kernel of a function in a file; inst holds the types for its type parameters, if any.
// Arguments follow an args line of its comment (see source.ArgsLine), or are derived from the signature.
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
	// Compile time is measured for this function only.
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

// describe sets the arguments to those of an args line.
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

// approximate holds the functions of package math whose results may differ from those of the Go compiler. These are
// the functions of package mathlib, except Mod, which is exact.
var approximate = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{"Sincos": true}
	for op := ir.OpInvalid + 1; op < ir.NumOps; op++ {
		if op.Is(ir.FlagMath) && op != ir.OpMod {
			m[op.String()] = true
		}
	}
	return m
})

// fileULP bounds the difference from the Go compiler's results for a kernel that uses such functions, or whose mode
// permits fusing or reordering. It covers the functions' own errors and their amplification by sums, recurrences and
// quotients. Such a kernel is compared bit for bit with the interpreter.
const fileULP = 1 << 12

// A scheme assigns meanings to integers and lengths.
type scheme struct {
	name    string
	scalar  func(n int) int // value of every integer scalar
	small   func(n int) int // upper bound of elements of integer slices
	lengths func(n int) int
}

func itself(n int) int { return n }

// The schemes are tried in order until the Go compiler's code does not panic: integers may be lengths, or the sides
// of a grid, or offsets into something larger.
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

// Settle chooses how to generate arguments: the first scheme for which the reference returns instead of panicking. It
// returns the scheme's name, or "" if all panic, in which case the first scheme stays. It fails with
// [child.ErrEndless] if the reference terminates with none of them.
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

// emptyText returns the source of an empty function of the kernel's type.
func (k *Kernel) emptyText() (string, error) {
	f, err := k.Source()
	if err != nil {
		return "", err
	}
	return f.Empty("empty", k.Func)
}
