// Command jitbench compiles a suite of plain Go kernels, checks each against the Go compiler's code, and compares its
// speed with that of peers: the Go compiler, clang, gcc, and the machine's own limits.
//
//	jitbench                                   the suite core in mode fast, about a minute
//	jitbench -suite tsvc -mode go,fast -peers clang-scalar,clang,gcc    the TSVC loops, with scores
//	jitbench -suite image                      image processing; likewise dsp: signal processing, columns: database
//	                                           operators, ml: neural-network layers
//	jitbench -suite field -own                  250 ordinary loops: codecs, text, stencils, particles, small matrices, …
//	jitbench -suite nests -mode go,fast         the computations of PolyBench; -n scales all sizes, 240 is its MEDIUM
//	jitbench -quick -run 'dot|saxpy'           a first look
//	jitbench -mode exact,go,fast -isa avx2,avx512 -n 64,4096 -json > results.json
//	jitbench -from results.json -html results.html    a page: curves, ratios with their spread, tables; likewise -svg, a
//	                                           picture; several files, separated by commas, make one page
//	jitbench -from results.json -against old.json    what has changed beyond noise; with -html, as a part of the page
//	jitbench -src my.go                        all functions of a file, or of the files of a folder; -run selects
//	jitbench -src my.go -func Blur             one of them
//	jitbench -src my.go -func Sum -inst float32    a generic function, for these type arguments
//	jitbench -mca                              our hot loops and clang's in llvm-mca's models of processors, including
//	                                           arm64
//	jitbench -mca -cpu neoverse-v2 -json       the same on one processor, with the text of the loops
//	jitbench -machine                          instruction timings on this machine, next to those of the cost model
//	jitbench -suite tsvc -n 256,768 -peers clang -predict   predicted and measured cycles, largest errors first; if there
//	                                           are two lengths, for the difference between them
//	jitbench -distributions -peers go           trip counts of 0 to 16, geometric and long, sorted and constant data,
//	                                           hits near and far: our code against the Go compiler's for each, and the
//	                                           worst rows (-src, -suite field)
//	jitbench -regret -suite field              the default plan against up to a hundred forced by directives: width,
//	                                           interleaving, tail, unrolling, exits; for nests interchange, jam, outer
//	jitbench -gen -suite core -mode exact      what hotloop gen writes, as a peer
//	jitbench -compile -suite all               compile times by phase, per SSA value and per byte of code
//	jitbench -compile -suite core,tsvc -against HEAD~1    the same, alternating with the build of another commit
//	jitbench -figures                          the figures of the documents: docs/figures, and the tables between marks
//	                                           in README.md and docs (-quick for a first look)
//	jitbench -figures -from docs/figures/figures.json    the same from what was measured before
//	jitbench -costs                            binary size, start, memory and compile time that hotloop adds to a program
//	jitbench -gc                               delays of the garbage collector by loops that run for seconds
//	jitbench -polls -suite core,tsvc           cost of polls and strips, relative to the same kernels without them
//	                                           (also -suite all)
//
// Above a function of -src, the last line of the comment may describe the arguments of a call, one word per parameter
// ("// args: [n] [n]%100 0.5", see source.ArgsLine). Without it they are generated from the signature. Every timed
// batch starts with the original arguments. Memory in which a call leaves less work for the next one (sorted,
// emptied, denormal) is restored before every call, outside the measured time.
//
// Kernels with branches are timed twice: on arguments that recur after a few dozen calls, whose branches a processor
// learns, and on a quarter of a million elements that do not recur, as in a program. If the second time or a ratio
// differs by 10%, it is printed below the table ("fresh_ns" and "fresh_ratio" with -json), and the lists of rows that
// are slower than they should be use it.
//
// Modes are the floating-point modes; the C compilers get equivalent flags: exact is -ffp-contract=off, go is
// -ffp-contract=fast, fast is -ffast-math. The default is fast, in which compilers differ most for reductions.
//
// Ratios are a peer's time over ours, so above 1 we are faster. Net ratios exclude the cost of calling an empty
// function, on both sides. "better" is the faster C compiler and its (net) ratio. "scalar" is our own code without
// vectorizing, over ours, and on machines with AVX-512 "avx2" is our AVX2 code: at all lengths with -own, which -src
// implies. "strict" is our code of the next stricter mode, if it differs. Rows in which our code is slower than the
// Go compiler's or than one of these are listed below. Lines below a table say why a kernel lacks some peers.
// "vector" reports whether the compiler vectorized the kernel. "pays" reports whether that makes the kernel 1.1 times
// as fast as our own scalar code, at the length nearest 4096, or brings it near the machine's limit.
//
// A kernel that panics on its arguments, as the Go compiler's code does, or does not terminate within -limit, is
// listed as not timed. When interrupted or terminated, jitbench prints its measurements so far and exits with status
// 1. Exit status: 0, 1 if a kernel disagrees with the Go compiler or was refused, 2 for a wrong command line. jitbench -h
// lists the flags, in groups.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"hotloop/bench"
	"hotloop/internal/cli"
	"hotloop/internal/lab/child"
	_ "hotloop/internal/lab/knobs" // for HOTLOOP
	"hotloop/internal/lab/machine"
	"hotloop/internal/progress"
	_ "hotloop/isel/all" // to compile for processors of other architectures
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr, bench.Linked()))
}

