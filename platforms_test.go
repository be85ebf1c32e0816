package hotloop_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPlatforms type-checks the library's packages and their tests for operating systems that no other test covers. It
// reads the source of all dependencies: compiling them takes minutes.
func TestPlatforms(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil || testing.Short() {
		t.Skip("go list does not run here")
	}
	for _, platform := range []string{"darwin/arm64", "darwin/arm64/hotloop_interpreter", "windows/amd64", "windows/arm64", "freebsd/amd64"} {
		t.Run(platform, func(t *testing.T) {
			t.Parallel()
			parts := append(strings.Split(platform, "/"), "")
			system, arch, tag := parts[0], parts[1], parts[2]
			cmd := exec.Command("go", "list", "-tags="+tag, "-deps", "-test", "-json=ImportPath,Dir,GoFiles,ImportMap,Standard,Module", ".",
				"./runtime/...", "./cpu/...")
			cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0")
			var stderr strings.Builder
			cmd.Stderr = &stderr
			list, err := cmd.Output()
			require.NoError(t, err, "%s", &stderr)
			checked := map[string]*types.Package{"unsafe": types.Unsafe}
			files := token.NewFileSet()
			for d := json.NewDecoder(bytes.NewReader(list)); ; { // a package follows what it imports
				var p listed
				if err := d.Decode(&p); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
				if p.ImportPath == "unsafe" || strings.HasSuffix(p.ImportPath, ".test") { // the latter has no source
					continue
				}
				require.NoError(t, p.check(files, checked, types.SizesFor("gc", arch)))
			}
		})
	}
}

// listed is a package as go list describes it.
type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	ImportMap       map[string]string // from paths in source to those of vendored packages and variants for tests
	Standard        bool
	Module          *struct {
		Main      bool
		GoVersion string
	}
}

// check type-checks a package and adds it to checked. Only the module's own packages need their function bodies.
func (p *listed) check(files *token.FileSet, checked map[string]*types.Package, sizes types.Sizes) error {
	own := p.Module != nil && p.Module.Main
	var syntax []*ast.File
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		syntax = append(syntax, file)
	}
	config := types.Config{Sizes: sizes, IgnoreFuncBodies: !own, Importer: importer(func(path string) (*types.Package, error) {
		if to, ok := p.ImportMap[path]; ok {
			path = to
		}
		if pkg := checked[path]; pkg != nil {
			return pkg, nil
		}
		return nil, fmt.Errorf("%s imports %s, which go list has not named", p.ImportPath, path)
	})}
	if p.Module != nil {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	path, _, _ := strings.Cut(p.ImportPath, " ") // without the test that a variant is for
	pkg, err := config.Check(path, files, syntax, nil)
	checked[p.ImportPath] = pkg
	return err
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }
