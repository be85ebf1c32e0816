package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"

	"hotloop/bench"
	"hotloop/cpu"
	"hotloop/internal/gen"
	"hotloop/internal/lab/ahead"
)

// With -gen, jitbench builds itself with the code that hotloop gen writes for the suite: a module that another go.mod file
// names, and a file that an overlay adds to this package. It then runs that build. So both are timed in one process, on the same arguments.

// generated are the functions in such a build, with their Go functions.
var generated map[string][2]any

// addGenerated makes the generated functions peers of the kernels. It returns the names of those without one.
func addGenerated(kernels []*bench.Kernel) (without []string) {
	for _, k := range kernels {
		if fn := generated[k.Func][0]; k.Inst == "" && fn != nil && reflect.TypeOf(fn) == k.Type {
			k.Alternatives = append(k.Alternatives, bench.Alternative{Name: "gen", Func: fn})
		} else {
			without = append(without, k.Name)
		}
	}
	return without
}

// withGenerated builds jitbench with the generated code and runs it with the same arguments.
func (o *options) withGenerated(args []string, stdout, stderr io.Writer) int {
	dir, err := os.MkdirTemp("", "jitbench")
	if err == nil {
		defer os.RemoveAll(dir)
		var program string
		if program, err = o.buildGenerated(dir); err == nil {
			cmd := exec.Command(program, args...)
			cmd.Stdout, cmd.Stderr = stdout, stderr
			err = cmd.Run()
			if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() > 0 {
				return exit.ExitCode() // it has reported why
			}
		}
	}
	if err != nil {
		fmt.Fprintln(stderr, "jitbench: -gen:", err)
		return 1
	}
	return 0
}

func (o *options) buildGenerated(dir string) (program string, err error) {
	root, err := os.Getwd()
	if err != nil {
		return "", err
	}
	source := filepath.Join(root, "bench", o.suite)
	if o.src != "" {
		source = o.src
	}
	packages, err := ahead.Packages(source)
	if err != nil {
		return "", fmt.Errorf("%w; run it in the folder of the module hotloop", err)
	}
	packages = packages[:1] // not the folders below
	options := gen.Options{All: true, FP: o.mode}
	if o.isa != "" {
		t, err := cpu.ParseTier(o.isa)
		if err != nil {
			return "", err
		}
		options.Tier = []cpu.Tier{t}
	}
	if err := ahead.Write(dir, packages, ahead.Options{Options: options}); err != nil {
		return "", err
	}
	files := map[string]string{
		"zgenerated.go": fmt.Sprintf("package main\n\nimport kernels %q\n\nfunc init() { generated = kernels.Kernels }\n",
			ahead.Module+"/"+packages[0].Name),
		"overlay.json": fmt.Sprintf(`{"Replace": {%q: %q}}`, filepath.Join(root, "cmd/jitbench/zgenerated.go"), filepath.Join(dir, "zgenerated.go")),
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return "", err
		}
		files["root/"+name] = string(text)
	}
	files["root/go.mod"] += fmt.Sprintf("\nrequire %[1]s v0.0.0\n\nreplace %[1]s => %[2]s\n", ahead.Module, dir)
	for name, text := range files {
		at := filepath.Join(dir, name)
		if err := cmp.Or(os.MkdirAll(filepath.Dir(at), 0o777), os.WriteFile(at, []byte(text), 0o666)); err != nil {
			return "", err
		}
	}
	program = filepath.Join(dir, "jitbench")
	build := exec.Command("go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-modfile", filepath.Join(dir, "root/go.mod"),
		"-o", program, "./cmd/jitbench")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, strings.TrimSpace(string(out)))
	}
	return program, nil
}
