package difftest

import (
	"bufio"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"time"

	"hotloop/internal/lab/ahead"
	"hotloop/internal/lab/child"
	"hotloop/internal/lab/frame"
)

//go:embed driver.go.txt
var driverText string

const exceptionsAMD64 = `#include "textflag.h"

// func clearExceptions()
TEXT ·clearExceptions(SB), NOSPLIT, $8-0
	STMXCSR 0(SP)
	ANDL $~0x3f, 0(SP)
	LDMXCSR 0(SP)
	RET

// func exceptions() uint32
TEXT ·exceptions(SB), NOSPLIT, $8-4
	STMXCSR 0(SP)
	MOVL 0(SP), AX
	ANDL $0x3f, AX
	MOVL AX, ret+0(FP)
	RET
`

const exceptionsARM64 = `#include "textflag.h"

// func clearExceptions()
TEXT ·clearExceptions(SB), NOSPLIT, $0-0
	MOVD ZR, FPSR
	RET

// func exceptions() uint32
TEXT ·exceptions(SB), NOSPLIT, $0-4
	MOVD FPSR, R0
	AND $0x9f, R0, R0
	MOVW R0, ret+0(FP)
	RET
`

const exceptionsDecl = "package driver\n\nfunc clearExceptions()\nfunc exceptions() uint32\n"

// On other architectures every call counts as inexact, so that no reassociated result is compared.
const exceptionsOther = "//go:build !amd64 && !arm64\n\npackage driver\n\nfunc clearExceptions() {}\nfunc " +
	"exceptions() uint32 { return 0x20 }\n"

// ErrNoGo means that no go command was found.
var ErrNoGo = errors.New("no go command found: kernels are compared with the interpreter only")

// Toolchain compiles batches of kernels with the Go compiler. It calls compiler and linker itself. The go command
// would take longer to check for changes than they take to run, and would keep every batch in its cache.
type Toolchain struct {
	dir       string // files of our own
	compile   string
	link      string
	importcfg string
	arch      string // GOARCH of its output
	fused     bool   // see NewToolchain
	assembly  bool   // batches contain what hotloop gen writes
}

// NewToolchain finds the compiler and compiles what all batches share, for an architecture. If fused is set, the Go
// compiler gets the unchanged text of kernels and may fuse operations, as GOAMD64 permits. If assembly is set, batches
// also contain what hotloop gen writes for the kernels. Close removes its files.
func NewToolchain(arch string, fused, assembly bool) (*Toolchain, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return nil, ErrNoGo
	}
	dir, err := os.MkdirTemp("", "hotloop-fuzz-")
	if err != nil {
		return nil, err
	}
	t := &Toolchain{dir: dir, importcfg: filepath.Join(dir, "importcfg"), arch: arch, fused: fused}
	files := map[string]string{
		"go.mod":                     ahead.GoMod("fuzzbase"),
		"driver/driver.go":           driverText,
		"driver/exceptions_amd64.s":  exceptionsAMD64,
		"driver/exceptions_amd64.go": exceptionsDecl,
		"driver/exceptions_arm64.s":  exceptionsARM64,
		"driver/exceptions_arm64.go": exceptionsDecl,
		"driver/exceptions_other.go": exceptionsOther,
		"all/all.go":                 "package all\n\nimport (\n\t_ \"cmp\"\n\t_ \"errors\"\n\t_ \"fmt\"\n\t_ \"math\"\n\t_ \"math/bits\"\n\n\t_ \"fuzzbase/driver\"\n)\n",
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return nil, err
		}
	}
	run := func(args ...string) (string, error) {
		cmd := ahead.Go(dir, []string{"GOARCH=" + arch}, args...)
		out, err := cmd.Output()
		if err != nil {
			var ee *exec.ExitError
			if errors.As(err, &ee) {
				err = fmt.Errorf("%w\n%s", err, ee.Stderr)
			}
			return "", fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
		}
		return string(out), nil
	}
	tools, err := run("env", "GOTOOLDIR")
	if err != nil {
		t.Close()
		return nil, err
	}
	cfg, err := run("list", "-export", "-deps", "-f", "{{if .Export}}packagefile {{.ImportPath}}={{.Export}}{{end}}",
		"./all")
	if err != nil {
		t.Close()
		return nil, err
	}
	if err := os.WriteFile(t.importcfg, []byte(cfg), 0o666); err != nil {
		t.Close()
		return nil, err
	}
	about, err := json.Marshal(toolchainFile{strings.TrimSpace(tools), arch, fused, assembly})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "tools"), about, 0o666)
	}
	if err != nil {
		t.Close()
		return nil, err
	}
	return OpenToolchain(dir)
}

