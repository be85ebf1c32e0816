package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"hotloop/bench"
	"hotloop/internal/progress"
)

// compiling measures compile times: of this build and, with -against, of another commit's build.
func (o *options) compiling(stdout, stderr io.Writer, engine bench.Engine) int {
	if o.against != "" {
		return o.compareCompiles(stdout, stderr)
	}
	if engine == nil {
		fmt.Fprintln(stderr, "jitbench: -compile is not supported without a compiler in this build")
		return 2
	}
	o.peers = ""
	s, err := o.suites(engine)
	if err != nil {
		fmt.Fprintln(stderr, "jitbench:", err)
		return 2
	}
	rounds := 10
	if o.quick {
		rounds = 3
	}
	p := progress.Start(stderr, "jitbench")
	defer p.Stop()
	var rows []bench.CompileRow
	failed := 0
	for _, isa := range s.ISAs {
		for _, mode := range s.Modes {
			for i, k := range s.Kernels {
				p.Set(i, len(s.Kernels), k.Name)
				r := bench.MeasureCompile(s.Engine, k, isa, mode, rounds)
				rows = append(rows, r)
				if r.Error != "" {
					failed++
				}
				if o.json {
					json.NewEncoder(p.Writer(stdout)).Encode(r)
				}
			}
		}
	}
	p.Stop()
	if !o.json {
		printCompiles(stdout, rows)
	}
	if failed > 0 {
		fmt.Fprintf(stderr, "jitbench: %d kernels have no code; use -json for the reasons\n", failed)
		return 1
	}
	return 0
}

// printCompiles prints compile times, by suite and by phase.
func printCompiles(out io.Writer, rows []bench.CompileRow) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "suite\tkernels\tmedian µs\tp90\tmax\tns/value\tns/byte\t")
	for _, s := range bench.SumCompiles(rows) {
		fmt.Fprintf(w, "%s\t%d\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\t\n", s.Suite, s.Kernels, s.Median, s.P90, s.Max, s.PerValue,
			s.PerByte)
	}
	w.Flush()
	total, all := map[string]float64{}, 0.0
	for _, r := range rows {
		for name, us := range r.Phases {
			total[name] += us
			if !strings.Contains(name, ".") { // parts of isel are included in isel
				all += us
			}
		}
	}
	fmt.Fprint(out, "\nphases:")
	for _, name := range slices.Sorted(maps.Keys(total)) {
		fmt.Fprintf(out, " %s %.1f%%", name, 100*total[name]/all)
	}
	fmt.Fprintln(out)
}

// compareCompiles builds jitbench at another commit, compiles the same kernels alternately with it and this build,
// and compares the minimum times.
func (o *options) compareCompiles(stdout, stderr io.Writer) int {
	dir, err := os.MkdirTemp("", "jitbench")
	if err == nil {
		defer os.RemoveAll(dir)
		err = o.alternate(dir, stdout, stderr)
	}
	if err != nil {
		fmt.Fprintln(stderr, "jitbench: -against:", err)
		return 1
	}
	return 0
}

func (o *options) alternate(dir string, stdout, stderr io.Writer) error {
	ours, err := os.Executable()
	if err != nil {
		return err
	}
	theirs, err := buildAt(dir, o.against)
	if err != nil {
		return err
	}
	args := []string{"-compile", "-json", "-quick", "-suite", o.suite, "-run", o.run, "-isa", o.isa, "-mode", o.mode}
	rounds := 6
	if o.quick {
		rounds = 2
	}
	var found [2][]bench.CompileRow
	p := progress.Start(stderr, "jitbench")
	defer p.Stop()
	for round := range 2 * rounds {
		p.Set(round, 2*rounds, o.suite)
		which := (round + round/2) % 2 // both are first equally often
		rows, err := compileIn([]string{ours, theirs}[which], args)
		if err != nil {
			return err
		}
		for i, r := range rows {
			if i >= len(found[which]) {
				found[which] = append(found[which], r)
			} else {
				found[which][i].Join(r)
			}
		}
	}
	p.Stop()
	suites, phases := bench.CompileRatios(found[0], found[1])
	if o.json {
		return json.NewEncoder(stdout).Encode(map[string]any{"against": o.against, "suites": suites, "phases": phases})
	}
	printCompiles(stdout, found[0])
	fmt.Fprintf(stdout, "\ntime over that of %s, geometric means:\n", o.against)
	for _, m := range []map[string]float64{suites, phases} {
		for _, name := range slices.Sorted(maps.Keys(m)) {
			fmt.Fprintf(stdout, "  %-14s %.3f\n", name, m[name])
		}
	}
	return nil
}

// buildAt builds this command at a commit of the current module.
func buildAt(dir, commit string) (string, error) {
	tree, program := filepath.Join(dir, "tree"), filepath.Join(dir, "jitbench")
	for _, c := range [][]string{
		{"git", "worktree", "add", "--detach", tree, commit},
		{"go", "build", "-C", tree, "-o", program, "./cmd/jitbench"},
		{"git", "worktree", "remove", "--force", tree},
	} {
		if out, err := exec.Command(c[0], c[1:]...).CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s: %w\n%s", strings.Join(c, " "), err, out)
		}
	}
	return program, nil
}

// compileIn returns the rows that a build of jitbench prints. It reports an error if the build is too old to have the
// -compile flag.
func compileIn(program string, args []string) ([]bench.CompileRow, error) {
	out, err := exec.Command(program, args...).Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 2 {
		said, _, _ := strings.Cut(string(exit.Stderr), "\n")
		return nil, fmt.Errorf("the other build does not support this measurement: jitbench %s: %s", strings.Join(args, " "), said)
	}
	var rows []bench.CompileRow
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var r bench.CompileRow
		if err := d.Decode(&r); err != nil {
			return nil, fmt.Errorf("line %s: %w", strconv.Itoa(len(rows)+1), err)
		}
		rows = append(rows, r)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s printed nothing: %w", filepath.Base(program), err)
	}
	return rows, nil
}
