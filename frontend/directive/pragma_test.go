package directive_test

import (
	"fmt"
	"strings"
	"testing"

	"hotloop/frontend"
)

// TestPragmas tests every pragma of other compilers (P01 to P18): the attributes that it becomes, and the warnings
// about what has no effect.
func TestPragmas(t *testing.T) {
	for _, d := range []struct{ in, want, warn string }{
		{"//pragma:clang loop vectorize(enable) interleave_count(4) unroll(full)",
			`unroll.full vectorize.enable=1 interleave.count=4`, ``},
		{"//pragma: clang loop vectorize_width(4, scalable)", `vectorize.width=4 vectorize.scalable.enable=1`,
			`k.go:4:1: vectorize.scalable.enable=1 has no effect: vectors of a length known only at run time; no target ` +
				`supports them`},
		{"// pragma: clang loop vectorize(assume_safety) distribute(disable) pipeline(disable)",
			`vectorize.enable=1 parallel_accesses distribute.enable=0 pipeline.disable=1`,
			`k.go:4:1: pipeline.disable=1 has nothing to forbid: no loop is software-pipelined here`},
		{"//pragma:unroll(4)", `unroll.count=4`, ``},
		{"//pragma:unroll 4", `unroll.count=4`, ``},
		{"//pragma:unroll", `unroll.enable`, ``},
		{"//pragma:nounroll", `unroll.disable`, ``},
		{"//pragma:unroll_and_jam(2)", `unroll_and_jam.count=2`, ``},
		{"//pragma:gcc unroll 1", `unroll.disable`, ``},
		{"//pragma:gcc ivdep", `ivdep`, ``},
		{"//pragma:gcc novector", `vectorize.enable=0`, ``},
		{"//pragma:omp simd simdlen(8)", `vectorize.enable=1 parallel_accesses vectorize.width=8`, ``},
		{"//pragma:omp simd safelen(8)", `vectorize.enable=1`,
			`k.go:4:1: pragma safelen(8) does not promise independence: iterations at that distance may depend on one another, so ` +
				`dependences are analysed`},
		{"//pragma:omp simd reduction(+:s)", `vectorize.enable=1 parallel_accesses`,
			`k.go:4:1: pragma reduction(+:s) is redundant: the compiler finds this itself`},
		{"//pragma:omp unroll partial(4)", `unroll.count=4`, ``},
		{"//pragma:omp unroll full", `unroll.full`, ``},
		{"//pragma:omp tile sizes(32)", `stripmine.size=32`, ``},
		{"//pragma:omp tile sizes(m)", `stripmine.size=m`, ``},
		{"//pragma:omp stripe sizes(m)", `stripmine.size=m stripmine.followup_outer{interchange.enable}`, ``},
		{"//pragma:omp unroll partial(2)\n//pragma:omp tile sizes(8)",
			`stripmine.size=8 stripmine.followup_outer{unroll.count=2}`, ``},
		{"//pragma:omp reverse", `reverse.enable`, ``},
		{"//pragma:omp reverse\n//pragma:omp tile sizes(8)",
			`stripmine.size=8 stripmine.followup_outer{reverse.enable}`, ``},
		{"//pragma:omp tile sizes(8)\n//pragma:omp reverse",
			`reverse.enable reverse.followup_reversed{stripmine.size=8}`, ``},
		{"//pragma:omp unroll partial(2)\n//pragma:omp reverse\n//pragma:omp tile sizes(8)",
			`stripmine.size=8 stripmine.followup_outer{reverse.enable reverse.followup_reversed{unroll.count=2}}`, ``},
		{"//pragma:omp simd simdlen(8)\n//pragma:omp reverse",
			`reverse.enable reverse.followup_reversed{vectorize.enable=1 parallel_accesses vectorize.width=8}`, ``},
		{"//pragma:omp reverse\n//pragma:omp fuse looprange(1,3)",
			`fuse.enable fuse.followup_fused{fuse.enable fuse.followup_fused{reverse.enable}}`, ``},
		{"//pragma:omp tile sizes(4)\n//pragma:omp unroll partial(2)",
			`unroll.count=2 unroll.followup_unrolled{stripmine.size=4}`, ``},
		{"//pragma:omp reverse\n//pragma:omp unroll full", `unroll.full`,
			`k.go:5:1: pragma omp unroll full leaves no loop for the directives above it`},
		{"//pragma:omp reverse\n//pragma:omp stripe sizes(4)", `stripmine.size=4 stripmine.followup_outer{` +
			`interchange.enable interchange.followup_outer{reverse.enable}}`, ``},
		{"//pragma:omp simd collapse(2)", `vectorize.enable=1 parallel_accesses`,
			`k.go:4:1: pragma collapse(2) has no effect above a nest of 1 loops, each alone in the body of the one around it`},
		// P01 to P09: clang loop
		{"//pragma:clang loop vectorize(disable)", `vectorize.width=1`, ``},
		{"//pragma:clang loop vectorize(disable) interleave_count(4)", `vectorize.width=1 interleave.count=4`, ``},
		{"//pragma:clang loop vectorize_width(8, fixed)", `vectorize.width=8 vectorize.scalable.enable=0`, ``},
		{"//pragma:clang loop vectorize_predicate(enable) interleave(disable)",
			`vectorize.predicate.enable=1 interleave.count=1`, ``},
		{"//pragma:clang loop interleave(assume_safety)", `vectorize.enable=1 parallel_accesses`, ``},
		{"//pragma:clang loop unroll(enable)", `unroll.enable`, ``},
		{"//pragma:clang loop unroll_and_jam(enable)\n//pragma:clang loop unroll_and_jam_count(2)",
			`unroll_and_jam.enable unroll_and_jam.count=2`, ``},
		{"//pragma:clang loop pipeline_initiation_interval(4)", `pipeline.initiationinterval=4`,
			`k.go:4:1: pipeline.initiationinterval=4 has no effect: for LLVM's machine pipeliner, which hotloop ` +
				`does not have`},
		{"//pragma:clang loop licm(disable)", `licm.disable`, ``},
		// clang's order of several transformations: distribution, vectorization, unroll-and-jam, unrolling
		{"//pragma:clang loop unroll_count(4) vectorize(enable)",
			`vectorize.enable=1 vectorize.followup_all{isvectorized unroll.count=4}`, ``},
		{"//pragma:clang loop unroll_count(4)\n//loop:disable_nonforced\n//pragma:clang loop distribute(enable) " +
			"vectorize(assume_safety)",
			`parallel_accesses distribute.enable=1 distribute.followup_all{parallel_accesses vectorize.enable=1 ` +
				`vectorize.followup_all{isvectorized parallel_accesses unroll.count=4}} disable_nonforced`, ``},
		{"//pragma:clang loop distribute(disable) vectorize_width(4) unroll(enable)",
			`distribute.enable=0 vectorize.width=4 vectorize.followup_all{isvectorized distribute.enable=0 unroll.enable}`, ``},
		// P11: GCC
		{"//pragma: GCC unroll 8", `unroll.count=8`, ``},
		{"//pragma: GCC unroll(COUNT)", `unroll.count=6`, ``},
		{"//pragma: GCC unroll COUNT*2-1", `unroll.count=11`, ``},
		{"//pragma: unroll(1<<(COUNT/4))", `unroll.count=2`, ``},
		{"//pragma: unroll (COUNT%4)", `unroll.count=2`, ``},
		{"//pragma: GCC nounroll", `unroll.disable`, ``},
		// P15: omp simd
		{"//pragma:omp parallel for simd simdlen(4)", `parallel.enable vectorize.enable=1 parallel_accesses vectorize.width=4`, ``},
		{"//pragma:omp parallel for schedule(dynamic,64) num_threads(4)", `parallel.enable parallel_accesses parallel.grain=64`,
			"k.go:4:1: pragma num_threads(4) has no effect: the option Parallel says how many goroutines share a parallel loop"},
		{"//pragma:omp parallel for reduction(+:s)", `parallel.enable parallel_accesses`,
			"k.go:4:1: pragma reduction(+:s) is redundant: the compiler finds this itself"},
		{"//pragma:omp for nowait", ``, "k.go:4:1: pragma omp for has no effect; write omp parallel for to let goroutines share " +
			"the loop\nk.go:4:1: pragma clause nowait is ignored"},
		{"//pragma:omp simd lastprivate(conditional: at) early_exit", `vectorize.enable=1 parallel_accesses`,
			"k.go:4:1: pragma lastprivate(conditional: at) is redundant: the compiler finds this itself\nk.go:4:1: pragma " +
				"early_exit is redundant: loops with early exits are vectorized if that is safe"},
		{"//pragma:omp declare simd", ``,
			`k.go:4:1: pragma omp declare simd has no effect here: it belongs directly above a function`},
		// P16: loop transformations
		{"//pragma:omp stripe sizes(4)", `stripmine.size=4 stripmine.followup_outer{interchange.enable}`, ``},
		{"//pragma:omp fuse looprange(1,3)", `fuse.enable fuse.followup_fused{fuse.enable}`, ``},
		{"//pragma:omp split counts(8, 4, omp_fill)", `split.after=8 split.followup_second{split.after=4}`, ``},
		{"//pragma:omp split counts(omp_fill,5)", `split.last=5`, ``},
		{"//pragma:omp split counts(3,omp_fill,5,4)",
			`split.after=3 split.followup_second{split.last=9 split.followup_second{split.after=5}}`, ``},
		// P17: Intel
		{"//pragma:vector", `vectorize.enable=1`, ``},
		{"//pragma:vector always vectorlength(4,8) novecremainder",
			`vectorize.enable=1 vectorize.width=4 vectorize.predicate.enable=0`, ``},
		{"//pragma:vector(always)", `vectorize.enable=1`, ``},
		{"//pragma:vector nontemporal", ``, `k.go:4:1: pragma nontemporal has no effect: stores go through the caches`},
		{"//pragma:simd vectorlength(8) reduction(+:s)", `vectorize.enable=1 vectorize.width=8`,
			`k.go:4:1: pragma reduction(+:s) is redundant: the compiler finds this itself`},
		{"//pragma:novector", `vectorize.enable=0`, ``},
		{"//pragma:loop_count(1000)", `estimated_trip_count=1000`, ``},
		{"//pragma:loop_count min(10) max(90)", `estimated_trip_count=50`, ``},
		{"//pragma:loop_count min(1), max(1000), avg(40)", `estimated_trip_count=40`, ``},
		{"//pragma:distribute_point", `distribute.enable=1`, ``},
		{"//pragma:nofusion", `fuse.disable`, ``},
		{"//pragma:block_loop factor(64)", `stripmine.size=64`, ``},
		{"//pragma:noblock_loop", ``,
			`k.go:4:1: pragma noblock_loop has no effect: loops are strip-mined only on request`},
		{"//pragma:prefetch", ``,
			`k.go:4:1: pragma prefetch has no effect: processors prefetch regular accesses themselves`},
		{"//pragma:nounroll_and_jam", `unroll_and_jam.disable`, ``},
		// P18: Ada
		{"//pragma:Loop_Optimize(Ivdep, No_Unroll)", `ivdep unroll.disable`, ``},
	} {
		loops, warns := loopsOf(t, loopWith(d.in)+"\nconst COUNT = 6\n")
		if got := strings.Join(loops, ";"); got != d.want {
			t.Errorf("%s\ngot  %s\nwant %s", d.in, got, d.want)
		}
		if got := strings.Join(warns, "\n"); got != d.warn {
			t.Errorf("%s\ngot warning  %s\nwant         %s", d.in, got, d.warn)
		}
	}
}

