package bench

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"sync/atomic"
	"time"

	"hotloop/cpu"
	"hotloop/internal/lab/child"
	"hotloop/internal/lab/frame"
	"hotloop/internal/lab/roofline"
)

// A Session checks and times kernels. Set its fields, then call Run.
type Session struct {
	Engine  Engine
	Kernels []*Kernel
	Modes   []string
	ISAs    []string
	Lengths []int
	Peers   []string // of PeerKinds
	Plan    Plan
	Quick   bool // check fewer lengths
	Own     bool // also time variants of our own code at all lengths
	Calls   bool // time distributions of calls instead of lengths, for kernels with described arguments
	Seed    uint64
	// Limit bounds the processor time of a call, or of a batch of calls. A call that exceeds it is considered endless
	// and is stopped. 0 means child.Limit.
	Limit time.Duration

	Notice   func(string)                     // called once for each message to the user
	Progress func(done, total int, at string) // may be nil

	state
	dirs atomic.Pointer[string] // for Abandon
}

// Abandon kills the session's children and removes its files. It may be called from any goroutine of a program that
// is about to exit.
func (s *Session) Abandon() {
	child.KillAll()
	if dir := s.dirs.Load(); dir != nil {
		os.RemoveAll(*dir)
	}
}

// state is the state of a running session.
type state struct {
	dir    string
	watch  *watch // watches the kernel's calls in this process
	peers  *peers
	limits map[int]*roofline.Limits // by vector width
	said   map[string]bool
	empty  map[emptyKey]any
}

type emptyKey struct {
	t         reflect.Type
	isa, mode string
}

// compileRuns is the number of compilations for measuring compile time; the minimum counts.
const compileRuns = 5

// Vector code pays if it makes a kernel this much faster than our scalar code, or if the kernel runs at this share of
// the machine's limit, where no code can be faster.
const (
	vectorGain = 1.1
	atLimitPct = 85
)

// ReferenceN is the length that is representative of a kernel: scalar code is timed at it, or at the nearest requested one.
const ReferenceN = 4096

// pays reports whether vector code pays. speedup is the time of scalar code over that of vector code, 0 if unknown;
// limitPct is the share of the machine's limit in percent. The compiler reports whether the code is vectorized.
func pays(vectorized bool, speedup, limitPct float64) bool {
	return vectorized && (speedup >= vectorGain || limitPct >= atLimitPct)
}

