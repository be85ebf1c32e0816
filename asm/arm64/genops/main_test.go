package main

import (
	"testing"

	"hotloop/asm/internal/insttable"
)

// TestCurrent fails when insts.txt was changed without go generate.
func TestCurrent(t *testing.T) {
	files, err := insttable.Stale("..", generate)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Errorf("%s is stale: run go generate in asm/arm64", file)
	}
}
