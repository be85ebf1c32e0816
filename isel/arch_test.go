package isel

import (
	"go/parser"
	"go/token"
	"os"
	"path"
	"strings"
	"testing"
)

// TestEveryHost checks that every file is built on every host, since code for every target can be generated
// anywhere. The test of layers checks which package imports which assembler.
func TestEveryHost(t *testing.T) {
	for _, dir := range []string{".", "lower", "emit", "sched", "cost", "x86", "arm", "mach", "regalloc"} {
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range files {
			name := e.Name()
			if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), path.Join(dir, name), nil,
				parser.ImportsOnly|parser.ParseComments)
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
					t.Errorf("%s/%s is built on some hosts only: choose another name", dir, name)
				}
			}
		}
	}
}
