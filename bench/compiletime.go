package bench

import (
	"math"
	"slices"
)

// A CompileRow is the cost of compiling one kernel, uncached, from its text to a callable function.
type CompileRow struct {
	Suite     string             `json:"suite"`
	Kernel    string             `json:"kernel"`
	ISA       string             `json:"isa"`
	Mode      string             `json:"mode"`
	US        float64            `json:"us"`        // µs of CPU time, minimum over the rounds
	Phases    map[string]float64 `json:"phases_us"` // of that round; isel includes its parts, isel.…
	Values    int                `json:"values"`    // operations of the SSA before code generation
	CodeBytes int                `json:"code_bytes"`
	Error     string             `json:"error,omitempty"`
}

// MeasureCompile compiles a kernel the given number of rounds.
func MeasureCompile(e Engine, k *Kernel, isa, mode string, rounds int) CompileRow {
	r := CompileRow{Suite: k.Suite, Kernel: k.Name, ISA: isa, Mode: mode}
	for range rounds {
		c, err := e.Compile(Request{Type: k.Type, File: k.File, Text: k.Text, Func: k.Func, ISA: isa, Mode: mode,
			Uncache: true})
		if err != nil {
			r.Error = err.Error()
			return r
		}
		if c.Close != nil {
			c.Close()
		}
		r.Join(CompileRow{US: float64(c.Time) / 1e3, Phases: c.made().Phases, Values: c.Values, CodeBytes: c.CodeBytes})
	}
	return r
}

// Join replaces r's measurement by that of o, another measurement of the same kernel, if it is faster.
func (r *CompileRow) Join(o CompileRow) {
	if r.US == 0 || o.US < r.US && o.US > 0 {
		r.US, r.Phases, r.Values, r.CodeBytes = o.US, o.Phases, o.Values, o.CodeBytes
	}
}

// A CompileSum summarizes the rows of a suite, or all rows. Times are in µs.
type CompileSum struct {
	Suite            string
	Kernels          int
	Median, P90, Max float64
	PerValue         float64 // ns for each value of the SSA
	PerByte          float64 // ns for each byte of code
}

// SumCompiles summarizes the rows without errors, by suite in order of appearance. If there are several suites, a sum
// of all rows comes last.
func SumCompiles(rows []CompileRow) []CompileSum {
	var names []string
	by := map[string][]CompileRow{}
	var all []CompileRow
	for _, r := range rows {
		if r.Error != "" || r.US == 0 {
			continue
		}
		if len(by[r.Suite]) == 0 {
			names = append(names, r.Suite)
		}
		by[r.Suite] = append(by[r.Suite], r)
		all = append(all, r)
	}
	var out []CompileSum
	for _, name := range names {
		out = append(out, sumCompiles(name, by[name]))
	}
	if len(names) > 1 {
		out = append(out, sumCompiles("all", all))
	}
	return out
}

func sumCompiles(name string, rows []CompileRow) CompileSum {
	times := make([]float64, len(rows))
	us, values, bytes := 0.0, 0, 0
	for i, r := range rows {
		times[i] = r.US
		us, values, bytes = us+r.US, values+r.Values, bytes+r.CodeBytes
	}
	s := CompileSum{Suite: name, Kernels: len(rows), Median: median(times), P90: Quantile(times, 90),
		Max: slices.Max(times)}
	s.PerValue, s.PerByte = 1e3*us/float64(max(1, values)), 1e3*us/float64(max(1, bytes))
	return s
}

// CompileRatios returns the geometric means of ours over theirs, by suite and by phase, for the kernels in both.
func CompileRatios(ours, theirs []CompileRow) (suites, phases map[string]float64) {
	type key struct{ suite, kernel, isa, mode string }
	of := func(r *CompileRow) key { return key{r.Suite, r.Kernel, r.ISA, r.Mode} }
	before := map[key]*CompileRow{}
	for i := range theirs {
		before[of(&theirs[i])] = &theirs[i]
	}
	logs := [2]map[string][]float64{{}, {}}
	for i := range ours {
		r := &ours[i]
		b := before[of(r)]
		if b == nil || r.US == 0 || b.US == 0 {
			continue
		}
		logs[0][r.Suite] = append(logs[0][r.Suite], math.Log(r.US/b.US))
		for name, us := range r.Phases {
			if was := b.Phases[name]; us > 0 && was > 0 {
				logs[1][name] = append(logs[1][name], math.Log(us/was))
			}
		}
	}
	mean := func(m map[string][]float64) map[string]float64 {
		out := map[string]float64{}
		for name, list := range m {
			sum := 0.0
			for _, x := range list {
				sum += x
			}
			out[name] = math.Exp(sum / float64(len(list)))
		}
		return out
	}
	return mean(logs[0]), mean(logs[1])
}
