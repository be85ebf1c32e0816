package main

import (
	"bytes"
	"os"
	"testing"
)

// TestCurrent fails when insts.txt was changed without go generate.
func TestCurrent(t *testing.T) {
	text, err := os.ReadFile("../insts.txt")
	if err != nil {
		t.Fatal(err)
	}
	ops, encodings := generate(string(text))
	for file, want := range map[string][]byte{"../zops.go": ops, "../zencodings.go": encodings} {
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is stale (%v): run go generate in asm/arm64", file, err)
		}
	}
}
