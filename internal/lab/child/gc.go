package child

import (
	_ "embed"
	"errors"
	"fmt"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"hotloop/internal/lab/exactfp"
	"hotloop/internal/lab/source"
)

//go:embed driver.go.txt
var driverGo string

// ErrNoGo means that no go command was found.
var ErrNoGo = errors.New("no go command found")

// A GoProgram collects kernels that are not part of this program for one child, which the Go compiler builds. Those
// of one file share a package, so that building many takes as long as building one.
type GoProgram struct {
	files  []*goFile
	byName map[string]*goFile
	calls  []string // the driver's functions, by their numbers
}

// A goFile holds the declarations of the kernels of one file: as written in one package, with every product rounded
// in another.
type goFile struct {
	imports, seen map[string]bool
	plain, oracle strings.Builder // declarations
	plainCalls    strings.Builder
	oracleCalls   strings.Builder
}

// GoFuncs are the numbers of a kernel's functions in its program.
type GoFuncs struct {
	Plain  int // the text as written, for timing
	Oracle int // every product rounded, the reference for results
	Empty  int // an empty function of the same type
}

// Add adds a function of f with its dependencies. Files of one name are parts of one file.
func (g *GoProgram) Add(f *source.File, name string) (GoFuncs, error) {
	decls, imports, err := f.Decls(name)
	if err != nil {
		return GoFuncs{}, err
	}
	sig, err := f.Signature(name)
	if err != nil {
		return GoFuncs{}, err
	}
	texts, oracles := make([]string, len(decls)), make([]string, len(decls))
	for i, d := range decls {
		texts[i] = f.Slice(d.Pos(), d.End())
		if oracles[i], err = exactfp.Decl(f, d); err != nil {
			return GoFuncs{}, err
		}
	}
	file := g.file(f.Name)
	for i, text := range texts {
		if !file.seen[text] {
			file.seen[text] = true
			file.plain.WriteString("\n" + text + "\n")
			file.oracle.WriteString("\n" + oracles[i] + "\n")
		}
	}
	for _, p := range imports {
		file.imports[p] = true
	}
	n := len(g.calls)
	at := slices.Index(g.files, file)
	value := f.Value(name)
	empty := fmt.Sprintf("childEmpty%d", n)
	file.plain.WriteString("\n" + source.EmptyFunc(empty, source.Basic(sig)) + "\n")
	file.plainCalls.WriteString(goThunk(fmt.Sprintf("Call%d", n), value, sig))
	file.plainCalls.WriteString(goThunk(fmt.Sprintf("Call%d", n+2), empty, source.Basic(sig)))
	file.oracleCalls.WriteString(goThunk(fmt.Sprintf("Call%d", n+1), value, sig))
	g.calls = append(g.calls, fmt.Sprintf("plain%d.Call%d", at, n), fmt.Sprintf("oracle%d.Call%d", at, n+1),
		fmt.Sprintf("plain%d.Call%d", at, n+2))
	return GoFuncs{n, n + 1, n + 2}, nil
}

func (g *GoProgram) file(name string) *goFile {
	if g.byName == nil {
		g.byName = map[string]*goFile{}
	}
	if g.byName[name] == nil {
		g.byName[name] = &goFile{imports: map[string]bool{}, seen: map[string]bool{}}
		g.files = append(g.files, g.byName[name])
	}
	return g.byName[name]
}

