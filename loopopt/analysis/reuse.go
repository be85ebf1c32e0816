package analysis

import (
	"hotloop/loopopt/ir"
)

// Reuse answers which accesses of a loop come to a place where another one is or has been, so that a register can hold
// what memory would be asked for again. All that keeps values of memory in registers asks it, each for some distances:
//
//	0    forwarding within an iteration (package legal)
//	1    forwarding to the next iteration, which shuffles lanes (package legal), and scans
//	k    commoning
//	any  places that stand still: promotion and versioning LICM
//
// What may be asked at run time, and whether that pays, is for who asks.
type Reuse struct {
	List []*Access // of the loop, in an order in which control may come to them
	scev *SCEV
	loop *Loop
	// depend is the dependence of two accesses, with what is promised of them.
	depend func(a, b *Access) Dependence
	at     []int32 // by ir.Value.ID: places in List
}

// Link says that Load, in iteration t, reads what Source has loaded or stored in iteration t-Distance, if the guards
// hold. Both run in every iteration and walk. In the first iterations, of which there are Distance, Load reads what was
// there before the loop.
type Link struct {
	Source, Load *Access
	Distance     int64
	Guards       []Guard // that no store comes between
}

// Guard is a run-time question about two accesses of a loop: may all that First does, in all iterations, come before
// all that Second does? It may if Second touches nothing that First touches in a later iteration or, if Second comes
// before First in the program (Same), in the same one.
type Guard struct {
	First, Second *Access
	Same          bool
}

// StepsPerPair is what it costs to look at a pair of accesses, in units of ir.Func.Spend.
const StepsPerPair = 16

// NewReuse is about the accesses of l in the list, which are in an order in which control may come to them; nil means
// all of them.
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

// EveryIteration says whether every iteration of l performs a.
func (s *SCEV) EveryIteration(l *Loop, a *Access) bool {
	return s.dom.Dominates(a.V.Block, l.Latch) && a.V.MaskArg() == nil
}

// walks says whether a is an access that every iteration does, to another place each time.
func (r *Reuse) walks(a *Access) bool {
	return (a.V.Op == ir.OpLoad || a.V.Op == ir.OpStore) && a.Affine() && a.Stride != 0 &&
		r.scev.EveryIteration(r.loop, a)
}

// Carried links each load to the access that was last at its place in an earlier iteration, at most far iterations ago,
// if that is certain or can be asked.
func (r *Reuse) Carried(far int64) (links []Link) {
	for _, a := range r.List {
		if a.V.Op != ir.OpLoad || !r.walks(a) {
			continue
		}
		var last *Access
		var least int64
		r.loop.Header.Func.Spend(StepsPerPair * len(r.List))
		for _, s := range r.List { // of two at the same distance, the later one
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

// Link is the link of a load to an earlier iteration of source, if there is one.
func (r *Reuse) Link(load, source *Access) (Link, bool) {
	n, ok := r.behind(load, source)
	if !ok {
		return Link{}, false
	}
	return r.link(load, source, n)
}

// behind is the number of iterations, 1 at least, that load a comes to the place of s later.
func (r *Reuse) behind(a, s *Access) (n int64, ok bool) {
	n, ok = r.scev.Lag(a, s)
	return n, ok && n >= 1 && r.walks(s) && s.V.AccessType() == a.V.Type
}

// link says whether nothing is stored to the place of the load between its source, n iterations before, and itself.
//
// A store so many iterations before the load comes between it and its source if that number is between 0 and n, if it
// is 0 and the store stands in front of the load, or if it is n and the store stands behind the source. The first n
// iterations get their values from in front of the loop; the same stores, as far as they run, are those that would come
// between.
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

// SamePlace says whether a and b are the same bytes in each iteration, and others in different ones.
func (s *SCEV) SamePlace(a, b *Access) bool {
	n, ok := s.Lag(a, b)
	return ok && n == 0 && a.Size == b.Size && max(a.Stride, -a.Stride) >= int64(a.Size)
}

// Fixed is a place that stays the same in all iterations, whose accesses may leave the loop if the guards hold: nothing
// else of the loop touches it.
type Fixed struct {
	Accesses []*Access // all of the same bytes, as one type, in an order in which control may come to them
	Stored   bool
	Guards   []Guard
}

// Fixed finds such places. A place that is stored to must be accessed in every iteration only, as often as the loop
// runs, so that no store is invented. A load that some iterations do without may leave the loop if early says that it
// does no harm. apart says what is known to be disjoint.
func (r *Reuse) Fixed(early func(a *Access) bool, apart func(a, b *Access) bool) (places []Fixed) {
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
		if r.leaves(&p, in, early, apart) {
			places = append(places, p)
		}
	}
	return places
}

// leaves says whether the accesses of p, those in the set, may leave the loop, and adds the guards for that.
func (r *Reuse) leaves(p *Fixed, in []bool, early func(a *Access) bool, apart func(a, b *Access) bool) bool {
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
		if in[j] || !p.Stored && !b.Write || apart(a, b) {
			continue
		}
		if n, ok := r.scev.Distance(a, b); ok && b.Kind == Uniform {
			if n < int64(a.Size) && n > -int64(b.Size) {
				return false // a part of the place, or as another type
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
