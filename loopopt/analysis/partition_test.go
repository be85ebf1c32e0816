package analysis

import (
	"fmt"
	"math/rand"
	"testing"
)

// TestTake lists, as pairs, pieces that must precede others.
func TestTake(t *testing.T) {
	for _, c := range []struct {
		name  string
		n     int
		edges [][2]int
		want  string
	}{
		{"nothing", 0, nil, "[] []"},
		{"one piece", 1, nil, "[[0]] [0]"},
		{"independent", 3, nil, "[[0] [1] [2]] [0 0 0]"},
		{"a chain", 3, [][2]int{{0, 1}, {1, 2}}, "[[0] [1] [2]] [0 1 2]"},
		{"the other way round", 3, [][2]int{{2, 1}, {1, 0}}, "[[0] [1] [2]] [2 4 0]"},
		{"a circle", 3, [][2]int{{0, 1}, {1, 2}, {2, 0}}, "[[0 1 2]] [0]"},
		{"a circle around another piece", 3, [][2]int{{0, 2}, {2, 0}, {1, 0}}, "[[0 2] [1]] [2 0]"},
		{"two circles", 4, [][2]int{{0, 3}, {3, 0}, {1, 2}, {2, 1}, {2, 3}}, "[[0 3] [1 2]] [2 0]"},
		{"two circles with a piece in common", 4, [][2]int{{0, 1}, {1, 0}, {1, 3}, {3, 1}}, "[[0 1 3] [2]] [0 0]"},
		{"all between two, in order", 4, [][2]int{{0, 1}, {1, 2}, {2, 3}, {2, 0}}, "[[0 1 2] [3]] [0 1]"},
	} {
		p := Take(c.n, func(i, k int) bool {
			for _, e := range c.edges {
				if e == [2]int{k, i} {
					return false
				}
			}
			return true
		})
		if got := fmt.Sprint(p.Parts, p.before); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestTakeOrder runs the parts of random graphs in the order given by Ready: all of them, and none before one
// that must precede it.
func TestTakeOrder(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	for range 300 {
		n := 1 + r.Intn(MaxPieces)
		denied := map[[2]int]bool{}
		for range r.Intn(2 * n) {
			denied[[2]int{r.Intn(n), r.Intn(n)}] = true
		}
		p := Take(n, func(i, k int) bool { return !denied[[2]int{i, k}] })
		seen := make([]bool, n)
		done := uint64(0)
		for range p.Parts {
			i := p.Ready(done, func(int) bool { return true })
			if i < 0 {
				t.Fatalf("%v cannot be ordered: %v", p.Parts, p.before)
			}
			done |= 1 << i
			for _, piece := range p.Parts[i] {
				for later := range n {
					if seen[piece] {
						t.Fatalf("piece %d is in two parts", piece)
					}
					same := false
					for _, x := range p.Parts[i] {
						same = same || x == later
					}
					if seen[later] && denied[[2]int{later, piece}] && !same {
						t.Fatalf("piece %d runs before %d", later, piece)
					}
				}
			}
			for _, piece := range p.Parts[i] {
				seen[piece] = true
			}
		}
		if p.Ready(done, func(int) bool { return true }) >= 0 {
			t.Fatal("more than all")
		}
	}
}
