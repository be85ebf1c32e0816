package child

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"hotloop/internal/lab/cprint"
	"hotloop/internal/lab/source"
)

// C peers are compiled with -fno-math-errno. Go's math.Sqrt sets no errno, but without the flag C compilers must
// branch around every square root to set it. That comparison would favor hotloop unfairly.

//go:embed driver.c.txt
var driverC string

// A Compiler is a C compiler found on this machine.
type Compiler struct {
	Kind    string // "clang", "gcc", or "clang-scalar": clang without vectorization
	Path    string
	Version string // first line of --version
	Number  string // the number in it, or ""
}

var versionNumber = regexp.MustCompile(`(?:version|\)) (\d+(?:\.\d+)+)`)

// FindCompiler returns the newest clang or gcc: the highest clang-NN, or else the plain name.
func FindCompiler(kind string) (Compiler, error) {
	if base, ok := strings.CutSuffix(kind, "-scalar"); ok {
		cc, err := FindCompiler(base)
		cc.Kind = kind
		return cc, err
	}
	type found struct {
		path    string
		version int
	}
	var all []found
	numbered := regexp.MustCompile("^" + kind + `-(\d+)$`)
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		matches, _ := filepath.Glob(filepath.Join(dir, kind+"*"))
		for _, m := range matches {
			base := filepath.Base(m)
			if base == kind {
				all = append(all, found{m, plainVersion(m)})
			} else if sub := numbered.FindStringSubmatch(base); sub != nil {
				v, _ := strconv.Atoi(sub[1])
				all = append(all, found{m, v})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return b.version - a.version })
	for _, f := range all {
		out, err := exec.Command(f.path, "--version").Output()
		if err == nil {
			line, _, _ := strings.Cut(string(out), "\n")
			cc := Compiler{Kind: kind, Path: f.path, Version: strings.TrimSpace(line)}
			if m := versionNumber.FindStringSubmatch(line); m != nil {
				cc.Number = m[1]
			}
			return cc, nil
		}
	}
	return Compiler{}, fmt.Errorf("no %s found", kind)
}

// plainVersion returns the major version of a compiler without a number in its name.
func plainVersion(path string) int {
	out, err := exec.Command(path, "-dumpversion").Output()
	if err != nil {
		return 0
	}
	major, _, _ := strings.Cut(strings.TrimSpace(string(out)), ".")
	v, _ := strconv.Atoi(major)
	return v
}

// Native returns the compiler flag for code that needs to run on this machine only. On arm64, clang needs the
// processor.
func Native() string {
	if runtime.GOARCH == "arm64" {
		return "-mcpu=native"
	}
	return "-march=native"
}

// Flags returns the compiler flags for a floating-point mode: exact, go or fast. Go defines wrap-around and has no
// type-based aliasing, so C gets the same rules. Math functions set no errno in Go, so they need not in C.
func Flags(mode string) []string {
	f := []string{"-std=gnu99", "-O3", Native(), "-fwrapv", "-fno-strict-aliasing", "-fno-math-errno"}
	switch mode {
	case "go":
		return append(f, "-ffp-contract=fast")
	case "fast":
		return append(f, "-ffast-math")
	}
	return append(f, "-ffp-contract=off")
}

// Restrict returns the compiler flags that limit code for this machine to one of our instruction sets, so that a peer
// of AVX2 code is AVX2 code too.
func Restrict(isa string) []string {
	if isa == "avx2" {
		return []string{"-mno-avx512f"} // and all its extensions
	}
	return nil
}

// A CProgram collects kernels for one child.
type CProgram struct {
	Head    string // C text at the start, such as declarations of a library
	printer cprint.Printer
	protos  []cprint.Proto
	foreign strings.Builder // functions that were not printed from kernels
}

// Add prints a kernel, and an empty function of its type, and returns their numbers.
func (c *CProgram) Add(f *source.File, name string) (fn, empty int, err error) {
	text, err := f.Empty("empty", name)
	if err != nil {
		return 0, 0, err
	}
	ef, err := source.Load("empty.go", text)
	if err != nil {
		return 0, 0, err
	}
	fn = len(c.protos)
	p, err := c.printer.Add(f, name, fmt.Sprintf("k%d_%s", fn, name))
	if err != nil {
		return 0, 0, err
	}
	e, err := c.printer.Add(ef, "Empty", fmt.Sprintf("k%d_empty", fn+1))
	if err != nil {
		return 0, 0, err
	}
	c.protos = append(c.protos, p, e)
	return fn, fn + 1, nil
}

