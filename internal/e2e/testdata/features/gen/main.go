// Command gen writes all.go of the folder it is run for: the table of kernels by name.
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"log"
	"os"
	"path/filepath"
	"slices"
)

func main() {
	dir := os.Args[1]
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		log.Fatal(err)
	}
	var names []string
	for _, file := range files {
		if base := filepath.Base(file); base == "text.go" || base == "all.go" {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			log.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.IsExported() {
				names = append(names, fn.Name.Name)
			}
		}
	}
	slices.Sort(names)
	var b bytes.Buffer
	b.WriteString("package features\n\n// All has the kernels by name. go generate ./internal/e2e/features writes it.\nvar All = map[string]any{\n")
	for _, n := range names {
		fmt.Fprintf(&b, "%q: %s,\n", n, n)
	}
	b.WriteString("}\n")
	text, err := format.Source(b.Bytes())
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "all.go"), text, 0o666); err != nil {
		log.Fatal(err)
	}
}
