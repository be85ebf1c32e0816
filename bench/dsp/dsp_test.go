package dsp

import (
	"os"
	"testing"

	"hotloop/bench/dsp/oracle"
	"hotloop/bench/exactfp"
)

// TestOracleIsCurrent fails when a kernel was changed and its oracle was not generated again.
func TestOracleIsCurrent(t *testing.T) {
	want, err := exactfp.Package(Files, "oracle", oracle.Header, "embed.go")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("oracle/kernels.go")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Fatal("oracle/kernels.go is stale: run go generate ./bench/dsp")
	}
}