// Dir returns the directory of the toolchain's files, for OpenToolchain in a worker. It is empty without a toolchain.
func (t *Toolchain) Dir() string {
	if t == nil {
		return ""
	}
	return t.dir
}

// OpenToolchain opens a toolchain that another process has created, and will close.
func OpenToolchain(dir string) (*Toolchain, error) {
	text, err := os.ReadFile(filepath.Join(dir, "tools"))
	if err != nil {
		return nil, err
	}
	var f toolchainFile
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, err
	}
	return &Toolchain{
		dir: dir, importcfg: filepath.Join(dir, "importcfg"), arch: f.Arch, fused: f.Fused, assembly: f.Assembly,
		compile: filepath.Join(f.Dir, "compile"), link: filepath.Join(f.Dir, "link"),
	}, nil
}

// toolchainFile describes a toolchain to workers.
type toolchainFile struct {
	Dir, Arch       string
	Fused, Assembly bool
}

// Close removes the files.
func (t *Toolchain) Close() {
	if t != nil {
		os.RemoveAll(t.dir)
	}
}

// Batch is a running program with the Go compiler's code of some kernels.
type Batch struct {
	cmd      *exec.Cmd
	in       io.WriteCloser
	w        *bufio.Writer
	r        *bufio.Reader
	index    map[*Case]int
	variants map[*Case][]variant // see assembly.go
	assembly map[string]int      // counts of kernels
	dir      string              // its files: an emulator opens the program some time after the start

	fused   bool   // the Go compiler may have fused operations
	foreign string // the architecture of the Go compiler's code, if it is not this program's
}

// callLimit bounds the time of a call in the Go compiler's program. Calls take milliseconds, so only endless ones
// reach it.
const callLimit = 20 * time.Second

// Build compiles the kernels and starts the program.
func (t *Toolchain) Build(cases []*Case) (*Batch, error) {
	dir, err := os.MkdirTemp(t.dir, "batch-")
	if err != nil {
		return nil, err
	}
	b := &Batch{dir: dir, index: map[*Case]int{}, variants: map[*Case][]variant{}, assembly: map[string]int{}, fused: t.fused}
	if t.arch != goruntime.GOARCH {
		b.foreign = t.arch
	}
	var bodies, table strings.Builder
	imports := map[string]bool{}
	for i, c := range cases {
		text, imp, err := c.oracle(t.fused)
		if err != nil {
			return nil, err
		}
		for _, p := range imp {
			imports[p] = true
		}
		b.index[c] = i
		bodies.WriteString(text)
		fmt.Fprintf(&table, "\t%s,\n", c.value())
	}
	var text strings.Builder
	text.WriteString("package main\n\nimport \"fuzzbase/driver\"\n")
	if t.assembly {
		list, functions, err := t.generate(b, cases, dir, tiersOf(t.arch))
		if err != nil {
			return nil, err
		}
		for _, x := range list {
			fmt.Fprintf(&text, "import %s\n", x)
		}
		for _, x := range functions {
			fmt.Fprintf(&table, "\t%s,\n", x)
		}
	}
	for _, p := range []string{"cmp", "errors", "fmt", "math", "math/bits"} {
		if imports[p] {
			fmt.Fprintf(&text, "import %q\n", p)
		}
	}
	fmt.Fprintf(&text, "\nfunc main() { driver.Main([]any{\n%s}) }\n\n%s", table.String(), bodies.String())
	src, obj, exe := filepath.Join(dir, "main.go"), filepath.Join(dir, "main.a"), filepath.Join(dir, "kernels")
	if err := os.WriteFile(src, []byte(text.String()), 0o666); err != nil {
		return nil, err
	}
	commands := [][]string{
		{t.compile, "-p", "main", "-complete", "-c", "1", "-dwarf=false", "-importcfg", t.importcfg, "-o", obj, src},
		{t.link, "-s", "-w", "-importcfg", t.importcfg, "-o", exe, obj},
	}
	if t.assembly {
		if err := t.goBuild(dir, exe); err != nil {
			return nil, err
		}
		commands = nil
	}
	for _, args := range commands {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Env = append(os.Environ(), "GOARCH="+t.arch)
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", filepath.Base(args[0]), err, out)
		}
	}
	b.cmd = child.Command(exe)
	b.cmd.Env = append(os.Environ(), "GOGC=off", "GOMAXPROCS=1")
	if b.in, err = b.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	b.w, b.r = bufio.NewWriterSize(b.in, 1<<16), bufio.NewReaderSize(out, 1<<16)
	return b, b.cmd.Start()
}

