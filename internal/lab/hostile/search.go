package hostile

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"hotloop/loopopt/attrs"
)

// poolSize is the number of sources that a search keeps.
const poolSize = 24

// Found is a source with its cost.
type Found struct {
	Tree *Node
	Cost Cost
}

// Search is a hill-climbing search for expensive sources: it mutates its sources at random and keeps the most
// expensive. Of sources with the same constructs it keeps one.
type Search struct {
	Score func(Cost) float64
	// Trying, if not nil, is called with every source before it is measured.
	Trying func(*Node)
	Pool   []Found // the most expensive first

	r *rand.Rand
}

// NewSearch returns a search that starts with the given sources and random ones.
func NewSearch(seed uint64, score func(Cost) float64, from []*Node) *Search {
	s := &Search{Score: score, r: rand.New(rand.NewPCG(seed, 0))}
	for _, t := range from {
		s.Pool = append(s.Pool, Found{Tree: t})
	}
	return s
}

// Step measures one more source.
func (s *Search) Step() Found {
	var t *Node
	next := slices.IndexFunc(s.Pool, func(f Found) bool { return f.Cost.Source == 0 })
	switch {
	case next >= 0: // a seed
		t = s.Pool[next].Tree
		s.Pool = slices.Delete(s.Pool, next, next+1)
	case len(s.Pool) == 0 || s.r.IntN(8) == 0:
		t = Random(s.r, 3)
	default:
		i := min(s.r.IntN(len(s.Pool)), s.r.IntN(len(s.Pool))) // expensive ones are more likely
		t = s.Pool[i].Tree.clone()
		for range 1 + s.r.IntN(3) {
			t = Mutate(s.r, t, s.Pool[s.r.IntN(len(s.Pool))].Tree)
		}
	}
	if s.Trying != nil {
		s.Trying(t)
	}
	f := Found{t, Measure(t)}
	s.keep(f)
	return f
}

func (s *Search) keep(f Found) {
	key, score := f.Tree.shape(), s.Score(f.Cost)
	for i, o := range s.Pool {
		if o.Cost.Source > 0 && o.Tree.shape() == key {
			if s.Score(o.Cost) >= score {
				return
			}
			s.Pool = slices.Delete(s.Pool, i, i+1)
			break
		}
	}
	at := slices.IndexFunc(s.Pool, func(o Found) bool { return s.Score(o.Cost) < score })
	if at < 0 {
		at = len(s.Pool)
	}
	s.Pool = slices.Insert(s.Pool, at, f)
	s.Pool = s.Pool[:min(len(s.Pool), poolSize)]
}

