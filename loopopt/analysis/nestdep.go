package analysis

import (
	"cmp"
	"iter"
	"slices"

	"hotloop/loopopt/ir"
)

// Direction is a set of signs that the distance between two iterations of a loop can have.
type Direction uint8

// The signs of the second access's iteration minus that of the first.
const (
	DirLT  Direction = 1 << iota // positive: the first access is in an earlier iteration ("<" in the literature)
	DirEQ                        // the same iteration
	DirGT                        // negative
	DirAny = DirLT | DirEQ | DirGT
)

func (d Direction) String() string {
	return [...]string{"none", "<", "=", "<=", ">", "<>", ">=", "*"}[d&DirAny]
}

// NestDep is a possible conflict of two accesses of a nest: for each common loop, outermost first, the sign of
// the distance between their iterations, and the distance if it is known.
type NestDep struct {
	First, Second *Place // in program order
	Dir           []Direction
	Dist          []int64
	Known         []bool
	// Proved means that the accesses do conflict if both execute and the loops have enough iterations.
	// Otherwise they may.
	Proved bool
}

func (d *NestDep) String() string {
	s := "("
	for i, x := range d.Dir {
		if i > 0 {
			s += ", "
		}
		if d.Known[i] {
			s += ir.Attr{Kind: ir.AttrInt, Int: d.Dist[i]}.String()[1:]
		} else {
			s += x.String()
		}
	}
	return s + ")"
}

// stepsPerTest is the minimum cost, in units of ir.Func.Spend, of testing two accesses of a nest.
const stepsPerTest = 64

// NestTester finds the dependences of a nest.
//
// The address of an access is Start + Σ C*k over the counters k of its loops. So two accesses with equal
// coefficients touch a common byte if and only if Σ C*d, over the distances d of their iterations, differs from
// the difference of their starts by less than their sizes. If the coefficients are known only at run time, as
// in a[i*n+j], Σ C*d is a number written with the digits d in a mixed base. The digits are unique if each
// coefficient is larger than the maximum sum of the terms with smaller ones. This is delinearization (Maslov
// 1992; Grosser and others 2015) without recovering subscripts. The condition that j stays below n is one on
// expressions, which the caller proves, or assumes and tests at run time.
//
// Constant coefficients that differ between the accesses are handled by the GCD test and Banerjee's
// inequalities for each combination of directions (Goff, Kennedy, Tseng 1991). All other accesses may conflict
// anywhere.
type NestTester struct {
	NestBounds // At is the block of the first access under test: if both execute, it is reached
	// Skewed nests count their second loop from the iteration of the first, which hides the dependence between
	// the loops' counts.
	Skewed bool
	// Promised, if not nil, reports whether no iteration touches through a what another one touches through b.
	Promised func(a, b *ir.Value) bool

	// met holds the known counters of the accesses under test, keyed by the loop plus one and the access, which
	// is -1 or 1.
	met map[[2]int]int64
}

// NewNestTester returns the dependence test for the nest outer. It assumes what it cannot prove where s does.
func NewNestTester(s *SCEV, outer *Loop) *NestTester {
	return &NestTester{NestBounds: NestBounds{SE: s, Nest: outer, At: outer.Preheader}}
}

// common returns the number of loops that contain both accesses.
func common(a, b *Place) int {
	n := 0
	for n < len(a.Loops) && n < len(b.Loops) && a.Loops[n] == b.Loops[n] {
		n++
	}
	return n
}

// anywhere returns the dependence of accesses about which nothing is known.
func anywhere(a, b *Place, n int) []NestDep {
	d := newDep(a, b, n)
	for i := range d.Dir {
		d.Dir[i] = DirAny
	}
	return []NestDep{d}
}

func newDep(a, b *Place, n int) NestDep {
	return NestDep{First: a, Second: b, Dir: make([]Direction, n), Dist: make([]int64, n), Known: make([]bool, n)}
}

