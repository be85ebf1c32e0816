package bench

import (
	"bytes"
	"testing"
)

// TestTurns wants other data in each of several calls where they take turns, and one call where a set of arguments is
// as large as what they may take together.
func TestTurns(t *testing.T) {
	s := &Session{Seed: 1}
	for _, c := range []struct {
		kernel      string
		n           int
		least, most int
	}{
		{"ToUpper", 64, distributionSets, distributionSets}, // put back before each call, and it branches
		{"JoinProbe", 1000, 8, distributionSets},            // branches
		{"ScaleCopy", 64, 8, distributionSets},              // small
		{"ScaleCopy", 1 << 20, 1, 1},                        // more than turns may take
	} {
		k := fieldKernel(t, c.kernel)
		f, err := s.turns(k, k.Plain, c.n)
		if err != nil {
			t.Fatal(err)
		}
		sets := max(1, f.Sets)
		if sets < c.least || sets > c.most {
			t.Errorf("%s: %d sets of %d elements", c.kernel, sets, c.n)
		}
		n, differ := len(f.Regions)/sets, sets == 1
		for i := range n {
			differ = differ || !bytes.Equal(f.Regions[i].Data, f.Regions[(sets-1)*n+i].Data)
		}
		if !differ {
			t.Errorf("%s: two calls have the same data", c.kernel)
		}
		for i, r := range f.Regions {
			if r.Anew != f.Regions[i%(len(f.Regions)/sets)].Anew {
				t.Errorf("%s: region %d is put back in some calls only", c.kernel, i)
			}
		}
	}
}
