// Package core is the benchmark suite every change is measured with: some twenty loops as an ordinary Go programmer
// writes them. The files are compiled by gc and embedded as text, so the just-in-time compiler gets the same words.
//
// Slices may have different lengths and may overlap: the loops promise the compiler nothing.
package core
