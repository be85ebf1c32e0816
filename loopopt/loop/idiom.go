package loop

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
)

// idiom recognizes loops that copy or fill memory field by field, and does so in words, whatever the fields are.
//
// Before:
//
//	for i := range dst { dst[i] = src[i] }               // structs of a float64, an int32 and two uint16
//	for i := range dst { dst[i].re, dst[i].im = 0, 0 }
//
// After:
//
//	if dst and src are the same or at least a struct apart {
//		for k := range 2*len(dst) { word(dst, k) = word(src, k) }
//	} else { … as it was … }
//	for k := range 2*len(dst) { word(dst, k) = 0 }
//
// Legal if an iteration stores every byte up to where the next one begins, each once, and each stored value is a
// constant, or loaded from the same place of another walk; if nothing else is loaded, stored or computed but variables
// that walk; and if words of other fields do not meet in one iteration, which is asked at run time. Padding that the
// program does not store is a gap, with which nothing is done.
// Pays because words that lie side by side are vectors without shuffles: 3 to 4 times the speed for structs of mixed
// fields. A single field is a vector already.
// Reads nothing; leaves what was there. The loop as it was, where it stays, keeps what is no request.
// Remarks: loop copies memory, loop fills memory.
func idiom(d *driver.Driver, l *analysis.Loop) bool {
	f, md := d.F, l.Header.Loop
	if len(l.Blocks) > 1 {
		return false
	}
	m := &mover{d: d, l: l}
	if !m.stored() {
		return false
	}
	g := &legal.Legality{F: f, L: l, Se: d.Scev}
	g.Out = legal.LegalOf(g)
	if !g.Shape() || !g.Counts() || !m.nothingElse(g) {
		return false
	}
	if !d.Bisect("idiom", md.Position()) {
		return false
	}
	h, old := m.run(g)
	h.Loop = md.With()
	if old != nil {
		old.Loop = driver.Fallback(md).Done()
		scalar.CanonicalLoops(f)
	}
	text := "loop fills memory"
	if m.src != nil {
		text = "loop copies memory"
	}
	d.Passed("idiom", md.Position(), text, remark.Arg{Name: "word", Value: m.word})
	return true
}

// mover is a loop that moves or fills memory.
type mover struct {
	d        *driver.Driver
	l        *analysis.Loop
	dst, src *analysis.Access // the first of each walk; src is nil if constants are stored
	size     int64            // bytes an iteration
	word     int              // bytes of the words
	value    uint64           // of each word, if constants are stored
}

// stored collects the stores: two at least, of one walk without gaps, and where their values come from.
func (m *mover) stored() bool {
	se := m.d.Scev
	as := analysis.Accesses(se, m.l)
	byValue := map[*ir.Value]*analysis.Access{}
	var stores []*analysis.Access
	for i := range as {
		a := &as[i]
		byValue[a.V] = a
		if a.Kind != analysis.Strided || a.Stride <= 0 || a.Base == nil || a.V.Op != ir.OpLoad && a.V.Op != ir.OpStore {
			return false
		}
		if a.Write {
			stores = append(stores, a)
		}
	}
	if len(stores) < 2 {
		return false
	}
	at := func(a *analysis.Access) int64 {
		n, _ := se.Distance(stores[0], a)
		return n
	}
	for _, a := range stores {
		if _, ok := se.Distance(stores[0], a); !ok || a.Stride != stores[0].Stride {
			return false
		}
	}
	slices.SortStableFunc(stores, func(a, b *analysis.Access) int { return int(at(a) - at(b)) })
	m.dst, m.size = stores[0], stores[0].Stride
	end := at(m.dst)
	var bytes []byte
	var from []*analysis.Access
	for _, a := range stores {
		if at(a) != end {
			return false // a gap, or a byte that is stored twice
		}
		end += int64(a.Size)
		v := a.V.StoredValue()
		switch src := byValue[v]; {
		case src != nil && !src.Write && v.Uses == 1:
			from = append(from, src)
		case v.IsConst() && v.Type.Lanes == 1:
			for k := range a.Size {
				bytes = append(bytes, byte(uint64(v.AuxInt)>>(8*k)))
			}
		default:
			return false
		}
	}
	if end-at(m.dst) != m.size || len(from) > 0 && len(bytes) > 0 || len(as) != len(stores)+len(from) {
		return false
	}
	for i, a := range from {
		n, ok := se.Distance(from[0], a)
		if !ok || a.Stride != m.size || n != at(stores[i])-at(m.dst) || a.Size != stores[i].Size {
			return false
		}
	}
	m.word = 8
	for m.size%int64(m.word) != 0 {
		m.word /= 2
	}
	if len(from) > 0 {
		m.src = from[0]
		return true
	}
	for k := range bytes {
		if k >= m.word && bytes[k] != bytes[k-m.word] {
			return false // words of several values
		}
		if k < m.word {
			m.value |= uint64(bytes[k]) << (8 * k)
		}
	}
	return true
}