// Test returns the possible conflicts of two accesses of the nest, where a precedes b in the program or is b.
// An empty list means that they never conflict.
func (t *NestTester) Test(a, b *Place) []NestDep {
	if !a.Write && !b.Write || KnownDisjoint(t.Nest, a.Root, b.Root) ||
		a.Root != b.Root && t.SE.assumeDisjoint(a.Root, b.Root) {
		return nil
	}
	if t.Promised != nil && t.Promised(a.V, b.V) {
		return nil
	}
	n := common(a, b)
	t.SE.f.Spend(stepsPerTest)
	t.At = a.V.Block
	if a.Base == b.Base && a.Packed != nil && b.Packed != nil {
		return t.packed(a, b, n)
	}
	if a.Base != b.Base || a.Start == nil || b.Start == nil {
		return anywhere(a, b, n)
	}
	deps := t.wider(t.equation(a, b, n), a, b, n)
	for i := range deps {
		if (n == 0 || slices.Contains(deps[i].Dir, DirAny)) && t.separate(a, b) {
			return nil
		}
	}
	return deps
}

// Among iterates over the dependences of all pairs of places, which are in program order, and of each place
// with itself.
func (t *NestTester) Among(places []*Place) iter.Seq[NestDep] {
	return func(yield func(NestDep) bool) {
		for i, a := range places {
			for _, b := range places[i:] {
				for _, dep := range t.Test(a, b) {
					if !yield(dep) {
						return
					}
				}
			}
		}
	}
}

// equation is Test for two places with known addresses.
func (t *NestTester) equation(a, b *Place, n int) []NestDep {
	for i := range n {
		if a.Coef[i] != b.Coef[i] {
			if t.transposed(a, b) {
				return nil
			}
			if a.constant() && b.constant() {
				return t.banerjee(a, b, n)
			}
			return t.counters(a, b, n)
		}
	}
	return t.digits(a, b, n)
}

// constant reports whether all coefficients are constant.
func (p *Place) constant() bool {
	return !slices.ContainsFunc(p.Coef, func(c Expr) bool { return c.Kind != Const })
}

// digit is the term c*u of the equation Σ c*u + rest = 0 (within the sizes), with |u| <= most. It represents
// the loops whose counters have that coefficient.
type digit struct {
	c     Expr
	most  Expr  // nil if unknown
	shift int64 // u is the distance plus shift
	parts []part
	// up and down are the maximum reach of the parts to each side; most is derived from them. The counter of a
	// loop around only one access is non-negative. They are nil if unknown.
	up, down Expr
}

// part is a loop of a digit: the index of a common loop, or -1 for a loop around only one access.
type part struct {
	loop int
	flip bool // the distance is negated
	// lone is the sign of the number if it is the counter of a loop around only one access: 1, or -1 for the
	// first access. It is 0 if the number may have either sign.
	lone int64
	// of is the index plus one of the common loop whose counter in one of the accesses this is. It is used if
	// their coefficients differ.
	of int
}

// digitsOf returns the digits, with loops of equal coefficients combined, and the rest of the equation. ok is
// false if the sign of a coefficient is unknown.
func (t *NestTester) digitsOf(a, b *Place, n int, dep *NestDep) (ds []digit, rest Expr, ok bool) {
	se := t.SE
	add := func(i int, c Expr, l *Loop, lone int64, of int) bool {
		most := t.Most(l)
		if c.Kind == Const && c.Val == 0 {
			if i >= 0 {
				dep.Dir[i] = DirAny
				if most != nil && most.Kind == Const && most.Val == 0 {
					dep.Dir[i], dep.Known[i] = DirEQ, true
				}
			}
			return true
		}
		p := part{loop: i, lone: lone, of: of}
		if _, k, ok := term(c); ok && k < 0 {
			c, p.flip, p.lone = se.MulConst(c, -1), true, -lone
		}
		for k := range ds {
			if d := &ds[k]; d.c == c {
				d.add(se, p, most)
				return true
			}
		}
		d := digit{c: c, up: se.Const(ir.I64, 0), down: se.Const(ir.I64, 0)}
		d.add(se, p, most)
		ds = append(ds, d)
		return c.Kind == Const || t.le(se.Const(ir.I64, 0), c)
	}
	ok = true
	for i := range n {
		if a.Coef[i] == b.Coef[i] {
			ok = ok && add(i, a.Coef[i], a.Loops[i], 0, 0)
			continue
		}
		dep.Dir[i] = DirAny
		ok = ok && add(-1, a.Coef[i], a.Loops[i], -1, i+1) && add(-1, b.Coef[i], b.Loops[i], 1, i+1)
	}
	for i := n; i < len(a.Loops); i++ {
		ok = ok && add(-1, a.Coef[i], a.Loops[i], -1, 0)
	}
	for i := n; i < len(b.Loops); i++ {
		ok = ok && add(-1, b.Coef[i], b.Loops[i], 1, 0)
	}
	// A loop outside the nest is in an unknown but fixed iteration: its counter is like one of the second
	// access.
	rest = se.Sub(b.Start, a.Start)
	for ok && rest.Kind == AddRec {
		step := rest.Step()
		ok = step.Kind != AddRec && add(-1, step, rest.Loop, 1, 0)
		rest = rest.Start()
	}
	for i := range ds {
		ds[i].most = ds[i].reach(se)
	}
	slices.SortStableFunc(ds, func(x, y digit) int {
		if k := Degree(y.c) - Degree(x.c); k != 0 {
			return k
		}
		if p, k, ok := term(x.c); ok {
			if q, m, ok := term(y.c); ok && p == q {
				return cmp.Compare(m, k)
			}
		}
		return 0
	})
	return ds, rest, ok
}

