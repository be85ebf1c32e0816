package loop

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
)

const strideVersioning = "stride_versioning"

// VersionStride makes a copy of a loop for the case that a step which only the caller knows is one.
//
// Before:
//
//	for i := 0; i < n; i += inc { y[i] += x[i] }
//
// After:
//
//	if inc == 1 {
//		for i := 0; i < n; i++ { y[i] += x[i] }
//	} else {
//		for i := 0; i < n; i += inc { y[i] += x[i] }
//	}
//
// Legal always: the copy runs where the parameter has the value that replaces it. The comparison is with a value known
// in front of the loop, and without effects.
// Pays where the copy becomes vector code, since programs that pass a stride pass mostly one. LLVM does the same for
// strides of accesses (collectStridedAccess in LoopAccessAnalysis.cpp), not for steps of the loop itself.
// Reads stride_versioning.enable and stride_versioning.disable; leaves followup_unit on the copy, followup_other on the
// loop as it was, followup_all on both, and by default what was there.
// Remarks: loop versioned for unit stride, loop not versioned for unit stride with the reason.
func VersionStride(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	f, md := d.F, l.Header.Loop
	switch {
	case md.Has("stride_versioning.disable"):
		return driver.Refused(remark.Disabled)
	case !l.Entered():
		return driver.Refused(remark.NotSimplified)
	case len(l.Children) > 0:
		return driver.Refused(remark.NotInnermost)
	}
	stride := symbolicStride(d, l)
	if stride == nil {
		return driver.Refused(remark.NoSymbolicStride)
	}
	if r == nil && (clone.LoopSize(l) > MaxUnswitched || md.Int(strideVersions, 0) >= strideDepth || Short(d, l)) {
		// A short loop is one to unroll, and the loop around it, a single block then, the one to vectorize.
		return driver.Refused(remark.NotProfitable)
	}
	if !d.Bisect(strideVersioning, md.Position()) {
		return driver.Refused(remark.Bisected)
	}
	one := f.ConstInt(stride.Type, 1)
	unit := l.Preheader.New(ir.OpEq, ir.TBool, md.Position(), stride, one)
	c := clone.Version(f, l, unit, "strided", "strided", false, nil)
	mark := func(n int64) ir.Attr { return ir.Attr{Name: strideVersions, Kind: ir.AttrInt, Int: n} }
	const name = strideVersioning + "."
	l.Header.Loop = driver.Followup(md, name, []string{name + "followup_unit", name + "followup_all"},
		mark(md.Int(strideVersions, 0)+1))
	c.Block(l.Header).Loop = driver.Followup(md, name, []string{name + "followup_other", name + "followup_all"},
		mark(strideDepth))
	for _, b := range l.Blocks {
		scalar.ReplaceIn(b, stride, one)
	}
	d.Tidy()
	d.Passed(strideVersioning, md.Position(), "loop versioned for unit stride")
	return driver.Changed
}

// strideVersions counts, in the metadata, how often heuristics have versioned a loop, and strideDepth is how often they
// may: for the steps of two variables. The copy for other steps has had its chance.
const (
	strideVersions = "stride_versions"
	strideDepth    = 2
)

// symbolicStride is a value that one may be the usual value of: what a variable of the loop advances by, or what such a
// variable is multiplied by to make an index.
func symbolicStride(d *driver.Driver, l *analysis.Loop) *ir.Value {
	varies := func(v *ir.Value) bool {
		_, _, ok := d.Scev.AddRec(v, l)
		return ok
	}
	for _, phi := range l.Header.Phis() {
		if l.Latch == nil || !phi.Type.Elem.IsInt() || phi.Type.IsVector() { // of vector code
			continue
		}
		next := phi.Args[l.Header.PredIndex(l.Latch)]
		if next.Op != ir.OpAdd {
			continue
		}
		for i, a := range next.Args {
			if a == phi && l.Invariant(next.Args[1-i]) && !next.Args[1-i].IsConst() {
				return next.Args[1-i]
			}
		}
	}
	for v := range l.Values() {
		if v.Op != ir.OpMul || !v.Type.Elem.IsInt() || v.Type.IsVector() {
			continue
		}
		for i, a := range v.Args {
			if !l.Invariant(a) && l.Invariant(v.Args[1-i]) && !v.Args[1-i].IsConst() && varies(a) &&
				indexes(d, v, l) {
				return v.Args[1-i]
			}
		}
	}
	return nil
}

// indexes says whether v, or a sum it is part of, is an index of a memory access in l.
func indexes(d *driver.Driver, v *ir.Value, l *analysis.Loop) bool {
	for u := range l.Values() {
		if !u.Op.HasAny(ir.FlagReads|ir.FlagWrites) || len(u.Args) < 2 {
			continue
		}
		at := u.Args[1]
		for range 4 {
			if at == v {
				return true
			}
			if at.Op != ir.OpAdd && at.Op != ir.OpSub {
				break
			}
			if l.Invariant(at.Args[0]) {
				at = at.Args[1]
			} else {
				at = at.Args[0]
			}
		}
	}
	return false
}

// Short says whether l runs a small known number of times, and nobody asks for anything to be done to it.
func Short(d *driver.Driver, l *analysis.Loop) bool {
	asks := func(a ir.Attr) bool { return a.Name != analysis.NoAliasRows } // or may ask
	if md := l.Header.Loop; md != nil && slices.ContainsFunc(md.Attrs, asks) {
		return false
	}
	return WillUnroll(d, l)
}
