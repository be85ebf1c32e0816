package live

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"hotloop"
)

// Snapshot is the state of a process's kernels, as JSON shows it.
type Snapshot struct {
	Time       time.Time            `json:"time"`
	Program    string               `json:"program"`
	PID        int                  `json:"pid"`
	Go         string               `json:"go"`
	System     string               `json:"system"`
	Processors int                  `json:"processors"` // GOMAXPROCS
	Sampled    float64              `json:"sampled"`    // seconds for which calls have been counted
	Process    hotloop.ProcessStats `json:"process"`
	Kernels    []Kernel             `json:"kernels"` // the largest share of CPU first
	Matching   int                  `json:"matching"`
	Total      int                  `json:"total"` // kernels of the process; Matching of them match the filter of the request
}

// Kernel is what a snapshot says of a kernel, or of a function that runs as Go code. The package documentation says what
// the figures of calls mean.
type Kernel struct {
	ID         string                 `json:"id"` // "" for functions that Accelerate left as Go code
	Name       string                 `json:"name"`
	Position   string                 `json:"position"` // file:line:col
	Type       string                 `json:"type"`
	Options    string                 `json:"options,omitempty"`
	ISA        string                 `json:"isa,omitempty"` // "" if there is no machine code
	Vectorized bool                   `json:"vectorized"`
	CallPath   hotloop.CallPath       `json:"call_path"`
	Fallback   hotloop.FallbackReason `json:"fallback,omitempty"` // why there is no machine code
	Error      string                 `json:"error,omitempty"`
	Cache      hotloop.CacheState     `json:"cache,omitempty"`
	Compile    time.Duration          `json:"compile_ns"` // from source to callable
	CodeBytes  int                    `json:"code_bytes"`

	Sampled           bool    `json:"sampled"`             // calls have been counted
	CallsPerSecond    float64 `json:"calls_per_second"`    // lately, as the figures down to CPU
	Uncertain         float64 `json:"uncertain"`           // standard error of CallsPerSecond
	NsPerCall         float64 `json:"ns_per_call"`         // on the clock
	ElementsPerSecond float64 `json:"elements_per_second"` // if Sized
	CPU               float64 `json:"cpu"`                 // 1 is one processor
	Sized             bool    `json:"sized"`               // the numbers of elements are known
	Calls             float64 `json:"calls"`               // since calls are counted, extrapolated
	CallsUncertain    float64 `json:"calls_uncertain"`     // standard error of Calls
	Seconds           float64 `json:"seconds"`             // in these calls
	Elements          float64 `json:"elements"`            // of these calls
}

// Detail is what the JSON of one kernel says; json?id=ID has it.
type Detail struct {
	Kernel
	Remarks []string `json:"remarks"`
	Plans   []string `json:"plans"`
	Source  string   `json:"source"`
}

// detail returns the kernel with an ID, or nil.
func (s *sampler) detail(id string) *Detail {
	k, one := s.find(id)
	if k == nil {
		return nil
	}
	d := &Detail{Kernel: one, Remarks: []string{}, Plans: k.Stats().Plans, Source: k.Source()}
	for _, r := range k.Remarks() {
		d.Remarks = append(d.Remarks, r.String())
	}
	return d
}

// describe returns what there is to say of a kernel besides its calls.
func describe(k kernel) Kernel {
	s := k.Stats()
	out := Kernel{Name: k.Name(), Position: k.Where(), Type: k.Type().String(), Options: k.Described(), ISA: s.ISA,
		Vectorized: s.Vectorized, CallPath: s.CallPath, Fallback: s.Fallback, Cache: s.Cache, Compile: s.Total,
		CodeBytes: s.CodeBytes}
	if err := k.Err(); err != nil {
		out.Error = err.Error()
	}
	return out
}

// complete sets what a snapshot says of the process.
func (s *Snapshot) complete() {
	s.Time = time.Now()
	s.PID = os.Getpid()
	s.Go, s.System = runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH
	s.Processors = runtime.GOMAXPROCS(0)
	s.Total, s.Matching = len(s.Kernels), len(s.Kernels)
	if len(os.Args) > 0 {
		s.Program = filepath.Base(os.Args[0])
	}
}

// fileOf returns the file of a position file:line:col.
func fileOf(position string) string {
	for range 2 {
		if i := strings.LastIndexByte(position, ':'); i >= 0 {
			position = position[:i]
		}
	}
	return position
}

// matches reports whether the kernel has all words in what is shown of it.
func (k *Kernel) matches(words []string) bool {
	text := strings.ToLower(strings.Join([]string{k.Name, k.Position, k.Type, k.ISA, string(k.CallPath), string(k.Fallback),
		string(k.Cache), k.Options}, "\n"))
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
