package bench

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
)

// A Row is one line of results. Its JSON form is the interface to plots and history, so its names must not change.
type Row struct {
	Kernel string `json:"kernel"`
	Suite  string `json:"suite"`
	ISA    string `json:"isa"`
	Mode   string `json:"mode"`
	N      int    `json:"n"`
	Calls  string `json:"calls,omitempty"` // with Session.Calls: the distribution of calls
	Made
	Times
	Excepted bool     `json:"excepted,omitempty"`
	Error    string   `json:"error,omitempty"`   // a mismatch or a refusal; nothing was timed then
	Untimed  string   `json:"untimed,omitempty"` // why nothing was timed although results agree: the kernel panics or does not terminate
	Notes    []string `json:"notes,omitempty"`   // why some peer has no time

	Work Work `json:"work,omitzero"`
}

// Made describes what the compiler did.
type Made struct {
	Vectorized bool               `json:"vectorized"` // packed instructions process the loop's data
	Plan       string             `json:"plan"`
	CompileUS  float64            `json:"compile_us"`
	CodeBytes  int                `json:"code_bytes"`
	Predicted  float64            `json:"predicted_cycles,omitempty"` // per element, by the compiler's cost model
	Native     bool               `json:"native"`
	Phases     map[string]float64 `json:"phases_us,omitempty"`
}

// Times are the measured run times.
type Times struct {
	NS       map[string]float64   `json:"ns"`
	Ratio    map[string]float64   `json:"ratio"`     // a peer's time over ours: above 1 we are faster
	NetRatio map[string]float64   `json:"net_ratio"` // the same without the cost of an empty call on both sides
	EmptyNS  map[string]float64   `json:"empty_ns,omitempty"`
	Samples  map[string][]float64 `json:"-"`
	// the same on arguments that do not repeat, for kernels with branches: see Session.fresh
	FreshNS    map[string]float64 `json:"fresh_ns,omitempty"`
	FreshRatio map[string]float64 `json:"fresh_ratio,omitempty"`
	Quartiles  Quartiles          `json:"quartiles,omitzero"`

	LimitPct float64 `json:"limit_pct,omitempty"`
	Pays     bool    `json:"pays"` // whether vectorizing paid: see pays
	// our own scalar code over ours: at this length with Session.Own, or else at the length nearest 4096
	ScalarRatio float64 `json:"scalar_ratio,omitempty"`
	AVX2Ratio   float64 `json:"avx2_ratio,omitempty"` // our AVX2 code over our AVX-512 code
	// our code of the next stricter mode, over ours, if it differs; with Session.Own
	StrictRatio float64 `json:"strict_ratio,omitempty"`

	// the faster C compiler, and its time over ours, net if there are net ratios
	Better      string  `json:"better_peer,omitempty"`
	BetterRatio float64 `json:"better_ratio,omitempty"`
}

// Variants of our own code that are timed beside it.
const (
	OwnScalar = "scalar" // without vectorizing
	OwnAVX2   = "avx2"   // for AVX2 where there is AVX-512
	OwnStrict = "strict" // of the next stricter mode: go for fast, exact for go
)

// Timed reports whether the row has times.
func (r *Row) Timed() bool { return r.Error == "" && r.Untimed == "" }

// fill stores timings; the first is ours.
func (r *Row) fill(timings []Timing) {
	r.NS, r.Ratio, r.NetRatio = map[string]float64{}, map[string]float64{}, map[string]float64{}
	r.EmptyNS, r.Samples = map[string]float64{}, map[string][]float64{}
	r.Quartiles = quartilesOf(timings)
	ours := timings[0]
	for i, t := range timings {
		if t.Err != nil {
			continue
		}
		r.NS[t.Name] = round3(t.NS)
		r.EmptyNS[t.Name] = round3(t.Empty)
		r.Samples[t.Name] = t.Samples
		if i > 0 {
			r.Ratio[t.Name] = round3(t.NS / ours.NS)
			if t.Empty > 0 && ours.Empty > 0 {
				r.NetRatio[t.Name] = round3(t.Net() / ours.Net())
			}
		}
	}
	r.ScalarRatio, r.AVX2Ratio, r.StrictRatio = r.Ratio[OwnScalar], r.Ratio[OwnAVX2], r.Ratio[OwnStrict]
	for _, p := range CCompilers {
		x := r.NetRatio[p]
		if x == 0 {
			x = r.Ratio[p]
		}
		if x > 0 && (r.Better == "" || x < r.BetterRatio) {
			r.Better, r.BetterRatio = p, x
		}
	}
}

