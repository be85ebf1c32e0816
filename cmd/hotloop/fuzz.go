package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"hotloop/cpu"
	"hotloop/internal/cli"
	"hotloop/internal/lab/child"
	"hotloop/internal/lab/difftest"
	"hotloop/internal/page"
	hotruntime "hotloop/runtime"
)

// fuzzFlags are the flags of hotloop fuzz.
type fuzzFlags struct {
	set *flag.FlagSet
	selection
	isa      string
	workers  int
	dir      string
	knobs    string
	cache    string
	replay   string
	print    bool
	verbose  bool
	json     bool
	noGC     bool
	gcArch   string
	fused    bool
	assembly bool
	reduce   bool
	worker   string // directory of the toolchain's files: this process is a worker
}

// selection selects the random kernels.
type selection struct {
	kernels    int
	seed       uint64
	sets       int // number of argument sets for each
	only, from int
	chains     int // depth of followups
}

func fuzzFlagSet() *fuzzFlags {
	f := &fuzzFlags{set: flag.NewFlagSet("", flag.ContinueOnError)}
	f.set.IntVar(&f.kernels, "kernels", 1000, "`number` of kernels")
	f.set.Uint64Var(&f.seed, "seed", 1, "`seed` of the run; kernel i of a seed is always the same")
	f.set.StringVar(&f.isa, "isa", "", "comma-separated instruction `sets` (default all that this machine has)")
	f.set.IntVar(&f.sets, "sets", 10, "argument sets for each kernel")
	f.set.IntVar(&f.only, "only", -1, "run only kernel `number` i")
	f.set.IntVar(&f.from, "from", 0, "start at kernel `number` i")
	f.set.IntVar(&f.workers, "workers", runtime.NumCPU(), "`number` of processes")
	f.set.StringVar(&f.dir, "o", "testdata/fuzz-failures", "`directory` to save mismatches in")
	f.set.StringVar(&f.knobs, "knobs", "", "debug `knobs` of compilations, such as plant=licm")
	f.set.StringVar(&f.cache, "cache", "", "`directory` to keep machine code in: kernels are compiled into it and loaded from it")
	f.set.StringVar(&f.replay, "replay", "", "repeat the calls of a saved `file`")
	f.set.IntVar(&f.chains, "followups", 0,
		"add directives with chains of followups, `n` transformations deep")
	f.set.BoolVar(&f.print, "print", false, "with -only: print the kernel")
	f.set.BoolVar(&f.verbose, "v", false, "report progress")
	f.set.StringVar(&f.gcArch, "gcarch", runtime.GOARCH,
		"compare with the Go compiler's code for this `GOARCH`, which the machine must be able to run")
	f.set.BoolVar(&f.fused, "fused", false,
		"let the Go compiler fuse x*y + z (with GOAMD64=v3, or on arm64): only kernels that contain x*y + z may differ")
	f.set.BoolVar(&f.assembly, "gen", false, "also compare what hotloop gen writes for the kernels, which then allocate no memory")
	f.set.BoolVar(&f.noGC, "nogc", false, "compare with the interpreter only")
	f.set.BoolVar(&f.reduce, "reduce", true, "minimize mismatching kernels")
	f.set.StringVar(&f.worker, "worker", "", "")
	f.set.BoolVar(&f.json, "json", false, "print JSON: the mismatches and what the kernels cover")
	return f
}

