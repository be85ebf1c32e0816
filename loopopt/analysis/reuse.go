package analysis

import (
	"hotloop/loopopt/ir"
)

// Reuse finds the accesses of a loop to a location that another access uses or has used, so that a register can
// hold the value instead of memory. All transformations that keep memory values in registers use it, each for
// certain distances:
//
//	0    forwarding within an iteration (package legal)
//	1    forwarding to the next iteration, which shuffles lanes (package legal), and scans
//	k    commoning
//	any  loop-invariant locations: promotion and versioning LICM
//
// The caller decides what may be tested at run time, and whether that pays.
type Reuse struct {
	List []*Access // of the loop, in an order in which control may reach them
	scev *SCEV
	loop *Loop
	// depend returns the dependence of two accesses, including what is promised about them.
	depend func(a, b *Access) Dependence
	at     []int32 // by ir.Value.ID: index in List
}

// Link states that Load, in iteration t, reads what Source has loaded or stored in iteration t-Distance, if the
// guards hold. Both execute in every iteration and have a non-zero stride. In the first Distance iterations,
// Load reads what was in memory before the loop.
type Link struct {
	Source, Load *Access
	Distance     int64
	Guards       []Guard // conditions under which no store intervenes
}

// Guard is a run-time condition on two accesses of a loop: everything that First does, in all iterations, may
// precede everything that Second does. This holds if Second touches nothing that First touches in a later
// iteration or, if Second precedes First in the program (Same), in the same iteration.
type Guard struct {
	First, Second *Access
	Same          bool
}

// StepsPerPair is the cost, in units of ir.Func.Spend, of looking at a pair of accesses.
const StepsPerPair = 16

// NewReuse returns the Reuse of the accesses of l in list, which are in an order in which control may reach
// them; nil means all accesses.
func NewReuse(s *SCEV, l *Loop, list []*Access, depend func(a, b *Access) Dependence) *Reuse {
	if list == nil {
		all := Accesses(s, l)
		list = s.mem.pointers.Take(len(all))
		for i := range all {
			list[i] = &all[i]
		}
	}
	r := &Reuse{List: list, scev: s, loop: l, depend: depend, at: s.f.NewInts(s.f.NumValues())}
	for i, a := range list {
		r.at[a.V.ID] = int32(i)
	}
	return r
}

// EveryIteration reports whether every iteration of l performs a.
func (s *SCEV) EveryIteration(l *Loop, a *Access) bool {
	return s.dom.Dominates(a.V.Block, l.Latch) && a.V.MaskArg() == nil
}

// strided reports whether every iteration performs a, each at another address.
func (r *Reuse) strided(a *Access) bool {
	return (a.V.Op == ir.OpLoad || a.V.Op == ir.OpStore) && a.Affine() && a.Stride != 0 &&
		r.scev.EveryIteration(r.loop, a)
}

// Carried links each load to the access that last used its location in an earlier iteration, at most far
// iterations ago, if that is certain or can be tested.
func (r *Reuse) Carried(far int64) (links []Link) {
	for _, a := range r.List {
		if a.V.Op != ir.OpLoad || !r.strided(a) {
			continue
		}
		var last *Access
		var least int64
		r.loop.Header.Func.Spend(StepsPerPair * len(r.List))
		for _, s := range r.List { // of two at the same distance, take the later one
			if n, ok := r.behind(a, s); ok && n <= far && (last == nil || n <= least) {
				last, least = s, n
			}
		}
		if last == nil {
			continue
		}
		if k, ok := r.link(a, last, least); ok {
			links = append(links, k)
		}
	}
	return links
}

// Link returns the link from a load to an earlier iteration of source, if there is one.
func (r *Reuse) Link(load, source *Access) (Link, bool) {
	n, ok := r.behind(load, source)
	if !ok {
		return Link{}, false
	}
	return r.link(load, source, n)
}

// behind returns the number of iterations, at least 1, after which load a reaches the location of s.
func (r *Reuse) behind(a, s *Access) (n int64, ok bool) {
	n, ok = r.scev.Lag(a, s)
	return n, ok && n >= 1 && r.strided(s) && s.V.AccessType() == a.V.Type
}

