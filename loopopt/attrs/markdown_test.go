package attrs

import (
	_ "embed"
	"fmt"
	"strings"
)

// head is what ATTRIBUTES.md says before its tables.
//
//go:embed testdata/head.md
var head string

// markdown is the list as a document: ATTRIBUTES.md.
func markdown() string {
	var b strings.Builder
	before, after, _ := strings.Cut(head, "{{directives}}\n")
	b.WriteString(before)
	for _, d := range Directives() {
		b.WriteString(wrap("- "+d.String(), 126) + "\n")
	}
	b.WriteString(after)
	for _, t := range Transformations() {
		if t.Name == "" {
			fmt.Fprintf(&b, "## The loop\n\n%s\n\n", t.Doc)
		} else {
			fmt.Fprintf(&b, "## %s\n\n`%s` %s.\n\n", t.Name, t.Name, t.Doc)
		}
		b.WriteString(
			"| attribute | value | class | meaning | default | example | ID |\n|---|---|---|---|---|---|---|\n")
		for i := range All() {
			a := &All()[i]
			if a.Owner != t.Name {
				continue
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | `%s` | %s |\n", a.Name, a.Values(), a.Class, a.Doc, a.Default,
				a.Example(), a.ID)
		}
		b.WriteString("\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// wrap breaks a paragraph of a list into lines of at most width characters.
func wrap(text string, width int) string {
	var b strings.Builder
	column := 0
	for i, word := range strings.Fields(text) {
		n := len([]rune(word))
		switch {
		case i > 0 && column+1+n > width:
			b.WriteString("\n  ")
			column = 2
		case i > 0:
			b.WriteString(" ")
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String()
}
