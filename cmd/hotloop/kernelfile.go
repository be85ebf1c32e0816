package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/internal/explain"
	"hotloop/internal/lab/source"
	"hotloop/isel"
	"hotloop/runtime"
)

// kernelFile is a function of a file, ready to compile.
type kernelFile struct {
	name, text, fn string
	file           *source.File
	sig            *types.Signature
	typ            reflect.Type
}

// open reads the file and finds the function.
func (c *call) open() (*kernelFile, error) {
	text, err := os.ReadFile(c.args[0])
	if err != nil {
		return nil, usageError{err}
	}
	return c.openText(filepath.Base(c.args[0]), string(text))
}

// openText finds the function in a text.
func (c *call) openText(name, text string) (k *kernelFile, err error) {
	k = &kernelFile{name: name, text: text, fn: c.fn}
	if k.file, err = source.Load(k.name, k.text); err != nil {
		return nil, err
	}
	var names []string
	for _, d := range k.file.AST.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
			names = append(names, fn.Name.Name)
		}
	}
	switch {
	case k.fn == "" && len(names) == 1:
		k.fn = names[0]
	case k.fn == "":
		return nil, usagef("no -func NAME; %s has %s", k.name, strings.Join(names, ", "))
	}
	command := c.stageNow
	c.stageNow = "frontend"
	// If the function has an error, the frontend's message is better.
	refused := func(err error) error {
		if _, ferr := frontend.Build(frontend.Text(k.name, k.text), k.fn, frontend.Options{Type: k.typ}); ferr != nil {
			return ferr
		}
		return err
	}
	if command == "explain" || command == "dump" { // inspecting needs no arguments
		if res, err := frontend.Build(frontend.Text(k.name, k.text), k.fn, frontend.Options{}); err == nil && c.inst == "" {
			if t, err := source.SignatureType(res.Signature); err == nil {
				k.sig, k.typ, c.stageNow = res.Signature, t, command
				return k, nil
			}
		}
	}
	if _, ok := k.file.Pkg.Scope().Lookup(k.fn).(*types.Func); !ok {
		return nil, refused(fmt.Errorf("%s: no function %s", k.name, k.fn))
	}
	if err := k.file.Instantiate(k.fn, c.inst); err != nil {
		return nil, usageError{err}
	}
	if k.sig, err = k.file.Signature(k.fn); err != nil {
		return nil, refused(err)
	}
	if k.typ, err = source.ReflectType(k.sig); err != nil {
		return nil, refused(err)
	}
	c.stageNow = command
	return k, nil
}

// options returns the compiler options given by the flags.
func (c *call) options(k *kernelFile) (o runtime.Options, err error) {
	o = runtime.Options{NoVectorize: c.noVec, Knobs: c.knobs, FileName: k.name, Fresh: true, Tune: c.tune,
		Parallel: c.workers >= 0, Workers: max(0, c.workers)}
	if o.Knobs == "" {
		o.Knobs = os.Getenv("HOTLOOP")
	}
	if c.fp != "" {
		if o.FP, err = runtime.ParseFP(c.fp); err != nil {
			return o, usageError{err}
		}
		o.FPWritten = true
	}
	return o, nil
}

// processor returns the processor that -isa selects for a command that only inspects: this machine if it supports the
// tier, else a generic processor of that tier. The note says which.
func (c *call) processor() (f *cpu.Features, note string, err error) {
	host := cpu.Host()
	if c.isa == "" {
		if isel.TargetFor(host) != nil {
			return nil, host.Tier.String() + " (" + host.March + ")", nil
		}
		b := cpu.Baseline(cpu.AVX512)
		return &b, "avx512 (" + b.March + "; this machine has no code generator)", nil
	}
	t, err := cpu.ParseTier(c.isa)
	if err != nil || t == cpu.Scalar {
		return nil, "", usagef("-isa: unknown instruction set %q; use %s", c.isa, tierNames())
	}
	if slices.Contains(host.Tiers(), t) {
		if l, err := host.Limit(c.isa); err == nil {
			return &l, t.String() + " (" + l.March + ")", nil
		}
	}
	b := cpu.Baseline(t)
	return &b, t.String() + " (" + b.March + "; not this machine)", nil
}

// tierNames returns the instruction sets that -isa accepts.
func tierNames() string {
	var names []string
	for _, arch := range cpu.Architectures() {
		for _, t := range cpu.Tiers(arch) {
			names = append(names, t.String())
		}
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// request returns what explain and dump compile.
func (c *call) request(k *kernelFile) (q explain.Request, err error) {
	q = explain.Request{Type: k.typ, Text: k.text, Name: k.fn}
	if q.Options, err = c.options(k); err != nil {
		return q, err
	}
	if q.For, q.Processor, err = c.processor(); err != nil {
		return q, err
	}
	if c.tune != "" {
		q.Processor += ", tuned for " + c.tune
	}
	q.Options.Profile = c.sampled
	return q, nil
}

// inspect compiles the kernel for inspection.
func (c *call) inspect(k *kernelFile, w *runtime.Watch) (*runtime.Kernel, error) {
	q, err := c.request(k)
	if err != nil {
		return nil, err
	}
	w.For = q.For
	kern, err := runtime.Inspect(q.Type, q.Text, q.Name, q.Options, w)
	if err != nil {
		return nil, err
	}
	if err := kern.Err(); !errors.Is(err, runtime.ErrInspected) {
		return kern, fmt.Errorf("%s: no machine code: %w", k.fn, err)
	}
	return kern, nil
}
