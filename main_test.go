package hotloop_test

import (
	"flag"
	"os"
	"testing"

	"hotloop/bench/child"
)

// sampled says whether to take a sample of a test's cases only: all take minutes in an emulator.
func sampled() bool { return testing.Short() && child.Emulated() }

// TestMain has every pass and every register allocation verified in tests, unless HOTLOOP says otherwise. Benchmarks
// measure what users get.
func TestMain(m *testing.M) {
	flag.Parse()
	if b := flag.Lookup("test.bench"); os.Getenv("HOTLOOP") == "" && (b == nil || b.Value.String() == "") {
		os.Setenv("HOTLOOP", "verify-each")
	}
	os.Exit(m.Run())
}
