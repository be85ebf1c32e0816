//go:build (linux && (amd64 || arm64)) || (freebsd && amd64) || (windows && amd64) || (hotloop_interpreter && (amd64 || arm64 || loong64 || ppc64le || riscv64))

package hotloop

import (
	"errors"
	"io/fs"
	"reflect"
	"weak"

	"hotloop/frontend"
	"hotloop/internal/hook"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

// The compiler, as the API sees it. This file is the only one of the API that imports the compiler, and other.go takes
// its place where no machine code can run. With the build tag hotloop_interpreter the compiler is linked there too, for
// its interpreter.

type kernel = runtime.Kernel

var (
	_ KernelError = (*runtime.KernelError)(nil)
	_ CrashError  = (*runtime.CrashError)(nil)
)

// The options that link more than others call these functions: programs without them do not have the code.

type sourceFile = frontend.File

func textFile(name, text string) sourceFile { return frontend.File{Name: name, Text: text} }

// folderFiles reads the package in the root of fsys, which the kernel's package imports as path, or is if path is "".
func folderFiles(fsys fs.FS, path string) ([]sourceFile, error) {
	files, err := frontend.ReadPackage(fsys)
	for i := range files {
		if path != "" {
			files[i].Import, files[i].Name = path, path+"/"+files[i].Name
		}
	}
	return files, err
}

func openCache(dir string) string {
	dir, _ = runtime.OpenCache(dir) // a remark of the kernel has the error
	return dir
}

// runtime returns the settings as package runtime takes them.
func (s *settings) runtime() runtime.Options {
	o := runtime.Options{
		ISA: s.ISA, Tune: s.Tune, FP: ir.FPFlags(s.FP & FPFast), FPWritten: s.FP != 0, Bind: s.Bind, Files: s.Files,
		Globals: s.Globals, FileName: s.FileName, CacheDir: s.CacheDir, RequireNative: s.RequireNative,
		Background: s.Background, Lazy: s.Lazy, NoVectorize: s.NoVectorize, Parallel: s.Parallel, Workers: s.Workers, Knobs: s.Knobs,
		Sampling: runtime.Sampling{Adapt: s.Adapt},
	}
	if s.WholePackage {
		o.World = frontend.WholePackage
	}
	return o
}

func compile(t reflect.Type, src, name string, s settings) (*kernel, error) {
	o := s.runtime()
	o.World = frontend.TextOnly
	return runtime.Compile(t, src, name, o)
}

func accelerate(fn reflect.Value, src string, s settings) *kernel {
	return runtime.Accelerate(fn, src, s.runtime())
}

func decline(fn reflect.Value, err error, s settings) *kernel {
	return runtime.Decline(fn, err, s.runtime())
}

// public returns err with its source errors as an ErrorList.
func public(err error) error {
	var list frontend.ErrorList
	if !errors.As(err, &list) {
		return err
	}
	out := make(ErrorList, len(list))
	for i, e := range list {
		out[i] = (*SourceError)(e)
	}
	if _, ok := err.(frontend.ErrorList); ok {
		return out
	}
	return &sourceErrors{err, out}
}

// sourceErrors is an error of package runtime that wraps source errors.
type sourceErrors struct {
	error
	list ErrorList
}

func (e *sourceErrors) Unwrap() []error { return []error{e.error, e.list} }

func statsOf(k *kernel) Stats {
	s := k.Stats()
	out := Stats{
		ISA: s.ISA, Total: s.Total, Steps: s.Steps, Values: s.Values, Blocks: s.Blocks, Memory: s.Memory,
		CodeBytes: s.CodeBytes, Frame: s.Frame, Plans: s.Plans, Cycles: s.Cycles, Vectorized: s.Vectorized,
		Cache: CacheState(s.Cache), CallPath: CallPath(s.Adapter), Fallback: FallbackReason(s.Fallback),
	}
	for _, p := range s.Phases {
		out.Phases = append(out.Phases, Phase(p))
	}
	if a := s.Adapt; a != nil {
		out.Adapt = &AdaptStats{State: AdaptState(a.State), Chosen: a.Chosen}
		for _, l := range a.Loops {
			out.Adapt.Loops = append(out.Adapt.Loops, LoopProfile{Position: l.Where, Entries: l.Entries, Trips: l.Trips})
		}
		for _, b := range a.Branches {
			out.Adapt.Branches = append(out.Adapt.Branches, BranchProfile{Position: b.Where, Evaluated: b.Asked, True: b.Held})
		}
		for _, t := range a.Tried {
			out.Adapt.Tried = append(out.Adapt.Tried, Candidate{Name: t.Name, Plans: t.Plans, Calls: t.Calls, Mean: t.Mean})
		}
	}
	return out
}

func remarksOf(k *kernel) []Remark {
	var out []Remark
	for _, r := range k.Remarks() {
		p := Remark{Kind: RemarkKind(r.Kind), Pass: r.Pass, Kernel: r.Func, Position: r.Where, Reason: string(r.Reason),
			text: r.String(), message: r.Message()}
		for _, a := range r.Args {
			p.Args = append(p.Args, RemarkArg(a))
		}
		out = append(out, p)
	}
	return out
}

func init() {
	hook.Live = func() []any {
		list := runtime.Kernels()
		out := make([]any, len(list))
		for i, k := range list {
			out[i] = live{k}
		}
		return out
	}
	hook.Ticks = runtime.Ticks
}

// live is a kernel as package live sees it.
type live struct{ *runtime.Kernel }

func (k live) Stats() Stats      { return statsOf(k.Kernel) }
func (k live) Remarks() []Remark { return remarksOf(k.Kernel) }

// Key returns a value that is equal for the same kernel and does not keep it alive.
func (k live) Key() any { return weak.Make(k.Kernel) }

// Inner returns the kernel.
func (k live) Inner() *runtime.Kernel { return k.Kernel }

// Totals returns what counted calls have added up.
func (k live) Totals() hook.Totals { return hook.Totals(k.Counted()) }

// process returns the statistics of package runtime.
func process() ProcessStats {
	p := runtime.Process()
	return ProcessStats{
		Compiled: p.Compiled, CacheHits: p.CacheHits, Loaded: p.Loaded, Stored: p.Stored, Rejected: p.Rejected,
		ReflectCalls: p.SlowAdapters, Evicted: p.Evicted, Freed: p.Freed, Yields: p.Yields, Cancelled: p.Cancelled, Shared: p.Shared, Helped: p.Helped,
	}
}
