package loopopt_test

import (
	"strings"

	"hotloop/cpu"
	"hotloop/loopopt/ir"
)

// Kernels of effects.
const (
	// heuristics vectorize it, but in order only if that pays, which is not the case
	orderedSum = `func k(x []float64) (s float64) { HERE for _, v := range x { s += v }; return }`
	// heuristics take 4 lanes of AVX2, and 4 vectors
	doubles = `func k(y, x []float64) { HERE for i := range y { y[i] = y[i]*3 + x[i] } }`
	// dependences between iterations are unknown, and there is a sum
	scattered = `func k(y []float64, a, b []int32) (s float64) { HERE for i := range a { y[a[i]] = y[b[i]] + 1; s += y[b[i]] }; return }`
	// the same without the sum
	scatteredOnly = `func k(y []float64, a, b []int32) { HERE for i := range a { y[a[i]] = y[b[i]] + 1 } }`
	// heuristics do not unroll a chain of dependent iterations
	horner = `func k(x []float64, a float64) (s float64) { HERE for _, v := range x { s = s*a + v }; return }`
	// rows whose lengths depend on the data: heuristics leave them
	hornerRows = `func k(y, x []float64, a float64, n []int32) { for i := range y { HERE for j := 0; j < int(n[i]); j++ { y[i] = y[i]*a + x[j] } } }`
	// the same, 40 times
	hornerOf40 = `func k(x []float64, a float64) (s float64) { if len(x) < 40 { return }; HERE for i := range 40 { s = s*a + x[i] }; return }`
	// heuristics unroll it completely
	hashOf12 = `func k(x []int32) (s int32) { if len(x) < 12 { return }; HERE for i := range 12 { s = (s ^ x[i]) * 3 }; return }`
	// it is jammed only on request
	products = `func k(y, a, x []int32, n int) { HERE for i := range n { for j := range n { y[i] += a[i*n+j] * x[j] } } }`
	// each row is a chain
	hashes = `func k(y, a []int32, n int) { HERE for i := range n { s := int32(0)
//loop:unroll.disable
for j := range n { s = (s ^ a[i*n+j]) * 3 }; y[i] = s } }`
	// heuristics jam it
	dots = `func k(y, a, x []float32, n int) { HERE for i := range n { s := float32(0); for j := range n { s += a[i*n+j] * x[j] }; y[i] = s } }`
	// heuristics do not distribute what can be vectorized as a whole
	statements = `func k(y, z, x []int32) { HERE for i := range x { y[i] = x[i] * 3; z[i] = x[i] + 5 } }`
	// one statement depends on the previous iteration, the other does not
	mixed = `func k(y, z, x []int32) { HERE for i := 1; i < len(x); i++ { y[i] = (y[i-1] | 3) ^ x[i] &^ y[i-1]; z[i] = x[i] * 5 } }`
	// heuristics distribute that
	table  = `func k(y, x []float32, h []int32) { HERE for i := range y { v := x[i]; y[i] = (v*v*v+3*v-7)/(1+v*v) + v*y[i] - (v-1)*(v-2)*(v-3)*(v-4); h[i&15] = h[i&7] + 1 } }`
	turned = `func k(y, x []int32, n int) { HERE for i := range n { for j := range n { y[j*n+i] = x[i*n+j] } } }`
	pairs  = `func k(x, w []float64, n int) (s float64) { HERE for i := range n { for j := range n { s += x[i*n+j] * w[j] } }; return }`
	outer  = `func k(y, a, x []int32, n int) { HERE for i := range n { for j := range n { y[i*n+j] += a[i] * x[j] } } }`
	rows   = `func k(y, x []int32, n int) { for i := range n { HERE for j := range n { y[i*n+j] = x[j] * 3 } } }`
	// the loop around the call requests vectors, and leaves their width open
	declared = `HERE func d(x float64) float64 { return x*3 + 1 }
func k(y []float64) {
//loop:vectorize.enable
for i := range y { y[i] = d(y[i]) } }`
	loops = `func k(y, z []int32, n int) { HERE for i := range n { y[i] = int32(i) * 3 }; for i := range n { z[i] = int32(i) ^ 5 } }`
)

