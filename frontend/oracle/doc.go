// Package oracle has tests alone. It compiles its own test files twice, by the Go compiler as a part of the test
// program and by package frontend as text, and compares results, stores and panics: of the interpreter (TestAgainstGC)
// and of machine code (TestNativeAgainstGC). A new construct of the language gets a kernel here, in kernels_test.go,
// kernels_stmt_test.go (statements) or kernels_types_test.go (what is not a scalar).
//
// Nothing imports it; tests may import all layers.
package oracle
