package syntax

import (
	"go/build"
	"io"
	"io/fs"
	"math/rand/v2"
	"path"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestFilesOfBuild compares the selection of files with that of go/build, for names and heads put together at random.
func TestFilesOfBuild(t *testing.T) {
	var tags []string
	for tag, on := range buildTags() {
		if on {
			tags = append(tags, tag)
		}
	}
	system, arch := runtime.GOOS, runtime.GOARCH
	names := append(slices.Concat(systems, archs), "", "x", "test", "unix", "cgo", system, arch, system, arch, system, arch)
	words := append(slices.Concat(systems, archs), "unix", "cgo", "gc", "gccgo", "go1.1", "go1.21", "go1.999", "ignore", "neverset",
		"race", "amd64.v1", "amd64.v4", system, arch, "go1.x")
	heads := []string{"\n", "//go:build TAG\n", "//go:build !TAG || TAG\n", "//go:build TAG && !TAG\n", "// +build TAG\n",
		"// +build TAG,!TAG TAG\n", "// Text\n", "/* text */\n", "/* a\n//go:build TAG\n*/\n", "/* a */ //go:build TAG\n",
		"\t// +build !TAG\n", "//go:build TAG TAG\n", "\r\n", "/**/ // +build TAG\n", "//+build TAG\n"}
	rnd := rand.New(rand.NewPCG(1, 2))
	pick := func(list []string) string { return list[rnd.IntN(len(list))] }
	included := 0
	for range 20_000 {
		name := "a"
		for range rnd.IntN(4) {
			name += "_" + pick(names)
		}
		name += pick([]string{".go", ".s", "_test.go", ".x.go"})
		text := pick([]string{"", "", "", "\ufeff"})
		for range rnd.IntN(5) {
			head := pick(heads)
			for strings.Contains(head, "TAG") {
				head = strings.Replace(head, "TAG", pick(words), 1)
			}
			text += head
		}
		text += pick([]string{"", "\n"}) + "package p\n" + pick([]string{"", "//go:build ignore\n"})

		asked := map[string]bool{}
		ctx := build.Context{GOOS: system, GOARCH: arch, Compiler: runtime.Compiler, CgoEnabled: buildTags()["cgo"],
			ReleaseTags: build.Default.ReleaseTags, BuildTags: tags,
			OpenFile: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
		want, wantErr := ctx.MatchFile(".", name)
		b := programBuild()
		b.asked = asked
		got, err := b.includesName(name), error(nil)
		if got {
			got, err = b.includesText(text)
		}
		if got && err == nil {
			included++
		}
		if got != want || (err == nil) != (wantErr == nil) {
			t.Fatalf("%s: got %v (%v), go/build says %v (%v):\n%s", name, got, err, want, wantErr, text)
		}
	}
	if included < 2000 {
		t.Errorf("only %d files were included", included)
	}
}

// TestPackageOfBuild compares folders read with those that go/build reads, and the tags that decided on their files.
func TestPackageOfBuild(t *testing.T) {
	texts := []string{"package p\n", "package p_test\n", "package q\n", "package documentation\n", "package p\nimport \"C\"\n",
		"//go:build linux || plan9\n\npackage p\n", "// +build !windows\n\npackage p\n", "package p\nimport (\n\"fmt\n", "",
		"//go:build ignore\n\npackage q\n", "//go:build never && cgo\n\npackage p\n"}
	rnd := rand.New(rand.NewPCG(3, 4))
	read := 0
	for range 3000 {
		files := fstest.MapFS{"sub.go/x.go": {Data: []byte("package sub\n")}}
		for range 1 + rnd.IntN(3) {
			name := []string{"a.go", "b.go", "c_windows.go", "d_linux_amd64.go", "e_test.go", "f.s", "_g.go", ".h.go", "i.txt",
				"j_plan9_test.go"}[rnd.IntN(10)]
			i := 0
			if rnd.IntN(2) == 0 {
				i = rnd.IntN(len(texts))
			}
			files[name] = &fstest.MapFile{Data: []byte(texts[i])}
		}
		ctx := build.Context{GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, Compiler: runtime.Compiler, CgoEnabled: buildTags()["cgo"],
			ReleaseTags: build.Default.ReleaseTags, JoinPath: path.Join, IsAbsPath: path.IsAbs,
			IsDir:     func(name string) bool { info, err := fs.Stat(files, name); return err == nil && info.IsDir() },
			HasSubdir: func(string, string) (string, bool) { return "", false },
			ReadDir: func(name string) (list []fs.FileInfo, err error) {
				entries, err := fs.ReadDir(files, name)
				for _, e := range entries {
					info, _ := e.Info()
					list = append(list, info)
				}
				return list, err
			},
			OpenFile: func(name string) (io.ReadCloser, error) { return files.Open(name) }}
		p, wantErr := ctx.ImportDir(".", 0)
		want := slices.Concat(p.GoFiles, p.CgoFiles, p.TestGoFiles, p.XTestGoFiles, p.SFiles)
		slices.Sort(want)
		got, err := readPackage(files)
		var gotNames []string
		for _, f := range got {
			gotNames = append(gotNames, f.Name)
		}
		if wantErr == nil && len(p.GoFiles)+len(p.CgoFiles) == 0 {
			if err == nil {
				t.Fatalf("no error without Go files: %v", files)
			}
			continue
		}
		if wantErr != nil && strings.Contains(wantErr.Error(), "use of cgo in test") {
			continue // an error of the go command that need not concern kernels
		}
		if (err == nil) != (wantErr == nil) || err == nil && !slices.Equal(gotNames, want) {
			t.Fatalf("%v:\ngot %v (%v)\nwant %v (%v)", files, gotNames, err, want, wantErr)
		}
		if err == nil {
			read++
		}
	}
	if read < 1000 {
		t.Errorf("only %d folders were read", read)
	}
}
