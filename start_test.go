package hotloop_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestStart builds programs, with hotloop and without, and compares what they weigh and what they do before main. What
// is counted are bytes and allocations, no time.
func TestStart(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil || testing.Short() {
		t.Skip("programs cannot be built")
	}
	build := func(name, text string) (file string, size int) {
		dir := t.TempDir()
		source := filepath.Join(dir, name+".go")
		file = filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(source, []byte(text), 0o600))
		out, err := exec.Command("go", "build", "-o", file, source).CombinedOutput()
		require.NoError(t, err, "%s", out)
		info, err := os.Stat(file)
		require.NoError(t, err)
		return file, int(info.Size())
	}
	_, plain := build("plain", "package main\nimport \"fmt\"\nfunc main() { fmt.Println(0) }\n")
	file, imported := build("imported", "package main\nimport (\"fmt\"; \"hotloop\")\n"+
		"func main() { fmt.Println(hotloop.ReadStats().Compiled) }\n")
	_, used := build("used", "package main\nimport (\"fmt\"; \"hotloop\")\n"+
		"func main() { k, err := hotloop.Compile[func([]int)](\"package p\\nfunc F(x []int) {}\", \"F\")\n"+
		"fmt.Println(k.Native(), err) }\n")
	const mega = 1 << 20
	t.Logf("%.1f MiB without, %.1f imported, %.1f with a kernel", float64(plain)/mega, float64(imported)/mega, float64(used)/mega)
	assert.Less(t, imported-plain, 3*mega)
	assert.Less(t, used-plain, 18*mega)

	cmd := exec.Command(file)
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	bytes, allocs := 0, 0
	for _, m := range regexp.MustCompile(`init hotloop\S* @.*?, (\d+) bytes, (\d+) allocs`).FindAllSubmatch(out, -1) {
		b, _ := strconv.Atoi(string(m[1]))
		a, _ := strconv.Atoi(string(m[2]))
		bytes, allocs = bytes+b, allocs+a
	}
	if runtime.Compiler == "gc" {
		assert.NotZero(t, allocs, "%s", out) // or the trace has another form
	}
	assert.Less(t, bytes, 32<<10, "%s", out)
	assert.Less(t, allocs, 200, "%s", out)
}