// link reports whether no store intervenes between the load's source, n iterations earlier, and the load.
//
// A store that reaches the location i iterations before the load intervenes if 0 < i < n. It also intervenes if
// i is 0 and the store precedes the load, or if i is n and the store follows the source. The first n iterations
// get their values from before the loop; the same stores, as far as they execute, would intervene there.
func (r *Reuse) link(load, source *Access, n int64) (Link, bool) {
	k := Link{Source: source, Load: load, Distance: n}
	r.loop.Header.Func.Spend(StepsPerPair * len(r.List))
	for i, w := range r.List {
		if !w.Write || w == source {
			continue
		}
		before := i < int(r.at[load.V.ID])
		from, to := int64(0), n
		if !before {
			from++
		}
		if i < int(r.at[source.V.ID]) {
			to--
		}
		dep := r.depend(load, w)
		switch {
		case dep.Known && !dep.Within(from, to), dep.Promised && !before:
		case !dep.Test.Possible():
			return Link{}, false
		default:
			k.Guards = append(k.Guards, Guard{First: load, Second: w, Same: before})
		}
	}
	return k, true
}

// SamePlace reports whether a and b access the same bytes in each iteration, and different bytes in different
// iterations.
func (s *SCEV) SamePlace(a, b *Access) bool {
	n, ok := s.Lag(a, b)
	return ok && n == 0 && a.Size == b.Size && max(a.Stride, -a.Stride) >= int64(a.Size)
}

// Fixed is a loop-invariant location whose accesses may move out of the loop if the guards hold: no other
// access of the loop touches it.
type Fixed struct {
	Accesses []*Access // all of the same bytes and type, in an order in which control may reach them
	Stored   bool
	Guards   []Guard
}

// Fixed finds the loop-invariant locations. If a location is stored to, every iteration must perform all of its
// accesses, so that no store is invented. A load that some iterations skip may leave the loop if early reports
// that it is harmless. apart reports which accesses are known to be disjoint.
func (r *Reuse) Fixed(early func(a *Access) bool, disjoint func(a, b *Access) bool) (places []Fixed) {
	done := make([]bool, len(r.List))
	for i, a := range r.List {
		if done[i] || a.Kind != Uniform || a.V.Op != ir.OpLoad && a.V.Op != ir.OpStore {
			continue
		}
		p, in := Fixed{}, make([]bool, len(r.List))
		for j := i; j < len(r.List); j++ {
			b := r.List[j]
			if n, ok := r.scev.Distance(a, b); ok && n == 0 && b.Kind == Uniform &&
				b.V.AccessType() == a.V.AccessType() {
				p.Accesses = append(p.Accesses, b)
				p.Stored = p.Stored || b.Write
				done[j], in[j] = true, true
			}
		}
		if r.leaves(&p, in, early, disjoint) {
			places = append(places, p)
		}
	}
	return places
}

// leaves reports whether the accesses of p, those in the set, may leave the loop, and adds the guards for that.
func (r *Reuse) leaves(p *Fixed, in []bool, early func(a *Access) bool, disjoint func(a, b *Access) bool) bool {
	a := p.Accesses[0]
	for _, b := range p.Accesses {
		if b.Write {
			a = b
			break
		}
	}
	for _, b := range p.Accesses {
		if !r.scev.EveryIteration(r.loop, b) && (p.Stored || !early(b)) {
			return false
		}
	}
	for j, b := range r.List {
		if in[j] || !p.Stored && !b.Write || disjoint(a, b) {
			continue
		}
		if n, ok := r.scev.Distance(a, b); ok && b.Kind == Uniform {
			if n < int64(a.Size) && n > -int64(b.Size) {
				return false // it overlaps part of the location, or has another type
			}
			continue
		}
		if !ExtentTestOf(a, b).Possible() {
			return false
		}
		p.Guards = append(p.Guards, Guard{First: a, Second: b, Same: true})
	}
	return true
}
