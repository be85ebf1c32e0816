// Package rules has the rules that say what a value equals, as text, and what reads rules as text: those of instruction
// selection look the same. README.md describes how to write one.
//
// A rule is a line of a file. Package fold parses the rules of an operation when it first meets one, matches them against
// values, and rewrites what matches. Its tests prove every rule.
package rules

import (
	"embed"
	"iter"
	"slices"
	"strings"
)

//go:embed *.rules
var files embed.FS

// names are the files in the order in which their rules are tried.
var names = [...]string{"algebra", "bits", "compare", "select", "minmax", "convert", "divide", "idioms", "math"}

// All returns the lines of all files, in the order in which their rules are tried.
func All() iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for _, name := range names {
			text, err := files.ReadFile(name + ".rules")
			if err != nil {
				panic(err)
			}
			for l := range Lines(name+".rules", string(text)) {
				if !yield(l) {
					return
				}
			}
		}
	}
}

// Line is a line of a file of rules, without its comment.
type Line struct {
	File string
	N    int // line number in the file
	Text string
}

// Lines returns the lines of a file of rules that are more than comments.
func Lines(file, text string) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		n := 0
		for line := range strings.Lines(text) {
			n++
			if i := strings.Index(line, "//"); i >= 0 {
				line = line[:i]
			}
			if line = strings.TrimSpace(line); line != "" && !yield(Line{file, n, line}) {
				return
			}
		}
	}
}

// Heads returns the names of the operations that the rules of a line, "(Op <…", are for, each once.
func (l Line) Heads() iter.Seq[string] {
	return func(yield func(string) bool) {
		head, _, _ := strings.Cut(strings.TrimPrefix(l.Text, "("), " ")
		names := Expand(head)
		for i, name := range names {
			if !slices.Contains(names[:i], name) && !yield(name) {
				return
			}
		}
	}
}

// Expand expands the brace groups {a,b,…} of a line. All groups advance together: alternative k of one group goes with
// alternative k of the others.
func Expand(s string) []string {
	i := strings.IndexByte(s, '{')
	if i < 0 {
		return []string{s}
	}
	n := strings.Count(s[i:i+strings.IndexByte(s[i:], '}')], ",") + 1
	out := make([]string, n)
	for k := range out {
		var b strings.Builder
		b.Grow(len(s))
		for rest := s; ; {
			i := strings.IndexByte(rest, '{')
			if i < 0 {
				b.WriteString(rest)
				break
			}
			b.WriteString(rest[:i])
			j := i + strings.IndexByte(rest[i:], '}')
			group := rest[i+1 : j]
			for range k {
				_, group, _ = strings.Cut(group, ",")
			}
			alt, _, _ := strings.Cut(group, ",")
			b.WriteString(alt)
			rest = rest[j+1:]
		}
		out[k] = b.String()
	}
	return out
}
