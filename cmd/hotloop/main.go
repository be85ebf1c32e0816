// Command hotloop inspects the compiler's work, checks packages, and runs single kernels.
//
//	hotloop check FILE|DIR… [-func NAME] [-json]        every function: accepted or refused, and why; which loops are
//	                                                    vectorized
//	hotloop vet [-json|-sarif] [-baseline FILE] ./...   every function of a module with a numeric loop: the result, changes to
//	                                                    make and their gain; calls that fall back
//	hotloop gen [-o DIR] [-isa SETS] [-check] [DIR…]    write the functions marked //hotloop:kernel as Go assembly
//	hotloop explain FILE -func NAME [-isa avx2] [ARG…]  requested and executed transformations, in order, refusals
//	                                                    with reasons, and the plans; with arguments, the profile of
//	                                                    a call, and its effect
//	hotloop explain -html|-json|-yaml FILE|DIR…         the same of all functions with loops, as one page, JSON, or
//	                                                    optimization records in clang's format
//	hotloop dump FILE -func NAME -stage STAGE           the kernel at a stage: SSA, plans, machine code
//	hotloop run FILE -func NAME ARG…                    run it: hotloop run saxpy.go -func Saxpy 2 '[1 2 3]' 'seq(3)'
//	hotloop directives [-json|-snippets] [NAME…]        what directives and attributes mean, also for editors
//	hotloop fuzz [-kernels N] [-seed S]                 compare random kernels with the Go compiler
//	hotloop stress [-for 60s] [-cycles N]               compile, call, cancel and drop kernels concurrently with
//	                                                    other load; with -gen, call what hotloop gen writes
//	hotloop hostile [-for 60s] [-seed S]                search for texts that are costly to compile
//	hotloop top [-n N] [-json] URL                      what the kernels of a running program do, which has mounted
//	                                                    live.Handler at URL
//	hotloop survey [-sample N] [-sets N] DIR…           feed every function with a loop of the packages below DIR to
//	                                                    the frontend, and compare with the Go compiler what it accepts
//	hotloop version                                     the version of the module, the commit and the Go release
//	hotloop help COMMAND                                a command and its flags
//
// Flags may stand before or after FILE. A generic function needs its type arguments: -func Sum -inst float32; check
// takes the first types that its constraints allow.
//
// The exit status is 0, 1 if the command has found something or failed, and 2 for a wrong command line or files that
// cannot be read. The help of each command says what 1 means. For check, that is if the function given by -func is not a
// kernel, or if one that is marked //hotloop:kernel is not native and vectorized. A loop of it that should stay scalar
// has the directive //loop:vectorize.enable=0. For vet, that is if a call falls back or is slow, a directive has no
// effect, or a loop of the baseline is no longer vectorized.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"hotloop/internal/cli"
	_ "hotloop/internal/lab/knobs" // for HOTLOOP and -knobs
	"hotloop/internal/progress"
	"hotloop/internal/terminal"
	_ "hotloop/isel/all" // to compile for processors of other architectures
	"hotloop/loopopt/profile"
	"hotloop/runtime"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// command is one of the subcommands.
type command struct {
	cli.Help
	run func(h *cli.Help, o output, args []string) int
}

// output is what a command writes to.
type output struct {
	stdout, stderr io.Writer
	progress       *progress.Progress // nil if there is no terminal
}

// JSON prints a value as JSON with indentation.
func (o output) JSON(x any) {
	e := json.NewEncoder(o.stdout)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(x); err != nil {
		panic(err) // the types of all results can be encoded
	}
}

