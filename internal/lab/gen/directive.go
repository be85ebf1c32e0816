package gen

import (
	"fmt"
	"strings"

	"hotloop/loopopt/attrs"
)

// directive writes a request for a transformation of the next loop. Only modes that permit it get requests that may
// reorder; in other modes no directive may change a bit. Requests make no promises about arguments (ivdep, omp simd),
// since these overlap arbitrarily.
func (w *writer) directive(l *loop, depth int) {
	if w.opt.Chains > 0 {
		w.line("//loop:%s", w.chain(always, w.opt.Chains))
		return
	}
	if w.k.Mode == Forced && l.long && w.IntN(2) == 0 {
		w.use("directive")
		w.line("//loop:vectorize.enable%s", pick(w, "", " vectorize.width=8", " interleave.count=2",
			" vectorize.width=4 interleave.count=4"))
		return
	}
	if l.table != nil && w.may("directive", 2) {
		w.line("//loop:subtables.enable%s",
			pick(w, "", "", " unroll.count=2", " subtables.followup_counted{unroll.count=3}"))
		return
	}
	if w.opt.Directed {
		w.use("metadata")
		if text := w.list(2, 1+w.IntN(4)); text != "" {
			w.line("//loop:%s", text)
			return
		}
	}
	if !w.may("directive", 5) {
		return
	}
	if w.IntN(4) == 0 {
		w.use("pragma")
		width := "clang loop vectorize_width(8)"
		if w.k.Mode == Go {
			width = "clang loop vectorize(disable)" // see attr
		}
		w.line("//pragma:%s", pick(w, "clang loop unroll_count(2)", "clang loop unroll(disable)", "gcc unroll 4",
			"unroll(3)",
			"nounroll", "clang loop interleave_count(2)", "clang loop vectorize(disable)", width,
			"clang loop vectorize(disable) interleave_count(4)",
			"clang loop distribute(enable)",
			"clang loop unroll_count(2) distribute(enable)", "omp unroll partial(3)", "omp tile sizes(8)",
			"omp split counts(5,omp_fill)", "omp split counts(omp_fill,3)", "omp split counts(2,omp_fill,4)",
			"loop_count min(2) max(9)", "nofusion", "distribute_point", "block_loop factor(16)"))
		return
	}
	if w.IntN(4) == 0 {
		w.use("metadata")
		text := w.list(2, 1+w.IntN(4))
		if text == "" {
			text = "disable_nonforced"
		}
		w.line("//loop:%s", text)
		return
	}
	list := []string{w.attr(l, depth)}
	for w.IntN(3) == 0 {
		list = append(list, w.attr(l, depth))
	}
	w.line("//loop:%s", strings.Join(list, " "))
}

// probability writes, rarely, how likely the following condition is, whatever the data are.
func (w *writer) probability() {
	if w.may("probability", 6) {
		w.line("//loop:probability %s", pick(w, "0", "0.001", "0.02", "0.5", "97%", "1"))
	}
}

// list draws n arbitrary attributes, including followups in followups, in any order and whether or not they make sense
// together.
func (w *writer) list(depth, n int) string {
	var list []string
	for range n {
		a := &attrs.All()[w.IntN(len(attrs.All()))]
		switch {
		case a.Class == attrs.Ignored:
			continue
		case a.Class == attrs.Promise && a.Name != "mustprogress":
			continue // a promise
		case w.k.Mode == Go && a.Owner == "vectorize" && a.Class == attrs.Force:
			continue // see attr
		case a.Class == attrs.Followup && depth == 0:
			continue
		}
		list = append(list, w.value(a, depth))
		if a.Class == attrs.Followup && w.IntN(4) > 0 {
			// With a request for the transformation; otherwise it has no effect.
			for i := range attrs.All() {
				b := &attrs.All()[i]
				if b.Owner == a.Owner && b.Class == attrs.Force && !(w.k.Mode == Go && a.Owner == "vectorize") {
					list = append(list, w.value(b, depth))
					break
				}
			}
		}
	}
	return strings.Join(list, " ")
}

