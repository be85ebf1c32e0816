// Command hotloop inspects the compiler's work and runs single kernels.
//
//	hotloop check FILE|DIR… [-func NAME] [-json]        every function: accepted or refused, and why; which loops are
//	                                                    vectorized
//	hotloop vet [-json] [-baseline FILE] ./...          every function of a module with a numeric loop: the result, changes to
//	                                                    make and their gain; calls that fall back
//	hotloop gen [-o DIR] [-isa SETS] [-check] [DIR…]    write the functions marked //hotloop:kernel as Go assembly
//	hotloop explain FILE -func NAME [-isa avx2] [ARG…]  requested and executed transformations, in order, refusals
//	                                                    with reasons, and the plans; with arguments, the profile of
//	                                                    a call, and its effect
//	hotloop dump FILE -func NAME -stage STAGE           the kernel at a stage: SSA, plans, machine code
//	hotloop run FILE -func NAME ARG…                    run it: hotloop run saxpy.go -func Saxpy 2 '[1 2 3]' 'seq(3)'
//	hotloop fuzz [-kernels N] [-seed S]                 compare random kernels with the Go compiler
//	hotloop hostile [-for 60s] [-seed S]                search for texts that are costly to compile
//	hotloop stress [-for 60s] [-cycles N]               compile, call, cancel and drop kernels concurrently with
//	                                                    other load; with -gen, call what hotloop gen writes
//	hotloop survey [-sample N] [-sets N] DIR…           feed every function with a loop of the packages below DIR to
//	                                                    the frontend, and compare with the Go compiler what it accepts
//
// Flags may stand before or after FILE. A generic function needs its type arguments: -func Sum -inst float32; check
// takes the first types that its constraints allow. Exit status: 0, 1 if the kernel has errors or panics, 2 for a
// wrong command line. The status of check is 1 if the function given by -func is not a kernel, or if one that is
// marked //hotloop:kernel is not native and vectorized. A loop of it that should stay scalar has the directive
// //loop:vectorize.enable=0. The status of vet is 1 if a call falls back or is slow, a directive has no effect, or a
// loop of the baseline is no longer vectorized.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	_ "hotloop/internal/lab/knobs" // for HOTLOOP and -knobs
	"hotloop/internal/progress"
	_ "hotloop/isel/all" // to compile for processors of other architectures
	"hotloop/loopopt/profile"
	"hotloop/runtime"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// command is one of the subcommands.
type command struct {
	name, args, about string
	run               func(c *call) error
}

var commands = []command{
	{"check", "FILE|DIR… [-func NAME] [-json]",
		"list every function: accepted or refused, and why, and which of its loops are vectorized", check},
	{"explain", "FILE -func NAME [ARG…]",
		"show remarks, the chain of transformations of each loop, and the plans with their costs; with arguments, for " +
			"the trip counts of a call with them", explain},
	{"dump", "FILE -func NAME -stage STAGE", "show the kernel at a stage of the compiler", dump},
	{"run", "FILE -func NAME ARG…", "call the kernel, and show its results and the contents of its slices", runKernel},
}

// call is one run of a command: its flags, the other words of the command line, and its outputs.
type call struct {
	flags          *flag.FlagSet
	args           []string // after the flags are taken out; the first is FILE
	stdout, stderr io.Writer
	progress       *progress.Progress

	fn, inst, isa, fp, stage, knobs, tune string
	noVec, interp, json, ssa              bool

	stageNow string          // the current stage, for an InternalError
	sampled  profile.Profile // the profile of loops and branches for the given arguments
}

// usageError is an error in the command line: exit status 2.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// reported is an error whose text has already been printed.
type reported struct{ error }

// run is main with its environment as parameters.
func run(args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 || args[0] == "help" || args[0] == "-h" || args[0] == "-help" || args[0] == "--help" {
		usage(stderr)
		return 2
	}
	for i := range commands {
		if cmd := &commands[i]; cmd.name == args[0] {
			return cmd.start(args[1:], stdout, stderr)
		}
	}
	var p *progress.Progress
	if !slices.Contains(args, "-worker") { // whose parent reports
		p = progress.Start(stderr, "hotloop "+args[0])
	}
	defer p.Stop()
	stdout, stderr = p.Writer(stdout), p.Writer(stderr)
	if args[0] == "fuzz" { // has no FILE, and flags of its own
		return fuzz(args[1:], stdout, stderr, p)
	}
	if args[0] == "stress" { // the same
		return stressed(args[1:], stdout, stderr)
	}
	if args[0] == "gen" {
		return generate(args[1:], stdout, stderr)
	}
	if args[0] == "vet" {
		return vetted(args[1:], stdout, stderr, p)
	}
	if args[0] == "survey" {
		return surveyed(args[1:], stdout, stderr)
	}
	if args[0] == "hostile" { // the same
		return hostileTexts(args[1:], stdout, stderr)
	}
	fmt.Fprintf(stderr, "hotloop: unknown command %q\n", args[0])
	usage(stderr)
	return 2
}

