package ir

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDominatorsOfRandomGraphs compares the dominators of random graphs, most of which are irreducible, with
// their definition: blocks without which others cannot be reached.
func TestDominatorsOfRandomGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		f := NewFunc("f")
		blocks := []*Block{f.Entry()}
		for range 1 + rng.IntN(12) {
			blocks = append(blocks, f.NewBlock(""))
		}
		for _, b := range blocks {
			for range rng.IntN(3) {
				if to := blocks[1+rng.IntN(len(blocks)-1)]; b.SuccIndex(to) < 0 {
					b.AddEdgeTo(to)
				}
			}
		}
		dom := f.Dominators()
		all := reachable(blocks, nil)
		for _, a := range blocks {
			without := reachable(blocks, a)
			for _, b := range blocks {
				if all[a.ID] && all[b.ID] {
					require.Equal(t, !without[b.ID], dom.Dominates(a, b), "b%d, b%d of\n%s", a.ID, b.ID, f)
				}
			}
		}
	}
}

// reachable returns the blocks that the first one reaches on paths that avoid avoid.
func reachable(blocks []*Block, avoid *Block) map[ID]bool {
	seen := map[ID]bool{}
	var walk func(b *Block)
	walk = func(b *Block) {
		if b == avoid || seen[b.ID] {
			return
		}
		seen[b.ID] = true
		for _, s := range b.Succs {
			walk(s)
		}
	}
	walk(blocks[0])
	return seen
}
