package bench

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"

	"hotloop/bench/frame"
	"hotloop/bench/roofline"
	"hotloop/cpu"
)

// A Session checks and times kernels. Fill in what to do, then Run.
type Session struct {
	Engine  Engine
	Kernels []*Kernel
	Modes   []string
	ISAs    []string
	Lengths []int
	Peers   []string // of PeerKinds
	Plan    Plan
	Quick   bool // check fewer lengths
	Seed    uint64

	Notice   func(string)                     // what the user should know, said once
	Progress func(done, total int, at string) // may be nil

	dir    string
	peers  *peers
	limits map[int]*roofline.Limits // by vector width
	said   map[string]bool
	empty  map[emptyKey]any
}

type emptyKey struct {
	t         reflect.Type
	isa, mode string
}

// compileRuns is how often a kernel is compiled for its compile time; the least counts.
const compileRuns = 5

// Vector code pays if it makes a kernel this much faster than our scalar code, or if the kernel runs at this share of
// the machine's limit, where nothing makes it faster.
const (
	vectorGain = 1.1
	atLimitPct = 85
	referenceN = 4096 // length at which scalar code is timed, or the nearest one asked for
)

// pays says whether vector code is worth its while, by times: those of scalar code over those of vector code, 0 if
// unknown, and the share of the machine's limit in percent. Whether there is vector code is the compiler's to say.
func pays(vectorized bool, speedup, limitPct float64) bool {
	return vectorized && (speedup >= vectorGain || limitPct >= atLimitPct)
}

// Run does the work, hands each row to emit, and returns how many kernels disagreed with their reference.
func (s *Session) Run(emit func(*Row)) (wrong int, err error) {
	s.said, s.empty, s.limits = map[string]bool{}, map[emptyKey]any{}, map[int]*roofline.Limits{}
	if s.dir, err = os.MkdirTemp("", "jitbench"); err != nil {
		return 0, err
	}
	defer os.RemoveAll(s.dir)
	s.progress(0, 1, "building the peers")
	s.peers = startPeers(s)
	defer s.peers.close()

	total := len(s.Kernels) * len(s.ISAs) * len(s.Modes)
	done := 0
	for _, k := range s.Kernels {
		for _, isa := range s.ISAs {
			for _, mode := range s.Modes {
				s.progress(done, total, k.Name+" "+isa+" "+mode)
				bad, err := s.kernel(k, isa, mode, emit)
				if err != nil {
					return wrong, err
				}
				if bad {
					wrong++
				}
				done++
			}
		}
	}
	s.progress(total, total, "")
	return wrong, nil
}

// kernel compiles, checks and times one kernel for one instruction set and mode. What goes wrong with the kernel
// itself becomes a row with an error; bad reports it.
func (s *Session) kernel(k *Kernel, isa, mode string, emit func(*Row)) (bad bool, err error) {
	row := Row{Kernel: k.Name, Suite: k.Suite, ISA: isa, Mode: mode, Excepted: k.Excepted}
	fail := func(format string, args ...any) (bool, error) {
		row.Error = fmt.Sprintf(format, args...)
		emit(&row)
		return true, nil
	}
	req := Request{Type: k.Type, File: k.File, Text: k.Text, Func: k.Func, ISA: isa, Mode: mode}
	c, err := CompileTime(s.Engine, req, compileRuns)
	if err != nil {
		return fail("%s", err)
	}
	if c.Close != nil {
		defer c.Close()
	}
	row.Native, row.Vectorized, row.Plan, row.CodeBytes, row.Predicted = c.Native, c.Vectorized, c.Plan, c.CodeBytes,
		round3(c.Cycles)
	row.CompileUS = round3(float64(c.Time) / 1e3)
	row.Phases = map[string]float64{}
	for _, p := range c.Phases {
		row.Phases[p.Name] = round3(float64(p.Time) / 1e3)
	}

	ref := s.peers.reference(s, k, mode)
	if r, ok := s.Engine.(Referee); ok && k.Rounds && mode == "go" {
		fn, err := r.Reference(req)
		if err != nil {
			return fail("no interpreter to compare with: %s", err)
		}
		ref = FuncReference{fn}
	}
	if ref == nil {
		s.notice(k.Name + ": no go command and no interpreter to check with; not checked")
	} else if err := Check(k, c.Func, ref, mode, s.Quick, s.Seed); err != nil {
		return fail("differs from gc: %s", err)
	}
	if err := s.checkMath(k, c.Func, req, mode); err != nil {
		return fail("differs from the interpreter: %s", err)
	}

	ours := NewLocal(s.Engine.Name(), k, c.Func, s.emptyFunc(k, isa, mode))
	var scalar Runner
	req.NoVec = true
	if sc, err := s.Engine.Compile(req); err == nil {
		if sc.Close != nil {
			defer sc.Close()
		}
		scalar = NewLocal("scalar", k, sc.Func, nil)
	}
	var rows []*Row
	var speedup float64
	for _, n := range s.Lengths {
		r := row
		r.N = n
		r.Work = k.Work(n)
		f := frame.New(k.Args(rand.New(rand.NewPCG(s.Seed, uint64(n))), n, Steady), frame.Layout{Share: -1})
		runners := []Runner{ours}
		for _, p := range s.peers.runners(k, isa, mode) {
			if ref == nil || s.agrees(k, p, ref, f, mode) {
				runners = append(runners, p)
			}
		}
		timed := len(runners)
		if scalar != nil && n == s.nearReference() {
			runners = append(runners, scalar)
		}
		timings := Measure(f, runners, s.Plan)
		if timings[0].Err != nil {
			return fail("%s", timings[0].Err)
		}
		for _, t := range timings[1:] {
			if t.Err != nil {
				s.notice(fmt.Sprintf("%s: %s", k.Name, t.Err))
			}
		}
		if len(timings) > timed && timings[timed].Err == nil {
			speedup = timings[timed].NS / timings[0].NS
		}
		r.fill(timings[:timed])
		r.LimitPct = s.limitPct(k, &r, f)
		rows = append(rows, &r)
	}
	for _, r := range rows {
		r.ScalarRatio = round3(speedup)
		r.Pays = pays(r.Vectorized, speedup, r.LimitPct)
		emit(r)
	}
	return false, nil
}

