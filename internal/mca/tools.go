package mca

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"hotloop/cpu"
	"hotloop/internal/lab/child"
)

// Tools are the programs this takes, the newest of each that is installed.
type Tools struct {
	Clang, MC, MCA child.Compiler

	dir string // with the headers that printed kernels include
}

// FindTools looks for clang, llvm-mc and llvm-mca. The error says what is missing. Close removes what it made.
func FindTools() (*Tools, error) {
	t := &Tools{}
	for name, tool := range map[string]*child.Compiler{"clang": &t.Clang, "llvm-mc": &t.MC, "llvm-mca": &t.MCA} {
		var err error
		if *tool, err = child.FindCompiler(name); err != nil {
			return nil,
				fmt.Errorf("%w: the comparison needs clang, llvm-mc and llvm-mca, with or without a version in their "+
					"names (packages clang and llvm)", err)
		}
	}
	dir, err := os.MkdirTemp("", "mca")
	if err != nil {
		return nil, err
	}
	t.dir = dir
	for name, text := range headers {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Close()
			return nil, err
		}
	}
	return t, nil
}

// Close removes temporary files.
func (t *Tools) Close() { os.RemoveAll(t.dir) }

// headers stand in for a C library's, which there is none of for other architectures: what package cprint uses of them.
var headers = map[string]string{
	"math.h": func() string {
		var b strings.Builder
		for _, f := range strings.Fields("fabs acos asin atan cbrt ceil cos cosh exp exp2 expm1 floor log log10 " +
			"log1p log2 round nearbyint sin sinh sqrt tan tanh trunc rint") {
			fmt.Fprintf(&b, "double %s(double);\nfloat %[1]sf(float);\n", f)
		}
		for _, f := range strings.Fields("atan2 copysign hypot fmod pow fmin fmax ldexp") {
			fmt.Fprintf(&b, "double %s(double, double);\nfloat %[1]sf(float, float);\n", f)
		}
		b.WriteString("double fma(double, double, double);\nfloat fmaf(float, float, float);\n" +
			"#define NAN __builtin_nanf(\"\")\n#define INFINITY __builtin_inff()\n" +
			"#define isnan(x) __builtin_isnan(x)\n#define isinf(x) __builtin_isinf(x)\n#define signbit(x) " +
			"__builtin_signbit(x)\n")
		return strings.Replace(b.String(), "double ldexp(double, double);\nfloat ldexpf(float, float);\n",
			"double ldexp(double, int);\nfloat ldexpf(float, int);\n", 1)
	}(),
	"string.h": "#include <stddef.h>\nvoid *memcpy(void *, const void *, size_t);\nvoid *memmove(void *, const void " +
		"*, size_t);\n" +
		"void *memset(void *, int, size_t);\nint memcmp(const void *, const void *, size_t);\n",
}

// output runs a program and returns its two outputs.
func output(path, stdin string, args ...string) (stdout, stderr string, err error) {
	cmd := exec.Command(path, args...)
	cmd.Stdin = strings.NewReader(stdin)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err = cmd.Run(); err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n")
		err = fmt.Errorf("%s: %w: %s", filepath.Base(path), err, first)
	}
	return out.String(), errs.String(), err
}

// platform is how LLVM's tools are told of an architecture.
type platform struct {
	triple string
	tuned  string // clang's flag that names the processor
	arch   machine
}

var platforms = map[string]platform{
	"amd64": {"x86_64-linux-gnu", "-march=", x86{}},
	"arm64": {"aarch64-linux-gnu", "-mcpu=", arm{}},
}

// compile makes clang's assembly of C text for a processor, and returns its remarks beside it. An instruction set below
// the processor's own is asked for by level.
func (t *Tools) compile(text, mode string, f cpu.Features, full cpu.Tier) (assembly, remarks string, err error) {
	p := platforms[f.Tier.Arch()]
	args := []string{"--target=" + p.triple, "-nostdlibinc", "-isystem", t.dir, "-fno-asynchronous-unwind-tables", "-w",
		"-Rpass=loop-vectorize",
		"-S", "-x", "c", "-", "-o", "-"}
	for _, flag := range child.Flags(mode) {
		if flag != child.Native() {
			args = append(args, flag)
		}
	}
	if f.Tier == full {
		args = append(args, p.tuned+f.March)
	} else {
		args = append(args, "-march="+levels[f.Tier], "-mtune="+f.March)
	}
	return output(t.Clang.Path, text, args...)
}

// levels are the architecture levels of tiers.
var levels = map[cpu.Tier]string{cpu.AVX2: "x86-64-v3", cpu.AVX512: "x86-64-v4", cpu.NEON: "armv8-a"}

var vectorized = regexp.MustCompile(`vectorized loop \(vectorization width: (vscale x )?(\d+), interleaved count: (\d+)\)`)

// clangWidth is what the remarks say a pass of the vector loop is a multiple of, 0 if no loop was vectorized. Where there
// are several loops their largest counts. SVE's vectors are taken as the least there are, 128 bits.
func clangWidth(remarks string) (width int) {
	for _, m := range vectorized.FindAllStringSubmatch(remarks, -1) {
		vf, _ := strconv.Atoi(m[2])
		uf, _ := strconv.Atoi(m[3])
		width = max(width, vf*uf)
	}
	return width
}

// disassemble makes text of machine code.
func (t *Tools) disassemble(code []byte, f cpu.Features) (string, error) {
	var b strings.Builder
	for _, c := range code {
		fmt.Fprintf(&b, "%#02x ", c)
	}
	p := platforms[f.Tier.Arch()]
	out, errs, err := output(t.MC.Path, b.String(), "-disassemble", "-show-encoding", "-triple="+p.triple, "-mcpu="+f.March)
	if err == nil && strings.Contains(errs, "warning:") {
		err = fmt.Errorf("%s: %s", filepath.Base(t.MC.Path), strings.TrimSpace(errs))
	}
	return out, err
}

// passes is how many passes of a loop are modelled: what starting takes is spread over them.
const passes = 2000

// cycles is what llvm-mca says a pass takes, and of how many micro-operations it is.
func (t *Tools) cycles(text string, f cpu.Features) (cycles, uops float64, err error) {
	p := platforms[f.Tier.Arch()]
	out, errs, err := output(t.MCA.Path, text, "-json", "-mtriple="+p.triple, "-mcpu="+f.March, "-iterations="+strconv.Itoa(passes))
	if err == nil && strings.Contains(errs, "not a recognized processor") { // it would go on with a generic one
		err = fmt.Errorf("%s does not know the processor %s", filepath.Base(t.MCA.Path), f.March)
	}
	if err != nil {
		return 0, 0, err
	}
	var report struct {
		CodeRegions []struct {
			SummaryView struct{ TotalCycles, TotaluOps float64 }
		}
	}
	if i := strings.IndexByte(out, '{'); i >= 0 {
		err = json.Unmarshal([]byte(out[i:]), &report)
	}
	if err != nil || len(report.CodeRegions) != 1 || report.CodeRegions[0].SummaryView.TotalCycles == 0 {
		return 0, 0, fmt.Errorf("%s: no summary: %v %s", filepath.Base(t.MCA.Path), err, strings.TrimSpace(errs))
	}
	s := report.CodeRegions[0].SummaryView
	return s.TotalCycles / passes, s.TotaluOps / passes, nil
}
