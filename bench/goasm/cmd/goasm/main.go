// Command goasm sets hotloop's code for loops that Go projects write in assembly beside those projects' own.
//
//	go run ./cmd/goasm                        all kernels, lengths and libraries, about five minutes
//	go run ./cmd/goasm -quick -run Base64     a first look
//	go run ./cmd/goasm -peers vek,gonum       only what these two have, too
//	go run ./cmd/goasm -peers clang,gcc,openblas
//	GOEXPERIMENT=simd go run ./cmd/goasm -peers archsimd512,archsimd256         (Go 1.26)
//	GOTOOLCHAIN=go1.27.4 GOEXPERIMENT=simd go run ./cmd/goasm -peers simd
//	go run ./cmd/goasm -json                  one JSON object per line: bench.Row
//	go run ./cmd/goasm -bench | benchstat -col /by -
//
// It runs in the folder of its module, bench/goasm. Everything is checked against plain Go before it is timed; a
// library that computes something else at some length is left out there, and a note says so. Ratios are the library's
// time over ours, calls included, so above 1 we are faster. Peers go, clang and gcc are these compilers' code for the
// same text. C runs in a process of its own, as does OpenBLAS, so its calls cost what they cost in C; by cgo a program
// would pay some 30 ns more for each. Peers that the machine or the build has not are named and left out. Exit status:
// 0, 1 if a kernel of ours differs from the Go compiler's or was refused, 2 for a wrong command line.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"hotloop/bench"
	"hotloop/bench/goasm"
	"hotloop/internal/cli"
	"hotloop/internal/progress"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// help is the help of the command.
var help = &cli.Help{Name: "goasm", Args: []string{"[-run REGEXP] [-n LIST] [-peers LIST]"},
	About: "compare hotloop with libraries of Go assembly", Found: "a kernel disagrees with the Go compiler or was refused"}

// run is main with its surroundings as parameters.
func run(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	match := fs.String("run", "", "only kernels whose name matches `regexp`")
	lengths := fs.String("n", "", "`list` of lengths (default 16,64,256,1024,4096,100000; with -quick 64,4096)")
	isas := fs.String("isa", "", "`list` of instruction sets (default the best here)")
	modes := fs.String("mode", "fast", "`list` of floating-point modes: exact,go,fast")
	peers := fs.String("peers", "", "`list` of peers (default all libraries and clang; there are go and gcc, too)")
	asJSON := fs.Bool("json", false, "print one JSON object per line")
	asBench := fs.Bool("bench", false, "print Go's benchmark format, for benchstat")
	quick := fs.Bool("quick", false, "use fewer lengths, checks and repetitions")
	below := fs.Float64("below", 0.8, "list rows with a `ratio` below this")
	seed := fs.Uint64("seed", 1, "`seed` of the generated arguments")
	if status, ok := help.Parse(fs, args, stdout, stderr); !ok {
		return status
	}
	s := &bench.Session{Engine: bench.Linked(), Plan: bench.DefaultPlan, Quick: *quick, Seed: *seed, Modes: list(*modes),
		ISAs: list(*isas), Lengths: goasm.Lengths}
	report, err := prepare(s, *match, *peers, *lengths)
	if fs.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %q", fs.Arg(0))
	}
	if err != nil {
		fmt.Fprintln(stderr, "goasm:", err)
		return 2
	}
	report.Below = *below
	if *peers == "" {
		for _, text := range goasm.Absent() {
			fmt.Fprintln(stderr, text)
		}
	}
	p := progress.Start(stderr, "goasm")
	defer p.Stop()
	s.Progress = p.Set
	stdout, stderr = p.Writer(stdout), p.Writer(stderr)
	s.Notice = func(text string) { fmt.Fprintln(stderr, text) }
	emit := func(r *bench.Row) { report.Rows = append(report.Rows, r) }
	if *asJSON {
		e := json.NewEncoder(stdout)
		emit = func(r *bench.Row) { e.Encode(r) }
	} else if *asBench {
		fmt.Fprintf(stdout, "goos: %s\ngoarch: %s\npkg: hotloop/bench/goasm\n", runtime.GOOS, runtime.GOARCH)
		emit = func(r *bench.Row) { r.WriteBench(stdout, s.Engine.Name()) }
	}
	wrong, err := s.Run(emit)
	p.Stop()
	if err != nil {
		fmt.Fprintln(stderr, "goasm:", err)
		return 1
	}
	if !*asJSON && !*asBench {
		report.Write(stdout)
	}
	if wrong > 0 {
		fmt.Fprintf(stderr, "goasm: %d kernels failed\n", wrong)
		return 1
	}
	return 0
}

// compilers are the peers that are made from the text of a kernel.
var compilers = []string{"go", "clang", "gcc"}

// prepare chooses kernels, peers and lengths.
func prepare(s *bench.Session, match, peers, lengths string) (*goasm.Report, error) {
	re, err := regexp.Compile(match)
	if err != nil {
		return nil, fmt.Errorf("-run: %w", err)
	}
	have := s.Engine.ISAs()
	if len(have) == 0 {
		return nil, fmt.Errorf("this machine supports no instruction set of the compiler")
	}
	if len(s.ISAs) == 0 {
		s.ISAs = have[:1]
	}
	for what, lists := range map[string][2][]string{"-isa": {s.ISAs, have}, "-mode": {s.Modes, bench.Modes}} {
		for _, w := range lists[0] {
			if !slices.Contains(lists[1], w) {
				return nil, fmt.Errorf("%s: %q is not available; use some of %s", what, w, strings.Join(lists[1], ","))
			}
		}
	}
	all := goasm.Suite()
	report := &goasm.Report{Peers: append(goasm.Peers(all), "clang")}
	wanted := list(peers)
	for _, p := range wanted {
		if !slices.Contains(compilers, p) && !slices.Contains(report.Peers, p) {
			return nil, fmt.Errorf("-peers: no %q here; there are %s,%s", p, strings.Join(compilers, ","),
				strings.Join(slices.Concat(goasm.Peers(all), goasm.Absent()), ","))
		}
	}
	if len(wanted) > 0 {
		report.Peers = wanted
	}
	for _, c := range compilers {
		if slices.Contains(report.Peers, c) {
			s.Peers = append(s.Peers, c)
		}
	}
	for _, k := range all {
		k.Alternatives = slices.DeleteFunc(k.Alternatives, func(r bench.Alternative) bool { return !slices.Contains(report.Peers, r.Name) })
		if re.MatchString(k.Name) && len(k.Alternatives)+len(s.Peers) > 0 {
			s.Kernels = append(s.Kernels, k)
		}
	}
	if len(s.Kernels) == 0 {
		return nil, fmt.Errorf("no kernel matches")
	}
	if s.Quick {
		s.Plan, s.Lengths = bench.QuickPlan, []int{64, 4096}
	}
	if lengths != "" {
		s.Lengths = nil
		for _, w := range list(lengths) {
			n, err := strconv.Atoi(w)
			if err != nil || n < 0 || n > 1<<26 {
				return nil, fmt.Errorf("-n: %q is not a length", w)
			}
			s.Lengths = append(s.Lengths, n)
		}
	}
	report.Lengths = s.Lengths
	return report, nil
}

func list(s string) []string {
	var out []string
	for w := range strings.SplitSeq(s, ",") {
		if w = strings.TrimSpace(w); w != "" {
			out = append(out, w)
		}
	}
	return out
}
