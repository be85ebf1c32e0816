// Package syntax holds what is known of a source without types: its files, its declarations by name, what may change
// its package-level variables, and everything that is reported of it, with positions. It imports nothing of the
// project.
//
//	source.go   what is handed in: files, and the world around them; folder.go: a package read from its folder
//	parse.go    parsing, the index of declarations, and which of them a function can reach
//	survey.go   what one walk over a declaration finds out, before the type checker runs
//	changes.go  where package-level variables may be changed: in all files, tests and assembly too
//	errors.go   errors, warnings, and the collector of both
//	syntax.go   small questions about expressions
package syntax
