package syntax

import (
	"encoding/binary"
	"slices"
)

// File is one source file.
type File struct {
	Name string // for messages
	Text string
	Kind FileKind
	// Import is the path of the package that the file is of, if that is not the kernel's but one that it imports.
	Import string

	sum string // a hash of Text, of files that ReadPackage has read
}

// Identity tells texts apart: it is the text, or shorter.
func (f *File) Identity() string {
	if f.sum != "" {
		return f.sum
	}
	return f.Text
}

// FileKind is what a file of a package is good for.
type FileKind uint8

// The kinds of files. What is no GoFile declares nothing for a kernel; it is looked at only for what it may change.
const (
	GoFile       FileKind = iota
	TestFile              // a _test.go file, of the package or its external tests
	AssemblyFile          // a .s file
	PartialFile           // of a package that is imported: Go that declares only some of what the package does
)

// Source is the text of a package, or of as much of it as the kernel needs.
type Source []File

// Text is the source of one file.
func Text(name, text string) Source { return Source{{Name: name, Text: text}} }

// World says what there is besides the source that was given. A Go program may change a package-level variable in any
// file of its package, and any file may declare a name that another one takes for Go's own.
type World uint8

// The worlds.
const (
	// TextOnly: the source is a program of its own. What it does not do is not done.
	TextOnly World = iota
	// PartOfPackage: the package may have other files. What they could change or declare is refused, unless the
	// source settles it.
	PartOfPackage
	// WholePackage: the source has all files of the package. What other packages could change is refused.
	WholePackage
	// WholePlugin: it has all files of a package that is not the program's main package, whatever its clause says.
	// Plugins are called main, and the program may look their exported variables up.
	WholePlugin
)

// Key tells sources apart: every text has its length in front.
func (s Source) Key() string {
	var b []byte
	for _, f := range s {
		for _, t := range [...]string{f.Name, f.Identity(), f.Import} {
			b = append(binary.AppendUvarint(b, uint64(len(t))), t...)
		}
		b = append(b, byte(f.Kind))
	}
	return string(b)
}

// imported takes the files of other packages out, by their paths.
func (s Source) imported() (own Source, others map[string]Source) {
	if !slices.ContainsFunc(s, func(f File) bool { return f.Import != "" }) {
		return s, nil
	}
	others = map[string]Source{}
	for _, f := range s {
		switch {
		case f.Import == "":
			own = append(own, f)
		case f.Kind == GoFile || f.Kind == PartialFile:
			others[f.Import] = append(others[f.Import], f)
		}
	}
	return own, others
}

// sorted is s with the Go files in front.
func (s Source) sorted() Source {
	if !slices.ContainsFunc(s, func(f File) bool { return f.Kind != GoFile }) {
		return s
	}
	s = slices.Clone(s)
	slices.SortStableFunc(s, func(x, y File) int { return int(x.Kind) - int(y.Kind) })
	return s
}
