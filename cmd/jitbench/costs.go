package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"hotloop/internal/progress"
)

// costs are what hotloop adds to a program.
type costs struct {
	BinaryBytes   int64   `json:"binary_bytes"`
	StrippedBytes int64   `json:"stripped_bytes"` // built with -ldflags=-s -w
	StartUS       float64 `json:"start_us"`       // with a kernel that is not compiled yet
	StartBytes    int64   `json:"start_bytes"`    // resident memory after that start; 0 if unknown
	FirstUS       float64 `json:"first_compile_us"`
	LaterUS       float64 `json:"later_compile_us"`
	KernelBytes   float64 `json:"kernel_bytes"` // resident memory per kernel
	CallNS        float64 `json:"call_ns"`
}

// The programs that are compared: without hotloop, and with a kernel of it.
var (
	//go:embed costs_plain.go.txt
	plainProgram string
	//go:embed costs_kernel.go.txt
	kernelProgram string
)

// printCosts measures the costs and prints them.
func (o *options) printCosts(stdout, stderr io.Writer) int {
	p := progress.Start(stderr, "jitbench -costs")
	defer p.Stop()
	c, err := measureCosts(o.quick, p)
	p.Stop()
	if err != nil {
		fmt.Fprintln(stderr, "jitbench: -costs:", err)
		return 1
	}
	if o.json {
		json.NewEncoder(stdout).Encode(c)
		return 0
	}
	fmt.Fprint(stdout, c.table())
	return 0
}

// measureCosts builds two programs in the module of the working directory, which must have hotloop, and compares them.
// Of times, the shortest of several runs counts.
func measureCosts(quick bool, p *progress.Progress) (*costs, error) {
	dir, err := os.MkdirTemp("", "jitbench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var c costs
	var files [2]string
	for i, text := range []string{plainProgram, kernelProgram} {
		files[i] = filepath.Join(dir, []string{"plain", "kernel"}[i])
		source := files[i] + ".go"
		if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
			return nil, err
		}
		for _, size := range []struct {
			bytes *int64
			flags string
		}{{&c.StrippedBytes, "-s -w"}, {&c.BinaryBytes, ""}} {
			if out, err := exec.Command("go", "build", "-ldflags="+size.flags, "-o", files[i], source).CombinedOutput(); err != nil {
				return nil, fmt.Errorf("go build: %w\n%s", err, out)
			}
			info, err := os.Stat(files[i])
			if err != nil {
				return nil, err
			}
			*size.bytes = info.Size() - *size.bytes // the second program's less the first's
		}
	}
	starts, runs := 200, 20
	if quick {
		starts, runs = 50, 5
	}
	var took, memory [2][]float64
	for n := range starts {
		p.Set(n, starts+3*runs, "start")
		for i, file := range files {
			began := time.Now()
			x, err := numbers(file, "start")
			if err != nil {
				return nil, err
			}
			took[i], memory[i] = append(took[i], float64(time.Since(began))/1e3), append(memory[i], x[0])
		}
	}
	c.StartUS = digits(slices.Min(took[1]) - slices.Min(took[0]))
	c.StartBytes = int64(slices.Min(memory[1]) - slices.Min(memory[0]))
	done := starts
	best := func(what string) (x []float64) {
		for range runs {
			p.Set(done, starts+3*runs, what)
			done++
			y, failed := numbers(files[1], what)
			if err = errors.Join(err, failed); err != nil {
				return []float64{0, 0}
			}
			for i := range x {
				x[i] = min(x[i], y[i])
			}
			if x == nil {
				x = y
			}
		}
		return x
	}
	compile, kernels, calls := best("compile"), best("memory"), best("call")
	c.FirstUS, c.LaterUS, c.KernelBytes, c.CallNS = digits(compile[0]), digits(compile[1]), digits(kernels[0]), digits(calls[0])
	return &c, err
}

// numbers runs a program and returns the numbers that it prints. The first is its resident memory if there is no
// other.
func numbers(file, what string) (x []float64, err error) {
	out, err := exec.Command(file, what).Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("%w\n%s", err, exit.Stderr)
	}
	for _, w := range regexp.MustCompile(`[-\d.]+`).FindAllString(string(out), -1) {
		n, failed := strconv.ParseFloat(w, 64)
		err, x = errors.Join(err, failed), append(x, n)
	}
	if err == nil && len(x) == 0 {
		err = fmt.Errorf("%s %s printed %q", filepath.Base(file), what, out)
	}
	return x, err
}

// table prints the costs.
func (c *costs) table() string {
	const mega = 1 << 20
	var b strings.Builder
	b.WriteString("| | |\n|---|---|\n")
	row := func(what, format string, args ...any) {
		fmt.Fprintf(&b, "| %s | %s |\n", what, fmt.Sprintf(format, args...))
	}
	row("a call", "%.1f ns more than a direct call", c.CallNS)
	row("compiling a small loop", "%.2f ms; the first of a process %.1f ms", c.LaterUS/1e3, c.FirstUS/1e3)
	row("memory for each kernel", "%.0f KiB", c.KernelBytes/1024)
	row("binary", "%.1f MiB more, %.1f MiB if stripped", float64(c.BinaryBytes)/mega, float64(c.StrippedBytes)/mega)
	start := fmt.Sprintf("%.0f µs", c.StartUS)
	if c.StartBytes > 0 {
		start += fmt.Sprintf(" and %.1f MiB of memory", float64(c.StartBytes)/mega)
	}
	row("start", "%s more, if no kernel is compiled", start)
	return b.String()
}