// TestNestPragmas tests pragmas about several loops, which are above the outermost of them.
func TestNestPragmas(t *testing.T) {
	for _, d := range []struct{ in, want string }{
		{"omp tile sizes(32,8)", `stripmine.size=32 stripmine.followup_inner{interchange.enable};stripmine.size=8;`},
		{"omp tile sizes(4,5,6)", `stripmine.size=4 stripmine.followup_inner{interchange.enable ` +
			`interchange.followup_inner{interchange.enable}};` +
			`stripmine.size=5 stripmine.followup_inner{interchange.enable};stripmine.size=6`},
		{"omp stripe sizes(4,5)", `stripmine.size=4 stripmine.followup_outer{interchange.enable ` +
			`interchange.followup_inner{interchange.enable}};` +
			`stripmine.size=5 stripmine.followup_outer{interchange.enable};`},
		{"block_loop factor(16) level(1,2)",
			`stripmine.size=16 stripmine.followup_inner{interchange.enable};stripmine.size=16;`},
		{"omp interchange", `interchange.enable;;`},
		{"omp reverse\n//pragma:omp interchange",
			`interchange.enable interchange.followup_outer{reverse.enable};;`},
		{"omp tile sizes(4,8)\n//pragma:omp reverse", `reverse.enable reverse.followup_reversed{` +
			`stripmine.size=4 stripmine.followup_inner{interchange.enable}};stripmine.size=8;`},
		{"omp simd simdlen(4) collapse(3)", `parallel_accesses flatten.enable flatten.divide ` +
			`flatten.followup_flattened{vectorize.enable=1 parallel_accesses vectorize.width=4};` +
			`flatten.enable flatten.divide;`},
		{"omp interchange permutation(2,3,1)", `interchange.enable interchange.followup_inner{interchange.enable};;`},
		{"omp interchange permutation(3,1,2)", `interchange.enable;interchange.enable;`},
		{"omp interchange permutation(3,2,1)",
			`interchange.enable interchange.followup_inner{interchange.enable};interchange.enable;`},
	} {
		src := "package p\n\nfunc K(x []float32, n int) {\n//pragma:" + d.in + `
for i := range n {
	for j := range n {
		for k := range n {
			x[i] += x[j] * x[k]
		}
	}
}
}
`
		loops, warns := loopsOf(t, src)
		if got := strings.Join(loops, ";"); got != d.want || len(warns) > 0 {
			t.Errorf("%s\ngot  %s\nwant %s\n%v", d.in, got, d.want, warns)
		}
	}
}