// options is the parsed command line.
type options struct {
	reports
	suite, run, src, fn, inst string
	n, isa, peers, mode       string
	json, bench, quick, own   bool
	version                   bool
	gen                       bool
	cpu, tune                 string
	seed                      uint64
	limit                     time.Duration
}

// reports are the flags for measurements and outputs other than the times of kernels.
type reports struct {
	null, gc, mca, poll    bool
	machine, rows, predict bool
	calls, regret, compile bool
	against                string  // a commit for -compile, or a file of results
	html, svg              string  // files to write
	ghz                    float64 // for -predict
	figures, costs         bool
	from, into             string // files of results, and the folder for -figures
	command                string // the flags that were set, but for -into
}

// run is main with its environment as parameters.
func run(args []string, stdout, stderr io.Writer, engine bench.Engine) int {
	var o options
	fs := o.flags()
	if len(args) == 1 && (args[0] == "help" || args[0] == "version") { // as of command hotloop
		args = []string{"-" + args[0]}
	}
	if status, ok := help.Parse(fs, args, stdout, stderr); !ok {
		return status
	}
	if fs.NArg() > 0 {
		return help.Wrong(stderr, fmt.Errorf("unexpected argument %q", fs.Arg(0)))
	}
	if o.version {
		v := cli.VersionOf("jitbench")
		v.Print(stdout, o.json)
		return 0
	}
	fs.Visit(func(f *flag.Flag) {
		switch {
		case f.Name == "into":
		case f.Value.String() == "true":
			o.command += " -" + f.Name
		default:
			o.command += fmt.Sprintf(" -%s %s", f.Name, f.Value)
		}
	})
	if o.suite == "" {
		switch {
		case o.figures:
			o.suite = "all"
		case o.calls:
			o.suite = "field"
		default:
			o.suite = "core"
		}
	}
	engine, err := o.tuned(engine)
	if err != nil {
		fmt.Fprintf(stderr, "jitbench: -tune: %v\n", err)
		return 2
	}
	if what := o.exclusive(); what != "" && (o.from != "" && !o.figures || o.html != "" || o.svg != "" || o.against != "" && !o.compile) {
		fmt.Fprintf(stderr, "jitbench: -from, -html, -svg and -against FILE are for the times of kernels, not for %s\n", what)
		return 2
	}
	if o.figures {
		return o.publish(stderr, engine)
	}
	if o.from != "" {
		return o.reread(stdout, stderr)
	}
	if o.costs {
		return o.printCosts(stdout, stderr)
	}
	if o.machine {
		return o.micro(stdout, stderr)
	}
	if o.gc {
		return o.pauses(stdout, stderr, engine)
	}
	if o.poll {
		return o.polls(stdout, stderr, engine)
	}
	if o.regret {
		return o.regretOf(stdout, stderr, engine)
	}
	if o.compile {
		return o.compiling(stdout, stderr, engine)
	}
	if o.mca {
		return o.models(stdout, stderr)
	}
	if o.cpu != "" {
		fmt.Fprintln(stderr, "jitbench: -cpu selects models for -mca; measurements run on this machine")
		return 2
	}
	if o.gen && generated == nil {
		return o.withGenerated(args, stdout, stderr)
	}
	return o.times(stdout, stderr, engine)
}

