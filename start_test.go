package hotloop_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"hotloop/internal/e2e"
)

// weightFile says how many bytes hotloop adds to programs.
const weightFile = "testdata/weight.txt"

// weightSlack is how many percent more bytes than noted are none of ours: the linker and the standard library differ
// between releases of Go.
const weightSlack = 4

// weighed are the programs that the file is about: none of hotloop, the API without a kernel, and one kernel.
var weighed = map[string]string{
	"plain":    "package main\nimport \"fmt\"\nfunc F(x []int) {}\nfunc main() { F(nil); fmt.Println(0) }\n",
	"imported": "package main\nimport (\"fmt\"; \"hotloop\")\nfunc main() { fmt.Println(hotloop.ReadStats().Compiled) }\n",
	"kernel": "package main\nimport (\"fmt\"; \"hotloop\")\nfunc F(x []int) {}\n" +
		"func main() { k := hotloop.Accelerate(F, \"package main\\nfunc F(x []int) {}\"); k.Func(nil); fmt.Println(k.Err()) }\n",
}

// TestStart builds programs, with hotloop and without, for this system and for one without machine code. It compares
// what they weigh with what is noted, and counts what a program does before main: bytes and allocations, no time.
func TestStart(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil || testing.Short() {
		t.Skip("programs cannot be built")
	}
	build := func(platform, name string) (file string, size int) {
		dir := t.TempDir()
		source := filepath.Join(dir, name+".go")
		file = filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(source, []byte(weighed[name]), 0o600))
		cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, source)
		system, arch, _ := strings.Cut(platform, "/")
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOOS="+system, "GOARCH="+arch)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		info, err := os.Stat(file)
		require.NoError(t, err)
		return file, int(info.Size())
	}
	here := runtime.GOOS + "/" + runtime.GOARCH
	var file string
	text, err := os.ReadFile(weightFile)
	require.NoError(t, err)
	plain := map[string]int{}
	var out strings.Builder
	for line := range strings.Lines(string(text)) {
		var platform, name string
		var most int
		_, err := fmt.Sscan(line, &platform, &name, &most)
		if native := platform != withoutCode; err != nil || native && platform != here {
			out.WriteString(line)
			continue
		}
		if plain[platform] == 0 {
			_, plain[platform] = build(platform, "plain")
		}
		program, size := build(platform, name)
		if size -= plain[platform]; !*e2e.Update {
			assert.LessOrEqual(t, size, most+most*weightSlack/100,
				"%s %s: what takes more? If it is worth it, run the test with -update", platform, name)
		}
		if platform == here && name == "imported" {
			file = program
		}
		fmt.Fprintln(&out, platform, name, size)
	}
	if *e2e.Update {
		require.NoError(t, os.WriteFile(weightFile, []byte(out.String()), 0o666))
	}
	if file == "" {
		file, _ = build(here, "imported")
	}

	cmd := exec.Command(file)
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	trace, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", trace)
	bytes, allocs := 0, 0
	for _, m := range regexp.MustCompile(`init hotloop\S* @.*?, (\d+) bytes, (\d+) allocs`).FindAllSubmatch(trace, -1) {
		b, _ := strconv.Atoi(string(m[1]))
		a, _ := strconv.Atoi(string(m[2]))
		bytes, allocs = bytes+b, allocs+a
	}
	if runtime.Compiler == "gc" {
		assert.NotZero(t, allocs, "%s", trace) // or the trace has another form
	}
	assert.Less(t, bytes, 32<<10, "%s", trace)
	assert.Less(t, allocs, 200, "%s", trace)
}

// withoutCode is the system without machine code that programs are weighed for.
const withoutCode = "linux/386"

// TestNoCompiler tests that programs for systems without machine code have nothing of the compiler.
func TestNoCompiler(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	allowed := []string{"hotloop", "hotloop/internal/hook", "hotloop/runtime/codemem", "hotloop/runtime/fallback"}
	compiler := []string{"go/types", "go/parser", "go/build", "math/big", "crypto/sha256", "regexp"}
	for _, platform := range []string{withoutCode, "linux/riscv64", "linux/s390x", "darwin/amd64", "darwin/arm64",
		"windows/386", "windows/arm64", "freebsd/arm64"} {
		system, arch, _ := strings.Cut(platform, "/")
		cmd := exec.Command("go", "list", "-deps", "hotloop")
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOOS="+system, "GOARCH="+arch)
		out, err := cmd.Output()
		require.NoError(t, err)
		for _, p := range strings.Fields(string(out)) {
			ours := p == "hotloop" || strings.HasPrefix(p, "hotloop/")
			if ours && !slices.Contains(allowed, p) || slices.Contains(compiler, p) {
				t.Errorf("%s: hotloop imports %s", platform, p)
			}
		}
		require.Contains(t, string(out), "hotloop/runtime/fallback")
	}
}
