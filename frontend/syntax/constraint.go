package syntax

import (
	"errors"
	"go/build/constraint"
	"go/scanner"
	"go/token"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// buildSettings say which files the go command compiles, as far as this program knows. Package go/build would say it too, but
// its imports add 0.2 MB to every program, and its use much more.
type buildSettings struct {
	system, arch, compiler string
	release                int             // N of the newest release tag, go1.N
	on                     map[string]bool // other tags; nil if nothing recorded them
	asked                  map[string]bool // every tag that decided on a file
}

// programBuild returns the settings of this program.
func programBuild() *buildSettings {
	_, version, _ := strings.Cut(runtime.Version(), "go1.") // go1.26.1, or devel go1.27-0123abc
	digits := strings.IndexFunc(version+".", func(r rune) bool { return r < '0' || r > '9' })
	release, _ := strconv.Atoi(version[:digits])
	return &buildSettings{system: runtime.GOOS, arch: runtime.GOARCH, compiler: runtime.Compiler, release: release, on: buildTags(),
		asked: map[string]bool{}}
}

// includes reports whether a build tag is set.
func (b *buildSettings) includes(tag string) bool {
	b.asked[tag] = true
	switch tag {
	case b.system, b.arch, b.compiler:
		return true
	case "unix":
		return slices.Contains(unixSystems, b.system)
	case impliedSystems[b.system]:
		return true
	}
	if n, ok := strings.CutPrefix(tag, "go1."); ok {
		n, err := strconv.Atoi(n)
		return err == nil && n >= 1 && n <= b.release
	}
	return b.on[tag]
}

// knows reports whether it is known if a build tag was set when this program was built.
func (b *buildSettings) knows(tag string) bool {
	switch {
	case strings.HasPrefix(tag, "goexperiment.") || tag == "boringcrypto":
		return false // most are set or unset by default
	case strings.HasPrefix(tag, b.arch+".") && b.arch != "amd64":
		return false
	case b.on != nil:
		return true
	case tag == "gc" || tag == "gccgo" || tag == "unix" || strings.HasPrefix(tag, "go1.") || tag == "ignore":
		return true // ignore is unset by convention
	}
	return slices.Contains(systems, tag) || slices.Contains(archs, tag)
}

// The systems and architectures of file names: a file x_GOOS.go, x_GOARCH.go or x_GOOS_GOARCH.go is for these only. The lists
// include those that Go has given up or reserved (internal/syslist of Go 1.26).
var (
	systems = []string{"aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "js", "linux", "nacl", "netbsd",
		"openbsd", "plan9", "solaris", "wasip1", "windows", "zos"}
	unixSystems = []string{"aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "linux", "netbsd", "openbsd",
		"solaris"}
	archs = []string{"386", "amd64", "amd64p32", "arm", "armbe", "arm64", "arm64be", "loong64", "mips", "mipsle", "mips64", "mips64le",
		"mips64p32", "mips64p32le", "ppc", "ppc64", "ppc64le", "riscv", "riscv64", "s390", "s390x", "sparc", "sparc64", "wasm"}
)

// impliedSystems has the systems whose files another system compiles too.
var impliedSystems = map[string]string{"android": "linux", "illumos": "solaris", "ios": "darwin"}

// includesName reports whether the name of a file permits it. What precedes the first underscore does not count.
func (b *buildSettings) includesName(name string) bool {
	name, _, _ = strings.Cut(name, ".")
	words := strings.Split(name, "_")[1:]
	if n := len(words); n > 0 && words[n-1] == "test" {
		words = words[:n-1]
	}
	n := len(words)
	if n == 0 {
		return true
	}
	last, ok := words[n-1], true
	if slices.Contains(archs, last) {
		ok = b.includes(last)
		if n == 1 || !slices.Contains(systems, words[n-2]) {
			return ok
		}
		last = words[n-2]
	}
	if slices.Contains(systems, last) {
		return b.includes(last) && ok // in this order, so that both are asked for
	}
	return ok
}

// includesText reports whether the comments at the head of a file permit it: a line //go:build or, without one, all lines
// of the form // +build. Assembly has the same lines.
func (b *buildSettings) includesText(text string) (bool, error) {
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), func(token.Position, string) {}, scanner.ScanComments)
	line := ""            // //go:build
	var old []headComment // comments that may be lines // +build
	ended := false        // there are no more of them
	for {
		pos, tok, lit := s.Scan()
		at := headComment{lit, file.Line(pos)}
		if tok != token.COMMENT || !strings.HasPrefix(lit, "//") {
			if !ended {
				old = beforeBlank(old, at.line)
			}
			ended = true
		}
		if tok != token.COMMENT {
			break
		}
		if !strings.HasPrefix(lit, "//") {
			continue
		}
		if !ended {
			old = append(old, at)
		}
		start := text[file.Offset(file.LineStart(at.line)):file.Offset(pos)]
		if constraint.IsGoBuild(lit) && strings.TrimSpace(strings.TrimPrefix(start, "\ufeff")) == "" {
			if line != "" {
				return false, errors.New("found several //go:build lines")
			}
			line = lit
		}
	}
	if line != "" {
		x, err := constraint.Parse(line)
		if err != nil {
			return false, err
		}
		return x.Eval(b.includes), nil
	}
	ok := true
	for _, c := range old {
		if !constraint.IsPlusBuild(c.text) {
			continue
		}
		if x, err := constraint.Parse(c.text); err == nil {
			ok = x.Eval(b.includes) && ok
		}
	}
	return ok, nil
}

type headComment struct {
	text string
	line int
}

// beforeBlank returns the comments that a blank line separates from a line: the others document what is there.
func beforeBlank(list []headComment, line int) []headComment {
	for len(list) > 0 && list[len(list)-1].line >= line-1 {
		list, line = list[:len(list)-1], list[len(list)-1].line
	}
	return list
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
