package loopopt_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/remark"
)

// refusals are minimal kernels for which the optimizer refuses something, or does it only in part, for each reason:
// on AVX2, or on AVX-512 where the knobs say so.
var refusals = []struct {
	reason remark.Reason
	knobs  string
	src    string
}{
	{remark.FPFlags, "", `func k(y, a, b []float64) {
	for i := 1; i < len(y); i++ { y[i] = y[i-1]*a[i] + b[i] }
}`},
	{remark.FPFlags, "", `func k(y, a []float64) { // by multiplication, with arcp
	for i := 1; i < len(y); i++ { y[i] = (y[i-1] + a[i]) / 1.9 }
}`},
	{remark.FPOrder, "", `func k(y, x []float64) {
	s := 0.0
	for i := range y { s += x[i]; y[i] = s }
}`},
	{remark.TableUpdate, "", `func k(t *[4096]int32, v []int32, x []uint32) {
	for i := range x { if t[x[i]&4095] < v[i] { t[x[i]&4095] = v[i] } }
}`},
	{remark.SameSlice, "", `func k(y []int32, x []uint32) {
	for i := range x { y[x[i]&7] = y[i] + 1 }
}`},
	{remark.NotInnermost, "", `func k(y []int32, n int) {
	//loop:stride_versioning.enable
	for j := 0; j < n; j++ { for i := range y { y[i] += int32(j) } }
}`},
	{remark.NoInnerLoop, "", `func k(y []int32) {
	//loop:unroll_and_jam.count=2
	for i := range y { y[i]++ }
}`},
	{remark.AsksGo, "", `func k(y []int32) {
	for i := range y { if y[i] > 9 { t := make([]int32, y[i]); y[i] = t[i] } }
}`},
	{remark.NotOutermost, "", `func k(y, x []int32, n int) {
	for range n {
		//loop:parallel
		for i := range y { y[i] += x[i] }
	}
}`},
	{remark.NoWorkers, noParallel, `func k(y []int32) {
	//loop:parallel
	for i := range y { y[i]++ }
}`},
	{remark.UnknownAddress, "", `func k(x, z []int32, other bool) {
	y := x
	if other { y = z }
	//loop:parallel
	for i := range y { y[i] = int32(i) }
}`},
	{remark.CountersApart, "", `func k(y, x []int32, n, m int) {
	//loop:flatten.enable
	for i := 0; i < n; i++ { for j := 0; j < m; j++ { y[i*m+j] = x[j] } }
}`},
	{remark.ImperfectNest, "", `func k(y []int32, n, m int) {
	//loop:interchange.enable
	for i := 0; i < n; i++ { y[i] = 1; for j := 0; j < m; j++ { y[i*m+j] += int32(i) } }
}`},
	{remark.DepBlocksInterchange, "", `func k(y []int32, n, m int) {
	//loop:interchange.enable
	for i := 1; i < n; i++ { for j := 0; j < m-1; j++ { y[i*m+j] = y[(i-1)*m+j+1] } }
}`},
	{remark.DepBlocksReverse, "", `func k(y []int32) {
	//loop:reverse.enable
	for i := 1; i < len(y); i++ { y[i] += y[i-1] }
}`},
	{remark.LastValue, "", `func k(y []int32) (last int32) {
	//loop:reverse.enable
	for i := range y { last = y[i] }
	return
}`},
	{remark.DivergentControl, "", `func k(y []int32, n int) {
	//loop:unroll_and_jam.count=2
	for i := 0; i < n; i++ { for j := 0; j <= i; j++ { y[j] += int32(i) } }
}`},
	{remark.RegisterPressure, "", `func k(x []int64) (a, b, c, d int64) {
	//loop:vectorize.enable=0 unroll.count=4
	for _, v := range x { a += v; b ^= v; c |= v; d &= v }
	return
}`},
	{remark.ShortTripCount, "", `func k(y []int32) {
	//loop:unroll_and_jam.count=2
	for i := 0; i < 1; i++ { for j := range y { y[j] += int32(i) } }
}`},
	{remark.EarlyExit, "", `func k(x []int32, v int32) int { for i := 1; i < len(x); i++ { x[i] += 2; if x[i-1] == v { return i } }; return -1 }`},
	{remark.ExitStrategy, "", `func k(x []int32, v int32) int {
	//loop:vectorize.exits=clamp vectorize.predicate.enable
	for i, e := range x { if e == v { return i } }
	return -1
}`},
	{remark.NoStream, "", `func k(x []int32, v int32) int {
	//loop:vectorize.exits=page
	for i, e := range x { if e == v { return i } }
	return -1
}`},
	{remark.Speculation, "", `func k(x []byte, p *[1 << 20]byte) int {
	//loop:extent p unknown
	for i, e := range x { if e == 1 && p[2*i] == 0 { return i } }
	return -1
}`},
	{remark.UnknownTripCount, "", `func k(n uint64) (s uint64) { for n != 1 { if n&1 == 0 { n >>= 1 } else { n = 3*n + 1 }; s++ }; return }`},
	{remark.ShortTripCount, "", `func k(y []int32) {
	//loop:estimated_trip_count=2 peel.disable
	for i := range y { y[i]++ }
}`},
	{remark.HugeTripCount, "", `func k(y []int32) {
	//loop:unroll.full
	for i := 0; i < 100000; i++ { y[i] = 1 }
}`},
	{remark.UnprovedCheck, "", `func k(y []int, x []int) (s int) { for i := 1; i < len(y); i++ { y[i] += 2; s += x[y[i-1]] }; return }`},

	{remark.NothingToPeel, "", `func k(y []int32) {
	//loop:peel.enable
	for i := range y { y[i]++ }
}`},
	{remark.NoStoreToAlign, "", `func k(y []int32) (s int32) {
	//loop:peel.align=64
	for i := range y { s += y[i] }
	return
}`},

	{remark.FloatInduction, "", `func k(y []float32) { f := float32(0); for i := range y { y[i] = f; f += 0.1 } }`},
	{remark.FPOrder, "", `func k(x []float64) (s float64) { for _, v := range x { s += v }; return }`},
	{remark.TableRecurrence, "", `func k(crc uint32, t *[256]uint32, p []byte) uint32 { for _, b := range p { crc = t[byte(crc)^b] ^ crc>>8 }; return crc }`},
	{remark.LockedInFloat64, "", `func k(y, x []float32) { for i := range x { y[i] = float32(1 / (1 + math.Exp(-float64(x[i])))) } }`},
	{remark.FarInFloat32, "", `func k(y, x []float32) { for i := range x { y[i] = float32(math.Exp(float64(x[i])) - 1) } }`},
	{remark.HashRounds, "", `func k(s *[8]uint32, k, w []uint32) {
	a, b, c, d, e, f, g, h := s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]
	for i := range w[:min(len(w), len(k))] {
		t := h + (e>>6 | e<<26 ^ (e>>11 | e<<21) ^ (e>>25 | e<<7)) + (e&f ^ ^e&g) + k[i] + w[i]
		u := (a>>2 | a<<30 ^ (a>>13 | a<<19) ^ (a>>22 | a<<10)) + (a&b ^ a&c ^ b&c)
		h, g, f, e, d, c, b, a = g, f, e, d+t, c, b, a, t+u
	}
	s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7] = a, b, c, d, e, f, g, h
}`},
	{remark.UnknownRecurrence, "", `func k(y, x []int32) { p := int32(0); for i := range y { y[i] = p; p = p*3 ^ x[i] } }`},

	{remark.InvariantStore, "", `func k(y, x []int32) { for i := range x { if x[i] > 0 { y[0] += x[i] } } }`},
	{remark.UnknownDependence, "", `func k(a, b []int32, n int) {
	//loop:stride_versioning.disable
	for j := 0; j < n; j++ { a[j*n] += 3; b[j*n] += a[j*n] * 5 }
}`},
	{remark.BackwardDependence, "", `func k(y, x []int32) { for i := 1; i < len(y); i++ { y[i] = y[i-1]>>1 + x[i] } }`},
	{remark.TooManyChecks, "", manySlices(17)},

	{remark.ConditionalReverse, "", `func k(y, x []int32) { for i := len(x) - 1; i >= 0; i-- { if x[i] > 0 { y[i] = 1 } } }`},
	{remark.ConditionalUniformLoad, "", `func k(y, x, t []int32) { if len(t) == 0 { return }; for i := range x { if x[i] > 0 { y[i] = t[0] } } }`},

	{remark.CannotIsolate, "", `func k(a, b []int32) {
	//loop:distribute.enable
	for i := 1; i < len(a); i++ { a[i] = b[i-1] + 1; b[i] = a[i-1] * 2 }
}`},
	{remark.NothingToIsolate, "", `func k(a []int32) {
	//loop:distribute.enable
	for i := range a { a[i]++ }
}`},
	{remark.NothingToHoist, "", `func k(a []int32) {
	//loop:licm_versioning.enable
	for i := range a { a[i]++ }
}`},
	{remark.NoCommonPath, "", `func k(a []int32) {
	//loop:runs.enable
	for i := range a { a[i]++ }
}`},
	{remark.NoSymbolicStride, "", `func k(a []int32) {
	//loop:stride_versioning.enable
	for i := range a { a[i]++ }
}`},
	{remark.NoTableUpdate, "", `func k(a []int32) {
	//loop:subtables.enable
	for i := range a { a[i]++ }
}`},
	{remark.WideIndex, "", `func k(h []int32, x []uint16) { for _, v := range x { h[v]++ } }`},
	{remark.NoInvariantCondition, "", `func k(a []int32) {
	//loop:unswitch.enable
	for i := range a { if a[i] > 3 { a[i] = 7 } }
}`},
	{remark.UnknownPlace, "", `func k(a []int32, m float64) {
	//loop:split.at=m
	for i := range a { a[i] = 7 }
}`},
	{remark.UnknownSize, "", `func k(a []int32, m float64) {
	//loop:stripmine.size=m
	for i := range a { a[i] = 7 }
}`},
	{remark.NoInduction, "", `func k(a []int32, m int) {
	//loop:split.at=3
	for i := uint8(0); i < 200; i++ { a[i]++ }
}`},
	{remark.NotUnrolled, "", `func k(x []int32) (s int32) {
	t := int32(2)
	//loop:reroll.enable
	for i := 0; i+2 <= len(x); i += 2 { t += x[i+1]; s += x[i] }
	return s - t
}`},
	{remark.NotUnrolled, "", `func k(x []int32) {
	//loop:reroll.enable
	for i := 0; i+2 <= len(x); i += 2 { if x[i] > 2 { x[i] = 5 }; if x[i+1] <= 2 { x[i+1] = 5 } }
}`},
	{remark.NotUnrolled, "", `func k(a []int32) {
	//loop:reroll.enable
	for i := 0; i < len(a)-1; i += 2 { a[i]++; a[i+1]-- }
}`},
	{remark.NothingToCarry, "", `func k(a []int32) {
	//loop:commoning.enable
	for i := range a { a[i]++ }
}`},
	{remark.NoNextLoop, "", `func k(a []int32) {
	//loop:fuse.enable
	for i := range a { a[i]++ }
}`},
	{remark.TripCountsDiffer, "", `func k(y []int32) {
	//loop:fuse.enable
	for i := 0; i < len(y)-1; i++ { y[i]++ }
	for i := 0; i < len(y); i++ { y[i] *= 3 }
}`},
	{remark.NeedsFirstLoop, "", `func k(a []int32) {
	s := int32(0)
	//loop:fuse.enable
	for _, v := range a { s += v }
	for i := range a { a[i] = s }
}`},
	{remark.CodeBetween, "", `func k(a, b []int32) {
	//loop:fuse.enable
	for i := range a { a[i]++ }
	b[0] = 3
	for i := range a { b[i]++ }
}`},

	{remark.NotProfitable, "", `func k(y, x []int64, z []int32) { for i := range y { y[7*i] = x[9*i]; z[5*i] = 1 } }`},
	{remark.Disabled, "", `func k(y []int32) {
	//loop:vectorize.width=1
	for i := range y { y[i]++ }
}`},
	{remark.NotForced, "", `func k(y []int32) {
	//loop:vectorize.align.enable disable_nonforced
	for i := range y { y[i]++ }
}`},
	{remark.Superseded, "", `func k(y []int32) {
	//loop:vectorize.enable unroll.count=2 vectorize.followup_all{}
	for i := range y { y[i]++ }
}`},
	{remark.AlreadyDone, "", `func k(y []int32) {
	//loop:vectorize.enable vectorize.followup_vectorized{vectorize.enable}
	for i := range y { y[i]++ }
}`},
	{remark.LoopGone, "", `func k(y []int32) {
	if len(y) < 8 { return }
	//loop:unroll.full vectorize.enable
	for i := range 8 { y[i]++ }
}`},
	{remark.OutOfOrder, "order=legacy", `func k(y []int32) {
	//loop:unroll.count=2 disable_nonforced unroll.followup_unrolled{vectorize.enable}
	for i := range y { y[i]++ }
}`},
	{remark.CodeSize, "", `func k(y []int32) {
	//loop:vectorize.enable=0 unroll.count=100000
	for i := range y { y[i]++ }
}`},
	{remark.BranchPressure, "", `func k(x *[16]int32, y []int32) (s int32) {
	for i := range y {
		s += y[i]
		for j := range 12 {
			if x[j] > s { x[j] = s }
			if x[j] < y[i] { s ^= x[j]; x[j]-- }
			if x[j] == 7 { x[j+1] = s * 3 }
		}
	}
	return
}`},
	{remark.CodeCache, "", `func k(x *[16]int32, y []int32) (s int32) {
	for i := range y {
		s += y[i]` + strings.Repeat(`
		for j := range 14 { s = ((((s^x[j])*3+y[i])^s>>3)*5 + s>>7) ^ x[j+1]*s; x[j+1] = s }`, 36) + `
	}
	return
}`},
	{remark.SwitchedOff, "jam.enable=false", `func k(y, x []int32, n int) {
	//loop:unroll_and_jam.enable
	for i := range n { for j := range n { y[i] += x[i*n+j] } }
}`},
	{remark.LeftToInner, "", `func k(y, x []int32, n int) { for i := range n { for j := range n { y[i*n+j] += x[j] } } }`},
	{remark.DependenceDistance, "", `func k(y []int32) {
	//loop:vectorize.width=16
	for i := 4; i < len(y); i++ { y[i] = y[i-4] + 1 }
}`},
	{remark.NoMaskedForm, "", `func k(y []uint8) {
	//loop:vectorize.predicate.enable
	for i := len(y) - 1; i >= 0; i-- { y[i] += 3 }
}`},
	{remark.NothingToAlign, avx512, `func k(y, x []int32, t []int32) {
	//loop:vectorize.enable vectorize.predicate.enable vectorize.align.enable
	for i := range y { y[i] = x[t[i]&7] }
}`},
	{remark.NoRegion, "", `func k(y, x []int32) {
	//loop:vectorize.enable vectorize.regions=branch
	for i := range y { a, n := x[i], int32(0); for a > 1 { a >>= 1; n++ }; if n > 3 { y[i] = n } }
}`},
	{remark.NoWindow, "", `func k(y, x []int32) {
	//loop:vectorize.enable vectorize.gathers=window
	for i := range y { y[i] = x[i*9] }
}`},
	{remark.RegisterWidth, "", `func k(y []int32) {
	//loop:prefer_width=512
	for i := range y { y[i]++ }
}`},
	{remark.NoVectorWidth, "", `func k(y []float64) {
	//loop:vectorize.enable prefer_width=64
	for i := range y { y[i]++ }
}`},
	{remark.DepBlocksFusion, "", `func k(y []int32) {
	//loop:fuse.enable
	for i := 0; i < len(y)-1; i++ { y[i]++ }
	for i := 0; i < len(y)-1; i++ { y[i+1] *= 3 }
}`},
	{remark.Bisected, "bisect=0", `func k(y []int32) { for i := range y { y[i]++ } }`},
}

