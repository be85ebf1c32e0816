// Package bitwise recognizes what programs compute of the bits of a number by steps of their own: how many are set, how
// many there are, in what order. The IR has operations for that, which processors have instructions for, and which are
// lanes of vectors.
//
// Steps in straight-line code are one expression (Expression); steps in a loop are its number of iterations (Count) and
// what it leaves behind (Digits).
package bitwise