// add adds a loop whose back edge is taken at most most times; most is nil if unknown.
func (d *digit) add(se *SCEV, p part, most Expr) {
	grow := func(e *Expr) {
		if *e == nil || most == nil {
			*e = nil
		} else {
			*e = se.Add(*e, most)
		}
	}
	d.parts = append(d.parts, p)
	if p.lone >= 0 {
		grow(&d.up)
	}
	if p.lone <= 0 {
		grow(&d.down)
	}
}

// reach returns a bound of the magnitude of the digit, or nil. Counters of loops around the first access and
// around the second do not add up, since they have opposite signs.
func (d *digit) reach(se *SCEV) Expr {
	if d.up == nil || d.down == nil {
		return nil
	}
	switch diff, ok := se.ConstDiff(d.up, d.down); {
	case ok && diff >= 0 || d.down.Kind == Const && d.down.Val == 0:
		return d.up
	case ok || d.up.Kind == Const && d.up.Val == 0:
		return d.down
	}
	return se.Add(d.up, d.down)
}

// digits solves the equation for accesses with equal coefficients.
func (t *NestTester) digits(a, b *Place, n int) []NestDep {
	se := t.SE
	dep := newDep(a, b, n)
	ds, rest, ok := t.digitsOf(a, b, n, &dep)
	if !ok {
		return anywhere(a, b, n)
	}
	// Distribute the difference of the starts among the digits; a constant remains.
	for i := range ds {
		d := &ds[i]
		switch {
		case d.c.Kind == Const && rest.Kind == Const:
			d.shift = FloorDiv(rest.Val+d.c.Val/2, d.c.Val)
		case d.c.Kind != Const:
			d.shift = ratio(rest, d.c)
		}
		rest = se.Sub(rest, se.MulConst(d.c, d.shift))
		if d.most != nil {
			d.most = se.AddConst(d.most, max(d.shift, -d.shift))
		}
	}
	dep.Proved = t.met == nil
	for _, d := range ds {
		dep.Proved = dep.Proved && !slices.ContainsFunc(d.parts, func(p part) bool { return p.loop < 0 })
	}
	size := int64(max(a.Size, b.Size))
	below := func(ds []digit, x Expr) Expr {
		for _, o := range ds {
			if o.most == nil {
				return nil
			}
			x = se.Add(x, se.Mul(o.c, o.most))
		}
		return x
	}
	if rest.Kind != Const || rest.Val > 1<<40 || rest.Val < -1<<40 {
		for _, sign := range [...]int64{1, -1} {
			// Ignore loops around one access that lead away from the other.
			toward := slices.DeleteFunc(slices.Clone(ds), func(d digit) bool {
				return !slices.ContainsFunc(d.parts, func(p part) bool { return p.lone != sign })
			})
			if x := below(toward, se.Const(ir.I64, size)); x != nil && t.le(x, se.MulConst(rest, sign)) {
				return nil // the starts are further apart than the loops reach
			}
		}
		return t.residues(a, b, n)
	}
	for i := range ds {
		d := &ds[i]
		gap := se.Const(ir.I64, max(rest.Val, -rest.Val)+size)
		x := below(ds[i+1:], gap)
		fits := d.most != nil && t.Magnitude(d.c)*t.atMost(d.most) <= noWrap
		if fits && (t.leads(a, ds[i+1:], gap, d.c) || x != nil && t.le(x, d.c)) { // u must be 0
			if len(d.parts) == 1 && d.most.Kind == Const && d.most.Val < 2*max(d.shift, -d.shift) {
				return nil // the distance exceeds the trip count
			}
			if len(d.parts) == 1 && d.parts[0].lone*d.shift > 0 {
				return nil // the counter would have to be negative
			}
			d.set(&dep, 0, 0)
			t.meet(d, 0, 0)
			continue
		}
		if i == len(ds)-1 && d.c.Kind == Const && d.c.Val > 0 {
			lo, hi := distances(rest.Val, d.c.Val, a, b)
			if d.most != nil && d.most.Kind == Const {
				lo, hi = max(lo, -d.most.Val), min(hi, d.most.Val)
			}
			if lo > hi {
				return nil
			}
			d.set(&dep, lo, hi)
			t.meet(d, lo, hi)
			return []NestDep{dep}
		}
		for _, o := range ds[i:] { // the larger digits stay resolved
			for _, p := range o.parts {
				if p.loop >= 0 {
					dep.Dir[p.loop] = DirAny
				}
			}
		}
		dep.Proved = false
		return []NestDep{dep}
	}
	if rest.Val >= int64(a.Size) || rest.Val <= -int64(b.Size) {
		return nil
	}
	return []NestDep{dep}
}

