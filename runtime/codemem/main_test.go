//go:build linux || (windows && amd64)

package codemem

import (
	"os"
	"testing"
)

// TestMain gives the text arena to the process's own heap, before tests create heaps.
func TestMain(m *testing.M) {
	early := false // the environment that a test sets up for its process comes first
	for _, name := range []string{"FSIZE", "NOEXEC", "INTRUDER"} {
		early = early || os.Getenv("HOTLOOP_TEST_"+name) != ""
	}
	if !early {
		_ = usable()
	}
	os.Exit(m.Run())
}