// value returns an attribute with a value.
func (w *writer) value(a *attrs.Attribute, depth int) string {
	switch a.Kind {
	case attrs.Bool:
		return a.Name + pick(w, "", "=1", "=1", "=0")
	case attrs.Width:
		n := 1
		for int64(2*n) <= a.Limit && w.IntN(3) > 0 {
			n *= 2
		}
		return fmt.Sprintf("%s=%d", a.Name, n)
	case attrs.Count:
		if a.Name == "estimated_trip_count" {
			return fmt.Sprintf("%s=%d", a.Name, w.IntN(40))
		}
		return fmt.Sprintf("%s=%d", a.Name, w.IntN(5))
	case attrs.Amount:
		return a.Name + pick(w, "=n", fmt.Sprintf("=%d", w.IntN(40)))
	case attrs.Place:
		return a.Name + pick(w, "=n", fmt.Sprintf("=%d", w.IntN(20)))
	case attrs.Word:
		if len(a.Words) > 0 {
			return a.Name + "=" + a.Words[w.IntN(len(a.Words))]
		}
		return a.Name + "=mask"
	case attrs.List:
		return a.Name + "{" + w.list(depth-1, w.IntN(4)) + "}"
	}
	return a.Name
}

// attr returns an attribute with a sensible value.
func (w *writer) attr(l *loop, depth int) string {
	width := func() int { return 1 << w.IntN(6) }
	unroll := func() string {
		return pick(w, "unroll.enable", fmt.Sprintf("unroll.count=%d", 2+w.IntN(5)), "unroll.disable",
			"unroll.runtime.disable")
	}
	peel := func() string {
		return pick(w, fmt.Sprintf("peel.count=%d", 1+w.IntN(3)), fmt.Sprintf("peel.last=%d", 1+w.IntN(3)),
			"peel.enable", "peel.last=1 peel.count=1",
			fmt.Sprintf("peel.align=%d", 8<<w.IntN(4)))
	}
	if l.trips > 0 && w.IntN(2) == 0 {
		return pick(w, "unroll.full", "unroll.disable", peel(), unroll())
	}
	which := w.IntN(16)
	if w.k.Mode == Go && which <= 2 {
		return unroll() // a requested width permits reordering sums, except with exact
	}
	switch which {
	case 0:
		return "vectorize.enable"
	case 1, 2:
		return fmt.Sprintf("vectorize.width=%d", width())
	case 3:
		return fmt.Sprintf("interleave.count=%d", 1<<w.IntN(4))
	case 4:
		return "vectorize.predicate.enable" + pick(w, "", "=0", "=1")
	case 5:
		return "vectorize.enable=0"
	case 6:
		return "vectorize.followup_vectorized{" + unroll() + "}"
	case 7:
		return "vectorize.followup_epilogue{" + unroll() + "}"
	case 8:
		return "disable_nonforced"
	case 9:
		return pick(w, peel(), peel(), peel(), "peel.disable", fmt.Sprintf("estimated_trip_count=%d", w.IntN(9)),
			"peel.count=1 peel.followup_remaining{"+unroll()+"}", "unroll.count=2 unroll.followup_unrolled{"+peel()+"}",
			"unroll.count=3 unroll.followup_remainder{"+peel()+"}", "peel.align=64 peel.followup_peeled{"+unroll()+"}")
	case 10:
		return pick(w, fmt.Sprintf("stripmine.size=%d", 4<<w.IntN(4)), "split.at=n",
			fmt.Sprintf("split.at=%d", w.IntN(20)), fmt.Sprintf("split.%s=%d", pick(w, "after", "last"), 1+w.IntN(20)))
	case 11:
		return pick(w, "distribute.enable", "licm_versioning.enable", "unswitch.enable", "stride_versioning.enable",
			"reroll.enable", "fuse.enable", "commoning.enable", "subtables.enable")
	case 12:
		if depth == 0 {
			return pick(w, "interchange.enable", "unroll_and_jam.enable", "unroll_and_jam.count=2", "flatten.enable",
				"parallel grain=2", "parallel grain=3 parallel.followup_parallel{"+unroll()+"}",
				"parallel grain=1 parallel.followup_serial{"+peel()+"}")
		}
	case 15:
		return "vectorize.regions=branch"
	case 13, 14:
		return "vectorize.exits=" + pick(w, "predicate", "predicate", "check_first", "scalar_epilogue", "clamp",
			"load_predicate")
	}
	return unroll()
}