// Build writes a small module into dir and returns the path of the executable.
func (g *GoProgram) Build(dir string) (string, error) {
	gocmd, err := exec.LookPath("go")
	if err != nil {
		return "", ErrNoGo
	}
	files := map[string]string{
		"go.mod":         "module kernelchild\n\ngo 1.22\n",
		"main.go":        driverGo,
		"arg/arg.go":     argGo,
		"clock_linux.go": clockLinux,
		"clock_other.go": clockOther,
	}
	table := "package main\n\nimport (\n\t\"kernelchild/arg\"\n"
	for i, f := range g.files {
		for kind, text := range map[string]string{"plain": f.plain.String(), "oracle": f.oracle.String()} {
			pkg := fmt.Sprintf("%s%d", kind, i)
			head := "package " + pkg + "\n"
			for p := range f.imports {
				head += fmt.Sprintf("\nimport %q\n", p)
			}
			calls := f.plainCalls.String()
			if kind == "oracle" {
				calls = f.oracleCalls.String()
			}
			files[pkg+"/kernels.go"] = head + text
			files[pkg+"/calls.go"] = "package " + pkg + "\n" + goThunkImports + calls
			table += fmt.Sprintf("\t\"kernelchild/%s\"\n", pkg)
		}
	}
	files["table.go"] = table + ")\n\nvar functions = []func([]arg.Arg, uint64, *[8]uint64){" +
		strings.Join(g.calls, ", ") + "}\n"
	for path, text := range files {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return "", err
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return "", err
		}
	}
	out := filepath.Join(dir, "gochild")
	cmd := exec.Command(gocmd, "build", "-o", out, ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GO111MODULE=on", "PWD="+dir)
	if msg, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, msg)
	}
	return out, nil
}

const argGo = `// Package arg is what the driver and the kernels' packages share.
package arg

import "unsafe"

// Arg is one argument: a scalar's bits, or memory: a slice, a string, an array.
type Arg struct {
	Bits uint64
	Ptr  unsafe.Pointer
	Len  int
}
`

const clockLinux = `package main

import (
	"syscall"
	"unsafe"
)

// advise asks for large pages.
func advise(b []byte) { syscall.Madvise(b, 14) } // MADV_HUGEPAGE

// now returns the CPU time of this thread.
func now() uint64 {
	var t syscall.Timespec
	syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, 3, uintptr(unsafe.Pointer(&t)), 0)
	return uint64(t.Nano())
}
`

const clockOther = `//go:build !linux

package main

import "time"

var start = time.Now()

func now() uint64 { return uint64(time.Since(start)) }

func advise([]byte) {}
`

const goThunkImports = `
import (
	childarg "kernelchild/arg"
	childunsafe "unsafe"
)
`

// goThunk prints the function that calls a kernel repeatedly through a func value.
func goThunk(name, value string, sig *types.Signature) string {
	qualify := func(*types.Package) string { return "" }
	var load, args, results, store strings.Builder
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		text := types.TypeString(t, qualify)
		switch u := t.Underlying().(type) {
		case *types.Slice:
			fmt.Fprintf(&load, "\tx%[1]d := (%[3]s)(childunsafe.Slice((*%[2]s)(a[%[1]d].Ptr), a[%[1]d].Len))\n", i,
				types.TypeString(u.Elem(), qualify), text)
		case *types.Pointer:
			fmt.Fprintf(&load, "\tx%[1]d := (%[2]s)(a[%[1]d].Ptr)\n", i, text)
		default:
			if b, ok := u.(*types.Basic); ok && b.Kind() == types.String {
				fmt.Fprintf(&load, "\tx%[1]d := %[2]s(childunsafe.String((*byte)(a[%[1]d].Ptr), a[%[1]d].Len))\n", i,
					text)
				break
			}
			fmt.Fprintf(&load, "\tx%[1]d := *(*%[2]s)(childunsafe.Pointer(&a[%[1]d].Bits))\n", i, text)
		}
		fmt.Fprintf(&args, "x%d, ", i)
	}
	for i := range sig.Results().Len() {
		t := types.TypeString(sig.Results().At(i).Type(), qualify)
		fmt.Fprintf(&load, "\tvar r%d %s\n", i, t)
		if i > 0 {
			results.WriteString(", ")
		}
		fmt.Fprintf(&results, "r%d", i)
		fmt.Fprintf(&store, "\t*(*%s)(childunsafe.Pointer(&out[%d])) = r%d\n", t, i, i)
	}
	assign := ""
	if results.Len() > 0 {
		assign = results.String() + " = "
	}
	return fmt.Sprintf(`
var value%[1]s = %[2]s

// %[1]s calls the kernel reps times.
func %[1]s(a []childarg.Arg, reps uint64, out *[8]uint64) {
	f := value%[1]s
%[3]s	for ; reps > 0; reps-- {
		%[4]sf(%[5]s)
	}
%[6]s	_ = childunsafe.Pointer(out)
}
`, name, value, load.String(), assign, args.String(), store.String())
}
