// Package directive reads //loop: and //pragma: comments as loop attributes (package attrs). Of the frontend it
// imports only package syntax. Package check tells it which functions a kernel has.
//
//	reader.go   from comments to the loops and functions below them
//	parser.go   the text of one directive: attributes, fp, extent; probability.go: branch probabilities
//	attrs.go    attribute values, suggestions for misspelled names, and contradictions
//	misspelt.go comments that look like misspelled directives; constexpr.go: constants in pragmas
//	pragma.go   the grammar of pragmas; words.go: the tables of their words, from which PRAGMAS.md is made;
//	            pragmaclang.go, pragmaomp.go, pragmaintel.go, omptransform.go: specific to one compiler
//	accessgroup.go  the accesses of a statement, and what a loop promises about them
//	promise.go  which words revoke a pragma's promise of independent iterations
//
// To add a pragma or a clause, add a row to the table it belongs to, and run the tests with -update.
package directive
