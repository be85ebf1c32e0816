package isel

import (
	"go/parser"
	"go/token"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"
)

// TestArchitecturesApart holds the files of this package to what arch.go says: an assembler is known only where the name
// of the file starts with its architecture's prefix, and those files know no other. The allocator and package mach know
// none. No file is left out on some host: code for every target is made on every one.
func TestArchitecturesApart(t *testing.T) {
	prefixes := map[string]string{"hotloop/asm/amd64": "x86_", "hotloop/asm/arm64": "arm_"}
	seen := map[string]bool{}
	for _, dir := range []string{".", "mach", "regalloc"} {
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range files {
			name := e.Name()
			if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), path.Join(dir, name), nil, parser.ImportsOnly|parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range f.Comments {
				if strings.HasPrefix(c.List[0].Text, "//go:build") {
					t.Errorf("%s/%s is built on some hosts only: %s", dir, name, c.List[0].Text)
				}
			}
			for _, x := range []string{"_amd64.go", "_arm64.go"} {
				if strings.HasSuffix(name, x) {
					t.Errorf("%s/%s is built on some hosts only: write a prefix, not a suffix", dir, name)
				}
			}
			for _, im := range f.Imports {
				to, _ := strconv.Unquote(im.Path.Value)
				prefix, ok := prefixes[to]
				if !ok {
					continue
				}
				seen[to] = true
				if dir != "." || !strings.HasPrefix(name, prefix) {
					t.Errorf("%s/%s imports %s: only isel/%s*.go may", dir, name, to, prefix)
				}
			}
		}
	}
	if !seen["hotloop/asm/amd64"] {
		t.Error("no file imports an assembler: is this test looking in the right place?")
	}
}
