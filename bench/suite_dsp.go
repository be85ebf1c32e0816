package bench

import (
	"hotloop/bench/dsp"
	"hotloop/bench/dsp/oracle"
)

// DSP returns the suite dsp: n is the number of output samples.
func DSP() []*Kernel {
	e := entriesOf("dsp")
	return []*Kernel{
		e.kernel("fir", "FIR", f3(dsp.FIR, oracle.FIR, oracle.EmptyFIR),
			func(g gen, n int) []any { return []any{g.f32s(n), g.f32s(n + 31), g.f32s(32)} }).feeds().sums(),
		e.kernel("biquad", "Biquad", f4(dsp.Biquad, oracle.Biquad, oracle.EmptyBiquad),
			func(g gen, n int) []any {
				coef, state := new([2][5]float32), new([2][2]float32)
				switch g.data {
				case Steady:
					*coef = [2][5]float32{{0.25, 0.5, 0.25, -0.5, 0.25}, {0.5, 0.25, 0.125, -0.25, 0.5}}
				case Whole, WholeSpecial: // what comes back is as large as it was
					*coef = [2][5]float32{{1, 2, 1, 1, 1}, {1, -1, 0, 0, 1}}
				default:
					copy(coef[0][:], g.f32s(5))
					copy(coef[1][:], g.f32s(5))
				}
				return []any{g.f32s(n), g.f32s(n), coef, state}
			}).feeds().sums(),
		e.kernel("decimate4", "Decimate4", f3(dsp.Decimate4, oracle.Decimate4, oracle.EmptyDecimate4),
			func(g gen, n int) []any {
				return []any{g.f32s(n), g.f32s(4*n + 8), (*[8]float32)(g.f32s(8))}
			}).feeds().sums(),
		e.kernel("autocorrelation", "Autocorrelation",
			f2(dsp.Autocorrelation, oracle.Autocorrelation, oracle.EmptyAutocorrelation),
			func(g gen, n int) []any { return []any{g.f32s(min(n, 16)), g.f32s(n)} }).feeds().sums(),
		e.kernel("conjugate", "Conjugate", f3(dsp.Conjugate, oracle.Conjugate, oracle.EmptyConjugate),
			func(g gen, n int) []any { return []any{g.f32s(n), g.f32s(n), g.f32s(n)} }).feeds(),
		e.kernel("power", "Power", f2(dsp.Power, oracle.Power, oracle.EmptyPower),
			func(g gen, n int) []any { return []any{g.f32s(n), g.f32s(2 * n)} }).feeds(),
		e.kernel("butterflies", "Butterflies", f5(dsp.Butterflies, oracle.Butterflies, oracle.EmptyButterflies),
			func(g gen, n int) []any {
				half := max(n/8, 1)
				return []any{g.f32s(n), g.f32s(n), zeroGain(g, half), zeroGain(g, half), half}
			}).feeds(),
		e.kernel("overlap_add", "OverlapAdd", f3(dsp.OverlapAdd, oracle.OverlapAdd, oracle.EmptyOverlapAdd),
			func(g gen, n int) []any {
				window := g.f32s(n)
				if g.data == Steady {
					for i := range window {
						window[i] *= 0x1p-20
					}
				}
				return []any{g.f32s(n), g.f32s(n), window}
			}).feeds(),
		e.kernel("phase_steps", "PhaseSteps", f2(dsp.PhaseSteps, oracle.PhaseSteps, oracle.EmptyPhaseSteps),
			func(g gen, n int) []any {
				phase := g.f32s(n + 1)
				for i := range phase {
					phase[i] /= 16
				}
				return []any{g.f32s(n), phase}
			}),
		e.kernel("mix_i16", "MixI16", f3(dsp.MixI16, oracle.MixI16, oracle.EmptyMixI16),
			func(g gen, n int) []any { return []any{ints[int16](g, n), ints[int16](g, n), ints[int16](g, n)} }),
		e.kernel("gain_q15", "GainQ15", f3(dsp.GainQ15, oracle.GainQ15, oracle.EmptyGainQ15),
			func(g gen, n int) []any { return []any{ints[int16](g, n), ints[int16](g, n), ints[int16](g, 1)[0]} }),
		e.kernel("downmix", "Downmix", f2(dsp.Downmix, oracle.Downmix, oracle.EmptyDownmix),
			func(g gen, n int) []any { return []any{g.f32s(n), ints[int16](g, 2*n)} }),
		e.kernel("levels", "Levels", f1rr(dsp.Levels, oracle.Levels, oracle.EmptyLevels),
			// quotient and root may be approximated
			func(g gen, n int) []any { return []any{g.f32s(n)} }).sums().ulp(4),
		e.kernel("delta_i16", "DeltaI16", f2(dsp.DeltaI16, oracle.DeltaI16, oracle.EmptyDeltaI16),
			func(g gen, n int) []any { return []any{ints[int16](g, n), ints[int16](g, n)} }),
		e.kernel("echo", "Echo", f5r(dsp.Echo, oracle.Echo, oracle.EmptyEcho),
			func(g gen, n int) []any {
				ring, gain := g.f32s(n/3+1), float32(-1)
				if g.data == Steady {
					gain = 0.5
				}
				return []any{g.f32s(n), g.f32s(n), ring, gain, g.IntN(len(ring))}
			}).feeds(),
		e.kernel("playback", "Playback", f3(dsp.Playback, oracle.Playback, oracle.EmptyPlayback),
			func(g gen, n int) []any {
				length := 1
				for length < n/3 {
					length *= 2
				}
				return []any{g.f32s(n), zeroGain(g, length), g.IntN(length)}
			}).feeds(),
	}
}