// shape returns the constructs of a tree and the transformations of its requests, without numbers.
func (t *Node) shape() string {
	set := map[string]bool{}
	t.each(func(n *Node) {
		set[n.Kind] = true
		for _, l := range n.Dir {
			for _, a := range strings.Split(l.Requests, "+") {
				name, _, _ := strings.Cut(a, ".")
				set[name] = true
			}
		}
	})
	var list []string
	for k := range set {
		list = append(list, k)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func (t *Node) each(do func(*Node)) {
	do(t)
	for _, k := range t.Kids {
		k.each(do)
	}
}

func (t *Node) clone() *Node {
	c := *t
	c.Dir = slices.Clone(t.Dir)
	c.Kids = slices.Clone(t.Kids)
	for i, k := range c.Kids {
		c.Kids[i] = k.clone()
	}
	return &c
}

// Random returns a random tree with at most the given number of levels.
func Random(r *rand.Rand, deep int) *Node {
	k := &Kinds[r.IntN(len(Kinds))]
	if deep > 1 && r.IntN(2) == 0 {
		for !k.Loop {
			k = &Kinds[r.IntN(len(Kinds))]
		}
	}
	for deep <= 1 && k.Block() {
		k = &Kinds[r.IntN(len(Kinds))]
	}
	t := &Node{Kind: k.Name, N: number(r)}
	if k.Block() {
		if r.IntN(3) > 0 {
			t.N = 1 + r.IntN(4)
		}
		for range 1 + r.IntN(3) {
			t.Kids = append(t.Kids, Random(r, deep-1))
		}
	}
	if k.Loop && r.IntN(2) == 0 {
		t.Dir = []Level{randomLevel(r)}
	}
	return t
}

// number returns a random number, small or large.
func number(r *rand.Rand) int { return max(1, (1<<r.IntN(14))+r.IntN(8)-4) }

func randomLevel(r *rand.Rand) Level {
	var list []string
	for range 1 + r.IntN(2) {
		list = append(list, request(r))
	}
	l := Level{strings.Join(list, "+"), 1}
	if r.IntN(2) == 0 {
		l.Times = 1 + r.IntN(8)
	}
	return l
}

// request returns a random attribute that requests a transformation, or is an option of one.
func request(r *rand.Rand) string {
	for {
		a := &attrs.All()[r.IntN(len(attrs.All()))]
		if a.Class != attrs.Force && a.Class != attrs.Option && (a.Class != attrs.Fact || r.IntN(4) > 0) {
			continue
		}
		switch a.Kind {
		case attrs.Flag:
			return a.Name
		case attrs.Bool:
			return a.Name + "=1"
		case attrs.Count, attrs.Amount, attrs.Place:
			return a.Name + "=" + strconv.Itoa(1+number(r)/(1<<r.IntN(10)))
		case attrs.Width:
			n := 1 << r.IntN(7)
			if a.Limit > 0 {
				n = min(n, int(a.Limit))
			}
			return a.Name + "=" + strconv.Itoa(n)
		case attrs.Word:
			if len(a.Words) > 0 {
				return a.Name + "=" + a.Words[r.IntN(len(a.Words))]
			}
		}
	}
}

// Mutate changes a part of t, perhaps to a part of other, and returns the result.
func Mutate(r *rand.Rand, t, other *Node) *Node {
	n := t.pick(r)
	k := kindOf[n.Kind]
	switch r.IntN(12) {
	case 0, 1, 2:
		switch r.IntN(4) {
		case 0:
			n.N *= 2
		case 1:
			n.N += n.N / 4
		case 2:
			n.N -= n.N / 3
		default:
			n.N = number(r)
		}
		n.N = min(max(n.N, 1), 1<<18)
	case 3: // other construct
		c := Random(r, 2)
		c.Kids = n.Kids
		if !kindOf[c.Kind].Block() {
			c.Kids = nil
		}
		*n = *c
	case 4: // around it
		c := *n
		w := Random(r, 2)
		if kindOf[w.Kind].Block() {
			w.Kids, w.N = []*Node{&c}, 1+r.IntN(3)
			*n = *w
		}
	case 5:
		if len(n.Kids) > 0 {
			*n = *n.Kids[r.IntN(len(n.Kids))]
		}
	case 6, 7: // one more
		if k.Block() && len(n.Kids) < 8 {
			n.Kids = append(n.Kids, Random(r, 2))
		}
	case 8:
		if k.Block() && len(n.Kids) < 8 {
			n.Kids = append(n.Kids, other.pick(r).clone())
		}
	case 9:
		if len(n.Kids) > 1 {
			i := r.IntN(len(n.Kids))
			n.Kids = slices.Delete(n.Kids, i, i+1)
		}
	default:
		if k.Loop {
			n.direct(r)
		}
	}
	return t
}

// direct changes the requests of a loop.
func (t *Node) direct(r *rand.Rand) {
	if len(t.Dir) == 0 {
		t.Dir = []Level{randomLevel(r)}
		return
	}
	i := r.IntN(len(t.Dir))
	switch r.IntN(5) {
	case 0:
		t.Dir[i].Times = min(t.Dir[i].Times+1+r.IntN(4), maxLevels)
	case 1:
		t.Dir[i].Times = max(1, t.Dir[i].Times-1)
	case 2:
		t.Dir[i] = randomLevel(r)
	case 3:
		if len(t.Dir) < 6 {
			t.Dir = slices.Insert(t.Dir, i, randomLevel(r))
		}
	default:
		t.Dir = slices.Delete(t.Dir, i, i+1)
	}
}

// pick returns a random node.
func (t *Node) pick(r *rand.Rand) *Node {
	var all []*Node
	t.each(func(n *Node) { all = append(all, n) })
	return all[r.IntN(len(all))]
}
