package survey

import (
	"regexp"

	"hotloop/frontend"
)

// classes are the constructs for which functions are rejected, by the frontend's message. The first match counts.
var classes = []struct {
	name  string
	found *regexp.Regexp
}{
	{"complex numbers", regexp.MustCompile(`complex`)},
	{"interfaces, errors, type switches",
		regexp.MustCompile(`interface|type error|type any|type assertion|type switch|type \[\](error|any)`)},
	{"maps", regexp.MustCompile(`\bmap\b|map\[`)},
	{"goroutines, channels, defer, goto", regexp.MustCompile(`^a (go|defer|goto|select) statement|\bchan(nel)?s?\b`)},
	{"functions as values, closures, variadic parameters",
		regexp.MustCompile(
			`function (literal|value|type|variable)|a function (that|as)|call of a function that|variadic|computed function|type func|generic function as a value`)},
	{"make, append, new", regexp.MustCompile(`a call of (make|append|new)\b`)},
	{"other builtins, unsafe",
		regexp.MustCompile(`a call of (print|println|recover|close|delete|unsafe\.\w+)\b|unsafe`)},
	{"packages", regexp.MustCompile(`^a call of [\w/.\-]+\.\w+|of package`)},
	{"method calls", regexp.MustCompile(`a call of method|method`)},
	{"pointers", regexp.MustCompile(`type \*|a pointer|the address of|nil`)},
	{"strings", regexp.MustCompile(`string`)},
	{"results that are no scalars", regexp.MustCompile(`as result|a result of type`)},
	{"slices of slices and other types", regexp.MustCompile(`^(type|a parameter of type) `)},
	{"package variables", regexp.MustCompile(`package-level variable`)},
	{"panics with values", regexp.MustCompile(`a panic with`)},
	{"recursion", regexp.MustCompile(`recursive`)},
	{"limits", regexp.MustCompile(`too large|more than|declarations that|bytes of (arrays|source)|too many others`)},
}

// classOf returns the class of a rejection: that of the first error.
func classOf(l frontend.ErrorList) string {
	for _, c := range classes {
		if c.found.MatchString(l[0].Msg) {
			return c.name
		}
	}
	return "other"
}

// whyNot returns the class of a reason not to compare an accepted function: the common part of messages with
// positions and names.
func whyNot(why string) string {
	for _, c := range notClasses {
		if c.found.MatchString(why) {
			return c.name
		}
	}
	return why
}

var notClasses = []struct {
	name  string
	found *regexp.Regexp
}{
	{"a generic function or type that needs type arguments", regexp.MustCompile(`^go: .*(instantiat|infer)`)},
	{"the Go compiler does not take it as a value", regexp.MustCompile(`^go: `)},
	{"refused with the types of a program", regexp.MustCompile(`^in a program: `)},
}
