// Package syntax holds what is known about a source without types: its files, its declarations by name, and what
// may change its package-level variables. It also collects errors and warnings with positions. It imports no other
// package of the project.
//
//	source.go   the input: files, and what code there is besides them; folder.go: reads a package from its directory
//	parse.go    parsing, the index of declarations, and which declarations a function can reach
//	survey.go   facts that one walk over a declaration collects before the type checker runs
//	changes.go  where package-level variables may be changed, in all files including tests and assembly
//	errors.go   errors, warnings, and their collector
//	syntax.go   small queries about expressions
package syntax