// times measures the times of kernels, one suite after the other.
func (o *options) times(stdout, stderr io.Writer, engine bench.Engine) int {
	sessions, err := o.sessions(engine)
	for _, s := range sessions {
		if err == nil && o.calls {
			err = o.distributions(s)
		}
	}
	if err == nil && o.predict {
		o.ghz, err = machine.Clock()
	}
	if err != nil {
		fmt.Fprintln(stderr, "jitbench:", err)
		return 2
	}
	if o.against != "" {
		if _, err := readResults(o.against); err != nil {
			fmt.Fprintf(stderr, "jitbench: -against: %v (a commit needs -compile)\n", err)
			return 2
		}
	}
	measured := &bench.Results{}
	if o.json || o.publishing() {
		measured.Setting = o.setting(".")
	}
	if o.json {
		measured.Setting.Encode(stdout)
	}
	code := 0
	for _, s := range sessions {
		p := progress.Start(stderr, "jitbench")
		kept := &keeper{reporter: o.reporter(p.Writer(stdout), s)}
		code = max(code, measure(s, kept, p, stderr))
		measured.Rows = append(measured.Rows, kept.rows...)
	}
	if !o.publishing() || len(measured.Rows) == 0 {
		return code
	}
	results, err := o.published(measured)
	if err != nil {
		fmt.Fprintln(stderr, "jitbench:", err)
		return 1
	}
	return max(code, o.write(results, stdout, stderr))
}

// sessions creates a session for each suite that has matching kernels.
func (o *options) sessions(engine bench.Engine) (all []*bench.Session, err error) {
	names := list(o.suite)
	switch {
	case o.src != "" || o.null:
		names = []string{o.suite}
	case len(names) == 1 && names[0] == "all":
		names = bench.Suites
	}
	for _, name := range names {
		one := *o
		one.suite = name
		s, failed := one.session(engine)
		switch {
		case failed == nil:
			all = append(all, s)
		case len(names) == 1 || bench.Suite(name) == nil:
			return nil, failed
		default:
			err = failed // none matches in this suite
		}
	}
	if len(all) > 0 {
		return all, nil
	}
	return nil, err
}

// keeper is a reporter that also keeps the rows.
type keeper struct {
	reporter
	rows []*bench.Row
}

func (k *keeper) row(r *bench.Row) {
	k.rows = append(k.rows, r)
	k.reporter.row(r)
}

// measure runs a session, reports its rows, ends the report of progress, and returns the exit status.
func measure(s *bench.Session, r reporter, p *progress.Progress, stderr io.Writer) int {
	s.Notice = func(text string) { fmt.Fprintln(p.Writer(stderr), "jitbench:", text) }
	s.Progress = p.Set

	out := &locked{r: r}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	go func() {
		sig := <-stop
		s.Abandon()
		p.Stop()
		out.end()
		fmt.Fprintf(stderr, "jitbench: %s; the results until then are above\n", sig)
		os.Exit(1)
	}()
	wrong, err := s.Run(out.row)
	signal.Stop(stop)
	p.Stop()
	if err != nil {
		fmt.Fprintln(stderr, "jitbench:", err)
		return 1
	}
	out.end()
	if wrong > 0 {
		fmt.Fprintf(stderr, "jitbench: %d kernels failed\n", wrong)
		return 1
	}
	return 0
}

// help is the help of the command. Its groups have all flags.
var help = &cli.Help{Name: "jitbench", Args: []string{"[-suite NAME] [-run REGEXP] [-n LIST] [-mode LIST]", "-src FILE [-func NAME]",
	"-from FILES -html FILE [-against FILE]"},
	About: "compile kernels, check each against the Go compiler's code, and compare its speed with that of peers",
	Details: "Ratios are a peer's time over hotloop's: above 1, hotloop is faster. Results of -json are what -from and -against read.\n\n" +
		"'go doc hotloop/cmd/jitbench' has examples, and says how arguments are made and what the columns mean.",
	Found: "a kernel disagrees with the Go compiler or was refused, or a bound is exceeded",
	Groups: []cli.Group{
		{Title: "What is measured", Flags: []string{"suite", "run", "src", "func", "inst"}},
		{Title: "How it is measured", Flags: []string{"n", "isa", "mode", "peers", "own", "gen", "quick", "tune", "limit", "seed", "null"}},
		{Title: "Results", Flags: []string{"json", "bench", "html", "svg", "from", "against"}},
		{Title: "Other measurements", Flags: []string{"distributions", "regret", "compile", "polls", "gc", "costs", "predict", "machine",
			"rows", "mca", "cpu"}},
		{Title: "Documents", Flags: []string{"figures", "into"}},
		{Title: "About jitbench", Flags: []string{"version"}},
	}}

