package directive

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"hotloop/frontend/syntax"
	"hotloop/loopopt/attrs"
)

// Directives that are not about loops. More words may follow.
const (
	Kernel   = "//hotloop:kernel"   // above a function: it is meant to be a kernel
	Readonly = "//hotloop:readonly" // above a package-level variable: nothing changes it
)

// hotloopWords are the directives that begin with //hotloop:.
var hotloopWords = []string{"kernel", "readonly"}

// is reports whether a comment is the directive.
func is(text, directive string) bool {
	rest, ok := strings.CutPrefix(text, directive)
	return ok && (rest == "" || strings.ContainsRune(" \t\r", rune(rest[0])))
}

// Says reports whether the directive is among the comments of a declaration.
func Says(g *ast.CommentGroup, directive string) bool {
	return g != nil && slices.ContainsFunc(g.List, func(c *ast.Comment) bool { return is(c.Text, directive) })
}

// misplaced returns what to say of a comment of group g in file f that is one of these directives and stands elsewhere
// than above what it is about, "" if it does not.
func misplaced(text string, g *ast.CommentGroup, f *ast.File) string {
	kernel := is(text, Kernel)
	if !kernel && !is(text, Readonly) {
		return ""
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if kernel && g == d.Doc {
				return ""
			}
		case *ast.GenDecl:
			if !kernel && d.Tok == token.VAR && (g == d.Doc || slices.ContainsFunc(d.Specs, func(s ast.Spec) bool {
				return g == s.(*ast.ValueSpec).Doc || g == s.(*ast.ValueSpec).Comment
			})) {
				return ""
			}
		}
	}
	if kernel {
		return "this directive applies to nothing: it must stand in the comment above a function"
	}
	return "this directive applies to nothing: it must stand above the declaration of a package-level variable"
}

// misspelt returns what to say of a comment that is no directive and was meant as one, "" if it was not: one of ours
// without the colon, with another word in front of it, or an unknown //hotloop: word. As Go's directives, ours have no
// space behind the slashes, so that sentences are left alone.
func misspelt(text string) string {
	body, ok := strings.CutPrefix(text, "//")
	if !ok || body == "" || body[0] < 'a' || body[0] > 'z' {
		return ""
	}
	n := strings.IndexFunc(body, func(r rune) bool { return !(r >= 'a' && r <= 'z') })
	if n < 0 {
		return ""
	}
	word, rest := body[:n], body[n:]
	first, _, _ := strings.Cut(strings.TrimSpace(strings.TrimLeft(rest, ": ")), " ")
	switch {
	case word == "hotloop" && rest[0] == ':':
		if name := strings.TrimSpace(rest[1:]); !slices.Contains(hotloopWords, strings.Fields(name + " -")[0]) {
			return "unknown directive //hotloop:" + name + " has no effect; write //hotloop:" + nearestWord(first) + " instead"
		}
	case (word == "loop" || word == "pragma") && rest[0] == ' ':
		if word == "pragma" || isAttribute(first) {
			return "this comment is no directive; write //" + word + ":" + strings.TrimSpace(rest) + " with a colon instead"
		}
	case rest[0] == ':' && len(rest) > 1 && rest[1] != '/':
		for _, known := range []string{"loop", "pragma", "hotloop"} {
			if word != known && syntax.EditDistance(word, known, 2) < 2 && (known != "loop" || rest[1] != ' ' && isAttribute(first)) {
				return "unknown directive //" + word + ": has no effect; write //" + known + rest + " instead"
			}
		}
	}
	return ""
}

// noDirective returns what to say of a comment of group g in file f that was meant as a directive and has no effect.
func noDirective(text string, g *ast.CommentGroup, f *ast.File) string {
	return cmp.Or(misspelt(text), misplaced(text, g, f))
}

// nearestWord is the //hotloop: directive that a word may have been meant as.
func nearestWord(word string) string {
	if near := syntax.Nearest(word, hotloopWords); near != "" {
		return near
	}
	return strings.Join(hotloopWords, " or //hotloop:")
}

// isAttribute reports whether a word is a loop attribute or another word of //loop: directives.
func isAttribute(word string) bool {
	name := strings.TrimRight(word, "0123456789")
	name, _, _ = strings.Cut(name, "=")
	name, _, _ = strings.Cut(name, "{")
	return attrs.Lookup(name) != nil || name == "fp" || name == "extent" || name == "probability" || name == accessGroupWord
}
