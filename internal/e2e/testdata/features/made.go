package features

import "fmt"

// Positive adds, and stops with an error that it makes.
//
//	row T33
//	counter with vectorize.enable=0
//	step vectorize, heuristics: loop vectorized
func Positive(y, x []int32) (int32, error) {
	n := min(len(x), len(y))
	for i := 0; i < n; i++ {
		y[i] += x[i] * 3
	}
	if n > 40 {
		return y[0], fmt.Errorf("%d elements, the first is %v", n, y[0])
	}
	return 0, nil
}

// Scaled makes its result: nothing else lies there.
//
//	row T34
//	counter with vectorize.enable=0
//	step vectorize, heuristics: loop vectorized
func Scaled(x []int32) []int32 {
	out := make([]int32, len(x))
	for i, v := range x {
		out[i] = v * 5
	}
	return out
}

// Folded returns a part of an array of its own.
//
//	row T35
//	counter with vectorize.enable=0
//	step vectorize, heuristics: loop vectorized
func Folded(x []int32) []int32 {
	var all [64]int32
	for i := range all {
		all[i] = int32(i) * 3
	}
	return all[min(len(x), 64):]
}

// Chosen keeps what is large: compressed, as far as there is room.
//
//	row T36 T61
//	counter with vectorize.enable=0
//	step vectorize, heuristics: loop vectorized
func Chosen(x []int32) []int32 {
	var out []int32
	for _, v := range x {
		if v > 2 {
			out = append(out, v)
		}
	}
	return out
}

// Repeated keeps all elements, each as often as it says: how many an iteration appends is not known.
//
//	row T36
//	counter kernel Scaled
//	remark [vectorize:AsksGo]
func Repeated(x []int32) []int32 {
	var out []int32
	for i, v := range x {
		out = append(out, x[i:i+int(v&1)]...)
	}
	return out
}

// deck is where Dealt keeps what is left.
type deck struct {
	left []int32
	next *deck
	name string
	n    int32
}

// Dealt takes pieces from what a struct refers to, and stores what is left there.
//
//	row T62
//	counter kernel Repeated
//	step vectorize, heuristics: loop vectorized
func Dealt(x []int32) int32 {
	decks := make([]deck, 2)
	d := &decks[0]
	d.left, d.next, d.name = x, &decks[1], "first"
	for len(d.left) > 40 {
		piece := d.left[:40]
		for i := range piece {
			piece[i] += 3
		}
		d.left = d.left[40:]
		d.n += int32(len(d.name))
		d, d.next = d.next, d
	}
	return decks[0].n*2 + decks[1].n + int32(len(d.left))
}

// Ruled has rows of a flat slice, which it makes, and goes through them.
//
//	row T63
//	counter kernel Repeated
//	step vectorize, heuristics: loop vectorized
func Ruled(x []int32) int32 {
	var rows [][]int32
	for i := 0; i+10 <= len(x); i += 10 {
		rows = append(rows, x[i:i+10])
	}
	sum := int32(0)
	for _, row := range rows {
		for _, v := range row {
			sum += v * 5
		}
	}
	return sum
}