// nothingElse says whether everything else in the loop is checks that are counted, and variables that walk, which alone
// leave it.
func (m *mover) nothingElse(g *legal.Legality) bool {
	exit, back := g.Out.Exit, m.l.Header.PredIndex(m.l.Latch)
	at := exit.PredIndex(m.l.Latch)
	for _, phi := range m.l.Header.Phis() {
		if _, _, ok := m.d.Scev.ConstStep(phi, m.l); !ok || !phi.Type.Elem.IsInt() {
			return false
		}
	}
	for _, x := range exit.Phis() {
		v, ok := x.Args[at], m.l.Invariant(x.Args[at])
		for _, phi := range m.l.Header.Phis() {
			ok = ok || phi.Args[back] == v
		}
		if !ok {
			return false
		}
	}
	return true
}

// run makes the loop of words, and returns its header and that of the loop as it was, if it stays.
func (m *mover) run(g *legal.Legality) (h, old *ir.Block) {
	d, f, l := m.d, m.d.F, m.l
	pre, pos := l.Preheader, l.Header.Loop.Position()
	rs := Restructure(d, g, nil)
	if m.src != nil {
		rs.And(g.Out.Apart(m.src, m.dst, m.size))
	}
	pointer := func(a *analysis.Access) *ir.Value {
		p := pre.New(ir.OpPtrAdd, ir.TPtr, pos, a.Base, d.Scev.Expand(a.Start, pre))
		p.Scale = a.V.Scale
		return p
	}
	to := pointer(m.dst)
	words := pre.New(ir.OpMul, ir.TI64, pos, rs.N, f.ConstInt(ir.TI64, m.size/int64(m.word)))
	h = f.NewBlock("words")
	k := h.NewPhi(ir.TI64, pos)
	t := ir.Scalar(ir.IntElem(m.word))
	v := f.Const(t, m.value)
	if m.src != nil {
		v = h.New(ir.OpLoad, t, m.src.V.Pos, pointer(m.src), k)
		v.Scale, v.Off = int32(m.word), m.src.V.Off
	}
	st := h.New(ir.OpStore, ir.TVoid, m.dst.V.Pos, to, k, v)
	st.Scale, st.Off = int32(m.word), m.dst.V.Off
	next := h.New(ir.OpAdd, ir.TI64, pos, k, f.ConstInt(ir.TI64, 1))
	k.AddArgs(f.ConstInt(ir.TI64, 0), next)

	rs.Final = map[*ir.Value]*ir.Value{}
	back := l.Header.PredIndex(l.Latch)
	for i, phi := range l.Header.Phis() {
		_, step, _ := d.Scev.ConstStep(phi, l)
		n := rs.N
		if phi.Type != ir.TI64 {
			n = pre.New(ir.OpTruncI, phi.Type, pos, n)
		}
		n = pre.New(ir.OpMul, phi.Type, pos, n, f.ConstInt(phi.Type, step))
		rs.Final[phi.Args[back]] = pre.New(ir.OpAdd, phi.Type, pos, rs.Starts[i], n)
	}
	ph, end := rs.Tail, f.NewBlock("words.end")
	ph.SetJump(h)
	h.SetIf(h.New(ir.OpLtS, ir.TBool, pos, next, words), h, end)
	h.Likely = ir.LikelyTrue
	rs.Enter(ph)
	rs.Tail = end
	rs.Finish()
	return h, rs.Fallback()
}