// avx512 as knobs compiles the kernel for AVX-512.
// noParallel is not a knob: it leaves out what goroutines need.
const noParallel = "parallel=no"

const avx512 = "isa=avx512"

// manySlices returns a kernel that stores to n slices: n*(n-1)/2 pairs to check at run time.
func manySlices(n int) string {
	var params, body []string
	for i := range n {
		params = append(params, fmt.Sprintf("s%d", i))
		body = append(body, fmt.Sprintf("s%d[i]++", i))
	}
	return "func k(" + strings.Join(params, ", ") + " []int32) { for i := range s0 { " + strings.Join(body, "; ") + " } }"
}

// notRaised maps the reasons that no source can cause to an explanation.
var notRaised = map[remark.Reason]string{
	remark.NotSimplified:           "the pipeline brings every loop into canonical form first",
	remark.Irreducible:             "the subset has no goto",
	remark.AlreadyPolls:            "polls come behind the driver",
	remark.UnknownPhi:              "UnknownRecurrence is found first",
	remark.StoreToInvariantAddress: "InvariantStore is found first",
	remark.UnknownAccess:           "analysis classifies every access there is",
	remark.UnknownExtent:           "extents that are unknown are not checked yet",
	remark.ConditionalGroup:        "accesses that are conditional form no groups",
	remark.UnknownOp:               "every operation in the body of a loop has a vector form",
	remark.UnknownValue:            "every value in the body of a loop has a recipe",
	remark.UnknownMask:             "blocks end in branches and jumps only",
	remark.SpillLimit:              "selection reports it, not the optimizer",
}