// commands are the subcommands, those for users first.
var commands = []command{
	{cli.Help{Name: "hotloop check", Args: []string{"FILE|DIR… [-func NAME] [-json]"},
		About: "list every function: accepted or refused, and why, and which of its loops are vectorized",
		Found: "the function of -func is no kernel, or one marked //hotloop:kernel is not native and vectorized"}, onFile(check)},
	{cli.Help{Name: "hotloop vet", Args: []string{"[-json|-sarif] [-isa SET] [-baseline FILE [-update]] DIR…"},
		About:   "report on every function with a numeric loop: result, advice, estimated gain; and on calls that fall back",
		Details: "./... stands for all packages below.",
		Found:   "a call falls back or is slow, a directive has no effect, or vectorization is lost against the baseline"}, vetted},
	{cli.Help{Name: "hotloop gen", Args: []string{"[-o DIR] [-isa SETS] [-fp MODE] [-check] [DIR…]"},
		About: "write the functions marked //hotloop:kernel as Go assembly, which needs no hotloop",
		Details: "Gen writes the functions marked //hotloop:kernel NAME as Go assembly and declares them as NAME.\n\n" +
			"DIR/... means DIR and the directories below it that have such functions.",
		Found: "-check finds other files"}, generate},
	{cli.Help{Name: "hotloop explain", Args: []string{"FILE -func NAME [ARG…]", "-html|-json|-yaml [-o FILE] FILE|DIR…"},
		About: "show remarks, the chain of transformations of each loop, and the plans with their costs; with arguments, for " +
			"the trip counts of a call with them; with -html, -json or -yaml, also for FILE|DIR… without -func",
		Found: "the kernel has errors"}, onFile(explainKernel)},
	{cli.Help{Name: "hotloop dump", Args: []string{"FILE -func NAME -stage STAGE"}, About: "show the kernel at a stage of the compiler",
		Found: "the kernel has errors"}, onFile(dump)},
	{cli.Help{Name: "hotloop run", Args: []string{"FILE -func NAME ARG…"},
		About: "call the kernel, and show its results and the contents of its slices", Found: "the kernel has errors or panics"},
		onFile(runKernel)},
	{cli.Help{Name: "hotloop directives", Args: []string{"[-json|-snippets] [NAME…]"},
		About:   "list the directives, attributes and pragmas with what they mean, for people and editors",
		Details: "NAME is a directive, an attribute such as vectorize.width, or a transformation such as unroll.",
		Found:   "a NAME is unknown"}, directives},
	{cli.Help{Name: "hotloop fuzz", Args: []string{"[-kernels N] [-seed S] [-isa LIST]", "-replay FILE"},
		About: "compare random kernels with the Go compiler", Found: "a kernel mismatches, or the kernels cover too little"}, fuzz},
	{cli.Help{Name: "hotloop stress", Args: []string{"[-for 60s] [-seed S]", "-cycles N"},
		About: "compile, call, cancel and drop kernels concurrently, with collections and profiles",
		Found: "a result is wrong, or the memory in use grows"}, stressed},
	{cli.Help{Name: "hotloop top", Args: []string{"[-n N] [-json] [-sort ORDER] [-filter WORDS] URL"},
		About: "show what the kernels of a running program do",
		Details: "URL is where a program has mounted live.Handler. On a terminal, hotloop top runs " + fullScreen + " if it is in PATH: " +
			"go install hotloop/cmd/hotloop-top@latest",
		Found: "the program does not answer"}, topped},
	{cli.Help{Name: "hotloop hostile", Args: []string{"[-for 60s] [-seed S]", "-text SOURCES"},
		About: "search for sources that are expensive to compile", Found: "a source exceeds the bounds"}, hostileTexts},
	{cli.Help{Name: "hotloop survey", Args: []string{"[-sample N] [-seed S] [-sets N] DIR…", "-public [-json]",
		"-public -gain N -others N [-json]"},
		About: "compile the functions of real packages, and compare those accepted with the Go compiler",
		Found: "the compiler fails, or a function differs from the Go compiler's"}, surveyed},
	{cli.Help{Name: "hotloop version", Args: []string{"[-json]"}, About: "print the version of the module, the commit and the Go release",
		Found: "the output fails"}, version},
}

// call is one run of a command: its flags, the other words of the command line, and its outputs.
type call struct {
	output
	flags *flag.FlagSet
	args  []string // after the flags are taken out; the first is FILE

	fn, inst, isa, fp, stage, knobs, tune string
	noVec, interp, json, ssa, html, yaml  bool
	out, call                             string
	workers                               int // of the option Parallel; negative without it

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
	if len(args) == 0 {
		usage(stderr)
		return 2
	}
	name, rest := args[0], args[1:]
	switch name {
	case "-h", "-help", "--help":
		name, rest = "help", nil
	case "-version", "--version":
		name = "version"
	}
	if name == "help" {
		switch len(rest) {
		case 0:
			usage(stdout)
			return 0
		case 1:
			name, rest = rest[0], []string{"-h"}
		default:
			fmt.Fprintln(stderr, "hotloop help: too many arguments\nusage: hotloop help [COMMAND]")
			return 2
		}
	}
	for i := range commands {
		cmd := &commands[i]
		if cmd.Name != "hotloop "+name {
			continue
		}
		var p *progress.Progress
		if name != "top" && !slices.Contains(rest, "-worker") { // the output of top is its progress, and a worker's parent reports
			p = progress.Start(stderr, cmd.Name)
		}
		defer p.Stop()
		return cmd.run(&cmd.Help, output{terminal.Colored(p.Writer(stdout), stdout), p.Writer(stderr), p}, rest)
	}
	fmt.Fprintf(stderr, "hotloop: unknown command %q\n'hotloop help' lists the commands.\n", name)
	return 2
}

func usage(w io.Writer) {
	width := min(terminal.Width(w), 110)
	fmt.Fprint(w, "usage: hotloop COMMAND [ARG…]\n\nCommands:\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  %-10s  %s\n", strings.TrimPrefix(c.Name, "hotloop "), strings.TrimSpace(cli.Wrap(c.About, "              ", width)))
	}
	fmt.Fprintf(w, "\n%s\n", cli.Wrap("'hotloop help COMMAND' describes a command and lists its flags. Exit status: 0; 1 if the command "+
		"has found something or failed; 2 for a wrong command line or files that cannot be read.", "", width))
}

