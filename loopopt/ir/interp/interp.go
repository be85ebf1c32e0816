// Package interp evaluates the SSA on real memory. It is the oracle of the tests, it compares the IR before and
// after a pass, and it runs kernels on machines without native code generation.
//
// A function is compiled once into a Program, a flat list of instructions over registers of one 64-bit word per
// lane; running it does not allocate per step. The memory is that of the arguments. With Options.Regions, every
// access must stay inside the regions; the tests use this to detect invented or speculative accesses.
//
// The op table's evaluators define what operations compute. A few scalar operations are duplicated here,
// because an unoptimized kernel spends its time in them; a test compares them with the table.
package interp

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"unsafe"

	"hotloop/loopopt/ir"
)

// Program is a function that is ready to run. It is immutable and does not observe later changes of the
// function. Any number of goroutines may run it concurrently.
type Program struct {
	name    string
	params  []ir.Param
	results []ir.Param
	code    []inst
	image   []uint64 // initial contents of the first registers: constants
	regs    int
	blocks  int // size of the argument block in bytes
	usesCap []bool
	parts   []*Program // of ir.Func.Parts
	seeds   int        // ir.Func.Seeds
	objects []object   // locals, then tables
	// storesHeaders reports whether the kernel may have stored headers that it loads.
	storesHeaders bool
	frame         int       // bytes of all locals and the gaps around them
	pool          sync.Pool // of *machine
}

// Options control a run. The zero value runs unchecked and without limit.
type Options struct {
	// Semantics is the implementation to imitate; nil means DefaultSemantics.
	Semantics *ir.Semantics
	// MaxSteps bounds the number of instructions; 0 means no bound. A run that exceeds it fails with ErrSteps.
	MaxSteps int64
	// Poll is called at Poll operations and periodically at branches. If it returns false, the run ends with
	// ErrCancelled.
	Poll func() bool
	// Made holds the objects that Go code makes for the kernel, and so keeps alive what results refer to. It
	// may be nil for kernels without such results.
	Made *Made
	// Regions, if not nil, lists all accessible memory other than the kernel's own. An access outside is an
	// error, and so is a store to a table.
	Regions []Region
	// Rows, if not nil, is memory for synthetic headers to refer to: see NewRows.
	Rows []byte
	// NoPages makes accesses that Region.Pages allows an error, as they are in the program as written.
	NoPages bool
	// OnAccess is called before every access, except for masked-off lanes.
	OnAccess func(v *ir.Value, addr uintptr, size int, write bool)
}

// Region is memory that a kernel may access.
type Region struct {
	Addr     uintptr
	Size     uintptr
	ReadOnly bool
	// Pages also allows reads of the rest of the pages (ir.PageSize) that contain the region.
	Pages bool
	Name  string
}

// Trap is a failed Check: the kernel ended there, with all earlier stores done and no later ones.
type Trap struct {
	Site *ir.Site
	A, B uint64 // the Check's operands; 0 if it has none
}

func (t *Trap) String() string {
	if t == nil {
		return "no trap"
	}
	return fmt.Sprintf("site%d %s(%d, %d)", t.Site.Index, t.Site.Kind, int64(t.A), int64(t.B))
}

// ErrSteps means that a run exceeded Options.MaxSteps, ErrCancelled that Options.Poll ended it.
var (
	ErrSteps     = errors.New("interp: too many steps")
	ErrCancelled = errors.New("interp: cancelled")
)

// New compiles f, which must be valid. Parameters and results are in the argument block at their Off; if f has
// no layout yet, New lays it out.
func New(f *ir.Func) (*Program, error) {
	if len(f.Blocks) == 0 {
		return nil, fmt.Errorf("interp: %s has no blocks", f.Name)
	}
	p, err := compile(f)
	for i := 0; err == nil && i < len(f.Parts); i++ {
		f.LayoutPart(f.Parts[i])
		var part *Program
		if part, err = compile(f.Parts[i]); err == nil {
			p.parts = append(p.parts, part)
		}
	}
	return p, err
}

// Run evaluates the program on an argument block. It returns a trap if a Check failed. An error is ErrSteps,
// ErrCancelled, or a bug in hotloop (an access outside the regions, an unguarded division).
//
// The caller keeps the memory that the block points to alive; it must not be on a goroutine's stack.
func (p *Program) Run(block unsafe.Pointer, o *Options) (*Trap, error) {
	m, _ := p.pool.Get().(*machine)
	if m == nil {
		m = &machine{regs: make([]uint64, p.regs)}
		copy(m.regs, p.image)
		m.makeObjects(p)
	}
	m.start(block, o)
	fillJunk(m.frame)
	t, err := m.run(p)
	m.settleStores()
	m.Options = Options{}
	m.block = nil
	p.pool.Put(m)
	return t, err
}

