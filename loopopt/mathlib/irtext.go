package mathlib

import (
	"embed"
	"strings"
)

//go:generate go run ./gen

// irFiles holds the SSA text of the functions: one file per function of package math, with all its forms. Embedding
// costs nothing at start; the text is parsed when a kernel first uses a function.
//
//go:embed *.ir
var irFiles embed.FS

// IR returns the SSA, in the text form of package ir, of the function with the given name in this package (such as
// ExpF32 or sinFast), or "" if there is none. The command gen generates the text from the source.
func IR(name string) string {
	entries, err := irFiles.ReadDir(".")
	if err != nil {
		return ""
	}
	for _, e := range entries {
		base := strings.TrimSuffix(e.Name(), ".ir")
		if !strings.HasPrefix(strings.ToLower(name), base) {
			continue // the file of another function
		}
		text, err := irFiles.ReadFile(e.Name())
		if err != nil {
			continue
		}
		if _, rest, ok := strings.Cut(string(text), "\nfunc "+name+"("); ok {
			body, _, _ := strings.Cut(rest, "\n}\n")
			return "func " + name + "(" + body + "\n}\n"
		}
	}
	return ""
}