// flags returns the command's flags, which set o.
func (o *options) flags() *flag.FlagSet {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	fs.BoolVar(&o.version, "version", false, "print the version of the module, the commit and the Go release")
	fs.StringVar(&o.suite, "suite", "", "`names` of suites, separated by commas, or all: "+strings.Join(bench.Suites, ", ")+
		" (default core; field for -distributions, all for -figures)")
	fs.StringVar(&o.run, "run", "", "only kernels whose name matches `regexp`")
	fs.StringVar(&o.n, "n", "", "`list` of lengths (default 64,1000,4096,100000; with -quick 4096)")
	fs.StringVar(&o.isa, "isa", "", "`list` of instruction sets, such as avx2,avx512 (default the best of this machine)")
	fs.StringVar(&o.peers, "peers", "go,clang,gcc", "`list` of peers")
	fs.StringVar(&o.mode, "mode", "fast", "`list` of floating-point modes: exact,go,fast")
	fs.BoolVar(&o.json, "json", false, "print one JSON object per line")
	fs.BoolVar(&o.bench, "bench", false, "print Go's benchmark format, for benchstat")
	fs.StringVar(&o.src, "src", "", "`file` or folder with kernels to use instead of a suite")
	fs.StringVar(&o.fn, "func", "", "`name` of the only function in -src to measure")
	fs.StringVar(&o.inst, "inst", "", "`types` for the type parameters of the function: float32, or T=float32,U=int")
	fs.BoolVar(&o.quick, "quick", false, "use fewer lengths, checks and repetitions")
	fs.BoolVar(&o.own, "own", false, "time hotloop's code without vectorization at all lengths, and AVX2 code in addition to "+
		"AVX-512; -src implies it")
	fs.BoolVar(&o.gen, "gen", false, "also time what hotloop gen writes for the suite or -src, in one mode and instruction set")
	fs.BoolVar(&o.null, "null", false, "measure the Go compiler against itself, to show the noise")
	fs.BoolVar(&o.gc, "gc", false,
		"measure how long the garbage collector waits for running kernels; -run chooses loops")
	fs.BoolVar(&o.poll, "polls", false, "measure the cost of polls and of strip-mining for them; use "+
		"lengths that fit the first-level cache")
	fs.BoolVar(&o.machine, "machine", false,
		"measure instructions and memory accesses on this machine, and print the cost model's values beside")
	fs.BoolVar(&o.rows, "rows", false, "with -machine: print the instructions in the form that isel/cost/gencosts reads")
	fs.BoolVar(&o.calls, "distributions", false, "measure with distributions of trip counts, data and positions of matches, for "+
		"-src or the suite field; -n is the long trip count (default 1000)")
	fs.BoolVar(&o.regret, "regret", false, "compare default plans with forced ones")
	fs.BoolVar(&o.compile, "compile", false, "measure compile times by phase")
	fs.StringVar(&o.against, "against", "", "compare with the results in this `file`; with -compile: alternate between this build "+
		"and the build of a commit")
	fs.StringVar(&o.html, "html", "", "write the results as a page to this `file`: curves, ratios, tables")
	fs.StringVar(&o.svg, "svg", "", "write a picture to this `file`: the ratios of suites or kernels, or the curve of a kernel, "+
		"for each machine, instruction set and mode")
	fs.BoolVar(&o.predict, "predict", false, "report the cost model's cycles beside those measured; use lengths that "+
		"fit the first-level cache")
	fs.BoolVar(&o.figures, "figures", false, "measure the suites and the costs, and write docs/figures and the tables in "+
		"README.md and docs")
	fs.StringVar(&o.from, "from", "", "use the results in these `files` of -json, separated by commas, instead of measuring; with "+
		"-figures: those in its file")
	fs.StringVar(&o.into, "into", ".", "with -figures: the `folder` that contains README.md and docs")
	fs.BoolVar(&o.costs, "costs", false, "measure what hotloop adds to a program: size, start, memory, compilation, calls")
	fs.BoolVar(&o.mca, "mca", false, "compare hotloop's hot loops with clang's in llvm-mca, instead of running them")
	fs.StringVar(&o.cpu, "cpu", "", "`list` of processors for -mca, in LLVM's spelling (default "+defaultProcessors()+
		")")
	fs.StringVar(&o.tune, "tune", "", "tune for the processor of this `name`, such as znver4, instead of this one")
	fs.DurationVar(&o.limit, "limit", child.Limit, "processor `time` after which a call is ended")
	fs.Uint64Var(&o.seed, "seed", 1, "`seed` of the generated arguments")
	return fs
}

// tuned returns the engine, tuned for the requested processor.
func (o *options) tuned(engine bench.Engine) (bench.Engine, error) {
	if o.tune == "" {
		return engine, nil
	}
	tuner, ok := engine.(bench.Tuner)
	if !ok {
		return nil, fmt.Errorf("-tune is not supported for %s", engine.Name())
	}
	return tuner.Tuned(o.tune)
}