// TestUnknownPragmas checks that an unknown pragma causes a warning and does not prevent a kernel.
func TestUnknownPragmas(t *testing.T) {
	const unknown = "k.go:4:%d: unknown pragma %s has no effect, but that pragmas promise nothing of the loop; write %s instead"
	for _, d := range []struct {
		in, want, name string
		col            int
		instead        string
	}{
		{`//pragma:once`, ``, "once", 10, "clang loop, gcc, omp, unroll, nounroll, ivdep, vector or novector"},
		{`//pragma:unrol`, ``, "unrol", 10, "unroll"},
		{`//pragma:clang optimize`, ``, "optimize", 16, "clang loop"},
		{`//pragma:clang loop vectorise(enable)`, ``, "vectorise(enable)", 21, "vectorize"},
		{`//pragma:clang loop vectorize(assume_safety) vectorise_width(4)`, `vectorize.enable=1`, "vectorise_width(4)", 46, "vectorize_width"},
		{`//pragma:omp simdd`, ``, "simdd", 14, "omp simd, omp unroll, omp tile, omp interchange, omp reverse or omp fuse"},
		{`//pragma:omp simd one_by_one(a, f(b))`, `vectorize.enable=1`, "one_by_one(a, f(b))", 19, "simdlen(8)"},
		{`//pragma:vector alwayss`, ``, "alwayss", 17, "always"},
		{`//pragma:loop_optimize(ivdep, fast)`, ``, "fast", 10, "ivdep, unroll, no_unroll, vector or no_vector"},
		{`//pragma:gcc ivdep maybe`, ``, "maybe", 20, "gcc unroll 4"},
		{`//pragma:ivdep maybe`, ``, "maybe", 16, "one pragma per line"},
	} {
		loops, warns := loopsOf(t, loopWith(d.in))
		if got := strings.Join(loops, ";"); got != d.want {
			t.Errorf("%s\ngot  %s\nwant %s", d.in, got, d.want)
		}
		want := fmt.Sprintf(unknown, d.col, d.name, d.instead)
		if got := strings.Join(warns, "\n"); got != want {
			t.Errorf("%s\ngot warning  %s\nwant         %s", d.in, got, want)
		}
	}
}

