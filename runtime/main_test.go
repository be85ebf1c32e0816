package runtime

import (
	"os"
	"testing"
)

// TestMain lets the process's own heap have the text arena, before tests make
// heaps of theirs.
func TestMain(m *testing.M) {
	if os.Getenv("HOTLOOP_TEST_SANDBOX") == "" { // which comes first in that test
		_ = loadable()
	}
	os.Exit(m.Run())
}
