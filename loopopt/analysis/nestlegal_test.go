package analysis

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPermutable compares Permutable with trying all distances, for every set of directions of three loops and
// every order.
func TestPermutable(t *testing.T) {
	orders := [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	for dirs := range 512 {
		d := NestDep{Dir: []Direction{Direction(dirs & 7), Direction(dirs >> 3 & 7), Direction(dirs >> 6)}}
		for _, order := range orders {
			want := true
			for _, x := range []Direction{DirLT, DirEQ, DirGT} {
				for _, y := range []Direction{DirLT, DirEQ, DirGT} {
					for _, z := range []Direction{DirLT, DirEQ, DirGT} {
						v := []Direction{x, y, z}
						if d.Dir[0]&x == 0 || d.Dir[1]&y == 0 || d.Dir[2]&z == 0 {
							continue
						}
						first := func(order []int) Direction {
							for _, i := range order {
								if v[i] != DirEQ {
									return v[i]
								}
							}
							return DirEQ
						}
						want = want && first(orders[0]) == first(order)
					}
				}
			}
			assert.Equal(t, want, d.Permutable(order), "%v %v", d.Dir, order)
		}
	}
}

// TestPermutableDeep checks that Permutable does not take time exponential in the number of loops.
func TestPermutableDeep(t *testing.T) {
	const n = 200
	d, order := NestDep{Dir: make([]Direction, n)}, make([]int, n)
	for i := range n {
		d.Dir[i], order[i] = DirLT|DirEQ, i
	}
	order[0], order[1] = 1, 0
	assert.True(t, d.Permutable(order))
	d.Dir[n-1] |= DirGT
	order[n-1], order[n-2] = n-2, n-1
	assert.False(t, d.Permutable(order))
}