func TestPragmaErrors(t *testing.T) {
	for _, d := range []struct{ in, want string }{
		{`//pragma:`, `k.go:4:10: found an empty pragma; write //pragma:clang loop unroll(full) or another one instead`},
		{`//pragma:clang loop unroll(maybe)`, `k.go:4:21: found pragma unroll(maybe); write unroll(enable), unroll(full) or unroll(disable) instead`},
		{`//pragma:clang loop unroll(4`, `k.go:4:28: found unroll( without its closing parenthesis; write ) instead`},

		{`//pragma:omp tile sizes(4,4)`, `k.go:4:1: found pragma omp tile of 2 loops above a nest of 1; write one for the loops that are there, each alone in the body of the one around it, instead`},
		{`//pragma:omp interchange`, `k.go:4:1: found pragma omp interchange of 2 loops above a nest of 1; write one for the loops that are there, each alone in the body of the one around it, instead`},
		{`//pragma:omp tile sizes(0)`, `k.go:4:19: found pragma sizes(0); write sizes(32) instead`},
		{`//pragma:omp interchange permutation(2,2)`, `k.go:4:1: found pragma permutation[2 2], which is none; write permutation(2,1) instead`},
		{`//pragma:omp fuse looprange(2,2)`, `k.go:4:1: found pragma looprange[2 2]; write the pragma above the first of the loops, with looprange(1,2), instead`},
		{`//pragma:omp split counts(omp_fill,omp_fill)`, `k.go:4:20: found pragma counts(omp_fill,omp_fill); write counts(8,omp_fill) instead`},
		{`//pragma:omp split counts(4)`, `k.go:4:1: found pragma counts with 1 parts; write 2 to 8 of them, as in counts(8,omp_fill), instead`},
		{`//pragma:loop_count(many)`, `k.go:4:10: found pragma loop_count(many); write loop_count(1000), or loop_count min(10) max(100) avg(50) instead`},
	} {
		_, err := frontend.Build(frontend.Text("k.go", loopWith(d.in)), "K", frontend.Options{})
		if got := fmt.Sprint(err); got != d.want {
			t.Errorf("%s\ngot  %s\nwant %s", d.in, got, d.want)
		}
	}
}