// RunBlock is like Run but takes the options by value, for callers that create them for the call.
func (p *Program) RunBlock(block unsafe.Pointer, o Options) (*Trap, error) { return p.Run(block, &o) }

// RunBlock compiles f and evaluates it on an argument block.
func RunBlock(f *ir.Func, block unsafe.Pointer, o *Options) (*Trap, error) {
	p, err := New(f)
	if err != nil {
		return nil, err
	}
	return p.Run(block, o)
}

// machine is the state of a run.
type machine struct {
	Options
	regs    []uint64
	block   unsafe.Pointer
	sem     ir.Semantics
	watched bool // Regions or OnAccess
	fuel    int64
	left    int64 // steps left beyond the fuel, if MaxSteps is set
	last    int   // index of the region of the last access

	made []Region // objects made for the kernel
	// stored maps addresses to the 64-bit integers stored there. It is used if headers are synthetic and the
	// kernel stores some.
	stored map[uint64]uint64
	frame  []byte   // the locals
	own    []Region // locals and tables
}

// fuelStrip is the number of steps between two checks of Poll and MaxSteps: about 100 µs.
const fuelStrip = 1 << 14

func (m *machine) start(block unsafe.Pointer, o *Options) {
	m.block = block
	if o != nil {
		m.Options = *o
	}
	if m.Semantics != nil {
		m.sem = *m.Semantics
	} else {
		m.sem = ir.DefaultSemantics()
	}
	m.watched = m.Regions != nil || m.OnAccess != nil
	m.last = 0
	m.made = m.made[:0]
	m.left = m.MaxSteps
	m.fuel = 0
	m.refuel()
}

// refuel grants the next strip of steps; it returns false if none are left.
func (m *machine) refuel() bool {
	strip := int64(fuelStrip)
	if m.MaxSteps > 0 {
		m.left += m.fuel // the overdraft of the last strip
		m.fuel = 0
		if m.left <= 0 {
			return false
		}
		strip = min(strip, m.left)
		m.left -= strip
	}
	m.fuel = strip
	return true
}

// rest is called when the fuel is used up.
func (m *machine) rest() error {
	if !m.refuel() {
		return ErrSteps
	}
	return m.poll()
}

// fork runs the iterations of a parallel loop, one range after the other: the request of SiteFork.
func (m *machine) fork(p *Program, s *ir.Site, a, n uint64) {
	part := p.parts[s.Part]
	words := len(part.params) - len(p.params) - 2 - part.seeds
	f := unsafe.Slice((*uint64)(pointer(a)), ir.ForkWords+words)
	chunk, results := f[0], pointer(a+8*uint64(len(f)))
	if chunk == 0 {
		chunk = max(1, n/3) // any ranges will do
	}
	block := unsafe.Pointer(unsafe.SliceData(make([]uint64, (part.blocks+7)/8)))
	at := func(p *ir.Param) *uint64 { return (*uint64)(unsafe.Add(block, p.Off)) }
	for lo := uint64(0); lo < n; lo += chunk {
		for i := range p.params {
			if x := &p.params[i]; x.Addr == nil {
				copy(unsafe.Slice((*byte)(unsafe.Add(block, x.Off)), x.Bytes()), unsafe.Slice((*byte)(unsafe.Add(m.block, x.Off)), x.Bytes()))
			}
		}
		for i := range words {
			*at(&part.params[len(p.params)+i]) = f[ir.ForkWords+i]
		}
		last := part.params[len(p.params)+words:]
		*at(&last[0]), *at(&last[1]) = lo, min(lo+chunk, n)
		for i := range part.seeds {
			*at(&last[2+i]) = *(*uint64)(results)
			results = unsafe.Add(results, 8)
		}
		o := m.Options
		if o.Regions != nil {
			o.Regions = append(slices.Clip(o.Regions), m.made...)
		}
		t, err := part.Run(block, &o)
		if t != nil {
			err = fmt.Errorf("interp: %s: %v in a part", p.name, t)
		}
		if err != nil {
			panic(err)
		}
		for i := range part.results {
			*(*uint64)(results) = *at(&part.results[i])
			results = unsafe.Add(results, 8)
		}
	}
}

// call performs the request of a Call.
func (m *machine) call(p *Program, s *ir.Site, a, b uint64) uint64 {
	if m.Made == nil {
		m.Made = &Made{}
	}
	if s.Kind == ir.SiteFork {
		m.fork(p, s, a, b)
		return 0
	}
	x := m.Made.Answer(s, a, b)
	if s.Kind == ir.SiteMove && m.Rows != nil {
		m.moveHeaders(x, a, b)
	}
	if m.watched {
		m.made = m.made[:0]
		for _, o := range m.Made.objects {
			m.made = append(m.made, Region{Addr: o.addr, Size: uintptr(o.size), Name: "made"})
		}
	}
	return x
}

func (m *machine) poll() error {
	if m.Poll != nil && !m.Poll() {
		return ErrCancelled
	}
	return nil
}
