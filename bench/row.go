package bench

import "math"

// A Row is one line of results. Its JSON form is the interface to plots and to history, so names stay.
type Row struct {
	Kernel string `json:"kernel"`
	Suite  string `json:"suite"`
	ISA    string `json:"isa"`
	Mode   string `json:"mode"`
	N      int    `json:"n"`
	// what the compiler did: packed instructions work on the loop's data
	Vectorized bool               `json:"vectorized"`
	Pays       bool               `json:"pays"` // and what that was worth when it ran: see pays
	Plan       string             `json:"plan"`
	CompileUS  float64            `json:"compile_us"`
	CodeBytes  int                `json:"code_bytes"`
	NS         map[string]float64 `json:"ns"`
	Ratio      map[string]float64 `json:"ratio"`     // a peer's time over ours: above 1 we are faster
	NetRatio   map[string]float64 `json:"net_ratio"` // the same without the cost of an empty call on either side
	LimitPct   float64            `json:"limit_pct,omitempty"`

	EmptyNS     map[string]float64 `json:"empty_ns,omitempty"`
	Predicted   float64            `json:"predicted_cycles,omitempty"` // per element, by the compiler's cost model
	ScalarRatio float64            `json:"scalar_ratio,omitempty"`     // our own code without vectorizing, over ours
	Native      bool               `json:"native"`
	Phases      map[string]float64 `json:"phases_us,omitempty"`
	Excepted    bool               `json:"excepted,omitempty"`
	Error       string             `json:"error,omitempty"` // a mismatch or a refusal; nothing was timed then

	Work    Work                 `json:"-"`
	Samples map[string][]float64 `json:"-"`
}

// fill enters timings; the first is ours.
func (r *Row) fill(timings []Timing) {
	r.NS, r.Ratio, r.NetRatio = map[string]float64{}, map[string]float64{}, map[string]float64{}
	r.EmptyNS, r.Samples = map[string]float64{}, map[string][]float64{}
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
}

// round3 keeps four significant digits: more would be noise.
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
	Worst      string // kernel with the least ratio
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
			if !ok || x <= 0 || r.Excepted || r.Error != "" {
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