// version prints the version of this program.
func version(h *cli.Help, o output, args []string) int {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	asJSON := fs.Bool("json", false, "print JSON")
	if status, ok := h.Parse(fs, args, o.stdout, o.stderr); !ok {
		return status
	}
	if fs.NArg() > 0 {
		return h.Wrong(o.stderr, fmt.Errorf("unexpected argument %q", fs.Arg(0)))
	}
	v := cli.VersionOf("hotloop")
	v.Print(o.stdout, *asJSON)
	return 0
}

// onFile returns the run function of a command for a kernel in a FILE.
func onFile(f func(*call) error) func(*cli.Help, output, []string) int {
	return func(h *cli.Help, o output, args []string) int {
		name := strings.TrimPrefix(h.Name, "hotloop ")
		c := &call{output: o, stageNow: name, flags: flag.NewFlagSet("", flag.ContinueOnError)}
		c.declare(name)
		flags, err := c.parse(args)
		if err != nil {
			return h.Wrong(o.stderr, err)
		}
		if status, ok := h.Parse(c.flags, flags, o.stdout, o.stderr); !ok {
			return status
		}
		switch {
		case len(c.args) == 0:
			err = usagef("FILE is missing")
		case name == "dump" && len(c.args) > 1:
			err = usagef("unexpected argument %q", c.args[1])
		default:
			err = c.guarded(f)
		}
		switch err := err.(type) {
		case nil:
			return 0
		case usageError:
			return h.Wrong(o.stderr, err)
		case reported:
			return 1
		default:
			fmt.Fprintln(o.stderr, err)
			return 1
		}
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
		c.flags.BoolVar(&c.html, "html", false, "write a page, also of all functions of files and packages, and print its name")
		c.flags.BoolVar(&c.json, "json", false, "print JSON, for the same")
		c.flags.BoolVar(&c.yaml, "yaml", false, "print optimization records as clang does, for the same")
		c.flags.StringVar(&c.out, "o", "", "write the page, JSON or records to `FILE`; - is standard output")
		c.flags.StringVar(&c.call, "run", "", "`arguments` of a call, in one word")
	}
	c.flags.StringVar(&c.fn, "func", "", "`name` of the kernel; optional if the file has one function")
	c.flags.StringVar(&c.isa, "isa", "", "instruction `set`: "+tierNames()+" (default the best of this machine)")
	c.flags.StringVar(&c.fp, "fp", "", "floating-point `mode`: exact, go, fast, or fast-math flags in quotes "+
		"(default exact, plus what directives that force vectorization permit)")
	c.flags.StringVar(&c.tune, "tune", "", "tune for the processor of this `name`, such as znver4 or generic")
	c.flags.BoolVar(&c.noVec, "novec", false, "do not vectorize loops")
	c.flags.IntVar(&c.workers, "workers", -1,
		"let at most `n` goroutines share each outermost loop; 0 is as many as there are processors (default only as directives say)")
	c.flags.StringVar(&c.knobs, "knobs", "", "debug `knobs`, in the form of the environment variable HOTLOOP")
	switch cmd {
	case "dump":
		c.flags.BoolVar(&c.json, "json", false, "print JSON: a list of stages with their texts")
		c.flags.StringVar(&c.stage, "stage", "",
			"`stage`: ssa, the name of a pass, plan, opt, mach, schedule, regalloc, layout, asm")
	case "run":
		c.flags.BoolVar(&c.interp, "interp", false, "run it in the interpreter")
		c.flags.BoolVar(&c.json, "json", false, "print JSON: results, arguments after the call, panic")
	}
}

// parse separates the flags from the other words of the command line, which it keeps in c.args. A negative number is not a
// flag.
func (c *call) parse(args []string) (flags []string, err error) {
	for len(args) > 0 {
		a := args[0]
		switch {
		case a == "--":
			c.args = append(c.args, args[1:]...)
			return flags, nil
		case len(a) < 2 || a[0] != '-' || strings.ContainsRune("0123456789.I", rune(a[1])):
			c.args = append(c.args, a)
			args = args[1:]
			continue
		}
		n := 1
		if f := c.flags.Lookup(strings.TrimLeft(a, "-")); f != nil {
			if b, ok := f.Value.(interface{ IsBoolFlag() bool }); !ok || !b.IsBoolFlag() {
				n = 2
			}
		}
		if n > len(args) {
			return nil, fmt.Errorf("flag needs an argument: %s", a)
		}
		flags = append(flags, args[:n]...)
		args = args[n:]
	}
	return flags, nil
}