// session creates a session from the options.
func (o *options) session(engine bench.Engine) (*bench.Session, error) {
	s := &bench.Session{Engine: engine, Plan: bench.DefaultPlan, Quick: o.quick, Seed: o.seed, Limit: o.limit,
		Own: o.own || o.src != ""}
	if err := o.kernels(s); err != nil {
		return nil, err
	}
	if o.null {
		s.Engine = bench.NewNull(s.Kernels)
	}
	if s.Engine == nil {
		return nil, fmt.Errorf("no compiler is linked into this build; use -null to measure the Go compiler against itself")
	}
	lengths := "64,1000,4096,100000"
	if o.quick {
		s.Plan, lengths = bench.QuickPlan, "4096"
	}
	if o.suite == "tsvc" && o.src == "" {
		lengths = "32000" // that of the C suite
	}
	if o.suite == "nests" && o.src == "" {
		lengths = strconv.Itoa(bench.NestsLength)
	}
	if o.calls {
		lengths = "1000"
	}
	if o.n != "" {
		lengths = o.n
	}
	for _, w := range list(lengths) {
		n, err := strconv.Atoi(w)
		if err != nil || n < 0 || n > 1<<26 {
			return nil, fmt.Errorf("-n: %q is not a length", w)
		}
		s.Lengths = append(s.Lengths, n)
	}
	if o.gen {
		if without := addGenerated(s.Kernels); len(without) > 0 {
			s.Notice("no generated code for " + strings.Join(without, ", "))
		}
	}
	var err error
	if s.Modes, err = oneOf("-mode", o.mode, bench.Modes); err != nil {
		return nil, err
	}
	if o.peers != "" {
		if s.Peers, err = oneOf("-peers", o.peers, bench.PeerKinds); err != nil {
			return nil, err
		}
	}
	have := s.Engine.ISAs()
	switch {
	case o.isa != "" && !o.null:
		if s.ISAs, err = oneOf("-isa", o.isa, have); err != nil {
			return nil, err
		}
	case len(have) == 0:
		return nil, fmt.Errorf("this machine supports no instruction set of the compiler")
	default:
		s.ISAs = have[:1]
	}
	return s, nil
}

// kernels selects what to measure: the functions of files, or the matching part of a suite.
func (o *options) kernels(s *bench.Session) error {
	if o.fn != "" && o.src == "" {
		return fmt.Errorf("-func needs -src")
	}
	if o.inst != "" && o.fn == "" {
		return fmt.Errorf("-inst needs -src and -func")
	}
	re, err := regexp.Compile(o.run)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	if o.src != "" {
		s.Kernels, err = o.fromFiles(re)
		return err
	}
	all := bench.Suite(o.suite)
	if all == nil {
		return fmt.Errorf("unknown suite %q; use one of %s", o.suite, strings.Join(bench.Suites, ", "))
	}
	for _, k := range all {
		if re.MatchString(k.Name) {
			s.Kernels = append(s.Kernels, k)
		}
	}
	if len(s.Kernels) == 0 {
		return fmt.Errorf("no kernel of suite %s matches %q", o.suite, o.run)
	}
	return nil
}

// fromFiles creates kernels of the functions of a file, or of the files of a folder.
func (o *options) fromFiles(re *regexp.Regexp) ([]*bench.Kernel, error) {
	files := []string{o.src}
	if info, err := os.Stat(o.src); err != nil {
		return nil, err
	} else if info.IsDir() {
		if files, err = filepath.Glob(filepath.Join(o.src, "*.go")); err != nil {
			return nil, err
		}
		files = slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
		if len(files) == 0 {
			return nil, fmt.Errorf("no Go files in %s", o.src)
		}
	}
	var names, texts []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		names, texts = append(names, filepath.Base(file)), append(texts, string(text))
	}
	if o.fn != "" && o.src == files[0] {
		k, err := bench.FileKernel(names[0], texts[0], o.fn, o.inst)
		return []*bench.Kernel{k}, err
	}
	if o.inst != "" {
		return nil, fmt.Errorf("-inst needs a file in -src, not a folder")
	}
	all, err := bench.PackageKernels(names, texts, func(name string) bool {
		return re.MatchString(name) && (o.fn == "" || o.fn == name)
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s has no function to measure", o.src)
	}
	return all, err
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

func oneOf(name, value string, allowed []string) ([]string, error) {
	out := list(value)
	if len(out) == 0 {
		return nil, fmt.Errorf("%s is empty; use some of %s", name, strings.Join(allowed, ","))
	}
	for _, w := range out {
		if !slices.Contains(allowed, w) {
			return nil, fmt.Errorf("%s: %q is not available; use some of %s", name, w, strings.Join(allowed, ","))
		}
	}
	return out, nil
}
