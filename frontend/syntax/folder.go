package syntax

import (
	"crypto/sha256"
	"embed"
	"errors"
	"go/build"
	"io"
	"io/fs"
	"path"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
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
	ctx := programContext()
	ctx.JoinPath = path.Join
	ctx.IsAbsPath = path.IsAbs
	ctx.IsDir = func(name string) bool {
		info, err := fs.Stat(fsys, path.Clean(name))
		return err == nil && info.IsDir()
	}
	ctx.HasSubdir = func(string, string) (string, bool) { return "", false }
	ctx.ReadDir = func(name string) (list []fs.FileInfo, err error) {
		entries, err := fs.ReadDir(fsys, path.Clean(name))
		for _, e := range entries {
			info, err := e.Info()
			if err != nil {
				return nil, err
			}
			list = append(list, info)
		}
		return list, err
	}
	ctx.OpenFile = func(name string) (io.ReadCloser, error) { return fsys.Open(path.Clean(name)) }
	p, err := ctx.ImportDir(".", 0)
	if _, none := err.(*build.NoGoError); none || err == nil && len(p.GoFiles)+len(p.CgoFiles) == 0 {
		return nil, errors.New("found no Go files for this machine; embed those of the package by //go:embed *.go")
	}
	if err != nil {
		return nil, err
	}
	if err := named(p, fsys); err != nil {
		return nil, err
	}
	for _, tag := range p.AllTags {
		if !isKnownTag(&ctx, tag) {
			return nil, errors.New("found build tag " + tag + " in a program that does not say which tags it was built " +
				"with; write hotloop.WithFile for each file that belongs to it instead")
		}
	}
	kinds := map[string]FileKind{}
	for kind, lists := range [][][]string{GoFile: {p.GoFiles, p.CgoFiles}, TestFile: {p.TestGoFiles, p.XTestGoFiles},
		AssemblyFile: {p.SFiles}} {
		for _, name := range slices.Concat(lists...) {
			kinds[name] = FileKind(kind)
		}
	}
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, err
	}
	var src Source
	buf := make([]byte, 32<<10)
	for _, e := range entries {
		kind, ok := kinds[e.Name()]
		if !ok {
			continue
		}
		text, sum, err := readText(fsys, e.Name(), buf)
		if err != nil {
			return nil, err
		}
		src = append(src, File{Name: e.Name(), Text: text, Kind: kind, sum: "sha256 " + sum})
	}
	return src, nil
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
func named(p *build.Package, fsys fs.FS) error {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Path != namedFiles+".test" && (info.Path != namedFiles || p.Name != "main") {
		return nil
	}
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return err
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

// programContext returns the build context of this program, as far as it is known.
func programContext() build.Context {
	on := buildTags()
	ctx := build.Context{GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, Compiler: runtime.Compiler, CgoEnabled: on["cgo"],
		ReleaseTags: build.Default.ReleaseTags}
	for tag, isOn := range on {
		if isOn {
			ctx.BuildTags = append(ctx.BuildTags, tag)
		}
	}
	return ctx
}

// isKnownTag reports whether it is known if a build tag was set when this program was built.
func isKnownTag(ctx *build.Context, tag string) bool {
	switch {
	case strings.HasPrefix(tag, "goexperiment.") || tag == "boringcrypto":
		return false // most are set or unset by default
	case strings.HasPrefix(tag, ctx.GOARCH+".") && ctx.GOARCH != "amd64":
		return false
	case buildTags() != nil:
		return true
	case tag == "gc" || tag == "gccgo" || tag == "unix" || strings.HasPrefix(tag, "go1.") || tag == "ignore":
		return true // ignore is unset by convention
	}
	none := build.Context{OpenFile: func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("package p\n")), nil
	}}
	fits, err := none.MatchFile(".", "x_"+tag+".go")
	return err == nil && !fits // the name of an operating system or an architecture
}

// buildTags returns the build tags that the go command recorded in the program, or nil if it recorded none.
var buildTags = sync.OnceValue(func() map[string]bool {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	var on map[string]bool
	for _, s := range info.Settings {
		if s.Key == "-compiler" { // always present if settings were recorded
			on = map[string]bool{}
		}
	}
	if on == nil {
		return nil
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "-tags":
			for _, t := range strings.Split(s.Value, ",") {
				on[t] = true
			}
		case "-race", "-msan", "-asan":
			on[s.Key[1:]] = s.Value == "true"
		case "CGO_ENABLED":
			on["cgo"] = s.Value == "1"
		case "GOAMD64":
			n, _ := strconv.Atoi(strings.TrimPrefix(s.Value, "v"))
			for v := 1; v <= n; v++ {
				on["amd64.v"+strconv.Itoa(v)] = true
			}
		}
	}
	return on
})