// checkMath compares a kernel that may be off gc with the interpreter, which has the same functions of package math and
// fuses the same products: bit for bit, unless the mode lets sums and quotients differ.
func (s *Session) checkMath(k *Kernel, fn any, req Request, mode string) error {
	r, ok := s.Engine.(Referee)
	if k.MathULP == 0 && (k.FuseULP == 0 || mode == "exact") || !ok {
		return nil
	}
	ref, err := r.Reference(req)
	if err != nil {
		return err
	}
	if mode == "fast" && k.FastULP > 0 {
		return Check(k, fn, FuncReference{ref}, mode, s.Quick, s.Seed)
	}
	exact := *k
	exact.MathULP, exact.FuseULP = 0, 0
	return Check(&exact, fn, FuncReference{ref}, mode, s.Quick, s.Seed)
}

// emptyFunc compiles the empty kernel of k's type; nil if that fails.
func (s *Session) emptyFunc(k *Kernel, isa, mode string) any {
	key := emptyKey{k.Type, isa, mode}
	if fn, ok := s.empty[key]; ok {
		return fn
	}
	s.empty[key] = nil
	text, err := k.emptyText()
	if err == nil {
		var c *Compiled
		if c, err = s.Engine.Compile(Request{Type: k.Type, File: "empty.go", Text: text, Func: "Empty", ISA: isa,
			Mode: mode}); err == nil {
			s.empty[key] = c.Func
		}
	}
	if err != nil {
		s.notice("no empty kernel to compare calls with: " + err.Error())
	}
	return s.empty[key]
}

// agrees reports whether a peer computes what the reference does. One that does not is no peer: the C text may rely
// on what C leaves undefined.
func (s *Session) agrees(k *Kernel, p Runner, ref Reference, f *frame.Frame, mode string) bool {
	want, err := ref.Outcome(f)
	if err != nil || want.Panic != "" {
		s.notice(fmt.Sprintf("%s panics in Go (%s); only Go runs it", k.Name, want.Panic))
		return err == nil && p.Name() == "go"
	}
	got, err := p.Outcome(f)
	if err != nil {
		s.notice(fmt.Sprintf("%s: %s", k.Name, err))
		return false
	}
	f.ClearPadding(got)
	f.ClearPadding(want)
	diff := frame.Diff
	if mode == "fast" {
		diff = frame.DiffUnsigned
	}
	if d := diff(f, k.Results(), got, want, max(k.tolerance(mode), peerULP(mode))); d != "" {
		s.notice(fmt.Sprintf("%s: %s (mode %s) computes something else and is left out: %s", k.Name, p.Name(), mode, d))
		return false
	}
	return true
}

// peerULP is how far, in units in the last place, a peer's results may be off when it is timed: compilers fuse
// different products of a sum, and loops that feed on their results make more of that. A slip in the C text would be
// much further off.
func peerULP(mode string) int {
	if mode == "exact" {
		return 0
	}
	return 1 << 12
}

// limitPct is how much of the machine's limit a row reaches; 0 if unknown.
func (s *Session) limitPct(k *Kernel, r *Row, f *frame.Frame) float64 {
	width := 32
	if tier, err := cpu.ParseTier(r.ISA); err == nil && tier != cpu.Scalar {
		width = cpu.Baseline(tier).VectorBits() / 8
	}
	l, ok := s.limits[width]
	if !ok {
		var err error
		if l, err = roofline.Measure(s.peers.anyCompiler(), s.dir, width); err != nil {
			s.notice("no limits: " + err.Error())
		}
		s.limits[width] = l
	}
	if k.Plain == nil {
		return 0 // nobody said what the kernel must move
	}
	var footprint float64
	elem := 4
	for _, reg := range f.Regions {
		footprint += float64(len(reg.Data))
		elem = max(elem, int(reg.Elem.Size()))
	}
	ns, ok := l.Bound(footprint, r.Work.Load, r.Work.Store, r.Work.Flops, elem)
	if !ok || r.NS[s.Engine.Name()] == 0 {
		return 0
	}
	return round3(100 * ns / r.NS[s.Engine.Name()])
}

// nearReference is the length asked for that comes closest to the reference length.
func (s *Session) nearReference() int {
	best := s.Lengths[0]
	for _, n := range s.Lengths {
		if max(n, referenceN)-min(n, referenceN) < max(best, referenceN)-min(best, referenceN) {
			best = n
		}
	}
	return best
}

func (s *Session) notice(text string) {
	if s.Notice != nil && !s.said[text] {
		s.said[text] = true
		s.Notice(text)
	}
}

func (s *Session) progress(done, total int, at string) {
	if s.Progress != nil {
		s.Progress(done, total, at)
	}
}