// Close ends the program.
func (b *Batch) Close() {
	if b == nil {
		return
	}
	b.in.Close()
	b.cmd.Wait()
	os.RemoveAll(b.dir)
}

// Has reports whether the program contains the kernel.
func (b *Batch) Has(c *Case) bool {
	if b == nil {
		return false
	}
	_, ok := b.index[c]
	return ok
}

// Exceptions are the floating-point exceptions of a call, as in MXCSR.
type Exceptions uint32

// Any reports whether some result was inexact or not finite.
func (e Exceptions) Any() bool { return e != 0 }

// Call calls the Go compiler's code.
func (b *Batch) Call(c *Case, f *frame.Frame) (*frame.Outcome, Exceptions, error) {
	return b.call(c, b.index[c], f)
}

// call calls a function of the program's table that has the type of c.
func (b *Batch) call(c *Case, index int, f *frame.Frame) (*frame.Outcome, Exceptions, error) {
	put := func(words ...uint64) {
		var w [8]byte
		for _, x := range words {
			binary.LittleEndian.PutUint64(w[:], x)
			b.w.Write(w[:]) // an error stays until Flush
		}
	}
	put(uint64(index), uint64(len(f.Regions)))
	for _, r := range f.Regions {
		put(uint64(len(r.Data)))
		b.w.Write(r.Data)
	}
	for _, r := range f.Regions {
		put(uint64(len(r.Refs)))
		for _, to := range r.Refs {
			put(uint64(to.At), uint64(to.Region), uint64(to.Offset), uint64(to.Len), uint64(to.Cap))
		}
	}
	for _, a := range f.Args {
		if a.InRegion() {
			put(uint64(a.Region), uint64(a.Offset), uint64(a.Len))
		} else {
			put(0, a.Bits, 0)
		}
	}
	kill := time.AfterFunc(callLimit, func() { b.cmd.Process.Kill() })
	defer kill.Stop()
	if err := b.w.Flush(); err != nil {
		return nil, 0, fmt.Errorf("the Go compiler's program ended: %w", err)
	}
	o := &frame.Outcome{}
	var failed error
	read := func(n int) []byte {
		p := make([]byte, n)
		if failed == nil {
			_, failed = io.ReadFull(b.r, p)
		}
		return p
	}
	word := func() uint64 { return binary.LittleEndian.Uint64(read(8)) }
	if n := word(); failed == nil {
		o.Panic = string(read(int(n)))
	}
	raised := Exceptions(word())
	for range c.words() {
		o.Results = append(o.Results, word())
	}
	for _, r := range f.Regions {
		o.Regions = append(o.Regions, read(len(r.Data)))
	}
	if failed != nil {
		return nil, 0, fmt.Errorf("the Go compiler's program ended: %w", failed)
	}
	return o, raised, nil
}
