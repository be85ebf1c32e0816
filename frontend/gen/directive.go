package gen

import (
	"fmt"
	"strings"
)

// directive asks for a transformation of the loop that follows. Reordering is for the modes that allow it: elsewhere no
// directive may change a bit. None is a promise about the arguments (ivdep, omp simd): they overlap as they like.
func (w *writer) directive(l *loop, depth int) {
	if w.k.Mode == Forced && l.long && w.IntN(2) == 0 {
		w.use("directive")
		w.line("//loop:vectorize.enable%s", pick(w, "", " vectorize.width=8", " interleave.count=2", " vectorize.width=4 interleave.count=4"))
		return
	}
	if !w.may("directive", 1, 5) {
		return
	}
	if w.IntN(4) == 0 {
		w.use("pragma")
		width := "clang loop vectorize_width(8)"
		if w.k.Mode == Go {
			width = "clang loop vectorize(disable)" // see attr
		}
		w.line("//pragma:%s", pick(w, "clang loop unroll_count(2)", "clang loop unroll(disable)", "gcc unroll 4", "unroll(3)",
			"nounroll", "clang loop interleave_count(2)", "clang loop vectorize(disable)", width, "clang loop distribute(enable)"))
		return
	}
	list := []string{w.attr(l, depth)}
	for w.IntN(3) == 0 {
		list = append(list, w.attr(l, depth))
	}
	w.line("//loop:%s", strings.Join(list, " "))
}

// attr is an attribute with a value that makes sense.
func (w *writer) attr(l *loop, depth int) string {
	width := func() int { return 1 << w.IntN(6) }
	unroll := func() string {
		return pick(w, "unroll.enable", fmt.Sprintf("unroll.count=%d", 2+w.IntN(5)), "unroll.disable", "unroll.runtime.disable")
	}
	if l.trips > 0 && w.IntN(2) == 0 {
		return pick(w, "unroll.full", "unroll.disable", "peel.count=1", "unroll.count=2")
	}
	which := w.IntN(16)
	if w.k.Mode == Go && which <= 2 {
		return unroll() // a width that is asked for allows sums in another order, unless exact is written
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
		return pick(w, fmt.Sprintf("peel.count=%d", 1+w.IntN(3)), "peel.disable", "peel.last=1")
	case 10:
		return pick(w, fmt.Sprintf("stripmine.size=%d", 4<<w.IntN(4)), "split.at=n", fmt.Sprintf("split.at=%d", w.IntN(20)))
	case 11:
		return pick(w, "distribute.enable", "licm_versioning.enable", "unswitch.enable", "reroll.enable", "fuse.enable")
	case 12:
		if depth == 0 {
			return pick(w, "interchange.enable", "unroll_and_jam.enable", "unroll_and_jam.count=2", "flatten.enable")
		}
	}
	return unroll()
}
