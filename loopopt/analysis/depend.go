package analysis

// DepKind is how two accesses of a loop depend on one another.
type DepKind uint8

// The kinds. First and second are the arguments of Depend, which are in program order.
const (
	Independent DepKind = iota // they never touch the same byte
	Flow                       // what the first stores, the second loads
	Anti                       // what the first loads, the second stores later
	Output                     // both store
)

var depKindNames = [...]string{"independent", "flow", "anti", "output"}

func (k DepKind) String() string { return depKindNames[k] }

// Dependence is what is known of a pair of accesses.
type Dependence struct {
	Kind DepKind
	// Known: Dist is certain. Otherwise the accesses may meet in any two iterations.
	Known bool
	// Dist is the number of iterations from the second access back to the first access of the same bytes: iteration k of
	// the second touches what iteration k+Dist of the first touches. 0 is the same iteration. Positive means that the
	// first access comes to the place later, so that doing several iterations of the first before the second changes the
	// order: that many iterations and no more may be done at once.
	Dist int64
	// Partial: the accesses overlap without covering the same bytes.
	Partial bool
}

// Distance is the constant number of bytes from a to b in the same iteration, if it is constant.
func (s *SCEV) Distance(a, b *Access) (int64, bool) {
	if a.Base == nil || a.Base != b.Base || a.V.Scale != b.V.Scale || a.Start == nil || b.Start == nil {
		return 0, false
	}
	d, ok := s.ConstDiff(b.Start, a.Start)
	n, fits := mulOK(d, int64(a.V.Scale))
	return n + int64(b.V.Off) - int64(a.V.Off), ok && fits
}

// Depend judges two accesses of one loop, a before b in the program. Loads do not depend on loads. Accesses of
// different bases are reported as unknown: slices may overlap, which only a RuntimeCheck can rule out.
//
// Let both walk w bytes an iteration, b being d bytes ahead of a. Iteration k+n of a and k of b touch a common byte if and
// only if
//
//	d - size(a) < n*w < d + size(b)
//
// which for w != 0 is an interval of distances n, most often one number or none. If there are several, the smallest
// positive one is what limits how many iterations may be done at once.
func (s *SCEV) Depend(a, b *Access) Dependence {
	if !a.Write && !b.Write {
		return Dependence{Known: true}
	}
	kind := Output
	switch {
	case !a.Write:
		kind = Anti
	case !b.Write:
		kind = Flow
	}
	if Disjoint(a.Root, b.Root) {
		return Dependence{Known: true}
	}
	unknown := Dependence{Kind: kind}
	d, ok := s.Distance(a, b)
	if !ok || a.Kind == Gather || b.Kind == Gather || a.Stride != b.Stride {
		return unknown
	}
	w := a.Stride
	if w == 0 {
		if d >= int64(a.Size) || -d >= int64(b.Size) {
			return Dependence{Known: true}
		}
		return unknown // the same place in all iterations
	}
	down := w < 0
	if down {
		w = -w
	}
	lo, hi := floorDiv(d-int64(a.Size), w)+1, -floorDiv(-d-int64(b.Size), w)-1
	if down {
		lo, hi = -hi, -lo
	}
	if lo > hi {
		return Dependence{Known: true}
	}
	dep := Dependence{Kind: kind, Known: true, Dist: hi, Partial: lo != hi || a.Size != b.Size || d%w != 0}
	if hi > 0 {
		dep.Dist = max(lo, 1)
	}
	return dep
}

// floorDiv is a / b rounded down, for b > 0.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// CheckKind is how a RuntimeCheck proves two accesses apart.
type CheckKind uint8

// The kinds.
const (
	// DistanceCheck: both walk alike, and it is enough that the distance, in the direction of the walk and unsigned, is 0
	// or at least what one vector iteration walks.
	DistanceCheck CheckKind = iota
	// ExtentCheck: the memory that each touches must be disjoint.
	ExtentCheck
)

func (k CheckKind) String() string { return [...]string{"distance", "extent"}[k] }

// RuntimeCheck is a question to be asked before a loop whose iterations are to be reordered.
type RuntimeCheck struct {
	A, B *Access // in program order
	Kind CheckKind
}

// RuntimeChecks lists the checks that the accesses of a loop, in program order, need between pairs of different bases.
func (s *SCEV) RuntimeChecks(as []Access) []RuntimeCheck {
	var list []RuntimeCheck
	for i := range as {
		for j := i + 1; j < len(as); j++ {
			a, b := &as[i], &as[j]
			if !a.Write && !b.Write || a.Base != nil && a.Base == b.Base || Disjoint(a.Root, b.Root) {
				continue
			}
			kind := ExtentCheck
			if a.Kind != Gather && b.Kind != Gather && a.Stride == b.Stride && a.Stride != 0 && a.Size == b.Size {
				kind = DistanceCheck
			}
			list = append(list, RuntimeCheck{a, b, kind})
		}
	}
	return list
}