// fillFresh stores timings on arguments that do not repeat; the first is ours.
func (r *Row) fillFresh(timings []Timing) {
	if timings[0].Err != nil {
		return
	}
	r.FreshNS, r.FreshRatio, r.Quartiles = map[string]float64{}, map[string]float64{}, quartilesOf(timings)
	for i, t := range timings {
		if t.Err != nil {
			continue
		}
		r.FreshNS[t.Name] = round3(t.NS)
		if i > 0 {
			r.FreshRatio[t.Name] = round3(t.NS / timings[0].NS)
		}
	}
}

// Against returns the times of our code and of other code timed with it, and the ratio of the other's time to ours.
// It uses arguments that do not repeat if they were measured.
func (r *Row) Against(ours, than string) (ns, other, ratio float64) {
	if x := r.FreshRatio[than]; x > 0 {
		return r.FreshNS[ours], r.FreshNS[than], x
	}
	return r.NS[ours], r.NS[than], r.Ratio[than]
}

// LimitNS returns the time of a call at the machine's limit, which LimitPct is the share of; 0 if it is unknown.
func (r *Row) LimitNS(ours string) float64 { return round3(r.LimitPct / 100 * r.NS[ours]) }

// freshGap is the factor by which a time or a ratio on other arguments must differ to be reported.
const freshGap = 1.1

// FreshDiffers reports whether arguments that do not repeat change our time, or the ratio to a peer.
func (r *Row) FreshDiffers(ours string) bool {
	far := func(a, b float64) bool { return a > 0 && b > 0 && max(a, b) > freshGap*min(a, b) }
	for name, x := range r.FreshRatio {
		if far(x, r.Ratio[name]) {
			return true
		}
	}
	return far(r.FreshNS[ours], r.NS[ours])
}

// WriteBench prints the row in the format of Go's benchmarks for benchstat, one line per sample.
func (r *Row) WriteBench(w io.Writer, engine string) {
	if !r.Timed() {
		fmt.Fprintf(w, "# %s/isa=%s/mode=%s: %s\n", r.Kernel, r.ISA, r.Mode, r.Error+r.Untimed)
		return
	}
	calls := ""
	if r.Calls != "" {
		calls = "/calls=" + strings.ReplaceAll(r.Calls, " ", "-")
	}
	known := slices.Concat([]string{engine, OwnScalar, OwnAVX2, OwnStrict}, PeerKinds)
	alternatives := slices.DeleteFunc(slices.Sorted(maps.Keys(r.Samples)), func(name string) bool {
		return slices.Contains(known, name)
	})
	for _, name := range append(known, alternatives...) {
		for _, ns := range r.Samples[name] {
			fmt.Fprintf(w, "Benchmark%s/isa=%s/mode=%s/n=%d%s/by=%s 1 %.4g ns/op %.5g MB/s\n", r.Kernel, r.ISA, r.Mode,
				r.N, calls, strings.ReplaceAll(name, " ", "-"), ns, 1e3*(r.Work.Load+r.Work.Store)/ns)
		}
	}
}

// Slower reports whether our code takes more than 5% and 4 ns longer than other code timed with it. A call may cost
// up to 4 ns more.
func (r *Row) Slower(ours, than string) bool {
	ns, other, _ := r.Against(ours, than)
	return other > 0 && ns > 1.05*other && ns > other+4
}

// round3 rounds to four significant digits; more would be noise.
func round3(x float64) float64 {
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return 0
	}
	p := math.Pow(10, 3-math.Floor(math.Log10(math.Abs(x))))
	return math.Round(x*p) / p
}

// A Mean is the geometric mean of one peer's ratios.
type Mean struct {
	Peer       string
	Count      int
	Ratio, Net float64
	Worst      string // kernel with the smallest ratio
	WorstRatio float64
}

// Means returns the means over rows for each peer in order; rows with errors and excepted kernels do not count.
func Means(rows []*Row, peers []string) []Mean {
	var out []Mean
	for _, p := range peers {
		m := Mean{Peer: p, WorstRatio: math.Inf(1)}
		var sum, net float64
		nets := 0
		for _, r := range rows {
			x, ok := r.Ratio[p]
			if !ok || x <= 0 || r.Excepted || !r.Timed() {
				continue
			}
			m.Count++
			sum += math.Log(x)
			if y := r.NetRatio[p]; y > 0 {
				nets++
				net += math.Log(y)
			}
			if x < m.WorstRatio {
				m.Worst, m.WorstRatio = r.Kernel, x
			}
		}
		if m.Count == 0 {
			continue
		}
		m.Ratio = math.Exp(sum / float64(m.Count))
		if nets > 0 {
			m.Net = math.Exp(net / float64(nets))
		}
		out = append(out, m)
	}
	return out
}