// AddForeign adds a function of a kernel's type with the given body, C statements over parameters p0, p1 and so on,
// and an empty function of that type.
func (c *CProgram) AddForeign(f *source.File, name, body string) (fn, empty int, err error) {
	text, err := f.Empty("empty", name)
	if err != nil {
		return 0, 0, err
	}
	ef, err := source.Load("empty.go", text)
	if err != nil {
		return 0, 0, err
	}
	fn = len(c.protos)
	e, err := c.printer.Add(ef, "Empty", fmt.Sprintf("k%d_empty", fn+1))
	if err != nil {
		return 0, 0, err
	}
	p := e
	p.Name = fmt.Sprintf("k%d_%s", fn, name)
	fmt.Fprintf(&c.foreign, "%s {\n%s\n}\n\n", p, body)
	c.protos = append(c.protos, p, e)
	return fn, fn + 1, nil
}

// Text returns the whole program: kernels, one thunk each, the driver.
func (c *CProgram) Text() string {
	var b strings.Builder
	b.WriteString("#define _GNU_SOURCE\n" + c.Head + c.printer.Text() + c.foreign.String())
	head, tail, _ := strings.Cut(driverC, "//THUNKS\n")
	b.WriteString(head)
	for i, p := range c.protos {
		b.WriteString(thunk(i, p))
	}
	b.WriteString("static thunk *const thunks[] = {\n")
	for i := range c.protos {
		fmt.Fprintf(&b, "\trun%d,\n", i)
	}
	b.WriteString("};\n\n" + tail)
	return b.String()
}

// Build compiles the program into dir, for an instruction set and a floating-point mode, and returns the path of the
// executable.
func (c *CProgram) Build(cc Compiler, dir, isa, mode string) (string, error) {
	args := append(Flags(mode), Restrict(isa)...)
	if strings.HasSuffix(cc.Kind, "-scalar") {
		args = append(args, "-fno-vectorize", "-fno-slp-vectorize")
	}
	return c.compile(cc, filepath.Join(dir, cc.Kind+"-"+isa+"-"+mode), args, nil)
}

// BuildWith compiles a program of a library's functions into dir, and links it with that library.
func (c *CProgram) BuildWith(cc Compiler, dir, name string, link []string) (string, error) {
	return c.compile(cc, filepath.Join(dir, name), Flags("exact"), link)
}

func (c *CProgram) compile(cc Compiler, out string, args, link []string) (string, error) {
	src := out + ".c"
	if err := os.WriteFile(src, []byte(c.Text()), 0o666); err != nil {
		return "", err
	}
	args = append(args, "-w", "-o", out, src, "-lm")
	args = append(args, link...)
	if msg, err := exec.Command(cc.Path, args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", cc.Path, err, msg)
	}
	return out, nil
}

// thunk prints the function that calls kernel i repeatedly through a pointer that is opaque to the compiler.
func thunk(i int, p cprint.Proto) string {
	var types, load, args []string
	for n, a := range p.Params {
		name := fmt.Sprintf("x%d", n)
		switch a.Kind {
		case cprint.Slice:
			types = append(types, a.Type.Pointer(""), "int64_t")
			load = append(load, fmt.Sprintf("\t%[1]s = a[%[2]d].ptr;\n\tint64_t n%[2]d = a[%[2]d].len;\n",
				a.Type.Pointer(name), n))
			args = append(args, fmt.Sprintf("x%d, n%d", n, n))
			continue
		case cprint.Pointer:
			types = append(types, a.Type.Pointer(""))
			load = append(load, fmt.Sprintf("\t%s = a[%d].ptr;\n", a.Type.Pointer(name), n))
		default:
			types = append(types, a.Type.Declare(""))
			load = append(load, fmt.Sprintf("\t%[1]s;\n\tmemcpy(&x%[2]d, &a[%[2]d].bits, sizeof x%[2]d);\n",
				a.Type.Declare(name), n))
		}
		args = append(args, name)
	}
	ret, assign := "void", ""
	var store string
	for n, r := range p.Results {
		load = append(load, fmt.Sprintf("\t%s = 0;\n", r.Declare(fmt.Sprintf("r%d", n))))
		store += fmt.Sprintf("\tmemcpy(&result[%[1]d], &r%[1]d, sizeof r%[1]d);\n", n)
		if len(p.Results) > 1 {
			types = append(types, r.Pointer(""))
			args = append(args, fmt.Sprintf("&r%d", n))
		}
	}
	if len(p.Results) == 1 {
		ret, assign = p.Results[0].Base, "r0 = "
	}
	return fmt.Sprintf("static void run%d(struct arg *a, uint64_t reps) {\n\t%s (*volatile f)(%s) = %s;\n%s"+
		"\tfor (; reps > 0; reps--) {\n\t\t%sf(%s);\n\t}\n%s}\n\n",
		i, ret, strings.Join(types, ", "), p.Name, strings.Join(load, ""), assign, strings.Join(args, ", "), store)
}