// set records that u is in [lo, hi]. If several loops share the digit, each may have any direction.
func (d *digit) set(dep *NestDep, lo, hi int64) {
	if len(d.parts) > 1 {
		for _, p := range d.parts {
			if p.loop >= 0 {
				dep.Dir[p.loop] = DirAny
			}
		}
		return
	}
	p := d.parts[0]
	if p.loop < 0 {
		return
	}
	lo, hi = lo-d.shift, hi-d.shift
	if p.flip {
		lo, hi = -hi, -lo
	}
	dep.Dir[p.loop] = signs(lo, hi)
	if lo == hi {
		dep.Dist[p.loop], dep.Known[p.loop] = lo, true
	}
}

// meet records the counter of one access if the digit, which is in [lo, hi], consists of that counter only.
func (t *NestTester) meet(d *digit, lo, hi int64) {
	if p := d.parts[0]; len(d.parts) == 1 && p.of > 0 && lo == hi && t.met != nil {
		side := p.lone
		if p.flip {
			side = -side
		}
		t.met[[2]int{p.of, int(side)}] = p.lone * (lo - d.shift)
	}
}

func signs(lo, hi int64) Direction {
	var d Direction
	if hi > 0 {
		d |= DirLT
	}
	if lo <= 0 && hi >= 0 {
		d |= DirEQ
	}
	if lo < 0 {
		d |= DirGT
	}
	return d
}

// counters is like digits for loops whose coefficients differ: the counters of the two accesses are then
// separate unknowns. For a[i*n+j] and a[j*n+i], as seen from the loop over j that starts at i, both must be 0,
// the position on the diagonal.
func (t *NestTester) counters(a, b *Place, n int) []NestDep {
	t.met, t.sure = map[[2]int]int64{}, true // not worth a run-time test
	deps := t.digits(a, b, n)
	for k := range deps {
		for i := range n {
			first, ok1 := t.met[[2]int{i + 1, -1}]
			second, ok2 := t.met[[2]int{i + 1, 1}]
			if a.Coef[i] != b.Coef[i] && ok1 && ok2 {
				d := &deps[k]
				d.Dir[i], d.Dist[i], d.Known[i] = signs(second-first, second-first), second-first, true
			}
		}
	}
	t.met, t.sure = nil, false
	return deps
}

// ratio returns the rounded multiple of the term of c that e contains; 0 if c is not a single term or e does
// not contain it.
func ratio(e, c Expr) int64 {
	t, k, ok := term(c)
	if !ok || t == nil {
		return 0
	}
	if e == t {
		return 1 / k
	}
	if e.Kind != Sum {
		return 0
	}
	for i, a := range e.Args {
		if a == t && e.Coef[i]%k == 0 && e.Coef[i]/k < 1<<20 && e.Coef[i]/k > -1<<20 {
			return e.Coef[i] / k
		}
	}
	return 0
}

// distances returns the interval of u for which c*u + rest lies within the sizes of a and b. Distances are
// counted from the first access to the second, lags the other way round.
func distances(rest, c int64, a, b *Place) (lo, hi int64) {
	lo, hi = lags(rest, c, a.Size, b.Size)
	return -hi, -lo
}

func gcd(a, b int64) int64 {
	a, b = max(a, -a), max(b, -b)
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