// Run runs the session, passes each row to emit, and returns how many kernels disagreed with their reference.
func (s *Session) Run(emit func(*Row)) (wrong int, err error) {
	s.state = state{said: map[string]bool{}, empty: map[emptyKey]any{}, limits: map[int]*roofline.Limits{}}
	if s.dir, err = os.MkdirTemp("", "jitbench"); err != nil {
		return 0, err
	}
	defer os.RemoveAll(s.dir)
	s.dirs.Store(&s.dir)
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

// kernel compiles, checks and times one kernel for one instruction set and mode. A failure of the kernel itself
// becomes a row with an error, and bad reports it. A kernel that does not terminate, in the reference either, becomes
// a row that says so.
func (s *Session) kernel(k *Kernel, isa, mode string, emit func(*Row)) (bad bool, err error) {
	row := Row{Kernel: k.Name, Suite: k.Suite, ISA: isa, Mode: mode, Excepted: k.Excepted}
	fail := func(format string, args ...any) (bool, error) {
		row.Error = fmt.Sprintf(format, args...)
		emit(&row)
		return true, nil
	}
	untimed := func(why string) (bool, error) {
		row.Untimed = why
		emit(&row)
		return false, nil
	}
	if k.Refused != nil {
		return fail("%s", k.Refused)
	}
	req := Request{Type: k.Type, File: k.File, Text: k.Text, Func: k.Func, ISA: isa, Mode: mode}
	c, err := CompileTime(s.Engine, req, compileRuns)
	if err != nil {
		return fail("%s", err)
	}
	if c.Close != nil {
		defer c.Close()
	}
	row.Made = c.made()
	s.watch = newWatch(s.Limit)
	defer s.watch.end()
	ref := s.peers.reference(s, k, mode)
	if r, ok := s.Engine.(Referee); ok && k.Rounds && mode == "go" {
		interpreted, err := r.Reference(req)
		if err != nil {
			return fail("no interpreter to compare with: %s", err)
		}
		s.watch.add(interpreted)
		ref = FuncReference{interpreted.Func}
	}
	if s.peers.endless[k] {
		return untimed(child.ErrEndless.Error() + " with any kind of made-up argument")
	}
	s.watch.add(c)
	if ref == nil {
		s.notice(k.Name + ": no go command and no interpreter to check with; not checked")
	} else if err := Check(k, c.Func, ref, mode, s.Quick, s.Seed); errors.Is(err, child.ErrEndless) {
		return untimed(err.Error())
	} else if s.watch.ended() {
		return fail("differs from the Go compiler: %s", child.ErrEndless)
	} else if err != nil {
		return fail("differs from the Go compiler: %s", err)
	}
	if err := s.checkMath(k, c.Func, req, mode); err != nil {
		return fail("differs from the interpreter: %s", err)
	}
	own, release := s.own(k, req, c)
	defer release()
	ours := NewLocal(s.Engine.Name(), k, c.Func, s.emptyFunc(k, isa, mode))
	for _, r := range s.times(k, row, ours, own, ref) {
		bad = bad || r.Error != ""
		emit(r)
	}
	return bad, nil
}

// own returns runners for the variants of our own code whose code differs.
func (s *Session) own(k *Kernel, req Request, ours *Compiled) (own []Runner, release func()) {
	var closers []func()
	add := func(name string, req Request) {
		c, err := s.Engine.Compile(req)
		if err != nil || name == OwnStrict && c.Plan == ours.Plan && c.CodeBytes == ours.CodeBytes {
			return
		}
		if c.Close != nil {
			closers = append(closers, c.Close)
		}
		s.watch.add(c)
		own = append(own, NewLocal(name, k, c.Func, s.emptyFunc(k, req.ISA, req.Mode)))
	}
	scalar, narrow := req, req
	scalar.NoVec, narrow.ISA = true, OwnAVX2
	add(OwnScalar, scalar)
	if s.Own && req.ISA == "avx512" {
		add(OwnAVX2, narrow)
	}
	if i := slices.Index(Modes, req.Mode); s.Own && i > 0 {
		strict := req
		strict.Mode = Modes[i-1]
		add(OwnStrict, strict)
	}
	return own, func() {
		for _, c := range closers {
			c()
		}
	}
}

// times times a kernel at all lengths with its peers, and with variants of our own code: at all lengths or at the
// reference length. A row with an error is for a length at which our code panics.
func (s *Session) times(k *Kernel, row Row, ours *Local, own []Runner, ref Reference) (rows []*Row) {
	var speedup float64
	for _, c := range s.cases(k, ours.fn) {
		r := row
		r.N, r.Calls, r.Work = c.n, c.name, k.Work(c.n)
		r.Notes = slices.Clone(s.peers.notes[k])
		if c.err != nil {
			s.untimed(&r, c, c.err, c.frame, ref)
			rows = append(rows, &r)
			continue
		}
		runners := []Runner{ours}
		for _, p := range s.peers.runners(k, row.ISA, row.Mode) {
			if why := s.differs(k, p, ref, c.n, row.Mode); why != "" {
				r.Notes = append(r.Notes, p.Name()+": "+why)
			} else {
				runners = append(runners, p)
			}
		}
		if s.Own || c.n == s.nearReference() {
			runners = append(runners, own...)
		}
		timings := Measure(c.frame, runners, s.Plan)
		rows = append(rows, &r)
		if err := timings[0].Err; err != nil {
			f := frame.New(k.Args(rand.New(rand.NewPCG(s.Seed, uint64(c.n))), c.n, Steady), frame.Layout{Share: -1})
			s.untimed(&r, c, err, f, ref)
			continue
		}
		for _, t := range timings[1:] {
			if t.Err != nil {
				r.Notes = append(r.Notes, t.Err.Error())
				s.notice(fmt.Sprintf("%s: %s", k.Name, t.Err))
			}
		}
		r.fill(timings)
		if f := s.freshOf(k, ours.fn, c); f != nil {
			fresh := s.Plan
			fresh.Repeats = max(3, fresh.Repeats/3) // batches are long
			r.fillFresh(Measure(f, runners, fresh))
		}
		if r.ScalarRatio > 0 {
			speedup = r.ScalarRatio
		}
		if !s.Calls {
			r.LimitPct = s.limitPct(k, &r, c.frame)
		}
	}
	for _, r := range rows {
		if !s.Own {
			r.ScalarRatio = speedup
		}
		r.Pays = pays(r.Vectorized, r.ScalarRatio, r.LimitPct)
	}
	return rows
}

// untimed records in a row why our code could not be timed on f. It is no error if the reference panics too, or if a
// loop does not terminate on the output of earlier calls.
func (s *Session) untimed(r *Row, c timedCase, err error, f *frame.Frame, ref Reference) {
	input := fmt.Sprintf("n = %d", c.n)
	if c.name != "" {
		input = c.name + ", " + input
	}
	if s.watch.ended() {
		r.Untimed = fmt.Sprintf("%s: %s", input, child.ErrEndless)
		return
	}
	if text, ok := err.(frame.Panicked); ok && ref != nil {
		if o, err := ref.Outcome(f); err == nil && o.Panic == string(text) {
			r.Untimed = fmt.Sprintf("%s: %s, in the Go compiler too", input, text)
			return
		}
	}
	r.Error = fmt.Sprintf("%s: %s", input, err)
}

// A timedCase is one input to time a kernel with.
type timedCase struct {
	n     int
	name  string // of the distribution
	frame *frame.Frame
	err   error // why the kernel cannot be timed on the frame
}

// cases returns the inputs of a kernel: the lengths, or distributions of calls of each length.
func (s *Session) cases(k *Kernel, fn any) (all []timedCase) {
	for _, n := range s.Lengths {
		if !s.Calls {
			f, err := s.turns(k, fn, n)
			if err != nil {
				s.notice(k.Name + ": " + err.Error())
			}
			all = append(all, timedCase{n: n, frame: f})
			continue
		}
		early := endsEarly(k)
		for _, d := range distributions() {
			if d.hits && !early {
				continue
			}
			f, err := d.frame(s, k, fn, n)
			all = append(all, timedCase{n, d.name, f, err})
		}
	}
	return all
}

// freshOf returns arguments that do not repeat for a case, or nil if they would make no difference.
func (s *Session) freshOf(k *Kernel, fn any, c timedCase) *frame.Frame {
	if s.Calls {
		return nil
	}
	return s.fresh(k, fn, c.n)
}

// checkMath compares a kernel that may differ from the Go compiler's build with the interpreter, which has the same
// functions of package math and fuses the same products. Results must agree bit for bit, unless the mode permits
// differences of sums and quotients.
func (s *Session) checkMath(k *Kernel, fn any, req Request, mode string) error {
	r, ok := s.Engine.(Referee)
	if k.MathULP == 0 && (k.FuseULP == 0 || mode == "exact") || !ok {
		return nil
	}
	interpreted, err := r.Reference(req)
	if err != nil {
		return err
	}
	s.watch.add(interpreted)
	ref := FuncReference{interpreted.Func}
	if mode == "fast" && k.FastULP > 0 {
		return Check(k, fn, ref, mode, s.Quick, s.Seed)
	}
	exact := *k
	exact.MathULP, exact.FuseULP = 0, 0
	if k.Cancels { // the interpreter fuses the same products as we do, also where results are fed back
		exact.Cancels, exact.Feeds = false, false
	}
	return Check(&exact, fn, ref, mode, s.Quick, s.Seed)
}

// emptyFunc compiles the empty kernel of k's type, or returns nil if that fails.
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

// differs returns why a peer cannot be compared at length n, and emits a notice.
func (s *Session) differs(k *Kernel, p Runner, ref Reference, n int, mode string) string {
	if ref == nil {
		return ""
	}
	why := Differs(k, p, ref, mode, n, s.Seed)
	if why != "" {
		s.notice(k.Name + ": " + p.Name() + " " + why)
	}
	return why
}

// peerULP is the permitted difference of a peer's results, in units in the last place, when it is timed. Compilers
// fuse different products of a sum, and loops that feed on their results amplify that. An error in the C text would
// cause a much larger difference.
func peerULP(mode string) int {
	if mode == "exact" {
		return 0
	}
	return 1 << 12
}

// alternative returns the alternative of that name, or the zero value for other peers.
func (k *Kernel) alternative(name string) Alternative {
	for _, r := range k.Alternatives {
		if r.Name == name {
			return r
		}
	}
	return Alternative{}
}

// limitPct returns the share of the machine's limit that a row reaches; 0 if unknown.
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
		return 0 // the minimum traffic of the kernel is unknown
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

// nearReference returns the requested length closest to the reference length.
func (s *Session) nearReference() int {
	best := s.Lengths[0]
	for _, n := range s.Lengths {
		if max(n, ReferenceN)-min(n, ReferenceN) < max(best, ReferenceN)-min(best, ReferenceN) {
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
