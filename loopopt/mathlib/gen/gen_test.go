package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write what comes out")

// TestCurrent fails if a function has changed and its SSA was not regenerated.
func TestCurrent(t *testing.T) {
	lib, err := load("..")
	if err != nil {
		t.Fatal(err)
	}
	texts, err := lib.texts()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range texts {
		file := filepath.Join("..", name)
		if *update {
			if err := os.WriteFile(file, want, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != string(want) {
			t.Errorf("%s is stale: run go generate ./loopopt/mathlib", name)
		}
	}
	files, err := filepath.Glob("../*.ir")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if texts[filepath.Base(f)] == nil {
			t.Errorf("%s belongs to no function", f)
		}
	}
}