// fuzz compares random kernels with the Go compiler. The exit status is 1 if some mismatch, or if coverage was poor.
func fuzz(h *cli.Help, o output, args []string) int {
	f := fuzzFlagSet()
	stdout, stderr := o.stdout, o.stderr
	if status, ok := h.Parse(f.set, args, stdout, stderr); !ok {
		return status
	}
	if f.set.NArg() > 0 {
		return h.Wrong(stderr, fmt.Errorf("unexpected argument %q", f.set.Arg(0)))
	}
	if f.json && (f.only >= 0 || f.replay != "") {
		return h.Wrong(stderr, errors.New("-json is not for -only and -replay"))
	}
	if f.replay != "" {
		return f.again(stdout, stderr)
	}
	cfg, err := f.config()
	if err != nil {
		fmt.Fprintln(stderr, "hotloop fuzz:", err)
		return 2
	}
	if f.worker != "" {
		return f.work(cfg, stdout, stderr)
	}
	var tools *difftest.Toolchain
	if !f.noGC {
		tools, err = difftest.NewToolchain(f.gcArch, f.fused, f.assembly)
		if errors.Is(err, difftest.ErrNoGo) {
			fmt.Fprintln(stderr, "hotloop fuzz:", err)
		} else if err != nil {
			fmt.Fprintln(stderr, "hotloop fuzz:", err)
			return 1
		}
		defer tools.Close()
	}
	if f.only >= 0 {
		return f.one(cfg, tools, stdout, stderr)
	}
	return f.all(cfg, tools, o)
}

// config returns the configuration of the machine.
func (f *fuzzFlags) config() (difftest.Config, error) {
	cfg := difftest.Config{Seed: f.seed, Sets: f.sets, Knobs: f.knobs, Without: difftest.Unknown(), Chains: f.chains}
	if f.assembly {
		maps.Copy(cfg.Without, difftest.NotInAssembly)
	}
	if f.gcArch == "arm64" && !f.noGC { // the runtime's division of complex numbers is compiled with fused operations
		cfg.Without["complex quotient"] = true
	}
	if f.cache != "" {
		dir, err := hotruntime.OpenCache(f.cache)
		if err != nil {
			return cfg, err
		}
		cfg.Cache = dir
	}
	here := hotruntime.Tiers()
	if f.isa == "" {
		for _, t := range here {
			cfg.ISAs = append(cfg.ISAs, t.String())
		}
		if len(cfg.ISAs) == 0 {
			return cfg, fmt.Errorf("machine code is not available: %w", hotruntime.Available())
		}
		return cfg, nil
	}
	for _, name := range strings.Split(f.isa, ",") {
		t, err := cpu.ParseTier(name)
		if err != nil {
			return cfg, err
		}
		if !slices.Contains(here, t) {
			return cfg, fmt.Errorf("this machine does not support %s", name)
		}
		cfg.ISAs = append(cfg.ISAs, name)
	}
	return cfg, nil
}

