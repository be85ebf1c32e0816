package syntax

import (
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
)

// ReadPackage reads the package in the root of fsys: the files that the go command would compile for this program,
// by the rules of go/build. It also reads tests and assembly, which are not part of kernels but may change
// variables. An embed.FS is read only once.
func ReadPackage(fsys fs.FS) (Source, error) {
	embedded, ok := fsys.(embed.FS)
	if !ok {
		return readPackage(fsys)
	}
	read, ok := embeddedPackages.Load(embedded)
	if !ok {
		src, err := readPackage(fsys)
		if err != nil {
			return nil, err
		}
		read, _ = embeddedPackages.LoadOrStore(embedded, src)
	}
	return slices.Clone(read.(Source)), nil
}

// embeddedPackages caches the Source of each embed.FS that was read.
var embeddedPackages sync.Map

func readPackage(fsys fs.FS) (Source, error) {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, err
	}
	var src Source
	var name, first string // of the package, and of the file that says so
	found := false
	b := programBuild()
	buf := make([]byte, 32<<10)
	for _, e := range entries {
		kind, ok := kindOf(e.Name())
		if !ok || !b.includesName(e.Name()) {
			continue
		}
		if info, err := fs.Stat(fsys, e.Name()); err != nil || info.IsDir() {
			continue
		}
		text, sum, err := readText(fsys, e.Name(), buf)
		if err != nil {
			return nil, err
		}
		if ok, err := b.includesText(text); !ok || err != nil {
			if err != nil {
				return nil, fmt.Errorf("%s: %w", e.Name(), err)
			}
			continue
		}
		if kind != AssemblyFile {
			file, err := parser.ParseFile(token.NewFileSet(), e.Name(), text, parser.ImportsOnly|parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			pkg := file.Name.Name
			if pkg == "documentation" || importsC(file) && !b.includes("cgo") {
				continue
			}
			if kind == TestFile && pkg != name {
				pkg = strings.TrimSuffix(pkg, "_test")
			}
			if name == "" {
				name, first = pkg, e.Name()
			} else if pkg != name {
				return nil, fmt.Errorf("found packages %s (%s) and %s (%s)", name, first, pkg, e.Name())
			}
			found = found || kind == GoFile
		}
		src = append(src, File{Name: e.Name(), Text: text, Kind: kind, sum: "sha256 " + sum})
	}
	if !found {
		return nil, errors.New("found no Go files for this machine; embed those of the package by //go:embed *.go")
	}
	if err := named(name, entries); err != nil {
		return nil, err
	}
	for tag := range b.asked {
		if !b.knows(tag) {
			return nil, errors.New("found build tag " + tag + " in a program that does not say which tags it was built " +
				"with; write hotloop.WithFile for each file that belongs to it instead")
		}
	}
	return src, nil
}

// kindOf returns the kind of the file of a name, and whether the go command may compile it.
func kindOf(name string) (kind FileKind, ok bool) {
	switch {
	case strings.HasPrefix(name, "_") || strings.HasPrefix(name, "."):
		return 0, false
	case strings.HasSuffix(name, "_test.go"):
		return TestFile, true
	}
	switch path.Ext(name) {
	case ".go":
		return GoFile, true
	case ".s", ".S", ".sx":
		return AssemblyFile, true
	}
	return 0, false
}

func importsC(file *ast.File) bool {
	return slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"C"` })
}

// readText returns the text of a file and its hash. It reads through buf, so that there is one copy of the text.
func readText(fsys fs.FS, name string, buf []byte) (text, sum string, err error) {
	f, err := fsys.Open(name)
	if err != nil {
		return "", "", err
	}
	defer f.Close()
	var b strings.Builder
	if info, err := f.Stat(); err == nil {
		b.Grow(int(min(info.Size(), 2*MaxSource)))
	}
	h := sha256.New()
	if _, err := io.CopyBuffer(io.MultiWriter(&b, h), struct{ io.Reader }{f}, buf); err != nil {
		return "", "", err
	}
	return b.String(), string(h.Sum(nil)), nil
}

// named refuses the package of a program that was built from files named on the command line, unless it has only
// one file. The go command compiles such files regardless of their build constraints, and nothing records which
// files they were.
func named(pkg string, entries []fs.DirEntry) error {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Path != namedFiles+".test" && (info.Path != namedFiles || pkg != "main") {
		return nil
	}
	n := 0
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			n++
		}
	}
	if n > 1 {
		return errors.New("found a program built from files that were named on the command line, and does not say " +
			"which; build the package, as go run . does, or write hotloop.WithFile for each file instead")
	}
	return nil
}

// namedFiles is the path that the go command gives to such a package.
const namedFiles = "command-line-arguments"
