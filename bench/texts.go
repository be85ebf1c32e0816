package bench

import (
	"embed"
	"io/fs"
	"path"
)

//go:generate go run ./gen

// texts holds the kernels' source text. gc compiles the same files, and as oracles what ./gen makes of them.
//
//go:embed columns/*.go core/*.go dsp/*.go image/*.go long/*.go math/*.go ml/*.go nests/*.go search/*.go tsvc/*.go
var texts embed.FS

// suiteFiles returns the names of a suite's files with kernels.
func suiteFiles(suite string) []string {
	paths, err := fs.Glob(texts, suite+"/*.go")
	if err != nil {
		panic(err)
	}
	var names []string
	for _, p := range paths {
		if name := path.Base(p); name != "doc.go" {
			names = append(names, name)
		}
	}
	return names
}

// textOf returns a file of a suite. A missing one is a slip in the table that names it, found by any test.
func textOf(suite, file string) string {
	b, err := texts.ReadFile(suite + "/" + file)
	if err != nil {
		panic(err)
	}
	return string(b)
}
