package use

import (
	_ "embed"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"hotloop"
	"hotloop/internal/e2e"
	"hotloop/internal/lab/child"
	hotruntime "hotloop/runtime"
)

//go:embed uncaught_test.go
var uncaughtText string

func uncaughtPick(x []int, i int) int {
	return x[i]
}

// TestUncaughtPanic: what the Go runtime prints of a panic that nothing recovers names the kernel, its file and line. A
// program that recovers it sees Go's text.
func TestUncaughtPanic(t *testing.T) {
	e2e.NeedNative(t)
	if hotruntime.RaceEnabled {
		t.Skip("Accelerate does not replace functions under the race detector")
	}
	k := hotloop.Accelerate(uncaughtPick, uncaughtText)
	require.NoError(t, k.Err())
	if os.Getenv("HOTLOOP_TEST_PANIC") != "" {
		k.Func([]int{1, 2, 3}, 5)
	}
	require.PanicsWithError(t, "runtime error: index out of range [5] with length 3", func() { k.Func([]int{1, 2, 3}, 5) })

	if child.Emulated() {
		t.Skip("the test binary does not run by itself")
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestUncaughtPanic$")
	cmd.Env = append(os.Environ(), "HOTLOOP_TEST_PANIC=1")
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "index out of range [5] with length 3 [hotloop kernel uncaughtPick at uncaught_test.go:21:")
}
