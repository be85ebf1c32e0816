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
	// Import is the path of the file's package, if that is a package that the kernel imports and not the kernel's
	// own.
	Import string

	sum string // a hash of Text, for files that ReadPackage has read
}

// Identity returns a string that identifies the text: the text itself or a hash.
func (f *File) Identity() string {
	if f.sum != "" {
		return f.sum
	}
	return f.Text
}

// FileKind is the kind of a file of a package.
type FileKind uint8

// The kinds of files. A file that is not a GoFile declares nothing for a kernel. It is examined only for what it
// may change.
const (
	GoFile       FileKind = iota
	TestFile              // a _test.go file of the package or its external tests
	AssemblyFile          // a .s file
	PartialFile           // Go file of an imported package that declares only some of what the package does
)

// Source is the text of a package, or of the part of it that the kernel needs.
type Source []File

// Text returns a source that consists of one file.
func Text(name, text string) Source { return Source{{Name: name, Text: text}} }

// World describes what code there is besides the given source. A Go program may change a package-level variable in
// any file of its package, and any file may redeclare a predeclared name that another file uses.
type World uint8

// These are the values of World.
const (
	// TextOnly means that the source is a complete program. Nothing outside it changes or declares anything.
	TextOnly World = iota
	// PartOfPackage means that the package may have other files. What they could change or declare is refused,
	// unless the source settles it.
	PartOfPackage
	// WholePackage means that the source has all files of the package. What other packages could change is
	// refused.
	WholePackage
	// WholePlugin means that the source has all files of a package that is not the program's main package,
	// whatever its package clause says. Plugins are called main, and the program may look up their exported
	// variables.
	WholePlugin
)

// Key returns a string that identifies the source. Each text is preceded by its length.
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

// imported separates the files of other packages, by their paths.
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

// sorted returns s with the Go files first.
func (s Source) sorted() Source {
	if !slices.ContainsFunc(s, func(f File) bool { return f.Kind != GoFile }) {
		return s
	}
	s = slices.Clone(s)
	slices.SortStableFunc(s, func(x, y File) int { return int(x.Kind) - int(y.Kind) })
	return s
}
