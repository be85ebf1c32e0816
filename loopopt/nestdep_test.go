package loopopt

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/config"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
)

// depNest is a nest with a load and a store whose dependences can be enumerated.
type depNest struct {
	trips      []int
	load, to   []int // coefficients
	offL, offS int
	symbolic   bool // row length n: the first coefficient is multiplied by it
}

func randomDepNest(r *rand.Rand, symbolic bool) depNest {
	n := depNest{symbolic: symbolic}
	for range 1 + r.Intn(3) {
		n.trips = append(n.trips, 1+r.Intn(5))
		c := r.Intn(7) - 1
		n.load = append(n.load, c)
		if r.Intn(3) == 0 && !symbolic {
			c = r.Intn(7) - 1
		}
		n.to = append(n.to, c)
	}
	if symbolic {
		n.trips = append(n.trips[:1], 0) // the rows' length
		n.load, n.to = []int{1, 1}, []int{1, 1}
	}
	n.offL, n.offS = 40+r.Intn(9), 40+r.Intn(9)
	return n
}

func (n *depNest) source() string {
	var sb strings.Builder
	sb.WriteString("package k\n\nfunc k(y []int32, n int) {\n")
	index := func(coef []int, off int) string {
		s := fmt.Sprint(off)
		for i, c := range coef {
			if n.symbolic && i == 0 {
				s += fmt.Sprintf(" + n*(i0+%d)", off%3)
			} else {
				s += fmt.Sprintf(" + %d*i%d", c, i)
			}
		}
		return s
	}
	for i, t := range n.trips {
		to := fmt.Sprint(t)
		if t == 0 {
			to = "n"
		}
		fmt.Fprintf(&sb, "for i%d := 0; i%d < %s; i%d++ {\n", i, i, to, i)
	}
	fmt.Fprintf(&sb, "y[%s] = y[%s] + 1\n%s}\n", index(n.to, n.offS), index(n.load, n.offL), strings.Repeat("}\n", len(n.trips)))
	return sb.String()
}

// distances returns the distances between iterations in which load and store access the same element; row is the row
// length.
func (n *depNest) distances(row int) map[string][]int {
	trips := append([]int(nil), n.trips...)
	for i, t := range trips {
		if t == 0 {
			trips[i] = row
		}
	}
	at := func(k, coef []int, off int) int {
		for i, c := range coef {
			if n.symbolic && i == 0 {
				off += row * (k[0] + off%3)
			} else {
				off += c * k[i]
			}
		}
		return off
	}
	var all [][]int
	var walk func(k []int)
	walk = func(k []int) {
		if len(k) == len(trips) {
			all = append(all, append([]int(nil), k...))
			return
		}
		for x := range trips[len(k)] {
			walk(append(k, x))
		}
	}
	walk(nil)
	found := map[string][]int{}
	for _, a := range all {
		for _, b := range all {
			if at(a, n.load, n.offL) == at(b, n.to, n.offS) {
				d := make([]int, len(a))
				for i := range a {
					d[i] = b[i] - a[i]
				}
				found[fmt.Sprint(d)] = d
			}
		}
	}
	return found
}

// TestNestDependences enumerates the dependences of small nests. Each must be among those found. The analysis must
// not be trivial: it must tell apart most pairs that never conflict.
func TestNestDependences(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	exact, never, told := 0, 0, 0
	for n := range 400 {
		dn := randomDepNest(r, n%4 == 3)
		src := dn.source()
		f := buildKernel(t, src, "k")
		for _, s := range pipeline() {
			if s.name == "driver" {
				break
			}
			s.run(&pipe{f: f, opt: &config.Options{}})
		}
		d := &driver.Driver{F: f, Opt: &config.Options{}}
		d.Refresh()
		if len(d.Loop.Loops) != len(dn.trips) {
			continue // a loop of one iteration was removed
		}
		outer := d.Loop.Loops[0]
		var load, store *analysis.Place
		for _, b := range outer.Blocks {
			for _, v := range b.Values {
				if v.Op.IsMemory() {
					p := d.Scev.Place(v, outer)
					if v.Op == ir.OpStore {
						store = &p
					} else {
						load = &p
					}
				}
			}
		}
		if load == nil || store == nil {
			continue
		}
		var deps []analysis.NestDep
		assumed := d.Scev.Assuming(analysis.Huge, func() {
			deps = analysis.NewNestTester(d.Scev, outer).Test(load, store)
		})
		if len(assumed.LE) > 0 {
			continue // the result holds for some n only
		}
		rows := []int{0}
		if dn.symbolic {
			rows = []int{1, 2, 3, 6}
		}
		some := false
		for _, row := range rows {
			for _, dist := range dn.distances(row) {
				some = true
				if !covered(deps, dist) {
					t.Fatalf("distance %v is not found; found are %v\n%s", dist, deps, src)
				}
			}
		}
		if !some {
			never++
			if len(deps) == 0 {
				told++
			}
		}
		if len(deps) == 1 && deps[0].Known[0] {
			exact++
		}
	}
	t.Logf("%d of %d pairs that never meet are told apart, %d distances of the outer loop known", told, never, exact)
	if never == 0 || told*10 < never*7 || exact < 40 {
		t.Errorf("%d of %d pairs that never meet are told apart, %d distances of the outer loop known", told, never, exact)
	}
}

// covered reports whether some dependence permits the distances.
func covered(deps []analysis.NestDep, dist []int) bool {
	for _, d := range deps {
		ok := true
		for i, x := range dist {
			sign := analysis.DirEQ
			if x > 0 {
				sign = analysis.DirLT
			} else if x < 0 {
				sign = analysis.DirGT
			}
			ok = ok && d.Dir[i]&sign != 0 && (!d.Known[i] || d.Dist[i] == int64(x))
		}
		if ok {
			return true
		}
	}
	return false
}