const (
	// other spellings of one promise: none of them vectorizes a proved dependence
	samePromise = "^mem.parallel_loop_access for|^ivdep for|^parallel_accesses for"
	// which of the strip-mined loops are interchanged shows only in their order (TestNestPragmas)
	order   = "^stripmine.followup_(outer|inner|all) for"
	granted = "changes the order of floating-point operations"
	noVec   = "remark: loop not vectorized: remove the directive that forbids it; the loop's metadata forbid it"
)

func onAVX2(src, want string) sight   { return sight{tier: cpu.AVX2, src: src, want: want} }
func onAVX512(src, want string) sight { return sight{tier: cpu.AVX512, src: src, want: want} }

func inLoops(src, want string, op ir.Op, bodies string) sight {
	return sight{tier: cpu.AVX2, src: src, want: want, op: op, bodies: bodies}
}

func inScalars(src string, op ir.Op, bodies string) sight {
	return sight{tier: cpu.AVX2, src: src, scalar: true, op: op, bodies: bodies}
}

var effects = []effect{
	{directive: "//pragma:clang loop vectorize(enable)", shows: []sight{onAVX2(orderedSum, granted)}},
	{directive: "//pragma:vector always", shows: []sight{onAVX2(orderedSum, granted)}},
	{directive: "//pragma:clang loop interleave(enable)", shows: []sight{onAVX2(orderedSum, granted)}},
	{directive: "//pragma:loop_optimize(vector)", shows: []sight{onAVX2(orderedSum, granted)}},
	{directive: "//pragma:clang loop vectorize(disable)", shows: []sight{onAVX2(doubles, noVec),
		onAVX2(strings.Replace(doubles, "HERE", "HERE//loop:interleave.count=4\n", 1), "loop interleaved (count=4")}},
	{directive: "//pragma:novector", shows: []sight{onAVX2(doubles, noVec),
		onAVX2(strings.Replace(doubles, "HERE", "HERE//loop:interleave.count=4\n", 1), "!interleaved")}},
	{directive: "//pragma:gcc novector", shows: []sight{onAVX2(doubles, noVec),
		onAVX2(strings.Replace(doubles, "HERE", "HERE//loop:interleave.count=4\n", 1), "!interleaved")}},
	{directive: "//pragma:loop_optimize(no_vector)", shows: []sight{onAVX2(doubles, noVec),
		onAVX2(strings.Replace(doubles, "HERE", "HERE//loop:interleave.count=4\n", 1), "!interleaved")}},
	{directive: "//pragma:clang loop vectorize(assume_safety)", idle: samePromise, shows: []sight{onAVX2(scattered, "loop vectorized; "+granted)}},
	{directive: "//pragma:clang loop interleave(assume_safety)", idle: samePromise, shows: []sight{onAVX2(scattered, "loop vectorized; "+granted)}},
	{directive: "//pragma:clang loop vectorize_width(8)", shows: []sight{onAVX2(doubles, "VF=8"), onAVX2(orderedSum, granted)}},
	{directive: "//pragma:clang loop vectorize_width(8,fixed)", shows: []sight{onAVX2(doubles, "VF=8")}},
	{directive: "//pragma:clang loop vectorize_width(8,scalable)", shows: []sight{onAVX2(doubles, "VF=8")}},
	{directive: "//pragma:vector vectorlength(8)", shows: []sight{onAVX2(doubles, "VF=8")}},
	{directive: "//pragma:vector vectorlength(8,16)", shows: []sight{onAVX2(doubles, "VF=8")}},
	{directive: "//pragma:omp simd simdlen(8)", idle: samePromise + "|without vectorize.enable|for vectorize.enable", shows: []sight{onAVX2(doubles, "VF=8"), onAVX2(scattered, "loop vectorized; "+granted)}},
	{directive: "//pragma:omp declare simd simdlen(8)", idle: "without vectorize.enable|for vectorize.enable", shows: []sight{onAVX2(declared, "VF=8")}},
	{directive: "//pragma:omp simd safelen(8)", shows: []sight{onAVX2(orderedSum, granted), onAVX2(scatteredOnly, "warning: loop not vectorized")}},
	{directive: "//pragma:clang loop vectorize_predicate(enable)", shows: []sight{onAVX2(doubles, "tail=masked")}},
	{directive: "//pragma:vector vecremainder", shows: []sight{onAVX2(doubles, "tail=masked")}},
	{directive: "//pragma:clang loop vectorize_predicate(disable)", shows: []sight{onAVX512(doubles, "tail=scalar")}},
	{directive: "//pragma:vector novecremainder", shows: []sight{onAVX512(doubles, "tail=scalar")}},
	{directive: "//pragma:vector dynamic_align", shows: []sight{onAVX512(rows, "aligned=64")}},
	{directive: "//pragma:vector nodynamic_align", shows: []sight{onAVX512(doubles, "loop vectorized; !aligned=64")}},
	{directive: "//pragma:clang loop interleave(disable)", shows: []sight{onAVX2(doubles, "UF=1")}},
	{directive: "//pragma:clang loop interleave_count(2)", shows: []sight{onAVX2(doubles, "UF=2")}},
	{directive: "//pragma:clang loop unroll(enable)", shows: []sight{onAVX2(hornerRows, "loop unrolled (count=4 tests=kept)")}},
	{directive: "//pragma:unroll", shows: []sight{onAVX2(hornerRows, "loop unrolled (count=4 tests=kept)")}},
	{directive: "//pragma:omp unroll partial", shows: []sight{onAVX2(hornerRows, "loop unrolled (count=4 tests=kept)")}},
	{directive: "//pragma:loop_optimize(unroll)", shows: []sight{onAVX2(hornerRows, "loop unrolled (count=4 tests=kept)")}},
	{directive: "//pragma:clang loop unroll(full)", shows: []sight{onAVX2(hornerOf40, "completely unrolled (count=40)"), onAVX2(horner, "warning: loop not unrolled: let for i := range x or i < n count the iterations, and change neither i nor n in the loop; the number of iterations is not known")}},
	{directive: "//pragma:omp unroll full", shows: []sight{onAVX2(hornerOf40, "completely unrolled (count=40)"), onAVX2(horner, "warning: loop not unrolled: let for i := range x or i < n count the iterations, and change neither i nor n in the loop; the number of iterations is not known")}},
	{directive: "//pragma:clang loop unroll(disable)", shows: []sight{onAVX2(hashOf12, "!unrolled"), onAVX2(strings.Replace(products, "HERE", "HERE//loop:unroll.count=2\n", 1), "warning: loop not unrolled: remove the directive that forbids it; the loop's metadata forbid it")}},
	{directive: "//pragma:gcc unroll 1", shows: []sight{onAVX2(hashOf12, "!unrolled"), onAVX2(strings.Replace(products, "HERE", "HERE//loop:unroll.count=2\n", 1), "warning: loop not unrolled: remove the directive that forbids it; the loop's metadata forbid it")}},
	{directive: "//pragma:unroll(1)", shows: []sight{onAVX2(hashOf12, "!unrolled"), onAVX2(strings.Replace(products, "HERE", "HERE//loop:unroll.count=2\n", 1), "warning: loop not unrolled: remove the directive that forbids it; the loop's metadata forbid it")}},
	{directive: "//pragma:gcc nounroll", shows: []sight{onAVX2(hashOf12, "!unrolled"), onAVX2(strings.Replace(products, "HERE", "HERE//loop:unroll.count=2\n", 1), "warning: loop not unrolled: remove the directive that forbids it; the loop's metadata forbid it")}},
	{directive: "//pragma:nounroll", shows: []sight{onAVX2(hashOf12, "!unrolled"), onAVX2(strings.Replace(products, "HERE", "HERE//loop:unroll.count=2\n", 1), "warning: loop not unrolled: remove the directive that forbids it; the loop's metadata forbid it")}},
	{directive: "//pragma:loop_optimize(no_unroll)", shows: []sight{onAVX2(hashOf12, "!unrolled"), onAVX2(strings.Replace(products, "HERE", "HERE//loop:unroll.count=2\n", 1), "warning: loop not unrolled: remove the directive that forbids it; the loop's metadata forbid it")}},
	{directive: "//pragma:clang loop unroll_count(3)", shows: []sight{onAVX2(horner, "loop unrolled (count=3)")}},
	{directive: "//pragma:gcc unroll 3", shows: []sight{onAVX2(horner, "loop unrolled (count=3)")}},
	{directive: "//pragma:gcc unroll(3)", shows: []sight{onAVX2(horner, "loop unrolled (count=3)")}},
	{directive: "//pragma:unroll(3)", shows: []sight{onAVX2(horner, "loop unrolled (count=3)")}},
	{directive: "//pragma:unroll 3", shows: []sight{onAVX2(horner, "loop unrolled (count=3)")}},
	{directive: "//pragma:omp unroll partial(3)", shows: []sight{onAVX2(horner, "loop unrolled (count=3)")}},
	{directive: "//pragma:clang loop unroll_and_jam(enable)", shows: []sight{onAVX2(products, "jammed (count=4)")}},
	{directive: "//pragma:unroll_and_jam", shows: []sight{onAVX2(products, "jammed (count=4)")}},
	{directive: "//pragma:clang loop unroll_and_jam_count(3)", shows: []sight{onAVX2(products, "jammed (count=3)")}},
	{directive: "//pragma:unroll_and_jam(3)", shows: []sight{onAVX2(products, "jammed (count=3)")}},
	{directive: "//pragma:clang loop unroll_and_jam(disable)", shows: []sight{onAVX2(dots, "!jammed"), onAVX2(strings.Replace(products, "HERE", "HERE//loop:unroll.count=2\n", 1), "loop unrolled (count=2)")}},
	{directive: "//pragma:nounroll_and_jam", shows: []sight{onAVX2(dots, "!jammed"), onAVX2(strings.Replace(products, "HERE", "HERE//loop:unroll.count=2\n", 1), "loop unrolled (count=2)")}},
	{directive: "//pragma:clang loop distribute(enable)", shows: []sight{onAVX2(statements, "loop distributed")}},
	{directive: "//pragma:distribute_point", shows: []sight{onAVX2(statements, "loop distributed")}},
	{directive: "//pragma:clang loop distribute(disable)", shows: []sight{onAVX2(table, "!remark: loop distributed; !vectorize:Disabled")}},
	{directive: "//pragma:clang loop licm(disable)", shows: []sight{{op: ir.OpMul, bodies: "1",
		src: `func k(y []int64, a, b int64) { HERE//loop:vectorize.enable=0 unroll.disable
for i := range y { y[i] += a*b } }`}}},
	{directive: "//pragma:gcc ivdep", idle: samePromise, shows: []sight{onAVX2(scatteredOnly, "loop vectorized")}},
	{directive: "//pragma:ivdep", idle: samePromise, shows: []sight{onAVX2(scatteredOnly, "loop vectorized")}},
	{directive: "//pragma:loop_optimize(ivdep)", idle: samePromise, shows: []sight{onAVX2(scatteredOnly, "loop vectorized")}},
	{directive: "//pragma:nofusion", shows: []sight{onAVX2(strings.Replace(loops, "HERE", "HERE//loop:fuse.enable\n", 1), "warning: loops not fused: remove the directive that forbids it; the loop's metadata forbid it")}},

	// Nests and several loops.
	{directive: "//pragma:omp tile sizes(8,16)", idle: order, shows: []sight{onAVX2(turned, "strip-mined (size=8); strip-mined (size=16); loops interchanged")}},
	{directive: "//pragma:block_loop factor(8) level(1,2)", idle: order, shows: []sight{onAVX2(turned, "k.go:4:2: remark: loop strip-mined (size=8); k.go:4:21: remark: loop strip-mined (size=8); loops interchanged")}},
	{directive: "//pragma:omp stripe sizes(8)", idle: order, shows: []sight{onAVX2(outer, "strip-mined (size=8); loops interchanged")}},
	{directive: "//pragma:omp interchange permutation(2,1)", shows: []sight{onAVX2(outer, "loops interchanged")}},
	{directive: "//pragma:omp fuse looprange(1,2)", shows: []sight{onAVX2(loops, "loops fused")}},
	{directive: "//pragma:omp split counts(7,omp_fill)", shows: []sight{onAVX2(doubles, "index set split; VF=4 UF=1")}},
	{directive: "//pragma:omp reverse", shows: []sight{onAVX2(doubles, "reversed")}},
	{directive: "//pragma:omp simd collapse(2)", idle: "parallel_accesses" /* a nest that needs it has checks, and is not flattened */, shows: []sight{onAVX2(pairs, "loops flattened; loop vectorized; "+granted)}},
	{directive: "//pragma:omp parallel for schedule(dynamic,64)", idle: "parallel_accesses|parallel.grain", shows: []sight{onAVX2(doubles, "loop parallelized")}},
	{directive: "//pragma:loop_count(2)", shows: []sight{onAVX2(doubles, "loop peeled (count=2)")}},

	// Followups.
	{directive: "//loop:vectorize.width=2 interleave.count=1 vectorize.followup_vectorized{unroll.count=3}", shows: []sight{inLoops(doubles, "VF=2 UF=1", ir.OpMul, "3 1 1")}},
	{directive: "//loop:vectorize.width=2 interleave.count=1 vectorize.followup_epilogue{unroll.count=3}", shows: []sight{inLoops(doubles, "VF=2 UF=1", ir.OpMul, "3 3 1 1 1")}},
	{directive: "//loop:vectorize.width=2 interleave.count=1 vectorize.followup_all{unroll.count=3}", shows: []sight{inLoops(doubles, "VF=2 UF=1", ir.OpMul, "3 3 3 1 1 1")}},
	{directive: "//loop:unroll.count=3 unroll.followup_unrolled{unroll.count=2}", shows: []sight{inScalars(horner, ir.OpMul, "6 3 1")}},
	{directive: "//loop:unroll.count=8 unroll.followup_remainder{unroll.count=2}", shows: []sight{inScalars(horner, ir.OpMul, "8 2 1")}},
	{directive: "//loop:unroll.count=3 unroll.followup_all{unroll.count=2}", shows: []sight{inScalars(horner, ir.OpMul, "6 3 2 1")}},
	{directive: "//loop:unroll_and_jam.count=3 unroll_and_jam.followup_outer{unroll.count=2}", shows: []sight{inScalars(hashes, ir.OpMul, "3 3 3 1 1")}},
	{directive: "//loop:unroll_and_jam.count=3 unroll_and_jam.followup_inner{unroll.count=5}", shows: []sight{inScalars(hashes, ir.OpMul, "15 3 1 1")}},
	{directive: "//loop:unroll_and_jam.count=4 unroll_and_jam.followup_remainder_outer{unroll.count=2}", shows: []sight{inScalars(hashes, ir.OpMul, "4 1 1 1 1")}},
	{directive: "//loop:unroll_and_jam.count=3 unroll_and_jam.followup_remainder_inner{unroll.count=2}", shows: []sight{inScalars(hashes, ir.OpMul, "3 2 1 1")}},
	{directive: "//loop:unroll_and_jam.count=3 unroll_and_jam.followup_all{unroll.count=2}", shows: []sight{inScalars(hashes, ir.OpMul, "6 6 6 3 3 3 2 2 2 1 1 1 1")}},
	{directive: "//loop:distribute.enable distribute.followup_coincident{unroll.count=3}", shows: []sight{inScalars(mixed, ir.OpMul, "4 3 1 1 1 1"), inScalars(mixed, ir.OpOr, "4 4 1 1 1 1")}},
	{directive: "//loop:distribute.enable distribute.followup_sequential{unroll.count=3}", shows: []sight{inScalars(mixed, ir.OpMul, "4 4 1 1 1 1"), inScalars(mixed, ir.OpOr, "4 3 1 1 1 1")}},
	{directive: "//loop:distribute.enable distribute.followup_fallback{unroll.count=3}", shows: []sight{inScalars(mixed, ir.OpMul, "4 3 3 1 1 1"), inScalars(mixed, ir.OpOr, "4 3 3 1 1 1")}},
	{directive: "//loop:distribute.enable distribute.followup_all{unroll.count=3}", shows: []sight{inScalars(mixed, ir.OpMul, "3 3 3 1 1 1"), inScalars(mixed, ir.OpOr, "3 3 3 1 1 1")}},
}
