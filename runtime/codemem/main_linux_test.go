package codemem

import (
	"os"
	"testing"
)

// TestMain lets the process's own heap have the text arena, before tests make
// heaps of theirs.
func TestMain(m *testing.M) {
	early := false // the environment that a test makes for its process comes first
	for _, name := range []string{"FSIZE", "NOEXEC", "INTRUDER"} {
		early = early || os.Getenv("HOTLOOP_TEST_"+name) != ""
	}
	if !early {
		_ = usable()
	}
	os.Exit(m.Run())
}