// imports returns the import line of a source that uses package math.
func imports(src string) string {
	if strings.Contains(src, "math.") {
		return "import \"math\"\n"
	}
	return ""
}

// TestReasons causes every reason, except those in notRaised.
func TestReasons(t *testing.T) {
	target := isel.TargetFor(cpu.Features{Tier: cpu.AVX2, Tuning: cpu.Tuning{VectorBits: 256}})
	covered := map[remark.Reason]bool{}
	for _, c := range refusals {
		t.Run(string(c.reason), func(t *testing.T) {
			res, err := frontend.Build(frontend.Text("k.go", "package k\n"+imports(c.src)+c.src+"\n"), "k", frontend.Options{})
			if err != nil {
				t.Fatal(err)
			}
			parallel := config.OnRequest
			if c.knobs == noParallel {
				c.knobs, parallel = "", config.NoParallel
			}
			knobs, err := config.ParseKnobs(c.knobs)
			if err != nil {
				t.Fatal(err)
			}
			knobs.VerifyEach = true
			sink := &remark.Sink{}
			target := target
			if c.knobs == avx512 {
				target = isel.TargetFor(cpu.Features{Tier: cpu.AVX512, Tuning: cpu.Tuning{VectorBits: 512}})
			}
			if _, err := loopopt.Optimize(res.Func, config.Options{Target: target, Remarks: sink, Knobs: knobs, Parallel: parallel}); err != nil {
				t.Fatal(err)
			}
			var all []string
			for _, r := range sink.Remarks {
				all = append(all, r.String())
				if r.Reason == remark.None {
					continue
				}
				if !r.Reason.Known() {
					t.Errorf("%s: the reason has no description", r)
				}
				if why, ok := notRaised[r.Reason]; ok {
					t.Errorf("%s: this was thought never to be raised, because %s", r, why)
				}
				covered[r.Reason] = true
			}
			if !slices.ContainsFunc(sink.Remarks, func(r remark.Remark) bool { return r.Reason == c.reason }) {
				t.Errorf("%s is not raised; remarks:\n%s", c.reason, strings.Join(all, "\n"))
			}
		})
	}
	for _, r := range remark.Reasons() {
		if notRaised[r] == "" && !covered[r] {
			t.Errorf("no kernel here raises %s", r)
		}
	}
}
