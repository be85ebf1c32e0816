package syntax

import (
	"errors"
	"go/build/constraint"
	"io/fs"
	"path"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// ReadPackage reads the package in the root of fsys: the files that the go command would compile for this machine,
// and with them tests and assembly, which kernels are not made of but which may change variables. A file that a build
// constraint keeps from this machine is not there, and neither are those whose names begin with a dot or an
// underscore.
func ReadPackage(fsys fs.FS) (Source, error) {
	src, err := ReadFolder(fsys, func(name, text string) (bool, error) {
		if !nameFits(name) {
			return false, nil
		}
		return constraintFits(text)
	})
	if err == nil && !slices.ContainsFunc(src, func(f File) bool { return f.Kind == GoFile }) {
		return nil, errors.New("found no Go files for this machine; embed those of the package by //go:embed *.go")
	}
	return src, err
}

// ReadFolder reads the files in the root of fsys that may belong to a package: Go files, tests and assembly, of which
// fits says, by name and text, whether they do.
func ReadFolder(fsys fs.FS, fits func(name, text string) (bool, error)) (Source, error) {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, err
	}
	var src Source
	for _, e := range entries {
		name := e.Name()
		ext := path.Ext(name)
		if e.IsDir() || name[0] == '.' || name[0] == '_' || ext != ".go" && ext != ".s" {
			continue
		}
		b, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		f := File{Name: name, Text: string(b)}
		switch {
		case ext == ".s":
			f.Kind = AssemblyFile
		case strings.HasSuffix(name, "_test.go"):
			f.Kind = TestFile
		}
		if ok, err := fits(name, f.Text); err != nil {
			return nil, errors.New(name + ": " + err.Error())
		} else if ok {
			src = append(src, f)
		}
	}
	return src, nil
}

// Operating systems and architectures that a file's name may end with, all that Go has had.
const (
	knownOS = " aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris " +
		"wasip1 windows zos "
	knownArch = " 386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 " +
		"mips64p32le ppc ppc64 ppc64le" +
		" riscv riscv64 s390 s390x sparc sparc64 wasm "
	unixOS = " aix android darwin dragonfly freebsd hurd illumos ios linux netbsd openbsd solaris "
)

// inList finds a word in a list that has a blank in front of and behind each word.
func inList(list, word string) bool { return word != "" && strings.Contains(list, " "+word+" ") }

// nameFits says whether the end of a file's name, _linux, _arm64 or _linux_arm64 say, is for this machine.
func nameFits(name string) bool {
	name, _, _ = strings.Cut(name, ".")
	_, rest, ok := strings.Cut(name, "_") // what is in front of the first underscore is no constraint
	if !ok {
		return true
	}
	l := strings.Split(rest, "_")
	if n := len(l); l[n-1] == "test" {
		l = l[:n-1]
	}
	n := len(l)
	switch {
	case n >= 2 && inList(knownOS, l[n-2]) && inList(knownArch, l[n-1]):
		return platform(l[n-1]) && platform(l[n-2])
	case n >= 1 && (inList(knownOS, l[n-1]) || inList(knownArch, l[n-1])):
		return platform(l[n-1])
	}
	return true
}

// platform says whether a tag that names an operating system or an architecture is on.
func platform(tag string) bool {
	if tag == runtime.GOOS || tag == runtime.GOARCH {
		return true
	}
	switch tag {
	case "unix":
		return inList(unixOS, runtime.GOOS)
	case "linux":
		return runtime.GOOS == "android"
	case "solaris":
		return runtime.GOOS == "illumos"
	case "darwin":
		return runtime.GOOS == "ios"
	}
	return false
}

// constraintFits says whether the //go:build line of a file, if it has one, holds in this program. It stands among
// the comments in front of the package clause. An error says that the line is malformed or that nobody knows.
func constraintFits(text string) (bool, error) {
	comment := false // inside /* */
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case comment:
			_, rest, ends := strings.Cut(line, "*/")
			if comment = !ends; ends && strings.TrimSpace(rest) != "" {
				return true, nil
			}
		case line == "":
		case constraint.IsGoBuild(line):
			x, err := constraint.Parse(line)
			if err != nil {
				return false, err
			}
			holds := x.Eval(func(tag string) bool {
				on, known := tagHolds(tag)
				if !known && err == nil {
					err = errors.New("found build tag " + tag +
						" in a program that does not say which tags it was built with; " +
						"write hotloop.File for each file that belongs to it instead")
				}
				return on
			})
			return holds, err
		case strings.HasPrefix(line, "//"):
		case strings.HasPrefix(line, "/*"):
			comment = !strings.Contains(line, "*/")
		default:
			return true, nil
		}
	}
	return true, nil
}

// tagHolds says whether a build tag was on when this program was built, and whether that is known.
func tagHolds(tag string) (on, known bool) {
	if minor, ok := strings.CutPrefix(tag, "go1."); ok {
		_, have, ok := strings.Cut(runtime.Version(), "go1.")
		return !ok || leadingNumber(minor) <= leadingNumber(have), true // a development version has them all
	}
	switch {
	case tag == "gc" || tag == "gccgo":
		return tag == runtime.Compiler, true
	case tag == "unix" || inList(knownOS, tag) || inList(knownArch, tag):
		return platform(tag), true
	case tag == "ignore":
		return false, true // by custom of nobody's
	case strings.HasPrefix(tag, "goexperiment."):
		return false, false // most are on or off by default
	}
	list := buildTags()
	return list[tag], list != nil
}

// buildTags are the tags that the go command recorded in the program, nil if it recorded nothing.
var buildTags = sync.OnceValue(func() map[string]bool {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	var on map[string]bool
	for _, s := range info.Settings {
		if s.Key == "-compiler" { // whatever else there is, the settings were recorded
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
			for v := 1; v <= leadingNumber(strings.TrimPrefix(s.Value, "v")); v++ {
				on["amd64.v"+strconv.Itoa(v)] = true
			}
		}
	}
	return on
})

// leadingNumber is the decimal number that s begins with.
func leadingNumber(s string) (n int) {
	for i := 0; i < len(s) && s[i] >= '0' && s[i] <= '9' && n < 1<<20; i++ {
		n = 10*n + int(s[i]-'0')
	}
	return n
}
