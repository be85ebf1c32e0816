package gen

import (
	"errors"
	"fmt"
	"go/build"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"hotloop/frontend"
)

// read reads the package of the generator's directory. What is read does not depend on the machine: kernels consist of
// declarations in files that are part of every build with assembly, whatever the operating system, the architecture and the
// tags are. Other files, and tests, are read for what they may change.
func (g *generator) read() error {
	names, err := filepath.Glob(filepath.Join(g.dir, "*.*"))
	if err != nil {
		return err
	}
	g.constrained, g.elsewhere = map[string]bool{}, map[string]string{}
	var constrained []frontend.File
	for _, name := range names {
		base, ext := filepath.Base(name), filepath.Ext(name)
		if ext != ".go" && ext != ".s" || generated(base) || base[0] == '.' || base[0] == '_' {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		f := frontend.File{Name: name, Text: string(text)}
		switch {
		case ext == ".s":
			f.Kind = frontend.AssemblyFile
		case strings.HasSuffix(base, "_test.go"):
			f.Kind = frontend.TestFile
		case !everywhere(base, f.Text, true):
			f.Kind = frontend.TestFile // a file that declares nothing for a kernel
			constrained = append(constrained, f)
			continue
		}
		g.src = append(g.src, f)
	}
	i := slices.IndexFunc(g.src, func(f frontend.File) bool { return f.Kind == frontend.GoFile })
	if i < 0 {
		return errors.New("found no Go files that are part of every build; write the kernels in a file without build constraints")
	}
	clause := func(f frontend.File) string {
		file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Text, parser.PackageClauseOnly)
		if err != nil {
			return "" // as reported when the whole file is parsed
		}
		return file.Name.Name
	}
	for _, f := range constrained {
		if clause(f) == clause(g.src[i]) { // and not a program of its own
			g.src, g.constrained[f.Name] = append(g.src, f), true
		}
	}
	return nil
}

// everywhere reports whether a file is part of all builds, or of all those with assembly.
func everywhere(name, text string, assembly bool) bool {
	for _, at := range [][2]string{{"linux", "amd64"}, {"darwin", "arm64"}} { // no name ends in what both are
		ctx := build.Context{GOOS: at[0], GOARCH: at[1], Compiler: "gc",
			OpenFile: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("package p\n")), nil }}
		if ok, err := ctx.MatchFile(".", name); err != nil || !ok {
			return false
		}
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return true // as reported when the whole file is parsed
	}
	old := false
	for _, group := range file.Comments {
		for _, c := range group.List {
			old = old || constraint.IsPlusBuild(c.Text)
			if c.Pos() > file.Package || !constraint.IsGoBuild(c.Text) {
				continue
			}
			x, err := constraint.Parse(c.Text)
			return err == nil && holds(x, "amd64", assembly) == yes && holds(x, "arm64", assembly) == yes
		}
	}
	return !old
}

// truth is the value of a constraint.
type truth int

const (
	no truth = iota
	maybe
	yes
)

// holds evaluates a constraint. Operating systems and tags of the user may hold. With assembly, only builds with assembly
// are considered.
func holds(x constraint.Expr, arch string, assembly bool) truth {
	switch x := x.(type) {
	case *constraint.AndExpr:
		return min(holds(x.X, arch, assembly), holds(x.Y, arch, assembly))
	case *constraint.OrExpr:
		return max(holds(x.X, arch, assembly), holds(x.Y, arch, assembly))
	case *constraint.NotExpr:
		return yes - holds(x.X, arch, assembly)
	case *constraint.TagExpr:
		switch {
		case x.Tag == "gc" || slices.Contains(build.Default.ReleaseTags, x.Tag) || assembly && x.Tag == arch:
			return yes
		case x.Tag == "gccgo" || assembly && slices.Contains([]string{"amd64", "arm64", "purego", "race", "msan", "asan"}, x.Tag):
			return no
		}
	}
	return maybe
}

// explained returns an error about a kernel, with what it says about names that other files declare.
func (g *generator) explained(err error) error {
	for _, name := range slices.Sorted(maps.Keys(g.elsewhere)) {
		if regexp.MustCompile(`\bundefined: ` + name + `\b`).MatchString(err.Error()) {
			return fmt.Errorf("%w; %s is in %s, which is not part of every build: move it to a file without build constraints",
				err, name, filepath.Base(g.elsewhere[name]))
		}
	}
	return err
}
