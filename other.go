//go:build !((linux && (amd64 || arm64)) || (freebsd && amd64) || (windows && amd64) || (hotloop_interpreter && (amd64 || arm64 || loong64 || ppc64le || riscv64)))

package hotloop

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"reflect"
	goruntime "runtime"
	"runtime/pprof"
	"unsafe"

	"hotloop/runtime/fallback"
)

// Where no machine code can run, no compiler is linked. Accelerate returns the Go function, and Compile an error.

// sourceFile is a file that is not read.
type sourceFile struct{}

func textFile(_, _ string) sourceFile                           { return sourceFile{} }
func folderFiles(fs.FS, string) (files []sourceFile, err error) { return nil, nil }
func openCache(string) string                                   { return "" }

// kernel is a Go function.
type kernel struct {
	name   string
	fn     reflect.Value
	err    error           // why there is no machine code
	reason fallback.Reason // of err; "" if the kernel is closed
}

func (k *kernel) Name() string                { return k.name }
func (k *kernel) Func() reflect.Value         { return k.fn }
func (k *kernel) Err() error                  { return k.err }
func (k *kernel) Native() bool                { return false }
func (k *kernel) Wait(context.Context) error  { return k.err }
func (k *kernel) Disassemble(io.Writer) error { return k.err }
func (k *kernel) Labels() pprof.LabelSet      { return pprof.Labels("kernel", k.name) }
func (k *kernel) Close() *kernel              { return &kernel{k.name, k.fn, fallback.ErrClosed, ""} }

// Do calls use with a pointer to the Go function, unless ctx is done. The call itself cannot be cancelled.
func (k *kernel) Do(ctx context.Context, use func(f unsafe.Pointer)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	f := reflect.New(k.fn.Type())
	f.Elem().Set(k.fn)
	use(f.UnsafePointer())
	return ctx.Err()
}

// errNoNative returns a kind of fallback.ErrNoNative.
func errNoNative() error {
	return fmt.Errorf("%w: there is no code generator for %s/%s", fallback.ErrNoNative, goruntime.GOOS, goruntime.GOARCH)
}

func compile(_ reflect.Type, _, name string, _ settings) (*kernel, error) {
	return nil, fmt.Errorf("hotloop: %s: %w; to interpret kernels, build with -tags hotloop_interpreter", name, errNoNative())
}

func accelerate(fn reflect.Value, _ string, s settings) *kernel {
	err := fallback.Accelerable(fn)
	switch {
	case err != nil:
	case s.RequireNative && (s.Background || s.Lazy):
		err = fallback.ErrRequired
	default:
		err = errNoNative()
	}
	return decline(fn, err, s)
}

func decline(fn reflect.Value, err error, s settings) *kernel {
	f, _ := fallback.FunctionOf(fn)
	k := &kernel{fallback.NameOf(fn), fn, err, fallback.ReasonFor(err)}
	fallback.Count(k.reason)
	e := fallback.Event{Kernel: k.name, File: cmp.Or(s.FileName, f.File, "kernel.go"), Reason: k.reason,
		Adapter: fallback.AdapterNone, Err: err}
	if fn.IsValid() {
		e.Type = fn.Type()
	}
	fallback.Report(e)
	return k
}

// public returns err: there are no errors of a source.
func public(err error) error { return err }

func statsOf(k *kernel) Stats {
	if k.reason == "" {
		return Stats{}
	}
	return Stats{CallPath: CallGo, Fallback: FallbackReason(k.reason)}
}

func remarksOf(k *kernel) []Remark {
	if k.reason == "" {
		return nil
	}
	text := fallback.Note(k.err)
	return []Remark{{Kind: RemarkWarning, Pass: "fallback", Kernel: k.name, message: text,
		text: fmt.Sprintf("%s: warning: %s [fallback]", k.name, text)}}
}

// process returns the statistics of package runtime, which is not linked.
func process() ProcessStats { return ProcessStats{} }
