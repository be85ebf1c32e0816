package hotloop_test

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"hotloop/internal/lab/child"
)

// documents are the texts that users read first.
func documents(t *testing.T) []string {
	t.Helper()
	list, err := filepath.Glob("docs/*.md")
	require.NoError(t, err)
	require.NotEmpty(t, list)
	return append(list, "README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md")
}

// TestLinks: every relative link of a document leads to a file.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#]+)(#[^)]*)?\)`)
	for _, doc := range documents(t) {
		text, err := os.ReadFile(doc)
		require.NoError(t, err)
		prose := regexp.MustCompile("(?s)```.*?```|`[^`\n]*`").ReplaceAll(text, []byte("code"))
		for _, m := range link.FindAllStringSubmatch(string(prose), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(doc), m[1])); err != nil {
				t.Errorf("%s: link to %s: %v", doc, m[1], err)
			}
		}
	}
}

var goBlock = regexp.MustCompile("(?s)(?:<!-- file: (\\S+) -->\n)?```go\n(.*?)```")

// TestGoBlocks: every Go file in a document parses, and mentions only what package hotloop declares.
func TestGoBlocks(t *testing.T) {
	fset := token.NewFileSet()
	exported := map[string]map[string]bool{"hotloop": declaredBy(t, "."), "hotlooptest": declaredBy(t, "hotlooptest")}
	for _, doc := range documents(t) {
		text, err := os.ReadFile(doc)
		require.NoError(t, err)
		for _, m := range goBlock.FindAllStringSubmatch(string(text), -1) {
			if !strings.HasPrefix(m[2], "package ") {
				continue // part of a file
			}
			file, err := parser.ParseFile(fset, doc, m[2], 0)
			require.NoError(t, err, "%s", m[2])
			ast.Inspect(file, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					if x, ok := s.X.(*ast.Ident); ok && exported[x.Name] != nil && !exported[x.Name][s.Sel.Name] {
						t.Errorf("%s: %s.%s is not declared", doc, x.Name, s.Sel.Name)
					}
				}
				return true
			})
		}
	}
}

// TestMessagesNameOptions: messages advise only what package hotloop declares.
func TestMessagesNameOptions(t *testing.T) {
	mention := regexp.MustCompile(`\b(hotloop|hotlooptest)\.([A-Z]\w*)`)
	exported := map[string]map[string]bool{"hotloop": declaredBy(t, "."), "hotlooptest": declaredBy(t, "hotlooptest")}
	found := 0
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if n := d.Name(); n == "testdata" || strings.HasPrefix(n, ".") && n != "." {
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			l, ok := n.(*ast.BasicLit)
			if !ok || l.Kind != token.STRING {
				return true
			}
			for _, m := range mention.FindAllStringSubmatch(l.Value, -1) {
				if found++; !exported[m[1]][m[2]] {
					t.Errorf("%s: %s is not declared", fset.Position(l.Pos()), m[0])
				}
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)
	require.NotZero(t, found)
}

// declaredBy returns the exported identifiers of the package in dir.
func declaredBy(t *testing.T, dir string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	require.NoError(t, err)
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					names[d.Name.Name] = true
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						names[s.Name.Name] = true
					case *ast.ValueSpec:
						for _, n := range s.Names {
							names[n.Name] = true
						}
					}
				}
			}
		}
	}
	return names
}

// TestGettingStarted follows docs/getting-started.md in modules of its own, once for each way to get the package, without
// a network.
func TestGettingStarted(t *testing.T) {
	if child.Emulated() || testing.Short() {
		t.Skip("builds a program for this machine")
	}
	for _, program := range []string{"go", "sh"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	repository, err := os.Getwd()
	require.NoError(t, err)
	text, err := os.ReadFile("docs/getting-started.md")
	require.NoError(t, err)
	files := map[string]string{}
	for _, m := range goBlock.FindAllStringSubmatch(string(text), -1) {
		if m[1] != "" {
			files[m[1]] = m[2]
		}
	}
	require.Len(t, files, 3, "files of the page")
	steps := map[string]string{}
	for _, m := range regexp.MustCompile("(?s)<!-- steps: (\\w+) -->\n```sh\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		steps[m[1]] = m[2]
	}
	require.Len(t, steps, 5, "steps of the page")
	for _, way := range []string{"replace", "workspace"} {
		t.Run(way, func(t *testing.T) {
			dir := t.TempDir()
			write := func(name, text string) {
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
			}
			write("go.mod", "module scratch\n\ngo 1.24\n")
			for _, step := range []string{way, "run", "test", "look"} {
				out := follow(t, dir, strings.ReplaceAll(steps[step], "../hotloop", repository))
				switch step {
				case way: // the page has its files after this step
					for name, text := range files {
						write(name, text)
					}
				case "look":
					require.Contains(t, out, "2 functions: 2 accepted")
				case "run":
					require.Equal(t, "[21 42 63] 2940\n", out)
				case "test":
					require.Contains(t, out, "go/kernel")
				}
			}
		})
	}
}

// follow runs the commands of a text in a folder, and returns what they print.
func follow(t *testing.T, dir, commands string) string {
	t.Helper()
	cmd := exec.Command("sh", "-ec", strings.ReplaceAll(commands, "-bench .", "-bench . -benchtime 1x"))
	cmd.Dir = dir
	// What hotloop needs is in the module cache, or this would not have been built.
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOSUMDB=off", "GOFLAGS=", "GOWORK=", "PWD="+dir)
	var failed bytes.Buffer
	cmd.Stderr = &failed
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && strings.Contains(failed.String(), "disabled by GOPROXY=off") {
		t.Skipf("the module cache lacks something: %s", failed.String())
	}
	require.NoError(t, err, "%s\n%s", commands, failed.String())
	return string(out)
}
