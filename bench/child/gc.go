package child

import (
	_ "embed"
	"errors"
	"fmt"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"hotloop/bench/exactfp"
	"hotloop/bench/source"
)

//go:embed driver.go.txt
var driverGo string

// Functions of a program built by BuildGo.
const (
	GoPlain  = 0 // the text as written: what is timed
	GoOracle = 1 // every product rounded: what results are compared with
	GoEmpty  = 2 // a function of the same type that does nothing
)

// ErrNoGo means that there is no go command to build with.
var ErrNoGo = errors.New("no go command found")

// BuildGo lets gc compile a kernel that is not part of this program: it writes a small module into dir, with the
// function cut out of its file, and returns the path of the executable.
func BuildGo(f *source.File, name, dir string) (string, error) {
	gocmd, err := exec.LookPath("go")
	if err != nil {
		return "", ErrNoGo
	}
	plain, err := f.Extract("plain", name)
	if err != nil {
		return "", err
	}
	oracle, err := exactfp.Extract(f, "oracle", name)
	if err != nil {
		return "", err
	}
	empty, err := f.Empty("empty", name)
	if err != nil {
		return "", err
	}
	sig, err := f.Signature(name)
	if err != nil {
		return "", err
	}
	files := map[string]string{
		"go.mod":           "module kernelchild\n\ngo 1.22\n",
		"main.go":          driverGo,
		"arg/arg.go":       argGo,
		"clock_linux.go":   clockLinux,
		"clock_other.go":   clockOther,
		"plain/kernel.go":  plain,
		"plain/call.go":    goThunk("plain", f.Value(name), sig),
		"oracle/kernel.go": oracle,
		"oracle/call.go":   goThunk("oracle", f.Value(name), sig),
		"empty/kernel.go":  empty,
		"empty/call.go":    goThunk("empty", "Empty", sig),
	}
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

// goThunk prints the function that calls a kernel repeatedly through a func value.
func goThunk(pkg, name string, sig *types.Signature) string {
	qualify := func(*types.Package) string { return "" }
	if pkg == "empty" { // source.File.Empty has no named types
		sig = source.Basic(sig)
	}
	var load, args, results, store strings.Builder
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		text := types.TypeString(t, qualify)
		switch u := t.Underlying().(type) {
		case *types.Slice:
			fmt.Fprintf(&load, "\tx%[1]d := (%[3]s)(unsafe.Slice((*%[2]s)(a[%[1]d].Ptr), a[%[1]d].Len))\n", i,
				types.TypeString(u.Elem(), qualify), text)
		case *types.Pointer:
			fmt.Fprintf(&load, "\tx%[1]d := (%[2]s)(a[%[1]d].Ptr)\n", i, text)
		default:
			if b, ok := u.(*types.Basic); ok && b.Kind() == types.String {
				fmt.Fprintf(&load, "\tx%[1]d := %[2]s(unsafe.String((*byte)(a[%[1]d].Ptr), a[%[1]d].Len))\n", i, text)
				break
			}
			fmt.Fprintf(&load, "\tx%[1]d := *(*%[2]s)(unsafe.Pointer(&a[%[1]d].Bits))\n", i, text)
		}
		fmt.Fprintf(&args, "x%d, ", i)
	}
	for i := range sig.Results().Len() {
		fmt.Fprintf(&load, "\tvar r%d %s\n", i, types.TypeString(sig.Results().At(i).Type(), qualify))
		if i > 0 {
			results.WriteString(", ")
		}
		fmt.Fprintf(&results, "r%d", i)
		fmt.Fprintf(&store, "\t*(*%s)(unsafe.Pointer(&out[%d])) = r%d\n",
			types.TypeString(sig.Results().At(i).Type(), qualify), i, i)
	}
	assign := ""
	if results.Len() > 0 {
		assign = results.String() + " = "
	}
	return fmt.Sprintf(`package %s

import (
	"kernelchild/arg"
	"unsafe"
)

var kernelValue = %s

// Call calls the kernel reps times.
func Call(a []arg.Arg, reps uint64, out *[8]uint64) {
	f := kernelValue
%s	for ; reps > 0; reps-- {
		%sf(%s)
	}
%s	_ = unsafe.Pointer(out)
}
`, pkg, name, load.String(), assign, args.String(), store.String())
}
