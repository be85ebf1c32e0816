package source

import (
	"go/ast"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// PackageDirs returns the directories below dirs that may contain packages.
func PackageDirs(dirs ...string) (out []string, err error) {
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			if n := d.Name(); path != dir && (n == "testdata" || n == "vendor" || n == "cmd" && isGo(dir) ||
				strings.HasPrefix(n, ".") || strings.HasPrefix(n, "_")) {
				return filepath.SkipDir
			}
			out = append(out, path)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// isGo reports whether dir is the standard library; its commands do not belong to it.
func isGo(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "cmd", "compile", "internal"))
	return err == nil
}

// HasLoop reports whether a function contains a loop.
func HasLoop(fn *ast.FuncDecl) (found bool) {
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			found = true
		}
		return !found
	})
	return found
}
