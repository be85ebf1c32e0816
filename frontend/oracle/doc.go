// Package oracle contains only tests. Its test files are compiled twice: by the Go compiler as a part of the test
// program, and by package frontend as text. The tests compare results, stores and panics of the interpreter
// (TestAgainstGC) and of machine code (TestNativeAgainstGC). A new construct of the language needs a kernel here, in
// kernels_test.go, kernels_stmt_test.go (statements) or kernels_types_test.go (types other than scalars).
//
// Nothing imports it; tests may import all layers.
package oracle
