// Package directive reads //loop: and //pragma: comments as attributes of loops (package attrs). It imports package
// syntax alone of the frontend; package check tells it which functions a kernel has.
//
//	reader.go   from comments to the loops and functions that they stand above
//	parser.go   the text of one directive: attributes, fp, extent; probability.go: how likely a condition holds
//	attrs.go    the value that an attribute takes, what a misspelt name may have meant, which attributes contradict
//	            each other
//	pragma.go   the grammar of pragmas; words.go: the tables of their words, from which PRAGMAS.md is made;
//	            pragmaclang.go, pragmaomp.go, pragmaintel.go: what is particular to a compiler
//	accessgroup.go  the accesses of a statement, and what a loop promises of them
//	promise.go  which words take back a pragma's promise that iterations are independent
//
// To add a pragma or a clause, add a row to the table it belongs to, and run the tests with -update.
package directive
