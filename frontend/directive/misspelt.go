package directive

import (
	"slices"
	"strings"

	"hotloop/frontend/syntax"
	"hotloop/loopopt/attrs"
)

// hotloopWords are the directives that begin with //hotloop:.
var hotloopWords = []string{"kernel", "readonly"}

// misspelt returns a message about a comment that was probably meant as a directive, or "". It recognizes a
// hotloop directive without the colon or with another prefix, and an unknown //hotloop: word. Like Go's
// directives, hotloop's have no space after the slashes, so ordinary sentences are ignored.
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

// nearestWord returns the //hotloop: directive that a word was probably meant as.
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