func usage(w io.Writer) {
	fmt.Fprintln(w, "usage: hotloop COMMAND …")
	for _, c := range commands {
		fmt.Fprintf(w, "  hotloop %-38s %s\n", c.name+" "+c.args, c.about)
	}
	fmt.Fprintf(w, "  hotloop %-38s %s\n", "vet [-json] [-baseline FILE] ./...",
		"report on every function with a numeric loop: result, advice, estimated gain; and on calls that fall back")
	fmt.Fprintf(w, "  hotloop %-38s %s\n", "gen [-o DIR] [-isa SETS] [-check] [DIR…]",
		"write the functions marked //hotloop:kernel as Go assembly, which needs no hotloop")
	fmt.Fprintf(w, "  hotloop %-38s %s\n", "fuzz [-kernels N] [-seed S]", "compare random kernels with the Go compiler")
	fmt.Fprintf(w, "  hotloop %-38s %s\n", "stress [-for 60s] [-cycles N]",
		"compile, call, cancel and drop kernels concurrently, with collections and profiles")
	fmt.Fprintf(w, "  hotloop %-38s %s\n", "hostile [-for 60s] [-seed S]", "search for sources that are expensive to compile")
	fmt.Fprintf(w, "  hotloop %-38s %s\n", "survey [-sample N] [-sets N] DIR…",
		"compile the functions of real packages, and compare those accepted with the Go compiler")
	fmt.Fprintln(w, "hotloop COMMAND -h lists a command's flags.")
}

func (cmd *command) start(args []string, stdout, stderr io.Writer) int {
	p := progress.Start(stderr, "hotloop "+cmd.name)
	defer p.Stop()
	stdout, stderr = p.Writer(stdout), p.Writer(stderr)
	c := &call{stdout: stdout, stderr: stderr, progress: p, stageNow: cmd.name,
		flags: flag.NewFlagSet("hotloop "+cmd.name, flag.ContinueOnError)}
	c.flags.SetOutput(stderr)
	c.flags.Usage = func() {
		fmt.Fprintf(stderr, "usage: hotloop %s %s\n", cmd.name, cmd.args)
		c.flags.PrintDefaults()
	}
	c.declare(cmd.name)
	err := c.parse(args)
	if err == nil && len(c.args) == 0 {
		err = usagef("FILE is missing; usage: hotloop %s %s", cmd.name, cmd.args)
	}
	if err == nil && !slices.Contains([]string{"run", "explain", "check"}, cmd.name) && len(c.args) > 1 {
		err = usagef("unexpected argument %q", c.args[1])
	}
	if err == nil {
		err = c.guarded(cmd.run)
	}
	switch err := err.(type) {
	case nil:
		return 0
	case usageError:
		if err.error != flag.ErrHelp {
			fmt.Fprintf(stderr, "hotloop %s: %v\n", cmd.name, err)
		}
		return 2
	case reported:
		return 1
	default:
		fmt.Fprintln(stderr, err)
		return 1
	}
}

// guarded runs a command. The compiler catches its own panics. The remaining ones are those of the frontend, which
// commands call directly, and of the command itself. With HOTLOOP_PANIC=1 they are not caught, to get the trace.
func (c *call) guarded(run func(*call) error) (err error) {
	if os.Getenv("HOTLOOP_PANIC") == "1" {
		return run(c)
	}
	defer func() {
		if r := recover(); r != nil {
			name := c.fn
			if name == "" {
				name = c.args[0]
			}
			err = &runtime.InternalError{Kernel: name, Stage: c.stageNow, Value: r}
		}
	}()
	return run(c)
}

// declare declares the flags of a command.
func (c *call) declare(cmd string) {
	c.flags.StringVar(&c.inst, "inst", "", "`types` for the type parameters of the kernel: float32, or T=float32,U=int")
	if cmd == "check" {
		c.flags.StringVar(&c.fn, "func", "", "`name` of the only function to check")
		c.flags.StringVar(&c.isa, "isa", "", "instruction `set`: "+tierNames()+" (default the best of this machine)")
		c.flags.BoolVar(&c.json, "json", false, "print JSON")
		return
	}
	if cmd == "explain" {
		c.flags.BoolVar(&c.ssa, "ssa", false, "print the plans too, with the SSA value numbers that dump -stage shows")
	}
	c.flags.StringVar(&c.fn, "func", "", "`name` of the kernel; optional if the file has one function")
	c.flags.StringVar(&c.isa, "isa", "", "instruction `set`: "+tierNames()+" (default the best of this machine)")
	c.flags.StringVar(&c.fp, "fp", "", "floating-point `mode`: exact, go, fast, or fast-math flags in quotes "+
		"(default exact, plus what directives that force vectorization permit)")
	c.flags.StringVar(&c.tune, "tune", "", "tune for the processor of this `name`, such as znver4 or generic")
	c.flags.BoolVar(&c.noVec, "novec", false, "do not vectorize loops")
	c.flags.StringVar(&c.knobs, "knobs", "", "debug `knobs`, in the form of the environment variable HOTLOOP")
	switch cmd {
	case "dump":
		c.flags.StringVar(&c.stage, "stage", "",
			"`stage`: ssa, the name of a pass, plan, opt, mach, schedule, regalloc, layout, asm")
	case "run":
		c.flags.BoolVar(&c.interp, "interp", false, "run it in the interpreter")
	}
}

// parse removes the flags from args, wherever they stand. A negative number is not a flag.
func (c *call) parse(args []string) error {
	for len(args) > 0 {
		a := args[0]
		switch {
		case a == "--":
			c.args = append(c.args, args[1:]...)
			return nil
		case len(a) < 2 || a[0] != '-' || strings.ContainsRune("0123456789.I", rune(a[1])):
			c.args = append(c.args, a)
			args = args[1:]
			continue
		}
		n := 1
		name := strings.TrimLeft(a, "-")
		if f := c.flags.Lookup(name); f != nil && len(args) > 1 {
			if b, ok := f.Value.(interface{ IsBoolFlag() bool }); !ok || !b.IsBoolFlag() {
				n = 2
			}
		}
		if err := c.flags.Parse(args[:n]); err != nil {
			return usageError{flag.ErrHelp} // package flag has printed it
		}
		args = args[n:]
	}
	return nil
}