// all distributes the kernels over processes.
func (f *fuzzFlags) all(cfg difftest.Config, tools *difftest.Toolchain, o output) int {
	stdout, stderr := o.stdout, o.stderr
	if f.json {
		stdout = io.Discard
	}
	exe, err := os.Executable()
	if err != nil {
		fmt.Fprintln(stderr, "hotloop fuzz:", err)
		return 1
	}
	found := []difftest.Found{}
	began := time.Now()
	s := &difftest.Supervisor{
		Workers: f.workers,
		Hang:    time.Minute,
		Start: func() *exec.Cmd {
			dir := tools.Dir()
			if dir == "" {
				dir = "-"
			}
			cmd := child.Command(exe, "fuzz", "-worker", dir, "-seed", fmt.Sprint(f.seed), "-isa",
				strings.Join(cfg.ISAs, ","),
				"-sets", strconv.Itoa(f.sets), "-o", f.dir, "-knobs", f.knobs, "-cache", f.cache,
				"-reduce="+strconv.FormatBool(f.reduce), "-gen="+strconv.FormatBool(f.assembly), "-gcarch", f.gcArch, "-nogc="+strconv.FormatBool(f.noGC), "-followups", strconv.Itoa(f.chains))
			cmd.Env = append(os.Environ(), "GOMAXPROCS=2")
			return cmd
		},
		Crashed: func(id int, output string) difftest.Found {
			return difftest.NewMachine(cfg).Crashed(id, output, f.dir)
		},
		Found: func(x difftest.Found) {
			found = append(found, x)
			fmt.Fprintf(stdout, "MISMATCH kernel %d of seed %d: %s\n", x.ID, f.seed, x.What)
			if x.Culprit != "" {
				fmt.Fprintf(stdout, "culprit: %s\n", x.Culprit)
			}
			if x.File != "" {
				fmt.Fprintf(stdout, "saved: %s\n", x.File)
			}
			fmt.Fprintf(stdout, "%s\n", x.Text)
		},
	}
	s.Tick = func(done int) {
		o.progress.Set(done, f.kernels, fmt.Sprintf("%d mismatches", len(found)))
		if f.verbose {
			fmt.Fprintf(stderr, "%s: %d of %d kernels, %d mismatches\n", time.Since(began).Round(time.Second), done,
				f.kernels, len(found))
		}
	}
	rep, err := s.Run(f.from, f.from+f.kernels)
	rep.Print(stdout, cfg.Without)
	fmt.Fprintf(stdout, "%s, seed %d, %s: %d mismatches in %s\n", page.Plural(rep.Kernels, "kernel"), f.seed,
		strings.Join(cfg.ISAs, " and "),
		len(found), time.Since(began).Round(100*time.Millisecond))
	if f.json {
		o.JSON(struct {
			Seed       uint64           `json:"seed"`
			ISAs       []string         `json:"isas"`
			Mismatches []difftest.Found `json:"mismatches"`
			Report     any              `json:"report"`
		}{f.seed, cfg.ISAs, found, rep})
	}
	if err != nil {
		fmt.Fprintln(stderr, "hotloop fuzz:", err)
		return 1
	}
	if err := rep.CheckCoverage(cfg.Without, cfg.ISAs, cfg.Chains); err != nil && f.knobs == "" {
		fmt.Fprintln(stderr, "hotloop fuzz: the generated kernels cover too little:", err)
		return 1
	}
	if len(found) > 0 {
		return 1
	}
	return 0
}

// work is the main loop of a worker process.
func (f *fuzzFlags) work(cfg difftest.Config, stdout, stderr io.Writer) int {
	var tools *difftest.Toolchain
	if f.worker != "-" {
		var err error
		if tools, err = difftest.OpenToolchain(f.worker); err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
	}
	m := difftest.NewMachine(cfg)
	if err := m.Work(tools, os.Stdin, stdout, func(mm *difftest.Mismatch) difftest.Found {
		return m.Handle(mm, tools, f.dir, f.reduce)
	}); err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

// one compares one kernel in this process and reports all details.
func (f *fuzzFlags) one(cfg difftest.Config, tools *difftest.Toolchain, stdout, stderr io.Writer) int {
	m := difftest.NewMachine(cfg)
	if f.print {
		c, err := m.Generate(f.only)
		if err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		fmt.Fprintf(stdout, "// mode %s\n%s", c.Mode, c.Text)
	}
	code := 0
	err := m.Batch(tools, []int{f.only}, func(int) {}, func(mm *difftest.Mismatch) {
		code = 1
		x := m.Handle(mm, tools, f.dir, f.reduce)
		fmt.Fprintf(stdout, "MISMATCH %s\nculprit: %s\nsaved: %s\n%s\n", x.What, x.Culprit, x.File, x.Text)
	})
	if err != nil {
		fmt.Fprintln(stderr, "hotloop fuzz:", err)
		return 1
	}
	if code == 0 {
		fmt.Fprintf(stdout, "kernel %d of seed %d: no mismatch\n", f.only, f.seed)
	}
	return code
}

// again replays a saved mismatch.
func (f *fuzzFlags) again(stdout, stderr io.Writer) int {
	text, err := os.ReadFile(f.replay)
	if err != nil {
		fmt.Fprintln(stderr, "hotloop fuzz:", err)
		return 2
	}
	report, err := difftest.Replay(filepath.Base(f.replay), string(text), f.knobs)
	if report != "" {
		fmt.Fprint(stdout, report)
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}
