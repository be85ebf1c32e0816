package ahead

import (
	"errors"
	"flag"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hotloop/internal/gen"
	"hotloop/internal/lab/ahead"
	"hotloop/internal/lab/child"
)

var (
	suites  = flag.String("suites", "core,search,dsp,image,ml", "`list` of suites")
	folders = flag.String("folders", "", "`list` of further folders with packages")
	fp      = flag.String("fp", "", "floating-point `mode`")
	scalar  = flag.Bool("scalar", false, "kernels without a gain are assembly too")
	whole   = flag.Bool("whole", false, "build and vet all packages with their tests for all systems")
	target  = flag.String("target", runtime.GOOS+"/"+runtime.GOARCH, "`system` that the tests run on")
	with    = flag.String("with", "", "`program` that runs programs for the target")
)

// systems are those that the module is built for. The first few stand for all where there is little time: for each, the
// runtime must be compiled.
var systems = []string{"linux/amd64", "linux/arm64", "windows/amd64", "darwin/arm64", "darwin/amd64", "windows/arm64", "freebsd/amd64",
	"freebsd/arm64"}

const few = 4

// packages returns the packages that the flags name.
func packages(t *testing.T) []*ahead.Package {
	dirs := []string{"testdata/names"}
	for name := range strings.SplitSeq(*suites, ",") {
		dirs = append(dirs, filepath.Join("../../../bench", name))
	}
	if *folders != "" {
		dirs = append(dirs, strings.Split(*folders, ",")...)
	}
	list, err := ahead.Packages(dirs...)
	require.NoError(t, err)
	return list
}

// write writes packages as a module and returns its directory.
func write(t *testing.T, list []*ahead.Package, tests bool) string {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	if child.Emulated() {
		t.Skip("it builds programs, which an emulator slows down; -target and -with run those for other systems")
	}
	dir := t.TempDir()
	require.NoError(t, ahead.Write(dir, list, ahead.Options{Options: gen.Options{All: *scalar, FP: *fp}, Tests: tests}))
	return dir
}

// run runs a go command in dir for a system.
func run(t *testing.T, dir, system string, args ...string) {
	goos, goarch, _ := strings.Cut(system, "/")
	cmd := ahead.Go(dir, []string{"GOOS=" + goos, "GOARCH=" + goarch}, args...)
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	report := t.Logf
	if err != nil {
		report = t.Errorf
	}
	if err != nil || *whole {
		report("%s: go %s\n%s", system, strings.Join(args, " "), out)
	}
}

// TestBuild vets the generated code of the suites, and links programs with it: a suite for each of a few systems in turn,
// or all for all systems with -whole, also for architectures without assembly.
func TestBuild(t *testing.T) {
	list := packages(t)
	if *whole {
		dir := write(t, list, true)
		for _, p := range list {
			t.Logf("%s: %d kernels, %d refused", p.Dir, len(p.Kernels), len(p.Refused))
			for _, why := range p.Refused {
				t.Logf("refused: %s", why)
			}
			for _, n := range p.Stays {
				t.Logf("%s: %s", n.Pos, n.Text)
			}
		}
		for _, s := range append(systems, "linux/386", "linux/s390x") {
			run(t, dir, s, "vet", "./...")
			run(t, dir, s, "build", "-o", filepath.Join(t.TempDir(), "program"), ".")
		}
		run(t, dir, systems[0], "vet", "-tags=purego", "./...")
		return
	}
	var dirs []string
	for _, p := range list[1:] {
		dirs = append(dirs, write(t, []*ahead.Package{list[0], p}, false))
		require.Empty(t, p.Refused)
	}
	for i, s := range systems[:few] {
		dir := dirs[i%len(dirs)]
		run(t, dir, s, "vet", "./...")
		run(t, dir, s, "build", "-o", filepath.Join(t.TempDir(), "program"), ".")
	}
	run(t, dirs[0], systems[0], "vet", "-tags=purego", "./...")
}

// TestRun runs the tests that hotloop gen writes for the suites: every kernel and the code for every instruction set of
// the machine is compared with the Go function on random arguments.
func TestRun(t *testing.T) {
	dir := write(t, packages(t), true)
	args := []string{"test", "-vet=off", "-timeout=30m"}
	if *with != "" {
		args = append(args, "-exec", *with)
	}
	run(t, dir, *target, append(args, "./...")...)
}

// TestStress calls kernels of a suite under stress for a second; hotloop stress -gen does so for longer.
func TestStress(t *testing.T) {
	if testing.Short() {
		t.Skip("hotloop stress -gen runs it for longer")
	}
	list, err := ahead.Packages("../../../bench/core")
	require.NoError(t, err)
	dir := write(t, list, false)
	n, err := ahead.WriteStress(dir, list)
	require.NoError(t, err)
	require.Greater(t, n, 15)
	program := filepath.Join(t.TempDir(), "program")
	run(t, dir, runtime.GOOS+"/"+runtime.GOARCH, "build", "-gcflags=all=-d=checkptr", "-o", program, ".")
	out, err := exec.Command(program, "-for", "1s", "-goroutines", "40").CombinedOutput()
	require.NoError(t, err, string(out))
}
