// Package interp evaluates the SSA on real memory. It is the oracle of the tests, the judge between the IR before and
// after a pass, and what runs a kernel where no machine code can.
//
// A function is compiled once into a Program, a flat list of instructions over registers of one 64-bit word per lane;
// running it allocates nothing per step. Memory is that of the arguments. Options.Regions makes every access prove
// that it stays inside of it, which is how the tests find invented or speculated accesses.
//
// What an operation computes is said by the op table's evaluators; a few scalar operations are written out again
// here because an unoptimized kernel spends its time in them, and a test compares them with the table.
package interp

import (
	"errors"
	"fmt"
	"sync"
	"unsafe"

	"hotloop/loopopt/ir"
)

// Program is a function ready to run. It does not change and does not notice later changes of the function; any
// number of goroutines may run it.
type Program struct {
	name    string
	params  []ir.Param
	results []ir.Param
	code    []inst
	image   []uint64 // the first registers: constants
	regs    int
	blocks  int // size of the argument block in bytes
	usesCap []bool
	objects []object // locals, then tables
	// storesHeaders: headers that are loaded may have been stored by the kernel.
	storesHeaders bool
	frame         int       // bytes of all locals with the gaps around them
	pool          sync.Pool // of *machine
}

// Options say how to run. The zero value runs unchecked and without limit.
type Options struct {
	// Semantics is the implementation to imitate; nil is DefaultSemantics.
	Semantics *ir.Semantics
	// MaxSteps bounds the number of instructions; 0 is no bound. ErrSteps says that it was reached.
	MaxSteps int64
	// Poll is called at Poll operations, and now and then at branches. If it says false, the run ends there with
	// ErrCancelled.
	Poll func() bool
	// Made keeps what the kernel has Go make for it, and with it what results refer to; nil is for kernels without such
	// results.
	Made *Made
	// Regions are all the memory there is but the kernel's own. If it is not nil, an access outside is an error, and so
	// is a store to a table.
	Regions []Region
	// Rows, if it is not nil, is memory that the headers loaded from memory are made up for: see NewRows.
	Rows []byte
	// NoPages: what Region.Pages allows is an error too, as it is of the program as written.
	NoPages bool
	// OnAccess is told every access before it is made, lanes that are masked off excepted.
	OnAccess func(v *ir.Value, addr uintptr, size int, write bool)
}

// Region is memory that a kernel may access.
type Region struct {
	Addr     uintptr
	Size     uintptr
	ReadOnly bool
	// Pages: reads may also go to the rest of the pages (ir.PageSize) that the region lies in.
	Pages bool
	Name  string
}

// Trap is a failed Check: the kernel ended there, with all earlier stores done and none later.
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

// ErrSteps says that a run took more than Options.MaxSteps, ErrCancelled that Options.Poll ended it.
var (
	ErrSteps     = errors.New("interp: too many steps")
	ErrCancelled = errors.New("interp: cancelled")
)

// New compiles f, which must verify. Parameters are read, and results stored, where their Off says in the argument
// block; if f has no layout yet, it is laid out.
func New(f *ir.Func) (*Program, error) {
	if len(f.Blocks) == 0 {
		return nil, fmt.Errorf("interp: %s has no blocks", f.Name)
	}
	return compile(f)
}

// Run evaluates the program on an argument block. The result is the trap if a Check failed; an error is a bug of ours
// (an access outside the regions, an unguarded division), ErrSteps or ErrCancelled.
//
// The caller keeps the memory alive that the block's pointers refer to; it must not lie on a goroutine's stack.
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

// RunBlock is Run with the options by value, for a caller that makes them for the call.
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
	left    int64 // steps left after the fuel, if MaxSteps
	last    int   // region of the last access

	made []Region // for the kernel
	// stored is what integers of 64 bits are that were stored, by address, where headers are made up and the kernel stores
	// to some.
	stored map[uint64]uint64
	frame  []byte   // the locals
	own    []Region // locals and tables
}

// fuelStrip is the number of steps between two looks at Poll and MaxSteps: some 100 µs.
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

// refuel hands out the next strip of steps; it returns false if none are left.
func (m *machine) refuel() bool {
	strip := int64(fuelStrip)
	if m.MaxSteps > 0 {
		m.left += m.fuel // what the last strip was overdrawn by
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

// rest is what happens when the fuel is used up.
func (m *machine) rest() error {
	if !m.refuel() {
		return ErrSteps
	}
	return m.poll()
}

// call has Go do what a Call asks for.
func (m *machine) call(s *ir.Site, a, b uint64) uint64 {
	if m.Made == nil {
		m.Made = &Made{}
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
